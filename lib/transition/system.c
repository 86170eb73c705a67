#include "system.h"

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
	vec_push(&s->places, (struct place){ v, index, leaf });
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
	for (uint32_t i = 0; i < segments->procedure->variable_count; i++)
		add_variable(b, segments->procedure->variables[i]);
}

/* False: there are too many places. */
static bool cell_place(struct builder *b, const struct variable *map, term index, uint32_t *place)
{
	uint64_t key = (uint64_t)map->term << 32 | index;
	uint32_t known = table_get(&b->cells, key, 0);
	*place = known - 1;
	if (known)
		return true;
	b->full = b->full || b->system->places.count >= b->most;
	if (b->full)
		return false;
	term leaf = term_variable(b->bank, sort_value(b->bank, map->sort), map->name);
	*place = add_place(b, map, index, leaf);
	table_put(&b->cells, key, *place + 1);
	b->found = true;
	return true;
}

const struct place *system_place(const struct system *s, term leaf)
{
	uint32_t place = table_get(&s->place_of, leaf, 0);
	return place ? &s->places.at[place - 1] : NULL;
}

/* --- terms at a cut --- */

static term place_value(const struct builder *b, uint32_t place)
{
	const struct facts *known = &b->known[b->at];
	term value = place < known->count ? known->at[place] : VARIES;
	return value && value != VARIES ? value : b->system->places.at[place].leaf;
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

/* What the place holds at the end of the way, in terms of its beginning. */
static term arriving(struct builder *b, const struct way *way, uint32_t place)
{
	struct place p = b->system->places.at[place];
	term value = segments_value(way, p.variable);
	return resolve(b, p.index ? term_select(b->bank, value, p.index) : value);
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

static bool follow(struct builder *b, const struct way *way, size_t places)
{
	bool first = !b->system->reached[way->to], changed = first;
	b->system->reached[way->to] = true;
	for (uint32_t i = 0; i < places; i++)
		if (b->known[way->to].at[i] != VARIES)
			changed |= meet(b, way->to, i, arriving(b, way, i));
	return changed;
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
			for (size_t i = 0; i < s->segments->segments[c].ways.count; i++) {
				const struct way *way = &s->segments->segments[c].ways.at[i];
				if (term_is_false(b->bank, resolve(b, way->state.path->full)) ||
				    !follow(b, way, places))
					continue;
				waiting[way->to] = again = true;
			}
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
		term condition = resolve(b, segment->ways.at[i].state.path->full);
		if (term_is_false(b->bank, condition))
			continue;
		struct transition t = { cut, segment->ways.at[i].to, condition, NULL };
		t.values = arena_alloc(s->arena, (b->most + 1) * sizeof(term));
		vec_push(&s->transitions, t);
		need(b, cut, condition);
	}
}

static const struct way *way_of(const struct system *s, const struct transition *t)
{
	const struct segment *segment = &s->segments->segments[t->from];
	for (size_t i = 0; i < segment->ways.count; i++)
		if (segment->ways.at[i].to == t->to)
			return &segment->ways.at[i];
	return NULL;
}

/* Backwards, until nothing else is needed. */
static void find_needs(struct builder *b)
{
	struct system *s = b->system;
	clear_needs(b);
	for (uint32_t c = 0; c < s->cut_count; c++)
		if (s->reached[c])
			add_transitions(b, c);
	for (bool again = true; again && !must_stop(b);) {
		again = false;
		for (size_t i = 0; i < s->transitions.count; i++) {
			struct transition *t = &s->transitions.at[i];
			go_to(b, t->from);
			for (uint32_t p = 0; p < s->places.count && p < b->known[0].count; p++) {
				if (!s->needed[t->to][p] || t->values[p])
					continue;
				t->values[p] = arriving(b, way_of(s, t), p);
				again |= need(b, t->from, t->values[p]) || t->to == t->from;
			}
		}
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
	s->cut_count = segments->cut_count;
	s->reached = arena_alloc(s->arena, s->cut_count * sizeof *s->reached);
	s->constants = arena_alloc(s->arena, s->cut_count * sizeof *s->constants);
	s->needed = arena_alloc(s->arena, s->cut_count * sizeof *s->needed);
	s->bad = arena_alloc(s->arena, s->cut_count * sizeof *s->bad);
	b.known = memory_alloc(s->cut_count * sizeof *b.known);
	add_variables(&b);
	b.most = s->places.count + MOST_CELLS;
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
