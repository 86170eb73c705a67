/* Which objects of the program's own are known outside, and since when. `$out` has for each object
 *
 *	0   it did not begin in the program, or nothing is asked about it
 *	1   it is the program's, and nobody outside has its address yet
 *	2   it is the program's, and may be known outside
 *
 * Its address is given out where it is an argument of a function without a body, or is stored where code outside may look: there 1
 * becomes 2. Where an unknown pointer comes it does not point to an object in state 1; and what is loaded from
 * memory of others and was not there before the object began neither is it (`$met`, access_met.c). This is done for objects whose
 * address is given out at such places only; of others (those that have external linkage, that became numbers, which may be guessed,
 * that were compared with an unknown pointer, or are in memory that is copied to public one) everybody knows from the start. */
#include "access.h"
#include "access_internal.h"
#include "address.h"
#include "c_pointer.h"
#include "declaration_query.h"
#include "emit.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"

enum { OWN_BITS = 2, OWN_HIDDEN = 1, OWN_OUT = 2 };

void access_given(struct lowering *l, term pointer, node pointer_node)
{
	if (!pointer_node)
		return;
	struct access *a = access_record(l, ACCESS_GIVEN);
	a->pointer = pointer;
	a->node = pointer_node;
}

void access_meet_loaded(struct lowering *l, struct rvalue loaded, term at, node at_node, const struct type *to)
{
	if (!loaded.node || l->accesses->resolved)
		return;
	uint32_t load = vec_last(&l->accesses->list).record;
	const struct live *live = access_live_loaded(l, loaded, to);
	struct access *a = access_record(l, ACCESS_MEET_LOADED);
	a->record = load;
	a->live = live;
	a->pointer = loaded.term;
	a->node = loaded.node;
	a->from = at;
	a->other = at_node;
}

/* ---- which objects matter ---- */

static void note_public(void *context, uint32_t object)
{
	struct outing *o = context;
	table_put(&o->public, object, true);
}

static void note_early(void *context, uint32_t object)
{
	struct outing *o = context;
	table_put(&o->early, object, true);
}

static void note_holder(void *context, uint32_t object)
{
	struct outing *o = context;
	table_put(&o->holders, object, true);
}

struct whether {
	const struct outing *outing;
	bool any;
};

static void ask_public(void *context, uint32_t object)
{
	struct whether *w = context;
	w->any |= table_has(&w->outing->public, object);
}

/* Can code outside look where the pointer points? */
static bool is_seen(struct lowering *l, node pointer)
{
	struct whether w = { .outing = l->accesses->outing };
	return !region_points(l->regions, pointer, ask_public, &w) || w.any;
}

struct source {
	struct lowering *l;
	struct outing *outing;
};

static void note_contents(void *context, uint32_t object)
{
	struct source *s = context;
	if (table_has(&s->outing->public, object) || table_has(&s->outing->copied, object))
		return;
	table_put(&s->outing->copied, object, true);
	region_contents(s->l->regions, object, note_early, s->outing);
}

/* What is copied from public memory was given out when it came there. */
static void find_copied(struct lowering *l, const struct access *a)
{
	node to, from;
	region_access_nodes(l->regions, a->record, &to, &from);
	struct source s = { l, l->accesses->outing };
	if (is_seen(l, to))
		region_points(l->regions, from, note_contents, &s);
}

/* What became a number is known from the start. */
static void find_stored(struct lowering *l, struct access *a)
{
	node to, from;
	if (!a->node || !a->is_pointer)
		return;
	region_access_nodes(l->regions, a->record, &to, &from);
	a->seen = is_seen(l, to);
}

/* What another unit defines holds what that unit put there. */
static bool is_defined(const struct storage *storage)
{
	return !storage->declaration || declaration_is_defined(storage->declaration);
}

/* Its address is given out at known places only. */
static bool is_late(const struct outing *o, uint32_t object)
{
	return table_has(&o->public, object) && !table_has(&o->early, object);
}

static bool is_late_static(const struct outing *o, const struct storage *storage)
{
	return storage->kind == STORAGE_MEMORY && is_defined(storage) && is_late(o, storage->object);
}

/* `loads`: unknown pointers are loaded, which cannot be objects that begin later, late or not. */
static bool is_needed(struct lowering *l, bool loads)
{
	const struct outing *o = l->accesses->outing;
	if (l->accesses->life->own_holders)
		return true;
	for (size_t i = 0; i < l->statics.objects.count; i++)
		if (is_late_static(o, l->statics.objects.at[i]))
			return true;
	for (size_t i = 0; i < l->accesses->list.count; i++) {
		const struct access *a = &l->accesses->list.at[i];
		if (a->kind == ACCESS_BORN && (loads ? table_has(&o->public, a->record) : is_late(o, a->record)))
			return true;
	}
	return false;
}

static bool meets(struct lowering *l, bool *loads)
{
	bool any = false;
	*loads = false;
	for (size_t i = 0; i < l->accesses->list.count; i++) {
		struct access *a = &l->accesses->list.at[i];
		a->unknown |= a->kind == ACCESS_MEET_LOADED && region_is_unknown(l->regions, a->node);
		bool loaded = a->kind == ACCESS_MEET_LOADED && a->unknown;
		any |= a->kind == ACCESS_MEET || loaded;
		*loads |= loaded;
	}
	return any;
}

void out_prepare(struct lowering *l)
{
	struct access_list *list = l->accesses;
	struct outing *o = list->outing = arena_alloc(l->arena, sizeof *o);
	bool loads;
	if (!region_aliases(l->regions) || !meets(l, &loads))
		return;
	region_points(l->regions, region_public(l->regions), note_public, o);
	region_points(l->regions, region_early(l->regions), note_early, o);
	for (size_t i = 0; i < list->list.count; i++) {
		struct access *a = &list->list.at[i];
		if (a->kind == ACCESS_COPY)
			find_copied(l, a);
		else if (a->kind == ACCESS_STORE)
			find_stored(l, a);
		else if (a->kind == ACCESS_MEET_LOADED && a->unknown)
			region_points(l->regions, a->other, note_holder, o);
	}
	if (!is_needed(l, loads))
		return;
	sort s = sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, OWN_BITS));
	o->map = program_add_global(l->program, program_fresh_name(l->program, "$out"), s);
}

void out_free(struct access_list *list)
{
	if (!list->outing)
		return;
	table_free(&list->outing->public);
	table_free(&list->outing->early);
	table_free(&list->outing->holders);
	table_free(&list->outing->copied);
}

/* ---- resolved ---- */

static term state(struct lowering *l, uint64_t value)
{
	return term_bv(l->bank, OWN_BITS, value);
}

static term state_of(struct lowering *l, term object)
{
	return term_select(l->bank, l->accesses->outing->map->term, object);
}

static void set(struct rewriter *r, term object, term value)
{
	struct variable *map = r->l->accesses->outing->map;
	access_assign(r, map, term_store(r->l->bank, map->term, object, value));
}

term out_not_hidden(struct lowering *l, term object)
{
	const struct outing *o = l->accesses->outing;
	if (!o || !o->map)
		return term_true(l->bank);
	return term_not(l->bank, term_eq(l->bank, state_of(l, object), state(l, OWN_HIDDEN)));
}

term out_is_outside(struct lowering *l, term object)
{
	return term_eq(l->bank, state_of(l, object), state(l, 0));
}

bool out_meets(const struct lowering *l, const struct access *a)
{
	return a->kind == ACCESS_MEET_LOADED && a->unknown && l->accesses->outing->map;
}

static void assume(struct rewriter *r, term condition)
{
	struct statement *s = block_add(r->l->program, r->l->block, STATEMENT_ASSUME);
	s->term = condition;
	s->attributes = r->attributes;
}

/* From the program's own memory anything may be loaded, as long as nothing was written there. */
static void meet_loaded(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	term object = pointer_object(l, a->pointer);
	term others = out_is_outside(l, pointer_object(l, a->from));
	assume(r, term_implies(b, others, out_not_hidden(l, object)));
	if (!l->accesses->met)
		return;
	access_assign(r, l->accesses->met, met_if(l, object, others));
}

static void ask_late(void *context, uint32_t object)
{
	struct whether *w = context;
	w->any |= is_late(w->outing, object);
}

static void give(struct rewriter *r, term pointer, node pointer_node)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	struct whether w = { .outing = l->accesses->outing };
	region_points(l->regions, pointer_node, ask_late, &w);
	if (!w.any)
		return;
	term object = pointer_object(l, pointer), now = state_of(l, object);
	set(r, object, term_ite(b, term_eq(b, now, state(l, OWN_HIDDEN)), state(l, OWN_OUT), now));
}

static void begin(struct rewriter *r, term object, uint32_t known)
{
	const struct outing *o = r->l->accesses->outing;
	if (is_late(o, known))
		set(r, object, state(r->l, OWN_HIDDEN));
	else if (table_has(&o->holders, known))
		set(r, object, state(r->l, OWN_OUT));
}

void out_resolve(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	if (!l->accesses->outing->map)
		return;
	if (a->kind == ACCESS_MEET)
		assume(r, out_not_hidden(l, a->pointer));
	else if (out_meets(l, a))
		meet_loaded(r, a);
	else if (a->kind == ACCESS_GIVEN)
		give(r, a->pointer, a->node);
	else if (a->kind == ACCESS_STORE && a->seen)
		give(r, a->value, a->node);
	else if (a->kind == ACCESS_BORN)
		begin(r, a->pointer, a->record);
}

/* ---- static objects ---- */

void access_begin_out(struct lowering *l)
{
	struct outing *o = l->accesses->outing;
	struct rewriter r = { .l = l, .attributes = l->at };
	if (!o->map)
		return;
	access_assign(&r, o->map, term_const_map(l->bank, OBJECT_BITS, state(l, 0)));
	for (size_t i = 0; i < l->statics.objects.count; i++) {
		const struct storage *storage = l->statics.objects.at[i];
		if (storage->kind == STORAGE_MEMORY && is_defined(storage))
			begin(&r, term_bv(l->bank, OBJECT_BITS, storage->identity), storage->object);
	}
}
