/* Shifts (C11 6.5.7p3 and p4): the amount is not negative and less than the width; a left shift of a signed value
 * neither starts from a negative one nor leaves its type (an overflow). */
#include "c_term.h"
#include "checks.h"

static void check_amount(struct lowering *l, uint32_t width, term amount, bool amount_signed,
			 const struct expression *e)
{
	uint32_t amount_width = term_width(l->bank, amount);
	/* A negative amount is a large one without its sign. */
	term limit = term_bv(l->bank, amount_width, width);
	(void)amount_signed;
	check_emit(l, CHECK_SHIFT, term_binary(l->bank, OP_BVULT, amount, limit),
		   "shift by a negative amount or by %u or more bits%s", width, check_text(l, e));
}

void check_shift(struct lowering *l, bool left, const struct type *type, term a, term b, bool amount_signed,
		 const struct expression *e)
{
	uint32_t width = term_width(l->bank, a);
	if (checks(l, CHECK_SHIFT))
		check_amount(l, width, b, amount_signed, e);
	if (!left || !checks(l, CHECK_OVERFLOW) || !type_is_signed(l->types, type))
		return;
	term amount = resize(l, b, width, false), zero = term_bv(l->bank, width, 0);
	term back = term_binary(l->bank, OP_BVASHR, term_binary(l->bank, OP_BVSHL, a, amount), amount);
	term ok = term_and(l->bank, term_binary(l->bank, OP_BVSLE, zero, a), term_eq(l->bank, back, a));
	check_emit(l, CHECK_OVERFLOW, ok, "left shift of a negative value or out of its type%s", check_text(l, e));
}
