/* Models of library functions: each file model_*.c has a table of them. */
#ifndef C2IR_MODEL_H
#define C2IR_MODEL_H

#include "value.h"

struct expression;
struct lowering;
struct signature;

/* Lowers the call `e`; its arguments have not been evaluated. */
struct model {
	const char *name;
	const char *shape; /* its arguments: p pointer, i integer, f floating, ? any one, * any more */
	struct rvalue (*call)(struct lowering *l, const struct expression *e);
};
/* The same of what gives new memory; `hint`: what the result is made to point to, or NULL. */
struct allocation_model {
	const char *name, *shape;
	struct rvalue (*call)(struct lowering *l, const struct expression *e, const struct type *hint);
};

/* What the lowering uses of all this. */
extern const struct library_models library_models;

bool model_exists(const char *name);     /* some table has it */
bool model_is_special(const char *name); /* model_verifier has it */

/* Whatever body the program gives them. */
extern const struct model model_verifier[];
/* Only in the library's own units. */
extern const struct model model_library_functions[];
/* Only when the program has no body for them. */
extern const struct allocation_model model_allocations[];
extern const struct model model_control[], model_heap[], model_memory[], model_print[], model_input[], model_read[],
	model_math[];

/* __approximate_NAME() in the library's C: any value (math.c); false: not one of these. */
bool model_approximate(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result);

/* The host of a program that is run: a number, a character (bv8) for it; a call, with the result's type; text: or NULL. */
void model_host_argument(struct lowering *l, term value);
void model_host_character(struct lowering *l, term value);
void model_host_abandon(struct lowering *l); /* what is still in buffers is not written */
struct rvalue model_host_call(struct lowering *l, const struct type *type, const char *function, const char *text);
struct rvalue model_any_strings(struct lowering *l, const struct expression *e); /* a vector of unknown strings */
/* a new object, not for leak checks */
struct rvalue model_new(struct lowering *l, const struct expression *e, const struct type *hint);
/* What only the library says, such as __plumb_running(); false: nothing of that kind. */
bool model_library_special(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
			   struct rvalue *result);
bool model_call(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
		struct rvalue *result);
bool model_special(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
		   struct rvalue *result);
bool model_format(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result);
const char *model_plain_name(struct lowering *l, const char *name);
bool model_is_approximate(struct lowering *l, const char *name);
void model_arguments(struct lowering *l, const struct signature *s, struct rvalue *arguments);
struct rvalue model_alloca(struct lowering *l, const struct expression *e, const struct type *hint);
void model_stop(struct lowering *l, term status); /* the program ends */

#endif
