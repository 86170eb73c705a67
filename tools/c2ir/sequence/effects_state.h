/* Inside the room of effects: what was found out of bodies and calls. */
#ifndef C2IR_EFFECTS_STATE_H
#define C2IR_EFFECTS_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "hash.h"
#include "vec.h"

struct body;
struct declaration;
struct effects;
struct expression;
struct libc_function;
struct lowering;

struct effects_state {
	TABLE(const struct declaration *, const struct effects *) of_call; /* with all that it reaches */
	TABLE(const struct declaration *, struct body *) of_function;      /* by definition */
	TABLE(uint32_t, struct body *) through_pointer;                    /* by number of arguments */
	TABLE(const struct expression *, bool) called;                     /* for finding `taken` */
	TABLE(const struct declaration *, bool) taken_seen;
	VEC(struct declaration *) taken; /* functions whose address is taken */
	bool taken_known;
	VEC(struct effects *) all;
	VEC(struct body *) bodies;
	uint32_t rounds; /* searches among the bodies */
};

/* body.c: of the function with this definition. */
struct body *body_of(struct lowering *l, const struct declaration *definition);

/* without_body.c. Does c2ir lower the call E of F by its format, a literal? NULL: a call through a pointer. */
bool call_is_formatted(struct lowering *l, const struct libc_function *f, const struct expression *e);
void call_formatted(struct lowering *l, struct effects *effects, const struct libc_function *f,
		    const struct expression *e);
/* Is it a library function written in C that, called by E, writes nothing that is seen? It may fail. */
bool call_only_reads(struct lowering *l, const struct libc_function *f, const struct expression *e);
void call_without_body(struct lowering *l, struct body *caller, const struct declaration *d);

#endif
