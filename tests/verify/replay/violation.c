/* Which assertions are the same, and where a violation is in the C program. */
#include "program_text.h"
#include "violation.h"

static void test_same(void)
{
	struct program *p = program_of("plumb 1 {entry \"main\"}\n"
				       "procedure main() {\nentry:\n"
				       " assert true {at \"a.h\" 3 5} {check \"null\"};\n"
				       " assert true {at \"a.h\" 3 5} {check \"null\"};\n"
				       " assert true {at \"b.h\" 3 5} {check \"null\"};\n"
				       " assert true {at \"a.h\" 4 5} {check \"null\"};\n"
				       " assert true {at \"a.h\" 3 6} {check \"null\"};\n"
				       " assert true {at \"a.h\" 3 5} {check \"uaf\"};\n"
				       " assert true {at \"a.h\" 3 5};\n"
				       " assert true {at \"a.h\" 3 5} {check \"assert\"};\n"
				       " assert true;\n assert true;\n assert true {check \"null\"};\n return;\n}\n");
	const struct statement *a[11];
	for (uint32_t i = 0; i < 11; i++)
		a[i] = assertion_of(p, i);
	ok(violation_is_same(a[0], a[1]), "the same check at the same place is the same");
	ok(!violation_is_same(a[0], a[2]), "not in another file");
	ok(!violation_is_same(a[0], a[3]), "not in another line");
	ok(!violation_is_same(a[0], a[4]), "not in another column");
	ok(!violation_is_same(a[0], a[5]), "not of another check");
	ok(violation_is_same(a[6], a[7]), "without {check} it is of the check assert");
	ok(violation_is_same(a[8], a[9]), "those without a place are not told apart");
	ok(!violation_is_same(a[8], a[10]), "but for their check");
	ok(!violation_is_same(a[0], a[10]) && !violation_is_same(a[10], a[0]), "a place is not the same as none");
	program_free(p);
}

static void test_library(void)
{
	struct program *p =
		program_of("plumb 1 {entry \"$start\"}\n"
			   "procedure $start() {\nentry:\n call main();\n return;\n}\n"
			   "procedure main() {c \"main\"} {\nentry:\n"
			   " call memcpy$1() {at \"user.c\" 7 3};\n return;\n}\n"
			   "procedure memcpy$1() {c \"memcpy\"} {\nentry:\n"
			   " assert false {at \"<library/string.c>\" 20 4} {check \"bounds\"} {message \"too far\"};\n"
			   " return;\n}\n");
	struct run *run = run_new(p);
	struct run_options options = { 0 };
	const struct run_result *r = run_execute(run, &options);
	is_int(r->end, RUN_VIOLATED, "the library function violates its assertion");
	struct violation v = violation_of(run, r);
	is_str(v.location.file, "user.c", "which is reported in the user's file");
	is_int(v.location.line, 7, "where it is called");
	is_str(v.function, "main", "in the function that calls it");
	is_str(v.library, "memcpy", "with the library function's name");
	is_str(v.check, "bounds", "the check");
	is_str(v.message, "too far", "the message");
	is_str(violation_function(p->entry, NULL), "$start", "a procedure without a C name has its own");
	run_free(run);
	program_free(p);
}

int main(void)
{
	test_same();
	test_library();
	ok(violation_in_library((struct location){ "<library/string.c>", 1, 1 }), "a place in the library");
	ok(!violation_in_library((struct location){ "library/string.c", 1, 1 }),
	   "a file of the user that is called so");
	return done_testing();
}
