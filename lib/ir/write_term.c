/* The writer's sorts and expressions: as trees, or where that would be much larger than the shared
 * term, with a let for each subterm that is used more than once. */
#include <string.h>

#include "bv.h"
#include "writer.h"

/* An expression is written with lets if its tree has more than LET_MINIMUM nodes and more than
 * LET_FACTOR times as many as it has distinct subterms. */
enum { LET_MINIMUM = 64, LET_FACTOR = 4, SIZE_MAXIMUM = 1 << 30 };

void writer_sort(struct writer *w, const struct bank *bank, sort s)
{
	switch (sort_kind(bank, s)) {
	case SORT_BOOL:
		writer_text(w, "bool");
		break;
	case SORT_BITVECTOR:
		writer_text(w, "bv");
		writer_number(w, sort_width(bank, s));
		break;
	case SORT_MAP:
		writer_byte(w, '[');
		writer_sort(w, bank, sort_index(bank, s));
		writer_byte(w, ']');
		writer_sort(w, bank, sort_value(bank, s));
		break;
	}
}

/* --- leaves --- */

static void constant(struct writer *w, term t)
{
	const struct bank *bank = w->bank;
	if (sort_kind(bank, term_sort(bank, t)) == SORT_BOOL) {
		writer_text(w, term_is_true(bank, t) ? "true" : "false");
		return;
	}
	uint32_t width = term_width(bank, t);
	if (term_fits(bank, t)) {
		writer_number(w, term_value(bank, t));
	} else {
		char *digits = memory_alloc(width / 3 + 2);
		uint32_t length = bv_print(digits, term_words(bank, t), width);
		writer_bytes(w, digits, length);
		memory_free(digits);
	}
	writer_text(w, "bv");
	writer_number(w, width);
}

static void leaf(struct writer *w, term t)
{
	if (term_op(w->bank, t) == OP_CONSTANT) {
		constant(w, t);
		return;
	}
	const struct variable *v = w->program ? program_variable_of(w->program, t) : NULL;
	writer_name(w, v ? v->name : term_name(w->bank, t));
}

/* --- trees --- */

/* What stands before argument `next` of t, or after the last. */
static void between(struct writer *w, term t, uint32_t next)
{
	const struct bank *bank = w->bank;
	enum op op = term_op(bank, t);
	uint32_t count = term_count(bank, t);
	if (op == OP_SELECT || op == OP_STORE) {
		static const char *const select[] = { "", "[", "]" }, *const store[] = { "", "[", " := ", "]" };
		writer_text(w, op == OP_SELECT ? select[next] : store[next]);
		return;
	}
	if (next == count) {
		writer_byte(w, ')');
	} else if (next) {
		writer_text(w, ", ");
	} else {
		writer_text(w, op_name(op));
		writer_byte(w, '(');
		for (uint32_t i = 0; i < op_indices(op); i++) {
			writer_number(w, term_index(bank, t, i));
			writer_text(w, ", ");
		}
	}
}

/* Writes t where subterms with a let name are written as that; t itself is not. */
static void tree(struct writer *w, term root)
{
	const struct bank *bank = w->bank;
	if (!term_count(bank, root)) {
		leaf(w, root);
		return;
	}
	vec_push(&w->visits, (struct writer_visit){ root, 0 });
	while (w->visits.count) {
		struct writer_visit *f = &vec_last(&w->visits);
		between(w, f->term, f->next);
		if (f->next == term_count(bank, f->term)) {
			w->visits.count--;
			continue;
		}
		term argument = writer_argument(w, f->term, f->next++);
		if (!term_count(bank, argument)) {
			leaf(w, argument);
		} else if (w->let && w->let[argument]) {
			writer_byte(w, '%');
			writer_number(w, w->let[argument]);
		} else {
			vec_push(&w->visits, (struct writer_visit){ argument, 0 });
		}
	}
}

/* --- sizes --- */

static void make_room(struct writer *w)
{
	uint32_t bound = bank_size(w->bank) + 1;
	if (bound <= w->bound)
		return;
	writer_terms_release(w);
	w->bound = bound;
	w->swapped = memory_alloc(bound * sizeof *w->swapped);
	w->size = memory_alloc(bound * sizeof *w->size);
	w->counted = memory_alloc(bound * sizeof *w->counted);
	w->uses = memory_alloc(bound * sizeof *w->uses);
	w->let = memory_alloc(bound * sizeof *w->let);
}

void writer_terms_release(struct writer *w)
{
	memory_free(w->swapped);
	memory_free(w->size);
	memory_free(w->counted);
	memory_free(w->uses);
	memory_free(w->let);
	vec_free(&w->visits);
	vec_free(&w->order);
	w->swapped = NULL;
	w->size = w->counted = w->uses = w->let = NULL;
	w->bound = 0;
}

static uint32_t size_of(const struct writer *w, term t)
{
	return term_count(w->bank, t) ? w->size[t] : 1;
}

static void set_size(struct writer *w, term t)
{
	uint64_t size = 1;
	for (uint32_t i = 0; i < term_count(w->bank, t); i++)
		size += size_of(w, term_arg(w->bank, t, i));
	w->size[t] = size > SIZE_MAXIMUM ? SIZE_MAXIMUM : (uint32_t)size;
	writer_decide_order(w, t);
}

/* Of t written as a tree. Each subterm is computed once per writer. */
static uint32_t tree_size(struct writer *w, term root)
{
	if (size_of(w, root))
		return size_of(w, root);
	vec_push(&w->visits, (struct writer_visit){ root, 0 });
	while (w->visits.count) {
		struct writer_visit *f = &vec_last(&w->visits);
		if (f->next == term_count(w->bank, f->term)) {
			set_size(w, f->term);
			w->visits.count--;
			continue;
		}
		term argument = term_arg(w->bank, f->term, f->next++);
		if (!size_of(w, argument))
			vec_push(&w->visits, (struct writer_visit){ argument, 0 });
	}
	return size_of(w, root);
}

/* Counts the uses of each subterm in t; w->order becomes the subterms that are not leaves, arguments
 * first. Gives the number of distinct subterms. */
static uint32_t count_uses(struct writer *w, term root)
{
	uint32_t distinct = 1;
	w->expression++;
	vec_clear(&w->order);
	vec_push(&w->visits, (struct writer_visit){ root, 0 });
	while (w->visits.count) {
		struct writer_visit *f = &vec_last(&w->visits);
		if (f->next == term_count(w->bank, f->term)) {
			vec_push(&w->order, f->term);
			w->visits.count--;
			continue;
		}
		term argument = writer_argument(w, f->term, f->next++);
		bool again = w->counted[argument] == w->expression;
		w->uses[argument] = again ? w->uses[argument] + 1 : 1;
		w->counted[argument] = w->expression;
		distinct += !again;
		if (!again && term_count(w->bank, argument))
			vec_push(&w->visits, (struct writer_visit){ argument, 0 });
	}
	return distinct;
}

/* --- lets --- */

/* The order of count_uses, in which w->order has root last. */
static void with_lets(struct writer *w, term root)
{
	uint32_t number = 0;
	for (size_t i = 0; i + 1 < w->order.count; i++) {
		term t = w->order.at[i];
		if (w->uses[t] < 2)
			continue;
		writer_text(w, number ? "; %" : "let %");
		writer_number(w, number + 1);
		writer_text(w, " = ");
		tree(w, t);
		w->let[t] = ++number;
	}
	writer_text(w, number ? " in " : "");
	tree(w, root);
	for (size_t i = 0; i < w->order.count; i++)
		w->let[w->order.at[i]] = 0;
}

void writer_term(struct writer *w, term t)
{
	if (!term_count(w->bank, t)) {
		leaf(w, t);
		return;
	}
	make_room(w);
	uint32_t size = tree_size(w, t);
	if (size > LET_MINIMUM && size > LET_FACTOR * (uint64_t)count_uses(w, t))
		with_lets(w, t);
	else
		tree(w, t);
}
