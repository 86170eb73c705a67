/* Bit-vectors made of other values. */

#include "bits.h"

term bits_resize(struct bank *bank, term t, uint32_t width, bool is_signed)
{
	uint32_t now = term_width(bank, t);
	if (now == width)
		return t;
	if (now > width)
		return term_extract(bank, width - 1, 0, t);
	return is_signed ? term_sign_extend(bank, width, t) : term_zero_extend(bank, width, t);
}

term bits_nonzero(struct bank *bank, term t)
{
	return term_not(bank, term_eq(bank, t, term_bv(bank, term_width(bank, t), 0)));
}

term bits_of_bool(struct bank *bank, term condition, uint32_t width)
{
	return term_ite(bank, condition, term_bv(bank, width, 1), term_bv(bank, width, 0));
}

static term is_set(struct bank *bank, term t, uint32_t i)
{
	return term_eq(bank, term_extract(bank, i, i, t), term_bv(bank, 1, 1));
}

term bits_zeros(struct bank *bank, term t, bool from_low, term none)
{
	uint32_t width = term_width(bank, t), bits = term_width(bank, none);
	term count = none;
	for (uint32_t k = 0; k < width; k++) {
		uint32_t i = from_low ? width - 1 - k : k;
		count = term_ite(bank, is_set(bank, t, i), term_bv(bank, bits, from_low ? i : width - 1 - i), count);
	}
	return count;
}

term bits_ones(struct bank *bank, term t, uint32_t width)
{
	term count = term_bv(bank, width, 0);
	for (uint32_t i = 0; i < term_width(bank, t); i++)
		count = term_binary(bank, OP_BVADD, count, term_zero_extend(bank, width, term_extract(bank, i, i, t)));
	return count;
}

term bits_swapped(struct bank *bank, term t)
{
	term result = term_extract(bank, 7, 0, t);
	for (uint32_t i = 8; i < term_width(bank, t); i += 8)
		result = term_concat(bank, result, term_extract(bank, i + 7, i, t));
	return result;
}
