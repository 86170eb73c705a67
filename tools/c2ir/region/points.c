/* What a node points to, object by object, when the analysis is done. */
#include "region_internal.h"

bool region_points(struct regions *r, node f, void (*told)(void *context, uint32_t object), void *context)
{
	bool known = false, all = true;
	uint32_t last = UINT32_MAX;
	if (!f)
		return false;
	const struct node *n = &r->nodes.at[node_find(r, f)];
	for (struct set_cursor c = { 0 }; set_next(&n->set, &c);) {
		uint32_t object = r->positions.at[c.number].object;
		bool marker = r->objects.at[object].marker;
		known = true;
		all &= (!marker || object == r->outside.reused) && !r->objects.at[object].unknown;
		if (object != last && !marker)
			told(context, object);
		last = object;
	}
	return known && all;
}

void region_contents(struct regions *r, uint32_t object, void (*told)(void *context, uint32_t object), void *context)
{
	const struct object *o = &r->objects.at[object];
	for (size_t i = 0; i < o->cells.count; i++)
		region_points(r, r->cells.at[o->cells.at[i]].content, told, context);
}

void region_access_nodes(const struct regions *r, uint32_t access, node *to, node *from)
{
	*to = r->accesses.at[access].pointer;
	*from = r->accesses.at[access].from;
}

/* ---- the beginnings and ends of objects ---- */

static bool at_beginning(const struct object *o, struct position p)
{
	const struct space *s = &o->spaces.at[p.space];
	return s->offset == 0 && (p.g ? modulo(p.r, p.g) == 0 : p.r == 0);
}

/* An array inside may go on beyond its end. */
static bool at_end(const struct object *o, struct position p)
{
	const struct space *s = &o->spaces.at[p.space];
	if (o->total == SPACE_ENDLESS || s->tail || o->blurred)
		return true;
	if (p.g)
		return modulo(o->total - s->offset - p.r, p.g) == 0 &&
		       (p.space == 0 || s->offset + s->total == o->total);
	return s->offset + p.r == o->total;
}

void region_edges(const struct regions *r, node f, bool *beginning, bool *end)
{
	*beginning = *end = false;
	if (!f)
		return;
	while (r->nodes.at[f].parent != f)
		f = r->nodes.at[f].parent;
	for (struct set_cursor c = { 0 }; set_next(&r->nodes.at[f].set, &c);) {
		struct position p = r->positions.at[c.number];
		if (r->objects.at[p.object].marker)
			continue;
		*beginning |= at_beginning(&r->objects.at[p.object], p);
		*end |= at_end(&r->objects.at[p.object], p);
	}
}
