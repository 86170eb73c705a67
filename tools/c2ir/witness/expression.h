/* Expressions of witnesses: they come from anybody, and go into the program's text. */
#ifndef C2IR_WITNESS_EXPRESSION_H
#define C2IR_WITNESS_EXPRESSION_H

#include <stdbool.h>

/* Is it one expression, of which the evaluation changes nothing? Calls, assignments, statements and strings are refused, and
 * what could end the expression early. NULL: it is; else what is wrong with it. `result`: may it speak of \result? */
const char *expression_fault(const char *text, bool result);

#endif
