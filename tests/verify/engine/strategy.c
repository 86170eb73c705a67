/* The strategy: who goes first, how long, and which answer counts. */
#include "engine_task.h"

static void test_order(void)
{
	size_t count;
	const struct engine_row *rows = engine_rows(&count);
	const struct engine *turns[14];
	size_t taken = 0;
	for (size_t i = 0; i < count && taken < 14; i++)
		if (rows[i].engine->turn.taken)
			turns[taken++] = rows[i].engine;
	ok(taken == 13 && turns[0] == &engine_concrete && turns[1] == &engine_stratified && turns[2] == &engine_cut &&
		   turns[3] == &engine_pdr && turns[4] == &engine_monitors && turns[5] == &engine_deeper &&
		   turns[6] == &engine_horn && turns[7] == &engine_fuzz && turns[8] == &engine_modular &&
		   turns[9] == &engine_bdd && turns[10] == &engine_induction && turns[11] == &engine_accelerate &&
		   turns[12] == &engine_groups,
	   "executions, then the ladder, then loops without invariants, then state machines, then rules, then "
	   "the ladder again, then recursion, then executions again, then procedures alone, then decision diagrams, "
	   "then induction, then shortcuts, then groups");
	ok(engine_induction.turn.most < engine_groups.turn.places, "no program has both induction and groups");
	ok(!engine_cegar.turn.taken, "cegar only by its name");
	for (size_t i = 1; i < taken; i++)
		ok(turns[i] == &engine_groups ||
			   (turns[i]->turn.part > 0 && turns[i]->turn.part < 1 && turns[i]->turn.seconds > 0),
		   "turn %zu leaves time for the others", i);
}

static enum verdict decide(struct setup *s)
{
	engine_strategy.search(&s->task, &s->outcome);
	return s->outcome.verdict;
}

static void test_each(void)
{
	struct setup s;
	setup(&s, STRAIGHT("not(eq(x, 1bv32))"));
	ok(decide(&s) == VERDICT_UNSAFE && s.outcome.steps && !s.outcome.checks,
	   "a violation that an execution meets needs no solver");
	release(&s);
	setup(&s, STRAIGHT("not(eq(bvxor(x, bvmul(x, 32bv32)), 305419896bv32))"));
	ok(decide(&s) == VERDICT_UNSAFE && !s.outcome.steps && s.outcome.checks, "one that only the ladder finds");
	release(&s);
	setup(&s, UPWARDS("2bv32", "eq(extract(0, 0, i), 0bv1)"));
	ok(decide(&s) == VERDICT_SAFE && !s.outcome.reason, "a proof that only induction finds");
	release(&s);
}

static void test_bound(void)
{
	static const char far[] = UPWARDS("1bv32", "not(eq(i, 4000000000bv32))");
	struct setup s;
	setup(&s, far);
	s.task.limits.bound = 3;
	s.task.limits.deadline = clock_now() + 12;
	ok(decide(&s) == VERDICT_BOUNDED && s.outcome.bound == 3 && !s.outcome.reason,
	   "neither found nor proved within the bound that was asked for");
	release(&s);
	setup(&s, far);
	double begin = clock_now();
	s.task.limits.deadline = begin + 6; /* enough for a few bounds under the sanitizers on a busy machine */
	ok(decide(&s) == VERDICT_BOUNDED && s.outcome.bounded, "without a bound: as far as the time goes");
	ok(!strncmp(s.outcome.reason, "the search ended: ", strlen("the search ended: ")), "which is said: %s",
	   s.outcome.reason);
	ok(s.outcome.out_of_time == !strstr(s.outcome.reason, ": time"), "and whether it ended before its time");
	ok(clock_now() < begin + 30, "the deadline is kept");
	release(&s);
	setup(&s, far);
	s.task.limits.deadline = clock_now() - 1;
	ok(decide(&s) == VERDICT_UNKNOWN && s.outcome.reason, "no time, no verdict");
	release(&s);
	setup(&s, far);
	ok(!task_prepare(s.task.original, NULL, clock_now() - 1, &s.diags),
	   "nor a prepared program, whose loops would be left");
	release(&s);
}

/* A loop that goes on as long as input says so, up to six rounds; `step` is what a round does to x. */
#define SIX_ROUNDS(before, step, assertion)                                                \
	"plumb 1 {entry \"main\"}\n"                                                       \
	"procedure main() {\n var c : bool\n var i : bv32\n var x : bv32\n var y : bv32\n" \
	"entry:\n i := 0bv32;\n x := 1bv32;\n y := 0bv32;\n goto " before ";\n"            \
	"idle:\n havoc c;\n branch c, idle, head;\n"                                       \
	"head:\n havoc c;\n branch and(c, bvult(i, 6bv32)), body, exit;\n"                 \
	"body:\n havoc y;\n x := " step ";\n i := bvadd(i, 1bv32);\n goto head;\n"         \
	"exit:\n assert " assertion " {at \"a.c\" 5 5} {check \"assert\"} {message \"wrong\"};\n return;\n}\n"

/* The bound is that of the search for violations. */
static void test_proof_beyond(void)
{
	static const char provable[] = SIX_ROUNDS("head", "bvadd(bvmul(x, 5bv32), 3bv32)", "not(eq(x, 77777bv32))");
	static const char idle[] = SIX_ROUNDS("idle", "bvadd(bvmul(x, 5bv32), 3bv32)", "not(eq(x, 77777bv32))");
	static const char hidden[] = SIX_ROUNDS(
		"head", "ite(eq(bvxor(y, bvmul(y, 32bv32)), bvadd(x, 305419896bv32)), bvadd(x, 1bv32), 1bv32)",
		"not(eq(x, 7bv32))");
	struct setup s;
	setup(&s, provable);
	s.task.limits.bound = 3;
	ok(search(&s, "stratified") == VERDICT_BOUNDED && s.outcome.bound == 3, "the ladder by itself keeps the bound");
	outcome_release(&s.outcome);
	ok(decide(&s) == VERDICT_SAFE, "the strategy proves what takes more rounds than the bound");
	release(&s);
	setup(&s, idle);
	s.task.limits.bound = 1000000;
	ok(search(&s, "stratified") == VERDICT_SAFE, "under a high bound a proof is asked for on each rung");
	release(&s);
	setup(&s, hidden);
	double begin = clock_now();
	s.task.limits.bound = 2;
	s.task.limits.deadline = SOLVER_NO_DEADLINE;
	ok(decide(&s) == VERDICT_BOUNDED && s.outcome.bound == 2 && !s.outcome.reason && s.outcome.beyond.count,
	   "a violation beyond the bound is none");
	ok(s.outcome.hopeless && clock_now() < begin + 25, "but ends the search for a proof");
	outcome_release(&s.outcome);
	s.task.limits.bound = 6;
	ok(decide(&s) == VERDICT_UNSAFE, "within the bound it is one");
	release(&s);
}

/* Input 0 leads to a long execution, whose rounds are not alike, others to a short one. */
static void test_shorter(void)
{
	struct setup s;
	setup(&s, "plumb 1 {entry \"main\"}\n"
		  "procedure main() {\n var x : bv32\n var i : bv32\n var j : bv32\nentry:\n havoc x;\n i := 0bv32;\n"
		  " j := 0bv32;\n branch eq(x, 0bv32), head, bad;\n"
		  "head:\n branch bvult(i, 600bv32), body, bad;\n"
		  "body:\n j := bvxor(j, i);\n i := bvadd(i, 1bv32);\n goto head;\n"
		  "bad:\n assert not(or(eq(i, 0bv32), and(eq(i, 600bv32), bvult(j, 5bv32)))) {at \"a.c\" 1 1};\n "
		  "return;\n}\n");
	search(&s, "concrete");
	ok(s.outcome.verdict == VERDICT_UNSAFE && s.outcome.steps > 1000, "the first execution that is met is long");
	outcome_release(&s.outcome);
	ok(decide(&s) == VERDICT_UNSAFE && !s.outcome.steps, "the strategy looks for a shorter one");
	release(&s);
}

static void note_engine(void *context, const char *line)
{
	bool *noted = context;
	*noted = *noted || !strncmp(line, "pdr:", 4) || !strncmp(line, "bdd:", 4) || !strncmp(line, "induction:", 10) ||
		 !strncmp(line, "horn:", 5);
}

/* x * y = 4294967291, a prime: not known in a moment, and nothing but the query of the whole program decides it. */
static void test_whole(void)
{
	static const char factors[] =
		"plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv32\n var y : bv32\nentry:\n havoc x;\n"
		" havoc y;\n assume bvult(1bv32, x);\n assume bvult(1bv32, y);\n assume bvult(x, 65536bv32);\n"
		" assume bvult(y, 65536bv32);\n assert not(eq(bvmul(x, y), 4294967291bv32)) {at \"a.c\" 3 3};\n "
		"return;\n}\n";
	struct setup s;
	bool noted = false;
	setup(&s, factors);
	s.task.limits.deadline = clock_now() + 0.5;
	s.task.limits.decisive = clock_now() + 300;
	ok(search(&s, "stratified") == VERDICT_SAFE, "a query that leaves nothing open gets its time");
	outcome_release(&s.outcome);
	s.outcome = (struct outcome){ 0 };
	s.task.limits.deadline = clock_now() + 300;
	s.task.goals.listener = (struct listener){ .context = &noted, .say = note_engine };
	ok(decide(&s) == VERDICT_SAFE && !noted, "where nothing is repeated no engine for loops has a turn");
	release(&s);
}

/* What was explored of a program was explored of the one without the places that were proved since. */
static void test_prepared_again(void)
{
	struct setup s;
	setup(&s, UPWARDS("1bv32", "not(eq(i, 4000000000bv32))"));
	s.task.limits.bound = 3;
	ok(search(&s, "stratified") == VERDICT_BOUNDED && s.outcome.bound == 3, "the ladder comes to bound 3");
	outcome_release(&s.outcome);
	s.outcome = (struct outcome){ 0 };
	ok(task_prepare_again(&s.task), "the program is prepared again");
	s.task.limits.bound = NO_BOUND;
	s.task.limits.deadline = clock_now() - 1;
	ok(search(&s, "stratified") == VERDICT_BOUNDED && s.outcome.bound == 3 && s.outcome.beyond.count,
	   "a ladder on that has explored as much, without any time");
	outcome_release(&s.outcome);
	s.outcome = (struct outcome){ 0 };
	s.task.limits.bound = 1;
	ok(search(&s, "stratified") == VERDICT_UNKNOWN && !s.outcome.bounded, "but not if less is asked for");
	release(&s);
}

/* Ten procedures that call the next one twice; the last one counts. */
static const char *tree_text(char *text, size_t size)
{
	size_t n = (size_t)snprintf(text, size,
				    "plumb 1 {entry \"main\"}\nglobal g : bv32\nprocedure main() {\n"
				    "entry:\n g := 0bv32;\n call p0();\n assert eq(g, 1024bv32);\n return;\n}\n");
	for (int i = 0; i < 10; i++)
		n += (size_t)snprintf(text + n, size - n,
				      "procedure p%d() {\nentry:\n call p%d();\n call p%d();\n return;\n}\n", i, i + 1,
				      i + 1);
	snprintf(text + n, size - n, "procedure p10() {\nentry:\n g := bvadd(g, 1bv32);\n return;\n}\n");
	return text;
}

/* Summaries of a large tree of calls come first, and executions before what else contracts may say. */
static void test_halves(void)
{
	static const char down[] = UPWARDS("2bv32", "eq(extract(0, 0, i), 0bv1)");
	char text[2000];
	struct setup s;
	setup(&s, tree_text(text, sizeof text));
	ok(engine_horn.suits(&s.task) && engine_horn.halves(&s.task), "a large tree of calls has two halves");
	s.task.limits.half = FIRST_HALF;
	ok(search(&s, "horn") == VERDICT_SAFE, "the first one has its summaries");
	release(&s);
	setup(&s, down);
	ok(!engine_horn.halves(&s.task), "recursion has none");
	release(&s);
}

int main(void)
{
	test_order();
	test_each();
	test_bound();
	test_proof_beyond();
	test_shorter();
	test_whole();
	test_prepared_again();
	test_halves();
	return done_testing();
}
