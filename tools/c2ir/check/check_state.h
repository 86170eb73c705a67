/* What the checks know of the program that is being lowered. */
#ifndef C2IR_CHECK_STATE_H
#define C2IR_CHECK_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "hash.h"
#include "vec.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct type;

/* What a function has that may hold pointers, and the variable that says so: see frames.c. */
enum local_kind {
	LOCAL_VALUE,  /* a pointer or an integer; `node`: where it points */
	LOCAL_OBJECT, /* the identity of an object; `object`: the same to the points-to analysis */
	LOCAL_BLOCKS  /* the identity of the last object that alloca() gave; 0: none */
};
struct local {
	enum local_kind kind;
	struct procedure *procedure;
	struct variable *variable;
	const struct type *type; /* of a value */
	node node;
	uint32_t object;
};

/* Arithmetic on a pointer: see inside.c. */
struct move {
	node from;
	struct location location;
	uint64_t step;
	int64_t bytes; /* if they are known */
	bool known;
	bool forwards; /* not below where the array begins */
	bool library;  /* it is in one of its functions */
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
	bool ends_early;              /* exit() or abort() is called */
	struct variable *last_block;  /* of the function that is being lowered, or NULL: LOCAL_BLOCKS */
	struct variable *before;      /* by object of alloca(): the one that the function had before, 0: none */
	TABLE(uint32_t, bool) blocks; /* objects of the points-to analysis that alloca() gives */
	/* inside.c */
	VEC(struct move) moves;
	/* uaf.c */
	struct variable *stack_block; /* an object of alloca() that ends with the function, or NULL */
	node stack_node;              /* points to all of these */
};

#endif
