/* Which function an operator is. Where there are few pairs of members, each is computed by itself. */
#include "number_internal.h"

enum { FEW = 4 };

/* --- members --- */

static uint64_t divide(enum op op, uint32_t width, uint64_t a, uint64_t b)
{
	uint64_t sign = UINT64_C(1) << (width - 1), mask = word_mask(width);
	bool is_signed = op == OP_BVSDIV || op == OP_BVSREM;
	bool negative_a = is_signed && a & sign, negative_b = is_signed && b & sign;
	uint64_t x = negative_a ? -a & mask : a, y = negative_b ? -b & mask : b;
	if (op == OP_BVUREM || op == OP_BVSREM) {
		uint64_t rest = y ? x % y : x;
		return negative_a ? -rest : rest;
	}
	uint64_t quotient = y ? x / y : mask;
	return negative_a != negative_b ? -quotient : quotient;
}

static uint64_t shift(enum op op, uint32_t width, uint64_t a, uint64_t b)
{
	if (op == OP_BVASHR)
		return (uint64_t)(number_signed(width, a) >> (b < width ? b : width - 1));
	if (b >= width)
		return 0;
	return op == OP_BVSHL ? a << b : a >> b;
}

uint64_t number_apply(enum op op, uint32_t width, uint64_t a, uint64_t b)
{
	switch ((int)op) {
	case OP_BVAND:
		return a & b;
	case OP_BVOR:
		return a | b;
	case OP_BVXOR:
		return a ^ b;
	case OP_BVADD:
		return (a + b) & word_mask(width);
	case OP_BVSUB:
		return (a - b) & word_mask(width);
	case OP_BVMUL:
		return (a * b) & word_mask(width);
	case OP_BVSHL:
	case OP_BVLSHR:
	case OP_BVASHR:
		return shift(op, width, a, b) & word_mask(width);
	}
	return divide(op, width, a, b) & word_mask(width);
}

static bool have_few(struct number a, struct number b)
{
	uint64_t p = number_count(a), q = number_count(b);
	return p <= FEW && q <= FEW && p * q <= FEW;
}

static struct number each_pair(enum op op, struct number a, struct number b)
{
	struct number n = number_none(a.width);
	for (uint64_t i = 0; i < number_count(a); i++) {
		for (uint64_t j = 0; j < number_count(b); j++) {
			uint64_t x = (a.first + i * a.stride) & number_mask(a);
			uint64_t y = (b.first + j * b.stride) & number_mask(b);
			if (number_holds(a, x) && number_holds(b, y))
				n = number_join(n, number_constant(a.width, number_apply(op, a.width, x, y)));
		}
	}
	return n;
}

/* --- numbers --- */

struct number number_unary(enum op op, struct number a)
{
	if (a.none)
		return a;
	return op == OP_BVNEG ? number_negative(a) : number_difference(number_constant(a.width, UINT64_MAX), a);
}

static struct number compute(enum op op, struct number a, struct number b)
{
	switch ((int)op) {
	case OP_BVAND:
	case OP_BVOR:
	case OP_BVXOR:
		return number_bitwise(op, a, b);
	case OP_BVADD:
		return number_sum(a, b);
	case OP_BVSUB:
		return number_difference(a, b);
	case OP_BVMUL:
		return number_product(a, b);
	case OP_BVUDIV:
	case OP_BVUREM:
	case OP_BVSDIV:
	case OP_BVSREM:
		return number_quotient(op, a, b);
	case OP_BVSHL:
	case OP_BVLSHR:
	case OP_BVASHR:
		return number_shift(op, a, b);
	}
	return number_all(a.width);
}

struct number number_binary(enum op op, struct number a, struct number b)
{
	if (a.none || b.none)
		return number_none(a.width);
	if (!have_few(a, b))
		return compute(op, a, b);
	struct number n = each_pair(op, a, b);
	return n.none || number_count(n) <= 2 ? n : number_meet(n, compute(op, a, b));
}
