/* What is known while the body of a function is analysed, and its statements (statement.c, jump.c, asm.c, nested.c, variable.c). */
#ifndef C2IR_SEMA_BODY_H
#define C2IR_SEMA_BODY_H

#include <stdbool.h>

#include "ast_statement.h"
#include "diag.h"
#include "hash.h"
#include "sema_internal.h"
#include "vec.h"

struct asm_statement;
struct function;
struct label;
struct modified;
struct string_literal;
struct switch_state;
struct type;

struct label_vec VEC_BODY(struct label *);
struct jump_vec VEC_BODY(struct jump);

/* A goto to LABEL. */
struct jump {
	struct label *label;
	struct location location;
	const struct modified *modified;
};

/* What is known while a function's body is analysed. */
struct body {
	struct body *outer; /* of the function around a nested one */
	struct function *function;
	struct declaration_vec locals;
	struct label_vec labels;
	TABLE(const char *, struct label *) named_labels; /* those that are not local */
	struct ast_statement *scope;                      /* innermost compound or for */
	struct ast_statement *parent;                     /* innermost statement */
	struct switch_state *in_switch;
	struct ast_statement *break_target, *continue_target;
	struct declaration_vec scope_declarations; /* of the open scopes, a stack */
	struct label_vec local_labels;             /* declared by __label__ in the open scopes, a stack */
	const struct string_literal *name;         /* __func__, once it is mentioned */
	struct declaration_vec captured;           /* the outermost function's: see struct function */
	const struct modified *modified;           /* see variable.c */
	struct jump_vec jumps;                     /* the outermost function's, out of nested ones too */
	struct declaration_vec hidden;             /* sizes of variably modified types, for the outermost block */
};

/* ---- statement.c, asm.c ---- */

/* The body N of the function s->body, with EFFECTS at its head. Its scope, with the parameters, is open. */
void statement_body(struct sema *s, node_id n, const struct expression_vec *effects);
/* Appends one statement that evaluates E. */
void statement_add_effect(struct sema *s, struct statement_vec *out, struct expression *e, node_id n);
/* A statement inside another. NULL: there is none, which was reported. */
struct ast_statement *statement_inner(struct sema *s, node_id n);
struct asm_statement *asm_parse(struct sema *s, node_id n);
struct ast_statement *statement_new(struct sema *s, enum ast_statement_kind kind, node_id n);

/* ---- jump.c ---- */

/* The label of this name that is meant here, which may come later. */
struct label *statement_label(struct sema *s, const char *name, struct location location);
/* __label__ */
void statement_label_declaration(struct sema *s, node_id n);
/* Append the label of N alone; the statement behind it is the caller's. */
void statement_labeled(struct sema *s, node_id n, struct statement_vec *out);
void statement_case(struct sema *s, node_id n, struct statement_vec *out);
void statement_default(struct sema *s, node_id n, struct statement_vec *out);
/* The statement N; KIND: AST_BREAK or AST_CONTINUE, and TARGET what it leaves or goes on with. NULL: reported. */
struct ast_statement *statement_switch(struct sema *s, node_id n);
struct ast_statement *statement_return(struct sema *s, node_id n);
struct ast_statement *statement_jump(struct sema *s, node_id n, enum ast_statement_kind kind,
				     struct ast_statement *target);
struct ast_statement *statement_goto(struct sema *s, node_id n);
struct ast_statement *statement_computed_goto(struct sema *s, node_id n);

/* ---- nested.c ---- */

/* A hidden object of the function of B, in none of its scopes. */
struct declaration *nested_hidden(struct sema *s, struct body *b, const struct type *type, struct location location);
/* The current function, which is nested, mentions the automatic object D of one around it. */
void nested_capture(struct sema *s, struct declaration *d);
/* The label declared with __label__ in a function around the current one; NULL: none. A goto there is meant. */
struct label *nested_label(struct sema *s, const char *name);

/* ---- variable.c: scopes of identifiers of variably modified type ---- */

/* The hidden variables of P's types become BODY's; BODY's become objects of its function and of the open scope. */
void variable_adopt(struct body *body, const struct prototype *p);
void variable_scope(struct body *body);
/* D, an identifier of the current block, is declared. */
void variable_declared(struct sema *s, const struct declaration *d);
/* No jump leads into the scope of an identifier of variably modified type (6.8.6.1p1): a goto to LABEL is noted; those that were
 * are checked; so is a case (or default) of the switch that is in the scope of SWITCHED. */
void variable_jump(struct sema *s, struct label *label, struct location location);
void variable_check_jumps(struct sema *s, struct body *outermost);
void variable_check_case(struct sema *s, const struct modified *switched, struct location location);

#endif
