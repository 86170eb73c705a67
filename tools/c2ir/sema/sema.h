/* Semantic analysis: from the syntax tree of a translation unit to its typed AST (ast_unit.h). */
#ifndef C2IR_SEMA_H
#define C2IR_SEMA_H

#include "diag.h"
#include "intern.h"

struct syntax;
struct target;

/*
 * Analyses the whole unit. `names` is the interner that SYNTAX was made with; it and SYNTAX must outlive the result.
 * Constraint violations go to DIAGS (DIAG_INPUT, at most 20, each with its place, notes at earlier declarations);
 * NULL after one. Doubtful but accepted code: warnings. Legal constructs that are not supported are kept with the
 * function or object that has them, see ast_report_unsupported(); at file scope they are DIAG_UNSUPPORTED.
 */
struct unit *sema_analyse(struct syntax *syntax, struct interner *names, const struct target *target,
			  struct diagnostics *diags);
void unit_free(struct unit *unit); /* NULL is fine */

#endif
