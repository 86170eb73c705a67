/* Terms for values of C types: widths, pointers, conversions between widths. See docs/heap.md for pointers. */
#include "c_term.h"

#include "bits.h"
#include "lowering.h"
#include "object_maps.h"
#include "storage.h"
#include "type_derived.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_qualifier.h"

struct bank *bank_of(const struct lowering *l)
{
	return l->bank;
}

struct types *types_of(const struct lowering *l)
{
	return l->types;
}

uint32_t word_width(const struct lowering *l)
{
	return l->pointer_bits;
}

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
	if (type_is_bit_integer(type))
		return type_width(l->types, type);
	if (type_is_void(type) || type_is_function(type) || !type_has_size(type))
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
	return bits_resize(l->bank, t, width, is_signed);
}

term nonzero(struct lowering *l, term t)
{
	return bits_nonzero(l->bank, t);
}

term from_bool(struct lowering *l, term condition, uint32_t width)
{
	return bits_of_bool(l->bank, condition, width);
}

term storage_pointer(struct lowering *l, const struct storage *storage)
{
	term object = storage->automatic ? storage->automatic->term : term_bv(l->bank, OBJECT_BITS, storage->identity);
	return pointer_make(l, object, word(l, 0));
}
