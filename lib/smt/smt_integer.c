#include "smt_integer.h"

#include <inttypes.h>

#include "bv.h"
#include "memory.h"

enum { MOST_BITS = 64 }; /* of what is written bit by bit */

/* --- numbers --- */

static void write_words(struct output *out, const uint64_t *words, uint32_t width)
{
	char *text = memory_alloc(width / 3 + 2);
	output_write(out, text, bv_print(text, words, width));
	memory_free(text);
}

static void write_power(struct output *out, uint32_t exponent)
{
	uint64_t *words = memory_alloc(bv_words(exponent + 1) * sizeof *words);
	words[exponent / 64] = UINT64_C(1) << exponent % 64;
	write_words(out, words, exponent + 1);
	memory_free(words);
}

void smt_integer_last(struct output *out, uint32_t width)
{
	uint64_t *words = memory_alloc(bv_words(width) * sizeof *words);
	bv_not(words, words, width);
	write_words(out, words, width);
	memory_free(words);
}

void smt_integer_constant(struct output *out, const struct bank *bank, term t)
{
	write_words(out, term_words(bank, t), term_width(bank, t));
}

static bool is_negative(const struct bank *bank, term constant)
{
	return bv_bit(term_words(bank, constant), term_width(bank, constant) - 1);
}

/* 2^w less the constant. */
static void write_complement(struct output *out, const struct bank *bank, term constant)
{
	uint32_t width = term_width(bank, constant);
	uint64_t *words = memory_alloc(bv_words(width) * sizeof *words);
	bv_neg(words, term_words(bank, constant), width);
	write_words(out, words, width);
	memory_free(words);
}

/* --- patterns --- */

static void write_argument(const struct smt_integer_writer *w, term t)
{
	w->argument(w->context, t);
}

static void emit(const struct smt_integer_writer *w, term t, const char *pattern);

/* As a number from -2^(w-1) to 2^(w-1) - 1. */
static void write_signed(const struct smt_integer_writer *w, term t, char argument)
{
	term a = term_arg(w->bank, t, (uint32_t)(argument - '0'));
	if (!term_is_constant(w->bank, a)) {
		emit(w, t, argument == '0' ? "(ite (< $0 $H) $0 (- $0 $N))" : "(ite (< $1 $H) $1 (- $1 $N))");
	} else if (is_negative(w->bank, a)) {
		output_string(w->out, "(- ");
		write_complement(w->out, w->bank, a);
		output_string(w->out, ")");
	} else {
		write_argument(w, a);
	}
}

static void write_absolute(const struct smt_integer_writer *w, term t, char argument)
{
	emit(w, t, argument == '0' ? "(ite (< $0 $H) $0 (- $N $0))" : "(ite (< $1 $H) $1 (- $N $1))");
}

/* A factor, which may be any number that is the same modulo 2^w. */
static void write_factor(const struct smt_integer_writer *w, term t, char argument)
{
	term a = term_arg(w->bank, t, (uint32_t)(argument - '0'));
	if (term_is_constant(w->bank, a))
		write_signed(w, t, argument);
	else
		write_argument(w, a);
}

/* Writes the pattern: $0, $1, $2 are arguments of t, $s0 and $a0 their signed and absolute values, $f0 factors, $N is 2^w, $H its
 * half and $M 2^w - 1 for the width w of argument 0, $L is 2^w for that of argument 1. */
static void emit(const struct smt_integer_writer *w, term t, const char *pattern)
{
	for (const char *c = pattern; *c; c++) {
		if (*c != '$') {
			output_write(w->out, c, 1);
			continue;
		}
		uint32_t width = *++c >= 'A' && *c <= 'Z' ? term_width(w->bank, term_arg(w->bank, t, *c == 'L')) : 0;
		if (*c == 'N' || *c == 'L')
			write_power(w->out, width);
		else if (*c == 'H')
			write_power(w->out, width - 1);
		else if (*c == 'M')
			smt_integer_last(w->out, width);
		else if (*c == 's')
			write_signed(w, t, *++c);
		else if (*c == 'a')
			write_absolute(w, t, *++c);
		else if (*c == 'f')
			write_factor(w, t, *++c);
		else
			write_argument(w, term_arg(w->bank, t, (uint32_t)(*c - '0')));
	}
}

static const char signed_quotient[] = "(ite (= $1 0) (ite (< $0 $H) $M 1) (ite (= (< $0 $H) (< $1 $H)) (div $a0 $a1) "
				      "(ite (= (div $a0 $a1) 0) 0 (- $N (div $a0 $a1)))))";
static const char signed_remainder[] = "(ite (= $1 0) $0 (ite (< $0 $H) (mod $0 $a1) "
				       "(ite (= (mod $a0 $a1) 0) 0 (- $N (mod $a0 $a1)))))";

static const char *const patterns[OP_COUNT] = {
	[OP_ITE] = "(ite $0 $1 $2)",
	[OP_EQ] = "(= $0 $1)",
	[OP_NOT] = "(not $0)",
	[OP_AND] = "(and $0 $1)",
	[OP_OR] = "(or $0 $1)",
	[OP_XOR] = "(xor $0 $1)",
	[OP_BVNOT] = "(- $M $0)",
	[OP_BVNEG] = "(ite (= $0 0) 0 (- $N $0))",
	[OP_BVADD] = "(ite (< (+ $0 $1) $N) (+ $0 $1) (- (+ $0 $1) $N))",
	[OP_BVSUB] = "(ite (<= $1 $0) (- $0 $1) (+ (- $0 $1) $N))",
	[OP_BVMUL] = "(mod (* $f0 $f1) $N)",
	[OP_BVUDIV] = "(ite (= $1 0) $M (div $0 $1))",
	[OP_BVUREM] = "(ite (= $1 0) $0 (mod $0 $1))",
	[OP_BVSDIV] = signed_quotient,
	[OP_BVSREM] = signed_remainder,
	[OP_CONCAT] = "(+ (* $L $0) $1)",
	[OP_ZERO_EXTEND] = "$0",
	[OP_BVULT] = "(< $0 $1)",
	[OP_BVULE] = "(<= $0 $1)",
	[OP_BVSLT] = "(< $s0 $s1)",
	[OP_BVSLE] = "(<= $s0 $s1)",
	[OP_SELECT] = "(select $0 $1)",
	[OP_STORE] = "(store $0 $1 $2)",
};

/* --- operators with a constant --- */

/* $0 + c, where c is not 0: less what is missing to 2^w where that fits. */
static void write_sum(const struct smt_integer_writer *w, term t, uint32_t constant)
{
	term c = term_arg(w->bank, t, constant), other = term_arg(w->bank, t, 1 - constant);
	output_string(w->out, "(ite (< ");
	write_argument(w, other);
	output_string(w->out, " ");
	write_complement(w->out, w->bank, c);
	output_string(w->out, ") (+ ");
	write_argument(w, other);
	output_string(w->out, " ");
	write_argument(w, c);
	output_string(w->out, ") (- ");
	write_argument(w, other);
	output_string(w->out, " ");
	write_complement(w->out, w->bank, c);
	output_string(w->out, "))");
}

/* Bits low ... high, in place: times 2^low if `placed`. */
static void write_bits(const struct smt_integer_writer *w, term a, uint32_t high, uint32_t low, bool placed)
{
	bool cut = high + 1 < term_width(w->bank, a), times = placed && low;
	output_string(w->out, times ? "(* " : "");
	if (times) {
		write_power(w->out, low);
		output_string(w->out, " ");
	}
	output_string(w->out, cut ? "(mod " : "");
	output_string(w->out, low ? "(div " : "");
	write_argument(w, a);
	if (low) {
		output_string(w->out, " ");
		write_power(w->out, low);
		output_string(w->out, ")");
	}
	if (cut) {
		output_string(w->out, " ");
		write_power(w->out, high - low + 1);
		output_string(w->out, ")");
	}
	output_string(w->out, times ? ")" : "");
}

/* The run of ones in the constant that begins at `low` or later; false: there is none. */
static bool find_run(const struct bank *bank, term mask, uint32_t *low, uint32_t *high)
{
	uint32_t width = term_width(bank, mask);
	const uint64_t *words = term_words(bank, mask);
	while (*low < width && !bv_bit(words, *low))
		++*low;
	for (*high = *low; *high + 1 < width && bv_bit(words, *high + 1); ++*high)
		continue;
	return *low < width;
}

/* The bits that the constant has, which is not 0. */
static void write_mask(const struct smt_integer_writer *w, term a, term mask)
{
	uint32_t low = 0, high, next;
	find_run(w->bank, mask, &low, &high);
	next = high + 1;
	bool several = find_run(w->bank, mask, &next, &high);
	output_string(w->out, several ? "(+" : "");
	for (low = 0; find_run(w->bank, mask, &low, &high); low = high + 1) {
		output_string(w->out, several ? " " : "");
		write_bits(w, a, high, low, true);
	}
	output_string(w->out, several ? ")" : "");
}

/* Shifted by a number that is below the width. */
static void write_shift(const struct smt_integer_writer *w, enum op op, term a, uint32_t by)
{
	uint32_t width = term_width(w->bank, a);
	if (!by) {
		write_argument(w, a);
	} else if (op == OP_BVSHL) {
		output_string(w->out, "(* ");
		write_power(w->out, by);
		output_string(w->out, " ");
		write_bits(w, a, width - by - 1, 0, false);
		output_string(w->out, ")");
	} else if (op == OP_BVLSHR) {
		write_bits(w, a, width - 1, by, false);
	} else {
		output_string(w->out, "(+ ");
		write_bits(w, a, width - 1, by, false);
		output_string(w->out, " (ite (< ");
		write_argument(w, a);
		output_string(w->out, " ");
		write_power(w->out, width - 1);
		output_string(w->out, ") 0 (- ");
		write_power(w->out, width);
		output_string(w->out, " ");
		write_power(w->out, width - by);
		output_string(w->out, ")))");
	}
}

static void write_shifted_out(const struct smt_integer_writer *w, enum op op, term t)
{
	emit(w, t, op == OP_BVASHR ? "(ite (< $0 $H) 0 $M)" : "0");
}

static void write_extension(const struct smt_integer_writer *w, term t)
{
	uint32_t from = term_width(w->bank, term_arg(w->bank, t, 0));
	emit(w, t, "(ite (< $0 $H) $0 (+ $0 (- ");
	write_power(w->out, term_width(w->bank, t));
	output_string(w->out, " ");
	write_power(w->out, from);
	output_string(w->out, ")))");
}

/* --- bit by bit --- */

static void write_each_shift(const struct smt_integer_writer *w, enum op op, term t)
{
	term a = term_arg(w->bank, t, 0), by = term_arg(w->bank, t, 1);
	uint32_t width = term_width(w->bank, t);
	for (uint32_t i = 0; i < width; i++) {
		output_string(w->out, "(ite (= ");
		write_argument(w, by);
		output_format(w->out, " %" PRIu32 ") ", i);
		write_shift(w, op, a, i);
		output_string(w->out, " ");
	}
	write_shifted_out(w, op, t);
	for (uint32_t i = 0; i < width; i++)
		output_string(w->out, ")");
}

static void write_common_bits(const struct smt_integer_writer *w, term a, term b)
{
	output_string(w->out, "(+ 0");
	for (uint32_t i = 0; i < term_width(w->bank, a); i++) {
		output_string(w->out, " (ite (= 2 (+ ");
		write_bits(w, a, i, i, false);
		output_string(w->out, " ");
		write_bits(w, b, i, i, false);
		output_string(w->out, ")) ");
		write_power(w->out, i);
		output_string(w->out, " 0)");
	}
	output_string(w->out, ")");
}

/* a or b is a + b less a and b; a xor b is that less the same again. */
static void write_bitwise(const struct smt_integer_writer *w, enum op op, term t)
{
	term a = term_arg(w->bank, t, 0), b = term_arg(w->bank, t, 1);
	emit(w, t, op == OP_BVAND ? "" : op == OP_BVOR ? "(- (+ $0 $1) " : "(- (+ $0 $1) (* 2 ");
	if (term_is_constant(w->bank, b))
		write_mask(w, a, b);
	else if (term_is_constant(w->bank, a))
		write_mask(w, b, a);
	else
		write_common_bits(w, a, b);
	output_string(w->out, op == OP_BVAND ? "" : op == OP_BVOR ? ")" : "))");
}

/* --- all --- */

static bool is_bitwise(enum op op)
{
	return op == OP_BVAND || op == OP_BVOR || op == OP_BVXOR;
}

static bool is_shift(enum op op)
{
	return op == OP_BVSHL || op == OP_BVLSHR || op == OP_BVASHR;
}

bool smt_integer_can(const struct bank *bank, term t)
{
	enum op op = term_op(bank, t);
	if (op == OP_FILL || op == OP_COPY)
		return false;
	bool unknown = (is_bitwise(op) && !term_is_constant(bank, term_arg(bank, t, 0)) &&
			!term_is_constant(bank, term_arg(bank, t, 1))) ||
		       (is_shift(op) && !term_is_constant(bank, term_arg(bank, t, 1)));
	return !unknown || term_width(bank, t) <= MOST_BITS;
}

bool smt_integer_repeats(enum op op)
{
	switch ((int)op) {
	case OP_BVNEG:
	case OP_BVADD:
	case OP_BVSUB:
	case OP_BVUDIV:
	case OP_BVUREM:
	case OP_BVSDIV:
	case OP_BVSREM:
	case OP_BVSLT:
	case OP_BVSLE:
	case OP_SIGN_EXTEND:
		return true;
	}
	return is_bitwise(op) || is_shift(op);
}

static void write_shift_term(const struct smt_integer_writer *w, enum op op, term t)
{
	term by = term_arg(w->bank, t, 1);
	if (!term_is_constant(w->bank, by))
		write_each_shift(w, op, t);
	else if (term_fits(w->bank, by) && term_value(w->bank, by) < term_width(w->bank, t))
		write_shift(w, op, term_arg(w->bank, t, 0), (uint32_t)term_value(w->bank, by));
	else
		write_shifted_out(w, op, t);
}

static void write_const_map(const struct smt_integer_writer *w, term t)
{
	bool of_bool = sort_kind(w->bank, sort_value(w->bank, term_sort(w->bank, t))) == SORT_BOOL;
	output_format(w->out, "((as const (Array Int %s)) ", of_bool ? "Bool" : "Int");
	emit(w, t, "$0)");
}

void smt_integer_application(const struct smt_integer_writer *w, term t)
{
	enum op op = term_op(w->bank, t);
	if (op == OP_BVADD && term_is_constant(w->bank, term_arg(w->bank, t, 1)))
		write_sum(w, t, 1);
	else if (op == OP_BVADD && term_is_constant(w->bank, term_arg(w->bank, t, 0)))
		write_sum(w, t, 0);
	else if (op == OP_EXTRACT)
		write_bits(w, term_arg(w->bank, t, 0), term_index(w->bank, t, 0), term_index(w->bank, t, 1), false);
	else if (op == OP_SIGN_EXTEND)
		write_extension(w, t);
	else if (op == OP_CONST_MAP)
		write_const_map(w, t);
	else if (is_bitwise(op))
		write_bitwise(w, op, t);
	else if (is_shift(op))
		write_shift_term(w, op, t);
	else
		emit(w, t, patterns[op]);
}
