/* What a procedure changes, with all that it calls: objects of maps, and what their cells may become. Behind a call a cell is what
 * the callee leaves behind in all its calls together; but also what it was before this one, or what the callee stores. */
#include "age.h"
#include "interpretation.h"

bool is_timeless(const struct domain *d, const struct known *k)
{
	for (uint32_t t = 0; k->target_count != TARGETS_ANY && t < k->target_count; t++)
		if (d->objects.at[k->targets[t].object].kind != OBJECT_CONSTANT)
			return false;
	return true;
}

/* ---- collecting ---- */

/* A pointer to what a `fresh` made last would be one to others later. */
static struct known lasting(const struct domain *d, const struct known *value)
{
	return is_timeless(d, value) ? *value : known_any(d, value->width);
}

/* The union of both; anything, once it has grown too often. */
static bool take(struct interpretation *i, struct change *c, struct known *now, const struct known *more)
{
	enum { PATIENCE = 4 };
	if (known_includes(&i->domain, now, more))
		return false;
	struct known joined = known_join(&i->domain, now, more);
	*now = c->growths >= PATIENCE ? known_any(&i->domain, more->width) : joined;
	return true;
}

static void grow(struct interpretation *i, struct summary *s, struct change *c, const struct effect *effect)
{
	bool grows = take(i, c, &c->effect.value, &effect->value);
	if (!known_is_none(&effect->foreign)) {
		grows |= take(i, c, &c->effect.foreign, &effect->foreign);
		grows |= take(i, c, &c->effect.from, &effect->from);
	}
	c->growths += grows;
	s->change_count += grows;
}

/* The map may be changed at any object: that is all that is said of it. */
static void take_others(struct interpretation *i, struct summary *s, uint32_t variable)
{
	size_t left = 0;
	struct change *whole = &vec_last(&s->changes);
	for (size_t k = 0; k + 1 < s->changes.count; k++)
		if (s->changes.at[k].variable == variable)
			grow(i, s, whole, &s->changes.at[k].effect);
	whole->is_first = true;
	for (size_t k = 0; k < s->changes.count; k++) {
		struct change c = s->changes.at[k];
		if (c.variable == variable && c.object)
			continue;
		s->changes.at[left++] = c;
		table_put(&s->changed, key_of(c.variable, c.object, 0), left);
	}
	s->changes.count = left;
}

void summary_add_change(struct interpretation *i, struct summary *s, uint32_t variable, uint32_t object,
			const struct effect *effect)
{
	struct effect e = { lasting(&i->domain, &effect->value), lasting(&i->domain, &effect->foreign), effect->from };
	uint64_t number = table_get(&s->changed, key_of(variable, 0, 0), 0);
	number = number ? number : table_get(&s->changed, key_of(variable, object, 0), 0);
	if (number) {
		grow(i, s, &s->changes.at[number - 1], &e);
		return;
	}
	bool is_first = !table_has(&s->changed_variables, variable);
	vec_push(&s->changes,
		 (struct change){ .variable = variable, .object = object, .is_first = is_first, .effect = e });
	table_put(&s->changed_variables, variable, true);
	table_put(&s->changed, key_of(variable, object, 0), s->changes.count);
	s->change_count++;
	if (!object)
		take_others(i, s, variable);
}

/* How wide the values of a variable's facts are. */
static uint32_t value_width(const struct bank *bank, const struct variable *v)
{
	sort s = sort_kind(bank, v->sort) == SORT_MAP ? sort_value(bank, v->sort) : v->sort;
	return sort_kind(bank, s) == SORT_BOOL ? 1 : sort_width(bank, s);
}

void summary_add_variable(struct interpretation *i, struct summary *s, const struct variable *v)
{
	if (v->kind != VARIABLE_GLOBAL)
		return;
	struct known any = known_any(&i->domain, value_width(i->program->bank, v));
	summary_add_change(i, s, v->index, 0, &(struct effect){ any, any, any });
}

void summary_add_changes(struct interpretation *i, struct summary *caller, const struct summary *callee)
{
	for (size_t k = 0; k < callee->changes.count; k++) {
		struct change c = callee->changes.at[k];
		summary_add_change(i, caller, c.variable, c.object, &c.effect);
	}
}

/* ---- behind a call ---- */

static bool is_changed_at(const void *context, uint32_t object)
{
	const struct changed_objects *of = context;
	return table_has(&of->callee->changed, key_of(of->variable, object, 0));
}

bool change_is_of_all(const struct change *c, const struct changed_objects *of, struct object_set *objects)
{
	*objects = (struct object_set){ is_changed_at, of };
	return !c->object;
}

const struct facts *summary_changed(struct interpretation *i, const struct facts *facts, const struct summary *callee,
				    const struct facts *exit)
{
	struct domain *d = &i->domain;
	const struct bank *bank = d->program->bank;
	uint64_t absent = facts_absent(exit, facts);
	struct known any = known_any(d, AGE_BITS);
	for (size_t k = 0; k < callee->changes.count; k++) {
		const struct change *change = &callee->changes.at[k];
		const struct variable *v = i->program->globals[change->variable];
		struct key_range range = change->object ? keys_of_object(change->variable, change->object)
							: keys_of_variable(change->variable);
		bool is_map = sort_kind(bank, v->sort) == SORT_MAP;
		struct key_range ages = change->object ? keys_of_object(AGE_CELLS | change->variable, change->object)
						       : keys_of_variable(AGE_CELLS | change->variable);
		const struct known *from = v == d->state ? &change->effect.from : NULL;
		facts = facts_return(d, facts, ages, exit, absent, &any, NULL, false);
		facts = is_map ? facts_return(d, facts, range, exit, absent, &change->effect.value, from,
					      sort_width(bank, sort_index(bank, v->sort)) == d->object_bits)
			       : ages_grafted(d, facts_graft(d, facts, range, exit), v, exit);
	}
	return facts;
}

/* ---- what it found out ---- */

struct learned {
	struct interpretation *interpretation;
	const struct summary *callee;
	const struct facts *facts;
};

static bool creates(const struct interpretation *i, const struct summary *callee, uint32_t object)
{
	enum object_kind kind = i->domain.objects.at[object].kind;
	return kind != OBJECT_CONSTANT && object &&
	       table_get(&callee->creates, kind == OBJECT_LAST ? object : object - 1, false);
}

static void learn_fact(void *context, fact_key key, const struct known *k)
{
	struct learned *l = context;
	struct domain *d = &l->interpretation->domain;
	const struct program *program = l->interpretation->program;
	uint64_t variable = key >> (KEY_OBJECT_BITS + KEY_CELL_BITS);
	if (variable >= program->global_count)
		return;
	const struct variable *v = program->globals[variable];
	bool is_map = sort_kind(program->bank, v->sort) == SORT_MAP;
	bool is_by_object = is_map && sort_width(program->bank, sort_index(program->bank, v->sort)) == d->object_bits;
	uint32_t object = key_object(key), cell = key_cell(key);
	if (cell_is_of_object(cell) || (is_map && !is_by_object && !cell) ||
	    creates(l->interpretation, l->callee, object) ||
	    table_has(&l->callee->changed, key_of((uint32_t)variable, 0, 0)) ||
	    table_has(&l->callee->changed, key_of((uint32_t)variable, object, 0)))
		return;
	const struct known *before = facts_get(l->facts, key);
	struct known met = before ? known_meet(d, before, k) : *k;
	if (!known_is_none(&met))
		l->facts = facts_put(d, l->facts, key, &met);
}

const struct facts *summary_learned(struct interpretation *i, const struct facts *facts, const struct summary *callee,
				    const struct facts *exit)
{
	struct learned l = { i, callee, facts };
	/* One that is to be visited again has not seen all of what there is at its entry: what is new there is nothing that it found out. */
	if (callee->is_dirty)
		return facts;
	facts_visit_new(exit, callee->entry, (struct key_range){ 0, 63 }, learn_fact, &l);
	return l.facts;
}
