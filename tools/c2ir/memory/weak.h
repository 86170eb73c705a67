/* Weak functions and objects that no file defines: they may be at address 0. What a unit does by a declaration that is not weak
 * finds them: the linker asks for a definition. */
#ifndef C2IR_WEAK_H
#define C2IR_WEAK_H

#include <stdbool.h>

#include "term.h"

struct declaration;
struct lowering;

/* D: what lower_definition() gives. */
bool weak_is_open(const struct declaration *d);
term weak_exists(struct lowering *l, const struct declaration *d); /* Bool; the ledger says that it is open */
/* ADDRESS, or 0 if D does not exist. */
term weak_address(struct lowering *l, const struct declaration *d, term address);
void weak_begin(struct lowering *l); /* at the start of the program */

#endif
