/* Terms as expressions in C that mean the same. */
#ifndef PLUMB_C_CONDITION_H
#define PLUMB_C_CONDITION_H

#include "ir.h"
#include "stream.h"

struct c_names;

/* What a program's variables are called in C. `original`: the program as it was read, of which it was made; only names that have one
 * variable there are used. */
struct c_names *c_names_new(const struct program *program, const struct program *original);
void c_names_free(struct c_names *names);
/* From now on: names as `function` sees them, and of these only those that no two variables in these terms have, as then one is what
 * the other was. */
void c_names_scope(struct c_names *names, const char *function, const term *terms, size_t count);

/* Writes a Boolean term. False: it cannot be said in C (memory, objects, odd widths, a variable without a name), and what was
 * written does not count. */
bool c_condition_write(struct c_names *names, struct output *out, term t);

#endif
