#include "thread_mark.h"

#include "attribute.h"
#include "checked.h"
#include "emit.h"
#include "ir.h"
#include "lowering.h"
#include "lowering_options.h"

const char *const thread_mark_names[THREAD_MARKS] = { "switch", "waits", "looks", "begin", "end", "over", "joined" };

bool lower_has_threads(const struct lowering *l)
{
	return l->has_threads;
}

void thread_mark_atomic(struct lowering *l, struct procedure *proc)
{
	if (l->has_threads)
		proc->attributes = attribute_string(l->program, proc->attributes, ATTRIBUTE_THREAD, THREAD_ATOMIC);
}

const struct attribute *thread_mark_race(struct lowering *l, const char *race)
{
	const struct attribute *before = l->at;
	if (race && l->has_threads && checks(l, CHECK_RACE))
		l->at = attribute_string(l->program, l->at, ATTRIBUTE_RACE, race);
	return before;
}

void thread_mark_race_end(struct lowering *l, const struct attribute *before)
{
	l->at = before;
}

void emit_thread_mark(struct lowering *l, enum thread_mark mark)
{
	if (!l->has_threads)
		return;
	struct statement *s = emit(l, STATEMENT_ASSUME);
	s->term = term_true(l->bank);
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_THREAD, thread_mark_names[mark]);
}

void emit_thread_lock(struct lowering *l, const char *value, term lock)
{
	if (!l->has_threads)
		return;
	struct variable *target = emit_temporary(l, term_sort(l->bank, lock));
	struct statement *s = emit(l, STATEMENT_ASSIGN);
	s->target = target;
	s->term = lock;
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_THREAD, value);
}
