/* What is known of a declared function by its name: its row in the table of C library functions (lib/libc). */
#ifndef C2IR_KNOWN_H
#define C2IR_KNOWN_H

#include "libc.h"

struct declaration;
struct expression;
struct type;

/* The row of the function that is declared, or NULL; `d` may be NULL. A body in the program is not looked at. */
const struct libc_function *known_function(const struct declaration *d);

/* Can a function of this type be that function? If not, it only has the same name. */
bool known_fits(const struct libc_function *f, const struct type *type);

/* The same of a call, by its arguments. A pointer may be given as a constant 0 where the function is not declared. */
bool known_fits_call(const struct libc_function *f, const struct expression *call);

#endif
