/* What the files of candidates share: names, and blocks in terms of their beginning. */
#include <string.h>

#include "invariant.h"
#include "statement.h"

/* Without a suffix ".7". */
static size_t stem_length(const char *name)
{
	size_t length = strlen(name), n = length;
	while (n && name[n - 1] >= '0' && name[n - 1] <= '9')
		n--;
	return n > 1 && n < length && name[n - 1] == '.' ? n - 1 : length;
}

bool same_stem(const char *a, const char *b)
{
	size_t n = stem_length(a);
	return n == stem_length(b) && !memcmp(a, b, n);
}

struct variable *loop_counterpart(const struct cut_loop *loop, const struct variable *v)
{
	const struct procedure *proc = loop->procedure;
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (proc->variables[i] == v)
			return proc->variables[i];
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (proc->variables[i]->sort == v->sort && same_stem(proc->variables[i]->name, v->name))
			return proc->variables[i];
	return NULL;
}

static term value_of_leaf(void *context, term leaf)
{
	struct block_walk *walk = context;
	return (term)table_get(&walk->values, leaf, leaf);
}

term block_walk_value(struct block_walk *walk, term t)
{
	return term_substitute(walk->program->bank, t, value_of_leaf, walk);
}

static bool is_scalar(const struct program *p, const struct variable *v)
{
	return sort_kind(p->bank, v->sort) != SORT_MAP;
}

void block_walk(struct block_walk *walk, const struct block *block)
{
	enum { LARGE = 1 << 10 };
	const struct program *p = walk->program;
	table_clear(&walk->values);
	for (uint32_t i = 0; i < block->statement_count; i++) {
		const struct statement *s = &block->statements[i];
		for (uint32_t k = 0; k < statement_term_count(s); k++)
			walk->visit(walk->context, walk, block, s, statement_term(s, k));
		term value =
			s->kind == STATEMENT_ASSIGN && is_scalar(p, s->target) ? block_walk_value(walk, s->term) : 0;
		if (value && term_dag_size(p->bank, value) > LARGE)
			value = 0;
		for (uint32_t k = 0; k < statement_target_count(s); k++) {
			term leaf = statement_target(s, k)->term;
			table_put(&walk->values, leaf, value ? value : leaf);
		}
	}
	if (block->terminator.kind == TERMINATOR_BRANCH)
		walk->visit(walk->context, walk, block, NULL, block->terminator.term);
}
