#define _GNU_SOURCE

#include "copy.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"

enum { PATIENCE = 10 /* milliseconds */ };

static void give_up(void)
{
	_exit(EXIT_FAILURE);
}

static void become_quiet(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		give_up();
	for (int number = 1; number < NSIG; number++)
		if (number != SIGCHLD)
			signal(number, SIG_DFL);
	int nowhere = open("/dev/null", O_RDWR);
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && nowhere >= 0; fd++)
		dup2(nowhere, fd);
	memory_on_failure(give_up);
}

bool copy_make(struct copy *copy)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	pid_t parent = getpid();
	copy->pid = fork();
	if (copy->pid == 0)
		become_quiet(parent);
	copy->line = ends[copy->pid == 0];
	close(ends[copy->pid != 0]);
	if (copy->pid < 0)
		close(copy->line);
	return copy->pid >= 0;
}

void copy_end(const struct copy *copy)
{
	kill(copy->pid, SIGKILL);
	close(copy->line);
	while (waitpid(copy->pid, NULL, 0) < 0 && errno == EINTR)
		continue;
}

bool copy_tell(int line, const void *data, size_t size)
{
	const char *at = data;
	while (size) {
		ssize_t n = send(line, at, size, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}

/* Until there is something to read. */
static bool wait_for(int line, bool (*stop)(void *context), void *context)
{
	struct pollfd waiting = { .fd = line, .events = POLLIN };
	while (!stop(context))
		if (poll(&waiting, 1, PATIENCE) > 0)
			return true;
	return false;
}

bool copy_hear(int line, void *data, size_t size, bool (*stop)(void *context), void *context)
{
	char *at = data;
	while (size) {
		if (stop && !wait_for(line, stop, context))
			return false;
		ssize_t n = recv(line, at, size, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		size -= (size_t)n;
	}
	return true;
}
