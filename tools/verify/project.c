/* compile_commands.json (clang's "JSON Compilation Database"): an array of objects with `directory`, `file`, and `command`, as a shell
 * reads it, or `arguments`. What a run writes is written when it has ended, in the order of the database. */
#define _GNU_SOURCE
#include "project.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

#include "jobserver.h"
#include "memory.h"
#include "message.h"
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
	int out;                      /* memory; -1: not started, or ended */
	int json;                     /* memory for what it finds, where that is wanted, or -1 */
	char *report, *found;         /* what was written there, once it has ended; memory_free */
	size_t report_length, found_length;
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
	sigset_t caught;    /* signals that end the whole, and that of a child's end */
	sigset_t before;    /* what was blocked */
	bool interrupted;
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

/* Does the value of that option name a file? What also takes other names takes files by one with a dot or a slash. */
static bool names_file(const char *option, size_t length, const char *value)
{
	for (size_t i = 0; i < verify_option_table.count; i++) {
		const struct option_row *row = &verify_option_table.rows[i];
		if (row->name && row->argument && strlen(row->name) == length && !strncmp(row->name, option, length))
			return row->kind == OPTION_FILE || (strpbrk(value, "./") && access(value, R_OK) == 0);
	}
	return false;
}

/* A run is where its file was compiled: what OPTION names is looked for from here all the same. VALUE: the end of WORD, or WORD. */
static void push_value(struct words *words, const char *option, size_t length, const char *word, const char *value)
{
	char *here = *value && *value != '/' && names_file(option, length, value) ? getcwd(NULL, 0) : NULL;
	struct output *absolute = output_memory();
	size_t ignored;
	output_format(absolute, "%.*s%s%s%s", (int)(value - word), word, here ? here : "", here ? "/" : "", value);
	push(words, output_text(absolute, &ignored));
	output_abandon(absolute);
	free(here);
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
		size_t name = strcspn(argv[i], "=");
		if (!skipped && argv[i][name])
			push_value(words, argv[i], name, argv[i], argv[i] + name + 1);
		else if (!skipped)
			push_value(words, argv[i - 1], strlen(argv[i - 1]), argv[i], argv[i]);
	}
}

/* Is it the file of the entry, which its command may call by another name? */
static bool is_its_file(const struct entry *e, int folder, const char *word)
{
	struct stat a, b;
	return !strcmp(word, e->file) || (fstatat(folder, word, &a, 0) == 0 && fstatat(folder, e->file, &b, 0) == 0 &&
					  a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

/* A compiler's command, without the compiler and what calls that (ccache), the output and the file. */
static void push_flags(struct entry *e, char *const *flags, size_t count)
{
	int folder = open(e->directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
	size_t i = 1;
	while (i < count && !strchr("-@", flags[i][0]) && !is_its_file(e, folder, flags[i]))
		i++;
	for (; i < count; i++) {
		if (!strcmp(flags[i], "-o"))
			i++;
		else if (strncmp(flags[i], "-o", 2) != 0 && strcmp(flags[i], "-c") != 0 &&
			 strcmp(flags[i], "--") != 0 && !is_its_file(e, folder, flags[i]))
			push(&e->words, flags[i]);
	}
	if (folder >= 0)
		close(folder);
}

static bool push_command(struct entry *e, const char *command)
{
	wordexp_t split;
	if (wordexp(command, &split, WRDE_NOCMD) != 0)
		return false;
	push_flags(e, split.we_wordv, split.we_wordc);
	wordfree(&split);
	return true;
}

static bool push_arguments(struct entry *e, const json_t *list)
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
		push_flags(e, flags.at, flags.count);
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

/* False: it is no entry of a database. Of a command that cannot be read diagnostics say so. */
static bool add_entry(struct project *p, size_t number, const json_t *object, int argc, char **argv)
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
	bool fine = command ? push_command(&e, command) : push_arguments(&e, arguments);
	push(&e.words, "--");
	push(&e.words, file);
	vec_push(&e.words, NULL);
	if (fine) {
		vec_push(&p->entries, e);
		return true;
	}
	vec_last(&e.words) = NULL;
	free_words(&e.words);
	if (command)
		diagnose(p->diags, DIAG_INPUT, (struct location){ p->options->project, 0, 0 },
			 "entry %zu, %s, has no single command of a shell: %s", number, file, command);
	return command;
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
		if (!add_entry(p, i + 1, object, argc, argv))
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

/* Signals that are ignored stay so. */
static void catch_signals(struct project *p)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction before;
	sigemptyset(&p->caught);
	sigaddset(&p->caught, SIGCHLD);
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
		if (sigaction(ending[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaddset(&p->caught, ending[i]);
	sigprocmask(SIG_BLOCK, &p->caught, &p->before);
}

/* A terminal's signal is ours, and a run hears of it from us, once: it would not outlive a second one. It ends when we do. */
static void leave_terminal(const struct project *p)
{
	setpgid(0, 0);
	signal(SIGTTOU, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	sigprocmask(SIG_SETMASK, &p->before, NULL);
}

static void become(const struct project *p, const struct entry *e)
{
	leave_terminal(p);
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
		become(p, e);
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

/* What is in that memory, which is given up: many files may wait for one before them. NULL: it is none, or nothing can be read. */
static char *take_memory(int *fd, size_t *length)
{
	char path[64], *text = NULL;
	struct diagnostics ignored;
	diagnostics_init(&ignored);
	snprintf(path, sizeof path, "/proc/self/fd/%d", *fd);
	if (*fd >= 0)
		stream_read(path, &ignored, &text, length);
	diagnostics_release(&ignored);
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
	return text;
}

static void note_end(struct project *p, pid_t pid, int status)
{
	for (size_t i = 0; i < p->entries.count; i++) {
		struct entry *e = &p->entries.at[i];
		if (e->pid != pid || e->ended)
			continue;
		e->ended = true;
		e->status = WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_SYSTEM;
		e->report = take_memory(&e->out, &e->report_length);
		e->found = take_memory(&e->json, &e->found_length);
		p->running--;
		if (e->has_token)
			jobserver_give(&p->server, e->token);
	}
}

/* Until a run has ended, or all are told to end. */
static void await(struct project *p)
{
	int status, number = sigwaitinfo(&p->caught, NULL);
	p->interrupted |= number > 0 && number != SIGCHLD;
	for (size_t i = 0; i < p->entries.count && number > 0 && number != SIGCHLD; i++)
		if (p->entries.at[i].pid && !p->entries.at[i].ended)
			kill(p->entries.at[i].pid, SIGTERM);
	for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
		note_end(p, pid, status);
}

/* ---- the report ---- */

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

static void write_entry(struct project *p, struct output *out, struct entry *e)
{
	char why[64] = REASON_INTERRUPTED;
	if (e->pid)
		snprintf(why, sizeof why, "there is no report: exit status %d", e->status);
	if (!p->options->kernel)
		output_format(out, "%s: ", e->file);
	if (e->report_length) {
		count(p, e->report);
		output_write(out, e->report, e->report_length);
	} else {
		p->counts[3]++;
		output_format(out, "UNKNOWN (%s%s%s)\n", p->options->kernel ? e->file : "",
			      p->options->kernel ? ": " : "", why);
	}
	if (options_tell_programs(p->options) && (!e->found || !results_adopt(p->results, e->found, e->found_length)))
		results_miss(p->results, e->file, e->directory, why);
	memory_free(e->report);
	memory_free(e->found);
	e->report = e->found = NULL;
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
		while (next < p->entries.count && !p->interrupted && may_start(p, &p->entries.at[next]))
			if (!start(p, &p->entries.at[next++]))
				return;
		for (; p->interrupted && next < p->entries.count; next++) {
			p->entries.at[next].ended = true;
			p->entries.at[next].status = STATUS_UNKNOWN;
		}
		if (p->running)
			await(p);
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
	catch_signals(&p);
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
