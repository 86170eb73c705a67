/* --kernel: from a driver to a whole program. */
#ifndef C2IR_DRIVER_H
#define C2IR_DRIVER_H

#include "compile.h"
#include "options.h"

/* *COMPILED, the file alone, becomes the file with models and environment (kernel/kernel.h), which is also written where the options
 * say so. False after an error in `diags`. */
bool driver_compile(struct compiled *compiled, const char *file, const struct c2ir_options *options,
		    struct interner *names, struct diagnostics *diags);

#endif
