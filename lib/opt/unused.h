/* Declarations that nothing needs. */
#ifndef PLUMB_UNUSED_H
#define PLUMB_UNUSED_H

#include "ir.h"

/* Removes procedures that are not called from the entry (all stay if there is no entry), globals that no
 * procedure mentions, and locals that their procedure does not mention. */
bool program_remove_unused(struct program *p);

#endif
