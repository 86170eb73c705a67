#define _GNU_SOURCE /* pipe2 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kept.h"

/* --- start --- */

/* What a child begins with. */
struct beginning {
	const char *command;
	int in, out, err;
	uint32_t memory_mb;
};

/* Runs in the child between fork and exec: async-signal-safe calls only. */
static void become(void *context)
{
	const struct beginning *b = context;
	rlim_t bytes = (rlim_t)b->memory_mb << 20;
	struct rlimit space = { bytes, bytes };
	if (b->memory_mb)
		setrlimit(RLIMIT_AS, &space);
	if (dup2(b->in, 0) >= 0 && dup2(b->out, 1) >= 0 && dup2(b->err, 2) >= 0)
		execl("/bin/sh", "sh", "-c", b->command, (char *)NULL);
}

static void close_all(int pipes[3][2])
{
	int error = errno;
	for (int i = 0; i < 6; i++) {
		if (pipes[i / 2][i % 2] >= 0)
			close(pipes[i / 2][i % 2]);
	}
	errno = error;
}

/* Above the three standard descriptors, so that dup2 onto them closes none of these. */
static bool make_pipe(int ends[2])
{
	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	for (int i = 0; i < 2; i++) {
		if (ends[i] > 2)
			continue;
		int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
		if (moved < 0)
			return false;
		close(ends[i]);
		ends[i] = moved;
	}
	return true;
}

bool child_start(struct child *c, const char *command, uint32_t memory_mb)
{
	int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
	*c = (struct child){ .to = -1, .from = -1, .words = -1 };
	for (int i = 0; i < 3; i++) {
		if (!make_pipe(pipes[i])) {
			close_all(pipes);
			return false;
		}
	}
	struct beginning b = { command, pipes[0][0], pipes[1][1], pipes[2][1], memory_mb };
	c->pid = kept_start(&(struct kept_program){ .execute = become, .context = &b, .apart = true });
	if (!c->pid) {
		close_all(pipes);
		return false;
	}
	c->to = pipes[0][1];
	c->from = pipes[1][0];
	c->words = pipes[2][0];
	pipes[0][1] = pipes[1][0] = pipes[2][0] = -1;
	close_all(pipes);
	fcntl(c->to, F_SETFL, O_NONBLOCK);
	fcntl(c->from, F_SETFL, O_NONBLOCK);
	fcntl(c->words, F_SETFL, O_NONBLOCK);
	return true;
}

/* --- end --- */

static void close_descriptor(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void child_kill(struct child *c)
{
	if (c->pid)
		kept_end(c->pid);
	c->pid = 0;
	close_descriptor(&c->to);
	close_descriptor(&c->from);
	close_descriptor(&c->words);
	vec_free(&c->input);
	vec_free(&c->output);
}

void child_end(struct child *c, char *buffer, size_t size)
{
	const struct timespec moment = { .tv_nsec = 10000000 };
	int status = 0;
	pid_t ended = 0;
	for (int i = 0; c->pid && i < 100; i++) {
		ended = waitpid(c->pid, &status, WNOHANG);
		if (ended != 0)
			break;
		nanosleep(&moment, NULL);
	}
	if (ended != c->pid || !c->pid) {
		snprintf(buffer, size, "it closed its output");
		return;
	}
	c->pid = 0;
	if (WIFSIGNALED(status))
		snprintf(buffer, size, "killed by signal %d", WTERMSIG(status));
	else
		snprintf(buffer, size, "exit status %d", WEXITSTATUS(status));
}

/* --- dialogue --- */

void child_say(struct child *c, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		vec_push(&c->input, text[i]);
}

void child_finish_input(struct child *c)
{
	c->finish = true;
	if (c->written == c->input.count)
		close_descriptor(&c->to);
}

/* write(2) where a reader that has gone gives EPIPE and no signal, whatever the process does with SIGPIPE. */
static ssize_t write_quietly(int fd, const char *bytes, size_t length)
{
	sigset_t pipe_signal, before, pending;
	const struct timespec none = { 0 };
	sigemptyset(&pipe_signal);
	sigaddset(&pipe_signal, SIGPIPE);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
	ssize_t n = write(fd, bytes, length);
	int error = errno;
	if (n < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
		while (sigtimedwait(&pipe_signal, NULL, &none) < 0 && errno == EINTR)
			;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return n;
}

static void write_some(struct child *c)
{
	ssize_t n = write_quietly(c->to, c->input.at + c->written, c->input.count - c->written);
	if (n > 0)
		c->written += (size_t)n;
	else if (n < 0 && errno != EAGAIN && errno != EINTR)
		close_descriptor(&c->to);
	if (c->to < 0 || c->written == c->input.count)
		c->written = c->input.count = 0;
	if (c->finish && !c->input.count)
		close_descriptor(&c->to);
}

static void read_output(struct child *c)
{
	char buffer[4096];
	ssize_t n = read(c->from, buffer, sizeof buffer);
	for (ssize_t i = 0; i < n; i++)
		vec_push(&c->output, buffer[i]);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		close_descriptor(&c->from);
}

static void keep_words(struct child *c, const char *text, size_t length)
{
	size_t have = strlen(c->last_words);
	if (length > CHILD_LAST_WORDS) {
		text += length - CHILD_LAST_WORDS;
		length = CHILD_LAST_WORDS;
	}
	size_t drop = have + length > CHILD_LAST_WORDS ? have + length - CHILD_LAST_WORDS : 0;
	memmove(c->last_words, c->last_words + drop, have - drop);
	char *p = c->last_words + have - drop;
	for (size_t i = 0; i < length; i++)
		*p++ = text[i] >= ' ' && text[i] <= '~' ? text[i] : ' ';
	*p = 0;
}

static void read_words(struct child *c)
{
	char buffer[4096];
	ssize_t n = read(c->words, buffer, sizeof buffer);
	if (n > 0)
		keep_words(c, buffer, (size_t)n);
	else if (n == 0 || (errno != EAGAIN && errno != EINTR))
		close_descriptor(&c->words);
}

bool child_turn(struct child *c, int milliseconds)
{
	bool writing = c->written < c->input.count;
	struct pollfd fds[3] = {
		{ .fd = c->from, .events = POLLIN },
		{ .fd = c->words, .events = POLLIN },
		{ .fd = writing ? c->to : -1, .events = POLLOUT },
	};
	if (poll(fds, 3, milliseconds) > 0) {
		if (fds[1].revents)
			read_words(c);
		if (fds[2].revents)
			write_some(c);
		if (fds[0].revents)
			read_output(c);
	}
	return c->from >= 0;
}
