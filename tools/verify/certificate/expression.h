/* Terms as C-like expressions, for people: what is compared is read as numbers, signed where C's variables are. Not C, and not read
 * again: what is too deep becomes `...`. */
#ifndef PLUMB_EXPRESSION_H
#define PLUMB_EXPRESSION_H

#include "ir.h"
#include "stream.h"

struct expressions;

struct expressions *expressions_new(const struct program *program);
void expressions_free(struct expressions *expressions);
/* What the variable is called from now on: BEFORE, the name, AFTER. */
void expressions_call(struct expressions *expressions, const struct variable *v, const char *before, const char *name,
		      const char *after);
/* From now on other variables have their names in C where no two of these terms have the same one. */
void expressions_name(struct expressions *expressions, const term *terms, size_t count);

/* `operand`: of &&, so that what binds less is in parentheses. */
void expression_write(struct expressions *expressions, struct output *out, term t, bool operand);

#endif
