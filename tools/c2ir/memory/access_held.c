/* What maps of pointers hold, as attributes of the IR: {holds N}, or {holds N offset}, on a map for each object of the points-to
 * analysis that its pointers may point to, {origin N} on the statements that make these (region/held.c).
 *
 * What nobody has written may be anything, which is left out: an execution that goes on with another pointer there has a
 * counterpart in which none is there, as nothing tells one from the other but an access through it, and that is a violation of `null`
 * (or of `free`) then. So all that is asserted holds if it does where maps hold what is said. Nothing is said where these two
 * are not checked, nor where rules or leaks look for pointers of their own (docs/heap.md, "What maps hold"). */
#include "access.h"
#include "access_internal.h"
#include "attribute.h"
#include "checked.h"
#include "check.h"
#include "iterate.h"
#include "lowering_options.h"
#include "object_maps.h"
#include "region.h"

void access_origin(struct lowering *l, const struct variable *identity, uint32_t object)
{
	if (l->accesses)
		table_put(&l->accesses->origins, identity, object);
}

void access_untold(struct lowering *l)
{
	if (l->accesses)
		l->accesses->untold = true;
}

static bool is_told(const struct lowering *l)
{
	bool checked = checks(l, CHECK_NULL) && checks(l, CHECK_FREE) && checks(l, CHECK_CALL) &&
		       checks(l, CHECK_RETURN) && checks(l, CHECK_FORMAT);
	bool followed = checks(l, CHECK_LEAK) || checks(l, CHECK_CLEANUP) || checks(l, CHECK_POINTER_ARITHMETIC) ||
			l->options->kernel;
	return checked && !followed && !l->options->field_safe && !l->accesses->untold;
}

/* Objects that a `fresh` makes; what other statements made it has no origin. */
struct origins {
	TABLE(uint32_t, bool) made, told;
};

static void find_made(struct lowering *l, struct origins *o)
{
	program_for_each_statement(l->program, at) {
		if (at.statement->kind != STATEMENT_FRESH)
			continue;
		uint32_t object = table_get(&l->accesses->origins, at.statement->target, 0);
		if (object)
			table_put(&o->made, object, true);
	}
}

static const struct region_held *held(struct lowering *l, const struct origins *o, const struct cell_class *c,
				      uint32_t *count)
{
	const struct region_held *list = region_held(l->regions, c, count);
	for (uint32_t i = 0; list && i < *count; i++)
		if (!table_has(&o->made, list[i].object))
			return NULL;
	return list;
}

static void tell(struct lowering *l, struct origins *o, struct variable *map, const struct region_held *list,
		 uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct attribute_value values[2] = { { .number = list[i].object },
						     { .number = (uint64_t)list[i].offset } };
		map->attributes =
			attribute_list(l->program, map->attributes, ATTRIBUTE_HOLDS, values, list[i].exact ? 2 : 1);
		table_put(&o->told, list[i].object, true);
	}
}

static void mark_made(struct lowering *l, const struct origins *o)
{
	program_for_each_statement(l->program, at) {
		struct statement *s = at.statement;
		uint32_t object = s->kind == STATEMENT_FRESH ? table_get(&l->accesses->origins, s->target, 0) : 0;
		if (object && table_has(&o->told, object))
			s->attributes = attribute_number(l->program, s->attributes, ATTRIBUTE_ORIGIN, object);
	}
}

void held_describe(struct lowering *l)
{
	struct origins o = { 0 };
	uint32_t count = 0;
	if (!is_told(l))
		return;
	find_made(l, &o);
	for (size_t i = 0; i < l->accesses->mapped.count; i++) {
		const struct cell_class *c = l->accesses->mapped.at[i];
		const struct region_held *list = held(l, &o, c, &count);
		if (list)
			tell(l, &o, l->accesses->maps.at[c->id], list, count);
	}
	mark_made(l, &o);
	table_free(&o.made);
	table_free(&o.told);
}
