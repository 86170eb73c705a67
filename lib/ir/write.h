/* Plumb IR as text, in canonical form: write(read(write(read(x)))) is write(read(x)), byte for byte. */
#ifndef PLUMB_WRITE_H
#define PLUMB_WRITE_H

#include "ir.h"
#include "stream.h"

void program_write(const struct program *p, struct output *out);

/* To a file (NULL or "-": standard output), gzip if `compress` or the name ends in .gz. False and
 * DIAG_SYSTEM when that fails; then no half-written file is left. */
bool program_write_file(const struct program *p, const char *path, bool compress, struct diagnostics *diags);

/* Parts of it, for dumps and messages. No line end after a statement. */
void statement_write(const struct program *p, const struct statement *s, struct output *out);
void sort_write(const struct bank *bank, sort s, struct output *out);
/* An expression over the program's variables; program_read_condition() reads it. */
void term_write(const struct program *p, term t, struct output *out);

#endif
