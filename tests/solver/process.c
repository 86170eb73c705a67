/* Solver commands that misbehave in every way: never a verdict, never a crash or a hang of ours, and no process left
 * after. Also: solvers that lack commands, by way of a filter before a real one. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "solver.h"
#include "tap.h"

/* Answers sat to the empty query (the probe), and does `deed` at the first check of a query that asserts something. */
#define FAKE(deed)                                                                                            \
	"n=0; while read -r l; do case \"$l\" in *assert*) n=1;; *check-sat*) if [ $n = 0 ]; then echo sat; " \
	"else " deed "; fi;; esac; done"

struct trial {
	struct bank *bank;
	struct diagnostics diags;
	struct solver *solver;
	term x, p, q;
};

static bool open_trial(struct trial *t, const char *command, const struct solver_options *given)
{
	struct solver_options options = given ? *given : (struct solver_options){ 0 };
	options.command = command;
	t->bank = bank_new();
	diagnostics_init(&t->diags);
	t->x = term_variable(t->bank, sort_bitvector(t->bank, 8), "x");
	t->p = term_eq(t->bank, t->x, term_bv(t->bank, 8, 3));
	t->q = term_eq(t->bank, t->x, term_bv(t->bank, 8, 4));
	t->solver = solver_new(SOLVER_COMMAND, &options, t->bank, &t->diags);
	return t->solver != NULL;
}

static void close_trial(struct trial *t)
{
	solver_free(t->solver);
	bank_free(t->bank);
	diagnostics_release(&t->diags);
}

/* The reply to a query, with `reason` in its reason. */
static void expect(const char *what, const char *command, enum reply want, const char *reason, double seconds)
{
	struct trial t;
	if (ok(open_trial(&t, command, NULL), "%s: starts", what)) {
		solver_assert(t.solver, t.p);
		enum reply reply = solver_check(t.solver, NULL, 0, clock_now() + seconds);
		is_int(reply, want, "%s: the reply", what);
		ok(strstr(solver_reason(t.solver), reason) != NULL, "%s: the reason: %s", what,
		   solver_reason(t.solver));
		reply = solver_check(t.solver, &t.q, 1, clock_now() + seconds);
		is_int(reply, want, "%s: the reply to a second one", what);
	} else {
		tap_diag("%s", t.diags.list.at[0].text);
	}
	close_trial(&t);
}

static void test_misbehaviour(void)
{
	expect("garbage", FAKE("echo hello world"), REPLY_ERROR, "gives no answer: hello", 30);
	expect("a parenthesis", FAKE("echo ')'"), REPLY_ERROR, "does not speak SMT-LIB2: )", 30);
	expect("half an answer", FAKE("printf '(error '; exit 0"), REPLY_ERROR, "does not speak SMT-LIB2", 30);
	expect("sa", FAKE("echo sa"), REPLY_ERROR, "gives no answer: sa", 30);
	expect("an error, then sat", FAKE("echo '(error \"line 3: bad\")'; echo sat"), REPLY_ERROR, "line 3: bad", 30);
	expect("a crash", FAKE("echo internal failure >&2; kill -SEGV $$"), REPLY_ERROR, "signal 11): internal failure",
	       30);
	expect("an end", FAKE("echo giving up >&2; exit 3"), REPLY_ERROR, "exit status 3): giving up", 30);
	expect("many last words", FAKE("yes 0123456789 | head -5000 >&2; echo the end >&2; exit 1"), REPLY_ERROR,
	       "the end", 30);
	expect("closed output", FAKE("exec >&-; sleep 1000"), REPLY_ERROR, "closed its output", 30);
	expect("unknown", FAKE("echo unknown"), REPLY_UNKNOWN, "answers unknown", 30);
	expect("a hang", FAKE("sleep 1000"), REPLY_UNKNOWN, "the time is up", 0.3);
	expect("chatter", FAKE("while :; do echo success; done"), REPLY_UNKNOWN, "the time is up", 0.3);
	expect("an endless expression", FAKE("while :; do printf '( '; done"), REPLY_UNKNOWN, "the time is up", 0.3);
	expect("an answer without a line's end", FAKE("printf unknown; exit 0"), REPLY_UNKNOWN, "answers unknown", 30);
}

static void refused(const char *what, const char *command, const char *reason)
{
	struct trial t;
	ok(!open_trial(&t, command, NULL), "%s: refused", what);
	ok(t.diags.list.count == 1 && strstr(t.diags.list.at[0].text, reason), "%s: %s", what,
	   t.diags.list.count ? t.diags.list.at[0].text : "");
	is_int(diagnostics_status(&t.diags), 4, "%s: a system error", what);
	close_trial(&t);
}

static void test_refused(void)
{
	refused("a command that is not there", "no-such-solver --smt2", "not found");
	refused("an empty command", "", "exit status 0");
	refused("no command", NULL, "no solver command");
	refused("a program that is no solver", "cat", "gives no answer");
	refused("a shell error", "while do", "exit status 2");
	refused("a command that answers unsat to everything", "echo unsat", "says unsat");
}

/* A solver that never reads: the query fills the pipe. */
static void test_full_pipe(void)
{
	struct trial t;
	const char *command =
		"read -r a; if [ -e \"$FAKE_MARK\" ]; then sleep 1000; else : >\"$FAKE_MARK\"; echo sat; fi";
	char mark[] = "/tmp/plumb-test-XXXXXX";
	int fd = mkstemp(mark);
	close(fd);
	unlink(mark);
	setenv("FAKE_MARK", mark, 1);
	if (ok(open_trial(&t, command, NULL), "one that does not read: starts")) {
		term sum = t.x;
		for (uint32_t i = 0; i < 20000; i++) {
			term y = term_variable(t.bank, sort_bitvector(t.bank, 8), "y");
			sum = term_binary(t.bank, i % 2 ? OP_BVXOR : OP_BVADD, sum, y);
		}
		solver_assert(t.solver, term_eq(t.bank, sum, term_bv(t.bank, 8, 1)));
		is_int(solver_check(t.solver, NULL, 0, clock_now() + 0.5), REPLY_UNKNOWN, "one that does not read");
	}
	close_trial(&t);
	unlink(mark);
	struct trial u;
	/* And one that closes its input: no SIGPIPE, whose default action would end this test. */
	if (ok(open_trial(&u, FAKE("exec <&-; sleep 1; exit 5"), NULL), "one that closes its input: starts")) {
		term sum = u.x;
		for (uint32_t i = 0; i < 20000; i++) {
			term y = term_variable(u.bank, sort_bitvector(u.bank, 8), "y");
			sum = term_binary(u.bank, i % 2 ? OP_BVXOR : OP_BVADD, sum, y);
		}
		solver_assert(u.solver, u.p);
		is_int(solver_check(u.solver, NULL, 0, clock_now() + 30), REPLY_ERROR, "one that closes its input");
		solver_assert(u.solver, term_eq(u.bank, sum, term_bv(u.bank, 8, 1)));
		is_int(solver_check(u.solver, NULL, 0, clock_now() + 30), REPLY_ERROR, "and a large query");
	}
	close_trial(&u);
}

/* Is the process whose number is in the file still there? Waits a while for it to go. */
static bool still_there(const char *path)
{
	long pid = 0;
	FILE *file = fopen(path, "r");
	if (!file || fscanf(file, "%ld", &pid) != 1)
		pid = 0;
	if (file)
		fclose(file);
	for (int i = 0; pid && i < 200; i++) {
		if (kill((pid_t)pid, 0) != 0)
			return false;
		usleep(10000);
	}
	return true;
}

static void test_nothing_left(void)
{
	char path[] = "/tmp/plumb-test-XXXXXX", command[512];
	struct trial t;
	close(mkstemp(path));
	snprintf(command, sizeof command, FAKE("sleep 1000 & echo $! >%s; wait"), path);
	if (ok(open_trial(&t, command, NULL), "one with a child of its own: starts")) {
		solver_assert(t.solver, t.p);
		is_int(solver_check(t.solver, NULL, 0, clock_now() + 1), REPLY_UNKNOWN, "it hangs");
		ok(!still_there(path), "and its child is gone after that");
	}
	close_trial(&t);
	unlink(path);
}

static void test_memory(void)
{
	struct trial t;
	const struct solver_options options = { .memory_mb = 700 };
	if (ok(open_trial(&t, FAKE("ulimit -v >&2; exit 1"), &options), "a memory limit: starts")) {
		solver_assert(t.solver, t.p);
		is_int(solver_check(t.solver, NULL, 0, clock_now() + 30), REPLY_ERROR, "it ends");
		ok(strstr(solver_reason(t.solver), "716800") != NULL, "the limit was set: %s", solver_reason(t.solver));
	}
	close_trial(&t);
	if (ok(open_trial(&t, FAKE("echo 'std::bad_alloc' >&2; exit 1"), &options), "out of memory: starts")) {
		solver_assert(t.solver, t.p);
		is_int(solver_check(t.solver, NULL, 0, clock_now() + 30), REPLY_UNKNOWN, "out of memory is no error");
		is_int(solver_check(t.solver, NULL, 0, clock_now() + 30), REPLY_UNKNOWN, "twice");
	}
	close_trial(&t);
}

static void test_values(void)
{
	struct trial t;
	struct value v;
	const char *command =
		"while read -r l; do case \"$l\" in *check-sat*) echo sat;; *get-value*) echo '((x 7))';; esac; done";
	if (ok(open_trial(&t, command, NULL), "a wrong value: starts")) {
		solver_assert(t.solver, t.p);
		is_int(solver_check(t.solver, NULL, 0, clock_now() + 30), REPLY_SAT, "it says sat");
		ok(!solver_value(t.solver, t.x, &v), "but has no value");
		ok(!solver_value(t.solver, t.x, &v), "nor later");
	}
	close_trial(&t);
	const char *silent =
		"while read -r l; do case \"$l\" in *check-sat*) echo sat;; *get-value*) exit 0;; esac; done";
	if (ok(open_trial(&t, silent, NULL), "an end at get-value: starts")) {
		solver_assert(t.solver, t.p);
		is_int(solver_check(t.solver, NULL, 0, clock_now() + 30), REPLY_SAT, "it says sat");
		ok(!solver_value(t.solver, t.x, &v), "but has no value");
		is_int(solver_check(t.solver, NULL, 0, clock_now() + 30), REPLY_SAT, "and is started again");
	}
	close_trial(&t);
}

/* A real solver, with a filter in front of it that makes some commands unknown to it. */
static void test_modes(void)
{
	static const char *const commands[] = {
		"sed -u 's/check-sat-assuming/no-such-command/' | z3 -in",
		"sed -u 's/check-sat-assuming/no-such-command/; s/(push/(no-push/' | z3 -in",
	};
	if (system("command -v z3 >/dev/null 2>&1") != 0) {
		tap_skip("z3 is not installed");
		return;
	}
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		struct trial t;
		if (!ok(open_trial(&t, commands[i], NULL), "%s: starts", commands[i]))
			continue;
		struct value v = { 0 };
		term both[] = { t.p, t.q };
		solver_assert(t.solver, term_not(t.bank, term_eq(t.bank, t.x, term_bv(t.bank, 8, 9))));
		is_int(solver_check(t.solver, &t.p, 1, clock_now() + 60), REPLY_SAT, "sat");
		ok(solver_value(t.solver, t.x, &v) && v.word == 3, "its value");
		is_int(solver_check(t.solver, both, 2, clock_now() + 60), REPLY_UNSAT, "unsat");
		size_t count;
		solver_core(t.solver, &count);
		is_int(count, 2, "its core");
		is_int(solver_check(t.solver, &t.q, 1, clock_now() + 60), REPLY_SAT, "sat again");
		ok(solver_value(t.solver, t.x, &v) && v.word == 4, "its value");
		close_trial(&t);
	}
}

int main(void)
{
	signal(SIGPIPE, SIG_DFL);
	test_misbehaviour();
	test_refused();
	test_full_pipe();
	test_nothing_left();
	test_memory();
	test_values();
	test_modes();
	return done_testing();
}
