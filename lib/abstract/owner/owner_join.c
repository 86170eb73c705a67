/* What holds in two states (owner.h), and whether one says no more than another. */
#include "owner.h"
#include "owner_parts.h"

static bool is_null_variable(const struct domain *d, const struct facts *f, uint32_t variable)
{
	const struct known *k = facts_get(f, key_of(variable, 0, 0));
	return k && k->target_count == 1 && object_is_null(d, k->targets[0].object);
}

/* How the variable is where it is null, if it is nothing else. */
static bool variable_at(const struct domain *d, const struct facts *f, const struct owners *o, uint32_t variable,
			struct owner_variable *v)
{
	uint32_t i = owner_find(o, variable);
	if (i != OWNER_NONE && !is_null_variable(d, f, variable)) {
		*v = o->variables[i];
		return true;
	}
	*v = (struct owner_variable){ variable, OWNER_NONE, owner_nowhere };
	return is_null_variable(d, f, variable);
}

/* What each of two variables is, of which one state says A, and the other one B, in both. False: there is nothing. A root can be called
 * at any cell: it counts no more then. */
static bool meet_places(const struct owner_variable *a, const struct owner_variable *b, struct owner_address *at)
{
	*at = a->class == OWNER_NONE || a->at.map == OWNER_NONE ? b->at : a->at;
	at->is_exact = a->at.is_exact && b->at.is_exact;
	return a->at.map == OWNER_NONE || b->at.map == OWNER_NONE || owner_address_equal(&a->at, &b->at);
}

struct joining {
	struct domain *domain;
	const struct facts *facts[2];
	const struct owners *of[2];
	uint32_t classes[OWNERS_VARIABLES][2]; /* of each class of the joined state, what it was */
	uint32_t class_count;
};

/* The class that was these two, which may be new; OWNER_NONE: one of them is another one already. */
static uint32_t joined_class(struct joining *j, const uint32_t classes[2])
{
	for (uint32_t i = 0; i < j->class_count; i++) {
		const uint32_t *other = j->classes[i];
		if (other[0] == classes[0] && other[1] == classes[1])
			return i;
		for (unsigned side = 0; side < 2; side++)
			if (classes[side] != OWNER_NONE && other[side] == classes[side])
				return OWNER_NONE;
	}
	j->classes[j->class_count][0] = classes[0];
	j->classes[j->class_count][1] = classes[1];
	return j->class_count++;
}

/* In both states the variable is what the same cell has, be it null. */
static bool are_exact(const struct owners *const states[2], uint32_t variable, struct owner_variable of[2])
{
	uint32_t a = owner_find(states[0], variable), b = owner_find(states[1], variable);
	if (a == OWNER_NONE || b == OWNER_NONE)
		return false;
	of[0] = states[0]->variables[a];
	of[1] = states[1]->variables[b];
	return of[0].at.is_exact && of[1].at.is_exact && owner_address_equal(&of[0].at, &of[1].at);
}

static void join_variable(struct joining *j, struct owners *o, uint32_t variable)
{
	struct owner_variable of[2];
	struct owner_address at;
	if (o->variable_count == OWNERS_VARIABLES || owner_find(o, variable) != OWNER_NONE)
		return;
	bool is_same = are_exact(j->of, variable, of);
	for (unsigned side = 0; side < 2 && !is_same; side++)
		if (!variable_at(j->domain, j->facts[side], j->of[side], variable, &of[side]))
			return;
	if (!meet_places(&of[0], &of[1], &at))
		return;
	uint32_t classes[2] = { of[0].class, of[1].class };
	if (classes[0] == OWNER_NONE && classes[1] == OWNER_NONE)
		classes[0] = classes[1] = OWNER_CONSTANT | variable; /* of its own */
	uint32_t class = joined_class(j, classes);
	if (class != OWNER_NONE)
		owner_add(o, variable, class, &at);
}

static void join_cells(struct joining *j, struct owners *o)
{
	for (unsigned side = 0; side < 2; side++)
		for (uint32_t i = 0; i < j->of[side]->cell_count; i++) {
			const struct owner_cell *c = &j->of[side]->cells[i];
			if (owner_counts(j->of[!side], c) || facts_is_absent(j->domain, j->facts[!side], c->object))
				owner_put_cell(o, c);
		}
}

/* An exception where there is none costs nothing; where there is no room its cells count no more. */
static void join_exceptions(struct domain *d, struct owners *of, const struct facts *f, struct owners *o)
{
	for (uint32_t i = of->exception_count; i-- > 0;)
		if (o->exception_count < OWNERS_EXCEPTIONS)
			owner_except(d, f, o, &of->exceptions[i]);
		else
			owner_settle(d, f, of, i);
}

static void join_owners(struct domain *d, struct owners *a, const struct facts *fa, struct owners *b,
			const struct facts *fb, struct owners *o)
{
	*o = (struct owners){ .sites = a->sites & b->sites,
			      .has_hidden = a->has_hidden | b->has_hidden,
			      .changed_hidden = a->changed_hidden | b->changed_hidden,
			      .has_outer = a->has_outer | b->has_outer };
	join_exceptions(d, a, fa, o);
	join_exceptions(d, b, fb, o);
	struct joining j = { d, { fa, fb }, { a, b }, { { 0 } }, 0 };
	for (uint32_t i = 0; i < a->variable_count; i++)
		join_variable(&j, o, a->variables[i].variable);
	for (uint32_t i = 0; i < b->variable_count; i++)
		join_variable(&j, o, b->variables[i].variable);
	join_cells(&j, o);
	owner_join_held(d, j.of, j.facts, o);
}

const struct facts *owners_joined(struct domain *d, const struct facts *joined, const struct facts *a,
				  const struct facts *b)
{
	struct owners x, y, o;
	const struct known *in_both = facts_get(a, OWNER_FACT);
	if (in_both && owners_at(d, a) == owners_at(d, b))
		return facts_put(d, joined, OWNER_FACT, in_both);
	if (!owners_of(d, a, &x) || !owners_of(d, b, &y))
		return owners_put(d, joined, NULL);
	join_owners(d, &x, a, &y, b, &o);
	return owners_put(d, joined, &o);
}

bool owners_include(struct domain *d, const struct facts *outer, const struct facts *inner)
{
	struct owners x, y, o;
	if (!owners_of(d, outer, &x) || owners_at(d, outer) == owners_at(d, inner))
		return true;
	if (!owners_of(d, inner, &y))
		return false;
	const struct owners was = x;
	join_owners(d, &x, outer, &y, inner, &o);
	owners_normalise(&o);
	return owners_equal(&o, &was);
}
