/* Facts about pointers (validity.h). */
#include "validity.h"

#include <string.h>

struct validity validity_unknown(void)
{
	return (struct validity){ .states = STATES_ANY };
}

bool validity_equal(const struct validity *a, const struct validity *b)
{
	return a->nonnull == b->nonnull && a->given == b->given && a->older == b->older && a->states == b->states &&
	       a->size == b->size && a->count == b->count &&
	       !memcmp(a->inside, b->inside, a->count * sizeof *a->inside);
}

static bool is_run_of(const struct validity *v, struct run r)
{
	for (uint32_t i = 0; i < v->count; i++)
		if (v->inside[i].from == r.from && v->inside[i].to == r.to)
			return true;
	return false;
}

/* A fact that is left out is no mistake: there is room for a few. */
static void push(struct validity *v, int64_t from, int64_t to)
{
	if (v->count < VALIDITY_RUNS && from < to && from > -VALIDITY_LIMIT && to < VALIDITY_LIMIT)
		v->inside[v->count++] = (struct run){ (int32_t)from, (int32_t)to };
}

struct validity validity_meet(const struct validity *a, const struct validity *b, bool widens)
{
	struct validity m = {
		.nonnull = a->nonnull && b->nonnull,
		.given = a->given && b->given,
		.older = a->older && b->older,
		.states = a->states | b->states,
		.size = a->size < b->size ? a->size : b->size,
	};
	for (uint32_t i = 0; i < a->count; i++)
		for (uint32_t k = 0; k < b->count; k++) {
			struct run x = a->inside[i], y = b->inside[k];
			struct run r = { x.from > y.from ? x.from : y.from, x.to < y.to ? x.to : y.to };
			if (!widens || (is_run_of(a, r) && is_run_of(b, r)))
				push(&m, r.from, r.to);
		}
	if (widens && m.size != a->size)
		m.size = 0;
	return m;
}

struct validity validity_both(const struct validity *a, const struct validity *b)
{
	struct validity m = *a;
	m.nonnull |= b->nonnull;
	m.given |= b->given;
	m.older |= b->older;
	m.states &= b->states;
	m.size = a->size > b->size ? a->size : b->size;
	for (uint32_t i = 0; i < b->count; i++)
		validity_add(&m, b->inside[i]);
	return m;
}

void validity_add(struct validity *v, struct run r)
{
	struct validity old = *v;
	bool is_in = false;
	if (validity_has(v, r))
		return;
	for (uint32_t i = 0; i < old.count; i++)
		if (old.inside[i].from <= r.to && r.from <= old.inside[i].to) {
			r.from = r.from < old.inside[i].from ? r.from : old.inside[i].from;
			r.to = r.to > old.inside[i].to ? r.to : old.inside[i].to;
		}
	v->count = 0;
	for (uint32_t i = 0; i < old.count; i++) {
		if (!is_in && r.from < old.inside[i].from) {
			push(v, r.from, r.to);
			is_in = true;
		}
		if (old.inside[i].to < r.from || old.inside[i].from > r.to)
			push(v, old.inside[i].from, old.inside[i].to);
	}
	if (!is_in)
		push(v, r.from, r.to);
}

bool validity_has(const struct validity *v, struct run r)
{
	for (uint32_t i = 0; i < v->count; i++)
		if (v->inside[i].from <= r.from && r.to <= v->inside[i].to)
			return true;
	return false;
}

struct validity validity_moved(const struct validity *v, int64_t bytes)
{
	struct validity m = *v;
	m.count = 0;
	for (uint32_t i = 0; i < v->count; i++)
		push(&m, v->inside[i].from - bytes, v->inside[i].to - bytes);
	return m;
}
