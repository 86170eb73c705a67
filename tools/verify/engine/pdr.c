/* Proofs of state machines without a bound: property directed reachability over predicates that are closed under weakest
 * preconditions. Procedures are inlined, loop heads are cuts, what lies between is one term for each variable (lib/transition);
 * predicates become latches, and PDR (lib/pdr) finds clauses that hold at the cuts. What comes of all that is a guess: an
 * invariant for each cut. It is a proof when lib/vc and the task's solver confirm it, stretch by stretch (stretch.h), of the
 * inlined program. Never finds bugs. docs/engines.md has the argument. */
#include "pdr.h"

#include "confirm.h"

#include "arena.h"
#include "encoding.h"
#include "identities.h"
#include "invariants.h"
#include "pass.h"
#include "predicate.h"
#include "statement.h"

/* Of the time. */
static const double GUESS_PART = 0.5;

struct attempt {
	struct task *task;
	struct outcome *outcome;
	struct program *flat;
	struct segments *segments;
	struct system *system;
	struct predicates *predicates;
	struct cut_invariant *invariants; /* by cut */
	const char *trouble;
	double guess_end; /* as a deadline */
};

static bool give_up(struct attempt *a, const char *why)
{
	bool late = task_out_of_time(a->task) || (a->guess_end != SOLVER_NO_DEADLINE && clock_now() >= a->guess_end);
	a->trouble = late && !a->invariants ? "time" : why;
	return false;
}

/* --- the program as one procedure --- */

static bool flatten(struct attempt *a)
{
	struct pass_options options = { .stop = task_out_of_time, .stop_context = a->task };
	struct pass_list list;
	if (program_is_cut(a->task->original))
		return give_up(a, "the program is cut");
	a->flat = program_copy(a->task->prepared);
	if (!passes_parse("flatten,unreachable", &list, a->task->diags) ||
	    !passes_run(a->flat, &list, &options, a->task->diags, NULL))
		return give_up(a, "the passes failed");
	if (a->flat->procedure_count != 1)
		return give_up(a, "calls that cannot be replaced by what they call, or too many of them");
	if (!identities_are_opaque(a->flat))
		return give_up(a, "the program looks at identities");
	objects_first(a->flat);
	return true;
}

/* --- the guess --- */

static bool make_system(struct attempt *a)
{
	a->segments = segments_new(a->flat, task_out_of_time, a->task);
	a->system = a->segments->failed || a->segments->calls
			    ? NULL
			    : system_new(a->segments, SYSTEM_CELLS, task_out_of_time, a->task);
	return a->system || give_up(a, "the transition system is too large");
}

static uint32_t needed_count(const struct system *s)
{
	uint32_t count = 0;
	for (uint32_t p = 0; p < s->places.count; p++)
		for (uint32_t c = 0; c < s->cut_count; c++)
			if (s->reached[c] && s->needed[c] && s->needed[c][p]) {
				count++;
				break;
			}
	return count;
}

static void tell(const struct attempt *a, const char *what, const struct pdr_statistics *st)
{
	task_say(a->task,
		 "pdr: %u cuts, %u places, %zu predicates (%u free), %zu transitions: %s, %u frames, %u lemmas, %llu "
		 "queries",
		 a->system->cut_count, needed_count(a->system), a->predicates->list.count, a->predicates->free_count,
		 a->system->transitions.count, what, st->frames, st->lemmas, (unsigned long long)st->queries);
}

/* The guess is to leave time for the proof. */
static bool must_stop(void *context)
{
	const struct attempt *a = context;
	return a->guess_end != SOLVER_NO_DEADLINE && clock_now() >= a->guess_end;
}

static enum pdr_reply run_pdr(struct attempt *a)
{
	struct encoding encoding;
	struct lemmas lemmas = { 0 };
	struct pdr_statistics statistics = { 0 };
	struct arena *arena = arena_new();
	static const char *const replies[] = { "proved", "a violation", "stopped" };
	encoding_init(&encoding, a->predicates, task_out_of_time, a->task);
	enum pdr_reply reply = pdr_run(&encoding.latches, arena, must_stop, a, &lemmas, &statistics);
	tell(a, replies[reply], &statistics);
	if (reply == PDR_PROVED)
		a->invariants = invariants_new(&encoding, a->predicates, &lemmas);
	vec_free(&lemmas);
	encoding_release(&encoding);
	arena_free(arena);
	return reply;
}

/* With short chains of weakest preconditions first: those without an end are seldom needed. */
static bool guess(struct attempt *a)
{
	static const uint32_t generations[] = { 3, 12 };
	enum pdr_reply reply = PDR_REACHED;
	bool complete = false;
	for (size_t i = 0; i < sizeof generations / sizeof *generations && reply == PDR_REACHED && !complete; i++) {
		predicates_free(a->predicates);
		a->predicates = predicates_new(a->system, generations[i], must_stop, a);
		if (!a->predicates)
			return give_up(a, "too many predicates");
		reply = run_pdr(a);
		complete = !a->predicates->cut_off;
	}
	return reply == PDR_PROVED || give_up(a, "the predicates do not exclude a violation");
}

/* --- the proof --- */

static struct stretch_invariant invariant_of_block(const struct attempt *a, uint32_t cut)
{
	const struct cut_invariant *from = &a->invariants[cut];
	struct stretch_invariant to = { .block = (struct block *)a->segments->cuts.at[cut].block };
	for (size_t i = 0; i < from->conditions.count; i++)
		vec_push(&to.conditions, from->conditions.at[i]);
	for (size_t i = 0; i < from->fixed.count; i++) {
		const struct fixed_place *f = &from->fixed.at[i];
		vec_push(&to.values, ((struct stretch_value){ f->variable, f->index, f->value }));
	}
	return to;
}

static void invariants_of_blocks(const struct attempt *a, struct pdr_guess *guess)
{
	for (uint32_t c = 1; c < a->system->cut_count; c++)
		vec_push(guess, invariant_of_block(a, c));
}

void pdr_guess_free(struct pdr_guess *guess)
{
	for (size_t i = 0; i < guess->count; i++) {
		vec_free(&guess->at[i].values);
		vec_free(&guess->at[i].conditions);
	}
	vec_free(guess);
}

static bool confirm(struct attempt *a)
{
	struct pdr_guess guess = { 0 };
	invariants_of_blocks(a, &guess);
	bool good = invariants_confirm(a->task, a->outcome, a->flat, guess.at, guess.count);
	pdr_guess_free(&guess);
	return good || give_up(a, "the invariants that were found are not confirmed");
}

/* --- the engine --- */

static void release(struct attempt *a)
{
	if (a->invariants)
		invariants_free(a->invariants, a->system->cut_count);
	predicates_free(a->predicates);
	system_free(a->system);
	segments_free(a->segments);
}

bool pdr_find_invariants(struct task *task, struct outcome *o, struct program *flat, struct pdr_guess *found)
{
	struct attempt a = { .task = task, .outcome = o, .flat = flat, .guess_end = task->limits.deadline };
	bool good = make_system(&a) && guess(&a);
	if (good)
		invariants_of_blocks(&a, found);
	else
		task_say(task, "pdr: %s", a.trouble);
	release(&a);
	return good;
}

static void search(struct task *task, struct outcome *o)
{
	struct attempt a = { .task = task, .outcome = o };
	double now = clock_now(), end = task->limits.deadline;
	a.guess_end = end == SOLVER_NO_DEADLINE ? end : now + GUESS_PART * (end - now);
	outcome_unknown(o, NULL);
	if (flatten(&a) && make_system(&a) && guess(&a) && confirm(&a)) {
		o->verdict = VERDICT_SAFE;
	} else {
		o->reason = arena_format(task->arena, "no invariants were found: %s", a.trouble);
		task_say(task, "pdr: %s", a.trouble);
	}
	if (a.flat)
		o->terms = bank_size(a.flat->bank);
	release(&a);
	if (a.flat)
		program_free(a.flat);
}

/* Either quick or without success: most programs are no state machines, which is seen in a moment. */
const struct engine engine_pdr = { .search = search,
				   .turn = { .taken = true, .part = 0.4, .seconds = 12, .cycles = true } };
