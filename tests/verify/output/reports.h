/* What tests of the outputs for programs share: reports without a verification. */
#ifndef REPORTS_H
#define REPORTS_H

#include "report_json.h"
#include "stream.h"
#include "tap.h"

/* A violation with a trace of two steps, names and texts that need escaping. */
__attribute__((unused)) static struct report_obligation violation(const char *check, const char *file, int64_t line)
{
	struct report_obligation o = { .verdict = OBLIGATION_VIOLATED,
				       .check = check,
				       .message = "a \"quoted\"\nline\t\x01\x7f and \xc3\xa4 \xff \\ <&>'",
				       .cwe = 476,
				       .count = 1,
				       .place = { file, "a%20b.c", "main", line, 3 } };
	vec_push(&o.trace, ((struct report_step){ { "a.c", "a.c", "f", 1, 0 }, "x = 1", "x = 1", 0 }));
	vec_push(&o.trace, ((struct report_step){ { .function = "f" }, "y = \"2\"", NULL, 0 }));
	return o;
}

__attribute__((unused)) static struct report report_of(enum verdict verdict)
{
	struct report r = { .format = REPORT_FORMAT,
			    .tool = "verify",
			    .version = "1",
			    .directory = "/dir",
			    .verdict = verdict,
			    .exit_status = 20 };
	struct report_run run = { .verdict = verdict, .others = verdict, .bound = -1 };
	vec_push(&r.command_line, "verify");
	vec_push(&r.command_line, "it's.c");
	vec_push(&run.files, "a.c");
	vec_push(&r.runs, run);
	return r;
}

/* What is written; memory_free. */
__attribute__((unused)) static char *text_of(void (*write)(struct output *out, const struct report *r),
					     const struct report *r)
{
	struct output *out = output_memory();
	size_t length;
	write(out, r);
	const char *text = output_text(out, &length);
	char *copy = memory_copy_string(text, length);
	output_abandon(out);
	return copy;
}

#endif
