/* Running the system's preprocessor: `$CC -E flags path`.
 *
 * A Debian system without gcc-multilib can compile for 32 bits in every respect but one: the directory of
 * the architecture's headers is not searched and <gnu/stubs-32.h> (a list of functions that are not
 * implemented) is missing. When -m32 fails on any C library header at all, the run is repeated with the
 * native directories last in the search and an empty <gnu/stubs-32.h> in a temporary directory, which goes with the
 * process that keeps the run (kept.h). */
#define _GNU_SOURCE
#include "preprocess.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kept.h"
#include "memory.h"
#include "stream.h"
#include "vec.h"

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

static bool is_blank(const char *text)
{
	return !text || !text[strspn(text, " \t\n")];
}

/* Does WORD name one of our own programs? */
static bool is_own(const char *word, size_t length)
{
	static const char *const own[] = { "plumb-cc", "c2ir", "verify" };

	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		size_t n = strlen(own[i]);

		if (length >= n && !memcmp(word + length - n, own[i], n) &&
		    (length == n || word[length - n - 1] == '/'))
			return true;
	}
	return false;
}

/* The command of $CC, which may be several words: `ccache gcc -m32`. Where make has exported CC=plumb-cc, the compiler that
 * this one calls. */
static const char *compiler_command(void)
{
	const char *cc = getenv("CC"), *word, *real = getenv("PLUMB_CC");

	if (is_blank(cc))
		return "cc";
	for (word = cc + strspn(cc, " \t\n"); *word; word += strspn(word, " \t\n")) {
		size_t n = strcspn(word, " \t\n");

		if (is_own(word, n))
			return is_blank(real) || is_own(real, strcspn(real, " \t\n")) ? "cc" : real;
		word += n;
	}
	return cc;
}

static void compiler_words(struct words *words)
{
	const char *cc = compiler_command();

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

void preprocess_own_flags(struct string_list *flags)
{
	struct words words = { 0 };

	compiler_words(&words);
	for (size_t i = 1; i < words.count; i++)
		if (words.at[i][0] == '-')
			vec_push(flags, memory_copy_string(words.at[i], strlen(words.at[i])));
	free_words(&words);
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

/* What a process begins with, and what it needs meanwhile. */
struct beginning {
	char *const *words;
	int in, out, err; /* in: standard input; -1: as it is */
	char *stubs;      /* of the directory with gnu/stubs-32.h: mkdtemp's template, or NULL */
};

static void become(void *context)
{
	const struct beginning *b = context;

	if (b->in >= 0 && dup2(b->in, STDIN_FILENO) < 0)
		return;
	if (dup2(b->out, STDOUT_FILENO) >= 0 && dup2(b->err, STDERR_FILENO) >= 0)
		execvp(b->words[0], b->words);
}

/* An empty gnu/stubs-32.h in the directory; `words` see its name, which is written in place. */
static void make_stubs(void *context)
{
	const struct beginning *b = context;
	int folder = mkdtemp(b->stubs) ? open(b->stubs, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1, file;

	if (folder < 0 || mkdirat(folder, "gnu", 0700) < 0)
		return;
	file = openat(folder, "gnu/stubs-32.h", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	if (file >= 0)
		close(file);
	close(folder);
}

static void remove_stubs(void *context)
{
	const struct beginning *b = context;
	int folder = open(b->stubs, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	unlinkat(folder, "gnu/stubs-32.h", 0);
	unlinkat(folder, "gnu", AT_REMOVEDIR);
	close(folder);
	rmdir(b->stubs);
}

static void wait_for(pid_t pid, int *status)
{
	while (waitpid(pid, status, 0) < 0 && errno == EINTR)
		;
}

/* Runs `words` (the last is NULL). Its standard error goes to memory, so that one pipe is enough. */
static struct run run_process(struct words *words, char *stubs, int in)
{
	struct run run = { 0 };
	int fds[2], err = memfd_create("messages", MFD_CLOEXEC);
	pid_t pid;

	if (err < 0 || pipe2(fds, O_CLOEXEC) < 0) {
		run.start_error = errno;
		if (err >= 0)
			close(err);
		return run;
	}
	struct beginning begin = { words->at, in, fds[1], err, stubs };
	pid = kept_start(&(struct kept_program){ .execute = become,
						 .prepare = stubs ? make_stubs : NULL,
						 .clean = stubs ? remove_stubs : NULL,
						 .context = &begin });
	if (!pid) {
		run.start_error = errno;
		close_both(fds);
		close(err);
		return run;
	}
	close(fds[1]);
	run.out = read_all(fds[0], &run.out_length);
	close(fds[0]);
	wait_for(pid, &run.status);
	lseek(err, 0, SEEK_SET);
	run.err = read_all(err, &run.err_length);
	close(err);
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

/* What -m32 needs where there are no 32-bit headers. */
struct extra {
	struct words words;
	char *stubs; /* one of them: the directory, see struct beginning; NULL: none */
};

/* C23 by the name that older compilers have for it. */
static const char *known_standard(const char *flag)
{
	return !strcmp(flag, "-std=c23") ? "-std=c2x" : !strcmp(flag, "-std=gnu23") ? "-std=gnu2x" : flag;
}

/* `$CC -E flags extra... operands...` */
static struct run preprocess(const char *const *flags, size_t count, const struct extra *extra,
			     const char *const *operands, int in)
{
	struct words words = { 0 };
	struct run run;
	char *stubs = NULL;

	compiler_words(&words);
	push_string(&words, "-E");
	for (size_t i = 0; i < count; i++)
		push_string(&words, known_standard(flags[i]));
	/* The headers' checked calls would hide from c2ir, which checks all, what is called. */
	push_string(&words, "-Wp,-U_FORTIFY_SOURCE");
	for (size_t i = 0; extra && i < extra->words.count; i++) {
		push_string(&words, extra->words.at[i]);
		if (extra->words.at[i] == extra->stubs)
			stubs = words.at[words.count - 1];
	}
	for (; *operands; operands++)
		push_string(&words, *operands);
	vec_push(&words, NULL);
	run = run_process(&words, stubs, in);
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

static bool c_library_found(const char *const *flags, size_t count, const struct extra *extra)
{
	static const char *const probe[] = { "-include", "limits.h", "-xc", "/dev/null", NULL };
	struct run run = preprocess(flags, count, extra, probe, -1);
	bool found = succeeded(&run);

	free_run(&run);
	return found;
}

/* The directories that the compiler searches without -m32, as -idirafter flags. */
static void native_directories(struct words *extra)
{
	static const char *const verbose[] = { "-v", "-xc", "/dev/null", NULL };
	struct run run = preprocess(NULL, 0, NULL, verbose, -1);
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

/* mkdtemp's template for a directory of temporary files. */
static void push_stubs(struct extra *extra)
{
	const char *tmp = getenv("TMPDIR");
	char path[4096];

	if (snprintf(path, sizeof path, "%s/plumb-XXXXXX", tmp && *tmp ? tmp : "/tmp") >= (int)sizeof path)
		return;
	push_string(&extra->words, "-idirafter");
	push_string(&extra->words, path);
	extra->stubs = vec_last(&extra->words);
}

/* After a run with -m32 that failed: again with the native headers, if those of 32 bits are the trouble
 * and the native ones help. */
static void retry_with_native_headers(struct run *run, const char *const *flags, size_t count,
				      const char *const *operands)
{
	struct extra extra = { 0 };

	if (c_library_found(flags, count, NULL))
		return;
	native_directories(&extra.words);
	push_stubs(&extra);
	if (c_library_found(flags, count, &extra)) {
		free_run(run);
		*run = preprocess(flags, count, &extra, operands, -1);
	}
	free_words(&extra.words);
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

/* Did it end for lack of memory? It cannot say so by its status, but in the words of gcc, clang, the loader and the C
 * library, where the address space is limited; the driver calls a signal that ends cc1 an internal error. */
static bool is_out_of_memory(const struct run *run)
{
	static const char *const words[] = { "memory", "failed to map segment", "internal compiler error",
					     "bad_alloc" };

	if (run->start_error)
		return run->start_error == ENOMEM;
	if (succeeded(run) || !memory_is_tight(0))
		return false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(run->err, words[i]))
			return true;
	return WIFSIGNALED(run->status);
}

static bool report(struct run *run, struct preprocessed *result, const char *path, struct diagnostics *diags,
		   struct interner *names)
{
	struct location location = { 0 };

	if (is_out_of_memory(run))
		memory_exhausted();
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

	if (!strcmp(path, "-")) {
		int mode = fcntl(0, F_GETFL);

		if (mode >= 0 && (mode & O_ACCMODE) != O_WRONLY)
			return true;
		location.file = "<stdin>";
		diagnose(diags, DIAG_SYSTEM, location, "can't read: it is closed"); /* see tool_begin */
		return false;
	}
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
	run = preprocess(flags, count, NULL, operands, -1);
	if (!succeeded(&run) && !run.start_error && has_flag(flags, count, "-m32") && strcmp(path, "-"))
		retry_with_native_headers(&run, flags, count, operands);
	good = report(&run, result, path, diags, names);
	free_run(&run);
	memory_free(dashed);
	return good;
}

static bool write_text(int fd, const char *text)
{
	size_t length = strlen(text), done = 0;

	while (done < length) {
		ssize_t n = write(fd, text + done, length - done);

		if (n < 0 && errno != EINTR)
			return false;
		done += n < 0 ? 0 : (size_t)n;
	}
	return true;
}

/* A file in memory, to be read from its beginning; -1: there is none. The parts are ended by NULL. */
static int text_file(const char *const *parts, struct diagnostics *diags)
{
	int fd = memfd_create("text", MFD_CLOEXEC);
	bool fine = fd >= 0;

	for (; *parts && fine; parts++)
		fine = write_text(fd, *parts);
	if (fine && lseek(fd, 0, SEEK_SET) >= 0)
		return fd;
	diagnose(diags, DIAG_SYSTEM, (struct location){ 0 }, "no file in memory: %s", strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Can each be read, and be named in an #include? */
static bool check_paths(const struct string_list *paths, struct diagnostics *diags)
{
	for (size_t i = 0; i < paths->count; i++) {
		if (strpbrk(paths->at[i], "\"\n") || !strcmp(paths->at[i], "-")) {
			diagnose(diags, DIAG_UNSUPPORTED, (struct location){ 0 },
				 "a file that no #include can name: %s", paths->at[i]);
			return false;
		}
		if (!can_read(paths->at[i], diags))
			return false;
	}
	return true;
}

static bool preprocess_text(struct preprocessed *result, const char *const *parts, const char *path,
			    const char *const *flags, size_t count, struct diagnostics *diags, struct interner *names)
{
	const char *operands[] = { "-xc", "-", NULL };
	int in = text_file(parts, diags);

	memset(result, 0, sizeof *result);
	if (in < 0)
		return false;
	struct run run = preprocess(flags, count, NULL, operands, in);
	bool good = report(&run, result, path, diags, names);
	close(in);
	free_run(&run);
	return good;
}

/* Lines of #define and #undef leave empty ones behind, so that the others keep their numbers. */
static char *split_macros(struct preprocessed *p)
{
	char *macros = memory_alloc(p->length + 1), *to = p->text;
	size_t length = 0;

	for (char *line = p->text, *end; *line; line = end) {
		end = strchr(line, '\n');
		end = end ? end + 1 : line + strlen(line);
		size_t n = (size_t)(end - line);
		if (!strncmp(line, "#define ", 8) || !strncmp(line, "#undef ", 7)) {
			memcpy(macros + length, line, n);
			length += n;
			*to++ = '\n';
		} else {
			memmove(to, line, n);
			to += n;
		}
	}
	*to = 0;
	p->length = (size_t)(to - p->text);
	macros[length] = 0;
	return macros;
}

bool preprocess_files(struct preprocessed *result, char **macros, const struct string_list *paths,
		      const char *const *flags, size_t count, struct diagnostics *diags, struct interner *names)
{
	struct words all = { 0 };
	VEC(const char *) parts = { 0 };

	memset(result, 0, sizeof *result);
	*macros = NULL;
	if (!check_paths(paths, diags))
		return false;
	for (size_t i = 0; i < paths->count; i++) {
		vec_push(&parts, "#include \"");
		vec_push(&parts, paths->at[i]);
		vec_push(&parts, "\"\n");
	}
	vec_push(&parts, NULL);
	for (size_t i = 0; i < count; i++)
		push_string(&all, flags[i]);
	push_string(&all, "-dD");
	bool good =
		preprocess_text(result, parts.at, paths->at[0], (const char *const *)all.at, all.count, diags, names);
	if (good && memchr(result->text, 0, result->length)) {
		diagnose(diags, DIAG_INPUT, (struct location){ intern_string(names, paths->at[0]), 0, 0 },
			 "a zero byte in the text");
		memory_free(result->text);
		result->text = NULL;
		good = false;
	}
	if (good)
		*macros = split_macros(result);
	free_words(&all);
	vec_free(&parts);
	return good;
}

/* What the flags include comes first in the output, and is there already. */
#define TEXT_BEGINS "__plumb_text_begins"

bool preprocess_behind(struct preprocessed *result, const char *macros, const char *text, const char *path,
		       const char *const *flags, size_t count, struct diagnostics *diags, struct interner *names)
{
	const char *parts[] = { macros, "\n" TEXT_BEGINS "\n#line 1 \"<stdin>\"\n", text, NULL };
	bool good = preprocess_text(result, parts, path, flags, count, diags, names);
	char *begin = good ? strstr(result->text, TEXT_BEGINS) : NULL;

	if (begin) {
		begin += strlen(TEXT_BEGINS);
		result->length -= (size_t)(begin - result->text);
		memmove(result->text, begin, result->length + 1);
	}
	return good;
}
