/* That an object hangs from a variable by a chain of cells, as conditions about one object that a global holds, if links lead to older
 * objects only: a chain from v reaches whatever its link does not pass over.
 *
 *   it is not newer than the object of v; and of each object that is newer than it the link leads to one that is not older
 *
 * Or the other way round. Where v is null nothing hangs from it. These are guesses. */
#include "describe.h"

#include "age.h"
#include "pointee.h"

struct chain {
	struct place *place;
	struct bank *bank;
	term it; /* the object, an identity */
	void (*add)(void *context, term condition);
	void *context;
};

static term born(const struct chain *c, term identity)
{
	return term_select(c->bank, c->place->sites->born, identity);
}

/* Is the first one made before the second one, or, if chains lead to what is newer, behind it? */
static term is_before(const struct chain *c, unsigned ages, term first, term second)
{
	return ages == AGE_OLDER ? term_binary(c->bank, OP_BVULT, born(c, first), born(c, second))
				 : term_binary(c->bank, OP_BVULT, born(c, second), born(c, first));
}

static term is_alive(const struct chain *c, term identity, uint64_t alive)
{
	term state = term_select(c->bank, c->place->domain->state->term, identity);
	return term_eq(c->bank, state, term_bv(c->bank, term_width(c->bank, state), alive));
}

/* T is a pointer to what a chain goes on with, as far as it. */
static term reaches(const struct chain *c, unsigned ages, term t)
{
	term identity = describe_identity(c->place->domain, t);
	term null = term_eq(c->bank, identity, term_bv(c->bank, term_width(c->bank, identity), 0));
	return term_and(c->bank, term_not(c->bank, null), term_not(c->bank, is_before(c, ages, identity, c->it)));
}

static term is_of(const struct chain *c, uint32_t object)
{
	const struct domain *d = c->place->domain;
	term name = describe_name(d, object);
	return name ? term_eq(c->bank, c->it, name) : describe_site_of(c->place, c->it, &d->objects.at[object]);
}

/* It is alive, and of a site of these targets; 0: that cannot be said. */
static term is_one_of(const struct chain *c, const struct known *k)
{
	struct domain *d = c->place->domain;
	term any = term_false(c->bank);
	uint64_t alive;
	for (uint32_t i = 0; k && k->target_count != TARGETS_ANY && i < k->target_count; i++) {
		uint32_t site = object_site(d, k->targets[i].object);
		term here = site && later_state(d, site, &alive) ? is_of(c, site) : 0;
		if (here)
			any = term_or(c->bank, any, term_and(c->bank, here, is_alive(c, c->it, alive)));
	}
	return term_is_false(c->bank, any) ? 0 : any;
}

static void say_if(const struct chain *c, term given, term condition)
{
	c->add(c->context, term_or(c->bank, term_not(c->bank, given), condition));
}

static struct chain chain_of(struct place *p, void (*add)(void *context, term condition), void *context)
{
	return (struct chain){ p, p->domain->program->bank, p->sites->chosen, add, context };
}

void chains_describe_head(struct place *p, term t, const struct known *k, void (*add)(void *context, term condition),
			  void *context)
{
	struct chain c = chain_of(p, add, context);
	term given = is_one_of(&c, k);
	for (unsigned ages = AGE_OLDER; given && ages <= AGE_NEWER; ages++)
		say_if(&c, given, reaches(&c, ages, t));
}

void chains_describe_link(struct place *p, uint32_t object, term identity, unsigned ages, term cell,
			  const struct known *k, void (*add)(void *context, term condition), void *context)
{
	struct chain c = chain_of(p, add, context);
	uint32_t site = object_site(p->domain, object);
	uint64_t alive;
	term given = is_one_of(&c, k);
	if (!given || ages == AGE_ANY || !later_state(p->domain, site, &alive))
		return;
	term here = describe_name(p->domain, object) ? term_true(c.bank)
						     : describe_site_of(p, identity, &p->domain->objects.at[object]);
	if (!here)
		return;
	here = term_and(c.bank, here, is_alive(&c, identity, alive));
	say_if(&c, term_and(c.bank, given, term_and(c.bank, here, is_before(&c, ages, c.it, identity))),
	       reaches(&c, ages, cell));
}
