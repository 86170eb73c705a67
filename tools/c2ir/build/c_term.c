/* Terms for values of C types: widths, pointers, conversions between widths. See docs/heap.md for pointers. */
#include "c_term.h"

#include "lowering.h"
#include "number.h"
#include "object_maps.h"
#include "type.h"
#include "type_class.h"
#include "type_layout.h"
#include "types.h"

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

term storage_pointer(struct lowering *l, const struct storage *storage)
{
	term object = storage->automatic ? storage->automatic->term : term_bv(l->bank, OBJECT_BITS, storage->identity);
	return pointer_make(l, object, word(l, 0));
}
