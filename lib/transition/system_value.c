#include "system_builder.h"

#include "statement.h"

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

void system_add_variables(struct builder *b)
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

bool system_first_place(struct builder *b, uint32_t of, uint32_t *place)
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
	term value = place < known->count ? known->at[place].value : VARIES;
	return value != VARIES ? value : 0;
}

static term place_value(const struct builder *b, uint32_t place)
{
	term value = constant_at(b, b->at, place);
	return value ? value : b->system->places.at[place].leaf;
}

/* The cell at a constant index; 0: there are too many. */
static term read_constant(struct builder *b, const struct variable *map, term index)
{
	uint32_t place;
	return cell_place(b, map, index, &place) ? place_value(b, place) : 0;
}

static term read_cell(struct builder *b, term select)
{
	term map = term_arg(b->bank, select, 0), index = term_arg(b->bank, select, 1);
	const struct variable *v = program_variable_of(b->system->segments->program, map);
	term known = v ? system_read_one_of(b, v, index, read_constant) : 0;
	if (known)
		return known;
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

term system_resolve(struct builder *b, term t)
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

void system_go_to(struct builder *b, uint32_t cut)
{
	b->at = cut;
	table_clear(&b->memo);
}

static term cell_of(struct builder *b, term value, term index)
{
	return system_resolve(b, index ? term_select(b->bank, value, index) : value);
}

static const struct cut *cut_at(const struct builder *b, uint32_t cut)
{
	return &b->system->segments->cuts.at[cut];
}

const struct flow *system_flow(const struct builder *b, const struct procedure *proc)
{
	return &b->system->segments->flows[proc->index];
}

bool system_belongs(const struct builder *b, uint32_t cut, uint32_t place)
{
	const struct variable *v = b->system->places.at[place].variable;
	return !v->procedure || v->procedure == cut_at(b, cut)->procedure;
}

/* --- calls --- */

/* What the procedure began with stays what it is. */
static term arriving_first(const struct builder *b, uint32_t place)
{
	bool begins = system_flow(b, cut_at(b, b->at)->procedure)->beginning == b->at;
	return place_value(b, begins ? b->system->places.at[place].first - 1 : place);
}

/* Locals begin with nothing that anything depends on: pass uninitialised. */
static term arriving_in(struct builder *b, const struct way *way, const struct place *p)
{
	if (p->variable->kind == VARIABLE_OUT || p->variable->kind == VARIABLE_LOCAL)
		return p->leaf;
	if (p->variable->kind == VARIABLE_IN)
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

bool system_result_place(struct builder *b, const struct statement *call, uint32_t place, uint32_t *result)
{
	struct place p = b->system->places.at[place];
	const struct variable *v = p.first ? NULL : result_of(b, call, p.variable);
	return v && place_at(b, v, p.index, result);
}

static term arriving_behind(struct builder *b, const struct way *way, uint32_t place)
{
	struct system *s = b->system;
	uint32_t result;
	if (!system_result_place(b, way->call, place, &result))
		return cell_of(b, segments_value(way, s->places.at[place].variable), s->places.at[place].index);
	struct place *p = &s->places.at[result];
	term constant = constant_at(b, system_flow(b, way->call->callee)->end, result);
	if (!p->returned)
		p->returned = term_variable(b->bank, term_sort(b->bank, p->leaf), p->variable->name);
	return constant ? constant : p->returned;
}

term system_arriving(struct builder *b, const struct way *way, bool enters, uint32_t place)
{
	const struct place *p = &b->system->places.at[place];
	if (p->first)
		return arriving_first(b, place);
	if (!way->call)
		return cell_of(b, segments_value(way, p->variable), p->index);
	return enters ? arriving_in(b, way, p) : arriving_behind(b, way, place);
}
