/* Latches as text for model checkers of hardware. */
#ifndef PLUMB_AIGER_H
#define PLUMB_AIGER_H

#include "pdr.h"
#include "stream.h"

/* AIGER, binary, of its first version (A. Biere, "The AIGER And-Inverter Graph (AIG) Format", 2007): all latches begin as 0,
 * the one output says that a state is bad. The latches have no constraints. */
void aiger_write(const struct latches *latches, struct output *out);

#endif
