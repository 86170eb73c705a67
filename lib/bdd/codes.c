#include "codes.h"

#include <stdlib.h>

enum { MOST_PARTS = 1 << 12 };

/* --- parts --- */

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static uint64_t greatest(uint32_t width)
{
	return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static void sort_values(struct code *code)
{
	size_t count = 0;
	if (code->values.count)
		qsort(code->values.at, code->values.count, sizeof *code->values.at, compare);
	for (size_t i = 0; i < code->values.count; i++)
		if (!count || code->values.at[count - 1] != code->values.at[i])
			code->values.at[count++] = code->values.at[i];
	code->values.count = count;
}

/* A part begins with it, unless all do. */
static void begin_part(struct code *code, uint64_t value)
{
	if (value)
		vec_push(&code->values, value);
}

static void find_values(struct code *code, const struct class *class)
{
	code->ordered = class->ordered;
	for (size_t i = 0; i < class->constants.count; i++) {
		uint64_t value = class->constants.at[i];
		if (!class->ordered) {
			vec_push(&code->values, value);
			continue;
		}
		begin_part(code, value);
		if (value != greatest(class->width))
			begin_part(code, value + 1);
	}
	if (class->ordered)
		begin_part(code, greatest(class->width) / 2 + 1);
	sort_values(code);
}

static void make_code(struct code *code, const struct class *class)
{
	if (!class->opaque)
		return;
	find_values(code, class);
	code->parts = code->values.count + 1;
	if (code->parts > MOST_PARTS)
		return;
	for (code->width = 1; greatest(code->width) < code->parts - 1;)
		code->width++;
	if (code->width >= class->width)
		code->width = 0;
}

static uint64_t part_of(const struct code *code, uint64_t value)
{
	uint64_t part = 0;
	while (part < code->values.count &&
	       (code->ordered ? code->values.at[part] <= value : code->values.at[part] != value))
		part++;
	return part;
}

/* --- codes of a system --- */

void codes_init(struct codes *c, const struct system *s, bool plain)
{
	*c = (struct codes){ .bank = s->bank };
	classes_init(&c->classes, s);
	c->of = memory_alloc((c->classes.list.count + 1) * sizeof *c->of);
	for (uint32_t i = 0; i < c->classes.list.count && !plain; i++)
		if (c->classes.list.at[i].parent == i)
			make_code(&c->of[i], &c->classes.list.at[i]);
	for (uint32_t p = 0; p < s->places.count; p++)
		table_put(&c->memo, s->places.at[p].leaf, codes_leaf(c, s->places.at[p].leaf));
}

void codes_release(struct codes *c)
{
	for (size_t i = 0; i < c->classes.list.count; i++)
		vec_free(&c->of[i].values);
	memory_free(c->of);
	classes_release(&c->classes);
	table_free(&c->memo);
	table_free(&c->leaves);
}

const struct code *code_of(struct codes *c, term t)
{
	if (sort_kind(c->bank, term_sort(c->bank, t)) != SORT_BITVECTOR || !table_has(&c->classes.number, t))
		return NULL;
	const struct code *code = &c->of[class_of(&c->classes, t)];
	return code->width ? code : NULL;
}

term codes_leaf(struct codes *c, term leaf)
{
	const struct code *code = code_of(c, leaf);
	if (!code)
		return leaf;
	term stands = table_get(&c->leaves, leaf, 0);
	if (!stands) {
		stands = term_variable(c->bank, sort_bitvector(c->bank, code->width), "code");
		table_put(&c->leaves, leaf, stands);
	}
	return stands;
}

static term number(struct codes *c, const struct code *code, uint64_t part)
{
	return term_bv(c->bank, code->width, part);
}

term codes_is_part(struct codes *c, term leaf)
{
	const struct code *code = code_of(c, leaf);
	if (!code)
		return term_true(c->bank);
	return term_not(c->bank, term_binary(c->bank, OP_BVULT, number(c, code, code->parts - 1), codes_leaf(c, leaf)));
}

/* --- terms --- */

static term known(const struct codes *c, term t)
{
	return table_get(&c->memo, t, 0);
}

/* An argument of something in a class with this code. */
static term coded(struct codes *c, const struct code *code, term t)
{
	return term_is_constant(c->bank, t) ? number(c, code, part_of(code, term_value(c->bank, t))) : known(c, t);
}

/* value < bound, unsigned, of a bound of parts. */
static term is_below(struct codes *c, const struct code *code, term value, uint64_t bound)
{
	return term_binary(c->bank, OP_BVULT, value, number(c, code, part_of(code, bound)));
}

static term rewrite_comparison(struct codes *c, const struct code *code, term t)
{
	term a = term_arg(c->bank, t, 0), value = coded(c, code, a);
	uint64_t bound = term_value(c->bank, term_arg(c->bank, t, 1));
	uint64_t negative = greatest(term_width(c->bank, a)) / 2 + 1;
	if (term_op(c->bank, t) == OP_EQ)
		return term_eq(c->bank, value, number(c, code, part_of(code, bound)));
	term below = is_below(c, code, value, bound);
	if (term_op(c->bank, t) == OP_BVULT)
		return below;
	term is_negative = term_not(c->bank, is_below(c, code, value, negative));
	return bound < negative ? term_or(c->bank, is_negative, below) : term_and(c->bank, is_negative, below);
}

/* A leaf that is no place may have any code, but only one of a part. */
static term rewrite_leaf(struct codes *c, const struct code *code, term t)
{
	term leaf = codes_leaf(c, t);
	return term_ite(c->bank, codes_is_part(c, t), leaf, number(c, code, code->parts - 1));
}

static term rewrite_plain(struct codes *c, term t)
{
	term args[5];
	uint32_t indices[2] = { 0 }, count = term_count(c->bank, t);
	enum op op = term_op(c->bank, t);
	for (uint32_t i = 0; i < count; i++)
		args[i] = known(c, term_arg(c->bank, t, i));
	for (uint32_t i = 0; i < op_indices(op); i++)
		indices[i] = term_index(c->bank, t, i);
	return count ? term_make(c->bank, op, args, indices) : t;
}

/* The code of the class whose terms the comparison is about. */
static const struct code *compared_code(struct codes *c, term t)
{
	enum op op = term_op(c->bank, t);
	bool compares = op == OP_EQ || op == OP_BVULT || op == OP_BVSLT;
	return compares ? code_of(c, term_arg(c->bank, t, 0)) : NULL;
}

/* Of a term whose arguments are known. */
static term rewrite_above(struct codes *c, term t)
{
	const struct code *compared = compared_code(c, t), *code = code_of(c, t);
	if (compared)
		return rewrite_comparison(c, compared, t);
	if (code && term_op(c->bank, t) == OP_VARIABLE)
		return rewrite_leaf(c, code, t);
	if (code)
		return term_ite(c->bank, known(c, term_arg(c->bank, t, 0)), coded(c, code, term_arg(c->bank, t, 1)),
				coded(c, code, term_arg(c->bank, t, 2)));
	return rewrite_plain(c, t);
}

term codes_rewrite(struct codes *c, term t)
{
	VEC(term) stack = { 0 };
	vec_push(&stack, t);
	while (stack.count) {
		term top = vec_last(&stack);
		size_t before = stack.count;
		for (uint32_t i = 0; !known(c, top) && i < term_count(c->bank, top); i++)
			if (!known(c, term_arg(c->bank, top, i)))
				vec_push(&stack, term_arg(c->bank, top, i));
		if (stack.count > before)
			continue;
		if (!known(c, top))
			table_put(&c->memo, top, rewrite_above(c, top));
		stack.count--;
	}
	vec_free(&stack);
	return known(c, t);
}

term codes_rewrite_value(struct codes *c, term leaf, term value)
{
	const struct code *code = code_of(c, leaf);
	codes_rewrite(c, value);
	return code ? coded(c, code, value) : known(c, value);
}

/* --- what they mean --- */

static term is_value(struct bank *bank, const struct code *code, uint64_t part, term leaf)
{
	return term_eq(bank, leaf, term_bv(bank, term_width(bank, leaf), code->values.at[part]));
}

/* value i <= leaf */
static term is_behind(struct bank *bank, const struct code *code, uint64_t i, term leaf)
{
	term value = term_bv(bank, term_width(bank, leaf), code->values.at[i]);
	return term_not(bank, term_binary(bank, OP_BVULT, leaf, value));
}

/* Some of the values, or none of the others. */
static term equal_bit(struct bank *bank, const struct code *code, uint32_t bit, term leaf)
{
	bool others = (code->parts - 1) >> bit & 1;
	term some = term_false(bank);
	for (uint64_t i = 0; i < code->values.count; i++)
		if ((i >> bit & 1) != others)
			some = term_or(bank, some, is_value(bank, code, i, leaf));
	return others ? term_not(bank, some) : some;
}

/* Where the bit changes along the order of the parts. */
static term ordered_bit(struct bank *bank, const struct code *code, uint32_t bit, term leaf)
{
	term is_set = term_false(bank);
	for (uint64_t i = 0; i < code->values.count; i++) {
		bool before = i >> bit & 1, behind = (i + 1) >> bit & 1;
		if (before != behind)
			is_set = term_ite(bank, is_behind(bank, code, i, leaf), term_bool(bank, behind), is_set);
	}
	return is_set;
}

term code_bit(struct bank *bank, const struct code *code, uint32_t bit, term leaf)
{
	return code->ordered ? ordered_bit(bank, code, bit, leaf) : equal_bit(bank, code, bit, leaf);
}
