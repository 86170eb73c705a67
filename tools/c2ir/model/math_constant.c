/* Functions of <math.h> that have no exact result, at constant arguments: they are evaluated in binary128, and the result is any number
 * that is less than the error away which glibc's manual documents ("Known Maximum Errors in Math Functions", x86_64, to nearest). Its
 * numbers are errors in units of the last place, rounded up: where the value is a number of the type itself, an error of less than one
 * unit is none. What is closer to such a number than binary128 can tell is taken to be that number. */
#define _GNU_SOURCE /* powf128() */
#include <math.h>
#include <string.h>

#include "c_float.h"
#include "constant_value.h"
#include "emit.h"
#include "float_bits.h"
#include "lower_ledger.h"
#include "library_call.h"
#include "lowering.h"
#include "model.h"
#include "object.h"
#include "rvalue.h"
#include "symbol.h"
#include "type.h"
#include "type_qualifier.h"

/* Other C libraries than glibc have no functions of binary128: nothing is evaluated. */
#if defined __GLIBC__ && __HAVE_FLOAT128

struct evaluated {
	const char *stem;
	floating_value (*one)(floating_value x);
	floating_value (*two)(floating_value x, floating_value y);
	unsigned error, error_of_long_double; /* units of the last place */
};

static floating_value value_of_10(floating_value x)
{
	return exp10f128(x);
}

static const struct evaluated functions[] = {
	{ "acos", acosf128, NULL, 1, 2 },      { "acosh", acoshf128, NULL, 2, 4 },   { "asin", asinf128, NULL, 1, 2 },
	{ "asinh", asinhf128, NULL, 2, 4 },    { "atan", atanf128, NULL, 1, 1 },     { "atan2", NULL, atan2f128, 2, 2 },
	{ "atanh", atanhf128, NULL, 2, 4 },    { "cbrt", cbrtf128, NULL, 4, 3 },     { "cos", cosf128, NULL, 1, 2 },
	{ "cosh", coshf128, NULL, 2, 3 },      { "erf", erff128, NULL, 1, 1 },       { "erfc", erfcf128, NULL, 5, 5 },
	{ "exp", expf128, NULL, 1, 2 },        { "exp10", value_of_10, NULL, 2, 2 }, { "exp2", exp2f128, NULL, 1, 1 },
	{ "expm1", expm1f128, NULL, 1, 4 },    { "hypot", NULL, hypotf128, 1, 1 },   { "log", logf128, NULL, 1, 1 },
	{ "log10", log10f128, NULL, 2, 2 },    { "log1p", log1pf128, NULL, 1, 3 },   { "log2", log2f128, NULL, 2, 1 },
	{ "pow", NULL, powf128, 1, 1 },        { "pow10", value_of_10, NULL, 2, 2 }, { "sin", sinf128, NULL, 1, 2 },
	{ "sinh", sinhf128, NULL, 2, 4 },      { "tan", tanf128, NULL, 1, 2 },       { "tanh", tanhf128, NULL, 2, 4 },
	{ "tgamma", tgammaf128, NULL, 10, 5 },
};

/* NAME, or NAMEf or NAMEl, of a function of the types that the row says. */
static const struct evaluated *find(const char *name)
{
	for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
		size_t length = strlen(functions[i].stem);
		if (!strncmp(name, functions[i].stem, length) &&
		    (!name[length] || !strcmp(name + length, "f") || !strcmp(name + length, "l")))
			return &functions[i];
	}
	return NULL;
}

/* ---- the interval ---- */

/* The neighbour of a number of the type towards `direction`, or itself. */
static floating_value next(struct float_format f, floating_value x, int direction)
{
	if (f.explicit_one)
		return nextafterl((long double)x, direction * HUGE_VALL);
	return f.exponent == 8 ? nextafterf((float)x, (float)direction * HUGE_VALF)
			       : nextafter((double)x, direction * HUGE_VAL);
}

static floating_value rounded(struct float_format f, floating_value x)
{
	if (f.explicit_one)
		return (long double)x;
	return f.exponent == 8 ? (float)x : (double)x;
}

struct interval {
	floating_value low, high;
};

/* All numbers of the type that are less than `error` units of the last place away from z; false: z is none that is so plain. */
static bool interval_around(struct float_format f, floating_value z, unsigned error, struct interval *to)
{
	int precision = (int)f.fraction + !f.explicit_one, largest = 1 << (f.exponent - 1);
	if (z == 0 || z - z != 0)
		return false;
	int exponent = ilogbf128(z);
	if (exponent >= largest - 2 || exponent <= 4 - largest)
		return false;
	floating_value unit = scalbnf128(1, exponent - precision + 1), units = z / unit, whole = rintf128(units);
	if (fabsf128(units - whole) < 0x1p-44) {
		z = whole * unit;
		if (error == 1) {
			to->low = to->high = z;
			return true;
		}
	}
	floating_value low = z - error * unit, high = z + error * unit;
	to->low = rounded(f, low);
	to->high = rounded(f, high);
	if (to->low <= low)
		to->low = next(f, to->low, 1);
	if (to->high >= high)
		to->high = next(f, to->high, -1);
	return to->low <= to->high;
}

/* ---- calls ---- */

static bool constant_arguments(struct lowering *l, const struct library_call *e, uint32_t count, floating_value *values)
{
	struct rvalue ignored;
	if (e->argument_count != count)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const struct type *type = type_unqualified(e->arguments[i].type);
		bool good = type->kind == type_unqualified(e->type)->kind &&
			    lower_floating_constant(l, e->arguments[i].expression, &ignored) &&
			    ast_floating_constant(l->unit, e->arguments[i].expression, &values[i]) &&
			    values[i] - values[i] == 0;
		if (!good)
			return false;
	}
	return true;
}

/* Which of several numbers it is, is not known: an approximation. Where the program is run, it is the host's. */
static struct rvalue any_in(struct lowering *l, const struct library_call *e, const char *name,
			    const struct interval *interval)
{
	const struct type *type = type_unqualified(e->type);
	struct float_format f = lower_float_format(l, type);
	struct rvalue value = model_approximate(l, e, name);
	term low = lower_floating_bits(l, type, interval->low), high = lower_floating_bits(l, type, interval->high);
	emit_assume_possible(l, float_less(l->bank, f, low, value.term, true));
	emit_assume_possible(l, float_less(l->bank, f, value.term, high, true));
	return value;
}

bool model_math_constant(struct lowering *l, const struct libc_function *function, const struct library_call *e,
			 struct rvalue *result)
{
	const struct evaluated *known = find(function->name);
	if (!known || l->machine.rounding || lower_in_library(l))
		return false;
	enum type_kind kind = type_unqualified(e->type)->kind;
	bool is_long = kind == TYPE_LONG_DOUBLE;
	if (kind != TYPE_FLOAT && kind != TYPE_DOUBLE && !is_long)
		return false;
	floating_value x[2];
	struct interval interval;
	if (!constant_arguments(l, e, known->one ? 1 : 2, x))
		return false;
	floating_value z = known->one ? known->one(x[0]) : known->two(x[0], x[1]);
	unsigned error = is_long ? known->error_of_long_double : known->error;
	if (!interval_around(lower_float_format(l, e->type), z, error, &interval))
		return false;
	lower_ledger(l, e->location, "%s: the result is taken to be as close as glibc's manual says", function->name);
	if (interval.low == interval.high)
		*result = rvalue_scalar(lower_floating_bits(l, e->type, interval.low), 0);
	else
		*result = any_in(l, e, function->name, &interval);
	return true;
}

#else

bool model_math_constant(struct lowering *l, const struct libc_function *function, const struct library_call *e,
			 struct rvalue *result)
{
	(void)l, (void)function, (void)e, (void)result;
	return false;
}

#endif
