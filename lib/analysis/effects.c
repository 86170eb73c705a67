/* Which globals a call may read and write: for each component of the call graph, what its members do
 * themselves and what the components that they call do. */
#include "callgraph.h"

struct collector {
	struct effects *effects;
	const struct program *program;
	uint32_t component;
	uint32_t *seen; /* term -> component + 1 in which its leaves were recorded */
	VEC(term) stack;
};

static void add_bit(struct collector *c, uint64_t *sets, const struct variable *v)
{
	if (v && !v->procedure)
		sets[(size_t)c->component * c->effects->words + v->index / 64] |= UINT64_C(1) << v->index % 64;
}

static void add_reads(struct collector *c, term root)
{
	const struct bank *bank = c->program->bank;
	if (!root)
		return;
	vec_push(&c->stack, root);
	while (c->stack.count) {
		term t = vec_pop(&c->stack);
		if (c->seen[t] == c->component + 1)
			continue;
		c->seen[t] = c->component + 1;
		if (term_op(bank, t) == OP_VARIABLE)
			add_bit(c, c->effects->reads, program_variable_of(c->program, t));
		for (uint32_t i = 0; i < term_count(bank, t); i++)
			vec_push(&c->stack, term_arg(bank, t, i));
	}
}

static void add_callee(struct collector *c, const struct procedure *callee)
{
	struct effects *e = c->effects;
	uint32_t from = e->graph->component[callee->index], to = c->component;
	if (from == to)
		return;
	for (uint32_t w = 0; w < e->words; w++) {
		e->reads[(size_t)to * e->words + w] |= e->reads[(size_t)from * e->words + w];
		e->writes[(size_t)to * e->words + w] |= e->writes[(size_t)from * e->words + w];
	}
	e->asserts[to] |= e->asserts[from];
}

static void add_statement(struct collector *c, const struct statement *s)
{
	add_reads(c, s->term);
	add_bit(c, c->effects->writes, s->target);
	for (uint32_t i = 0; i < s->argument_count; i++)
		add_reads(c, s->arguments[i]);
	for (uint32_t i = 0; i < s->out_count; i++)
		add_bit(c, c->effects->writes, s->outs[i]);
	c->effects->asserts[c->component] |= s->kind == STATEMENT_ASSERT;
}

static void add_procedure(struct collector *c, const struct procedure *proc)
{
	const struct callgraph *g = c->effects->graph;
	for (uint32_t b = 0; b < proc->block_count; b++) {
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			add_statement(c, &proc->blocks[b]->statements[i]);
		add_reads(c, proc->blocks[b]->terminator.term);
	}
	for (uint32_t k = g->callee_start[proc->index]; k < g->callee_start[proc->index + 1]; k++)
		add_callee(c, c->program->procedures[g->callees[k]]);
}

struct effects *effects_new(const struct callgraph *graph)
{
	const struct program *p = graph->program;
	struct effects *e = memory_alloc(sizeof *e);
	e->graph = graph;
	e->words = p->global_count / 64 + 1;
	e->reads = memory_alloc((size_t)(graph->component_count + 1) * e->words * sizeof *e->reads);
	e->writes = memory_alloc((size_t)(graph->component_count + 1) * e->words * sizeof *e->writes);
	e->asserts = memory_alloc(graph->component_count + 1);
	struct collector c = { .effects = e, .program = p };
	c.seen = memory_alloc((bank_size(p->bank) + 1) * sizeof *c.seen);
	/* Callees first: theirs are complete when they are added. */
	for (; c.component < graph->component_count; c.component++)
		for (uint32_t m = graph->member_start[c.component]; m < graph->member_start[c.component + 1]; m++)
			add_procedure(&c, p->procedures[graph->members[m]]);
	memory_free(c.seen);
	vec_free(&c.stack);
	return e;
}

void effects_free(struct effects *e)
{
	if (!e)
		return;
	memory_free(e->reads);
	memory_free(e->writes);
	memory_free(e->asserts);
	memory_free(e);
}

static bool has_bit(const struct effects *e, const uint64_t *sets, const struct procedure *proc,
		    const struct variable *global)
{
	size_t component = e->graph->component[proc->index];
	return sets[component * e->words + global->index / 64] >> global->index % 64 & 1;
}

bool effects_reads(const struct effects *e, const struct procedure *proc, const struct variable *global)
{
	return has_bit(e, e->reads, proc, global);
}

bool effects_writes(const struct effects *e, const struct procedure *proc, const struct variable *global)
{
	return has_bit(e, e->writes, proc, global);
}

bool effects_asserts(const struct effects *e, const struct procedure *proc)
{
	return e->asserts[e->graph->component[proc->index]];
}
