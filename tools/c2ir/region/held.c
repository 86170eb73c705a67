/* What the pointers in the cells of a class point to, for those who read the IR (docs/heap.md, "What maps hold").
 *
 * The content of the cells is a set of positions, which holds of each pointer that was stored, but for those that nobody has
 * initialised. It is told where little is in it, and where no execution finds out that one of those is anything else: by its address,
 * by handing it out, or by comparing it with a pointer that is not in the content. Such a pointer comes from a variable or a cell;
 * where it goes, all goes that is stored there, so what is compared and the content have an object in common; or it comes from one where
 * nothing is stored: these are followed along the edges (`unset`).
 *
 * A position is told only if no arithmetic by an unknown amount was done in that object: of the object such arithmetic says
 * nothing, but of the offset it relies on C11 6.5.6p8, which is not checked. */
#include "region_internal.h"

/* The objects in the content of a class, each with its offset there, if it is always the same. */
struct content {
	struct region_held list[REGION_HELD];
	uint32_t count;
	bool unset; /* what nobody has initialised, from where nothing is stored, may be there */
};

void region_observe(struct regions *r, enum region_observed how, node a, node b)
{
	if (a)
		vec_push(&r->observations, (struct observation){ .how = how, .a = a, .b = b });
	if (b && how == OBSERVED)
		vec_push(&r->observations, (struct observation){ .how = how, .a = b });
}

void region_unset(struct regions *r, node f)
{
	vec_push(&r->unset, f);
}

/* ---- the content ---- */

static struct region_held *find(struct content *c, uint32_t object)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (c->list[i].object == object)
			return &c->list[i];
	return NULL;
}

static bool is_exact(const struct object *o, struct position p)
{
	return p.space == 0 && p.g == 0 && p.r >= 0 && o->spaces.at[0].kind == SPACE_ROOT && !o->stepped && !o->blurred;
}

static bool has_offset(const struct regions *r, const struct region_held *held, struct position p)
{
	return held->exact && is_exact(&r->objects.at[p.object], p) && p.r == held->offset;
}

static bool add(const struct regions *r, struct content *c, struct position p)
{
	const struct object *o = &r->objects.at[p.object];
	struct region_held *held = find(c, p.object);
	if (held) {
		held->exact = has_offset(r, held, p);
		return true;
	}
	if (o->marker || o->unknown || o->function || c->count == REGION_HELD)
		return false;
	c->list[c->count++] = (struct region_held){ p.object, is_exact(o, p), p.r };
	return true;
}

static const struct number_set *set_of(struct regions *r, node f)
{
	return &r->nodes.at[node_find(r, f)].set;
}

static bool is_unset(struct regions *r, node f)
{
	return r->reached_unset[node_find(r, f)];
}

/* False: numbers may be there too, or too much. */
static bool add_cell(struct regions *r, struct content *c, const struct cell *cell)
{
	if (cell->numbered || cell->word_written || cell->number_written || cell->number_read ||
	    r->objects.at[cell->object].unknown)
		return false;
	if (!cell->content)
		return true;
	c->unset |= is_unset(r, cell->content);
	for (struct set_cursor k = { 0 }; set_next(set_of(r, cell->content), &k);)
		if (!add(r, c, r->positions.at[k.number]))
			return false;
	return true;
}

static bool content_of(struct regions *r, const struct cell_class *class, struct content *c)
{
	if (!class->pointer || class->byte_wise)
		return false;
	for (uint32_t i = 0; i < r->cells.count; i++)
		if (r->cells.at[i].merged == i && region_class_of(r, i) == class && !add_cell(r, c, &r->cells.at[i]))
			return false;
	return c->count > 0;
}

/* ---- what nobody has initialised, from where nothing is stored ---- */

struct node_list VEC_BODY(node);

static void reach(struct regions *r, struct node_list *work, node f)
{
	f = f ? node_find(r, f) : 0;
	if (!f || r->reached_unset[f])
		return;
	r->reached_unset[f] = true;
	vec_push(work, f);
}

static bool hands_on(enum edge_kind kind)
{
	return kind == EDGE_COPY || kind == EDGE_ADD || kind == EDGE_INDEX || kind == EDGE_ELEMENT ||
	       kind == EDGE_ANYWHERE || kind == EDGE_ENTER || kind == EDGE_AS;
}

static void find_unset(struct regions *r)
{
	struct node_list work = { 0 };
	r->reached_unset = arena_alloc(r->arena, r->nodes.count * sizeof *r->reached_unset);
	for (size_t i = 0; i < r->nodes.count; i++)
		r->reached_unset[i] = false;
	for (size_t i = 0; i < r->unset.count; i++)
		if (r->unset.at[i] && set_is_empty(set_of(r, r->unset.at[i])))
			reach(r, &work, r->unset.at[i]);
	for (size_t i = 0; i < r->cells.count; i++)
		if (r->cells.at[i].content && r->cells.at[i].merged == i &&
		    set_is_empty(set_of(r, r->cells.at[i].content)))
			reach(r, &work, r->cells.at[i].content);
	while (work.count) {
		node f = vec_pop(&work);
		for (size_t i = 0; i < r->nodes.at[f].edges.count; i++)
			if (hands_on(r->nodes.at[f].edges.at[i].kind))
				reach(r, &work, r->nodes.at[f].edges.at[i].to);
	}
	vec_free(&work);
}

/* ---- what is found out ---- */

/* Has the value of F an object in common with the content? Offsets of these are told only if F has the same. *others: has it more? */
static bool meets(struct regions *r, struct content *c, node f, bool *others)
{
	bool some = false;
	*others = false;
	for (struct set_cursor k = { 0 }; set_next(set_of(r, f), &k);) {
		struct position p = r->positions.at[k.number];
		struct region_held *held = find(c, p.object);
		*others |= !held;
		some |= held != NULL;
		if (held)
			held->exact = has_offset(r, held, p);
	}
	return some;
}

static void forget_offsets(struct content *c)
{
	for (uint32_t i = 0; i < c->count; i++)
		c->list[i].exact = false;
}

/* May what is in a cell of the class be the value, or come from where that does, and the other one tell more of it than the content? */
static bool is_found_out(struct regions *r, struct content *c, enum region_observed how, node value, node other)
{
	bool more, others = false;
	if (!meets(r, c, value, &more) && !(c->unset && is_unset(r, value)))
		return false;
	if (how == OBSERVED_OBJECT)
		forget_offsets(c);
	if (other)
		meets(r, c, other, &others);
	return how == OBSERVED || others;
}

const struct region_held *region_held(struct regions *r, const struct cell_class *class, uint32_t *count)
{
	struct content *c = arena_alloc(r->arena, sizeof *c);
	if (!r->reached_unset)
		find_unset(r);
	if (!content_of(r, class, c))
		return NULL;
	for (size_t i = 0; i < r->observations.count; i++) {
		struct observation o = r->observations.at[i];
		if (is_found_out(r, c, o.how, o.a, o.b) || (o.b && is_found_out(r, c, o.how, o.b, o.a)))
			return NULL;
	}
	*count = c->count;
	return c->list;
}
