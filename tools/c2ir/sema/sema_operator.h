/* Nodes of expressions made of their operands: operators (operator.c), of complex numbers (complex.c) and vectors (vector.c). */
#ifndef C2IR_SEMA_OPERATOR_H
#define C2IR_SEMA_OPERATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "ast_expression.h"
#include "syntax_operator.h"

typedef uint32_t node_id; /* of the syntax tree: syntax.h */
struct sema;
struct type;

/* A new node, with the location and range of N; of LIKE. */
struct expression *expression_new(struct sema *s, enum expression_kind kind, const struct type *type, node_id n);
struct expression *expression_like(struct sema *s, enum expression_kind kind, const struct type *type,
				   const struct expression *like);

/* ---- operator.c ---- */

/* Operands are values (loaded, decayed). The location is that of N. */
struct expression *operator_binary(struct sema *s, node_id n, enum node_op op, struct expression *left,
				   struct expression *right);
struct expression *operator_unary(struct sema *s, node_id n, enum node_op op, struct expression *operand);
struct expression *operator_logical(struct sema *s, node_id n, bool is_and, struct expression *left,
				    struct expression *right);
struct expression *operator_assign(struct sema *s, node_id n, struct expression *left, struct expression *right);
struct expression *operator_update(struct sema *s, node_id n, enum node_op op, struct expression *left,
				   struct expression *right, bool postfix);
struct expression *operator_conditional(struct sema *s, node_id n, struct expression *condition,
					struct expression *left, struct expression *right);
struct expression *operator_comma(struct sema *s, node_id n, struct expression *left, struct expression *right);
struct expression *operator_address(struct sema *s, node_id n, struct expression *operand);
struct expression *operator_dereference(struct sema *s, node_id n, struct expression *pointer);
struct expression *operator_subscript(struct sema *s, node_id n, struct expression *left, struct expression *right);
/* operand.name */
struct expression *operator_member(struct sema *s, node_id n, struct expression *operand, const char *name,
				   struct location location);

/* ---- complex.c ---- */

/* The imaginary constant with this number. */
struct expression *complex_imaginary(struct sema *s, struct expression *constant, node_id n);
/* __real__ E or __imag__ E (as parsed). */
struct expression *complex_operator(struct sema *s, node_id n, struct expression *e, bool imaginary);
/* The value E as TO, where one of them is complex; NULL: no such conversion. */
struct expression *complex_conversion(struct sema *s, struct expression *e, const struct type *to);
/* __builtin_complex */
struct expression *complex_builtin(struct sema *s, node_id n, struct expression *real, struct expression *imaginary);

/* ---- vector.c ---- */

/* One of the operands is a vector; NULL: they are not fit for the operator. */
struct expression *vector_binary(struct sema *s, node_id n, enum node_op op, enum binary_operation operation,
				 struct expression *left, struct expression *right);
/* Vectors that may be assigned; whose bits, or an integer's, may be cast; that conversion. */
bool vector_fits(struct sema *s, const struct type *from, const struct type *to);
bool vector_cast_fits(struct sema *s, const struct type *from, const struct type *to);
struct expression *vector_conversion(struct sema *s, struct expression *e, const struct type *to);
/* vector[index]: VECTOR as parsed. */
struct expression *vector_subscript(struct sema *s, node_id n, struct expression *vector, struct expression *index);
bool vector_check_shuffle(struct sema *s, node_id n, struct expression **arguments, uint32_t count);
struct expression *vector_convert(struct sema *s, node_id n, struct expression *e, const struct type *to);

#endif
