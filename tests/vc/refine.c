/* What is tracked is minimal, and found with as few checks as Lemma 1 of the Corral paper says, whatever the path needs. */
#include "refine.h"

#include "hash.h"
#include "tap.h"

enum { MOST = 200, ROUNDS = 2000 };

static uint32_t seed = 11;

static uint32_t next(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % below;
}

/* A path that is correct if all globals of one of `reasons` are tracked. */
struct path {
	uint32_t count, reasons;
	bool needed[4][MOST];
	uint64_t trouble; /* after so many checks; 0: never */
	uint64_t asked;
};

static bool is_correct(const struct path *p, const bool *set)
{
	for (uint32_t r = 0; r < p->reasons; r++) {
		bool all = true;
		for (uint32_t i = 0; i < p->count; i++)
			all = all && (set[i] || !p->needed[r][i]);
		if (all)
			return true;
	}
	return false;
}

static enum path_answer answer(void *context, const bool *set)
{
	struct path *p = context;
	if (p->trouble && ++p->asked >= p->trouble)
		return PATH_TROUBLE;
	return is_correct(p, set) ? PATH_CORRECT : PATH_BUGGY;
}

static struct path random_path(void)
{
	struct path p = { .count = 1 + next(MOST - 1), .reasons = 1 + next(4) };
	uint32_t share = 1 + next(60);
	for (uint32_t r = 0; r < p.reasons; r++)
		for (uint32_t i = 0; i < p.count; i++)
			p.needed[r][i] = next(share) == 0;
	return p;
}

static uint32_t log_up(uint32_t n)
{
	uint32_t log = 0;
	while ((1u << log) < n)
		log++;
	return log;
}

static bool is_minimal(const struct path *p, bool *set, const bool *before)
{
	bool minimal = is_correct(p, set);
	for (uint32_t i = 0; i < p->count && minimal; i++) {
		if (!set[i] || before[i])
			continue;
		set[i] = false;
		minimal = !is_correct(p, set);
		set[i] = true;
	}
	return minimal;
}

static void test_random(void)
{
	uint32_t halves = 0, within = 0, kept = 0;
	for (int round = 0; round < ROUNDS; round++) {
		struct path p = random_path();
		bool before[MOST] = { false }, set[MOST] = { false };
		uint32_t open = 0, added = 0;
		for (uint32_t i = 0; i < p.count; i++) {
			set[i] = before[i] = next(4) == 0;
			open += !set[i];
		}
		struct refine_question q = { .count = p.count, .check = answer, .context = &p };
		halves += refine_by_halves(&q, set) && is_minimal(&p, set, before);
		for (uint32_t i = 0; i < p.count; i++) {
			added += set[i] && !before[i];
			kept += set[i] >= before[i];
		}
		uint64_t all = open ? 2 * (uint64_t)open - 1 : 0;
		within += q.checks <= 2 * (uint64_t)added * log_up(open) + 1 && q.checks <= all;
		kept -= p.count;
	}
	ok(halves == ROUNDS, "by halves: correct and minimal (%u of %d)", halves, ROUNDS);
	ok(within == ROUNDS, "by halves: as few checks as Lemma 1 says (%u of %d)", within, ROUNDS);
	ok(kept == 0, "what was tracked stays tracked");
}

static void test_few(void)
{
	struct path p = { .count = 128, .reasons = 1 };
	p.needed[0][77] = true;
	bool set[MOST] = { false };
	struct refine_question q = { .count = p.count, .check = answer, .context = &p };
	ok(refine_by_halves(&q, set) && set[77] && q.checks <= 15, "one of 128 takes %u checks", (unsigned)q.checks);
}

static void test_trouble(void)
{
	for (uint64_t when = 1; when < 6; when++) {
		struct path p = { .count = 16, .reasons = 1, .trouble = when };
		p.needed[0][3] = p.needed[0][9] = true;
		bool set[MOST] = { false };
		struct refine_question q = { .count = p.count, .check = answer, .context = &p };
		ok(!refine_by_halves(&q, set) && q.checks == when, "by halves: trouble at check %u ends it",
		   (unsigned)when);
	}
}

static void test_nothing(void)
{
	struct path p = { .count = 3, .reasons = 1 };
	bool set[MOST] = { true, true, true };
	struct refine_question q = { .count = p.count, .check = answer, .context = &p };
	ok(refine_by_halves(&q, set) && !q.checks, "nothing is undecided: no check");
}

int main(void)
{
	test_random();
	test_few();
	test_trouble();
	test_nothing();
	return done_testing();
}
