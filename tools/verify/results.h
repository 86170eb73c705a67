/* What all runs of a command line have found, for the outputs for programs: --json, --sarif, --junit, --html. */
#ifndef PLUMB_RESULTS_H
#define PLUMB_RESULTS_H

#include <sys/types.h>

#include "board.h"
#include "options.h"
#include "report.h"
#include "supervise.h"

struct results {
	const struct options *options;
	struct arena *arena; /* NULL: there is no such output, and nothing is kept */
	struct report report;
	double begin, run;           /* clock_now(): of all, of the run at work */
	double used;                 /* CPU seconds of child processes before that run */
	struct report_phases phases; /* of the run at work */
};

void results_begin(struct results *results, const struct options *options);
void results_release(struct results *results);

/* The next run begins. */
void results_begin_run(struct results *results);
/* Before that: where its time went. */
void results_time(struct results *results, const struct board *board);
/* It has ended with R, which may have neither run nor report. RULE: NULL, or its only one. */
void results_add(struct results *results, const struct work_result *r, const char *rule);
/* Runs that another verify has found, in the document that it wrote for --json. False: it is none. */
bool results_adopt(struct results *results, const char *text, size_t length);
/* There is none of FILE, which is relative to the folder DIRECTORY. */
void results_miss(struct results *results, const char *file, const char *directory, const char *cause);

/* Writes the files; false after an error in `diags`: then some may be missing. STATUS: of this process at its end. */
bool results_write(struct results *results, int status, struct diagnostics *diags);

#endif
