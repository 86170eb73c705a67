/* GNU vectors: as many terms as there are elements, like complex numbers (complex.c); operators go element by element. */
#include "arena.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "c_shape.h"
#include "c_term.h"
#include "lower.h"
#include "object.h"
#include "parts.h"
#include "rvalue.h"
#include "type_base.h"
#include "type_parts.h"

static term *room(struct lowering *l, uint64_t count)
{
	return arena_alloc(arena_of(l), sizeof(term) * (count + 1));
}

/* Comparisons: 0 or -1. */
static term element(struct lowering *l, const struct expression *e, term a, term b)
{
	const struct type *type = type_base(e->left->type);
	enum binary_operation o = e->operation;
	if (o >= BINARY_EQUAL && o <= BINARY_GREATER_EQUAL) {
		uint32_t width = term_bits(l, type_base(e->type));
		term holds = lower_compare(l, e, type, a, b);
		return term_ite(bank_of(l), holds, term_unary(bank_of(l), OP_BVNOT, term_bv(bank_of(l), width, 0)),
				term_bv(bank_of(l), width, 0));
	}
	if (o == BINARY_SHIFT_LEFT || o == BINARY_SHIFT_RIGHT)
		return lower_shift(l, e, type, a, b);
	return parts_operation(l, e, type, o, a, b);
}

struct rvalue vector_binary_of(struct lowering *l, const struct expression *e)
{
	struct rvalue a, b;
	uint64_t count = type_part_count(e->type);
	term *terms = room(l, count);
	lower_operands(l, e, &a, &b);
	for (uint64_t i = 0; i < count; i++)
		terms[i] = element(l, e, a.terms[i], b.terms[i]);
	return parts_value(l, e->type, terms);
}

/* CONVERSION_VECTOR */
struct rvalue vector_conversion_of(struct lowering *l, const struct expression *e)
{
	struct rvalue value = lower_value(l, e->operand);
	const struct type *from = e->operand->type;
	uint64_t count = type_part_count(e->type);
	term *terms = room(l, count);
	for (uint64_t i = 0; i < count; i++)
		terms[i] = type_is_vector(from)
				   ? lower_convert(l, e, type_base(from), type_base(e->type), value.terms[i])
				   : value.term;
	return parts_value(l, e->type, terms);
}

/* CONVERSION_BITS: element 0 is the lowest. */
struct rvalue vector_bits_of(struct lowering *l, const struct expression *e)
{
	struct rvalue value = lower_value(l, e->operand);
	term bits = value.term;
	if (value.kind == RVALUE_LEAVES) {
		bits = value.terms[0];
		for (uint32_t i = 1; i < value.shape->count; i++)
			bits = term_concat(bank_of(l), value.terms[i], bits);
	}
	if (!type_is_vector(e->type))
		return rvalue_scalar(bits, 0);
	bits = emit_hold(l, bits);
	uint32_t width = term_bits(l, type_base(e->type));
	term *terms = room(l, type_part_count(e->type));
	for (uint32_t i = 0; i < type_part_count(e->type); i++)
		terms[i] = term_extract(bank_of(l), (i + 1) * width - 1, i * width, bits);
	return parts_value(l, e->type, terms);
}

/* Which of the `count` terms, a power of two, INDEX says; its higher bits do not count. */
static term choice(struct lowering *l, const term *terms, uint64_t count, term index)
{
	uint32_t bits = 0;
	while (UINT64_C(1) << bits < count)
		bits++;
	if (term_width(bank_of(l), index) < bits)
		index = term_zero_extend(bank_of(l), bits, index);
	if (!bits)
		return terms[0];
	index = term_extract(bank_of(l), bits - 1, 0, index);
	if (term_is_constant(bank_of(l), index))
		return terms[term_value(bank_of(l), index)];
	term result = terms[0];
	for (uint64_t i = 1; i < count; i++)
		result = term_ite(bank_of(l), term_eq(bank_of(l), index, term_bv(bank_of(l), bits, i)), terms[i],
				  result);
	return result;
}

/* The elements of one or two vectors, one after the other. */
static const term *joined(struct lowering *l, const struct rvalue *values, uint64_t vectors)
{
	uint64_t count = 0;
	for (uint64_t i = 0; i < vectors; i++)
		count += values[i].shape->count;
	term *all = room(l, count), *at = all;
	for (uint64_t i = 0; i < vectors; i++)
		for (uint32_t k = 0; k < values[i].shape->count; k++)
			*at++ = values[i].terms[k];
	return all;
}

/* __builtin_shuffle(a, mask) or (a, b, mask) */
struct rvalue vector_shuffle(struct lowering *l, const struct expression *e)
{
	struct rvalue *values = lower_arguments(l, e);
	uint64_t vectors = e->argument_count - 1, count = type_part_count(e->type);
	const term *all = joined(l, values, vectors);
	term *terms = room(l, count);
	for (uint64_t i = 0; i < count; i++)
		terms[i] = choice(l, all, vectors * count, values[vectors].terms[i]);
	return parts_value(l, e->type, terms);
}

/* __builtin_shufflevector(a, b, constant ...): -1 leaves an element open. */
struct rvalue vector_shuffle_constant(struct lowering *l, const struct expression *e)
{
	struct rvalue values[2] = { lower_value(l, e->arguments[0]), rvalue_void() };
	if (expression_has_effects(e->arguments[1]))
		emit_hold_value(l, &values[0]);
	values[1] = lower_value(l, e->arguments[1]);
	const term *all = joined(l, values, 2);
	term *terms = room(l, type_part_count(e->type));
	for (uint64_t i = 0; i < type_part_count(e->type); i++) {
		integer_value index = e->arguments[i + 2]->value;
		bool open = index >= values[0].shape->count + values[1].shape->count;
		terms[i] = open ? lower_unknown(l, type_base(e->type), "__builtin_shufflevector").term : all[index];
	}
	return parts_value(l, e->type, terms);
}
