/* Foreign SMT-LIB2 scripts. */
#include <string.h>

#include "memory.h"
#include "solver.h"
#include "tap.h"

static void expect(const char *what, const char *text, enum reply want, const char *output)
{
	char *got = NULL;
	enum reply reply = solver_script(text, NULL, clock_now() + 100, &got);
	is_int(reply, want, "%s", what);
	ok(got && strstr(got, output) != NULL, "%s: the output has: %.*s", what, (int)strcspn(output, "\n"), output);
	if (got && !strstr(got, output))
		tap_show("got", got);
	memory_free(got);
}

static void test_limits(void)
{
	static const char hard[] =
		"(set-logic QF_BV)(declare-fun x () (_ BitVec 64))(declare-fun y () (_ BitVec 64))(check-sat)"
		"(assert (= (bvmul ((_ zero_extend 64) x) ((_ zero_extend 64) y)) #x7fffffffffffffffffffffffffffffff))"
		"(assert (bvult #x0000000000000001 x))(assert (bvult #x0000000000000001 y))(check-sat)";
	char *got = NULL;
	double begin = clock_now();
	is_int(solver_script(hard, NULL, begin + 0.5, &got), REPLY_UNKNOWN, "a deadline");
	ok(clock_now() - begin < 60, "it came back");
	memory_free(got);
	const struct solver_options options = { .memory_mb = 20 };
	is_int(solver_script(hard, &options, clock_now() + 100, &got), REPLY_UNKNOWN, "a limit of memory");
	tap_show("output", got);
	memory_free(got);
}

/* A script may set what is global in Z3. It must not reach this process. */
static void test_options_stay(void)
{
	expect("a script with options", "(set-option :timeout 100000)(set-option :produce-models true)(check-sat)",
	       REPLY_SAT, "sat");
	expect("the next one", "(get-option :timeout)(check-sat)", REPLY_SAT, "4294967295");
}

int main(void)
{
	expect("sat", "(declare-fun x () Int)(assert (> x 3))(check-sat)", REPLY_SAT, "sat");
	expect("unsat", "(declare-const x Int)(assert (and (> x 3) (< x 4)))(check-sat)", REPLY_UNSAT, "unsat");
	expect("the last check counts", "(check-sat)(assert false)(check-sat)(exit)", REPLY_UNSAT, "sat\nunsat");
	expect("values", "(declare-const x Int)(assert (= x 41))(check-sat)(get-value (x))", REPLY_SAT, "((x 41))");
	expect("echo is no verdict", "(check-sat)(echo \"unsat\")", REPLY_SAT, "unsat");
	expect("an unknown symbol", "(assert (> y 3))(check-sat)", REPLY_ERROR, "error");
	expect("a parenthesis missing", "(assert (> 4 3)(check-sat)", REPLY_ERROR, "error");
	expect("no check", "(declare-fun x () Int)", REPLY_ERROR, "");
	expect("nothing", "", REPLY_ERROR, "");
	expect("an error's line", "(check-sat)\n(assert true)\n(check-sat)\n\n(assert y)", REPLY_ERROR, "line 5");
	expect("nothing after an exit", "(check-sat)(exit)(assert false)(check-sat)", REPLY_SAT, "sat");
	expect("state from check to check",
	       "(push 1)(declare-fun x () Bool)(assert x)(check-sat)(pop 1)(check-sat)(assert x)", REPLY_ERROR,
	       "unknown constant x");
	expect("comments and quotes", "; (assert false)\n(set-info :source |(assert false)|)(check-sat)", REPLY_SAT,
	       "sat");
	test_limits();
	test_options_stay();
	return done_testing();
}
