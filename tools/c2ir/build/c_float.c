/* Floating-point numbers of C's types: their formats, and conversions. */
#include "c_float.h"

#include "ast_unit.h"
#include "c_term.h"
#include "emit.h"
#include "float_number.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lowering_options.h"
#include "target.h"
#include "type_base.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_parts.h"

/* Comparisons and what asks for the kind of a number, too: -ffinite-math-only is about these. */
static void note_loose_floats(struct lowering *l)
{
	const char *loose = types_target(l->types)->loose_floats;
	if (!loose && l->unit)
		loose = l->unit->loose_floats;
	if (loose)
		lower_ledger(l, l->location,
			     "floating-point numbers are taken to be IEEE 754's, computed as written; "
			     "%s allows the compiler other results",
			     loose);
}

struct float_format lower_float_format(struct lowering *l, const struct type *type)
{
	note_loose_floats(l);
	const struct variable *mode = l->machine.rounding;
	struct float_format f = { .storage = term_bits(l, type), .mode = mode ? mode->term : 0 };
	switch (type_floating_format(type)) {
	case FLOATING_HALF:
		f.exponent = 5;
		f.fraction = 10;
		break;
	case FLOATING_SINGLE:
		f.exponent = 8;
		f.fraction = 23;
		break;
	case FLOATING_DOUBLE:
		f.exponent = 11;
		f.fraction = 52;
		break;
	case FLOATING_QUADRUPLE:
		f.exponent = 15;
		f.fraction = 112;
		break;
	default: /* long double, _Float64x */
		f.exponent = 15;
		f.fraction = 63;
		f.explicit_one = true;
		break;
	}
	return f;
}

term lower_float_to_float(struct lowering *l, const struct type *from, const struct type *to, term t)
{
	return float_convert(l->bank, lower_float_format(l, from), lower_float_format(l, to), t);
}

term lower_float_from_integer(struct lowering *l, const struct type *from, const struct type *to, term t)
{
	struct bank *k = l->bank;
	struct float_format f = lower_float_format(l, to);
	uint32_t width = term_width(k, t);
	term sign = term_false(k), magnitude = t;
	if (type_is_signed(l->types, from)) {
		sign = term_binary(k, OP_BVSLT, t, term_bv(k, width, 0));
		magnitude = term_ite(k, sign, term_unary(k, OP_BVNEG, t), t);
	}
	term exponent = term_bv(k, float_exponent_width(f), width - 1);
	return float_round(k, f, sign, exponent, magnitude);
}

/* Towards zero (6.3.1.4p1); a value that the type does not have gives any value: undefined. */
term lower_float_to_integer(struct lowering *l, const struct type *from, const struct type *to, term t)
{
	struct bank *k = l->bank;
	struct float_format f = lower_float_format(l, from);
	struct float_parts a = float_unpack(k, f, t);
	uint32_t target = term_bits(l, to), p = float_precision(f), width = target + p + 1, e = float_exponent_width(f);
	bool is_signed = type_is_signed(l->types, to);
	/* The significand as a fixed-point number with p - 1 bits after the point, moved by the exponent. */
	term wide = term_zero_extend(k, width, a.significand);
	term below = term_binary(k, OP_BVSLT, a.exponent, term_bv(k, e, 0));
	term too_large = term_binary(k, OP_BVSLE, term_bv(k, e, target), a.exponent);
	term amount = resize(l, a.exponent, width, true);
	term magnitude = term_binary(k, OP_BVLSHR, term_binary(k, OP_BVSHL, wide, amount), term_bv(k, width, p - 1));
	magnitude = term_extract(k, target, 0, magnitude);
	term most = term_binary(k, OP_BVSHL, term_bv(k, target + 1, 1), term_bv(k, target + 1, target - is_signed));
	term fits = term_binary(k, OP_BVULT, magnitude, most);
	term negative_fits = is_signed ? term_binary(k, OP_BVULE, magnitude, most)
				       : term_eq(k, magnitude, term_bv(k, target + 1, 0));
	fits = term_and(k, term_not(k, too_large), term_ite(k, a.sign, negative_fits, fits));
	fits = term_and(k, fits, float_is_finite(k, f, t));
	magnitude = term_extract(k, target - 1, 0, magnitude);
	term value = term_ite(k, a.sign, term_unary(k, OP_BVNEG, magnitude), magnitude);
	term zero = term_bv(k, target, 0);
	term small = term_or(k, a.zero, term_and(k, below, float_is_finite(k, f, t)));
	if (term_is_true(k, term_or(k, small, fits)))
		return term_ite(k, small, zero, value);
	term unknown = emit_unknown(l, to, "conversion out of range");
	return term_ite(k, small, zero, term_ite(k, fits, value, unknown));
}

static bool uses_sse(const struct lowering *l)
{
	return types_target(l->types)->sse_for_float || l->pointer_bits == 64;
}

/* FLT_EVAL_METHOD is 2 there (C11 5.2.4.2.2p9): results may have the precision of long double until they are stored, and
 * those of _Float16 that of float on processors that have no arithmetic of it. */
void lower_float_precision(struct lowering *l, const struct type *type, struct location location)
{
	enum floating_format format = type_floating_format(type_has_parts(type) ? type_base(type) : type);
	if (format == FLOATING_HALF)
		lower_ledger(l, location,
			     "arithmetic of _Float16 is taken to be exact in this type, as with -fexcess-precision=16; "
			     "without "
			     "it float's precision may be kept");
	if (format == FLOATING_HALF || format == FLOATING_EXTENDED || format == FLOATING_QUADRUPLE || uses_sse(l))
		return;
	lower_ledger(l, location,
		     "arithmetic of float and double is taken to be exact in these types, as with -msse2 -mfpmath=sse; "
		     "without it x87 may keep more precision");
}
