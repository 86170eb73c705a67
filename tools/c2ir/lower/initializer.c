/* Initialisers (C11 6.7.9): zero fill, then the items in their order. */
#include "initializer.h"

#include "access.h"
#include "arena.h"
#include "ast_expression.h"
#include "ast_initializer.h"
#include "ast_query.h"
#include "builtin.h"
#include "c_shape.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lower.h"
#include "lowering.h"
#include "lvalue.h"
#include "object.h"
#include "record.h"
#include "region.h"
#include "rvalue.h"
#include "sequence.h"
#include "storage.h"
#include "string_literal.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_record.h"

static term storage_size(struct lowering *l, const struct storage *storage)
{
	return storage->size ? storage->size->term
			     : word(l, type_has_size(storage->type) ? type_size(types_of(l), storage->type) : 0);
}

void lower_zero(struct lowering *l, const struct storage *storage)
{
	if (storage->kind == STORAGE_MEMORY) {
		struct lvalue lvalue = lvalue_of_storage(l, storage);
		access_fill(l, lvalue.pointer, lvalue.node, term_bv(bank_of(l), 8, 0), storage_size(l, storage));
		return;
	}
	for (uint32_t i = 0; i < storage->shape->count; i++) {
		uint32_t width = shape_leaf_width(l, &storage->shape->leaves[i]);
		term zero = term_bv(bank_of(l), width, 0);
		emit_assign(l, storage->variables[i], zero);
		node_copy(regions_of(l), storage->nodes[i], number_node(l, storage->shape->leaves[i].type, zero));
	}
}

static bool is_struct(const struct type *type)
{
	return type_is_record(type) && !type_is_union(type);
}

/* The member that OFFSET lies in, if that is an array or a struct. */
static const struct member *compound_at(struct lowering *l, const struct type *type, uint64_t offset)
{
	const struct record *record = type_record(type);
	for (uint32_t i = 0; i < record->member_count; i++) {
		const struct member *m = &record->members[i];
		if (!m->bit_field && (type_is_array(m->type) || is_struct(m->type)) && type_has_size(m->type) &&
		    offset >= m->offset && offset - m->offset < type_size(types_of(l), m->type))
			return m;
	}
	return NULL;
}

/* The node of what is `offset` bytes from the beginning of something of this type. All elements of an array are one to the
 * points-to analysis: so they have one node here, however many there are, and those of a table do not blur its object. */
static node part_node(struct lowering *l, node from, const struct type *type, uint64_t offset)
{
	uint64_t before = 0; /* bytes from `from` to where the type begins */
	for (;;) {
		if (type_is_array(type) && type_has_size(type_base(type)) && type_size(types_of(l), type_base(type))) {
			uint64_t size = type_size(types_of(l), type_base(type));
			from = node_sum(regions_of(l), from, (int64_t)before);
			from = node_indexed(regions_of(l), node_entered(regions_of(l), from, types_of(l), type), size);
			before = 0;
			offset %= size;
			type = type_base(type);
		} else {
			const struct member *m = is_struct(type) ? compound_at(l, type, offset) : NULL;
			if (!m)
				return node_sum(regions_of(l), from, (int64_t)(before + offset));
			before += m->offset;
			offset -= m->offset;
			type = m->type;
		}
	}
}

/* A place inside the object, `offset` bytes from its beginning. */
static struct lvalue part(struct lowering *l, const struct storage *storage, const struct initializer_item *item,
			  uint64_t offset)
{
	struct lvalue lvalue = lvalue_of_storage(l, storage);
	lvalue.type = item->type;
	lvalue.bit_field = item->bit_field;
	if (!lvalue.in_memory) {
		lvalue.offset = offset;
		return lvalue;
	}
	if (item->bit_field)
		offset = offset - item->bit_field->offset + item->bit_field->container_offset;
	lvalue.pointer = pointer_add(l, lvalue.pointer, word(l, offset));
	lvalue.node = part_node(l, lvalue.node, storage->type, offset);
	return lvalue;
}

static term string_unit(struct lowering *l, const struct string_literal *s, uint64_t i)
{
	uint64_t value = 0;
	for (unsigned k = 0; k < s->unit; k++)
		value |= (uint64_t)s->bytes[i * s->unit + k] << 8 * k;
	return term_bv(bank_of(l), s->unit * 8, value);
}

void lower_string_bytes(struct lowering *l, struct lvalue lvalue, const struct string_literal *s, uint64_t size)
{
	uint64_t units = (size < s->size ? size : s->size) / s->unit;
	/* All elements are one to the points-to analysis. */
	node element = node_indexed(regions_of(l), lvalue.node, s->unit);
	for (uint64_t i = 0; i < units; i++)
		access_store(l, pointer_add(l, lvalue.pointer, word(l, i * s->unit)), element, string_unit(l, s, i), 0,
			     false);
	if (units * s->unit < size)
		access_fill(l, pointer_add(l, lvalue.pointer, word(l, units * s->unit)), lvalue.node,
			    term_bv(bank_of(l), 8, 0), word(l, size - units * s->unit));
}

static void lower_item(struct lowering *l, const struct storage *storage, const struct initializer_item *item)
{
	if (type_is_array(item->type)) {
		struct lvalue lvalue = part(l, storage, item, item->offset);
		lvalue.node = node_entered(regions_of(l), lvalue.node, types_of(l), item->type);
		for (uint64_t i = 0; i < item->repeat; i++) {
			struct lvalue at = lvalue;
			at.pointer = pointer_add(l, lvalue.pointer, word(l, i * item->stride));
			lower_string_bytes(l, at, expression_string(item->value), type_size(types_of(l), item->type));
		}
		return;
	}
	struct purpose purpose = { .moved = check_is_moved(l, item->type, item->value) };
	struct rvalue value = lower_value_for(l, item->value, &purpose);
	if (item->repeat > 1)
		emit_hold_value(l, &value);
	for (uint64_t i = 0; i < item->repeat; i++) {
		struct lvalue lvalue = part(l, storage, item, item->offset + i * item->stride);
		/* The object has just begun, so nothing about this store needs a check. */
		lvalue.storage = storage;
		check_bit_field(l, &lvalue, value, item->value);
		lvalue_store_unchecked(l, &lvalue, value);
	}
}

/* The bits that the items store. */
static void cover_items(struct lowering *l, unsigned char *mask, const struct initializer *initializer)
{
	for (uint32_t i = 0; i < initializer->count; i++) {
		const struct initializer_item *item = &initializer->items[i];
		for (uint64_t k = 0; k < item->repeat; k++)
			padding_cover(l, mask + item->offset + k * item->stride, item->type, item->bit_field);
	}
}

enum { COVER_MOST = 1 << 12 };

/* Does each member of the record, or the array of records, get a value? Then its padding is left alone (6.2.6.1p6), as by gcc. */
static bool covers(struct lowering *l, const struct storage *storage, const struct initializer *initializer)
{
	uint64_t size = storage->bytes;
	if (!l->routine || storage->kind == STORAGE_VARIABLES || !size || size > COVER_MOST ||
	    initializer->count > COVER_MOST || initializer->size)
		return false;
	unsigned char *all = arena_alloc(arena_of(l), size), *stored = arena_alloc(arena_of(l), size);
	padding_cover(l, all, storage->type, NULL);
	cover_items(l, stored, initializer);
	for (uint64_t i = 0; i < size; i++)
		if (all[i] & ~stored[i])
			return false;
	return true;
}

/* Does one item fill the whole object, so that zeros would be overwritten? */
static bool fills(struct lowering *l, const struct storage *storage, const struct initializer *initializer)
{
	if (storage->kind == STORAGE_VARIABLES && storage->shape->count == 1 && !storage->shape->leaves[0].bit_field)
		return initializer->count > 0;
	uint64_t stored = 0, size = type_has_size(storage->type) ? type_size(types_of(l), storage->type) : 0;
	for (uint32_t i = 0; i < initializer->count; i++) {
		const struct initializer_item *item = &initializer->items[i];
		if (item->bit_field || !type_has_size(item->type) || item->offset != stored)
			return false;
		stored += type_size(types_of(l), item->type) * item->repeat;
	}
	return size && stored >= size;
}

/* The order of the items is open (6.7.9p23); here it is theirs. */
static void note_order(struct lowering *l, const struct initializer *initializer)
{
	for (uint32_t i = 0; i < initializer->count; i++) {
		const struct expression *e = initializer->items[i].value;
		if (!expression_has_effects(e))
			continue;
		const struct effects *effects = effects_of_expression(l, e);
		for (uint32_t k = 0; k < initializer->count; k++) {
			if (k == i || !effects_conflict(effects, effects_of_expression(l, initializer->items[k].value)))
				continue;
			lower_ledger(l, e->location, "the items of an initialiser are evaluated in their order");
			return;
		}
	}
}

void lower_initializer(struct lowering *l, const struct storage *storage, const struct initializer *initializer)
{
	if (l->routine && initializer->count > 1)
		note_order(l, initializer);
	if (initializer->zero_fill && !fills(l, storage, initializer) && !covers(l, storage, initializer))
		lower_zero(l, storage);
	for (uint32_t i = 0; i < initializer->count; i++)
		lower_item(l, storage, &initializer->items[i]);
}
