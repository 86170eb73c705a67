#include "mutation.h"

#include <string.h>

enum { MAX_CHANGES = 4, MAX_PIECE = 16, MAX_TRIES = 8, LAST = 8, BEHIND = 2, LITTLE_SEEN = 64 };

struct dice {
	const struct mutation *with;
	uint64_t thrown;
};

static uint64_t draw(struct dice *d)
{
	return pattern_draw(d->with->random, d->thrown++);
}

static uint64_t throw(struct dice * d, uint64_t sides)
{
	return draw(d) % sides;
}

/* A track in which there is something; a longer one rather than a short one. False: there is none. */
static bool find_track(const struct tape *tape, struct dice *d, size_t *track)
{
	size_t size = tape_size(tape);
	if (!size)
		return false;
	/* The few answers to statements matter as much as all cells together. */
	if (tape->at[0].count && throw(d, 2) == 0)
		size = tape->at[0].count;
	size_t place = throw(d, size);
	for (*track = 0; place >= tape->at[*track].count; ++*track)
		place -= tape->at[*track].count;
	/* Cells that are always the same stay so. */
	const struct range *range = *track ? ranges_find(d->with->ranges, RANGE_OF_TRACK | (uint32_t)*track) : NULL;
	if (range && range->least == range->most && range->seen >= LITTLE_SEEN && tape->at[0].count)
		*track = 0;
	return true;
}

/* Puts `count` answers in at a place, or over those that are there. */
static void write(struct tape_track *t, size_t place, const struct tape_answer *answers, size_t count, bool insert)
{
	size_t kept = insert ? t->count - place : place + count < t->count ? t->count - place - count : 0;
	size_t from = t->count - kept;
	while (t->count < place + count + kept)
		vec_push(t, (struct tape_answer){ 0 });
	memmove(t->at + place + count, t->at + from, kept * sizeof *t->at);
	memcpy(t->at + place, answers, count * sizeof *answers);
}

static void take_out(struct tape_track *t, size_t place, size_t count)
{
	memmove(t->at + place, t->at + place + count, (t->count - place - count) * sizeof *t->at);
	t->count -= count;
}

static size_t piece(struct dice *d, size_t most)
{
	size_t limit = throw(d, 2) ? MAX_PIECE : 2;
	return 1 + throw(d, most < limit ? most : limit);
}

static void change_drawn(struct tape_track *t, size_t place, size_t track, struct dice *d, bool insert)
{
	const struct tape_source *source = d->with->source;
	struct tape_answer answers[MAX_PIECE];
	size_t count = track ? piece(d, insert ? MAX_PIECE : t->count - place) : 1;
	for (size_t i = 0; i < count; i++) {
		answers[i] = t->at[place];
		answers[i].value = source->draw(source->context, track, answers[i].site, answers[i].width);
	}
	write(t, place, answers, count, insert);
}

/* Answers that are equal stay so: programs compare some of them. */
static void change_equal(struct tape_track *t, size_t place, size_t track, struct dice *d)
{
	const struct tape_source *source = d->with->source;
	struct tape_answer a = t->at[place];
	uint64_t value = source->draw(source->context, track, a.site, a.width);
	t->at[place].value = value;
	for (size_t i = 0; i < t->count; i++)
		if (t->at[i].value == a.value && t->at[i].width == a.width && throw(d, 2))
			t->at[i].value = value;
}

/* A text of that many characters in place of `replaced` ones. */
static void write_text(struct tape_track *t, size_t place, size_t replaced, const char *text, uint32_t length)
{
	struct tape_answer answers[MOOD_DIGITS];
	for (uint32_t i = 0; i < length; i++)
		answers[i] = (struct tape_answer){ .value = (uint8_t)text[i], .width = 8 };
	if (replaced > length)
		take_out(t, place, replaced - length);
	size_t same = replaced < length ? replaced : length;
	write(t, place, answers, same, false);
	write(t, place + same, answers + same, length - same, true);
}

static void change_number(struct tape_track *t, size_t place, struct dice *d)
{
	char text[MOOD_DIGITS];
	uint32_t length = mood_number(d->with->mood, draw(d), text);
	size_t behind = t->count - place;
	if (t->at[place].width == 8)
		write_text(t, place, throw(d, 2) ? 0 : length < behind ? length : behind, text, length);
}

/* Where a value stands that might as well be another one, as far as is known. */
static bool find_side(const struct tape *tape, const struct comparison *c, uint64_t to, struct dice *d,
		      struct occurrence *at)
{
	size_t count = tape_find(tape, c->from, c->width, 0, at);
	for (uint32_t i = 0; i < MAX_TRIES && i < count; i++) {
		tape_find(tape, c->from, c->width, throw(d, count), at);
		const struct tape_answer *a = &tape->at[at->track].at[at->place];
		const struct range *range = at->track || at->bytes ? NULL : ranges_find(d->with->ranges, a->site);
		if (!range || range->seen < LITTLE_SEEN || range_has(range, to, a->width))
			return true;
	}
	return false;
}

/* The other side of a comparison, or what is next to it. */
static void change_side(struct tape *tape, const struct comparison *c, struct dice *d)
{
	struct occurrence at;
	uint64_t to = c->to + (throw(d, 2) ? 0 : throw(d, 3) - 1);
	if (!find_side(tape, c, to, d, &at))
		return;
	struct tape_track *t = &tape->at[at.track];
	for (size_t i = 0; i < at.bytes; i++)
		t->at[at.place + i].value = (uint8_t)(to >> 8 * (at.high ? at.bytes - 1 - i : i));
	if (at.bytes)
		return;
	if (!at.digits) {
		t->at[at.place].value = to;
		return;
	}
	char text[MOOD_DIGITS];
	write_text(t, at.place, at.digits, text, mood_decimal(to, c->width, throw(d, 4), text));
}

/* One comparison, or all that an execution has made in a condition. */
static void change_compared(struct tape *tape, struct dice *d)
{
	const struct comparisons *compared = d->with->compared;
	const struct comparison *chosen = &compared->all.at[throw(d, compared->all.count)];
	bool whole = throw(d, 2);
	if (!whole)
		change_side(tape, chosen, d);
	for (size_t i = 0; whole && i < compared->all.count; i++)
		if (compared->all.at[i].condition == chosen->condition)
			change_side(tape, &compared->all.at[i], d);
}

/* From here or from elsewhere. */
static void change_copied(struct tape_track *t, size_t place, const struct tape_track *from, struct dice *d)
{
	if (!from->count)
		return;
	struct tape_answer answers[MAX_PIECE];
	size_t at = throw(d, from->count), count = piece(d, from->count - at);
	memcpy(answers, from->at + at, count * sizeof *answers);
	write(t, place, answers, count, throw(d, 2));
}

/* What is in front of the news was done well: so it goes on from there. */
static size_t draw_place(const struct tape_track *t, bool statements, struct dice *d)
{
	size_t end = t->count, last = end;
	if (throw(d, 3)) {
		end = statements && d->with->news + BEHIND < end ? d->with->news + BEHIND : end;
		last = end < LAST ? end : LAST;
	}
	return end - 1 - throw(d, last);
}

static void change_some(struct tape *tape, struct dice *d)
{
	size_t track;
	if (d->with->compared->all.count && throw(d, 2) == 0) {
		change_compared(tape, d);
		return;
	}
	if (!find_track(tape, d, &track))
		return;
	const struct tape *other = d->with->other;
	struct tape_track *t = &tape->at[track];
	size_t place = draw_place(t, track == 0, d);
	switch (throw(d, 12)) {
	case 0:
	case 1:
		change_drawn(t, place, track, d, false);
		break;
	case 2:
		change_drawn(t, place, track, d, true);
		break;
	case 3:
		t->at[place].value += throw(d, 2) ? 1 + throw(d, 4) : -1 - throw(d, 4);
		break;
	case 4:
		take_out(t, place, piece(d, t->count - place));
		break;
	case 5:
		if (track)
			change_number(t, place, d);
		break;
	case 6:
		change_copied(t, place, t, d);
		break;
	case 7:
	case 10:
	case 11:
		t->count = place; /* what follows is drawn anew */
		break;
	case 8:
		change_equal(t, place, track, d);
		break;
	case 9:
		change_copied(t, place, &other->at[track < other->count ? track : 0], d);
		break;
	}
}

/* A number of cells that was asked for, and became another: mostly there was a length. */
static void adjust_length(struct tape *tape, size_t before, size_t after)
{
	for (size_t i = 0; i < tape->at[0].count; i++)
		if (tape->at[0].at[i].value == before) {
			tape->at[0].at[i].value = after;
			return;
		}
}

static void change(struct tape *tape, struct dice *d)
{
	VEC(size_t) before = { 0 };
	for (size_t i = 0; i < tape->count; i++)
		vec_push(&before, tape->at[i].count);
	change_some(tape, d);
	for (size_t i = 1; i < tape->count; i++)
		if (tape->at[i].count != before.at[i] && throw(d, 4))
			adjust_length(tape, before.at[i], tape->at[i].count);
	vec_free(&before);
}

void mutation_apply(struct tape *tape, const struct mutation *mutation)
{
	struct dice d = { .with = mutation };
	for (uint64_t n = 1 + throw(&d, MAX_CHANGES); n; n--)
		change(tape, &d);
}
