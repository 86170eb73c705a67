/* Constants of floating types, as their bits. They are rounded to nearest whatever mode the program sets: a compiler folds them.
 * What is not finite it leaves to be computed as the program runs, where it may raise an exception. */
#include "c_float.h"

#include <string.h>

#include "ast_expression.h"
#include "constant_value.h"
#include "lowering.h"
#include "rvalue.h"
#include "type_floating.h"

static bool is_finite(struct lowering *l, const struct expression *e)
{
	floating_value value;
	return ast_floating_constant(l->unit, e, &value) && value - value == 0;
}

/* What gcc folds: constants, their negations and conversions, and finite results. */
static bool is_folded(struct lowering *l, const struct expression *e)
{
	switch (e->kind) {
	case EXPRESSION_FLOAT_CONSTANT:
		return true;
	case EXPRESSION_NEGATE:
		return is_folded(l, e->operand);
	case EXPRESSION_CONVERSION:
		if (e->conversion == CONVERSION_FLOATING)
			return is_folded(l, e->operand);
		return e->conversion == CONVERSION_INTEGER_TO_FLOATING && e->operand->kind == EXPRESSION_CONSTANT;
	case EXPRESSION_BINARY:
		return type_is_floating(e->type) && is_folded(l, e->left) && is_folded(l, e->right) && is_finite(l, e);
	default:
		return false;
	}
}

/* binary16, which the host may not have: `value` is a number of that format. */
static uint64_t half_bits(floating_value value)
{
	uint64_t words[2];
	memcpy(words, &value, sizeof words);
	uint64_t sign = words[1] >> 63 << 15;
	floating_value magnitude = sign ? -value : value;
	if (value - value != 0)
		return sign | (value != value ? 0x7e00 : 0x7c00);
	uint64_t field = 1;
	for (floating_value top = 1 / (floating_value)8192; magnitude >= top; top *= 2) /* 2^-13: above field 1 */
		field++;
	floating_value unit = 1 / (floating_value)(1 << 24); /* of the fraction in field 1 */
	for (uint64_t i = 1; i < field; i++)
		unit *= 2;
	uint64_t significand = (uint64_t)(magnitude / unit);
	return sign | (significand < 1024 ? significand : field << 10 | (significand & 1023));
}

static void encode(struct float_format f, floating_value value, uint64_t words[2])
{
	float single = (float)value;
	double wide = (double)value;
	long double extended = (long double)value;
	words[0] = words[1] = 0;
	if (f.explicit_one)
		memcpy(words, &extended, 10);
	else if (f.exponent == 5)
		words[0] = half_bits(value);
	else if (f.exponent == 8)
		memcpy(words, &single, sizeof single);
	else if (f.exponent == 11)
		memcpy(words, &wide, sizeof wide);
	else
		memcpy(words, &value, sizeof value);
}

term lower_floating_bits(struct lowering *l, const struct type *type, floating_value value)
{
	uint64_t words[2];
	struct float_format f = lower_float_format(l, type);
	encode(f, value, words);
	return term_bv_words(l->bank, f.storage, words);
}

bool lower_floating_constant(struct lowering *l, const struct expression *e, struct rvalue *result)
{
	floating_value value;
	if (!is_folded(l, e) || !ast_floating_constant(l->unit, e, &value))
		return false;
	*result = rvalue_scalar(lower_floating_bits(l, e->type, value), 0);
	return true;
}
