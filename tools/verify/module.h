/* A module of the kernel as Kbuild has built it (--module=FILE.mod): which files it is made of, and with what flags. */
#ifndef PLUMB_MODULE_H
#define PLUMB_MODULE_H

#include "options.h"

/* FILE.mod lists the module's objects, one a line or apart by blanks. Beside each, .NAME.o.cmd has its command and its source
 * (scripts/Kbuild.include of Linux). The sources become OPTIONS' inputs, the first one's flags its flags; the options own
 * their strings. False after an error in `diags`. */
bool module_read(struct options *options, struct diagnostics *diags);

#endif
