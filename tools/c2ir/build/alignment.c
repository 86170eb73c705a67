/* Which alignment an address is known to have. */
#include "alignment.h"

#include "ast_declaration.h"
#include "c_term.h"
#include "checked.h"
#include "lvalue.h"
#include "record.h"
#include "storage.h"
#include "type_derived.h"
#include "type_layout.h"

/* The largest power of two that divides x; 0: all do. */
static uint64_t lowest_bit(uint64_t x)
{
	return x & (0 - x);
}

uint32_t lvalue_alignment(const struct lowering *l, const struct lvalue *lvalue)
{
	if (lvalue->alignment)
		return lvalue->alignment;
	if (type_is_void(lvalue->type) || type_is_function(lvalue->type))
		return 1;
	uint32_t alignment = type_alignment(types_of(l), lvalue->type);
	return alignment ? alignment : 1;
}

uint32_t object_alignment(const struct lowering *l, const struct storage *storage)
{
	uint32_t own = type_is_function(storage->type) ? 1 : type_alignment(types_of(l), storage->type);
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
	uint32_t own = type_alignment(types_of(l), member->type);
	uint32_t whole = member->base ? member->base_alignment : lvalue_alignment(l, lvalue);
	uint64_t known = lowest_bit(member->offset | whole);
	return known < own ? (uint32_t)known : own;
}
