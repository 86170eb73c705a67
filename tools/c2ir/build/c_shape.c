/* Shapes: the scalar parts of a type, for objects that become IR variables instead of memory, and for records that are
 * passed by value. A type with an array, a union or too many parts has none. */
#include "c_shape.h"

#include "c_term.h"
#include "checked.h"
#include "ir.h"
#include "lowering.h"
#include "record.h"
#include "type.h"
#include "type_layout.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_scalar.h"

struct shape_builder {
	struct lowering *l;
	VEC(struct shape_leaf) leaves;
};

static bool add_leaves(struct shape_builder *builder, const struct type *type, uint64_t offset, const char *path);

static bool add_member(struct shape_builder *builder, const struct member *m, uint64_t offset, const char *path)
{
	if (m->bit_field && (!m->name || m->bit_width == 0))
		return true;
	const char *inner = m->name ? arena_format(builder->l->arena, "%s.%s", path, m->name) : path;
	if (!m->bit_field)
		return add_leaves(builder, m->type, offset + m->offset, inner);
	vec_push(&builder->leaves, (struct shape_leaf){ offset + m->offset, type_unqualified(m->type), m, inner });
	return builder->leaves.count <= SHAPE_MAX_LEAVES;
}

static bool add_parts(struct shape_builder *builder, const struct type *type, uint64_t offset, const char *path)
{
	uint64_t count = type_part_count(type), size = type_size(builder->l->types, type->base);
	for (uint64_t i = 0; i < count; i++) {
		const char *part = type_is_complex(type)
					   ? arena_format(builder->l->arena, i ? "%s.imag" : "%s.real", path)
					   : arena_format(builder->l->arena, "%s.%u", path, (unsigned)i);
		vec_push(&builder->leaves, (struct shape_leaf){ offset + i * size, type->base, NULL, part });
	}
	return offset == 0 || builder->leaves.count <= SHAPE_MAX_LEAVES;
}

static bool add_leaves(struct shape_builder *builder, const struct type *type, uint64_t offset, const char *path)
{
	type = type_unqualified(type);
	if (type_has_parts(type))
		return add_parts(builder, type, offset, path);
	if (type_is_scalar(type)) {
		vec_push(&builder->leaves, (struct shape_leaf){ offset, type, NULL, path });
		return builder->leaves.count <= SHAPE_MAX_LEAVES;
	}
	if (type->kind != TYPE_STRUCT || !type->record->complete || type->record->flexible)
		return false;
	for (uint32_t i = 0; i < type->record->member_count; i++)
		if (!add_member(builder, &type->record->members[i], offset, path))
			return false;
	return true;
}

const struct shape *shape_of(struct lowering *l, const struct type *type)
{
	type = type_unqualified(type);
	if (table_has(&l->shapes, type))
		return table_get(&l->shapes, type, NULL);
	struct shape_builder builder = { .l = l };
	struct shape *shape = NULL;
	bool apart = !type_is_record(type) || !checks(l, CHECK_UNINIT);
	if (apart && add_leaves(&builder, type, 0, "")) {
		shape = arena_alloc(l->arena, sizeof *shape);
		shape->count = (uint32_t)builder.leaves.count;
		shape->leaves = arena_alloc(l->arena, sizeof *shape->leaves * (shape->count + 1));
		for (uint32_t i = 0; i < shape->count; i++)
			shape->leaves[i] = builder.leaves.at[i];
	}
	vec_free(&builder.leaves);
	table_put(&l->shapes, type, shape);
	return shape;
}

uint32_t shape_leaf_width(struct lowering *l, const struct shape_leaf *leaf)
{
	return leaf->bit_field ? leaf->bit_field->bit_width : term_bits(l, leaf->type);
}

/* The two may be of one struct's declarations in two files. */
static bool same_bits(const struct member *a, const struct member *b)
{
	return a == b || (a && b && a->bit_offset == b->bit_offset && a->bit_width == b->bit_width);
}

uint32_t shape_find(const struct shape *shape, uint64_t offset, const struct member *bit_field)
{
	uint32_t i = 0;
	for (; i < shape->count; i++)
		if (shape->leaves[i].offset == offset && same_bits(shape->leaves[i].bit_field, bit_field))
			break;
	return i;
}
