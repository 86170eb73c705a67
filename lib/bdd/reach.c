/* The process in which the search runs: a copy of this one, which says over a pipe what it found, and can be killed at any
 * time. */
#define _GNU_SOURCE

#include "reach.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "search.h"

enum { PATIENCE = 10 /* milliseconds */ };

/* What it says first; the decisions and the roots follow. */
struct announcement {
	enum reach_reply reply;
	struct reached reached;
};

/* --- the pipe --- */

static bool tell(int pipe, const void *data, size_t size)
{
	const char *at = data;
	while (size) {
		ssize_t n = write(pipe, at, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}

static bool must_stop(const struct reach_options *o)
{
	return o->stop && o->stop(o->context);
}

/* False: it has ended, or is to stop. */
static bool hear(int pipe, void *data, size_t size, const struct reach_options *options)
{
	char *at = data;
	while (size) {
		struct pollfd waiting = { .fd = pipe, .events = POLLIN };
		int ready = poll(&waiting, 1, PATIENCE);
		if (must_stop(options))
			return false;
		if (ready <= 0)
			continue;
		ssize_t n = read(pipe, at, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}

/* --- in the copy --- */

static void no_memory(void)
{
	_exit(EXIT_FAILURE);
}

static void exceeded(void *context, enum package_limit limit)
{
	static const enum reach_reply replies[] = { REACH_NODES, REACH_WORK, REACH_MEMORY };
	const int *pipe = context;
	struct announcement a = { .reply = replies[limit] };
	tell(*pipe, &a, sizeof a);
	_exit(EXIT_SUCCESS);
}

static void become_quiet(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
	for (int number = 1; number < NSIG; number++)
		if (number != SIGCHLD)
			signal(number, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
	memory_on_failure(no_memory);
}

static _Noreturn void run(const struct machine *machine, const struct reach_options *options, int pipe)
{
	struct announcement a = { 0 };
	struct reached *r = &a.reached;
	a.reply = search(machine, options, exceeded, &pipe, r);
	bool fine = tell(pipe, &a, sizeof a) &&
		    tell(pipe, r->decisions.at, r->decisions.count * sizeof *r->decisions.at) &&
		    tell(pipe, r->roots, machine->cuts * sizeof *r->roots);
	_exit(fine ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* --- here --- */

static enum reach_reply listen(const struct machine *machine, int pipe, const struct reach_options *options,
			       struct reached *reached)
{
	struct announcement a;
	if (!hear(pipe, &a, sizeof a, options))
		return must_stop(options) ? REACH_STOPPED : REACH_FAILED;
	*reached = a.reached;
	reached->decisions.capacity = reached->decisions.count;
	reached->decisions.at = memory_alloc((reached->decisions.count + 1) * sizeof *reached->decisions.at);
	reached->roots = memory_alloc(machine->cuts * sizeof *reached->roots);
	if (a.reply > REACH_BAD ||
	    (hear(pipe, reached->decisions.at, reached->decisions.count * sizeof *reached->decisions.at, options) &&
	     hear(pipe, reached->roots, machine->cuts * sizeof *reached->roots, options)))
		return a.reply;
	return must_stop(options) ? REACH_STOPPED : REACH_FAILED;
}

enum reach_reply reach(const struct machine *machine, const struct reach_options *options, struct reached *reached)
{
	int ends[2];
	*reached = (struct reached){ 0 };
	if (pipe2(ends, O_CLOEXEC) != 0)
		return REACH_FAILED;
	pid_t parent = getpid(), child = fork();
	if (child == 0) {
		become_quiet(parent);
		close(ends[0]);
		run(machine, options, ends[1]);
	}
	close(ends[1]);
	enum reach_reply reply = child < 0 ? REACH_FAILED : listen(machine, ends[0], options, reached);
	close(ends[0]);
	if (child > 0) {
		kill(child, SIGKILL);
		while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
			continue;
	}
	return reply;
}

void reached_release(struct reached *reached)
{
	vec_free(&reached->decisions);
	memory_free(reached->roots);
}
