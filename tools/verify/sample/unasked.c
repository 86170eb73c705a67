#include "unasked.h"

#include "callgraph.h"
#include "procedure_facts.h"

/* Is the global assigned at the very beginning, before anything can read it? */
static bool set_first(const struct program *p, const struct variable *g)
{
	const struct block *b = p->entry->blocks[0];
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		if (s->kind == STATEMENT_CALL || (s->term && term_mentions(p->bank, s->term, g->term)))
			return false;
		if (s->target == g)
			return true;
	}
	return false;
}

static bool block_reads(const struct bank *bank, const struct block *b, term leaf)
{
	bool reads = b->terminator.kind == TERMINATOR_BRANCH && term_mentions(bank, b->terminator.term, leaf);
	for (uint32_t i = 0; !reads && i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		reads = s->term && term_mentions(bank, s->term, leaf);
		for (uint32_t k = 0; k < s->argument_count; k++)
			reads = reads || term_mentions(bank, s->arguments[k], leaf);
	}
	return reads;
}

/* May the procedure read a variable of its own that has no value? That the entry returns one does not matter. */
static bool reads_unset(const struct program *p, const struct procedure *proc, const struct callgraph *graph)
{
	struct procedure_facts *facts = procedure_facts_new(proc, graph);
	bool reads = false;
	for (uint32_t i = 0; i < facts->unset_count; i++) {
		const struct variable *v = facts->unset[i];
		bool read = proc != p->entry || v->kind != VARIABLE_OUT;
		for (uint32_t b = 0; !read && b < proc->block_count; b++)
			read = block_reads(p->bank, proc->blocks[b], v->term);
		reads = reads || read;
	}
	procedure_facts_free(facts);
	return reads;
}

bool unasked_find(const struct program *p, bool *unread)
{
	struct callgraph *graph = callgraph_new(p);
	struct effects *effects = effects_new(graph);
	bool fine = true;
	for (uint32_t i = 0; i < p->global_count; i++)
		unread[i] = !effects_reads(effects, p->entry, p->globals[i]) || set_first(p, p->globals[i]);
	for (uint32_t i = 0; fine && i < p->procedure_count; i++)
		fine = !graph->reachable[i] || !reads_unset(p, p->procedures[i], graph);
	effects_free(effects);
	callgraph_free(graph);
	return fine;
}
