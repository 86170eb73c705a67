/* The value that either of several branches gives: in the same variables. */
#include "c_shape.h"
#include "c_pointer.h"
#include "c_term.h"
#include "emit.h"
#include "joined.h"
#include "object.h"
#include "region.h"
#include "type_derived.h"
#include "type_record.h"

void joined_init(struct lowering *l, struct joined *joined, const struct type *type)
{
	*joined = (struct joined){ .value = rvalue_void() };
	if (type_is_void(type))
		return;
	const struct shape *shape = type_is_compound(type) ? shape_of(l, type) : NULL;
	joined->count = shape ? shape->count : 1;
	joined->variables = arena_alloc(arena_of(l), sizeof *joined->variables * (joined->count + 1));
	if (!shape) {
		sort s = type_is_record(type) ? sort_bitvector(bank_of(l), pointer_width(l)) : sort_of(l, type);
		joined->variables[0] = emit_temporary(l, s);
		joined->value.kind = type_is_record(type) ? RVALUE_MEMORY : RVALUE_SCALAR;
		joined->value.term = joined->variables[0]->term;
		joined->value.node = node_new(regions_of(l));
		return;
	}
	joined->value.kind = RVALUE_LEAVES;
	joined->value.shape = shape;
	joined->value.terms = arena_alloc(arena_of(l), sizeof(term) * (joined->count + 1));
	joined->value.nodes = arena_alloc(arena_of(l), sizeof(node) * (joined->count + 1));
	for (uint32_t i = 0; i < joined->count; i++) {
		sort s = sort_bitvector(bank_of(l), shape_leaf_width(l, &shape->leaves[i]));
		joined->variables[i] = emit_temporary(l, s);
		joined->value.terms[i] = joined->variables[i]->term;
		joined->value.nodes[i] = node_new(regions_of(l));
	}
}

void joined_set(struct lowering *l, struct joined *joined, struct rvalue value)
{
	if (joined->value.kind == RVALUE_VOID)
		return;
	if (joined->value.kind == RVALUE_LEAVES) {
		value = record_as_leaves(l, value, joined->value.shape);
		for (uint32_t i = 0; i < joined->count; i++) {
			emit_assign(l, joined->variables[i], value.terms[i]);
			node_copy(regions_of(l), joined->value.nodes[i], value.nodes[i]);
		}
		return;
	}
	emit_assign(l, joined->variables[0], value.term);
	if (value.node)
		node_copy(regions_of(l), joined->value.node, value.node);
}
