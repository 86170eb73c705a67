/* Access to an object through an lvalue of a type with a stricter alignment than its address has (CWE-188; C11
 * 6.3.2.3p7, J.2). Members of packed structs have the alignment that their place in the struct guarantees.
 *
 *	*(int *)(a + 1)    assert offset(a + 1) % 4 == 0
 *
 * Where an object is known by its name and declared with such an alignment, the offset says it, else the address. */
#include "access.h"
#include "address.h"
#include "alignment.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"
#include "lvalue.h"

static void check_align(struct lowering *l, const struct lvalue *lvalue, term size, bool write,
			const struct expression *e)
{
	struct bank *bank = bank_of(l);
	(void)size, (void)write;
	if (!checks(l, CHECK_ALIGN) || lvalue->bit_field)
		return;
	uint32_t alignment = lvalue_alignment(l, lvalue), bits = 0;
	while (alignment >> bits > 1)
		bits++;
	if (!bits)
		return;
	bool by_offset = lvalue->storage && object_alignment(l, lvalue->storage) >= alignment;
	if (!by_offset)
		access_expose(l, lvalue->pointer, lvalue->node);
	term place = by_offset ? lvalue->pointer : pointer_address(l, lvalue->pointer);
	term ok = term_eq(bank, term_extract(bank, bits - 1, 0, place), term_bv(bank, bits, 0));
	if (term_is_true(bank, ok))
		return;
	check_emit(l, CHECK_ALIGN, ok, "misaligned access to '%s'%s", check_type(l, lvalue->type), check_text(l, e));
}

const struct check_rule check_rule_align = { .access = check_align };
