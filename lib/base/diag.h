/* Diagnostics as data: libraries record them, tools print them. */
#ifndef PLUMB_DIAG_H
#define PLUMB_DIAG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "vec.h"

/* A place in a source text. `file` is not owned and outlives the place; line 0 = no line. */
struct location {
	const char *file;
	uint32_t line, column; /* both from 1; column in bytes */
};

/* A stretch of a source text: its tokens [begin, end), by number. */
struct source_range {
	uint32_t begin, end;
};

/* What a diagnostic means for the exit status (status.h), see diagnostics_status(). */
enum diag_kind {
	DIAG_NOTE,
	DIAG_WARNING,
	DIAG_INPUT,       /* the input is wrong: STATUS_INPUT */
	DIAG_USAGE,       /* the command line is wrong: STATUS_USAGE */
	DIAG_UNSUPPORTED, /* a construct that is not supported: STATUS_UNSUPPORTED */
	DIAG_SYSTEM,      /* no such file, no solver, write failed: STATUS_SYSTEM */
	DIAG_INTERNAL     /* a bug of ours: STATUS_SYSTEM */
};

struct diagnostic {
	enum diag_kind kind;
	struct location location;
	char *text; /* owned by the diagnostics */
};

struct diagnostics {
	VEC(struct diagnostic) list;
	unsigned errors; /* of the kinds from DIAG_INPUT up */
};

void diagnostics_init(struct diagnostics *diags);
void diagnostics_release(struct diagnostics *diags);

void diagnose(struct diagnostics *diags, enum diag_kind kind, struct location location, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The exit status that the recorded errors ask for: 0 when there is none, else that of the first error, but
 * STATUS_UNSUPPORTED only when
 * nothing else is wrong than that something is not supported. */
int diagnostics_status(const struct diagnostics *diags);

/* Prints all as `file:line:col: error: text`, as visible.h has it, with the source line and a caret where the file
 * can be read; `tool` stands in for the place where there is none. */
void diagnostics_print(const struct diagnostics *diags, const char *tool, FILE *out);

#endif
