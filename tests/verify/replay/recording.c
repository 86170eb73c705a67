/* What an execution took from outside, sorted by what a C program can do about it. */
#include "program_text.h"
#include "recording.h"

static const char text[] =
	"plumb 1 {entry \"$start\"} {pointer 64} {main \"main\"} {external \"source\" \"int\"}\n"
	"global g : bv32\n"
	"procedure $start() {\n var argc : bv32\nentry:\n"
	" havoc g {input \"g\" \"int\"} {id 1} {at \"a.c\" 1 1};\n"
	" havoc argc {input \"argc\" \"int\"} {id 2} {at \"a.c\" 2 1};\n call main(argc);\n return;\n}\n"
	"procedure main(argc : bv32) {c \"main\"} {\n var x : bv32\n var y : bv32\n var p : bv32\n var fails : bool\n"
	" var n : bv32\nentry:\n"
	" havoc x {input \"source\" \"int\"} {id 3} {at \"a.c\" 4 1};\n"
	" havoc y {input \"y\" \"int\"} {uninitialised} {id 4} {at \"a.c\" 5 1};\n"
	" fresh p {creates \"heap\" \"malloc\"} {id 5} {at \"a.c\" 6 1};\n"
	" havoc fails {input \"malloc fails\" \"_Bool\"} {id 6} {at \"a.c\" 6 1};\n"
	" havoc n {input \"length of a line\" \"int\"} {id 7} {at \"<library/stdio.c>\" 6 1};\n"
	" havoc x {input \"source\" \"int\"} {id 3} {at \"a.c\" 7 1};\n"
	" assert eq(x, 0bv32) {at \"a.c\" 8 1} {check \"div\"};\n return;\n}\n";

int main(void)
{
	struct program *p = program_of(text);
	struct counterexample c = { .inputs = inputs_of(
					    "id 1 = 11\nid 2 = 12\nid 3 = 13\nid 3 = 33\nid 4 = 14\nid 6 = 1\n"
					    "id 7 = 17\n") };
	struct recording r;
	ok(recording_make(&r, p, &c), "the execution violates an assertion");
	is_str(r.violation.check, "div", "the violated check");
	ok(r.results.count == 2 && r.results.at[0].value.word == 13 && r.results.at[1].value.word == 33,
	   "results of an external function, in their order");
	is_str(r.results.at[0].name, "source", "with its name");
	is_int(r.results.at[1].location.line, 7, "and their places");
	ok(r.globals.count == 1 && r.globals.at[0].value.word == 11, "a global that is defined nowhere");
	ok(r.arguments.count == 1 && r.arguments.at[0].value.word == 12, "an argument of the entry");
	ok(r.variables.count == 1 && r.variables.at[0].value.word == 14, "a variable without an initialiser");
	ok(r.others.count == 1 && r.others.at[0].value.word == 17, "what a model asked for");
	ok(r.allocations.count == 1 && r.allocations.at[0].fails, "an allocation, which fails");
	is_str(r.allocations.at[0].function, "malloc", "its function");
	is_str(r.entry, "main", "the function where it starts");
	recording_free(&r);
	inputs_free(c.inputs);
	c.inputs = inputs_of("id 3 = 1\nid 3 = 0\n");
	ok(!recording_make(&r, p, &c), "an execution without a violation is none");
	recording_free(&r);
	inputs_free(c.inputs);
	program_free(p);
	return done_testing();
}
