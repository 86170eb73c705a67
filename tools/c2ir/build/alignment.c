/* Which alignment an address is known to have. */
#include "alignment.h"

#include "ast_declaration.h"
#include "checked.h"
#include "record.h"
#include "type.h"
#include "type_layout.h"
#include "value.h"

/* The largest power of two that divides x; 0: all do. */
static uint64_t lowest_bit(uint64_t x)
{
	return x & (0 - x);
}

uint32_t lvalue_alignment(const struct lowering *l, const struct lvalue *lvalue)
{
	if (lvalue->alignment)
		return lvalue->alignment;
	if (lvalue->type->kind == TYPE_VOID || lvalue->type->kind == TYPE_FUNCTION)
		return 1;
	uint32_t alignment = type_alignment(l->types, lvalue->type);
	return alignment ? alignment : 1;
}

uint32_t object_alignment(const struct lowering *l, const struct storage *storage)
{
	uint32_t own = storage->type->kind == TYPE_FUNCTION ? 1 : type_alignment(l->types, storage->type);
	uint32_t asked = storage->declaration ? storage->declaration->alignment : 0;
	if (asked > own)
		return asked;
	return own ? own : 1;
}

/* Of a member of the record that is at `place`. */
uint32_t lvalue_member_alignment(const struct lowering *l, const struct lvalue *lvalue, const struct member *member)
{
	if (!checks(l, CHECK_ALIGN))
		return 0;
	if (member->bit_field)
		return 1;
	uint32_t own = type_alignment(l->types, member->type);
	uint32_t whole = member->base ? member->base_alignment : lvalue_alignment(l, lvalue);
	uint64_t known = lowest_bit(member->offset | whole);
	return known < own ? (uint32_t)known : own;
}
