/* Scopes: where automatic objects begin and end. */
#ifndef C2IR_LOWER_SCOPE_H
#define C2IR_LOWER_SCOPE_H

#include <stdbool.h>
#include <stddef.h>

struct ast_statement;
struct declaration;
struct label;
struct lowering;
struct storage;

/* An automatic variable without an initialiser: any value. */
void lower_uninitialised(struct lowering *l, const struct storage *storage, const struct declaration *d);
bool lower_begins_with_scope(const struct lowering *l);
void lower_enter_scope(struct lowering *l, const struct ast_statement *s); /* an AST_COMPOUND or AST_FOR */
void lower_leave_scopes(struct lowering *l, size_t down_to); /* cleanups of the scopes above that number */
/* How many of the open scopes are still open at a jump's target, whose innermost scope is `scope`. */
size_t lower_common_scopes(const struct lowering *l, const struct ast_statement *scope);
/* A jump to LABEL with KEPT open scopes leaves what is declared after the label in its block. */
void lower_leave_declarations(struct lowering *l, const struct label *label, size_t kept);
/* Does a jump from the scope `from` into `scope`, inside it, go past declarations? */
bool lower_jump_enters(const struct ast_statement *scope, const struct ast_statement *from);
/* Begins the objects of `scope` and those around it, down to the `kept` open ones. */
void lower_jump_into_scopes(struct lowering *l, const struct ast_statement *scope, size_t kept);
/* A jump that runs no cleanups: computed goto, asm goto. No block is current after it. */
void lower_jump_to_label(struct lowering *l, struct label *label);

#endif
