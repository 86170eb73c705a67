/* Subscripts of arrays whose length is known, also inside a larger object (C11 6.5.6p8, J.2: an index out of range
 * even if the object goes on there). */
#include "lower.h"

/* The last member of a struct with at most one element stands for as many as there is room for. */
static bool is_flexible(const struct expression *array)
{
	if (array->kind != EXPRESSION_MEMBER)
		return false;
	const struct member *m = array->member;
	return m->index + 1 == m->record->member_count && array->type->length <= 1;
}

void check_index(struct lowering *l, const struct expression *e, term index, bool only_address)
{
	const struct expression *left = e->left;
	if (!checks(l, CHECK_SUBOBJECT) || !e->is_subscript)
		return;
	if (left->kind != EXPRESSION_CONVERSION || left->conversion != CONVERSION_ARRAY)
		return;
	const struct expression *array = left->operand;
	if (array->type->form != ARRAY_FIXED || is_flexible(array))
		return;
	bool is_signed = type_is_signed(l->types, e->right->type);
	term wide = resize(l, index, l->pointer_bits, is_signed);
	term limit = word(l, array->type->length);
	check_emit(l, CHECK_SUBOBJECT, term_binary(l->bank, only_address ? OP_BVULE : OP_BVULT, wide, limit),
		   "index outside the array of %llu elements%s", (unsigned long long)array->type->length,
		   check_text(l, e));
}
