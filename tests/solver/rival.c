/* A second solver beside the first: its verdict, core and values are the check's if it is first; and nothing of it stays. */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "backend.h"
#include "solver.h"
#include "tap.h"

/* Answers sat to the empty query (the probe), and `answer` to any other. */
#define ALWAYS(answer)                                                                                             \
	"n=0; while read -r l; do case \"$l\" in *assert*) n=1;; *check-sat*) if [ $n = 0 ]; then echo sat; else " \
	"echo " answer "; fi;; *unsat*) echo '()';; esac; done"

enum { SOON = 4 /* the largest lead: Z3 is alone for a moment only */ };

struct trial {
	struct bank *bank;
	struct diagnostics diags;
	struct rivalry rivalry;
	struct solver *solver;
	term x, y, map, at;
};

static bool open_trial(struct trial *t, const char *command)
{
	*t = (struct trial){ .bank = bank_new(), .rivalry = { .command = command, .lead = SOON } };
	diagnostics_init(&t->diags);
	sort word = sort_bitvector(t->bank, 64);
	t->x = term_variable(t->bank, word, "x");
	t->y = term_variable(t->bank, word, "y");
	t->at = term_variable(t->bank, word, "at");
	t->map = term_variable(t->bank, sort_map(t->bank, word, sort_bitvector(t->bank, 100)), "map");
	struct solver_options options = { .rivalry = &t->rivalry };
	t->solver = solver_new(SOLVER_Z3, &options, t->bank, &t->diags);
	return ok(t->solver != NULL, "Z3 starts");
}

static bool nobody_is_left(void)
{
	return waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD;
}

static void close_trial(struct trial *t)
{
	solver_free(t->solver);
	ok(nobody_is_left(), "no process is left");
	bank_free(t->bank);
	diagnostics_release(&t->diags);
}

static term at_least_two(struct trial *t, term factor)
{
	struct bank *b = t->bank;
	term small = term_binary(b, OP_BVULT, factor, term_bv(b, 64, UINT64_C(1) << 31));
	return term_binary(b, OP_AND, small, term_binary(b, OP_BVULT, term_bv(b, 64, 1), factor));
}

/* Two primes of 31 bits, to be found from their product: no solver has them in a minute. */
static term is_hard(struct trial *t)
{
	struct bank *b = t->bank;
	term product = term_bv(b, 64, UINT64_C(2147483647) * UINT64_C(1500450271));
	term both = term_binary(b, OP_AND, at_least_two(t, t->x), at_least_two(t, t->y));
	return term_binary(b, OP_AND, both, term_eq(b, term_binary(b, OP_BVMUL, t->x, t->y), product));
}

static enum reply ask(struct trial *t, term assumption, double seconds)
{
	return solver_check(t->solver, &assumption, assumption != 0, clock_now() + seconds);
}

static void test_first(void)
{
	struct trial t;
	if (!open_trial(&t, ALWAYS("unsat")))
		return;
	is_int(ask(&t, is_hard(&t), 60), REPLY_UNSAT, "what Z3 is long about is answered by the other");
	size_t count;
	ok(solver_core(t.solver, &count)[0] == is_hard(&t) && count == 1, "with a core");
	ok(t.rivalry.asked == 1 && t.rivalry.won == 1 && t.rivalry.lead == SOON, "that is counted");
	is_int(ask(&t, term_eq(t.bank, t.x, t.y), 60), REPLY_SAT, "what is easy is Z3's");
	is_int((int)t.rivalry.asked, 1, "the other is not even asked");
	close_trial(&t);
}

static void test_no_answer(const char *command, const char *what)
{
	struct trial t;
	if (!open_trial(&t, command))
		return;
	is_int(ask(&t, is_hard(&t), 1.5), REPLY_UNKNOWN, "%s: no answer at the deadline", what);
	ok(solver_timed_out(t.solver), "%s: %s", what, solver_reason(t.solver));
	ok(t.rivalry.asked >= 1 && t.rivalry.won == 0, "%s: it was asked, and was not first", what);
	ok(nobody_is_left(), "%s: it has ended", what);
	is_int(ask(&t, term_eq(t.bank, t.x, t.y), 60), REPLY_SAT, "%s: the next question is answered", what);
	close_trial(&t);
}

/* The check of Z3 as if it had given up. */
static enum reply ask_rival_alone(struct trial *t, term assumption)
{
	is_int(ask(t, assumption, 60), REPLY_SAT, "Z3 has an answer");
	rival_begin(t->solver, clock_now() + 60);
	ok(rival_line(t->solver) >= 0, "the other is at work");
	return rival_settle(t->solver, REPLY_UNKNOWN, clock_now() + 60);
}

static void test_values(void)
{
	struct trial t;
	struct value v;
	if (!open_trial(&t, NULL))
		return;
	struct bank *b = t.bank;
	const uint64_t wide[] = { 77, 5 };
	term cell = term_select(b, t.map, t.at), flag = term_variable(b, sort_bool(b), "flag");
	solver_assert(t.solver, term_eq(b, t.x, term_bv(b, 64, 12345)));
	solver_assert(t.solver, term_eq(b, cell, term_bv_words(b, 100, wide)));
	is_int(ask_rival_alone(&t, flag), REPLY_SAT, "Boolector finds a model");
	ok(rival_won(t.solver), "it is Boolector's");
	is_int(rival_line(t.solver), -1, "which has nothing more to say");
	ok(solver_value(t.solver, t.x, &v) && v.word == 12345, "of a word");
	ok(solver_value(t.solver, flag, &v) && v.word == 1, "of a truth value");
	ok(solver_value(t.solver, cell, &v) && value_bits(&v)[0] == 77 && value_bits(&v)[1] == 5, "of a wide cell");
	value_release(&v);
	ok(solver_value(t.solver, t.at, &v), "of an index");
	uint64_t at = v.word;
	ok(solver_cell(t.solver, t.map, &at, &v) && value_bits(&v)[0] == 77, "of a cell at an index");
	value_release(&v);
	close_trial(&t);
}

static void test_core(void)
{
	struct trial t;
	if (!open_trial(&t, NULL))
		return;
	struct bank *b = t.bank;
	term small = term_binary(b, OP_BVULT, t.x, term_bv(b, 64, 5)), zero = term_eq(b, t.y, term_bv(b, 64, 0));
	term large = term_binary(b, OP_BVULT, term_bv(b, 64, 9), t.x), all[] = { small, zero, large };
	is_int(solver_check(t.solver, all, 3, clock_now() + 60), REPLY_UNSAT, "Z3 says unsat");
	rival_begin(t.solver, clock_now() + 60);
	is_int(rival_settle(t.solver, REPLY_UNKNOWN, clock_now() + 60), REPLY_UNSAT, "so does Boolector");
	ok(rival_needs(t.solver, 0) && !rival_needs(t.solver, 1) && rival_needs(t.solver, 2), "because of these");
	is_int(rival_settle(t.solver, REPLY_UNSAT, clock_now() + 60), REPLY_UNSAT, "and that stays");
	close_trial(&t);
}

static void test_lead(void)
{
	struct trial t;
	if (!open_trial(&t, ALWAYS("unknown")))
		return;
	is_int(ask(&t, term_eq(t.bank, t.x, t.y), 60), REPLY_SAT, "Z3 has an answer");
	rival_begin(t.solver, clock_now() + 60);
	is_int(rival_settle(t.solver, REPLY_SAT, clock_now() + 60), REPLY_SAT, "before the other");
	is_int((int)t.rivalry.lead, SOON - 1, "which begins later next time");
	ok(!rival_won(t.solver) && nobody_is_left(), "and has ended");
	rival_begin(t.solver, clock_now() + 60);
	solver_interrupt(t.solver);
	is_int(rival_settle(t.solver, REPLY_UNKNOWN, clock_now() + 60), REPLY_UNKNOWN, "an interrupt ends the waiting");
	close_trial(&t);
}

int main(void)
{
	test_first();
	test_no_answer(ALWAYS("unknown"), "one that does not know");
	test_no_answer("exit 1", "one that does not start");
	test_no_answer("sleep 60", "one that says nothing");
	enum solver_kind other;
	if (solver_other(SOLVER_Z3, &other)) {
		test_values();
		test_core();
	}
	test_lead();
	return done_testing();
}
