/* What the checks know of the program that is being lowered. */
#ifndef C2IR_CHECK_STATE_H
#define C2IR_CHECK_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "hash.h"
#include "vec.h"

typedef uint32_t node; /* of the points-to analysis: region.h */

/* A local variable, or (object not UINT32_MAX) what holds the identity of a local object: see frames.c. */
struct local {
	struct procedure *procedure;
	struct variable *variable;
	node node;
	uint32_t object;
};

struct check_state {
	/* return.c */
	TABLE(const struct declaration *, bool) lacking; /* may the function return no value */
	struct variable *no_value;
	/* leak.c */
	struct variable *watched;
	struct procedure *at_exit;
	/* reach.c */
	struct variable *seen, *site;
	struct procedure *mark;
	TABLE(uint32_t, bool) sites; /* objects of the points-to analysis */
	VEC(uint32_t) site_list;     /* the same, in order */
	/* frames.c */
	struct variable *frames, *frame_count;
	VEC(struct local) locals;
	bool ends_early; /* exit() or abort() is called */
	/* uaf.c */
	struct variable *stack_block; /* an object of alloca() that ends with the function, or NULL */
};

#endif
