#include "cut_proof.h"

#include "confirm.h"

#include "arena.h"
#include "identities.h"
#include "pass.h"
#include "statement.h"

/* Of the time; and seconds of a first half, of which the rest is the confirmation's. */
static const double GUESS_PART = 0.5, BRIEF_SECONDS = 2;

bool cut_proof_give_up(struct cut_proof *p, const char *why)
{
	bool late = task_out_of_time(p->task) || (cut_proof_is_late(p) && !p->invariants);
	p->trouble = late ? "time" : why;
	return false;
}

bool cut_proof_is_late(void *context)
{
	const struct cut_proof *p = context;
	return p->guess_end != SOLVER_NO_DEADLINE && clock_now() >= p->guess_end;
}

/* --- the system --- */

static bool flatten(struct cut_proof *p)
{
	struct pass_options options = { .stop = cut_proof_is_late, .stop_context = p };
	struct pass_list list;
	if (program_is_cut(p->task->original))
		return cut_proof_give_up(p, "the program is cut");
	p->flat = program_copy(p->task->prepared);
	if (!passes_parse("flatten,unreachable", &list, p->task->diags) ||
	    !passes_run(p->flat, &list, &options, p->task->diags, NULL))
		return cut_proof_give_up(p, "the passes failed");
	if (p->flat->procedure_count != 1)
		return cut_proof_give_up(p, "calls that cannot be replaced by what they call, or too many of them");
	if (!identities_are_opaque(p->flat))
		return cut_proof_give_up(p, "the program looks at identities");
	objects_first(p->flat);
	return true;
}

static void release_system(struct cut_proof *p)
{
	system_free(p->system);
	segments_free(p->segments);
	p->system = NULL;
	p->segments = NULL;
}

bool cut_proof_make_system(struct cut_proof *p, enum segments_grain grain)
{
	release_system(p);
	p->segments = segments_new(p->flat, grain, cut_proof_is_late, p);
	p->system = p->segments->failed || p->segments->calls
			    ? NULL
			    : system_new(p->segments, SYSTEM_CELLS, cut_proof_is_late, p);
	return p->system || cut_proof_give_up(p, "the transition system is too large");
}

static bool is_needed(const struct system *s, uint32_t place)
{
	for (uint32_t c = 0; c < s->cut_count; c++)
		if (s->reached[c] && s->needed[c] && s->needed[c][place])
			return true;
	return false;
}

uint32_t cut_proof_places(const struct cut_proof *p)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < p->system->places.count; i++)
		count += is_needed(p->system, i);
	return count;
}

/* --- the proof --- */

static struct stretch_invariant invariant_of_block(const struct cut_proof *p, uint32_t cut)
{
	const struct cut_invariant *from = &p->invariants[cut];
	struct stretch_invariant to = { .block = (struct block *)p->segments->cuts.at[cut].block };
	for (size_t i = 0; i < from->conditions.count; i++)
		vec_push(&to.conditions, from->conditions.at[i]);
	for (size_t i = 0; i < from->fixed.count; i++) {
		const struct fixed_place *f = &from->fixed.at[i];
		vec_push(&to.values, ((struct stretch_value){ f->variable, f->index, f->value }));
	}
	return to;
}

/* One for each loop. */
static void invariants(const struct cut_proof *p, struct stretch_invariants *found)
{
	for (uint32_t c = 1; c < p->system->cut_count; c++)
		if (p->segments->cuts.at[c].head)
			vec_push(found, invariant_of_block(p, c));
}

static bool confirm(struct cut_proof *p)
{
	struct stretch_invariants found = { 0 };
	invariants(p, &found);
	bool good = invariants_confirm(p->task, p->outcome, p->flat, found.at, found.count);
	stretch_invariants_free(&found);
	return good || cut_proof_give_up(p, "the invariants that were found are not confirmed");
}

/* --- from beginning to end --- */

static void release(struct cut_proof *p)
{
	if (p->system)
		cut_invariants_free(p->invariants, p->system->cut_count);
	release_system(p);
}

bool cut_proof_find(struct task *task, struct outcome *o, struct program *flat, const char *name,
		    bool (*guess)(struct cut_proof *proof), struct stretch_invariants *found)
{
	struct cut_proof p = { .task = task, .outcome = o, .flat = flat, .guess_end = task->limits.deadline };
	bool good = cut_proof_make_system(&p, SEGMENTS_OF_LOOPS) && guess(&p);
	if (good)
		invariants(&p, found);
	else
		task_say(task, "%s: %s", name, p.trouble);
	release(&p);
	return good;
}

static double guess_end(const struct task *task)
{
	double now = clock_now(), end = task->limits.deadline, brief = clock_after(BRIEF_SECONDS);
	if (end != SOLVER_NO_DEADLINE)
		end = now + GUESS_PART * (end - now);
	return task->limits.half == FIRST_HALF && (end == SOLVER_NO_DEADLINE || brief < end) ? brief : end;
}

void cut_proof_search(struct task *task, struct outcome *o, const char *name, bool (*guess)(struct cut_proof *proof))
{
	struct cut_proof p = { .task = task, .outcome = o, .guess_end = guess_end(task) };
	outcome_unknown(o, NULL);
	if (flatten(&p) && cut_proof_make_system(&p, SEGMENTS_OF_LOOPS) && guess(&p) && confirm(&p)) {
		o->verdict = VERDICT_SAFE;
	} else {
		o->reason = arena_format(task->arena, "no invariants were found: %s", p.trouble);
		task_say(task, "%s: %s", name, p.trouble);
	}
	if (p.flat)
		o->terms = bank_size(p.flat->bank);
	release(&p);
	if (p.flat)
		program_free(p.flat);
}
