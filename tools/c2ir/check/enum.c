/* A value is converted to an enumerated type that is none of its enumeration constants (CWE-704; compare C11
 * 6.7.2.2p4). C lets such a value be stored; many programs do not expect it, so the check is off by default. Flags
 * that are combined with | are reported too.
 *
 *	enum color c = n;    assert n == RED || n == GREEN || n == BLUE */
#include "ast_declaration.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"
#include "record.h"
#include "type_class.h"
#include "type_integer.h"

/* With the sign of its type. */
static __int128 value_of(const struct lowering *l, const struct declaration *enumerator)
{
	unsigned width = type_width(types_of(l), enumerator->type);
	integer_value high = enumerator->value << (128 - width);
	return type_is_signed(types_of(l), enumerator->type) ? (__int128)high >> (128 - width)
							     : (__int128)(high >> (128 - width));
}

static bool next_value(const struct lowering *l, const struct enumeration *e, __int128 above, bool first,
		       __int128 *next)
{
	bool found = false;
	for (uint32_t i = 0; i < e->enumerator_count; i++) {
		__int128 v = value_of(l, e->enumerators[i]);
		if ((first || v > above) && (!found || v < *next)) {
			*next = v;
			found = true;
		}
	}
	return found;
}

static term constant(struct lowering *l, uint32_t width, __int128 value)
{
	struct bank *bank = bank_of(l);
	uint64_t words[2] = { (uint64_t)value, (uint64_t)((integer_value)value >> 64) };
	return width <= 64 ? term_bv(bank, width, words[0]) : term_bv_words(bank, width, words);
}

/* low <= value <= high */
static term within(struct lowering *l, term value, __int128 low, __int128 high)
{
	struct bank *bank = bank_of(l);
	uint32_t width = term_width(bank, value);
	if (low == high)
		return term_eq(bank, value, constant(l, width, low));
	return term_and(bank, term_binary(bank, OP_BVSLE, constant(l, width, low), value),
			term_binary(bank, OP_BVSLE, value, constant(l, width, high)));
}

/* `value` is any integer, extended as its type says, that becomes one of `type`. */
static void assert_enum(struct lowering *l, const struct type *type, const struct type *from, term value,
			const struct expression *e)
{
	struct bank *bank = bank_of(l);
	if (!checks(l, CHECK_ENUM) || !type_is_enum(type) || !type_enumeration(type)->complete)
		return;
	/* Wide enough for both without a sign that is none. */
	term wide = resize(l, value, 130, type_is_integer(from) && type_is_signed(types_of(l), from));
	wide = term_extract(bank, 127, 0, wide);
	term ok = term_false(bank);
	__int128 low = 0, high, next = 0;
	bool any = next_value(l, type_enumeration(type), 0, true, &low);
	/* Runs of consecutive values, in order. */
	while (any) {
		high = low;
		while ((any = next_value(l, type_enumeration(type), high, false, &next)) && next == high + 1)
			high = next;
		ok = term_or(bank, ok, within(l, wide, low, high));
		low = next;
	}
	check_emit(l, CHECK_ENUM, ok, "the value is none of '%s'%s", check_type(l, type), check_text(l, e));
}

const struct check_rule check_rule_enum = { .become = assert_enum };
