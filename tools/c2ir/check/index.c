/* Subscripts of arrays whose length is known, also inside a larger object (C11 6.5.6p8, J.2: an index out of range
 * even if the object goes on there). */
#include "ast_expression.h"
#include "c_pointer.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"
#include "record.h"
#include "type_object.h"
#include "type_integer.h"
#include "type_parts.h"

/* The last member of a struct with at most one element stands for as many as there is room for. */
static bool is_flexible(const struct expression *array)
{
	if (array->kind != EXPRESSION_MEMBER)
		return false;
	const struct member *m = array->member;
	return m->index + 1 == m->record->member_count && type_length(array->type) <= 1;
}

/* What has elements and is subscripted by E, if it is known how many; NULL. A vector's are after (T *)&vector. */
const struct expression *check_subscripted(const struct expression *e)
{
	const struct expression *left = e->left;
	if (left->kind != EXPRESSION_CONVERSION)
		return NULL;
	if (left->conversion == CONVERSION_ARRAY)
		return type_is_fixed_array(left->operand->type) && !is_flexible(left->operand) ? left->operand : NULL;
	const struct expression *address = left->operand;
	bool vector = left->conversion == CONVERSION_POINTER && !left->is_cast && address->kind == EXPRESSION_ADDRESS &&
		      type_is_vector(address->operand->type);
	return vector ? address->operand : NULL;
}

static void assert_index(struct lowering *l, const struct expression *e, term index, bool only_address)
{
	if (!checks(l, CHECK_SUBOBJECT) || !e->is_subscript)
		return;
	const struct expression *array = check_subscripted(e);
	if (!array)
		return;
	bool is_signed = type_is_signed(types_of(l), e->right->type);
	term wide = resize(l, index, word_width(l), is_signed);
	term limit = word(l, type_length(array->type));
	check_emit(l, CHECK_SUBOBJECT, term_binary(bank_of(l), only_address ? OP_BVULE : OP_BVULT, wide, limit),
		   "index outside the array of %llu elements%s", (unsigned long long)type_length(array->type),
		   check_text(l, e));
}

const struct check_rule check_rule_index = { .index = assert_index };
