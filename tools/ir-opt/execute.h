/* ir-opt --run: a program in the interpreter. */
#ifndef PLUMB_IR_OPT_EXECUTE_H
#define PLUMB_IR_OPT_EXECUTE_H

#include "command.h"

/* Executes the program; its output goes to standard output. The exit status: the program's own, 10 after a violated
 * assertion (said in a line on standard error), or what the diagnostics ask for. */
int execute(const struct program *program, const struct command *command, struct diagnostics *diags);

#endif
