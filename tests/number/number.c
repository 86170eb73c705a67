/* Numbers by example: what C programs do with indices, lengths, sizes and flags, and the best answer. */
#include "number_domain.h"
#include "tap.h"

static struct number between(uint32_t width, int64_t first, int64_t last)
{
	return number_between(width, (uint64_t)first, (uint64_t)last);
}

static struct number constant(uint32_t width, int64_t value)
{
	return number_constant(width, (uint64_t)value);
}

static struct number steps(uint32_t width, int64_t first, int64_t last, uint64_t stride)
{
	return number_progression(width, (uint64_t)first, (uint64_t)last, stride);
}

static void show(const char *what, struct number n)
{
	tap_diag("%s: %s%#llx ... %#llx by %#llx, zeros %#llx, ones %#llx", what, n.none ? "none " : "",
		 (unsigned long long)n.first, (unsigned long long)n.last, (unsigned long long)n.stride,
		 (unsigned long long)n.zeros, (unsigned long long)n.ones);
}

static void same(struct number got, struct number want, const char *what)
{
	if (ok(number_equal(got, want), "%s", what))
		return;
	show("got", got);
	show("want", want);
}

static void test_single(void)
{
	struct number n = between(8, -1, 3);
	uint64_t low, high, value = 0;
	int64_t from, to;
	number_unsigned_range(n, &low, &high);
	number_signed_range(n, &from, &to);
	ok(low == 0 && high == 255, "-1 ... 3 as unsigned numbers");
	ok(from == -1 && to == 3, "-1 ... 3 as signed numbers");
	ok(number_holds(n, 255) && number_holds(n, 3) && !number_holds(n, 4), "-1 ... 3 holds its ends");
	ok(number_is_constant(constant(64, -1), &value) && value == UINT64_MAX, "a constant of 64 bits");
	ok(number_is_all(number_all(64)) && number_is_all(between(64, 5, 4)), "all numbers of 64 bits");
	ok(!number_is_all(between(64, 5, 3)) && !number_is_none(between(64, 5, 3)), "all but one");
	ok(sizeof n <= 48, "a number has %zu bytes", sizeof n);
	same(between(32, 16, 31), number_bits(32, ~UINT64_C(0x1f), 16), "an interval is known bits");
	same(number_bits(32, 7, 0), steps(32, 0, 0xfffffff8, 8), "known low bits are a stride");
	same(number_meet(steps(32, 1, 100, 3), number_bits(32, 3, 0)), steps(32, 4, 100, 12), "stride 3 and stride 4");
}

static void test_lattice(void)
{
	same(number_join(constant(32, -1), between(32, 0, 10)), between(32, -1, 10), "-1 or an index");
	same(number_join(constant(32, 0), constant(32, 24)), steps(32, 0, 24, 24), "two records");
	same(number_join(steps(32, 0, 24, 24), constant(32, 48)), steps(32, 0, 48, 24), "three records");
	same(number_join(constant(32, -2147483648LL), constant(32, 2147483647)), between(32, 2147483647, -2147483648LL),
	     "both limits are neighbours");
	same(number_meet(between(8, -10, 10), between(8, 5, 100)), between(8, 5, 10), "the overlap");
	same(number_meet(between(8, 0, 200), between(8, 150, 10)), number_join(between(8, 150, 200), between(8, 0, 10)),
	     "an overlap in two places");
	ok(number_is_none(number_meet(between(8, 0, 9), between(8, 10, 20))), "no overlap");
	ok(number_is_none(number_meet(steps(8, 0, 90, 6), steps(8, 1, 91, 3))), "strides that never meet");
}

static void test_widening(void)
{
	static const uint64_t thresholds[] = { 10, 100, UINT64_C(1) << 40 };
	struct number zero = constant(32, 0);
	same(number_widen(zero, between(32, 0, 1), thresholds, 3), between(32, 0, 1), "the first step is a join");
	same(number_widen(between(32, 0, 1), between(32, 0, 2), thresholds, 3), between(32, 0, 10), "to a threshold");
	same(number_widen(between(32, 0, 10), between(32, 0, 11), thresholds, 3), between(32, 0, 100), "to the second");
	same(number_widen(between(32, 0, 100), between(32, 0, 101), thresholds, 3), between(32, 0, 2147483647),
	     "to the signed limit: the last threshold has too many bits");
	same(number_widen(between(32, 0, 2147483647), between(32, 0, 2147483648), thresholds, 3), number_all(32),
	     "to the unsigned limit, which is all");
	same(number_widen(between(32, -1, 0), between(32, -2, 0), NULL, 0), between(32, -2147483648LL, 0), "downwards");
	same(number_widen(number_bits(32, ~5ULL, 0), number_bits(32, ~69ULL, 0), thresholds, 3),
	     number_bits(32, ~69ULL, 0), "flags are kept");
	same(number_widen(zero, steps(32, 0, 24, 24), thresholds, 3), steps(32, 0, 24, 24), "a stride is kept");
	same(number_widen(steps(32, 0, 24, 24), steps(32, 0, 48, 24), thresholds, 3), steps(32, 0, 96, 24),
	     "below the threshold");
}

static void test_sums(void)
{
	same(number_binary(OP_BVADD, between(32, 0, 9), constant(32, -1)), between(32, -1, 8), "i - 1");
	same(number_binary(OP_BVSUB, between(64, 0, 9), between(64, 0, 9)), between(64, -9, 9), "i - j");
	same(number_binary(OP_BVADD, steps(64, 0, 240, 24), constant(64, 4096)), steps(64, 4096, 4336, 24), "a + 24 i");
	same(number_binary(OP_BVMUL, between(64, 0, 10), constant(64, 24)), steps(64, 0, 240, 24), "24 i");
	same(number_binary(OP_BVMUL, between(32, -3, 10), constant(32, 24)), steps(32, -72, 240, 24), "24 i, i >= -3");
	same(number_binary(OP_BVMUL, between(32, -3, 10), constant(32, -1)), between(32, -10, 3), "-1 i");
	same(number_binary(OP_BVMUL, between(64, 0, 1000), between(64, 0, 1000)), between(64, 0, 1000000),
	     "rows * columns");
	same(number_binary(OP_BVMUL, number_all(32), constant(32, 12)), steps(32, 0, -4, 4), "12 i, wrapped");
	same(number_unary(OP_BVNEG, between(32, 1, 5)), between(32, -5, -1), "-i");
	same(number_unary(OP_BVNOT, between(32, 0, 5)), between(32, -6, -1), "~i");
	same(number_binary(OP_BVUDIV, steps(64, 0, 240, 24), constant(64, 24)), between(64, 0, 10), "p - a / 24");
	same(number_binary(OP_BVSDIV, between(32, -7, 9), constant(32, 2)), between(32, -3, 4), "i / 2");
	same(number_binary(OP_BVUREM, number_all(32), constant(32, 10)), between(32, 0, 9), "u % 10");
	same(number_binary(OP_BVSREM, number_all(32), constant(32, 10)), between(32, -9, 9), "i % 10");
	same(number_binary(OP_BVUREM, between(32, 12, 17), constant(32, 10)), between(32, 2, 7), "one quotient");
}

static void test_bits(void)
{
	same(number_binary(OP_BVAND, number_all(32), constant(32, 255)), between(32, 0, 255), "i & 255");
	same(number_binary(OP_BVAND, between(64, 7, 22), constant(64, -8)), steps(64, 0, 16, 8), "(n + 7) & -8");
	same(number_binary(OP_BVAND, number_all(32), constant(32, 1)), between(32, 0, 1), "i & 1");
	same(number_binary(OP_BVOR, steps(32, 0, 12, 4), between(32, 0, 3)), between(32, 0, 15), "4 i | j");
	same(number_binary(OP_BVXOR, between(32, 3, 9), constant(32, -1)), between(32, -10, -4), "i ^ -1");
	same(number_binary(OP_BVXOR, between(32, -3, 9), constant(32, -2147483648LL)),
	     between(32, 0x7ffffffd, 0x80000009), "i ^ sign");
	same(number_binary(OP_BVSHL, constant(32, 1), between(32, 0, 4)), between(32, 1, 16), "1 << i");
	same(number_binary(OP_BVSHL, between(64, 0, 10), constant(64, 3)), steps(64, 0, 80, 8), "i << 3");
	same(number_binary(OP_BVLSHR, number_all(64), constant(64, 56)), between(64, 0, 255), "u >> 56");
	same(number_binary(OP_BVASHR, between(32, -9, 9), constant(32, 2)), between(32, -3, 2), "i >> 2");
}

static void test_widths(void)
{
	same(number_sign_extend(64, between(32, -1, 10)), between(64, -1, 10), "int to long");
	same(number_zero_extend(64, between(32, 5, 10)), between(64, 5, 10), "unsigned to long");
	same(number_zero_extend(64, between(32, -1, 10)), between(64, 0, 0xffffffff), "-1 as unsigned");
	same(number_extract(31, 0, between(64, -1, 10)), between(32, -1, 10), "long to int");
	same(number_extract(7, 0, between(32, 250, 260)), between(8, -6, 4), "to a byte, wrapped");
	same(number_extract(31, 8, between(32, -1, 600)), between(24, -1, 2), "the high bytes of wrapped numbers");
	same(number_concat(between(8, -1, 1), constant(8, 0)), steps(16, -256, 256, 256), "a high byte");
	same(number_concat(constant(8, 2), between(8, 5, 9)), between(16, 0x205, 0x209), "a low byte");
}

static void refined(enum op op, bool holds, struct number a, struct number b, struct number want, const char *what)
{
	number_refine(op, holds, &a, &b);
	same(a, want, what);
}

static void test_comparisons(void)
{
	is_int(number_compare(OP_BVSLT, between(32, -5, 4), constant(32, 5)), NUMBER_MAY_HOLD, "i < 5 holds");
	is_int(number_compare(OP_BVULT, between(32, -5, 4), constant(32, 5)), 3, "(unsigned)i < 5 may hold or fail");
	is_int(number_compare(OP_EQ, steps(32, 0, 240, 24), constant(32, 12)), NUMBER_MAY_FAIL, "12 is no record");
	refined(OP_BVSLT, true, number_all(32), constant(32, 10), between(32, -2147483648LL, 9), "i < 10");
	refined(OP_BVULT, true, between(32, -5, 20), constant(32, 10), between(32, 0, 9), "(unsigned)i < 10");
	refined(OP_BVSLT, false, between(32, -5, 20), constant(32, 0), between(32, 0, 20), "!(i < 0)");
	refined(OP_EQ, false, number_all(64), constant(64, 0), between(64, 1, -1), "p != 0");
	refined(OP_EQ, false, between(32, 0, 10), constant(32, 10), between(32, 0, 9), "i != n");
	refined(OP_EQ, true, number_all(32), between(32, 3, 4), between(32, 3, 4), "i == j");
	refined(OP_BVULT, true, number_all(32), constant(32, 0), number_none(32), "u < 0");
}

static void backwards(enum op op, struct number result, struct number a, struct number b, struct number want,
		      const char *what)
{
	number_refine_binary(op, result, &a, &b);
	same(a, want, what);
}

static void test_backwards(void)
{
	struct number all = number_all(32), n = all, low = number_all(16);
	backwards(OP_BVADD, between(32, 0, 9), all, constant(32, 1), between(32, -1, 8), "i + 1 is 0 ... 9");
	backwards(OP_BVSUB, between(32, 0, 9), all, constant(32, 1), between(32, 1, 10), "i - 1 is 0 ... 9");
	backwards(OP_BVAND, constant(32, 0), all, constant(32, 3), steps(32, 0, -4, 4), "i & 3 is 0");
	backwards(OP_BVAND, constant(32, 16), all, constant(32, -8), between(32, 16, 23), "i & -8 is 16");
	backwards(OP_BVXOR, between(32, 0, 3), all, constant(32, -1), between(32, -4, -1), "~i is 0 ... 3");
	backwards(OP_BVMUL, between(32, 24, 60), between(32, 0, 100), constant(32, 24), between(32, 1, 2), "24 i");
	backwards(OP_BVMUL, constant(32, 21), all, constant(32, 7), constant(32, 3), "7 i is 21, even if it wraps");
	backwards(OP_BVSHL, constant(32, 8), all, constant(32, 2), steps(32, 2, 2 + (3LL << 30), 1 << 30),
		  "i << 2 is 8");
	backwards(OP_BVLSHR, constant(32, 2), all, constant(32, 4), between(32, 32, 47), "u >> 4 is 2");
	backwards(OP_BVUDIV, constant(32, 2), all, constant(32, 10), between(32, 20, 29), "u / 10 is 2");
	backwards(OP_BVUREM, constant(32, 3), between(32, 0, 99), constant(32, 24), steps(32, 3, 99, 24),
		  "u % 24 is 3");
	backwards(OP_BVSREM, constant(32, 0), between(32, -20, 20), constant(32, 6), steps(32, -18, 18, 6),
		  "i % 6 is 0");
	backwards(OP_BVSDIV, constant(32, 0), all, constant(32, 6), between(32, -5, 5), "i / 6 is 0");
	number_refine_extract(7, 0, constant(8, 7), &n);
	same(n, steps(32, 7, -249, 256), "the low byte is 7");
	n = between(32, 0, 600);
	number_refine_extract(31, 8, constant(24, 1), &n);
	same(n, between(32, 256, 511), "the high bytes are 1");
	n = all;
	number_refine_sign_extend(between(64, -1, 9), &n);
	same(n, between(32, -1, 9), "a long that was an int");
	n = all;
	number_refine_zero_extend(between(64, -1, 9), &n);
	same(n, between(32, 0, 9), "a long that was unsigned");
	n = number_all(16);
	number_refine_concat(between(32, 0x10005, 0x10009), &n, &low);
	same(n, constant(16, 1), "the high half");
	same(low, between(16, 5, 9), "the low half");
}

int main(void)
{
	test_single();
	test_lattice();
	test_widening();
	test_sums();
	test_bits();
	test_widths();
	test_comparisons();
	test_backwards();
	return done_testing();
}
