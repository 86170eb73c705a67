#include "number.h"

#include "iterate.h"

#include <string.h>

struct numbering {
	struct program *program;
	uint64_t next;
	bool changed;
};

static bool is_choice(const struct statement *s)
{
	return s->kind == STATEMENT_HAVOC || s->kind == STATEMENT_FRESH;
}

static bool is_open(const struct terminator *t)
{
	return t->kind == TERMINATOR_GOTO && t->target_count > 1;
}

/* Calls `visit` with the attributes of each choice, in text order. */
static void each_choice(struct numbering *n, void (*visit)(struct numbering *n, const struct attribute **list))
{
	program_for_each_block(n->program, at) {
		struct block *b = at.block;
		for (uint32_t m = 0; m < b->statement_count; m++)
			if (is_choice(&b->statements[m]))
				visit(n, &b->statements[m].attributes);
		if (is_open(&b->terminator))
			visit(n, &b->terminator.attributes);
	}
}

static void find_next(struct numbering *n, const struct attribute **list)
{
	uint64_t id = attribute_get_number(*list, ATTRIBUTE_ID, 0);
	if (id >= n->next && id < UINT64_MAX)
		n->next = id + 1;
}

static void number(struct numbering *n, const struct attribute **list)
{
	if (attribute_find(*list, ATTRIBUTE_ID))
		return;
	*list = attribute_number(n->program, *list, ATTRIBUTE_ID, n->next++);
	n->changed = true;
}

bool program_number(struct program *p)
{
	struct numbering n = { .program = p, .next = 1 };
	each_choice(&n, find_next);
	each_choice(&n, number);
	return n.changed;
}

void program_number_calls(struct program *p)
{
	uint64_t next = 1;
	program_for_each_statement(p, at) {
		struct statement *s = at.statement;
		if (s->kind != STATEMENT_CALL)
			continue;
		s->attributes = attribute_remove(p, s->attributes, ATTRIBUTE_CALL);
		s->attributes = attribute_number(p, s->attributes, ATTRIBUTE_CALL, next++);
	}
}
