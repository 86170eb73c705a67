/* Pointers that are kept whole in memory of bytes: what stores and calls leave of them (whole.h). */
#include "whole.h"
#include "word.h"

/* ---- what is known of a pair ---- */

struct shadow {
	struct place *p;
	const struct whole_pair *pair;
	const struct target *target; /* where it is stored */
	const struct known *value;   /* the pointer; NULL: bytes of anything */
};

/* Calls change for what is known of pointers in the pair, whatever tags are, at the object (0: at any). */
static void change(struct shadow *s, uint32_t object,
		   struct known (*with)(void *context, fact_key key, const struct known *k))
{
	struct domain *d = s->p->domain;
	const struct wholes *w = d->wholes;
	for (size_t i = 0; i <= w->guards.count; i++) {
		uint32_t variable = WHOLE_VARIABLE | s->pair->provenance->index;
		if (i && w->guards.at[i - 1].provenance != s->pair->provenance)
			continue;
		if (i)
			variable = GUARD_VARIABLE | (uint32_t)(i - 1);
		struct key_range range = object ? keys_of_object(variable, object) : keys_of_variable(variable);
		s->p->facts = facts_change(d, s->p->facts, range, with, s);
	}
}

static struct known nothing(void *context, fact_key key, const struct known *k)
{
	(void)key;
	return known_any(((const struct shadow *)context)->p->domain, k->width);
}

/* May something at one of the offsets be at most so many bytes before or behind the cell's first one? */
static bool is_near(const struct domain *d, struct number offset, uint64_t cell, uint64_t before, uint64_t after)
{
	uint64_t mask = word_mask(d->pointer_bits);
	for (uint64_t n = 0; n <= before + after; n++)
		if (number_holds(offset, (cell - before + n) & mask))
			return true;
	return false;
}

/* Some byte of a pointer, or of its provenance, may be another one. */
static struct known without_hit(void *context, fact_key key, const struct known *k)
{
	const struct shadow *s = context;
	struct domain *d = s->p->domain;
	uint64_t cell = d->offsets.at[key_cell(key) - 1];
	return is_near(d, s->target->offset, cell, 0, d->pointer_bits / 8 - 1) ? known_any(d, k->width) : *k;
}

/* A whole pointer is stored here, or beside. */
static struct known with_pointer(void *context, fact_key key, const struct known *k)
{
	const struct shadow *s = context;
	struct domain *d = s->p->domain;
	uint64_t cell = d->offsets.at[key_cell(key) - 1], last = d->pointer_bits / 8 - 1;
	if (is_near(d, s->target->offset, cell - last, 0, last - 1) ||
	    is_near(d, s->target->offset, cell + 1, 0, last - 1))
		return known_any(d, k->width);
	if (!number_holds(s->target->offset, cell))
		return *k;
	return s->value ? known_join(d, k, s->value) : known_any(d, k->width);
}

/* Single bytes of anything at the index. */
static void forget_at(struct place *p, const struct whole_pair *pair, const struct known *at)
{
	struct shadow s = { .p = p, .pair = pair };
	if (at->target_count == TARGETS_ANY)
		change(&s, 0, nothing);
	for (uint32_t i = 0; at->target_count != TARGETS_ANY && i < at->target_count; i++) {
		s.target = &at->targets[i];
		change(&s, s.target->object, without_hit);
	}
}

/* ---- stores of pointers ---- */

/* Can it be kept whole: are its objects known, and is it null only as zeros? */
static bool is_wholesome(struct place *p, const struct known *k)
{
	const struct domain *d = p->domain;
	uint64_t offset;
	if (k->target_count == TARGETS_ANY || !k->target_count)
		return false;
	for (uint32_t i = 0; i < k->target_count; i++) {
		const struct object *o = &d->objects.at[k->targets[i].object];
		bool is_null = o->kind == OBJECT_CONSTANT && !o->identity;
		if (is_null && (!number_is_constant(k->targets[i].offset, &offset) || offset || !whole_null_is_zero(p)))
			return false;
	}
	return true;
}

static void store_pointer(struct place *p, struct place *old, const struct whole_pair *pair, term at, term pointer)
{
	struct domain *d = p->domain;
	old->budget = PLACE_BUDGET;
	struct known value = place_value(old, pointer), index = place_value(old, at);
	struct shadow s = { .p = p, .pair = pair, .value = is_wholesome(old, &value) ? &value : NULL };
	uint64_t offset;
	if (index.target_count == TARGETS_ANY) {
		change(&s, 0, nothing);
		return;
	}
	bool is_sure = index.target_count == 1 && object_is_single(d, index.targets[0].object) &&
		       number_is_constant(index.targets[0].offset, &offset);
	if (is_sure)
		forget_at(p, pair, &index);
	for (uint32_t i = 0; i < index.target_count; i++) {
		s.target = &index.targets[i];
		change(&s, s.target->object, with_pointer);
	}
	uint32_t cell = is_sure && s.value ? domain_cell(d, offset) : 0;
	if (cell)
		p->facts = facts_put(d, p->facts, whole_key(pair, index.targets[0].object, cell), &value);
}

/* ---- map assignments ---- */

static term innermost(const struct bank *bank, term t, term map)
{
	while (term_op(bank, t) == OP_STORE && term_arg(bank, t, 0) != map)
		t = term_arg(bank, t, 0);
	return term_op(bank, t) == OP_STORE ? t : 0;
}

/* A run: all of the objects that it may begin in, if it stays in them (store_run.c). */
static struct known run_objects(struct place *old, term t)
{
	struct domain *d = old->domain;
	const struct bank *bank = d->program->bank;
	term count = term_arg(bank, t, term_op(bank, t) == OP_FILL ? 2 : 4);
	struct known at = place_value(old, term_arg(bank, t, 1));
	if (at.target_count == TARGETS_ANY || term_width(bank, count) > d->pointer_bits)
		return known_any(d, d->object_bits + d->pointer_bits);
	struct known identity = known_identity(d, &at);
	return known_pointer(d, &identity, number_all(d->pointer_bits));
}

/* All that the map's term stores is bytes of anything. */
static void forget_stored(struct place *p, struct place *old, const struct whole_pair *pair, const struct variable *map,
			  term value)
{
	const struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	for (term t = value; t != map->term; t = term_arg(bank, t, 0)) {
		enum op op = term_op(bank, t);
		struct known at = known_any(d, d->object_bits + d->pointer_bits);
		old->budget = PLACE_BUDGET;
		if (op == OP_STORE)
			at = place_value(old, term_arg(bank, t, 1));
		else if (op == OP_FILL || op == OP_COPY)
			at = run_objects(old, t);
		forget_at(p, pair, &at);
		if (op != OP_STORE && op != OP_FILL && op != OP_COPY)
			break;
	}
}

/* The pointer's provenance comes first, then its bytes: nothing else is assigned in between (place_assigned). */
static void store_provenance(struct place *p, struct place *old, const struct whole_pair *pair, term value)
{
	const struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	const struct variable *map = pair->provenance;
	term first = innermost(bank, value, map->term);
	term identity = first ? term_arg(bank, first, 2) : 0;
	term pointer = identity && term_op(bank, identity) == OP_EXTRACT ? term_arg(bank, identity, 0) : 0;
	forget_stored(p, old, pair, map, value);
	p->provenance.map = NULL;
	if (!pointer || term_op(bank, pointer) != OP_VARIABLE || !domain_is_pointer(d, term_width(bank, pointer)) ||
	    whole_stored(d, map, term_arg(bank, first, 1), pointer, false) != value)
		return;
	p->provenance.map = map;
	p->provenance.at = term_arg(bank, first, 1);
	p->provenance.pointer = pointer;
	p->provenance.before = old->facts;
}

static void store_bytes(struct place *p, struct place *old, const struct whole_pair *pair, term value)
{
	struct domain *d = p->domain;
	const struct wholes *w = d->wholes;
	bool is_pointer = p->provenance.map == pair->provenance &&
			  whole_stored(d, pair->bytes, p->provenance.at, p->provenance.pointer, true) == value;
	if (!is_pointer) {
		forget_stored(p, old, pair, pair->bytes, value);
		return;
	}
	/* As before the provenance was stored. */
	for (size_t i = 0; i <= w->guards.count; i++)
		if (!i || w->guards.at[i - 1].provenance == pair->provenance)
			p->facts = facts_graft(d, p->facts,
					       keys_of_variable(i ? GUARD_VARIABLE | (uint32_t)(i - 1)
								  : WHOLE_VARIABLE | pair->provenance->index),
					       p->provenance.before);
	store_pointer(p, old, pair, p->provenance.at, p->provenance.pointer);
}

/* Stores to a tag, innermost first. */
static void store_tags(struct place *p, struct place *old, const struct variable *map, term t)
{
	struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	if (t == map->term)
		return;
	if (term_op(bank, t) != OP_STORE) {
		tags_forget(p, map);
		return;
	}
	store_tags(p, old, map, term_arg(bank, t, 0));
	old->budget = PLACE_BUDGET;
	struct known at = place_value(old, term_arg(bank, t, 1)), k = place_value(old, term_arg(bank, t, 2));
	if (at.target_count == TARGETS_ANY)
		tags_stored(p, map, 0, 0, &k, false);
	for (uint32_t i = 0; at.target_count != TARGETS_ANY && i < at.target_count; i++) {
		uint64_t offset;
		bool is_one = number_is_constant(at.targets[i].offset, &offset);
		bool is_sure = at.target_count == 1 && is_one && object_is_single(d, at.targets[i].object);
		tags_stored(p, map, at.targets[i].object, is_one ? domain_cell(d, offset) : 0, &k, is_sure);
	}
}

/* ---- owners of addresses ---- */

static bool is_equal_to(const struct bank *bank, term t, term a, term b)
{
	return term_op(bank, t) == OP_EQ && ((term_arg(bank, t, 0) == a && term_arg(bank, t, 1) == b) ||
					     (term_arg(bank, t, 0) == b && term_arg(bank, t, 1) == a));
}

/* map[g := ite(and(eq(x, map[g]), not(eq(x, 0))), ..., map[g])]: what is 0 stays 0. */
static bool keeps_zeros(const struct domain *d, const struct variable *map, term value)
{
	struct bank *bank = d->program->bank;
	if (term_op(bank, value) != OP_STORE || term_arg(bank, value, 0) != map->term)
		return false;
	term now = term_select(bank, map->term, term_arg(bank, value, 1)), to = term_arg(bank, value, 2);
	if (term_op(bank, to) != OP_ITE || term_arg(bank, to, 2) != now)
		return false;
	term c = term_arg(bank, to, 0), none = term_bv(bank, term_width(bank, now), 0);
	for (uint32_t i = 0; term_op(bank, c) == OP_AND && i < 2; i++) {
		term same = term_arg(bank, c, i), other = term_arg(bank, c, 1 - i);
		for (uint32_t k = 0; term_op(bank, same) == OP_EQ && k < 2; k++) {
			term x = term_arg(bank, same, k);
			if (is_equal_to(bank, same, x, now) && term_op(bank, other) == OP_NOT &&
			    is_equal_to(bank, term_arg(bank, other, 0), x, none))
				return true;
		}
	}
	return false;
}

static fact_key address_key(const struct wholes *w, const struct variable *map)
{
	return key_of(ADDRESS_VARIABLE, 0, map == w->owner ? 1 : 2);
}

void wholes_learn_address(struct place *p, const struct variable *map, term index, const struct known *k)
{
	struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	const struct wholes *w = d->wholes;
	uint64_t value;
	if (!w->reads.count || (map != w->owner && map != w->shared) || !term_is_constant(bank, index) ||
	    term_width(bank, index) > 64 || term_value(bank, index) || !number_is_constant(k->low, &value) || value)
		return;
	struct known one = known_number(d, number_constant(1, 1));
	p->facts = facts_put(d, p->facts, address_key(w, map), &one);
}

/* ---- the statements ---- */

void wholes_stored(struct place *p, const struct facts *before, const struct variable *map, term value)
{
	struct domain *d = p->domain;
	const struct wholes *w = d->wholes;
	struct place old = *p;
	old.facts = before;
	if (!w->reads.count || map->kind != VARIABLE_GLOBAL)
		return;
	const struct whole_pair *pair = whole_pair_of(d, map);
	if (pair && map == pair->provenance)
		store_provenance(p, &old, pair, value);
	else if (pair)
		store_bytes(p, &old, pair, value);
	else if (map == w->base || ((map == w->owner || map == w->shared) && !keeps_zeros(d, map, value)))
		wholes_forgotten(p, map);
	else if (tag_is(d, map))
		store_tags(p, &old, map, value);
	if (!pair || map == pair->bytes)
		p->provenance.map = NULL;
}

void wholes_forgotten(struct place *p, const struct variable *v)
{
	struct domain *d = p->domain;
	const struct wholes *w = d->wholes;
	if (!w->reads.count || v->kind != VARIABLE_GLOBAL)
		return;
	for (size_t i = 0; i < w->pairs.count; i++) {
		const struct whole_pair *pair = &w->pairs.at[i];
		struct shadow s = { .p = p, .pair = pair };
		if (v == w->base || v == pair->provenance || v == pair->bytes)
			change(&s, 0, nothing);
	}
	if (v == w->owner || v == w->shared)
		p->facts = facts_remove(d, p->facts, (struct key_range){ address_key(w, v), 0 });
	if (tag_is(d, v))
		tags_forget(p, v);
}

/* ---- calls ---- */

static void take(struct place *p, uint32_t variable, uint32_t object, const struct facts *exit)
{
	p->facts = facts_graft(p->domain, p->facts,
			       object ? keys_of_object(variable, object) : keys_of_variable(variable), exit);
}

void wholes_changed(struct place *p, const struct variable *v, uint32_t object, const struct facts *exit)
{
	const struct domain *d = p->domain;
	const struct wholes *w = d->wholes;
	if (!w->reads.count)
		return;
	const struct whole_pair *pair = whole_pair_of(d, v);
	for (size_t i = 0; i < w->pairs.count; i++)
		if (pair == &w->pairs.at[i] || v == w->base)
			take(p, WHOLE_VARIABLE | w->pairs.at[i].provenance->index, v == w->base ? 0 : object, exit);
	for (size_t i = 0; i < w->guards.count; i++) {
		const struct guard *g = &w->guards.at[i];
		if ((pair && g->provenance == pair->provenance) || v == w->base || v == g->tag)
			take(p, GUARD_VARIABLE | (uint32_t)i, v == w->base ? 0 : object, exit);
	}
	tags_changed(p, v, object, exit);
	if (v == w->owner || v == w->shared)
		p->facts = facts_graft(p->domain, p->facts, (struct key_range){ address_key(w, v), 0 }, exit);
}
