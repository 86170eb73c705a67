/* Proofs of state machines without a bound: all states that are reached, as binary decision diagrams over the bits of what matters
 * (lib/bdd). As for pdr, what is found is a guess, an invariant for each cut, which is confirmed (cut_proof.h). Never finds bugs.
 * docs/engines.md. */
#include "cut_proof.h"
#include "reached_invariants.h"

enum { MOST_NODES = 1 << 23, NODE_BYTES = 32, MEMORY_PART = 2 };

/* Within the memory of this process: what the search may use. */
static uint32_t node_limit(const struct task *task)
{
	uint64_t most = ((uint64_t)task->limits.memory_mb << 20) / MEMORY_PART / NODE_BYTES;
	return most && most < MOST_NODES ? (uint32_t)most : MOST_NODES;
}

static const char *const replies[] = {
	[REACH_CLOSED] = "closed",
	[REACH_BAD] = "the bits do not exclude a violation",
	[REACH_NODES] = "the decision diagrams are too large",
	[REACH_WORK] = "the decision diagrams are too much work",
	[REACH_MEMORY] = "memory",
	[REACH_STOPPED] = "time",
	[REACH_FAILED] = "the process that searches has ended",
};

static bool guess(struct cut_proof *p)
{
	struct word_machine words;
	struct reached reached = { 0 };
	struct reach_options options = { .nodes = node_limit(p->task), .stop = cut_proof_is_late, .context = p };
	word_machine_init(&words, p->system, false, cut_proof_is_late, p);
	enum reach_reply reply = cut_proof_is_late(p) ? REACH_STOPPED : reach(&words.machine, &options, &reached);
	task_say(p->task, "bdd: %u cuts, %u places, %u bits, %zu edges: %s, %u images, %zu decisions, %llu nodes made",
		 words.machine.cuts, cut_proof_places(p), words.machine.bits, words.machine.edges.count, replies[reply],
		 reached.images, reached.decisions.count, (unsigned long long)reached.work);
	if (reply == REACH_CLOSED)
		p->invariants = reached_invariants(&reached, &words, p->system);
	reached_release(&reached);
	word_machine_release(&words);
	return reply == REACH_CLOSED || cut_proof_give_up(p, replies[reply]);
}

static void search(struct task *task, struct outcome *o)
{
	cut_proof_search(task, o, "bdd", guess);
}

const struct engine engine_bdd = { .search = search };
