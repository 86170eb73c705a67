/* The C file of --replay: it compiles, and leads a program to what was recorded. */
#include "harness.h"

#include <sys/wait.h>
#include <unistd.h>

#include "program_text.h"

static const char text[] =
	"plumb 1 {entry \"$start\"} {pointer 64} {main \"main\"} {source \"program.c\"} {external \"source\" \"int\"}"
	" {external \"wide\" \"unsigned long\"}\n"
	"global defined_nowhere : bv32\n"
	"procedure $start() {\nentry:\n"
	" havoc defined_nowhere {input \"defined_nowhere\" \"int\"} {id 9} {at \"program.c\" 1 1};\n"
	" call main();\n return;\n}\n"
	"procedure main() {c \"main\"} {\n var x : bv32\n var y : bv32\n var w : bv64\n var p : bv32\nentry:\n"
	" havoc x {input \"source\" \"int\"} {id 1} {at \"program.c\" 4 1};\n"
	" havoc y {input \"source\" \"int\"} {id 1} {at \"program.c\" 4 1};\n"
	" havoc w {input \"wide\" \"unsigned long\"} {id 2} {at \"program.c\" 5 1};\n"
	" assert false {at \"program.c\" 8 1} {check \"div\"} {message \"division by zero */ in 'x'\"};\n return;\n}\n";

static const char program[] = "int source(void);\nunsigned long wide(void);\nextern int defined_nowhere;\n"
			      "int main(void)\n{\n"
			      "\treturn source() == -3 && source() == 70000 && wide() == 0xfedcba9876543210ul && "
			      "defined_nowhere == 55 ? 42 : 1;\n}\n";

static char folder[] = "harness-XXXXXX";

static void write_file(const char *name, const char *content)
{
	char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *f = fopen(path, "w");
	ok(f && fputs(content, f) >= 0 && fclose(f) == 0, "%s is written", name);
}

static int in_folder(const char *command)
{
	char line[1024];
	snprintf(line, sizeof line, "cd %s && %s", folder, command);
	int status = system(line);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The command that the head tells to compile with. */
static void compile_command(const char *written, char *command, size_t size)
{
	const char *at = strstr(written, " *     gcc ");
	ok(at && strcspn(at, "\n") < size, "the head says how it is compiled");
	snprintf(command, size, "%.*s", at ? (int)strcspn(at, "\n") - 7 : 0, at ? at + 7 : "");
}

static void test_compile(const char *written)
{
	char command[512];
	compile_command(written, command, sizeof command);
	if (system("command -v gcc >/dev/null 2>&1") != 0 || !mkdtemp(folder)) {
		tap_skip("no C compiler");
		return;
	}
	write_file("replay.c", written);
	write_file("program.c", program);
	is_int(in_folder("gcc -fsyntax-only replay.c"), 0, "the file compiles");
	is_int(in_folder(command), 0, "and links with the program");
	is_int(in_folder("./replay"), 42, "which then gets what was recorded");
	is_int(in_folder("rm replay replay.c program.c && cd .. && rmdir harness-??????"), 0, "nothing is left");
}

static void test_names(void)
{
	ok(harness_is_name("main") && harness_is_name("_x9") && !harness_is_name("9x") && !harness_is_name("a.b") &&
		   !harness_is_name("") && !harness_is_name("a;b"),
	   "what is a C identifier");
	ok(harness_is_wrapped("getenv"), "references to a function that the C library has are redirected");
	ok(!harness_is_wrapped("__VERIFIER_nondet_int"), "those to one that only verifiers have are not");
	struct value zero = value_word(32, 0), one = value_word(32, 1);
	ok(harness_is_zero(&zero) && !harness_is_zero(&one), "zero");
	ok(harness_type("struct s") == NULL, "structures cannot be set");
}

int main(void)
{
	static const char *const flags[] = { "-DN=1", "-I", "a b" };
	struct program *p = program_of(text);
	struct counterexample c = { .inputs = inputs_of(
					    "id 1 = -3\nid 1 = 70000\nid 2 = 0xfedcba9876543210\nid 9 = 55\n") };
	struct recording r;
	ok(recording_make(&r, p, &c), "an execution to repeat");
	struct harness_options options = { .file = "replay.c", .compiler = flags, .compiler_count = 3 };
	struct output *out = output_memory();
	size_t length;
	harness_write(out, p, &options, &r);
	const char *written = output_text(out, &length);
	ok(strstr(written, "program.c:8: main: division by zero"), "the head says what is violated");
	ok(strstr(written, " -DN=1 -I 'a b' "), "the program's flags");
	ok(strstr(written, " replay.c program.c -lm\n"), "with the program");
	ok(!strstr(written, "ir-opt"), "the program was not optimised");
	const char *end = strstr(written, "*/");
	ok(end && !strncmp(end, "*/\n", 3), "a message cannot end the comment");
	test_compile(written);
	output_close(out, NULL);
	options.optimised = true;
	out = output_memory();
	harness_write(out, p, &options, &r);
	ok(strstr(output_text(out, &length), "had been through ir-opt"), "what may be missing is said");
	output_close(out, NULL);
	test_names();
	recording_free(&r);
	inputs_free(c.inputs);
	program_free(p);
	return done_testing();
}
