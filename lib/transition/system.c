#include "system.h"

#include "system_builder.h"

enum { MOST_ROUNDS = 24, MOST_CELLS = 600, MOST_TERMS = 1 << 22 };

static bool must_stop(const struct builder *b)
{
	return b->full || bank_size(b->bank) > b->terms || (b->stop && b->stop(b->context));
}

/* --- constants --- */

static bool is_lost(const struct fact *fact)
{
	return fact->value == VARIES && !fact->count;
}

static bool follow(struct builder *b, const struct way *way, uint32_t to, size_t places)
{
	bool first = !b->system->reached[to], changed = first;
	term condition = system_resolve(b, way->state.path->full);
	b->system->reached[to] = true;
	for (uint32_t i = 0; i < places; i++)
		if (!is_lost(&b->known[to].at[i]) && system_belongs(b, to, i))
			changed |= system_meet(
				b, &b->known[to].at[i],
				system_under(b->bank, condition, system_arriving(b, way, to != way->to, i)));
	return changed;
}

/* More is known to reach the cut: it is to be looked at, or, if it is an end, what is behind calls that come to it. */
static void wake(const struct builder *b, uint32_t cut, bool *waiting)
{
	const struct segments *s = b->system->segments;
	waiting[cut] = true;
	for (uint32_t c = 0; c < s->cuts.count && !s->cuts.at[cut].block; c++)
		for (size_t i = 0; i < s->segments[c].ways.count; i++) {
			const struct statement *call = s->segments[c].ways.at[i].call;
			waiting[c] |= b->system->reached[c] && call && system_flow(b, call->callee)->end == cut;
		}
}

static bool follow_way(struct builder *b, const struct way *way, size_t places, bool *waiting)
{
	const struct flow *callee = way->call ? system_flow(b, way->call->callee) : NULL;
	bool again = false;
	if (term_is_false(b->bank, system_resolve(b, way->state.path->full)))
		return false;
	if (callee && follow(b, way, callee->beginning, places)) {
		wake(b, callee->beginning, waiting);
		again = true;
	}
	if ((!callee || b->system->reached[callee->end]) && follow(b, way, way->to, places)) {
		wake(b, way->to, waiting);
		again = true;
	}
	return again;
}

static void find_constants(struct builder *b)
{
	struct system *s = b->system;
	size_t places = s->places.count;
	bool *waiting = memory_alloc(s->cut_count * sizeof *waiting);
	for (uint32_t c = 0; c < s->cut_count; c++) {
		vec_clear(&b->known[c]);
		for (size_t i = 0; i < places; i++)
			vec_push(&b->known[c], (struct fact){ .value = c ? 0 : VARIES });
		s->reached[c] = !c;
	}
	waiting[0] = true;
	for (bool again = true; again && !must_stop(b);) {
		again = false;
		for (uint32_t c = 0; c < s->cut_count; c++) {
			if (!waiting[c])
				continue;
			waiting[c] = false;
			system_go_to(b, c);
			for (size_t i = 0; i < s->segments->segments[c].ways.count; i++)
				again |= follow_way(b, &s->segments->segments[c].ways.at[i], places, waiting);
		}
	}
	memory_free(waiting);
}

/* --- what matters --- */

struct needing {
	struct builder *builder;
	uint32_t cut;
	bool changed;
};

static void need_leaf(void *context, term leaf)
{
	struct needing *n = context;
	struct system *s = n->builder->system;
	uint32_t place = table_get(&s->place_of, leaf, 0);
	if (!place || s->needed[n->cut][place - 1])
		return;
	s->needed[n->cut][place - 1] = true;
	n->changed = true;
}

static bool need(struct builder *b, uint32_t cut, term t)
{
	struct needing n = { b, cut, false };
	term_leaves(b->bank, t, need_leaf, &n);
	return n.changed;
}

static void clear_needs(struct builder *b)
{
	struct system *s = b->system;
	for (uint32_t c = 0; c < s->cut_count; c++)
		s->needed[c] = arena_alloc(s->arena, (b->most + 1) * sizeof(bool));
	s->transitions.count = 0;
}

static void add_transition(struct builder *b, uint32_t cut, const struct way *way, uint32_t to, term condition,
			   enum transition_kind kind)
{
	struct transition t = { .from = cut, .to = to, .condition = condition, .way = way, .kind = kind };
	t.values = arena_alloc(b->system->arena, (b->most + 1) * sizeof(term));
	vec_push(&b->system->transitions, t);
}

static void add_transitions(struct builder *b, uint32_t cut)
{
	struct system *s = b->system;
	const struct segment *segment = &s->segments->segments[cut];
	system_go_to(b, cut);
	term bad = term_false(b->bank);
	for (size_t i = 0; i < segment->violations.count; i++)
		bad = term_or(b->bank, bad, system_resolve(b, segment->violations.at[i]));
	s->bad[cut] = bad;
	need(b, cut, bad);
	for (size_t i = 0; i < segment->ways.count; i++) {
		const struct way *way = &segment->ways.at[i];
		const struct flow *callee = way->call ? system_flow(b, way->call->callee) : NULL;
		term condition = system_resolve(b, way->state.path->full);
		if (term_is_false(b->bank, condition))
			continue;
		need(b, cut, condition);
		if (callee)
			add_transition(b, cut, way, callee->beginning, condition, TRANSITION_ENTER);
		if (!callee)
			add_transition(b, cut, way, way->to, condition, TRANSITION_STEP);
		else if (s->reached[callee->end])
			add_transition(b, cut, way, way->to, condition, TRANSITION_RETURN);
	}
}

/* True: something else is needed. */
static bool need_at(struct builder *b, uint32_t cut, uint32_t place)
{
	bool *needed = &b->system->needed[cut][place];
	bool changed = !*needed;
	*needed = true;
	return changed;
}

/* What a call gives is needed at the end of the callee. */
static bool need_result(struct builder *b, const struct transition *t, uint32_t place)
{
	uint32_t result;
	return t->kind == TRANSITION_RETURN && system_result_place(b, t->way->call, place, &result) &&
	       t->values[place] == b->system->places.at[result].returned &&
	       need_at(b, system_flow(b, t->way->call->callee)->end, result);
}

/* What a procedure comes to depends on all that matters when it begins. */
static bool need_firsts(struct builder *b, const struct procedure *proc)
{
	const struct flow *flow = system_flow(b, proc);
	const struct system *s = b->system;
	bool changed = false;
	uint32_t first;
	if (flow->end == CFG_NONE || !s->reached[flow->end])
		return false;
	for (uint32_t p = 0; p < b->known[0].count; p++)
		if (s->needed[flow->beginning][p] && system_first_place(b, p, &first))
			changed |= need_at(b, flow->end, first);
	return changed;
}

static bool need_values(struct builder *b, struct transition *t)
{
	const struct system *s = b->system;
	bool changed = false;
	system_go_to(b, t->from);
	for (uint32_t p = 0; p < s->places.count && p < b->known[0].count; p++) {
		if (!s->needed[t->to][p] || t->values[p])
			continue;
		t->values[p] =
			system_under(b->bank, t->condition, system_arriving(b, t->way, t->kind == TRANSITION_ENTER, p));
		changed |= need(b, t->from, t->values[p]) || t->to == t->from;
		changed |= need_result(b, t, p);
	}
	return changed;
}

/* Backwards, until nothing else is needed. */
static void find_needs(struct builder *b)
{
	struct system *s = b->system;
	const struct program *p = s->segments->program;
	clear_needs(b);
	for (uint32_t c = 0; c < s->cut_count; c++)
		if (s->reached[c])
			add_transitions(b, c);
	for (bool again = true; again && !must_stop(b);) {
		again = false;
		for (uint32_t i = 0; i < p->procedure_count; i++)
			again |= need_firsts(b, p->procedures[i]);
		for (size_t i = 0; i < s->transitions.count; i++)
			again |= need_values(b, &s->transitions.at[i]);
	}
}

static void note_constants(struct builder *b)
{
	struct system *s = b->system;
	for (uint32_t c = 0; c < s->cut_count; c++) {
		s->constants[c] = arena_alloc(s->arena, (s->places.count + 1) * sizeof(term));
		for (uint32_t p = 0; p < b->known[c].count; p++)
			if (b->known[c].at[p].value != VARIES)
				s->constants[c][p] = b->known[c].at[p].value;
	}
}

/* --- from beginning to end --- */

static void release(struct builder *b)
{
	for (uint32_t c = 0; c < b->system->cut_count; c++)
		vec_free(&b->known[c]);
	memory_free(b->known);
	table_free(&b->memo);
	table_free(&b->cells);
	table_free(&b->unknown);
	table_free(&b->firsts);
	effects_free(b->effects);
	callgraph_free(b->graph);
}

struct system *system_new(const struct segments *segments, enum system_memory memory, bool (*stop)(void *context),
			  void *context)
{
	struct system *s = memory_alloc(sizeof *s);
	struct builder b = { .system = s,
			     .bank = segments->program->bank,
			     .whole = memory == SYSTEM_MAPS,
			     .stop = stop,
			     .context = context };
	s->segments = segments;
	s->bank = b.bank;
	s->arena = arena_new();
	s->cut_count = (uint32_t)segments->cuts.count;
	b.graph = segments->calls ? callgraph_new(segments->program) : NULL;
	b.effects = b.graph ? effects_new(b.graph) : NULL;
	s->reached = arena_alloc(s->arena, s->cut_count * sizeof *s->reached);
	s->constants = arena_alloc(s->arena, s->cut_count * sizeof *s->constants);
	s->needed = arena_alloc(s->arena, s->cut_count * sizeof *s->needed);
	s->bad = arena_alloc(s->arena, s->cut_count * sizeof *s->bad);
	b.known = memory_alloc(s->cut_count * sizeof *b.known);
	system_add_variables(&b);
	b.most = s->places.count * (segments->calls ? 2 : 1) + MOST_CELLS;
	b.terms = bank_size(b.bank) + MOST_TERMS;
	uint32_t rounds = 0;
	do {
		b.found = false;
		find_constants(&b);
		find_needs(&b);
	} while (b.found && !must_stop(&b) && ++rounds < MOST_ROUNDS);
	note_constants(&b);
	s->unknown = (uint32_t)b.unknown.count;
	bool complete = !b.found && !must_stop(&b) && !segments->failed;
	release(&b);
	if (complete)
		return s;
	system_free(s);
	return NULL;
}

void system_free(struct system *s)
{
	if (!s)
		return;
	vec_free(&s->places);
	vec_free(&s->transitions);
	table_free(&s->place_of);
	arena_free(s->arena);
	memory_free(s);
}
