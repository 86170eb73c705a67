/* The token pre-pass: a parser of C's declarations that follows scopes and typedef names, and writes
 * the skeleton (skeleton.h) that tree-sitter's grammar can parse without guessing.
 *
 * It knows where types, declarators, expressions and statements begin and end; the shape of
 * expressions and statements is left to the grammar. One pass, no backtracking, linear time. */
#ifndef C2IR_PREPASS_H
#define C2IR_PREPASS_H

#include "diag.h"
#include "intern.h"
#include "skeleton.h"
#include "token.h"

/* Located errors: what could not be read is left out of the skeleton (see skeleton.errors). False when there are so many
 * that the rest was not looked at. skeleton_release either way. */
bool prepass_run(struct skeleton *skeleton, const struct token_list *list, struct diagnostics *diags,
		 struct interner *names);

#endif
