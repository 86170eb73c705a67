/* What is known of owners at a place (owner.h): how it is kept, and asked for. */
#include "owner.h"

#include <string.h>

#include "bank.h"
#include "hash.h"
#include "owner_parts.h"

/* ---- as facts ---- */

enum { MOST_BYTES = 64 << 20, OWNER_BITS = 32 };

static size_t cells_size(const struct owners *o)
{
	return o->cell_count * sizeof o->cells[0];
}

static size_t variables_size(const struct owners *o)
{
	return o->variable_count * sizeof o->variables[0];
}

static size_t exceptions_size(const struct owners *o)
{
	return o->exception_count * sizeof o->exceptions[0];
}

bool owners_equal(const struct owners *a, const struct owners *b)
{
	return a->sites == b->sites && a->held == b->held && a->has_hidden == b->has_hidden &&
	       a->changed_hidden == b->changed_hidden && a->has_outer == b->has_outer &&
	       a->exception_count == b->exception_count && !memcmp(a->exceptions, b->exceptions, exceptions_size(a)) &&
	       a->variable_count == b->variable_count && a->cell_count == b->cell_count &&
	       !memcmp(a->variables, b->variables, variables_size(a)) && !memcmp(a->cells, b->cells, cells_size(a));
}

static uint64_t owners_hash(const struct owners *o)
{
	uint64_t h =
		hash_mix(o->sites, (uint64_t)o->has_outer << 32 | (uint64_t)o->has_hidden << 16 | o->changed_hidden);
	h = hash_mix(h, o->held);
	h = hash_mix(h, hash_bytes(o->exceptions, exceptions_size(o)));
	h = hash_mix(h, hash_bytes(o->variables, variables_size(o)));
	return hash_mix(h, hash_bytes(o->cells, cells_size(o))) >> 1;
}

static uint32_t number_of(struct domain *d, const struct owners *o)
{
	uint64_t hash = owners_hash(o);
	uint32_t number = table_get(&d->owners->numbers, hash, 0);
	if (number && owners_equal(d->owners->at.at[number - 1], o))
		return number;
	d->owners->bytes += sizeof *o;
	if (d->owners->bytes > MOST_BYTES)
		return 0;
	struct owners *kept = arena_alloc(d->kept, sizeof *o);
	*kept = *o;
	vec_push(&d->owners->at, kept);
	table_put(&d->owners->numbers, hash, (uint32_t)d->owners->at.count);
	return (uint32_t)d->owners->at.count;
}

void owners_release(struct domain *d)
{
	if (!d->owners)
		return;
	vec_free(&d->owners->at);
	vec_free(&d->owners->offsets);
	table_free(&d->owners->numbers);
	memory_free(d->owners);
}

const struct owners *owners_at(const struct domain *d, const struct facts *f)
{
	const struct known *k = facts_get(f, OWNER_FACT);
	uint64_t number;
	if (!k || number_is_none(k->low) || !number_is_constant(k->low, &number))
		return NULL;
	return d->owners->at.at[number - 1];
}

bool owners_of(const struct domain *d, const struct facts *f, struct owners *o)
{
	const struct owners *at = owners_at(d, f);
	if (at)
		*o = *at;
	return at != NULL;
}

/* What is the same is written in one way: each class is called as its first variable is. */
void owners_normalise(struct owners *o)
{
	for (uint32_t i = 1; i < o->exception_count; i++)
		for (uint32_t k = i; k && memcmp(&o->exceptions[k - 1], &o->exceptions[k], sizeof o->exceptions[0]) > 0;
		     k--) {
			struct owner_address at = o->exceptions[k];
			o->exceptions[k] = o->exceptions[k - 1];
			o->exceptions[k - 1] = at;
		}
	uint32_t names[OWNERS_VARIABLES];
	for (uint32_t i = 0; i < o->variable_count; i++)
		names[i] = o->variables[owner_first(o, o->variables[i].class)].variable;
	for (uint32_t i = 0; i < o->variable_count; i++)
		o->variables[i].class = names[i];
}

const struct facts *owners_put(struct domain *d, const struct facts *f, struct owners *o)
{
	uint32_t number = 0;
	if (o && o->sites) {
		o->held &= o->sites;
		owners_normalise(o);
		number = number_of(d, o);
	}
	if (!number)
		return facts_remove(d, f, (struct key_range){ OWNER_FACT, 0 });
	struct known k = known_number(d, number_constant(OWNER_BITS, number));
	return facts_put(d, f, OWNER_FACT, &k);
}

/* What pointers are moved by, and 0: the cells that fills have. */
static void find_offsets(struct domain *d)
{
	enum { MOST = 4096 };
	const struct bank *bank = d->program->bank;
	TABLE(uint64_t, bool) seen = { 0 };
	vec_push(&d->owners->offsets, 0);
	table_put(&seen, 0, true);
	for (term t = 1; t < bank->count; t++) {
		if (term_op(bank, t) != OP_BVADD || term_width(bank, t) != d->pointer_bits)
			continue;
		for (unsigned i = 0; i < 2; i++) {
			term c = term_arg(bank, t, i);
			if (!term_is_constant(bank, c) || term_value(bank, c) >= MOST ||
			    table_has(&seen, term_value(bank, c)))
				continue;
			table_put(&seen, term_value(bank, c), true);
			vec_push(&d->owners->offsets, term_value(bank, c));
		}
	}
	table_free(&seen);
}

void owners_begin(struct place *p)
{
	struct domain *d = p->domain;
	struct owners o = { .sites = UINT64_MAX, .held = UINT64_MAX };
	if (!d->state || !d->pointer_bits || d->pointer_bits > 64)
		return;
	d->owners = memory_alloc(sizeof *d->owners);
	find_offsets(d);
	p->facts = owners_put(d, p->facts, &o);
}

/* ---- variables ---- */

bool owner_is_kept(const struct domain *d, const struct variable *v)
{
	const struct bank *bank = d->program->bank;
	return sort_kind(bank, v->sort) == SORT_BITVECTOR && domain_has_targets(d, sort_width(bank, v->sort)) &&
	       v->index < KEY_LOCAL >> 5;
}

uint32_t owner_find(const struct owners *o, uint32_t variable)
{
	for (uint32_t i = 0; i < o->variable_count; i++)
		if (o->variables[i].variable == variable)
			return i;
	return OWNER_NONE;
}

uint32_t owner_first(const struct owners *o, uint32_t class)
{
	for (uint32_t i = 0; i < o->variable_count; i++)
		if (o->variables[i].class == class)
			return i;
	return OWNER_NONE;
}

uint32_t owner_class(const struct owners *o, uint32_t variable)
{
	uint32_t i = owner_find(o, variable);
	return i == OWNER_NONE ? OWNER_NONE : o->variables[i].class;
}

uint32_t owner_new_class(const struct owners *o)
{
	uint32_t class = 0;
	while (owner_first(o, class) != OWNER_NONE)
		class ++;
	return class;
}

static void remove_at(struct owners *o, uint32_t i)
{
	o->variable_count--;
	memmove(&o->variables[i], &o->variables[i + 1], (o->variable_count - i) * sizeof o->variables[0]);
}

void owner_remove(struct owners *o, uint32_t variable)
{
	uint32_t i = owner_find(o, variable);
	if (i != OWNER_NONE)
		remove_at(o, i);
}

void owner_drop(struct owners *o, uint32_t class)
{
	for (uint32_t i = o->variable_count; i-- > 0;)
		if (o->variables[i].class == class)
			remove_at(o, i);
}

/* Makes room: what has another name goes first. */
static void evict(struct owners *o)
{
	for (uint32_t i = 0; i < o->variable_count; i++)
		for (uint32_t k = i + 1; k < o->variable_count; k++)
			if (o->variables[k].class == o->variables[i].class) {
				remove_at(o, i);
				return;
			}
	o->held = 0;
	remove_at(o, 0);
}

void owner_add(struct owners *o, uint32_t variable, uint32_t class, const struct owner_address *at)
{
	owner_remove(o, variable);
	if (o->variable_count == OWNERS_VARIABLES)
		evict(o);
	uint32_t i = o->variable_count++;
	for (; i && o->variables[i - 1].variable > variable; i--)
		o->variables[i] = o->variables[i - 1];
	o->variables[i] = (struct owner_variable){ variable, class, at ? *at : owner_nowhere };
}

void owner_move(struct owners *o, uint32_t class, const struct owner_address *at)
{
	for (uint32_t i = 0; i < o->variable_count; i++)
		if (o->variables[i].class == class)
			o->variables[i].at = at ? *at : owner_nowhere;
}

/* ---- cells ---- */

const struct owner_address owner_nowhere = { .map = OWNER_NONE };

bool owner_address_equal(const struct owner_address *a, const struct owner_address *b)
{
	return a->map == b->map && a->base == b->base && a->is_absolute == b->is_absolute && a->offset == b->offset;
}

static int compare_cells(const struct owner_cell *a, const struct owner_cell *b)
{
	if (a->map != b->map)
		return a->map < b->map ? -1 : 1;
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	return a->cell < b->cell ? -1 : a->cell > b->cell;
}

/* Where the cell is among those that count, or belongs. */
static uint32_t place_of(const struct owners *o, const struct owner_cell *c)
{
	uint32_t low = 0, high = o->cell_count;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (compare_cells(&o->cells[middle], c) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool owner_counts(const struct owners *o, const struct owner_cell *c)
{
	uint32_t i = place_of(o, c);
	return i < o->cell_count && !compare_cells(&o->cells[i], c);
}

bool owner_put_cell(struct owners *o, const struct owner_cell *c)
{
	uint32_t i = place_of(o, c);
	if (i < o->cell_count && !compare_cells(&o->cells[i], c)) {
		o->cells[i].is_null &= c->is_null;
		return true;
	}
	if (o->cell_count == OWNERS_CELLS)
		return false;
	memmove(&o->cells[i + 1], &o->cells[i], (o->cell_count++ - i) * sizeof o->cells[0]);
	o->cells[i] = *c;
	return true;
}

bool owner_is_hit(struct domain *d, const struct owner_cell *c, uint32_t map, const struct known *targets)
{
	if (c->map != map)
		return false;
	if (!targets || targets->target_count == TARGETS_ANY)
		return true;
	for (uint32_t i = 0; i < targets->target_count; i++)
		if (targets->targets[i].object == c->object &&
		    (targets->targets[i].offset.width <= 1 ||
		     number_holds(targets->targets[i].offset, d->offsets.at[c->cell - 1])))
			return true;
	return false;
}

void owner_fill_cells(struct domain *d, struct owners *o, uint32_t map, const struct known *targets)
{
	for (uint32_t i = 0; i < o->cell_count; i++)
		if (owner_is_hit(d, &o->cells[i], map, targets))
			o->cells[i].is_null = false;
}

void owner_uncount(struct domain *d, const struct facts *f, struct owners *o, uint32_t map, const struct known *targets)
{
	uint32_t left = 0;
	owner_lose_content(d, f, o, map, targets);
	for (uint32_t i = 0; i < o->cell_count; i++)
		if (!owner_is_hit(d, &o->cells[i], map, targets))
			o->cells[left++] = o->cells[i];
	o->cell_count = left;
}

struct known owner_value_of(struct domain *d, const struct facts *f, uint32_t variable)
{
	const struct known *k = facts_get(f, key_of(variable, 0, 0));
	return k ? *k : known_any(d, d->object_bits);
}

struct known owner_address_value(struct domain *d, const struct facts *f, const struct owner_address *a)
{
	struct number offset = number_constant(d->pointer_bits, a->offset);
	if (a->base & OWNER_CONSTANT)
		return known_object(d, a->base & ~(uint32_t)OWNER_CONSTANT, &offset);
	struct known base = owner_value_of(d, f, a->base);
	if (base.target_count == TARGETS_ANY)
		return known_any(d, d->object_bits + d->pointer_bits);
	if (base.width == d->object_bits)
		return known_pointer(d, &base, offset);
	struct known identity = known_identity(d, &base);
	if (a->is_absolute)
		return known_pointer(d, &identity, offset);
	struct target targets[TARGETS_MAX];
	struct known moved = base;
	for (uint32_t i = 0; i < base.target_count; i++)
		targets[i] = (struct target){ base.targets[i].object,
					      number_binary(OP_BVADD, base.targets[i].offset, offset) };
	moved.targets = targets;
	struct known k = known_target(d, &moved, 0);
	for (uint32_t i = 1; i < base.target_count; i++) {
		struct known one = known_target(d, &moved, i);
		k = known_join(d, &k, &one);
	}
	return k;
}

static void uncount_at(struct domain *d, const struct facts *f, struct owners *o, const struct owner_address *a)
{
	struct known targets = owner_address_value(d, f, a);
	bool is_one = targets.target_count == 1 && object_is_single(d, targets.targets[0].object) &&
		      number_is_constant(targets.targets[0].offset, NULL);
	uint64_t held = o->held;
	owner_uncount(d, f, o, a->map, &targets);
	if (is_one) /* what that has did not count */
		o->held = held;
}

void owner_remove_exception(struct owners *o, uint32_t i)
{
	o->exception_count--;
	memmove(&o->exceptions[i], &o->exceptions[i + 1], (o->exception_count - i) * sizeof o->exceptions[0]);
}

void owner_settle(struct domain *d, const struct facts *f, struct owners *o, uint32_t i)
{
	const struct owner_address at = o->exceptions[i];
	owner_remove_exception(o, i);
	uncount_at(d, f, o, &at);
}

void owner_settle_map(struct domain *d, const struct facts *f, struct owners *o, uint32_t map)
{
	for (uint32_t i = o->exception_count; i-- > 0;)
		if (o->exceptions[i].map == map)
			owner_settle(d, f, o, i);
}

void owner_except(struct domain *d, const struct facts *f, struct owners *o, const struct owner_address *at)
{
	for (uint32_t i = 0; i < o->exception_count; i++)
		if (owner_address_equal(&o->exceptions[i], at))
			return;
	if (o->exception_count == OWNERS_EXCEPTIONS)
		owner_settle(d, f, o, 0);
	o->exceptions[o->exception_count] = *at;
	o->exceptions[o->exception_count++].is_exact = false;
}

/* ---- what is not one object ---- */

/* Is each target none that is created, or one of the sites'? */
static bool are_of_sites(const struct domain *d, const struct facts *f, const struct owners *o, const struct known *k)
{
	for (uint32_t i = 0; k->target_count != TARGETS_ANY && i < k->target_count; i++) {
		uint32_t site = object_site(d, k->targets[i].object);
		if (site && !facts_is_absent(d, f, k->targets[i].object) && !(o->sites & object_bit(site)))
			return false;
	}
	return k->target_count != TARGETS_ANY;
}

bool owner_is_counted(const struct domain *d, const struct facts *f, const struct owners *o, uint32_t variable)
{
	const struct known *k = facts_get(f, key_of(variable, 0, 0));
	uint32_t i = owner_find(o, variable);
	return i != OWNER_NONE && o->variables[i].at.map != OWNER_UNBORN && k && are_of_sites(d, f, o, k);
}

/* Are the variables about different objects, where these are of the sites? */
static bool are_apart(struct domain *d, const struct facts *f, const struct owners *o, uint32_t a, uint32_t b)
{
	if ((a | b) & OWNER_CONSTANT || !owner_is_counted(d, f, o, a) || !owner_is_counted(d, f, o, b))
		return false;
	const struct owner_variable *x = &o->variables[owner_find(o, a)], *y = &o->variables[owner_find(o, b)];
	if (x->class == y->class)
		return false;
	return x->at.map == OWNER_NONE || y->at.map == OWNER_NONE || x->at.map != y->at.map;
}

static bool is_same_base(const struct owners *o, const struct owner_address *a, const struct owner_address *b)
{
	if (a->is_absolute != b->is_absolute)
		return false;
	if (a->base == b->base)
		return true;
	uint32_t class =
		a->is_absolute && !((a->base | b->base) & OWNER_CONSTANT) ? owner_class(o, a->base) : OWNER_NONE;
	return class != OWNER_NONE && class == owner_class(o, b->base);
}

enum owner_relation owner_compare(struct domain *d, const struct facts *f, const struct owners *o,
				  const struct owner_address *a, const struct owner_address *b)
{
	if (a->map != b->map)
		return OWNER_DIFFERENT;
	if (is_same_base(o, a, b))
		return a->offset == b->offset ? OWNER_SAME : OWNER_DIFFERENT;
	struct known x = owner_address_value(d, f, a), y = owner_address_value(d, f, b);
	if (x.target_count == TARGETS_ANY || y.target_count == TARGETS_ANY)
		return OWNER_MAYBE;
	bool apart = are_apart(d, f, o, a->base, b->base), may_be = false;
	for (uint32_t i = 0; i < x.target_count; i++)
		for (uint32_t k = 0; k < y.target_count; k++) {
			const struct target *s = &x.targets[i], *t = &y.targets[k];
			uint64_t m, n;
			if (s->object != t->object || (apart && object_site(d, s->object)))
				continue;
			bool are_constant = number_is_constant(s->offset, &m) && number_is_constant(t->offset, &n);
			if (are_constant && m == n && x.target_count == 1 && y.target_count == 1 &&
			    object_is_single(d, s->object))
				return OWNER_SAME;
			may_be |= !are_constant || m == n;
		}
	return may_be ? OWNER_MAYBE : OWNER_DIFFERENT;
}

struct known owner_state(struct place *p, const struct variable *v)
{
	struct domain *d = p->domain;
	struct known any = known_any(d, sort_width(d->program->bank, sort_value(d->program->bank, d->state->sort))),
		     k = any;
	struct owners o;
	if (!owner_is_kept(d, v) || !owners_of(d, p->facts, &o) || !owner_is_counted(d, p->facts, &o, owner_number(v)))
		return any;
	struct known value = owner_value_of(d, p->facts, owner_number(v));
	k.low = number_none(k.width);
	for (uint32_t i = 0; i < value.target_count; i++) {
		uint32_t object = value.targets[i].object, site = object_site(d, object);
		uint64_t state;
		if (object_is_null(d, object) || facts_is_absent(d, p->facts, object))
			continue;
		if (!site || !alive_state(d, site, &state))
			return any;
		struct known alive = known_number(d, number_constant(k.width, state));
		k = known_join(d, &k, &alive);
	}
	return number_is_none(k.low) ? any : k;
}
