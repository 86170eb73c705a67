/* Loads that check what they read. Where the points-to analysis leaves it to a load that no pointer made of numbers is read
 * (region/whole.c), the load asserts that before it reads:
 *
 *	assert $p[p] != 0 && the provenances of all bytes are the same || the address is below 64 KB
 *
 * and, where pointers are looked for at any place, that it is at a multiple of a pointer's size, as all are that were stored there: else
 * its bytes may be those of two that lie side by side.
 *
 * Whatever is near 0 is no object's. That an execution breaks it is no error of C's by itself (6.2.6.1p5): the place is open then, and a
 * counterexample is not confirmed. The assertion is one of the check `null`, of pointers that are none. */
#include "access.h"
#include "access_internal.h"
#include "address.h"
#include "c_pointer.h"
#include "c_term.h"
#include "check.h"
#include "checked.h"
#include "emit.h"
#include "lowering_options.h"
#include "region.h"

void whole_prepare(struct lowering *l)
{
	if (checks(l, CHECK_NULL) && !l->options->field_safe)
		region_check_whole(l->regions);
}

void whole_load(struct rewriter *r, const struct access *a, term address, term pieced)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	enum region_whole whole = region_reads_whole(l->regions, a->record);
	if (whole == WHOLE_ALWAYS)
		return;
	term rest = term_binary(b, OP_BVAND, pointer_offset(l, a->pointer), word(l, l->pointer_bits / 8 - 1));
	if (whole == WHOLE_IF_ALIGNED)
		pieced = term_or(b, pieced, nonzero(l, rest));
	term near = term_binary(b, OP_BVULT, address, word(l, UINT64_C(1) << granule_bits(l)));
	term ok = term_or(b, term_not(b, pieced), near);
	struct statement *s = block_add(l->program, l->block, STATEMENT_ASSIGN);
	s->target = emit_temporary(l, sort_bool(b));
	s->term = term_not(b, ok);
	s->attributes =
		attribute_string(l->program, r->attributes, ATTRIBUTE_APPROXIMATE, "a pointer that is made of numbers");
	s = block_add(l->program, l->block, STATEMENT_ASSERT);
	s->term = ok;
	s->attributes = attribute_string(l->program, r->attributes, ATTRIBUTE_MESSAGE,
					 "a pointer is read whose bytes were written as numbers");
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_CHECK, check_name(CHECK_NULL));
}
