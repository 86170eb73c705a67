/* Layouts. The address space is cut into slots of 2^6 granules (2^2, if there are few), each for one object: its number in the slots' order is a
 * permutation of the object's number. What is larger than that has no place, and the assumption about it fails. */
#include "layout.h"

#include "hash.h"
#include "role.h"

struct layout layout_of(const struct program *p, uint64_t seed)
{
	const struct variable *base = program_role(p, GLOBAL_BASE), *owner = program_role(p, GLOBAL_OWNER);
	struct layout layout = { .seed = seed };
	if (!base || !owner || sort_kind(p->bank, base->sort) != SORT_MAP ||
	    sort_kind(p->bank, owner->sort) != SORT_MAP)
		return layout;
	uint32_t bits = sort_width(p->bank, sort_value(p->bank, base->sort));
	uint32_t granules = sort_width(p->bank, sort_index(p->bank, owner->sort));
	if (bits > 64 || granules > bits || granules < 8)
		return layout;
	layout.address_bits = bits;
	layout.granule_bits = bits - granules;
	return layout;
}

static uint32_t slot_bits(const struct layout *layout)
{
	return layout->granule_bits + (layout->address_bits - layout->granule_bits > 24 ? 6 : 2);
}

static uint64_t slot_mask(const struct layout *layout)
{
	return (UINT64_C(1) << (layout->address_bits - slot_bits(layout))) - 1;
}

/* An odd number and its inverse modulo 2^64 (Newton's iteration doubles the bits that are right). */
static uint64_t factor_of(const struct layout *layout, bool inverse)
{
	uint64_t odd = layout->seed == 0 ? 1 : layout->seed == 1 ? ~UINT64_C(0) : hash_mix(layout->seed, 1) | 1;
	uint64_t x = odd;
	for (int i = 0; inverse && i < 6; i++)
		x *= 2 - odd * x;
	return x;
}

/* Where in its slot the object begins: at a multiple of 16, or of much more. */
static uint64_t low_of(const struct layout *layout, uint64_t object)
{
	return layout->seed % 4 == 3 ? hash_mix(layout->seed, object) % 64 * 16 : 0;
}

static uint64_t base_of(const struct layout *layout, uint64_t object)
{
	if (!object)
		return 0;
	uint64_t slot = object * factor_of(layout, false) & slot_mask(layout);
	return (slot << slot_bits(layout)) + low_of(layout, object);
}

static uint64_t owner_of(const struct layout *layout, uint64_t granule)
{
	uint64_t slot = granule >> (slot_bits(layout) - layout->granule_bits);
	return slot * factor_of(layout, true) & slot_mask(layout);
}

bool layout_cell(const struct layout *layout, const struct program *p, const struct variable *v, uint64_t index,
		 uint64_t *value)
{
	if (!layout->address_bits)
		return false;
	if (v == program_role(p, GLOBAL_BASE))
		*value = base_of(layout, index);
	else if (v == program_role(p, GLOBAL_OWNER))
		*value = owner_of(layout, index);
	else
		return false;
	return true;
}
