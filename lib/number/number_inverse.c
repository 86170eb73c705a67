/* Multiplication and division backwards. */
#include "number_internal.h"

static void narrow(struct number *a, struct number to)
{
	*a = number_meet(*a, to);
}

/* --- products --- */

static bool fits_signed(struct number n, __int128 x)
{
	return x >= -(__int128)number_sign(n) && x < (__int128)number_sign(n);
}

static bool wraps_unsigned(struct number a, struct number b)
{
	uint64_t low, high, low_b, high_b;
	number_unsigned_range(a, &low, &high);
	number_unsigned_range(b, &low_b, &high_b);
	return (wide)high * high_b > number_mask(a);
}

static bool wraps_signed(struct number a, int64_t factor)
{
	int64_t low, high;
	number_signed_range(a, &low, &high);
	return !fits_signed(a, (__int128)low * factor) || !fits_signed(a, (__int128)high * factor);
}

/* With factor = odd * 2^k the low w - k bits of a are result / 2^k / odd, in w - k bits. */
static void divide_modulo(struct number result, struct number *a, uint64_t factor)
{
	uint32_t k = trailing_zeros(factor), width = a->width - k;
	result = number_with_bits(result, word_mask(k), 0);
	if (result.none) {
		*a = result;
		return;
	}
	struct number part = number_extract(a->width - 1, k, result);
	struct number inverse = number_constant(width, odd_inverse(factor >> k));
	number_refine_extract(width - 1, 0, number_product(part, inverse), a);
}

static void refine_multiple(struct number result, struct number *a, struct number b)
{
	if (b.first == 0) {
		if (!number_holds(result, 0))
			*a = number_none(a->width);
		return;
	}
	divide_modulo(result, a, b.first);
	result = a->none ? *a : number_meet(result, number_product(*a, b));
	if (result.none) {
		*a = result;
		return;
	}
	if (!wraps_unsigned(*a, b))
		narrow(a, number_quotient(OP_BVUDIV, result, b));
	if (!a->none && !wraps_signed(*a, number_signed(b.width, b.first)))
		narrow(a, number_quotient(OP_BVSDIV, result, b));
}

/* Where nothing wraps: result / greatest b <= a <= result / least b. */
static void refine_factor(struct number result, struct number *a, struct number b)
{
	uint64_t low, high, low_b, high_b;
	number_unsigned_range(result, &low, &high);
	number_unsigned_range(b, &low_b, &high_b);
	if (low_b == 0 && low > 0)
		low_b = 1;
	if (low_b == 0 || high_b == 0)
		return;
	low = low / high_b + (low % high_b != 0);
	high = high / low_b;
	*a = low <= high ? number_meet(*a, number_between(a->width, low, high)) : number_none(a->width);
}

void number_refine_product(struct number result, struct number *a, struct number *b)
{
	if (number_is_single(*b))
		refine_multiple(result, a, *b);
	if (!a->none && number_is_single(*a))
		refine_multiple(result, b, *a);
	if (a->none || b->none || wraps_unsigned(*a, *b))
		return;
	refine_factor(result, a, *b);
	if (!a->none)
		refine_factor(result, b, *a);
}

/* --- quotients --- */

static void narrow_unsigned(struct number *a, wide low, wide high)
{
	uint64_t mask = number_mask(*a);
	if (low > mask)
		*a = number_none(a->width);
	else
		narrow(a, number_between(a->width, (uint64_t)low, high > mask ? mask : (uint64_t)high));
}

static void narrow_signed(struct number *a, __int128 low, __int128 high)
{
	__int128 least = -(__int128)number_sign(*a), greatest = number_sign(*a) - 1;
	if (low > greatest || high < least)
		*a = number_none(a->width);
	else
		narrow(a, number_between(a->width, (uint64_t)(low < least ? least : low),
					 (uint64_t)(high > greatest ? greatest : high)));
}

/* result * b <= a < (result + 1) * b, for a divisor that is not 0. */
static void refine_dividend(struct number result, struct number *a, struct number b)
{
	uint64_t low, high, low_b, high_b;
	number_unsigned_range(result, &low, &high);
	number_unsigned_range(b, &low_b, &high_b);
	if (low_b)
		narrow_unsigned(a, (wide)low * low_b, (wide)high * high_b + high_b - 1);
}

/* The same with quotients that truncate, for a divisor above 0. */
static void refine_signed_dividend(struct number result, struct number *a, int64_t divisor)
{
	int64_t low, high;
	number_signed_range(result, &low, &high);
	__int128 from = (__int128)low * divisor, to = (__int128)high * divisor;
	narrow_signed(a, low > 0 ? from : from - (divisor - 1), high < 0 ? to : to + (divisor - 1));
}

/* --- remainders by a constant --- */

/* All numbers from `least` to `greatest` that differ from `residue` by multiples of `modulus`. */
static struct number residues(struct number a, __int128 least, __int128 greatest, __int128 residue, uint64_t modulus)
{
	__int128 rest = (residue - least) % modulus;
	__int128 first = least + (rest < 0 ? rest + modulus : rest);
	if (first > greatest)
		return number_none(a.width);
	return number_progression(a.width, (uint64_t)first, (uint64_t)greatest, modulus);
}

/* What members differ by, as integers from `pole` on. 0: there is one. */
static uint64_t stride_from(struct number n, uint64_t pole)
{
	struct number parts[2];
	uint32_t count = number_split(n, pole, parts);
	return count == 2 ? gcd(n.stride, parts[1].first - parts[0].first) : count ? parts[0].stride : 0;
}

static void refine_remainder(struct number result, struct number *a, uint64_t divisor)
{
	result = number_meet(result, number_between(a->width, 0, divisor - 1));
	if (result.none) {
		*a = result;
		return;
	}
	uint64_t low, high, least, greatest;
	number_unsigned_range(*a, &low, &high);
	number_unsigned_range(result, &least, &greatest);
	if (low / divisor == high / divisor)
		narrow(a, number_sum(result, number_constant(a->width, low - low % divisor)));
	else
		narrow(a, residues(*a, least, number_mask(*a), least, gcd(stride_from(result, 0), divisor)));
}

/* The remainder has the dividend's sign and differs from it by a multiple of the divisor, as integers. */
static void refine_signed_remainder(struct number result, struct number *a, uint64_t magnitude)
{
	int64_t low, high;
	result = number_meet(result, number_between(a->width, 1 - magnitude, magnitude - 1));
	if (result.none) {
		*a = result;
		return;
	}
	number_signed_range(result, &low, &high);
	__int128 least = -(__int128)number_sign(*a), greatest = number_sign(*a) - 1;
	narrow(a, residues(*a, least, greatest, low, gcd(stride_from(result, number_sign(*a)), magnitude)));
	if (low > 0)
		narrow_signed(a, low, greatest);
	if (high < 0)
		narrow_signed(a, least, high);
}

/* --- all --- */

/* x / 0 is one of two constants, x % 0 is x. */
static void refine_by_zero(enum op op, struct number result, struct number *a)
{
	uint64_t sign = number_sign(*a), mask = number_mask(*a);
	if (op == OP_BVUREM || op == OP_BVSREM)
		narrow(a, result);
	else if (op == OP_BVUDIV && !number_holds(result, mask))
		*a = number_none(a->width);
	else if (op == OP_BVSDIV && !number_holds(result, mask))
		narrow(a, number_between(a->width, sign, mask));
	else if (op == OP_BVSDIV && !number_holds(result, 1))
		narrow(a, number_between(a->width, 0, sign - 1));
}

static void refine_signed_by(enum op op, struct number result, struct number *a, int64_t divisor)
{
	bool negative = divisor < 0;
	uint64_t magnitude = negative ? -(uint64_t)divisor : (uint64_t)divisor;
	if (op == OP_BVSREM)
		refine_signed_remainder(result, a, magnitude);
	else if (magnitude < number_sign(*a)) /* a / -c = -(a / c) */
		refine_signed_dividend(negative ? number_negative(result) : result, a, (int64_t)magnitude);
}

void number_refine_quotient(enum op op, struct number result, struct number *a, struct number *b)
{
	if (op == OP_BVUDIV && !number_holds(result, number_mask(*a)))
		*b = number_without(*b, 0);
	if (b->none)
		return;
	if (op == OP_BVUDIV)
		refine_dividend(result, a, *b);
	if (a->none || !number_is_single(*b))
		return;
	if (b->first == 0)
		refine_by_zero(op, result, a);
	else if (op == OP_BVUREM)
		refine_remainder(result, a, b->first);
	else if (op != OP_BVUDIV)
		refine_signed_by(op, result, a, number_signed(b->width, b->first));
}
