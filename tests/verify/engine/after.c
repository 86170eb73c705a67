/* After a verdict: further violations, traces, empty proofs. */
#include "engine_task.h"

static void find_all(struct setup *s, const char *text)
{
	setup(s, text);
	engine_strategy.search(&s->task, &s->outcome);
	if (s->outcome.verdict == VERDICT_UNSAFE)
		task_keep_finding(&s->task, &s->outcome);
	task_find_all(&s->task, &engine_strategy, &s->outcome);
}

static void test_all(void)
{
	struct setup s;
	find_all(&s, "plumb 1 {entry \"main\"}\n"
		     "procedure main() {c \"main\"} {\n var x : bv32\nentry:\n havoc x;\n"
		     " assert not(eq(x, 5bv32)) {at \"a.h\" 3 9} {text \"t\"} {check \"null\"};\n"
		     " assert not(eq(x, 6bv32)) {at \"b.h\" 3 9} {text \"t\"} {check \"null\"};\n"
		     " assert not(eq(x, 7bv32)) {at \"b.h\" 3 9} {text \"t\"} {check \"null\"};\n"
		     " assert not(eq(x, 8bv32)) {at \"b.h\" 3 9} {text \"t\"} {check \"uaf\"};\n"
		     " assert not(eq(bvmul(x, 2bv32), 1bv32)) {at \"b.h\" 4 9} {text \"t\"} {check \"uaf\"};\n "
		     "return;\n}\n");
	is_int(s.outcome.found.count, 3, "each place once: the same line of two files is two, and two checks are");
	is_int(s.outcome.verdict, VERDICT_SAFE, "the rest is proved");
	ok(s.outcome.searched_on, "which is said to be that of the rest");
	bool in_a = false, in_b = false, of_uaf = false;
	for (size_t i = 0; i < s.outcome.found.count; i++) {
		const struct finding *f = &s.outcome.found.at[i];
		in_a = in_a || !strcmp(f->violation.location.file, "a.h");
		in_b = in_b || !strcmp(f->violation.location.file, "b.h");
		of_uaf = of_uaf || (!strcmp(f->violation.check, "uaf") && f->violation.location.line == 3);
		ok(strstr(f->trace, "trace:\n") && f->steps.count, "finding %zu has a trace", i);
	}
	ok(in_a && in_b && of_uaf, "a.h, b.h, and the other check");
	release(&s);
	find_all(&s, STRAIGHT("eq(x, x)"));
	ok(!s.outcome.found.count && !s.outcome.searched_on && s.outcome.verdict == VERDICT_SAFE,
	   "without a violation nothing is searched on");
	release(&s);
	find_all(&s, "plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv32\nentry:\n havoc x;\n"
		     " assert not(eq(x, 1bv32));\n assert not(eq(x, 2bv32));\n return;\n}\n");
	is_int(s.outcome.found.count, 2, "assertions that have no place are told apart");
	release(&s);
}

static const char *remark(struct setup *s, const char *text)
{
	setup(s, text);
	engine_strategy.search(&s->task, &s->outcome);
	outcome_find_vacuity(&s->task, &s->outcome);
	return s->outcome.reason;
}

static void test_vacuity(void)
{
	struct setup s;
	is_str(remark(&s, "plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n return;\n}\n"),
	       "nothing was checked: the program has no assertion", "a program without assertions");
	is_int(s.outcome.verdict, VERDICT_SAFE, "is safe");
	release(&s);
	is_str(remark(&s,
		      "plumb 1 {entry \"main\"}\nglobal g : bv8\nprocedure main() {\n var x : bv8\nentry:\n havoc x;\n"
		      " assume eq(bvmul(x, 2bv8), 1bv8);\n assert eq(x, 3bv8);\n return;\n}\n"),
	       "no assertion can be reached", "an assertion after what never holds");
	release(&s);
	is_str(remark(&s, STRAIGHT("not(eq(bvmul(x, 2bv32), 1bv32))")), NULL,
	       "an assertion that is reached: no remark");
	release(&s);
	is_str(remark(&s, "plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv8\nentry:\n havoc x;\n"
			  " branch eq(bvmul(x, 2bv8), 1bv8), bad, good;\nbad:\n assert false;\n return;\ngood:\n "
			  "return;\n}\n"),
	       NULL, "a call that must not be reached, and is not: no remark");
	release(&s);
	setup(&s, STRAIGHT("not(eq(x, 1bv32))"));
	engine_strategy.search(&s.task, &s.outcome);
	outcome_find_vacuity(&s.task, &s.outcome);
	ok(s.outcome.verdict == VERDICT_UNSAFE && !s.outcome.reason, "a violation is never empty");
	release(&s);
}

/* An outcome that does not replay is none: the counterexample of the prepared program must be one of the original. */
static void test_confirm(void)
{
	struct setup s;
	setup(&s, STRAIGHT("not(eq(x, 5bv32))"));
	struct program *other = program_of(STRAIGHT("not(eq(x, 6bv32))"));
	s.outcome.bug =
		(struct counterexample){ .inputs = inputs_of("id 1 = 6\n"), .violated = assertion_of(other, 0) };
	task_confirm(&s.task, &s.outcome);
	ok(s.outcome.verdict == VERDICT_UNKNOWN && s.outcome.reason, "inputs that violate nothing in the original");
	inputs_free(s.outcome.bug.inputs);
	s.outcome.bug.inputs = inputs_of("id 0 = 5\nid 1 = 5\n");
	task_confirm(&s.task, &s.outcome);
	is_int(s.outcome.verdict, VERDICT_UNSAFE, "inputs that do");
	program_free(other);
	release(&s);
}

int main(void)
{
	test_all();
	test_vacuity();
	test_confirm();
	return done_testing();
}
