#define _GNU_SOURCE
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "read.h"
#include "smt_embed.h"
#include "smt_read.h"
#include "stream.h"

static const struct place nowhere = { 0 };

static bool has_suffix(const char *name, const char *suffix)
{
	size_t length = strlen(name), end = strlen(suffix);
	return length > end && !strcmp(name + length - end, suffix);
}

static bool is_c(const char *name)
{
	return has_suffix(name, ".c") || has_suffix(name, ".i") || has_suffix(name, ".h");
}

/* --- c2ir as a child --- */

/* Beside this program as it was built, or as it was installed; else on PATH. */
static char *find_c2ir(void)
{
	char self[4096];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	static const char *const beside[] = { "/../c2ir/c2ir", "/c2ir" };
	char *slash = NULL;
	if (length > 0) {
		self[length] = 0;
		slash = strrchr(self, '/');
	}
	for (size_t i = 0; slash && i < 2; i++) {
		size_t head = (size_t)(slash - self);
		char *path = memory_alloc(head + strlen(beside[i]) + 1);
		memcpy(path, self, head);
		strcpy(path + head, beside[i]);
		if (access(path, X_OK) == 0)
			return path;
		memory_free(path);
	}
	return memory_copy_string("c2ir", 4);
}

static void child_run(char *const *argv, int out)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (dup2(out, 1) < 0)
		_exit(127);
	execvp(argv[0], argv);
	_exit(127);
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

/* The child's status: 0 to 4 as the contract says; 127: it could not be started; others: it broke. */
static bool judge_child(int status, struct input *input, struct diagnostics *diags)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return true;
	if (WIFEXITED(status) && WEXITSTATUS(status) <= 4)
		input->status = WEXITSTATUS(status);
	else if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		diagnose(diags, DIAG_SYSTEM, nowhere, "can't run c2ir: it is neither beside verify nor on PATH");
	else if (WIFSIGNALED(status))
		diagnose(diags, DIAG_INTERNAL, nowhere, "c2ir was ended by signal %d", WTERMSIG(status));
	else
		diagnose(diags, DIAG_INTERNAL, nowhere, "c2ir ended with status %d", WEXITSTATUS(status));
	return false;
}

static bool run_c2ir(char *const *argv, struct input *input, char **text, size_t *length, struct diagnostics *diags)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0) {
		diagnose(diags, DIAG_SYSTEM, nowhere, "can't make a pipe: %s", strerror(errno));
		return false;
	}
	pid_t pid = fork();
	if (pid == 0)
		child_run(argv, ends[1]);
	close(ends[1]);
	bool fine = pid > 0 && read_all(ends[0], text, length);
	if (!fine)
		diagnose(diags, DIAG_SYSTEM, nowhere, "can't run c2ir: %s", strerror(errno));
	close(ends[0]);
	int status = 0;
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return fine && judge_child(status, input, diags);
}

static bool load_c(const struct options *o, struct input *input, struct diagnostics *diags)
{
	VEC(char *) argv = { 0 };
	char *program = find_c2ir();
	vec_push(&argv, program);
	for (size_t i = 0; i < o->front_end.count; i++)
		vec_push(&argv, (char *)o->front_end.at[i]);
	for (size_t i = 0; i < o->inputs.count; i++)
		vec_push(&argv, (char *)o->inputs.at[i]);
	vec_push(&argv, NULL);
	char *text = NULL;
	size_t length = 0;
	if (run_c2ir(argv.at, input, &text, &length, diags))
		input->program = program_read_text("<c2ir>", text, length, diags);
	memory_free(text);
	memory_free(program);
	vec_free(&argv);
	return input->program;
}

/* --- IR and SMT-LIB2 --- */

/* vcgen's output carries the program; any other script is kept as it is. */
static bool load_script(const char *name, char *text, size_t length, struct input *input, struct diagnostics *diags)
{
	char *bytes = NULL;
	size_t size = 0;
	switch (smt_extract(text, length, name, diags, &bytes, &size)) {
	case SMT_PROGRAM_NONE:
		input->script = text;
		return true;
	case SMT_PROGRAM_DAMAGED:
		break;
	case SMT_PROGRAM_FOUND:
		input->program = program_read_text(name, bytes, size, diags);
		memory_free(bytes);
		break;
	}
	memory_free(text);
	return input->program;
}

static bool load_text(const char *path, struct input *input, struct diagnostics *diags)
{
	char *text = NULL;
	size_t length = 0;
	const char *name = path && strcmp(path, "-") ? path : "<stdin>";
	if (!stream_read(path, diags, &text, &length))
		return false;
	if (smt_is_script(text, length))
		return load_script(name, text, length, input, diags);
	input->program = program_read_text(name, text, length, diags);
	memory_free(text);
	return input->program;
}

bool input_load(const struct options *o, struct input *input, struct diagnostics *diags)
{
	*input = (struct input){ 0 };
	size_t c_files = 0;
	for (size_t i = 0; i < o->inputs.count; i++)
		c_files += is_c(o->inputs.at[i]);
	if (c_files && c_files == o->inputs.count)
		return load_c(o, input, diags);
	if (o->inputs.count > 1) {
		diagnose(diags, DIAG_USAGE, nowhere, "several inputs: all must be C files");
		return false;
	}
	return load_text(o->inputs.count ? o->inputs.at[0] : NULL, input, diags);
}
