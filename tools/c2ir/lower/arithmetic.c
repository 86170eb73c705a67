/* Binary operators (C11 6.5.5 to 6.5.12) on integers and pointers. */
#include "access.h"
#include "address.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "c_float.h"
#include "c_pointer.h"
#include "c_term.h"
#include "check_operations.h"
#include "checks.h"
#include "lower.h"
#include "lowering.h"
#include "parts.h"
#include "region.h"
#include "rvalue.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_parts.h"

bool expression_is_comparison(const struct expression *e)
{
	return e->kind == EXPRESSION_BINARY && e->operation >= BINARY_EQUAL && e->operation <= BINARY_GREATER_EQUAL &&
	       !type_is_vector(e->type);
}

void lower_operands(struct lowering *l, const struct expression *e, struct rvalue *a, struct rvalue *b)
{
	*a = lower_value(l, e->left);
	if (expression_has_effects(e->right))
		emit_hold_value(l, a);
	*b = lower_value(l, e->right);
}

static term less(struct lowering *l, const struct expression *e, const struct type *type, term a, term b, bool or_equal)
{
	if (type_is_pointer(type)) {
		check_compare(l, false, a, b, e);
		return pointer_less(l, a, b, or_equal);
	}
	if (type_is_floating(type))
		return float_less(l->bank, lower_float_format(l, type), a, b, or_equal);
	bool is_signed = type_is_signed(l->types, type);
	return term_binary(l->bank, is_signed ? or_equal ? OP_BVSLE : OP_BVSLT : or_equal ? OP_BVULE : OP_BVULT, a, b);
}

static term equal(struct lowering *l, const struct type *type, term a, term b)
{
	if (type_is_floating(type))
		return float_equal(l->bank, lower_float_format(l, type), a, b);
	return term_eq(l->bank, a, b);
}

term lower_compare(struct lowering *l, const struct expression *e, const struct type *type, term a, term b)
{
	switch (e->operation) {
	case BINARY_EQUAL:
		return equal(l, type, a, b);
	case BINARY_NOT_EQUAL:
		return term_not(l->bank, equal(l, type, a, b));
	case BINARY_LESS:
		return less(l, e, type, a, b, false);
	case BINARY_GREATER:
		return less(l, e, type, b, a, false);
	case BINARY_LESS_EQUAL:
		return less(l, e, type, a, b, true);
	default:
		return less(l, e, type, b, a, true);
	}
}

static bool is_address(const struct expression *e)
{
	return e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_POINTER_TO_INTEGER;
}

/* Linux's IS_ERR(p) and others ask whether the address is above all that an object may have: where objects are does not matter. */
static void forget_address(struct lowering *l, const struct expression *e, term a, term b)
{
	if (is_address(e->right) && pointer_is_below(l, a))
		access_unexpose(l);
	if (is_address(e->left) && pointer_is_below(l, b))
		access_unexpose(l);
}

/* Their order, or difference. */
static void observe(struct lowering *l, struct rvalue a, struct rvalue b)
{
	region_observe(l->regions, a.node, 0);
	region_observe(l->regions, b.node, 0);
}

/* Of a value without a node nothing is known, unless it is a constant. */
static void observe_equality(struct lowering *l, struct rvalue a, struct rvalue b)
{
	if (!a.node && !term_is_constant(l->bank, a.term))
		region_observe(l->regions, b.node, 0);
	if (!b.node && !term_is_constant(l->bank, b.term))
		region_observe(l->regions, a.node, 0);
}

/* (a ? 1 : 0) compared with a constant is the condition itself: seen by the term bank. */
term lower_comparison(struct lowering *l, const struct expression *e)
{
	const struct type *type = e->left->type;
	struct rvalue a, b;
	lower_operands(l, e, &a, &b);
	if (type_is_complex(type)) {
		term same = complex_equal(l, type, a, b);
		return e->operation == BINARY_EQUAL ? same : term_not(l->bank, same);
	}
	forget_address(l, e, a.term, b.term);
	if (type_is_pointer(type)) {
		node_compared(l->regions, a.node, b.node, l->types, type_base(type));
		observe_equality(l, a, b);
		if (e->operation == BINARY_EQUAL)
			return access_equal(l, a, b);
		if (e->operation == BINARY_NOT_EQUAL)
			return term_not(l->bank, access_equal(l, a, b));
		access_order(l, a.node, b.node);
		observe(l, a, b);
	}
	return lower_compare(l, e, type, a.term, b.term);
}

/* An amount that is a constant leads from an address to the same object. */
static node part_node(struct lowering *l, struct rvalue part)
{
	bool amount = term_is_constant(l->bank, part.term) && !may_be_address(l, part.term);
	return amount ? 0 : part.node;
}

static node arithmetic_node(struct lowering *l, const struct type *type, struct rvalue left, struct rvalue right)
{
	node a = part_node(l, left), b = part_node(l, right);
	if ((!a && !b) || term_bits(l, type) < l->pointer_bits)
		return 0;
	node to = node_new(l->regions);
	if (a)
		node_anywhere(l->regions, to, a);
	if (b)
		node_anywhere(l->regions, to, b);
	return to;
}

/* May the result of an arithmetic operation hold what an operand held? */
static bool keeps_pointer(const struct expression *e)
{
	return e->operation != BINARY_DIVIDE && e->operation != BINARY_REMAINDER && type_is_integer(e->type);
}

term lower_shift(struct lowering *l, const struct expression *e, const struct type *type, term a, term b)
{
	bool left = e->operation == BINARY_SHIFT_LEFT, is_signed = type_is_signed(l->types, type);
	enum op op = left ? OP_BVSHL : is_signed ? OP_BVASHR : OP_BVLSHR;
	check_operation(l, &(struct integer_operation){ op, type, a, b }, e);
	uint32_t width = term_width(l->bank, a), amount = term_width(l->bank, b);
	/* An amount that is cut must stay too large, whatever its high bits are. */
	if (amount > width) {
		term high = term_extract(l->bank, amount - 1, width, b);
		term low = term_extract(l->bank, width - 1, 0, b);
		term small = term_eq(l->bank, high, term_bv(l->bank, amount - width, 0));
		b = term_ite(l->bank, small, low, term_unary(l->bank, OP_BVNOT, term_bv(l->bank, width, 0)));
	} else {
		b = resize(l, b, width, false);
	}
	return term_binary(l->bank, op, a, b);
}

static term difference(struct lowering *l, const struct expression *e, term p, term q)
{
	check_compare(l, true, p, q, e);
	term bytes = term_binary(l->bank, OP_BVSUB, pointer_offset(l, p), pointer_offset(l, q));
	term step = e->variable_step ? lower_value(l, e->variable_step).term : word(l, e->step ? e->step : 1);
	return term_binary(l->bank, OP_BVSDIV, bytes, step);
}

struct rvalue lower_binary(struct lowering *l, const struct expression *e)
{
	if (e->operation == BINARY_POINTER_ADD || e->operation == BINARY_POINTER_SUBTRACT)
		return lower_pointer(l, e);
	if (expression_is_comparison(e))
		return rvalue_scalar(from_bool(l, lower_comparison(l, e), term_bits(l, e->type)), 0);
	if (type_is_complex(e->type))
		return complex_binary(l, e);
	if (type_is_vector(e->type))
		return vector_binary_of(l, e);
	struct rvalue a, b;
	if (l->machine.rounding && type_is_floating(e->type) && lower_floating_constant(l, e, &a))
		return a;
	lower_operands(l, e, &a, &b);
	switch (e->operation) {
	case BINARY_SHIFT_LEFT:
	case BINARY_SHIFT_RIGHT:
		return rvalue_scalar(lower_shift(l, e, e->type, a.term, b.term), 0);
	case BINARY_POINTER_DIFFERENCE:
		observe(l, a, b);
		return rvalue_scalar(difference(l, e, a.term, b.term), 0);
	default:
		return rvalue_scalar(parts_operation(l, e, e->type, e->operation, a.term, b.term),
				     keeps_pointer(e) ? arithmetic_node(l, e->type, a, b) : 0);
	}
}
