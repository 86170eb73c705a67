/* Which object was made before which (age.h). */
#include "age.h"

#include "pointee.h"

/* ---- what is alive ---- */

/* Is every object of the site alive, by what is known of its objects? */
static bool all_alive(const struct domain *d, const struct facts *f, uint32_t site)
{
	uint64_t state;
	if (!d->state || !later_state(d, site, &state))
		return false;
	for (uint32_t object = site; object <= site + 1; object++)
		if (!facts_is_absent(d, f, object) &&
		    !known_is_number(facts_get(f, key_of(d->state->index, object, 0)), state))
			return false;
	return true;
}

/* ---- facts ---- */

static unsigned ages_of(const struct known *k)
{
	return k ? (unsigned)k->low.ones & AGE_ANY : 0;
}

static struct known known_ages(struct domain *d, unsigned ages)
{
	return ages ? known_number(d, number_bits(AGE_BITS, 0, ages)) : known_any(d, AGE_BITS);
}

static const struct facts *put(struct domain *d, const struct facts *f, fact_key key, unsigned ages)
{
	struct known k = known_ages(d, ages);
	return ages ? facts_put(d, f, key, &k) : facts_remove(d, f, (struct key_range){ key, 0 });
}

/* In keys: locals and globals in one. */
static uint32_t number_of(const struct variable *v)
{
	return v->index | (v->kind == VARIABLE_GLOBAL ? AGE_GLOBAL : 0);
}

/* Is it an identity or a pointer of which facts are kept? */
static bool is_kept(const struct domain *d, const struct variable *v)
{
	const struct bank *bank = d->program->bank;
	return v->index < AGE_GLOBAL && sort_kind(bank, v->sort) == SORT_BITVECTOR &&
	       domain_has_targets(d, sort_width(bank, v->sort));
}

static uint32_t deaths_of(const struct variable *v)
{
	return (v->kind == VARIABLE_GLOBAL ? AGE_DEATHS_OF_GLOBALS : AGE_DEATHS) | v->index;
}

static struct key_range all_deaths(bool of_globals)
{
	return (struct key_range){ key_of(of_globals ? AGE_DEATHS_OF_GLOBALS : AGE_DEATHS, 0, 0),
				   AGE_INDEX_BITS + KEY_CELL_BITS + KEY_OBJECT_BITS };
}

static bool has_deaths(const struct facts *f)
{
	return facts_has(f, all_deaths(false)) || facts_has(f, all_deaths(true));
}

static void change_deaths(struct place *p, struct known (*change)(void *context, fact_key key, const struct known *k),
			  void *context)
{
	for (unsigned of_globals = 0; of_globals < 2; of_globals++)
		p->facts = facts_change(p->domain, p->facts, all_deaths(of_globals), change, context);
}

static void forget_deaths(struct place *p)
{
	for (unsigned of_globals = 0; of_globals < 2; of_globals++)
		p->facts = facts_remove(p->domain, p->facts, all_deaths(of_globals));
}

static fact_key death_key(const struct variable *v, uint32_t site)
{
	return key_of(deaths_of(v), 0, site);
}

static fact_key pair_key(const struct variable *v)
{
	return key_of(AGE_PAIRS, 0, number_of(v));
}

/* The number of the other variable, and below it how V's object is to its: what is not said of that is not known, so that joins leave
 * what holds of both. */
static struct known known_pair(struct domain *d, const struct variable *other, unsigned ages)
{
	uint64_t number = (uint64_t)number_of(other) << AGE_BITS;
	return known_number(d, number_bits(64, ~number & ~(uint64_t)AGE_ANY, number | ages));
}

bool age_partner(const struct known *pair, uint32_t *variable, unsigned *ages)
{
	if (!pair || (pair->low.zeros | pair->low.ones | AGE_ANY) != UINT64_MAX)
		return false;
	*variable = (uint32_t)(pair->low.ones >> AGE_BITS);
	*ages = (unsigned)pair->low.ones & AGE_ANY;
	return *ages;
}

/* ---- by the targets of pointers ---- */

/* Is the last object of its site newer than all that the other one may be? */
static bool is_newest(const struct domain *d, const struct facts *f, uint32_t object, uint32_t other)
{
	if (d->objects.at[object].kind != OBJECT_LAST || other == object)
		return false;
	const struct known *lasts = facts_get(f, key_of(AGE_LASTS, object, 0));
	return other == object + 1 || (lasts && lasts->low.ones & object_bit(object_site(d, other)));
}

/* Of a pointer, null apart: how it is to the object OF, which is created. */
static unsigned age_to(const struct domain *d, const struct facts *f, const struct known *pointer, uint32_t of)
{
	unsigned ages = pointer->target_count == TARGETS_ANY ? 0 : AGE_ANY;
	for (uint32_t i = 0; ages && i < pointer->target_count; i++) {
		uint32_t object = pointer->targets[i].object;
		if (object_is_null(d, object) || facts_is_absent(d, f, object))
			continue;
		if (!object_site(d, object))
			ages &= d->objects.at[object].identity < d->first_fresh ? AGE_OLDER : 0;
		else
			ages &= is_newest(d, f, of, object) ? AGE_OLDER : is_newest(d, f, object, of) ? AGE_NEWER : 0;
	}
	return ages;
}

/* ---- cells ---- */

static struct known weaken(void *context, fact_key key, const struct known *k)
{
	const struct store *s = context;
	struct domain *d = s->place->domain;
	if (s->target && !number_holds(s->target->offset, d->offsets.at[key_cell(key) - 1]))
		return *k;
	return known_ages(d, ages_of(k) & age_to(d, s->facts, &s->value, key_object(key)));
}

void ages_stored(struct store *s, const struct target *target, bool surely)
{
	struct domain *d = s->place->domain;
	uint32_t variable = AGE_CELLS | store_variable(s);
	uint64_t offset;
	if (s->map->kind != VARIABLE_GLOBAL || !domain_is_pointer(d, s->value.width) ||
	    (target && target->offset.width <= 1))
		return;
	if (!surely) {
		struct key_range range = target ? keys_of_object(variable, target->object) : keys_of_variable(variable);
		s->target = target;
		s->facts = facts_change(d, s->facts, range, weaken, s);
		return;
	}
	if (!object_site(d, target->object) || !number_is_constant(target->offset, &offset))
		return;
	fact_key key = key_of(variable, target->object, domain_cell(d, offset));
	s->facts = put(d, s->facts, key, age_to(d, s->facts, &s->value, target->object));
}

void ages_lost(struct store *s, uint32_t object)
{
	uint32_t variable = AGE_CELLS | store_variable(s);
	if (s->map->kind != VARIABLE_GLOBAL)
		return;
	s->facts = facts_remove(s->place->domain, s->facts,
				object ? keys_of_object(variable, object) : keys_of_variable(variable));
}

const struct variable *age_variable(const struct domain *d, term t)
{
	const struct bank *bank = d->program->bank;
	for (;;) {
		enum op op = term_op(bank, t);
		term part = op == OP_EXTRACT || op == OP_CONCAT ? term_arg(bank, t, 0) : 0;
		if (op == OP_EXTRACT && term_width(bank, t) == d->object_bits &&
		    term_index(bank, t, 1) == d->pointer_bits && domain_is_pointer(d, term_width(bank, part)))
			t = part;
		else if (op == OP_CONCAT && domain_is_pointer(d, term_width(bank, t)) &&
			 term_width(bank, part) == d->object_bits)
			t = part;
		else
			break;
	}
	const struct variable *v = term_op(bank, t) == OP_VARIABLE ? program_variable_of(d->program, t) : NULL;
	return v && is_kept(d, v) ? v : NULL;
}

/* What the term reads is null, or so old, compared to the object of *VARIABLE, a local. */
static unsigned age_of_read(struct place *p, term t, const struct variable **variable)
{
	struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	if (term_op(bank, t) != OP_SELECT || term_op(bank, term_arg(bank, t, 0)) != OP_VARIABLE)
		return 0;
	const struct variable *map = program_variable_of(d->program, term_arg(bank, t, 0));
	if (map->kind != VARIABLE_GLOBAL || !facts_has(p->facts, keys_of_variable(AGE_CELLS | map->index)))
		return 0;
	*variable = age_variable(d, term_arg(bank, t, 1));
	p->budget = PLACE_BUDGET;
	struct known at = place_value(p, term_arg(bank, t, 1));
	unsigned ages = *variable && at.target_count != TARGETS_ANY && at.target_count ? AGE_ANY : 0;
	for (uint32_t i = 0; ages && i < at.target_count; i++) {
		uint64_t offset;
		uint32_t cell = number_is_constant(at.targets[i].offset, &offset) ? domain_cell(d, offset) : 0;
		if (!facts_is_absent(d, p->facts, at.targets[i].object))
			ages &= ages_of(
				facts_get(p->facts, key_of(AGE_CELLS | map->index, at.targets[i].object, cell)));
	}
	return ages;
}

/* ---- variables ---- */

struct assigned {
	struct place *place;
	const struct variable *variable, *copy; /* copy: what is what the variable was, or NULL */
	unsigned ages;
};

/* A pair with what the variable was: with its copy from now on. */
static struct known repaired(const struct assigned *a, const struct known *k)
{
	struct domain *d = a->place->domain;
	uint32_t other;
	unsigned ages;
	if (!age_partner(k, &other, &ages) || (other == number_of(a->variable) && !a->copy))
		return known_any(d, k->width);
	return other == number_of(a->variable) ? known_pair(d, a->copy, ages) : *k;
}

static struct known repair(void *context, fact_key key, const struct known *k)
{
	(void)key;
	return repaired(context, k);
}

static void copy_death(void *context, fact_key key, const struct known *k)
{
	struct assigned *a = context;
	struct place *p = a->place;
	p->facts = put(p->domain, p->facts, death_key(a->variable, key_cell(key)), ages_of(k) & a->ages);
}

static const struct variable *copy_of(const struct place *p, const struct variable *v)
{
	for (unsigned i = p->definition_count; i-- > 0;)
		if (p->definitions[i].value == v->term && is_kept(p->domain, p->definitions[i].variable))
			return p->definitions[i].variable;
	return NULL;
}

/* Of a copy holds what holds of the other one; of what was read, what the objects' ages say. */
static void learn(struct assigned *a, const struct facts *before, term value)
{
	struct place *p = a->place, old = *p;
	struct domain *d = p->domain;
	const struct variable *v = a->variable, *from = NULL;
	struct known pair = known_any(d, 64);
	old.facts = before;
	a->ages = age_of_read(&old, value, &from);
	if (a->ages && from != v) {
		pair = known_pair(d, from, a->ages);
	} else if (!a->ages && (from = age_variable(d, value)) != NULL && from != v) {
		const struct known *theirs = facts_get(before, pair_key(from));
		a->ages = AGE_ANY;
		if (theirs && from != a->copy)
			pair = repaired(a, theirs);
	}
	if (!known_is_any(&pair))
		p->facts = facts_put(d, p->facts, pair_key(v), &pair);
	if (a->ages)
		facts_visit_range(before, keys_of_variable(deaths_of(from)), copy_death, a);
}

void ages_assigned(struct place *p, const struct facts *before, const struct variable *v, term value)
{
	struct domain *d = p->domain;
	if (d->state && v == d->state)
		forget_deaths(p);
	if (!d->state || !is_kept(d, v))
		return;
	struct assigned a = { p, v, copy_of(p, v), 0 };
	p->facts = facts_remove(d, p->facts, keys_of_variable(deaths_of(v)));
	p->facts = facts_remove(d, p->facts, (struct key_range){ pair_key(v), 0 });
	p->facts = facts_change(d, p->facts, keys_of_variable(AGE_PAIRS), repair, &a);
	if (value)
		learn(&a, before, value);
}

struct known age_state(struct place *p, const struct variable *v)
{
	struct domain *d = p->domain;
	struct known any = known_any(d, sort_width(d->program->bank, sort_value(d->program->bank, d->state->sort))),
		     k = any;
	if (!is_kept(d, v) || !facts_has(p->facts, keys_of_variable(deaths_of(v))))
		return any;
	struct known value = place_value(p, v->term);
	k.low = number_none(k.width);
	for (uint32_t i = 0; value.target_count != TARGETS_ANY && i < value.target_count; i++) {
		uint32_t object = value.targets[i].object, site = object_site(d, object);
		uint64_t state;
		if (object_is_null(d, object) || facts_is_absent(d, p->facts, object))
			continue;
		if (!site || !later_state(d, site, &state) || !ages_of(facts_get(p->facts, death_key(v, site))))
			return any;
		struct known alive = known_number(d, number_constant(k.width, state));
		k = known_join(d, &k, &alive);
	}
	return number_is_none(k.low) ? any : k;
}

/* ---- objects that are made, and that end ---- */

struct created {
	struct domain *domain;
	uint64_t bits; /* of sites */
	bool (*is_created)(void *context, uint32_t object);
	void *context;
};

/* The last object of another site is no longer newer than what these have. (Of these sites themselves a call has said it.) */
static struct known without_sites(void *context, fact_key key, const struct known *k)
{
	const struct created *c = context;
	uint64_t ones = k->low.ones & ~c->bits;
	if (c->is_created(c->context, key_object(key)))
		return *k;
	return ones ? known_number(c->domain, number_bits(64, 0, ones)) : known_any(c->domain, k->width);
}

/* What is new is newer; its state may be anything at first. */
static struct known only_older(void *context, fact_key key, const struct known *k)
{
	const struct created *c = context;
	return c->is_created(c->context, key_cell(key)) ? known_ages(c->domain, ages_of(k) & AGE_OLDER) : *k;
}

void ages_called(struct place *p, uint64_t created, bool (*is_created)(void *context, uint32_t object), void *context)
{
	struct created c = { p->domain, created, is_created, context };
	p->facts = facts_change(p->domain, p->facts, keys_of_variable(AGE_LASTS), without_sites, &c);
	change_deaths(p, only_older, &c);
}

static bool is_site(void *context, uint32_t object)
{
	return object == *(const uint32_t *)context;
}

void ages_created(struct place *p, const struct statement *fresh)
{
	struct domain *d = p->domain;
	if (!d->object_bits || sort_width(d->program->bank, fresh->target->sort) != d->object_bits)
		return;
	uint32_t site = domain_created(d, fresh);
	struct known all = known_number(d, number_constant(64, UINT64_MAX));
	ages_called(p, object_bit(site), is_site, &site);
	p->facts = facts_put(d, p->facts, key_of(AGE_LASTS, site, 0), &all);
}

/* Objects of sites may have ended. */
struct ending {
	struct place *place;
	const struct facts *before;
	const struct variable *through; /* the object of this one, or NULL */
	const struct variable *copied;  /* which is a copy of this one, or NULL */
	const struct known *index;      /* what it may be */
	unsigned left;                  /* of what is known of these sites' deaths */
};

static bool concerns(const struct ending *e, uint32_t site)
{
	const struct domain *d = e->place->domain;
	if (e->index->target_count == TARGETS_ANY)
		return true;
	for (uint32_t i = 0; i < e->index->target_count; i++)
		if (object_site(d, e->index->targets[i].object) == site)
			return true;
	return false;
}

static struct known end_death(void *context, fact_key key, const struct known *k)
{
	const struct ending *e = context;
	return concerns(e, key_cell(key)) ? known_ages(e->place->domain, ages_of(k) & e->left) : *k;
}

/* A variable whose object is older (or newer) than that which ends, for each site that this may be of. */
static void keep_pair(void *context, fact_key key, const struct known *k)
{
	const struct ending *e = context;
	struct domain *d = e->place->domain;
	uint32_t other;
	unsigned ages;
	bool is_ours = age_partner(k, &other, &ages) &&
		       (other == number_of(e->through) || (e->copied && other == number_of(e->copied)));
	if (!is_ours || e->index->target_count == TARGETS_ANY)
		return;
	uint32_t number = key_cell(key);
	const struct variable *v = number & AGE_GLOBAL ? d->program->globals[number & ~(uint32_t)AGE_GLOBAL]
						       : e->place->procedure->variables[number];
	for (uint32_t i = 0; i < e->index->target_count; i++) {
		uint32_t site = object_site(d, e->index->targets[i].object);
		if (!site)
			continue;
		const struct known *known = facts_get(e->before, death_key(v, site));
		unsigned now = known ? ages_of(known) : all_alive(d, e->before, site) ? AGE_ANY : 0;
		e->place->facts = put(d, e->place->facts, death_key(v, site), now & ages);
	}
}

/* Is what is stored the state in which all these objects are alive? */
static bool revives(const struct domain *d, const struct known *index, const struct known *value)
{
	uint64_t state;
	for (uint32_t i = 0; index->target_count != TARGETS_ANY && i < index->target_count; i++) {
		uint32_t site = object_site(d, index->targets[i].object);
		if (site && (!later_state(d, site, &state) || !known_is_number(value, state)))
			return false;
	}
	return index->target_count != TARGETS_ANY;
}

void ages_ended(struct place *p, const struct facts *before, term value)
{
	struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	struct place old = *p;
	if (!has_deaths(before) && !facts_has(before, keys_of_variable(AGE_PAIRS)))
		return;
	if (term_op(bank, value) != OP_STORE || term_arg(bank, value, 0) != d->state->term) {
		forget_deaths(p);
		return;
	}
	old.facts = before;
	old.budget = PLACE_BUDGET;
	struct known index = place_value(&old, term_arg(bank, value, 1));
	struct known state = place_value(&old, term_arg(bank, value, 2));
	if (revives(d, &index, &state))
		return;
	term at = term_arg(bank, value, 1);
	struct ending e = { p, before, age_variable(d, at), age_variable(d, place_defined(&old, at)), &index, 0 };
	change_deaths(p, end_death, &e);
	if (e.through)
		facts_visit_range(before, keys_of_variable(AGE_PAIRS), keep_pair, &e);
}

void ages_changed(struct place *p, uint32_t object, const struct effect *effect)
{
	struct domain *d = p->domain;
	if (!has_deaths(p->facts))
		return;
	struct known index = object ? known_object(d, object, NULL) : known_any(d, d->object_bits);
	/* Objects that the callee has made itself are newer than all that the caller has known before. */
	bool is_own = known_is_none(&effect->foreign);
	if (revives(d, &index, &effect->value))
		return;
	struct ending e = { p, p->facts, NULL, NULL, &index, is_own ? AGE_OLDER : 0 };
	change_deaths(p, end_death, &e);
}

/* ---- joins ---- */

bool age_is_implied(const struct domain *d, fact_key key, const struct facts *f)
{
	uint32_t number = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS)), index = number & (AGE_GLOBAL - 1);
	if (number - index != AGE_DEATHS && number - index != AGE_DEATHS_OF_GLOBALS)
		return false;
	const struct known *v = facts_get(f, key_of(index | (number & KEY_LOCAL), 0, 0));
	return (v && v->target_count == 1 && object_is_null(d, v->targets[0].object)) || all_alive(d, f, key_cell(key));
}

struct joining {
	struct domain *domain;
	const struct facts *other, *joined;
};

static void join_death(void *context, fact_key key, const struct known *k)
{
	struct joining *j = context;
	if (!facts_get(j->other, key) && age_is_implied(j->domain, key, j->other))
		j->joined = put(j->domain, j->joined, key, ages_of(k));
}

const struct facts *ages_joined(struct domain *d, const struct facts *joined, const struct facts *a,
				const struct facts *b)
{
	struct joining j = { d, b, joined };
	for (unsigned of_globals = 0; of_globals < 2; of_globals++) {
		j.other = b;
		facts_visit_range(a, all_deaths(of_globals), join_death, &j);
		j.other = a;
		facts_visit_range(b, all_deaths(of_globals), join_death, &j);
	}
	return j.joined;
}

struct partner {
	struct domain *domain;
	const struct variable *variable;
};

static struct known without(void *context, fact_key key, const struct known *k)
{
	const struct partner *without = context;
	uint32_t other;
	unsigned ages;
	(void)key;
	return age_partner(k, &other, &ages) && other != number_of(without->variable)
		       ? *k
		       : known_any(without->domain, k->width);
}

const struct facts *ages_grafted(struct domain *d, const struct facts *f, const struct variable *v,
				 const struct facts *from)
{
	if (!is_kept(d, v))
		return f;
	f = facts_remove(d, f, (struct key_range){ pair_key(v), 0 });
	f = facts_change(d, f, keys_of_variable(AGE_PAIRS), without, &(struct partner){ d, v });
	return facts_graft(d, f, keys_of_variable(deaths_of(v)), from);
}
