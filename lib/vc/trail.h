/* One execution path of a program as a formula: concretising an abstract counterexample, and the parameterised
 * variable abstraction of it (A. Lal, S. Qadeer, S. Lahiri, "Corral", section 3.1, Fig. 5).
 *
 * A trail says which way each goto and branch went. The path's formula is satisfiable exactly if the path can be executed and
 * violates an assertion, where each global is tracked or not as a Bool term says: an expression that reads a global which
 * is not tracked may have any value. */
#ifndef PLUMB_TRAIL_H
#define PLUMB_TRAIL_H

#include "ir.h"

struct trail {
	VEC(uint32_t) targets; /* of each goto and branch, in order of execution */
	uint64_t assertions;   /* executed assertions; the path ends with the last one */
};

struct trail_vc {
	term violated; /* Bool */
	VEC(term)
	unknowns;      /* the value of each havoc and fresh, in order of execution (0: the target was not needed) */
	term *initial; /* per global: its initial value, or 0 if it was not read */
};

/* Executes `program` along the trail. tracked[i] is a Bool term for global i, or 0: always tracked. Release
 * with trail_vc_release. */
struct trail_vc trail_execute(struct program *program, const struct trail *trail, const term *tracked);
void trail_vc_release(struct trail_vc *vc);

#endif
