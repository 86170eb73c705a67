/* Questions about expressions, for those who pass them on and do not look inside (ast_expression.h). */
#ifndef C2IR_AST_QUERY_H
#define C2IR_AST_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"

struct declaration;
struct expression;
struct member;
struct string_literal;
struct type;

const struct type *expression_type(const struct expression *e);
struct location expression_location(const struct expression *e);
struct source_range expression_range(const struct expression *e);
bool expression_is_lvalue(const struct expression *e);
bool expression_is_call(const struct expression *e);
bool expression_is_unreachable(const struct expression *e); /* BUILTIN: __builtin_unreachable(), __builtin_trap() */
bool expression_is_alloca(const struct expression *e);      /* BUILTIN: alloca() and those like it */

/* The function that the call E calls by its name; NULL: it calls through a pointer, or E is no call. */
struct declaration *expression_called(const struct expression *e);
/* CALL: the function's type as known at the call. */
const struct type *expression_called_type(const struct expression *call);
/* CALL, BUILTIN. */
const struct expression *expression_argument(const struct expression *e, uint32_t i);

/* The member of a record from which the call takes what it calls, or NULL. */
const struct member *expression_called_member(const struct expression *call);

/* E below its conversions. */
const struct expression *expression_unconverted(const struct expression *e);
/* What E, perhaps converted, is the address of; NULL: it is no `&operand`. */
const struct expression *expression_addressed(const struct expression *e);
/* A constant of integer or pointer type, perhaps converted, that is not 0. */
bool expression_is_true_constant(const struct expression *e);
/* The lvalue or member of an rvalue that E is the value of, or NULL. */
const struct expression *expression_loaded(const struct expression *e);

/* The variable, parameter or function that E names, the member that it selects; NULL: it is something else. */
struct declaration *expression_named(const struct expression *e);
const struct member *expression_member(const struct expression *e);
/* The variable or parameter that E is, perhaps converted or its address; NULL: it is something else. */
struct declaration *expression_variable(const struct expression *e);

/* The string literal that E is, perhaps converted, or NULL; its characters if they are of type char. */
const struct string_literal *expression_string(const struct expression *e);
const char *expression_literal(const struct expression *e);

/* May the evaluation of E change a variable or memory, or not come back? */
bool expression_has_effects(const struct expression *e);
bool expression_is_unsequenced(
	const struct expression *e); /* an operator that does not sequence its operands (C11 6.5p3) */
bool expression_operands_have_effects(const struct expression *e); /* one of its operands does */
bool expression_builtin_has_effects(const struct expression *e);   /* BUILTIN: its arguments apart */

/* The operands of E: the expressions directly inside it, in the order that C gives their evaluation or else from left to
 * right; a CALL's callee is the first, an UPDATE's are `left` and `updated`, a STATEMENT's is its result (not what its body
 * has). What initialises a compound literal and the UPDATE of an OLD_VALUE are no operands. None is NULL. */
uint32_t expression_operand_count(const struct expression *e);
struct expression *expression_operand(const struct expression *e, uint32_t i); /* i < expression_operand_count(e) */

/* The constraint of an operand of inline assembly allows memory and nothing else. */
bool asm_only_memory(const char *constraint);

#endif
