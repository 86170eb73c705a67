/* Records as values: in their scalar parts, or in memory. */
#include <assert.h>

#include "access.h"
#include "c_shape.h"
#include "c_pointer.h"
#include "c_term.h"
#include "ir.h"
#include "lvalue.h"
#include "lvalue_internal.h"
#include "object.h"
#include "record.h"
#include "region.h"
#include "rvalue.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_qualifier.h"
#include "type_record.h"

/* Up to the last leaf's end. */
static uint64_t shape_bytes(struct lowering *l, const struct shape *shape)
{
	uint64_t bytes = 0;
	for (uint32_t i = 0; i < shape->count; i++) {
		uint64_t end = shape->leaves[i].offset + (term_bits(l, shape->leaves[i].type) + 7) / 8;
		bytes = end > bytes ? end : bytes;
	}
	return bytes;
}

struct rvalue record_as_leaves(struct lowering *l, struct rvalue record, const struct shape *shape)
{
	if (record.kind == RVALUE_LEAVES)
		return record;
	struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape };
	value.terms = arena_alloc(arena_of(l), sizeof *value.terms * (shape->count + 1));
	value.nodes = arena_alloc(arena_of(l), sizeof *value.nodes * (shape->count + 1));
	uint64_t bytes = shape_bytes(l, shape);
	for (uint32_t i = 0; i < shape->count; i++) {
		const struct shape_leaf *leaf = &shape->leaves[i];
		const struct member *m = leaf->bit_field;
		uint64_t offset = m ? leaf->offset - m->offset + m->container_offset : leaf->offset;
		term pointer = pointer_add(l, record.term, word(l, offset));
		node to = node_moved(regions_of(l), record.node, (int64_t)offset, bytes);
		uint32_t width = m ? (uint32_t)m->container_size * 8 : term_bits(l, leaf->type);
		struct rvalue part = access_load(l, pointer, to, width, !m && type_is_pointer(leaf->type));
		if (!m && type_is_pointer(leaf->type)) {
			lower_loaded_pointer(l, part.node, type_base(leaf->type));
			access_meet_loaded(l, part, pointer, to, type_base(leaf->type));
		}
		if (m)
			part.term = term_extract(bank_of(l), bit_field_position(m) + m->bit_width - 1,
						 bit_field_position(m), part.term);
		value.terms[i] = part.term;
		value.nodes[i] = part.node;
	}
	return value;
}

struct rvalue record_copy(struct lowering *l, struct rvalue record, const struct type *type)
{
	struct storage *storage = lower_new_object(l, type_unqualified(type), "record");
	lower_begin_object(l, storage, 0);
	struct lvalue lvalue = lvalue_of_storage(l, storage);
	return lvalue_store_record(l, &lvalue, record);
}

struct rvalue record_in_memory(struct lowering *l, struct rvalue record, const struct type *type)
{
	return record.kind == RVALUE_MEMORY ? record : record_copy(l, record, type);
}

/* record.member, where the record has no place. */
struct rvalue record_member(struct lowering *l, struct rvalue record, const struct member *member,
			    const struct type *type)
{
	if (record.kind == RVALUE_MEMORY) {
		struct lvalue lvalue = lvalue_of_pointer(l, record, member->record->type);
		lvalue = lvalue_member(l, &lvalue, member);
		return lvalue_load_as(l, &lvalue, type_unqualified(type), NULL, false);
	}
	if (!type_is_compound(type)) {
		uint32_t at = shape_find(record.shape, member->offset, member->bit_field ? member : NULL);
		assert(at < record.shape->count);
		term t = record.terms[at];
		if (member->bit_field)
			t = bit_field_value(l, member, type, t);
		return rvalue_scalar(t, record.nodes[at]);
	}
	const struct shape *shape = shape_of(l, type);
	struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape };
	value.terms = arena_alloc(arena_of(l), sizeof *value.terms * (shape->count + 1));
	value.nodes = arena_alloc(arena_of(l), sizeof *value.nodes * (shape->count + 1));
	for (uint32_t i = 0; i < shape->count; i++) {
		uint32_t at =
			shape_find(record.shape, member->offset + shape->leaves[i].offset, shape->leaves[i].bit_field);
		assert(at < record.shape->count);
		value.terms[i] = record.terms[at];
		value.nodes[i] = record.nodes[at];
	}
	return value;
}

struct rvalue parts_value(struct lowering *l, const struct type *type, const term *terms)
{
	struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape_of(l, type) };
	value.terms = arena_alloc(arena_of(l), sizeof *value.terms * (value.shape->count + 1));
	value.nodes = arena_alloc(arena_of(l), sizeof *value.nodes * (value.shape->count + 1));
	for (uint32_t i = 0; i < value.shape->count; i++)
		value.terms[i] = terms[i];
	return value;
}

struct rvalue parts_zero(struct lowering *l, const struct type *type)
{
	const struct shape *shape = shape_of(l, type);
	term *zeros = arena_alloc(arena_of(l), sizeof *zeros * (shape->count + 1));
	for (uint32_t i = 0; i < shape->count; i++)
		zeros[i] = term_bv(bank_of(l), shape_leaf_width(l, &shape->leaves[i]), 0);
	return parts_value(l, type, zeros);
}
