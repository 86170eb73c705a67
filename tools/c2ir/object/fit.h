/* Which functions a call through a pointer may reach. */
#ifndef C2IR_FIT_H
#define C2IR_FIT_H

#include <stdbool.h>

struct lowering;
struct signature;

/* Could this function have been meant by a call of this shape? Parameters and result must have the same sorts, and be passed alike
 * (C11 6.5.2.2p9 asks for more); where nobody checks that, arguments that it does not take and a result that it does not give change
 * nothing. */
bool signature_fits(const struct lowering *l, const struct signature *call, const struct signature *callee);

#endif
