#include "rename.h"

#include "statement.h"

static term leaf(void *context, term t)
{
	const struct renaming *r = context;
	struct variable *v = program_variable_of(r->program, t);
	return v ? r->other(r->context, v)->term : t;
}

static term renamed(struct renaming *r, term t)
{
	return term_substitute_memo(r->program->bank, t, &r->memo, leaf, r);
}

void block_rename(struct renaming *r, struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement *s = &b->statements[i];
		for (uint32_t k = 0; k < statement_term_count(s); k++)
			statement_set_term(s, k, renamed(r, statement_term(s, k)));
		for (uint32_t k = 0; k < s->out_count; k++)
			s->outs[k] = r->other(r->context, s->outs[k]);
		if (s->target)
			s->target = r->other(r->context, s->target);
	}
	if (b->terminator.kind == TERMINATOR_BRANCH)
		b->terminator.term = renamed(r, b->terminator.term);
}
