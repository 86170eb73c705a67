#include "query.h"

/* Disjunctions are built as balanced trees: neither deep nor quadratic. */
struct terms VEC_BODY(term);

static term disjunction(struct bank *bank, struct terms *list)
{
	while (list->count > 1) {
		size_t kept = 0;
		for (size_t i = 0; i < list->count; i += 2)
			list->at[kept++] =
				i + 1 < list->count ? term_or(bank, list->at[i], list->at[i + 1]) : list->at[i];
		list->count = kept;
	}
	term result = list->count ? list->at[0] : term_false(bank);
	vec_free(list);
	return result;
}

static void push_violations(struct terms *list, const struct vc_result *r)
{
	for (size_t i = 0; i < r->violation_count; i++)
		vec_push(list, r->violations[i].condition);
}

term query_under(struct bank *bank, const struct vc *vc)
{
	const struct vc_result *r = vc_result(vc);
	struct terms bad = { 0 }, unknown = { 0 };
	push_violations(&bad, r);
	term violated = disjunction(bank, &bad);
	if (term_is_false(bank, violated))
		return violated;
	for (size_t i = 0; i < r->open_count; i++)
		vec_push(&unknown, r->open[i]->path->full);
	return term_and(bank, violated, term_not(bank, disjunction(bank, &unknown)));
}

/* An open call is made, and its callee violates. */
static term failing(struct bank *bank, const struct vc_edge *edge)
{
	return edge->fails ? term_and(bank, edge->path->full, edge->fails) : edge->path->full;
}

term query_over(struct bank *bank, const struct vc *vc, bool (*blocked)(void *context, const struct vc_edge *edge),
		void *context)
{
	const struct vc_result *r = vc_result(vc);
	struct terms bad = { 0 }, forbidden = { 0 };
	push_violations(&bad, r);
	for (size_t i = 0; !blocked && i < r->cut_count; i++)
		vec_push(&bad, r->cuts[i].condition);
	for (size_t i = 0; i < r->open_count; i++) {
		if (blocked && blocked(context, r->open[i]))
			vec_push(&forbidden, r->open[i]->path->full);
		else if (vc_may_violate(vc, r->open[i]))
			vec_push(&bad, failing(bank, r->open[i]));
	}
	return term_and(bank, disjunction(bank, &bad), term_not(bank, disjunction(bank, &forbidden)));
}

term query_beyond(struct bank *bank, const struct vc *vc)
{
	const struct vc_result *r = vc_result(vc);
	struct terms beyond = { 0 };
	for (size_t i = 0; i < r->cut_count; i++)
		vec_push(&beyond, r->cuts[i].condition);
	for (size_t i = 0; i < r->open_count; i++)
		if (r->open[i]->over_bound)
			vec_push(&beyond, r->open[i]->path->full);
	return disjunction(bank, &beyond);
}
