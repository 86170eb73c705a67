/* Terms for values of C types: widths, pointers, conversions between widths. See docs/heap.md for pointers. */
#include "lower.h"

#include <assert.h>

uint32_t pointer_width(const struct lowering *l)
{
	return OBJECT_BITS + l->pointer_bits;
}

/* Bits of a scalar's value as it is kept in variables and memory. */
uint32_t term_bits(struct lowering *l, const struct type *type)
{
	type = type_unqualified(type);
	if (type_is_pointer(type))
		return pointer_width(l);
	if (type->kind == TYPE_BIT_INTEGER)
		return type->width;
	if (type->kind == TYPE_VOID || type->kind == TYPE_FUNCTION || !type_has_size(type))
		return 8;
	uint64_t size = type_size(l->types, type);
	return size ? (uint32_t)size * 8 : 8;
}

sort sort_of(struct lowering *l, const struct type *type)
{
	return sort_bitvector(l->bank, term_bits(l, type));
}

term word(struct lowering *l, uint64_t value)
{
	return term_bv(l->bank, l->pointer_bits, value);
}

term pointer_make(struct lowering *l, term object, term offset)
{
	return term_concat(l->bank, object, offset);
}

term pointer_object(struct lowering *l, term pointer)
{
	return term_extract(l->bank, pointer_width(l) - 1, l->pointer_bits, pointer);
}

term pointer_offset(struct lowering *l, term pointer)
{
	return term_extract(l->bank, l->pointer_bits - 1, 0, pointer);
}

term pointer_constant(struct lowering *l, uint64_t object, uint64_t offset)
{
	return pointer_make(l, term_bv(l->bank, OBJECT_BITS, object), word(l, offset));
}

term pointer_add(struct lowering *l, term pointer, term bytes)
{
	if (term_is_constant(l->bank, bytes) && term_fits(l->bank, bytes) && term_value(l->bank, bytes) == 0)
		return pointer;
	return pointer_make(l, pointer_object(l, pointer),
			    term_binary(l->bank, OP_BVADD, pointer_offset(l, pointer), bytes));
}

/* $base: the integer address at which each object begins (docs/heap.md); 0 for no object. */
static term base_of(struct lowering *l, term object)
{
	if (term_is_constant(l->bank, object) && term_fits(l->bank, object) && term_value(l->bank, object) == 0)
		return word(l, 0);
	struct variable *base = lower_global(l, &l->base, "$base",
					     sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS),
						      sort_bitvector(l->bank, l->pointer_bits)));
	return term_select(l->bank, base->term, object);
}

term pointer_address(struct lowering *l, term pointer)
{
	term object = pointer_object(l, pointer), offset = pointer_offset(l, pointer);
	term base = base_of(l, object);
	if (!term_is_constant(l->bank, object)) {
		/* $base[0] is 0 (set by $start); what the base of a real object may be is known where it is looked at. */
		struct bank *b = l->bank;
		term real = term_not(b, term_eq(b, object, term_bv(b, OBJECT_BITS, 0)));
		emit_assume(l, term_implies(b, real, term_not(b, term_eq(b, base, word(l, 0)))));
	}
	if (!term_is_constant(l->bank, base))
		emit_assume(l, term_eq(l->bank, term_extract(l->bank, 3, 0, base), term_bv(l->bank, 4, 0)));
	return term_binary(l->bank, OP_BVADD, base, offset);
}

/* An integer as a pointer: exactly the pointer that it was made from, if that shows; else to no object. */
term pointer_from_integer(struct lowering *l, term integer, flow from)
{
	struct bank *b = l->bank;
	(void)from;
	return pointer_make(l, term_bv(b, OBJECT_BITS, 0), resize(l, integer, l->pointer_bits, false));
}

term pointer_less(struct lowering *l, term p, term q, bool or_equal)
{
	struct bank *b = l->bank;
	enum op op = or_equal ? OP_BVULE : OP_BVULT;
	term inside = term_binary(b, op, pointer_offset(l, p), pointer_offset(l, q));
	term same = term_eq(b, pointer_object(l, p), pointer_object(l, q));
	if (term_is_true(b, same))
		return inside;
	return term_ite(b, same, inside, term_binary(b, op, pointer_address(l, p), pointer_address(l, q)));
}

term resize(struct lowering *l, term t, uint32_t width, bool is_signed)
{
	uint32_t now = term_width(l->bank, t);
	if (now == width)
		return t;
	if (now > width)
		return term_extract(l->bank, width - 1, 0, t);
	return is_signed ? term_sign_extend(l->bank, width, t) : term_zero_extend(l->bank, width, t);
}

term nonzero(struct lowering *l, term t)
{
	return term_not(l->bank, term_eq(l->bank, t, term_bv(l->bank, term_width(l->bank, t), 0)));
}

term from_bool(struct lowering *l, term condition, uint32_t width)
{
	return term_ite(l->bank, condition, term_bv(l->bank, width, 1), term_bv(l->bank, width, 0));
}
