/* A thread that ends a solver's check from outside: at the deadline, on solver_interrupt, or when the solver's memory
 * grows beyond its limit. For libraries that can be told to stop from another thread and have no callback. */
#ifndef PLUMB_WATCH_H
#define PLUMB_WATCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum watch_cause { WATCH_NONE, WATCH_DEADLINE, WATCH_INTERRUPT, WATCH_MEMORY, WATCH_RIVAL };

struct watch {
	void (*stop)(void *context); /* called again and again until watch_end; from the watch's thread */
	void *context;
	double deadline;          /* SOLVER_NO_DEADLINE: none */
	uint64_t memory_limit;    /* bytes; 0: none */
	uint64_t (*memory)(void); /* bytes in use */
	const atomic_bool *interrupted;
	int rival; /* a descriptor: the check is to end when it becomes readable; -1: none */
	/* private */
	int wake; /* an eventfd */
	atomic_int cause;
	atomic_bool done;
	pthread_t thread;
};

bool watch_init(struct watch *watch); /* false: the system gives no descriptor */
void watch_release(struct watch *watch);
bool watch_begin(struct watch *watch); /* false: the system gives no thread */
enum watch_cause watch_end(struct watch *watch);
/* Look at *interrupted now. Async-signal-safe. */
void watch_wake(struct watch *watch);

#endif
