/* What is known before the end is sent as soon as it is, so that a limit or a signal loses nothing. */
#include "session.h"

#include <string.h>

#include "iterate.h"
#include "status.h"

/* A violation that has no trace yet; it is in outcome->found once it has. */
static bool is_untold(const struct outcome *o)
{
	bool told = false;
	for (size_t i = 0; i < o->found.count; i++)
		told = told || o->found.at[i].bug == o->bug.original;
	return o->verdict == VERDICT_UNSAFE && !told;
}

static uint64_t at_most(uint64_t n, unsigned bits)
{
	uint64_t most = ((uint64_t)1 << bits) - 1;
	return n < most ? n : most;
}

static uint64_t rank_of_violations(const struct outcome *o)
{
	return o->found.count * 2 + is_untold(o);
}

/* More violations are more, then their traces, then proofs, then bounds. */
static uint64_t rank_of(const struct task *task, const struct outcome *o)
{
	uint64_t bound = o->bounded ? (uint64_t)o->bound + 1 : 0;
	return rank_of_violations(o) << 48 | at_most(task->proved->count, 24) << 24 | at_most(bound, 24);
}

/* What the passes removed is proved, and what is not open any more. */
static void count(struct session *s, const struct task *task, const struct outcome *o)
{
	uint64_t open = 0;
	if (!s->board || !task->prepared)
		return;
	program_for_each_statement(task->prepared, at)
		open += at.statement->kind == STATEMENT_ASSERT &&
			!term_is_true(task->prepared->bank, at.statement->term) &&
			!table_has(task->proved, attribute_get_number(at.statement->attributes, ATTRIBUTE_PLACE, 0));
	uint64_t found = o->found.count + is_untold(o), left = open + found;
	uint64_t places = s->preparation.read;
	board_count(s->board, places > left ? places - left : 0, found, open);
}

/* The bound that the program was explored to; what is proved later does not make it less. */
static void note_bound(struct session *s, const struct outcome *o)
{
	if (!o->bounded || (s->explored.bounded && o->bound < s->explored.bound))
		return;
	s->explored.bounded = true;
	s->explored.bound = o->bound;
	s->explored.beyond.count = 0;
	for (size_t i = 0; i < o->beyond.count; i++)
		vec_push(&s->explored.beyond, o->beyond.at[i]);
}

/* What a search without a bound that nothing violated says at its deadline. */
static struct outcome late_outcome(const struct session *s, const struct outcome *known)
{
	struct outcome late = *known;
	late.verdict = VERDICT_BOUNDED;
	late.reason = "the search ended: " REASON_TIME;
	late.bounded = true;
	late.bound = s->explored.bound;
	late.beyond = s->explored.beyond;
	return late;
}

/* A run has all obligations, which may be many: drafts with one take a fifth of the time at most. What was proved meanwhile comes with
 * the next one; a violation, and where the work is, are told at once. */
static bool is_too_soon(const struct session *s, const struct outcome *o)
{
	bool news = rank_of_violations(o) > s->rank >> 48 || s->phase != s->told_phase;
	return options_tell_programs(s->options) && !news && clock_now() < s->told + 4 * s->telling;
}

void session_know(void *context, const struct task *task, const struct outcome *outcome)
{
	struct session *s = context;
	/* Where a violation is known nothing is said of bounds. */
	bool worse = outcome->unreplayed && !s->explored.unreplayed && !(s->rank >> 48);
	note_bound(s, outcome);
	s->explored.unreplayed |= outcome->unreplayed;
	struct message draft = { .rank = rank_of(task, outcome), .reason_at = NO_REASON };
	struct outcome known = *outcome;
	if (worse && draft.rank < s->rank)
		draft.rank = s->rank;
	else if (!worse && draft.rank && draft.rank <= s->rank)
		return;
	if (!worse && is_too_soon(s, outcome))
		return;
	s->rank = draft.rank;
	count(s, task, outcome);
	known.reason = NULL;
	known.verdict = VERDICT_UNKNOWN;
	known.found = (struct findings){ 0 };
	for (size_t i = 0; i < outcome->found.count; i++)
		vec_push(&known.found, outcome->found.at[i]);
	if (is_untold(outcome))
		vec_push(&known.found,
			 ((struct finding){
				 .bug = outcome->bug.original, .violation = outcome->bug.violation, .trace = "" }));
	struct outcome late = late_outcome(s, &known);
	bool bounded =
		s->explored.bounded && !s->explored.unreplayed && s->options->bound == NO_BOUND && !known.found.count;
	double begin = clock_now();
	session_send_report(s, &draft, task, &known, bounded ? &late : NULL);
	s->told = clock_now();
	s->told_phase = s->phase;
	s->telling = s->told - begin;
	vec_free(&known.found);
}

void session_know_phase(struct session *s, const char *phase)
{
	static const char before[] = "UNKNOWN\nreached: ";
	struct outcome none = { 0 };
	s->phase = phase;
	if (s->input.program) {
		struct task task = session_task(s, s->solvers.at[0]);
		session_know(s, &task, &none);
		arena_free(task.arena);
		return;
	}
	struct output *out = output_memory();
	output_format(out, "%s%s\n", before, phase);
	struct message draft = { .status = STATUS_UNKNOWN, .reason_at = strlen("UNKNOWN") };
	const char *bytes = output_text(out, &draft.length);
	message_send(s->report, &draft, bytes);
	output_abandon(out);
}
