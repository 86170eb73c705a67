/* Running the system's preprocessor: `$CC -E flags path`.
 *
 * A Debian system without gcc-multilib can compile for 32 bits in every respect but one: the directory of
 * the architecture's headers is not searched and <gnu/stubs-32.h> (a list of functions that are not
 * implemented) is missing. When -m32 fails on any C library header at all, the run is repeated with the
 * native directories last in the search and an empty <gnu/stubs-32.h> in a temporary directory. */
#define _GNU_SOURCE
#include "preprocess.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"
#include "stream.h"
#include "vec.h"

extern char **environ;

struct words VEC_BODY(char *);

/* ---- a process ---- */

static void push_copy(struct words *words, const char *text, size_t length)
{
	vec_push(words, memory_copy_string(text, length));
}

static void push_string(struct words *words, const char *text)
{
	push_copy(words, text, strlen(text));
}

static void free_words(struct words *words)
{
	for (size_t i = 0; i < words->count; i++)
		memory_free(words->at[i]);
	vec_free(words);
}

/* $CC may be several words: `ccache gcc -m32`. */
static void compiler_words(struct words *words)
{
	const char *cc = getenv("CC");

	if (!cc || !cc[strspn(cc, " \t\n")])
		cc = "cc";
	for (;;) {
		size_t n;

		cc += strspn(cc, " \t\n");
		n = strcspn(cc, " \t\n");
		if (n == 0)
			return;
		push_copy(words, cc, n);
		cc += n;
	}
}

/* All that can be read from `fd`. */
static char *read_all(int fd, size_t *length)
{
	struct bytes VEC_BODY(char) all = { 0 };

	for (;;) {
		ssize_t n;

		while (all.capacity - all.count < 2)
			all.at = vec_grow(all.at, 1, &all.capacity);
		n = read(fd, all.at + all.count, all.capacity - all.count - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		all.count += (size_t)n;
	}
	*length = all.count;
	vec_push(&all, '\0');
	return all.at;
}

struct run {
	char *out, *err;
	size_t out_length, err_length;
	int status;      /* as waitpid gives it */
	int start_error; /* errno when it could not be started */
};

static void close_both(const int fds[2])
{
	close(fds[0]);
	close(fds[1]);
}

static int start(struct words *words, int out, int err, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int error;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
	error = posix_spawnp(pid, words->at[0], &actions, NULL, words->at, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static void wait_for(pid_t pid, int *status)
{
	while (waitpid(pid, status, 0) < 0 && errno == EINTR)
		;
}

/* Runs `words` (the last is NULL). Its standard error goes to a temporary file, so that one pipe is enough. */
static struct run run_process(struct words *words)
{
	struct run run = { 0 };
	FILE *err = tmpfile();
	int fds[2];
	pid_t pid;

	if (!err || pipe2(fds, O_CLOEXEC) < 0) {
		run.start_error = errno;
		if (err)
			fclose(err);
		return run;
	}
	run.start_error = start(words, fds[1], fileno(err), &pid);
	if (run.start_error) {
		close_both(fds);
		fclose(err);
		return run;
	}
	close(fds[1]);
	run.out = read_all(fds[0], &run.out_length);
	close(fds[0]);
	wait_for(pid, &run.status);
	lseek(fileno(err), 0, SEEK_SET);
	run.err = read_all(fileno(err), &run.err_length);
	fclose(err);
	return run;
}

static void free_run(struct run *run)
{
	memory_free(run->out);
	memory_free(run->err);
}

static bool succeeded(const struct run *run)
{
	return !run->start_error && WIFEXITED(run->status) && WEXITSTATUS(run->status) == 0;
}

/* `$CC -E flags extra... operands...` */
static struct run preprocess(const char *const *flags, size_t count, const struct words *extra,
			     const char *const *operands)
{
	struct words words = { 0 };
	struct run run;

	compiler_words(&words);
	push_string(&words, "-E");
	for (size_t i = 0; i < count; i++)
		push_string(&words, flags[i]);
	for (size_t i = 0; extra && i < extra->count; i++)
		push_string(&words, extra->at[i]);
	for (; *operands; operands++)
		push_string(&words, *operands);
	vec_push(&words, NULL);
	run = run_process(&words);
	free_words(&words);
	return run;
}

/* ---- 32 bits without 32-bit headers ---- */

static bool has_flag(const char *const *flags, size_t count, const char *flag)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(flags[i], flag))
			return true;
	return false;
}

static bool c_library_found(const char *const *flags, size_t count, const struct words *extra)
{
	static const char *const probe[] = { "-include", "limits.h", "-xc", "/dev/null", NULL };
	struct run run = preprocess(flags, count, extra, probe);
	bool found = succeeded(&run);

	free_run(&run);
	return found;
}

/* The directories that the compiler searches without -m32, as -idirafter flags. */
static void native_directories(struct words *extra)
{
	static const char *const verbose[] = { "-v", "-xc", "/dev/null", NULL };
	struct run run = preprocess(NULL, 0, NULL, verbose);
	char *line = run.err ? strstr(run.err, "#include <...>") : NULL;

	line = line ? strchr(line, '\n') : NULL;
	while (line && line[1] == ' ') {
		char *end = strchr(line + 2, '\n');

		if (!end)
			break;
		push_string(extra, "-idirafter");
		push_copy(extra, line + 2, (size_t)(end - line - 2));
		line = end;
	}
	free_run(&run);
}

/* A directory with an empty gnu/stubs-32.h; NULL on failure. */
static char *make_stubs(void)
{
	const char *tmp = getenv("TMPDIR");
	char path[4096];
	int fd = -1;

	if (snprintf(path, sizeof path, "%s/plumb-XXXXXX", tmp && *tmp ? tmp : "/tmp") > 4000 || !mkdtemp(path))
		return NULL;
	strcat(path, "/gnu");
	if (mkdir(path, 0700) == 0) {
		strcat(path, "/stubs-32.h");
		fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
		*strrchr(path, '/') = '\0';
	}
	*strrchr(path, '/') = '\0';
	if (fd >= 0)
		close(fd);
	return memory_copy_string(path, strlen(path));
}

static void remove_stubs(char *directory)
{
	char path[4200];

	if (!directory)
		return;
	snprintf(path, sizeof path, "%s/gnu/stubs-32.h", directory);
	unlink(path);
	*strrchr(path, '/') = '\0';
	rmdir(path);
	rmdir(directory);
	memory_free(directory);
}

/* After a run with -m32 that failed: again with the native headers, if those of 32 bits are the trouble
 * and the native ones help. */
static void retry_with_native_headers(struct run *run, const char *const *flags, size_t count,
				      const char *const *operands)
{
	struct words extra = { 0 };
	char *stubs;

	if (c_library_found(flags, count, NULL))
		return;
	native_directories(&extra);
	stubs = make_stubs();
	if (stubs) {
		push_string(&extra, "-idirafter");
		push_string(&extra, stubs);
	}
	if (c_library_found(flags, count, &extra)) {
		free_run(run);
		*run = preprocess(flags, count, &extra, operands);
	}
	remove_stubs(stubs);
	free_words(&extra);
}

/* ---- errors ---- */

/* `file:line:col: error: ...` or `file:line: ...` at `line`: its place. */
static bool message_location(const char *line, const char *end, struct location *location, struct interner *names)
{
	const char *colon = memchr(line, ':', (size_t)(end - line));
	char *rest;

	if (!colon || !isdigit((unsigned char)colon[1]))
		return false;
	location->file = intern(names, line, (size_t)(colon - line));
	location->line = (uint32_t)strtoul(colon + 1, &rest, 10);
	location->column = 0;
	if (*rest == ':' && isdigit((unsigned char)rest[1]))
		location->column = (uint32_t)strtoul(rest + 1, &rest, 10);
	return true;
}

/* Where the preprocessor's first error is; the whole file if it does not say. */
static struct location first_error(const char *messages, const char *path, struct interner *names)
{
	struct location location = { intern_string(names, path), 0, 0 };

	while (messages && *messages) {
		const char *end = messages + strcspn(messages, "\n");
		const char *error = strstr(messages, "error:");

		if (error && error < end && message_location(messages, end, &location, names))
			break;
		messages = *end ? end + 1 : end;
	}
	return location;
}

static bool report(struct run *run, struct preprocessed *result, const char *path, struct diagnostics *diags,
		   struct interner *names)
{
	struct location location = { 0 };

	if (run->start_error) {
		struct words words = { 0 };

		compiler_words(&words);
		diagnose(diags, DIAG_SYSTEM, location, "cannot run the preprocessor '%s': %s", words.at[0],
			 strerror(run->start_error));
		free_words(&words);
		return false;
	}
	if (run->err_length > 0) {
		result->messages = run->err;
		run->err = NULL;
	}
	if (WIFSIGNALED(run->status)) {
		diagnose(diags, DIAG_SYSTEM, location, "the preprocessor was ended by signal %d",
			 WTERMSIG(run->status));
		return false;
	}
	if (!succeeded(run)) {
		location = first_error(result->messages, path, names);
		diagnose(diags, DIAG_INPUT, location, "preprocessing failed");
		return false;
	}
	result->text = run->out;
	result->length = run->out_length;
	run->out = NULL;
	return true;
}

/* ---- interface ---- */

static bool is_preprocessed(const char *path)
{
	size_t n = strlen(path);

	return (n > 2 && !strcmp(path + n - 2, ".i")) || (n > 5 && !strcmp(path + n - 5, ".i.gz"));
}

/* A file that cannot be opened is the system's error, not the program's. */
static bool can_read(const char *path, struct diagnostics *diags)
{
	struct location location = { 0 };
	struct stat info;
	int fd;

	if (!strcmp(path, "-"))
		return true;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
		close(fd);
		fd = -1;
		errno = EISDIR;
	}
	if (fd < 0) {
		diagnose(diags, DIAG_SYSTEM, location, "cannot read '%s': %s", path, strerror(errno));
		return false;
	}
	close(fd);
	return true;
}

bool preprocess_run(struct preprocessed *result, const char *path, const char *const *flags, size_t count,
		    struct diagnostics *diags, struct interner *names)
{
	const char *operands[] = { "-xc", path, NULL };
	char *dashed = NULL;
	struct run run;
	bool good;

	memset(result, 0, sizeof *result);
	if (is_preprocessed(path))
		return stream_read(path, diags, &result->text, &result->length);
	if (!can_read(path, diags))
		return false;
	/* A name that begins with a dash would be a flag, with @ a list of flags. */
	if ((path[0] == '-' && path[1]) || path[0] == '@') {
		dashed = memory_alloc(strlen(path) + 3);
		sprintf(dashed, "./%s", path);
		operands[1] = dashed;
	}
	run = preprocess(flags, count, NULL, operands);
	if (!succeeded(&run) && !run.start_error && has_flag(flags, count, "-m32") && strcmp(path, "-"))
		retry_with_native_headers(&run, flags, count, operands);
	good = report(&run, result, path, diags, names);
	free_run(&run);
	memory_free(dashed);
	return good;
}
