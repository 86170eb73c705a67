#define _GNU_SOURCE
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"
#include "status.h"
#include "vec.h"

static const struct location nowhere = { 0 };

void tool_begin(void)
{
	/* Opened the other way round: reading standard input and writing standard output fail. */
	static const int modes[] = { O_WRONLY, O_RDONLY, O_RDWR };
	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", modes[fd]) < 0)
			_exit(STATUS_SYSTEM);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a file as large as files may be is an error of write(2) then */
	signal(SIGCHLD, SIG_DFL);
	memory_watch_stack();
}

bool tool_awaits_user(const char *path)
{
	return (!path || !strcmp(path, "-")) && isatty(STDIN_FILENO) == 1;
}

static char *beside(const char *self, size_t folder, const char *middle, const char *name)
{
	char *path = memory_alloc(folder + strlen(middle) + strlen(name) + 1);
	memcpy(path, self, folder);
	strcpy(path + folder, middle);
	strcat(path, name);
	if (access(path, X_OK) == 0)
		return path;
	memory_free(path);
	return NULL;
}

char *tool_find(const char *name)
{
	char self[4096], built[256];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	if (length > 0 && strlen(name) < 100) {
		self[length] = 0;
		size_t folder = (size_t)(strrchr(self, '/') - self);
		strcpy(built, "/../");
		strcat(strcat(built, name), "/");
		char *path = beside(self, folder, built, name);
		if (!path)
			path = beside(self, folder, "/", name);
		if (path)
			return path;
	}
	return memory_copy_string(name, strlen(name));
}

/* What a child does, whose status comes of it. */
struct child {
	int (*work)(void *context);
	void *context;
};

static int execute(void *context)
{
	char *const *argv = context;
	setenv(TOOL_CALLED, "1", 1);
	execvp(argv[0], argv);
	return errno == ENOMEM ? TOOL_NO_MEMORY : 127;
}

static void child_run(const struct child *child, int out, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || dup2(out, 1) < 0)
		_exit(127);
	_exit(child->work(child->context));
}

static bool read_all(int fd, char **text, size_t *length)
{
	VEC(char) bytes = { 0 };
	char buffer[1 << 16];
	ssize_t n;
	while ((n = read(fd, buffer, sizeof buffer)) != 0) {
		if (n < 0 && errno != EINTR)
			break;
		for (ssize_t i = 0; i < n; i++)
			vec_push(&bytes, buffer[i]);
	}
	vec_push(&bytes, 0);
	*text = bytes.at;
	*length = bytes.count - 1;
	return n == 0;
}

/* With a limit of memory the loader may give up, with 127. */
static bool is_out_of_memory(int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == TOOL_NO_MEMORY)
		return true;
	return memory_is_tight(0) && (WIFSIGNALED(status) || WEXITSTATUS(status) == 127);
}

static bool judge(const char *name, int status, int *told, struct diagnostics *diags)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return true;
	if (is_out_of_memory(status))
		memory_exhausted();
	if (WIFEXITED(status) && WEXITSTATUS(status) <= STATUS_SYSTEM)
		*told = WEXITSTATUS(status);
	else if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		diagnose(diags, DIAG_SYSTEM, nowhere, "can't run %s: it is neither beside this program nor on PATH",
			 name);
	else if (WIFSIGNALED(status))
		diagnose(diags, DIAG_INTERNAL, nowhere, "%s was ended by signal %d", name, WTERMSIG(status));
	else
		diagnose(diags, DIAG_INTERNAL, nowhere, "%s ended with status %d", name, WEXITSTATUS(status));
	return false;
}

static bool run_child(const char *name, const struct child *child, char **text, size_t *length, int *status,
		      struct diagnostics *diags)
{
	int ends[2], ended = 0;
	*text = NULL;
	*status = 0;
	if (pipe2(ends, O_CLOEXEC) != 0) {
		diagnose(diags, DIAG_SYSTEM, nowhere, "can't make a pipe: %s", strerror(errno));
		return false;
	}
	pid_t parent = getpid(), pid = fork();
	if (pid == 0)
		child_run(child, ends[1], parent);
	close(ends[1]);
	bool fine = pid > 0 && read_all(ends[0], text, length);
	if (!fine)
		diagnose(diags, DIAG_SYSTEM, nowhere, "can't run %s: %s", name, strerror(errno));
	close(ends[0]);
	while (pid > 0 && waitpid(pid, &ended, 0) < 0 && errno == EINTR)
		;
	if (fine && judge(name, ended, status, diags))
		return true;
	memory_free(*text);
	*text = NULL;
	return false;
}

bool tool_run(const char *name, char *const *argv, char **text, size_t *length, int *status, struct diagnostics *diags)
{
	char *const *words = argv;
	return run_child(name, &(struct child){ execute, (void *)(uintptr_t)words }, text, length, status, diags);
}

bool tool_fork(const char *name, int (*work)(void *context), void *context, char **text, size_t *length, int *status,
	       struct diagnostics *diags)
{
	return run_child(name, &(struct child){ work, context }, text, length, status, diags);
}
