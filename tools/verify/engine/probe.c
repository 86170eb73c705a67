#include "probe.h"

#include "guess.h"
#include "hash.h"
#include "invariant.h"
#include "values.h"
#include "vc.h"

enum { MOST_ROWS = 120, VAIN = 3, SMALL_MASK = 1023, INSTANCES = 2000, TERMS = 1 << 20 };
static const double QUERY_SECONDS = 0.5;
/* What is asked about any inputs has half of the time that it had where that was not enough, and twice of it where it was. */
static const double LEAST_SECONDS = 0.03;

struct probe {
	struct task *task;
	struct contracts contracts;
	struct bank *bank;
	const struct pattern_constants *constants;
	struct arena *arena;
	struct values values;
	double patience; /* seconds for a query about any inputs */
	bool *cut;
};

/* Of one procedure: leaves that stand for its columns, and a formula that says that they are what it returns in some execution. */
struct returns {
	struct probe *probe;
	struct observations *seen;
	struct guess guess;
	TABLE(term, term) slot_of;  /* leaf of a postcondition -> what stands for it */
	VEC(term) slots;            /* by column */
	TABLE(term, term) input_of; /* leaf of the formula -> the slot that it is equal to, of an input */
	TABLE(term, term) chosen;   /* slot of an input -> the number that it is in this round */
	term formula;
};

static term leaf_of(const struct bank *bank, term t)
{
	return term_op(bank, t) == OP_ITE ? term_arg(bank, t, 0) : t;
}

static void add_slots(struct returns *r)
{
	struct bank *bank = r->probe->bank;
	for (uint32_t i = 0; i < r->seen->columns.count; i++) {
		const struct column *c = &r->seen->columns.at[i];
		term slot = term_variable(bank, sort_bitvector(bank, c->width), "slot"), leaf = leaf_of(bank, c->value);
		vec_push(&r->slots, slot);
		table_put(&r->slot_of, leaf, leaf == c->value ? slot : term_eq(bank, slot, term_bv(bank, 1, 1)));
	}
}

static term to_slot(void *context, term leaf)
{
	const struct returns *r = context;
	return table_get(&r->slot_of, leaf, leaf);
}

static void note_input(struct returns *r, const struct table *slots, term equal)
{
	const struct bank *bank = r->probe->bank;
	for (uint32_t i = 0; i < 2; i++) {
		term slot = term_arg(bank, equal, i), leaf = term_arg(bank, equal, 1 - i);
		bool of_input = table_has(slots, slot) && term_op(bank, leaf) == OP_VARIABLE && !table_has(slots, leaf);
		if (of_input && !table_has(&r->input_of, leaf))
			table_put(&r->input_of, leaf, slot);
	}
}

static term to_input(void *context, term leaf)
{
	const struct returns *r = context;
	return table_get(&r->input_of, leaf, leaf);
}

/* The formula says of each input that the leaf that it begins with is its slot: the slot takes its place. */
static void name_inputs(struct returns *r)
{
	struct bank *bank = r->probe->bank;
	VEC(term) stack = { 0 };
	struct table seen = { 0 }, slots = { 0 };
	for (uint32_t i = 0; i < r->slots.count; i++)
		if (!r->seen->columns.at[i].result)
			table_put(&slots, r->slots.at[i], 1);
	vec_push(&stack, r->formula);
	while (stack.count) {
		term t = vec_pop(&stack);
		if (table_has(&seen, t))
			continue;
		table_put(&seen, t, 1);
		if (term_op(bank, t) == OP_EQ)
			note_input(r, &slots, t);
		for (uint32_t i = 0; i < term_count(bank, t); i++)
			vec_push(&stack, term_arg(bank, t, i));
	}
	r->formula = term_substitute(bank, r->formula, to_input, r);
	table_free(&seen);
	table_free(&slots);
	vec_free(&stack);
}

/* The violation of each probe. False: the procedure is too large, or never returns. */
static bool execute(struct returns *r, size_t contract)
{
	struct probe *p = r->probe;
	struct vc_policy policy = { .node_limit = INSTANCES,
				    .term_limit = bank_size(p->bank) + TERMS,
				    .share = true,
				    .stop = task_out_of_time,
				    .stop_context = p->task };
	VEC(term) equal = { 0 };
	for (uint32_t i = 0; i < r->slots.count; i++)
		vec_push(&equal, term_eq(p->bank, r->seen->columns.at[i].value, r->slots.at[i]));
	contracts_probe(&p->contracts, contract, equal.at, (uint32_t)equal.count, p->cut);
	vec_free(&equal);
	struct vc *vc = vc_new(p->contracts.program, p->task->diags);
	bool good = vc && vc_execute(vc, &policy) == VC_DONE && !vc_result(vc)->open_count;
	const struct vc_result *result = good ? vc_result(vc) : NULL;
	bool returns = false;
	r->formula = term_true(p->bank);
	for (size_t i = 0; good && i < result->violation_count; i++) {
		const struct attribute *a =
			attribute_find(result->violations[i].statement->attributes, ATTRIBUTE_CANDIDATE);
		uint64_t number = a ? a->values[0].number : 0;
		term violated = result->violations[i].condition;
		if (number < CONTRACT_PROBE || number > CONTRACT_PROBE + r->slots.count)
			continue;
		returns |= number == CONTRACT_PROBE;
		r->formula = term_and(p->bank, r->formula,
				      number == CONTRACT_PROBE ? violated : term_not(p->bank, violated));
	}
	vc_free(vc);
	name_inputs(r);
	return good && returns;
}

/* What is true of all rows so far, at the slots. */
static term some_other(struct returns *r)
{
	struct bank *bank = r->probe->bank;
	struct summary_equations ensured = { 0 };
	struct summary_needs needs = { 0 };
	struct table memo = { 0 };
	term all = term_true(bank);
	summary_find(&r->guess, &ensured, &needs);
	for (size_t i = 0; i < ensured.count; i++)
		all = term_and(bank, all, term_substitute_memo(bank, ensured.at[i].condition, &memo, to_slot, r));
	table_free(&memo);
	vec_free(&ensured);
	vec_free(&needs);
	return term_not(bank, all);
}

struct query VEC_BODY(term);

static enum reply look(struct returns *r, struct solver *solver, const struct query *query, double seconds)
{
	const struct task *task = r->probe->task;
	double end = clock_after(seconds), limit = task->limits.deadline;
	return solver_look(solver, query->at, query->count, limit != SOLVER_NO_DEADLINE && limit < end ? limit : end);
}

/* The number of a slot: chosen, or what a solver has found. */
static bool number_of(const struct returns *r, struct solver *solver, term slot, uint64_t *number)
{
	const struct bank *bank = r->probe->bank;
	term chosen = table_get(&r->chosen, slot, 0);
	struct value v = { 0 };
	bool known = chosen || (solver_value(solver, slot, &v) && v.kind == VALUE_WORD);
	*number = chosen ? term_value(bank, chosen) : known ? v.word : 0;
	value_release(&v);
	return known;
}

static bool take_row(struct returns *r, struct solver *solver)
{
	uint64_t *words = arena_alloc(r->probe->arena, (r->slots.count + 1) * sizeof *words);
	for (size_t i = 0; i < r->slots.count; i++)
		if (!number_of(r, solver, r->slots.at[i], &words[i]))
			return false;
	vec_push(&r->seen->list, (struct observation){ words, .returned = true, .probed = true });
	r->seen->counts[true][false].kept++;
	return true;
}

static term to_chosen(void *context, term leaf)
{
	const struct returns *r = context;
	return table_get(&r->chosen, leaf, leaf);
}

/* Rows that the formula allows, until there is no other one, or no answer in so many seconds; how many. */
static uint32_t add_rows(struct returns *r, struct solver *solver, term formula, uint32_t most, double seconds,
			 enum reply *last)
{
	struct bank *bank = r->probe->bank;
	struct query query = { 0 };
	uint32_t rows = 0;
	*last = REPLY_UNSAT;
	for (; rows < most && !task_out_of_time(r->probe->task); rows++) {
		term other = term_substitute(bank, some_other(r), to_chosen, r);
		vec_clear(&query);
		vec_push(&query, formula);
		vec_push(&query, other);
		if (term_is_false(bank, other))
			break;
		*last = look(r, solver, &query, seconds);
		if (*last != REPLY_SAT || !take_row(r, solver))
			break;
	}
	vec_free(&query);
	return rows;
}

/* --- at some inputs --- */

/* How inputs are chosen; the next one where nothing returns with such inputs. */
enum choice { ANY_NUMBERS, COUNTS, ONE_BY_ONE };

/* Small numbers in every other round, any in the others; counts are not negative, and leave room for more. */
static uint64_t some_number(uint32_t round, uint32_t column, uint32_t width, enum choice choice)
{
	uint64_t n = hash_mix(round + 1, column + 1) & word_mask(width);
	if (round % 2 == 0)
		n &= SMALL_MASK;
	return choice == COUNTS && width > 2 ? n >> 2 : n;
}

static void choose(struct returns *r, uint32_t column, uint64_t number)
{
	struct bank *bank = r->probe->bank;
	table_put(&r->chosen, r->slots.at[column], term_bv(bank, r->seen->columns.at[column].width, number));
}

static void choose_all(struct returns *r, uint32_t round, enum choice choice)
{
	table_clear(&r->chosen);
	for (uint32_t i = 0; i < r->slots.count; i++)
		if (!r->seen->columns.at[i].result)
			choose(r, i, some_number(round, i, r->seen->columns.at[i].width, choice));
}

/* Each one only if the procedure returns with that one, and those before; else what a solver finds. False: no answer. */
static bool choose_one_by_one(struct returns *r, struct solver *solver, uint32_t round)
{
	struct bank *bank = r->probe->bank;
	struct query query = { 0 };
	table_clear(&r->chosen);
	vec_push(&query, r->formula);
	for (uint32_t i = 0; i < r->slots.count; i++) {
		uint32_t width = r->seen->columns.at[i].width;
		if (r->seen->columns.at[i].result)
			continue;
		term number = term_bv(bank, width, some_number(round, i, width, ONE_BY_ONE));
		vec_push(&query, term_eq(bank, r->slots.at[i], number));
		if (look(r, solver, &query, QUERY_SECONDS) != REPLY_SAT)
			query.count--;
	}
	bool some = look(r, solver, &query, QUERY_SECONDS) == REPLY_SAT;
	for (uint32_t i = 0; i < r->slots.count && some; i++) {
		uint64_t number;
		if (!r->seen->columns.at[i].result && number_of(r, solver, r->slots.at[i], &number))
			choose(r, i, number);
	}
	vec_free(&query);
	return some;
}

static bool returns(struct returns *r, struct solver *solver, term formula)
{
	struct query query = { 0 };
	vec_push(&query, formula);
	bool some = look(r, solver, &query, QUERY_SECONDS) == REPLY_SAT;
	vec_free(&query);
	return some;
}

static term at_chosen(struct returns *r)
{
	return term_substitute(r->probe->bank, r->formula, to_chosen, r);
}

/* Each input is some number; where the procedure does not return with that one, what a solver finds. The formula is about these then, which
 * leaves little of it. */
static uint32_t ask_for_some(struct returns *r, struct solver *solver, uint32_t round, uint32_t most)
{
	enum reply last;
	for (enum choice choice = ANY_NUMBERS; choice < ONE_BY_ONE; choice++) {
		choose_all(r, round, choice);
		term formula = at_chosen(r);
		if (term_is_false(r->probe->bank, formula))
			continue;
		uint32_t rows = add_rows(r, solver, formula, most, QUERY_SECONDS, &last);
		if (rows || returns(r, solver, formula))
			return rows;
	}
	return choose_one_by_one(r, solver, round) ? add_rows(r, solver, at_chosen(r), most, QUERY_SECONDS, &last) : 0;
}

/* At any inputs. Where queries like that have had no answer, the next one will hardly have one either. */
static uint32_t ask_for_any(struct returns *r, struct solver *solver, uint32_t most)
{
	struct probe *p = r->probe;
	enum reply last;
	table_clear(&r->chosen);
	uint32_t rows = add_rows(r, solver, r->formula, most, p->patience, &last);
	if (rows || last == REPLY_UNSAT)
		p->patience = 2 * p->patience < QUERY_SECONDS ? 2 * p->patience : QUERY_SECONDS;
	else
		p->patience = p->patience / 2 > LEAST_SECONDS ? p->patience / 2 : LEAST_SECONDS;
	return rows;
}

/* Rows until there is no other one. Sums of what is not known are hard for solvers, so first at some inputs: an equation that holds for
 * these, whatever way is taken, mostly holds for all. */
static void ask_for_rows(struct returns *r)
{
	struct solver *solver = task_solver(r->probe->task, r->probe->bank, false);
	uint32_t rows = 0, vain = 0;
	r->seen->complete = true;
	for (uint32_t round = 0; solver && rows < MOST_ROWS && vain < VAIN && !task_out_of_time(r->probe->task);
	     round++) {
		uint32_t more = ask_for_some(r, solver, round, MOST_ROWS - rows);
		vain = more ? 0 : vain + 1;
		rows += more;
	}
	if (solver)
		rows += ask_for_any(r, solver, MOST_ROWS - rows);
	r->seen->complete = solver && rows < MOST_ROWS && !task_out_of_time(r->probe->task);
	solver_free(solver);
}

/* Nothing is dropped here. */
static void use_all(struct returns *r)
{
	struct contracts *c = &r->probe->contracts;
	for (size_t i = 0; i < r->guess.contract->conditions.count; i++)
		c->conditions.at[r->guess.contract->conditions.at[i]].use = term_true(r->probe->bank);
}

/* For those that call it. */
static void tell_callers(struct returns *r)
{
	struct summary_equations ensured = { 0 };
	struct summary_needs needs = { 0 };
	summary_find(&r->guess, &ensured, &needs);
	summary_ensure(&r->guess, &ensured, true);
	use_all(r);
	vec_free(&ensured);
	vec_free(&needs);
}

static void probe_procedure(struct probe *p, struct observations *all, size_t i)
{
	struct observations *seen = &all[i];
	struct returns r = { .probe = p, .seen = seen };
	r.guess = (struct guess){ .contracts = &p->contracts,
				  .contract = &p->contracts.list.at[i],
				  .observations = seen,
				  .all = all,
				  .bank = p->bank,
				  .constants = p->constants,
				  .level = GUESS_SUMMARIES,
				  .arena = p->arena };
	summary_known(&r.guess, &p->values);
	use_all(&r);
	add_slots(&r);
	if (!p->contracts.graph->recursive[r.guess.contract->procedure->index] && execute(&r, i))
		ask_for_rows(&r);
	tell_callers(&r);
	table_free(&r.slot_of);
	table_free(&r.input_of);
	table_free(&r.chosen);
	vec_free(&r.slots);
}

void probe_procedures(struct task *task, const struct program *executed, struct observations *seen,
		      const struct pattern_constants *constants, struct arena *arena)
{
	struct program *program = program_copy(executed);
	struct probe p = {
		.task = task, .bank = program->bank, .constants = constants, .arena = arena, .patience = QUERY_SECONDS
	};
	struct uses uses;
	uses_init(&uses, program);
	values_init(&p.values, program, &uses);
	contracts_begin(&p.contracts, program, NULL);
	p.cut = memory_alloc((p.contracts.procedures + 1) * sizeof *p.cut);
	struct observations *own = observe_again(&p.contracts, seen);
	for (size_t i = p.contracts.list.count; i-- > 0 && !task_out_of_time(task);)
		probe_procedure(&p, own, i);
	for (size_t i = 0; i < p.contracts.list.count; i++) {
		seen[i].complete = own[i].complete;
		for (size_t k = seen[i].list.count; k < own[i].list.count; k++)
			vec_push(&seen[i].list, own[i].list.at[k]);
	}
	observations_free(own, p.contracts.list.count);
	memory_free(p.cut);
	contracts_release(&p.contracts);
	values_release(&p.values);
	uses_release(&uses);
	program_free(program);
}
