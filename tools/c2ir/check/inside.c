/* Moves that are taken to stay in an array (or union) that is part of a larger object: the one assumption of the points-to analysis
 * (docs/heap.md; C11 6.5.6p8, J.2). The ledger has the first that there is, unless it is seen to stay there:
 *
 *	a[i]        i is a constant, or has a term whose value is always less than the length; or --check=subobject asserts it
 *	p + i       p is only into arrays that are objects of their own: what leaves these is out of bounds
 *	            or i is not negative, and the arrays end where their objects do */
#include "ast_expression.h"
#include "check_rule.h"
#include "check_state.h"
#include "checked.h"
#include "checks.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "region.h"
#include "symbol.h"
#include "type_object.h"
#include "type_class.h"
#include "type_integer.h"

/* ---- the values of a term ---- */

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t all_ones(uint32_t width)
{
	return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

static uint64_t largest(const struct bank *b, term t, int depth);

/* The same without the lowest bits, or divided. Of a term of more than 64 bits UINT64_MAX says nothing. */
static uint64_t less(const struct bank *b, term of, int depth, uint32_t bits, uint64_t divisor, uint64_t most)
{
	uint64_t whole = largest(b, of, depth);
	bool known = bits < 64 && (whole != UINT64_MAX || term_width(b, of) <= 64);
	return known ? smaller((whole >> bits) / divisor, most) : most;
}

/* No value of the term, as an unsigned number, is larger; of more than 64 bits UINT64_MAX: that is not known. */
static uint64_t largest(const struct bank *b, term t, int depth)
{
	uint64_t most = all_ones(term_width(b, t));
	if (term_is_constant(b, t))
		return term_fits(b, t) ? term_value(b, t) : most;
	if (depth == 0)
		return most;
	depth--;
	switch (term_op(b, t)) {
	case OP_ITE:
		return larger(largest(b, term_arg(b, t, 1), depth), largest(b, term_arg(b, t, 2), depth));
	case OP_BVAND:
		return smaller(largest(b, term_arg(b, t, 0), depth), largest(b, term_arg(b, t, 1), depth));
	case OP_BVUREM:
	case OP_BVUDIV:
		if (!term_is_constant(b, term_arg(b, t, 1)) || !term_fits(b, term_arg(b, t, 1)) ||
		    !term_value(b, term_arg(b, t, 1)))
			return most;
		if (term_op(b, t) == OP_BVUREM)
			return term_value(b, term_arg(b, t, 1)) - 1;
		return less(b, term_arg(b, t, 0), depth, 0, term_value(b, term_arg(b, t, 1)), most);
	case OP_BVLSHR:
		if (!term_is_constant(b, term_arg(b, t, 1)) || !term_fits(b, term_arg(b, t, 1)) ||
		    term_value(b, term_arg(b, t, 1)) > 63)
			return most;
		return less(b, term_arg(b, t, 0), depth, (uint32_t)term_value(b, term_arg(b, t, 1)), 1, most);
	case OP_ZERO_EXTEND:
		return largest(b, term_arg(b, t, 0), depth);
	case OP_CONCAT:
		if (largest(b, term_arg(b, t, 0), depth) == 0)
			return largest(b, term_arg(b, t, 1), depth);
		return most;
	case OP_EXTRACT:
		return less(b, term_arg(b, t, 0), depth, term_index(b, t, 1), 1, most);
	default:
		return most;
	}
}

/* ---- recorded ---- */

void check_moved(struct lowering *l, const struct expression *e, term index, node from, const int64_t *bytes)
{
	enum { DEPTH = 12 };
	if (!from)
		return;
	const struct expression *array = check_subscripted(e);
	bool forwards = e->operation == BINARY_POINTER_ADD;
	uint64_t most = largest(l->bank, index, DEPTH);
	uint32_t width = term_width(l->bank, index);
	bool is_signed = type_is_integer(e->right->type) && type_is_signed(l->types, e->right->type);
	bool positive = width <= 64 && (!is_signed || most <= all_ones(width - 1));
	if (array && forwards && positive && most <= type_length(array->type) - !!e->is_subscript)
		return;
	if (array && e->is_subscript && checks(l, CHECK_SUBOBJECT))
		return;
	vec_push(&l->check->moves, (struct move){ .from = from,
						  .location = e->location,
						  .bytes = bytes ? *bytes : 0,
						  .step = e->variable_step ? 1 : e->step,
						  .library = lower_in_library(l),
						  .known = bytes != NULL,
						  .forwards = array && forwards && positive });
}

void check_moved_area(struct lowering *l, node from)
{
	if (from)
		vec_push(&l->check->moves, (struct move){ .from = from,
							  .location = l->location,
							  .step = 1,
							  .forwards = true,
							  .library = lower_in_library(l) });
}

/* The first, if there is one; those of the library if the program has none of its own. */
static const struct move *find_move(struct lowering *l, bool library)
{
	for (size_t i = 0; i < l->check->moves.count; i++) {
		const struct move *m = &l->check->moves.at[i];
		if (m->library == library &&
		    region_stays(l->regions, m->from, m->known ? &m->bytes : NULL, m->step, m->forwards))
			return m;
	}
	return NULL;
}

void check_moves(struct lowering *l)
{
	const struct move *m = find_move(l, false);
	if (!m)
		m = find_move(l, true);
	if (m)
		lower_ledger(l, m->location, "an index into an array inside a larger object stays in that array");
}
