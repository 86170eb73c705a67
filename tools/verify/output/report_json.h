/* The document of --json: docs/report.schema.json. What a worker has found goes to the process that watches it in the same form. */
#ifndef PLUMB_REPORT_JSON_H
#define PLUMB_REPORT_JSON_H

#include "arena.h"
#include "report.h"
#include "stream.h"

void report_json_write(struct output *out, const struct report *report);
void report_json_write_line(struct output *out, const struct report *report); /* the same on one line */
/* A member of its "runs", on one line. */
void report_run_write(struct output *out, const struct report_run *run);

/* What these have written. Strings go to the arena. False: it is none of them; there is something to release all the same. */
bool report_json_read(struct report *report, const char *text, size_t length, struct arena *arena);
bool report_run_read(struct report_run *run, const char *text, size_t length, struct arena *arena);

/* Frees the lists; nothing is in them any more. */
void report_release(struct report *report);
void report_run_release(struct report_run *run);

#endif
