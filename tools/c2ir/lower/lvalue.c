/* Lvalue expressions (C11 6.3.2.1), and pointers made of them. */
#include <assert.h>

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "c_pointer.h"
#include "c_term.h"
#include "check_operations.h"
#include "checks.h"
#include "initializer.h"
#include "lower_ledger.h"
#include "lower.h"
#include "lvalue.h"
#include "object.h"
#include "order.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_integer.h"
#include "type_qualifier.h"
#include "weak.h"

static struct lvalue compound_literal(struct lowering *l, const struct expression *e)
{
	struct storage *storage = storage_of(l, e->declaration);
	if (e->declaration->duration == DURATION_AUTOMATIC) {
		if (!storage->begun) /* its block is not one that begins in a statement */
			lower_begin_object(l, storage, 0);
		if (e->declaration->initializer) {
			bool before = sequence_suspend(l);
			lower_initializer(l, storage, e->declaration->initializer);
			sequence_resume(l, before);
		}
		check_initialised(l, storage);
	}
	return lvalue_of_storage(l, storage);
}

static struct lvalue object_lvalue(struct lowering *l, const struct expression *e)
{
	if (e->declaration->is_register && !e->declaration->owner)
		return lower_register(l, e->declaration, e->location);
	const struct storage *storage = storage_of(l, e->declaration);
	struct lvalue lvalue = lvalue_of_storage(l, storage);
	if (storage->declaration && weak_is_open(storage->declaration) && !e->declaration->weak) {
		lvalue.exists = true; /* else nothing could be linked with this unit */
		lvalue.pointer = storage_pointer(l, storage);
	}
	return lvalue;
}

/* What the pointer E points to; `accessed`: that is accessed, as in a[i], not only pointed to, as in a + i. */
static struct lvalue pointed(struct lowering *l, const struct expression *e, bool accessed);

/* An array that has no address of its own (f().a) is given one: it is in an object of its own (6.2.4p8), also in (c ? a : b).v. */
static struct lvalue array_lvalue(struct lowering *l, const struct expression *e)
{
	if (e->is_lvalue || e->kind != EXPRESSION_MEMBER)
		return lower_lvalue(l, e);
	const struct expression *record = e->operand;
	if (!record->is_lvalue && record->kind == EXPRESSION_MEMBER) {
		struct lvalue outer = array_lvalue(l, record);
		return lvalue_member(l, &outer, e->member);
	}
	struct rvalue value = lower_value(l, record);
	value = (record->kind == EXPRESSION_CALL ? record_in_memory : record_copy)(l, value, record->type);
	struct lvalue lvalue = lvalue_of_pointer(l, value, record->type);
	return lvalue_member(l, &lvalue, e->member);
}

static struct lvalue lvalue_of_expression(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue;
	switch (e->kind) {
	case EXPRESSION_OBJECT:
		lvalue = object_lvalue(l, e);
		break;
	case EXPRESSION_STRING:
		lvalue = lvalue_of_storage(l, storage_of_string(l, e->string));
		break;
	case EXPRESSION_COMPOUND_LITERAL:
		lvalue = compound_literal(l, e);
		break;
	case EXPRESSION_DEREFERENCE:
		lvalue = pointed(l, e->operand, true);
		break;
	case EXPRESSION_MEMBER:
		if (!e->operand->is_lvalue)
			return array_lvalue(l, e);
		lvalue = lower_lvalue(l, e->operand);
		return lvalue_member(l, &lvalue, e->member);
	case EXPRESSION_CONVERSION:
		lvalue = e->conversion == CONVERSION_NONE ? lower_lvalue(l, e->operand) : pointed(l, e, false);
		break;
	default:
		lower_unsupported(l, e->location, "this kind of lvalue");
		lvalue = lvalue_of_pointer(l, rvalue_scalar(term_bv(bank_of(l), pointer_width(l), 0), 0), e->type);
	}
	lvalue.type = e->type;
	return lvalue;
}

struct lvalue lower_lvalue(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue = lvalue_of_expression(l, e);
	sequence_note_lvalue(l, e, &lvalue);
	return lvalue;
}

/* ---- pointers ---- */

static term scaled_index(struct lowering *l, const struct expression *e, term index, term *step)
{
	*step = e->variable_step ? lower_value(l, e->variable_step).term : word(l, e->step);
	const struct type *type = e->right->type;
	term wide = resize(l, index, word_width(l), type_is_integer(type) && type_is_signed(types_of(l), type));
	return term_binary(bank_of(l), OP_BVMUL, wide, *step);
}

static node moved(struct lowering *l, const struct expression *e, node from, term index, term bytes)
{
	bool loops = e->left->kind == EXPRESSION_OLD_VALUE;
	if (!term_is_constant(bank_of(l), bytes) || loops) {
		check_moved(l, e, index, from, NULL);
		return node_indexed(regions_of(l), from, e->variable_step ? 1 : e->step);
	}
	uint64_t value = term_value(bank_of(l), bytes);
	int64_t amount = word_width(l) == 32 ? (int64_t)(int32_t)value : (int64_t)value;
	check_moved(l, e, index, from, &amount);
	return node_moved(regions_of(l), from, amount, e->step);
}

static struct lvalue moved_lvalue(struct lowering *l, const struct expression *e, bool accessed)
{
	struct lvalue lvalue = pointed(l, e->left, false);
	if (lvalue.in_memory && expression_has_effects(e->right))
		lvalue.pointer = emit_hold(l, lvalue.pointer);
	term index = lower_value(l, e->right).term;
	check_index(l, e, index, !accessed);
	term step, bytes = scaled_index(l, e, index, &step);
	struct pointer_operation o = { .subtracts = e->operation == BINARY_POINTER_SUBTRACT,
				       .is_signed = type_is_integer(e->right->type) &&
						    type_is_signed(types_of(l), e->right->type),
				       .index = index,
				       .step = step };
	check_pointer_arithmetic(l, &lvalue, &o, e);
	if (e->operation == BINARY_POINTER_SUBTRACT)
		bytes = term_unary(bank_of(l), OP_BVNEG, bytes);
	lvalue.node = moved(l, e, lvalue.node, index, bytes);
	lvalue.pointer = pointer_add(l, lvalue.pointer, bytes);
	return lvalue;
}

static struct lvalue pointer_arithmetic(struct lowering *l, const struct expression *e, bool accessed)
{
	struct sequence *s = sequence_begin(l, e);
	struct lvalue lvalue = moved_lvalue(l, e, accessed);
	sequence_end(l, s);
	return lvalue;
}

/* The value of an allocation says what is in the object by what it is converted to. */
static struct lvalue converted_pointer(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue;
	if (e->operand->kind == EXPRESSION_CALL) {
		struct purpose purpose = { .hint = type_base(e->type) };
		const struct type *type = e->operand->type;
		lvalue = lvalue_of_pointer(l, lower_value_for(l, e->operand, &purpose),
					   type_base(type) ? type_base(type) : type);
	} else {
		lvalue = pointed(l, e->operand, false);
	}
	const struct type *to = type_base(e->type), *from = type_base(e->operand->type);
	if (to && from && type_unqualified(to) != type_unqualified(from))
		lvalue.node = node_converted(regions_of(l), lvalue.node, types_of(l), to);
	lvalue.alignment = 0;
	return lvalue;
}

/* Keeps the name of the object where E is made of one. */
static struct lvalue pointed(struct lowering *l, const struct expression *e, bool accessed)
{
	struct lvalue lvalue;
	if (e->kind == EXPRESSION_ADDRESS && !type_is_function(e->operand->type)) {
		lvalue = lower_lvalue(l, e->operand);
	} else if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_ARRAY) {
		lvalue = array_lvalue(l, e->operand);
		lvalue.node = node_entered(regions_of(l), lvalue.node, types_of(l), e->operand->type);
	} else if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_POINTER) {
		lvalue = converted_pointer(l, e);
	} else if (e->kind == EXPRESSION_BINARY &&
		   (e->operation == BINARY_POINTER_ADD || e->operation == BINARY_POINTER_SUBTRACT)) {
		lvalue = pointer_arithmetic(l, e, accessed);
	} else {
		lvalue = lvalue_of_pointer(l, lower_value(l, e), type_base(e->type) ? type_base(e->type) : e->type);
	}
	assert(lvalue.in_memory);
	if (type_is_pointer(e->type))
		lvalue.type = type_base(e->type);
	return lvalue;
}

/* The conversion of an array in a value that the pointer, or the lvalue, is made of; NULL: there is none. */
static const struct expression *array_of_value(const struct expression *e)
{
	for (;;) {
		switch (e->kind) {
		case EXPRESSION_CONVERSION:
			if (e->conversion == CONVERSION_ARRAY && !e->operand->is_lvalue)
				return e;
			if (e->conversion != CONVERSION_ARRAY && e->conversion != CONVERSION_POINTER)
				return NULL;
			e = e->operand;
			break;
		case EXPRESSION_BINARY:
			e = e->left;
			break;
		case EXPRESSION_ADDRESS:
		case EXPRESSION_DEREFERENCE:
		case EXPRESSION_MEMBER:
			e = e->operand;
			break;
		default:
			return NULL;
		}
	}
}

/* An array in a record that is a value ends with the full expression (6.2.4p8); here it stays. A subscript on the spot makes no
 * pointer that could be used later. */
static void note_temporary(struct lowering *l, const struct expression *e)
{
	e = array_of_value(e);
	if (e && checks(l, CHECK_UAF))
		lower_ledger(l, e->location, "an array in a value is assumed not to be used after the expression");
}

/* ADDRESS, CONVERSION_ARRAY, CONVERSION_POINTER and arithmetic on pointers, as values. */
struct rvalue lower_pointer(struct lowering *l, const struct expression *e)
{
	note_temporary(l, e);
	struct lvalue lvalue = pointed(l, e, false);
	return lvalue_address(l, &lvalue);
}
