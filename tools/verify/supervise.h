/* Work in child processes, so that a limit, a signal, a crash or a lack of memory in one becomes a verdict with its
 * reason, and with what was known by then. */
#ifndef PLUMB_SUPERVISE_H
#define PLUMB_SUPERVISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the workers leave: a report and the exit status for it (contract: 0, 10, 20 for verdicts). */
struct work_result {
	int status;
	bool ended;         /* false: stopped or killed; `reason` says why, and stands in the report */
	const char *reason; /* static */
	bool interrupted;   /* by a signal */
	bool out_of_time;   /* it ended sooner, for it says that the time left was too little */
	bool out_of_memory; /* it had no memory, or says that this is why it has no verdict */
	char *report;       /* memory_free; with !ended what was known, if anything was */
	size_t length;      /* 0: there is no report */
};

/* A worker sends what it knows, at last its report, to the descriptor (message.h) and returns its exit status. It runs in a
 * child of its own. */
typedef int worker(void *context, size_t index, int report);

struct supervision {
	worker *work;
	void *context;
	size_t count;                   /* so many run side by side: work(context, 0 ..., ...) */
	bool (*conclusive)(int status); /* the others are not waited for */
	double deadline,
		grace;      /* CLOCK_MONOTONIC seconds, 0: none; children get `grace` seconds more, and are killed */
	uint32_t memory_mb; /* of the address space of each, and of all they use together; 0: no limit */
	bool interruptible; /* SIGINT, SIGTERM, SIGHUP and SIGQUIT end the work, unless they were ignored */
	/* Called now and then while they work, if it is not NULL: every so many seconds, or more often. */
	void (*tick)(void *context);
	double tick_seconds;
	int drafts; /* what they know goes on to this descriptor; -1: it does not */
};

/* Runs the workers until one is conclusive, all have ended, or there is a reason to stop. Those left are killed, with all
 * that they have started. The result is the first conclusive one, else the one with the lowest index that ended by itself,
 * else what is known of one that was killed. */
struct work_result supervise(const struct supervision *supervision);

#endif
