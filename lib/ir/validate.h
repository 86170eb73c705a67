/* Is it a program? ir-spec/validity.md in C. */
#ifndef PLUMB_VALIDATE_H
#define PLUMB_VALIDATE_H

#include "ir.h"

/* Records every fault (at most VALIDATE_MAX_ERRORS) as DIAG_INPUT, at line and column of the text that
 * the program was read from, or at none if a pass made it; then the text of the fault names procedure,
 * block and statement. True if there is none. `file` of the places is `file`, which outlives `diags`. */
enum { VALIDATE_MAX_ERRORS = 20 };
bool program_validate(const struct program *p, const char *file, struct diagnostics *diags);

/* For the reader: of a program some of whose statements were given up, all declarations of which are there, only
 * the statements and terminators that are complete; at most `most` faults. */
void program_validate_statements(const struct program *p, const char *file, struct diagnostics *diags, size_t most);

#endif
