#define _GNU_SOURCE
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "memory.h"
#include "vec.h"

enum { STATUS_NO_MEMORY = 99 };

struct child {
	pid_t pid; /* 0: ended */
	int report;
	VEC(char) text;
	int status;
	bool killed;
};

static void child_out_of_memory(void)
{
	_exit(STATUS_NO_MEMORY);
}

static void child_main(worker *work, void *context, size_t index, int report, uint32_t memory_mb)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	memory_on_failure(child_out_of_memory);
	struct rlimit none = { 0, 0 }, space = { (rlim_t)memory_mb << 20, (rlim_t)memory_mb << 20 };
	setrlimit(RLIMIT_CORE, &none);
	if (memory_mb)
		setrlimit(RLIMIT_AS, &space);
	_exit(work(context, index, report));
}

static bool child_start(struct child *c, worker *work, void *context, size_t index, uint32_t memory_mb)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	c->report = ends[0];
	c->pid = fork();
	if (c->pid == 0)
		child_main(work, context, index, ends[1], memory_mb);
	close(ends[1]);
	if (c->pid < 0) {
		c->pid = 0;
		close(ends[0]);
		return false;
	}
	return true;
}

/* Takes what the child has written; true when it has closed its end. */
static bool child_read(struct child *c)
{
	char buffer[1 << 16];
	ssize_t n = read(c->report, buffer, sizeof buffer);
	if (n < 0)
		return errno != EINTR && errno != EAGAIN;
	for (ssize_t i = 0; i < n; i++)
		vec_push(&c->text, buffer[i]);
	return n == 0;
}

static void child_end(struct child *c, bool kill_it)
{
	if (!c->pid)
		return;
	if (kill_it) {
		c->killed = true;
		kill(c->pid, SIGKILL);
	}
	while (waitpid(c->pid, &c->status, 0) < 0 && errno == EINTR)
		;
	close(c->report);
	c->pid = 0;
}

/* Kills the children of this process, as many as the kernel lists at once. False: there are none. */
static bool kill_children(void)
{
	char path[64], pids[4096];
	snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? 0 : read(fd, pids, sizeof pids - 1);
	if (fd >= 0)
		close(fd);
	while (length > 0 && pids[length - 1] != ' ') /* a number that did not fit is none */
		length--;
	if (length <= 0)
		return false;
	pids[length] = 0;
	bool some = false;
	char *at = pids;
	for (;;) {
		long pid = strtol(at, &at, 10);
		if (pid <= 0)
			break;
		some = kill((pid_t)pid, SIGKILL) == 0 || some;
	}
	return some;
}

/* What a killed worker had started (a solver, and what that had started) dies with it or is handed to this process. */
static void end_orphans(void)
{
	while (kill_children())
		while (waitpid(-1, NULL, 0) < 0 && errno == EINTR)
			;
}

static bool child_conclusive(const struct child *c, bool (*conclusive)(int status))
{
	return !c->pid && !c->killed && WIFEXITED(c->status) && conclusive(WEXITSTATUS(c->status));
}

/* Waits for the children; the index of a conclusive one, or `count`. */
static size_t watch(struct child *children, size_t count, bool (*conclusive)(int status), double end)
{
	struct pollfd *fds = memory_alloc(count * sizeof *fds);
	size_t won = count;
	for (;;) {
		size_t alive = 0;
		for (size_t i = 0; i < count; i++) {
			fds[i] = (struct pollfd){ children[i].pid ? children[i].report : -1, POLLIN, 0 };
			alive += children[i].pid != 0;
		}
		double left = end > 0 ? end - clock_now() : 3600;
		if (!alive || left <= 0)
			break;
		if (poll(fds, count, left > 3600 ? 3600000 : (int)(left * 1000) + 1) < 0 && errno != EINTR)
			break;
		for (size_t i = 0; i < count; i++) {
			if (!children[i].pid || !fds[i].revents || !child_read(&children[i]))
				continue;
			child_end(&children[i], false);
			if (won == count && child_conclusive(&children[i], conclusive))
				won = i;
		}
		if (won < count)
			break;
	}
	memory_free(fds);
	return won;
}

static const char *why_killed(const struct child *c)
{
	if (c->killed)
		return "time";
	if (WIFEXITED(c->status) && WEXITSTATUS(c->status) == STATUS_NO_MEMORY)
		return "memory";
	if (WIFSIGNALED(c->status) && WTERMSIG(c->status) == SIGXCPU)
		return "time";
	if (WIFSIGNALED(c->status) && (WTERMSIG(c->status) == SIGABRT || WTERMSIG(c->status) == SIGKILL))
		return "memory, or the solver broke down";
	return "an engine broke down: please report this input";
}

static bool ended_well(const struct child *c)
{
	return !c->killed && WIFEXITED(c->status) && WEXITSTATUS(c->status) != STATUS_NO_MEMORY;
}

struct work_result supervise(worker *work, void *context, size_t count, bool (*conclusive)(int status), double deadline,
			     double grace, uint32_t memory_mb)
{
	struct child *children = memory_alloc(count * sizeof *children);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (size_t i = 0; i < count; i++)
		if (!child_start(&children[i], work, context, i, memory_mb))
			children[i].killed = true;
	size_t best = watch(children, count, conclusive, deadline > 0 ? deadline + grace : 0);
	for (size_t i = 0; i < count; i++)
		child_end(&children[i], true);
	end_orphans();
	for (size_t i = 0; best == count && i < count; i++)
		if (ended_well(&children[i]))
			best = i;
	struct child *c = &children[best < count ? best : 0];
	struct work_result result = { .ended = best < count,
				      .reason = best < count ? NULL : why_killed(c),
				      .status = best < count ? WEXITSTATUS(c->status) : 0 };
	vec_push(&c->text, 0);
	result.report = c->text.at;
	result.length = c->text.count - 1;
	for (size_t i = 0; i < count; i++)
		if (&children[i] != c)
			vec_free(&children[i].text);
	memory_free(children);
	return result;
}
