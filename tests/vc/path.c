/* Path conditions and joins. */
#include "path.h"
#include "tap.h"

static struct path_space space;
static struct bank *bank;

static term boolean(const char *name)
{
	return term_variable(bank, sort_bool(bank), name);
}

static struct state at(struct path *p, term value)
{
	struct state s = { p, env_new(&space.env, 4), env_new(&space.env, 4) };
	env_set(&space.env, &s.globals, 0, value);
	return s;
}

/* Was a branch decided between `ancestor` (on the chain) and `path`? */
static bool decided_since(const struct path *path, const struct path *ancestor)
{
	for (; path && path != ancestor; path = path->parent)
		if (path->decided)
			return true;
	return false;
}

enum opinion { OPINION_OPEN, OPINION_TRUE, OPINION_FALSE };

/* What the path says of c: which alternative is left. */
static enum opinion opinion(const struct path *path, term c)
{
	term yes = term_variable(bank, sort_bitvector(bank, 8), "yes"), no = term_bv(bank, 8, 1);
	term left = path_simplify(&space, path, term_ite(bank, c, yes, no));
	return left == yes ? OPINION_TRUE : left == no ? OPINION_FALSE : OPINION_OPEN;
}

static void test_extend(struct path *start)
{
	term a = boolean("a");
	struct path *p = path_extend(&space, start, a, true);
	ok(p != start && p->full == a, "a conjunct extends a path");
	ok(path_extend(&space, p, term_true(bank), true) == p, "true does not");
	ok(!path_extend(&space, p, term_false(bank), true), "false ends it");
	ok(!path_extend(&space, p, term_not(bank, a), true), "the opposite ends it");
	ok(decided_since(p, start), "a branch is decided");
	ok(!decided_since(path_extend(&space, start, a, false), start), "an assumption is not a decision");
	ok(path_beyond(&space, p, start) == a, "what a path has beyond its start");
}

static void test_diamond(struct path *start)
{
	term c = boolean("c"), x = boolean("x"), y = boolean("y");
	struct path *base = path_extend(&space, start, boolean("base"), true);
	struct state sides[2] = { at(path_extend(&space, base, c, true), x),
				  at(path_extend(&space, base, term_not(bank, c), true), y) };
	struct state joined = state_merge(&space, sides, 2);
	ok(joined.path == base, "behind a diamond the condition is the one before it");
	ok(env_get(&joined.globals, 0) == term_ite(bank, c, x, y), "values are chosen by the branch's condition");
}

static void test_assumption_inside(struct path *start)
{
	term c = boolean("c"), a = boolean("a"), x = boolean("x"), y = boolean("y");
	struct path *yes = path_extend(&space, path_extend(&space, start, c, true), a, false);
	struct state sides[2] = { at(yes, x), at(path_extend(&space, start, term_not(bank, c), true), y) };
	struct state joined = state_merge(&space, sides, 2);
	ok(joined.path->full == term_or(bank, term_and(bank, c, a), term_not(bank, c)),
	   "an assumption on one side stays as a condition");
	ok(!decided_since(joined.path, start), "it is an assumption on every way on");
	ok(env_get(&joined.globals, 0) == term_ite(bank, c, x, y), "values are still chosen by the branch alone");
}

static void test_way_out(struct path *start)
{
	term c = boolean("c"), d = boolean("d"), x = boolean("x"), y = boolean("y"), z = boolean("z");
	/* if (c) { if (d) leave; x } else y: what goes on is (c and not d) or not c */
	struct path *inner = path_extend(&space, start, c, true);
	struct state sides[2] = { at(path_extend(&space, inner, term_not(bank, d), true), x),
				  at(path_extend(&space, start, term_not(bank, c), true), y) };
	struct state joined = state_merge(&space, sides, 2);
	ok(decided_since(joined.path, start), "a way out of one side is a decision");
	/* and the three ways of a switch */
	struct path *rest = path_extend(&space, start, term_not(bank, c), true);
	struct state three[3] = { at(path_extend(&space, rest, d, true), y), at(path_extend(&space, start, c, true), x),
				  at(path_extend(&space, rest, term_not(bank, d), true), z) };
	joined = state_merge(&space, three, 3);
	ok(joined.path == start, "three ways that cover everything leave no condition");
	ok(env_get(&joined.globals, 0) == term_ite(bank, c, x, term_ite(bank, d, y, z)), "and their values nest");
}

static void test_decides(struct path *start)
{
	term x = term_variable(bank, sort_bitvector(bank, 8), "x"), c = boolean("c");
	term one = term_eq(bank, x, term_bv(bank, 8, 1)), two = term_eq(bank, x, term_bv(bank, 8, 2));
	struct path *p = path_extend(&space, path_extend(&space, start, one, true), term_not(bank, c), true);
	is_int(opinion(p, one), OPINION_TRUE, "a conjunct is true");
	is_int(opinion(p, term_not(bank, one)), OPINION_FALSE, "its opposite is false");
	is_int(opinion(p, c), OPINION_FALSE, "what is negated is false");
	is_int(opinion(p, two), OPINION_FALSE, "one value excludes another");
	is_int(opinion(p, term_not(bank, two)), OPINION_TRUE, "and says that it is not the other");
	is_int(opinion(p, boolean("d")), OPINION_OPEN, "the rest is open");
	struct path *q = path_extend(&space, start, term_not(bank, one), true);
	is_int(opinion(q, two), OPINION_OPEN, "not one value says nothing of another");
	term a = boolean("a"), b = boolean("b");
	ok(path_simplify(&space, p, term_ite(bank, c, a, b)) == b, "an alternative that is excluded goes");
	ok(path_simplify(&space, q, term_ite(bank, c, a, b)) == term_ite(bank, c, a, b), "one that is open stays");
}

static void test_unreachable(struct path *start)
{
	struct state dead[2] = { { 0 }, { 0 } };
	ok(!state_merge(&space, dead, 2).path, "nothing arrives: unreachable");
	struct state one[2] = { { 0 }, at(start, boolean("v")) };
	ok(state_merge(&space, one, 2).path == start, "one arrives: it goes on as it is");
}

int main(void)
{
	bank = bank_new();
	struct arena *arena = arena_new();
	space = (struct path_space){ { arena, 0 }, bank, 0 };
	struct path *start = path_start(&space);
	test_extend(start);
	test_diamond(start);
	test_assumption_inside(start);
	test_way_out(start);
	test_decides(start);
	test_unreachable(start);
	arena_free(arena);
	bank_free(bank);
	return done_testing();
}
