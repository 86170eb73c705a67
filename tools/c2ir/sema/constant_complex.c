/* Constant expressions of complex type (C11 6.6p8). Products and quotients of floating parts are rounded once, as gcc folds them
 * (its MPC library), where they are finite; what is not finite, and quotients of integers, are left to be computed at run time. */
#include "ast_expression.h"
#include "ast_query.h"
#include "ast_unit.h"
#include "constant_value.h"
#include "sema_constant.h"
#include "sema_internal.h"
#include "type.h"
#include "type_base.h"
#include "type_class.h"
#include "type_floating.h"
#include "type_parts.h"

static const struct constant none;

struct constant constant_part(const struct constant *c, const struct type *base, bool imaginary)
{
	if (type_is_integer(base))
		return (struct constant){ .kind = CONSTANT_INTEGER,
					  .value = imaginary ? c->imaginary_value : c->value };
	return (struct constant){ .kind = CONSTANT_FLOAT, .floating = imaginary ? c->imaginary : c->floating };
}

static struct constant make(struct constant re, struct constant im)
{
	if (re.kind == CONSTANT_NONE || re.kind != im.kind || re.kind == CONSTANT_ADDRESS)
		return none;
	return (struct constant){ .kind = CONSTANT_COMPLEX,
				  .value = re.value,
				  .imaginary_value = im.value,
				  .floating = re.floating,
				  .imaginary = im.floating };
}

/* ---- products and quotients ---- */

/* The sum of the two is known to about twice the precision of floating_value. */
struct two {
	floating_value high, low;
};

static struct two sum(floating_value a, floating_value b)
{
	floating_value s = a + b, t = s - a;
	return (struct two){ s, (a - (s - t)) + (b - t) };
}

/* T. J. Dekker, A floating-point technique for extending the available precision, 1971. */
static struct two product(floating_value a, floating_value b)
{
	const floating_value split = (floating_value)(((integer_value)1 << 57) + 1);
	floating_value p = a * b, x = split * a, y = split * b;
	floating_value a1 = x - (x - a), a2 = a - a1, b1 = y - (y - b), b2 = b - b1;
	floating_value low = a2 * b2 - (((p - a1 * b1) - a2 * b1) - a1 * b2);
	return (struct two){ p, low - low == 0 ? low : 0 };
}

/* a * b + c * d */
static floating_value dot(floating_value a, floating_value b, floating_value c, floating_value d)
{
	struct two x = product(a, b), y = product(c, d), s = sum(x.high, y.high);
	floating_value low = s.low - s.low == 0 ? s.low + (x.low + y.low) : 0;
	return low == 0 ? s.high : s.high + low; /* keeps -0 */
}

static struct constant multiply(const struct type *t, const struct constant *x, const struct constant *y)
{
	floating_value a = x->floating, b = x->imaginary, c = y->floating, d = y->imaginary;
	return make(constant_floating(t, dot(a, c, -b, d)), constant_floating(t, dot(a, d, b, c)));
}

static struct constant divide(const struct type *t, const struct constant *x, const struct constant *y)
{
	floating_value a = x->floating, b = x->imaginary, c = y->floating, d = y->imaginary;
	floating_value square = dot(c, c, d, d);
	return make(constant_floating(t, dot(a, c, b, d) / square), constant_floating(t, dot(b, c, -a, d) / square));
}

/* ---- operators ---- */

static bool is_finite(const struct constant *c)
{
	return c->floating - c->floating == 0 && c->imaginary - c->imaginary == 0;
}

/* Is E a real number that only became complex as the operand of an operator? */
bool ast_is_real_operand(const struct expression *e)
{
	return e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_COMPLEX && !e->is_cast &&
	       !type_is_complex(e->operand->type);
}

/* With a real operand (C11 G.5.1, as gcc): what is done with the other's parts. Integers: the same as for two complex ones. */
static struct constant floating_binary(const struct expression *e, const struct constant *x, const struct constant *y)
{
	const struct type *t = e->type->base;
	bool a = ast_is_real_operand(e->left), b = ast_is_real_operand(e->right) && !a;
	enum binary_operation o = e->operation;
	struct constant re = constant_arithmetic(t, o, x->floating, y->floating), im;
	if (o == BINARY_ADD || o == BINARY_SUBTRACT) {
		im = constant_arithmetic(t, o, x->imaginary, y->imaginary);
		if (b)
			im.floating = x->imaginary;
		else if (a)
			im.floating = o == BINARY_ADD ? y->imaginary : -y->imaginary;
		return make(re, im);
	}
	if (b)
		return make(re, constant_arithmetic(t, o, x->imaginary, y->floating));
	if (a && o == BINARY_MULTIPLY)
		return make(re, constant_arithmetic(t, o, x->floating, y->imaginary));
	struct constant c = o == BINARY_MULTIPLY ? multiply(t, x, y) : divide(t, x, y);
	return is_finite(&c) ? c : none;
}

static struct constant integer_binary(const struct types *types, const struct expression *e, const struct constant *x,
				      const struct constant *y)
{
	const struct type *t = e->type->base;
	integer_value a = x->value, b = x->imaginary_value, c = y->value, d = y->imaginary_value, re, im;
	switch (e->operation) {
	case BINARY_ADD:
		re = a + c;
		im = b + d;
		break;
	case BINARY_SUBTRACT:
		re = a - c;
		im = b - d;
		break;
	case BINARY_MULTIPLY:
		re = a * c - b * d;
		im = a * d + b * c;
		break;
	default:
		return none;
	}
	return (struct constant){ .kind = CONSTANT_COMPLEX,
				  .value = constant_truncate(types, t, re),
				  .imaginary_value = constant_truncate(types, t, im) };
}

struct constant constant_complex_binary(const struct types *types, const struct expression *e, const struct constant *x,
					const struct constant *y)
{
	if (e->operation == BINARY_COMPLEX)
		return make(*x, *y);
	if (e->operation == BINARY_EQUAL || e->operation == BINARY_NOT_EQUAL) {
		bool same = type_is_integer(e->left->type->base)
				    ? x->value == y->value && x->imaginary_value == y->imaginary_value
				    : x->floating == y->floating && x->imaginary == y->imaginary;
		return (struct constant){ .kind = CONSTANT_INTEGER, .value = same == (e->operation == BINARY_EQUAL) };
	}
	if (!type_is_complex(e->type))
		return none;
	return type_is_integer(e->type->base) ? integer_binary(types, e, x, y) : floating_binary(e, x, y);
}

/* -c, ~c */
struct constant constant_complex_unary(const struct types *types, const struct expression *e, struct constant c)
{
	const struct type *t = e->type->base;
	bool negate = e->kind == EXPRESSION_NEGATE;
	if (type_is_integer(t)) {
		c.value = negate ? constant_truncate(types, t, -c.value) : c.value;
		c.imaginary_value = constant_truncate(types, t, -c.imaginary_value);
	} else {
		c.floating = negate ? -c.floating : c.floating;
		c.imaginary = -c.imaginary;
	}
	return c;
}

/* The real or complex constant C as the complex type of E. */
struct constant constant_to_complex(const struct types *types, const struct expression *e, struct constant c)
{
	const struct type *from = e->operand->type, *to = e->type->base;
	struct constant zero = { .kind = type_is_integer(to) ? CONSTANT_INTEGER : CONSTANT_FLOAT };
	if (!type_is_complex(from))
		return make(constant_convert(types, from, to, c), zero);
	return make(constant_convert(types, from->base, to, constant_part(&c, from->base, false)),
		    constant_convert(types, from->base, to, constant_part(&c, from->base, true)));
}

/* ---- constants of a finished unit ---- */

bool ast_floating_constant(const struct unit *unit, const struct expression *e, floating_value *value)
{
	struct constant c = constant_evaluate(unit->types, e);
	if (c.kind == CONSTANT_FLOAT)
		*value = c.floating;
	return c.kind == CONSTANT_FLOAT;
}

bool ast_complex_constant(const struct unit *unit, const struct expression *e, floating_value parts[2])
{
	struct constant c = constant_evaluate(unit->types, e);
	if (c.kind != CONSTANT_COMPLEX || !type_is_floating(type_base(expression_type(e))))
		return false;
	parts[0] = c.floating;
	parts[1] = c.imaginary;
	return true;
}
