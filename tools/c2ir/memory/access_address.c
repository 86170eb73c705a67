/* Where objects are in the address space: what is assumed of $base and $owner (address.h) where an object begins.
 *
 *	b := $base[o]
 *	assume b is a multiple of the alignment, b + size does not wrap
 *	assume $owner[granule] = o                         for each granule of the object,
 *	    or $owner[granule] = 0, $shared[unit] = o      for each of a small one and each of its units
 *
 * $owner says from the start who will have a granule: nothing is written when an object begins. When it ends, it is unknown
 * again who has its granules from then on, so another one may; the address of what was there before stays as it was.
 *
 * Only objects whose address is looked at matter: which these are the points-to analysis says. An unknown pointer that becomes a
 * number gets its place there and then.
 *
 * If an integer is made a pointer somewhere, objects also have the byte after their last one: else what a + n is would not be
 * told by its address, where an object begins right behind a. The ledger says so. */
#include "access.h"

#include <string.h>

#include "access_internal.h"
#include "address.h"
#include "alignment.h"
#include "c_pointer.h"
#include "c_term.h"
#include "declaration_query.h"
#include "emit.h"
#include "lower_ledger.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "string_literal.h"

enum { MANY_GRANULES = 64, SOME_GRANULES = 4, MANY_SMALL = 6, SMALL_ALIGNMENT = 8 };

/* ---- recorded ---- */

void access_expose(struct lowering *l, term pointer, node pointer_node)
{
	struct access *a = access_record(l, ACCESS_EXPOSE);
	/* a constant: no object, or one that has its place from the start */
	a->pointer = term_is_constant(l->bank, pointer) ? 0 : pointer;
	a->node = pointer_node;
}

void access_unexpose(struct lowering *l)
{
	struct access *last = l->accesses->list.count ? &vec_last(&l->accesses->list) : NULL;
	if (!last || last->kind != ACCESS_EXPOSE)
		return;
	last->pointer = 0;
	last->node = 0;
}

struct rvalue access_find(struct lowering *l, term integer, node from)
{
	struct bank *b = l->bank;
	if (!from || term_is_constant(b, integer))
		return rvalue_scalar(pointer_make(l, term_bv(b, OBJECT_BITS, 0), integer), from);
	access_untold(l);
	if (!l->machine.finds_objects)
		l->machine.found_at = l->location;
	l->machine.finds_objects = true;
	struct variable *object = emit_temporary(l, sort_bitvector(b, OBJECT_BITS));
	struct access *a = access_record(l, ACCESS_FIND);
	a->target = object;
	a->pointer = integer;
	a->node = from;
	term offset = term_binary(b, OP_BVSUB, integer, pointer_base(l, object->term));
	return rvalue_scalar(pointer_make(l, object->term, offset), from);
}

void access_order(struct lowering *l, node p, node q)
{
	struct access *a = access_record(l, ACCESS_ORDER);
	a->node = p;
	a->other = q;
}

void access_born(struct lowering *l, term object, uint32_t known, term size, term alignment)
{
	struct access *a = access_record(l, ACCESS_BORN);
	a->pointer = object;
	a->record = known;
	a->count = size;
	a->value = alignment;
}

void access_dies(struct lowering *l, term pointer, node pointer_node)
{
	struct access *a = access_record(l, ACCESS_DIES);
	a->pointer = pointer;
	a->node = pointer_node;
}

/* ---- whose address is looked at ---- */

static void expose(void *context, uint32_t object)
{
	struct exposure *e = context;
	table_put(&e->objects, object, true);
}

void exposure_add(struct exposure *e, node pointers)
{
	region_points(e->l->regions, pointers, expose, e);
}

static bool is_exposed(const struct exposure *e, uint32_t object)
{
	return table_has(&e->objects, object);
}

struct number_of_objects {
	uint32_t first;
	bool any, more;
};

static void count_one(void *context, uint32_t object)
{
	struct number_of_objects *n = context;
	n->more |= n->any && object != n->first;
	n->any = true;
	n->first = object;
}

/* Pointers into one object are compared by their offsets, and so are those of which nothing else is known: others must not be
 * compared (6.5.8p5). */
static void expose_ordered(struct lowering *l, const struct access *a)
{
	struct number_of_objects n = { 0 };
	region_points(l->regions, a->node, count_one, &n);
	region_points(l->regions, a->other, count_one, &n);
	if (!n.more)
		return;
	exposure_add(l->accesses->exposure, a->node);
	exposure_add(l->accesses->exposure, a->other);
}

struct numbers {
	TABLE(uint32_t, bool) read, written; /* by class */
};

/* Classes of bytes that are read, or written, as numbers. */
static void find_numbers(struct lowering *l, struct numbers *n)
{
	const struct access_list *list = l->accesses;
	for (size_t i = 0; i < list->list.count; i++) {
		const struct access *a = &list->list.at[i];
		bool load = a->kind == ACCESS_LOAD;
		if (!load && a->kind != ACCESS_STORE && a->kind != ACCESS_FILL && a->kind != ACCESS_FORGET)
			continue;
		if (a->is_pointer)
			continue;
		for (const struct cell_class *const *c = region_classes(l->regions, a->record); *c; c++)
			if (load)
				table_put(&n->read, (*c)->id, true);
			else
				table_put(&n->written, (*c)->id, true);
	}
}

/* Pointers that are kept as bytes are looked at where these are read as numbers or a part of them is overwritten, and found where something
 * was written as such. */
static void find_in_bytes(struct lowering *l, const struct numbers *n)
{
	struct access_list *list = l->accesses;
	for (size_t i = 0; i < list->list.count; i++) {
		const struct access *a = &list->list.at[i];
		if (!a->is_pointer || (a->kind != ACCESS_LOAD && a->kind != ACCESS_STORE))
			continue;
		const struct cell_class *c = *region_classes(l->regions, a->record);
		if (!c || !c->byte_wise || typed_class(l, c))
			continue;
		if (a->kind == ACCESS_STORE && (c->parted || table_get(&n->read, c->id, false)))
			exposure_add(list->exposure, a->node);
		bool found = c->parted || table_get(&n->written, c->id, false);
		if (a->kind == ACCESS_LOAD && found && !l->machine.finds_objects) {
			l->machine.finds_objects = true;
			l->machine.found_at = a->location;
		}
	}
}

/* Variables of few bytes. What malloc gives is farther from others, as it is in fact. */
static bool is_small(const struct lowering *l, term size, term alignment)
{
	return term_is_constant(l->bank, size) && term_value(l->bank, size) <= SHARED_UNITS << UNIT_BITS &&
	       term_is_constant(l->bank, alignment) && term_value(l->bank, alignment) <= SMALL_ALIGNMENT;
}

static bool is_small_static(const struct lowering *l, const struct storage *storage)
{
	return storage->bytes <= SHARED_UNITS << UNIT_BITS && object_alignment(l, storage) <= SMALL_ALIGNMENT;
}

static bool is_exposed_static(const struct exposure *e, const struct storage *storage)
{
	return storage->kind == STORAGE_MEMORY && is_exposed(e, storage->object);
}

/* Some small objects may share granules. Of many, the assumptions about units would be too much for solvers. */
static void count_small(struct exposure *e)
{
	struct lowering *l = e->l;
	uint32_t count = 0;
	for (size_t i = 0; i < l->statics.objects.count; i++)
		count += is_exposed_static(e, l->statics.objects.at[i]) && is_small_static(l, l->statics.objects.at[i]);
	for (size_t i = 0; i < l->accesses->list.count; i++) {
		const struct access *a = &l->accesses->list.at[i];
		count += a->kind == ACCESS_BORN && is_exposed(e, a->record) && is_small(l, a->count, a->value);
	}
	l->machine.shares_granules = count > 1 && count <= MANY_SMALL;
}

void exposure_note_apart(struct lowering *l)
{
	lower_ledger(l, l->machine.found_at,
		     "addresses as numbers: no object begins where another one ends, as numbers become pointers");
}

/* An object that may be there together with a second one. */
static void count_object(struct exposure *e, struct location location, bool repeated, bool small)
{
	struct lowering *l = e->l;
	e->count++;
	e->repeated |= repeated;
	if (!(small && l->machine.shares_granules) && !e->alone.line)
		e->alone = location;
	if (e->alone.line && (e->count > 1 || e->repeated))
		lower_ledger(l, e->alone, "addresses as numbers: objects do not share the same %u KB",
			     (1u << granule_bits(l)) >> 10);
	if (l->machine.finds_objects && (e->count > 1 || e->repeated))
		exposure_note_apart(l);
	if (l->pointer_bits == 32 && e->repeated)
		lower_ledger(l, location, "addresses as numbers: there are at most %u objects at one time",
			     1u << (address_bits(l) - granule_bits(l)));
}

/* All granules of an object are given back if it is known to have several. */
static void note_granules(struct exposure *e, const struct access *a)
{
	const struct lowering *l = e->l;
	uint64_t size = term_is_constant(l->bank, a->count) ? term_value(l->bank, a->count) : 0;
	uint64_t count = (size >> granule_bits(l)) + 2;
	if (size >> granule_bits(l) == 0)
		return;
	count = count < MANY_GRANULES ? count : MANY_GRANULES;
	if (count > table_get(&e->granules, a->record, 1))
		table_put(&e->granules, a->record, (uint32_t)count);
}

static void count_objects(struct exposure *e)
{
	static const struct location nowhere;
	struct lowering *l = e->l;
	for (size_t i = 0; i < l->statics.objects.count; i++) {
		const struct storage *storage = l->statics.objects.at[i];
		if (is_exposed_static(e, storage))
			count_object(e, storage->declaration ? declaration_location(storage->declaration) : nowhere,
				     false, is_small_static(l, storage));
	}
	for (size_t i = 0; i < l->accesses->list.count; i++) {
		const struct access *a = &l->accesses->list.at[i];
		if (a->kind != ACCESS_BORN || !is_exposed(e, a->record))
			continue;
		count_object(e, a->location, true, is_small(l, a->count, a->value));
		note_granules(e, a);
	}
}

static void note_dying(void *context, uint32_t object)
{
	struct exposure *e = context;
	table_put(&e->dying, object, true);
}

/* What is there all the time, and what may end. */
static void find_lifetimes(struct exposure *e)
{
	struct lowering *l = e->l;
	for (size_t i = 0; i < l->statics.objects.count; i++)
		if (l->statics.objects.at[i]->kind == STORAGE_MEMORY)
			table_put(&e->statics, l->statics.objects.at[i]->object, l->statics.objects.at[i]);
	for (size_t i = 0; i < l->statics.functions.count; i++)
		table_put(&e->statics, l->statics.functions.at[i]->object, l->statics.functions.at[i]);
	for (size_t i = 0; i < l->accesses->list.count; i++)
		if (l->accesses->list.at[i].kind == ACCESS_DIES)
			region_points(l->regions, l->accesses->list.at[i].node, note_dying, e);
}

void address_find(struct lowering *l)
{
	struct access_list *list = l->accesses;
	struct exposure *e = list->exposure = arena_alloc(l->arena, sizeof *e);
	struct numbers numbers = { 0 };
	e->l = l;
	find_numbers(l, &numbers);
	find_in_bytes(l, &numbers);
	table_free(&numbers.read);
	table_free(&numbers.written);
	find_lifetimes(e);
	for (size_t i = 0; i < list->list.count; i++) {
		struct access *a = &list->list.at[i];
		if (a->kind == ACCESS_EXPOSE)
			exposure_add(e, a->node);
		else if (a->kind == ACCESS_ORDER)
			expose_ordered(l, a);
		else if (a->kind == ACCESS_EQUAL)
			equal_find(l, a);
	}
	count_small(e);
	count_objects(e);
}

void address_free(struct access_list *list)
{
	if (!list->exposure)
		return;
	table_free(&list->exposure->objects);
	table_free(&list->exposure->dying);
	table_free(&list->exposure->granules);
	table_free(&list->exposure->statics);
}

/* ---- what is assumed of a new object ---- */

static term address(struct lowering *l, uint64_t value)
{
	return term_bv(l->bank, address_bits(l), value);
}

static term plus(struct lowering *l, term at, uint64_t bytes)
{
	return term_binary(l->bank, OP_BVADD, at, address(l, bytes));
}

static term both(struct lowering *l, term a, term b)
{
	return term_and(l->bank, a, b);
}

static term has_granule(struct lowering *l, term object, term at)
{
	return term_eq(l->bank, granule_owner(l, at), object);
}

static term has_unit(struct lowering *l, term object, term at)
{
	term none = term_bv(l->bank, OBJECT_BITS, 0);
	return both(l, has_granule(l, none, at), term_eq(l->bank, unit_owner(l, at), object));
}

static term is_multiple(struct lowering *l, term base, term alignment)
{
	struct bank *b = l->bank;
	if (!term_is_constant(b, alignment)) {
		term mask = term_binary(b, OP_BVSUB, alignment, word(l, 1));
		term low = term_binary(b, OP_BVAND, term_zero_extend(b, l->pointer_bits, base), mask);
		return term_eq(b, low, word(l, 0));
	}
	uint32_t bits = 0;
	while (bits < address_bits(l) && term_value(b, alignment) >> bits > 1)
		bits++;
	return bits ? term_eq(b, term_extract(b, bits - 1, 0, base), term_bv(b, bits, 0)) : term_true(b);
}

/* Can the first address behind an object be 0, in the pointer's width? */
static bool may_end_at_zero(struct lowering *l)
{
	return address_bits(l) == l->pointer_bits;
}

/* Of `extent` bytes, at least 1: the last of them does not come to lie before the first, nor is what is behind them at 0:
   it is larger than the address of each of them, and no null pointer (C11 6.3.2.3p3, 6.5.6p8, 6.5.8p5). */
static term does_not_wrap(struct lowering *l, term base, term extent)
{
	struct bank *b = l->bank;
	uint32_t width = l->pointer_bits + 1;
	uint64_t space = (UINT64_C(1) << address_bits(l)) - may_end_at_zero(l);
	if (term_is_constant(b, extent) && term_value(b, extent) <= space)
		return term_binary(b, OP_BVULE, base, address(l, space - term_value(b, extent)));
	term end = term_binary(b, OP_BVADD, term_zero_extend(b, width, base), term_zero_extend(b, width, extent));
	term limit = term_bv(b, width, space);
	term fits = term_binary(b, OP_BVULE, term_zero_extend(b, width, extent), limit);
	return both(l, fits, term_binary(b, OP_BVULE, end, limit));
}

/* Its granules from the second to the last but one are those at multiples of the granule's size from its beginning. */
static term has_granules(struct lowering *l, term object, term base, term last, uint64_t extent)
{
	struct bank *b = l->bank;
	uint64_t size = UINT64_C(1) << granule_bits(l), count = SOME_GRANULES;
	if (extent)
		count = (extent - 1) / size < MANY_GRANULES ? (extent - 1) / size : MANY_GRANULES;
	term all = has_granule(l, object, base);
	for (uint64_t i = 1; i <= count; i++) {
		term at = plus(l, base, i * size);
		if (!extent) {
			term reach = term_binary(b, OP_BVSUB, last, base);
			at = term_ite(b, term_binary(b, OP_BVULT, reach, address(l, i * size)), last, at);
		}
		all = both(l, all, has_granule(l, object, at));
	}
	return last == base ? all : both(l, all, has_granule(l, object, last));
}

/* The granule at 0 is nobody's. */
static term has_units(struct lowering *l, term object, term base, term last, uint64_t extent)
{
	struct bank *b = l->bank;
	term first = term_binary(b, OP_BVULT, address(l, (UINT64_C(1) << granule_bits(l)) - 1), base);
	term all = both(l, first, has_unit(l, object, base));
	for (uint64_t i = 1; i <= (extent - 1) >> UNIT_BITS; i++)
		all = both(l, all, has_unit(l, object, plus(l, base, i << UNIT_BITS)));
	return last == base ? all : both(l, all, has_unit(l, object, last));
}

/* The bytes that are an object's own. */
static term extent_of(struct lowering *l, term size)
{
	struct bank *b = l->bank;
	if (l->machine.finds_objects)
		return term_binary(b, OP_BVADD, size, word(l, 1));
	return term_ite(b, term_eq(b, size, word(l, 0)), word(l, 1), size);
}

/* The extent of so many bytes does not wrap around: there is no object of SIZE_MAX bytes. */
static term has_extent(struct lowering *l, term size)
{
	uint64_t space = (UINT64_C(1) << address_bits(l)) - may_end_at_zero(l);
	bool wraps = l->machine.finds_objects && !term_is_constant(l->bank, size);
	return wraps ? term_binary(l->bank, OP_BVULT, size, word(l, space)) : term_true(l->bank);
}

/* Is the last byte certainly in the same unit as the first? */
static bool is_one_unit(struct lowering *l, term alignment, uint64_t extent)
{
	uint64_t known = term_is_constant(l->bank, alignment) ? term_value(l->bank, alignment) : 1;
	return extent && extent <= known && extent <= 1 << UNIT_BITS;
}

/* What is known of where the object is. `extent`: see extent_of(). */
static term is_placed(struct lowering *l, term object, term extent, term alignment, bool small)
{
	struct bank *b = l->bank;
	term base = term_select(b, address_map(l), object);
	uint64_t known = term_is_constant(b, extent) ? term_value(b, extent) : 0;
	term end = term_extract(b, address_bits(l) - 1, 0, extent);
	term last = is_one_unit(l, alignment, known)
			    ? base
			    : term_binary(b, OP_BVADD, base, term_binary(b, OP_BVSUB, end, address(l, 1)));
	term owned = has_granules(l, object, base, last, known);
	if (small && l->machine.shares_granules)
		owned = term_or(b, owned, has_units(l, object, base, last, known));
	term whole = last == base && !may_end_at_zero(l) ? term_true(b) : does_not_wrap(l, base, extent);
	return both(l, both(l, is_multiple(l, base, alignment), whole), owned);
}

/* What is at an address. Where only one object can be meant that is there all the time, it need not be looked for. */
static void resolve_find(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	struct number_of_objects n = { 0 };
	bool all = region_points(l->regions, a->node, count_one, &n);
	const struct storage *only = n.more ? NULL : table_get(&l->accesses->exposure->statics, n.first, NULL);
	term owner = granule_owner(l, a->pointer), none = term_bv(b, OBJECT_BITS, 0);
	if (all && n.any && only)
		owner = term_bv(b, OBJECT_BITS, only->identity);
	else if (l->machine.shares_granules)
		owner = term_ite(b, term_eq(b, owner, none), unit_owner(l, a->pointer), owner);
	access_assign(r, a->target, owner);
}

static void assume(struct rewriter *r, term condition)
{
	if (term_is_true(r->l->bank, condition))
		return;
	struct statement *s = block_add(r->l->program, r->l->block, STATEMENT_ASSUME);
	s->term = condition;
	s->attributes = r->attributes;
}

/* Of a large object not all granules are its own: a counterexample with one is not confirmed. */
static void note_large(struct rewriter *r, term extent)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	bool known = term_is_constant(b, extent);
	uint64_t limit = (uint64_t)(known ? MANY_GRANULES : SOME_GRANULES) << granule_bits(l);
	term large = term_binary(b, OP_BVULT, word(l, limit), extent);
	if (term_is_false(b, large))
		return;
	struct statement *s = block_add(l->program, l->block, STATEMENT_ASSIGN);
	s->target = lower_global(l, &l->accesses->exposure->mark, "$overlap", sort_bool(b));
	s->term = large;
	s->attributes =
		attribute_string(l->program, r->attributes, ATTRIBUTE_APPROXIMATE, "addresses within a large object");
}

static void resolve_born(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	if (!is_exposed(l->accesses->exposure, a->record))
		return;
	term extent = extent_of(l, a->count);
	assume(r, has_extent(l, a->count));
	assume(r, is_placed(l, a->pointer, extent, a->value, is_small(l, a->count, a->value)));
	note_large(r, extent);
}

static void ignore(void *context, uint32_t object)
{
	(void)context, (void)object;
}

static term is_there(struct lowering *l, term object, term at)
{
	term there = has_granule(l, object, at);
	return l->machine.shares_granules ? term_or(l->bank, there, has_unit(l, object, at)) : there;
}

/* An unknown pointer, whose object did not begin anywhere: it is where no other one is, and so is what the pointer points to. One to no
 * object is not the address of one. */
static void resolve_exposed(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	if (!a->pointer || region_points(l->regions, a->node, ignore, NULL))
		return;
	term object = pointer_object(l, a->pointer), none = term_bv(b, OBJECT_BITS, 0);
	term base = term_select(b, address_map(l), object), number = pointer_address(l, a->pointer);
	uint32_t bits = address_bits(l);
	term inside = bits < l->pointer_bits ? term_eq(b, term_extract(b, l->pointer_bits - 1, bits, number),
						       term_bv(b, l->pointer_bits - bits, 0))
					     : term_true(b);
	term at = term_extract(b, bits - 1, 0, number);
	term there = both(l, is_there(l, object, base), is_there(l, object, at));
	term nobody = l->machine.shares_granules ? has_unit(l, none, at) : has_granule(l, none, at);
	assume(r,
	       term_ite(b, term_eq(b, object, none), term_or(b, term_not(b, inside), nobody), both(l, inside, there)));
}

/* ---- and where it ends ---- */

struct dying {
	const struct exposure *exposure;
	uint32_t granules; /* of its granules, 0: nothing is given back */
};

static void dies(void *context, uint32_t object)
{
	struct dying *d = context;
	if (!is_exposed(d->exposure, object))
		return;
	uint32_t count = table_get(&d->exposure->granules, object, 1);
	d->granules = count > d->granules ? count : d->granules;
}

/* Somebody else's from now on, unless it is somebody else's already. Shared granules stay as they are. */
static void give_back(struct rewriter *r, struct variable *map, term object, term index)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	struct variable *next = emit_temporary(l, sort_bitvector(b, OBJECT_BITS));
	struct statement *s = block_add(l->program, l->block, STATEMENT_HAVOC);
	s->target = next;
	s->attributes = r->attributes;
	term now = term_select(b, map->term, index), none = term_bv(b, OBJECT_BITS, 0);
	term own = both(l, term_not(b, term_eq(b, object, none)), term_eq(b, now, object));
	access_assign(r, map, term_store(b, map->term, index, term_ite(b, own, next->term, now)));
}

/* Object 0, as free(NULL) has it, does not end. */
static void note_ended(struct rewriter *r, term object)
{
	struct bank *b = r->l->bank;
	struct variable *ended = r->l->accesses->exposure->ended;
	term none = term_eq(b, object, term_bv(b, OBJECT_BITS, 0));
	term bit = term_ite(b, none, term_bv(b, 1, 0), term_bv(b, 1, 1));
	if (ended)
		access_assign(r, ended, term_store(b, ended->term, object, bit));
}

term exposure_not_ended(struct lowering *l, term object)
{
	const struct variable *ended = l->accesses->exposure->ended;
	return ended ? term_eq(l->bank, term_select(l->bank, ended->term, object), term_bv(l->bank, 1, 0))
		     : term_true(l->bank);
}

static void resolve_dies(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	struct dying d = { .exposure = l->accesses->exposure };
	region_points(l->regions, a->node, dies, &d);
	if (!d.granules)
		return;
	term object = pointer_object(l, a->pointer), base = term_select(b, address_map(l), object);
	uint32_t top = address_bits(l) - 1;
	note_ended(r, object);
	granule_owner(l, base);
	for (uint32_t i = 0; i < d.granules; i++) {
		term at = plus(l, base, (uint64_t)i << granule_bits(l));
		give_back(r, l->machine.owner, object, term_extract(b, top, granule_bits(l), at));
	}
}

void address_resolve(struct rewriter *r, const struct access *a)
{
	if (a->kind == ACCESS_BORN)
		resolve_born(r, a);
	else if (a->kind == ACCESS_EXPOSE)
		resolve_exposed(r, a);
	else if (a->kind == ACCESS_FIND)
		resolve_find(r, a);
	else if (a->kind == ACCESS_EQUAL)
		equal_resolve(r, a);
	else if (a->kind == ACCESS_DIES)
		resolve_dies(r, a);
}

/* ---- static objects ---- */

/* gcc and the linker keep one copy of equal literals, or of one that is the end of another (C11 6.4.5p7). */
bool exposure_is_end(const struct string_literal *a, const struct string_literal *b)
{
	return a->unit == b->unit && a->size >= b->size && !memcmp(a->bytes + (a->size - b->size), b->bytes, b->size);
}

static term is_end_of(struct lowering *l, const struct storage *whole, const struct storage *end)
{
	if (!exposure_is_end(whole->string, end->string))
		return term_false(l->bank);
	term first = term_select(l->bank, address_map(l), term_bv(l->bank, OBJECT_BITS, whole->identity));
	term second = term_select(l->bank, address_map(l), term_bv(l->bank, OBJECT_BITS, end->identity));
	return term_eq(l->bank, second, plus(l, first, whole->string->size - end->string->size));
}

static term is_shared(struct lowering *l, size_t index)
{
	const struct storage *storage = l->statics.objects.at[index];
	term shared = term_false(l->bank);
	for (size_t i = 0; storage->string && i < l->statics.objects.count; i++) {
		const struct storage *other = l->statics.objects.at[i];
		if (i == index || !other->string || !is_exposed(l->accesses->exposure, other->object))
			continue;
		/* of two that are equal, the later one */
		if (other->string->size != storage->string->size || i < index)
			shared = term_or(l->bank, shared, is_end_of(l, other, storage));
	}
	return shared;
}

static void place_static(struct lowering *l, const struct storage *storage, uint64_t bytes, term shared)
{
	struct rewriter r = { .l = l, .attributes = l->at };
	term extent = extent_of(l, word(l, bytes)), alignment = word(l, object_alignment(l, storage));
	term placed = is_placed(l, term_bv(l->bank, OBJECT_BITS, storage->identity), extent, alignment,
				is_small_static(l, storage));
	assume(&r, term_or(l->bank, placed, shared));
	note_large(&r, extent);
}

/* Before the program: object 0 is at 0. */
void access_begin_addresses(struct lowering *l)
{
	struct exposure *e = l->accesses->exposure;
	if (!l->machine.base)
		return;
	struct bank *b = l->bank;
	term none = term_bv(b, OBJECT_BITS, 0), null = address(l, 0);
	term nobody = l->machine.shares_granules ? has_unit(l, none, null) : has_granule(l, none, null);
	emit_assume(l, both(l, term_eq(b, term_select(b, address_map(l), none), null), nobody));
	for (size_t i = 0; i < l->statics.objects.count; i++) {
		const struct storage *storage = l->statics.objects.at[i];
		if (is_exposed_static(e, storage))
			place_static(l, storage, storage->bytes, is_shared(l, i));
	}
	for (size_t i = 0; i < l->statics.functions.count; i++)
		if (is_exposed_static(e, l->statics.functions.at[i]))
			place_static(l, l->statics.functions.at[i], 1, term_false(b));
	if (e->mark)
		emit_assign(l, e->mark, term_false(b));
	if (e->ended)
		emit_assign(l, e->ended, term_const_map(b, OBJECT_BITS, term_bv(b, 1, 0)));
}
