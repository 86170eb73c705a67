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

#include <string.h>

/* The objects in the content of a class, each with its offset there, if it is always the same. */
struct content {
	struct region_held list[REGION_HELD];
	uint32_t count;
	bool is_out; /* nothing is told of it */
	bool unset;  /* what nobody has initialised, from where nothing is stored, may be there */
};

struct number_list VEC_BODY(uint32_t);

/* What is looked at until all is known. */
struct search {
	struct regions *r;
	struct content *contents; /* by class */
	uint32_t count;           /* of classes */
	bool *reached;            /* node -> what nobody has initialised, from where nothing is stored, comes there */
	struct number_list *in;   /* object -> classes with it in their content */
	struct seen {             /* of one value */
		uint32_t *stamp;  /* object -> the last value that had it, from 1 */
		uint32_t *common; /* class -> how many objects the value has in common with its content */
		struct number_list met; /* the classes with some */
		uint32_t objects;
	} value, other;
	uint32_t stamps;
};

void region_observe(struct regions *r, node a, node b)
{
	uint64_t key = (uint64_t)a << 32 | b;
	if (!a || table_has(&r->observed, key))
		return;
	table_put(&r->observed, key, true);
	vec_push(&r->observations, (struct observation){ .a = a, .b = b });
}

static const struct number_set *set_of(struct regions *r, node f)
{
	return &r->nodes.at[node_find(r, f)].set;
}

static bool is_unset(const struct search *s, node f)
{
	return s->reached[node_find(s->r, f)];
}

/* ---- the contents ---- */

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

/* The value is at P, too. */
static void keep_offset(const struct regions *r, struct region_held *held, struct position p)
{
	held->exact = held->exact && is_exact(&r->objects.at[p.object], p) && p.r == held->offset;
}

/* False: there is too much, or something of which nothing is known. */
static bool add(const struct regions *r, struct content *c, struct position p)
{
	const struct object *o = &r->objects.at[p.object];
	struct region_held *held = find(c, p.object);
	if (held) {
		keep_offset(r, held, p);
		return true;
	}
	if (o->marker || o->unknown || o->function || c->count == REGION_HELD)
		return false;
	c->list[c->count++] = (struct region_held){ p.object, is_exact(o, p), p.r };
	return true;
}

static bool has_numbers(const struct cell *cell)
{
	return cell->numbered || cell->word_written || cell->number_written || cell->number_read;
}

static void add_cell(struct search *s, const struct cell_class *class, const struct cell *cell)
{
	struct regions *r = s->r;
	struct content *c = &s->contents[class->id];
	c->is_out |= !class->pointer || class->byte_wise || has_numbers(cell) || r->objects.at[cell->object].unknown;
	if (c->is_out || !cell->content)
		return;
	c->unset |= is_unset(s, cell->content);
	const struct number_set *set = set_of(r, cell->content);
	for (struct set_cursor k = { 0 }; !c->is_out && set_next(set, &k);)
		c->is_out = !add(r, c, r->positions.at[k.number]);
}

/* Is anything left? */
static bool find_contents(struct search *s)
{
	struct regions *r = s->r;
	bool some = false;
	for (uint32_t i = 0; i < r->cells.count; i++)
		if (r->cells.at[i].merged == i)
			add_cell(s, region_class_of(r, i), &r->cells.at[i]);
	for (uint32_t id = 0; id < s->count; id++) {
		struct content *c = &s->contents[id];
		c->is_out |= !c->count;
		some |= !c->is_out;
		for (uint32_t i = 0; !c->is_out && i < c->count; i++)
			vec_push(&s->in[c->list[i].object], id);
	}
	return some;
}

/* ---- what nobody has initialised, from where nothing is stored ---- */

static void reach(struct search *s, struct number_list *work, node f)
{
	f = f ? node_find(s->r, f) : 0;
	if (!f || s->reached[f])
		return;
	s->reached[f] = true;
	vec_push(work, f);
}

static bool hands_on(enum edge_kind kind)
{
	return kind == EDGE_COPY || kind == EDGE_ADD || kind == EDGE_INDEX || kind == EDGE_ELEMENT ||
	       kind == EDGE_ANYWHERE || kind == EDGE_ENTER || kind == EDGE_AS;
}

static void find_unset(struct search *s)
{
	struct regions *r = s->r;
	struct number_list work = { 0 };
	for (node f = 1; f < r->nodes.count; f++)
		if (r->nodes.at[f].parent == f && set_is_empty(&r->nodes.at[f].set))
			reach(s, &work, f);
	while (work.count) {
		node f = vec_pop(&work);
		for (size_t i = 0; i < r->nodes.at[f].edges.count; i++)
			if (hands_on(r->nodes.at[f].edges.at[i].kind))
				reach(s, &work, r->nodes.at[f].edges.at[i].to);
	}
	vec_free(&work);
}

/* ---- what is found out ---- */

static void see_object(struct search *s, struct seen *seen, struct position p)
{
	const struct number_list *in = &s->in[p.object];
	bool is_new = seen->stamp[p.object] != s->stamps;
	seen->stamp[p.object] = s->stamps;
	seen->objects += is_new;
	for (size_t i = 0; i < in->count; i++) {
		struct content *c = &s->contents[in->at[i]];
		keep_offset(s->r, find(c, p.object), p);
		if (is_new && !seen->common[in->at[i]]++)
			vec_push(&seen->met, in->at[i]);
	}
}

/* Which objects the value has. Of those in a content offsets are told only if they are the same. */
static void see(struct search *s, struct seen *seen, node f)
{
	for (size_t i = 0; i < seen->met.count; i++)
		seen->common[seen->met.at[i]] = 0;
	vec_clear(&seen->met);
	seen->objects = 0;
	s->stamps++;
	const struct number_set *set = f ? set_of(s->r, f) : NULL;
	for (struct set_cursor k = { 0 }; set && set_next(set, &k);)
		see_object(s, seen, s->r->positions.at[k.number]);
}

/* What is in the class may be the value, or come from where that does. The other one must not tell more of it than the content. What is
 * equal to something that nobody has initialised is as little known as that: then both are compared. */
static void judge(struct search *s, uint32_t class, node other)
{
	struct content *c = &s->contents[class];
	c->is_out |= !other || s->other.objects > s->other.common[class];
	c->unset |= other && is_unset(s, other);
}

/* One value, and what it is compared with; both are seen. */
static void observe(struct search *s, node value, node other)
{
	for (size_t i = 0; i < s->value.met.count; i++)
		judge(s, s->value.met.at[i], other);
	for (uint32_t class = 0; is_unset(s, value) && class < s->count; class ++)
		if (s->contents[class].unset)
			judge(s, class, other);
}

static void observe_both(struct search *s, node a, node b)
{
	see(s, &s->value, a);
	see(s, &s->other, b);
	observe(s, a, b);
	struct seen swap = s->value;
	s->value = s->other;
	s->other = swap;
	if (b)
		observe(s, b, a);
}

static uint32_t count_unset(const struct search *s)
{
	uint32_t count = 0;
	for (uint32_t id = 0; id < s->count; id++)
		count += s->contents[id].unset;
	return count;
}

/* Nodes that have become one are looked at once. */
static void join_observations(struct regions *r)
{
	size_t left = 0;
	table_free(&r->observed);
	for (size_t i = 0; i < r->observations.count; i++) {
		struct observation o = r->observations.at[i];
		o.a = node_find(r, o.a);
		o.b = o.b ? node_find(r, o.b) : 0;
		uint64_t key = (uint64_t)o.a << 32 | o.b;
		if (!table_has(&r->observed, key))
			r->observations.at[left++] = o;
		table_put(&r->observed, key, true);
	}
	r->observations.count = left;
}

static void find_out(struct search *s)
{
	join_observations(s->r);
	for (uint32_t before = UINT32_MAX; before != count_unset(s);) {
		before = count_unset(s);
		for (size_t i = 0; i < s->r->observations.count; i++)
			observe_both(s, s->r->observations.at[i].a, s->r->observations.at[i].b);
	}
}

static void *array(struct regions *r, size_t count, size_t size)
{
	void *at = arena_alloc(r->arena, count * size + 1);
	memset(at, 0, count * size);
	return at;
}

static void start(struct search *s, struct regions *r)
{
	size_t objects = r->objects.count;
	*s = (struct search){ .r = r, .count = r->class_count };
	s->contents = array(r, s->count, sizeof *s->contents);
	s->reached = array(r, r->nodes.count, sizeof *s->reached);
	s->in = array(r, objects, sizeof *s->in);
	s->value.stamp = array(r, objects, sizeof *s->value.stamp);
	s->other.stamp = array(r, objects, sizeof *s->other.stamp);
	s->value.common = array(r, s->count, sizeof *s->value.common);
	s->other.common = array(r, s->count, sizeof *s->other.common);
}

static void end(struct search *s)
{
	for (size_t i = 0; i < s->r->objects.count; i++)
		vec_free(&s->in[i]);
	vec_free(&s->value.met);
	vec_free(&s->other.met);
}

static struct content *search(struct regions *r)
{
	struct search s;
	start(&s, r);
	find_unset(&s);
	if (find_contents(&s))
		find_out(&s);
	end(&s);
	return s.contents;
}

const struct region_held *region_held(struct regions *r, const struct cell_class *class, uint32_t *count)
{
	if (!r->contents)
		r->contents = search(r);
	const struct content *c = &r->contents[class->id];
	*count = c->count;
	return c->is_out ? NULL : c->list;
}
