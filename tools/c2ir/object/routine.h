/* Routines: the procedures that stand for C's functions, and how parameters and results are passed. */
#ifndef C2IR_ROUTINE_H
#define C2IR_ROUTINE_H

#include <stddef.h>

#include "term.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct lowering;
struct procedure;
struct shape;
struct unit;

/* How a C function's parameters and result are passed in IR. */
struct signature {
	const struct type *type;
	const struct shape **shapes; /* by parameter; NULL: a record, passed as a pointer that the callee copies from */
	const struct shape *result;  /* NULL: void, or result_in_memory */
	bool result_in_memory;       /* first in-parameter: pointer to the object for the result */
	bool variadic;               /* last in-parameter: pointer to the object with the further arguments */
	uint32_t parameter_count;
	const struct type **types;     /* of the parameters as they are passed */
	struct declaration **captured; /* of a nested function: last in-parameters, a pointer to each */
	uint32_t captured_count;
	uint32_t in_count, out_count;
	sort *sorts; /* of the ins, then of the outs */
};

/* A function that has a body and that the entry reaches. */
struct routine {
	struct declaration *declaration;
	struct unit *unit;
	struct procedure *procedure;
	struct signature *signature;
	node *nodes;             /* of the ins, then of the outs */
	const struct type *hint; /* a copy of an allocator: what its result is made to point to; or NULL */
	term *constants;         /* a copy: the ins that are constants (0: not) */
	const char *format;      /* a copy of a wrapper: the literal that its parameter is */
	const struct declaration *format_parameter;
	const struct routine *around; /* a copy of a wrapper: the copy that calls it, or NULL */
	uint64_t identity;            /* as an object that pointers point to, 0: its address is not taken */
	uint32_t object;              /* likewise */
};

struct signature *lower_signature(struct lowering *l, const struct type *type, struct declaration *definition);
struct routine *lower_routine(struct lowering *l, struct declaration *d); /* NULL: no body */
/* The function whose body a call of D by its name executes, in the function that is being lowered (symbol_called()). */
struct declaration *routine_called(struct lowering *l, struct declaration *d);
/* A procedure for D's body, to be lowered in its turn. */
struct routine *lower_new_routine(struct lowering *l, struct declaration *d);
/* A routine without a definition: `routine` is to be lowered in its turn. */
void routine_add(struct lowering *l, struct routine *routine);
/* Those that are to be lowered, in order; NULL: no more so far. */
struct routine *routine_at(struct lowering *l, size_t i);
/* The routine of D that was made before, or NULL. */
struct routine *routine_known(struct lowering *l, const struct declaration *d);
void routine_keep(struct lowering *l, const struct declaration *d, struct routine *routine);
/* What an allocation that is made to point to HINT (NULL or void: not known) is for: of a copy of an allocator, if that is not known
 * or what its declared result points to, what its own result is made to point to. */
const struct type *routine_hint(const struct lowering *l, const struct type *hint);

#endif
