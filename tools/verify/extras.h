/* Further outputs of a worker: what goes to --replay, --sarif and --certificate. They follow the report in its message, each as a NUL, the
 * option's name, a NUL, and the text: the process that watches writes them to their files, so that those of one engine
 * belong to its report. */
#ifndef PLUMB_EXTRAS_H
#define PLUMB_EXTRAS_H

#include "options.h"
#include "stream.h"

/* Writes all of it to the descriptor. */
bool write_fully(int fd, const char *text, size_t length);

/* Names beside "replay" and "sarif": a certificate, and why there is none. */
#define EXTRA_CERTIFICATE "certificate"
#define EXTRA_NO_CERTIFICATE "no certificate"

/* Adds a text to a message, under its name. */
void extras_add(struct output *message, const char *name, struct output *text);
/* Writes those that were sent, from `at` to `end`, to their files, and says what is missing. */
bool extras_write(const struct options *options, const char *at, const char *end, struct diagnostics *diags);

#endif
