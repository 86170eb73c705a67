/* Any value in place of a computation that is not modelled: an over-approximation, recorded in the ledger and by the attribute
 * {approximate}, which keeps counterexamples that depend on it from being told as bugs. */
#ifndef C2IR_APPROXIMATE_H
#define C2IR_APPROXIMATE_H

#include "diag.h"

struct lowering;
struct rvalue;
struct type;

struct rvalue lower_approximate(struct lowering *l, const struct type *type, struct location location,
				const char *what);
/* From here on the execution may not be the program's, whatever it depends on. */
void lower_mark(struct lowering *l, const char *what);
/* The same, and the ledger has it. */
void lower_deviation(struct lowering *l, struct location location, const char *what);
/* Any value of the type, of which a counterexample is not reported as a bug; pointers are unknown ones. Nothing goes into the ledger. */
struct rvalue lower_approximate_value(struct lowering *l, const struct type *type, const char *what);

#endif
