/* Which globals threads share, and what touches them. */
#ifndef C2IR_SHARING_H
#define C2IR_SHARING_H

#include "ir.h"

/* Sets of globals, by index. */
struct touched {
	bool *read, *written;
};

struct sharing {
	struct program *program;
	uint32_t count; /* procedures */
	struct variable *state; /* role state, or NULL */
	struct touched *procedures; /* by index: what a call of it does, but for the threads that it starts */
	bool *shared;               /* by global */
};

void sharing_init(struct sharing *s, struct program *p);
void sharing_release(struct sharing *s);

/* What a statement reads and writes. Not the births of objects, of which no other thread knows, nor what sizes are: these never change.
 * That an object is there is read where it is asserted. */
void sharing_add(const struct sharing *s, struct touched *to, const struct statement *statement);
struct touched touched_new(const struct program *p);
void touched_release(struct touched *t);
void touched_join(const struct program *p, struct touched *to, const struct touched *from);

/* A global is shared if one of the two writes it and the other one touches it. */
void sharing_between(struct sharing *s, const struct touched *a, const struct touched *b);

/* Does the statement, calls included, touch a shared global? */
bool sharing_touches(const struct sharing *s, const struct statement *statement);

/* Does the procedure start threads that do what the callee does? Is the statement a mark, and which one; THREAD_MARKS: none. */
bool thread_is_body(const struct procedure *proc);
bool thread_is_atomic(const struct procedure *proc);
unsigned thread_mark_of(const struct statement *statement);

#endif
