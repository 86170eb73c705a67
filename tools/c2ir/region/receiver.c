/* Receivers of calls through members: in `p->op(p, ...)` the function was read from a member of the object that the argument points
 * to. So where it is f, the argument points to an object whose member holds f (docs/heap.md).
 *
 * As the sets grow, so do the objects whose member holds a function: what passes to a parameter is found anew in each round of
 * the solver, and is added to what has passed. */
#include "region_internal.h"

/* In `holders`: `function` for any function. */
static uint64_t key_of(uint32_t object, uint32_t function)
{
	return (uint64_t)object << 32 | function;
}

/* The object's member may hold what is not an object of the program: then it may hold any function. */
static void note_holder(struct regions *r, struct table *holders, uint32_t object, node content)
{
	const struct number_set *set = &r->nodes.at[node_find(r, content)].set;
	for (struct set_cursor c = { 0 }; set_next(set, &c);) {
		uint32_t held = r->positions.at[c.number].object;
		bool known = r->objects.at[held].function;
		if (known || r->objects.at[held].marker || r->objects.at[held].unknown)
			table_put(holders, key_of(object, known ? held : UINT32_MAX), true);
	}
}

static void note_cells(struct regions *r, struct table *holders, uint32_t object, struct int64_pair bytes)
{
	const struct object *o = &r->objects.at[object];
	bool folded = !o->typed && o->folded;
	for (size_t i = 0; i < o->cells.count; i++) {
		const struct cell *c = &r->cells.at[o->cells.at[i]];
		if (folded || (c->lo < bytes.hi && c->hi > bytes.lo))
			note_holder(r, holders, object, c->content);
	}
}

/* False: the load reads through a pointer of which not all is known. */
static bool find_holders(struct regions *r, uint32_t load, struct table *holders)
{
	enum { CAPACITY = 256 };
	const struct region_access *a = &r->accesses.at[load];
	const struct number_set *set = &r->nodes.at[node_find(r, a->pointer)].set;
	for (struct set_cursor c = { 0 }; set_next(set, &c);) {
		struct int64_pair touched[CAPACITY];
		struct position p = r->positions.at[c.number];
		uint32_t count;
		if (p.object == r->outside.raw)
			return false;
		if (r->objects.at[p.object].marker || r->objects.at[p.object].unknown)
			continue;
		position_touch(r, p, a->size, touched, CAPACITY, &count);
		for (uint32_t i = 0; i < count; i++)
			note_cells(r, holders, p.object, touched[i]);
	}
	return true;
}

static bool passes(const struct regions *r, const struct table *holders, const struct receiver *receiver,
		   uint32_t object)
{
	return r->objects.at[object].marker || r->objects.at[object].unknown ||
	       table_has(holders, key_of(object, receiver->function)) || table_has(holders, key_of(object, UINT32_MAX));
}

static void pass(struct regions *r, const struct table *holders, const struct receiver *receiver)
{
	node to = node_find(r, receiver->to);
	struct number_set some = { 0 };
	const struct number_set *from = &r->nodes.at[node_find(r, receiver->from)].set;
	for (struct set_cursor c = { 0 }; set_next(from, &c);)
		if (passes(r, holders, receiver, r->positions.at[c.number].object))
			set_add(&some, c.number);
	for (struct set_cursor c = { 0 }; set_next(&some, &c);)
		node_add_position(r, to, c.number);
	set_free(&some);
}

void region_receive(struct regions *r, uint32_t load, node to, node from, uint32_t function)
{
	if (!from || !to)
		return;
	uint32_t index = (uint32_t)table_get(&r->receiver_index, load, UINT32_MAX);
	if (index == UINT32_MAX) {
		index = (uint32_t)r->receivers.count;
		vec_push(&r->receivers, (struct receivers){ .load = load });
		table_put(&r->receiver_index, load, index);
	}
	vec_push(&r->receivers.at[index].list, (struct receiver){ to, from, function });
}

static void settle(struct regions *r, struct receivers *group)
{
	struct table holders = { 0 };
	group->open |= !find_holders(r, group->load, &holders);
	for (size_t i = 0; i < group->list.count; i++) {
		const struct receiver *receiver = &group->list.at[i];
		if (group->open)
			node_copy(r, receiver->to, receiver->from);
		else
			pass(r, &holders, receiver);
	}
	if (group->open)
		vec_clear(&group->list);
	table_free(&holders);
}

void receivers_settle(struct regions *r)
{
	for (size_t i = 0; i < r->receivers.count; i++)
		settle(r, &r->receivers.at[i]);
}

void receivers_release(struct regions *r)
{
	for (size_t i = 0; i < r->receivers.count; i++)
		vec_free(&r->receivers.at[i].list);
	vec_free(&r->receivers);
	table_free(&r->receiver_index);
}
