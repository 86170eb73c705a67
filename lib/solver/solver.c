#include "backend.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* --- the table --- */

static const struct {
	const char *name;
	const struct solver_backend *backend;
} rows[] = {
#define SOLVER(kind, name, about) [SOLVER_##kind] = { #name, &solver_##name },
#include "solvers.def"
#undef SOLVER
	[SOLVER_COMMAND] = { "command", &solver_process },
};

/* Those that have a name of their own. */
enum { NAMED = SOLVER_COMMAND };

bool solver_is_built(enum solver_kind kind)
{
	return rows[kind].backend->start != NULL;
}

bool solver_kind_named(const char *name, size_t length, enum solver_kind *kind)
{
	for (int k = 0; k < NAMED; k++)
		if (strlen(rows[k].name) == length && !memcmp(rows[k].name, name, length)) {
			*kind = (enum solver_kind)k;
			return true;
		}
	return false;
}

const char *solver_kind_name(enum solver_kind kind)
{
	return rows[kind].name;
}

bool solver_next(enum solver_kind kind, enum solver_kind *next)
{
	for (int k = (int)kind + 1; k < NAMED; k++)
		if (solver_is_built((enum solver_kind)k)) {
			*next = (enum solver_kind)k;
			return true;
		}
	return false;
}

bool solver_other(enum solver_kind kind, enum solver_kind *other)
{
	for (int k = 0; k < NAMED; k++)
		if (k != (int)kind && solver_is_built((enum solver_kind)k)) {
			*other = (enum solver_kind)k;
			return true;
		}
	return false;
}

void solver_version(enum solver_kind kind, char *buffer, size_t size)
{
	if (size)
		buffer[0] = 0;
	if (rows[kind].backend->version)
		rows[kind].backend->version(buffer, size);
}

/* --- life --- */

struct solver *solver_new(enum solver_kind kind, const struct solver_options *options, struct bank *bank,
			  struct diagnostics *diags)
{
	const struct location nowhere = { 0 };
	const struct solver_backend *backend = rows[kind].backend;
	if (!solver_is_built(kind)) {
		diagnose(diags, DIAG_SYSTEM, nowhere, "this build of Plumb has no solver %s", rows[kind].name);
		return NULL;
	}
	struct solver *s = memory_alloc(sizeof *s);
	s->backend = backend;
	s->kind = kind;
	s->bank = bank;
	if (options)
		s->options = *options;
	if (s->options.command)
		s->options.command = memory_copy_string(s->options.command, strlen(s->options.command));
	s->lower = smt_lower_new(bank);
	s->reply = REPLY_ERROR;
	if (!backend->start(s, diags) || (s->options.cross_check && !second_start(s, diags))) {
		solver_free(s);
		return NULL;
	}
	if (s->options.record && !s->options.one_shot)
		recorder_start(s);
	return s;
}

void solver_free(struct solver *s)
{
	if (!s)
		return;
	if (s->state)
		s->backend->stop(s);
	direct_end(s);
	rival_end(s);
	second_stop(s->second);
	recorder_stop(s->recorder);
	solver_model_free(s->model);
	smt_lower_free(s->lower);
	vec_free(&s->facts);
	vec_free(&s->assumptions);
	vec_free(&s->assumed);
	vec_free(&s->origin);
	vec_free(&s->core);
	table_free(&s->leaves);
	table_free(&s->walked);
	memory_free((char *)s->options.command);
	memory_free(s);
}

/* --- replies without a verdict --- */

void solver_explain(struct solver *s, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(s->reason, sizeof s->reason, format, args);
	va_end(args);
}

bool solver_expired(struct solver *s, double deadline)
{
	if (atomic_load(&s->interrupted))
		solver_explain(s, "interrupted");
	else if (deadline != SOLVER_NO_DEADLINE && clock_now() >= deadline)
		solver_explain(s, "the time is up");
	else
		return false;
	s->timed_out = true;
	return true;
}

const char *solver_reason(const struct solver *s)
{
	return s->reply == REPLY_SAT || s->reply == REPLY_UNSAT ? "" : s->reason;
}

bool solver_out_of_memory(const struct solver *s)
{
	return (s->reply == REPLY_UNKNOWN || s->reply == REPLY_ERROR) && s->out_of_memory;
}

bool solver_timed_out(const struct solver *s)
{
	return s->reply == REPLY_UNKNOWN && s->timed_out;
}

void solver_interrupt(struct solver *s)
{
	atomic_store(&s->interrupted, true);
	if (s->backend->interrupt)
		s->backend->interrupt(s);
	if (s->second)
		second_interrupt(s->second);
}

static void fail(struct solver *s, const char *why)
{
	if (!s->broken)
		solver_explain(s, "%s", why);
	s->broken = true;
}

/* --- values --- */

uint32_t solver_index_width(const struct bank *bank, term map)
{
	return sort_width(bank, sort_index(bank, term_sort(bank, map)));
}

uint32_t solver_cell_width(const struct bank *bank, term map)
{
	sort value = sort_value(bank, term_sort(bank, map));
	return sort_kind(bank, value) == SORT_BOOL ? 1 : sort_width(bank, value);
}

struct value solver_binary_value(uint32_t width, const char *digits)
{
	struct value v = value_word(width, 0);
	uint64_t *words = v.kind == VALUE_WIDE ? v.words : &v.word;
	size_t length = strlen(digits);
	for (size_t i = 0; i < length && i < width; i++)
		words[i / 64] |= (uint64_t)(digits[length - 1 - i] == '1') << (i % 64);
	return v;
}

/* --- what is asked --- */

static void note_leaf(void *context, term t)
{
	struct solver *s = context;
	s->statistics.terms++;
	if (term_op(s->bank, t) != OP_VARIABLE)
		return;
	table_put(&s->leaves, t, 1);
	s->has_maps |= sort_kind(s->bank, term_sort(s->bank, t)) == SORT_MAP;
}

static void note_leaves(struct solver *s, term root)
{
	term_visit(s->bank, root, &s->walked, note_leaf, s);
}

static void add_fact(struct solver *s, term t)
{
	if (term_is_true(s->bank, t))
		return;
	s->contradiction |= term_is_false(s->bank, t);
	note_leaves(s, t);
	vec_push(&s->facts, t);
}

/* The lowered term; its conditions become facts. 0: the solver is broken now. */
static term lower(struct solver *s, term t)
{
	term lowered = smt_lower_term(s->lower, t);
	if (!lowered) {
		fail(s, "the block operations of the query are too large to be written out");
		return 0;
	}
	size_t count;
	const term *conditions = smt_lower_conditions(s->lower, &count);
	while (s->conditions < count)
		add_fact(s, conditions[s->conditions++]);
	return lowered;
}

static void forget_model(struct solver *s)
{
	solver_model_free(s->model);
	s->model = NULL;
	direct_end(s);
	rival_end(s);
	s->core_known = false;
	s->core.count = 0;
}

void solver_assert(struct solver *s, term t)
{
	forget_model(s);
	if (s->second)
		second_assert(s->second, t);
	term lowered = s->broken ? 0 : lower(s, t);
	if (lowered)
		add_fact(s, lowered);
}

/* Fills `assumed`. False when one of them is false (it is the core then) or the solver breaks. */
static bool assume(struct solver *s, const term *assumptions, size_t count)
{
	s->assumptions.count = s->assumed.count = s->origin.count = 0;
	for (size_t i = 0; i < count; i++)
		vec_push(&s->assumptions, assumptions[i]);
	for (size_t i = 0; i < count; i++) {
		term t = lower(s, assumptions[i]);
		if (!t)
			return false;
		if (term_is_true(s->bank, t))
			continue;
		if (term_is_false(s->bank, t)) {
			vec_push(&s->core, assumptions[i]);
			return false;
		}
		note_leaves(s, t);
		vec_push(&s->assumed, t);
		vec_push(&s->origin, (uint32_t)i);
	}
	return true;
}

static enum reply decide(struct solver *s, const term *assumptions, size_t count, double deadline)
{
	if (s->broken)
		return REPLY_ERROR;
	bool open = !s->contradiction && assume(s, assumptions, count);
	if (s->broken)
		return REPLY_ERROR;
	if (!open || s->contradiction) {
		s->core_known = true; /* empty, or the one assumption that is false */
		return REPLY_UNSAT;
	}
	if (solver_expired(s, deadline))
		return REPLY_UNKNOWN;
	return rival_settle(s, s->backend->check(s, deadline), deadline);
}

static void count_reply(struct solver *s, double seconds)
{
	struct solver_statistics *st = &s->statistics;
	st->checks++;
	*(s->reply == REPLY_SAT     ? &st->sat
	  : s->reply == REPLY_UNSAT ? &st->unsat
	  : s->reply == REPLY_ERROR ? &st->error
				    : &st->unknown) += 1;
	st->seconds += seconds;
}

static enum reply check(struct solver *s, const term *assumptions, size_t count, double deadline, bool confirm)
{
	double begin = clock_now();
	forget_model(s);
	atomic_store(&s->interrupted, false);
	s->timed_out = s->out_of_memory = s->confirmed = false;
	if (!s->broken)
		s->reason[0] = 0;
	s->assumed.count = s->origin.count = 0;
	s->reply = decide(s, assumptions, count, deadline);
	/* With core_known no solver said it. */
	if (s->reply == REPLY_UNSAT && confirm && s->second && !s->core_known) {
		s->reply = second_confirm(s, deadline);
		s->confirmed = s->reply == REPLY_UNSAT;
	}
	if (!s->core_known)
		recorder_note(s);
	if (s->reply == REPLY_SAT)
		s->model = solver_model_new(s);
	count_reply(s, clock_now() - begin);
	return s->reply;
}

enum reply solver_check(struct solver *s, const term *assumptions, size_t count, double deadline)
{
	return check(s, assumptions, count, deadline, true);
}

enum reply solver_look(struct solver *s, const term *assumptions, size_t count, double deadline)
{
	return check(s, assumptions, count, deadline, false);
}

/* --- what is answered --- */

bool solver_value(struct solver *s, term t, struct value *out)
{
	return s->model && model_value(s->model, t, out);
}

bool solver_cell(struct solver *s, term map, const uint64_t *index, struct value *out)
{
	return s->model && model_cell(s->model, map, index, out);
}

static void find_core(struct solver *s, bool *failed)
{
	if (!rival_won(s) && !direct_won(s)) {
		s->backend->core(s, failed);
		return;
	}
	for (size_t i = 0; i < s->assumed.count; i++)
		failed[i] = direct_won(s) || rival_needs(s, i);
}

const term *solver_core(struct solver *s, size_t *count)
{
	if (s->reply == REPLY_UNSAT && !s->core_known) {
		bool *failed = memory_alloc(s->assumed.count * sizeof *failed);
		find_core(s, failed);
		for (size_t i = 0; i < s->assumed.count; i++) {
			term t = s->assumptions.at[s->origin.at[i]];
			if (failed[i] || (s->confirmed && second_needs(s->second, t)))
				vec_push(&s->core, t);
		}
		memory_free(failed);
		s->core_known = true;
	}
	*count = s->core.count;
	return s->core.at;
}

const struct solver_statistics *solver_statistics(const struct solver *s)
{
	return &s->statistics;
}
