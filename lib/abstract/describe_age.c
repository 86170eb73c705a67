/* What is known of ages, as conditions: a program that keeps when each identity was given can compare them (struct sites). */
#include "describe.h"

#include "age.h"
#include "pointee.h"

/* --- chains ---
 *
 * That an object hangs from a variable by a chain of cells, as conditions about one object that a global holds, if links lead to older
 * objects only: a chain from v reaches whatever its link does not pass over.
 *
 *   it is not newer than the object of v; and of each object that is newer than it the link leads to one that is not older
 *
 * Or the other way round. Where v is null nothing hangs from it. These are guesses. */
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

static void say_of_chain(const struct chain *c, term given, term condition)
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
		say_of_chain(&c, given, reaches(&c, ages, t));
}

static void describe_link(struct place *p, uint32_t object, term identity, unsigned ages, term cell,
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
	say_of_chain(&c, term_and(c.bank, given, term_and(c.bank, here, is_before(&c, ages, c.it, identity))),
		     reaches(&c, ages, cell));
}

/* --- ages --- */

struct describing {
	struct place *place;
	struct bank *bank;
	fact_key key;
	unsigned ages;
	void (*add)(void *context, term condition);
	void *context;
};

static uint32_t number_of(fact_key key)
{
	return (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
}

static term is_null(const struct describing *to, term identity)
{
	return term_eq(to->bank, identity, term_bv(to->bank, term_width(to->bank, identity), 0));
}

/* Is the pointer T null, or so old compared to the object? */
static term is_aged(const struct describing *to, term t, term object, unsigned ages)
{
	struct bank *bank = to->bank;
	term identity = describe_identity(to->place->domain, t), null = is_null(to, identity);
	term mine = term_select(bank, to->place->sites->born, identity);
	term other = term_select(bank, to->place->sites->born, object);
	if (ages == AGE_ANY)
		return null;
	return term_or(bank, null,
		       ages == AGE_OLDER ? term_binary(bank, OP_BVULT, mine, other)
					 : term_binary(bank, OP_BVULT, other, mine));
}

/* Of an object that has a name, or any one of its site. */
struct spoken {
	term identity, here; /* 0: nothing can be said */
};

static struct spoken speak_of(const struct describing *to, uint32_t object)
{
	struct place *p = to->place;
	term name = describe_name(p->domain, object);
	if (name)
		return (struct spoken){ name, term_true(to->bank) };
	return (struct spoken){ p->sites->each, describe_site_of(p, p->sites->each, &p->domain->objects.at[object]) };
}

static void say_if(const struct describing *to, term here, term condition)
{
	to->add(to->context, term_or(to->bank, term_not(to->bank, here), condition));
}

/* What is said of the last object of a site and of the others is said of all of them: of those of which one fact says it and the other
 * nothing it is a guess. */
static void describe_cells(const struct describing *to)
{
	struct place *p = to->place;
	const struct variable *map = p->domain->program->globals[number_of(to->key) & (AGE_GLOBAL - 1)];
	struct spoken of = speak_of(to, key_object(to->key));
	term index = of.here ? describe_cell_of(p, map, to->key, of.identity) : 0;
	if (!index)
		return;
	term cell = term_select(to->bank, map->term, index);
	say_if(to, of.here, is_aged(to, cell, of.identity, to->ages));
	if (p->sites->chosen)
		describe_link(p, key_object(to->key), of.identity, to->ages, cell,
			      facts_get(p->facts, key_of(map->index, key_object(to->key), key_cell(to->key))), to->add,
			      to->context);
}

/* That of all objects of the site which are not alive. */
static void describe_death(const struct describing *to, const struct variable *v)
{
	struct domain *d = to->place->domain;
	struct spoken of = speak_of(to, key_cell(to->key));
	uint64_t alive;
	if (!of.here || !later_state(d, key_cell(to->key), &alive))
		return;
	term state = term_select(to->bank, d->state->term, of.identity);
	term lives = term_eq(to->bank, state, term_bv(to->bank, term_width(to->bank, state), alive));
	say_if(to, term_and(to->bank, of.here, term_not(to->bank, lives)), is_aged(to, v->term, of.identity, to->ages));
}

static const struct variable *local_at(const struct place *p, uint32_t index)
{
	return index < p->procedure->variable_count ? p->procedure->variables[index] : NULL;
}

static const struct variable *global_at(const struct place *p, uint32_t index)
{
	return index < p->domain->program->global_count ? p->domain->program->globals[index] : NULL;
}

static const struct variable *paired(const struct place *p, uint32_t number)
{
	return number & AGE_GLOBAL ? global_at(p, number & (AGE_GLOBAL - 1)) : local_at(p, number);
}

static void describe_pair(const struct describing *to, const struct known *k)
{
	uint32_t number;
	unsigned ages;
	const struct variable *v = paired(to->place, key_cell(to->key)), *other = NULL;
	if (age_partner(k, &number, &ages))
		other = paired(to->place, number);
	if (v && other)
		to->add(to->context, is_aged(to, v->term, describe_identity(to->place->domain, other->term), ages));
}

void ages_describe(struct place *p, fact_key key, const struct known *k, void (*add)(void *context, term condition),
		   void *context)
{
	struct describing to = { p, p->domain->program->bank, key, (unsigned)k->low.ones & AGE_ANY, add, context };
	uint32_t number = number_of(key), index = number & (AGE_GLOBAL - 1), kind = number - index;
	const struct variable *v = NULL;
	if (number == AGE_PAIRS) {
		describe_pair(&to, k);
		return;
	}
	if (!to.ages)
		return;
	if (kind == AGE_CELLS && index < p->domain->program->global_count)
		describe_cells(&to);
	else if (kind == AGE_DEATHS || kind == AGE_DEATHS_OF_GLOBALS)
		v = kind == AGE_DEATHS ? local_at(p, index) : global_at(p, index);
	if (v)
		describe_death(&to, v);
}
