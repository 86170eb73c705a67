/* A second solver for each UNSAT: what it confirms stays, what it does not is no answer, and who contradicted whom is
 * told. The first one lies. */
#include <string.h>

#include "solver.h"
#include "tap.h"

/* Answers sat to the empty query (the probe), and `answer` to any other. */
#define ALWAYS(answer)                                                                                             \
	"n=0; while read -r l; do case \"$l\" in *assert*) n=1;; *check-sat*) if [ $n = 0 ]; then echo sat; else " \
	"echo " answer "; fi;; esac; done"

struct trial {
	struct bank *bank;
	struct diagnostics diags;
	struct cross_check check;
	struct solver *solver;
	term x, three, four;
};

static bool open_trial(struct trial *t, enum solver_kind kind, const char *first, const char *second)
{
	*t = (struct trial){ .bank = bank_new(), .check = { .command = second } };
	diagnostics_init(&t->diags);
	t->x = term_variable(t->bank, sort_bitvector(t->bank, 8), "x");
	t->three = term_eq(t->bank, t->x, term_bv(t->bank, 8, 3));
	t->four = term_eq(t->bank, t->x, term_bv(t->bank, 8, 4));
	struct solver_options options = { .command = first, .cross_check = &t->check };
	t->solver = solver_new(kind, &options, t->bank, &t->diags);
	return t->solver != NULL;
}

static void close_trial(struct trial *t)
{
	solver_free(t->solver);
	bank_free(t->bank);
	diagnostics_release(&t->diags);
}

static enum reply ask(struct trial *t, const term *assumption)
{
	return solver_check(t->solver, assumption, assumption != NULL, clock_now() + 60);
}

static void test_lies(void)
{
	struct trial t;
	if (!ok(open_trial(&t, SOLVER_COMMAND, ALWAYS("unsat"), NULL), "a liar starts"))
		return;
	solver_assert(t.solver, t.three);
	is_int(ask(&t, NULL), REPLY_UNKNOWN, "its unsat is not believed");
	ok(strstr(solver_reason(t.solver), "says unsat, but z3 says sat") != NULL, "why: %s", solver_reason(t.solver));
	ok(t.check.contradicts && t.check.unconfirmed == 1 && t.check.asked == 1, "that is noted");
	is_str(t.check.reason, solver_reason(t.solver), "with the reason");
	ok(!solver_timed_out(t.solver), "it is no matter of time");
	is_int(solver_look(t.solver, NULL, 0, clock_now() + 60), REPLY_UNSAT, "nobody asks where no proof rests on it");
	is_int((int)t.check.asked, 1, "and it is not counted");
	is_int(ask(&t, &t.four), REPLY_UNSAT, "what is unsat is confirmed, with the facts of before");
	size_t count;
	is_int((int)(solver_core(t.solver, &count)[0] == t.four && count == 1), 1, "with a core");
	is_int((int)t.check.unconfirmed, 1, "and not counted against it");
	close_trial(&t);
}

static void test_no_answer(void)
{
	struct trial t;
	if (!ok(open_trial(&t, SOLVER_Z3, NULL, ALWAYS("unknown")), "a second one that does not know"))
		return;
	solver_assert(t.solver, t.three);
	is_int(ask(&t, NULL), REPLY_SAT, "sat needs no confirmation");
	is_int((int)t.check.asked, 0, "nobody was asked");
	is_int(ask(&t, &t.four), REPLY_UNKNOWN, "unsat does");
	ok(strstr(solver_reason(t.solver), "z3 says unsat, but ") != NULL &&
		   strstr(solver_reason(t.solver), "answers unknown") != NULL,
	   "why: %s", solver_reason(t.solver));
	ok(!t.check.contradicts, "that is no contradiction");
	close_trial(&t);
}

static void test_time(void)
{
	struct trial t;
	if (!ok(open_trial(&t, SOLVER_Z3, NULL,
			   "n=0; while read -r l; do case \"$l\" in *assert*) n=1;; *check-sat*) if [ $n = 0 ]; "
			   "then echo sat; else sleep 1000; fi;; esac; done"),
		"a second one that hangs"))
		return;
	solver_assert(t.solver, t.three);
	double begin = clock_now();
	is_int(solver_check(t.solver, &t.four, 1, clock_now() + 0.5), REPLY_UNKNOWN, "it has the time that is left");
	ok(clock_now() - begin < 10, "and not more");
	ok(solver_timed_out(t.solver), "it is a matter of time");
	close_trial(&t);
}

static void test_simplified(void)
{
	struct trial t;
	if (!ok(open_trial(&t, SOLVER_Z3, NULL, ALWAYS("sat")), "a second one that always says sat"))
		return;
	solver_assert(t.solver, term_false(t.bank));
	is_int(ask(&t, NULL), REPLY_UNSAT, "false needs no solver");
	is_int((int)t.check.asked, 0, "so there is nothing to confirm");
	close_trial(&t);
}

static void test_missing(void)
{
	struct trial t;
	ok(!open_trial(&t, SOLVER_Z3, NULL, "/nonexistent"), "a second one that is not there");
	is_int((int)t.diags.errors, 1, "is an error");
	close_trial(&t);
}

int main(void)
{
	test_lies();
	test_no_answer();
	test_time();
	test_simplified();
	test_missing();
	return done_testing();
}
