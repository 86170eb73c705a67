/* What calls do, by the bodies of all functions that they reach (C11 6.5.2.2p10: the bodies are not interleaved with the
 * caller's evaluations, but their order is open). */
#include "ast_query.h"
#include "declaration_query.h"
#include "effects_state.h"
#include "ir.h"
#include "known.h"
#include "lowering.h"
#include "sequence.h"

/* ---- all that is reached ---- */

static void add_effects(struct effects *to, const struct effects *from)
{
	to->reads |= from->reads;
	to->writes |= from->writes;
	to->frees |= from->frees;
	to->allocates |= from->allocates;
	to->stops |= from->stops;
	to->leaves |= from->leaves;
	to->fails |= from->fails;
	for (size_t i = 0; i < from->named.count; i++)
		effects_add_object(to, from->named.at[i], table_get(&from->objects, from->named.at[i], 0));
}

/* The effects of BODY and of all that it calls. */
static struct effects *effects_from(struct lowering *l, struct body *body)
{
	struct effects *effects = arena_alloc(l->arena, sizeof *effects);
	VEC(struct body *) work = { 0 };
	uint32_t round = ++l->effects->rounds;
	vec_push(&l->effects->all, effects);
	vec_push(&work, body);
	body->round = round;
	while (work.count) {
		body = vec_pop(&work);
		body_scan(l, body);
		add_effects(effects, &body->effects);
		for (size_t i = 0; i < body->calls.count; i++) {
			struct body *called = body->calls.at[i];
			if (called->round != round)
				vec_push(&work, called);
			called->round = round;
		}
	}
	vec_free(&work);
	return effects;
}

/* D if all its calls do the same; NULL if that depends on the call's arguments: on a format, on where strtol() stores. */
static const struct declaration *alike(const struct declaration *d)
{
	const struct libc_function *f = known_function(d);
	return f && (f->by == LIBC_FORMAT || libc_has(libc_resolved(f), LIBC_CONVERTS)) ? NULL : d;
}

const struct effects *effects_of_call(struct lowering *l, const struct expression *e)
{
	const struct declaration *d = alike(expression_called(e));
	const struct effects *known = d ? table_get(&l->effects->of_call, d, NULL) : NULL;
	if (known)
		return known;
	const struct effects *effects = effects_from(l, body_of_call(l, e));
	if (d)
		table_put(&l->effects->of_call, d, effects);
	return effects;
}

const struct effects *effects_of_expression(struct lowering *l, const struct expression *e)
{
	return effects_from(l, body_of_expression(l, e));
}

/* ---- conflicts ---- */

/* Does A write what B accesses? */
static bool writes_for(const struct effects *a, const struct effects *b)
{
	if (a->writes && (b->reads || b->writes))
		return true;
	for (size_t i = 0; i < a->named.count; i++) {
		const struct declaration *d = a->named.at[i];
		uint64_t mine = table_get(&a->objects, d, 0);
		uint64_t theirs = table_get(&b->objects, d, 0);
		if (mine & ACCESS_WRITE && theirs)
			return true;
		if (!declaration_address_taken(d))
			continue;
		if ((mine & ACCESS_WRITE && (b->reads || b->writes)) || b->writes)
			return true;
	}
	return false;
}

/* Does it leave something behind? */
static bool leaves_traces(const struct effects *e)
{
	if (e->writes || e->frees || e->allocates || e->stops)
		return true;
	for (size_t i = 0; i < e->named.count; i++)
		if (table_get(&e->objects, e->named.at[i], 0) & ACCESS_WRITE)
			return true;
	return false;
}

bool effects_conflict(const struct effects *a, const struct effects *b)
{
	if (writes_for(a, b) || writes_for(b, a))
		return true;
	if ((a->frees && (b->reads || b->writes || b->frees)) || (b->frees && (a->reads || a->writes)))
		return true;
	if ((a->leaves && leaves_traces(b)) || (b->leaves && leaves_traces(a)))
		return true;
	return (a->stops && b->fails) || (b->stops && a->fails);
}

void effects_init(struct lowering *l)
{
	l->effects = arena_alloc(l->arena, sizeof *l->effects);
}

void effects_release(struct lowering *l)
{
	for (size_t i = 0; i < l->effects->all.count; i++) {
		table_free(&l->effects->all.at[i]->objects);
		vec_free(&l->effects->all.at[i]->named);
	}
	vec_free(&l->effects->all);
	table_free(&l->effects->of_call);
	bodies_release(l);
}
