/* Shifts (C11 6.5.7p3 and p4): the amount is not negative and less than the width; a left shift of a signed value
 * neither starts from a negative one nor leaves its type (an overflow). */
#include "c_term.h"
#include "check_operations.h"
#include "check_rule.h"
#include "checks.h"
#include "type_integer.h"

static void assert_amount(struct lowering *l, uint32_t width, term amount, const struct expression *e)
{
	struct bank *bank = bank_of(l);
	uint32_t amount_width = term_width(bank, amount);
	/* A negative amount is a large one without its sign. */
	term limit = term_bv(bank, amount_width, width);
	check_emit(l, CHECK_SHIFT, term_binary(bank, OP_BVULT, amount, limit),
		   "shift by a negative amount or by %u or more bits%s", width, check_text(l, e));
}

static void assert_shift(struct lowering *l, const struct integer_operation *o, const struct expression *e)
{
	struct bank *bank = bank_of(l);
	if (o->op != OP_BVSHL && o->op != OP_BVLSHR && o->op != OP_BVASHR)
		return;
	uint32_t width = term_width(bank, o->a);
	if (checks(l, CHECK_SHIFT))
		assert_amount(l, width, o->b, e);
	if (o->op != OP_BVSHL || !checks(l, CHECK_OVERFLOW) || !type_is_signed(types_of(l), o->type))
		return;
	term amount = resize(l, o->b, width, false), zero = term_bv(bank, width, 0);
	term back = term_binary(bank, OP_BVASHR, term_binary(bank, OP_BVSHL, o->a, amount), amount);
	term ok = term_and(bank, term_binary(bank, OP_BVSLE, zero, o->a), term_eq(bank, back, o->a));
	check_emit(l, CHECK_OVERFLOW, ok, "left shift of a negative value or out of its type%s", check_text(l, e));
}

const struct check_rule check_rule_shift = { .operation = assert_shift };
