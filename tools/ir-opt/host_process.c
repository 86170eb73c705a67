/* Processes: the program's fork() is ours, and so is what it executes. Without --host it is one process, this one. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

/* ---- this one ---- */

static bool identity(struct host *host, const char *text)
{
	(void)text;
	const char *which = host_text(host);
	if (!strcmp(which, "pid"))
		return host_answer(host, getpid());
	if (!strcmp(which, "ppid"))
		return host_answer(host, getppid());
	if (!strcmp(which, "uid"))
		return host_answer(host, getuid());
	if (!strcmp(which, "euid"))
		return host_answer(host, geteuid());
	if (!strcmp(which, "gid"))
		return host_answer(host, getgid());
	if (!strcmp(which, "egid"))
		return host_answer(host, getegid());
	return host_answer(host, getpgrp());
}

static bool new_session(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, setsid());
}

static bool set_group(struct host *host, const char *text)
{
	(void)text;
	pid_t process = (pid_t)host_signed(host);
	return host_status(host, setpgid(process, (pid_t)host_signed(host)));
}

static bool terminal_group(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, tcgetpgrp((int)host_signed(host)));
}

static bool set_terminal_group(struct host *host, const char *text)
{
	(void)text;
	int fd = (int)host_signed(host);
	return host_status(host, tcsetpgrp(fd, (pid_t)host_signed(host)));
}

/* ---- others ---- */

static bool new_process(struct host *host, const char *text)
{
	(void)text;
	return host_status(host, fork());
}

static bool wait_for(struct host *host, const char *text)
{
	(void)text;
	int status = 0;
	pid_t child = (pid_t)host_signed(host), done = waitpid(child, &status, (int)host_signed(host));
	vec_push(&host->numbers, (uint64_t)status);
	return host_status(host, done);
}

static bool send_signal(struct host *host, const char *text)
{
	(void)text;
	pid_t process = (pid_t)host_signed(host);
	int number = (int)host_signed(host);
	if (number && process != getpid() && host_refuses(host))
		return false;
	return host_status(host, kill(process, number));
}

/* 0: the default, 1: ignored, 2: there is a handler. The program runs it: the signal waits for `suspend`. */
static bool handle_signal(struct host *host, const char *text)
{
	(void)text;
	int number = (int)host_signed(host), how = (int)host_signed(host);
	sigset_t one;
	sigemptyset(&one);
	sigaddset(&one, number);
	signal(number, how == 1 ? SIG_IGN : SIG_DFL);
	if (how == 2)
		sigaddset(&host->handled, number);
	else
		sigdelset(&host->handled, number);
	return host_status(host, sigprocmask(how == 2 ? SIG_BLOCK : SIG_UNBLOCK, &one, NULL));
}

static bool wait_for_signal(struct host *host, const char *text)
{
	(void)text;
	int number = sigwaitinfo(&host->handled, NULL);
	return host_answer(host, number < 0 ? 0 : number);
}

/* Strings in the text from *at on, each ended by a 0. In memory, which the caller frees. */
static char **string_list(struct host *host, uint64_t count, char **at)
{
	const char *end = host->text.at + host->text.count;
	char **list = calloc(count + 1, sizeof *list);
	for (uint64_t i = 0; list && i < count && *at < end; i++) {
		list[i] = *at;
		*at += strlen(*at) + 1;
	}
	return list;
}

/* path, arguments, environment as characters; how many arguments, is there an environment (of how many variables), is PATH
 * searched. Comes back only if it does not work. */
static bool execute(struct host *host, const char *text)
{
	(void)text;
	host_text(host);
	char *path = host->text.at, *at = path + strlen(path) + 1;
	char **arguments = string_list(host, host_number(host), &at), **variables = NULL;
	if (host_number(host))
		variables = string_list(host, host_number(host), &at);
	bool search = host_number(host) != 0;
	sigprocmask(SIG_UNBLOCK, &host->handled, NULL);
	if (arguments && search)
		execvpe(path, arguments, variables ? variables : environ);
	else if (arguments)
		execve(path, arguments, variables ? variables : environ);
	host->error = errno;
	sigprocmask(SIG_BLOCK, &host->handled, NULL);
	free(arguments);
	free(variables);
	return host_answer(host, -1);
}

static bool run_command(struct host *host, const char *text)
{
	(void)text;
	const char *command = host_text(host);
	bool given = host_number(host) != 0;
	/* Is there a command processor (C11 7.22.4.8)? None that could be used. */
	if (!given && !host->outside)
		return host_answer(host, 0);
	if (host_refuses(host))
		return false;
	return host_status(host, system(given ? command : NULL));
}

static bool open_process(struct host *host, const char *text)
{
	(void)text;
	const char *command = host_text(host);
	return host_status(host, host_add_file(host, popen(command, host_second_text(host))));
}

static bool close_process(struct host *host, const char *text)
{
	(void)text;
	uint64_t number = host_number(host);
	FILE *file = number < host->files.count && number > 2 ? host->files.at[number] : NULL;
	if (!file)
		return host_answer(host, -1);
	host->files.at[number] = NULL;
	return host_status(host, pclose(file));
}

/* ---- limits, times, the system ---- */

static bool get_limit(struct host *host, const char *text)
{
	(void)text;
	struct rlimit limit = { 0 };
	int result = getrlimit((int)host_signed(host), &limit);
	vec_push(&host->numbers, limit.rlim_cur);
	vec_push(&host->numbers, limit.rlim_max);
	return host_status(host, result);
}

static bool set_limit(struct host *host, const char *text)
{
	(void)text;
	int what = (int)host_signed(host);
	struct rlimit limit = { .rlim_cur = host_number(host) };
	limit.rlim_max = host_number(host);
	return host_status(host, setrlimit(what, &limit));
}

static bool process_times(struct host *host, const char *text)
{
	(void)text;
	struct tms t = { 0 };
	clock_t now = times(&t);
	const clock_t four[] = { t.tms_utime, t.tms_stime, t.tms_cutime, t.tms_cstime };
	for (size_t i = 0; i < 4; i++)
		vec_push(&host->numbers, (uint64_t)four[i]);
	return host_answer(host, now);
}

/* Six names, of these lengths. */
static bool system_name(struct host *host, const char *text)
{
	(void)text;
	struct utsname u;
	if (uname(&u) < 0)
		return host_status(host, -1);
	const char *const names[] = { u.sysname, u.nodename, u.release, u.version, u.machine, u.domainname };
	for (size_t i = 0; i < 6; i++) {
		vec_push(&host->numbers, strlen(names[i]));
		host_give(host, names[i], strlen(names[i]));
	}
	return host_answer(host, 0);
}

static bool configuration(struct host *host, const char *text)
{
	(void)text;
	return host_answer(host, sysconf((int)host_signed(host)));
}

const struct host_function host_process_functions[] = {
	{ "identity", identity, HOST_INSIDE },
	{ "setsid", new_session, HOST_OUTSIDE },
	{ "setpgid", set_group, HOST_OUTSIDE },
	{ "tcgetpgrp", terminal_group, HOST_INSIDE },
	{ "tcsetpgrp", set_terminal_group, HOST_OUTSIDE },
	{ "fork", new_process, HOST_OUTSIDE },
	{ "waitpid", wait_for, HOST_INSIDE },
	{ "kill", send_signal, HOST_INSIDE },
	{ "handle", handle_signal, HOST_INSIDE },
	{ "suspend", wait_for_signal, HOST_INSIDE },
	{ "exec", execute, HOST_OUTSIDE },
	{ "system", run_command, HOST_INSIDE },
	{ "popen", open_process, HOST_OUTSIDE },
	{ "pclose", close_process, HOST_INSIDE },
	{ "getrlimit", get_limit, HOST_INSIDE },
	{ "setrlimit", set_limit, HOST_INSIDE },
	{ "times", process_times, HOST_INSIDE },
	{ "uname", system_name, HOST_INSIDE },
	{ "sysconf", configuration, HOST_INSIDE },
	{ NULL, NULL, HOST_INSIDE },
};
