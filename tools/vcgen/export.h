/* vcgen --transition and --horn: the whole program, without a bound, for others' tools. */
#ifndef PLUMB_VCGEN_EXPORT_H
#define PLUMB_VCGEN_EXPORT_H

#include "ir.h"
#include "options.h"

/* Writes the program to options->output; it is changed. `stop` is asked now and then. Programs that cannot be written are
 * DIAG_UNSUPPORTED, and no file is made. True if all went well. */
bool export_write(const struct options *options, struct program *program, bool (*stop)(void *context), void *context,
		  struct diagnostics *diags);

#endif
