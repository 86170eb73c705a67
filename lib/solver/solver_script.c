/* A foreign SMT-LIB2 script, answered by Z3.
 *
 * Z3 runs in a forked child: a script may set options, which are global to a process in Z3, may need more memory or
 * stack than there is, and cannot be stopped from outside where Z3 does not look. The child has a copy of this process
 * and no thread but one, so this must not be called while another thread is inside Z3. */
#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <z3.h>

#include "smt_read.h"
#include "solver.h"
#include "vec.h"

struct answer VEC_BODY(char);

static void ignore_error(Z3_context context, Z3_error_code code)
{
	(void)context;
	(void)code;
}

static void write_all(int fd, const char *text)
{
	size_t length = strlen(text);
	while (length) {
		ssize_t n = write(fd, text, length);
		if (n < 0 && errno != EINTR)
			return;
		text += n > 0 ? n : 0;
		length -= n > 0 ? (size_t)n : 0;
	}
}

/* In the child. Does not return. */
static void evaluate(const char *text, const struct solver_options *options, int fd, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	signal(SIGPIPE, SIG_DFL);
	int nothing = open("/dev/null", O_RDWR);
	for (int i = 0; i < 3; i++)
		dup2(nothing, i);
	if (options && options->memory_mb) {
		char number[16];
		snprintf(number, sizeof number, "%u", options->memory_mb);
		Z3_global_param_set("memory_max_size", number);
	}
	Z3_config config = Z3_mk_config();
	Z3_context context = Z3_mk_context(config);
	Z3_set_error_handler(context, ignore_error);
	Z3_string output = Z3_eval_smtlib2_string(context, text);
	Z3_error_code code = Z3_get_error_code(context);
	if (output)
		write_all(fd, output);
	else if (code != Z3_OK)
		write_all(fd, "(error \"Z3 gives no output\")");
	_exit(0);
}

/* Everything that the child writes. False at the deadline. */
static bool read_until(int fd, double deadline, struct answer *answer)
{
	for (;;) {
		char buffer[4096];
		int patience = -1;
		if (deadline != SOLVER_NO_DEADLINE) {
			double left = deadline - solver_now();
			if (left <= 0)
				return false;
			patience = left > 1e6 ? 1000000000 : (int)(left * 1000) + 1;
		}
		struct pollfd ready = { .fd = fd, .events = POLLIN };
		if (poll(&ready, 1, patience) <= 0)
			continue;
		ssize_t n = read(fd, buffer, sizeof buffer);
		if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
			return true;
		for (ssize_t i = 0; i < n; i++)
			vec_push(answer, buffer[i]);
	}
}

static bool is_word(const char *text, size_t length, const char *word)
{
	return strlen(word) == length && !memcmp(text, word, length);
}

/* That of the last check-sat; an error outweighs all. */
static enum reply reply_of(const char *text, size_t length)
{
	enum reply reply = REPLY_ERROR;
	size_t begin, end;
	while (length && smt_expression(text, length, &begin, &end) == SMT_EXPRESSION) {
		const char *e = text + begin;
		size_t n = end - begin;
		if (n > 6 && !memcmp(e, "(error", 6))
			return strstr(e, "out of memory") ? REPLY_UNKNOWN : REPLY_ERROR;
		if (is_word(e, n, "sat"))
			reply = REPLY_SAT;
		else if (is_word(e, n, "unsat"))
			reply = REPLY_UNSAT;
		else if (is_word(e, n, "unknown") || is_word(e, n, "timeout"))
			reply = REPLY_UNKNOWN;
		text += end;
		length -= end;
	}
	return reply;
}

static char *text_of(struct answer *answer, const char *otherwise)
{
	if (!answer->count)
		return memory_copy_string(otherwise, strlen(otherwise));
	return memory_copy_string(answer->at, answer->count);
}

static char *explain_death(int status)
{
	char text[64];
	if (WIFSIGNALED(status))
		snprintf(text, sizeof text, "(error \"Z3 was killed by signal %d\")\n", WTERMSIG(status));
	else
		snprintf(text, sizeof text, "(error \"Z3 ended with status %d\")\n", WEXITSTATUS(status));
	return memory_copy_string(text, strlen(text));
}

enum reply solver_script(const char *text, const struct solver_options *options, double deadline, char **output)
{
	int ends[2], status = 0;
	struct answer answer = { 0 };
	*output = NULL;
	if (pipe2(ends, O_CLOEXEC) != 0) {
		*output = text_of(&answer, "(error \"no file descriptor is left\")\n");
		return REPLY_ERROR;
	}
	pid_t parent = getpid(), child = fork();
	if (child == 0)
		evaluate(text, options, ends[1], parent);
	close(ends[1]);
	bool ended = child > 0 && read_until(ends[0], deadline, &answer);
	close(ends[0]);
	if (child > 0) {
		if (!ended)
			kill(child, SIGKILL);
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
	}
	enum reply reply = REPLY_ERROR;
	if (child < 0)
		*output = text_of(&answer, "(error \"no process is left\")\n");
	else if (!ended)
		*output = text_of(&answer, "unknown\n"), reply = REPLY_UNKNOWN;
	else if (status != 0)
		*output = explain_death(status);
	else
		*output = text_of(&answer, "");
	if (ended && status == 0)
		reply = reply_of(*output, strlen(*output));
	vec_free(&answer);
	return reply;
}
