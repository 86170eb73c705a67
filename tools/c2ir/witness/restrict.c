#include <string.h>

#include "iterate.h"
#include "ir.h"
#include "weave.h"

static struct variable *find_passed(const struct program *p)
{
	for (uint32_t i = 0; i < p->global_count; i++) {
		const char *name = attribute_get_string(p->globals[i]->attributes, ATTRIBUTE_C);
		if (name && !strcmp(name, WEAVE_PASSED))
			return p->globals[i];
	}
	return NULL;
}

static bool is_before(struct location a, struct location b)
{
	return a.line < b.line || (a.line == b.line && a.column <= b.column);
}

static bool is_target(const struct weave_target *v, const struct attribute *attributes)
{
	struct location at = attribute_location(attributes);
	return at.line && v->begin.file && !strcmp(at.file, v->begin.file) && is_before(v->begin, at) &&
	       is_before(at, v->end);
}

/* All segments were passed. */
static term is_passed(struct program *p, const struct variable *passed, const struct weave_target *v)
{
	if (!v->segments)
		return term_true(p->bank);
	/* Nothing that counts is in the program. */
	if (!passed)
		return term_false(p->bank);
	return term_eq(p->bank, passed->term, term_bv(p->bank, sort_width(p->bank, passed->sort), v->segments));
}

/* In a function of the library it is said of its call: verify looks where that is. */
static bool may_be_target(const struct weave_target *v, const struct attribute *attributes)
{
	return is_target(v, attributes) || location_in_library(attribute_location(attributes));
}

/* Before the assertion: who violates it has passed all segments. */
static void guard(struct program *p, struct block *b, uint32_t index, term passed)
{
	term holds = b->statements[index].term;
	struct statement s = *block_add(p, b, STATEMENT_ASSUME);
	memmove(b->statements + index + 1, b->statements + index,
		(b->statement_count - 1 - index) * sizeof *b->statements);
	s.term = term_or(p->bank, passed, holds);
	s.attributes = attribute_at(p, NULL, attribute_location(b->statements[index + 1].attributes));
	b->statements[index] = s;
}

static void restrict_block(struct program *p, struct block *b, term passed, const struct weave_target *v)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement *s = &b->statements[i];
		if (s->kind != STATEMENT_ASSERT)
			continue;
		if (may_be_target(v, s->attributes))
			guard(p, b, i++, passed);
		else
			s->kind = STATEMENT_ASSUME;
	}
}

void weave_restrict(struct program *p, const struct weave_target *v)
{
	term passed = is_passed(p, find_passed(p), v);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t k = 0; k < p->procedures[i]->block_count; k++)
			restrict_block(p, p->procedures[i]->blocks[k], passed, v);
}
