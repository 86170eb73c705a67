/* Conversions (C11 6.3). */
#include "access.h"
#include "address.h"
#include "ast_expression.h"
#include "c_float.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "float_number.h"
#include "lower_ledger.h"
#include "lower.h"
#include "lowering.h"
#include "lowering_options.h"
#include "lvalue.h"
#include "memory.h"
#include "object.h"
#include "parts.h"
#include "region.h"
#include "rvalue.h"
#include "type_base.h"
#include "type_class.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_qualifier.h"
#include "type_text.h"

static struct rvalue to_integer(struct lowering *l, const struct expression *e)
{
	struct rvalue value = lower_value(l, e->operand);
	const struct type *from = e->operand->type;
	if (!e->is_cast)
		check_convert(l, from, e->type, value.term, e);
	check_become(l, e->type, from, value.term, e);
	value.term = resize(l, value.term, term_bits(l, e->type), type_is_signed(types_of(l), from));
	if (term_bits(l, from) < l->pointer_bits)
		value.node = number_widened(l, e->type, value);
	return value;
}

static struct rvalue to_union(struct lowering *l, const struct expression *e)
{
	struct storage *storage = lower_new_object(l, e->type, "union");
	lower_begin_object(l, storage, 0);
	struct lvalue lvalue = lvalue_of_storage(l, storage);
	lvalue = lvalue_member(l, &lvalue, e->member);
	lvalue_store(l, &lvalue, lower_value(l, e->operand), NULL, false);
	lvalue = lvalue_of_storage(l, storage);
	return (struct rvalue){ .kind = RVALUE_MEMORY, .term = lvalue.pointer, .node = lvalue.node };
}

/* (T *)(integer)p is p: the address of the object is not looked at. */
static const struct expression *pointer_inside(struct lowering *l, const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_INTEGER &&
	       term_bits(l, e->type) >= word_width(l) && type_is_integer(e->operand->type))
		e = e->operand;
	if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_POINTER_TO_INTEGER &&
	    term_bits(l, e->type) >= word_width(l))
		return e->operand;
	return NULL;
}

static struct rvalue to_pointer(struct lowering *l, const struct expression *e)
{
	const struct expression *pointer = pointer_inside(l, e->operand);
	struct rvalue value = lower_value(l, pointer ? pointer : e->operand);
	if (pointer) {
		value.node = node_converted(l->regions, value.node, types_of(l), type_base(e->type));
		return value;
	}
	bool is_signed = type_is_signed(l->types, e->operand->type);
	term integer = resize(l, value.term, l->pointer_bits, is_signed);
	node to = node_from_number(l->regions, value.node, types_of(l), type_base(e->type));
	if (to)
		vec_push(&l->number_pointers,
			 (struct number_pointer){ to, value.node, false, false, type_base(e->type), e->location });
	return access_find(l, integer, to);
}

static struct rvalue pointer_to_integer(struct lowering *l, const struct expression *e)
{
	struct rvalue value = lower_value(l, e->operand);
	term address = pointer_address(l, value.term);
	access_expose(l, value.term, value.node);
	node_exposed(l->regions, value.node);
	return rvalue_scalar(resize(l, address, term_bits(l, e->type), false), value.node);
}

static struct rvalue loaded(struct lowering *l, const struct expression *e, bool moved)
{
	struct lvalue lvalue = lower_lvalue(l, e->operand);
	return lvalue_load_as(l, &lvalue, e->type, e, moved);
}

/* T of the integer or floating type FROM, as TO (not _Bool), by the conversion E or a part of it. */
term lower_convert(struct lowering *l, const struct expression *e, const struct type *from, const struct type *to,
		   term t)
{
	term before = t;
	if (type_is_integer(from) && type_is_integer(to)) {
		if (!e->is_cast)
			check_convert(l, from, to, t, e);
		return resize(l, t, term_bits(l, to), type_is_signed(types_of(l), from));
	}
	if (type_is_integer(to)) {
		check_truncate(l, from, to, t, e);
		return emit_hold_large(l, lower_float_to_integer(l, from, to, t));
	}
	if (type_is_integer(from))
		t = lower_float_from_integer(l, from, to, t);
	else if (type_unqualified(from) != type_unqualified(to))
		t = lower_float_to_float(l, from, to, t);
	t = emit_hold_large(l, t);
	check_round(l, from, to, before, t, e);
	return t;
}

static struct rvalue with_floating(struct lowering *l, const struct expression *e)
{
	struct rvalue value;
	if (type_is_floating(e->type) && lower_floating_constant(l, e, &value)) {
		check_round(l, e->operand->type, e->type, lower_value(l, e->operand).term, value.term, e);
		return value;
	}
	term t = lower_value(l, e->operand).term;
	return rvalue_scalar(lower_convert(l, e, e->operand->type, e->type, t), 0);
}

struct rvalue lower_conversion(struct lowering *l, const struct expression *e, const struct purpose *purpose)
{
	switch (e->conversion) {
	case CONVERSION_LOAD:
		if (!e->operand->is_lvalue)
			return lower_value(l, e->operand);
		return loaded(l, e, purpose->moved);
	case CONVERSION_ARRAY:
	case CONVERSION_POINTER:
		return lower_pointer(l, e);
	case CONVERSION_FUNCTION:
		return lower_value(l, e->operand);
	case CONVERSION_VOID:
		lower_effect(l, e->operand);
		return rvalue_void();
	case CONVERSION_INTEGER:
		return to_integer(l, e);
	case CONVERSION_BOOL:
		return rvalue_scalar(from_bool(l, lower_condition(l, e->operand), 8), 0);
	case CONVERSION_INTEGER_TO_FLOATING:
	case CONVERSION_FLOATING_TO_INTEGER:
	case CONVERSION_FLOATING:
		return with_floating(l, e);
	case CONVERSION_COMPLEX:
		return complex_conversion_of(l, e);
	case CONVERSION_VECTOR:
		return vector_conversion_of(l, e);
	case CONVERSION_BITS:
		return vector_bits_of(l, e);
	case CONVERSION_INTEGER_TO_POINTER:
		return to_pointer(l, e);
	case CONVERSION_POINTER_TO_INTEGER:
		return pointer_to_integer(l, e);
	case CONVERSION_NULL:
		return rvalue_scalar(term_bv(bank_of(l), pointer_width(l), 0), 0);
	case CONVERSION_UNION:
		return to_union(l, e);
	case CONVERSION_NONE:
		return lower_value(l, e->operand);
	}
	return rvalue_void();
}
