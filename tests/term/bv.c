/* Bit-vector arithmetic against the bit-by-bit reference, widths around the words' edges. */
#include <float.h>
#include <math.h>

#include "reference.h"
#include "tap.h"

static const uint32_t widths[] = { 1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 191, 192, 193, 250 };
enum { WIDTHS = sizeof widths / sizeof *widths, ROUNDS = 60, WORDS = MAX_BITS / 64 + 2 };

static const struct {
	enum op op;
	void (*f)(uint64_t *, const uint64_t *, const uint64_t *, uint32_t);
} binary[] = { { OP_BVAND, bv_and },   { OP_BVOR, bv_or },     { OP_BVXOR, bv_xor },   { OP_BVADD, bv_add },
	       { OP_BVSUB, bv_sub },   { OP_BVMUL, bv_mul },   { OP_BVUDIV, bv_udiv }, { OP_BVUREM, bv_urem },
	       { OP_BVSDIV, bv_sdiv }, { OP_BVSREM, bv_srem }, { OP_BVSHL, bv_shl },   { OP_BVLSHR, bv_lshr },
	       { OP_BVASHR, bv_ashr } };

static struct bits reference(enum op op, const struct bits *a, const struct bits *b)
{
	struct tree t = { .op = op };
	struct meaning x = { .cell = { *a } }, y = { .cell = { *b } };
	const struct meaning *m[] = { &x, &y };
	return scalar_meaning(&t, m);
}

static bool same(const uint64_t *words, const struct bits *want)
{
	uint64_t w[WORDS];
	bits_to_words(want, w);
	return !memcmp(words, w, bv_words(want->width) * sizeof *w);
}

/* The result in an array of its own, and in place of either operand. */
static bool check_binary(const struct bits *a, const struct bits *b, uint32_t i)
{
	uint64_t x[WORDS], y[WORDS], r[WORDS];
	struct bits want = reference(binary[i].op, a, b);
	bits_to_words(a, x);
	bits_to_words(b, y);
	binary[i].f(r, x, y, a->width);
	bool good = same(r, &want);
	memcpy(r, x, sizeof r);
	binary[i].f(r, r, y, a->width);
	good = good && same(r, &want);
	memcpy(r, y, sizeof r);
	binary[i].f(r, x, r, a->width);
	return good && same(r, &want);
}

static bool check_others(struct forest *f, const struct bits *a, const struct bits *b)
{
	uint64_t x[WORDS], y[WORDS], r[WORDS];
	uint32_t width = a->width, low = below(f, width), high = low + below(f, width - low), to = width + below(f, 10);
	bits_to_words(a, x);
	bits_to_words(b, y);
	struct bits want = bits_not(*a);
	bv_not(r, x, width);
	bool good = same(r, &want);
	want = bits_neg(a);
	bv_neg(r, x, width);
	good = good && same(r, &want);
	want = bits_extract(a, high, low);
	bv_extract(r, x, high, low);
	good = good && same(r, &want);
	want = bits_extend(a, to, 0);
	bv_extend(r, x, width, to, false);
	good = good && same(r, &want);
	want = bits_extend(a, to, a->bit[width - 1]);
	bv_extend(r, x, width, to, true);
	good = good && same(r, &want);
	if (2 * width <= MAX_BITS) {
		want = concatenation(a, b);
		bv_concat(r, x, width, y, width);
		good = good && same(r, &want);
	}
	return good && bv_ult(x, y, width) == bits_ult(a, b) && bv_slt(x, y, width) == bits_slt(a, b) &&
	       bv_equal(x, y, width) == bits_equal(a, b) && bv_is_zero(x, width) == bits_are_zero(a) &&
	       bv_bit(x, low) == a->bit[low];
}

static bool check_text(const struct bits *a)
{
	uint64_t x[WORDS], y[WORDS];
	char text[MAX_BITS / 3 + 2];
	bits_to_words(a, x);
	uint32_t length = bv_print(text, x, a->width);
	return length == strlen(text) && length <= a->width / 3 + 1 && (text[0] != '0' || length == 1) &&
	       bv_parse(y, a->width, text, length) && bv_equal(x, y, a->width);
}

static void check_width(struct forest *f, uint32_t width)
{
	bool good[sizeof binary / sizeof *binary + 2];
	memset(good, true, sizeof good);
	uint32_t n = sizeof binary / sizeof *binary;
	for (int round = 0; round < ROUNDS; round++) {
		struct bits a = random_bits(f, width), b = below(f, 5) ? random_bits(f, width) : a;
		for (uint32_t i = 0; i < n; i++)
			good[i] = good[i] && check_binary(&a, &b, i);
		good[n] = good[n] && check_others(f, &a, &b);
		good[n + 1] = good[n + 1] && check_text(&a);
	}
	for (uint32_t i = 0; i < n; i++)
		ok(good[i], "%s, %u bits", op_name(binary[i].op), width);
	ok(good[n], "unary operators, comparisons, slices, %u bits", width);
	ok(good[n + 1], "decimal text, %u bits", width);
}

static void check_parse(void)
{
	uint64_t r[3];
	char text[60];
	ok(bv_parse(r, 8, "255", 3) && r[0] == 255, "255 fits in 8 bits");
	ok(!bv_parse(r, 8, "256", 3), "256 does not");
	ok(!bv_parse(r, 64, "18446744073709551616", 20), "2^64 does not fit in 64 bits");
	ok(bv_parse(r, 65, "18446744073709551616", 20) && r[0] == 0 && r[1] == 1, "but in 65");
	ok(!bv_parse(r, 32, "", 0) && !bv_parse(r, 32, "1a", 2) && !bv_parse(r, 32, "-1", 2),
	   "no digits, other digits");
	ok(bv_parse(r, 1, "1", 1) && !bv_parse(r, 1, "2", 1), "one bit");
	uint64_t large[] = { 0, 0, 1 };
	bv_print(text, large, 129);
	is_str(text, "340282366920938463463374607431768211456", "2^128");
}

/* Is the text of the value, and is it that of no other width? */
static void check_real(uint32_t width, const void *value, size_t size, const char *wanted)
{
	char text[BV_REAL] = "";
	uint64_t words[2] = { 0 };
	memcpy(words, value, size);
	uint32_t length = bv_print_real(text, words, width);
	is_str(text, wanted, "a floating number of %u bits", width);
	is_int(length, strlen(text), "and its length");
}

static void check_reals(void)
{
	static const struct {
		double value;
		const char *text;
	} cases[] = { { 0.1, "0.1" },      { -0.0, "-0" },       { 1.0 / 3, "0.3333333333333333" }, { 1e300, "1e+300" },
		      { INFINITY, "inf" }, { 5e-324, "5e-324" }, { 12345678, "12345678" } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_real(64, &cases[i].value, 8, cases[i].text);
	float third = 1.0F / 3;
	long double tenth = 0.1L;
	check_real(32, &third, 4, "0.33333334");
#if LDBL_MANT_DIG == 64
	check_real(80, &tenth, 10, "0.1");
	check_real(128, &tenth, 10, "0.1");
#else
	(void)tenth;
#endif
	uint64_t words[1] = { 1 };
	char text[BV_REAL];
	is_int(bv_print_real(text, words, 16), 0, "there is none of 16 bits");
}

int main(void)
{
	struct forest *f = calloc(1, sizeof *f);
	for (uint32_t i = 0; i < WIDTHS; i++)
		check_width(f, widths[i]);
	check_parse();
	check_reals();
	free(f);
	return done_testing();
}
