/* The generic constructors: from an operator to its own constructor, and sort checking. */
#include <assert.h>

#include "simplify.h"

term term_unary(struct bank *bank, enum op op, term a)
{
	if (op == OP_NOT)
		return term_not(bank, a);
	assert(sort_kind(bank, term_sort(bank, a)) == SORT_BITVECTOR && (op == OP_BVNOT || op == OP_BVNEG));
	return op == OP_BVNOT ? bitwise_not(bank, a) : arithmetic_neg(bank, a);
}

static term bitvector_binary(struct bank *bank, enum op op, term a, term b)
{
	assert(term_sort(bank, a) == term_sort(bank, b) && sort_kind(bank, term_sort(bank, a)) == SORT_BITVECTOR);
	switch ((int)op) {
	case OP_BVAND:
	case OP_BVOR:
	case OP_BVXOR:
		return bitwise_binary(bank, op, a, b);
	case OP_BVADD:
		return arithmetic_add(bank, a, b);
	case OP_BVSUB:
		return arithmetic_sub(bank, a, b);
	case OP_BVMUL:
		return arithmetic_mul(bank, a, b);
	case OP_BVUDIV:
	case OP_BVUREM:
	case OP_BVSDIV:
	case OP_BVSREM:
		return arithmetic_divide(bank, op, a, b);
	case OP_BVSHL:
	case OP_BVLSHR:
	case OP_BVASHR:
		return arithmetic_shift(bank, op, a, b);
	case OP_BVULT:
		return compare_ult(bank, a, b);
	case OP_BVSLT:
		return compare_slt(bank, a, b);
	case OP_BVULE:
		return term_not(bank, compare_ult(bank, b, a));
	case OP_BVSLE:
		return term_not(bank, compare_slt(bank, b, a));
	}
	assert(!"a binary operator");
	return 0;
}

term term_binary(struct bank *bank, enum op op, term a, term b)
{
	switch ((int)op) {
	case OP_EQ:
		return term_eq(bank, a, b);
	case OP_AND:
		return term_and(bank, a, b);
	case OP_OR:
		return term_or(bank, a, b);
	case OP_XOR:
		return term_xor(bank, a, b);
	case OP_CONCAT:
		return term_concat(bank, a, b);
	case OP_SELECT:
		return term_select(bank, a, b);
	}
	return bitvector_binary(bank, op, a, b);
}

term term_make(struct bank *bank, enum op op, const term *args, const uint32_t *indices)
{
	switch ((int)op) {
	case OP_ITE:
		return term_ite(bank, args[0], args[1], args[2]);
	case OP_NOT:
	case OP_BVNOT:
	case OP_BVNEG:
		return term_unary(bank, op, args[0]);
	case OP_EXTRACT:
		return term_extract(bank, indices[0], indices[1], args[0]);
	case OP_ZERO_EXTEND:
		return term_zero_extend(bank, indices[0], args[0]);
	case OP_SIGN_EXTEND:
		return term_sign_extend(bank, indices[0], args[0]);
	case OP_STORE:
		return term_store(bank, args[0], args[1], args[2]);
	case OP_CONST_MAP:
		return term_const_map(bank, indices[0], args[0]);
	case OP_FILL:
		return term_fill(bank, args[0], args[1], args[2], args[3]);
	case OP_COPY:
		return term_copy(bank, args[0], args[1], args[2], args[3], args[4]);
	}
	return term_binary(bank, op, args[0], args[1]);
}

/* --- sorts of results --- */

static bool is_bitvector(const struct bank *bank, sort s)
{
	return s && sort_kind(bank, s) == SORT_BITVECTOR;
}

static bool is_map(const struct bank *bank, sort s)
{
	return s && sort_kind(bank, s) == SORT_MAP;
}

static sort extension_sort(struct bank *bank, sort a, uint32_t width)
{
	return is_bitvector(bank, a) && width >= sort_width(bank, a) ? sort_bitvector(bank, width) : 0;
}

static sort extract_sort(struct bank *bank, sort a, uint32_t high, uint32_t low)
{
	bool fits = is_bitvector(bank, a) && low <= high && high < sort_width(bank, a);
	return fits ? sort_bitvector(bank, high - low + 1) : 0;
}

static sort concat_sort(struct bank *bank, sort a, sort b)
{
	if (!is_bitvector(bank, a) || !is_bitvector(bank, b))
		return 0;
	uint64_t width = (uint64_t)sort_width(bank, a) + sort_width(bank, b);
	return width <= UINT32_MAX ? sort_bitvector(bank, (uint32_t)width) : 0;
}

/* A count of block operations on map m: at most as wide as the index. */
static bool is_count(const struct bank *bank, sort count, sort m)
{
	return is_bitvector(bank, count) && sort_width(bank, count) <= sort_width(bank, sort_index(bank, m));
}

static sort map_operator_sort(struct bank *bank, enum op op, const sort *s, uint32_t index)
{
	if (op == OP_CONST_MAP)
		return index >= 1 && s[0] && !is_map(bank, s[0]) ? sort_map(bank, sort_bitvector(bank, index), s[0])
								 : 0;
	if (!is_map(bank, s[0]) || s[1] != sort_index(bank, s[0]))
		return 0;
	switch ((int)op) {
	case OP_SELECT:
		return sort_value(bank, s[0]);
	case OP_STORE:
		return s[2] == sort_value(bank, s[0]) ? s[0] : 0;
	case OP_FILL:
		return is_count(bank, s[2], s[0]) && s[3] == sort_value(bank, s[0]) ? s[0] : 0;
	case OP_COPY:
		return s[2] == s[0] && s[3] == s[1] && is_count(bank, s[4], s[0]) ? s[0] : 0;
	}
	return 0;
}

sort term_sort_of(struct bank *bank, enum op op, const term *args, const uint32_t *indices)
{
	sort s[5] = { 0 }, boolean = sort_bool(bank);
	for (uint32_t i = 0; i < op_arguments(op); i++)
		s[i] = term_sort(bank, args[i]);
	switch (op) {
	case OP_CONSTANT:
	case OP_VARIABLE:
	case OP_COUNT:
		return 0;
	case OP_ITE:
		return s[0] == boolean && s[1] == s[2] ? s[1] : 0;
	case OP_EQ:
		return s[0] == s[1] && !is_map(bank, s[0]) ? boolean : 0;
	case OP_NOT:
		return s[0] == boolean ? boolean : 0;
	case OP_AND:
	case OP_OR:
	case OP_XOR:
		return s[0] == boolean && s[1] == boolean ? boolean : 0;
	case OP_BVNOT:
	case OP_BVNEG:
		return is_bitvector(bank, s[0]) ? s[0] : 0;
	case OP_BVAND:
	case OP_BVOR:
	case OP_BVXOR:
	case OP_BVADD:
	case OP_BVSUB:
	case OP_BVMUL:
	case OP_BVUDIV:
	case OP_BVUREM:
	case OP_BVSDIV:
	case OP_BVSREM:
	case OP_BVSHL:
	case OP_BVLSHR:
	case OP_BVASHR:
		return is_bitvector(bank, s[0]) && s[0] == s[1] ? s[0] : 0;
	case OP_BVULT:
	case OP_BVULE:
	case OP_BVSLT:
	case OP_BVSLE:
		return is_bitvector(bank, s[0]) && s[0] == s[1] ? boolean : 0;
	case OP_CONCAT:
		return concat_sort(bank, s[0], s[1]);
	case OP_EXTRACT:
		return extract_sort(bank, s[0], indices[0], indices[1]);
	case OP_ZERO_EXTEND:
	case OP_SIGN_EXTEND:
		return extension_sort(bank, s[0], indices[0]);
	case OP_SELECT:
	case OP_STORE:
	case OP_CONST_MAP:
	case OP_FILL:
	case OP_COPY:
		return map_operator_sort(bank, op, s, op == OP_CONST_MAP ? indices[0] : 0);
	}
	return 0;
}
