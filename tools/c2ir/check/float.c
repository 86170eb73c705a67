/* Floating-point arithmetic that leaves the finite numbers. IEEE 754 defines all of it (C11 annex F), C without the
 * annex does not (6.5p5, 6.5.5p5), so these are off by default.
 *
 *	float-div         a / b      assert b != 0                                   CWE-369
 *	float-overflow    a + b      assert a, b finite ==> the result is            CWE-190
 *	nan               a - b      assert neither is a NaN ==> nor is the result   CWE-682 */
#include "c_float.h"
#include "c_term.h"
#include "check_operations.h"
#include "check_rule.h"
#include "checks.h"
#include "type_floating.h"

bool check_floats(const struct lowering *l)
{
	return checks(l, CHECK_FLOAT_DIV) || checks(l, CHECK_FLOAT_OVERFLOW) || checks(l, CHECK_NAN);
}

static void check_nan(struct lowering *l, struct float_format f, term a, term b, term result,
		      const struct expression *e)
{
	struct bank *k = bank_of(l);
	term before = term_or(k, float_is_nan(k, f, a), float_is_nan(k, f, b));
	term ok = term_or(k, before, term_not(k, float_is_nan(k, f, result)));
	check_emit(l, CHECK_NAN, ok, "the result is not a number%s", check_text(l, e));
}

static void assert_float(struct lowering *l, const struct type *type, bool divides, term a, term b, term result,
			 const struct expression *e)
{
	if (!check_floats(l))
		return;
	struct bank *k = bank_of(l);
	struct float_format f = lower_float_format(l, type);
	term by_zero = divides ? float_is_zero(k, f, b) : term_false(k);
	if (checks(l, CHECK_FLOAT_DIV))
		check_emit(l, CHECK_FLOAT_DIV, term_not(k, by_zero), "floating division by zero%s", check_text(l, e));
	if (checks(l, CHECK_FLOAT_OVERFLOW)) {
		term finite = term_and(k, float_is_finite(k, f, a), float_is_finite(k, f, b));
		term became = term_and(k, finite, term_and(k, float_is_infinite(k, f, result), term_not(k, by_zero)));
		check_emit(l, CHECK_FLOAT_OVERFLOW, term_not(k, became), "the floating result is too large%s",
			   check_text(l, e));
	}
	if (checks(l, CHECK_NAN))
		check_nan(l, f, a, b, result, e);
}

static term each(struct bank *k, struct float_format f, const term *parts,
		 term (*test)(struct bank *, struct float_format, term))
{
	return term_and(k, test(k, f, parts[0]), test(k, f, parts[1]));
}

static term is_number(struct bank *k, struct float_format f, term t)
{
	return term_not(k, float_is_nan(k, f, t));
}

static void assert_complex(struct lowering *l, const struct type *base, bool divides, const term *a, const term *b,
			   const term *result, const struct expression *e)
{
	if (!check_floats(l))
		return;
	struct bank *k = bank_of(l);
	struct float_format f = lower_float_format(l, base);
	term by_zero = divides ? each(k, f, b, float_is_zero) : term_false(k);
	if (checks(l, CHECK_FLOAT_DIV))
		check_emit(l, CHECK_FLOAT_DIV, term_not(k, by_zero), "floating division by zero%s", check_text(l, e));
	if (checks(l, CHECK_FLOAT_OVERFLOW)) {
		term finite = term_and(k, each(k, f, a, float_is_finite), each(k, f, b, float_is_finite));
		finite = term_and(k, finite, term_not(k, by_zero));
		check_emit(l, CHECK_FLOAT_OVERFLOW, term_implies(k, finite, each(k, f, result, float_is_finite)),
			   "the floating result is too large%s", check_text(l, e));
	}
	if (checks(l, CHECK_NAN)) {
		term numbers = term_and(k, each(k, f, a, is_number), each(k, f, b, is_number));
		check_emit(l, CHECK_NAN, term_implies(k, numbers, each(k, f, result, is_number)),
			   "the result is not a number%s", check_text(l, e));
	}
}

/* Conversion to a narrower floating type (6.3.1.5p1), or of an integer (6.3.1.4p2). `finite`: it was. */
static void assert_float_conversion(struct lowering *l, const struct type *from, const struct type *to, term before,
				    term after, const struct expression *e)
{
	if (!checks(l, CHECK_FLOAT_OVERFLOW))
		return;
	struct bank *k = bank_of(l);
	term finite = term_true(k);
	if (type_is_floating(from))
		finite = float_is_finite(k, lower_float_format(l, from), before);
	term became = term_and(k, finite, float_is_infinite(k, lower_float_format(l, to), after));
	check_emit(l, CHECK_FLOAT_OVERFLOW, term_not(k, became), "the value is too large for '%s'%s", check_type(l, to),
		   check_text(l, e));
}

const struct check_rule check_rule_float = { .floating = assert_float,
					     .complex = assert_complex,
					     .round = assert_float_conversion };
