#include "known.h"

#include <string.h>

#include "facts.h"
#include "statement.h"
#include "word.h"

/* ---- objects ---- */

void domain_init(struct domain *d, struct program *p, struct arena *kept)
{
	*d = (struct domain){ .program = p, .kept = kept, .arena = arena_new() };
	d->object_bits = (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_OBJECT, 0);
	d->pointer_bits = (uint32_t)attribute_get_number(p->attributes, ATTRIBUTE_POINTER, 0);
	if (d->object_bits < 2 || d->object_bits > 64 || d->pointer_bits > 64)
		d->object_bits = d->pointer_bits = 0;
	d->first_fresh = fresh_first(p);
	vec_push(&d->objects, (struct object){ OBJECT_OTHERS, 0, NULL }); /* number 0: none */
}

void domain_release(struct domain *d)
{
	vec_free(&d->objects);
	table_free(&d->constants);
	table_free(&d->creates);
	table_free(&d->cells);
	table_free(&d->names);
	table_free(&d->first_states);
	table_free(&d->later_states);
	table_free(&d->identities);
	table_free(&d->held);
	table_free(&d->target_lists);
	memory_free(d->table_reads);
	memory_free(d->values);
	arena_free(d->arena);
	vec_free(&d->offsets);
}

/* The object with this identity; false: it is not one of a constant, as `fresh` may give it. */
static bool constant_object(struct domain *d, uint64_t identity, uint32_t *object)
{
	if (identity >= d->first_fresh)
		return false;
	*object = table_get(&d->constants, identity, 0);
	if (!*object && d->objects.count >= OBJECTS_MAX)
		return false;
	if (!*object) {
		*object = (uint32_t)d->objects.count;
		vec_push(&d->objects, (struct object){ OBJECT_CONSTANT, identity, NULL });
		table_put(&d->constants, identity, *object);
	}
	return true;
}

uint32_t domain_created(struct domain *d, const struct statement *fresh)
{
	uint32_t object = table_get(&d->creates, fresh, 0);
	if (!object) {
		object = (uint32_t)d->objects.count;
		vec_push(&d->objects, (struct object){ OBJECT_LAST, 0, fresh });
		vec_push(&d->objects, (struct object){ OBJECT_OTHERS, 0, fresh });
		table_put(&d->creates, fresh, object);
	}
	return object;
}

bool object_is_single(const struct domain *d, uint32_t object)
{
	return d->objects.at[object].kind != OBJECT_OTHERS;
}

uint32_t domain_cell(struct domain *d, uint64_t offset)
{
	enum { MAX_CELLS = KEY_BUT_LAST - 1 };
	uint32_t cell = table_get(&d->cells, offset, 0);
	if (cell || offset == UINT64_MAX || d->offsets.count == MAX_CELLS)
		return cell;
	vec_push(&d->offsets, offset);
	table_put(&d->cells, offset, (uint32_t)d->offsets.count);
	return (uint32_t)d->offsets.count;
}

/* The identity of an object as a number. */
static struct number identity_of(const struct domain *d, uint32_t object)
{
	const struct object *o = &d->objects.at[object];
	uint64_t last = word_mask(d->object_bits);
	if (o->kind == OBJECT_CONSTANT)
		return number_constant(d->object_bits, o->identity);
	return number_between(d->object_bits, d->first_fresh ? d->first_fresh : 1, last);
}

/* ---- making ---- */

static struct number no_number(void)
{
	return number_all(1);
}

struct known known_any(const struct domain *d, uint32_t width)
{
	struct known k = { .width = width, .target_count = TARGETS_ANY, .low = no_number(), .high = no_number() };
	if (domain_is_pointer(d, width)) {
		k.low = number_all(d->pointer_bits);
		k.high = number_all(d->object_bits);
	} else if (width <= 64) {
		k.low = number_all(width);
	}
	return k;
}

struct known known_number(struct domain *d, struct number n)
{
	struct known k = { .width = n.width, .target_count = TARGETS_ANY, .low = n, .high = no_number() };
	uint64_t value;
	uint32_t object;
	if (domain_is_pointer(d, n.width)) {
		struct known identity = known_number(d, number_extract(n.width - 1, d->pointer_bits, n));
		return known_pointer(d, &identity, number_extract(d->pointer_bits - 1, 0, n));
	}
	if (n.width == d->object_bits && number_is_constant(n, &value) && constant_object(d, value, &object))
		return known_object(d, object, NULL);
	return k;
}

/* Lists with the same hash. */
struct target_list {
	struct target_list *older;
	uint32_t count;
	struct target targets[];
};

static uint64_t hash_targets(const struct target *targets, uint32_t count)
{
	uint64_t h = count;
	for (uint32_t i = 0; i < count; i++) {
		const struct number *n = &targets[i].offset;
		h = hash_mix(hash_mix(hash_mix(h, targets[i].object), n->first), n->last ^ n->stride << 7);
		h = hash_mix(h, n->zeros ^ n->ones << 1);
	}
	return h == UINT64_MAX ? 0 : h;
}

static bool lists_equal(const struct target *a, const struct target *b, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (a[i].object != b[i].object || !number_equal(a[i].offset, b[i].offset))
			return false;
	return true;
}

static const struct target *keep_targets(struct domain *d, const struct target *targets, uint32_t count)
{
	uint64_t hash = hash_targets(targets, count);
	struct target_list *newest = (struct target_list *)(uintptr_t)table_get(&d->target_lists, hash, 0);
	for (struct target_list *l = newest; l; l = l->older)
		if (l->count == count && lists_equal(l->targets, targets, count))
			return l->targets;
	struct target_list *l = arena_alloc(d->kept, sizeof *l + count * sizeof *targets);
	l->older = newest;
	l->count = count;
	if (count)
		memcpy(l->targets, targets, count * sizeof *targets);
	table_put(&d->target_lists, hash, (uintptr_t)l);
	return l->targets;
}

static struct known of_targets(struct domain *d, uint32_t width, const struct target *targets, uint32_t count)
{
	struct known k = known_any(d, width);
	bool is_pointer = domain_is_pointer(d, width);
	struct number identities = number_none(d->object_bits), offsets = number_none(is_pointer ? d->pointer_bits : 1);
	for (uint32_t i = 0; i < count; i++) {
		identities = number_join(identities, identity_of(d, targets[i].object));
		offsets = number_join(offsets, targets[i].offset);
	}
	if (is_pointer) {
		k.low = offsets;
		k.high = identities;
	} else {
		k.low = identities;
	}
	if (count > TARGETS_MAX)
		return k;
	k.targets = keep_targets(d, targets, count);
	k.target_count = count;
	return k;
}

struct known known_object(struct domain *d, uint32_t object, const struct number *offset)
{
	struct target target = { object, offset ? *offset : number_constant(1, 0) };
	return of_targets(d, offset ? d->object_bits + d->pointer_bits : d->object_bits, &target, 1);
}

struct known known_target(struct domain *d, const struct known *k, uint32_t i)
{
	return of_targets(d, k->width, &k->targets[i], 1);
}

struct known known_constant(struct domain *d, term constant)
{
	const struct bank *bank = d->program->bank;
	uint32_t width = term_width(bank, constant);
	if (width <= 64)
		return known_number(d, number_constant(width, term_value(bank, constant)));
	if (!domain_is_pointer(d, width))
		return known_any(d, width);
	term high = term_extract(d->program->bank, width - 1, d->pointer_bits, constant);
	term low = term_extract(d->program->bank, d->pointer_bits - 1, 0, constant);
	struct known identity = known_number(d, number_constant(d->object_bits, term_value(bank, high)));
	return known_pointer(d, &identity, number_constant(d->pointer_bits, term_value(bank, low)));
}

struct known known_pointer(struct domain *d, const struct known *identity, struct number offset)
{
	struct known k = known_any(d, d->object_bits + d->pointer_bits);
	k.low = offset;
	k.high = identity->low;
	if (identity->target_count == TARGETS_ANY)
		return k;
	struct target targets[TARGETS_MAX];
	for (uint32_t i = 0; i < identity->target_count; i++)
		targets[i] = (struct target){ identity->targets[i].object, offset };
	return of_targets(d, k.width, targets, identity->target_count);
}

struct number known_as_number(const struct domain *d, const struct known *k)
{
	return domain_is_pointer(d, k->width) && k->width <= 64 ? number_concat(k->high, k->low) : k->low;
}

struct known known_identity(struct domain *d, const struct known *pointer)
{
	if (pointer->target_count == TARGETS_ANY)
		return known_number(d, pointer->high);
	struct target targets[TARGETS_MAX];
	for (uint32_t i = 0; i < pointer->target_count; i++)
		targets[i] = (struct target){ pointer->targets[i].object, number_constant(1, 0) };
	return of_targets(d, d->object_bits, targets, pointer->target_count);
}

struct known known_without(struct domain *d, const struct known *k, uint32_t i)
{
	struct target targets[TARGETS_MAX];
	uint32_t count = 0;
	for (uint32_t at = 0; at < k->target_count; at++)
		if (at != i)
			targets[count++] = k->targets[at];
	return of_targets(d, k->width, targets, count);
}

struct known known_with_offsets(struct domain *d, const struct known *k, const struct number *offsets)
{
	struct target targets[TARGETS_MAX];
	uint32_t count = 0;
	bool changed = false;
	for (uint32_t i = 0; i < k->target_count; i++) {
		changed |= !number_equal(offsets[i], k->targets[i].offset);
		if (!number_is_none(offsets[i]))
			targets[count++] = (struct target){ k->targets[i].object, offsets[i] };
	}
	return changed ? of_targets(d, k->width, targets, count) : *k;
}

/* ---- the lattice ---- */

bool known_is_any(const struct known *k)
{
	return k->target_count == TARGETS_ANY && number_is_all(k->low) && number_is_all(k->high);
}

bool known_is_none(const struct known *k)
{
	return !k->target_count || number_is_none(k->low) || number_is_none(k->high);
}

static bool targets_equal(const struct known *a, const struct known *b)
{
	return a->target_count == b->target_count && (a->target_count == TARGETS_ANY || a->targets == b->targets);
}

bool known_equal(const struct known *a, const struct known *b)
{
	return a->width == b->width && targets_equal(a, b) && number_equal(a->low, b->low) &&
	       number_equal(a->high, b->high);
}

static const struct target *target_of(const struct known *k, uint32_t object)
{
	for (uint32_t i = 0; i < k->target_count; i++)
		if (k->targets[i].object == object)
			return &k->targets[i];
	return NULL;
}

/* Of targets each is looked at: the interval around their identities depends on the order in which it was made. */
static bool includes_target(const struct domain *d, const struct known *outer, const struct known *inner, uint32_t i)
{
	const struct target *t = &inner->targets[i];
	const struct target *same = outer->target_count == TARGETS_ANY ? NULL : target_of(outer, t->object);
	bool is_pointer = domain_is_pointer(d, inner->width);
	if (outer->target_count != TARGETS_ANY)
		return same && number_includes(same->offset, t->offset);
	return number_includes(is_pointer ? outer->high : outer->low, identity_of(d, t->object)) &&
	       (!is_pointer || number_includes(outer->low, t->offset));
}

bool known_includes(const struct domain *d, const struct known *outer, const struct known *inner)
{
	if (inner->target_count == TARGETS_ANY)
		return number_includes(outer->low, inner->low) && number_includes(outer->high, inner->high) &&
		       (outer->target_count == TARGETS_ANY || known_is_none(inner));
	for (uint32_t i = 0; i < inner->target_count; i++)
		if (!includes_target(d, outer, inner, i))
			return false;
	return true;
}

/* The union of the targets, with offsets combined; false: too many. */
static bool merge_targets(const struct known *a, const struct known *b, const struct thresholds *widen,
			  struct target *merged, uint32_t *count)
{
	uint32_t i = 0, k = 0;
	*count = 0;
	while (i < a->target_count || k < b->target_count) {
		if (*count == TARGETS_MAX)
			return false;
		struct target *to = &merged[(*count)++];
		uint32_t x = i < a->target_count ? a->targets[i].object : UINT32_MAX;
		uint32_t y = k < b->target_count ? b->targets[k].object : UINT32_MAX;
		*to = x <= y ? a->targets[i] : b->targets[k];
		if (x == y)
			to->offset = widen ? number_widen(a->targets[i].offset,
							  number_join(a->targets[i].offset, b->targets[k].offset),
							  widen->values, widen->count)
					   : number_join(a->targets[i].offset, b->targets[k].offset);
		i += x <= y;
		k += y <= x;
	}
	return true;
}

static struct known combine(struct domain *d, const struct known *a, const struct known *b,
			    const struct thresholds *widen)
{
	if (known_is_none(a))
		return *b;
	if (known_is_none(b))
		return *a;
	struct target merged[TARGETS_MAX];
	uint32_t count;
	if (a->target_count != TARGETS_ANY && b->target_count != TARGETS_ANY &&
	    merge_targets(a, b, widen, merged, &count))
		return of_targets(d, a->width, merged, count);
	struct known k = { .width = a->width, .target_count = TARGETS_ANY };
	k.low = number_join(a->low, b->low);
	k.high = number_join(a->high, b->high);
	if (widen) {
		k.low = number_widen(a->low, k.low, widen->values, widen->count);
		k.high = number_widen(a->high, k.high, widen->values, widen->count);
	}
	return k;
}

struct known known_join(struct domain *d, const struct known *a, const struct known *b)
{
	return known_equal(a, b) ? *a : combine(d, a, b, NULL);
}

/* Of a pointer its few objects stay known, with any offset where that has grown: each grows once, and then there may be more of them.
 * Nothing else that grows is kept. */
static struct known give_up(struct domain *d, const struct known *old, const struct known *new)
{
	enum { FEW = 6 };
	struct target merged[TARGETS_MAX];
	uint32_t count;
	bool has_targets = old->target_count != TARGETS_ANY && new->target_count != TARGETS_ANY;
	if (!has_targets || !domain_is_pointer(d, old->width) || !merge_targets(old, new, NULL, merged, &count) ||
	    count > FEW)
		return known_any(d, old->width);
	for (uint32_t i = 0; i < count; i++) {
		const struct target *before = target_of(old, merged[i].object);
		if (before && !number_equal(before->offset, merged[i].offset))
			merged[i].offset = number_all(d->pointer_bits);
	}
	return of_targets(d, old->width, merged, count);
}

struct known known_widen(struct domain *d, const struct known *old, const struct known *new,
			 const struct thresholds *thresholds)
{
	if (known_includes(d, old, new))
		return *old;
	return thresholds->gives_up && !known_is_none(old) ? give_up(d, old, new) : combine(d, old, new, thresholds);
}

/* Those of A's targets that B has too, or may be. */
static struct known meet_targets(struct domain *d, const struct known *a, const struct known *b)
{
	struct target targets[TARGETS_MAX];
	uint32_t count = 0;
	bool is_pointer = domain_is_pointer(d, a->width);
	for (uint32_t i = 0; i < a->target_count; i++) {
		struct target t = a->targets[i];
		const struct target *other = b->target_count == TARGETS_ANY ? NULL : target_of(b, t.object);
		if (b->target_count != TARGETS_ANY && !other)
			continue;
		struct number identity = number_meet(identity_of(d, t.object), is_pointer ? b->high : b->low);
		t.offset = other        ? number_meet(t.offset, other->offset)
			   : is_pointer ? number_meet(t.offset, b->low)
					: t.offset;
		if (!number_is_none(identity) && !number_is_none(t.offset))
			targets[count++] = t;
	}
	return of_targets(d, a->width, targets, count);
}

struct known known_meet(struct domain *d, const struct known *a, const struct known *b)
{
	if (a->target_count != TARGETS_ANY)
		return meet_targets(d, a, b);
	if (b->target_count != TARGETS_ANY)
		return meet_targets(d, b, a);
	struct known k = *a;
	k.low = number_meet(a->low, b->low);
	k.high = number_meet(a->high, b->high);
	return k;
}

struct known known_age(struct domain *d, const struct known *k, bool (*aged)(void *context, uint32_t object),
		       void *context, bool surely)
{
	struct target targets[2 * TARGETS_MAX];
	uint32_t count = 0;
	bool changed = false;
	if (k->target_count == TARGETS_ANY)
		return *k;
	for (uint32_t i = 0; i < k->target_count; i++) {
		struct target t = k->targets[i];
		bool ages = d->objects.at[t.object].kind == OBJECT_LAST && aged(context, t.object);
		changed |= ages;
		if (!ages || !surely)
			targets[count++] = t;
		if (!ages)
			continue;
		const struct target *others = target_of(k, t.object + 1);
		t.object++;
		if (others && i + 1 < k->target_count && k->targets[i + 1].object == t.object) {
			t.offset = number_join(t.offset, others->offset);
			i++;
		}
		targets[count++] = t;
	}
	return changed ? of_targets(d, k->width, targets, count) : *k;
}

static unsigned compare_targets(struct domain *d, const struct known *a, const struct known *b)
{
	unsigned result = 0;
	bool is_pointer = domain_is_pointer(d, a->width);
	for (uint32_t i = 0; i < a->target_count; i++)
		for (uint32_t k = 0; k < b->target_count; k++) {
			const struct target *x = &a->targets[i], *y = &b->targets[k];
			if (x->object != y->object)
				result |= 1;
			else
				result |= (is_pointer ? number_compare(OP_EQ, x->offset, y->offset) : 2) |
					  !object_is_single(d, x->object);
		}
	return result;
}

unsigned known_compare_equal(struct domain *d, const struct known *a, const struct known *b)
{
	if (a->target_count != TARGETS_ANY && b->target_count != TARGETS_ANY)
		return compare_targets(d, a, b);
	unsigned low = number_compare(OP_EQ, a->low, b->low);
	if (!domain_is_pointer(d, a->width))
		return a->width <= 64 ? low : 3;
	unsigned high = number_compare(OP_EQ, a->high, b->high);
	unsigned equal = low & high & 2;
	return equal | ((low | high) & 1);
}

bool known_may_be_in(const struct domain *d, const struct known *k, const struct object_set *set)
{
	if (!set || k->target_count == TARGETS_ANY)
		return true;
	for (uint32_t i = 0; i < k->target_count; i++) {
		uint32_t object = k->targets[i].object;
		enum object_kind kind = d->objects.at[object].kind;
		if (set->has(set->context, object) ||
		    (kind != OBJECT_CONSTANT && set->has(set->context, kind == OBJECT_LAST ? object + 1 : object - 1)))
			return true;
	}
	return false;
}

bool known_may_meet(const struct known *a, const struct known *b)
{
	if (a->target_count == TARGETS_ANY || b->target_count == TARGETS_ANY)
		return true;
	for (uint32_t i = 0; i < a->target_count; i++)
		for (uint32_t k = 0; k < b->target_count; k++)
			if (a->targets[i].object == b->targets[k].object)
				return true;
	return false;
}
