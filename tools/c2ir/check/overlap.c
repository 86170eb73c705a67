/* Copying between overlapping objects by a function that may assume that there is no overlap: memcpy, strcpy,
 * strncpy, strcat, strncat, stpcpy, mempcpy (CWE-475; C11 7.24.2.1p2, 7.24.2.3p2 and so on). The functions that are
 * written in C (library/string.c) ask for it with __plumb_disjoint(p, n, q, m).
 *
 *	memcpy(p, q, n)    assert n == 0 || object(p) != object(q) || offsets are at least n apart */
#include "c_pointer.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"

/* n bytes at p and m bytes at q have none in common. */
static void assert_overlap(struct lowering *l, term p, term n, term q, term m, const struct expression *e)
{
	if (!checks(l, CHECK_OVERLAP))
		return;
	struct bank *b = bank_of(l);
	term i = pointer_offset(l, p), k = pointer_offset(l, q), zero = word(l, 0);
	term other = term_not(b, term_eq(b, pointer_object(l, p), pointer_object(l, q)));
	/* Modulo 2^W: q is n or more after p, and p is m or more after q the other way round the circle. */
	term apart = term_and(b, term_binary(b, OP_BVULE, n, term_binary(b, OP_BVSUB, k, i)),
			      term_binary(b, OP_BVULE, m, term_binary(b, OP_BVSUB, i, k)));
	term none = term_or(b, term_eq(b, n, zero), term_eq(b, m, zero));
	check_emit(l, CHECK_OVERLAP, term_or(b, none, term_or(b, other, apart)), "source and target overlap%s",
		   check_text(l, e));
}

const struct check_rule check_rule_overlap = { .overlap = assert_overlap };
