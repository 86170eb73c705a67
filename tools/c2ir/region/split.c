/* What is written over a part of a pointer leaves one of which only its address says where it points. Where a fill with zeros or a copy ends
 * is not always known: those are taken to end between two pointers. Which ones may not is said here, and in the ledger
 * (memory/access_split.c).
 *
 * What begins and ends at multiples of a pointer's size splits none that is aligned: `skewed` are the cells in which one may not be. In those
 * that are `spliced`, which these are too, the bytes of one pointer may have several provenances, and all of them count; else the first
 * byte has none where any other one was written as a number (memory/access_bytes.c). */
#include "region_internal.h"

static bool is_word(const struct regions *r, int64_t bytes)
{
	return r->pointer_bytes && bytes % r->pointer_bytes == 0;
}

/* Are all elements of the arrays around at multiples of a pointer's size? */
static bool steps_are_words(const struct regions *r, const struct object *o, uint32_t space)
{
	for (;; space = o->spaces.at[space].parent) {
		const struct space *s = &o->spaces.at[space];
		if (s->kind == SPACE_ARRAY && !is_word(r, s->element))
			return false;
		if (s->parent == space)
			return true;
	}
}

bool split_is_words(const struct regions *r, struct position p, int64_t size, int64_t multiple)
{
	const struct object *o = &r->objects.at[p.object];
	bool begins = is_word(r, o->spaces.at[p.space].offset + p.r) && is_word(r, p.g);
	return begins && steps_are_words(r, o, p.space) && is_word(r, size ? size : multiple);
}

/* The arrays that the byte lies in, as those of elements are folded to the first one. */
static bool lies_in_words(const struct regions *r, const struct object *o, int64_t byte)
{
	for (size_t i = 0; i < o->spaces.count; i++) {
		const struct space *s = &o->spaces.at[i];
		bool around = s->kind == SPACE_ARRAY && byte >= s->offset && byte < s->offset + s->element;
		if (around && !is_word(r, s->element))
			return false;
	}
	return o->typed || is_word(r, o->folded);
}

static bool become_skewed(struct cell *c, bool skewed)
{
	bool news = skewed && !c->skewed;
	c->skewed |= skewed;
	return news;
}

bool split_note_pointer(const struct regions *r, struct cell *c, int64_t lo, int64_t hi, bool stored)
{
	bool skewed = !is_word(r, lo) || !is_word(r, hi - lo) || !lies_in_words(r, &r->objects.at[c->object], lo);
	c->stored |= stored;
	c->odd |= skewed && stored;
	return become_skewed(c, skewed);
}

void split_note_number(const struct regions *r, struct cell *c, struct position p, int64_t size)
{
	bool words = split_is_words(r, p, size, 0);
	c->numbered = true;
	c->word_written |= words;
	c->parted |= !words;
	c->spliced |= !words && is_word(r, size);
}

bool split_is_shifted(const struct regions *r, const struct run_of *run)
{
	return !is_word(r, run->lo - run->other_lo);
}

bool split_note_copy(const struct regions *r, struct cell *a, struct cell *b, const struct run_of *run)
{
	bool skewed = a->skewed || b->skewed || split_is_shifted(r, run);
	bool news = become_skewed(a, skewed);
	return become_skewed(b, skewed) || news;
}

bool split_cuts(const struct regions *r, const struct cell *c, const struct run_of *run)
{
	bool begins = run->lo > c->lo && run->lo < c->hi && (c->skewed || !is_word(r, run->lo));
	bool ends = run->hi < c->hi && run->hi > c->lo && (c->skewed || !is_word(r, run->hi));
	return run->known && c->pointer && (begins || ends);
}

void split_note_part(struct cell *c)
{
	c->number_written = c->parted = c->spliced = true;
}

/* ---- results ---- */

static enum region_split split_cells(const struct regions *r, struct access_run run)
{
	enum region_split split = SPLIT_NONE;
	const struct object *o = &r->objects.at[run.object];
	run = region_folded_run(o, run);
	if (!run.partial) /* cell.c knows what it splits: that may be any pointer */
		return SPLIT_NONE;
	for (size_t i = 0; i < o->cells.count; i++) {
		const struct cell *c = &r->cells.at[o->cells.at[i]];
		if (!c->pointer || c->lo >= run.hi || c->hi <= run.lo)
			continue;
		if (c->skewed)
			return SPLIT_ANYWHERE;
		if (!run.words)
			split = SPLIT_ALIGNED;
	}
	return split;
}

enum region_split region_splits(const struct regions *r, uint32_t access)
{
	const struct region_access *a = &r->accesses.at[access];
	enum region_split split = SPLIT_NONE;
	for (size_t i = 0; i < a->runs.count && split != SPLIT_ANYWHERE; i++) {
		enum region_split more = split_cells(r, a->runs.at[i]);
		split = more > split ? more : split;
	}
	return split;
}
