/* Complex numbers (C11 6.2.5p11, annex G as gcc does it): a pair of real terms, RVALUE_LEAVES of the two leaves of the type's
 * shape, and so are they in variables, parameters and results; in memory they are an array of two (6.2.5p13).
 *
 *	(a + bi) * (c + di)    (ac - bd) + (ad + bc)i; if both parts are NaNs, what G.5.1p6 makes of infinities: in the library
 *	(a + bi) / (c + di)    __divdc3 of the library
 *	x + (c + di)           (x + c) + di: a real operand has no imaginary part (G.5.1p2)
 *
 * Parts may be integers (GNU): quotients are then computed by gcc in the way of R. L. Smith, Algorithm 116, 1962. */
#include "approximate.h"
#include "ast_expression.h"
#include "c_float.h"
#include "c_shape.h"
#include "c_term.h"
#include "check_operations.h"
#include "checks.h"
#include "constant_value.h"
#include "emit.h"
#include "float_number.h"
#include "joined.h"
#include "library_call.h"
#include "lower.h"
#include "object.h"
#include "symbol.h"
#include "type_base.h"
#include "type_class.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_parts.h"

/* ---- values that have parts ---- */

static term float_result(struct lowering *l, const struct type *type, enum binary_operation operation, term a, term b)
{
	struct float_format f = lower_float_format(l, type);
	switch (operation) {
	case BINARY_ADD:
		return float_add(bank_of(l), f, a, b);
	case BINARY_SUBTRACT:
		return float_subtract(bank_of(l), f, a, b);
	case BINARY_MULTIPLY:
		return float_multiply(bank_of(l), f, a, b);
	default:
		return float_divide(bank_of(l), f, a, b);
	}
}

static term float_operation(struct lowering *l, const struct expression *e, const struct type *type,
			    enum binary_operation operation, term a, term b)
{
	lower_float_precision(l, e->type, e->location);
	return emit_hold_large(l, float_result(l, type, operation, a, b));
}

/* The operator of IR, of integers. */
static enum op op_of(enum binary_operation operation, bool is_signed)
{
	switch (operation) {
	case BINARY_ADD:
		return OP_BVADD;
	case BINARY_SUBTRACT:
		return OP_BVSUB;
	case BINARY_DIVIDE:
		return is_signed ? OP_BVSDIV : OP_BVUDIV;
	case BINARY_REMAINDER:
		return is_signed ? OP_BVSREM : OP_BVUREM;
	case BINARY_AND:
		return OP_BVAND;
	case BINARY_OR:
		return OP_BVOR;
	case BINARY_XOR:
		return OP_BVXOR;
	default:
		return OP_BVMUL;
	}
}

term parts_operation(struct lowering *l, const struct expression *e, const struct type *type,
		     enum binary_operation operation, term a, term b)
{
	if (type_is_floating(type)) {
		term result = float_operation(l, e, type, operation, a, b);
		check_floating(l, type, operation == BINARY_DIVIDE, a, b, result, e);
		return result;
	}
	struct integer_operation o = { op_of(operation, type_is_signed(types_of(l), type)), type, a, b };
	check_operation(l, &o, e);
	return term_binary(bank_of(l), o.op, a, b);
}

static term negated(struct lowering *l, const struct expression *e, const struct type *type, term t)
{
	if (type_is_floating(type))
		return float_negate(bank_of(l), lower_float_format(l, type), t);
	check_negate(l, type, t, e);
	return term_unary(bank_of(l), OP_BVNEG, t);
}

/* -x; ~x, which is the conjugate of a complex number. */
struct rvalue parts_unary(struct lowering *l, const struct expression *e)
{
	struct rvalue value = lower_value(l, e->operand);
	const struct type *base = type_base(e->type);
	value = parts_value(l, e->type, value.terms);
	for (uint32_t i = 0; i < value.shape->count; i++) {
		bool real = type_is_complex(e->type) && i == 0;
		if (e->kind == EXPRESSION_NEGATE || (type_is_complex(e->type) && !real))
			value.terms[i] = negated(l, e, base, value.terms[i]);
		else if (!real)
			value.terms[i] = term_unary(bank_of(l), OP_BVNOT, value.terms[i]);
	}
	return value;
}

/* ---- complex numbers ---- */

static term equal(struct lowering *l, const struct type *base, term a, term b)
{
	return type_is_floating(base) ? float_equal(bank_of(l), lower_float_format(l, base), a, b)
				      : term_eq(bank_of(l), a, b);
}

term complex_equal(struct lowering *l, const struct type *type, struct rvalue a, struct rvalue b)
{
	return term_and(bank_of(l), equal(l, type_base(type), a.terms[0], b.terms[0]),
			equal(l, type_base(type), a.terms[1], b.terms[1]));
}

term complex_nonzero(struct lowering *l, const struct type *type, struct rvalue value)
{
	return term_not(bank_of(l), complex_equal(l, type, value, parts_zero(l, type)));
}

struct rvalue complex_conversion_of(struct lowering *l, const struct expression *e)
{
	const struct type *from = e->operand->type, *to = type_base(e->type);
	struct rvalue value = lower_value(l, e->operand);
	if (!type_is_complex(from)) {
		term parts[2] = { lower_convert(l, e, from, to, value.term), term_bv(bank_of(l), term_bits(l, to), 0) };
		return parts_value(l, e->type, parts);
	}
	term parts[2] = { lower_convert(l, e, type_base(from), to, value.terms[0]),
			  lower_convert(l, e, type_base(from), to, value.terms[1]) };
	return parts_value(l, e->type, parts);
}

/* libgcc's name of the function for a floating format, "__divdc3" for double; that of products where the formula gives NaNs only. */
static const char *library_name(bool divide, struct float_format format)
{
	switch (format.exponent) {
	case 5:
		return divide ? "__divhc3" : "__mulhc3";
	case 8:
		return divide ? "__divsc3" : "__plumb_infinite_productf";
	case 11:
		return divide ? "__divdc3" : "__plumb_infinite_product";
	default:
		if (format.explicit_one) /* long double, _Float64x */
			return divide ? "__divxc3" : "__plumb_infinite_productl";
		return divide ? "__divtc3" : "__plumb_infinite_productf128";
	}
}

static struct rvalue call(struct lowering *l, const struct expression *e, bool divide, const term *a, const term *b)
{
	const char *name = library_name(divide, lower_float_format(l, type_base(e->type)));
	struct rvalue arguments[] = { rvalue_scalar(a[0], 0), rvalue_scalar(a[1], 0), rvalue_scalar(b[0], 0),
				      rvalue_scalar(b[1], 0) };
	if (lower_library_find(l, name))
		return lower_library_call(l, name, arguments, 4, e->type);
	struct rvalue real = lower_approximate(l, type_base(e->type), e->location, "complex arithmetic");
	struct rvalue imaginary = lower_approximate(l, type_base(e->type), e->location, "complex arithmetic");
	return parts_value(l, e->type, (term[]){ real.term, imaginary.term });
}

/* The library's function is called where it matters only: most products are finite. */
static void recover(struct lowering *l, const struct expression *e, const term *a, const term *b, term *result)
{
	struct float_format f = lower_float_format(l, type_base(e->type));
	struct block *lost = emit_block(l, "infinite"), *join = emit_block(l, "product");
	struct joined joined;
	term nan = term_and(bank_of(l), float_is_nan(bank_of(l), f, result[0]), float_is_nan(bank_of(l), f, result[1]));
	joined_init(l, &joined, e->type);
	joined_set(l, &joined, parts_value(l, e->type, result));
	emit_branch(l, nan, lost, join, (struct source_range){ 0, 0 });
	emit_start(l, lost);
	joined_set(l, &joined, call(l, e, false, a, b));
	emit_goto(l, join);
	emit_start(l, join);
	result[0] = joined.value.terms[0];
	result[1] = joined.value.terms[1];
}

static void multiply_in_library(struct lowering *l, const struct expression *e, const term *a, const term *b,
				term *result)
{
	struct rvalue product = call(l, e, false, a, b);
	result[0] = product.terms[0];
	result[1] = product.terms[1];
	check_complex(l, type_base(e->type), false, a, b, result, e);
}

static void multiply(struct lowering *l, const struct expression *e, const term *a, const term *b, term *result)
{
	const struct type *t = type_base(e->type);
	term products[2][2];
	if (type_is_floating(t) && lower_float_format(l, t).exponent == 5) {
		multiply_in_library(l, e, a, b, result);
		return;
	}
	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < 2; k++)
			products[i][k] = type_is_floating(t) ? float_operation(l, e, t, BINARY_MULTIPLY, a[i], b[k])
							     : parts_operation(l, e, t, BINARY_MULTIPLY, a[i], b[k]);
	if (type_is_floating(t)) {
		result[0] = float_operation(l, e, t, BINARY_SUBTRACT, products[0][0], products[1][1]);
		result[1] = float_operation(l, e, t, BINARY_ADD, products[0][1], products[1][0]);
		recover(l, e, a, b, result);
		check_complex(l, t, false, a, b, result, e);
	} else {
		result[0] = parts_operation(l, e, t, BINARY_SUBTRACT, products[0][0], products[1][1]);
		result[1] = parts_operation(l, e, t, BINARY_ADD, products[0][1], products[1][0]);
	}
}

static term magnitude(struct lowering *l, const struct type *type, term t)
{
	if (!type_is_signed(types_of(l), type))
		return t;
	term negative = term_binary(bank_of(l), OP_BVSLT, t, term_bv(bank_of(l), term_width(bank_of(l), t), 0));
	return term_ite(bank_of(l), negative, term_unary(bank_of(l), OP_BVNEG, t), t);
}

/* With r = small / large for the parts of the divisor: what is divided is x + y r and y - x r, by large + small r, or
 * with the roles of real and imaginary parts changed. */
static void divide_integers(struct lowering *l, const struct expression *e, const term *a, const term *b, term *result)
{
	struct bank *k = bank_of(l);
	const struct type *t = type_base(e->type);
	bool is_signed = type_is_signed(types_of(l), t);
	term turned = term_binary(k, is_signed ? OP_BVSLT : OP_BVULT, magnitude(l, t, b[0]), magnitude(l, t, b[1]));
	term large = term_ite(k, turned, b[1], b[0]), small = term_ite(k, turned, b[0], b[1]);
	term ratio = emit_hold_large(l, parts_operation(l, e, t, BINARY_DIVIDE, small, large));
	term divisor =
		parts_operation(l, e, t, BINARY_ADD, parts_operation(l, e, t, BINARY_MULTIPLY, small, ratio), large);
	term first = term_ite(k, turned, a[0], a[1]), second = term_ite(k, turned, a[1], a[0]);
	term x = parts_operation(l, e, t, BINARY_ADD, parts_operation(l, e, t, BINARY_MULTIPLY, first, ratio), second);
	term other = parts_operation(l, e, t, BINARY_MULTIPLY, second, ratio);
	term y = parts_operation(l, e, t, BINARY_SUBTRACT, term_ite(k, turned, other, first),
				 term_ite(k, turned, first, other));
	result[0] = parts_operation(l, e, t, BINARY_DIVIDE, x, divisor);
	result[1] = parts_operation(l, e, t, BINARY_DIVIDE, y, divisor);
}

static void divide(struct lowering *l, const struct expression *e, const term *a, const term *b, term *result)
{
	if (type_is_integer(type_base(e->type))) {
		divide_integers(l, e, a, b, result);
		return;
	}
	struct rvalue quotient = call(l, e, true, a, b);
	result[0] = quotient.terms[0];
	result[1] = quotient.terms[1];
	check_complex(l, type_base(e->type), true, a, b, result, e);
}

/* One operand is real; false: then the operation is as for two complex ones. */
static bool with_real(struct lowering *l, const struct expression *e, const term *a, const term *b, bool left,
		      term *result)
{
	const struct type *t = type_base(e->type);
	enum binary_operation o = e->operation;
	if (!type_is_floating(t) || (left && o == BINARY_DIVIDE))
		return false;
	result[0] = parts_operation(l, e, t, o, a[0], b[0]);
	if (o == BINARY_ADD || o == BINARY_SUBTRACT)
		result[1] = !left ? a[1] : o == BINARY_ADD ? b[1] : negated(l, e, t, b[1]);
	else
		result[1] = left ? parts_operation(l, e, t, o, a[0], b[1]) : parts_operation(l, e, t, o, a[1], b[0]);
	return true;
}

/* Folded as gcc does: products and quotients are rounded once. */
static bool folded(struct lowering *l, const struct expression *e, struct rvalue *result)
{
	floating_value parts[2];
	if (e->operation != BINARY_MULTIPLY && e->operation != BINARY_DIVIDE && e->operation != BINARY_COMPLEX)
		return false;
	if (!ast_complex_constant(unit_of(l), e, parts))
		return false;
	const struct type *t = type_base(e->type);
	*result = parts_value(l, e->type,
			      (term[]){ lower_floating_bits(l, t, parts[0]), lower_floating_bits(l, t, parts[1]) });
	return true;
}

struct rvalue complex_binary(struct lowering *l, const struct expression *e)
{
	struct rvalue x, y;
	const struct type *t = type_base(e->type);
	term result[2];
	if (folded(l, e, &x))
		return x;
	lower_operands(l, e, &x, &y);
	if (e->operation == BINARY_COMPLEX)
		return parts_value(l, e->type, (term[]){ x.term, y.term });
	const term *a = x.terms, *b = y.terms;
	bool left = ast_is_real_operand(e->left), right = ast_is_real_operand(e->right);
	if ((left || right) && with_real(l, e, a, b, left, result))
		return parts_value(l, e->type, result);
	if (e->operation == BINARY_MULTIPLY) {
		multiply(l, e, a, b, result);
	} else if (e->operation == BINARY_DIVIDE) {
		divide(l, e, a, b, result);
	} else {
		result[0] = parts_operation(l, e, t, e->operation, a[0], b[0]);
		result[1] = parts_operation(l, e, t, e->operation, a[1], b[1]);
	}
	return parts_value(l, e->type, result);
}
