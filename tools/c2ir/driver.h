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
/* --rule=all: for each of Plumb's rules that is about something in the files a line with its name and how many bytes its IR has,
 * and the IR. That is what WRITE writes to standard output in a process of its own, since a rule changes the unit; its result is the exit
 * status. A rule that does not fit the files has 0 bytes. */
typedef int driver_translate(void *context, const char *rule);
void driver_write_rules(const struct compiled *compiled, const struct c2ir_options *options, struct interner *names,
			driver_translate *write, void *context, struct diagnostics *diags);
/* *COMPILED, the files alone, becomes the files with models and environment (kernel/kernel.h), which is also written where the options
 * say so. False after an error in `diags`. */
bool driver_compile(struct compiled *compiled, const struct driver_text *driver, const struct c2ir_options *options,
		    struct interner *names, struct diagnostics *diags);

#endif
