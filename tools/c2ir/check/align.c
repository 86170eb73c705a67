/* Access to an object through an lvalue of a type with a stricter alignment than its address has (CWE-188; C11
 * 6.3.2.3p7, J.2). Members of packed structs have the alignment that their place in the struct guarantees.
 *
 *	*(int *)(a + 1)    assert offset(a + 1) % 4 == 0
 *
 * Objects begin at addresses that are multiples of 16 (docs/heap.md), which malloc's do (7.22.3p1) and others need
 * not: the ledger says that it is assumed. */
#include "alignment.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"
#include "ledger.h"
#include "lvalue.h"

static void check_align(struct lowering *l, const struct lvalue *lvalue, term size, bool write,
			const struct expression *e)
{
	struct bank *bank = bank_of(l);
	(void)size, (void)write;
	if (!checks(l, CHECK_ALIGN) || lvalue->bit_field)
		return;
	uint32_t alignment = lvalue_alignment(l, lvalue), bits = 0;
	if (alignment > 16)
		alignment = 16;
	while (alignment >> bits > 1)
		bits++;
	if (!bits)
		return;
	term low = term_extract(bank, bits - 1, 0, lvalue->pointer);
	term ok = term_eq(bank, low, term_bv(bank, bits, 0));
	if (term_is_true(bank, ok))
		return;
	lower_ledger_here(l, "objects begin at multiples of 16 (alignment is checked relative to that)");
	check_emit(l, CHECK_ALIGN, ok, "misaligned access to '%s'%s", check_type(l, lvalue->type), check_text(l, e));
}

const struct check_rule check_rule_align = { .access = check_align };
