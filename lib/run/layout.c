/* Layouts. The address space is cut into slots of 2^6 granules, each for one object: the k-th that is asked for gets the k-th slot of a
 * permutation. Where there are few granules slots have 2^2, and when 2^12 are taken, 1: programs with so many objects have small
 * ones. What is larger than its slot has no place, and the assumption about it fails. */
#include "layout.h"

#include "role.h"

enum { FEW_GRANULES = 24, LARGE = 6, SMALL = 2, MOST_SMALL = 1 << 12 };

struct layout layout_of(const struct program *p, uint64_t seed)
{
	const struct variable *base = program_role(p, GLOBAL_BASE), *owner = program_role(p, GLOBAL_OWNER);
	struct layout layout = { .seed = seed, .base = base, .owner = owner };
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

void layout_release(struct layout *layout)
{
	table_free(&layout->bases);
	table_free(&layout->owners);
	table_free(&layout->slots);
}

static uint32_t granules(const struct layout *layout)
{
	return layout->address_bits - layout->granule_bits;
}

/* Bits of a granule's number that say where in its slot it is, before slots are cut. */
static uint32_t slot_bits(const struct layout *layout)
{
	return granules(layout) > FEW_GRANULES ? LARGE : SMALL;
}

/* The k-th slot, from 1. Slot 0 has the address 0. */
static uint64_t permuted(const struct layout *layout, uint64_t k)
{
	uint64_t odd = layout->seed == 0 ? 1 : layout->seed == 1 ? ~UINT64_C(0) : hash_mix(layout->seed, 1) | 1;
	return k * odd & ((UINT64_C(1) << (granules(layout) - slot_bits(layout))) - 1);
}

enum slot_use { SLOT_FREE, SLOT_EMPTY, SLOT_WHOLE, SLOT_CUT };

static uint64_t slot_of(const struct layout *layout, uint64_t granule)
{
	return granule >> slot_bits(layout);
}

/* Takes the n-th place, from 0, and says its first granule; false: that slot stays empty. */
static bool take_place(struct layout *layout, uint64_t n, uint64_t *granule)
{
	uint64_t k = n + 1, part = 0;
	bool cut = slot_bits(layout) == SMALL && k > MOST_SMALL;
	if (cut) {
		part = (k - MOST_SMALL) % (1 << SMALL);
		k = MOST_SMALL + 1 + (k - MOST_SMALL) / (1 << SMALL);
	}
	uint64_t slot = permuted(layout, k);
	uint64_t use = table_get(&layout->slots, slot, SLOT_FREE);
	if (use == SLOT_EMPTY || use == SLOT_WHOLE)
		return false;
	table_put(&layout->slots, slot, cut ? SLOT_CUT : SLOT_WHOLE);
	*granule = (slot << slot_bits(layout)) + part;
	return !table_has(&layout->owners, *granule);
}

/* Where in its place the object begins: at a multiple of 16, or of much more. */
static uint64_t low_of(const struct layout *layout, uint64_t object)
{
	return layout->seed % 4 == 3 ? hash_mix(layout->seed, object) % 64 * 16 : 0;
}

static uint64_t base_of(struct layout *layout, uint64_t object)
{
	if (!object || table_has(&layout->bases, object))
		return object ? table_get(&layout->bases, object, 0) : 0;
	uint64_t place = 0, most = UINT64_C(1) << granules(layout);
	while (layout->placed < most && !take_place(layout, layout->placed, &place))
		layout->placed++;
	if (layout->placed++ >= most)
		return 0;
	table_put(&layout->owners, place, object);
	uint64_t base = (place << layout->granule_bits) + low_of(layout, object);
	table_put(&layout->bases, object, base);
	return base;
}

/* What nobody has when it is asked for stays empty. */
static uint64_t owner_of(struct layout *layout, uint64_t granule)
{
	uint64_t slot = slot_of(layout, granule), use = table_get(&layout->slots, slot, SLOT_FREE);
	if (use == SLOT_FREE)
		table_put(&layout->slots, slot, SLOT_EMPTY);
	if (use == SLOT_CUT && !table_has(&layout->owners, granule))
		table_put(&layout->owners, granule, 0);
	return table_get(&layout->owners, use == SLOT_CUT ? granule : slot << slot_bits(layout), 0);
}

bool layout_has(const struct layout *layout, const struct variable *v)
{
	return layout->address_bits && (v == layout->base || v == layout->owner);
}

bool layout_cell(struct layout *layout, const struct variable *v, uint64_t index, uint64_t *value)
{
	if (!layout_has(layout, v))
		return false;
	*value = v == layout->base ? base_of(layout, index) : owner_of(layout, index);
	return true;
}
