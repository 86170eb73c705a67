/* Variadic functions (C11 7.16). The further arguments of a call are in an object that the caller makes, one behind the other. Each
 * begins with a pointer, and its value stands 16 bytes behind it, if it is none: so that what va_arg() gives as a pointer was passed
 * as one, although the place depends on the arguments before it (an integer that is read as a pointer points to nothing, 0 is
 * null). A va_list holds a pointer to the next argument, where the ABI's has its only one to memory; behind va_end() it is null.
 *
 * Another type than that of the argument is undefined (7.16.1.1p2). With --check=format each slot says what the argument is: a
 * pointer, or the kind and bits of a value. Signs and what a pointer points to may differ, and 0 may be a null pointer. */
#include "variadic.h"

#include "access.h"
#include "address.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "control.h"
#include "emit.h"
#include "lower.h"
#include "lowering.h"
#include "lvalue.h"
#include "memory.h"
#include "object.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "symbol.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_text.h"
#include "types.h"

enum { SLOT = 32, KIND = 8, VALUE = 16, KIND_BITS = 32 };
enum kind { KIND_POINTER = 1, KIND_INTEGER, KIND_FLOATING, KIND_X87, KIND_PARTS, KIND_RECORD, KIND_SHIFT = 24 };

static uint32_t kind_of(struct lowering *l, const struct type *type)
{
	if (type_is_pointer(type))
		return KIND_POINTER << KIND_SHIFT;
	if (type_has_parts(type) || type_is_record(type)) {
		bool sized = type_has_size(type) && !type_is_variable(type);
		uint32_t bytes = sized ? (uint32_t)type_size(l->types, type) & ((1u << KIND_SHIFT) - 1) : 0;
		return (type_has_parts(type) ? KIND_PARTS : KIND_RECORD) << KIND_SHIFT | bytes;
	}
	enum kind kind = type_is_x87(type) ? KIND_X87 : type_is_floating(type) ? KIND_FLOATING : KIND_INTEGER;
	return kind << KIND_SHIFT | term_bits(l, type);
}

static term argument_size(struct lowering *l, const struct type *type)
{
	if (type_is_variable(type))
		return lower_variable_size(l, type);
	return word(l, type_has_size(type) ? type_size(l->types, type) : 0);
}

static term slot_size(struct lowering *l, const struct type *type)
{
	struct bank *b = l->bank;
	term size = type_is_pointer(type) ? word(l, 0) : argument_size(l, type);
	size = term_binary(b, OP_BVADD, size, word(l, VALUE + SLOT - 1));
	return term_binary(b, OP_BVAND, size, word(l, ~(uint64_t)(SLOT - 1)));
}

static struct storage *slots(struct lowering *l, term bytes)
{
	const struct type *slot = l->types->argument_slot;
	bool known = term_is_constant(l->bank, bytes);
	const struct type *type = known ? type_array(l->types, slot, term_value(l->bank, bytes) / SLOT)
					: type_variable_array(l->types, slot, NULL);
	struct storage *storage = lower_new_object(l, type, "...");
	lower_begin_object(l, storage, known ? 0 : bytes);
	return storage;
}

/* LVALUE moved on to what is AT bytes from it. */
static void move(struct lowering *l, struct lvalue *lvalue, term at)
{
	node to = node_new(l->regions);
	if (term_is_constant(l->bank, at))
		node_add(l->regions, to, lvalue->node, (int64_t)term_value(l->bank, at));
	else
		node_index(l->regions, to, lvalue->node, SLOT);
	lvalue->pointer = pointer_add(l, lvalue->pointer, at);
	lvalue->node = to;
}

/* The pointer that the integer NUMBER gives in the slot at LVALUE. */
static void store_number_as_pointer(struct lowering *l, struct lvalue lvalue, term number)
{
	lvalue.type = type_pointer(l->types, l->types->void_type);
	term offset = resize(l, number, l->pointer_bits, false);
	lvalue_store_unchecked(l, &lvalue, rvalue_scalar(pointer_make(l, term_bv(l->bank, OBJECT_BITS, 0), offset), 0));
}

/* Integers of up to 64 bits all have the same cell. */
static bool is_common_integer(struct lowering *l, const struct type *type)
{
	return type_is_integer(type) && term_bits(l, type) <= 64;
}

static void store_kind(struct lowering *l, struct lvalue slot, const struct type *type)
{
	if (!checks(l, CHECK_FORMAT))
		return;
	move(l, &slot, word(l, KIND));
	access_store(l, slot.pointer, slot.node, term_bv(l->bank, KIND_BITS, kind_of(l, type)), 0, false);
}

/* What AT points to is of this kind. A pointer may be the integer 0 as well: then it is null. */
static void check_kind(struct lowering *l, struct rvalue at, const struct type *type, term pointer,
		       const struct expression *e)
{
	if (!checks(l, CHECK_FORMAT))
		return;
	struct bank *b = l->bank;
	struct lvalue slot = lvalue_of_pointer(l, at, type);
	move(l, &slot, word(l, KIND));
	term kind = access_load(l, slot.pointer, slot.node, KIND_BITS, false).term;
	term fits = term_eq(b, kind, term_bv(b, KIND_BITS, kind_of(l, type)));
	if (pointer) {
		term class = term_extract(b, KIND_BITS - 1, KIND_SHIFT, kind);
		term integer = term_eq(b, class, term_bv(b, KIND_BITS - KIND_SHIFT, KIND_INTEGER));
		term null = term_eq(b, pointer, term_bv(b, pointer_width(l), 0));
		fits = term_or(b, fits, term_and(b, integer, null));
	}
	char *text = type_text(type, NULL);
	check_emit(l, CHECK_FORMAT, fits, "an argument of another type than '%s'%s", text, check_text(l, e));
	memory_free(text);
}

static void store_argument(struct lowering *l, struct lvalue slot, const struct type *type, struct rvalue argument)
{
	store_kind(l, slot, type);
	slot.type = type;
	if (argument.kind == RVALUE_SCALAR && is_common_integer(l, type)) {
		store_number_as_pointer(l, slot, argument.term);
		argument.term = resize(l, argument.term, 64, type_is_signed(l->types, type));
		slot.type = l->types->unsigned_long_long_type;
	}
	if (!type_is_pointer(type))
		move(l, &slot, word(l, VALUE));
	lvalue_store_unchecked(l, &slot, argument);
}

struct rvalue lower_variadic(struct lowering *l, const struct rvalue *arguments, const struct expression *call,
			     uint32_t first, uint32_t count)
{
	if (!call || first >= count)
		return rvalue_scalar(term_bv(l->bank, pointer_width(l), 0), 0);
	term *ends = arena_alloc(l->arena, (count - first) * sizeof *ends), at = word(l, 0);
	for (uint32_t i = first; i < count; i++)
		at = ends[i - first] =
			term_binary(l->bank, OP_BVADD, at, slot_size(l, expression_type(expression_argument(call, i))));
	struct storage *storage = slots(l, at);
	for (uint32_t i = first; i < count; i++) {
		struct lvalue slot = lvalue_of_storage(l, storage);
		move(l, &slot, i > first ? ends[i - first - 1] : word(l, 0));
		store_argument(l, slot, type_unqualified(expression_type(expression_argument(call, i))), arguments[i]);
	}
	struct lvalue lvalue = lvalue_of_storage(l, storage);
	return lvalue_address(l, &lvalue);
}

/* Where the va_list LIST holds its pointer; that object is read or written. The library asks for the one that it is given. */
static struct lvalue cursor(struct lowering *l, struct lvalue list, bool write, const struct expression *e)
{
	if (!lower_in_library(l))
		check_access(l, &list, argument_size(l, l->types->va_list), write, e);
	struct rvalue pointer = lvalue_address(l, &list);
	emit_hold_value(l, &pointer);
	struct lvalue lvalue = lvalue_of_pointer(l, pointer, type_pointer(l->types, l->types->void_type));
	if (type_is_array(l->types->va_list)) /* overflow_arg_area, behind two integers */
		move(l, &lvalue, word(l, 8));
	return lvalue;
}

static struct lvalue list_cursor(struct lowering *l, const struct expression *list, bool write)
{
	bool named = list->kind == EXPRESSION_ADDRESS ||
		     (list->kind == EXPRESSION_CONVERSION && list->conversion == CONVERSION_ARRAY);
	struct lvalue lvalue =
		named ? lower_lvalue(l, list->operand) : lvalue_of_pointer(l, lower_value(l, list), l->types->va_list);
	return cursor(l, lvalue, write, list);
}

void lower_va_start(struct lowering *l, const struct expression *list)
{
	struct lvalue lvalue = list_cursor(l, list, true);
	term first = l->control->varargs ? l->control->varargs->term : term_bv(l->bank, pointer_width(l), 0);
	node from = l->control->varargs ? l->routine->nodes[l->control->varargs->index] : 0;
	lvalue_store_unchecked(l, &lvalue, rvalue_scalar(first, from));
}

void lower_va_end(struct lowering *l, const struct expression *list)
{
	struct lvalue lvalue = list_cursor(l, list, true);
	lvalue_store_unchecked(l, &lvalue, rvalue_scalar(term_bv(l->bank, pointer_width(l), 0), 0));
}

static struct rvalue cursor_value(struct lowering *l, const struct lvalue *lvalue)
{
	struct rvalue value = access_load(l, lvalue->pointer, lvalue->node, pointer_width(l), true);
	node_loaded(l->regions, value.node, l->types, l->types->void_type);
	return value;
}

void lower_va_copy(struct lowering *l, const struct expression *to, const struct expression *from)
{
	struct lvalue target = list_cursor(l, to, true), source = list_cursor(l, from, false);
	lvalue_store_unchecked(l, &target, cursor_value(l, &source));
}

/* The argument of this type in the slot that AT points to; E: whose operand it is. */
static struct rvalue argument_in_slot(struct lowering *l, struct rvalue at, const struct type *type,
				      const struct expression *e)
{
	struct lvalue slot = lvalue_of_pointer(l, at, type);
	if (!type_is_pointer(type))
		move(l, &slot, word(l, VALUE));
	check_access(l, &slot, argument_size(l, type), false, e);
	if (!type_is_pointer(type))
		check_kind(l, at, type, 0, e);
	if (type_has_parts(type))
		return lvalue_load(l, &slot, NULL);
	if (type_is_record(type))
		return (struct rvalue){ .kind = RVALUE_MEMORY, .term = slot.pointer, .node = slot.node };
	uint32_t bits = term_bits(l, type);
	bool is_common = is_common_integer(l, type);
	struct rvalue value = access_load(l, slot.pointer, slot.node, is_common ? 64 : bits, type_is_pointer(type));
	value.term = is_common ? resize(l, value.term, bits, false) : value.term;
	if (type_is_pointer(type)) {
		check_kind(l, at, type, value.term, e);
		lower_loaded_pointer(l, value.node, type_base(type));
	}
	return value;
}

/* What comes behind an argument of this type in the slot that AT points to. */
static struct rvalue next_slot(struct lowering *l, const struct rvalue *at, const struct type *type)
{
	node next = node_new(l->regions);
	node_index(l->regions, next, at->node, SLOT);
	return rvalue_scalar(pointer_add(l, at->term, slot_size(l, type)), next);
}

struct rvalue lower_va_arg(struct lowering *l, const struct expression *e)
{
	struct lvalue lvalue = list_cursor(l, expression_operand(e, 0), true);
	struct rvalue at = cursor_value(l, &lvalue);
	at.term = emit_hold(l, at.term);
	lvalue_store_unchecked(l, &lvalue, next_slot(l, &at, expression_type(e)));
	return argument_in_slot(l, at, expression_type(e), e);
}

void lower_list_arguments(struct lowering *l, struct rvalue list, const struct expression *e,
			  const struct type *const *types, uint32_t count, struct rvalue *values)
{
	bool is_object = type_is_array(l->types->va_list);
	struct lvalue lvalue = { 0 };
	struct rvalue at = list;
	if (is_object) {
		lvalue = cursor(l, lvalue_of_pointer(l, list, l->types->va_list), true, e);
		at = cursor_value(l, &lvalue);
		at.term = emit_hold(l, at.term);
	}
	for (uint32_t i = 0; i < count; i++) {
		values[i] = argument_in_slot(l, at, types[i], e);
		emit_hold_value(l, &values[i]);
		at = next_slot(l, &at, types[i]);
	}
	if (is_object)
		lvalue_store_unchecked(l, &lvalue, at);
}
