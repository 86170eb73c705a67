/* setjmp, longjmp and gotos out of nested functions. */
#ifndef C2IR_JUMP_H
#define C2IR_JUMP_H

#include "hash.h"
#include "term.h"
#include "vec.h"

struct function;
struct label;
struct library_call;
struct lowering;
struct rvalue;

/* Where control goes on after longjmp or a goto out of a nested function: see jump.c. */
struct jump_landing {
	struct procedure *procedure;
	struct block *block;
	uint32_t number;                   /* unique in the program */
	const struct variable *activation; /* the identity of the activation */
	struct declaration **kept;         /* objects that are in scope */
	uint32_t kept_count;
};
struct jumps {
	struct variable *target, *number, *call, *value, *frames; /* globals, made on demand */
	struct procedure *procedure;                              /* $longjmp, or NULL */
	uint32_t landings;
	VEC(struct jump_landing *) list;
	TABLE(const struct label *, uint32_t) numbers; /* of the landings of gotos out of nested functions */
};

void jump_enter_function(struct lowering *l, const struct function *f);
void jump_begin_activation(struct lowering *l); /* makes l->frame */
void jump_leave_function(struct lowering *l,
			 const struct variable *activation); /* before each return; NULL: no frame */
struct variable *jump_target(struct lowering *l);            /* the global that is 0 but while a jump is on its way */
struct variable *jump_number(struct lowering *l);            /* the landing's */
struct rvalue jump_setjmp(struct lowering *l, const struct library_call *e);
struct rvalue jump_longjmp(struct lowering *l, const struct library_call *e);
/* Those for labels that nested functions go to. */
void jump_label_landing(struct lowering *l, const struct label *label, struct block *block);
void jump_to_label(struct lowering *l, const struct label *label, term activation);
void lower_unwind(struct lowering *l); /* after lower_dispatches */

void jump_begin(struct lowering *l); /* what it needs at the start of the program */
void jumps_init(struct lowering *l);
void jumps_release(struct lowering *l);

#endif
