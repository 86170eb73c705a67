/* How positions move among the arrays and unions of their objects, and which bytes are accessed there. */
#include "region_internal.h"
#include "type_record.h"

enum { ENUMERATED = 256 };

static struct object *object_of(struct regions *r, struct position p)
{
	return &r->objects.at[p.object];
}

static const struct space *space_of(struct regions *r, struct position p)
{
	return &r->objects.at[p.object].spaces.at[p.space];
}

/* The same position seen from the space around. */
static struct position leave(struct regions *r, struct position p)
{
	const struct space *s = space_of(r, p);
	struct position out = p;
	const struct space *parent = &object_of(r, p)->spaces.at[s->parent];
	out.space = s->parent;
	out.r = s->offset - parent->offset + p.r;
	if (parent->kind == SPACE_ARRAY) {
		out.g = p.g ? gcd_of(p.g, parent->element) : parent->element;
		out.r = modulo(out.r, out.g);
	} else if (out.g) {
		out.r = modulo(out.r, out.g);
	}
	return out;
}

/* A run-away pointer (p = p + 1 without end) ends up anywhere. */
static struct position bounded(struct regions *r, struct position p)
{
	const struct object *o = object_of(r, p);
	int64_t reach = o->total < SPACE_ENDLESS ? 2 * o->total + 4096 : INT64_C(1) << 20;
	if (p.g == 0 && (p.r > reach || p.r < -reach))
		return position_anywhere(r, p);
	return p;
}

/* Is it an array that the object ends with, and that may be longer than declared? */
static bool is_open(const struct space *s)
{
	return s->tail && s->kind == SPACE_ARRAY;
}

/* A pointer has gone beyond the declared end of what is last in the object; or, with `root`, from one of the elements that the object may
 * consist of to another. If both happen nothing tells apart the bytes that are reached in the one way and the other. */
static void note_beyond(struct regions *r, struct position p, bool root)
{
	struct object *o = object_of(r, p);
	if (o->spaces.at[0].kind != SPACE_ARRAY)
		return;
	o->indexed |= root;
	o->overrun |= !root;
	if (o->indexed && o->overrun && !o->blurred)
		o->blurred = r->blurred = true;
}

/* What the pointer points to has `size` bytes: where the space has fewer, that is not inside of it. So a pointer to a first member,
 * or from an embedded one to its record (container_of), comes to what is around. An array that may be longer than declared has room for
 * it: nothing begins where that does but itself, so what lies there lies in it. */
static struct position wide_enough(struct regions *r, struct position p, int64_t size)
{
	while (p.space != 0 && size > space_of(r, p)->total) {
		if (is_open(space_of(r, p))) {
			note_beyond(r, p, false);
			return p;
		}
		p = leave(r, p);
	}
	return p;
}

/* May a constant amount lead out of the array? Characters are bytes of whatever is there. From an array of them nothing says whether
 * they leave: then the record that they come to is larger than the array (wide_enough), unless that is longer than declared. From
 * such a one they go back to where a member begins: the header of a block. */
static bool leaves_array(const struct object *o, const struct space *s, int64_t bytes, int64_t size)
{
	int64_t to = s->offset + bytes;
	if (s->tail && s->element == 1 && size == 1 && bytes < 0 && to > 0)
		return layout_begins_member(o->types, layout_element(o->type), to);
	if (bytes > s->total || -bytes > s->total)
		return true;
	if (size > 1)
		return false;
	return s->element > 1 || (bytes < 0 && s->tail);
}

static struct position array_add(struct regions *r, struct position p, int64_t bytes, int64_t size,
				 struct position *second)
{
	const struct space *s = space_of(r, p);
	int64_t moved = p.r + bytes;
	bool inside = p.g == s->element && moved >= 0 && moved < s->element;
	if (!inside && p.space == 0)
		note_beyond(r, p, true);
	if (s->tail && bytes > s->total) {
		note_beyond(r, p, false);
	} else if (!inside && p.space != 0 && leaves_array(object_of(r, p), s, bytes, size)) {
		struct position out = p;
		out.r = moved;
		*second = leave(r, out);
	}
	p.r = modulo(moved, p.g);
	return p;
}

/* A constant amount beyond a union is also one of the elements that its arrays have there. */
static void beyond_union(struct regions *r, struct position p, struct position *second)
{
	const struct space *s = space_of(r, p);
	if (p.r < s->total || !s->element)
		return;
	note_beyond(r, p, false);
	*second = p;
	second->g = s->element;
	second->r = modulo(p.r, s->element);
}

/* An unknown element of an array in a union, and a constant amount away. */
static struct position union_add(struct regions *r, struct position p, int64_t bytes, int64_t size,
				 struct position *second)
{
	int64_t total = space_of(r, p)->total;
	p.r += bytes;
	if (size <= 1 || bytes > total || -bytes > total)
		*second = leave(r, p);
	p.r = modulo(p.r, p.g);
	return p;
}

struct position position_add(struct regions *r, struct position p, int64_t bytes, int64_t size, struct position *second)
{
	second->object = UINT32_MAX;
	p = wide_enough(r, p, size);
	if (bytes == 0)
		return p;
	object_of(r, p)->moved = true;
	if (space_of(r, p)->kind == SPACE_ARRAY)
		return array_add(r, p, bytes, size, second);
	if (p.g && space_of(r, p)->kind == SPACE_UNION)
		return union_add(r, p, bytes, size, second);
	p.r += bytes;
	if (p.g) {
		p.r = modulo(p.r, p.g);
		return p;
	}
	while (space_of(r, p)->kind == SPACE_UNION && (p.r < 0 || p.r >= space_of(r, p)->total)) {
		beyond_union(r, p, second);
		p = leave(r, p);
	}
	return bounded(r, p);
}

/* Any multiple of the stride away. */
static struct position spread(struct regions *r, struct position p, int64_t stride)
{
	struct object *o = object_of(r, p);
	const struct space *s = space_of(r, p);
	o->moved = true;
	p.g = gcd_of(p.g, stride ? stride : 1);
	p.r = modulo(p.r, p.g);
	if (p.space == 0 && p.g > 1)
		note_beyond(r, p, true);
	if (s->tail && (2 * stride > s->total || o->extended))
		note_beyond(r, p, false);
	if (!o->typed && s->kind == SPACE_ROOT && gcd_of(o->folded, p.g) != o->folded) {
		o->folded = gcd_of(o->folded, p.g);
		cell_refold(r, p.object);
	}
	return p;
}

/* What is no array is one of one element (C11 6.5.6p7): from its beginning or end a pointer goes to either. */
struct position position_index(struct regions *r, struct position p, int64_t stride, struct position *second)
{
	p = wide_enough(r, p, stride);
	const struct space *s = space_of(r, p);
	bool whole = s->kind != SPACE_ARRAY && p.g == 0 && stride >= s->total;
	second->object = UINT32_MAX;
	if (!whole || !(p.r == 0 || (p.r == s->total && stride == s->total)))
		return spread(r, p, stride);
	object_of(r, p)->moved = object_of(r, p)->stepped = true;
	p.r = s->total;
	*second = p;
	while (space_of(r, *second)->kind == SPACE_UNION)
		*second = leave(r, *second);
	p.r = 0;
	return p;
}

struct position position_element(struct regions *r, struct position p, int64_t stride, struct position *second)
{
	p = wide_enough(r, p, stride);
	const struct object *o = object_of(r, p);
	bool record = o->typed && o->type && type_is_record(o->type);
	if (!record || space_of(r, p)->kind == SPACE_ARRAY || (p.g && p.g <= stride))
		return position_index(r, p, stride, second);
	object_of(r, p)->moved = object_of(r, p)->stepped = true;
	second->object = UINT32_MAX;
	return p;
}

/* Into the array of such elements, `total` bytes of them (0: not known), or the union, that begins there. */
struct position position_enter(struct regions *r, struct position p, bool is_union, int64_t element, int64_t total)
{
	p = wide_enough(r, p, total);
	const struct object *o = object_of(r, p);
	const struct space *s = space_of(r, p);
	if (s->kind == SPACE_ARRAY ? p.g != s->element : p.g != 0)
		return p;
	uint32_t child = layout_child(o, p.space, p.r, is_union, element, total);
	if (child == UINT32_MAX)
		return p;
	if (!is_union && total <= element && o->spaces.at[child].total > element && o->spaces.at[child].tail)
		note_beyond(r, p, false);
	p.space = child;
	p.r = 0;
	p.g = is_union ? 0 : o->spaces.at[child].element;
	return p;
}

struct position position_anywhere(struct regions *r, struct position p)
{
	p.space = 0;
	return spread(r, p, 1);
}

/* ---- what an access touches ---- */

/* Where the array ends; one that may be longer than declared goes on to the end of what it is in, padding and all. */
static int64_t array_end(const struct space *s)
{
	return is_open(s) ? INT64_MAX : s->offset + s->total;
}

/* [lo, lo + size) relative to nothing, inside `space`: folds it into the arrays in there. False: bytes. */
static bool fold(const struct object *o, uint32_t space, struct int64_pair *interval)
{
	for (uint32_t i = 1; i < o->spaces.count; i++) {
		const struct space *s = &o->spaces.at[i];
		if (s->parent != space || s->kind != SPACE_ARRAY)
			continue;
		if (interval->hi <= s->offset || interval->lo >= array_end(s))
			continue;
		int64_t size = interval->hi - interval->lo;
		if (interval->lo >= s->offset && interval->hi <= array_end(s)) {
			int64_t r = modulo(interval->lo - s->offset, s->element);
			if (r + size <= s->element) {
				*interval = (struct int64_pair){ s->offset + r, s->offset + r + size };
				return fold(o, i, interval);
			}
			*interval = (struct int64_pair){ s->offset, s->offset + s->element };
			return false;
		}
		/* Across the array's end: from the first byte that is touched to the last. */
		if (interval->lo > s->offset)
			interval->lo = s->offset;
		if (interval->hi < s->offset + s->element)
			interval->hi = s->offset + s->element;
		return false;
	}
	return true;
}

static bool touch_one(const struct object *o, uint32_t space, int64_t at, int64_t size, struct int64_pair *out)
{
	*out = (struct int64_pair){ o->spaces.at[space].offset + at, o->spaces.at[space].offset + at + size };
	return fold(o, space, out);
}

/* Every `step` bytes of [0, limit). False: too many, or one of them is bytes: then all of it is. */
static bool touch_many(const struct object *o, struct position p, int64_t size, int64_t limit, struct int64_pair *out,
		       uint32_t capacity, uint32_t *count)
{
	const struct space *s = &o->spaces.at[p.space];
	bool exact = limit / p.g <= ENUMERATED && limit < SPACE_ENDLESS && size <= p.g;
	*count = 0;
	for (int64_t at = p.r; exact && at + size <= limit; at += p.g) {
		if (*count == capacity) {
			exact = false;
			break;
		}
		exact = touch_one(o, p.space, at, size, &out[(*count)++]);
	}
	if (exact)
		return true;
	out[0] = (struct int64_pair){ s->offset, s->offset + limit };
	*count = 1;
	return false;
}

static bool touch_untyped(const struct object *o, struct position p, int64_t size, struct int64_pair *out,
			  uint32_t *count)
{
	int64_t m = o->folded;
	if (m == 0) {
		*out = (struct int64_pair){ p.r, p.r + size };
		/* An unknown pointer is not to where its object, of unknown size, begins. */
		*count = o->total == SPACE_ENDLESS || (p.r >= 0 && p.r + size <= o->total);
		return true;
	}
	int64_t at = modulo(p.r, m);
	if (at + size <= m && (p.g == 0 || p.g % m == 0)) {
		*out = (struct int64_pair){ at, at + size };
		return true;
	}
	*out = (struct int64_pair){ 0, m };
	return false;
}

bool position_touch(struct regions *r, struct position p, int64_t size, struct int64_pair *out, uint32_t capacity,
		    uint32_t *count)
{
	const struct object *o = object_of(r, p);
	/* Wider than all that the pointer can reach in its space: it must have left it. */
	p = wide_enough(r, p, size);
	const struct space *s = space_of(r, p);
	*count = 1;
	if (!o->typed && s->kind == SPACE_ROOT)
		return touch_untyped(o, p, size, out, count);
	if (s->kind == SPACE_ARRAY && p.g == s->element) {
		if (p.r + size <= s->element)
			return touch_one(o, p.space, p.r, size, out);
		*out = (struct int64_pair){ s->offset, s->offset + s->element };
		return false;
	}
	if (s->kind == SPACE_ARRAY)
		return touch_many(o, p, size, s->element, out, capacity, count);
	if (p.g)
		return touch_many(o, p, size, s->total, out, capacity, count);
	if (p.r < 0 || p.r + size > s->total) {
		*count = 0;
		return true;
	}
	return touch_one(o, p.space, p.r, size, out);
}

/* ---- runs ---- */

/* Widens the run to all of an array of `space` inside which it begins or ends; false if there is one. */
static bool whole_arrays(const struct object *o, uint32_t space, struct int64_pair *run)
{
	for (uint32_t i = 1; i < o->spaces.count; i++) {
		const struct space *inner = &o->spaces.at[i];
		if (inner->parent != space || inner->kind != SPACE_ARRAY)
			continue;
		if (inner->offset >= run->hi || array_end(inner) <= run->lo)
			continue;
		if (inner->offset >= run->lo &&
		    (inner->offset + inner->total <= run->hi || inner->total == SPACE_ENDLESS))
			continue;
		if (run->lo > inner->offset)
			run->lo = inner->offset;
		if (run->hi < inner->offset + inner->element)
			run->hi = inner->offset + inner->element;
		return false;
	}
	return true;
}

static bool run_in_array(const struct object *o, const struct space *s, struct position p, int64_t size,
			 int64_t multiple, struct int64_pair *out)
{
	int64_t unit = size ? size : multiple;
	if (size && size < s->element && p.g == s->element && p.r + size <= s->element) {
		*out = (struct int64_pair){ s->offset + p.r, s->offset + p.r + size };
		return whole_arrays(o, p.space, out);
	}
	*out = (struct int64_pair){ s->offset, s->offset + s->element };
	return p.g == s->element && p.r == 0 && unit % s->element == 0;
}

/* The whole of an array inside is the array. */
static struct position enter_whole(const struct object *o, struct position p, int64_t size)
{
	int64_t at = o->spaces.at[p.space].offset + p.r;
	for (uint32_t i = 1; size && p.g == 0 && i < o->spaces.count; i++) {
		const struct space *inner = &o->spaces.at[i];
		if (inner->parent == p.space && inner->kind == SPACE_ARRAY && inner->offset == at &&
		    inner->total == size)
			return (struct position){ p.object, i, 0, inner->element };
	}
	return p;
}

bool position_run(struct regions *r, struct position p, int64_t size, int64_t multiple, struct int64_pair *out)
{
	const struct object *o = object_of(r, p);
	if ((uint64_t)multiple == REGION_WHOLE) {
		*out = (struct int64_pair){ 0, o->total };
		return true;
	}
	bool rest = (uint64_t)multiple == REGION_REST;
	multiple = rest ? 0 : multiple;
	p = wide_enough(r, p, size);
	while (rest && p.space != 0) /* to a first member */
		p = leave(r, p);
	if (!size && space_of(r, p)->tail)
		note_beyond(r, p, false);
	p = enter_whole(o, p, size);
	const struct space *s = &o->spaces.at[p.space];
	if (s->kind == SPACE_ARRAY)
		return run_in_array(o, s, p, size, multiple, out);
	if (!o->typed && o->folded) {
		struct space folded = { .kind = SPACE_ARRAY, .element = o->folded, .total = SPACE_ENDLESS };
		p.g = gcd_of(p.g, o->folded);
		p.r = modulo(p.r, p.g);
		return run_in_array(o, &folded, p, size, multiple, out);
	}
	if (p.g || !size) {
		*out = (struct int64_pair){ s->offset + (p.g ? 0 : p.r), s->offset + s->total };
		return rest && p.r == 0 && p.g == 0;
	}
	*out = (struct int64_pair){ s->offset + p.r, s->offset + p.r + size };
	return whole_arrays(o, p.space, out);
}

/* ---- what is assumed ---- */

/* Does the space begin, and end, where the object does? */
static bool is_whole(const struct object *o, uint32_t space, bool forwards)
{
	const struct space *s = &o->spaces.at[space];
	return s->offset + s->total >= o->total && (forwards || s->offset == 0);
}

static bool stays_indexed(struct regions *r, struct position p, int64_t stride, bool forwards)
{
	struct position second;
	p = position_index(r, wide_enough(r, p, stride), stride, &second);
	return p.space != 0 && !is_whole(object_of(r, p), p.space, forwards);
}

/* The constant amount of array_add(), which may lead into another element and is not taken to leave the array. */
static bool stays_moved(struct regions *r, struct position p, int64_t bytes, int64_t size)
{
	p = wide_enough(r, p, size);
	const struct space *s = space_of(r, p);
	if (p.space == 0 || s->kind != SPACE_ARRAY || bytes == 0 || is_whole(object_of(r, p), p.space, bytes > 0))
		return false;
	bool inside = p.g == s->element && p.r + bytes >= 0 && p.r + bytes < s->element;
	return !inside && !leaves_array(object_of(r, p), s, bytes, size);
}

bool region_stays(struct regions *r, node f, const int64_t *bytes, uint64_t stride, bool forwards)
{
	if (!f)
		return false;
	f = node_find(r, f);
	for (struct set_cursor c = { 0 }; set_next(&r->nodes.at[f].set, &c);) {
		struct position p = r->positions.at[c.number];
		if (r->objects.at[p.object].marker)
			continue;
		if (bytes ? stays_moved(r, p, *bytes, (int64_t)stride) : stays_indexed(r, p, (int64_t)stride, forwards))
			return true;
	}
	return false;
}
