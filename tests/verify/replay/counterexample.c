/* A replay confirms what the program as it was read does with the inputs, and nothing else. */
#include "counterexample.h"
#include "query.h"
#include "program_text.h"

static struct arena *arena;

/* x decides which of three assertions is violated: two at the same line and column of different files. */
static const char two_files[] = "plumb 1 {entry \"main\"}\n"
				"procedure main() {c \"main\"} {\n var x : bv32\nentry:\n havoc x {id 1};\n"
				" assert not(eq(x, 5bv32)) {at \"a.h\" 3 9} {check \"assert\"};\n"
				" assert not(eq(x, 6bv32)) {at \"b.h\" 3 9} {check \"assert\"};\n"
				" assert not(eq(x, 7bv32)) {at \"b.h\" 4 9} {check \"null\"};\n"
				" return;\n}\n";

/* Replays the inputs for assertion n of the same program, as an engine saw it. NULL: confirmed. */
static const char *replayed(const char *text, const char *inputs, uint32_t n, struct violation *violation)
{
	struct program *searched = program_of(text), *original = program_of(text);
	struct counterexample c = { .inputs = inputs_of(inputs), .violated = assertion_of(searched, n) };
	const char *reason = "";
	bool confirmed = counterexample_replay(original, &c, arena, &reason);
	ok(confirmed == !reason, "a reason is given when it is not confirmed");
	if (confirmed)
		ok(c.original == assertion_of(original, n), "the assertion is that of the program as it was read");
	if (violation && confirmed)
		*violation = (struct violation){ .location = { "", c.violation.location.line,
							       c.violation.location.column } };
	inputs_free(c.inputs);
	program_free(searched);
	program_free(original);
	return reason;
}

static bool begins(const char *text, const char *with)
{
	return text && !strncmp(text, with, strlen(with));
}

static void test_two_files(void)
{
	struct violation v = { 0 };
	is_str(replayed(two_files, "id 1 = 5\n", 0, &v), NULL, "the violation in a.h is confirmed");
	is_int(v.location.line, 3, "with its line");
	is_str(replayed(two_files, "id 1 = 6\n", 1, NULL), NULL, "and the one in b.h");
	const char *other = replayed(two_files, "id 1 = 5\n", 1, NULL);
	ok(begins(other, "the counterexample does not replay on the program"),
	   "the same line and column of another file is another place");
	ok(other && strstr(other, "a.h:3"), "and the reason says where the execution went: %s", other);
	ok(replayed(two_files, "id 1 = 6\n", 0, NULL), "and the other way round");
	ok(replayed(two_files, "id 1 = 7\n", 1, NULL), "another line and check is no confirmation");
	is_str(replayed(two_files, "id 1 = 7\n", 2, NULL), NULL, "its own is");
}

static void test_wrong_inputs(void)
{
	const char *reason = replayed(two_files, "id 1 = 8\n", 0, NULL);
	ok(begins(reason, "the counterexample does not replay on the program: "), "inputs that violate nothing: %s",
	   reason);
	ok(replayed(two_files, "id 2 = 5\n", 0, NULL), "inputs for a statement that is not there");
	ok(replayed(two_files, "", 0, NULL), "no inputs");
}

static void test_approximation(void)
{
	static const char text[] = "plumb 1 {entry \"main\"}\n"
				   "procedure main() {\n var x : bv8\n var y : bv8\nentry:\n havoc x {id 1};\n"
				   " branch eq(x, 0bv8), guess, exact;\nguess:\n"
				   " havoc y {id 2} {approximate \"sine\"};\n assert eq(y, 0bv8) {at \"a.c\" 1 1};\n"
				   " return;\nexact:\n assert eq(x, 1bv8) {at \"a.c\" 2 2};\n return;\n}\n";
	const char *reason = replayed(text, "id 1 = 0\nid 2 = 3\n", 0, NULL);
	is_str(reason, "the counterexample depends on an approximation: sine",
	       "an execution through an approximation is not confirmed");
	is_str(replayed(text, "id 1 = 2\n", 1, NULL), NULL, "one that does not go there is");
}

/* From a model to inputs: the solver finds the only x and the only cell. */
static void test_model(void)
{
	static const char text[] =
		"plumb 1 {entry \"main\"}\n"
		"global m : [bv8]bv16\n"
		"procedure main() {\n var x : bv8\n var y : bv16\nentry:\n havoc x {id 1};\n goto left, right {id 2};\n"
		"left:\n return;\nright:\n y := m[x];\n"
		" assert not(and(eq(x, 200bv8), eq(y, 4660bv16))) {at \"a.c\" 9 9};\n return;\n}\n";
	struct program *p = program_of(text), *original = program_of(text);
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct vc *vc = vc_new(p, &diags);
	struct vc_policy policy = { .bound = 1, .fold_limit = 100, .share = true };
	is_int(vc_execute(vc, &policy), VC_DONE, "the program is executed symbolically");
	struct solver *solver = solver_new((enum solver_kind)0, NULL, p->bank, &diags);
	term query = query_under(p->bank, vc);
	is_int(solver_check(solver, &query, 1, SOLVER_NO_DEADLINE), REPLY_SAT, "it can be violated");
	struct counterexample c;
	const char *reason;
	ok(counterexample_of_vc(p, vc, solver, NULL, NULL, arena, &c, &reason), "the model is an execution");
	ok(!reason && c.violated == assertion_of(p, 0) && c.procedure == p->entry, "that violates the assertion");
	struct output *out = output_memory();
	size_t length;
	inputs_write(c.inputs, out);
	const char *inputs = output_text(out, &length);
	ok(strstr(inputs, "id 1 = 200\n") || strstr(inputs, "id 1 = 0xc8\n"), "the input that it needs");
	ok(strstr(inputs, "id 2 = 1\n"), "the way that it takes");
	ok(strstr(inputs, "initial m = {"), "the cell that it reads");
	ok(counterexample_replay(original, &c, arena, &reason), "and it replays");
	output_close(out, NULL);
	inputs_free(c.inputs);
	solver_free(solver);
	vc_free(vc);
	program_free(p);
	program_free(original);
	diagnostics_release(&diags);
}

int main(void)
{
	arena = arena_new();
	test_two_files();
	test_wrong_inputs();
	test_approximation();
	test_model();
	arena_free(arena);
	return done_testing();
}
