/* What is known of pointers in memory of bytes as long as a tag in the same object has a value (whole.h). */
#include "whole.h"

#include "statement.h"

enum { MOST_GUARDS = 256 };

/* ---- guards ---- */

/* Its number; MOST_GUARDS: there are too many. */
static uint32_t guard_number(struct domain *d, const struct guard *g)
{
	struct wholes *w = d->wholes;
	uint64_t hash = hash_mix(hash_mix(g->tag->index, g->provenance->index), hash_mix(g->cell, g->value));
	hash = hash == UINT64_MAX ? 0 : hash;
	uint32_t number = table_get(&w->guard_of, hash, 0);
	if (number) {
		const struct guard *known = &w->guards.at[number - 1];
		bool is_same = known->tag == g->tag && known->provenance == g->provenance && known->cell == g->cell &&
			       known->value == g->value;
		return is_same ? number - 1 : MOST_GUARDS;
	}
	if (w->guards.count == MOST_GUARDS)
		return MOST_GUARDS;
	vec_push(&w->guards, *g);
	table_put(&w->guard_of, hash, w->guards.count);
	return (uint32_t)w->guards.count - 1;
}

/* That the key is of; NULL: it is of none. */
static const struct guard *guard_of_key(const struct domain *d, fact_key key)
{
	uint32_t variable = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	bool is_guard = !(variable & KEY_LOCAL) && (variable & GUARD_VARIABLE) == GUARD_VARIABLE && d->wholes &&
			(variable & ~(uint32_t)GUARD_VARIABLE) < d->wholes->guards.count;
	return is_guard ? &d->wholes->guards.at[variable & ~(uint32_t)GUARD_VARIABLE] : NULL;
}

static fact_key whole_key_of(const struct guard *g, uint32_t object, uint32_t cell)
{
	return key_of(WHOLE_VARIABLE | g->provenance->index, object, cell);
}

/* ---- what holds without a fact ---- */

/* What holds of the pointer if the tag has the value: *k; false: anything may. The tag may have it. */
static bool holds_then(const struct domain *d, const struct guard *g, uint32_t number, uint32_t object, uint32_t cell,
		       const struct facts *f, struct known *k)
{
	const struct known *fact = facts_get(f, guard_key(number, object, cell));
	fact = fact ? fact : facts_get(f, whole_key_of(g, object, cell));
	if (fact)
		*k = *fact;
	(void)d;
	return fact;
}

bool guard_is_implied(const struct domain *d, fact_key key, const struct known *k, const struct facts *f)
{
	const struct guard *g = guard_of_key(d, key);
	if (!g)
		return false;
	const struct known *whole = facts_get(f, whole_key_of(g, key_object(key), key_cell(key)));
	return !tag_may_be(g, key_object(key), f) || (whole && known_includes(d, k, whole));
}

/* ---- joins ---- */

struct joining {
	struct domain *d;
	const struct facts *a, *b, *joined;
	const struct thresholds *widen;
	/* of the pointer at hand */
	const struct variable *provenance;
	uint32_t object, cell;
	const struct tag *tag;
};

/* What holds of the guard in both. */
static void join_guard(struct joining *j, const struct guard *g, uint32_t number, uint32_t object, uint32_t cell)
{
	struct domain *d = j->d;
	struct known x, y;
	bool in_a = tag_may_be(g, object, j->a), in_b = tag_may_be(g, object, j->b);
	if ((in_a && !holds_then(d, g, number, object, cell, j->a, &x)) ||
	    (in_b && !holds_then(d, g, number, object, cell, j->b, &y)) || (!in_a && !in_b))
		return;
	/* Of what is widened the older one says more than was known: that has an end, as a fact that was once made only grows. */
	struct known k = !in_a ? y : !in_b ? x : j->widen ? known_widen(d, &x, &y, j->widen) : known_join(d, &x, &y);
	const struct known *whole = facts_get(j->joined, whole_key_of(g, object, cell));
	fact_key key = guard_key(number, object, cell);
	if (!whole || !known_includes(d, &k, whole))
		j->joined = facts_put(d, j->joined, key, &k);
}

/* A tag of the object that differs. */
static void visit_tag(void *context, fact_key key, const struct known *k)
{
	struct joining *j = context;
	(void)k;
	for (uint32_t i = 0; i < j->tag->count; i++) {
		uint32_t tag = (uint32_t)(j->tag - j->d->wholes->tags.at);
		struct guard g = { j->tag->map, j->provenance, key_cell(key), j->tag->values[i], tag, i };
		if (tag_may_be(&g, j->object, j->a) == tag_may_be(&g, j->object, j->b))
			continue;
		uint32_t number = guard_number(j->d, &g);
		if (number < MOST_GUARDS)
			join_guard(j, &g, number, j->object, j->cell);
	}
}

/* A pointer in one of the two. */
static void visit_whole(void *context, fact_key key, const struct known *k)
{
	struct joining *j = context;
	const struct wholes *w = j->d->wholes;
	uint32_t number = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS)) & ~(uint32_t)WHOLE_VARIABLE;
	const struct known *a = facts_get(j->a, key), *b = facts_get(j->b, key);
	(void)k;
	if (a && b && known_equal(a, b))
		return;
	j->provenance = j->d->program->globals[number];
	j->object = key_object(key);
	j->cell = key_cell(key);
	for (size_t i = 0; i < w->tags.count; i++) {
		j->tag = &w->tags.at[i];
		struct key_range range = keys_of_object(TAG_VARIABLE | (uint32_t)i, j->object);
		facts_visit_range(j->a, range, visit_tag, j);
		facts_visit_range(j->b, range, visit_tag, j);
	}
}

static void visit_guard(void *context, fact_key key, const struct known *k)
{
	struct joining *j = context;
	const struct guard *g = guard_of_key(j->d, key);
	(void)k;
	if (g && !(facts_get(j->a, key) && facts_get(j->b, key)))
		join_guard(j, g, (uint32_t)(g - j->d->wholes->guards.at), key_object(key), key_cell(key));
}

const struct facts *guards_joined(struct domain *d, const struct facts *joined, const struct facts *a,
				  const struct facts *b, const struct thresholds *widen)
{
	struct joining j = { .d = d, .a = a, .b = b, .joined = joined, .widen = widen };
	struct key_range wholes = { key_of(WHOLE_VARIABLE, 0, 0), KEY_OBJECT_BITS + KEY_CELL_BITS + WHOLE_BITS };
	struct key_range guards = { key_of(GUARD_VARIABLE, 0, 0), KEY_OBJECT_BITS + KEY_CELL_BITS + WHOLE_BITS };
	facts_visit_range(a, wholes, visit_whole, &j);
	facts_visit_range(b, wholes, visit_whole, &j);
	facts_visit_range(a, guards, visit_guard, &j);
	facts_visit_range(b, guards, visit_guard, &j);
	return j.joined;
}

/* ---- tags that change, and that become known ---- */

void guards_forget(struct place *p, const struct variable *tag, uint32_t object, uint32_t cell,
		   const struct known *value)
{
	struct domain *d = p->domain;
	const struct wholes *w = d->wholes;
	for (uint32_t i = 0; i < w->guards.count; i++) {
		const struct guard *g = &w->guards.at[i];
		if (g->tag != tag || (cell && g->cell != cell) || (value && !number_holds(value->low, g->value)))
			continue;
		uint32_t variable = GUARD_VARIABLE | i;
		p->facts = facts_remove(d, p->facts,
					object ? keys_of_object(variable, object) : keys_of_variable(variable));
	}
}

struct learning {
	struct place *p;
	const struct guard *guard;
	bool is_possible;
};

static void take(void *context, fact_key key, const struct known *k)
{
	struct learning *l = context;
	struct place *p = l->p;
	fact_key whole = whole_key_of(l->guard, key_object(key), key_cell(key));
	const struct known *now = facts_get(p->facts, whole);
	struct known both = now ? known_meet(p->domain, now, k) : *k;
	l->is_possible &= !known_is_none(&both);
	if (!known_is_none(&both))
		p->facts = facts_put(p->domain, p->facts, whole, &both);
}

bool wholes_learn(struct place *p, const struct variable *map, uint32_t object, uint32_t cell, const struct known *k)
{
	const struct wholes *w = p->domain->wholes;
	struct learning l = { .p = p, .is_possible = true };
	uint64_t value;
	tags_learn(p, map, object, cell, k);
	if (!w->guards.count || !cell || k->width > 64 || !number_is_constant(k->low, &value))
		return true;
	for (uint32_t i = 0; i < w->guards.count; i++) {
		l.guard = &w->guards.at[i];
		if (l.guard->tag == map && l.guard->cell == cell && l.guard->value == value)
			facts_visit_range(p->facts, keys_of_object(GUARD_VARIABLE | i, object), take, &l);
	}
	return l.is_possible;
}

bool wholes_assumed(struct place *p, term condition, bool holds)
{
	struct bank *bank = p->domain->program->bank;
	if (!p->domain->wholes->guards.count)
		return true;
	for (; term_op(bank, condition) == OP_NOT; holds = !holds)
		condition = term_arg(bank, condition, 0);
	if (!holds || term_op(bank, condition) != OP_EQ || !term_is_constant(bank, term_arg(bank, condition, 1)))
		return true;
	term read = term_arg(bank, condition, 0);
	for (unsigned n = 0; n < 3 && term_op(bank, read) == OP_VARIABLE; n++)
		read = place_defined(p, read);
	if (term_op(bank, read) != OP_SELECT)
		return true;
	struct known k = known_constant(p->domain, term_arg(bank, condition, 1));
	return place_restrict(p, read, &k);
}
