/* Positions of the points-to analysis as numbers. An object in which pointers go to very many positions is blurred: a pointer
 * into it points anywhere in it. That is coarser and sound, as anywhere includes every position; where types are mixed
 * (drivers whose arguments are unknown), accesses would touch all of the object anyway. */
#include "region_internal.h"

static bool same(const struct position *p, const struct position *q)
{
	return q->object == p->object && q->space == p->space && q->r == p->r && q->g == p->g;
}

/* *key: where it is, or where it would be put. */
static bool find(const struct regions *r, const struct position *p, uint64_t *key, uint32_t *id)
{
	*key = hash_mix(hash_mix(hash_mix(p->object, p->space), (uint64_t)p->r), (uint64_t)p->g) >> 1;
	for (;; ++*key) {
		uint64_t known = table_get(&r->position_index, *key, UINT64_MAX);
		if (known == UINT64_MAX)
			return false;
		*id = (uint32_t)known;
		if (same(&r->positions.at[known], p))
			return true;
	}
}

static uint32_t make(struct regions *r, struct position p)
{
	uint64_t key;
	uint32_t id;
	if (find(r, &p, &key, &id))
		return id;
	struct object *o = &r->objects.at[p.object];
	o->positions++;
	vec_push(&r->positions, p);
	table_put(&r->position_index, key, r->positions.count - 1);
	return (uint32_t)r->positions.count - 1;
}

static uint32_t anywhere(struct regions *r, uint32_t object)
{
	return make(r, position_anywhere(r, (struct position){ .object = object }));
}

static struct position canonical(const struct regions *r, struct position p)
{
	const struct space *s = &r->objects.at[p.object].spaces.at[p.space];
	if (s->kind == SPACE_ARRAY && p.g == 0)
		p.g = s->element;
	if (s->kind == SPACE_ARRAY)
		p.r = modulo(p.r, p.g);
	return p;
}

uint32_t position_id(struct regions *r, struct position p)
{
	struct object *o = &r->objects.at[p.object];
	if (!o->blurred && o->positions > o->limit)
		o->blurred = r->blurred = true;
	if (o->blurred)
		return anywhere(r, p.object);
	return make(r, canonical(r, p));
}

void position_again(struct regions *r, uint32_t id)
{
	struct position p = r->positions.at[id];
	p.g = 0;
	p = canonical(r, p);
	uint64_t key;
	uint32_t known;
	r->positions.at[id] = p;
	if (!find(r, &p, &key, &known))
		table_put(&r->position_index, key, id);
}

/* ---- sets ---- */

static void sweep(struct regions *r, node f, const uint32_t *instead)
{
	struct number_set kept = { 0 }, added = { 0 };
	const struct number_set *set = &r->nodes.at[f].set;
	bool any = false;
	for (struct set_cursor c = { 0 }; set_next(set, &c);) {
		bool stale = instead[c.number] != c.number;
		set_add(stale ? &added : &kept, instead[c.number]);
		any |= stale;
	}
	if (any) {
		struct node *n = &r->nodes.at[f];
		struct number_set fresh = { 0 };
		for (struct set_cursor c = { 0 }; set_next(&n->fresh, &c);)
			if (instead[c.number] == c.number)
				set_add(&fresh, c.number);
		set_free(&n->set);
		set_free(&n->fresh);
		n->set = kept;
		n->fresh = fresh;
		for (struct set_cursor c = { 0 }; set_next(&added, &c);)
			node_add_position(r, f, c.number);
	} else {
		set_free(&kept);
	}
	set_free(&added);
}

void position_sweep(struct regions *r)
{
	if (!r->blurred)
		return;
	r->blurred = false;
	for (uint32_t i = 0; i < r->objects.count; i++)
		if (r->objects.at[i].blurred)
			anywhere(r, i);
	uint32_t *instead = memory_alloc(r->positions.count * sizeof *instead);
	for (uint32_t i = 0; i < r->positions.count; i++) {
		uint32_t object = r->positions.at[i].object;
		instead[i] = r->objects.at[object].blurred ? anywhere(r, object) : i;
	}
	for (node f = 1; f < r->nodes.count; f++)
		if (r->nodes.at[f].parent == f)
			sweep(r, f, instead);
	memory_free(instead);
}
