/* The trace of a known execution, word for word, and what of it the violation depends on. */
#include "history.h"
#include "program_text.h"
#include "trace.h"

static const char text[] =
	"plumb 1 {entry \"$start\"} {pointer 64}\n"
	"global $size : [bv32]bv64 {role \"size\"}\nglobal $state : [bv32]bv8 {role \"state\"}\n"
	"procedure $start() {\nentry:\n call main();\n return;\n}\n"
	"procedure main() {c \"main\"} {\n var x : bv32 {c \"x\" \"int\"}\n var noise : bv32 {c \"noise\" \"unsigned "
	"int\"}\n"
	" var p : bv96 {c \"p\" \"int *\"} {pointer 1}\n var o : bv32\nentry:\n"
	" noise := 7bv32 {text \"noise = 7\"} {at \"a.c\" 2 1};\n"
	" havoc x {text \"x = source()\"} {id 1} {at \"a.c\" 3 1};\n"
	" fresh o {text \"p = malloc(4)\"} {creates \"heap\" \"malloc\"} {id 2} {at \"a.c\" 4 1};\n"
	" $size := $size[o := 4bv64] {at \"a.c\" 4 1};\n $state := $state[o := 3bv8] {at \"a.c\" 4 1};\n"
	" p := concat(o, 0bv64) {text \"p = malloc(4)\"} {at \"a.c\" 4 1};\n"
	" branch bvslt(x, 0bv32), then, else {text \"x < 0\"} {at \"a.c\" 5 1};\n"
	"then:\n x := bvadd(x, 1bv32) {text \"x++\"} {at \"a.c\" 6 1};\n goto else {at \"a.c\" 6 1};\n"
	"else:\n noise := bvadd(noise, 1bv32) {text \"noise++\"} {at \"a.c\" 7 1};\n"
	" assert and(not(eq(x, 4294967294bv32)), eq($state[extract(95, 64, p)], 3bv8)) {text \"*p = x\"} {check "
	"\"uaf\"}"
	" {message \"wrong\"} {at \"a.c\" 8 1};\n return;\n}\n";

static struct arena *arena;

static char *trace_of(struct program *p, const struct counterexample *c, bool full, struct trace_steps *steps)
{
	struct output *out = output_memory();
	size_t length;
	trace_write(out, p, c, full, arena, steps);
	const char *written = output_text(out, &length);
	char *copy = memory_copy_string(written, length);
	output_close(out, NULL);
	return copy;
}

static void test_text(struct program *p, const struct counterexample *c)
{
	struct trace_steps steps = { 0 }, all = { 0 };
	char *shown = trace_of(p, c, false, &steps), *full = trace_of(p, c, true, &all);
	is_str(shown,
	       "objects:\n  object1: 4 bytes allocated at a.c:4 by malloc in main; the pointer is at offset 0\ntrace:\n"
	       "  a.c:3: main: x = source()    [x = -3]\n"
	       "  a.c:4: main: p = malloc(4)    [p = &object1]\n"
	       "  a.c:5: main: x < 0    [true]\n"
	       "  a.c:6: main: x++    [x = -2]\n"
	       "  a.c:8: main: *p = x\n"
	       "  (2 more lines on which the violation does not depend; --full-trace shows them)\n",
	       "the lines that matter, with the values that they set");
	ok(strstr(full, "  a.c:2: main: noise = 7    [noise = 7]\n") && strstr(full, "noise++    [noise = 8]\n") &&
		   !strstr(full, "--full-trace"),
	   "the full trace has all of them");
	is_int(steps.count, 5, "steps are the lines");
	is_int(all.count, 7, "of the full trace too");
	is_str(steps.at[0].text, "x = source()    [x = -3]", "their text is without the place");
	is_int(steps.at[0].location.line, 3, "which they have apart");
	is_str(steps.at[4].function, "main", "as the function");
	vec_free(&steps);
	vec_free(&all);
	memory_free(shown);
	memory_free(full);
}

static void test_history(struct program *p, const struct counterexample *c)
{
	struct history *h = history_new(p, c);
	ok(history_complete(h), "a short execution is remembered");
	struct history_objects objects = history_objects(h);
	is_int(objects.count, 1, "the assertion is about one object");
	ok(objects.at[0].has_size && objects.at[0].size == 4 && !objects.at[0].ended, "4 bytes that are still there");
	is_int(objects.at[0].made.line, 4, "made in line 4");
	vec_free(&objects);
	history_free(h);
}

static void test_freed(void)
{
	struct program *p = program_of(
		"plumb 1 {entry \"main\"} {pointer 64}\nglobal $size : [bv32]bv64 {role \"size\"}\nglobal $state : "
		"[bv32]bv8 {role \"state\"}\n"
		"procedure main() {c \"main\"} {\n var p : bv96 {c \"p\" \"int *\"} {pointer 1}\n var o : "
		"bv32\nentry:\n"
		" fresh o {creates \"heap\" \"malloc\"} {at \"a.c\" 4 1};\n"
		" $size := $size[o := 1bv64] {at \"a.c\" 4 1};\n $state := $state[o := 3bv8] {at \"a.c\" 4 1};\n"
		" p := concat(o, 8bv64) {text \"p = malloc(1) + 8\"} {at \"a.c\" 4 1};\n"
		" $state := $state[o := 5bv8] {text \"free(p)\"} {at \"a.c\" 5 1};\n"
		" assert eq($state[extract(95, 64, p)], 3bv8) {text \"*p\"} {check \"uaf\"} {at \"a.c\" 6 1};\n "
		"return;\n}\n");
	struct counterexample c = { .inputs = inputs_new() };
	struct trace_steps steps = { 0 };
	char *written = trace_of(p, &c, false, &steps);
	ok(strstr(written, "object1: 1 byte allocated at a.c:4 by malloc in main"), "an object of one byte");
	ok(strstr(written, "at a.c:5 in main"), "that was ended in line 5");
	ok(strstr(written, "the pointer is at offset 8"), "and is pointed into");
	vec_free(&steps);
	memory_free(written);
	inputs_free(c.inputs);
	program_free(p);
}

int main(void)
{
	struct program *p = program_of(text);
	struct counterexample c = { .inputs = inputs_of("id 1 = -3\n") };
	arena = arena_new();
	test_text(p, &c);
	test_history(p, &c);
	test_freed();
	arena_free(arena);
	inputs_free(c.inputs);
	program_free(p);
	return done_testing();
}
