/* Files of kinds that people hand to Plumb and that it does not read: other languages, compiled code, files that an option takes. */
#ifndef PLUMB_FOREIGN_H
#define PLUMB_FOREIGN_H

#include <stdbool.h>

#include "diag.h"
#include "string_list.h"

/* Is one of the files such a one, by its name or its first bytes? Each is diagnosed, with what would help: DIAG_UNSUPPORTED for
 * another language, DIAG_INPUT for compiled code, DIAG_USAGE where an option takes it. A file that cannot be read is judged by its
 * name, "-" is none. Where `flags`, those of the compiler, have -x, they say what the files are. */
bool foreign_files(const struct string_list *paths, const struct string_list *flags, struct diagnostics *diags);

#endif
