/* gcc's builtins on floating-point numbers: classes, ordered comparisons, infinities and NaNs. */
#include <stdlib.h>

#include "ast_expression.h"
#include "ast_query.h"
#include "c_float.h"
#include "c_term.h"
#include "float_number.h"
#include "lower.h"
#include "rvalue.h"

static term class_of(struct lowering *l, const struct expression *e, term t)
{
	struct float_format f = lower_float_format(l, e->arguments[0]->type);
	struct bank *b = bank_of(l);
	term normal;
	switch (e->builtin) {
	case BUILTIN_ISNAN:
	case BUILTIN_ISNANF:
	case BUILTIN_ISNANL:
		return float_is_nan(b, f, t);
	case BUILTIN_ISINF:
	case BUILTIN_ISINFF:
	case BUILTIN_ISINFL:
		return float_is_infinite(b, f, t);
	case BUILTIN_ISFINITE:
	case BUILTIN_FINITE:
	case BUILTIN_FINITEF:
	case BUILTIN_FINITEL:
		return float_is_finite(b, f, t);
	case BUILTIN_ISNORMAL:
		normal = nonzero(l, float_exponent(b, f, t));
		return term_and(b, float_is_finite(b, f, t), normal);
	default: /* SIGNBIT, SIGNBITF, SIGNBITL */
		return float_sign(b, f, t);
	}
}

static term compared(struct lowering *l, const struct expression *e, term x, term y)
{
	struct float_format f = lower_float_format(l, e->arguments[0]->type);
	struct bank *b = bank_of(l);
	switch (e->builtin) {
	case BUILTIN_ISGREATER:
		return float_less(b, f, y, x, false);
	case BUILTIN_ISGREATEREQUAL:
		return float_less(b, f, y, x, true);
	case BUILTIN_ISLESS:
		return float_less(b, f, x, y, false);
	case BUILTIN_ISLESSEQUAL:
		return float_less(b, f, x, y, true);
	case BUILTIN_ISLESSGREATER:
		return term_or(b, float_less(b, f, x, y, false), float_less(b, f, y, x, false));
	default: /* ISUNORDERED */
		return term_or(b, float_is_nan(b, f, x), float_is_nan(b, f, y));
	}
}

static struct rvalue comparison(struct lowering *l, const struct expression *e)
{
	term x = emit_hold(l, lower_value(l, e->arguments[0]).term), y = lower_value(l, e->arguments[1]).term;
	return rvalue_scalar(from_bool(l, compared(l, e, x, y), term_bits(l, e->type)), 0);
}

/* __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x) */
static struct rvalue classify(struct lowering *l, const struct expression *e)
{
	struct bank *b = bank_of(l);
	term results[5];
	for (uint32_t i = 0; i < 5; i++)
		results[i] = emit_hold(l, lower_value(l, e->arguments[i]).term);
	struct float_format f = lower_float_format(l, e->arguments[5]->type);
	term t = lower_value(l, e->arguments[5]).term;
	term subnormal = term_not(b, nonzero(l, float_exponent(b, f, t)));
	term result = term_ite(b, subnormal, results[3], results[2]);
	result = term_ite(b, float_is_zero(b, f, t), results[4], result);
	result = term_ite(b, float_is_infinite(b, f, t), results[1], result);
	return rvalue_scalar(term_ite(b, float_is_nan(b, f, t), results[0], result), 0);
}

static struct rvalue infinite_with_sign(struct lowering *l, const struct expression *e)
{
	struct bank *b = bank_of(l);
	struct float_format f = lower_float_format(l, e->arguments[0]->type);
	term t = lower_value(l, e->arguments[0]).term;
	uint32_t width = term_bits(l, e->type);
	term sign = term_ite(b, float_sign(b, f, t), term_bv(b, width, UINT64_MAX), term_bv(b, width, 1));
	return rvalue_scalar(term_ite(b, float_is_infinite(b, f, t), sign, term_bv(b, width, 0)), 0);
}

static struct rvalue infinity(struct lowering *l, const struct expression *e)
{
	return rvalue_scalar(float_infinity(bank_of(l), lower_float_format(l, e->type), term_false(bank_of(l))), 0);
}

/* The literal's number is the fraction (7.22.1.3p4), but for its highest bit, which is set in quiet NaNs (IEEE 754, 6.2.1). A signalling one
 * has another one set if there is none. */
static struct rvalue not_a_number(struct lowering *l, const struct expression *e, bool quiet)
{
	struct bank *b = bank_of(l);
	struct float_format f = lower_float_format(l, e->type);
	const char *text = expression_literal(e->arguments[0]);
	char *end = NULL;
	uint64_t words[2] = { text ? strtoull(text, &end, 0) : 0, 0 };
	if (!text)
		lower_effect(l, e->arguments[0]);
	if (!end || *end) /* gcc leaves it to nan(), and so nothing is known */
		words[0] = 0;
	term payload = term_extract(b, f.fraction - 2, 0, term_bv_words(b, 128, words));
	term none = term_eq(b, payload, term_bv(b, f.fraction - 1, 0));
	if (!quiet && term_is_true(b, none))
		payload = term_binary(b, OP_BVSHL, term_bv(b, f.fraction - 1, 1),
				      term_bv(b, f.fraction - 1, f.fraction - 2));
	term significand = term_concat(b, term_bv(b, 2, quiet ? 3 : 2), payload);
	term ones = term_unary(b, OP_BVNOT, term_bv(b, f.exponent, 0));
	return rvalue_scalar(float_pack(b, f, term_false(b), ones, significand), 0);
}

/* False: no builtin of this kind. */
bool lower_float_builtin(struct lowering *l, const struct expression *e, struct rvalue *result)
{
	term t;
	switch (e->builtin) {
	case BUILTIN_ISNAN:
	case BUILTIN_ISNANF:
	case BUILTIN_ISNANL:
	case BUILTIN_ISINF:
	case BUILTIN_ISINFF:
	case BUILTIN_ISINFL:
	case BUILTIN_FINITE:
	case BUILTIN_FINITEF:
	case BUILTIN_FINITEL:
	case BUILTIN_ISFINITE:
	case BUILTIN_ISNORMAL:
	case BUILTIN_SIGNBIT:
	case BUILTIN_SIGNBITF:
	case BUILTIN_SIGNBITL:
		t = lower_value(l, e->arguments[0]).term;
		*result = rvalue_scalar(from_bool(l, class_of(l, e, t), term_bits(l, e->type)), 0);
		return true;
	case BUILTIN_ISINF_SIGN:
		*result = infinite_with_sign(l, e);
		return true;
	case BUILTIN_FPCLASSIFY:
		*result = classify(l, e);
		return true;
	case BUILTIN_ISGREATER:
	case BUILTIN_ISGREATEREQUAL:
	case BUILTIN_ISLESS:
	case BUILTIN_ISLESSEQUAL:
	case BUILTIN_ISLESSGREATER:
	case BUILTIN_ISUNORDERED:
		*result = comparison(l, e);
		return true;
	case BUILTIN_HUGE_VAL ... BUILTIN_INF_F64X:
		*result = infinity(l, e);
		return true;
	case BUILTIN_NAN ... BUILTIN_NAN_F64X:
		*result = not_a_number(l, e, true);
		return true;
	case BUILTIN_NANS ... BUILTIN_NANS_F64X:
		*result = not_a_number(l, e, false);
		return true;
	default:
		return false;
	}
}
