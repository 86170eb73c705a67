/* Zeros and copies that may end inside a pointer leave one of which the points-to analysis does not know where it points (region/split.c): the
 * ledger has it, and a counterexample in which they do is not confirmed. */
#include "access.h"
#include "access_internal.h"
#include "c_pointer.h"
#include "c_term.h"
#include "emit.h"
#include "lower_ledger.h"
#include "object_maps.h"
#include "region.h"

/* Bool: a pointer goes across the place AT; or, if pointers lie anywhere, two to the same object meet there. */
static term is_inside(struct lowering *l, const struct variable *provenance, term at, bool aligned)
{
	struct bank *b = l->bank;
	term before = term_select(b, provenance->term, pointer_add(l, at, term_unary(b, OP_BVNEG, word(l, 1))));
	term after = term_select(b, provenance->term, at);
	term inside =
		term_and(b, term_eq(b, before, after), term_not(b, term_eq(b, after, term_bv(b, OBJECT_BITS, 0))));
	if (!aligned)
		return inside;
	term rest = term_binary(b, OP_BVAND, pointer_offset(l, at), word(l, l->pointer_bits / 8 - 1));
	return term_and(b, inside, nonzero(l, rest));
}

/* Bool: the bytes behind AT, as many as the access says, begin or end inside a pointer. */
static term cuts(struct lowering *l, const struct access *a, const struct cell_class *c, term at, bool aligned)
{
	const struct variable *map = access_provenance(l, c);
	return term_or(l->bank, is_inside(l, map, at, aligned),
		       is_inside(l, map, pointer_add(l, at, a->count), aligned));
}

static void mark(struct rewriter *r, const struct access *a, term cut, const char *what)
{
	struct lowering *l = r->l;
	struct statement *s = block_add(l->program, l->block, STATEMENT_ASSIGN);
	s->target = emit_temporary(l, sort_bool(l->bank));
	s->term = term_and(l->bank, nonzero(l, a->count), cut);
	s->attributes = attribute_string(l->program, r->attributes, ATTRIBUTE_APPROXIMATE, what);
}

void split_fill(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct lowering *l = r->l;
	bool zero = term_is_constant(l->bank, a->value) && term_value(l->bank, a->value) == 0;
	enum region_split split = c->pointer && zero ? region_splits(l->regions, a->record) : SPLIT_NONE;
	if (split == SPLIT_NONE)
		return;
	lower_ledger(l, a->location, "memory is filled with zeros that are taken not to end inside a pointer");
	mark(r, a, cuts(l, a, c, a->pointer, split == SPLIT_ALIGNED), "zeros that end inside a pointer");
}

void split_copy(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct lowering *l = r->l;
	enum region_split split = c->pointer ? region_splits(l->regions, a->record) : SPLIT_NONE;
	if (split == SPLIT_NONE)
		return;
	bool aligned = split == SPLIT_ALIGNED;
	lower_ledger(l, a->location, "memory is copied that is taken not to begin or end inside a pointer");
	term cut = term_or(l->bank, cuts(l, a, c, a->pointer, aligned), cuts(l, a, c, a->from, aligned));
	mark(r, a, cut, "a copy that ends inside a pointer");
}
