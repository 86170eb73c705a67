/* Types of variable size: what their expressions evaluate, and when (variable.c). Layouts of records with such members
 * (layout.c). */
#ifndef C2IR_SEMA_VARIABLE_H
#define C2IR_SEMA_VARIABLE_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t node_id; /* of the syntax tree: syntax.h */
struct ast_statement;
struct declaration;
struct expression;
struct member;
struct record;
struct sema;
struct statement_vec;

/* A hidden variable of the current function that gets VALUE where the type that is being analysed is reached. */
struct declaration *variable_size(struct sema *s, node_id n, struct expression *value);
/* The size of an array [*], in a prototype that is no definition: nothing evaluates it. */
struct expression *variable_unknown_size(struct sema *s, node_id n);

/* Around the analysis of an operand that may not be evaluated. At the end: EVALUATED is it, or NULL. */
struct operand {
	size_t mentioned;
};
struct operand variable_enter_operand(struct sema *s);
void variable_leave_operand(struct sema *s, struct operand operand, struct expression *evaluated);

/* What is pending since MARK (s->pending.count then) is evaluated before E: as part of it; by statements; by the definition
 * whose parameters were analysed (forgotten where it is no definition). Or it is not evaluated at all. */
struct expression *variable_attach(struct sema *s, size_t mark, struct expression *e);
void variable_statements(struct sema *s, size_t mark, node_id n, struct statement_vec *out);
void variable_parameters(struct sema *s, size_t mark);
void variable_forget(struct sema *s, size_t mark);

/* ---- layout.c ---- */

/* Lays R, which has members of variable size, out and completes it. */
void layout_variable(struct sema *s, node_id n, struct record *r);
/* The lvalue RECORD moved to where the member M counts from. */
struct expression *layout_base(struct sema *s, node_id n, struct expression *record, const struct member *m);

#endif
