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
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <z3.h>

#include "smt_read.h"
#include "solver.h"
#include "stream.h"
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

/* --- in the child --- */

struct script {
	Z3_context context;
	int fd;
	bool goes_on;   /* Z3 counts lines from piece to piece, as 4.13 does */
	size_t padding; /* characters spent on it so far */
};

/* Does Z3 count on where the piece before ended? */
static bool counts_on(Z3_context context)
{
	Z3_string output = Z3_eval_smtlib2_string(context, "(declare-const known Bool)\n\n\n");
	output = Z3_eval_smtlib2_string(context, "(assert unknown)");
	const char *line = output ? strstr(output, "line ") : NULL;
	return line && strtoul(line + strlen("line "), NULL, 10) > 1;
}

/* One piece of the script. Its output goes to the pipe, after `V` for the answer of a check-sat and `T` for text,
 * and ends in a NUL: an echo is not to be taken for a verdict. False when the script should not go on. */
static bool evaluate_piece(struct script *s, const char *text, size_t length, size_t line, char kind)
{
	enum { MOST_PADDING = 1 << 26 };
	size_t pad = s->goes_on || s->padding + line > MOST_PADDING ? 0 : line;
	char *piece = memory_alloc(pad + length + 1);
	memset(piece, '\n', pad); /* so that Z3 counts lines right */
	memcpy(piece + pad, text, length);
	s->padding += pad;
	Z3_string output = Z3_eval_smtlib2_string(s->context, piece);
	Z3_error_code code = Z3_get_error_code(s->context);
	bool memory = code == Z3_MEMOUT_FAIL, mute = code != Z3_OK && (!output || !*output);
	write_all(s->fd, kind == 'V' ? "V" : "T");
	write_all(s->fd, memory ? "(error \"out of memory\")\n" : mute ? "(error \"Z3 says nothing\")\n" : output);
	if (write(s->fd, "", 1) != 1)
		memory = true;
	memory_free(piece);
	return !memory;
}

static bool has_name(const char *text, size_t length, const char *name)
{
	size_t at = 1;
	while (at < length && strchr(" \t\r\n", text[at]))
		at++;
	return length - at > strlen(name) && !memcmp(text + at, name, strlen(name));
}

static size_t count_lines(const char *text, size_t length)
{
	size_t lines = 0;
	for (size_t i = 0; i < length; i++)
		lines += text[i] == '\n';
	return lines;
}

/* Piece by piece: up to a check-sat, the check-sat, and so on. What follows an exit is not read. */
static void evaluate_script(struct script *s, const char *text, size_t length)
{
	size_t done = 0, at = 0, line = 0, begin, end;
	bool go_on = true;
	while (go_on && smt_expression(text + at, length - at, &begin, &end) == SMT_EXPRESSION) {
		const char *command = text + at + begin;
		size_t size = end - begin;
		bool verdict = has_name(command, size, "check-sat"), stop = has_name(command, size, "exit");
		size_t before = at + begin;
		at += end;
		if (!verdict && !stop)
			continue;
		if (before > done)
			go_on = evaluate_piece(s, text + done, before - done, line, 'T');
		line += count_lines(text + done, before - done);
		if (go_on && verdict)
			go_on = evaluate_piece(s, command, size, line, 'V');
		line += count_lines(command, size);
		done = at;
		go_on &= !stop;
	}
	if (go_on && done < length)
		evaluate_piece(s, text + done, length - done, line, 'T');
}

/* Does not return. */
static void evaluate(const char *text, const struct solver_options *options, int fd, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	signal(SIGPIPE, SIG_DFL);
	int nothing = open("/dev/null", O_RDWR);
	for (int i = 0; i < 3; i++)
		dup2(nothing, i);
	Z3_config config = Z3_mk_config();
	struct script s = { .context = Z3_mk_context(config), .fd = fd };
	Z3_set_error_handler(s.context, ignore_error);
	s.goes_on = counts_on(s.context);
	Z3_del_context(s.context);
	if (options && options->memory_mb) {
		char number[16];
		snprintf(number, sizeof number, "%u", options->memory_mb);
		Z3_global_param_set("memory_max_size", number);
	}
	s.context = Z3_mk_context(config);
	Z3_set_error_handler(s.context, ignore_error);
	evaluate_script(&s, text, strlen(text));
	_exit(0);
}

/* --- in the parent --- */

/* Everything that the child writes. False at the deadline. */
static bool read_until(int fd, double deadline, struct answer *answer)
{
	for (;;) {
		char buffer[4096];
		int patience = -1;
		if (deadline != SOLVER_NO_DEADLINE) {
			double left = deadline - clock_now();
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

static bool is_error(const char *text)
{
	return strstr(text, "(error ") != NULL;
}

static enum reply verdict_of(const char *text)
{
	size_t n = strcspn(text, " \r\n");
	if (n == 3 && !memcmp(text, "sat", 3))
		return REPLY_SAT;
	if (n == 5 && !memcmp(text, "unsat", 5))
		return REPLY_UNSAT;
	return n == 7 && (!memcmp(text, "unknown", 7) || !memcmp(text, "timeout", 7)) ? REPLY_UNKNOWN : REPLY_ERROR;
}

/* The reply from the pieces, and their text one after the other. An error outweighs all verdicts. */
static enum reply read_pieces(const struct answer *answer, struct output *out)
{
	enum reply reply = REPLY_ERROR;
	bool error = false, memory = false;
	for (size_t at = 0; at < answer->count;) {
		const char *piece = answer->at + at, *text = piece + 1;
		size_t length = strnlen(piece, answer->count - at);
		if (at + length == answer->count)
			break; /* cut off, by the deadline or a crash */
		output_write(out, text, length - 1);
		error |= is_error(text);
		memory |= is_error(text) && strstr(text, "out of memory");
		if (*piece == 'V')
			reply = verdict_of(text);
		at += length + 1;
	}
	return memory ? REPLY_UNKNOWN : error ? REPLY_ERROR : reply;
}

/* Z3 ends the process where it can't report that there is no memory. */
static bool is_out_of_memory(int status)
{
	enum { Z3_EXIT_MEMORY = 101 };
	return WIFEXITED(status) && WEXITSTATUS(status) == Z3_EXIT_MEMORY;
}

static void explain_death(int status, struct output *out)
{
	if (is_out_of_memory(status))
		output_string(out, "(error \"out of memory\")\n");
	else if (WIFSIGNALED(status))
		output_format(out, "(error \"Z3 was killed by signal %d\")\n", WTERMSIG(status));
	else
		output_format(out, "(error \"Z3 ended with status %d\")\n", WEXITSTATUS(status));
}

/* Runs the script; what is printed goes to `out`. */
static enum reply run(const char *text, const struct solver_options *options, double deadline, struct output *out)
{
	int ends[2], status = 0;
	pid_t parent = getpid(), child = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -2;
	if (child == 0)
		evaluate(text, options, ends[1], parent);
	if (child != -2)
		close(ends[1]);
	if (child < 0) {
		output_string(out, "(error \"the system gives no process\")\n");
		if (child == -1)
			close(ends[0]);
		return REPLY_ERROR;
	}
	struct answer answer = { 0 };
	bool ended = read_until(ends[0], deadline, &answer);
	close(ends[0]);
	if (!ended)
		kill(child, SIGKILL);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	enum reply reply = read_pieces(&answer, out);
	if (!ended) {
		output_string(out, "unknown\n");
		reply = REPLY_UNKNOWN;
	} else if (status != 0) {
		explain_death(status, out);
		reply = is_out_of_memory(status) ? REPLY_UNKNOWN : REPLY_ERROR;
	}
	vec_free(&answer);
	return reply;
}

enum reply solver_script(const char *text, const struct solver_options *options, double deadline, char **output)
{
	struct output *out = output_memory();
	enum reply reply = run(text, options, deadline, out);
	size_t length;
	const char *printed = output_text(out, &length);
	*output = memory_copy_string(printed, length);
	output_abandon(out);
	return reply;
}
