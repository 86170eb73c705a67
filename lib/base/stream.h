/* Input and output of whole files, plain or gzip, with every failure reported. */
#ifndef PLUMB_STREAM_H
#define PLUMB_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"
#include "string_list.h"

/* Reads all of `path` ("-" or NULL: standard input), unpacking gzip (also several members).
 * On success *text is NUL-terminated memory that the caller frees with memory_free, *length its
 * bytes. A truncated or damaged gzip stream is DIAG_INPUT with the compressed offset; a file
 * that can't be read is DIAG_SYSTEM. */
bool stream_read(const char *path, struct diagnostics *diags, char **text, size_t *length);

/* Would writing `output` (NULL or "-": standard output, which is not looked at) destroy one of the files that are read
 * (none or "-": standard input), that is, is it the same by device and inode? Then false and DIAG_USAGE. */
bool stream_spares(const char *output, const struct string_list *inputs, struct diagnostics *diags);

/* A buffered writer. Errors stick: they are reported once, by output_close. */
struct output;

/* `path` "-" or NULL: standard output. gzip when `compress` or the name ends in .gz.
 * A file is written beside its final name and moved there by output_close, so that a failed
 * write leaves no half of a file. NULL and DIAG_SYSTEM when it can't be opened. Diagnostics name `path` itself, not a
 * copy: it outlives them. */
struct output *output_open(const char *path, bool compress, struct diagnostics *diags);
void output_write(struct output *out, const char *bytes, size_t length);
void output_string(struct output *out, const char *text);
void output_format(struct output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Flushes, closes, frees. False and DIAG_SYSTEM when anything since output_open failed. */
bool output_close(struct output *out, struct diagnostics *diags);
void output_abandon(struct output *out); /* closes without leaving a file behind */

/* A writer into memory; output_text gives its bytes (NUL-terminated, valid until closed). */
struct output *output_memory(void);
const char *output_text(struct output *out, size_t *length);

#endif
