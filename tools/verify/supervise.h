/* Work in child processes, so that a limit, a crash or a lack of memory in one becomes a verdict with its reason. */
#ifndef PLUMB_SUPERVISE_H
#define PLUMB_SUPERVISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a worker leaves: its report and exit status (contract: 0, 10, 20 for verdicts). */
struct work_result {
	int status;
	bool ended;         /* false: killed; `reason` says why */
	const char *reason; /* static */
	char *report;       /* memory_free */
	size_t length;
};

/* A worker writes its report to the descriptor and returns its exit status. It runs in a child of its own. */
typedef int worker(void *context, size_t index, int report);

/* Runs `count` workers side by side until one is conclusive (`conclusive(status)`), all have ended, or the deadline
 * (CLOCK_MONOTONIC seconds, 0: none; children get `grace` seconds more). Those left are killed. The result is the
 * first conclusive one, else the one with the lowest index that ended by itself, else a killed one.
 * `memory_mb` limits the address space of each worker (0: none). */
struct work_result supervise(worker *work, void *context, size_t count, bool (*conclusive)(int status), double deadline,
			     double grace, uint32_t memory_mb);

#endif
