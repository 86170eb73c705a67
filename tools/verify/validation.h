/* --validate-witness: what the verdict on the program that c2ir has made of a witness (tools/c2ir/witness) says of the witness. */
#ifndef PLUMB_VALIDATION_H
#define PLUMB_VALIDATION_H

#include "options.h"
#include "stream.h"
#include "supervise.h"

struct outcome;

/* Reads what kind of witness it is. False: diagnostics say what is wrong with it. */
bool validation_begin(struct options *options, struct diagnostics *diags);
/* In the worker: is a violation one of the program, or of an invariant? Behind a report (extras.h); drafts that do not say
 * it confirm nothing. */
void validation_add(const struct options *options, const struct outcome *outcome, struct output *message);
/* In the process that watches: the first line of the report becomes that of the validation, and so does the status. */
void validation_settle(const struct options *options, struct work_result *result);

#endif
