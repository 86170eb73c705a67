/* What verify was given, as a program: C through c2ir, IR as it is, vcgen's output through what rides along. */
#ifndef PLUMB_INPUT_H
#define PLUMB_INPUT_H

#include "ir.h"
#include "options.h"

struct input {
	struct program *program; /* owned by the caller; NULL if the input is a plain SMT-LIB2 script */
	char *script;            /* that script (memory_free) */
	int status;              /* not 0: c2ir ended with this status and said why itself */
	bool translated;         /* from C, now */
};

/* False: diagnostics say why, or input->status is set. */
bool input_load(const struct options *options, struct input *input, struct diagnostics *diags);

/* IR that was made with other checks: those that were not asked for are dropped, and with them what relies on their being checked. */
void input_drop_checks(struct input *input, const struct options *options);

#endif
