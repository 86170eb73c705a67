/* The SAT solver against a look at all assignments: random clauses, asked again and again under assumptions. */
#include "sat.h"

#include "tap.h"

enum { VARIABLES = 12, CLAUSES = 60 };

struct formula {
	literal clauses[CLAUSES][3];
	size_t count;
};

static uint64_t state;

static uint32_t draw(uint32_t below)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(state >> 33) % below;
}

static bool holds(uint32_t assignment, literal l)
{
	return (assignment >> ((l >> 1) - 1) & 1) != (l & 1);
}

static bool satisfies(uint32_t assignment, const struct formula *f, const literal *assumed, size_t count)
{
	for (size_t i = 0; i < f->count; i++)
		if (!holds(assignment, f->clauses[i][0]) && !holds(assignment, f->clauses[i][1]) &&
		    !holds(assignment, f->clauses[i][2]))
			return false;
	for (size_t i = 0; i < count; i++)
		if (!holds(assignment, assumed[i]))
			return false;
	return true;
}

static bool is_satisfiable(const struct formula *f, const literal *assumed, size_t count)
{
	for (uint32_t a = 0; a < UINT32_C(1) << VARIABLES; a++)
		if (satisfies(a, f, assumed, count))
			return true;
	return false;
}

static literal any_literal(void)
{
	return 2 * (1 + draw(VARIABLES)) + draw(2);
}

static void add_clause(struct sat *sat, struct formula *f)
{
	for (int i = 0; i < 3; i++)
		f->clauses[f->count][i] = any_literal();
	sat_clause(sat, f->clauses[f->count], 3);
	f->count++;
}

static bool model_is_right(struct sat *sat, const struct formula *f, const literal *assumed, size_t count)
{
	uint32_t assignment = 0;
	for (uint32_t v = 1; v <= VARIABLES; v++)
		assignment |= (uint32_t)sat_value(sat, 2 * v) << (v - 1);
	return satisfies(assignment, f, assumed, count);
}

static bool core_is_right(struct sat *sat, const struct formula *f, const literal *assumed, size_t count)
{
	literal core[VARIABLES];
	size_t n = 0;
	for (size_t i = 0; i < count; i++)
		if (sat_failed(sat, assumed[i]))
			core[n++] = assumed[i];
	return !is_satisfiable(f, core, n);
}

static bool run(uint64_t seed, uint32_t *unsatisfiable)
{
	struct sat *sat = sat_new(SAT_SMALL);
	struct formula f = { .count = 0 };
	bool right = true;
	state = seed;
	for (int i = 0; i < VARIABLES; i++)
		sat_variable(sat);
	while (f.count < CLAUSES && right) {
		for (uint32_t k = draw(12); k-- > 0 && f.count < CLAUSES;)
			add_clause(sat, &f);
		literal assumed[4];
		size_t count = draw(5);
		for (size_t i = 0; i < count; i++)
			assumed[i] = any_literal();
		enum sat_reply reply = sat_solve(sat, assumed, count, NULL, NULL);
		right = (reply == SAT_YES) == is_satisfiable(&f, assumed, count) &&
			(reply == SAT_YES ? model_is_right(sat, &f, assumed, count)
					  : core_is_right(sat, &f, assumed, count));
		*unsatisfiable += reply == SAT_NO;
	}
	sat_free(sat);
	return right;
}

static void test_random(void)
{
	uint32_t unsatisfiable = 0, wrong = 0;
	for (uint64_t seed = 1; seed <= 400; seed++)
		wrong += !run(seed, &unsatisfiable);
	is_int(wrong, 0, "answers, models and cores are right");
	ok(unsatisfiable > 400, "many had no model (%u)", unsatisfiable);
}

/* Seven pigeons in six holes: many conflicts. */
static void test_pigeons(void)
{
	enum { HOLES = 6 };
	struct sat *sat = sat_new(SAT_SMALL);
	literal in[HOLES + 1][HOLES];
	for (int p = 0; p <= HOLES; p++) {
		for (int h = 0; h < HOLES; h++)
			in[p][h] = sat_variable(sat);
		sat_clause(sat, in[p], HOLES);
	}
	for (int h = 0; h < HOLES; h++)
		for (int p = 0; p <= HOLES; p++)
			for (int q = 0; q < p; q++) {
				literal both[] = { literal_not(in[p][h]), literal_not(in[q][h]) };
				sat_clause(sat, both, 2);
			}
	is_int(sat_solve(sat, NULL, 0, NULL, NULL), SAT_NO, "there is no room for all pigeons");
	sat_free(sat);
}

static bool at_once(void *context)
{
	(void)context;
	return true;
}

static void test_stop(void)
{
	struct sat *sat = sat_new(SAT_SMALL);
	literal x = sat_variable(sat), clause[] = { LITERAL_FALSE, x };
	sat_clause(sat, clause, 2);
	is_int(sat_solve(sat, NULL, 0, at_once, NULL), SAT_YES, "what needs no search is answered at once");
	ok(sat_value(sat, x) && sat_value(sat, LITERAL_TRUE), "literal 0 is true");
	literal no = literal_not(x);
	ok(!sat_value(sat, no) && !sat_value(sat, LITERAL_FALSE), "and a negation is not");
	is_int(sat_solve(sat, &no, 1, NULL, NULL), SAT_NO, "an assumption that cannot hold");
	ok(sat_failed(sat, no), "is named");
	sat_free(sat);
}

int main(void)
{
	test_random();
	test_pigeons();
	test_stop();
	return done_testing();
}
