/* Findings that are known (--baseline=FILE): they are neither reported nor counted. A line for each, without line numbers, which
 * other changes of the file move: "FILE: MESSAGE [CHECK]". Other lines, as comments, know nothing, and stay. */
#ifndef PLUMB_BASELINE_H
#define PLUMB_BASELINE_H

#include <stdbool.h>

#include "diag.h"
#include "stream.h"
#include "string_list.h"

struct baseline {
	struct string_list known; /* all lines; memory_free */
};

/* No file by that name is an empty baseline if MAY_BE_MISSING. False after an error in `diags`. */
bool baseline_read(struct baseline *baseline, const char *path, bool may_be_missing, struct diagnostics *diags);
void baseline_release(struct baseline *baseline);

/* The finding that a line "FILE:LINE:COLUMN: error: MESSAGE [CHECK]" reports, as a baseline has it (memory_free). NULL: it reports none. */
char *baseline_entry(const char *line, size_t length);
bool baseline_has(const struct baseline *baseline, const char *entry);
/* Adds an entry, if it is new. */
void baseline_add(struct baseline *baseline, const char *entry);
/* Adds to the file what it has not: other runs of a build may have added to it since it was read. */
bool baseline_write(const struct baseline *baseline, const char *path, struct diagnostics *diags);

#endif
