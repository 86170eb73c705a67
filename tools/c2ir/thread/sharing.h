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
	uint32_t count;             /* procedures */
	struct variable *state;     /* role state, or NULL */
	struct touched *procedures; /* by index: what a call of it does, but for the threads that it starts */
	bool *shared;               /* by global */
};

void sharing_init(struct sharing *s, struct program *p);
void sharing_release(struct sharing *s);

/* Visits what a statement, calls included, and a terminator reads and writes. Not the births of objects, of which no other thread knows,
 * nor what sizes are: these never change. That an object is there is read where it is asserted. */
typedef void sharing_visitor(void *context, uint32_t global, bool written);
void sharing_visit(const struct sharing *s, const struct statement *statement, sharing_visitor *visit, void *context);
void sharing_visit_terminator(const struct sharing *s, const struct terminator *t, sharing_visitor *visit,
			      void *context);
struct touched touched_new(const struct program *p);
void touched_release(struct touched *t);

/* A global is shared if one of the two writes it and the other one touches it. */
void sharing_between(struct sharing *s, const struct touched *a, const struct touched *b);

/* Does the statement, calls included, touch a shared global? Does the branch look at one? */
bool sharing_touches(const struct sharing *s, const struct statement *statement);
/* Does it itself touch a global or memory that the program has? */
bool sharing_touches_objects(const struct sharing *s, const struct statement *statement);
bool sharing_is_object(const struct sharing *s, const struct variable *global);
bool sharing_ends_objects(const struct sharing *s); /* does a thread end objects while others run? */
bool sharing_decides(const struct sharing *s, const struct terminator *t);

/* Marks (thread_mark.h). Does each call of the procedure start a thread? Does it do its work in one turn? Which mark is the statement;
 * THREAD_MARKS: none. Does it take a lock, or give one back? */
bool thread_is_body(const struct procedure *proc);
bool thread_is_atomic(const struct procedure *proc);
bool thread_has_mark(const struct procedure *proc, const char *value); /* {thread VALUE} */
unsigned thread_mark_of(const struct statement *statement);
bool thread_acquires(const struct statement *statement);
bool thread_releases(const struct statement *statement);

#endif
