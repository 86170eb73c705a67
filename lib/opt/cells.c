/* cells: a map that is only read at a few constant indices becomes a variable for each.
 *
 *	$m := $m[256bv64 := x];                       $m.256 := x;
 *	y := $m[p];  (p: 256bv64 or 512bv64)    =>    y := ite(eq(p, 256bv64), $m.256, $m.512);
 *
 * An index is constant, or one of a few constants (values.h, which holds all that it may be). What is written at an index that is not
 * known changes each cell if it is that cell's. Sound: a cell's variable has the value of the cell, by induction over steps, and nobody
 * reads the others. A map that is copied whole from another one has its cells, and it those that it is read at. */
#include "iterate.h"
#include "pass.h"
#include "statement.h"
#include "unused.h"
#include "values.h"

#include <stdlib.h>

enum { MOST_CELLS = 48, MOST_ALTERNATIVES = 8, MOST_TERMS = 2000, MOST_VARIABLES = 1000, MOST_INDEX_WORDS = 2 };

struct map_cells {
	struct variable *map;
	bool whole;        /* somebody needs all of it */
	VEC(term) indices; /* constants */
	VEC(struct variable *) variables;
};

struct cells {
	struct program *program;
	struct bank *bank;
	struct uses uses;
	struct values values;
	struct map_cells *of;          /* by global */
	struct table seen;             /* terms that were looked at in this round */
	struct table noted;            /* cells of maps, as map and index */
	struct table rewritten, taken; /* term -> what becomes of it; cell -> its value */
	bool grown;                    /* since the round began */
	bool missed;                   /* a cell was not noted: an error of ours */
};

/* --- maps --- */

static bool is_map(const struct cells *c, sort s)
{
	return sort_kind(c->bank, s) == SORT_MAP;
}

/* NULL: it is no global. */
static struct map_cells *cells_of(struct cells *c, term leaf)
{
	const struct variable *v = program_variable_of(c->program, leaf);
	return v && v->kind == VARIABLE_GLOBAL ? &c->of[v->index] : NULL;
}

static void need_whole(struct cells *c, struct map_cells *m)
{
	c->grown |= !m->whole;
	m->whole = true;
}

static void need_whole_leaf(void *context, term leaf)
{
	struct cells *c = context;
	struct map_cells *m = is_map(c, term_sort(c->bank, leaf)) ? cells_of(c, leaf) : NULL;
	if (m)
		need_whole(c, m);
}

static void need_all_whole(struct cells *c, term t)
{
	term_leaves(c->bank, t, need_whole_leaf, c);
}

static void need_cell(struct cells *c, struct map_cells *m, term index)
{
	for (size_t i = 0; i < m->indices.count; i++)
		if (m->indices.at[i] == index)
			return;
	if (m->indices.count == MOST_CELLS || term_width(c->bank, index) > 64 * MOST_INDEX_WORDS) {
		need_whole(c, m);
		return;
	}
	vec_push(&m->indices, index);
	c->grown = true;
}

/* --- runs of cells: lo, the bits in which a run counts, is as wide as its length --- */

static term low_part(struct cells *c, term index, uint32_t width)
{
	return term_extract(c->bank, width - 1, 0, index);
}

static term high_part(struct cells *c, term index, uint32_t width)
{
	uint32_t all = term_width(c->bank, index);
	return all == width ? 0 : term_extract(c->bank, all - 1, width, index);
}

/* Is the cell in the run of `count` cells from `at` on? */
static term in_run(struct cells *c, term cell, term at, term count)
{
	uint32_t width = term_width(c->bank, count);
	term distance = term_binary(c->bank, OP_BVSUB, low_part(c, cell, width), low_part(c, at, width));
	term inside = term_binary(c->bank, OP_BVULT, distance, count);
	if (high_part(c, cell, width))
		inside =
			term_and(c->bank, inside, term_eq(c->bank, high_part(c, cell, width), high_part(c, at, width)));
	return inside;
}

/* Where a copy takes the cell from. */
static term source_of(struct cells *c, term copy, term cell)
{
	uint32_t width = term_width(c->bank, term_arg(c->bank, copy, 4));
	term from = term_arg(c->bank, copy, 3);
	term distance = term_binary(c->bank, OP_BVSUB, low_part(c, cell, width),
				    low_part(c, term_arg(c->bank, copy, 1), width));
	term low = term_binary(c->bank, OP_BVADD, low_part(c, from, width), distance);
	return high_part(c, from, width) ? term_concat(c->bank, high_part(c, from, width), low) : low;
}

/* --- which cells are needed --- */

static uint64_t key_of(term map, term cell)
{
	return (uint64_t)map << 32 | cell;
}

static void note_value(struct cells *c, term t);

/* Somebody reads the cell of the map. */
static void note_cell(struct cells *c, term map, term cell)
{
	struct bank *bank = c->bank;
	struct map_cells *m;
	if (table_has(&c->noted, key_of(map, cell)))
		return;
	table_put(&c->noted, key_of(map, cell), 1);
	switch ((int)term_op(bank, map)) {
	case OP_VARIABLE:
		m = cells_of(c, map);
		if (m)
			need_cell(c, m, cell);
		return;
	case OP_CONST_MAP:
		return;
	case OP_STORE:
	case OP_FILL:
		note_cell(c, term_arg(bank, map, 0), cell);
		return;
	case OP_ITE:
		note_cell(c, term_arg(bank, map, 1), cell);
		note_cell(c, term_arg(bank, map, 2), cell);
		return;
	case OP_COPY:
		note_cell(c, term_arg(bank, map, 0), cell);
		if (!term_is_false(bank, in_run(c, cell, term_arg(bank, map, 1), term_arg(bank, map, 4))))
			note_cell(c, term_arg(bank, map, 2), source_of(c, map, cell));
		return;
	}
}

/* False: it may be anything, or too much. */
static bool few(struct cells *c, term index, struct value_set *set)
{
	*set = values_of(&c->values, index);
	return !set->any && !set->fresh && set->count && set->count <= MOST_ALTERNATIVES;
}

/* What a map is made of: known indices? */
static void note_map(struct cells *c, term map)
{
	struct bank *bank = c->bank;
	if (table_has(&c->seen, map))
		return;
	table_put(&c->seen, map, 1);
	switch ((int)term_op(bank, map)) {
	case OP_VARIABLE:
		return;
	case OP_CONST_MAP:
		note_value(c, term_arg(bank, map, 0));
		return;
	case OP_STORE:
		note_map(c, term_arg(bank, map, 0));
		note_value(c, term_arg(bank, map, 1));
		note_value(c, term_arg(bank, map, 2));
		return;
	case OP_FILL:
		note_map(c, term_arg(bank, map, 0));
		for (uint32_t i = 1; i < 4; i++)
			note_value(c, term_arg(bank, map, i));
		return;
	case OP_ITE:
		note_value(c, term_arg(bank, map, 0));
		note_map(c, term_arg(bank, map, 1));
		note_map(c, term_arg(bank, map, 2));
		return;
	case OP_COPY:
		note_map(c, term_arg(bank, map, 0));
		note_map(c, term_arg(bank, map, 2));
		note_value(c, term_arg(bank, map, 1));
		note_value(c, term_arg(bank, map, 3));
		note_value(c, term_arg(bank, map, 4));
		/* The cell that a copy takes is to be a constant. */
		if (!term_is_constant(bank, term_arg(bank, map, 1)) || !term_is_constant(bank, term_arg(bank, map, 3)))
			need_all_whole(c, map);
		return;
	default:
		need_all_whole(c, map);
	}
}

static void note_read(struct cells *c, term t)
{
	struct value_set set;
	term map = term_arg(c->bank, t, 0), index = term_arg(c->bank, t, 1);
	note_map(c, map);
	note_value(c, index);
	if (!few(c, index, &set)) {
		need_all_whole(c, map);
		return;
	}
	for (uint32_t i = 0; i < set.count; i++)
		note_cell(c, map, set.constants[i]);
}

static void note_value(struct cells *c, term t)
{
	struct bank *bank = c->bank;
	if (table_has(&c->seen, t))
		return;
	table_put(&c->seen, t, 1);
	if (is_map(c, term_sort(bank, t))) {
		need_all_whole(c, t);
		return;
	}
	if (term_op(bank, t) == OP_SELECT) {
		note_read(c, t);
		return;
	}
	for (uint32_t i = 0; i < term_count(bank, t); i++)
		note_value(c, term_arg(bank, t, i));
}

/* Walks are recursive: what is too deep for that is left alone. */
static void note_term(struct cells *c, term t)
{
	if (term_dag_size(c->bank, t) > MOST_TERMS)
		need_all_whole(c, t);
	else
		note_value(c, t);
}

/* A global that becomes another map: it needs of that the cells that it is read at; and all or nothing of them stays a map. */
static void note_assignment(struct cells *c, const struct statement *s)
{
	struct map_cells *m = s->target->kind == VARIABLE_GLOBAL ? &c->of[s->target->index] : NULL;
	if (!m || term_dag_size(c->bank, s->term) > MOST_TERMS) {
		need_all_whole(c, s->term);
		if (m)
			need_whole(c, m);
		return;
	}
	note_map(c, s->term);
	for (size_t i = 0; i < m->indices.count && !m->whole; i++)
		note_cell(c, s->term, m->indices.at[i]);
}

struct whole_search {
	struct cells *cells;
	bool found;
};

static void look_for_whole(void *context, term leaf)
{
	struct whole_search *w = context;
	struct cells *c = w->cells;
	if (!is_map(c, term_sort(c->bank, leaf)))
		return;
	struct map_cells *m = cells_of(c, leaf);
	w->found |= !m || m->whole;
}

/* Terms over several maps: if one stays, all do. */
static void keep_together(struct cells *c, term t, struct map_cells *target)
{
	struct whole_search w = { c, target && target->whole };
	term_leaves(c->bank, t, look_for_whole, &w);
	if (!w.found)
		return;
	need_all_whole(c, t);
	if (target)
		need_whole(c, target);
}

struct map_finding {
	struct cells *cells;
	bool together;
};

static void find_read(void *context, term t)
{
	struct map_finding *f = context;
	if (term_op(f->cells->bank, t) == OP_SELECT)
		keep_together(f->cells, term_arg(f->cells->bank, t, 0), NULL);
}

static void note_statement(struct cells *c, const struct statement *s)
{
	bool map = s->kind == STATEMENT_ASSIGN && is_map(c, s->target->sort);
	for (uint32_t i = 0; i < statement_term_count(s) && !map; i++)
		note_term(c, statement_term(s, i));
	if (map) {
		note_assignment(c, s);
		keep_together(c, s->term, s->target->kind == VARIABLE_GLOBAL ? &c->of[s->target->index] : NULL);
	}
	for (uint32_t i = 0; i < statement_term_count(s); i++) {
		struct table seen = { 0 };
		struct map_finding f = { c, false };
		term_visit(c->bank, statement_term(s, i), &seen, find_read, &f);
		table_free(&seen);
	}
	for (uint32_t i = 0; s->kind == STATEMENT_CALL && i < s->out_count; i++)
		if (s->outs[i]->kind == VARIABLE_GLOBAL && is_map(c, s->outs[i]->sort))
			need_whole(c, &c->of[s->outs[i]->index]);
}

static void note_all(struct cells *c)
{
	do {
		c->grown = false;
		table_clear(&c->seen);
		program_for_each_statement(c->program, at)
			note_statement(c, at.statement);
		program_for_each_block(c->program, at)
			if (at.block->terminator.kind == TERMINATOR_BRANCH)
				note_statement(c, &(struct statement){ .kind = STATEMENT_ASSUME,
								       .term = at.block->terminator.term });
	} while (c->grown);
}

/* --- the change --- */

static term rewrite(struct cells *c, term t);

static term variable_of(struct cells *c, const struct map_cells *m, term cell)
{
	for (size_t i = 0; i < m->indices.count; i++)
		if (m->indices.at[i] == cell)
			return m->variables.at[i]->term;
	c->missed = true;
	return term_variable(c->bank, sort_value(c->bank, m->map->sort), "missed");
}

static bool may_be(struct cells *c, term index, term cell)
{
	struct value_set set = values_of(&c->values, index);
	if (set.any || set.fresh)
		return true;
	for (uint32_t i = 0; i < set.count; i++)
		if (set.constants[i] == cell)
			return true;
	return false;
}

static term cell_of(struct cells *c, term map, term cell);

static term make_cell(struct cells *c, term map, term cell)
{
	struct bank *bank = c->bank;
	term a[5];
	for (uint32_t i = 0; i < term_count(bank, map); i++)
		a[i] = term_arg(bank, map, i);
	switch ((int)term_op(bank, map)) {
	case OP_VARIABLE:
		return variable_of(c, cells_of(c, map), cell);
	case OP_CONST_MAP:
		return rewrite(c, a[0]);
	case OP_STORE:
		if (!may_be(c, a[1], cell))
			return cell_of(c, a[0], cell);
		return term_ite(bank, term_eq(bank, rewrite(c, a[1]), cell), rewrite(c, a[2]), cell_of(c, a[0], cell));
	case OP_FILL:
		return term_ite(bank, in_run(c, cell, rewrite(c, a[1]), rewrite(c, a[2])), rewrite(c, a[3]),
				cell_of(c, a[0], cell));
	case OP_COPY: {
		term inside = in_run(c, cell, a[1], rewrite(c, a[4])), own = cell_of(c, a[0], cell);
		return term_is_false(bank, inside)
			       ? own
			       : term_ite(bank, inside, cell_of(c, a[2], source_of(c, map, cell)), own);
	}
	default:
		return term_ite(bank, rewrite(c, a[0]), cell_of(c, a[1], cell), cell_of(c, a[2], cell));
	}
}

/* The cell of a map all of whose globals go. */
static term cell_of(struct cells *c, term map, term cell)
{
	term value = (term)table_get(&c->taken, key_of(map, cell), 0);
	if (!value) {
		value = make_cell(c, map, cell);
		table_put(&c->taken, key_of(map, cell), value);
	}
	return value;
}

static bool goes(struct cells *c, term map)
{
	struct whole_search w = { c, false };
	term_leaves(c->bank, map, look_for_whole, &w);
	return !w.found;
}

static term rewrite_read(struct cells *c, term t)
{
	struct value_set set;
	term map = term_arg(c->bank, t, 0), index = term_arg(c->bank, t, 1);
	bool known = few(c, index, &set);
	term at = rewrite(c, index), value = known ? cell_of(c, map, set.constants[0]) : 0;
	for (uint32_t i = 1; known && i < set.count; i++)
		value = term_ite(c->bank, term_eq(c->bank, at, set.constants[i]), cell_of(c, map, set.constants[i]),
				 value);
	return value;
}

static term rewrite(struct cells *c, term t)
{
	struct bank *bank = c->bank;
	term args[5], result = (term)table_get(&c->rewritten, t, 0);
	uint32_t indices[2] = { 0 };
	if (result || !term_count(bank, t))
		return result ? result : t;
	if (term_op(bank, t) == OP_SELECT && goes(c, term_arg(bank, t, 0))) {
		result = rewrite_read(c, t);
	} else {
		for (uint32_t i = 0; i < term_count(bank, t); i++)
			args[i] = rewrite(c, term_arg(bank, t, i));
		for (uint32_t i = 0; i < op_indices(term_op(bank, t)); i++)
			indices[i] = term_index(bank, t, i);
		result = term_make(bank, term_op(bank, t), args, indices);
	}
	table_put(&c->rewritten, t, result);
	return result;
}

/* What is larger has maps only that stay. */
static term rewrite_small(struct cells *c, term t)
{
	return term_dag_size(c->bank, t) > MOST_TERMS ? t : rewrite(c, t);
}

struct changed_cell {
	struct variable *variable;
	term value;
};

/* The cells that an assignment changes get their values at once: each may be made of the others. */
static void assign_cells(struct cells *c, struct procedure *proc, struct block *b, uint32_t *at)
{
	struct program *p = c->program;
	struct statement s = b->statements[*at];
	const struct map_cells *m = &c->of[s.target->index];
	VEC(struct changed_cell) changed = { 0 };
	for (size_t i = 0; i < m->indices.count; i++) {
		term value = s.kind == STATEMENT_HAVOC ? 0 : cell_of(c, s.term, m->indices.at[i]);
		if (value != m->variables.at[i]->term)
			vec_push(&changed, (struct changed_cell){ m->variables.at[i], value });
	}
	bool several = changed.count > 1 && s.kind == STATEMENT_ASSIGN;
	b->statements[*at] = (struct statement){ .kind = STATEMENT_ASSUME, .term = term_true(c->bank) };
	for (size_t i = 0; several && i < changed.count; i++) {
		struct variable *kept = procedure_add_variable(proc, procedure_fresh_variable_name(proc, "$cell"),
							       changed.at[i].variable->sort, VARIABLE_LOCAL);
		struct statement *keep = block_insert(p, b, (*at)++, STATEMENT_ASSIGN);
		keep->target = kept;
		keep->term = changed.at[i].value;
		changed.at[i].value = kept->term;
	}
	for (size_t i = 0; i < changed.count; i++) {
		struct statement *set = block_insert(p, b, (*at)++, s.kind);
		set->target = changed.at[i].variable;
		set->term = changed.at[i].value;
		set->attributes =
			s.kind == STATEMENT_ASSIGN ? s.attributes : attribute_remove(p, s.attributes, ATTRIBUTE_ID);
	}
	vec_free(&changed);
}

static void rewrite_statement(struct cells *c, struct procedure *proc, struct block *b, uint32_t *at)
{
	struct statement *s = &b->statements[*at];
	bool map = (s->kind == STATEMENT_ASSIGN || s->kind == STATEMENT_HAVOC) && is_map(c, s->target->sort) &&
		   s->target->kind == VARIABLE_GLOBAL && !c->of[s->target->index].whole;
	if (map) {
		assign_cells(c, proc, b, at);
		return;
	}
	for (uint32_t i = 0; i < statement_term_count(s); i++)
		statement_set_term(s, i, rewrite_small(c, statement_term(s, i)));
}

static void rewrite_all(struct cells *c)
{
	program_for_each_block(c->program, at) {
		for (uint32_t i = 0; i < at.block->statement_count; i++)
			rewrite_statement(c, at.procedure, at.block, &i);
		if (at.block->terminator.kind == TERMINATOR_BRANCH)
			at.block->terminator.term = rewrite_small(c, at.block->terminator.term);
	}
}

/* With {cell "map" index}, the index in words of 64 bits, lowest first: what it was. */
static struct variable *make_variable(struct cells *c, const struct map_cells *m, term index)
{
	struct program *p = c->program;
	struct variable *v =
		program_add_global(p, program_fresh_name(p, m->map->name), sort_value(c->bank, m->map->sort));
	struct attribute_value values[1 + MOST_INDEX_WORDS] = { { m->map->name, 0 } };
	uint32_t width = term_width(c->bank, index), words = (width + 63) / 64;
	for (uint32_t i = 0; i < words; i++) {
		uint32_t high = 64 * i + 63 < width ? 64 * i + 63 : width - 1;
		values[1 + i].number = term_value(c->bank, term_extract(c->bank, high, 64 * i, index));
	}
	v->attributes = attribute_list(p, NULL, ATTRIBUTE_CELL, values, 1 + words);
	return v;
}

/* False: none goes. */
static bool make_variables(struct cells *c, uint32_t globals)
{
	uint32_t all = 0;
	bool some = false;
	for (uint32_t g = 0; g < globals; g++) {
		struct map_cells *m = &c->of[g];
		if (!is_map(c, m->map->sort) || m->whole)
			continue;
		some = true;
		all += (uint32_t)m->indices.count;
	}
	for (uint32_t g = 0; g < globals && some && all <= MOST_VARIABLES; g++) {
		struct map_cells *m = &c->of[g];
		for (size_t i = 0; i < m->indices.count && !m->whole && is_map(c, m->map->sort); i++)
			vec_push(&m->variables, make_variable(c, m, m->indices.at[i]));
	}
	return some && all <= MOST_VARIABLES;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	struct cells c = { .program = p, .bank = p->bank };
	uint32_t globals = p->global_count;
	(void)options;
	c.of = memory_alloc((globals + 1) * sizeof *c.of);
	for (uint32_t g = 0; g < globals; g++)
		c.of[g].map = p->globals[g];
	uses_init(&c.uses, p);
	values_init(&c.values, p, &c.uses);
	note_all(&c);
	bool changed = make_variables(&c, globals);
	if (changed)
		rewrite_all(&c);
	values_release(&c.values);
	uses_release(&c.uses);
	for (uint32_t g = 0; g < globals; g++) {
		vec_free(&c.of[g].indices);
		vec_free(&c.of[g].variables);
	}
	memory_free(c.of);
	table_free(&c.seen);
	table_free(&c.noted);
	table_free(&c.rewritten);
	table_free(&c.taken);
	if (c.missed)
		diagnose(diags, DIAG_INTERNAL, (struct location){ 0 }, "cells: a cell that is read was not noted");
	if (changed)
		program_remove_unused(p);
	return changed;
}

const struct pass pass_cells = {
	.name = "cells",
	.about = "a map that is read at a few constant indices becomes variables",
	.run = run,
	.keeps = FACT_ACYCLIC,
};
