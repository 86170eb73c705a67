/* Candidates about the elements that a counter has passed, upwards or downwards: what the loop has stored there, how they are to
 * constants, numbers, their neighbours, and cells at places that other numbers say. */
#include "heads.h"
#include "map_parts.h"

enum { MAX_COUNTERS = 4, MAX_FLAGS = 2 };

struct leaves VEC_BODY(term);

static void push_leaf(void *context, term leaf)
{
	struct leaves *list = context;
	vec_push(list, leaf);
}

static bool may_count(const struct bank *bank, term t)
{
	return is_cell_number(bank, t) && (term_width(bank, t) == 32 || term_width(bank, t) == 64);
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
		if (may_count(bank, all.at[i]))
			vec_push(&list, all.at[i]);
	vec_free(&all);
	return list;
}

/* Cells at index `each`. */
static struct cells cells_passed(const struct survey *s, const struct cut_loop *loop, term each)
{
	const struct bank *bank = s->cut->program->bank;
	struct cells cells = { 0 };
	for (size_t i = 0; i < s->accesses.count; i++) {
		struct leaves found = counters_in(s->cut, s->accesses.at[i].index);
		for (size_t c = 0; c < found.count; c++) {
			struct placing p = { .cut = s->cut, .loop = loop, .counter = found.at[c], .each = each };
			if (term_width(bank, found.at[c]) == term_width(bank, each))
				cell_add(&cells, place_cell(&p, &s->accesses.at[i]));
		}
		vec_free(&found);
	}
	return cells;
}

/* What a store leaves in the element: a value that depends on the counter alone, or on what goes with it. */
static void propose_stored(const struct form *f, const struct access *store, term counter)
{
	struct bank *bank = f->cut->program->bank;
	term last = 0;
	for (int together = 0; together < 2; together++) {
		struct placing p = { .cut = f->cut, .loop = f->loop, .counter = counter, .each = f->each };
		term cell = place_cell(&p, store);
		p.together = together;
		term value = cell ? place_term(&p, store->value) : 0;
		if (value && !p.moves && value != last)
			cell_propose(f, term_eq(bank, cell, value));
		last = value;
	}
}

static void propose_all_stored(const struct form *f, const struct survey *s)
{
	const struct bank *bank = f->cut->program->bank;
	for (size_t i = 0; i < s->stores.count; i++) {
		struct leaves found = counters_in(f->cut, s->stores.at[i].index);
		for (size_t c = 0; c < found.count; c++)
			if (term_width(bank, found.at[c]) == term_width(bank, f->each))
				propose_stored(f, &s->stores.at[i], found.at[c]);
		vec_free(&found);
	}
}

/* The greatest so far is at a place that another number says: a[each] <= a[p]. */
static void propose_places(const struct form *f, const struct survey *s, const struct cells *cells)
{
	for (size_t i = 0; i < s->accesses.count; i++) {
		struct placing p = { .cut = f->cut, .loop = f->loop };
		term there = place_cell(&p, &s->accesses.at[i]);
		for (size_t k = 0; there && k < cells->count; k++)
			if (is_cell_number(f->cut->program->bank, there) &&
			    term_sort(f->cut->program->bank, there) == term_sort(f->cut->program->bank, cells->at[k]))
				cell_propose_order(f, cells->at[k], there);
	}
}

struct next {
	struct bank *bank;
	term each;
};

static term next_leaf(void *context, term leaf)
{
	const struct next *n = context;
	return leaf == n->each ? term_binary(n->bank, OP_BVADD, leaf, term_bv(n->bank, term_width(n->bank, leaf), 1))
			       : leaf;
}

/* An element and the one behind it, where both have been passed. */
static void propose_neighbours(const struct form *f, const struct cells *cells)
{
	struct next next = { f->cut->program->bank, f->each };
	for (size_t i = 0; i < cells->count; i++)
		if (is_cell_number(next.bank, cells->at[i]))
			cell_propose_order(f, cells->at[i], term_substitute(next.bank, cells->at[i], next_leaf, &next));
}

/* Two cells of an element. */
static void propose_pairs(const struct form *f, const struct cells *cells)
{
	const struct bank *bank = f->cut->program->bank;
	for (size_t i = 0; i < cells->count; i++)
		for (size_t k = i + 1; k < cells->count; k++)
			if (is_cell_number(bank, cells->at[i]) &&
			    term_sort(bank, cells->at[i]) == term_sort(bank, cells->at[k]))
				cell_propose_order(f, cells->at[i], cells->at[k]);
}

/* A flag says that no element was otherwise: `if (a[i] != b[i]) same = 0`. */
static void propose_flagged(const struct form *f, const struct form *two, const struct cells *cells)
{
	struct bank *bank = f->cut->program->bank;
	const struct cut_loop *loop = f->loop;
	uint32_t flags = 0;
	for (uint32_t i = 0; i < loop->procedure->in_count && flags < MAX_FLAGS; i++) {
		term flag = loop->procedure->variables[i]->term;
		bool truth = sort_kind(bank, term_sort(bank, flag)) == SORT_BOOL;
		if (!loop->changed[i] || !f->cut->heads || (!truth && !is_cell_number(bank, flag)) ||
		    !heads_show_flag(f->cut->heads, (size_t)(loop - f->cut->loops.at), i))
			continue;
		term set = truth ? flag : term_not(bank, term_eq(bank, flag, term_bv(bank, term_width(bank, flag), 0)));
		for (int clear = 0; clear < 2; clear++) {
			term guard = clear ? term_not(bank, set) : set;
			struct form one = *f, next = *two;
			one.guard = term_and(bank, f->guard, guard);
			next.guard = term_and(bank, two->guard, guard);
			propose_pairs(&one, cells);
			propose_neighbours(&next, cells);
		}
		flags++;
	}
}

/* from <= each < to, or each + 1 < to */
static struct form form_between(struct cut *cut, struct cut_loop *loop, term from, term to, uint64_t more)
{
	struct bank *bank = cut->program->bank;
	uint32_t width = term_width(bank, from);
	term each = cut->each_index[width == 64], last = term_binary(bank, OP_BVADD, each, term_bv(bank, width, more));
	term below = term_and(bank, term_binary(bank, OP_BVSLT, each, to), term_binary(bank, OP_BVSLT, last, to));
	return (struct form){ cut, loop, term_and(bank, term_not(bank, term_binary(bank, OP_BVSLT, each, from)), below),
			      each };
}

static void elements_between(struct survey *s, struct cut_loop *loop, term from, term to)
{
	struct form f = form_between(s->cut, loop, from, to, 0), two = form_between(s->cut, loop, from, to, 1);
	struct cells cells = cells_passed(s, loop, f.each);
	propose_all_stored(&f, s);
	cells_propose(&f, s, &cells);
	if (s->cut->level >= LEVEL_ALL) {
		propose_places(&f, s, &cells);
		propose_neighbours(&two, &cells);
		propose_flagged(&f, &two, &cells);
	}
	vec_free(&cells);
}

static bool goes_down(const struct survey *s, const struct cut_loop *loop, uint32_t parameter)
{
	uint32_t width = term_width(s->cut->program->bank, loop->procedure->variables[parameter]->term);
	return s->cut->heads && heads_go_down(s->cut->heads, (size_t)(loop - s->cut->loops.at), parameter, width);
}

void candidates_of_elements(struct survey *s, struct cut_loop *loop)
{
	const struct procedure *proc = loop->procedure;
	uint32_t counters = 0;
	for (uint32_t i = 0; i < proc->in_count && counters < MAX_COUNTERS; i++) {
		term now = proc->variables[i]->term;
		if (!loop->changed[i] || !may_count(s->cut->program->bank, now))
			continue;
		elements_between(s, loop, loop->entries[i]->term, now);
		if (s->cut->level >= LEVEL_ALL && goes_down(s, loop, i))
			elements_between(s, loop, now, loop->entries[i]->term);
		counters++;
	}
}
