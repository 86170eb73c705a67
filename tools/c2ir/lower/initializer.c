/* Initialisers (C11 6.7.9): zero fill, then the items in their order. */
#include "lower.h"

static term home_size(struct lowering *l, const struct home *home)
{
	return home->size ? home->size->term : word(l, type_has_size(home->type) ? type_size(l->types, home->type) : 0);
}

void lower_zero(struct lowering *l, const struct home *home)
{
	if (home->kind == HOME_MEMORY) {
		struct place_of place = place_of_home(l, home);
		access_fill(l, place.pointer, place.flow, term_bv(l->bank, 8, 0), home_size(l, home));
		return;
	}
	for (uint32_t i = 0; i < home->shape->count; i++) {
		uint32_t width = shape_leaf_width(l, &home->shape->leaves[i]);
		emit_assign(l, home->variables[i], term_bv(l->bank, width, 0));
	}
}

/* A place inside the object, `offset` bytes from its beginning. */
static struct place_of part(struct lowering *l, const struct home *home, const struct initializer_item *item,
			    uint64_t offset)
{
	struct place_of place = place_of_home(l, home);
	place.type = item->type;
	place.bit_field = item->bit_field;
	if (!place.in_memory) {
		place.offset = offset;
		return place;
	}
	if (item->bit_field)
		offset = offset - item->bit_field->offset + item->bit_field->container_offset;
	place.pointer = pointer_add(l, place.pointer, word(l, offset));
	if (offset) {
		flow to = flow_sum(l->regions, place.flow, (int64_t)offset);
		place.flow = to;
	}
	return place;
}

static term string_unit(struct lowering *l, const struct string_literal *s, uint64_t i)
{
	uint64_t value = 0;
	for (unsigned k = 0; k < s->unit; k++)
		value |= (uint64_t)s->bytes[i * s->unit + k] << 8 * k;
	return term_bv(l->bank, s->unit * 8, value);
}

void lower_string_bytes(struct lowering *l, struct place_of place, const struct string_literal *s, uint64_t size)
{
	uint64_t units = (size < s->size ? size : s->size) / s->unit;
	for (uint64_t i = 0; i < units; i++) {
		flow to = flow_sum(l->regions, place.flow, (int64_t)(i * s->unit));
		access_store(l, pointer_add(l, place.pointer, word(l, i * s->unit)), to, string_unit(l, s, i), 0,
			     false);
	}
	if (units * s->unit < size)
		access_fill(l, pointer_add(l, place.pointer, word(l, units * s->unit)), place.flow,
			    term_bv(l->bank, 8, 0), word(l, size - units * s->unit));
}

static void lower_item(struct lowering *l, const struct home *home, const struct initializer_item *item)
{
	if (item->type->kind == TYPE_ARRAY) {
		struct place_of place = part(l, home, item, item->offset);
		place.flow = flow_entered(l->regions, place.flow, l->types, item->type);
		for (uint64_t i = 0; i < item->repeat; i++) {
			struct place_of at = place;
			at.pointer = pointer_add(l, place.pointer, word(l, i * item->stride));
			lower_string_bytes(l, at, item->value->string, type_size(l->types, item->type));
		}
		return;
	}
	l->moved = check_is_moved(l, item->type, item->value);
	struct rvalue value = lower_value(l, item->value);
	if (item->repeat > 1)
		emit_hold_value(l, &value);
	for (uint64_t i = 0; i < item->repeat; i++) {
		struct place_of place = part(l, home, item, item->offset + i * item->stride);
		/* The object has just begun, so nothing about this store needs a check. */
		place.home = home;
		place_store_unchecked(l, &place, value);
	}
}

/* Does one item fill the whole object, so that zeros would be overwritten? */
static bool fills(struct lowering *l, const struct home *home, const struct initializer *initializer)
{
	if (home->kind == HOME_VARIABLES && home->shape->count == 1 && !home->shape->leaves[0].bit_field)
		return initializer->count > 0;
	uint64_t stored = 0, size = type_has_size(home->type) ? type_size(l->types, home->type) : 0;
	for (uint32_t i = 0; i < initializer->count; i++) {
		const struct initializer_item *item = &initializer->items[i];
		if (item->bit_field || !type_has_size(item->type) || item->offset != stored)
			return false;
		stored += type_size(l->types, item->type) * item->repeat;
	}
	return size && stored >= size;
}

void lower_initializer(struct lowering *l, const struct home *home, const struct initializer *initializer)
{
	if (initializer->zero_fill && !fills(l, home, initializer))
		lower_zero(l, home);
	for (uint32_t i = 0; i < initializer->count; i++)
		lower_item(l, home, &initializer->items[i]);
}
