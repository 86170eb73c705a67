#include "thread_mark.h"

#include "attribute.h"
#include "emit.h"
#include "ir.h"
#include "lowering.h"
#include "lowering_options.h"

const char *const thread_mark_names[THREAD_MARKS] = { "switch", "begin", "end", "over" };

bool lower_has_threads(const struct lowering *l)
{
	return l->has_threads;
}

void emit_thread_mark(struct lowering *l, enum thread_mark mark)
{
	if (!l->has_threads)
		return;
	struct statement *s = emit(l, STATEMENT_ASSUME);
	s->term = term_true(l->bank);
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_THREAD, thread_mark_names[mark]);
}
