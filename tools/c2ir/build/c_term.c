/* Terms for values of C types: widths, conversions between widths. */
#include "c_term.h"

#include "bits.h"
#include "c_pointer.h"
#include "lowering.h"
#include "type_derived.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_qualifier.h"

struct bank *bank_of(const struct lowering *l)
{
	return l->bank;
}

struct arena *arena_of(const struct lowering *l)
{
	return l->arena;
}

struct regions *regions_of(const struct lowering *l)
{
	return l->regions;
}

struct unit *unit_of(const struct lowering *l)
{
	return l->unit;
}

struct types *types_of(const struct lowering *l)
{
	return l->types;
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
