/* Pointers among numbers. Where characters or other numbers narrower than a pointer are written to the bytes of pointers, what is read there
 * as a pointer may be made of such numbers: any pointer, of which only its address tells where it points. In a large program one place that
 * seems to do so, as two records are taken for one another, then mixes all that is public.
 *
 * So such cells wait until everything else is known. If the program is large and has few loads that may read such a pointer, these are
 * checked: each of them asserts that it reads a pointer that was stored as a whole, or one near 0 (memory/access_whole.c). Then the sets need
 * not know of others: behind the assertion there is none. Else the cells hold any pointer, as those do in which bytes of several pointers may
 * lie side by side (split.c), or which were written as numbers of a pointer's size. */
#include "region_internal.h"

enum { MANY_LOADS = 500, SHARE = 20 };

void region_check_whole(struct regions *r)
{
	r->mixed = MIXED_OPEN;
}

bool whole_waits(const struct regions *r, const struct cell *c)
{
	return r->mixed != MIXED_ANY && !c->spliced && !c->odd && !c->word_written;
}

bool whole_differs(const struct cell *a, const struct cell *b)
{
	return a->numbered != b->numbered || a->word_written != b->word_written || a->stored != b->stored ||
	       a->odd != b->odd;
}

static bool become(bool *flag, bool value)
{
	bool news = value && !*flag;
	*flag |= value;
	return news;
}

bool whole_note_copy(struct cell *to, const struct cell *from, bool shifted)
{
	bool news = become(&to->numbered, from->numbered);
	news |= become(&to->word_written, from->word_written);
	news |= become(&to->stored, from->stored);
	return become(&to->odd, from->odd || (from->stored && shifted)) || news;
}

static bool is_in_numbered(const struct regions *r, const struct object *o, struct int64_pair bytes)
{
	for (size_t i = 0; i < o->cells.count; i++) {
		const struct cell *c = &r->cells.at[o->cells.at[i]];
		if (c->lo < bytes.hi && c->hi > bytes.lo && c->numbered && whole_waits(r, c))
			return true;
	}
	return false;
}

/* May a load there read a pointer that is made of numbers, or of parts of two that lie side by side? */
static enum region_whole reads_numbers(struct regions *r, struct position p, int64_t size)
{
	enum { CAPACITY = 256 };
	struct int64_pair touched[CAPACITY];
	uint32_t count;
	if (r->objects.at[p.object].marker)
		return WHOLE_ALWAYS;
	bool in_one = position_touch(r, p, size, touched, CAPACITY, &count);
	for (uint32_t i = 0; i < count; i++)
		if (is_in_numbered(r, &r->objects.at[p.object], touched[i]))
			return in_one && split_is_words(r, p, size, 0) ? WHOLE_IF_ONE : WHOLE_IF_ALIGNED;
	return WHOLE_ALWAYS;
}

static enum region_whole load_reads_numbers(struct regions *r, const struct region_access *a)
{
	enum region_whole all = WHOLE_ALWAYS;
	if (a->kind != EDGE_LOAD || !a->pointer || a->size < r->pointer_bytes)
		return all;
	const struct number_set *set = &r->nodes.at[node_find(r, a->pointer)].set;
	for (struct set_cursor c = { 0 }; all != WHOLE_IF_ALIGNED && set_next(set, &c);) {
		enum region_whole one = reads_numbers(r, r->positions.at[c.number], a->size);
		all = one > all ? one : all;
	}
	return all;
}

/* Are there few of these loads among many? */
static bool is_worth_it(struct regions *r)
{
	size_t loads = 0, some = 0;
	for (size_t i = 0; i < r->accesses.count; i++) {
		loads += r->accesses.at[i].kind == EDGE_LOAD;
		some += r->accesses.at[i].is_pointer && load_reads_numbers(r, &r->accesses.at[i]) != WHOLE_ALWAYS;
	}
	return loads >= MANY_LOADS && some * SHARE <= loads;
}

/* What is read as a number, as wide as a pointer, may be any address: nothing is asserted of it. */
static void mark_numbers(struct regions *r)
{
	for (size_t i = 0; i < r->accesses.count; i++)
		if (!r->accesses.at[i].is_pointer && load_reads_numbers(r, &r->accesses.at[i]) != WHOLE_ALWAYS)
			node_copy(r, r->accesses.at[i].value, r->outside.numbers);
}

void whole_settle(struct regions *r)
{
	if (r->mixed == MIXED_OPEN)
		r->mixed = is_worth_it(r) ? MIXED_CHECKED : MIXED_ANY;
	for (uint32_t i = 0; i < r->cells.count; i++)
		if (r->cells.at[i].merged == i)
			outside_mixed(r, i);
	if (r->mixed == MIXED_CHECKED)
		mark_numbers(r);
}

enum region_whole region_reads_whole(struct regions *r, uint32_t access)
{
	return r->mixed == MIXED_CHECKED ? load_reads_numbers(r, &r->accesses.at[access]) : WHOLE_ALWAYS;
}
