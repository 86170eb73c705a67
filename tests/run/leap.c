/* Leaps: an execution that skips rounds of loops ends as one that does not, in the same state; and rounds are skipped where they can be. */
#include "leap_form.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir.h"
#include "read.h"
#include "run.h"
#include "stream.h"
#include "tap.h"

enum { VARIABLES = 4, PROGRAMS = 2000, MOST_STEPS = 1 << 18 };

/* --- executions --- */

struct leaps {
	uint64_t count, rounds;
};

static void note_leap(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
		      uint64_t rounds)
{
	struct leaps *leaps = context;
	(void)run, (void)proc, (void)block;
	leaps->count++;
	leaps->rounds += rounds;
}

static struct run_options options_for(struct leaps *leaps, uint64_t max_steps)
{
	return (struct run_options){ .hooks = { .context = leaps, .leap = note_leap },
				     .leap = leaps != NULL,
				     .max_steps = max_steps,
				     .max_depth = 1 << 19 };
}

static struct program *program_of(const char *text)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct program *p = program_read_text("test", text, strlen(text), &diags);
	diagnostics_print(&diags, "test", stdout);
	diagnostics_release(&diags);
	return p;
}

static bool is_limit(const struct run_result *r)
{
	return r->end == RUN_LIMIT;
}

/* Do both end in the same way, and with the same globals? */
static bool same_end(const struct program *p, struct run *a, struct run *b, const struct run_result *x,
		     const struct run_result *y)
{
	bool same = x->end == y->end && x->statement == y->statement && x->block == y->block;
	for (uint32_t i = 0; same && i < p->global_count; i++)
		same = run_value(a, p->globals[i])->word == run_value(b, p->globals[i])->word;
	return same;
}

/* --- random loops --- */

struct writer {
	struct output *out;
	uint64_t state;
	uint32_t widths[VARIABLES];
	bool counts;
};

static uint64_t draw(struct writer *w, uint64_t below)
{
	w->state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t z = (w->state ^ (w->state >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return (z ^ (z >> 31)) % below;
}

static void put(struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct writer *w, const char *format, ...)
{
	char text[400];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	output_string(w->out, text);
}

static void put_constant(struct writer *w, uint32_t width)
{
	static const uint64_t usual[] = { 0, 1, 1, 1, 2, 3, 7, 100, 1000, UINT64_MAX, UINT64_MAX - 1, UINT64_MAX / 2 };
	uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
	uint64_t value = draw(w, 4) ? usual[draw(w, sizeof usual / sizeof *usual)] : draw(w, UINT64_MAX);
	if (value == UINT64_MAX / 2)
		value = mask / 2;
	put(w, "%" PRIu64 "bv%" PRIu32, value & mask, width);
}

/* A variable as so many bits. */
static void put_variable(struct writer *w, uint32_t width)
{
	uint32_t i = (uint32_t)draw(w, VARIABLES), has = w->widths[i];
	if (has == width)
		put(w, "v%" PRIu32, i);
	else if (has > width)
		put(w, "extract(%" PRIu32 ", 0, v%" PRIu32 ")", width - 1, i);
	else
		put(w, "%s(%" PRIu32 ", v%" PRIu32 ")", draw(w, 2) ? "sext" : "zext", width, i);
}

/* Mostly true, so that the loop goes on. */
static void put_long_condition(struct writer *w)
{
	uint32_t i = w->counts ? VARIABLES - 1 : (uint32_t)draw(w, VARIABLES);
	uint64_t most = w->widths[i] < 64 ? (UINT64_C(1) << w->widths[i]) - 1 : UINT64_MAX;
	uint64_t limit = most - draw(w, most / 2);
	switch (draw(w, 4)) {
	case 0:
		put(w, "not(eq(v%" PRIu32 ", %" PRIu64 "bv%" PRIu32 "))", i, limit, w->widths[i]);
		return;
	case 1:
		put(w, "bvslt(v%" PRIu32 ", %" PRIu64 "bv%" PRIu32 ")", i, limit / 2, w->widths[i]);
		return;
	default:
		put(w, "bvult(v%" PRIu32 ", %" PRIu64 "bv%" PRIu32 ")", i, limit, w->widths[i]);
	}
}

static void put_condition(struct writer *w)
{
	static const char *const names[] = { "eq", "bvult", "bvule", "bvslt", "bvsle" };
	uint32_t width = w->widths[draw(w, VARIABLES)];
	bool negated = draw(w, 3) == 0;
	put(w, "%s%s(", negated ? "not(" : "", names[draw(w, 5)]);
	put_variable(w, width);
	put(w, ", ");
	if (draw(w, 3))
		put_constant(w, width);
	else
		put_variable(w, width);
	put(w, ")%s", negated ? ")" : "");
}

static void put_term(struct writer *w, uint32_t width)
{
	static const char *const names[] = { "bvadd", "bvadd",  "bvadd", "bvsub", "bvmul",
					     "bvand", "bvurem", "bvxor", "bvshl" };
	switch (draw(w, 10)) {
	case 0:
		put_variable(w, width);
		return;
	case 1:
		put_constant(w, width);
		return;
	case 2:
		put(w, "%s(", draw(w, 2) ? "bvneg" : "bvnot");
		put_variable(w, width);
		put(w, ")");
		return;
	case 3:
		put(w, "ite(");
		put_condition(w);
		put(w, ", ");
		put_variable(w, width);
		put(w, ", ");
		put_constant(w, width);
		put(w, ")");
		return;
	default:
		put(w, "%s(", names[draw(w, 9)]);
		put_variable(w, width);
		put(w, ", ");
		if (draw(w, 2))
			put_constant(w, width);
		else
			put_variable(w, width);
		put(w, ")");
	}
}

/* Mostly what loops do: add a constant or another variable. Sometimes what is no sum, of itself as the second operand. */
static void put_step(struct writer *w, uint32_t i)
{
	static const char *const others[] = { "bvudiv", "bvurem", "bvxor", "bvor", "bvlshr", "bvmul", "bvsub" };
	put(w, "  v%" PRIu32 " := ", i);
	if (draw(w, 6) == 0) {
		put(w, "%s(", others[draw(w, sizeof others / sizeof *others)]);
		put_variable(w, w->widths[i]);
		put(w, ", v%" PRIu32 ");\n", i);
		return;
	}
	if (draw(w, 3)) {
		put(w, "%s(v%" PRIu32 ", ", draw(w, 4) ? "bvadd" : "bvsub", i);
		if (draw(w, 2))
			put_constant(w, w->widths[i]);
		else
			put_variable(w, w->widths[i]);
		put(w, ")");
	} else {
		put_term(w, w->widths[i]);
	}
	put(w, ";\n");
}

static void put_list(struct writer *w, const char *prefix, bool types)
{
	for (uint32_t i = 0; i < VARIABLES; i++) {
		put(w, "%s%s%" PRIu32, i ? ", " : "", prefix, i);
		if (types)
			put(w, " : bv%" PRIu32, w->widths[i]);
	}
}

/* In most programs the last variable counts, and nothing else changes it. */
static void put_body(struct writer *w)
{
	uint32_t steps = 1 + (uint32_t)draw(w, 3), last = VARIABLES - 1, from = w->counts ? last : VARIABLES;
	for (uint32_t i = 0; i < steps; i++)
		put_step(w, (uint32_t)draw(w, from));
	if (w->counts)
		put(w, "  v%" PRIu32 " := bvadd(v%" PRIu32 ", 1bv%" PRIu32 ");\n", last, last, w->widths[last]);
	if (draw(w, 6) == 0) {
		put(w, "  assert ");
		if (draw(w, 3))
			put_long_condition(w);
		else
			put_condition(w);
		put(w, ";\n");
	}
	if (draw(w, 3) == 0) {
		put(w, "  call v0 := add(v0, v%d);\n", w->widths[1] == w->widths[0] ? 1 : 0);
	}
	put(w, "  branch ");
	put_condition(w);
	put(w, ", then, again;\nthen:\n");
	put_step(w, (uint32_t)draw(w, from));
	put(w, "  goto again;\n");
}

static void put_globals(struct writer *w)
{
	static const uint32_t widths[] = { 8, 8, 9, 10, 12, 12, 13, 16, 32, 64 };
	w->counts = draw(w, 4);
	for (uint32_t i = 0; i < VARIABLES; i++) {
		w->widths[i] = widths[draw(w, sizeof widths / sizeof *widths)];
		if (w->counts && i == VARIABLES - 1 && w->widths[i] > 16)
			w->widths[i] = 13;
		put(w, "global g%" PRIu32 " : bv%" PRIu32 "\n", i, w->widths[i]);
	}
	put(w,
	    "procedure add(a : bv%" PRIu32 ", b : bv%" PRIu32 ") returns (r : bv%" PRIu32
	    ") {\nx:\n  r := bvadd(a, b);\n  return;\n}\n",
	    w->widths[0], w->widths[0], w->widths[0]);
}

static void put_locals(struct writer *w)
{
	for (uint32_t i = 0; i < VARIABLES; i++)
		put(w, "  var v%" PRIu32 " : bv%" PRIu32 "\n", i, w->widths[i]);
}

static void put_start(struct writer *w)
{
	for (uint32_t i = 0; i < VARIABLES; i++) {
		put(w, "  v%" PRIu32 " := ", i);
		put_constant(w, w->widths[i]);
		put(w, ";\n");
	}
}

static void put_end(struct writer *w)
{
	for (uint32_t i = 0; i < VARIABLES; i++)
		put(w, "  g%" PRIu32 " := v%" PRIu32 ";\n", i, i);
	put(w, "  return;\n}\n");
}

/* A cycle of blocks. */
static void put_cycle(struct writer *w)
{
	put(w, "procedure main() {\n");
	put_locals(w);
	put(w, "entry:\n");
	put_start(w);
	put(w, "  goto head;\nhead:\n  branch ");
	put_long_condition(w);
	put(w, ", body, out;\nbody:\n");
	put_body(w);
	put(w, "again:\n  goto head;\nout:\n");
	put_end(w);
}

/* A procedure that calls itself. */
static void put_calls(struct writer *w)
{
	put(w, "procedure loop(");
	put_list(w, "v", true);
	put(w, ") returns (");
	put_list(w, "r", true);
	put(w, ") {\nhead:\n");
	for (uint32_t i = 0; i < VARIABLES; i++)
		put(w, "  r%" PRIu32 " := v%" PRIu32 ";\n", i, i);
	put(w, "  branch ");
	put_long_condition(w);
	put(w, ", body, out;\nbody:\n");
	put_body(w);
	put(w, "again:\n  call ");
	put_list(w, "r", false);
	put(w, " := loop(");
	put_list(w, "v", false);
	put(w, ");\n  return;\nout:\n  return;\n}\nprocedure main() {\n");
	put_locals(w);
	put(w, "entry:\n");
	put_start(w);
	put(w, "  call ");
	put_list(w, "v", false);
	put(w, " := loop(");
	put_list(w, "v", false);
	put(w, ");\n");
	put_end(w);
}

struct counts {
	uint32_t compared, wrong, leapt;
};

static void compare(const char *text, uint32_t seed, struct counts *counts)
{
	struct program *p = program_of(text);
	struct run *plain = run_new(p), *leaping = run_new(p);
	struct leaps leaps = { 0 };
	struct run_options with = options_for(&leaps, MOST_STEPS), without = options_for(NULL, MOST_STEPS);
	const struct run_result *x = run_execute(plain, &without);
	if (!is_limit(x)) {
		const struct run_result *y = run_execute(leaping, &with);
		counts->compared++;
		counts->leapt += leaps.count != 0;
		if (!same_end(p, plain, leaping, x, y)) {
			counts->wrong++;
			printf("# seed %u: %s, with leaps %s\n", seed, run_end_text(x), run_end_text(y));
		}
	}
	run_free(plain);
	run_free(leaping);
	program_free(p);
}

static void random_loops(uint32_t programs)
{
	struct counts counts = { 0 };
	for (uint32_t seed = 1; seed <= programs; seed++) {
		struct writer w = { .out = output_memory(), .state = seed };
		put(&w, "plumb 1 {entry \"main\"}\n");
		put_globals(&w);
		if (seed % 2)
			put_cycle(&w);
		else
			put_calls(&w);
		compare(output_text(w.out, NULL), seed, &counts);
		output_close(w.out, NULL);
	}
	is_int(counts.wrong, 0, "random loops end in the same way (%u compared)", counts.compared);
	printf("# %u of %u programs with leaps\n", counts.leapt, counts.compared);
	ok(counts.leapt >= counts.compared / 20, "and some of them with leaps");
}

/* --- what is leapt over --- */

struct example {
	const char *name, *start, *condition, *body;
	uint64_t x, y; /* at the end */
};

static const struct example examples[] = {
	{ "a counter", "x := 0bv32; y := 0bv64;", "bvult(x, 268435455bv32)", "x := bvadd(x, 2bv32);", 268435456, 0 },
	{ "a sum of 64 bits", "x := 0bv32; y := 0bv64;", "bvult(x, 3000000000bv32)",
	  "y := bvadd(y, zext(64, x)); x := bvadd(x, 1bv32);", 3000000000, UINT64_C(4499999998500000000) },
	{ "a sum of signed numbers", "x := 2147483648bv32; y := 0bv64;", "bvslt(x, 2147483647bv32)",
	  "y := bvadd(y, sext(64, x)); x := bvadd(x, 1bv32);", 2147483647, UINT64_C(0) - UINT64_C(4294967295) },
	{ "downwards to zero", "x := 4000000000bv32; y := 1bv64;", "not(eq(x, 0bv32))",
	  "x := bvsub(x, 1bv32); y := bvadd(y, 5bv64);", 0, UINT64_C(20000000001) },
	{ "a quadratic condition", "x := 0bv32; y := 0bv64;", "bvult(y, 1000000000000000bv64)",
	  "y := bvadd(y, zext(64, x)); x := bvadd(x, 1bv32);", 44721361, UINT64_C(1000000042485480) },
	{ "through its width", "x := 5bv32; y := 0bv64;", "not(eq(x, 4bv32))",
	  "x := bvadd(x, 1bv32); y := bvadd(y, 1bv64);", 4, UINT64_C(4294967295) },
};

static const struct example unlike[] = {
	{ "exclusive or", "x := 0bv32; y := 0bv64;", "bvult(x, 599bv32)",
	  "y := bvxor(zext(64, x), y); x := bvadd(x, 1bv32);", 599, 599 },
	{ "remainder", "x := 0bv32; y := 0bv64;", "bvult(x, 600bv32)",
	  "y := bvurem(bvadd(zext(64, x), y), 1000bv64); x := bvadd(x, 1bv32);", 600, 700 },
	{ "a divisor", "x := 0bv32; y := 1bv64;", "bvult(x, 600bv32)",
	  "y := bvudiv(zext(64, x), y); x := bvadd(x, 1bv32);", 600, UINT64_MAX },
	{ "one that doubles", "x := 0bv32; y := 1bv64;", "bvult(x, 600bv32)",
	  "y := bvxor(bvadd(y, y), extract(63, 0, zext(65, y))); x := bvadd(x, 1bv32);", 600, 16843009 },
};

static void leap_over(const struct example *e, bool expected)
{
	struct writer w = { .out = output_memory() };
	put(&w,
	    "plumb 1 {entry \"main\"}\nglobal x : bv32\nglobal y : bv64\nprocedure main() {\nentry:\n  %s\n  goto "
	    "head;\n",
	    e->start);
	put(&w, "head:\n  branch %s, body, out;\nbody:\n  %s\n  goto head;\nout:\n  return;\n}\n", e->condition,
	    e->body);
	struct program *p = program_of(output_text(w.out, NULL));
	struct run *run = run_new(p);
	struct leaps leaps = { 0 };
	struct run_options options = options_for(&leaps, 10000);
	const struct run_result *r = run_execute(run, &options);
	ok(r->end == RUN_RETURNED && (leaps.count != 0) == expected, "%s: %s after %d steps", e->name, run_end_text(r),
	   (int)r->steps);
	ok(run_value(run, p->globals[0])->word == e->x && run_value(run, p->globals[1])->word == e->y, "%s: the values",
	   e->name);
	run_free(run);
	program_free(p);
	output_close(w.out, NULL);
}

/* Signed variables of C do not leave their ranges in leaps: soon, round by round; late, not at all. */
static void leave_range(const char *attributes, const char *start, enum run_end end, const char *name)
{
	struct writer w = { .out = output_memory() };
	put(&w, "plumb 1 {entry \"main\"}\nglobal x : bv32 %s\nprocedure main() {\nentry:\n  x := %s;\n  goto head;\n",
	    attributes, start);
	put(&w, "head:\n  branch bvult(x, 2147483700bv32), body, out;\nbody:\n  x := bvadd(x, 1bv32);\n  goto head;\n");
	put(&w, "out:\n  return;\n}\n");
	struct program *p = program_of(output_text(w.out, NULL));
	struct run *run = run_new(p);
	struct leaps leaps = { 0 };
	struct run_options options = options_for(&leaps, 1000000);
	is_int(run_execute(run, &options)->end, end, "%s", name);
	run_free(run);
	program_free(p);
	output_close(w.out, NULL);
}

/* --- forms --- */

static void forms(void)
{
	struct form k = { .known = true, .width = 64, .at = { 0, 1 } }, sum = form_sum(&k, 10, 64);
	int wrong = 0;
	for (uint64_t i = 0; i < 1000; i++)
		wrong += form_value(&sum, i) != 10 + i * (i - (i > 0)) / 2;
	is_int(wrong, 0, "a sum");
	struct form next = form_next(&sum), before = form_before(&next);
	ok(form_equal(&before, &sum), "one round on and back");
	is_int(form_value(&next, 7), form_value(&sum, 8), "the next round");
	struct form cubes = form_sum(&sum, 0, 64), none = form_sum(&cubes, 0, 64);
	ok(cubes.known && !none.known, "up to a degree");
	struct line line, limit = { { 100 } };
	ok(form_line(&sum, 64, false, &line), "a line");
	is_int((int)line_compare(&line, &limit, false, true, 1000), 14, "10 + C(14, 2) is not below 100");
	is_int((int)line_within(&line, 0, 100, 1000), 14, "nor at most that");
	is_int((int)line_same(&line, &limit, false, 1000), 14, "another until then");
	struct line upwards = { { 100, 1 } };
	is_int((int)line_same(&upwards, &limit, false, 1000), 0, "not another at first");
	struct line back = { { 10, -3, 1 } };
	is_int((int)line_within(&back, 0, 100, 1000), 0, "what goes down and up: nothing is said");
}

/* An argument: how many random programs. */
int main(int argc, char **argv)
{
	forms();
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
		leap_over(&examples[i], true);
	for (size_t i = 0; i < sizeof unlike / sizeof *unlike; i++)
		leap_over(&unlike[i], false);
	leave_range("", "0bv32", RUN_RETURNED, "not signed");
	leave_range("{signed 1}", "0bv32", RUN_LIMIT, "signed: after 2^31 rounds");
	leave_range("{signed 1}", "2147400000bv32", RUN_RETURNED, "signed: after a few rounds");
	random_loops(argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : PROGRAMS);
	return done_testing();
}
