/* What holds at the blocks of a procedure: upwards until nothing changes, then downwards. */
#include <string.h>

#include "interpretation.h"
#include "label.h"

enum { PATIENCE = 2, NARROWINGS = 2, LESS_NARROWINGS = 1 };

/* Lets an edge's facts flow into its target; true if that has to be visited. AGAIN: it has to be anyway. */
static bool flow(struct interpretation *i, struct summary *s, uint32_t source, uint32_t edge, bool again)
{
	uint32_t target = s->cfg->successors[edge];
	if (!s->taken[edge])
		return false;
	if (!s->reached[target]) {
		s->reached[target] = true;
		s->at[target] = s->over[edge];
		return true;
	}
	bool is_seen = s->seen[edge] && facts_include(&i->domain, s->seen[edge], s->over[edge]);
	s->seen[edge] = s->over[edge];
	if (facts_include(&i->domain, s->at[target], s->over[edge]))
		return !is_seen && (s->asks[target] || interpretation_is_question(i, s, target));
	bool back = s->cfg->rank[target] <= s->cfg->rank[source];
	s->visits[target] += back && !again;
	const struct thresholds *widen = back ? summary_widening(i, s, s->visits[target], PATIENCE) : NULL;
	s->at[target] = facts_join(&i->domain, s->at[target], s->over[edge], widen);
	return true;
}

static void ask(struct interpretation *i)
{
	const struct interpret_options *o = i->options;
	i->stopped |= o->stop && o->stop(o->context);
	enum haste haste = o->haste && i->haste < HASTE_MOST ? o->haste(o->context) : HASTE_NONE;
	i->haste = haste > i->haste ? haste : i->haste;
}

/* Blocks that edges go back to, which have to be visited again. */
struct heads VEC_BODY(uint32_t);

/* The next rank: that of the innermost loop that has ended and has changed. So what all edges bring back to a head is one round, and
 * inner loops are stable before outer ones go on (Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993). */
static uint32_t next_rank(const struct summary *s, struct heads *heads, uint32_t rank)
{
	const struct cfg *cfg = s->cfg;
	size_t chosen = heads->count;
	for (size_t k = 0; k < heads->count; k++)
		if (s->ends[heads->at[k]] < rank &&
		    (chosen == heads->count || cfg->rank[heads->at[k]] > cfg->rank[heads->at[chosen]]))
			chosen = k;
	if (chosen == heads->count)
		return rank;
	rank = cfg->rank[heads->at[chosen]];
	heads->at[chosen] = heads->at[--heads->count];
	return rank;
}

/* Lets what holds behind block B flow on; NEXT: the rank behind its own. */
static void flow_on(struct interpretation *i, struct summary *s, uint32_t b, uint32_t next, bool *pending,
		    struct heads *heads)
{
	const struct cfg *cfg = s->cfg;
	for (uint32_t e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++) {
		uint32_t target = cfg->successors[e];
		if (!flow(i, s, b, e, pending[target]))
			continue;
		if (!pending[target] && cfg->rank[target] < next)
			vec_push(heads, target);
		pending[target] = true;
	}
}

/* Upwards, until nothing changes. FIRST: what the first STRAIGHT blocks leave. */
static void ascend(struct interpretation *i, struct summary *s, uint32_t straight, struct exits *first)
{
	bool *pending = memory_alloc(s->cfg->block_count * sizeof *pending);
	struct exits others = { { false }, { NULL } };
	struct heads heads = { 0 };
	memcpy(pending, s->reached, s->cfg->block_count * sizeof *pending);
	for (uint32_t rank = 0; rank < s->cfg->order_count && !i->stopped; rank = next_rank(s, &heads, rank)) {
		uint32_t b = s->cfg->order[rank++];
		if (!pending[b])
			continue;
		pending[b] = false;
		ask(i);
		interpretation_visit_block(i, s, b, rank <= straight ? first : &others);
		flow_on(i, s, b, rank, pending, &heads);
	}
	vec_free(&heads);
	memory_free(pending);
}

/* What flows into the block over its edges: those that go back as they were before. */
static bool gather(struct interpretation *i, struct summary *s, uint32_t b, const struct facts **facts)
{
	bool reached = b == 0;
	*facts = s->entry;
	for (uint32_t k = s->cfg->predecessor_start[b]; k < s->cfg->predecessor_start[b + 1]; k++) {
		uint32_t e = s->edges_in[k];
		if (!s->taken[e])
			continue;
		*facts = reached ? facts_join(&i->domain, *facts, s->over[e], NULL) : s->over[e];
		reached = true;
	}
	return reached;
}

/* Downwards, behind the first STRAIGHT blocks: what was widened too far comes back. Each step starts from what is true and gives what is
 * true. */
static void descend(struct interpretation *i, struct summary *s, uint32_t straight, struct exits *exit)
{
	for (uint32_t rank = straight; rank < s->cfg->order_count && !i->stopped; rank++) {
		uint32_t b = s->cfg->order[rank];
		if (!s->reached[b])
			continue;
		s->reached[b] = gather(i, s, b, &s->at[b]);
		if (s->reached[b])
			interpretation_visit_block(i, s, b, exit);
		else
			for (uint32_t e = s->cfg->successor_start[b]; e < s->cfg->successor_start[b + 1]; e++)
				s->taken[e] = false;
	}
}

/* ---- procedures ---- */

static void enter(const struct interpretation *i, const struct summary *s)
{
	char label[96];
	if (!i->options->profile)
		return;
	procedure_label(s->procedure, label, sizeof label);
	profile_enter(i->options->profile, label);
}

void interpretation_mark(struct interpretation *i, struct summary *s)
{
	s->is_dirty = true;
	sweep_mark(&i->sweep, s->procedure->index);
}

/* A visit goes on from where the last one ended: to that comes what is new at the entry, and what calls leave now, wherever that flows.
 * So most blocks are visited once or twice. */
static bool begin(struct interpretation *i, struct summary *s)
{
	uint32_t blocks = s->cfg->block_count, edges = s->cfg->successor_start[blocks];
	bool goes_on = s->is_visited && s->reached[0];
	if (!goes_on)
		memset(s->reached, 0, blocks * sizeof *s->reached);
	if (!goes_on || facts_include(&i->domain, s->entry, s->at[0]))
		s->at[0] = s->entry;
	else
		s->at[0] = facts_join(&i->domain, s->at[0], s->entry, NULL);
	s->reached[0] = true;
	memset(s->visits, 0, blocks * sizeof *s->visits);
	memset(s->seen, 0, edges * sizeof *s->seen);
	memset(s->taken, 0, edges * sizeof *s->taken);
	return goes_on;
}

void interpretation_visit_summary(struct interpretation *i, struct summary *s)
{
	s->is_dirty = false;
	if (i->stopped || !s->is_reached)
		return;
	enter(i, s);
	summary_prepare(i, s);
	struct exits first = { { false }, { NULL } }, exit;
	size_t changes = s->change_count;
	bool goes_on = begin(i, s);
	/* Before the first loop nothing is widened; what the last visit left may be too much, which matters if there is time. */
	uint32_t straight = goes_on && !i->haste ? 0 : s->straight;
	ascend(i, s, straight, &first);
	for (unsigned k = 0; k < (i->haste || goes_on ? LESS_NARROWINGS : NARROWINGS); k++) {
		exit = first;
		descend(i, s, straight, &exit);
	}
	s->is_visited = true;
	summary_conclude(i, s, &exit, changes);
	profile_leave(i->options->profile);
}
