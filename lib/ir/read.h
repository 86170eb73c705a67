/* Plumb IR from text: ir-spec/lexical.md and grammar.md.
 *
 * Files are plain or gzip. All faults are recorded as DIAG_INPUT with line and column (at most
 * READ_MAX_ERRORS), a file that can't be read as DIAG_SYSTEM. When anything was recorded, the result is
 * NULL; otherwise the caller owns it (program_free). Nothing crashes on any input, however deep. */
#ifndef PLUMB_READ_H
#define PLUMB_READ_H

#include "ir.h"

enum { READ_MAX_ERRORS = 20 };

/* Reads and validates. `path` NULL or "-" is standard input. Diagnostics name `path` itself as their
 * file (not a copy): it outlives them. */
struct program *program_read(const char *path, struct diagnostics *diags);

/* The same from memory; `name` stands for the file. text[length] is NUL. */
struct program *program_read_text(const char *name, const char *text, size_t length, struct diagnostics *diags);

/* A Bool expression over the variables of PROC and the globals of its program, as term_write() writes it: the whole text. `name` and
 * `line` are its place, for diagnostics. 0: DIAG_INPUT says why. */
term program_read_condition(struct procedure *proc, const char *name, uint32_t line, const char *text, size_t length,
			    struct diagnostics *diags);

/* The same of an expression of any sort. */
term program_read_expression(struct procedure *proc, const char *name, uint32_t line, const char *text, size_t length,
			     struct diagnostics *diags);

/* Without the validator: only what the text form itself demands (syntax, declared names, sorts within
 * expressions). For the validator's own tests; all tools use the two above. */
struct program *program_parse(const char *name, const char *text, size_t length, struct diagnostics *diags);

#endif
