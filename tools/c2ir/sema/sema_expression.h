/* Expressions and initialisers of the syntax tree: names, literals, calls, builtins. */
#ifndef C2IR_SEMA_EXPRESSION_H
#define C2IR_SEMA_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "ast_expression.h"
#include "diag.h"

typedef uint32_t node_id; /* of the syntax tree: syntax.h */
/* Value of an integer or pointer constant: the low bits of its type's width, those above are zero. */
typedef unsigned __int128 integer_value;
struct declaration;
struct initializer;
struct sema;
struct type;

/* ---- expression.c ---- */

/* E as it is: lvalues are not loaded, arrays and functions have not decayed. */
struct expression *expression_parse(struct sema *s, node_id n);
/* The value of E: loaded, decayed. */
struct expression *expression_value(struct sema *s, node_id n);
/* A value that is compared with 0 (a condition). */
struct expression *expression_condition(struct sema *s, node_id n, const char *what);
/* A whole expression whose value is not used. */
struct expression *expression_effect(struct sema *s, node_id n);
/* An integer constant expression; false after an error. *type is its type if not NULL. */
bool expression_integer(struct sema *s, node_id n, integer_value *value, const struct type **type, const char *what);
/* An integer constant expression as a non-negative number below LIMIT; false after an error. */
bool expression_size(struct sema *s, node_id n, uint64_t limit, uint64_t *value, const char *what);

struct expression *expression_error(struct sema *s, node_id n);
struct expression *expression_constant(struct sema *s, const struct type *type, integer_value value, node_id n);
/* Mentions the object or function D. */
struct expression *expression_of_declaration(struct sema *s, struct declaration *d, node_id n);
/* sizeof T as a size_t expression: a constant, or computed from the lengths of variable arrays. NULL: T has none. */
struct expression *expression_size_of(struct sema *s, const struct type *t, node_id n);

/* ({ ... }) */
struct expression *statement_expression(struct sema *s, node_id n);

/* ---- call.c, tgmath.c, builtin.c ---- */

struct expression *call_parse(struct sema *s, node_id n);
/* A call of the function pointer CALLEE; arguments: the node FIRST (0: none) and those after it. */
struct expression *call_with(struct sema *s, node_id n, struct expression *callee, node_id first);
struct expression *tgmath_call(struct sema *s, node_id n);
/* A call of the builtin D->name, which is not a plain function; NULL: it is one. */
struct expression *builtin_call(struct sema *s, node_id n, const char *name);
/* True: NAME is a builtin or library function that is declared by its use. Its type and its library name. */
bool builtin_known(struct sema *s, const char *name, const struct type **type, const char **library_name);
/* A signature of builtin.def or of a row of lib/libc as a function type. */
const struct type *builtin_signature(struct sema *s, const char *signature);
/* Has the call N of the builtin NAME between MIN and MAX arguments? False after an error. */
bool builtin_check_count(struct sema *s, node_id n, const char *name, unsigned min, unsigned max);
/* Argument INDEX of the call N, from 0; 0: there is none. */
node_id builtin_node(struct sema *s, node_id n, unsigned index);
/* The call N of B, which is lowered as a builtin, with its arguments checked by its signature (builtin.def). */
struct expression *builtin_stay(struct sema *s, node_id n, enum builtin b);

/* ---- c11_atomic.c ---- */

/* A call of one of clang's builtins __c11_atomic_...; NULL: the name is another. */
struct expression *c11_atomic_call(struct sema *s, node_id n, const char *name);

/* ---- literal.c ---- */

struct expression *literal_number(struct sema *s, node_id n);
struct expression *literal_char(struct sema *s, node_id n);
struct expression *literal_string(struct sema *s, node_id n);
/* A literal made of these bytes and a terminating zero (for __func__). */
struct expression *literal_of_text(struct sema *s, const char *text, node_id n);
/* The bytes of a STRING_LITERAL node as text (asm, alias): NUL-terminated, in the arena. */
const char *literal_text(struct sema *s, node_id n);
/* The same of the token TOKEN, which is one string literal. */
const char *literal_token_text(struct sema *s, uint32_t token);

/* ---- object_size.c ---- */

/* What __builtin_object_size(pointer, kind) is. */
uint64_t object_size(struct sema *s, const struct expression *pointer, unsigned kind);

/* ---- has_attribute.c ---- */

/* __builtin_has_attribute(entity, attribute) */
struct expression *has_attribute(struct sema *s, node_id n, node_id entity, node_id attribute);

/* ---- initializer.c ---- */

/*
 * The initialiser NODE for an object of *type (an incomplete array becomes complete). STATIC_STORAGE: values must be
 * constants. NULL after an error.
 */
struct initializer *initializer_parse(struct sema *s, node_id node, const struct type **type, bool static_storage,
				      struct location location);
/* One with the single item VALUE, which is already of type TYPE. */
struct initializer *initializer_single(struct sema *s, const struct type *type, struct expression *value);

#endif
