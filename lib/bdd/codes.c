#include "codes.h"
#include "word.h"

enum { MOST_PARTS = 1 << 10 };

/* --- parts --- */

static uint64_t greatest(uint32_t width)
{
	return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static bool has_value(const struct code *code, term value)
{
	for (size_t i = 0; i < code->values.count; i++)
		if (code->values.at[i] == value)
			return true;
	return false;
}

/* Into its place. */
static void add_value(struct codes *c, struct code *code, term value)
{
	if (has_value(code, value) || code->values.count > MOST_PARTS)
		return;
	vec_push(&code->values, value);
	for (size_t i = code->values.count - 1; code->ordered && i; i--) {
		term *at = code->values.at, behind = at[i];
		if (term_value(c->bank, at[i - 1]) < term_value(c->bank, behind))
			break;
		at[i] = at[i - 1];
		at[i - 1] = behind;
	}
}

/* A part begins with it, unless all do. */
static void begin_part(struct codes *c, struct code *code, uint32_t width, uint64_t value)
{
	if (value)
		add_value(c, code, term_bv(c->bank, width, value));
}

static void find_values(struct codes *c, struct code *code, const struct class *class)
{
	code->ordered = class->ordered;
	for (size_t i = 0; i < class->constants.count; i++) {
		term constant = class->constants.at[i];
		if (!class->ordered) {
			add_value(c, code, constant);
			continue;
		}
		uint64_t value = term_value(c->bank, constant);
		begin_part(c, code, class->width, value);
		if (value != greatest(class->width))
			begin_part(c, code, class->width, value + 1);
	}
	if (class->ordered)
		begin_part(c, code, class->width, greatest(class->width) / 2 + 1);
}

static void make_code(struct codes *c, struct code *code, const struct class *class)
{
	if (!class->opaque)
		return;
	find_values(c, code, class);
	code->parts = code->values.count + 1;
	if (code->parts > MOST_PARTS)
		return;
	for (code->width = 1; greatest(code->width) < code->parts - 1;)
		code->width++;
	if (code->width >= class->width)
		code->width = 0;
}

static bool is_before(const struct codes *c, const struct code *code, term constant, term value)
{
	return code->ordered ? term_value(c->bank, value) <= term_value(c->bank, constant) : value != constant;
}

static uint64_t part_of(const struct codes *c, const struct code *code, term constant)
{
	uint64_t part = 0;
	while (part < code->values.count && is_before(c, code, constant, code->values.at[part]))
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
			make_code(c, &c->of[i], &c->classes.list.at[i]);
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
	return term_is_constant(c->bank, t) ? number(c, code, part_of(c, code, t)) : known(c, t);
}

/* value < bound, unsigned, of a bound of parts. */
static term is_below(struct codes *c, const struct code *code, term value, term bound)
{
	return term_binary(c->bank, OP_BVULT, value, number(c, code, part_of(c, code, bound)));
}

static term rewrite_comparison(struct codes *c, const struct code *code, term t)
{
	term a = term_arg(c->bank, t, 0), bound = term_arg(c->bank, t, 1), value = coded(c, code, a);
	if (term_op(c->bank, t) == OP_EQ)
		return term_eq(c->bank, value, number(c, code, part_of(c, code, bound)));
	term below = is_below(c, code, value, bound);
	if (term_op(c->bank, t) == OP_BVULT)
		return below;
	uint32_t width = term_width(c->bank, a);
	uint64_t least = greatest(width) / 2 + 1; /* as a signed number */
	term is_negative = term_not(c->bank, is_below(c, code, value, term_bv(c->bank, width, least)));
	return term_value(c->bank, bound) < least ? term_or(c->bank, is_negative, below)
						  : term_and(c->bank, is_negative, below);
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
	return term_eq(bank, leaf, code->values.at[part]);
}

/* value i <= leaf */
static term is_behind(struct bank *bank, const struct code *code, uint64_t i, term leaf)
{
	return term_not(bank, term_binary(bank, OP_BVULT, leaf, code->values.at[i]));
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
