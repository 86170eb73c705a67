/* What a solver is asked, as SMT-LIB2 text (solver_options.record).
 *
 * Facts stand at the outermost level, where all is declared and defined too; assumptions between push and pop. The file is a whole
 * script after each question, whatever becomes of this process: the line of the logic, which maps change, has room for both, and what
 * comes next overwrites the exit. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backend.h"
#include "smt_write.h"

enum { MOST_BYTES = 50 * 1000 * 1000, MOST_FILES = 1000000 };

static const char last_line[] = "(exit)\n";
static const char *const beginnings[] = { "(set-info :smt-lib-version 2.6)\n(set-logic QF_BV) \n",
					  "(set-info :smt-lib-version 2.6)\n(set-logic QF_ABV)\n" };

struct recorder {
	struct smt_writer *writer;
	struct table mapless; /* terms that have no maps */
	size_t facts;         /* so many are written */
	bool has_maps;
	bool ended;   /* no more is written: the file is full, or cannot be written */
	int file;     /* -1: there is none yet */
	off_t length; /* without the last line */
	pid_t owner;  /* its copies write nothing */
};

void recorder_start(struct solver *s)
{
	struct recorder *r = s->recorder = memory_alloc(sizeof *r);
	r->writer = smt_writer_new(s->bank);
	r->file = -1;
	r->owner = getpid();
}

void recorder_stop(struct recorder *r)
{
	if (!r)
		return;
	if (r->file >= 0)
		close(r->file);
	smt_writer_free(r->writer);
	table_free(&r->mapless);
	memory_free(r);
}

/* Reported once for all solvers. */
static void fail(struct solver *s, const char *path)
{
	struct solver_record *record = s->options.record;
	s->recorder->ended = true;
	if (!record->failed)
		diagnose(record->diags, DIAG_SYSTEM, (struct location){ 0 }, "%s: %s", path, strerror(errno));
	record->failed = true;
}

/* The first number that no file has, of this run or of one before. */
static bool create(struct solver *s)
{
	const char *folder = s->options.record->folder;
	char name[4096];
	if (mkdir(folder, 0777) < 0 && errno != EEXIST) {
		fail(s, folder);
		return false;
	}
	for (int i = 1; i <= MOST_FILES && s->recorder->file < 0; i++) {
		int n = snprintf(name, sizeof name, "%s/%d.smt2", folder, i);
		errno = n < (int)sizeof name ? errno : ENAMETOOLONG;
		if (n < (int)sizeof name)
			s->recorder->file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (s->recorder->file < 0 && errno != EEXIST)
			break;
	}
	if (s->recorder->file < 0)
		fail(s, name);
	return s->recorder->file >= 0;
}

static bool put(struct recorder *r, const char *text, size_t length, off_t at)
{
	while (length) {
		ssize_t n = pwrite(r->file, text, length, at);
		if (n < 0 && errno != EINTR)
			return false;
		n = n < 0 ? 0 : n;
		text += n;
		at += n;
		length -= (size_t)n;
	}
	return true;
}

static void look_for_maps(struct solver *s)
{
	struct recorder *r = s->recorder;
	for (size_t i = r->facts; i < s->facts.count && !r->has_maps; i++)
		r->has_maps = smt_has_maps(s->bank, s->facts.at[i], &r->mapless);
	for (size_t i = 0; i < s->assumed.count && !r->has_maps; i++)
		r->has_maps = smt_has_maps(s->bank, s->assumed.at[i], &r->mapless);
}

static void write_assertion(struct recorder *r, struct output *out, term t)
{
	output_string(out, "(assert ");
	smt_write_term(r->writer, out, t);
	output_string(out, ")\n");
}

static void write_question(struct solver *s, struct output *out, const char *status)
{
	struct recorder *r = s->recorder;
	for (; r->facts < s->facts.count; r->facts++) {
		smt_write_declarations(r->writer, out, s->facts.at[r->facts]);
		write_assertion(r, out, s->facts.at[r->facts]);
	}
	for (size_t i = 0; i < s->assumed.count; i++)
		smt_write_declarations(r->writer, out, s->assumed.at[i]);
	output_string(out, "(push 1)\n");
	for (size_t i = 0; i < s->assumed.count; i++)
		write_assertion(r, out, s->assumed.at[i]);
	output_format(out, "(set-info :status %s)\n(check-sat)\n(pop 1)\n", status);
}

/* At a question that does not fit the file ends: what is there is how the dialogue began. */
static void append(struct solver *s, struct output *out)
{
	struct recorder *r = s->recorder;
	const char *beginning = beginnings[r->has_maps];
	size_t length, opening = strlen(beginning);
	output_string(out, last_line);
	const char *text = output_text(out, &length);
	if (r->file < 0)
		r->length = (off_t)opening;
	r->ended = (size_t)r->length + length > MOST_BYTES;
	if (r->ended || (r->file < 0 && !create(s)))
		return;
	if (put(r, text, length, r->length) && put(r, beginning, opening, 0))
		r->length += (off_t)(length - strlen(last_line));
	else
		fail(s, s->options.record->folder);
}

void recorder_note(struct solver *s)
{
	struct recorder *r = s->recorder;
	bool empty = !s->facts.count && !s->assumed.count;
	if (!r || r->ended || empty || r->owner != getpid() || s->reply == REPLY_ERROR)
		return;
	look_for_maps(s);
	struct output *out = output_memory();
	write_question(s, out, s->reply == REPLY_SAT ? "sat" : s->reply == REPLY_UNSAT ? "unsat" : "unknown");
	append(s, out);
	output_abandon(out);
}
