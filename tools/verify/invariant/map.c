/* Candidates about memory: cells whose address stays the same, what holds of all elements that a counter has passed, and
 * of all objects that were made in the run. They are put together from the reads and writes that the program has. */
#include <string.h>

#include "invariant.h"
#include "iterate.h"
#include "statement.h"

enum { MAX_CELLS = 24, MAX_CONSTANTS = 24, MAX_COUNTERS = 4 };

/* A read or write: where in which map, in terms of the beginning of its block. */
struct access {
	const struct variable *map;
	term index;
};

struct survey {
	struct cut *cut;
	VEC(struct access) accesses;
	VEC(uint64_t) constants; /* that the program compares with or assigns, of at most 64 bits */
};

struct cells VEC_BODY(term);

/* --- the survey --- */

static void add_access(struct survey *s, struct block_walk *walk, term map, term index)
{
	struct bank *bank = s->cut->program->bank;
	while (term_op(bank, map) == OP_STORE || term_op(bank, map) == OP_FILL || term_op(bank, map) == OP_COPY)
		map = term_arg(bank, map, 0);
	const struct variable *v = term_op(bank, map) == OP_VARIABLE ? program_variable_of(s->cut->program, map) : NULL;
	if (!v || v->kind != VARIABLE_GLOBAL || v == s->cut->given || s->accesses.count / 4 >= MAX_CELLS)
		return;
	index = block_walk_value(walk, index);
	for (size_t i = 0; i < s->accesses.count; i++)
		if (s->accesses.at[i].map == v && s->accesses.at[i].index == index)
			return;
	vec_push(&s->accesses, (struct access){ v, index });
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
	uint64_t value = term_value(bank, c), mask = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
	for (uint64_t near = 0; near < 3; near++)
		add_value(s, (value + near - 1) & mask);
}

static void visit_term(void *context, struct block_walk *walk, const struct block *block, const struct statement *st,
		       term start)
{
	struct survey *s = context;
	const struct bank *bank = s->cut->program->bank;
	struct table seen = { 0 };
	struct cells stack = { 0 };
	(void)block, (void)st;
	vec_push(&stack, start);
	while (stack.count) {
		term t = vec_pop(&stack);
		if (table_has(&seen, t))
			continue;
		table_put(&seen, t, 1);
		enum op op = term_op(bank, t);
		if (op == OP_SELECT || op == OP_STORE)
			add_access(s, walk, term_arg(bank, t, 0), term_arg(bank, t, 1));
		if (op == OP_STORE)
			add_constant(s, term_arg(bank, t, 2));
		if (op == OP_EQ || op == OP_BVULT || op == OP_BVSLT) {
			add_constant(s, term_arg(bank, t, 0));
			add_constant(s, term_arg(bank, t, 1));
		}
		for (uint32_t i = 0; i < term_count(bank, t); i++)
			vec_push(&stack, term_arg(bank, t, i));
	}
	if (st && st->kind == STATEMENT_ASSIGN)
		add_constant(s, st->term);
	table_free(&seen);
	vec_free(&stack);
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

/* Leaves of an address, each replaced by what stands for it at the head. */
struct placing {
	const struct cut *cut;
	const struct cut_loop *loop;
	term counter, each; /* this leaf becomes that one */
	term object;        /* pointers become: this object, offset 0 */
	bool failed;
	bool moves; /* something in it changes from iteration to iteration */
};

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
	for (size_t i = 0; i < p->loop->written.count; i++)
		p->moves = p->moves || p->loop->written.at[i] == at_head;
	if (at_head->kind == VARIABLE_IN)
		p->moves = p->moves || p->loop->changed[at_head->index];
	return at_head->term;
}

/* The cell in terms of the head; 0: it has none. */
static term place_cell(struct placing *p, const struct access *a)
{
	struct bank *bank = p->cut->program->bank;
	term index = term_substitute(bank, a->index, place_leaf, p);
	return p->failed ? 0 : term_select(bank, a->map->term, index);
}

static bool is_number(const struct bank *bank, term t)
{
	return sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR && term_width(bank, t) <= 64;
}

static void add_cell(struct cells *list, term cell)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->at[i] == cell)
			return;
	if (cell && list->count < MAX_CELLS)
		vec_push(list, cell);
}

/* --- what may hold of a cell --- */

/* Candidates of this form: guard => ... for each. */
struct form {
	struct cut *cut;
	struct cut_loop *loop;
	term guard, each;
};

static void propose(const struct form *f, term condition)
{
	candidate_add(f->cut, f->loop, term_implies(f->cut->program->bank, f->guard, condition), f->each);
}

/* Equality is both. */
static void propose_bounds(const struct form *f, term a, term b)
{
	struct bank *bank = f->cut->program->bank;
	propose(f, term_not(bank, term_binary(bank, OP_BVSLT, a, b)));
	propose(f, term_not(bank, term_binary(bank, OP_BVSLT, b, a)));
}

static void propose_order(const struct form *f, term a, term b)
{
	struct bank *bank = f->cut->program->bank;
	propose_bounds(f, a, b);
	propose(f, term_binary(bank, OP_BVSLT, a, b));
	propose(f, term_binary(bank, OP_BVSLT, b, a));
	if (f->cut->level == LEVEL_WIDE)
		propose(f, term_not(bank, term_eq(bank, a, b)));
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
		propose(f, is_sound_pointer(f->cut, pointer, site, true));
		propose(f, is_sound_pointer(f->cut, pointer, site, false));
	}
	propose(f, term_eq(bank, pointer, term_bv(bank, term_width(bank, pointer), 0)));
}

static void propose_constants(const struct form *f, const struct survey *s, term cell)
{
	struct bank *bank = f->cut->program->bank;
	uint32_t width = term_width(bank, cell);
	for (size_t i = 0; i < s->constants.count; i++)
		if (width == 64 || !(s->constants.at[i] >> width))
			propose_bounds(f, cell, term_bv(bank, width, s->constants.at[i]));
}

static bool is_pointer(const struct cut *cut, term t)
{
	const struct bank *bank = cut->program->bank;
	return cut->given && sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR &&
	       term_width(bank, t) == cut->pointer_bits;
}

/* Constants, numbers at the head, and each other. */
static void propose_cells(const struct form *f, const struct survey *s, const struct cells *cells)
{
	const struct bank *bank = f->cut->program->bank;
	const struct procedure *proc = f->loop->procedure;
	for (size_t i = 0; i < cells->count; i++) {
		term cell = cells->at[i];
		if (is_pointer(f->cut, cell)) {
			propose_pointer(f, cell);
		} else if (is_number(bank, cell)) {
			propose_constants(f, s, cell);
			for (uint32_t v = 0; v < proc->in_count; v++)
				if (proc->variables[v]->sort == term_sort(bank, cell))
					propose_order(f, cell, proc->variables[v]->term);
		}
		for (size_t k = i + 1; k < cells->count; k++) {
			if (term_sort(bank, cells->at[k]) != term_sort(bank, cell))
				continue;
			if (is_number(bank, cell))
				propose_order(f, cell, cells->at[k]);
			else
				propose(f, term_eq(f->cut->program->bank, cell, cells->at[k]));
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
			add_cell(&cells, cell);
	}
	propose_cells(&f, s, &cells);
	vec_free(&cells);
}

struct leaves VEC_BODY(term);

static void push_leaf(void *context, term leaf)
{
	struct leaves *list = context;
	vec_push(list, leaf);
}

/* The variables of an address's offset that can be a counter. */
static struct leaves counters_in(const struct cut *cut, term index)
{
	struct bank *bank = cut->program->bank;
	struct leaves all = { 0 }, list = { 0 };
	if (term_width(bank, index) == cut->pointer_bits)
		index = term_extract(bank, cut->pointer_bits - cut->object_bits - 1, 0, index);
	term_leaves(bank, index, push_leaf, &all);
	for (size_t i = 0; i < all.count; i++)
		if (is_number(bank, all.at[i]) &&
		    (term_width(bank, all.at[i]) == 32 || term_width(bank, all.at[i]) == 64))
			vec_push(&list, all.at[i]);
	vec_free(&all);
	return list;
}

/* Elements before counter k: from what it began with up to what it is now. */
static void elements_passed(struct survey *s, struct cut_loop *loop, uint32_t k)
{
	struct bank *bank = s->cut->program->bank;
	term counter = loop->procedure->variables[k]->term;
	term each = s->cut->each_index[term_width(bank, counter) == 64];
	term from = term_not(bank, term_binary(bank, OP_BVSLT, each, loop->entries[k]->term));
	struct form f = { s->cut, loop, term_and(bank, from, term_binary(bank, OP_BVSLT, each, counter)), each };
	struct cells cells = { 0 };
	for (size_t i = 0; i < s->accesses.count; i++) {
		struct leaves found = counters_in(s->cut, s->accesses.at[i].index);
		for (size_t c = 0; c < found.count; c++) {
			struct placing p = { .cut = s->cut, .loop = loop, .counter = found.at[c], .each = each };
			if (term_width(bank, found.at[c]) == term_width(bank, each))
				add_cell(&cells, place_cell(&p, &s->accesses.at[i]));
		}
		vec_free(&found);
	}
	propose_cells(&f, s, &cells);
	vec_free(&cells);
}

static void elements(struct survey *s, struct cut_loop *loop)
{
	const struct bank *bank = s->cut->program->bank;
	const struct procedure *proc = loop->procedure;
	uint32_t counters = 0;
	for (uint32_t i = 0; i < proc->in_count && counters < MAX_COUNTERS; i++) {
		term t = proc->variables[i]->term;
		if (!loop->changed[i] || !is_number(bank, t) ||
		    (term_width(bank, t) != 32 && term_width(bank, t) != 64))
			continue;
		elements_passed(s, loop, i);
		counters++;
	}
}

/* Cells of all objects that were made, at offsets that pointers are used with. */
static void objects(struct survey *s, struct cut_loop *loop)
{
	struct cut *cut = s->cut;
	struct bank *bank = cut->program->bank;
	struct cells cells = { 0 };
	for (size_t i = 0; i < s->accesses.count; i++) {
		struct placing p = { .cut = cut, .loop = loop, .object = cut->each_object };
		add_cell(&cells, place_cell(&p, &s->accesses.at[i]));
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
		propose_cells(&f, s, &cells);
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
			propose(&f, cut_is_given(cut, cut->given->term, t, 0));
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
		elements(&s, loop);
		if (cut->given)
			objects(&s, loop);
	}
	vec_free(&s.accesses);
	vec_free(&s.constants);
}
