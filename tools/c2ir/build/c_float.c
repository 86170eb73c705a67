/* Floating-point numbers as their IEEE 754 bits: what needs no arithmetic. Comparisons (C11 6.5.8, 6.5.9, F.3), truth,
 * sign, classes. x87's long double has its 80 bits in the low part of its 128 or 96 and an explicit leading bit. */
#include "c_float.h"

#include "ast_expression.h"
#include "c_term.h"
#include "emit.h"
#include "ledger.h"
#include "lowering.h"
#include "lowering_options.h"
#include "type.h"
#include "type_parts.h"
#include "type_qualifier.h"

struct float_format lower_float_format(struct lowering *l, const struct type *type)
{
	struct float_format f = { .storage = term_bits(l, type) };
	switch (type_unqualified(type)->kind) {
	case TYPE_FLOAT16:
		f.exponent = 5;
		f.fraction = 10;
		break;
	case TYPE_FLOAT:
	case TYPE_FLOAT32:
		f.exponent = 8;
		f.fraction = 23;
		break;
	case TYPE_DOUBLE:
	case TYPE_FLOAT64:
	case TYPE_FLOAT32X:
		f.exponent = 11;
		f.fraction = 52;
		break;
	case TYPE_FLOAT128:
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

/* Bits without the sign. */
uint32_t float_magnitude_width(struct float_format f)
{
	return f.exponent + f.fraction + f.explicit_one;
}

term float_magnitude(struct lowering *l, struct float_format f, term t)
{
	return term_extract(l->bank, float_magnitude_width(f) - 1, 0, t);
}

term float_sign(struct lowering *l, struct float_format f, term t)
{
	uint32_t at = float_magnitude_width(f);
	return term_eq(l->bank, term_extract(l->bank, at, at, t), term_bv(l->bank, 1, 1));
}

static term zeros(struct lowering *l, uint32_t width)
{
	return term_bv(l->bank, width, 0);
}

static term ones(struct lowering *l, uint32_t width)
{
	return term_unary(l->bank, OP_BVNOT, zeros(l, width));
}

term float_exponent(struct lowering *l, struct float_format f, term t)
{
	uint32_t low = f.fraction + f.explicit_one;
	return term_extract(l->bank, low + f.exponent - 1, low, t);
}

term float_fraction(struct lowering *l, struct float_format f, term t)
{
	return term_extract(l->bank, f.fraction - 1, 0, t);
}

term float_is_zero(struct lowering *l, struct float_format f, term t)
{
	return term_eq(l->bank, float_magnitude(l, f, t), zeros(l, float_magnitude_width(f)));
}

static term exponent_is_full(struct lowering *l, struct float_format f, term t)
{
	return term_eq(l->bank, float_exponent(l, f, t), ones(l, f.exponent));
}

static term fraction_is_zero(struct lowering *l, struct float_format f, term t)
{
	return term_eq(l->bank, float_fraction(l, f, t), zeros(l, f.fraction));
}

term float_is_nan(struct lowering *l, struct float_format f, term t)
{
	return term_and(l->bank, exponent_is_full(l, f, t), term_not(l->bank, fraction_is_zero(l, f, t)));
}

term float_is_infinite(struct lowering *l, struct float_format f, term t)
{
	return term_and(l->bank, exponent_is_full(l, f, t), fraction_is_zero(l, f, t));
}

term float_is_finite(struct lowering *l, struct float_format f, term t)
{
	return term_not(l->bank, exponent_is_full(l, f, t));
}

static term neither_is_nan(struct lowering *l, struct float_format f, term a, term b)
{
	return term_not(l->bank, term_or(l->bank, float_is_nan(l, f, a), float_is_nan(l, f, b)));
}

static term both_are_zero(struct lowering *l, struct float_format f, term a, term b)
{
	return term_and(l->bank, float_is_zero(l, f, a), float_is_zero(l, f, b));
}

static term value_bits(struct lowering *l, struct float_format f, term t)
{
	return term_extract(l->bank, float_magnitude_width(f), 0, t);
}

term float_equal(struct lowering *l, struct float_format f, term a, term b)
{
	struct bank *k = l->bank;
	term same = term_eq(k, value_bits(l, f, a), value_bits(l, f, b));
	return term_and(k, neither_is_nan(l, f, a, b), term_or(k, same, both_are_zero(l, f, a, b)));
}

/* Magnitudes compare like integers; a negative sign turns that around. */
term float_less(struct lowering *l, struct float_format f, term a, term b, bool or_equal)
{
	struct bank *k = l->bank;
	term x = float_magnitude(l, f, a), y = float_magnitude(l, f, b);
	term a_negative = float_sign(l, f, a), b_negative = float_sign(l, f, b);
	enum op op = or_equal ? OP_BVULE : OP_BVULT;
	term same_sign = term_ite(k, a_negative, term_binary(k, op, y, x), term_binary(k, op, x, y));
	term less = term_ite(k, term_eq(k, from_bool(l, a_negative, 1), from_bool(l, b_negative, 1)), same_sign,
			     a_negative);
	less = term_ite(k, both_are_zero(l, f, a, b), term_bool(k, or_equal), less);
	return term_and(k, neither_is_nan(l, f, a, b), less);
}

struct rvalue lower_approximate(struct lowering *l, const struct expression *e, const char *what)
{
	return lower_approximate_type(l, e->type, e->location, what);
}

struct rvalue lower_approximate_type(struct lowering *l, const struct type *type, struct location location,
				     const char *what)
{
	struct variable *v = emit_temporary(l, sort_bitvector(l->bank, term_bits(l, type)));
	struct statement *s = emit_havoc(l, v);
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_APPROXIMATE, what);
	lower_ledger(l, location, "%s is approximated: its result is any value", what);
	return rvalue_scalar(v->term, 0);
}

static bool uses_sse(const struct lowering *l)
{
	return l->options->sse_for_float || l->pointer_bits == 64;
}

/* FLT_EVAL_METHOD is 2 there (C11 5.2.4.2.2p9): results may have the precision of long double until they are stored. */
void lower_float_precision(struct lowering *l, const struct expression *e)
{
	enum type_kind kind = type_unqualified(type_has_parts(e->type) ? e->type->base : e->type)->kind;
	if (kind == TYPE_LONG_DOUBLE || kind == TYPE_FLOAT64X || kind == TYPE_FLOAT128 || uses_sse(l))
		return;
	lower_ledger(l, e->location,
		     "arithmetic of float and double is taken to be exact in these types, as with -msse2 -mfpmath=sse; "
		     "without it x87 may keep more precision");
}
