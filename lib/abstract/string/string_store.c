/* What stores, fills, copies and calls leave of strings. */
#include "pointee.h"
#include "relation.h"
#include "string_terms.h"

/* Is the pointer within its object, by its offset or as was assumed? */
static bool is_within(struct place *p, const struct string_term *t, const struct known *k)
{
	const struct strings *s = p->domain->strings;
	term condition = string_term_within(p->domain, s, t);
	for (unsigned i = 0; i < p->condition_count; i++)
		if (string_term_canonical(p->domain, p->conditions[i]) == condition)
			return true;
	bool inside = k->target_count != TARGETS_ANY && k->target_count;
	for (uint32_t i = 0; inside && i < k->target_count; i++) {
		uint64_t low, high;
		if (number_is_none(k->targets[i].offset))
			return false;
		number_unsigned_range(k->targets[i].offset, &low, &high);
		inside = high < string_least_size(p, k->targets[i].object);
	}
	return inside;
}

/* Is T at or before Q, in the same object? Both offsets are small. */
static bool is_before(struct place *p, const struct string_term *t, const struct string_term *q)
{
	struct bank *bank = p->domain->program->bank;
	uint64_t low, high;
	if (t->object != q->object)
		return false;
	if (t->offset == q->offset)
		return true;
	struct known offset = string_value(p, t->offset);
	struct known distance = string_value(p, term_binary(bank, OP_BVSUB, q->offset, t->offset));
	struct number a = known_as_number(p->domain, &offset), b = known_as_number(p->domain, &distance);
	uint64_t most = UINT64_C(1) << (p->domain->pointer_bits / 2);
	if (number_is_none(a) || number_is_none(b))
		return false;
	number_unsigned_range(a, &low, &high);
	if (high >= most)
		return false;
	number_unsigned_range(b, &low, &high);
	return high < most;
}

/* What is stored: to MAP, at one place (at any, of no known targets). */
struct stored {
	struct place *old;
	const struct variable *map;
	struct known at;
	const struct object_set *objects; /* behind a call, instead of `at`; or NULL */
	bool is_last;                     /* of several stores */
	struct string_term places[2];     /* of one byte: where, in different words */
	unsigned place_count;
	enum string_holds behind; /* of one byte, not 0: of the string behind it */
};

/* May what is stored be where AT, a pointer or an identity, says? */
static bool is_there(const struct stored *s, term at)
{
	struct known k = string_value(s->old, at);
	return s->objects ? known_may_be_in(s->old->domain, &k, s->objects) : known_may_meet(&s->at, &k);
}

/* May it change where T is? */
static bool is_moved(const struct stored *s, const struct string_term *t)
{
	const struct bank *bank = s->old->domain->program->bank;
	if (!uses_mention(s->old->domain->strings->uses, t->at, s->map))
		return false;
	return !t->cell || term_arg(bank, t->cell, 0) != s->map->term || is_there(s, term_arg(bank, t->cell, 1));
}

/* Is it stored before T, by what is known of the two offsets? If the objects are others, it does not matter. */
static bool is_stored_before(const struct stored *s, const struct string_term *t)
{
	struct bank *bank = s->old->domain->program->bank;
	for (unsigned i = 0; i < s->place_count; i++) {
		term before = term_binary(bank, OP_BVULT, s->places[i].offset, t->offset);
		if (relations_decide(s->old, before) == NUMBER_MAY_HOLD)
			return true;
	}
	return false;
}

/* May it change that, or the byte there? */
static bool is_hit(const struct stored *s, const struct string_term *t)
{
	return is_moved(s, t) || (t->map == s->map && is_there(s, t->at) && !is_stored_before(s, t));
}

static struct known kept(struct domain *d, const struct known *k, bool holds)
{
	return holds ? *k : known_any(d, k->width);
}

static struct known string_after_store(void *context, fact_key key, const struct known *k)
{
	const struct stored *s = context;
	struct domain *d = s->old->domain;
	const struct string_term *t = &d->strings->terms.at[key_cell(key)];
	if (!is_hit(s, t))
		return *k;
	bool stays = false;
	for (unsigned i = 0; s->behind && !is_moved(s, t) && i < s->place_count; i++) {
		if (t->read == string_term_moved(d, &s->places[i]))
			return *k;
		stays |= is_before(s->old, t, &s->places[i]);
	}
	return stays && s->behind == STRING_OR_NULL ? string_known(d, STRING_OR_NULL) : kept(d, k, stays);
}

static struct known equality_after_store(void *context, fact_key key, const struct known *k)
{
	const struct stored *s = context;
	const struct strings *strings = s->old->domain->strings;
	return kept(s->old->domain, k, !is_hit(s, &strings->terms.at[strings->equalities.at[key_cell(key)].string]));
}

/* A zero is stored: only where the strings are may change. */
static struct known string_that_moves(void *context, fact_key key, const struct known *k)
{
	const struct stored *s = context;
	return kept(s->old->domain, k, !is_moved(s, &s->old->domain->strings->terms.at[key_cell(key)]));
}

static void change_strings(struct place *p, struct stored *s)
{
	p->facts = facts_change(p->domain, p->facts, keys_of_variable(STRING_VARIABLE), string_after_store, s);
}

static void change_equalities(struct place *p, struct stored *s)
{
	p->facts = facts_change(p->domain, p->facts, keys_of_variable(EQUAL_VARIABLE), equality_after_store, s);
}

/* Of a zero: strings at it and before it hold. */
static void gain(struct place *p, const struct stored *s, const struct string_term *q)
{
	const struct strings *strings = p->domain->strings;
	const struct numbers *list = table_get(&strings->of_object, q->object, NULL);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct string_term *t = &strings->terms.at[list->at[i]];
		if (t->map == s->map && !is_moved(s, t) && is_before(s->old, t, q))
			string_set(p, string_key(list->at[i]), STRING_HOLDS);
	}
}

void strings_note_end(struct domain *d, const struct variable *map)
{
	if (!strings_have_end(d, map))
		vec_push(&d->strings->ended, map);
}

bool strings_have_end(const struct domain *d, const struct variable *map)
{
	for (size_t i = 0; i < d->strings->ended.count; i++)
		if (d->strings->ended.at[i] == map)
			return true;
	return false;
}

/* A zero is stored within its object, of which no other size is known; nothing is stored behind that. */
static void note_end(struct place *p, const struct stored *s)
{
	struct domain *d = p->domain;
	uint64_t first, last;
	if (s->at.target_count != 1 || !object_is_single(d, s->at.targets[0].object) ||
	    object_is_null(d, s->at.targets[0].object) || number_is_none(s->at.targets[0].offset))
		return;
	number_unsigned_range(s->at.targets[0].offset, &first, &last);
	if (last >> (EXTENT_BITS - 1) || last < string_least_size(p, s->at.targets[0].object))
		return;
	struct known zero = known_number(d, number_between(EXTENT_BITS, first, last));
	uint32_t variable = (uint32_t)(place_key(s->map) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	p->facts = facts_put(d, p->facts, key_of(variable, s->at.targets[0].object, KEY_END), &zero);
	strings_note_end(d, s->map);
}

static struct string_term stored_at(struct domain *d, const struct variable *map, term at)
{
	struct string_term q = { .at = string_term_canonical(d, at), .map = map };
	q.object = term_extract(d->program->bank, d->object_bits + d->pointer_bits - 1, d->pointer_bits, q.at);
	q.offset = term_extract(d->program->bank, d->pointer_bits - 1, 0, q.at);
	return q;
}

/* AT, and what it was computed from. */
static void find_places(struct stored *s, term at)
{
	struct domain *d = s->old->domain;
	term defined = place_defined(s->old, at);
	s->places[0] = stored_at(d, s->map, at);
	s->place_count = 1;
	if (defined != at && !uses_mention(d->strings->uses, defined, s->map))
		s->places[s->place_count++] = stored_at(d, s->map, defined);
}

static void store(struct place *p, struct stored *s, term at, bool zero, bool single)
{
	struct domain *d = p->domain;
	bool ends = false;
	find_places(s, at);
	change_equalities(p, s);
	for (unsigned i = 0; zero && i < s->place_count; i++)
		if (is_within(s->old, &s->places[i], &s->at)) {
			gain(p, s, &s->places[i]);
			ends = true;
		}
	if (ends && s->is_last)
		note_end(p, s);
	s->behind = STRING_NOT;
	for (unsigned i = 0; single && !zero && i < s->place_count; i++) {
		enum string_holds holds = string_term_holds(s->old, string_term_moved(d, &s->places[i]));
		s->behind = holds > s->behind ? holds : s->behind;
	}
	if (!zero)
		change_strings(p, s);
	else
		p->facts = facts_change(d, p->facts, keys_of_variable(STRING_VARIABLE), string_that_moves, s);
}

static void forget(struct place *p, struct stored *s)
{
	change_strings(p, s);
	change_equalities(p, s);
}

static void forget_at(struct place *p, struct place *old, const struct variable *map, const struct known *at)
{
	forget(p, &(struct stored){ .old = old, .map = map, .at = *at });
}

static struct known string_after_size(void *context, fact_key key, const struct known *k)
{
	const struct stored *s = context;
	const struct string_term *t = &s->old->domain->strings->terms.at[key_cell(key)];
	return kept(s->old->domain, k, !is_moved(s, t) && !is_there(s, t->object));
}

static struct known end_after_size(void *context, fact_key key, const struct known *k)
{
	const struct stored *s = context;
	struct domain *d = s->old->domain;
	struct known object = { .target_count = 1, .targets = &(struct target){ .object = key_object(key) } };
	bool is_end = key_cell(key) == KEY_END || key_cell(key) == KEY_BUT_LAST;
	return kept(d, k, !is_end || !known_may_be_in(d, &object, s->objects));
}

static void forget_ends(struct place *p, struct stored *s)
{
	const struct strings *strings = s->old->domain->strings;
	for (size_t i = 0; i < strings->ended.count; i++) {
		uint32_t variable = (uint32_t)(place_key(strings->ended.at[i]) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
		if (s->objects || s->at.target_count == TARGETS_ANY)
			p->facts = facts_change(p->domain, p->facts, keys_of_variable(variable), end_after_size, s);
		for (uint32_t k = 0; !s->objects && s->at.target_count != TARGETS_ANY && k < s->at.target_count; k++) {
			uint32_t object = s->at.targets[k].object;
			struct key_range end = { key_of(variable, object, KEY_END), 0 };
			struct key_range others = { key_of(variable, object, KEY_BUT_LAST), 0 };
			p->facts = facts_remove(p->domain, facts_remove(p->domain, p->facts, end), others);
		}
	}
}

/* Sizes: of the strings of these objects nothing holds any more. */
static void forget_sizes(struct place *p, struct stored *s)
{
	forget_ends(p, s);
	p->facts = facts_change(p->domain, p->facts, keys_of_variable(STRING_VARIABLE), string_after_size, s);
	change_equalities(p, s);
}

static void size_changed(struct place *p, struct place *old, const struct known *object)
{
	forget_sizes(p, &(struct stored){ .old = old, .map = p->domain->strings->size, .at = *object });
}

/* A pointer was stored: what it points to is what the strings of that cell begin with. */
static void pointer_stored(struct place *p, struct place *old, const struct variable *map, term value)
{
	struct domain *d = p->domain;
	const struct strings *s = d->strings;
	term cell = string_stored_cell(d, map, value);
	const struct numbers *list = cell ? table_get(&s->of_cell, cell, NULL) : NULL;
	for (size_t i = 0; list && i < list->count; i++) {
		const struct string_term *t = &s->terms.at[list->at[i]];
		term read = t->map == map ? 0 : string_term_replaced(d, t->read, map, string_term_canonical(d, value));
		if (read)
			string_set(p, string_key(list->at[i]), string_term_holds(old, read));
	}
}

void strings_stored(struct place *p, const struct facts *before, const struct variable *map, term value)
{
	struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	struct place old = *p;
	struct numbers stores = { 0 };
	old.facts = before;
	if (!d->strings->size || value == map->term)
		return;
	for (term t = value; t != map->term; t = term_arg(bank, t, 0)) {
		if (term_op(bank, t) != OP_STORE && term_op(bank, t) != OP_FILL && term_op(bank, t) != OP_COPY) {
			stores.count = 0;
			break;
		}
		vec_push(&stores, t);
	}
	struct known any = { .target_count = TARGETS_ANY };
	bool known = stores.count != 0, single = stores.count == 1;
	if (!known && map == d->strings->size)
		size_changed(p, &old, &any);
	if (!known)
		forget_at(p, &old, map, &any);
	while (stores.count) {
		term t = vec_pop(&stores);
		struct known at = string_value(&old, term_arg(bank, t, 1));
		if (map == d->strings->size) {
			size_changed(p, &old, term_op(bank, t) == OP_STORE ? &at : &any);
			continue;
		}
		bool is_store = term_op(bank, t) == OP_STORE && domain_is_pointer(d, at.width);
		if (!is_store || sort_kind(bank, term_sort(bank, term_arg(bank, t, 2))) != SORT_BITVECTOR) {
			forget_at(p, &old, map, is_store ? &at : &any);
			continue;
		}
		struct known stored = string_value(&old, term_arg(bank, t, 2));
		uint64_t number = 1;
		bool zero = stored.width == 8 && number_is_constant(known_as_number(d, &stored), &number) && !number;
		struct stored s = { .old = &old, .map = map, .at = at, .is_last = !stores.count };
		store(p, &s, term_arg(bank, t, 1), zero, single);
	}
	pointer_stored(p, &old, map, value);
	vec_free(&stores);
}

void strings_changed(struct place *p, const struct facts *before, const struct variable *v,
		     const struct object_set *objects)
{
	struct place old = *p;
	struct domain *d = p->domain;
	old.facts = before;
	bool holds = facts_has(p->facts, keys_of_variable(STRING_VARIABLE)) ||
		     facts_has(p->facts, keys_of_variable(EQUAL_VARIABLE)) ||
		     (v == d->strings->size && d->strings->ended.count);
	if (!d->strings->size || !holds)
		return;
	struct stored s = { .old = &old, .map = v, .at = { .target_count = TARGETS_ANY }, .objects = objects };
	if (sort_kind(d->program->bank, v->sort) != SORT_MAP)
		strings_assigned(p, before, v, 0);
	else if (v == d->strings->size)
		forget_sizes(p, &s);
	else
		forget(p, &s);
}
