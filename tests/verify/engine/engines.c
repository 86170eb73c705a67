/* Each engine: what it finds, what it proves, and where it must not say either. */
#include "engine_task.h"

static void test_table(void)
{
	size_t count, deepening = 0;
	const struct engine_row *rows = engine_rows(&count);
	for (size_t i = 0; i < count; i++) {
		ok(rows[i].engine && rows[i].engine->search && rows[i].about[0], "%s has a search and a meaning",
		   rows[i].name);
		ok(engine_find(rows[i].name, strlen(rows[i].name)) == rows[i].engine, "%s is found by its name",
		   rows[i].name);
		deepening += rows[i].engine->deepens;
	}
	is_int(deepening, 1, "one engine deepens: the strategy's last");
	ok(!engine_find("cegarx", 6) && !engine_find("ceg", 3) && !engine_find("", 0), "other names are none");
	ok(engine_find("cegar,concrete", 5) == &engine_cegar, "a name may stand in a list");
}

static void test_concrete(void)
{
	struct setup s;
	setup(&s, STRAIGHT("not(eq(x, 1bv32))"));
	is_int(search(&s, "concrete"), VERDICT_UNSAFE, "concrete: a violation with a simple input is met");
	ok(s.outcome.steps > 0 && s.outcome.bug.inputs && s.outcome.bug.violation.location.line == 3,
	   "concrete: with its steps, inputs and place");
	release(&s);
	is_int(verdict_of(STRAIGHT("not(eq(x, 2882400018bv32))"), "concrete", NO_BOUND).verdict, VERDICT_UNSAFE,
	       "concrete: constants of conditions are tried");
	is_int(verdict_of(STRAIGHT("bvult(bvmul(x, x), 4294967295bv32)"), "concrete", NO_BOUND).verdict,
	       VERDICT_UNKNOWN, "concrete: executions with inputs prove nothing");
	static const char fixed[] =
		"plumb 1 {entry \"main\"}\nglobal g : bv32\n"
		"procedure main() {\n var i : bv32\nentry:\n g := 0bv32;\n i := 0bv32;\n goto head;\n"
		"head:\n branch bvult(i, 5000bv32), body, exit;\n"
		"body:\n g := bvxor(bvadd(g, i), 77bv32);\n i := bvadd(i, 1bv32);\n goto head;\n"
		"exit:\n assert not(eq(g, 1bv32));\n return;\n}\n";
	struct outcome o = verdict_of(fixed, "concrete", NO_BOUND);
	is_int(o.verdict, VERDICT_SAFE, "concrete: an execution that asks for nothing is the only one");
	ok(o.assertions > 0, "concrete: which came to an assertion");
	static const char unset[] = "plumb 1 {entry \"main\"}\nprocedure main() {\n var x : bv8\nentry:\n"
				    " assert eq(x, 0bv8);\n return;\n}\n";
	ok(verdict_of(unset, "concrete", NO_BOUND).verdict != VERDICT_SAFE,
	   "concrete: not where a variable has no value");
}

/* n rounds, of which behind the loop `x` is told: 3 n is not 3000000. HOLE: another condition of the loop. */
#define ROUNDS_OF(hole, condition)                                                                                   \
	"plumb 1 {entry \"main\"}\nprocedure main() {\n var n : bv32\n var x : bv32\n var i : bv32\nentry:\n havoc " \
	"n;\n"                                                                                                       \
	" i := 0bv32;\n x := 0bv32;\n goto head;\nhead:\n branch and(bvult(i, n), " hole "), body, exit;\n"          \
	"body:\n x := bvadd(x, 3bv32);\n i := bvadd(i, 1bv32);\n goto head;\n"                                       \
	"exit:\n assert " condition " {at \"a.c\" 3 1};\n return;\n}\n"

static void test_accelerate(void)
{
	struct setup s;
	setup(&s, ROUNDS_OF("true", "not(eq(x, 3000000bv32))"));
	is_int(search(&s, "accelerate"), VERDICT_UNSAFE, "accelerate: a million rounds");
	ok(s.outcome.bug.inputs && s.outcome.bug.violation.location.line == 3, "accelerate: with inputs and place");
	release(&s);
	is_int(verdict_of(ROUNDS_OF("not(eq(i, 5000bv32))", "not(eq(x, 3000000bv32))"), "accelerate", NO_BOUND).verdict,
	       VERDICT_UNKNOWN, "accelerate: not over a round in which the loop ends");
	is_int(verdict_of(ROUNDS_OF("true", "bvule(n, i)"), "accelerate", NO_BOUND).verdict, VERDICT_UNKNOWN,
	       "accelerate: no proof");
	is_int(verdict_of(ROUNDS_OF("true", "not(eq(x, 3000000bv32))"), "accelerate", 5).verdict, VERDICT_UNKNOWN,
	       "accelerate: nothing beyond a bound");
	is_int(verdict_of(STRAIGHT("not(eq(x, 1bv32))"), "accelerate", NO_BOUND).verdict, VERDICT_UNKNOWN,
	       "accelerate: nothing without a loop");
}

static void test_fuzz(void)
{
	struct setup s;
	setup(&s, STRAIGHT("not(eq(bvadd(x, 7bv32), 305419896bv32))"));
	is_int(search(&s, "fuzz"), VERDICT_UNSAFE, "fuzz: what the program compares with is put in its place");
	ok(s.outcome.steps > 0 && s.outcome.bug.inputs && s.outcome.bug.violation.location.line == 3,
	   "fuzz: with its steps, inputs and place");
	release(&s);
	is_int(verdict_of(STRAIGHT("bvult(bvmul(x, x), 4294967295bv32)"), "fuzz", NO_BOUND).verdict, VERDICT_UNKNOWN,
	       "fuzz: executions prove nothing");
	static const char fixed[] =
		"plumb 1 {entry \"main\"}\nprocedure main() {\nentry:\n assert true;\n return;\n}\n";
	is_int(verdict_of(fixed, "fuzz", NO_BOUND).verdict, VERDICT_UNKNOWN,
	       "fuzz: not even the only one, which is for others to say");
}

static void test_stratified(void)
{
	static const char three[] = UPWARDS("1bv32", "not(eq(i, 3bv32))");
	struct setup s;
	setup(&s, three);
	s.task.limits.bound = 2;
	is_int(search(&s, "stratified"), VERDICT_BOUNDED, "stratified: nothing within bound 2");
	ok(s.outcome.bounded && s.outcome.bound == 2 && !s.outcome.reason, "stratified: which is complete");
	is_int(s.outcome.beyond.count, 1, "stratified: an execution goes on in one loop");
	release(&s);
	setup(&s, three);
	s.task.limits.bound = 5;
	is_int(search(&s, "stratified"), VERDICT_UNSAFE, "stratified: three rounds are within bound 5");
	is_str(s.outcome.bug.violation.message, "wrong", "stratified: the violation that was replayed");
	release(&s);
	is_int(verdict_of(STRAIGHT("not(eq(bvmul(x, 3bv32), 1bv32))"), "stratified", NO_BOUND).verdict, VERDICT_UNSAFE,
	       "stratified: the only x whose triple is 1");
	is_int(verdict_of(STRAIGHT("not(eq(bvmul(x, 2bv32), 1bv32))"), "stratified", NO_BOUND).verdict, VERDICT_SAFE,
	       "stratified: no double is odd");
	setup(&s, three);
	s.task.limits.bound = 2;
	s.task.goals.tree = true;
	is_int(search(&s, "stratified"), VERDICT_BOUNDED, "stratified: as a tree");
	is_int(s.outcome.shared, 0, "stratified: shares nothing");
	release(&s);
	setup(&s, three);
	s.task.limits.deadline = clock_now() - 1;
	ok(search(&s, "stratified") == VERDICT_UNKNOWN && s.outcome.reason, "stratified: no time, no verdict");
	release(&s);
}

static void test_induction(void)
{
	is_int(verdict_of(UPWARDS("2bv32", "eq(extract(0, 0, i), 0bv1)"), "induction", NO_BOUND).verdict, VERDICT_SAFE,
	       "induction: i stays even");
	is_int(verdict_of(UPWARDS("1bv32", "eq(extract(0, 0, i), 0bv1)"), "induction", NO_BOUND).verdict,
	       VERDICT_UNKNOWN, "induction: not when it goes up by one");
	is_int(verdict_of(UPWARDS("1bv32", "not(eq(i, 4000000000bv32))"), "induction", NO_BOUND).verdict,
	       VERDICT_UNKNOWN, "induction: not a violation after 4,000,000,000 rounds");
	/* x and y are swapped in each round: that x is below 100 needs that y is not above x. */
	static const char swap[] =
		"plumb 1 {entry \"main\"}\n"
		"procedure main() {\n var c : bool\n var x : bv32\n var y : bv32\n var t : bv32\nentry:\n"
		" havoc x;\n assume bvult(x, 100bv32);\n y := %s;\n goto head;\nhead:\n havoc c;\n branch c, body, "
		"exit;\n"
		"body:\n t := x;\n x := y;\n y := t;\n goto head;\nexit:\n assert bvult(x, 100bv32);\n return;\n}\n";
	char text[sizeof swap + 16];
	snprintf(text, sizeof text, swap, "x");
	is_int(verdict_of(text, "induction", NO_BOUND).verdict, VERDICT_SAFE, "induction: with what it needs of y");
	snprintf(text, sizeof text, swap, "bvadd(x, 1bv32)");
	is_int(verdict_of(text, "induction", NO_BOUND).verdict, VERDICT_UNKNOWN, "induction: not without it");
	static const char second[] =
		"plumb 1 {entry \"main\"}\n"
		"procedure main() {\n var c : bool\n var i : bv32\nentry:\n i := 0bv32;\n goto head;\n"
		"head:\n havoc c;\n branch c, body, exit;\nbody:\n i := bvadd(i, 2bv32);\n goto head;\n"
		"exit:\n call f(0bv32);\n assert eq(extract(0, 0, i), 0bv1);\n return;\n}\n"
		"procedure f(n : bv32) {\n var c : bool\nentry:\n havoc c;\n branch c, a, b;\n"
		"a:\n call f(bvadd(n, 1bv32));\n assert not(eq(n, 90000bv32));\n return;\nb:\n return;\n}\n";
	is_int(verdict_of(second, "induction", NO_BOUND).verdict, VERDICT_UNKNOWN,
	       "induction: recursion that is no loop stays open, which is no proof");
	is_int(verdict_of(STRAIGHT("eq(bvmul(x, x), bvmul(x, x))"), "induction", NO_BOUND).verdict, VERDICT_SAFE,
	       "induction: without a loop nothing has to be guessed");
	is_int(verdict_of(STRAIGHT("eq(x, 7bv32)"), "induction", NO_BOUND).verdict, VERDICT_UNKNOWN,
	       "induction: no bug without a loop either");
	struct setup s;
	setup(&s, UPWARDS("2bv32", "eq(extract(0, 0, i), 0bv1)"));
	s.task.limits.deadline = clock_now() - 1;
	is_int(search(&s, "induction"), VERDICT_UNKNOWN, "induction: nothing without time");
	release(&s);
}

static void test_cegar(void)
{
	static const char globals[] =
		"plumb 1 {entry \"main\"}\nglobal a : bv32\nglobal b : bv32\nglobal d : bv32\n"
		"procedure main() {\nentry:\n havoc b;\n havoc d;\n a := 0bv32;\n call f();\n call f();\n"
		" assert %s {at \"a.c\" 1 1};\n return;\n}\n"
		"procedure f() {\n var c : bool\nentry:\n havoc c;\n branch c, x, y;\n"
		"x:\n a := bvadd(a, 1bv32);\n d := bvadd(bvmul(d, d), b);\n return;\ny:\n b := bvmul(d, b);\n "
		"return;\n}\n";
	char text[sizeof globals + 64];
	snprintf(text, sizeof text, globals, "or(bvult(a, 3bv32), eq(b, 7bv32))");
	struct outcome o = verdict_of(text, "cegar", 4);
	is_int(o.verdict, VERDICT_SAFE, "cegar: a is at most 2, whatever b is");
	ok(o.tracked >= 1 && o.tracked < o.tracked_of, "cegar: for which not all globals are tracked (%u of %u)",
	   o.tracked, o.tracked_of);
	snprintf(text, sizeof text, globals, "not(eq(a, 2bv32))");
	is_int(verdict_of(text, "cegar", 4).verdict, VERDICT_UNSAFE, "cegar: a can be 2");
	is_int(verdict_of(UPWARDS("1bv32", "not(eq(i, 3bv32))"), "cegar", 2).verdict, VERDICT_BOUNDED,
	       "cegar: nothing within bound 2");
}

/* Lines, and the length of the last. */
struct heard {
	uint32_t lines;
	size_t length;
};

static void count_lines(void *context, const char *line)
{
	struct heard *heard = context;
	heard->lines++;
	heard->length = strlen(line);
}

static void test_listener(void)
{
	struct setup s;
	struct heard heard = { 0 };
	setup(&s, UPWARDS("2bv32", "eq(extract(0, 0, i), 0bv1)"));
	s.task.goals.listener = (struct listener){ .context = &heard, .say = count_lines };
	search(&s, "induction");
	ok(heard.lines && heard.length, "induction tells the listener of its rounds");
	s.task.limits.bound = 1;
	heard = (struct heard){ 0 };
	search(&s, "stratified");
	ok(heard.lines && heard.length, "stratified inlining of its bounds");
	release(&s);
}

int main(void)
{
	test_table();
	test_concrete();
	test_accelerate();
	test_fuzz();
	test_stratified();
	test_induction();
	test_cegar();
	test_listener();
	return done_testing();
}
