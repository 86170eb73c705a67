/* Any SMT-LIB2 solver as a child process.
 *
 * How a query is put, from the best to what every solver can do; the next is tried, in a new process, when the first
 * check of a process fails in any way but by the time:
 *   - (check-sat-assuming (a b)), with a => t asserted for each assumption t;
 *   - (push 1) (assert t) (check-sat) (pop 1);
 *   - a process for each check (with one_shot from the start).
 * A process that has been stopped at a deadline or has failed is replaced; all facts are sent anew then.
 *
 * Nothing that a solver prints is trusted to be an answer unless it is one word of three; an (error ...) anywhere
 * is an error of the check, since what it refused may have been an assertion. */
#define _GNU_SOURCE /* strcasestr */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "backend.h"
#include "child.h"
#include "smt_read.h"
#include "smt_write.h"

enum { TURN_MS = 50, PROBE_SECONDS = 30, VALUE_SECONDS = 10 };

enum mode { MODE_ASSUMING, MODE_PUSH, MODE_RESTART };

struct process {
	struct solver *solver;
	struct child child;
	enum mode mode;
	bool alive, proven; /* there is a child; one of its checks has succeeded */
	bool pushed;        /* a pop is due */
	bool has_maps;      /* among facts and assumptions */
	bool declared_maps; /* the child's logic has maps */
	size_t consumed;    /* of the child's output */
	struct smt_writer *writer;
	struct table literals; /* assumed term -> number of the literal that implies it */
	struct table mapless;  /* terms that have no maps */
	double deadline;       /* of the last check */
};

/* --- the child --- */

static void end_child(struct process *p)
{
	if (p->alive)
		child_kill(&p->child);
	p->alive = p->proven = p->pushed = false;
	p->consumed = 0;
	p->solver->sent = 0;
	smt_writer_reset(p->writer);
	table_clear(&p->literals);
}

static void say(struct process *p, struct output *out)
{
	size_t length;
	const char *text = output_text(out, &length);
	child_say(&p->child, text, length);
	output_abandon(out);
}

static void say_text(struct process *p, const char *text)
{
	child_say(&p->child, text, strlen(text));
}

static bool begin_child(struct process *p)
{
	if (!child_start(&p->child, p->solver->options.command, p->solver->options.memory_mb)) {
		solver_explain(p->solver, "can't start the solver command: %s", strerror(errno));
		return false;
	}
	p->alive = true;
	p->consumed = 0;
	p->declared_maps = p->has_maps;
	say_text(p, "(set-option :print-success false)\n(set-option :produce-models true)\n");
	if (p->mode == MODE_ASSUMING)
		say_text(p, "(set-option :produce-unsat-assumptions true)\n");
	say_text(p, p->has_maps ? "(set-logic QF_ABV)\n" : "(set-logic QF_BV)\n");
	return true;
}

/* --- answers --- */

static bool is_limited(const struct process *p)
{
	return p->solver->options.memory_mb || memory_is_tight(0);
}

/* Does it complain of a lack of memory, where memory is limited? There is no other way to learn of it. */
static bool note_memory(struct process *p, const char *words)
{
	p->solver->out_of_memory = is_limited(p) && (strcasestr(words, "memory") || strcasestr(words, "bad_alloc"));
	return p->solver->out_of_memory;
}

/* The child has ended, or talks nonsense. */
static enum reply explain_end(struct process *p)
{
	char how[64];
	child_end(&p->child, how, sizeof how);
	for (int i = 0; p->child.words >= 0 && i < 100; i++)
		child_turn(&p->child, 1);
	const char *words = p->child.last_words;
	words += strspn(words, " ");
	bool memory = note_memory(p, words) || (is_limited(p) && !strncmp(how, "killed", 6));
	p->solver->out_of_memory = memory;
	solver_explain(p->solver, "the solver command ended (%s)%s%s", how, *words ? ": " : "", words);
	return memory ? REPLY_UNKNOWN : REPLY_ERROR;
}

static enum reply explain_text(struct process *p, const char *what, const char *text, size_t length)
{
	char shown[160];
	size_t n = 0;
	for (size_t i = 0; i < length && n < sizeof shown - 1; i++)
		shown[n++] = text[i] >= ' ' && text[i] <= '~' ? text[i] : ' ';
	shown[n] = 0;
	note_memory(p, shown);
	solver_explain(p->solver, "the solver command %s: %s", what, shown);
	return REPLY_ERROR;
}

static bool is_word(const char *text, size_t length, const char *word)
{
	return strlen(word) == length && !memcmp(text, word, length);
}

static bool is_error(const char *text, size_t length)
{
	return length > 6 && !memcmp(text, "(error", 6);
}

/* `unsupported` answers an option that the last mode can do without, or else a command that had to be understood. */
static bool is_ignored(const struct process *p, const char *text, size_t length)
{
	return is_word(text, length, "success") || (p->mode == MODE_RESTART && is_word(text, length, "unsupported"));
}

/* The next expression that the child writes. REPLY_SAT: it is there, until the next call. */
static enum reply listen(struct process *p, double deadline, const char **text, size_t *length)
{
	bool open = true;
	if (p->consumed == p->child.output.count)
		p->consumed = p->child.output.count = 0;
	for (;;) {
		size_t begin, end, left = p->child.output.count - p->consumed;
		const char *unread = left ? p->child.output.at + p->consumed : "";
		enum smt_expression found = left ? smt_expression(unread, left, &begin, &end) : SMT_END;
		if (found == SMT_PARTIAL && !open) {
			/* A word at the very end is complete. */
			found = unread[begin] == '(' ? SMT_WRONG : SMT_EXPRESSION;
			end = left;
		}
		if (found == SMT_WRONG)
			return explain_text(p, "does not speak SMT-LIB2", unread, left);
		if (found == SMT_EXPRESSION) {
			p->consumed += end;
			*text = unread + begin;
			*length = end - begin;
			if (!is_ignored(p, *text, *length))
				return REPLY_SAT;
			continue;
		}
		if (!open)
			return explain_end(p);
		if (solver_expired(p->solver, deadline))
			return REPLY_UNKNOWN;
		open = child_turn(&p->child, TURN_MS);
	}
}

static enum reply listen_for_verdict(struct process *p, double deadline)
{
	const char *text;
	size_t length;
	enum reply reply = listen(p, deadline, &text, &length);
	if (reply != REPLY_SAT)
		return reply;
	if (is_word(text, length, "sat"))
		return REPLY_SAT;
	if (is_word(text, length, "unsat"))
		return REPLY_UNSAT;
	if (is_error(text, length) || is_word(text, length, "unsupported"))
		return explain_text(p, "says", text, length);
	if (!is_word(text, length, "unknown"))
		return explain_text(p, "gives no answer", text, length);
	solver_explain(p->solver, "the solver command answers unknown");
	return REPLY_UNKNOWN;
}

/* --- questions --- */

static void send_facts(struct process *p, struct output *out)
{
	struct solver *s = p->solver;
	for (; s->sent < s->facts.count; s->sent++) {
		term t = s->facts.at[s->sent];
		smt_write_declarations(p->writer, out, t);
		output_string(out, "(assert ");
		smt_write_term(p->writer, out, t);
		output_string(out, ")\n");
	}
}

/* Writes what makes `a<number>` imply each assumption. */
static void declare_literals(struct process *p, struct output *out)
{
	struct solver *s = p->solver;
	for (size_t i = 0; i < s->assumed.count; i++) {
		term t = s->assumed.at[i];
		if (table_has(&p->literals, t))
			continue;
		uint64_t number = p->literals.count;
		table_put(&p->literals, t, number);
		smt_write_declarations(p->writer, out, t);
		output_format(out, "(declare-fun ?a%llu () Bool)\n(assert (=> ?a%llu ", (unsigned long long)number,
			      (unsigned long long)number);
		smt_write_term(p->writer, out, t);
		output_string(out, "))\n");
	}
}

static unsigned long long literal_of(const struct process *p, size_t i)
{
	return (unsigned long long)table_get(&p->literals, p->solver->assumed.at[i], 0);
}

static void ask_assuming(struct process *p, struct output *out)
{
	declare_literals(p, out);
	output_string(out, "(check-sat-assuming (");
	for (size_t i = 0; i < p->solver->assumed.count; i++)
		output_format(out, "%s?a%llu", i ? " " : "", literal_of(p, i));
	output_string(out, "))\n");
}

/* What is declared and defined goes before the push, so that it stays. */
static void ask_asserting(struct process *p, struct output *out)
{
	struct solver *s = p->solver;
	for (size_t i = 0; i < s->assumed.count; i++)
		smt_write_declarations(p->writer, out, s->assumed.at[i]);
	p->pushed = p->mode == MODE_PUSH && s->assumed.count > 0;
	if (p->pushed)
		output_string(out, "(push 1)\n");
	for (size_t i = 0; i < s->assumed.count; i++) {
		output_string(out, "(assert ");
		smt_write_term(p->writer, out, s->assumed.at[i]);
		output_string(out, ")\n");
	}
	output_string(out, "(check-sat)\n");
}

static enum reply attempt(struct process *p, double deadline)
{
	struct solver *s = p->solver;
	if (p->alive && (p->mode == MODE_RESTART || (p->has_maps && !p->declared_maps))) {
		end_child(p);
		s->statistics.rebuilds++;
	}
	if (!p->alive && !begin_child(p))
		return REPLY_ERROR;
	struct output *out = output_memory();
	if (p->pushed)
		output_string(out, "(pop 1)\n");
	p->pushed = false;
	send_facts(p, out);
	if (p->mode == MODE_ASSUMING && s->assumed.count)
		ask_assuming(p, out);
	else
		ask_asserting(p, out);
	say(p, out);
	return listen_for_verdict(p, deadline);
}

static void look_for_maps(struct process *p)
{
	struct solver *s = p->solver;
	for (size_t i = s->sent; i < s->facts.count && !p->has_maps; i++)
		p->has_maps = smt_has_maps(s->bank, s->facts.at[i], &p->mapless);
	for (size_t i = 0; i < s->assumed.count && !p->has_maps; i++)
		p->has_maps = smt_has_maps(s->bank, s->assumed.at[i], &p->mapless);
}

static enum reply check_process(struct solver *s, double deadline)
{
	struct process *p = s->state;
	p->deadline = deadline;
	look_for_maps(p);
	for (;;) {
		enum reply reply = attempt(p, deadline);
		bool stopped = reply == REPLY_UNKNOWN && (s->timed_out || p->child.from < 0);
		if (reply != REPLY_ERROR && !stopped) {
			p->proven = true;
			return reply;
		}
		bool again = reply == REPLY_ERROR && !p->proven && p->mode != MODE_RESTART;
		end_child(p);
		s->statistics.rebuilds++;
		if (!again)
			return reply;
		p->mode++;
	}
}

/* --- answers about the last check --- */

static bool ask(struct process *p, struct output *out, const char **text, size_t *length)
{
	double limit = clock_now() + VALUE_SECONDS;
	if (p->deadline == SOLVER_NO_DEADLINE)
		limit = SOLVER_NO_DEADLINE;
	else if (limit < p->deadline)
		limit = p->deadline;
	say(p, out);
	bool heard = listen(p, limit, text, length) == REPLY_SAT && !is_error(*text, *length);
	if (!heard)
		end_child(p);
	return heard;
}

static void core_process(struct solver *s, bool *failed)
{
	struct process *p = s->state;
	const char *text;
	size_t length;
	for (size_t i = 0; i < s->assumed.count; i++)
		failed[i] = true;
	if (!p->alive || p->mode != MODE_ASSUMING)
		return;
	struct output *out = output_memory();
	output_string(out, "(get-unsat-assumptions)\n");
	if (!ask(p, out, &text, &length))
		return;
	char *copy = memory_copy_string(text, length);
	for (size_t i = 0; i < s->assumed.count; i++) {
		char name[32];
		int n = snprintf(name, sizeof name, "?a%llu", literal_of(p, i));
		failed[i] = false;
		for (const char *at = copy; !failed[i] && (at = strstr(at, name)); at += n)
			failed[i] = at[n] == ' ' || at[n] == ')' || at[n] == '|' || at[n] == '\n';
	}
	memory_free(copy);
}

static bool value_of(struct process *p, struct output *out, uint32_t width, struct value *value)
{
	const char *text;
	size_t length;
	if (!ask(p, out, &text, &length))
		return false;
	if (smt_read_get_value(text, length, width, value))
		return true;
	explain_text(p, "gives no value", text, length);
	end_child(p);
	return false;
}

static bool has_model(struct process *p)
{
	if (!p->alive)
		solver_explain(p->solver, "the solver command has ended");
	return p->alive;
}

static bool leaf_process(struct solver *s, term t, struct value *out)
{
	struct process *p = s->state;
	uint32_t width = term_width(s->bank, t);
	if (!has_model(p))
		return false;
	if (!smt_writer_has(p->writer, t)) {
		*out = value_word(width, 0);
		return true;
	}
	struct output *text = output_memory();
	output_format(text, "(get-value (%s))\n", smt_write_symbol(p->writer, t));
	return value_of(p, text, width, out);
}

static bool cell_process(struct solver *s, term map, const uint64_t *index, struct value *out)
{
	struct process *p = s->state;
	uint32_t width = solver_cell_width(s->bank, map);
	if (!has_model(p))
		return false;
	if (!smt_writer_has(p->writer, map)) {
		*out = value_word(width, 0);
		return true;
	}
	struct output *text = output_memory();
	output_format(text, "(get-value ((select %s ", smt_write_symbol(p->writer, map));
	smt_write_bits(text, index, solver_index_width(s->bank, map));
	output_string(text, ")))\n");
	return value_of(p, text, width, out);
}

/* --- life --- */

static void stop_process(struct solver *s)
{
	struct process *p = s->state;
	end_child(p);
	smt_writer_free(p->writer);
	table_free(&p->literals);
	table_free(&p->mapless);
	memory_free(p);
}

/* Does the command answer the empty query? In a process of its own that needs to do no more. */
static bool probe(struct process *p)
{
	p->mode = MODE_RESTART;
	if (!begin_child(p))
		return false;
	say_text(p, "(check-sat)\n(exit)\n");
	child_finish_input(&p->child);
	enum reply reply = listen_for_verdict(p, clock_now() + PROBE_SECONDS);
	bool works = reply == REPLY_SAT;
	if (reply == REPLY_UNSAT)
		solver_explain(p->solver, "says unsat where nothing is asserted");
	end_child(p);
	return works;
}

static bool start_process(struct solver *s, struct diagnostics *diags)
{
	if (!s->options.command) {
		diagnose(diags, DIAG_SYSTEM, (struct location){ 0 }, "no solver command is given");
		return false;
	}
	struct process *p = memory_alloc(sizeof *p);
	s->state = p;
	p->solver = s;
	p->writer = smt_writer_new(s->bank);
	bool works = probe(p);
	p->mode = s->options.one_shot ? MODE_RESTART : MODE_ASSUMING;
	if (!works && s->out_of_memory)
		memory_exhausted();
	if (!works)
		diagnose(diags, DIAG_SYSTEM, (struct location){ 0 }, "solver command '%s': %s", s->options.command,
			 s->reason);
	return works;
}

const struct solver_backend solver_process = {
	.start = start_process,
	.check = check_process,
	.core = core_process,
	.leaf = leaf_process,
	.cell = cell_process,
	.stop = stop_process,
};
