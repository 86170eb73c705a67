/* Memory that was allocated without a type takes over the layout of the first record that a pointer to its beginning is converted
 * to, or of a larger one that it is converted to as well before it is used. So `void *m = malloc(size())` is laid out where some other
 * function says what it is. That is sound whatever is in the memory: a layout says only where pointers may stay inside arrays, and
 * how far beyond the last one they get is not known here (`extended`). It does not say what unknown pointers may point there. */
#include "region_internal.h"
#include "type_class.h"
#include "type_layout.h"
#include "type_record.h"

/* Nothing is known of the object but its beginning: what a position or a cell means does not change. In an array, which it may have been
 * taken for, a pointer that was moved may be at the same position. */
static bool is_untouched(const struct object *o)
{
	return o->positions == 1 && o->cells.count == 0 && o->runs.count == 0 && o->folded == 0 && !o->blurred &&
	       !o->moved;
}

/* Without arrays and unions inside there is nothing to gain. */
static bool is_rich(struct regions *r, const struct pointee *p)
{
	return p->type && type_is_record(p->type) && layout_has_spaces(&r->records, p->type);
}

static bool fits(const struct object *o, const struct pointee *p)
{
	int64_t size = (int64_t)type_size(p->types, p->type);
	int64_t before = o->adopted ? (int64_t)type_size(o->types, o->type) : 0;
	return size > before && size <= o->total;
}

void adopt_layout(struct regions *r, uint32_t position, const struct pointee *pointee)
{
	struct position *p = &r->positions.at[position];
	struct object *o = &r->objects.at[p->object];
	if (!o->heap || o->unknown || (o->typed && !o->adopted) || !is_untouched(o) || !fits(o, pointee))
		return;
	int64_t size = (int64_t)type_size(pointee->types, pointee->type), total = o->total;
	bool one = size == total;
	vec_clear(&o->spaces);
	layout_object(o, &r->records, pointee->types, pointee->type, !one, total < SPACE_ENDLESS ? (uint64_t)total : 0);
	o->types = pointee->types;
	o->type = pointee->type;
	o->adopted = true;
	o->extended = !one;
	position_again(r, position);
}

void adopt_from(struct regions *r, node from, uint32_t pointee)
{
	if (is_rich(r, &r->outside.pointees.at[pointee]))
		node_derived(r, from, (struct edge){ .kind = EDGE_ADOPT, .amount = pointee });
}
