/* --kernel: from a driver to a whole program. */
#ifndef C2IR_DRIVER_H
#define C2IR_DRIVER_H

#include "compile.h"
#include "options.h"

/* The files of the driver, as one unit, preprocessed: as compile_preprocess(). */
bool driver_preprocess(const struct c2ir_options *options, struct interner *names, struct diagnostics *diags,
		       char **text, size_t *length, char **messages);
/* Writes which of Plumb's rules are about something in the files (--rule=all). */
void driver_write_rules(const struct compiled *compiled, const struct c2ir_options *options, struct interner *names,
			struct diagnostics *diags);
/* *COMPILED, the files alone, becomes the files with models and environment (kernel/kernel.h), which is also written where the options
 * say so. False after an error in `diags`. */
bool driver_compile(struct compiled *compiled, const struct c2ir_options *options, struct interner *names,
		    struct diagnostics *diags);

#endif
