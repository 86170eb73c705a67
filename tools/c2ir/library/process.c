/* <unistd.h>, <sys/wait.h>, <sys/resource.h>, <sys/times.h>: processes. A process that forks goes on as the parent or as the child:
 * each is an execution of its own, and what comes from the other is like any input. */
#include "stream.h"
#include "posix.h"

/* ---- this one ---- */

static int some_id(const char *which)
{
	__plumb_path(which);
	int id = __plumb_host_int("identity");
	__plumb_assume(id >= 0);
	return id;
}

/* In verification: what does not change between two calls. */
struct identity {
	_Bool known;
	int id;
};
static struct identity process, user, effective_user, group, effective_group;

static int lasting_id(struct identity *identity, const char *which)
{
	if (__plumb_running())
		return some_id(which);
	if (!identity->known)
		*identity = (struct identity){ 1, some_id(which) };
	return identity->id;
}

int getpid(void)
{
	int id = lasting_id(&process, "pid");
	__plumb_assume(id > 0);
	return id;
}

int getppid(void)
{
	return some_id("ppid");
}

unsigned getuid(void)
{
	return lasting_id(&user, "uid");
}

unsigned geteuid(void)
{
	return lasting_id(&effective_user, "euid");
}

unsigned getgid(void)
{
	return lasting_id(&group, "gid");
}

unsigned getegid(void)
{
	return lasting_id(&effective_group, "egid");
}

int getpgrp(void)
{
	return some_id("pgrp");
}

int getpgid(int process)
{
	(void)process;
	return __plumb_checked(__plumb_any_int("getpgid"));
}

int getsid(int process)
{
	(void)process;
	return __plumb_checked(__plumb_any_int("getsid"));
}

int setsid(void)
{
	return __plumb_checked(__plumb_host_int("setsid"));
}

int setpgid(int process, int group)
{
	__plumb_argument(process);
	__plumb_argument(group);
	return __plumb_status(__plumb_host_int("setpgid"));
}

int tcgetpgrp(int fd)
{
	__plumb_argument(fd);
	return __plumb_checked(__plumb_host_int("tcgetpgrp"));
}

int tcsetpgrp(int fd, int group)
{
	__plumb_argument(fd);
	__plumb_argument(group);
	return __plumb_status(__plumb_host_int("tcsetpgrp"));
}

/* Where the program runs, becoming somebody else is not allowed. In verification it may be; whether the real identity changes as well
 * depends on who asks. */
static int become(unsigned who, unsigned now, struct identity *effective, struct identity *real)
{
	if (__plumb_running() ? who != now : __plumb_any_bool("it is not allowed")) {
		if (__plumb_running())
			__plumb_errno = 1;
		else
			__plumb_fail();
		return -1;
	}
	*effective = (struct identity){ 1, (int)who };
	if (real && __plumb_any_bool("for ever"))
		*real = *effective;
	return 0;
}

int setuid(unsigned who)
{
	return become(who, geteuid(), &effective_user, &user);
}

int seteuid(unsigned who)
{
	return become(who, geteuid(), &effective_user, NULL);
}

int setgid(unsigned who)
{
	return become(who, getegid(), &effective_group, &group);
}

int setegid(unsigned who)
{
	return become(who, getegid(), &effective_group, NULL);
}

int getgroups(int count, unsigned *groups)
{
	if (count > 0)
		__plumb_writable(groups, count * sizeof *groups);
	int n = __plumb_checked(__plumb_any_int("getgroups"));
	__plumb_assume(n <= 65536 && (count == 0 || n <= count));
	if (count > 0 && n > 0)
		__plumb_forget(groups, n * sizeof *groups);
	return n;
}

int nice(int more)
{
	(void)more;
	int result = __plumb_any_int("nice");
	if (result == -1)
		__plumb_may_fail();
	return result;
}

unsigned umask(unsigned mask)
{
	static _Bool known;
	static unsigned current;
	__plumb_argument(mask);
	unsigned before = __plumb_host_int("umask") & 0777;
	if (!__plumb_running() && known)
		before = current;
	known = 1;
	current = mask & 0777;
	return before;
}

/* ---- others ---- */

int fork(void)
{
	__plumb_ledger("fork: each process is analysed on its own, and shared memory is not modelled");
	int child = __plumb_checked(__plumb_host_int("fork"));
	if (child == 0)
		process.known = 0;
	return child;
}

int vfork(void)
{
	__plumb_ledger("vfork: the child has memory of its own");
	return __plumb_checked(__plumb_host_int("fork"));
}

static int awaited(int child, int *status)
{
	child = __plumb_checked(child);
	if (child > 0 && status)
		*status = __plumb_running() ? __plumb_host_int("next") : __plumb_any_int("status of the child");
	return child;
}

int waitpid(int child, int *status, int options)
{
	__plumb_argument(child);
	__plumb_argument(options);
	int found = awaited(__plumb_host_int("waitpid"), status);
	__plumb_assume(found < 0 || (found == 0 ? options & 1 : child <= 0 || found == child)); /* WNOHANG */
	return found;
}

int wait(int *status)
{
	return waitpid(-1, status, 0);
}

static void forget_usage(void *usage)
{
	size_t bytes = 18 * sizeof(long);
	if (!usage)
		return;
	__plumb_writable(usage, bytes);
	if (__plumb_running())
		__builtin_memset(usage, 0, bytes);
	else
		__plumb_forget(usage, bytes);
}

int wait4(int child, int *status, int options, void *usage)
{
	forget_usage(usage);
	return waitpid(child, status, options);
}

int wait3(int *status, int options, void *usage)
{
	return wait4(-1, status, options, usage);
}

int getrusage(int who, void *usage)
{
	if (!__plumb_running() && (who < -1 || who > 1 || __plumb_any_bool("getrusage fails"))) {
		__plumb_fail();
		return -1;
	}
	forget_usage(usage);
	return 0;
}

/* ---- another program in this process ---- */

static void hand_over_list(char *const *list)
{
	int n = 0;
	for (; list && list[n]; n++)
		__plumb_path_and_more(list[n]);
	__plumb_argument(n);
}

/* In verification it works, which ends what is looked at, or it does not. */
static int replaced(void)
{
	if (__plumb_running() || __plumb_any_bool("the program cannot be executed")) {
		__plumb_fail();
		return -1;
	}
	__plumb_stop(__plumb_any_int("status of the program that is executed"));
}

static int execute(const char *path, char *const *arguments, char *const *environment, _Bool search)
{
	__plumb_path_and_more(path);
	hand_over_list(arguments);
	__plumb_argument(environment != NULL);
	if (environment)
		hand_over_list(environment);
	__plumb_argument(search);
	__plumb_host_int("exec");
	return replaced();
}

int execve(const char *path, char *const *arguments, char *const *environment)
{
	static char *const nothing[] = { NULL };
	return execute(path, arguments, environment ? environment : nothing, 0);
}

int execv(const char *path, char *const *arguments)
{
	return execute(path, arguments, NULL, 0);
}

int execvp(const char *path, char *const *arguments)
{
	return execute(path, arguments, NULL, 1);
}

int execvpe(const char *path, char *const *arguments, char *const *environment)
{
	return execute(path, arguments, environment, 1);
}

static char **collect(char *first, va_list list)
{
	int n = 1;
	va_list copy;
	va_copy(copy, list);
	while (va_arg(copy, char *))
		n++;
	va_end(copy);
	char **all = __plumb_new((n + 1) * sizeof *all);
	all[0] = first;
	for (int i = 1; i <= n; i++)
		all[i] = va_arg(list, char *);
	return all;
}

int execl(const char *path, const char *first, ...)
{
	va_list list;
	va_start(list, first);
	char **arguments = collect((char *)first, list);
	va_end(list);
	return execv(path, arguments);
}

int execlp(const char *path, const char *first, ...)
{
	va_list list;
	va_start(list, first);
	char **arguments = collect((char *)first, list);
	va_end(list);
	return execvp(path, arguments);
}

int execle(const char *path, const char *first, ...)
{
	va_list list;
	va_start(list, first);
	char **arguments = collect((char *)first, list);
	char *const *environment = va_arg(list, char **);
	va_end(list);
	return execve(path, arguments, environment);
}

/* ---- limits and times ---- */

struct limit {
	unsigned long now, most;
};

int getrlimit(int what, struct limit *limit)
{
	__plumb_argument(what);
	if (__plumb_status(__plumb_host_int("getrlimit")) < 0)
		return -1;
	limit->now = __plumb_running() ? __plumb_host_long("next") : __plumb_any_size("limit");
	limit->most = __plumb_running() ? __plumb_host_long("next") : __plumb_any_size("limit");
	return 0;
}

int setrlimit(int what, const struct limit *limit)
{
	__plumb_argument(what);
	__plumb_argument(limit->now);
	__plumb_argument(limit->most);
	return __plumb_status(__plumb_host_int("setrlimit"));
}

long times(long *four)
{
	__plumb_writable(four, 4 * sizeof *four);
	long now = __plumb_host_long("times");
	for (int i = 0; i < 4; i++)
		four[i] = __plumb_running() ? __plumb_host_long("next") : __plumb_any_long("time");
	return now;
}

struct system_name {
	char name[6][65];
};

int uname(struct system_name *to)
{
	__plumb_writable(to, sizeof *to);
	__plumb_forget(to, sizeof *to);
	int result = __plumb_status(__plumb_host_int("uname"));
	for (int i = 0; i < 6; i++) {
		int n = __plumb_running() ? __plumb_host_int("next") : 64;
		for (int k = 0; __plumb_running() && k < n && k < 64; k++)
			to->name[i][k] = __plumb_host_int("byte");
		to->name[i][n < 64 ? n : 64] = 0;
	}
	return result;
}

/* ---- commands ---- */

int system(const char *command)
{
	if (command) {
		__plumb_path(command);
		__plumb_ledger("system() has no effect that the program sees except its result");
	}
	__plumb_argument(command != NULL);
	int result = __plumb_host_int("system");
	if (result == -1)
		__plumb_may_fail();
	return result;
}

FILE *popen(const char *command, const char *mode)
{
	__plumb_path_and_more(command);
	__plumb_path(mode);
	FILE *f = __plumb_new_stream(__plumb_host_int("popen"));
	if (f)
		f->piped = 1;
	return f;
}

int pclose(FILE *f)
{
	__plumb_require(f->piped, "free", "pclose() of what popen() did not open");
	__plumb_argument(__plumb_stream(f));
	int status = __plumb_host_int("pclose");
	__plumb_close(f, sizeof *f);
	return __plumb_checked(status);
}
