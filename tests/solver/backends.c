/* Each backend of this build, and each solver binary that is installed, as a process: verdicts, models, cores,
 * limits, interrupts, errors. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "formulas.h"
#include "tap.h"

struct subject {
	const char *name, *command;
	struct bank *bank;
	struct diagnostics diags;
	struct solver *solver;
};

static void open_subject(struct subject *s, const struct solver_options *given)
{
	struct solver_options options = given ? *given : (struct solver_options){ 0 };
	enum solver_kind kind = SOLVER_COMMAND;
	options.command = s->command;
	if (!s->command)
		solver_kind_named(s->name, strlen(s->name), &kind);
	s->bank = bank_new();
	diagnostics_init(&s->diags);
	s->solver = solver_new(kind, &options, s->bank, &s->diags);
	if (!s->solver && s->diags.list.count)
		tap_diag("%s", s->diags.list.at[0].text);
}

static void close_subject(struct subject *s)
{
	solver_free(s->solver);
	bank_free(s->bank);
	diagnostics_release(&s->diags);
}

static term bv(struct subject *s, uint32_t width, const char *name)
{
	return term_variable(s->bank, sort_bitvector(s->bank, width), name);
}

static term number(struct subject *s, uint32_t width, uint64_t value)
{
	return term_bv(s->bank, width, value);
}

static term binary(struct subject *s, enum op op, term a, term b)
{
	return term_binary(s->bank, op, a, b);
}

static enum reply check(struct subject *s, const term *assumptions, size_t count)
{
	enum reply reply = solver_check(s->solver, assumptions, count, clock_now() + 120);
	if (reply == REPLY_ERROR || reply == REPLY_UNKNOWN)
		tap_diag("%s: %s", s->name, solver_reason(s->solver));
	return reply;
}

static uint64_t value(struct subject *s, term t)
{
	struct value v = { 0 };
	if (!solver_value(s->solver, t, &v))
		return UINT64_C(0xDEADBEEFDEADBEEF);
	uint64_t word = value_bits(&v)[0];
	value_release(&v);
	return word;
}

/* --- verdicts and models --- */

static void test_verdicts(struct subject *s)
{
	open_subject(s, NULL);
	term x = bv(s, 32, "x"), y = bv(s, 32, "y");
	solver_assert(s->solver, term_eq(s->bank, binary(s, OP_BVADD, x, y), number(s, 32, 10)));
	solver_assert(s->solver, binary(s, OP_BVULT, x, y));
	is_int(check(s, NULL, 0), REPLY_SAT, "%s: sat", s->name);
	is_int((uint32_t)(value(s, x) + value(s, y)), 10, "%s: the model's values", s->name);
	is_int(value(s, binary(s, OP_BVADD, x, y)), 10, "%s: the value of a term", s->name);
	is_int(value(s, bv(s, 32, "unknown")), 0, "%s: the value of a leaf that does not matter", s->name);
	is_str(solver_reason(s->solver), "", "%s: no reason after a verdict", s->name);
	term low = binary(s, OP_BVULT, x, number(s, 32, 5)), high = binary(s, OP_BVULT, number(s, 32, 7), y);
	term never = term_eq(s->bank, x, number(s, 32, 6)), both[] = { low, never, high }, fine[] = { low, high };
	is_int(check(s, both, 3), REPLY_UNSAT, "%s: unsat under assumptions", s->name);
	is_int(check(s, fine, 2), REPLY_SAT, "%s: sat again", s->name);
	ok(value(s, x) < 5 && value(s, y) > 7, "%s: the assumptions hold", s->name);
	solver_assert(s->solver, term_eq(s->bank, x, y));
	is_int(check(s, NULL, 0), REPLY_UNSAT, "%s: unsat for good", s->name);
	is_int(check(s, fine, 2), REPLY_UNSAT, "%s: and stays so", s->name);
	const struct solver_statistics *st = solver_statistics(s->solver);
	ok(st->checks == 5 && st->sat == 2 && st->unsat == 3 && st->terms > 4, "%s: statistics", s->name);
	close_subject(s);
}

static void test_constants(struct subject *s)
{
	size_t count;
	open_subject(s, NULL);
	term p = term_variable(s->bank, sort_bool(s->bank), "p"), f = term_false(s->bank), mix[] = { p, f };
	is_int(check(s, NULL, 0), REPLY_SAT, "%s: nothing asserted", s->name);
	is_int(value(s, term_not(s->bank, p)), 1, "%s: a leaf that was never seen", s->name);
	is_int(check(s, mix, 2), REPLY_UNSAT, "%s: false assumed", s->name);
	ok(solver_core(s->solver, &count)[0] == f && count == 1, "%s: it is the core", s->name);
	is_int(check(s, mix, 1), REPLY_SAT, "%s: a literal assumed", s->name);
	is_int(value(s, p), 1, "%s: holds", s->name);
	term not_p = term_not(s->bank, p);
	is_int(check(s, &not_p, 1), REPLY_SAT, "%s: its negation assumed", s->name);
	is_int(value(s, p), 0, "%s: holds", s->name);
	solver_assert(s->solver, term_true(s->bank));
	solver_assert(s->solver, f);
	is_int(check(s, NULL, 0), REPLY_UNSAT, "%s: false asserted", s->name);
	solver_core(s->solver, &count);
	is_int(count, 0, "%s: no assumption is to blame", s->name);
	close_subject(s);
}

static void test_core(struct subject *s)
{
	open_subject(s, NULL);
	term x = bv(s, 33, "x"), y = bv(s, 96, "y"),
	     assumptions[] = {
		     binary(s, OP_BVULT, x, number(s, 33, 5)),
		     term_eq(s->bank, binary(s, OP_BVAND, y, number(s, 96, 12)), number(s, 96, 4)),
		     binary(s, OP_BVULT, number(s, 33, 9), x),
		     term_eq(s->bank, binary(s, OP_BVAND, y, number(s, 96, 3)), number(s, 96, 1)),
	     };
	is_int(check(s, assumptions, 4), REPLY_UNSAT, "%s: two of four contradict each other", s->name);
	size_t count;
	const term *core = solver_core(s->solver, &count);
	bool first = false, third = false, others = false;
	for (size_t i = 0; i < count; i++) {
		first |= core[i] == assumptions[0];
		third |= core[i] == assumptions[2];
		others |= core[i] != assumptions[0] && core[i] != assumptions[1] && core[i] != assumptions[2] &&
			  core[i] != assumptions[3];
	}
	ok(first && third && !others, "%s: the core has both", s->name);
	if (!s->command)
		is_int(count, 2, "%s: and nothing else", s->name);
	close_subject(s);
}

static void test_maps(struct subject *s)
{
	open_subject(s, NULL);
	sort i64 = sort_bitvector(s->bank, 64), i8 = sort_bitvector(s->bank, 8);
	term p = bv(s, 64, "p"), q = bv(s, 64, "q"), m = term_variable(s->bank, sort_map(s->bank, i64, i8), "m");
	term flags = term_variable(s->bank, sort_map(s->bank, i8, sort_bool(s->bank)), "flags");
	solver_assert(s->solver, binary(s, OP_BVULT, p, q));
	is_int(check(s, NULL, 0), REPLY_SAT, "%s: no maps yet", s->name);
	term at_p = term_select(s->bank, m, p), at_q = term_select(s->bank, m, q);
	solver_assert(s->solver, term_eq(s->bank, at_p, number(s, 8, 7)));
	solver_assert(s->solver, term_select(s->bank, flags, at_q));
	is_int(check(s, NULL, 0), REPLY_SAT, "%s: with maps", s->name);
	uint64_t index = value(s, p), flag = value(s, at_q);
	struct value cell = { 0 };
	ok(solver_cell(s->solver, m, &index, &cell) && cell.word == 7, "%s: a cell", s->name);
	value_release(&cell);
	ok(solver_cell(s->solver, flags, &flag, &cell) && cell.word == 1 && cell.width == 1, "%s: a Bool cell",
	   s->name);
	value_release(&cell);
	term stored = term_store(s->bank, m, q, number(s, 8, 9));
	is_int(value(s, term_select(s->bank, stored, p)), 7, "%s: the value of a read over a write", s->name);
	term same = term_eq(s->bank, term_select(s->bank, stored, p), number(s, 8, 9));
	is_int(check(s, &same, 1), REPLY_UNSAT, "%s: p and q differ", s->name);
	close_subject(s);
}

/* A fill far below many stores through symbolic pointers (so that reads are not resolved), and a constant map. */
static void test_blocks(struct subject *s)
{
	open_subject(s, NULL);
	sort i8 = sort_bitvector(s->bank, 8);
	term base = term_variable(s->bank, sort_map(s->bank, i8, i8), "base"), p = bv(s, 8, "p");
	term m = term_fill(s->bank, base, p, number(s, 8, 100), number(s, 8, 42)),
	     zero = term_const_map(s->bank, 8, number(s, 8, 0));
	for (uint32_t i = 0; i < 560; i++) {
		term at = bv(s, 8, "at");
		solver_assert(s->solver, term_eq(s->bank, at, binary(s, OP_BVADD, p, number(s, 8, i % 50))));
		m = term_store(s->bank, m, at, number(s, 8, i));
		zero = term_store(s->bank, zero, at, number(s, 8, 200));
	}
	m = term_copy(s->bank, m, number(s, 8, 5), zero, p, number(s, 8, 2));
	term far = binary(s, OP_BVADD, p, number(s, 8, 99)), q = bv(s, 8, "q");
	solver_assert(s->solver, binary(s, OP_BVULT, number(s, 8, 20), p));
	solver_assert(s->solver, binary(s, OP_BVULT, p, number(s, 8, 40)));
	term wrong = term_not(s->bank, term_eq(s->bank, term_select(s->bank, m, far), number(s, 8, 42)));
	is_int(check(s, &wrong, 1), REPLY_UNSAT, "%s: what was filled is read", s->name);
	solver_assert(s->solver, term_eq(s->bank, q, binary(s, OP_BVADD, p, number(s, 8, 559 % 50))));
	term read = term_eq(s->bank, term_select(s->bank, m, q), number(s, 8, 559 % 256));
	is_int(check(s, &read, 1), REPLY_SAT, "%s: a write to it is read", s->name);
	ok(holds_in_model(s->solver, s->bank, read), "%s: in the model too", s->name);
	term copied = term_select(s->bank, m, number(s, 8, 6)),
	     odd = term_and(s->bank, term_not(s->bank, term_eq(s->bank, copied, number(s, 8, 0))),
			    term_not(s->bank, term_eq(s->bank, copied, number(s, 8, 200))));
	is_int(check(s, &odd, 1), REPLY_UNSAT, "%s: what was copied is read", s->name);
	close_subject(s);
}

/* Copies of a map over itself: reads double with each. */
static void test_lowering_limit(struct subject *s)
{
	open_subject(s, NULL);
	sort i32 = sort_bitvector(s->bank, 32);
	term m = term_variable(s->bank, sort_map(s->bank, i32, i32), "m");
	for (uint32_t i = 0; i < 60; i++)
		m = term_copy(s->bank, m, bv(s, 32, "to"), m, bv(s, 32, "from"), bv(s, 32, "n"));
	solver_assert(s->solver, term_eq(s->bank, term_select(s->bank, m, bv(s, 32, "i")), number(s, 32, 1)));
	is_int(solver_check(s->solver, NULL, 0, SOLVER_NO_DEADLINE), REPLY_ERROR, "%s: too large to be written out",
	       s->name);
	ok(strstr(solver_reason(s->solver), "too large") != NULL, "%s: says so", s->name);
	close_subject(s);
}

static void test_deep(struct subject *s)
{
	open_subject(s, NULL);
	term x = bv(s, 32, "x"), y = bv(s, 32, "y"), t = x;
	for (uint32_t i = 0; i < 20000; i++)
		t = i % 2 ? binary(s, OP_BVXOR, t, y)
			  : binary(s, OP_BVAND, term_unary(s->bank, OP_BVNOT, t),
				   binary(s, OP_BVADD, y, number(s, 32, i)));
	solver_assert(s->solver, term_eq(s->bank, y, number(s, 32, 0)));
	solver_assert(s->solver, term_eq(s->bank, t, number(s, 32, 1)));
	enum reply reply = solver_check(s->solver, NULL, 0, clock_now() + 5);
	ok(reply != REPLY_ERROR, "%s: a term 40,000 high (reply %d)", s->name, (int)reply);
	close_subject(s);
}

/* Pointers to one of many objects, compared with each of them. */
static void test_alternatives(struct subject *s)
{
	enum { MANY = 100 };
	open_subject(s, NULL);
	term x = bv(s, 32, "x"), y = bv(s, 32, "y"), t = y, some = term_false(s->bank), odd = some;
	for (uint32_t i = 0; i < MANY; i++)
		t = term_ite(s->bank, term_eq(s->bank, x, number(s, 32, i)), number(s, 32, 1000 + i), t);
	for (uint32_t i = 0; i < MANY; i++) {
		term is = term_eq(s->bank, binary(s, OP_BVXOR, t, y), number(s, 32, 1000 + i));
		some = term_or(s->bank, some, is);
		if (i % 2)
			odd = term_or(s->bank, odd, is);
	}
	solver_assert(s->solver, term_eq(s->bank, y, number(s, 32, 0)));
	solver_assert(s->solver, some);
	is_int(check(s, NULL, 0), REPLY_SAT, "%s: one of %d alternatives", s->name, MANY);
	ok(value(s, x) < MANY && value(s, t) == 1000 + value(s, x), "%s: which one", s->name);
	is_int(check(s, &odd, 1), REPLY_SAT, "%s: an odd one", s->name);
	ok(value(s, x) % 2 == 1, "%s: which one is odd", s->name);
	term high = binary(s, OP_BVULE, number(s, 32, MANY), x), wide[] = { odd, high };
	is_int(check(s, wide, 2), REPLY_UNSAT, "%s: none otherwise", s->name);
	is_int(check(s, &odd, 1), REPLY_SAT, "%s: behind that an odd one again", s->name);
	close_subject(s);
}

/* Questions that stand for themselves, about much and about little, whatever was answered before: each model is one of what
 * its question says of all names. */
static void test_questions(struct subject *s)
{
	enum { MANY = 100 };
	bool good = true;
	open_subject(s, NULL);
	term x = bv(s, 32, "x"), y = bv(s, 32, "y"), z = bv(s, 8, "z"), t = y;
	for (uint32_t i = 0; i < MANY; i++)
		t = term_ite(s->bank, term_eq(s->bank, x, number(s, 32, i)), number(s, 32, 1000 + i), t);
	term sum = binary(s, OP_BVADD, t, y), other = binary(s, OP_BVULE, number(s, 32, 2000), y);
	for (uint32_t i = 1; i < MANY; i += 7) {
		term is = term_and(s->bank, other,
				   term_eq(s->bank, binary(s, OP_BVSUB, sum, y), number(s, 32, 1000 + i)));
		term high = term_and(s->bank, is, binary(s, OP_BVULT, number(s, 32, MANY), x));
		term little = term_eq(s->bank, z, number(s, 8, i));
		good = good && check(s, &is, 1) == REPLY_SAT && value(s, x) == i && value(s, t) == 1000 + i;
		good = good && check(s, &high, 1) == REPLY_UNSAT;
		good = good && check(s, &little, 1) == REPLY_SAT && value(s, z) == i;
		good = good && check(s, &high, 1) == REPLY_UNSAT;
		solver_assert(s->solver, term_not(s->bank, little));
		good = good && check(s, &little, 1) == REPLY_UNSAT && check(s, &is, 1) == REPLY_SAT && value(s, z) != i;
	}
	ok(good, "%s: questions one after the other", s->name);
	close_subject(s);
}

/* --- limits --- */

/* x * y = 2^127 - 1, a prime, in 128 bits: no solver does it in the time of this test. */
static term hard(struct subject *s, term *x)
{
	term y = bv(s, 64, "y");
	*x = bv(s, 64, "x");
	uint64_t prime[2] = { UINT64_MAX, UINT64_MAX >> 1 };
	term product = binary(s, OP_BVMUL, term_zero_extend(s->bank, 128, *x), term_zero_extend(s->bank, 128, y));
	solver_assert(s->solver, binary(s, OP_BVULT, number(s, 64, 1), *x));
	solver_assert(s->solver, binary(s, OP_BVULT, number(s, 64, 1), y));
	return term_eq(s->bank, product, term_bv_words(s->bank, 128, prime));
}

static void test_deadline(struct subject *s)
{
	term x;
	open_subject(s, NULL);
	term question = hard(s, &x), easy = term_eq(s->bank, x, number(s, 64, 3));
	double begin = clock_now();
	is_int(solver_check(s->solver, &question, 1, begin + 0.4), REPLY_UNKNOWN, "%s: a deadline", s->name);
	ok(solver_timed_out(s->solver), "%s: it was the time", s->name);
	is_str(solver_reason(s->solver), "the time is up", "%s: the reason", s->name);
	ok(clock_now() - begin < 60, "%s: it came back (%.1f s)", s->name, clock_now() - begin);
	is_int(check(s, &easy, 1), REPLY_SAT, "%s: a check after that", s->name);
	is_int(value(s, x), 3, "%s: its model", s->name);
	is_int(solver_check(s->solver, &easy, 1, clock_now() - 1), REPLY_UNKNOWN, "%s: a deadline that has passed",
	       s->name);
	solver_assert(s->solver, question);
	is_int(solver_check(s->solver, NULL, 0, clock_now() + 0.4), REPLY_UNKNOWN, "%s: the same, asserted", s->name);
	term none = binary(s, OP_BVULT, x, number(s, 64, 1));
	is_int(check(s, &none, 1), REPLY_UNSAT, "%s: easily unsat", s->name);
	close_subject(s);
}

struct nuisance {
	struct solver *solver;
	atomic_bool done;
};

static void *interrupt_until_done(void *context)
{
	struct nuisance *n = context;
	while (!atomic_load(&n->done)) {
		usleep(50000);
		solver_interrupt(n->solver);
	}
	return NULL;
}

static struct solver *signalled;

static void on_alarm(int number)
{
	(void)number;
	solver_interrupt(signalled);
}

static void test_interrupt(struct subject *s)
{
	term x;
	pthread_t thread;
	open_subject(s, NULL);
	term question = hard(s, &x);
	struct nuisance nuisance = { .solver = s->solver };
	pthread_create(&thread, NULL, interrupt_until_done, &nuisance);
	is_int(solver_check(s->solver, &question, 1, SOLVER_NO_DEADLINE), REPLY_UNKNOWN, "%s: an interrupt", s->name);
	is_str(solver_reason(s->solver), "interrupted", "%s: the reason", s->name);
	atomic_store(&nuisance.done, true);
	pthread_join(thread, NULL);
	const struct sigaction action = { .sa_handler = on_alarm };
	const struct itimerval often = { { 0, 50000 }, { 0, 50000 } }, never = { 0 };
	signalled = s->solver;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	is_int(solver_check(s->solver, &question, 1, SOLVER_NO_DEADLINE), REPLY_UNKNOWN, "%s: one from a signal",
	       s->name);
	setitimer(ITIMER_REAL, &never, NULL);
	is_int(check(s, NULL, 0), REPLY_SAT, "%s: a check after that", s->name);
	close_subject(s);
}

/* Only of the libraries; for a process it is the shell's ulimit, which says nothing of what the solver makes of it. */
static void test_memory(struct subject *s)
{
	term x;
	const struct solver_options options = { .memory_mb = 6 };
	if (s->command)
		return;
	open_subject(s, &options);
	term question = hard(s, &x);
	for (uint32_t i = 0; i < 12; i++)
		question = term_and(s->bank, question, hard(s, &x));
	is_int(solver_check(s->solver, &question, 1, clock_now() + 100), REPLY_UNKNOWN, "%s: a limit of memory",
	       s->name);
	ok(strstr(solver_reason(s->solver), "memory") != NULL && !solver_timed_out(s->solver), "%s: says so: %s",
	   s->name, solver_reason(s->solver));
	close_subject(s);
}

static void test_options(struct subject *s, bool killable)
{
	const struct solver_options options = { .seed = 17, .one_shot = true, .killable = killable, .memory_mb = 4000 };
	open_subject(s, &options);
	term x = bv(s, 96, "x"), odd = term_eq(s->bank, binary(s, OP_BVAND, x, number(s, 96, 1)), number(s, 96, 1));
	term even = term_not(s->bank, odd), both[] = { odd, even };
	solver_assert(s->solver, binary(s, OP_BVULT, number(s, 96, 8), x));
	is_int(check(s, &odd, 1), REPLY_SAT, "%s: one shot", s->name);
	is_int(value(s, x) & 1, 1, "%s: its model", s->name);
	is_int(check(s, both, 2), REPLY_UNSAT, "%s: another one", s->name);
	size_t count;
	solver_core(s->solver, &count);
	is_int(count, 2, "%s: its core", s->name);
	is_int(check(s, &even, 1), REPLY_SAT, "%s: a third", s->name);
	close_subject(s);
}

/* What may be killed is asked once, and is right: about a cell that the assumption is about, and the core that has it. */
static void test_killable(struct subject *s)
{
	const struct solver_options options = { .one_shot = true, .killable = true };
	const char *const asked[] = { "sat", "unsat" };
	for (uint32_t i = 0; i < 2; i++) {
		open_subject(s, &options);
		sort i64 = sort_bitvector(s->bank, 64);
		term p = bv(s, 64, "p"), m = term_variable(s->bank, sort_map(s->bank, i64, i64), "m");
		term cell = term_select(s->bank, m, p), is_nine = term_eq(s->bank, cell, number(s, 64, 9));
		solver_assert(s->solver, binary(s, OP_BVULT, cell, number(s, 64, i ? 9 : 10)));
		size_t count = 0;
		is_int(check(s, &is_nine, 1), i ? REPLY_UNSAT : REPLY_SAT, "%s: killable, %s", s->name, asked[i]);
		if (i)
			ok(solver_core(s->solver, &count)[0] == is_nine && count == 1, "%s: with its core", s->name);
		else
			is_int(value(s, cell), 9, "%s: with its model", s->name);
		close_subject(s);
	}
}

/* Two solvers over one bank, asked in turn. */
static void test_two(struct subject *s)
{
	open_subject(s, NULL);
	struct subject other = *s;
	enum solver_kind kind = SOLVER_COMMAND;
	const struct solver_options options = { .command = s->command };
	if (!s->command)
		solver_kind_named(s->name, strlen(s->name), &kind);
	other.solver = solver_new(kind, &options, s->bank, &s->diags);
	term x = bv(s, 8, "x"), one = term_eq(s->bank, x, number(s, 8, 1)), two = term_eq(s->bank, x, number(s, 8, 2));
	solver_assert(s->solver, one);
	solver_assert(other.solver, two);
	ok(check(s, NULL, 0) == REPLY_SAT && check(&other, NULL, 0) == REPLY_SAT, "%s: two solvers", s->name);
	ok(value(s, x) == 1 && value(&other, x) == 2, "%s: have a model each", s->name);
	ok(check(s, &two, 1) == REPLY_UNSAT && value(&other, x) == 2, "%s: which stays", s->name);
	solver_free(other.solver);
	close_subject(s);
}

/* For what is the same for all of them. */
static bool kind_is_first(const char *name)
{
	return !strcmp(name, solver_kind_name((enum solver_kind)0));
}

static void test_all(const char *name, const char *command)
{
	struct subject s = { .name = name, .command = command };
	test_verdicts(&s);
	test_constants(&s);
	test_core(&s);
	test_maps(&s);
	test_blocks(&s);
	if (kind_is_first(name))
		test_lowering_limit(&s);
	test_deep(&s);
	test_alternatives(&s);
	test_questions(&s);
	test_deadline(&s);
	test_interrupt(&s);
	test_memory(&s);
	test_options(&s, false);
	test_options(&s, true);
	test_killable(&s);
	test_two(&s);
}

static void test_binary(const char *program, const char *command)
{
	char test[64];
	snprintf(test, sizeof test, "command -v %s >/dev/null 2>&1", program);
	if (system(test) != 0)
		tap_skip("%s is not installed", program);
	else
		test_all(command, command);
}

static void test_missing(enum solver_kind kind)
{
	struct bank *bank = bank_new();
	struct diagnostics diags;
	diagnostics_init(&diags);
	ok(!solver_new(kind, NULL, bank, &diags) && diags.errors == 1, "%s is not in this build, which is said",
	   solver_kind_name(kind));
	diagnostics_release(&diags);
	bank_free(bank);
}

int main(void)
{
	enum solver_kind kind;
	char version[64];
	for (int k = 0; k < SOLVER_COMMAND; k++) {
		const char *name = solver_kind_name((enum solver_kind)k);
		ok(solver_kind_named(name, strlen(name), &kind) && (int)kind == k, "%s has its name", name);
		solver_version(kind, version, sizeof version);
		if (!is_built(kind)) {
			test_missing(kind);
			continue;
		}
		ok(version[0] >= '0' && version[0] <= '9', "%s has a version: %s", name, version);
		test_all(name, NULL);
	}
	ok(!solver_kind_named("no-such-solver", 14, &kind), "an unknown name");
	ok(!solver_kind_named("command", 7, &kind), "a command is no name");
	ok(!solver_kind_named("z3", 1, &kind), "a name is not recognised by its beginning");
	ok(!solver_next((enum solver_kind)(SOLVER_COMMAND - 1), &kind) && !solver_next(SOLVER_COMMAND, &kind),
	   "nothing follows the last solver, and nothing a command");
	ok(!solver_next((enum solver_kind)0, &kind) || (kind > 0 && is_built(kind)),
	   "what follows the first is another one of this build");
	test_binary("z3", "z3 -in");
	test_binary("cvc5", "cvc5 --incremental --lang smt2");
	test_binary("boolector", "boolector -i --smt2");
	return done_testing();
}
