#define _GNU_SOURCE
#include "kept.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- the program --- */

static void reset_signals(void)
{
	struct sigaction plain = { .sa_handler = SIG_DFL };
	for (int s = 1; s < 32; s++)
		sigaction(s, &plain, NULL);
}

/* Does not return: the program, or its error is written to `fault`. */
static void run_program(const struct kept_program *p, const sigset_t *mask, pid_t keeper, int fault)
{
	sigset_t none;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != keeper)
		_exit(127);
	sigemptyset(&none);
	if (p->apart) {
		setpgid(0, 0);
		reset_signals();
	}
	sigprocmask(SIG_SETMASK, p->apart ? &none : mask, NULL);
	p->execute(p->context);
	int error = errno;
	if (write(fault, &error, sizeof error) < 0)
		_exit(127);
	_exit(127);
}

/* --- the keeper --- */

/* Kills the children of this process, as many as the kernel lists at once. */
static void kill_children(void)
{
	char pids[4096];
	snprintf(pids, sizeof pids, "/proc/self/task/%ld/children", (long)getpid());
	int fd = open(pids, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? 0 : read(fd, pids, sizeof pids - 1);
	if (fd >= 0)
		close(fd);
	while (length > 0 && pids[length - 1] != ' ') /* a number that did not fit is none */
		length--;
	pids[length > 0 ? length : 0] = 0;
	char *at = pids;
	for (long pid = strtol(at, &at, 10); pid > 0; pid = strtol(at, &at, 10))
		kill((pid_t)pid, SIGKILL);
}

/* The status of the program, if it ends meanwhile, goes to *status. */
static void end_all(pid_t program, int *status)
{
	int ended;
	pid_t pid;
	kill(-program, SIGKILL); /* fails where it is in our group; then the list of children must do */
	kill(program, SIGKILL);
	for (kill_children(); (pid = waitpid(-1, &ended, 0)) > 0 || errno == EINTR; kill_children())
		if (pid == program)
			*status = ended;
}

/* Does not return: ends as the program has ended. */
static void end_like(int status)
{
	struct rlimit none = { 0, 0 };
	sigset_t one;
	if (!WIFSIGNALED(status))
		_exit(WEXITSTATUS(status));
	setrlimit(RLIMIT_CORE, &none);
	sigemptyset(&one);
	sigaddset(&one, WTERMSIG(status));
	signal(WTERMSIG(status), SIG_DFL);
	raise(WTERMSIG(status));
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	_exit(127);
}

/* Its process stays a zombie, so that its number is nobody else's until all are dead. */
static bool has_ended(pid_t program)
{
	siginfo_t info = { 0 };
	return waitid(P_PID, (id_t)program, &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_pid == program;
}

static void keep(const struct kept_program *p, const sigset_t *before, pid_t parent, int fault)
{
	int status = 0, number;
	sigset_t heard;
	prctl(PR_SET_NAME, "plumb-keeper");
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	signal(SIGTERM, SIG_DFL);
	signal(SIGCHLD, SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(127);
	if (p->apart)
		setpgid(0, 0);
	if (p->prepare)
		p->prepare(p->context);
	pid_t self = getpid(), program = fork();
	if (program == 0)
		run_program(p, before, self, fault);
	if (program < 0) {
		int error = errno;
		if (p->clean)
			p->clean(p->context);
		_exit(write(fault, &error, sizeof error) < 0 ? 126 : 127);
	}
	close_range(0, ~0U, 0); /* pipes of the program and of ours end when those who use them do */
	sigemptyset(&heard);
	sigaddset(&heard, SIGTERM);
	sigaddset(&heard, SIGCHLD);
	do
		number = sigwaitinfo(&heard, NULL);
	while (number != SIGTERM && !has_ended(program));
	end_all(program, &status);
	if (p->clean)
		p->clean(p->context);
	end_like(status);
}

/* --- in this process --- */

/* 0, or the error with which it could not be executed. */
static int read_fault(int fd)
{
	int error = 0;
	ssize_t n;
	do
		n = read(fd, &error, sizeof error);
	while (n < 0 && errno == EINTR);
	close(fd);
	return n == sizeof error ? error : 0;
}

static void wait_for(pid_t pid)
{
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

pid_t kept_start(const struct kept_program *p)
{
	int fault[2], error;
	sigset_t all, before;
	if (pipe2(fault, O_CLOEXEC) != 0)
		return 0;
	/* No signal comes between fork and the keeper's own settings. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid_t parent = getpid(), keeper = fork();
	if (keeper == 0)
		keep(p, &before, parent, fault[1]);
	error = errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(fault[1]);
	if (keeper < 0)
		close(fault[0]);
	else
		error = read_fault(fault[0]);
	if (keeper > 0 && error)
		wait_for(keeper);
	errno = error;
	return error ? 0 : keeper;
}

void kept_end(pid_t keeper)
{
	kill(keeper, SIGTERM);
	wait_for(keeper);
}
