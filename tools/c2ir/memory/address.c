/* Pointers as integers. $base gives each object an address, and $owner gives it back: both are unknown, and where an object
 * begins it is assumed that they agree (memory/access_address.c):
 *
 *	$owner[granule of $base[o]] = o, and the same for the other granules that the object is in
 *
 * So two objects that exist at one time are never in one granule, and that is all that is known of where they are: every order,
 * every distance between two, and the addresses of objects that are no more, are possible. A granule may also belong to none:
 * then it is one of small objects, and $shared says of each unit whose it is. */
#include "address.h"

#include "c_pointer.h"
#include "lowering.h"
#include "object_maps.h"

/* As user space is on x86: pointers leave the upper 17 bits to who wants to keep something there. */
uint32_t address_bits(const struct lowering *l)
{
	return l->pointer_bits == 64 ? 47 : 32;
}

uint32_t granule_bits(const struct lowering *l)
{
	(void)l;
	return 16;
}

static sort map_sort(struct lowering *l, uint32_t index, uint32_t value)
{
	return sort_map(l->bank, sort_bitvector(l->bank, index), sort_bitvector(l->bank, value));
}

term address_map(struct lowering *l)
{
	sort s = map_sort(l, OBJECT_BITS, address_bits(l));
	return lower_role(l, &l->machine.base, GLOBAL_BASE, s)->term;
}

static term owners(struct lowering *l)
{
	sort s = map_sort(l, address_bits(l) - granule_bits(l), OBJECT_BITS);
	return lower_role(l, &l->machine.owner, GLOBAL_OWNER, s)->term;
}

static term units(struct lowering *l)
{
	sort s = map_sort(l, address_bits(l) - UNIT_BITS, OBJECT_BITS);
	return lower_global(l, &l->machine.shared, "$shared", s)->term;
}

static term upper_bits(struct lowering *l, term address, uint32_t from)
{
	return term_extract(l->bank, address_bits(l) - 1, from, address);
}

term granule_owner(struct lowering *l, term address)
{
	return term_select(l->bank, owners(l), upper_bits(l, address, granule_bits(l)));
}

term unit_owner(struct lowering *l, term address)
{
	return term_select(l->bank, units(l), upper_bits(l, address, UNIT_BITS));
}

static bool is_null_object(const struct lowering *l, term object)
{
	return term_is_constant(l->bank, object) && term_fits(l->bank, object) && term_value(l->bank, object) == 0;
}

/* No object is at 0, which is so from the start (access_address.c). */
term pointer_base(struct lowering *l, term object)
{
	if (is_null_object(l, object))
		return word(l, 0);
	return term_zero_extend(l->bank, l->pointer_bits, term_select(l->bank, address_map(l), object));
}

term pointer_address(struct lowering *l, term pointer)
{
	return term_binary(l->bank, OP_BVADD, pointer_base(l, pointer_object(l, pointer)), pointer_offset(l, pointer));
}

bool pointer_is_below(const struct lowering *l, term number)
{
	return term_is_constant(l->bank, number) && term_width(l->bank, number) == 64 && l->pointer_bits == 64 &&
	       term_value(l->bank, number) >> address_bits(l) != 0;
}

bool may_be_address(const struct lowering *l, term integer)
{
	return term_width(l->bank, integer) >= l->pointer_bits && !term_is_constant(l->bank, integer);
}

/* Where no object is, any one is as good: the offset is then outside of it, and the address is the integer all the same. */
term pointer_at(struct lowering *l, term integer)
{
	struct bank *b = l->bank;
	term none = term_bv(b, OBJECT_BITS, 0);
	if (term_is_constant(b, integer))
		return pointer_make(l, none, integer);
	term owner = granule_owner(l, integer);
	term object = l->machine.shares_granules ? term_ite(b, term_eq(b, owner, none), unit_owner(l, integer), owner)
						 : owner;
	return pointer_make(l, object, term_binary(b, OP_BVSUB, integer, pointer_base(l, object)));
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
