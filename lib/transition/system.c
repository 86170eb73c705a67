#include "system.h"

#include "callgraph.h"
#include "statement.h"

enum { MOST_ROUNDS = 24, MOST_CELLS = 600, MOST_TERMS = 1 << 22 };

/* No constant. */
#define VARIES UINT32_MAX

struct builder {
	struct system *system;
	struct bank *bank;
	bool whole;                          /* maps are places */
	TABLE(uint64_t, uint32_t) cells;     /* map's leaf << 32 | index -> place + 1 */
	TABLE(term, term) unknown;           /* read at an index that varies -> what stands for it */
	TABLE(uint32_t, uint32_t) firsts;    /* place -> place + 1 of what it was when the procedure began */
	struct callgraph *graph;
	struct effects *effects;
	struct facts VEC_BODY(term) * known; /* by cut, by place: 0 (not reached), a constant, VARIES */
	uint32_t at;                         /* whose constants `resolve` puts in */
	struct table memo;                   /* of `resolve`, at this cut */
	bool found;                          /* a cell that was not known */
	bool full;                           /* there are too many places */
	size_t most;                         /* places */
	uint32_t terms;                      /* at most in the bank */
	bool (*stop)(void *context);
	void *context;
};

static bool must_stop(const struct builder *b)
{
	return b->full || bank_size(b->bank) > b->terms || (b->stop && b->stop(b->context));
}

/* --- places --- */

static bool is_map(const struct bank *bank, const struct variable *v)
{
	return sort_kind(bank, v->sort) == SORT_MAP;
}

static uint32_t add_place(struct builder *b, const struct variable *v, term index, term leaf)
{
	struct system *s = b->system;
	vec_push(&s->places, (struct place){ .variable = v, .index = index, .leaf = leaf });
	table_put(&s->place_of, leaf, (uint32_t)s->places.count);
	return (uint32_t)s->places.count - 1;
}

static void add_variable(struct builder *b, const struct variable *v)
{
	if (b->whole || !is_map(b->bank, v))
		add_place(b, v, 0, v->term);
}

static void add_variables(struct builder *b)
{
	const struct segments *segments = b->system->segments;
	const struct program *p = segments->program;
	for (uint32_t i = 0; i < p->global_count; i++)
		add_variable(b, p->globals[i]);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t k = 0; k < p->procedures[i]->variable_count; k++)
			add_variable(b, p->procedures[i]->variables[k]);
}

/* Room for one more? */
static bool has_room(struct builder *b)
{
	b->full = b->full || b->system->places.count >= b->most;
	return !b->full;
}

/* False: there are too many places. */
static bool cell_place(struct builder *b, const struct variable *map, term index, uint32_t *place)
{
	uint64_t key = (uint64_t)map->term << 32 | index;
	uint32_t known = table_get(&b->cells, key, 0);
	*place = known - 1;
	if (known)
		return true;
	if (!has_room(b))
		return false;
	term leaf = term_variable(b->bank, sort_value(b->bank, map->sort), map->name);
	*place = add_place(b, map, index, leaf);
	table_put(&b->cells, key, *place + 1);
	b->found = true;
	return true;
}

/* The place of the variable or its cell; false: there are too many. */
static bool place_at(struct builder *b, const struct variable *v, term index, uint32_t *place)
{
	*place = table_get(&b->system->place_of, v->term, 0) - 1;
	return index ? cell_place(b, v, index, place) : true;
}

/* Of what the place's value was when the procedure began. */
static bool first_place(struct builder *b, uint32_t of, uint32_t *place)
{
	struct system *s = b->system;
	*place = table_get(&b->firsts, of, 0) - 1;
	if (*place != UINT32_MAX)
		return true;
	if (!has_room(b))
		return false;
	struct place p = s->places.at[of];
	const char *name = arena_format(s->arena, "%s.first", p.variable->name);
	*place = add_place(b, p.variable, p.index, term_variable(b->bank, term_sort(b->bank, p.leaf), name));
	s->places.at[*place].first = of + 1;
	table_put(&b->firsts, of, *place + 1);
	b->found = true;
	return true;
}

const struct place *system_place(const struct system *s, term leaf)
{
	uint32_t place = table_get(&s->place_of, leaf, 0);
	return place ? &s->places.at[place - 1] : NULL;
}

/* --- terms at a cut --- */

/* 0: none is known. */
static term constant_at(const struct builder *b, uint32_t cut, uint32_t place)
{
	const struct facts *known = &b->known[cut];
	term value = place < known->count ? known->at[place] : VARIES;
	return value != VARIES ? value : 0;
}

static term place_value(const struct builder *b, uint32_t place)
{
	term value = constant_at(b, b->at, place);
	return value ? value : b->system->places.at[place].leaf;
}

static term read_cell(struct builder *b, term select)
{
	term map = term_arg(b->bank, select, 0), index = term_arg(b->bank, select, 1);
	const struct variable *v = program_variable_of(b->system->segments->program, map);
	uint32_t place;
	if (v && term_is_constant(b->bank, index) && cell_place(b, v, index, &place))
		return place_value(b, place);
	term leaf = table_get(&b->unknown, select, 0);
	if (!leaf) {
		leaf = term_variable(b->bank, term_sort(b->bank, select), "cell");
		table_put(&b->unknown, select, leaf);
	}
	return leaf;
}

static term resolve_leaf(struct builder *b, term t)
{
	if (term_op(b->bank, t) == OP_SELECT && !b->whole)
		return read_cell(b, t);
	uint32_t place = term_op(b->bank, t) == OP_VARIABLE ? table_get(&b->system->place_of, t, 0) : 0;
	return place ? place_value(b, place - 1) : t;
}

static term with_arguments(struct builder *b, term t)
{
	term args[5];
	uint32_t indices[2] = { 0 }, count = term_count(b->bank, t);
	enum op op = term_op(b->bank, t);
	bool changed = false;
	for (uint32_t i = 0; i < count; i++) {
		args[i] = (term)table_get(&b->memo, term_arg(b->bank, t, i), 0);
		changed = changed || args[i] != term_arg(b->bank, t, i);
	}
	for (uint32_t i = 0; i < op_indices(op); i++)
		indices[i] = term_index(b->bank, t, i);
	return changed ? term_make(b->bank, op, args, indices) : t;
}

/* The term with constants put in and reads of cells replaced, until nothing changes. */
static term resolve(struct builder *b, term t)
{
	VEC(term) stack = { 0 };
	vec_push(&stack, t);
	while (stack.count) {
		term top = vec_last(&stack);
		size_t before = stack.count;
		if (table_has(&b->memo, top)) {
			stack.count--;
			continue;
		}
		for (uint32_t i = 0; i < term_count(b->bank, top); i++)
			if (!table_has(&b->memo, term_arg(b->bank, top, i)))
				vec_push(&stack, term_arg(b->bank, top, i));
		if (stack.count > before)
			continue;
		term rebuilt = with_arguments(b, top);
		if (rebuilt == top)
			table_put(&b->memo, top, resolve_leaf(b, top));
		else if (table_has(&b->memo, rebuilt))
			table_put(&b->memo, top, table_get(&b->memo, rebuilt, 0));
		else
			vec_push(&stack, rebuilt);
	}
	vec_free(&stack);
	return (term)table_get(&b->memo, t, 0);
}

static void go_to(struct builder *b, uint32_t cut)
{
	b->at = cut;
	table_clear(&b->memo);
}

static term cell_of(struct builder *b, term value, term index)
{
	return resolve(b, index ? term_select(b->bank, value, index) : value);
}

static const struct cut *cut_at(const struct builder *b, uint32_t cut)
{
	return &b->system->segments->cuts.at[cut];
}

static const struct flow *flow_of(const struct builder *b, const struct procedure *proc)
{
	return &b->system->segments->flows[proc->index];
}

/* Does it say anything of the state at the cut? */
static bool belongs(const struct builder *b, uint32_t cut, uint32_t place)
{
	const struct variable *v = b->system->places.at[place].variable;
	return !v->procedure || v->procedure == cut_at(b, cut)->procedure;
}

/* --- calls --- */

/* What the procedure began with stays what it is. */
static term arriving_first(const struct builder *b, uint32_t place)
{
	bool begins = flow_of(b, cut_at(b, b->at)->procedure)->beginning == b->at;
	return place_value(b, begins ? b->system->places.at[place].first - 1 : place);
}

static term arriving_in(struct builder *b, const struct way *way, const struct place *p)
{
	if (p->variable->procedure)
		return cell_of(b, way->arguments[p->variable->index], p->index);
	return cell_of(b, segments_value(way, p->variable), p->index);
}

/* The callee's variable that the place's variable gets its value from; NULL: it keeps its own. */
static const struct variable *result_of(const struct builder *b, const struct statement *call, const struct variable *v)
{
	for (uint32_t i = 0; i < call->out_count; i++)
		if (call->outs[i] == v)
			return call->callee->variables[call->callee->in_count + i];
	return !v->procedure && effects_writes(b->effects, call->callee, v) ? v : NULL;
}

/* The place at the end of the callee from which the place gets its value; false: it keeps its own. */
static bool result_place(struct builder *b, const struct statement *call, uint32_t place, uint32_t *result)
{
	struct place p = b->system->places.at[place];
	const struct variable *v = p.first ? NULL : result_of(b, call, p.variable);
	return v && place_at(b, v, p.index, result);
}

static term arriving_behind(struct builder *b, const struct way *way, uint32_t place)
{
	struct system *s = b->system;
	uint32_t result;
	if (!result_place(b, way->call, place, &result))
		return cell_of(b, segments_value(way, s->places.at[place].variable), s->places.at[place].index);
	struct place *p = &s->places.at[result];
	term constant = constant_at(b, flow_of(b, way->call->callee)->end, result);
	if (!p->returned)
		p->returned = term_variable(b->bank, term_sort(b->bank, p->leaf), p->variable->name);
	return constant ? constant : p->returned;
}

/* What the place holds at the end of the way, in terms of its beginning. */
static term arriving(struct builder *b, const struct way *way, bool enters, uint32_t place)
{
	const struct place *p = &b->system->places.at[place];
	if (p->first)
		return arriving_first(b, place);
	if (!way->call)
		return cell_of(b, segments_value(way, p->variable), p->index);
	return enters ? arriving_in(b, way, p) : arriving_behind(b, way, place);
}

/* --- constants --- */

/* True: something is known less than before. */
static bool meet(struct builder *b, uint32_t cut, uint32_t place, term value)
{
	term *known = &b->known[cut].at[place];
	term met = !term_is_constant(b->bank, value) ? VARIES : !*known || *known == value ? value : VARIES;
	bool changed = met != *known && *known != VARIES;
	if (changed)
		*known = met;
	return changed;
}

static bool follow(struct builder *b, const struct way *way, uint32_t to, size_t places)
{
	bool first = !b->system->reached[to], changed = first;
	b->system->reached[to] = true;
	for (uint32_t i = 0; i < places; i++)
		if (b->known[to].at[i] != VARIES && belongs(b, to, i))
			changed |= meet(b, to, i, arriving(b, way, to != way->to, i));
	return changed;
}

/* More is known to reach the cut: it is to be looked at, or, if it is an end, what is behind calls that come to it. */
static void wake(const struct builder *b, uint32_t cut, bool *waiting)
{
	const struct segments *s = b->system->segments;
	waiting[cut] = true;
	for (uint32_t c = 0; c < s->cuts.count && !cut_at(b, cut)->block; c++)
		for (size_t i = 0; i < s->segments[c].ways.count; i++) {
			const struct statement *call = s->segments[c].ways.at[i].call;
			waiting[c] |= b->system->reached[c] && call && flow_of(b, call->callee)->end == cut;
		}
}

static bool follow_way(struct builder *b, const struct way *way, size_t places, bool *waiting)
{
	const struct flow *callee = way->call ? flow_of(b, way->call->callee) : NULL;
	bool again = false;
	if (term_is_false(b->bank, resolve(b, way->state.path->full)))
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
			vec_push(&b->known[c], c ? 0 : VARIES);
		s->reached[c] = !c;
	}
	waiting[0] = true;
	for (bool again = true; again && !must_stop(b);) {
		again = false;
		for (uint32_t c = 0; c < s->cut_count; c++) {
			if (!waiting[c])
				continue;
			waiting[c] = false;
			go_to(b, c);
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

static void add_transition(struct builder *b, uint32_t cut, const struct way *way, uint32_t to, term condition, int kind)
{
	struct transition t = { .from = cut, .to = to, .condition = condition, .way = way, .kind = kind };
	t.values = arena_alloc(b->system->arena, (b->most + 1) * sizeof(term));
	vec_push(&b->system->transitions, t);
}

static void add_transitions(struct builder *b, uint32_t cut)
{
	struct system *s = b->system;
	const struct segment *segment = &s->segments->segments[cut];
	go_to(b, cut);
	term bad = term_false(b->bank);
	for (size_t i = 0; i < segment->violations.count; i++)
		bad = term_or(b->bank, bad, resolve(b, segment->violations.at[i]));
	s->bad[cut] = bad;
	need(b, cut, bad);
	for (size_t i = 0; i < segment->ways.count; i++) {
		const struct way *way = &segment->ways.at[i];
		const struct flow *callee = way->call ? flow_of(b, way->call->callee) : NULL;
		term condition = resolve(b, way->state.path->full);
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
	return t->kind == TRANSITION_RETURN && result_place(b, t->way->call, place, &result) &&
	       t->values[place] == b->system->places.at[result].returned &&
	       need_at(b, flow_of(b, t->way->call->callee)->end, result);
}

/* What a procedure comes to depends on all that matters when it begins. */
static bool need_firsts(struct builder *b, const struct procedure *proc)
{
	const struct flow *flow = flow_of(b, proc);
	const struct system *s = b->system;
	bool changed = false;
	uint32_t first;
	if (flow->end == CFG_NONE || !s->reached[flow->end])
		return false;
	for (uint32_t p = 0; p < b->known[0].count; p++)
		if (s->needed[flow->beginning][p] && first_place(b, p, &first))
			changed |= need_at(b, flow->end, first);
	return changed;
}

static bool need_values(struct builder *b, struct transition *t)
{
	const struct system *s = b->system;
	bool changed = false;
	go_to(b, t->from);
	for (uint32_t p = 0; p < s->places.count && p < b->known[0].count; p++) {
		if (!s->needed[t->to][p] || t->values[p])
			continue;
		t->values[p] = arriving(b, t->way, t->kind == TRANSITION_ENTER, p);
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
			if (b->known[c].at[p] != VARIES)
				s->constants[c][p] = b->known[c].at[p];
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
	b.graph = callgraph_new(segments->program);
	b.effects = effects_new(b.graph);
	s->reached = arena_alloc(s->arena, s->cut_count * sizeof *s->reached);
	s->constants = arena_alloc(s->arena, s->cut_count * sizeof *s->constants);
	s->needed = arena_alloc(s->arena, s->cut_count * sizeof *s->needed);
	s->bad = arena_alloc(s->arena, s->cut_count * sizeof *s->bad);
	b.known = memory_alloc(s->cut_count * sizeof *b.known);
	add_variables(&b);
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
