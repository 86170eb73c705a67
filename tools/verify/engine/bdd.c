/* Proofs of state machines without a bound: all states that are reached, as binary decision diagrams over what matters (lib/bdd). As
 * with pdr, what is found is a guess, an invariant for each cut, which is confirmed (cut_proof.h). Never finds bugs.
 * docs/engines.md, "Decision diagrams". */
#include "bdd.h"

#include "cut_proof.h"
#include "predicate.h"
#include "reached_invariants.h"

enum { MOST_BITS = 2000, MOST_NODES = 1 << 23, NODE_BYTES = 32, MEMORY_PART = 2, GENERATIONS = 3 };

/* What is tried, one after the other, cheap first. The limits count nodes. */
static const struct attempt {
	enum segments_grain grain;
	bool predicates;   /* bits are predicates; else parts of words */
	uint32_t function; /* reach_options */
	uint64_t work;
} attempts[] = {
	{ SEGMENTS_OF_LOOPS, false, 2000, 2000000 },
	{ SEGMENTS_OF_JOINS, false, 10000, 2000000 },
	{ SEGMENTS_OF_LOOPS, true, 10000, 2000000 },
	{ SEGMENTS_OF_JOINS, false, 100000, 0 },
};

static const char *const replies[] = {
	[REACH_CLOSED] = "closed",
	[REACH_BAD] = "the decision diagrams do not exclude a violation",
	[REACH_NODES] = "the decision diagrams are too large",
	[REACH_WORK] = "the decision diagrams are too much work",
	[REACH_MEMORY] = "memory",
	[REACH_STOPPED] = "time",
	[REACH_FAILED] = "the process that searches has ended",
};

/* Within the memory of this process: what the search may use. */
static uint32_t node_limit(const struct task *task)
{
	uint64_t most = ((uint64_t)task->limits.memory_mb << 20) / MEMORY_PART / NODE_BYTES;
	return most && most < MOST_NODES ? (uint32_t)most : MOST_NODES;
}

/* Of machines with more bits no attempt is worth its time. */
static bool is_large(const struct system_machine *machine)
{
	return machine->machine.bits > MOST_BITS;
}

static enum reach_reply look(struct cut_proof *p, const struct attempt *attempt, const struct system_machine *machine)
{
	struct reached reached = { 0 };
	struct reach_options options = { .nodes = node_limit(p->task),
					 .work = attempt->work,
					 .function = attempt->function,
					 .stop = cut_proof_is_late,
					 .context = p };
	enum reach_reply reply = cut_proof_is_late(p) ? REACH_STOPPED
				 : is_large(machine)  ? REACH_NODES
						      : reach(&machine->machine, &options, &reached);
	task_say(p->task,
		 "bdd: %u cuts, %u places, %u bits of %s, %zu edges: %s, %u images, %zu decisions, %llu nodes made",
		 machine->machine.cuts, cut_proof_places(p), machine->machine.bits,
		 attempt->predicates ? "predicates" : "words", machine->machine.edges.count, replies[reply],
		 reached.images, reached.decisions.count, (unsigned long long)reached.work);
	if (reply == REACH_CLOSED)
		p->invariants = reached_invariants(&reached, machine, p->system);
	reached_release(&reached);
	return reply;
}

static enum reach_reply look_at_predicates(struct cut_proof *p, const struct attempt *attempt)
{
	struct system_machine machine;
	struct predicates *predicates = predicates_new(p->system, GENERATIONS, cut_proof_is_late, p);
	if (!predicates)
		return cut_proof_is_late(p) ? REACH_STOPPED : REACH_NODES;
	machine_of_predicates(&machine, predicates, cut_proof_is_late, p);
	enum reach_reply reply = look(p, attempt, &machine);
	system_machine_release(&machine);
	predicates_free(predicates);
	return reply;
}

static enum reach_reply look_at_words(struct cut_proof *p, const struct attempt *attempt, bool *large)
{
	struct system_machine machine;
	machine_of_words(&machine, p->system, false, cut_proof_is_late, p);
	enum reach_reply reply = look(p, attempt, &machine);
	*large = is_large(&machine);
	system_machine_release(&machine);
	return reply;
}

static bool guess(struct cut_proof *p)
{
	enum reach_reply reply = REACH_STOPPED;
	bool large = false;
	for (size_t i = 0; !large && i < sizeof attempts / sizeof *attempts; i++) {
		if (!cut_proof_make_system(p, attempts[i].grain))
			return false;
		reply = attempts[i].predicates ? look_at_predicates(p, &attempts[i])
					       : look_at_words(p, &attempts[i], &large);
		if (reply == REACH_CLOSED || reply == REACH_STOPPED)
			break;
	}
	return reply == REACH_CLOSED || cut_proof_give_up(p, replies[reply]);
}

bool bdd_find_invariants(struct task *task, struct outcome *o, struct program *flat, struct stretch_invariants *found)
{
	return cut_proof_find(task, o, flat, "bdd", guess, found);
}

static void search(struct task *task, struct outcome *o)
{
	cut_proof_search(task, o, "bdd", guess);
}

/* Of large state machines it sometimes has the only proof; others are quicker with small programs. */
const struct engine engine_bdd = { .search = search,
				   .turn = { .taken = true, .part = 0.6, .seconds = 12, .blocks = 60, .cycles = true },
				   .only_proves = true };
