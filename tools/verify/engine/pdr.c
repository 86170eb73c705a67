/* Proofs of state machines without a bound: property directed reachability over predicates that are closed under weakest
 * preconditions. Procedures are inlined, loop heads are cuts, what lies between is one term for each variable (lib/transition);
 * predicates become latches, and PDR (lib/pdr) finds clauses that hold at the cuts; where the predicates do not close, the
 * bits of the words are the latches. What comes of all that is a guess: an invariant for each cut. It is a proof when lib/vc and
 * the task's solver confirm it, stretch by stretch (stretch.h), of the inlined program. Never finds bugs. docs/engines.md has the argument. */
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

static const char *const replies[] = { "proved", "a violation", "stopped" };

/* The effort of a turn is counted in work, not in time: queries, and how often the search in them asks whether to go on, ten to twenty
 * times where a query is easy. What closes does so soon (docs/engines.md). */
enum { LOOKS_OF_QUERY = 10 };

struct most {
	uint64_t queries, looks; /* looks: beside LOOKS_OF_QUERY for each query */
};

static const struct most over_predicates = { 12000, 100000 }, over_bits = { 6000, 6000 };
static const struct most in_brief = { 8000, 100000 }; /* predicates in a first half */

struct effort {
	struct cut_proof *proof;
	struct most most;
	uint64_t looks;
	struct pdr_statistics statistics;
};

static bool is_enough(void *context)
{
	struct effort *e = context;
	uint64_t queries = e->statistics.queries;
	bool spent = queries > e->most.queries || ++e->looks > LOOKS_OF_QUERY * queries + e->most.looks;
	return (spent && e->proof->task->limits.turn) || cut_proof_is_late(e->proof);
}

static bool is_brief(const struct cut_proof *p)
{
	return p->task->limits.half == FIRST_HALF;
}

static enum pdr_reply run_pdr(struct cut_proof *p, const struct predicates *predicates)
{
	struct encoding encoding;
	struct lemmas lemmas = { 0 };
	struct effort effort = { .proof = p, .most = is_brief(p) ? in_brief : over_predicates };
	struct arena *arena = arena_new();
	encoding_init(&encoding, predicates, task_out_of_time, p->task);
	enum pdr_reply reply = pdr_run(&encoding.latches, arena, is_enough, &effort, &lemmas, &effort.statistics);
	tell(p, predicates, replies[reply], &effort.statistics);
	if (reply == PDR_PROVED)
		p->invariants = invariants_new(&encoding, predicates, &lemmas);
	vec_free(&lemmas);
	encoding_release(&encoding);
	arena_free(arena);
	return reply;
}

/* --- bits --- */

/* The bits of the words themselves, where predicates do not close: for what is said of parity, of parts of a word, of shifts. */
static bool guess_bits(struct cut_proof *p)
{
	struct bits bits;
	struct lemmas lemmas = { 0 };
	struct effort effort = { .proof = p, .most = over_bits };
	struct arena *arena = arena_new();
	bits_init(&bits, p->system, cut_proof_is_late, p);
	enum pdr_reply reply = cut_proof_is_late(p)
				       ? PDR_STOPPED
				       : pdr_run(&bits.latches, arena, is_enough, &effort, &lemmas, &effort.statistics);
	task_say(p->task, "pdr: %u bits: %s, %u frames, %u lemmas, %llu queries", bits.latches.count, replies[reply],
		 effort.statistics.frames, effort.statistics.lemmas, (unsigned long long)effort.statistics.queries);
	if (reply == PDR_PROVED)
		p->invariants = invariants_of_bits(&bits, p->system, &lemmas);
	vec_free(&lemmas);
	bits_release(&bits);
	arena_free(arena);
	return reply == PDR_PROVED;
}

/* --- from beginning to end --- */

/* Chains of weakest preconditions: short ones first, since those without an end are seldom needed. */
static const uint32_t generations[] = { 3, 12 };
enum { GENERATIONS = sizeof generations / sizeof *generations };

/* With those predicates. *complete: there are no others. */
static enum pdr_reply guess_with(struct cut_proof *p, uint32_t chain, bool *complete)
{
	struct predicates *predicates = predicates_new(p->system, chain, cut_proof_is_late, p);
	*complete = !predicates;
	if (!predicates) {
		cut_proof_give_up(p, "too many predicates");
		return PDR_STOPPED;
	}
	enum pdr_reply reply = run_pdr(p, predicates);
	*complete = !predicates->cut_off;
	predicates_free(predicates);
	return reply;
}

/* What is quick. */
static bool guess_in_brief(struct cut_proof *p)
{
	bool complete;
	enum pdr_reply reply = guess_with(p, generations[0], &complete);
	p->task->short_chains_fail = reply == PDR_REACHED && !complete;
	return reply == PDR_PROVED || cut_proof_give_up(p, "what is quick proves nothing");
}

/* With longer chains as well, and with bits, if those are not enough. */
static bool guess(struct cut_proof *p)
{
	enum pdr_reply reply = PDR_REACHED;
	bool complete = false;
	for (size_t i = p->task->short_chains_fail; i < GENERATIONS && reply == PDR_REACHED && !complete; i++)
		reply = guess_with(p, generations[i], &complete);
	return reply == PDR_PROVED || guess_bits(p) ||
	       cut_proof_give_up(p, p->trouble ? p->trouble : "the predicates do not exclude a violation");
}

bool pdr_find_invariants(struct task *task, struct outcome *o, struct program *flat, struct stretch_invariants *found)
{
	return cut_proof_find(task, o, flat, "pdr", guess, found);
}

static void search(struct task *task, struct outcome *o)
{
	cut_proof_search(task, o, "pdr", task->limits.half == FIRST_HALF ? guess_in_brief : guess);
}

/* Either quick or without success: most programs are no state machines, which is seen in a moment. */
const struct engine engine_pdr = { .search = search,
				   .turn = { .taken = true, .part = 0.4, .seconds = 12, .cycles = true },
				   .only_proves = true };
