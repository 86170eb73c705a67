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

/* ---- pointers as integers (docs/heap.md) ----
 *
 * Where an object begins is unknown but fixed, aligned to 16, not 0, and disjoint from the others. With 64 bits:
 *
 *	01 | object xor $layout (32 bits) | 00 | low (24 bits) 0000
 *
 * where $layout and low (from $base[object]) are unknown: the order of objects and their distances are open, yet the object
 * can be read off the integer again. With 32 bits:
 *
 *	01 | lowest 14 bits of object xor $layout | 0 | low (11 bits) 0000
 *
 * which is exact as long as a run has at most 16384 objects and none has more than 32 KB. */

static bool is_null_object(const struct lowering *l, term object)
{
	return term_is_constant(l->bank, object) && term_fits(l->bank, object) && term_value(l->bank, object) == 0;
}

static term layout(struct lowering *l)
{
	return lower_role(l, &l->machine.layout, GLOBAL_LAYOUT, sort_bitvector(l->bank, OBJECT_BITS))->term;
}

static term low_part(struct lowering *l, term object, uint32_t bits)
{
	struct variable *base = lower_role(
		l, &l->machine.base, GLOBAL_BASE,
		sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, l->pointer_bits)));
	term low = term_extract(l->bank, bits - 1, 0, term_select(l->bank, base->term, object));
	return term_concat(l->bank, low, term_bv(l->bank, 4, 0));
}

/* Where the object's number is in an address, and how many bits it has. */
static uint32_t object_low(const struct lowering *l)
{
	return l->pointer_bits == 64 ? 30 : 16;
}

static uint32_t object_bits(const struct lowering *l)
{
	return l->pointer_bits == 64 ? 32 : 14;
}

term pointer_base(struct lowering *l, term object)
{
	struct bank *b = l->bank;
	if (is_null_object(l, object))
		return word(l, 0);
	uint32_t low = object_low(l), bits = object_bits(l), unknown = l->pointer_bits == 64 ? 24 : 11;
	term number = term_extract(b, bits - 1, 0, term_binary(b, OP_BVXOR, object, layout(l)));
	term base = term_concat(b, term_concat(b, term_bv(b, 2, 1), number), term_bv(b, low - unknown - 4, 0));
	base = term_concat(b, base, low_part(l, object, unknown));
	if (term_is_constant(b, object))
		return base;
	return term_ite(b, term_eq(b, object, term_bv(b, OBJECT_BITS, 0)), word(l, 0), base);
}

term pointer_address(struct lowering *l, term pointer)
{
	return term_binary(l->bank, OP_BVADD, pointer_base(l, pointer_object(l, pointer)), pointer_offset(l, pointer));
}

bool may_be_address(const struct lowering *l, term integer)
{
	struct bank *b = l->bank;
	uint32_t width = l->pointer_bits;
	if (term_width(b, integer) < width)
		return false;
	term top = term_extract(b, width - 1, width - 2, integer);
	return !term_is_constant(b, top) || term_is_true(b, term_eq(b, top, term_bv(b, 2, 1)));
}

/* An integer as a pointer: to the object in whose part of the address space it is, else to no object. */
term pointer_from_integer(struct lowering *l, term integer, node from)
{
	struct bank *b = l->bank;
	term nowhere = pointer_make(l, term_bv(b, OBJECT_BITS, 0), integer);
	if (!from || !may_be_address(l, integer))
		return nowhere;
	uint32_t low = object_low(l), bits = object_bits(l), width = l->pointer_bits;
	term number = term_extract(b, low + bits - 1, low, integer);
	term object = term_binary(b, OP_BVXOR, number, term_extract(b, bits - 1, 0, layout(l)));
	object = term_zero_extend(b, OBJECT_BITS, object);
	term offset = term_binary(b, OP_BVSUB, integer, pointer_base(l, object));
	term somewhere = term_eq(b, term_extract(b, width - 1, width - 2, integer), term_bv(b, 2, 1));
	return term_ite(b, somewhere, pointer_make(l, object, offset), nowhere);
}

/* Offsets compare as signed numbers: no object is larger than half the address space, and code that walks one step
 * below its beginning (undefined, 6.5.6p8, but common) goes on as it does on real machines. */
term pointer_less(struct lowering *l, term p, term q, bool or_equal)
{
	struct bank *b = l->bank;
	term inside = term_binary(b, or_equal ? OP_BVSLE : OP_BVSLT, pointer_offset(l, p), pointer_offset(l, q));
	term same = term_eq(b, pointer_object(l, p), pointer_object(l, q));
	if (term_is_true(b, same))
		return inside;
	enum op op = or_equal ? OP_BVULE : OP_BVULT;
	return term_ite(b, same, inside, term_binary(b, op, pointer_address(l, p), pointer_address(l, q)));
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
