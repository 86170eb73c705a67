/* Which bytes an lvalue designates, as far as its text says, and whether two may be the same. */
#include "ast_expression.h"
#include "c_term.h"
#include "declaration_query.h"
#include "record.h"
#include "sequence.h"
#include "symbol.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_scalar.h"

static bool constant_index(const struct expression *e, __int128 *bytes)
{
	const struct expression *index = e->right;
	while (index->kind == EXPRESSION_CONVERSION && index->conversion == CONVERSION_INTEGER)
		index = index->operand;
	if (index->kind != EXPRESSION_CONSTANT || e->variable_step || index->value > 1u << 30)
		return false;
	*bytes = (__int128)index->value * (__int128)e->step;
	if (e->operation == BINARY_POINTER_SUBTRACT)
		*bytes = -*bytes;
	return true;
}

/* Follows the pointer E back to what it is made of. */
static const struct expression *base_of(const struct expression *e, struct extent *extent)
{
	__int128 bytes;
	for (;;) {
		if (e->kind == EXPRESSION_CONVERSION &&
		    (e->conversion == CONVERSION_POINTER || e->conversion == CONVERSION_NONE)) {
			e = e->operand;
		} else if (e->kind == EXPRESSION_BINARY &&
			   (e->operation == BINARY_POINTER_ADD || e->operation == BINARY_POINTER_SUBTRACT)) {
			if (constant_index(e, &bytes))
				extent->offset += (uint64_t)bytes;
			else
				extent->exact = false;
			e = e->left;
		} else {
			return e;
		}
	}
}

static bool leads_to_lvalue(const struct expression *e)
{
	return (e->kind == EXPRESSION_ADDRESS && !type_is_function(e->operand->type)) ||
	       (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_ARRAY && e->operand->is_lvalue);
}

/* The object or the pointer, and how far after it. */
static void locate(struct lowering *l, const struct expression *e, struct extent *extent)
{
	for (;;) {
		if (e->kind == EXPRESSION_MEMBER) {
			extent->offset += e->member->offset;
			e = e->operand;
		} else if (e->kind == EXPRESSION_DEREFERENCE) {
			const struct expression *base = base_of(e->operand, extent);
			if (!leads_to_lvalue(base)) {
				extent->pointer = base;
				return;
			}
			e = base->operand;
		} else if (e->kind == EXPRESSION_OBJECT || e->kind == EXPRESSION_COMPOUND_LITERAL) {
			extent->object = lower_definition(l, e->declaration);
			return;
		} else if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_NONE) {
			e = e->operand;
		} else {
			extent->pointer = e;
			return;
		}
	}
}

struct extent extent_of(struct lowering *l, const struct expression *e)
{
	struct extent extent = { .type = e->type, .exact = true };
	extent.size = type_has_size(e->type) ? type_size(types_of(l), e->type) : 1;
	if (e->kind == EXPRESSION_MEMBER) {
		extent.member = e->member;
		if (e->member->bit_field) {
			extent.bit_field = e->member;
			extent.size = (e->member->bit_offset + e->member->bit_width + 7) / 8;
		}
	}
	locate(l, e, &extent);
	return extent;
}

/* ---- overlap ---- */

static bool same_pointer(const struct expression *a, const struct expression *b)
{
	for (;;) {
		if (a->kind != b->kind)
			return false;
		switch (a->kind) {
		case EXPRESSION_OBJECT:
			return a->declaration == b->declaration;
		case EXPRESSION_MEMBER:
			if (a->member != b->member)
				return false;
			break;
		case EXPRESSION_CONVERSION:
			if (a->conversion != b->conversion)
				return false;
			break;
		case EXPRESSION_DEREFERENCE:
			break;
		default:
			return false;
		}
		a = a->operand;
		b = b->operand;
	}
}

static bool meet(const struct extent *a, const struct extent *b)
{
	if (a->bit_field && b->bit_field && a->bit_field != b->bit_field) {
		uint64_t x = a->offset * 8 + a->bit_field->bit_offset, y = b->offset * 8 + b->bit_field->bit_offset;
		return x < y + b->bit_field->bit_width && y < x + a->bit_field->bit_width;
	}
	return a->offset < b->offset + b->size && b->offset < a->offset + a->size;
}

/* Two members of one struct; they can only meet in structs that overlap without being the same. */
static bool different_members(const struct extent *a, const struct extent *b)
{
	return a->member && b->member && a->member != b->member && a->member->record == b->member->record &&
	       type_is_record(a->member->record->type) && !type_is_union(a->member->record->type);
}

/* Lvalues of these types designate the same object in no program that keeps to 6.5p7. */
static bool strictly_different(const struct extent *a, const struct extent *b)
{
	const struct type *x = type_unqualified(a->type), *y = type_unqualified(b->type);
	if (different_members(a, b))
		return true;
	if (!type_is_scalar(x) || !type_is_scalar(y) || a->member || b->member || type_has_parts(x) ||
	    type_has_parts(y))
		return false;
	return type_is_pointer(x) != type_is_pointer(y) || type_is_floating(x) != type_is_floating(y);
}

enum overlap extents_overlap(const struct extent *a, const struct extent *b)
{
	if (a->object && b->object) {
		if (a->object != b->object)
			return OVERLAP_NO;
		if (a->exact && b->exact)
			return meet(a, b) ? OVERLAP_YES : OVERLAP_NO;
		return different_members(a, b) ? OVERLAP_NO : OVERLAP_MAYBE;
	}
	if (a->object || b->object) {
		const struct declaration *object = a->object ? a->object : b->object;
		return declaration_address_taken(object) && !strictly_different(a, b) ? OVERLAP_MAYBE : OVERLAP_NO;
	}
	if (a->exact && b->exact && same_pointer(a->pointer, b->pointer) && !meet(a, b))
		return OVERLAP_NO;
	return strictly_different(a, b) ? OVERLAP_NO : OVERLAP_MAYBE;
}

bool effects_touch(const struct effects *effects, const struct extent *extent, bool write)
{
	bool through_pointers = effects->writes || (write && effects->reads);
	if (effects->frees && extent->pointer)
		return true;
	if (extent->object) {
		uint64_t access = table_get(&effects->objects, extent->object, 0);
		if (access & ACCESS_WRITE || (write && access))
			return true;
		return declaration_address_taken(extent->object) && through_pointers;
	}
	if (through_pointers)
		return true;
	for (size_t i = 0; i < effects->named.count; i++) {
		const struct declaration *d = effects->named.at[i];
		uint64_t access = table_get(&effects->objects, d, 0);
		if (declaration_address_taken(d) && (access & ACCESS_WRITE || write))
			return true;
	}
	return false;
}
