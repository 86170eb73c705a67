/* Numbers that may be addresses, where the program makes pointers of numbers. A number that is as wide as a pointer has a node that
 * covers all that it may be the address of: that of the pointer that it was made of, or the mark that it may be any address, or
 * that it is none (region.h). Narrower ones have whatever node they were made with: the mark comes when they are widened. */
#include "address.h"
#include "c_shape.h"
#include "c_term.h"
#include "lowering.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"
#include "type_class.h"

node number_node(struct lowering *l, const struct type *type, term number)
{
	if (!l->makes_pointers || !type_is_integer(type) || term_width(l->bank, number) < l->pointer_bits)
		return 0;
	return may_be_address(l, number) ? region_any_number(l->regions) : region_plain_number(l->regions);
}

void number_mark(struct lowering *l, const struct type *type, struct rvalue *value)
{
	if (value->kind == RVALUE_SCALAR && !value->node)
		value->node = number_node(l, type, value->term);
	for (uint32_t i = 0; value->kind == RVALUE_LEAVES && i < value->shape->count; i++)
		if (!value->nodes[i])
			value->nodes[i] = number_node(l, value->shape->leaves[i].type, value->terms[i]);
}

node number_widened(struct lowering *l, const struct type *type, struct rvalue value)
{
	node mark = number_node(l, type, value.term);
	if (!mark || !value.node)
		return mark;
	node both = node_new(l->regions);
	node_copy(l->regions, both, value.node);
	node_copy(l->regions, both, mark);
	return both;
}
