/* memset, memcpy, memmove (C11 7.24.2, 7.24.6): block operations on the maps. What loops is written in C: library.c. */

#include "access.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "library_call.h"
#include "lower.h"
#include "model.h"
#include "object.h"
#include "region.h"
#include "rvalue.h"

struct rvalue model_memset(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term count = lower_size_argument(l, e, values, 2);
	lower_check_area(l, values[0], count, true, e->expression);
	access_fill(l, values[0].term, values[0].node, resize(l, values[1].term, 8, false), count);
	return values[0];
}

struct rvalue model_bzero(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term count = lower_size_argument(l, e, values, 1);
	lower_check_area(l, values[0], count, true, e->expression);
	access_fill(l, values[0].term, values[0].node, term_bv(bank_of(l), 8, 0), count);
	return lower_nothing(l, e->type);
}

static struct rvalue copied(struct lowering *l, const struct library_call *e, bool may_overlap)
{
	struct rvalue *values = lower_held_arguments(l, e);
	term count = lower_size_argument(l, e, values, 2);
	lower_check_area(l, values[1], count, false, e->expression);
	lower_check_area(l, values[0], count, true, e->expression);
	if (!may_overlap)
		check_overlap(l, values[0].term, count, values[1].term, count, e->expression);
	access_copy(l, values[0].term, values[0].node, values[1].term, values[1].node, count);
	return values[0];
}

struct rvalue model_memcpy(struct lowering *l, const struct library_call *e)
{
	return copied(l, e, false);
}

struct rvalue model_memmove(struct lowering *l, const struct library_call *e)
{
	return copied(l, e, true);
}

struct rvalue model_mempcpy(struct lowering *l, const struct library_call *e)
{
	struct rvalue pointer = copied(l, e, false);
	struct rvalue count = lower_value(l, e->arguments[2].expression);
	node f = node_new(regions_of(l));
	node_index(regions_of(l), f, pointer.node, 1);
	return rvalue_scalar(pointer_add(l, pointer.term, resize(l, count.term, word_width(l), false)), f);
}

/* __plumb_disjoint(p, n, q, m), of library.c */
struct rvalue model_disjoint(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e);
	check_overlap(l, values[0].term, lower_size_argument(l, e, values, 1), values[2].term,
		      lower_size_argument(l, e, values, 3), NULL);
	return lower_nothing(l, e->type);
}
