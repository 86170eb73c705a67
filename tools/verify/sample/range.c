#include "range.h"

enum {
	MAX_CELLS = 16,  /* that are looked at of one map and execution */
	MANY_REFUSED = 8 /* where there was only one value, so many others say that there is none */
};

static int64_t to_signed(uint64_t value, uint32_t width)
{
	uint32_t shift = width < 64 ? 64 - width : 0;
	return (int64_t)(value << shift) >> shift;
}

static struct range *range_of(struct ranges *ranges, uint32_t site)
{
	uint64_t place = table_get(&ranges->places, site, UINT64_MAX);
	if (place == UINT64_MAX) {
		place = ranges->all.count;
		table_put(&ranges->places, site, place);
		vec_push(&ranges->all, (struct range){ .least = INT64_MAX, .most = INT64_MIN });
	}
	return &ranges->all.at[place];
}

static void widen(struct range *r, int64_t value)
{
	bool known = r->count == sizeof r->some / sizeof *r->some;
	for (uint32_t i = 0; !known && i < r->count; i++)
		known = r->some[i] == value;
	if (!known)
		r->some[r->count++] = value;
	r->seen++;
	if (value < r->least)
		r->least = value;
	if (value > r->most)
		r->most = value;
}

void ranges_learn(struct ranges *ranges, const struct tape *tape)
{
	for (size_t i = 0; tape->count && i < tape->at[0].used; i++) {
		const struct tape_answer *a = &tape->at[0].at[i];
		widen(range_of(ranges, a->site), to_signed(a->value, a->width));
	}
	for (size_t i = 1; i < tape->count; i++)
		for (size_t n = 0; n < tape->at[i].used && n < MAX_CELLS; n++)
			widen(range_of(ranges, RANGE_OF_TRACK | (uint32_t)i), (int64_t)tape->at[i].at[n].value);
}

void ranges_refuse(struct ranges *ranges, uint32_t site)
{
	struct range *r = range_of(ranges, site);
	if (r->refused < UINT32_MAX)
		r->refused++;
}

const struct range *ranges_find(const struct ranges *ranges, uint32_t site)
{
	uint64_t place = table_get(&ranges->places, site, UINT64_MAX);
	return place == UINT64_MAX || !ranges->all.at[place].seen ? NULL : &ranges->all.at[place];
}

bool range_has(const struct range *range, uint64_t value, uint32_t width)
{
	int64_t v = to_signed(value, width);
	return range->least <= v && v <= range->most;
}

uint64_t range_value(const struct range *range, uint64_t random)
{
	/* Of a flag that was always the same so far the other value matters most. */
	if (range->least == range->most)
		return (uint64_t)range->least + (range->refused < MANY_REFUSED ? random % 3 - 1 : 0);
	if (random % 2)
		return (uint64_t)range->some[(random >> 1) % range->count];
	random >>= 1;
	uint64_t size = (uint64_t)range->most - (uint64_t)range->least + 1;
	return (uint64_t)range->least + (size ? random % size : random);
}

void ranges_release(struct ranges *ranges)
{
	table_free(&ranges->places);
	vec_free(&ranges->all);
}
