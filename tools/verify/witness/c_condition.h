/* Terms as expressions in C that mean the same. */
#ifndef PLUMB_C_CONDITION_H
#define PLUMB_C_CONDITION_H

#include "ir.h"
#include "stream.h"

struct c_names;

/* What a program's variables are called in C, as far as a name has one variable. */
struct c_names *c_names_new(const struct program *program);
void c_names_free(struct c_names *names);

/* Writes a Boolean term. False: it cannot be said in C (memory, objects, odd widths, a variable without a name), and what was
 * written does not count. */
bool c_condition_write(struct c_names *names, struct output *out, term t);

#endif
