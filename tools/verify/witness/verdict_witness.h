/* The witness of a verdict. */
#ifndef PLUMB_VERDICT_WITNESS_H
#define PLUMB_VERDICT_WITNESS_H

#include "check.h"
#include "ir.h"
#include "witness.h"

/* Of the program, its C files with their hashes, and the properties that were asked for; waypoints and invariants are to be
 * added. NULL: *why says why there is none. */
struct witness *verdict_witness_new(const struct program *program, const struct check_set *checks, bool violation,
				    const char **why);

#endif
