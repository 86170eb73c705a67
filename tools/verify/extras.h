/* Further outputs of a worker: what goes to --replay and --certificate, and what was found, for the outputs for
 * programs. They follow the report in its message, each as a NUL, its
 * name, a NUL, and the text: the process that watches writes them to their files, so that those of one engine
 * belong to its report. */
#ifndef PLUMB_EXTRAS_H
#define PLUMB_EXTRAS_H

#include "options.h"
#include "stream.h"

/* Writes all of it to the descriptor. */
bool write_fully(int fd, const char *text, size_t length);

#define EXTRA_REPLAY "replay"
#define EXTRA_NO_REPLAY "no replay" /* why there is none */
#define EXTRA_CERTIFICATE "certificate"
#define EXTRA_NO_CERTIFICATE "no certificate" /* why there is none */
#define EXTRA_WITNESS_YAML "witness 2.0"
#define EXTRA_WITNESS_GRAPHML "witness 1.0"
#define EXTRA_GENUINE "genuine"       /* --validate-witness: the violation is one of the program */
#define EXTRA_REFUTED "refuted"       /* it is one of an invariant: its place */
#define EXTRA_NO_WITNESS "no witness" /* why there is none */
#define EXTRA_RUN "run"               /* as report_run_write has it */
#define EXTRA_REASON "reason"         /* why a draft became the report; comes behind all others */

/* Adds a text to a message, under its name. */
void extras_add(struct output *message, const char *name, struct output *text);
/* The text of that name among those from `at` to `end`, with its length; NULL: there is none. */
const char *extras_find(const char *at, const char *end, const char *name, size_t *length);
/* Writes those that go to files of their own, and says what is missing. */
bool extras_write(const struct options *options, const char *at, const char *end, struct diagnostics *diags);

#endif
