#include "procedure_facts.h"

#include <string.h>

/* --- locals that may be read before they are written: backward liveness at the entry --- */

struct liveness {
	const struct procedure *procedure;
	uint32_t words;
	uint64_t *in;  /* block-major sets of variables live at a block's start */
	uint64_t *set; /* scratch: the set at the current point */
};

static void mark_used(void *context, term leaf)
{
	struct liveness *l = context;
	const struct variable *v = program_variable_of(l->procedure->program, leaf);
	if (v && v->kind != VARIABLE_GLOBAL)
		l->set[v->index / 64] |= UINT64_C(1) << (v->index % 64);
}

static void mark_written(struct liveness *l, const struct variable *v)
{
	if (v->kind != VARIABLE_GLOBAL)
		l->set[v->index / 64] &= ~(UINT64_C(1) << (v->index % 64));
}

static void live_before_statement(struct liveness *l, const struct statement *s)
{
	const struct bank *bank = l->procedure->program->bank;
	switch (s->kind) {
	case STATEMENT_ASSUME:
	case STATEMENT_ASSERT:
		term_leaves(bank, s->term, mark_used, l);
		break;
	case STATEMENT_ASSIGN:
		mark_written(l, s->target);
		term_leaves(bank, s->term, mark_used, l);
		break;
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH:
		mark_written(l, s->target);
		break;
	case STATEMENT_CALL:
		for (uint32_t i = 0; i < s->out_count; i++)
			mark_written(l, s->outs[i]);
		for (uint32_t i = 0; i < s->argument_count; i++)
			term_leaves(bank, s->arguments[i], mark_used, l);
		break;
	}
}

static void live_before_block(struct liveness *l, const struct block *b)
{
	const struct procedure *proc = l->procedure;
	memset(l->set, 0, l->words * sizeof *l->set);
	switch (b->terminator.kind) {
	case TERMINATOR_NONE:
		break;
	case TERMINATOR_RETURN:
		for (uint32_t i = proc->in_count; i < proc->in_count + proc->out_count; i++)
			l->set[i / 64] |= UINT64_C(1) << (i % 64);
		break;
	case TERMINATOR_BRANCH:
	case TERMINATOR_GOTO:
		for (uint32_t t = 0; t < b->terminator.target_count; t++)
			for (uint32_t w = 0; w < l->words; w++)
				l->set[w] |= l->in[(size_t)b->terminator.targets[t]->index * l->words + w];
		break;
	}
	if (b->terminator.kind == TERMINATOR_BRANCH)
		term_leaves(proc->program->bank, b->terminator.term, mark_used, l);
	for (uint32_t i = b->statement_count; i-- > 0;)
		live_before_statement(l, &b->statements[i]);
	memcpy(l->in + (size_t)b->index * l->words, l->set, l->words * sizeof *l->set);
}

static void find_unset(struct procedure_facts *facts)
{
	const struct procedure *proc = facts->procedure;
	uint32_t words = (proc->variable_count + 63) / 64;
	struct liveness l = { proc, words, memory_alloc((size_t)proc->block_count * words * sizeof(uint64_t)),
			      memory_alloc(words * sizeof(uint64_t)) };
	/* Acyclic: one pass against the topological order is the fixed point. */
	for (uint32_t i = facts->cfg->order_count; i-- > 0;)
		live_before_block(&l, proc->blocks[facts->cfg->order[i]]);
	facts->unset = memory_alloc(proc->variable_count * sizeof *facts->unset);
	for (uint32_t i = proc->in_count; i < proc->variable_count; i++)
		if (l.in[i / 64] >> (i % 64) & 1)
			facts->unset[facts->unset_count++] = proc->variables[i];
	memory_free(l.in);
	memory_free(l.set);
}

/* --- ways to a return that stay out of the procedure's own component --- */

static bool calls_component(const struct block *b, const struct callgraph *graph, uint32_t component)
{
	for (uint32_t i = 0; i < b->statement_count; i++)
		if (b->statements[i].kind == STATEMENT_CALL &&
		    graph->component[b->statements[i].callee->index] == component)
			return true;
	return false;
}

static bool find_end(const struct procedure_facts *facts, const struct callgraph *graph)
{
	const struct procedure *proc = facts->procedure;
	const struct cfg *cfg = facts->cfg;
	uint32_t component = graph->component[proc->index];
	bool *ends = memory_alloc(proc->block_count * sizeof *ends);
	for (uint32_t i = cfg->order_count; i-- > 0;) {
		const struct block *b = proc->blocks[cfg->order[i]];
		bool end = b->terminator.kind == TERMINATOR_RETURN;
		for (uint32_t t = 0; !end && t < b->terminator.target_count; t++)
			end = ends[b->terminator.targets[t]->index];
		ends[b->index] = end && !calls_component(b, graph, component);
	}
	bool may_end = ends[0];
	memory_free(ends);
	return may_end;
}

static void find_goes_on(struct procedure_facts *facts, const struct callgraph *graph)
{
	const struct procedure *proc = facts->procedure;
	facts->goes_on = memory_alloc(proc->block_count * sizeof *facts->goes_on);
	for (uint32_t i = facts->cfg->order_count; i-- > 0;) {
		const struct block *b = proc->blocks[facts->cfg->order[i]];
		bool on = calls_component(b, graph, graph->component[proc->index]);
		for (uint32_t t = 0; !on && t < b->terminator.target_count; t++)
			on = facts->goes_on[b->terminator.targets[t]->index];
		facts->goes_on[b->index] = on;
	}
}

struct procedure_facts *procedure_facts_new(const struct procedure *proc, const struct callgraph *graph)
{
	struct procedure_facts *facts = memory_alloc(sizeof *facts);
	facts->procedure = proc;
	facts->cfg = cfg_new(proc);
	facts->pending = memory_alloc(proc->block_count * sizeof *facts->pending);
	for (uint32_t i = 0; i < facts->cfg->order_count; i++) {
		uint32_t b = facts->cfg->order[i];
		for (uint32_t s = facts->cfg->successor_start[b]; s < facts->cfg->successor_start[b + 1]; s++)
			facts->pending[facts->cfg->successors[s]]++;
	}
	find_unset(facts);
	find_goes_on(facts, graph);
	facts->may_end = find_end(facts, graph);
	return facts;
}

void procedure_facts_free(struct procedure_facts *facts)
{
	if (!facts)
		return;
	cfg_free(facts->cfg);
	dag_reach_free(facts->reach);
	memory_free(facts->pending);
	memory_free(facts->unset);
	memory_free(facts->goes_on);
	memory_free(facts);
}

const struct dag_reach *procedure_facts_reach(struct procedure_facts *facts)
{
	if (!facts->reach)
		facts->reach = dag_reach_new(facts->procedure);
	return facts->reach;
}
