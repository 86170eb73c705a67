/* What the lowering of a program that starts threads says to the room thread, which takes it out again: attributes that no other
 * program has, and that c2ir does not write (docs/threads.md). */
#ifndef C2IR_THREAD_MARK_H
#define C2IR_THREAD_MARK_H

#include <stdbool.h>

#include "term.h"

struct attribute;
struct lowering;
struct procedure;

/* Of a procedure: {thread "body"}: each call of it starts a thread; {thread "atomic"}: it does its work in one turn; {thread "leaves"},
 * {thread "comes"}: it is to be called when a turn ends, before what each thread has of its own is kept, and when one begins.
 * Of a global: {thread "local"}: each thread has one; {thread "rest"}: no turn may begin but before a wait. Of an assume of true: one of enum thread_mark. Of an assignment of a pointer to
 * a lock: {thread "acquire"}, {thread "release"}: this thread has it now; it has it no longer. */
#define ATTRIBUTE_THREAD "thread"
#define THREAD_BODY "body"
#define THREAD_ATOMIC "atomic"
#define THREAD_LEAVES "leaves"
#define THREAD_COMES "comes"
#define THREAD_LOCAL "local"
#define THREAD_REST "rest"
#define THREAD_ACQUIRE "acquire"
#define THREAD_RELEASE "release"

/* Of a global or a statement, where data races are checked: {race "none"}: what is done with it is none, as the library has it for
 * itself, or synchronises threads; {race "atomic"}: one with what is not atomic only (5.1.2.4p25). */
#define ATTRIBUTE_RACE "race"
#define RACE_NONE "none"
#define RACE_ATOMIC "atomic"

/* Of a statement: {part}: what it does belongs to the access of the one before it. */
#define ATTRIBUTE_PART "part"

enum thread_mark {
	THREAD_SWITCH, /* another thread's turn may come here */
	THREAD_WAITS,  /* likewise, and then only a wait may follow; where deadlocks are checked */
	THREAD_LOOKS,  /* likewise if another thread may end objects: one has to be there for what follows */
	THREAD_BEGIN,  /* what follows is done in one turn, */
	THREAD_END,    /* up to here */
	THREAD_OVER,   /* this thread is */
	THREAD_JOINED, /* another thread is over, which no one has waited for before */
	THREAD_MARKS
};

/* By enum thread_mark: the values of the attribute. */
extern const char *const thread_mark_names[THREAD_MARKS];

/* Does the program start threads? Where it does, each value of an object that threads may share is read once, into a temporary. */
bool lower_has_threads(const struct lowering *l);

/* It does its work in one turn. */
void thread_mark_atomic(struct lowering *l, struct procedure *proc);

/* What is emitted from now on, until the second one gets the result, has {race RACE}, unless that is NULL, or nobody asks. */
const struct attribute *thread_mark_race(struct lowering *l, const char *race);
void thread_mark_race_end(struct lowering *l, const struct attribute *before);

/* Nothing in a program that starts no threads. */
void emit_thread_mark(struct lowering *l, enum thread_mark mark);
/* VALUE: THREAD_ACQUIRE or THREAD_RELEASE. */
void emit_thread_lock(struct lowering *l, const char *value, term lock);

#endif
