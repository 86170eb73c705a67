/* Proofs of state machines without a bound: property directed reachability over predicates that are closed under weakest
 * preconditions. Procedures are inlined, loop heads are cuts, what lies between is one term for each variable (lib/transition);
 * predicates become latches, and PDR (lib/pdr) finds clauses that hold at the cuts. What comes of all that is a guess: an
 * invariant for each cut. It is a proof when lib/vc and the task's solver confirm it, stretch by stretch (stretch.h), of the
 * inlined program. Never finds bugs. docs/engines.md has the argument. */
#include "pdr.h"

#include "cut_proof.h"

#include "arena.h"
#include "encoding.h"
#include "invariants.h"
#include "predicate.h"

static void tell(const struct cut_proof *p, const struct predicates *predicates, const char *what,
		 const struct pdr_statistics *st)
{
	task_say(p->task,
		 "pdr: %u cuts, %u places, %zu predicates (%u free), %zu transitions: %s, %u frames, %u lemmas, %llu "
		 "queries",
		 p->system->cut_count, cut_proof_places(p), predicates->list.count, predicates->free_count,
		 p->system->transitions.count, what, st->frames, st->lemmas, (unsigned long long)st->queries);
}

static enum pdr_reply run_pdr(struct cut_proof *p, const struct predicates *predicates)
{
	struct encoding encoding;
	struct lemmas lemmas = { 0 };
	struct pdr_statistics statistics = { 0 };
	struct arena *arena = arena_new();
	static const char *const replies[] = { "proved", "a violation", "stopped" };
	encoding_init(&encoding, predicates, task_out_of_time, p->task);
	enum pdr_reply reply = pdr_run(&encoding.latches, arena, cut_proof_is_late, p, &lemmas, &statistics);
	tell(p, predicates, replies[reply], &statistics);
	if (reply == PDR_PROVED)
		p->invariants = invariants_new(&encoding, predicates, &lemmas);
	vec_free(&lemmas);
	encoding_release(&encoding);
	arena_free(arena);
	return reply;
}

/* With short chains of weakest preconditions first: those without an end are seldom needed. */
static bool guess(struct cut_proof *p)
{
	static const uint32_t generations[] = { 3, 12 };
	enum pdr_reply reply = PDR_REACHED;
	bool complete = false;
	for (size_t i = 0; i < sizeof generations / sizeof *generations && reply == PDR_REACHED && !complete; i++) {
		struct predicates *predicates = predicates_new(p->system, generations[i], cut_proof_is_late, p);
		if (!predicates)
			return cut_proof_give_up(p, "too many predicates");
		reply = run_pdr(p, predicates);
		complete = !predicates->cut_off;
		predicates_free(predicates);
	}
	return reply == PDR_PROVED || cut_proof_give_up(p, "the predicates do not exclude a violation");
}

bool pdr_find_invariants(struct task *task, struct outcome *o, struct program *flat, struct stretch_invariants *found)
{
	return cut_proof_find(task, o, flat, "pdr", guess, found);
}

static void search(struct task *task, struct outcome *o)
{
	cut_proof_search(task, o, "pdr", guess);
}

/* Either quick or without success: most programs are no state machines, which is seen in a moment. */
const struct engine engine_pdr = { .search = search,
				   .turn = { .taken = true, .part = 0.4, .seconds = 12, .cycles = true } };
