/* Cells: the bytes of abstract objects that are accessed together. They are made by the accesses; accesses that overlap
 * without being equal merge theirs into one that is taken byte by byte. Fills and copies are runs: whatever cells there are
 * in a run must lie wholly inside, or be bytes; a copy gives both sides the same cells, sharing maps. */
#include "region_internal.h"

#include <string.h>

struct cell_list VEC_BODY(uint32_t);

uint32_t cell_find(struct regions *r, uint32_t cell)
{
	while (r->cells.at[cell].merged != cell) {
		r->cells.at[cell].merged = r->cells.at[r->cells.at[cell].merged].merged;
		cell = r->cells.at[cell].merged;
	}
	return cell;
}

uint32_t cell_class_root(struct regions *r, uint32_t cell)
{
	while (r->cells.at[cell].class_parent != cell) {
		r->cells.at[cell].class_parent = r->cells.at[r->cells.at[cell].class_parent].class_parent;
		cell = r->cells.at[cell].class_parent;
	}
	return cell;
}

void cell_unite(struct regions *r, uint32_t a, uint32_t b)
{
	a = cell_class_root(r, a);
	b = cell_class_root(r, b);
	if (a != b)
		r->cells.at[a > b ? a : b].class_parent = a > b ? b : a;
}

static void note_change(struct regions *r, uint32_t object)
{
	struct object *o = &r->objects.at[object];
	if (o->changed || o->runs.count == 0)
		return;
	o->changed = true;
	vec_push(&r->changed, object);
}

void cell_changed(struct regions *r, uint32_t cell)
{
	note_change(r, r->cells.at[cell].object);
}

/* Unknown code reads the cell into `found` and writes `known` to it. */
void cell_expose(struct regions *r, uint32_t cell, node found, node known)
{
	node_copy(r, found, r->cells.at[cell].content);
	node_copy(r, r->cells.at[cell].content, known);
}

/* A cell that nobody knows of: announce() comes when it is in its place. */
static uint32_t new_cell(struct regions *r, uint32_t object, int64_t lo, int64_t hi, bool pointer, bool bytes)
{
	uint32_t cell = (uint32_t)r->cells.count;
	node content = node_new(r);
	vec_push(&r->cells, (struct cell){ .object = object,
					   .lo = lo,
					   .hi = hi,
					   .bytes = bytes,
					   .pointer = pointer,
					   .content = content,
					   .merged = cell,
					   .class_parent = cell });
	return cell;
}

/* Unknown code may know the cell and write to it: new constraints. What they lead to may fold the cells of this object anew
 * (cell_refold), so nobody may be in the middle of changing them now. Gives what has become of the cell. */
static uint32_t announce(struct regions *r, uint32_t cell)
{
	uint32_t object = r->cells.at[cell].object;
	if (r->objects.at[object].unknown)
		node_copy(r, r->cells.at[cell].content, r->outside.numbers);
	for (size_t i = 0; i < r->objects.at[object].exposed.count; i += 2)
		cell_expose(r, cell, r->objects.at[object].exposed.at[i], r->objects.at[object].exposed.at[i + 1]);
	return cell_find(r, cell);
}

/* Index of the first cell of the object that ends after lo. */
static size_t first_after(const struct regions *r, const struct object *o, int64_t lo)
{
	size_t from = 0, to = o->cells.count;
	while (from < to) {
		size_t middle = (from + to) / 2;
		if (r->cells.at[o->cells.at[middle]].hi > lo)
			to = middle;
		else
			from = middle + 1;
	}
	return from;
}

static void insert_cell(struct object *o, size_t at, size_t replaced, uint32_t cell)
{
	if (replaced == 0) {
		vec_push(&o->cells, cell);
		memmove(&o->cells.at[at + 1], &o->cells.at[at], (o->cells.count - 1 - at) * sizeof *o->cells.at);
	} else if (replaced > 1) {
		size_t rest = o->cells.count - at - replaced;
		memmove(&o->cells.at[at + 1], &o->cells.at[at + replaced], rest * sizeof *o->cells.at);
		o->cells.count -= replaced - 1;
	}
	o->cells.at[at] = cell;
}

/* Cells [at, at + count) of the object, and the interval, become one, byte by byte. */
static uint32_t melt(struct regions *r, uint32_t object, size_t at, size_t count, int64_t lo, int64_t hi, bool pointer)
{
	struct object *o = &r->objects.at[object];
	uint32_t first = o->cells.at[at];
	for (size_t i = 0; i < count; i++) {
		uint32_t other = o->cells.at[at + i];
		struct cell *c = &r->cells.at[first], *d = &r->cells.at[other];
		lo = d->lo < lo ? d->lo : lo;
		hi = d->hi > hi ? d->hi : hi;
		pointer |= d->pointer;
		c->read |= d->read;
		c->number_read |= d->number_read;
		c->number_written |= d->number_written;
		c->numbered |= d->numbered;
		c->word_written |= d->word_written;
		c->skewed |= d->skewed;
		c->stored |= d->stored;
		c->odd |= d->odd;
		c->parted |= d->parted;
		c->spliced |= d->spliced;
		if (other == first)
			continue;
		d->merged = first;
		cell_unite(r, first, other);
		node_merge(r, c->content, d->content);
	}
	struct cell *c = &r->cells.at[first];
	c->lo = lo;
	c->hi = hi;
	c->pointer = pointer;
	c->bytes = true;
	insert_cell(o, at, count, first);
	outside_mixed(r, first);
	return first;
}

/* An object of unknown layout that is indexed has cells in its first `folded` bytes only. True: the interval went across
 * their end, it is all of them, as bytes. */
static bool fold_interval(const struct object *o, int64_t *lo, int64_t *hi)
{
	int64_t size = *hi - *lo;
	if (o->typed || !o->folded)
		return false;
	*lo = modulo(*lo, o->folded);
	*hi = *lo + size;
	if (*hi <= o->folded)
		return false;
	*lo = 0;
	*hi = o->folded;
	return true;
}

/* The cell of exactly these bytes, or the larger one that they become part of. */
uint32_t cell_touch(struct regions *r, uint32_t object, int64_t lo, int64_t hi, bool pointer, bool bytes)
{
	struct object *o = &r->objects.at[object];
	bytes |= fold_interval(o, &lo, &hi);
	size_t at = first_after(r, o, lo), count = 0;
	while (at + count < o->cells.count && r->cells.at[o->cells.at[at + count]].lo < hi)
		count++;
	if (count == 0) {
		uint32_t cell = new_cell(r, object, lo, hi, pointer, bytes);
		insert_cell(o, at, 0, cell);
		note_change(r, object);
		return announce(r, cell);
	}
	struct cell *c = &r->cells.at[o->cells.at[at]];
	bool inside = count == 1 && c->lo <= lo && c->hi >= hi;
	bool same = inside && c->lo == lo && c->hi == hi && (c->bytes || (!bytes && c->pointer == pointer));
	if ((same || (inside && c->bytes)) && (c->pointer || !pointer))
		return o->cells.at[at];
	uint32_t cell = melt(r, object, at, count, lo, hi, pointer);
	note_change(r, object);
	return cell;
}

/* Takes the cells off the object. */
static void take_cells(struct object *o, struct cell_list *cells)
{
	for (size_t i = 0; i < o->cells.count; i++)
		vec_push(cells, o->cells.at[i]);
	vec_clear(&o->cells);
}

/* The object is now folded more. A cell that is made here may fold it once more: that takes those that are made by
 * then, and the rest is folded so here. */
void cell_refold(struct regions *r, uint32_t object)
{
	struct cell_list old = { 0 };
	take_cells(&r->objects.at[object], &old);
	for (size_t i = 0; i < old.count; i++) {
		struct cell c = r->cells.at[old.at[i]];
		uint32_t cell = cell_touch(r, object, c.lo, c.hi, c.pointer, c.bytes);
		r->cells.at[old.at[i]].merged = cell;
		r->cells.at[cell].read |= c.read;
		r->cells.at[cell].number_read |= c.number_read;
		r->cells.at[cell].number_written |= c.number_written;
		r->cells.at[cell].numbered |= c.numbered;
		r->cells.at[cell].word_written |= c.word_written;
		r->cells.at[cell].skewed |= c.skewed;
		r->cells.at[cell].stored |= c.stored;
		r->cells.at[cell].odd |= c.odd;
		r->cells.at[cell].parted |= c.parted;
		r->cells.at[cell].spliced |= c.spliced;
		if (c.pointer)
			split_note_pointer(r, &r->cells.at[cell], c.lo, c.hi, c.stored);
		outside_mixed(r, cell);
		cell_unite(r, cell, old.at[i]);
		node_merge(r, r->cells.at[cell].content, c.content);
	}
	vec_free(&old);
	int64_t m = r->objects.at[object].folded;
	for (size_t i = 0; i < r->objects.at[object].runs.count; i++) {
		struct run_of *run = &r->objects.at[object].runs.at[i];
		*run = (struct run_of){ .lo = 0,
					.hi = m,
					.partial = true,
					.is_fill = run->is_fill,
					.zero = run->zero,
					.other = run->other,
					.other_lo = run->other_lo,
					.source = run->source };
	}
	note_change(r, object);
}

/* ---- runs ---- */

static bool same_run(const struct run_of *a, const struct run_of *b)
{
	return a->lo == b->lo && a->hi == b->hi && a->is_fill == b->is_fill && a->partial == b->partial &&
	       a->known == b->known && a->zero == b->zero && a->other == b->other && a->other_lo == b->other_lo &&
	       a->source == b->source;
}

static uint64_t run_key(const struct run_of *run)
{
	uint64_t key = hash_mix(hash_mix((uint64_t)run->lo, (uint64_t)run->hi), run->other);
	unsigned flags = run->is_fill | run->partial << 1 | run->zero << 2 | run->source << 3 | run->known << 4;
	return hash_mix(hash_mix(key, (uint64_t)run->other_lo), flags) >> 1;
}

void cell_add_run(struct regions *r, uint32_t object, struct run_of run)
{
	struct object *o = &r->objects.at[object];
	uint64_t key = run_key(&run);
	for (;; key++) {
		uint64_t known = table_get(&o->run_index, key, UINT64_MAX);
		if (known == UINT64_MAX)
			break;
		if (same_run(&o->runs.at[known], &run))
			return;
	}
	table_put(&o->run_index, key, o->runs.count);
	vec_push(&o->runs, run);
	note_change(r, object);
}

void cell_part_runs(struct regions *r, uint32_t object, uint32_t other)
{
	struct object *o = &r->objects.at[object];
	for (size_t i = 0; i < o->runs.count; i++)
		o->runs.at[i].partial |=
			!o->runs.at[i].is_fill && (other == UINT32_MAX || o->runs.at[i].other == other);
	note_change(r, object);
}

static bool contained(const struct cell *c, const struct run_of *run)
{
	return c->lo >= run->lo && c->hi <= run->hi;
}

static uint32_t as_bytes(struct regions *r, uint32_t cell)
{
	struct cell c = r->cells.at[cell];
	return c.bytes ? cell : cell_touch(r, c.object, c.lo, c.hi, c.pointer, true);
}

/* What ends inside a pointer leaves one that only its address tells. TO: what is written. Gives what has become of that. */
static uint32_t write_part(struct regions *r, uint32_t cell, uint32_t to, const struct run_of *run)
{
	struct cell *c = &r->cells.at[to];
	if ((c->number_written && c->spliced) || !split_cuts(r, &r->cells.at[cell], run))
		return to;
	split_note_part(c);
	outside_mixed(r, to);
	return cell_find(r, to);
}

static void settle_fill(struct regions *r, uint32_t cell, const struct run_of *run)
{
	const struct cell *c = &r->cells.at[cell];
	if (run->partial || !contained(c, run) || (c->pointer && !run->zero))
		cell = as_bytes(r, cell);
	cell = write_part(r, cell, cell, run);
	if (!run->zero && !run->known) { /* anything may be there now, which only says so where all bytes count */
		split_note_part(&r->cells.at[cell]);
		outside_mixed(r, cell);
		cell = cell_find(r, cell);
	}
	if (!run->zero)
		node_copy(r, r->cells.at[cell].content, r->outside.numbers);
	else if (!r->cells.at[cell].pointer)
		node_copy(r, r->cells.at[cell].content, r->outside.plain_numbers);
}

/* The cell's counterpart on the other side of the copy has the same bytes and shares its map. */
static void settle_copy(struct regions *r, uint32_t cell, const struct run_of *run)
{
	struct cell c = r->cells.at[cell];
	uint32_t other;
	if (run->partial || !contained(&c, run))
		cell = as_bytes(r, cell);
	c = r->cells.at[cell];
	if (run->partial) {
		/* The two sides do not match: all of both is bytes. */
		const struct object *o = &r->objects.at[run->other];
		int64_t length = 1;
		for (size_t i = 0; i < o->runs.count; i++)
			if (o->runs.at[i].lo == run->other_lo && !o->runs.at[i].is_fill)
				length = o->runs.at[i].hi - o->runs.at[i].lo;
		other = cell_touch(r, run->other, run->other_lo, run->other_lo + length, c.pointer, true);
	} else {
		int64_t lo = c.lo > run->lo ? c.lo : run->lo, hi = c.hi < run->hi ? c.hi : run->hi;
		other = cell_touch(r, run->other, run->other_lo + lo - run->lo, run->other_lo + hi - run->lo, c.pointer,
				   c.bytes);
	}
	cell = cell_find(r, cell);
	other = cell_find(r, other);
	cell_unite(r, cell, other);
	struct cell *here = &r->cells.at[cell], *there = &r->cells.at[other];
	bool shifted = split_is_shifted(r, run);
	bool news = run->source ? whole_note_copy(there, here, shifted) : whole_note_copy(here, there, shifted);
	if (split_note_copy(r, here, there, run) || news) {
		cell_changed(r, cell);
		cell_changed(r, other);
	}
	write_part(r, cell, run->source ? other : cell, run);
	cell = cell_find(r, cell);
	other = cell_find(r, other);
	if (run->source)
		node_copy(r, r->cells.at[other].content, r->cells.at[cell].content);
	else
		node_copy(r, r->cells.at[cell].content, r->cells.at[other].content);
}

static void settle_run(struct regions *r, uint32_t object, struct run_of run)
{
	/* Cells are merged meanwhile: look for the next one by its offset. */
	for (int64_t at = run.lo; at < run.hi;) {
		const struct object *o = &r->objects.at[object];
		size_t i = first_after(r, o, at);
		if (i == o->cells.count || r->cells.at[o->cells.at[i]].lo >= run.hi)
			break;
		uint32_t cell = o->cells.at[i];
		at = r->cells.at[cell].hi;
		if (run.is_fill)
			settle_fill(r, cell, &run);
		else
			settle_copy(r, cell, &run);
	}
}

void cell_settle(struct regions *r)
{
	while (r->changed.count) {
		uint32_t object = vec_pop(&r->changed);
		r->objects.at[object].changed = false;
		for (size_t i = 0; i < r->objects.at[object].runs.count; i++)
			settle_run(r, object, r->objects.at[object].runs.at[i]);
	}
}
