/* What the statements before a block say of variables there: of one that a single edge leads to. No facts are needed for that, so it does
 * not depend on the visit. */
#include "interpretation.h"

enum { MOST = sizeof((struct place *)0)->definitions / sizeof(struct definition) };

static void replay(struct interpretation *i, struct place *p, const struct statement *s)
{
	bool is_map = s->target && sort_kind(i->program->bank, s->target->sort) == SORT_MAP;
	term value = 0;
	switch (s->kind) {
	case STATEMENT_ASSUME:
	case STATEMENT_ASSERT:
		break;
	case STATEMENT_ASSIGN:
		value = place_without(p, &i->uses, s->term, s->target);
		place_assigned(p, &i->uses, s->target);
		if (is_map)
			place_define_stored(p, &i->uses, s->target, s->term);
		else if (value)
			place_define(p, s->target, value);
		break;
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH:
		place_assigned(p, &i->uses, s->target);
		break;
	case STATEMENT_CALL:
		place_called(p, &i->uses, i->effects, s);
		break;
	}
}

/* The only block that an edge leads from to this one, before it in the order; NULL: there is none. */
static const struct block *before(const struct summary *s, uint32_t b)
{
	const struct cfg *cfg = s->cfg;
	uint32_t first = cfg->predecessor_start[b];
	if (!b || cfg->predecessor_start[b + 1] - first != 1)
		return NULL;
	uint32_t from = cfg->predecessors[first];
	return cfg->rank[from] == CFG_NONE || cfg->rank[from] >= cfg->rank[b] ? NULL : s->procedure->blocks[from];
}

/* Is the variable one of what is asked for, or of what that is computed from? KEPT: of the definitions from FROM on, which are. */
static bool is_asked(struct interpretation *i, const struct place *p, const bool *kept, unsigned from, term question,
		     const struct variable *v)
{
	bool asked = uses_mention(&i->uses, question, v);
	for (unsigned k = from; k < p->definition_count; k++)
		asked |= kept[k] && uses_mention(&i->uses, p->definitions[k].value, v);
	return asked;
}

/* What decides where the block goes on: what it branches on, or the first result that it returns; 0: nothing. */
static term question_of(const struct block *b)
{
	term question = b->terminator.kind == TERMINATOR_BRANCH ? b->terminator.term : 0;
	for (uint32_t k = b->terminator.kind == TERMINATOR_RETURN ? b->statement_count : 0; k-- > 0 && !question;) {
		const struct statement *s = &b->statements[k];
		if (s->kind == STATEMENT_ASSIGN && s->target->kind == VARIABLE_OUT)
			question = s->term;
	}
	return question;
}

/* Those that the block's own question is about, and copies of what they are computed from. */
static void keep_asked(struct interpretation *i, struct place *p, term question)
{
	bool kept[MOST] = { false };
	unsigned count = 0;
	for (unsigned k = question ? p->definition_count : 0; k-- > 0;)
		kept[k] = is_asked(i, p, kept, k + 1, question, p->definitions[k].variable);
	for (unsigned k = 0; question && k < p->definition_count; k++) {
		const struct variable *of = program_variable_of(i->program, p->definitions[k].value);
		kept[k] |= of && is_asked(i, p, kept, 0, question, of);
	}
	for (unsigned k = 0; k < p->definition_count; k++)
		if (kept[k])
			p->definitions[count++] = p->definitions[k];
	p->definition_count = count;
}

void summary_find_starts(struct interpretation *i, struct summary *s)
{
	struct place *all = memory_alloc(s->cfg->block_count * sizeof *all);
	s->starts = arena_alloc(i->arena, (s->cfg->block_count + 1) * sizeof(*s->starts));
	for (uint32_t rank = 0; rank < s->cfg->order_count; rank++) {
		uint32_t b = s->cfg->order[rank];
		const struct block *from = before(s, b);
		all[b] = from ? all[from->index] : interpretation_place(i, s->procedure, NULL);
		for (uint32_t k = 0; from && k < from->statement_count; k++)
			replay(i, &all[b], &from->statements[k]);
		struct place start = all[b];
		keep_asked(i, &start, question_of(s->procedure->blocks[b]));
		if (!start.definition_count)
			continue;
		struct place *kept = arena_alloc(i->arena, sizeof *kept);
		*kept = start;
		s->starts[b] = kept;
	}
	memory_free(all);
}
