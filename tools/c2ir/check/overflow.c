/* Signed overflow (CWE-190; C11 6.5p5) of + - * and unary -, of the least value divided by -1 (6.5.5p6); and where
 * it is asked for, unsigned wrap-around (6.2.5p9: defined, but often not meant). ++ and -- are + and - in the type
 * they promote to, and what is then cut to a narrow type is a conversion. Left shifts: shift.c.
 *
 *	a + b    assert sext(a) + sext(b) == sext(a + b), one bit wider (twice as wide for *) */
#include "c_term.h"
#include "check_operations.h"
#include "check_rule.h"
#include "checks.h"
#include "type_class.h"
#include "type_integer.h"

static const char *name_of(enum op op)
{
	return op == OP_BVADD ? "addition" : op == OP_BVSUB ? "subtraction" : "multiplication";
}

/* The exact result, computed in enough bits, is the result. */
static void assert_exact(struct lowering *l, enum op op, const struct type *type, term a, term b,
			 const struct expression *e)
{
	struct bank *bank = bank_of(l);
	bool is_signed = type_is_signed(types_of(l), type);
	if (!checks(l, is_signed ? CHECK_OVERFLOW : CHECK_UNSIGNED_OVERFLOW) || !type_is_integer(type))
		return;
	uint32_t width = term_width(bank, a);
	uint32_t wide = op == OP_BVMUL ? 2 * width : width + 1;
	term exact = term_binary(bank, op, resize(l, a, wide, is_signed), resize(l, b, wide, is_signed));
	term result = resize(l, term_binary(bank, op, a, b), wide, is_signed);
	check_emit(l, is_signed ? CHECK_OVERFLOW : CHECK_UNSIGNED_OVERFLOW, term_eq(bank, exact, result),
		   "%s overflows%s", name_of(op), check_text(l, e));
}

static term least(struct lowering *l, uint32_t width)
{
	struct bank *bank = bank_of(l);
	return term_binary(bank, OP_BVSHL, term_bv(bank, width, 1), term_bv(bank, width, width - 1));
}

static void assert_negation(struct lowering *l, const struct type *type, term a, const struct expression *e)
{
	struct bank *bank = bank_of(l);
	bool is_signed = type_is_signed(types_of(l), type);
	enum check check = is_signed ? CHECK_OVERFLOW : CHECK_UNSIGNED_OVERFLOW;
	if (!checks(l, check) || !type_is_integer(type))
		return;
	term ok = is_signed ? term_not(bank, term_eq(bank, a, least(l, term_width(bank, a))))
			    : term_eq(bank, a, term_bv(bank, term_width(bank, a), 0));
	check_emit(l, check, ok, "negation overflows%s", check_text(l, e));
}

/* The least value divided by -1 is not representable (C11 6.5.5p6). */
static void assert_quotient(struct lowering *l, const struct type *type, bool remainder, term a, term b,
			    const struct expression *e)
{
	struct bank *bank = bank_of(l);
	if (!checks(l, CHECK_OVERFLOW) || !type_is_signed(types_of(l), type))
		return;
	uint32_t width = term_width(bank, a);
	term minus_one = term_unary(bank, OP_BVNOT, term_bv(bank, width, 0));
	term both = term_and(bank, term_eq(bank, a, least(l, width)), term_eq(bank, b, minus_one));
	check_emit(l, CHECK_OVERFLOW, term_not(bank, both), "%s overflows%s", remainder ? "remainder" : "division",
		   check_text(l, e));
}

static void assert_operation(struct lowering *l, const struct integer_operation *o, const struct expression *e)
{
	switch (o->op) {
	case OP_BVADD:
	case OP_BVSUB:
	case OP_BVMUL:
		assert_exact(l, o->op, o->type, o->a, o->b, e);
		break;
	case OP_BVSDIV:
	case OP_BVSREM:
		assert_quotient(l, o->type, o->op == OP_BVSREM, o->a, o->b, e);
		break;
	default: /* shifts: shift.c */
		break;
	}
}

const struct check_rule check_rule_overflow = { .operation = assert_operation, .negate = assert_negation };
