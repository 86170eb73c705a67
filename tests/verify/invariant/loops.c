/* Loops that are given more than they need, and loops with shortcuts. */
#include <string.h>

#include "invariant.h"
#include "iterate.h"
#include "program_text.h"
#include "run.h"

/* `s` is x * (x - 1) / 2 behind the loop; `k` is only read there. */
static const char counting[] =
	"plumb 1 {entry \"main\"}\nglobal end : bv32\nglobal sum : bv32\n"
	"procedure main() {\n var n : bv32\n var k : bv32\n var x : bv32\n var s : bv32\nentry:\n havoc n;\n havoc k;\n"
	" call x, s := f(0bv32, 0bv32, n);\n end := x;\n sum := s;\n assert not(eq(x, k));\n return;\n}\n"
	"procedure f(x : bv32, s : bv32, n : bv32) returns (y : bv32, t : bv32) {\nhead:\n y := x;\n t := s;\n"
	" branch bvult(x, n), body, exit;\n"
	"body:\n s := bvadd(s, x);\n x := bvadd(x, 1bv32);\n call y, t := f(x, s, n);\n return;\nexit:\n return;\n}\n";

/* Nothing but the result is read behind the loop, and each round asks for something. */
static const char asking[] =
	"plumb 1 {entry \"main\"}\n"
	"procedure main() {\n var x : bv32\nentry:\n call x := f(0bv32);\n assert not(eq(x, 7bv32));\n return;\n}\n"
	"procedure f(x : bv32) returns (y : bv32) {\n var h : bv32\nhead:\n y := x;\n havoc h;\n"
	" branch bvult(h, x), body, exit;\nbody:\n call y := f(bvadd(x, 1bv32));\n return;\nexit:\n return;\n}\n";

/* Every havoc gives the next of these numbers; gotos choose the shortcut, which comes first, `leaps` times. */
struct told {
	uint64_t numbers[8];
	uint32_t next, leaps;
};

static bool tell(void *context, const struct run *run, const struct procedure *proc, const struct statement *s,
		 struct value *out)
{
	struct told *told = context;
	(void)run, (void)proc, (void)s;
	*out = value_word(32, told->numbers[told->next++ % 8]);
	return true;
}

static uint32_t choose(void *context, const struct run *run, const struct procedure *proc, const struct block *block)
{
	struct told *told = context;
	(void)run, (void)proc;
	return told->leaps ? (told->leaps--, 0) : block->terminator.target_count - 1;
}

static enum run_end execute(const struct program *p, struct told told, uint64_t *end, uint64_t *sum)
{
	struct run *run = run_new(p);
	struct run_options options = { .hooks = { .context = &told, .havoc = tell, .choice = choose } };
	enum run_end how = run_execute(run, &options)->end;
	*end = run_value(run, p->globals[0])->word;
	*sum = run_value(run, p->globals[1])->word;
	run_free(run);
	return how;
}

static void test_widen(void)
{
	struct program *p = program_of(counting);
	const struct procedure *f = program_procedure(p, "f");
	uint64_t end, sum;
	ok(loops_widen(p), "a loop is given something");
	ok(f->in_count == 4 && !strcmp(f->variables[3]->name, "k") && f->variables[3]->kind == VARIABLE_IN,
	   "which is read behind it");
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_CALL)
			ok(at.statement->argument_count == 4 &&
				   program_variable_of(p, at.statement->arguments[3])->procedure == at.procedure,
			   "%s passes its own", at.procedure->name);
	is_int(execute(p, (struct told){ .numbers = { 5, 9 } }, &end, &sum), RUN_RETURNED, "it does what it did");
	ok(end == 5 && sum == 10, "with the same results");
	is_int(execute(p, (struct told){ .numbers = { 5, 5 } }, &end, &sum), RUN_VIOLATED, "and the same violations");
	program_free(p);
	p = program_of(asking);
	ok(!loops_widen(p), "nothing is given where nothing is read");
	program_free(p);
}

static void test_shorten(void)
{
	struct program *p = program_of(counting);
	uint64_t end, sum;
	ok(loops_shorten(p), "a loop with a shortcut");
	execute(p, (struct told){ .numbers = { 5, 9 } }, &end, &sum);
	ok(end == 5 && sum == 10, "the long way");
	/* n, k, then the number of rounds */
	enum run_end how = execute(p, (struct told){ .numbers = { 1000, 9, 1000 }, .leaps = 1 }, &end, &sum);
	ok(how == RUN_RETURNED && end == 1000 && sum == 499500, "the shortcut, all the way");
	how = execute(p, (struct told){ .numbers = { 1000, 9, 300, 400 }, .leaps = 2 }, &end, &sum);
	ok(how == RUN_RETURNED && end == 1000 && sum == 499500, "two of them, then the long way");
	how = execute(p, (struct told){ .numbers = { UINT32_MAX, 9, UINT32_MAX }, .leaps = 1 }, &end, &sum);
	ok(how == RUN_RETURNED && end == UINT32_MAX && sum == 2147483649, "sums wrap around");
	how = execute(p, (struct told){ .numbers = { 1000, 9, 1001 }, .leaps = 1 }, &end, &sum);
	is_int(how, RUN_BLOCKED, "a round too many");
	how = execute(p, (struct told){ .numbers = { 1000, 9, 0 }, .leaps = 1 }, &end, &sum);
	is_int(how, RUN_BLOCKED, "none is no round");
	how = execute(p, (struct told){ .numbers = { 0, 9, 1 }, .leaps = 1 }, &end, &sum);
	is_int(how, RUN_BLOCKED, "nor where the first would not be made");
	program_free(p);
	p = program_of(asking);
	ok(!loops_shorten(p), "no shortcut where rounds ask for something");
	program_free(p);
}

int main(void)
{
	test_widen();
	test_shorten();
	return done_testing();
}
