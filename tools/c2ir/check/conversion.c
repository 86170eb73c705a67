/* Conversions that change the value (CWE-681). Off by default: only the first kind is undefined.
 *
 *	(int)d           assert d, truncated, is in the range of int         C11 6.3.1.4p1, casts too
 *	char c = n;      assert n is in the range of char                    6.3.1.3p2 and p3, but for casts
 *	s.b = n;         the same of a bit-field's range */
#include "bits.h"
#include "c_float.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"
#include "lvalue.h"
#include "record.h"
#include "rvalue.h"
#include "type_class.h"
#include "type_integer.h"

static void check_integer(struct lowering *l, const struct type *from, const struct type *to, term a,
			  const struct expression *e)
{
	struct bank *bank = bank_of(l);
	uint32_t width = term_width(bank, a), target = term_bits(l, to), wide = (width > target ? width : target) + 1;
	bool from_signed = type_is_signed(types_of(l), from), to_signed = type_is_signed(types_of(l), to);
	term before = resize(l, a, wide, from_signed);
	term after = resize(l, resize(l, a, target, from_signed), wide, to_signed);
	check_emit(l, CHECK_CONVERSION, term_eq(bank, before, after), "conversion changes the value%s",
		   check_text(l, e));
}

static void assert_conversion(struct lowering *l, const struct type *from, const struct type *to, term a,
			      const struct expression *e)
{
	if (checks(l, CHECK_CONVERSION) && type_is_integer(from) && type_is_integer(to))
		check_integer(l, from, to, a, e);
}

void check_bit_field(struct lowering *l, const struct lvalue *to, struct rvalue value, const struct expression *e)
{
	const struct member *m = to->bit_field;
	if (!m || value.kind != RVALUE_SCALAR || !checks(l, CHECK_CONVERSION))
		return;
	term kept = resize(l, resize(l, value.term, m->bit_width, false), term_width(bank_of(l), value.term),
			   type_is_signed(types_of(l), m->type));
	check_emit(l, CHECK_CONVERSION, term_eq(bank_of(l), kept, value.term), "the bit-field %s changes the value%s",
		   m->name, check_text(l, e));
}

/* ---- floating to integer ---- */

/* The bits of (-1)^negative * (2^exponent + one). `one` must be representable beside it. */
static term power(struct bank *b, struct float_format f, bool negative, uint32_t exponent, bool one)
{
	uint64_t bias = (UINT64_C(1) << (f.exponent - 1)) - 1;
	term t = term_concat(b, term_bv(b, 1, negative), term_bv(b, f.exponent, exponent + bias));
	if (f.explicit_one)
		t = term_concat(b, t, term_bv(b, 1, 1));
	term fraction = term_bv(b, f.fraction, 0);
	if (one && exponent)
		fraction = term_binary(b, OP_BVSHL, term_bv(b, f.fraction, 1),
				       term_bv(b, f.fraction, f.fraction - exponent));
	return bits_resize(b, term_concat(b, t, fraction), f.storage, false);
}

static bool has_power(struct float_format f, uint32_t exponent)
{
	return exponent < UINT64_C(1) << (f.exponent - 1);
}

/* t < 2^bits; the finite numbers of small formats all are. */
static term below(struct bank *b, struct float_format f, term t, uint32_t bits)
{
	if (!has_power(f, bits))
		return float_is_finite(b, f, t);
	return float_less(b, f, t, power(b, f, false, bits, false), false);
}

/* -2^bits - 1 < t; where that number is not representable, the next one above it is -2^bits. */
static term above(struct bank *b, struct float_format f, term t, uint32_t bits)
{
	if (!has_power(f, bits))
		return float_is_finite(b, f, t);
	bool exact = bits <= f.fraction && bits > 0;
	return float_less(b, f, power(b, f, true, bits, exact), t, !exact);
}

/* The number t of type `from` becomes an integer of type `to`. */
static void assert_truncation(struct lowering *l, const struct type *from, const struct type *to, term t,
			      const struct expression *e)
{
	if (!checks(l, CHECK_CONVERSION))
		return;
	struct bank *b = bank_of(l);
	struct float_format f = lower_float_format(l, from);
	bool is_signed = type_is_signed(types_of(l), to);
	uint32_t bits = type_width(types_of(l), to) - is_signed;
	term low;
	if (is_signed)
		low = above(b, f, t, bits);
	else /* -1 < t */
		low = float_less(b, f, power(b, f, true, 0, false), t, false);
	check_emit(l, CHECK_CONVERSION, term_and(b, low, below(b, f, t, bits)),
		   "the value is outside the range of '%s'%s", check_type(l, to), check_text(l, e));
}

const struct check_rule check_rule_conversion = { .convert = assert_conversion, .truncate = assert_truncation };
