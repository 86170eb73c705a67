/* Proofs of recursive programs without a bound: contracts for procedures (contract.h), guessed from executions, and proved
 * (contract_proof.h). What is guessed is not believed. Never finds bugs. docs/engines.md, "Recursion". */
#include "horn.h"

#include "contract_proof.h"

#include "balance.h"
#include "contract_choice.h"
#include "guess.h"
#include "pass.h"
#include "probe.h"
#include "statement.h"

enum { MOST_CONTRACTS = 240, CELL_ROUNDS = 6 };

static const double CELL_PART = 0.25; /* of the time is left for the program as it is, if memory is variables first */
/* Of the time that is left; seconds, if it is not limited. */
static const double LEVEL_SECONDS = 15;
static const double LEVEL_PART[GUESS_LEVELS] = { 0.2, 0.8, 0.5, 0.3, 0.6, 0.6, 1 };

struct attempt {
	struct task *task;
	struct outcome *outcome;
	struct horn_proof proof;
	const char *trouble;
};

/* --- is it worth while? --- */

/* How many contracts there would be; *more: of procedures that are not recursive. */
static uint32_t contract_count(const struct program *p, uint32_t *more)
{
	struct callgraph *graph = callgraph_new(p);
	bool *chosen = memory_alloc((graph->count + 1) * sizeof *chosen);
	uint32_t count = 0;
	*more = contract_choice(graph, chosen);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		count += chosen[i];
	memory_free(chosen);
	callgraph_free(graph);
	return count;
}

static bool is_recursive(const struct program *p)
{
	uint32_t more;
	return contract_count(p, &more) > more;
}

/* NULL: it is. Loops alone are other engines' matter: the program as it was read has them as loops. */
static const char *why_not(const struct task *task)
{
	uint32_t more, left = contract_count(task->prepared, &more);
	if (!program_open_count(task->prepared))
		return NULL;
	return !left || (!is_recursive(task->original) && !more)
		       ? "no procedure calls itself, and the tree of calls is small"
	       : left > MOST_CONTRACTS          ? "too many procedures call themselves, or are called in too many ways"
	       : program_is_cut(task->original) ? "the program is cut"
						: NULL;
}

/* --- one attempt --- */

static void guess(struct attempt *a, struct program *executed, enum guess_level level)
{
	struct task *task = a->task;
	struct arena *arena = arena_new();
	struct pattern_constants constants = { 0 };
	pattern_collect(&constants, task->prepared);
	struct sample_limits limits = { task->limits.deadline, task->limits.memory_mb };
	struct observations *seen = observe(&a->proof.contracts, executed, limits, arena);
	if (level == GUESS_SUMMARIES)
		probe_procedures(a->task, executed, seen, &constants, arena);
	contracts_guess(&a->proof.contracts, seen, &constants, level, arena);
	observations_free(seen, a->proof.contracts.list.count);
	contracts_keep_opaque(&a->proof.contracts);
	if (level == GUESS_OBJECTS)
		contracts_filter(&a->proof.contracts, executed, limits);
	pattern_release(&constants);
	arena_free(arena);
}

void horn_proof_release(struct horn_proof *proof)
{
	contracts_release(&proof->contracts);
	program_free(proof->program);
}

/* The program that is executed, and is to have contracts. False: there are no objects to speak of. */
static bool begin(struct attempt *a, enum guess_level level, struct program **executed)
{
	struct given given = { 0 };
	struct horn_proof *proof = &a->proof;
	*executed = program_copy(a->task->prepared);
	if (level == GUESS_OBJECTS)
		given_add(&given, *executed, "$given");
	if (level == GUESS_OBJECTS && !given.map) {
		program_free(*executed);
		return false;
	}
	proof->program = program_copy(*executed);
	if (given.map)
		given.map = proof->program->globals[given.map->index];
	contracts_begin(&proof->contracts, proof->program, &given);
	return true;
}

static bool speaks_of_objects(const struct contracts *c)
{
	bool all = false;
	for (size_t i = 0; i < c->conditions.count; i++)
		all |= c->conditions.at[i].all;
	return all;
}

/* If so, the proof stays. */
static bool prove(struct attempt *a, enum guess_level level)
{
	struct horn_proof *proof = &a->proof;
	struct program *executed;
	if (!begin(a, level, &executed))
		return false;
	task_enter(a->task, "guess %d", (int)level);
	guess(a, executed, level);
	task_leave(a->task);
	program_free(executed);
	task_enter(a->task, "proof %d", (int)level);
	bool proved = (level != GUESS_OBJECTS || speaks_of_objects(&proof->contracts)) &&
		      contracts_prove(a->task, a->outcome, &proof->contracts, &a->trouble);
	task_leave(a->task);
	a->outcome->terms = bank_size(proof->program->bank);
	if (!proved)
		horn_proof_release(proof);
	return proved;
}

bool horn_prove_contracts(struct task *task, struct outcome *o, void (*tell)(const void *, struct contracts *),
			  const void *context, struct horn_proof *proof, const char **trouble)
{
	proof->program = program_copy(task->prepared);
	contracts_begin(&proof->contracts, proof->program, NULL);
	tell(context, &proof->contracts);
	bool proved = contracts_prove(task, o, &proof->contracts, trouble);
	if (!proved)
		horn_proof_release(proof);
	return proved;
}

static struct task for_level(const struct task *task, int level)
{
	struct task sub = *task;
	double now = clock_now();
	double seconds = LEVEL_SECONDS;
	if (task->limits.deadline != SOLVER_NO_DEADLINE)
		seconds = LEVEL_PART[level] * (task->limits.deadline - now);
	sub.limits.deadline = now + seconds;
	return sub;
}

bool horn_find_contracts(struct task *task, struct outcome *o, struct horn_proof *proof, const char **trouble)
{
	struct attempt a = { .outcome = o, .trouble = why_not(task) };
	bool worth = !a.trouble, proved = false, summaries_first = worth && !is_recursive(task->prepared);
	int begin = task->limits.half == SECOND_HALF, end = task->limits.half == FIRST_HALF ? 1 : GUESS_LEVELS;
	for (int n = begin; n < end && worth && !proved && !task_out_of_time(task); n++) {
		int level = summaries_first && n <= GUESS_SUMMARIES ? GUESS_SUMMARIES - n : n;
		struct task sub = for_level(task, level);
		a.task = &sub;
		proved = prove(&a, (enum guess_level)level);
	}
	*proof = a.proof;
	*trouble = a.trouble ? a.trouble : "time";
	return proved;
}

/* False: nothing changed, there is no time, or the passes failed. */
static bool make_cells(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	struct pass_list make, simplify = passes_default();
	bool some = false, changed = passes_parse("specialise,rigid,cells", &make, diags);
	simplify.passes[simplify.count++] = &pass_frozen;
	for (int round = 0; changed && round < CELL_ROUNDS; round++) {
		if (!passes_run(p, &make, options, diags, &changed) || !passes_run(p, &simplify, options, diags, NULL))
			return false;
		some |= changed;
	}
	return some && !changed;
}

/* Sums of globals that no call changes, as executions show, become variables (balance.h). False: there are none. */
static bool balance(const struct task *task, struct program *p)
{
	struct arena *arena = arena_new();
	struct program *copy = program_copy(p);
	struct contracts contracts;
	struct balances list = { 0 };
	struct sample_limits limits = { task->limits.deadline, task->limits.memory_mb };
	bool changed = false;
	contracts_begin(&contracts, copy, NULL);
	struct observations *seen = observe(&contracts, p, limits, arena);
	balances_find(&contracts, seen, &list);
	for (size_t i = 0; i < list.count; i++)
		changed |= balance_replace(p, &list.at[i]);
	observations_free(seen, contracts.list.count);
	contracts_release(&contracts);
	program_free(copy);
	arena_free(arena);
	vec_free(&list);
	return changed;
}

/* The prepared program with memory as variables, where it is few cells, and balances; NULL: it has neither. */
static struct program *with_variables(const struct task *task)
{
	struct pass_options options = { .full_propagation = true,
					.stop = task_out_of_time,
					.stop_context = (void *)task };
	struct program *p = program_copy(task->prepared);
	struct diagnostics diags;
	diagnostics_init(&diags);
	bool made = make_cells(p, &options, &diags);
	diagnostics_release(&diags);
	if (!made) { /* passes may have left it half done */
		program_free(p);
		p = program_copy(task->prepared);
	}
	if (balance(task, p) || made)
		return p;
	program_free(p);
	return NULL;
}

/* Others execute the tree of calls as a whole, which is too large for that. */
static void take_time_for_trees(struct task *task)
{
	uint32_t more;
	contract_count(task->prepared, &more);
	if (more && task->limits.decisive > task->limits.deadline)
		task->limits.deadline = task->limits.decisive;
}

/* Its contracts are about other variables than the program's: nobody learns them. *some: it has other variables. */
static bool prove_with_variables(struct task *task, struct outcome *o, bool *some)
{
	struct horn_proof proof;
	const char *trouble;
	struct task sub = *task;
	sub.prepared = with_variables(task);
	*some = sub.prepared;
	if (!sub.prepared)
		return false;
	if (task->limits.deadline != SOLVER_NO_DEADLINE)
		sub.limits.deadline -= CELL_PART * (task->limits.deadline - clock_now());
	bool proved = horn_find_contracts(&sub, o, &proof, &trouble);
	if (proved)
		horn_proof_release(&proof);
	program_free(sub.prepared);
	return proved;
}

static void search(struct task *task, struct outcome *o)
{
	struct horn_proof proof;
	const char *trouble;
	bool two;
	outcome_unknown(o, NULL);
	take_time_for_trees(task);
	if (prove_with_variables(task, o, &two)) {
		o->verdict = VERDICT_SAFE;
		return;
	}
	if (two && task->limits.half == FIRST_HALF)
		return;
	if (two)
		task->limits.half = WHOLE;
	if (horn_find_contracts(task, o, &proof, &trouble)) {
		const struct listener *l = &task->goals.listener;
		o->verdict = VERDICT_SAFE;
		if (l->learn_contracts &&
		    !speaks_of_objects(&proof.contracts)) /* of objects only where they have ghosts */
			l->learn_contracts(l->context, &proof.contracts);
		horn_proof_release(&proof);
	} else {
		o->reason = arena_format(task->arena, "no contracts were found: %s", trouble);
	}
}

static bool suits(const struct task *task)
{
	return !why_not(task);
}

/* Summaries are found soon or not at all where the tree of calls is large. */
static bool halves(const struct task *task)
{
	return !is_recursive(task->prepared);
}

/* After what is cheap: most programs have no recursion and no large tree of calls, which is seen at once. */
const struct engine engine_horn = { .search = search,
				    .suits = suits,
				    .halves = halves,
				    .turn = { .taken = true, .part = 0.5, .seconds = 15, .decisive = 20, .vain = true },
				    .only_proves = true };
