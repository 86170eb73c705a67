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
