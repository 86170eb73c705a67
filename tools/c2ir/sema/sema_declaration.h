/* Declarations: of names (declaration.c; those with linkage: sema_entity.h), function definitions, pragmas, escapes of addresses. */
#ifndef C2IR_SEMA_DECLARATION_H
#define C2IR_SEMA_DECLARATION_H

#include <stdint.h>

#include "diag.h"

typedef uint32_t node_id; /* of the syntax tree: syntax.h */
struct declaration;
struct function;
struct sema;
struct specifiers;
struct statement_vec;
struct type;

/* ---- declaration.c ---- */

void declaration_top_level(struct sema *s, node_id n); /* DECLARATION */
/* DECLARATION inside a function: its effects are appended to OUT (AST_DECLARATION and AST_EXPRESSION statements). */
void declaration_local(struct sema *s, node_id n, struct statement_vec *out);
/* D, a function, is declared once more, or defined: may other units call its body? */
void declaration_note_export(const struct sema *s, struct declaration *d, const struct specifiers *spec, bool is_body);
struct declaration *declaration_nested_function(struct sema *s, const char *name, const struct type *type,
						struct location location);
void declaration_static_assert(struct sema *s, node_id n);
/* The function NAME declared by its use: int NAME(), or a known library function. */
struct declaration *declaration_implicit_function(struct sema *s, const char *name, struct location location);
/* A new automatic object of the current function, in the innermost scope (name NULL: hidden). */
struct declaration *declaration_automatic(struct sema *s, const char *name, const struct type *type,
					  struct location location);
void declaration_finish(struct sema *s); /* tentative definitions, at the end of the unit */

/* ---- function.c ---- */

void function_definition(struct sema *s, node_id n);

/* ---- pragma.c ---- */

void pragma_apply(struct sema *s); /* at the end of the unit, in the file's scope */
/* Does `optimize` or `target`, a pragma or an attribute, with these options let gcc compute floating-point numbers in other ways? */
bool pragma_loosens_floats(const char *options);

/* ---- escape.c ---- */

/* Sets address_taken of what the body and initialisers of F mention, and F's list of references. */
void escape_analyse(struct sema *s, struct function *f);
/* The same for an object's static initialiser. */
void escape_initializer(struct sema *s, struct declaration *d);

#endif
