/* Candidates about memory: cells whose address stays the same, what holds of all elements that a counter has passed, and
 * of all objects that were made in the run. They are put together from the reads and writes that the program has. */
#include <string.h>

#include "map_parts.h"

#include "iterate.h"
#include "statement.h"
#include "word.h"

enum { MAX_CONSTANTS = 24 };

/* --- the survey --- */

/* The global whose cell it is, or NULL. */
static const struct variable *map_of(const struct survey *s, term map)
{
	const struct bank *bank = s->cut->program->bank;
	while (term_op(bank, map) == OP_STORE || term_op(bank, map) == OP_FILL || term_op(bank, map) == OP_COPY)
		map = term_arg(bank, map, 0);
	const struct variable *v = term_op(bank, map) == OP_VARIABLE ? program_variable_of(s->cut->program, map) : NULL;
	return v && v->kind == VARIABLE_GLOBAL && v != s->cut->given ? v : NULL;
}

static void add_access(struct survey *s, struct block_walk *walk, term map, term index)
{
	const struct variable *v = map_of(s, map);
	if (!v || s->accesses.count / 4 >= MAX_CELLS)
		return;
	index = block_walk_value(walk, index);
	for (size_t i = 0; i < s->accesses.count; i++)
		if (s->accesses.at[i].map == v && s->accesses.at[i].index == index)
			return;
	vec_push(&s->accesses, (struct access){ v, index, 0 });
}

static void add_store(struct survey *s, struct block_walk *walk, term store)
{
	struct bank *bank = s->cut->program->bank;
	const struct variable *v = map_of(s, term_arg(bank, store, 0));
	term value = term_arg(bank, store, 2);
	if (v && is_cell_number(bank, value) && s->stores.count < MAX_CELLS)
		vec_push(&s->stores, (struct access){ v, block_walk_value(walk, term_arg(bank, store, 1)),
						      block_walk_value(walk, value) });
}

static void add_value(struct survey *s, uint64_t value)
{
	for (size_t i = 0; i < s->constants.count; i++)
		if (s->constants.at[i] == value)
			return;
	vec_push(&s->constants, value);
}

static void add_constant(struct survey *s, term c)
{
	const struct bank *bank = s->cut->program->bank;
	if (s->constants.count >= MAX_CONSTANTS || !term_is_constant(bank, c) ||
	    sort_kind(bank, term_sort(bank, c)) != SORT_BITVECTOR || !term_fits(bank, c))
		return;
	/* What is less than c is at most c - 1. */
	uint32_t width = term_width(bank, c);
	uint64_t value = term_value(bank, c), mask = word_mask(width);
	for (uint64_t near = 0; near < 3; near++)
		add_value(s, (value + near - 1) & mask);
}

struct surveying {
	struct survey *survey;
	struct block_walk *walk;
};

static void survey_subterm(void *context, term t)
{
	const struct surveying *in = context;
	struct survey *s = in->survey;
	const struct bank *bank = s->cut->program->bank;
	enum op op = term_op(bank, t);
	if (op == OP_SELECT || op == OP_STORE)
		add_access(s, in->walk, term_arg(bank, t, 0), term_arg(bank, t, 1));
	if (op == OP_STORE)
		add_store(s, in->walk, t);
	if (op == OP_STORE)
		add_constant(s, term_arg(bank, t, 2));
	if (op == OP_EQ || op == OP_BVULT || op == OP_BVSLT) {
		add_constant(s, term_arg(bank, t, 0));
		add_constant(s, term_arg(bank, t, 1));
	}
}

static void visit_term(void *context, struct block_walk *walk, const struct block *block, const struct statement *st,
		       term t)
{
	struct surveying in = { context, walk };
	struct table seen = { 0 };
	(void)block;
	term_visit(in.survey->cut->program->bank, t, &seen, survey_subterm, &in);
	if (st && st->kind == STATEMENT_ASSIGN)
		add_constant(in.survey, st->term);
	table_free(&seen);
}

static void survey_program(struct survey *s)
{
	const struct program *p = s->cut->program;
	struct block_walk walk = { .program = p, .context = s, .visit = visit_term };
	program_for_each_block(p, at)
		block_walk(&walk, at.block);
	table_free(&walk.values);
}

/* --- addresses at a loop's head --- */

static term place_leaf(void *context, term leaf)
{
	struct placing *p = context;
	struct bank *bank = p->cut->program->bank;
	const struct variable *v = program_variable_of(p->cut->program, leaf);
	if (p->counter && leaf == p->counter)
		return p->each;
	if (p->object && sort_kind(bank, term_sort(bank, leaf)) == SORT_BITVECTOR &&
	    term_width(bank, leaf) == p->cut->object_bits)
		return p->object;
	if (p->object && sort_kind(bank, term_sort(bank, leaf)) == SORT_BITVECTOR &&
	    term_width(bank, leaf) == p->cut->pointer_bits)
		return term_concat(bank, p->object, term_bv(bank, p->cut->pointer_bits - p->cut->object_bits, 0));
	const struct variable *at_head = !v ? NULL : v->kind == VARIABLE_GLOBAL ? v : loop_counterpart(p->loop, v);
	if (!at_head || p->object) {
		p->failed = true;
		return leaf;
	}
	if (p->together && at_head->kind == VARIABLE_IN && p->loop->changed[at_head->index] &&
	    at_head->sort == term_sort(bank, p->each))
		return p->each;
	for (size_t i = 0; i < p->loop->written.count; i++)
		p->moves = p->moves || p->loop->written.at[i] == at_head;
	if (at_head->kind == VARIABLE_IN)
		p->moves = p->moves || p->loop->changed[at_head->index];
	return at_head->term;
}

term place_term(struct placing *p, term t)
{
	term placed = term_substitute(p->cut->program->bank, t, place_leaf, p);
	return p->failed ? 0 : placed;
}

term place_cell(struct placing *p, const struct access *a)
{
	term index = place_term(p, a->index);
	return index ? term_select(p->cut->program->bank, a->map->term, index) : 0;
}

bool is_cell_number(const struct bank *bank, term t)
{
	return sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR && term_width(bank, t) <= 64;
}

void cell_add(struct cells *list, term cell)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->at[i] == cell)
			return;
	if (cell && list->count < MAX_CELLS)
		vec_push(list, cell);
}

/* --- what may hold of a cell --- */

void cell_propose(const struct form *f, term condition)
{
	candidate_add(f->cut, f->loop, term_implies(f->cut->program->bank, f->guard, condition), f->each);
}

/* Equality is both. */
static void propose_bounds(const struct form *f, term a, term b)
{
	struct bank *bank = f->cut->program->bank;
	cell_propose(f, term_not(bank, term_binary(bank, OP_BVSLT, a, b)));
	cell_propose(f, term_not(bank, term_binary(bank, OP_BVSLT, b, a)));
}

void cell_propose_order(const struct form *f, term a, term b)
{
	struct bank *bank = f->cut->program->bank;
	propose_bounds(f, a, b);
	cell_propose(f, term_binary(bank, OP_BVSLT, a, b));
	cell_propose(f, term_binary(bank, OP_BVSLT, b, a));
	if (f->cut->level >= LEVEL_WIDE)
		cell_propose(f, term_not(bank, term_eq(bank, a, b)));
}

/* null, or an object's beginning that was given */
static term is_sound_pointer(const struct cut *cut, term pointer, uint32_t site, bool may_be_null)
{
	struct bank *bank = cut->program->bank;
	uint32_t offset_bits = cut->pointer_bits - cut->object_bits;
	term object = term_extract(bank, cut->pointer_bits - 1, offset_bits, pointer);
	term begins = term_eq(bank, term_extract(bank, offset_bits - 1, 0, pointer), term_bv(bank, offset_bits, 0));
	term sound = term_and(bank, begins, cut_is_given(cut, cut->given->term, object, site));
	return may_be_null ? term_or(bank, term_eq(bank, pointer, term_bv(bank, cut->pointer_bits, 0)), sound) : sound;
}

/* Sites of the heap that are distinguished: not if there is one, or many. */
static uint32_t sites_apart(const struct cut *cut)
{
	return cut->heap_sites > 1 && cut->heap_sites <= MOST_SITES ? cut->heap_sites : 0;
}

static void propose_pointer(const struct form *f, term pointer)
{
	struct bank *bank = f->cut->program->bank;
	for (uint32_t site = 0; site <= sites_apart(f->cut); site++) {
		cell_propose(f, is_sound_pointer(f->cut, pointer, site, true));
		cell_propose(f, is_sound_pointer(f->cut, pointer, site, false));
	}
	cell_propose(f, term_eq(bank, pointer, term_bv(bank, term_width(bank, pointer), 0)));
}

static void propose_constants(const struct form *f, const struct survey *s, term cell)
{
	struct bank *bank = f->cut->program->bank;
	uint32_t width = term_width(bank, cell);
	for (size_t i = 0; i < s->constants.count; i++)
		if (width == 64 || !(s->constants.at[i] >> width))
			propose_bounds(f, cell, term_bv(bank, width, s->constants.at[i]));
	for (size_t i = 0; f->cut->level >= LEVEL_SUMS && i < s->constants.count; i++)
		if (width == 64 || !(s->constants.at[i] >> width))
			cell_propose(f, term_not(bank, term_eq(bank, cell, term_bv(bank, width, s->constants.at[i]))));
}

static bool is_pointer(const struct cut *cut, term t)
{
	const struct bank *bank = cut->program->bank;
	return cut->given && sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR &&
	       term_width(bank, t) == cut->pointer_bits;
}

/* Constants, numbers at the head, and each other. */
void cells_propose(const struct form *f, const struct survey *s, const struct cells *cells)
{
	const struct bank *bank = f->cut->program->bank;
	const struct procedure *proc = f->loop->procedure;
	for (size_t i = 0; i < cells->count; i++) {
		term cell = cells->at[i];
		if (is_pointer(f->cut, cell)) {
			propose_pointer(f, cell);
		} else if (is_cell_number(bank, cell)) {
			propose_constants(f, s, cell);
			for (uint32_t v = 0; v < proc->in_count; v++)
				if (proc->variables[v]->sort == term_sort(bank, cell))
					cell_propose_order(f, cell, proc->variables[v]->term);
		}
		for (size_t k = i + 1; k < cells->count; k++) {
			if (term_sort(bank, cells->at[k]) != term_sort(bank, cell))
				continue;
			if (is_cell_number(bank, cell))
				cell_propose_order(f, cell, cells->at[k]);
			else
				cell_propose(f, term_eq(f->cut->program->bank, cell, cells->at[k]));
		}
	}
}

/* --- the three kinds --- */

static bool writes(const struct cut_loop *loop, const struct variable *map)
{
	for (size_t i = 0; i < loop->written.count; i++)
		if (loop->written.at[i] == map)
			return true;
	return false;
}

/* Cells of written maps at addresses that stay. */
static void cells_that_stay(struct survey *s, struct cut_loop *loop)
{
	struct form f = { s->cut, loop, term_true(s->cut->program->bank), 0 };
	struct cells cells = { 0 };
	for (size_t i = 0; i < s->accesses.count; i++) {
		struct placing p = { .cut = s->cut, .loop = loop };
		term cell = writes(loop, s->accesses.at[i].map) ? place_cell(&p, &s->accesses.at[i]) : 0;
		if (cell && !p.moves)
			cell_add(&cells, cell);
	}
	cells_propose(&f, s, &cells);
	vec_free(&cells);
}

/* Cells of all objects that were made, at offsets that pointers are used with. */
static void objects(struct survey *s, struct cut_loop *loop)
{
	struct cut *cut = s->cut;
	struct bank *bank = cut->program->bank;
	struct cells cells = { 0 };
	for (size_t i = 0; i < s->accesses.count; i++) {
		struct placing p = { .cut = cut, .loop = loop, .object = cut->each_object };
		cell_add(&cells, place_cell(&p, &s->accesses.at[i]));
	}
	for (uint32_t site = 0; site <= sites_apart(cut); site++) {
		struct form f = { cut, loop, cut_is_given(cut, cut->given->term, cut->each_object, site),
				  cut->each_object };
		if (loop->given_entry)
			candidate_add(cut, loop,
				      term_implies(bank,
						   cut_is_given(cut, loop->given_entry->term, cut->each_object, site),
						   f.guard),
				      cut->each_object);
		cells_propose(&f, s, &cells);
	}
	vec_free(&cells);
}

/* Pointers at the head, whose objects are among these. */
static void pointers(struct survey *s, struct cut_loop *loop)
{
	struct cut *cut = s->cut;
	struct bank *bank = cut->program->bank;
	struct form f = { cut, loop, term_true(bank), 0 };
	const struct procedure *proc = loop->procedure;
	for (uint32_t i = 0; i < proc->in_count; i++) {
		term t = proc->variables[i]->term;
		if (is_pointer(cut, t))
			propose_pointer(&f, t);
		else if (sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR &&
			 term_width(bank, t) == cut->object_bits)
			cell_propose(&f, cut_is_given(cut, cut->given->term, t, 0));
	}
	for (size_t i = 0; i < loop->written.count; i++)
		if (is_pointer(cut, loop->written.at[i]->term))
			propose_pointer(&f, loop->written.at[i]->term);
}

void candidates_of_maps(struct cut *cut)
{
	struct survey s = { .cut = cut };
	survey_program(&s);
	for (size_t i = 0; i < cut->loops.count; i++) {
		struct cut_loop *loop = &cut->loops.at[i];
		if (cut->given)
			pointers(&s, loop);
		cells_that_stay(&s, loop);
		candidates_of_elements(&s, loop);
		if (cut->given)
			objects(&s, loop);
	}
	vec_free(&s.accesses);
	vec_free(&s.stores);
	vec_free(&s.constants);
}
