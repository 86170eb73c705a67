/* Values that are not known, and values after an error. */
#include "access.h"
#include "c_shape.h"
#include "c_term.h"
#include "checked.h"
#include "emit.h"
#include "lowering.h"
#include "lvalue.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_scalar.h"

struct rvalue lower_nothing(struct lowering *l, const struct type *type)
{
	if (type_is_void(type))
		return rvalue_void();
	if (type_has_parts(type))
		return parts_zero(l, type);
	if (!type_is_record(type))
		return rvalue_scalar(term_bv(l->bank, term_bits(l, type), 0), 0);
	struct storage *storage = lower_new_object(l, type_unqualified(type), "nothing");
	lower_begin_object(l, storage, 0);
	struct lvalue lvalue = lvalue_of_storage(l, storage);
	if (checks(l, CHECK_UNINIT)) /* unknown, which is not uninitialised */
		access_forget(l, lvalue.pointer, lvalue.node, word(l, storage->bytes));
	return (struct rvalue){ .kind = RVALUE_MEMORY, .term = lvalue.pointer, .node = lvalue.node };
}

node lower_unknown_object(struct lowering *l, const struct type *pointer)
{
	const struct type *to = type_base(pointer);
	const struct type *known = type_has_size(to) && type_size(l->types, to) ? to : NULL;
	node f = node_new(l->regions);
	node_address(l->regions, f, region_unknown(l->regions, l->types, known));
	return f;
}

static struct rvalue unknown_scalar(struct lowering *l, const struct type *type, const char *name)
{
	return rvalue_scalar(emit_unknown(l, type, name), type_is_pointer(type) ? lower_unknown_object(l, type) : 0);
}

struct rvalue lower_unknown(struct lowering *l, const struct type *type, const char *name)
{
	type = type_unqualified(type);
	if (type_is_void(type))
		return rvalue_void();
	if (type_is_scalar(type) && !type_has_parts(type))
		return unknown_scalar(l, type, name);
	const struct shape *shape = shape_of(l, type);
	if (!shape)
		return lower_nothing(l, type); /* a new object: its contents are unknown */
	struct rvalue value = { .kind = RVALUE_LEAVES, .shape = shape };
	value.terms = arena_alloc(l->arena, sizeof *value.terms * (shape->count + 1));
	value.nodes = arena_alloc(l->arena, sizeof *value.nodes * (shape->count + 1));
	for (uint32_t i = 0; i < shape->count; i++) {
		struct rvalue leaf = unknown_scalar(l, shape->leaves[i].type, name);
		value.terms[i] = resize(l, leaf.term, shape_leaf_width(l, &shape->leaves[i]), false);
		value.nodes[i] = leaf.node;
	}
	return value;
}
