#include "guess_cell.h"

#include "invariant.h"
#include "iterate.h"
#include "word.h"

enum { MOST_CELLS = 24, MOST_CONSTANTS = 16 };

bool is_pointer_sort(const struct given *given, const struct bank *bank, sort s)
{
	return sort_kind(bank, s) == SORT_BITVECTOR && sort_width(bank, s) == given->pointer_bits;
}

/* A pointer is taken to be the beginning of its object. */
static term beginning(void *context, term leaf)
{
	const struct object_cells *c = context;
	struct bank *bank = c->program->bank;
	sort s = term_sort(bank, leaf);
	if (s == term_sort(bank, c->each))
		return c->each;
	if (is_pointer_sort(c->given, bank, s))
		return term_concat(bank, c->each, term_bv(bank, c->given->pointer_bits - c->given->object_bits, 0));
	return leaf;
}

static void count_leaf(void *context, term leaf)
{
	(void)leaf;
	++*(uint32_t *)context;
}

/* Of an object, at a constant offset. */
static bool is_constant_place(const struct object_cells *c, term index)
{
	struct bank *bank = c->program->bank;
	uint32_t width = term_width(bank, index), offset = width - c->given->object_bits, leaves = 0;
	if (index == c->each)
		return true;
	if (width != c->given->pointer_bits || term_extract(bank, width - 1, offset, index) != c->each)
		return false;
	term_leaves(bank, term_extract(bank, offset - 1, 0, index), count_leaf, &leaves);
	return !leaves;
}

static const struct variable *map_of(const struct object_cells *c, term map)
{
	const struct bank *bank = c->program->bank;
	while (term_op(bank, map) == OP_STORE || term_op(bank, map) == OP_FILL || term_op(bank, map) == OP_COPY)
		map = term_arg(bank, map, 0);
	const struct variable *v = term_op(bank, map) == OP_VARIABLE ? program_variable_of(c->program, map) : NULL;
	return v && v->kind == VARIABLE_GLOBAL && v != c->given->map ? v : NULL;
}

static void add_cell(struct object_cells *c, struct block_walk *walk, term map, term index)
{
	const struct variable *v = map_of(c, map);
	if (!v || c->list.count >= MOST_CELLS)
		return;
	index = term_substitute(c->program->bank, block_walk_value(walk, index), beginning, c);
	if (!is_constant_place(c, index))
		return;
	for (size_t i = 0; i < c->list.count; i++)
		if (c->list.at[i].map == v && c->list.at[i].index == index)
			return;
	vec_push(&c->list, (struct object_cell){ v, index });
}

/* As numbers with a sign, those of one width. */
static bool is_less(const struct bank *bank, term a, term b)
{
	uint32_t width = term_width(bank, a);
	if (width != term_width(bank, b) || width > 64)
		return width < term_width(bank, b);
	return word_signed(term_value(bank, a), width) < word_signed(term_value(bank, b), width);
}

static void add_constant(struct object_cells *c, term t)
{
	const struct bank *bank = c->program->bank;
	sort s = term_sort(bank, t);
	bool known = !term_is_constant(bank, t) || sort_kind(bank, s) != SORT_BITVECTOR ||
		     (sort_width(bank, s) > 64 && !is_pointer_sort(c->given, bank, s));
	for (size_t i = 0; i < c->constants.count && !known; i++)
		known = c->constants.at[i] == t;
	if (known || c->constants.count >= MOST_CONSTANTS)
		return;
	vec_push(&c->constants, t);
	for (size_t i = c->constants.count - 1; i && is_less(bank, t, c->constants.at[i - 1]); i--) {
		c->constants.at[i] = c->constants.at[i - 1];
		c->constants.at[i - 1] = t;
	}
}

struct visit {
	struct object_cells *cells;
	struct block_walk *walk;
};

static void see_part(void *context, term t)
{
	const struct visit *v = context;
	const struct bank *bank = v->cells->program->bank;
	enum op op = term_op(bank, t);
	if (op == OP_SELECT || op == OP_STORE)
		add_cell(v->cells, v->walk, term_arg(bank, t, 0), term_arg(bank, t, 1));
	if (op == OP_STORE)
		add_constant(v->cells, block_walk_value(v->walk, term_arg(bank, t, 2)));
	for (uint32_t i = 0; i < 2 && (op == OP_EQ || op == OP_BVULT || op == OP_BVSLT); i++)
		add_constant(v->cells, term_arg(bank, t, i));
}

static void see_term(void *context, struct block_walk *walk, const struct block *block, const struct statement *s,
		     term t)
{
	struct visit v = { context, walk };
	struct table seen = { 0 };
	(void)block;
	(void)s;
	term_visit(v.cells->program->bank, t, &seen, see_part, &v);
	table_free(&seen);
}

void object_cells_find(struct object_cells *cells)
{
	struct block_walk walk = { .program = cells->program, .context = cells, .visit = see_term };
	program_for_each_block(cells->program, at)
		block_walk(&walk, at.block);
	table_free(&walk.values);
}
