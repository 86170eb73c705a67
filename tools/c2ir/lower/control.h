/* Inside the room that lowers functions: where control and values go in the one that is being lowered, and what is known of
 * functions as a whole. */
#ifndef C2IR_CONTROL_H
#define C2IR_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "hash.h"
#include "vec.h"

struct ast_statement;
struct block;
struct declaration;
struct indirect_call;
struct lowering;
struct routine;
struct rvalue;
struct storage;

/* Where `break` and `continue` go. */
struct jump_target {
	struct ast_statement *statement;
	struct block *leave, *next;
};

/* Is a function one? */
enum allocator {
	ALLOCATOR_NONE,
	ALLOCATOR_LARGE, /* a copy for each record that its result is converted to */
	ALLOCATOR_SMALL  /* a copy for each call */
};

struct control {
	/* the function being lowered */
	TABLE(const void *, struct block *) labels; /* struct label or AST_CASE -> its block */
	VEC(struct jump_target) targets;
	TABLE(const struct block *, bool)
	skipped;                        /* blocks of cases that no switch goes to, as its value is another constant */
	VEC(struct rvalue) old_values;  /* of the UPDATEs around */
	const struct expression *given; /* it has been evaluated, before an atomic update: */
	struct rvalue *given_value;
	VEC(struct ast_statement *) scopes; /* open scopes, for cleanup */
	struct storage *result;             /* STORAGE_VARIABLES: the outs; STORAGE_MEMORY: *first in */
	struct variable *varargs;
	struct variable *activation; /* identity of an activation that a jump may come back to, or NULL */
	uint32_t depth;              /* nesting of expressions */

	/* allocator.c */
	TABLE(const struct declaration *, enum allocator) allocators;
	uint32_t copies;                 /* of small ones */
	VEC(struct routine *) converted; /* copies of large ones */

	/* nested.c */
	struct variable *closures;                 /* which function a closure is of, by its object */
	VEC(struct variable *) closure_references; /* what its captured objects are, one by one */

	/* asm.c */
	TABLE(const struct declaration *, struct variable *) machine_values; /* that are the same each time */

	/* dispatch.c */
	TABLE(const struct declaration *, struct storage *) foreign; /* a function as an object */
	TABLE(uint64_t, struct declaration *) functions_by_object;   /* by object of the points-to analysis */
	VEC(struct indirect_call *) indirect;
};

struct control *control_of(const struct lowering *l);
void control_init(struct lowering *l);
void control_release(struct lowering *l);

#endif
