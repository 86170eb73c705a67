/* Programs of others (solvers, compilers), run so that nothing of them stays: not when they end, not when this process
 * ends, be it by SIGKILL.
 *
 * Between this process and the program stands a keeper. It adopts what the program's processes leave behind
 * (PR_SET_CHILD_SUBREAPER), and hears of our end (PR_SET_PDEATHSIG), which the program's own children would not: the
 * signal is for children, not for theirs. Then it ends all that descends from it. */
#ifndef PLUMB_KEPT_H
#define PLUMB_KEPT_H

#include <stdbool.h>
#include <sys/types.h>

/* What is to be run. */
struct kept_program {
	void (*execute)(void *context); /* in the new process: descriptors, then exec; comes back if that fails */
	/* In the keeper, before the program starts and after all has ended: for files that it needs meanwhile. NULL: nothing.
	 * `clean` runs also when this process has been killed. */
	void (*prepare)(void *context);
	void (*clean)(void *context);
	void *context;
	bool apart; /* a process group of its own with signals as by default; else both are ours */
};

/* The keeper's process: it ends as the program does, by the same status or signal, which waitpid gives. 0: errno says why
 * the program could not be started; nothing is left. */
pid_t kept_start(const struct kept_program *program);

/* Ends the program and all that it has started, and waits for that. */
void kept_end(pid_t keeper);

#endif
