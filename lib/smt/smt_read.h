/* SMT-LIB2 text as far as Plumb reads it: what kind of text it is, and a solver's answers. No parser of scripts. */
#ifndef PLUMB_SMT_READ_H
#define PLUMB_SMT_READ_H

#include "eval.h"

/* Does the text begin like an SMT-LIB2 script: after white space and comments, an opening parenthesis and the
 * name of a command? */
bool smt_is_script(const char *text, size_t length);

/* The first S-expression of the text, after white space and comments: sets *begin and *end (offsets).
 * SMT_PARTIAL: the text may go on; SMT_END: nothing but white space and comments; SMT_WRONG: a parenthesis too many. */
enum smt_expression { SMT_EXPRESSION, SMT_PARTIAL, SMT_END, SMT_WRONG };
enum smt_expression smt_expression(const char *text, size_t length, size_t *begin, size_t *end);

/* The answer to (get-value (t)): ((t constant)). Constants are true, false, #b..., #x..., (_ bvN w); a Bool may stand for one bit
 * and the other way round, as solvers mix them. False when it is anything else or has another width. The caller releases *out. */
bool smt_read_get_value(const char *text, size_t length, uint32_t width, struct value *out);

#endif
