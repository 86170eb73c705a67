/* Expressions, statements and calls to IR. */
#ifndef C2IR_LOWER_H
#define C2IR_LOWER_H

#include "diag.h"
#include "routine.h"
#include "term.h"

struct asm_statement;
struct ast_statement;
struct block;
struct declaration;
struct expression;
struct label;
struct lowering;
struct lvalue;
struct rvalue;
struct type;
struct variable;

/* What a value is wanted for, as far as that matters to how it is computed. */
struct purpose {
	bool unused;             /* the value of a call is discarded */
	bool moved;              /* a character is only stored elsewhere (check/uninit.c) */
	const struct type *hint; /* what the pointer to new memory is converted to points to, or NULL */
};

struct rvalue lower_value(struct lowering *l, const struct expression *e);
struct rvalue lower_value_for(struct lowering *l, const struct expression *e, const struct purpose *purpose);
void lower_effect(struct lowering *l, const struct expression *e);
term lower_condition(struct lowering *l, const struct expression *e); /* Bool: e != 0 */
void lower_branch(struct lowering *l, const struct expression *e, struct block *yes, struct block *no);

struct lvalue lower_lvalue(struct lowering *l, const struct expression *e);
struct rvalue lower_pointer(struct lowering *l, const struct expression *e);

/* The operands of a binary operator, from left to right. */
void lower_operands(struct lowering *l, const struct expression *e, struct rvalue *a, struct rvalue *b);
/* A comparison or shift of scalars, by the operator of E. */
term lower_compare(struct lowering *l, const struct expression *e, const struct type *type, term a, term b); /* Bool */
term lower_shift(struct lowering *l, const struct expression *e, const struct type *type, term a, term b);
struct rvalue lower_binary(struct lowering *l, const struct expression *e);
term lower_comparison(struct lowering *l, const struct expression *e); /* Bool */
bool expression_is_comparison(const struct expression *e);

/* A part of the conversion E, or all of it: between integer and floating types, but not to _Bool. */
term lower_convert(struct lowering *l, const struct expression *e, const struct type *from, const struct type *to,
		   term t);
struct rvalue lower_conversion(struct lowering *l, const struct expression *e, const struct purpose *purpose);

/* When the program ends as it should: what atexit() registered, then destructors. */
void lower_call_destructors(struct lowering *l, term status);
struct rvalue lower_call(struct lowering *l, const struct expression *e, const struct purpose *purpose);
struct rvalue *lower_arguments(struct lowering *l, const struct expression *call); /* from left to right, held */
/* `call` is the call that the arguments are from, or NULL. */
struct rvalue lower_call_routine(struct lowering *l, struct routine *routine, const struct rvalue *arguments,
				 uint32_t count, const struct expression *call, const struct type *result);
void lower_call_entry(struct lowering *l, struct routine *entry, struct variable *status);

/* A global register variable. */
struct lvalue lower_register(struct lowering *l, struct declaration *named, struct location location);

struct rvalue lower_label_address(struct lowering *l, const struct label *label);
void lower_statement(struct lowering *l, const struct ast_statement *s);
struct block *lower_label_block(struct lowering *l, const void *key, const char *stem);

void lower_switch(struct lowering *l, const struct ast_statement *s);

void lower_asm(struct lowering *l, const struct asm_statement *a, struct location location);

#endif
