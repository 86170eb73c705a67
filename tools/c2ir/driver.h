/* --kernel: from a driver to a whole program. */
#ifndef C2IR_DRIVER_H
#define C2IR_DRIVER_H

#include "compile.h"
#include "options.h"

/* The files of a driver as one unit, preprocessed, and their macros. memory_free. */
struct driver_text {
	char *text, *macros;
};

/* As compile_preprocess(); *driver keeps what driver_compile() needs (memory_free). */
bool driver_preprocess(struct driver_text *driver, const struct c2ir_options *options, struct interner *names,
		       struct diagnostics *diags, char **text, size_t *length, char **messages);
/* Writes which of Plumb's rules are about something in the files (--rule=all). */
void driver_write_rules(const struct compiled *compiled, const struct c2ir_options *options, struct interner *names,
			struct diagnostics *diags);
/* *COMPILED, the files alone, becomes the files with models and environment (kernel/kernel.h), which is also written where the options
 * say so. False after an error in `diags`. */
bool driver_compile(struct compiled *compiled, const struct driver_text *driver, const struct c2ir_options *options, struct interner *names,
		    struct diagnostics *diags);

#endif
