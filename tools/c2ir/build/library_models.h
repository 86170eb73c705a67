/* The models of library functions as the lowering sees them: main gives it the table of the room above (model/model.h). */
#ifndef C2IR_LIBRARY_MODELS_H
#define C2IR_LIBRARY_MODELS_H

#include <stdbool.h>

#include "term.h"

struct expression;
struct lowering;
struct rvalue;
struct signature;
struct type;

/* E is a call of NAME; `hint`: what the result is made to point to, where an allocation's type is known from that, or NULL. */
struct library_models {
	/* Functions that mean something whatever body they have (reach_error, __VERIFIER_nondet_int ...); false: not one. */
	bool (*special)(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
			struct rvalue *result);
	/* A call of a library function that has no body; false: not known. */
	bool (*call)(struct lowering *l, const char *name, const struct expression *e, const struct type *hint,
		     struct rvalue *result);
	/* A call of printf or the like whose format is a literal. */
	bool (*format)(struct lowering *l, const char *name, const struct expression *e, struct rvalue *result);
	/* argv, of argc (arguments[0]) unknown strings; those of the host if there is one. */
	void (*arguments)(struct lowering *l, const struct signature *s, struct rvalue *arguments);
	struct rvalue (*alloca)(struct lowering *l, const struct expression *e, const struct type *hint);
	void (*stop)(struct lowering *l, term status); /* the program ends */
};

#endif
