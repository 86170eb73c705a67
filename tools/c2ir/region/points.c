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
		known = true;
		all &= !r->objects.at[object].unknown;
		if (object != last)
			told(context, object);
		last = object;
	}
	return known && all;
}
