/* SAFE with a certificate, and SAFE by one. */
#ifndef PLUMB_CERTIFY_H
#define PLUMB_CERTIFY_H

#include "engine.h"
#include "stream.h"

/* Makes a certificate that task->original is safe, whatever engine said so, and confirms it. `script` gets it as SMT-LIB2, `shown` the
 * invariants for people; either may be NULL. NULL, or why there is none: then nothing that was written counts. Within the task's
 * deadline, or a minute. */
const char *certify(struct task *task, struct output *script, struct output *shown);

/* Is the program safe by this certificate? VERDICT_SAFE, or VERDICT_UNKNOWN with the reason. False: the text is damaged, and diagnostics
 * say where. */
bool certificate_check(struct task *task, struct outcome *outcome, const char *name, const char *text, size_t length);

#endif
