/* Diagnostics: what is recorded, the exit status, the printed form. */
#include "diag.h"
#include "tap.h"

static char printed[2000];

static void print(const struct diagnostics *diags)
{
	FILE *out = tmpfile();
	diagnostics_print(diags, "tool", out);
	rewind(out);
	printed[fread(printed, 1, sizeof printed - 1, out)] = 0;
	fclose(out);
}

int main(void)
{
	struct diagnostics d;
	struct location none = { 0 }, file = { "a.c", 0, 0 }, line = { "a.c", 3, 0 }, column = { "a.c", 3, 7 };
	diagnostics_init(&d);
	is_int(diagnostics_status(&d), 0, "nothing recorded: status 0");
	diagnose(&d, DIAG_WARNING, none, "careful");
	diagnose(&d, DIAG_NOTE, file, "here");
	is_int(diagnostics_status(&d), 0, "warnings and notes: status 0");
	is_int(d.errors, 0, "they are no errors");
	diagnose(&d, DIAG_UNSUPPORTED, line, "%s is not supported", "this");
	is_int(diagnostics_status(&d), 3, "not supported: status 3");
	diagnose(&d, DIAG_INPUT, column, "wrong %d", 5);
	is_int(diagnostics_status(&d), 1, "but not if something else is wrong");
	diagnose(&d, DIAG_SYSTEM, none, "lost");
	is_int(diagnostics_status(&d), 1, "of the others the first gives the status");
	is_int(d.errors, 3, "errors are counted");
	print(&d);
	is_str(printed,
	       "tool: warning: careful\na.c: note: here\na.c:3: error: this is not supported\na.c:3:7: error: wrong 5\n"
	       "tool: error: lost\n",
	       "each is printed with what is known of its place");
	diagnostics_release(&d);
	diagnose(&d, DIAG_USAGE, none, "x");
	is_int(diagnostics_status(&d), 2, "usage: status 2");
	diagnostics_release(&d);
	diagnose(&d, DIAG_SYSTEM, none, "x");
	is_int(diagnostics_status(&d), 4, "system: status 4");
	diagnostics_release(&d);
	diagnose(&d, DIAG_INPUT, none, "x");
	is_int(diagnostics_status(&d), 1, "input: status 1");
	diagnostics_release(&d);
	return done_testing();
}
