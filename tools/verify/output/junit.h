/* Results as JUnit XML, as CI systems read it. There is no standard; docs/junit.xsd says what is written. */
#ifndef PLUMB_JUNIT_H
#define PLUMB_JUNIT_H

#include "report.h"
#include "stream.h"

/* A suite for each file, in it a test case for each function and check: failed with the traces of what is violated, skipped where
 * something is not decided. Names have no line numbers, so that a case is the same in the next version. First comes a suite of the
 * verdicts, with what is assumed as properties. */
void junit_write(struct output *out, const struct report *report);

#endif
