/* A number outlives the object whose address it was. Another object may begin at this address, and if its address has become a
 * number too, the number that was there before is as good as a pointer to it (PNVI-ae-udi: WG14 N2676, 6.3.2.3):
 *
 *	u = (uintptr_t)a; free(a); b = malloc(n); if ((uintptr_t)b == u) *(int *)u = 7;		writes to b
 *
 * At run time the object is found by its address (access_address.c). Here the points-to analysis learns of it: a pointer that is
 * made of a number for an object that may end may also point to any object with an address as a number that is not there
 * all the time, where that has the type of the pointer (ledger). */
#include "access.h"
#include "access_internal.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lowering_options.h"
#include "region.h"
#include "storage.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_object.h"

struct reuse {
	struct lowering *l;
	TABLE(uint32_t, bool) statics, dying, own; /* objects of the points-to analysis */
	TABLE(uint32_t, bool) found;
	bool statics_too; /* what is there all the time may be found, too */
	bool dies, others;
	const struct number_pointer *pointer;
};

static void note_static(struct reuse *u, const struct storage *storage)
{
	table_put(&u->statics, storage->object, true);
}

static void find_statics(struct reuse *u)
{
	const struct statics *statics = &u->l->statics;
	for (size_t i = 0; i < statics->objects.count; i++)
		if (statics->objects.at[i]->kind == STORAGE_MEMORY)
			note_static(u, statics->objects.at[i]);
	for (size_t i = 0; i < statics->functions.count; i++)
		note_static(u, statics->functions.at[i]);
}

static void note_dying(void *context, uint32_t object)
{
	struct reuse *u = context;
	if (!table_has(&u->statics, object))
		table_put(&u->dying, object, true);
}

static void find_dying(struct reuse *u)
{
	const struct access_list *list = u->l->accesses;
	for (size_t i = 0; i < list->list.count; i++)
		if (list->list.at[i].kind == ACCESS_DIES)
			region_points(u->l->regions, list->list.at[i].node, note_dying, u);
}

static void note_found(void *context, uint32_t object)
{
	struct reuse *u = context;
	if ((table_has(&u->statics, object) && !u->statics_too) || table_has(&u->found, object) ||
	    region_is_foreign(u->l->regions, object))
		return;
	table_put(&u->found, object, true);
	region_found(u->l->regions, object);
}

static void note_end(void *context, uint32_t object)
{
	struct reuse *u = context;
	u->dies |= table_has(&u->dying, object);
}

/* An unknown number may be the address of all that has one as a number in any case, and becomes a pointer to what of this has the type.
 * If it gets none, all of it is found here. */
static bool may_be_reused(struct reuse *u, const struct number_pointer *p)
{
	bool unknown = region_is_unknown(u->l->regions, p->node), typed = type_has_size(p->type);
	if (p->loaded || type_is_function(p->type) || (unknown && typed))
		return false;
	u->statics_too |= unknown;
	u->dies = unknown;
	region_points(u->l->regions, p->node, note_end, u);
	return u->dies;
}

/* Numbers whose object may have ended, among those of which this was not known before. */
static bool find_reused(struct reuse *u)
{
	struct lowering *l = u->l;
	bool more = false;
	find_dying(u);
	for (size_t i = 0; i < l->number_pointers.count; i++) {
		struct number_pointer *p = &l->number_pointers.at[i];
		if (p->reused || !may_be_reused(u, p))
			continue;
		p->reused = more = true;
		region_reuse(l->regions, p->node, l->types, p->type);
	}
	if (more)
		region_points(l->regions, region_exposed(l->regions), note_found, u);
	return more;
}

/* ---- the ledger ---- */

static void note_own(void *context, uint32_t object)
{
	struct reuse *u = context;
	table_put(&u->own, object, true);
}

static void note_other(void *context, uint32_t object)
{
	struct reuse *u = context;
	const struct regions *regions = u->l->regions;
	u->others |= table_has(&u->found, object) && !table_has(&u->own, object) &&
		     !region_is_a(regions, object, u->l->types, u->pointer->type);
}

/* Nothing is assumed of objects that are of this type throughout, or have none, or are those that the number was made for. */
static bool has_others(struct reuse *u, const struct number_pointer *p)
{
	u->pointer = p;
	u->others = false;
	region_points(u->l->regions, p->from, note_own, u);
	region_points(u->l->regions, region_exposed(u->l->regions), note_other, u);
	table_free(&u->own);
	return u->others;
}

static void note_reused(struct reuse *u)
{
	struct lowering *l = u->l;
	if (l->options->unknown_pointers == UNKNOWN_POINTERS_ANY)
		return;
	for (size_t i = 0; i < l->number_pointers.count; i++) {
		const struct number_pointer *p = &l->number_pointers.at[i];
		/* of unknown ones there is a line in any case: object/unknown.c */
		if (p->reused && !region_is_unknown(l->regions, p->node) && has_others(u, p))
			lower_ledger(l, p->location,
				     "numbers that become pointers: what begins where an object ended is accessed by "
				     "its type");
	}
}

static bool has_numbers(const struct lowering *l)
{
	for (size_t i = 0; i < l->number_pointers.count; i++)
		if (!l->number_pointers.at[i].loaded)
			return true;
	return false;
}

void access_reuse(struct lowering *l)
{
	struct reuse u = { .l = l };
	if (!has_numbers(l))
		return;
	find_statics(&u);
	while (find_reused(&u))
		regions_solve(l->regions);
	note_reused(&u);
	table_free(&u.statics);
	table_free(&u.dying);
	table_free(&u.found);
}
