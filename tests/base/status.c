/* The table of exit statuses: every tool has one meaning, and only one, for each number that it ends with. */
#include "status.h"

#include <string.h>

#include "diag.h"
#include "tap.h"

static const char *const tools[] = { "c2ir", "ir-opt", "vcgen", "verify" };

static const char *meaning(const char *tool, int status)
{
	const char *found = NULL;
	unsigned rows = 0;
	for (size_t i = 0; i < status_count(); i++)
		if ((int)status_at(i)->status == status && status_concerns(status_at(i), tool)) {
			found = status_at(i)->meaning;
			rows++;
		}
	ok(rows <= 1, "%s: status %d has one meaning", tool, status);
	return found;
}

static void every_tool(const char *tool)
{
	for (int status = 0; status <= 4; status++) {
		const char *text = meaning(tool, status);
		ok(text && *text, "%s: status %d has a meaning", tool, status);
	}
	bool verify = !strcmp(tool, "verify"), run = !strcmp(tool, "ir-opt");
	ok((meaning(tool, 10) != NULL) == (verify || run), "%s: 10 is for what finds violated assertions", tool);
	ok((meaning(tool, 20) != NULL) == verify, "%s: 20 is for what gives verdicts", tool);
}

static int status_of(enum diag_kind kind)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	diagnose(&diags, kind, (struct location){ 0 }, "something");
	int status = diagnostics_status(&diags);
	diagnostics_release(&diags);
	return status;
}

int main(void)
{
	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
		every_tool(tools[i]);
	ok(!status_concerns(status_at(0), "ir") && !status_concerns(status_at(0), "opt"), "whole names only");
	is_int(status_of(DIAG_WARNING), STATUS_DONE, "a warning is no failure");
	is_int(status_of(DIAG_INPUT), STATUS_INPUT, "wrong input");
	is_int(status_of(DIAG_USAGE), STATUS_USAGE, "wrong usage");
	is_int(status_of(DIAG_UNSUPPORTED), STATUS_UNSUPPORTED, "not supported");
	is_int(status_of(DIAG_SYSTEM), STATUS_SYSTEM, "the system");
	is_int(status_of(DIAG_INTERNAL), STATUS_SYSTEM, "a bug");
	return done_testing();
}
