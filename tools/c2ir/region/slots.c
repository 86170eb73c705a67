/* Where objects may hold pointers into the heap, for the leak check: the cells whose content may point there. */
#include "region_internal.h"

void region_heap(struct regions *r, uint32_t object)
{
	r->objects.at[object].heap = true;
}

bool region_holds_heap(struct regions *r, node f)
{
	if (!f)
		return false;
	const struct node *n = &r->nodes.at[node_find(r, f)];
	struct set_cursor c = { 0 };
	while (set_next(&n->set, &c))
		if (r->objects.at[r->positions.at[c.number].object].heap)
			return true;
	return false;
}

void region_read_slots(struct regions *r)
{
	for (uint32_t i = 0; i < r->cells.count; i++)
		if (r->cells.at[i].merged == i && region_holds_heap(r, r->cells.at[i].content))
			r->cells.at[i].read = true;
}

void region_read_all(struct regions *r)
{
	for (uint32_t i = 0; i < r->cells.count; i++)
		r->cells.at[i].read = true;
}

/* ---- the slots of one object ---- */

struct slots VEC_BODY(struct region_slot);

static void add_level(struct region_slot *slot, int64_t step, int64_t end)
{
	if (slot->levels < REGION_LEVELS) {
		slot->level[slot->levels].step = (uint64_t)step;
		slot->level[slot->levels++].end = end < SPACE_ENDLESS ? (uint64_t)end : 0;
	}
}

/* The arrays around a cell: spaces come outer ones first. Pointers narrower than an element's step are taken to be
 * aligned, as those in an array of characters that an allocator hands out. */
static void add_levels(const struct object *o, const struct cell *c, int64_t size, struct region_slot *slot)
{
	for (size_t i = 0; i < o->spaces.count; i++) {
		const struct space *s = &o->spaces.at[i];
		if (s->kind != SPACE_ARRAY || c->lo < s->offset || c->hi > s->offset + s->element)
			continue;
		add_level(slot, s->element < size ? size : s->element, s->total);
	}
	if (!o->typed && o->folded)
		add_level(slot, o->folded < size ? size : o->folded, o->total);
}

static void add_slots(struct regions *r, struct slots *slots, uint32_t cell, int64_t size)
{
	const struct cell *c = &r->cells.at[cell];
	struct region_slot slot = { .class = region_class_of(r, cell) };
	if (!slot.class || (c->hi - c->lo < size && !slot.class->byte_wise))
		return;
	add_levels(&r->objects.at[c->object], c, size, &slot);
	slot.offset = (uint64_t)c->lo;
	if (c->hi - c->lo > size) { /* bytes: at any aligned place among them */
		int64_t first = (c->lo + size - 1) / size * size;
		slot.offset = (uint64_t)first;
		add_level(&slot, size, c->hi < SPACE_ENDLESS ? c->hi - first : SPACE_ENDLESS);
	}
	vec_push(slots, slot);
}

const struct region_slot *region_slots(struct regions *r, uint32_t object, uint64_t size, uint32_t *count)
{
	struct slots slots = { 0 };
	for (size_t i = 0; i < r->objects.at[object].cells.count; i++) {
		uint32_t cell = cell_find(r, r->objects.at[object].cells.at[i]);
		if (region_holds_heap(r, r->cells.at[cell].content))
			add_slots(r, &slots, cell, (int64_t)size);
	}
	struct region_slot *kept = arena_alloc(r->arena, sizeof *kept * (slots.count + 1));
	for (size_t i = 0; i < slots.count; i++)
		kept[i] = slots.at[i];
	*count = (uint32_t)slots.count;
	vec_free(&slots);
	return kept;
}
