/* compile_commands.json (clang's "JSON Compilation Database"): an array of objects with `directory`, `file`, and `command`, as a shell
 * reads it, or `arguments`. What a run writes is written when it has ended, in the order of the database. */
#define _GNU_SOURCE
#include "project.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

#include "jobserver.h"
#include "memory.h"
#include "results.h"
#include "status.h"
#include "stream.h"
#include "tool.h"

static const struct location nowhere = { 0 };

struct words VEC_BODY(char *);

/* A file of the database. */
struct entry {
	const char *directory, *file; /* the JSON's */
	struct words words;           /* of the run; a NULL at the end */
	pid_t pid;                    /* 0: not started, or ended */
	int out;                      /* memory; -1: not started */
	int json;                     /* memory for what it finds, where that is wanted, or -1 */
	int status;
	bool ended, has_token;
	char token;
};

struct project {
	const struct options *options;
	struct results *results;
	struct diagnostics *diags;
	VEC(struct entry) entries;
	struct jobserver server;
	uint32_t running;
	uint32_t counts[4]; /* SAFE, UNSAFE, BOUNDED, others */
	uint32_t others;    /* entries that are not in C */
	const char *other;  /* the first of them */
	int status;
};

/* ---- the database ---- */

static void push(struct words *words, const char *word)
{
	vec_push(words, memory_copy_string(word, strlen(word)));
}

static void free_words(struct words *words)
{
	for (size_t i = 0; i < words->count; i++)
		memory_free(words->at[i]);
	vec_free(words);
}

/* Our own options: all but those that are about the project, and the outputs of the whole. */
static void push_own(struct words *words, int argc, char **argv)
{
	static const char *const with_value[] = {
		"--compile-commands", "--only", "--jobs", "-o", "--output", "--sarif", "--json", "--junit", "--html"
	};
	for (int i = 1; i < argc; i++) {
		bool skipped = !strcmp(argv[i], "--sarif-all");
		for (size_t k = 0; k < sizeof with_value / sizeof *with_value && !skipped; k++) {
			size_t n = strlen(with_value[k]);
			bool same = !strncmp(argv[i], with_value[k], n);
			skipped = same && (!argv[i][n] || argv[i][n] == '=' || n == 2);
			i += skipped && !argv[i][n];
		}
		if (!skipped)
			push(words, argv[i]);
	}
}

/* A compiler's command, without the compiler, the output and the file. */
static void push_flags(struct words *words, const char *file, char *const *flags, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (!strcmp(flags[i], "-o"))
			i++;
		else if (strncmp(flags[i], "-o", 2) != 0 && strcmp(flags[i], "-c") != 0 &&
			 strcmp(flags[i], "--") != 0 && strcmp(flags[i], file) != 0)
			push(words, flags[i]);
	}
}

static bool push_command(struct words *words, const char *file, const char *command)
{
	wordexp_t split;
	if (wordexp(command, &split, WRDE_NOCMD) != 0)
		return false;
	push_flags(words, file, split.we_wordv, split.we_wordc);
	wordfree(&split);
	return true;
}

static bool push_arguments(struct words *words, const char *file, const json_t *list)
{
	VEC(char *) flags = { 0 };
	size_t i;
	json_t *word;
	bool fine = true;
	json_array_foreach(list, i, word)
	{
		fine = fine && json_is_string(word);
		vec_push(&flags, (char *)(uintptr_t)json_string_value(word));
	}
	if (fine)
		push_flags(words, file, flags.at, flags.count);
	vec_free(&flags);
	return fine;
}

static bool is_wanted(const struct options *o, const char *file)
{
	for (size_t i = 0; i < o->only.count; i++)
		if (fnmatch(o->only.at[i], file, 0) == 0)
			return true;
	return !o->only.count;
}

static bool is_c(const char *file)
{
	size_t n = strlen(file);
	return n > 2 && !strcmp(file + n - 2, ".c");
}

/* False: it is no entry of a database. */
static bool add_entry(struct project *p, const json_t *object, int argc, char **argv)
{
	const char *directory = json_string_value(json_object_get(object, "directory"));
	const char *file = json_string_value(json_object_get(object, "file"));
	const json_t *arguments = json_object_get(object, "arguments");
	const char *command = json_string_value(json_object_get(object, "command"));
	struct entry e = { .directory = directory, .file = file, .out = -1, .json = -1 };
	if (!directory || !file || (!command && !json_is_array(arguments)))
		return false;
	if (!is_wanted(p->options, file))
		return true;
	if (!is_c(file)) {
		p->other = p->others++ ? p->other : file;
		return true;
	}
	push(&e.words, "verify");
	if (options_tell_programs(p->options))
		push(&e.words, ""); /* --json: start */
	push_own(&e.words, argc, argv);
	bool fine = command ? push_command(&e.words, file, command) : push_arguments(&e.words, file, arguments);
	push(&e.words, "--");
	push(&e.words, file);
	vec_push(&e.words, NULL);
	if (fine)
		vec_push(&p->entries, e);
	else
		free_words(&e.words);
	return fine;
}

static json_t *read_database(struct project *p, int argc, char **argv)
{
	json_error_t error;
	json_t *database = json_load_file(p->options->project, 0, &error), *object;
	size_t i;
	if (!database) {
		struct location place = { p->options->project, (uint32_t)(error.line > 0 ? error.line : 0), 0 };
		diagnose(p->diags, error.line > 0 ? DIAG_INPUT : DIAG_SYSTEM, place, "no compilation database: %s",
			 error.text);
		return NULL;
	}
	struct location place = { p->options->project, 0, 0 };
	if (!json_is_array(database))
		diagnose(p->diags, DIAG_INPUT, place, "no compilation database: an array is missing");
	json_array_foreach(database, i, object)
	{
		if (!add_entry(p, object, argc, argv))
			diagnose(p->diags, DIAG_INPUT, place,
				 "entry %zu is none of a compilation database: directory, file, and command or "
				 "arguments are asked for, as strings",
				 i + 1);
	}
	if (!p->diags->errors && !p->entries.count)
		diagnose(p->diags, DIAG_INPUT, place, "there is no C file in it%s",
			 p->options->only.count ? " that --only names" : "");
	return database;
}

/* ---- runs ---- */

static void become(const struct entry *e)
{
	if (e->json >= 0)
		fcntl(e->json, F_SETFD, 0);
	char *program = tool_find("verify");
	if (chdir(e->directory) < 0) {
		fprintf(stderr, "verify: cannot go to %s: %s\n", e->directory, strerror(errno));
		_exit(STATUS_SYSTEM);
	}
	setenv("NO_COLOR", "1", 1); /* its report is read */
	if (dup2(e->out, STDOUT_FILENO) >= 0)
		execvp(program, e->words.at);
	fprintf(stderr, "verify: cannot run %s: %s\n", program, strerror(errno));
	_exit(STATUS_SYSTEM);
}

static bool ask_for_json(struct entry *e)
{
	char word[64];
	e->json = memfd_create("json", MFD_CLOEXEC);
	snprintf(word, sizeof word, "--json=/proc/self/fd/%d", e->json);
	memory_free(e->words.at[1]);
	e->words.at[1] = memory_copy_string(word, strlen(word));
	return e->json >= 0;
}

static bool start(struct project *p, struct entry *e)
{
	e->out = memfd_create("report", MFD_CLOEXEC);
	bool fine = e->out >= 0 && (!options_tell_programs(p->options) || ask_for_json(e));
	e->pid = fine ? fork() : -1;
	if (e->pid < 0) {
		diagnose(p->diags, DIAG_SYSTEM, nowhere, "no run for %s: %s", e->file, strerror(errno));
		return false;
	}
	if (e->pid == 0)
		become(e);
	p->running++;
	return true;
}

static bool may_start(struct project *p, struct entry *e)
{
	if (!p->running)
		return true;
	if (p->options->jobs)
		return p->running < p->options->jobs;
	e->has_token = jobserver_take(&p->server, &e->token);
	return e->has_token;
}

static void note_end(struct project *p, pid_t pid, int status)
{
	for (size_t i = 0; i < p->entries.count; i++) {
		struct entry *e = &p->entries.at[i];
		if (e->pid != pid || e->ended)
			continue;
		e->ended = true;
		e->status = WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_SYSTEM;
		p->running--;
		if (e->has_token)
			jobserver_give(&p->server, e->token);
	}
}

/* ---- the report ---- */

#define NO_REPORT "there is no report: exit status %d"

static void count(struct project *p, const char *text)
{
	static const char *const verdicts[] = { "SAFE", "UNSAFE", "BOUNDED" };
	unsigned which = 0;
	while (which < 3 && strncmp(text, verdicts[which], strlen(verdicts[which])) != 0)
		which++;
	p->counts[which]++;
}

/* What needs attention most: a violation, what is open, what could not be done. */
static int worse(int a, int b)
{
	static const int order[] = { STATUS_UNSAFE, STATUS_UNKNOWN, STATUS_SYSTEM, STATUS_UNSUPPORTED, STATUS_INPUT };
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (a == order[i] || b == order[i])
			return order[i];
	return a ? a : b;
}

/* What it has found. */
static void take_json(struct project *p, const struct entry *e)
{
	char path[64], cause[64], *text = NULL;
	size_t length = 0;
	struct diagnostics ignored;
	if (e->json < 0)
		return;
	diagnostics_init(&ignored);
	snprintf(path, sizeof path, "/proc/self/fd/%d", e->json);
	snprintf(cause, sizeof cause, NO_REPORT, e->status);
	if (!stream_read(path, &ignored, &text, &length) || !results_adopt(p->results, text, length))
		results_miss(p->results, e->file, e->directory, cause);
	memory_free(text);
	diagnostics_release(&ignored);
	close(e->json);
}

static void write_entry(struct project *p, struct output *out, struct entry *e)
{
	char buffer[65536];
	bool first = true;
	ssize_t n;
	lseek(e->out, 0, SEEK_SET);
	if (!p->options->kernel)
		output_format(out, "%s: ", e->file);
	while ((n = read(e->out, buffer, sizeof buffer - 1)) > 0) {
		buffer[n] = 0;
		if (first)
			count(p, buffer);
		first = false;
		output_write(out, buffer, (size_t)n);
	}
	if (first) {
		p->counts[3]++;
		output_format(out, "UNKNOWN (" NO_REPORT ")\n", e->status);
	}
	take_json(p, e);
	close(e->out);
	p->status = worse(p->status, e->status);
}

static void write_total(const struct project *p, struct output *out)
{
	output_format(out, "total: %zu file%s: %u SAFE, %u UNSAFE, %u BOUNDED, %u UNKNOWN\n", p->entries.count,
		      p->entries.count == 1 ? "" : "s", p->counts[0], p->counts[1], p->counts[2], p->counts[3]);
}

/* What is not looked at is said. */
static void tell_others(const struct project *p)
{
	if (p->others)
		fprintf(stderr, "verify: %u file%s not in C %s left out: %s%s\n", p->others, p->others == 1 ? "" : "s",
			p->others == 1 ? "is" : "are", p->other, p->others == 1 ? "" : ", ...");
}

static void run_all(struct project *p, struct output *out)
{
	size_t next = 0, written = 0;
	while (written < p->entries.count) {
		int status;
		while (next < p->entries.count && may_start(p, &p->entries.at[next]))
			if (!start(p, &p->entries.at[next++]))
				return;
		pid_t pid = waitpid(-1, &status, 0);
		if (pid > 0)
			note_end(p, pid, status);
		else if (errno != EINTR)
			return;
		while (written < p->entries.count && p->entries.at[written].ended)
			write_entry(p, out, &p->entries.at[written++]);
	}
	write_total(p, out);
}

static void release(struct project *p)
{
	for (size_t i = 0; i < p->entries.count; i++) {
		vec_last(&p->entries.at[i].words) = NULL;
		free_words(&p->entries.at[i].words);
	}
	vec_free(&p->entries);
	jobserver_leave(&p->server);
}

int project_run(const struct options *options, int argc, char **argv, struct diagnostics *diags)
{
	struct results results;
	struct project p = { .options = options, .results = &results, .diags = diags, .server = jobserver_find() };
	results_begin(&results, options);
	json_t *database = read_database(&p, argc, argv);
	struct output *out = diags->errors ? NULL : output_open(options->output, false, diags);
	if (!diags->errors)
		tell_others(&p);
	if (out)
		run_all(&p, out);
	if (out && !output_close(out, diags))
		p.status = STATUS_SYSTEM;
	int status = diags->errors ? diagnostics_status(diags) : p.status;
	if (out && !results_write(&results, status, diags))
		status = STATUS_SYSTEM;
	results_release(&results);
	release(&p);
	json_decref(database);
	return status;
}
