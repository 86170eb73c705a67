/* Groups of obligations: what is in which, what their programs assert, and which violation counts. */
#include "engine_task.h"

#include "group.h"
#include "iterate.h"
#include "pass.h"

/* f is called with what may be 0 to 9; each assertion is of the check and line given. */
static const char several[] =
	"plumb 1 {entry \"main\"}\n"
	"global big : [bv32]bv32\n"
	"procedure f(n : bv32) {\nentry:\n"
	" assert bvult(n, 10bv32) {at \"a.c\" 1 1} {check \"bounds\"};\n"
	" assert not(eq(n, 3bv32)) {at \"a.c\" 2 1} {check \"div\"};\n"
	" assert bvult(bvmul(n, n), 90bv32) {at \"a.c\" 3 1} {check \"bounds\"};\n return;\n}\n"
	"procedure main() {\n var n : bv32\nentry:\n havoc n;\n assume bvult(n, 10bv32);\n call f(n);\n"
	" assert not(eq(n, 5bv32)) {at \"a.c\" 4 1} {check \"div\"};\n return;\n}\n";

static uint32_t line_of(const struct statement *s)
{
	return attribute_location(s->attributes).line;
}

/* All assertions are left in it. */
static struct program *base_of(struct setup *s)
{
	struct pass_options options = { .disable = "discharge,constprop,redundant,devirtualise" };
	s->interpreted = program_copy(s->task.original);
	passes_interpret(s->interpreted, &options, &s->diags);
	return task_stage(&s->task, "narrow,loops");
}

static void test_forming(void)
{
	struct setup s;
	struct groups groups = { 0 };
	setup(&s, several);
	struct program *base = base_of(&s);
	ok(groups_form(&groups, base), "every assertion is a place");
	ok(groups.count == 3 && groups.at[0].places.count == 2 && groups.at[1].places.count == 1 &&
		   groups.at[2].places.count == 1,
	   "a group is of one procedure and one check");
	ok(group_prepare(&groups.at[1], base, &s.task), "it gets a program");
	uint32_t open = 0, line = 0;
	program_for_each_statement(groups.at[1].program, at)
		if (at.statement->kind == STATEMENT_ASSERT) {
			open++;
			line = line_of(at.statement);
		}
	ok(open == 1 && line == 2, "in which nothing else is asserted");
	ok(groups_count(&groups, GROUP_OPEN) == 3, "all are open");
	struct outcome sum = { 0 };
	groups_sum(&groups, &sum);
	ok(sum.verdict == VERDICT_UNKNOWN && sum.reason && !sum.bounded, "and nothing is known of them");
	group_forget(&groups.at[1]);
	ok(!groups.at[1].program, "the program can be forgotten");
	groups_free(&groups);
	program_free(base);
	release(&s);
}

static unsigned count_of(const struct program *p, enum statement_kind kind)
{
	unsigned count = 0;
	program_for_each_statement((struct program *)(uintptr_t)p, at)
		count += at.statement->kind == kind;
	return count;
}

/* What was violated is assumed in the program that is kept, and nothing else. */
static void test_assuming(void)
{
	struct setup s;
	struct table places = { 0 };
	setup(&s, several);
	program_free(base_of(&s));
	unsigned asserted = count_of(s.interpreted, STATEMENT_ASSERT);
	table_put(&places, 2, 1);
	task_assume(&s.task, &places);
	ok(count_of(s.interpreted, STATEMENT_ASSERT) == asserted - 1, "one is asserted no more");
	table_put(&places, 0, 1);
	task_assume(&s.task, &places);
	ok(!s.interpreted, "what has no place cannot be told apart");
	struct program *anew = task_stage(&s.task, "narrow,loops");
	ok(anew && s.interpreted, "made anew");
	table_free(&places);
	program_free(anew);
	release(&s);
}

/* After a violation: the same program goes on, another one begins. */
static void test_adopting(void)
{
	struct setup s;
	struct groups before = { 0 }, after = { 0 };
	setup(&s, several);
	struct program *base = base_of(&s);
	ok(groups_form(&before, base) && groups_form(&after, base), "formed twice");
	for (size_t i = 0; i < 3; i++)
		ok(group_prepare(&before.at[i], base, &s.task) && group_prepare(&after.at[i], base, &s.task),
		   "group %zu has programs", i);
	struct program *program = before.at[1].program;
	before.at[1].climb = stratified_begin(program, &s.task, 4);
	before.at[1].bounded = true;
	before.at[1].bound = 4;
	struct search *climb = before.at[1].climb;
	ok(group_adopt(&after.at[1], &before) && after.at[1].program == program && after.at[1].climb == climb,
	   "the same program goes on with its ladder");
	ok(after.at[1].bounded && after.at[1].bound == 4, "from the bound that it has come to");
	ok(!before.at[1].program && !before.at[1].climb, "which are nobody else's then");
	ok(!group_adopt(&after.at[1], &before), "so that it cannot be taken twice");
	before.at[0].unreplayed = true;
	ok(!group_adopt(&after.at[0], &before), "a counterexample that was none is looked for anew");
	program_for_each_statement(before.at[2].program, at)
		if (at.statement->kind == STATEMENT_ASSERT)
			at.statement->kind = STATEMENT_ASSUME;
	ok(!group_adopt(&after.at[2], &before), "another program begins anew");
	groups_free(&before);
	groups_free(&after);
	program_free(base);
	release(&s);
}

/* A place of which an engine does not know. */
static void test_no_place(void)
{
	struct setup s;
	struct groups groups = { 0 };
	setup(&s, several);
	struct program *base = program_of(several);
	ok(!groups_form(&groups, base), "assertions without {place} cannot be told apart");
	groups_free(&groups);
	program_free(base);
	release(&s);
}

/* The group of line 2 knows nothing of line 1, which is violated on the way. */
static const char earlier[] = "plumb 1 {entry \"main\"}\n"
			      "procedure main() {\n var n : bv32\nentry:\n havoc n;\n"
			      " assert not(eq(n, 7bv32)) {at \"a.c\" 1 1} {check \"bounds\"};\n"
			      " branch eq(n, 7bv32), bad, good;\n"
			      "bad:\n assert false {at \"a.c\" 2 1} {check \"div\"};\n return;\ngood:\n return;\n}\n";

static void test_earlier(void)
{
	struct setup s;
	struct groups groups = { 0 };
	setup(&s, earlier);
	struct program *base = program_copy(s.task.original);
	groups_form(&groups, base);
	ok(groups.count == 2 && group_prepare(&groups.at[1], base, &s.task), "the group of the later one");
	stratified_search(&s.task, groups.at[1].program, &s.outcome);
	ok(s.outcome.verdict == VERDICT_UNSAFE && line_of(s.outcome.bug.violated) == 2, "is violated by itself");
	s.outcome.bug.any = false;
	task_confirm(&s.task, &s.outcome);
	ok(s.outcome.verdict == VERDICT_UNKNOWN, "which is no execution of the program");
	s.outcome.bug.any = true;
	task_confirm(&s.task, &s.outcome);
	ok(s.outcome.verdict == VERDICT_UNSAFE && line_of(s.outcome.bug.original) == 1,
	   "but violates the earlier one there");
	groups_free(&groups);
	program_free(base);
	release(&s);
}

static void test_verdicts(void)
{
	struct setup s;
	setup(&s, several);
	ok(search(&s, "groups") == VERDICT_UNSAFE && (line_of(s.outcome.bug.original) & 1) == 0,
	   "a violation is found");
	release(&s);
	ok(verdict_of(earlier, "groups", NO_BOUND).verdict == VERDICT_UNSAFE, "one that hides another");
	setup(&s, UPWARDS("2bv32", "eq(extract(0, 0, i), 0bv1)"));
	ok(search(&s, "groups") == VERDICT_SAFE, "a proof by induction, of a single place");
	release(&s);
	setup(&s, UPWARDS("1bv32", "not(eq(i, 4000000000bv32))"));
	s.task.limits.bound = 3;
	s.task.limits.deadline = clock_now() + 5;
	ok(search(&s, "groups") == VERDICT_BOUNDED && s.outcome.bound == 3, "neither, within a bound");
	release(&s);
	setup(&s, several);
	s.task.limits.deadline = clock_now() - 1;
	ok(search(&s, "groups") == VERDICT_UNKNOWN, "no time, no verdict");
	release(&s);
}

/* The ladder on one program in several goes. */
static void test_goes(void)
{
	struct setup s;
	setup(&s, UPWARDS("1bv32", "not(eq(i, 40bv32))"));
	struct search *ladder = stratified_begin(s.task.prepared, &s.task, 0);
	s.task.limits.bound = 4;
	stratified_go_on(ladder, &s.task, &s.outcome);
	ok(s.outcome.verdict == VERDICT_BOUNDED && s.outcome.bound == 4, "up to a bound first");
	uint64_t checks = s.outcome.checks;
	outcome_release(&s.outcome);
	s.task.limits.deadline = clock_now() - 1;
	stratified_go_on(ladder, &s.task, &s.outcome);
	ok(s.outcome.bounded && s.outcome.bound == 4, "a go without time says what was explored before");
	outcome_release(&s.outcome);
	s.task.limits = (struct limits){ .deadline = clock_now() + 60, .bound = NO_BOUND };
	stratified_go_on(ladder, &s.task, &s.outcome);
	ok(checks && s.outcome.verdict == VERDICT_UNSAFE, "another finds what lies further up");
	stratified_end(ladder);
	release(&s);
}

int main(void)
{
	test_forming();
	test_assuming();
	test_adopting();
	test_no_place();
	test_earlier();
	test_verdicts();
	test_goes();
	return done_testing();
}
