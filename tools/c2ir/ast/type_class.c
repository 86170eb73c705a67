/* What kind of type it is. */

#include "record.h"
#include "target.h"
#include "type.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_error.h"
#include "type_floating.h"
#include "type_function.h"
#include "type_integer.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_scalar.h"
#include "types.h"

/* ---- numbers ---- */

bool type_is_integer(const struct type *t)
{
	return t->kind >= TYPE_BOOL && t->kind <= TYPE_ENUM;
}

bool type_is_bool(const struct type *t)
{
	return type_integer_of(t)->kind == TYPE_BOOL;
}

bool type_is_character(const struct type *t)
{
	return t->kind == TYPE_CHAR || t->kind == TYPE_SIGNED_CHAR || t->kind == TYPE_UNSIGNED_CHAR;
}

bool type_is_enum(const struct type *t)
{
	return t->kind == TYPE_ENUM;
}

struct enumeration *type_enumeration(const struct type *t)
{
	return t->enumeration;
}

bool type_is_bit_integer(const struct type *t)
{
	return t->kind == TYPE_BIT_INTEGER;
}

bool type_is_floating(const struct type *t)
{
	return t->kind >= TYPE_FLOAT && t->kind <= TYPE_FLOAT64X;
}

bool type_is_float(const struct type *t)
{
	return t->kind == TYPE_FLOAT;
}

enum floating_format type_floating_format(const struct type *t)
{
	switch (t->kind) {
	case TYPE_FLOAT16:
		return FLOATING_HALF;
	case TYPE_FLOAT:
	case TYPE_FLOAT32:
		return FLOATING_SINGLE;
	case TYPE_DOUBLE:
	case TYPE_FLOAT64:
	case TYPE_FLOAT32X:
		return FLOATING_DOUBLE;
	case TYPE_LONG_DOUBLE:
	case TYPE_FLOAT64X:
		return FLOATING_EXTENDED;
	case TYPE_FLOAT128:
		return FLOATING_QUADRUPLE;
	default:
		return FLOATING_NONE;
	}
}

bool type_is_x87(const struct type *t)
{
	return t->kind == TYPE_LONG_DOUBLE || t->kind == TYPE_FLOAT64X;
}

bool type_is_opaque(const struct type *t)
{
	return t->kind == TYPE_DECIMAL;
}

bool type_is_arithmetic(const struct type *t)
{
	return type_is_integer(t) || type_is_floating(t) || t->kind == TYPE_COMPLEX || t->kind == TYPE_DECIMAL;
}

bool type_is_scalar(const struct type *t)
{
	return type_is_arithmetic(t) || t->kind == TYPE_POINTER;
}

bool type_same_kind(const struct type *a, const struct type *b)
{
	return a->kind == b->kind;
}

bool type_is_error(const struct type *t)
{
	return t->kind == TYPE_ERROR;
}

/* ---- derived types, and void ---- */

bool type_is_void(const struct type *t)
{
	return t->kind == TYPE_VOID;
}

bool type_is_pointer(const struct type *t)
{
	return t->kind == TYPE_POINTER;
}

bool type_is_array(const struct type *t)
{
	return t->kind == TYPE_ARRAY;
}

bool type_is_function(const struct type *t)
{
	return t->kind == TYPE_FUNCTION;
}

const struct type *type_base(const struct type *t)
{
	return t->base;
}

bool type_is_fixed_array(const struct type *t)
{
	return t->kind == TYPE_ARRAY && t->form == ARRAY_FIXED;
}

bool type_is_incomplete_array(const struct type *t)
{
	return t->kind == TYPE_ARRAY && t->form == ARRAY_INCOMPLETE;
}

uint64_t type_length(const struct type *t)
{
	return t->length;
}

struct declaration *type_length_object(const struct type *t)
{
	return t->length_object;
}

bool type_is_prototyped(const struct type *t)
{
	return t->prototyped;
}

bool type_is_variadic(const struct type *t)
{
	return t->variadic;
}

uint32_t type_parameter_count(const struct type *t)
{
	return t->parameter_count;
}

const struct type *type_parameter(const struct type *t, uint32_t i)
{
	return t->parameters[i].type;
}

const struct type *types_void(const struct types *types)
{
	return types->void_type;
}

const struct target *types_target(const struct types *types)
{
	return types->target;
}

/* ---- parts ---- */

bool type_is_record(const struct type *t)
{
	return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
}

bool type_is_union(const struct type *t)
{
	return t->kind == TYPE_UNION;
}

struct record *type_record(const struct type *t)
{
	return t->record;
}

bool type_is_complex(const struct type *t)
{
	return t->kind == TYPE_COMPLEX;
}

bool type_is_vector(const struct type *t)
{
	return t->kind == TYPE_VECTOR;
}

bool type_has_parts(const struct type *t)
{
	return t->kind == TYPE_COMPLEX || t->kind == TYPE_VECTOR;
}

bool type_is_compound(const struct type *t)
{
	return type_is_record(t) || type_has_parts(t);
}

uint64_t type_part_count(const struct type *t)
{
	return t->kind == TYPE_COMPLEX ? 2 : t->length;
}

const struct member *type_part(const struct type *t, uint32_t i)
{
	return &t->record->members[i];
}

/* ---- objects ---- */

bool type_has_size(const struct type *t)
{
	for (; t->kind == TYPE_ARRAY; t = t->base)
		if (t->form != ARRAY_FIXED)
			return false;
	if (type_is_record(t))
		return t->record->complete && !t->record->variable;
	if (t->kind == TYPE_ENUM)
		return t->enumeration->complete;
	return t->kind != TYPE_VOID && t->kind != TYPE_FUNCTION;
}

bool type_is_complete(const struct type *t)
{
	for (; t->kind == TYPE_ARRAY; t = t->base)
		if (t->form == ARRAY_INCOMPLETE)
			return false;
	return type_is_record(t) ? t->record->complete : type_has_size(t);
}

bool type_is_variable(const struct type *t)
{
	for (; t->kind == TYPE_ARRAY; t = t->base)
		if (t->form == ARRAY_VARIABLE)
			return true;
	return type_is_record(t) && t->record->variable;
}

bool type_is_variably_modified(const struct type *t)
{
	for (; t->kind == TYPE_ARRAY || t->kind == TYPE_POINTER || t->kind == TYPE_FUNCTION; t = t->base)
		if (t->kind == TYPE_ARRAY && t->form == ARRAY_VARIABLE)
			return true;
	return type_is_record(t) && t->record->variable;
}

/* ---- qualifiers ---- */

const struct type *type_unqualified(const struct type *t)
{
	return t->unqualified;
}

bool type_is_const(const struct type *t)
{
	while (t->kind == TYPE_ARRAY)
		t = t->base;
	return t->qualifiers & QUALIFIER_CONST;
}

bool type_is_volatile(const struct type *t)
{
	return t->qualifiers & QUALIFIER_VOLATILE;
}

bool type_is_atomic(const struct type *t)
{
	return t->qualifiers & QUALIFIER_ATOMIC;
}
