#include "apart.h"

#include "vec.h"
#include "word.h"

enum { FEWEST_PARTS = 3, MOST_PARTS = 16, MOST_WALKED = 64, MOST_CASES = 4 };

/* factor * term; the factors of equal terms are added. */
struct sum {
	uint32_t width, count;
	uint64_t constant;
	struct part {
		term term;
		uint64_t factor;
	} parts[MOST_PARTS];
	bool failed;
};

static void add_part(struct sum *s, term t, uint64_t factor)
{
	uint32_t i = 0;
	while (i < s->count && s->parts[i].term < t)
		i++;
	if (i < s->count && s->parts[i].term == t) {
		s->parts[i].factor += factor;
		return;
	}
	s->failed = s->failed || s->count == MOST_PARTS;
	if (s->failed)
		return;
	for (uint32_t k = s->count++; k > i; k--)
		s->parts[k] = s->parts[k - 1];
	s->parts[i] = (struct part){ t, factor };
}

static void add_term(const struct bank *bank, struct sum *s, term start, uint64_t start_factor)
{
	VEC(struct part) stack = { 0 };
	vec_push(&stack, (struct part){ start, start_factor });
	for (uint32_t walked = 0; stack.count && !s->failed; walked++) {
		struct part p = vec_pop(&stack);
		enum op op = term_op(bank, p.term);
		s->failed = walked == MOST_WALKED;
		if (op == OP_CONSTANT) {
			s->constant += term_value(bank, p.term) * p.factor;
		} else if (op == OP_BVADD || op == OP_BVSUB) {
			vec_push(&stack, (struct part){ term_arg(bank, p.term, 0), p.factor });
			vec_push(&stack,
				 (struct part){ term_arg(bank, p.term, 1), op == OP_BVADD ? p.factor : -p.factor });
		} else if (op == OP_BVNEG) {
			vec_push(&stack, (struct part){ term_arg(bank, p.term, 0), -p.factor });
		} else if (op == OP_BVMUL && term_is_constant(bank, term_arg(bank, p.term, 1))) {
			uint64_t times = term_value(bank, term_arg(bank, p.term, 1));
			vec_push(&stack, (struct part){ term_arg(bank, p.term, 0), p.factor * times });
		} else {
			add_part(s, p.term, p.factor);
		}
	}
	vec_free(&stack);
}

/* The sum is 0; of two sums with opposite signs there is one term. */
static term is_zero(struct bank *bank, const struct sum *s)
{
	uint64_t mask = word_mask(s->width), sign = 0;
	term sum = term_bv(bank, s->width, 0);
	for (uint32_t i = 0; i < s->count; i++) {
		uint64_t factor = s->parts[i].factor & mask;
		if (!factor)
			continue;
		if (!sign)
			sign = factor >> (s->width - 1) ? UINT64_MAX : 1;
		term part =
			term_binary(bank, OP_BVMUL, s->parts[i].term, term_bv(bank, s->width, factor * sign & mask));
		sum = term_binary(bank, OP_BVADD, sum, part);
	}
	return term_eq(bank, sum, term_bv(bank, s->width, -s->constant * (sign ? sign : 1) & mask));
}

/* Of a condition that a part asks for: the sum where it holds, and where not. */
static term zero_by_cases(struct bank *bank, const struct sum *s, uint32_t cases)
{
	uint32_t i = 0;
	while (i < s->count && term_op(bank, s->parts[i].term) != OP_ITE)
		i++;
	if (i == s->count || cases == MOST_CASES)
		return is_zero(bank, s);
	term condition = term_arg(bank, s->parts[i].term, 0), either[2];
	for (uint32_t side = 0; side < 2; side++) {
		struct sum one = { .width = s->width, .constant = s->constant };
		for (uint32_t k = 0; k < s->count; k++) {
			term t = s->parts[k].term;
			bool asks = term_op(bank, t) == OP_ITE && term_arg(bank, t, 0) == condition;
			add_term(bank, &one, asks ? term_arg(bank, t, 1 + side) : t, s->parts[k].factor);
		}
		either[side] = one.failed ? 0 : zero_by_cases(bank, &one, cases + 1);
	}
	return either[0] && either[1] ? term_ite(bank, condition, either[0], either[1]) : is_zero(bank, s);
}

static term equation_apart(struct bank *bank, term t)
{
	term a = term_arg(bank, t, 0), b = term_arg(bank, t, 1);
	struct sum s = { 0 };
	if (sort_kind(bank, term_sort(bank, a)) != SORT_BITVECTOR || term_width(bank, a) > 64)
		return t;
	s.width = term_width(bank, a);
	add_term(bank, &s, a, 1);
	add_term(bank, &s, b, UINT64_MAX);
	return s.failed || s.count < FEWEST_PARTS ? t : zero_by_cases(bank, &s, 0);
}

term equations_apart(struct bank *bank, term start, struct table *memo)
{
	VEC(term) stack = { 0 };
	vec_push(&stack, start);
	while (stack.count) {
		term t = vec_last(&stack);
		size_t before = stack.count;
		for (uint32_t i = 0; !table_has(memo, t) && i < term_count(bank, t); i++)
			if (!table_has(memo, term_arg(bank, t, i)))
				vec_push(&stack, term_arg(bank, t, i));
		if (stack.count > before)
			continue;
		if (!table_has(memo, t)) {
			term made = term_rebuild(bank, memo, t);
			table_put(memo, t, term_op(bank, made) == OP_EQ ? equation_apart(bank, made) : made);
		}
		stack.count--;
	}
	vec_free(&stack);
	return (term)table_get(memo, start, 0);
}
