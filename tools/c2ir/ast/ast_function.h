/* Definitions of functions in the typed syntax tree (ast_unit.h). */
#ifndef C2IR_AST_FUNCTION_H
#define C2IR_AST_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"

struct ast_statement;
struct declaration;
struct label;

/* What a function definition has. */
struct function {
	struct declaration *declaration;
	struct declaration **parameters; /* DECLARATION_VARIABLE, automatic, one for each; name may be NULL */
	uint32_t parameter_count;
	bool old_style;             /* K&R: arguments arrive promoted, see parameter->passed_type */
	struct ast_statement *body; /* AST_COMPOUND */
	/* every automatic object of the body (not the parameters): variables, compound literals, hidden ones, in order */
	struct declaration **locals;
	uint32_t local_count;
	struct label **labels;
	uint32_t label_count;
	/* what it mentions, each once: functions (called or taken) and objects of static storage, for reachability */
	struct declaration **references;
	uint32_t reference_count;
	bool has_computed_goto, calls_alloca, uses_va_start;
	/* GNU nested functions. `outer`: the function around this one, or NULL. The outermost function has the automatic objects
	   (of its own and of the functions in it) that functions inside their owner mention: those are address_taken. */
	struct function *outer;
	struct declaration **captured;
	uint32_t captured_count;
	/* An object of type unsigned int for the identity of the activation, where a goto may come from a nested function. */
	struct declaration *activation;
	struct location end; /* the closing brace */
	/* The hidden variable-length variables of parameters are assigned by statements at the head of the body. */
};

#endif
