/* A second solver beside the first, for questions that take the first one long (solver_options.rivalry).
 *
 * It is a copy of this process, made between two efforts of the first solver, when no thread is running: it has the
 * terms, the facts and the assumptions, and shares nothing with the first from then on, so it can be killed at any time.
 * It asserts the facts anew, says what it finds, and after SAT stays to be asked for values. */
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "backend.h"
#include "copy.h"

struct rival {
	struct copy copy;
	bool winner; /* its verdict is that of the check */
	VEC(bool) failed;
};

/* What it says first. After UNSAT a byte for each of solver->assumed follows: is it in the core? */
struct announcement {
	enum reply reply;
};

/* For the value of a leaf, or of a cell of a map leaf, whose index follows. */
struct question {
	term leaf;
	bool cell;
};

/* Its words follow. */
struct answer {
	bool known;
	uint32_t width;
};

/* --- the line --- */

static size_t words_of(uint32_t width)
{
	return ((size_t)width + 63) / 64;
}

static bool hear(int line, void *data, size_t size)
{
	return copy_hear(line, data, size, NULL, NULL);
}

/* --- in the copy --- */

static bool tell_core(const struct solver *s, struct solver *own, int line)
{
	size_t count;
	const term *core = solver_core(own, &count);
	bool fine = true;
	for (size_t i = 0; i < s->assumed.count && fine; i++) {
		bool failed = false;
		for (size_t k = 0; k < count; k++)
			failed = failed || core[k] == s->assumed.at[i];
		fine = copy_tell(line, &failed, sizeof failed);
	}
	return fine;
}

static bool tell_value(struct solver *own, int line, const struct question *q)
{
	struct value v;
	uint64_t *index = NULL;
	bool fine = true;
	if (q->cell) {
		size_t words = words_of(solver_index_width(own->bank, q->leaf));
		index = memory_alloc(words * sizeof *index);
		fine = hear(line, index, words * sizeof *index);
	}
	struct answer a = { 0 };
	a.known = fine && (q->cell ? solver_cell(own, q->leaf, index, &v) : solver_value(own, q->leaf, &v));
	a.width = a.known ? v.width : 0;
	memory_free(index);
	fine = fine && copy_tell(line, &a, sizeof a);
	if (a.known) {
		fine = fine && copy_tell(line, value_bits(&v), words_of(v.width) * sizeof(uint64_t));
		value_release(&v);
	}
	return fine;
}

/* Of what is left when both have the memory of one: half for each, at worst. */
static uint32_t memory_of(const struct solver *first)
{
	enum { MOST_MB = 4096 }; /* where no limit was set */
	uint32_t limit = first->options.memory_mb;
	return limit ? limit / 4 : MOST_MB;
}

static _Noreturn void run(const struct solver *s, enum solver_kind kind, int line, double deadline)
{
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct solver_options options = { .command = s->options.rivalry->command,
					  .memory_mb = memory_of(s),
					  .one_shot = s->assumed.count <= 1, /* more: the core is to tell which */
					  .killable = memory_limit_growth((uint64_t)memory_of(s) << 20),
					  .seed = s->options.seed };
	struct solver *own = solver_new(kind, &options, s->bank, &diags);
	if (!own)
		_exit(EXIT_FAILURE);
	for (size_t i = 0; i < s->facts.count; i++)
		solver_assert(own, s->facts.at[i]);
	struct announcement said = { .reply = solver_check(own, s->assumed.at, s->assumed.count, deadline) };
	struct question q;
	bool fine = copy_tell(line, &said, sizeof said);
	if (said.reply == REPLY_UNSAT)
		fine = fine && tell_core(s, own, line);
	while (fine && said.reply == REPLY_SAT && hear(line, &q, sizeof q))
		fine = tell_value(own, line, &q);
	_exit(EXIT_SUCCESS);
}

/* --- life --- */

static bool choose(const struct solver *first, enum solver_kind *kind)
{
	*kind = SOLVER_COMMAND;
	return first->options.rivalry->command || solver_other(first->kind, kind);
}

bool rival_is_wanted(const struct solver *s)
{
	enum solver_kind kind;
	return s->options.rivalry && !s->rival && choose(s, &kind);
}

void rival_begin(struct solver *s, double deadline)
{
	enum solver_kind kind;
	struct copy copy;
	if (!rival_is_wanted(s) || memory_is_tight((uint64_t)s->options.memory_mb << 20))
		return;
	if (!choose(s, &kind) || !copy_make(&copy))
		return;
	if (copy.pid == 0)
		run(s, kind, copy.line, deadline);
	s->options.rivalry->asked++;
	s->rival = memory_alloc(sizeof *s->rival);
	s->rival->copy = copy;
}

void rival_end(struct solver *s)
{
	struct rival *rival = s->rival;
	if (!rival)
		return;
	copy_end(&rival->copy);
	vec_free(&rival->failed);
	memory_free(rival);
	s->rival = NULL;
}

/* --- what it says --- */

int rival_line(const struct solver *s)
{
	return s->rival && !s->rival->winner ? s->rival->copy.line : -1;
}

static bool is_verdict(enum reply reply)
{
	return reply == REPLY_SAT || reply == REPLY_UNSAT;
}

static bool hear_core(struct solver *s)
{
	bool fine = true, failed;
	for (size_t i = 0; i < s->assumed.count && fine; i++) {
		fine = hear(s->rival->copy.line, &failed, sizeof failed);
		vec_push(&s->rival->failed, failed);
	}
	return fine;
}

/* Who is often first is asked sooner. */
static void note(struct rivalry *r, bool won)
{
	enum { LEAD = 4 };
	r->won += won;
	if (won && r->lead < LEAD)
		r->lead++;
	else if (!won && r->lead)
		r->lead--;
}

enum reply rival_hear(struct solver *s)
{
	struct announcement said;
	bool fine = hear(s->rival->copy.line, &said, sizeof said) && is_verdict(said.reply);
	if (!fine || (said.reply == REPLY_UNSAT && !hear_core(s))) {
		rival_end(s);
		return REPLY_UNKNOWN;
	}
	s->rival->winner = true;
	note(s->options.rivalry, true);
	return said.reply;
}

/* The first has given up. */
static enum reply wait_for(struct solver *s, enum reply reply, double deadline)
{
	enum { LOOK_MS = 20 };
	struct pollfd fd = { .fd = s->rival->copy.line, .events = POLLIN };
	while (!atomic_load(&s->interrupted) && (deadline == SOLVER_NO_DEADLINE || clock_now() < deadline))
		if (poll(&fd, 1, LOOK_MS) > 0) {
			enum reply heard = rival_hear(s);
			return is_verdict(heard) ? heard : reply;
		}
	return reply;
}

enum reply rival_settle(struct solver *s, enum reply reply, double deadline)
{
	if (!s->rival || s->rival->winner)
		return reply;
	if (is_verdict(reply))
		note(s->options.rivalry, false);
	else
		reply = wait_for(s, reply, deadline);
	if (s->rival && !s->rival->winner)
		rival_end(s);
	return reply;
}

bool rival_won(const struct solver *s)
{
	return s->rival && s->rival->winner;
}

bool rival_needs(const struct solver *s, size_t i)
{
	return s->rival->failed.at[i];
}

bool rival_value(struct solver *s, term leaf, const uint64_t *index, struct value *out)
{
	struct question q = { .leaf = leaf, .cell = index != NULL };
	struct answer a;
	int line = s->rival->copy.line;
	size_t words = index ? words_of(solver_index_width(s->bank, leaf)) : 0;
	if (!copy_tell(line, &q, sizeof q) || !copy_tell(line, index, words * sizeof *index) ||
	    !hear(line, &a, sizeof a) || !a.known) {
		solver_explain(s, "the solver beside it gives no value");
		return false;
	}
	uint64_t *bits = memory_alloc(words_of(a.width) * sizeof *bits);
	bool fine = hear(line, bits, words_of(a.width) * sizeof *bits);
	if (fine)
		*out = value_words(a.width, bits);
	memory_free(bits);
	return fine;
}
