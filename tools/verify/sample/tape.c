#include "tape.h"

#include <string.h>

enum { NEARBY = 8, OFFSET_BITS = 40 };

static uint64_t cut(uint64_t value, uint32_t width)
{
	return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
}

/* Two words, of which the second has room for an object. */
static bool may_be_pointer(uint32_t width)
{
	return width >= 128 - OFFSET_BITS && width <= 128;
}

struct value tape_value(uint64_t answer, uint32_t width)
{
	if (!may_be_pointer(width))
		return value_word(width, answer);
	uint64_t offset = (uint64_t)((int64_t)(answer << (64 - OFFSET_BITS)) >> (64 - OFFSET_BITS));
	return value_words(width, (const uint64_t[]){ offset, tape_object(answer) });
}

uint64_t tape_object(uint64_t answer)
{
	return answer >> OFFSET_BITS;
}

bool tape_answer_for(const struct value *value, uint64_t *answer)
{
	if (value->kind == VALUE_WORD)
		*answer = value->word;
	if (value->kind != VALUE_WIDE || !may_be_pointer(value->width))
		return value->kind == VALUE_WORD;
	const uint64_t *words = value_bits(value);
	*answer = words[1] << OFFSET_BITS | (words[0] & ((UINT64_C(1) << OFFSET_BITS) - 1));
	struct value same = tape_value(*answer, value->width);
	bool fits = value_equal(&same, value);
	value_release(&same);
	return fits;
}

static struct tape_track *track_of(struct tape *tape, size_t number)
{
	while (tape->count <= number)
		vec_push(tape, (struct tape_track){ 0 });
	return &tape->at[number];
}

static void take_out(struct tape_track *t, size_t place, size_t count)
{
	memmove(t->at + place, t->at + place + count, (t->count - place - count) * sizeof *t->at);
	t->count -= count;
}

static void put_in(struct tape_track *t, size_t place, struct tape_answer answer)
{
	vec_push(t, answer);
	memmove(t->at + place + 1, t->at + place, (t->count - 1 - place) * sizeof *t->at);
	t->at[place] = answer;
}

/* Changes have displaced the answers, or another statement asks now: is there one for this site close by? */
static void align(struct tape_track *t, uint32_t site)
{
	size_t next = t->used;
	while (next < t->count && next < t->used + NEARBY && t->at[next].site != site)
		next++;
	if (next < t->count && t->at[next].site == site)
		take_out(t, t->used, next - t->used);
}

uint64_t tape_next(struct tape *tape, size_t track, uint32_t site, uint32_t width, const struct tape_source *source)
{
	struct tape_track *t = track_of(tape, track);
	align(t, site);
	if (t->used == t->count || t->at[t->used].site != site) {
		uint64_t drawn = source->draw(source->context, track, site, width);
		put_in(t, t->used, (struct tape_answer){ .value = drawn });
	}
	struct tape_answer *a = &t->at[t->used++];
	*a = (struct tape_answer){ cut(a->value, width), width, site };
	return a->value;
}

void tape_rewind(struct tape *tape)
{
	for (size_t i = 0; i < tape->count; i++)
		tape->at[i].used = 0;
}

void tape_trim(struct tape *tape)
{
	for (size_t i = 0; i < tape->count; i++)
		tape->at[i].count = tape->at[i].used;
}

size_t tape_size(const struct tape *tape)
{
	size_t size = 0;
	for (size_t i = 0; i < tape->count; i++)
		size += tape->at[i].count;
	return size;
}

struct tape tape_copy(const struct tape *tape)
{
	struct tape copy = { 0 };
	for (size_t i = 0; i < tape->count; i++) {
		const struct tape_track *from = &tape->at[i];
		struct tape_track to = { .count = from->count, .capacity = from->count };
		to.at = memory_alloc((from->count + 1) * sizeof *to.at);
		if (from->count)
			memcpy(to.at, from->at, from->count * sizeof *to.at);
		vec_push(&copy, to);
	}
	return copy;
}

void tape_release(struct tape *tape)
{
	for (size_t i = 0; i < tape->count; i++)
		vec_free(&tape->at[i]);
	vec_free(tape);
}
