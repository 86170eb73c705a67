/* Sets of numbers against arrays of flags. */
#include "region_set.h"

#include <string.h>

#include "tap.h"

enum { LIMIT = 6000 };

struct both {
	struct number_set set;
	bool flags[LIMIT];
};

static uint32_t random_number(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(*state >> 33);
}

static bool agree(const struct both *b)
{
	uint32_t at = 0;
	for (struct set_cursor c = { 0 }; set_next(&b->set, &c); at = c.number + 1) {
		if (c.number >= LIMIT || !b->flags[c.number])
			return false;
		for (; at < c.number; at++)
			if (b->flags[at])
				return false;
	}
	return at == LIMIT || !memchr(&b->flags[at], 1, LIMIT - at);
}

static void fill(struct both *b, uint64_t *state)
{
	uint32_t count = random_number(state) % 300, from = random_number(state) % LIMIT,
		 range = 1 + random_number(state) % (LIMIT - from);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t n = from + random_number(state) % range;
		if (set_add(&b->set, n) == b->flags[n])
			ok(false, "set_add says whether %u was new", n);
		b->flags[n] = true;
	}
}

static bool unite(uint64_t seed)
{
	static struct both a, b, news, either;
	uint64_t state = seed;
	struct both *all[] = { &a, &b, &news, &either };
	for (int i = 0; i < 4; i++)
		*all[i] = (struct both){ 0 };
	fill(&a, &state);
	fill(&b, &state);
	fill(&news, &state);
	bool more = false, good = agree(&a) && agree(&b);
	struct number_set difference = set_difference(&a.set, &b.set);
	either.set = difference;
	for (uint32_t i = 0; i < LIMIT; i++) {
		either.flags[i] = a.flags[i] != b.flags[i];
		more |= b.flags[i] && !a.flags[i];
		news.flags[i] |= b.flags[i] && !a.flags[i];
		a.flags[i] |= b.flags[i];
	}
	good &= agree(&either) && set_unite(&a.set, &b.set, &news.set) == more;
	good &= agree(&a) && agree(&news) && !set_unite(&a.set, &b.set, NULL);
	for (int i = 0; i < 4; i++)
		set_free(&all[i]->set);
	return good;
}

int main(void)
{
	bool good = true;
	for (uint64_t seed = 1; seed <= 2000; seed++)
		good &= unite(seed);
	ok(good, "sets agree with flags");
	return done_testing();
}
