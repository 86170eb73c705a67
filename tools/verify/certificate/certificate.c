#include "certificate.h"

/* In the queries of one part of a proof together, or in one of them. */
enum { MOST_TERMS = 60000 };

struct certificate certificate_new(const struct subject *subject, enum certificate_method method)
{
	struct certificate c = { .method = method, .name = "", .loops = subject->loops.count };
	c.invariants = memory_alloc((c.loops + 1) * sizeof *c.invariants);
	return c;
}

void certificate_release(struct certificate *c)
{
	for (size_t i = 0; i < c->loops; i++)
		vec_free(&c->invariants[i]);
	memory_free(c->invariants);
	for (size_t i = 0; i < c->lines.count; i++)
		memory_free(c->lines.at[i].text);
	vec_free(&c->lines);
	contracted_free(c->contracted);
}

/* --- parts --- */

static void count(void *context, term t)
{
	(void)t;
	++*(size_t *)context;
}

/* So many terms. */
static size_t size_of(const struct bank *bank, const struct disjuncts *list)
{
	struct table seen = { 0 };
	size_t size = 0;
	for (size_t i = 0; i < list->count; i++)
		term_visit(bank, list->at[i], &seen, count, &size);
	table_free(&seen);
	return size;
}

static void drop_false(const struct bank *bank, struct disjuncts *list)
{
	size_t n = 0;
	for (size_t i = 0; i < list->count; i++)
		if (!term_is_false(bank, list->at[i]))
			list->at[n++] = list->at[i];
	list->count = n;
}

void parts_add(struct parts *parts, struct bank *bank, struct disjuncts *list, const char *about, struct arena *arena)
{
	drop_false(bank, list);
	size_t size = size_of(bank, list), most = size ? MOST_TERMS / size : 1;
	size_t pieces = list->count < most ? list->count : most > 1 ? most : 1;
	for (size_t i = 0; i < pieces && list->count; i++) {
		struct disjuncts any = { 0 };
		size_t end = list->count * (i + 1) / pieces;
		for (size_t k = list->count * i / pieces; k < end; k++)
			vec_push(&any, list->at[k]);
		const char *one = pieces == 1 ? about : arena_format(arena, "%s (%zu of %zu)", about, i + 1, pieces);
		vec_push(parts, ((struct part){ .violated = disjunction_of(bank, &any), .about = one }));
	}
	vec_free(list);
}
