/* A program that rides along in an SMT-LIB2 script, in comments that solvers skip; ir-spec/script.md has the format:
 *
 *     ; plumb-program begin BYTES CRC32 CHARACTERS
 *     ; plumb-program H4sIAAAAAAAAA5WQ...          gzip, in base64 (RFC 4648, 4)
 *     ; plumb-program end
 *
 * A block that is damaged in any way is an error, never a shorter program. It stands before the first command of the
 * script, so that a script cut short does not pass for one without a program. */
#ifndef PLUMB_SMT_EMBED_H
#define PLUMB_SMT_EMBED_H

#include "diag.h"
#include "stream.h"

void smt_embed(struct output *out, const char *bytes, size_t length);

enum smt_program {
	SMT_PROGRAM_NONE,
	SMT_PROGRAM_FOUND,  /* *bytes: NUL-terminated memory that the caller frees with memory_free */
	SMT_PROGRAM_DAMAGED /* DIAG_INPUT with the line in diags */
};

enum smt_program smt_extract(const char *text, size_t length, const char *file, struct diagnostics *diags, char **bytes,
			     size_t *size);

#endif
