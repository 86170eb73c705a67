#include "inline.h"

#include "callgraph.h"

enum { MOST_BLOCKS = 3000, MOST_STATEMENTS = 60000 };

/* What a copy of a procedure comes to. */
struct size {
	uint64_t blocks, statements;
};

struct planner {
	const struct program *program;
	const struct callgraph *graph;
	bool *stays;
	bool *open, *seen; /* depth-first search: on the way from the entry, or begun at all */
	uint32_t *next;    /* procedure -> edge to look at next */
	VEC(uint32_t) way;
	VEC(uint32_t) order; /* callees first */
	struct size *sizes;  /* by procedure */
	uint32_t *calls;     /* callee -> calls in the procedure that is measured */
};

bool inline_is_tail(const struct procedure *proc, const struct block *b, uint32_t s)
{
	const struct statement *call = &b->statements[s];
	const struct terminator *t = &b->terminator;
	const struct block *next = t->kind == TERMINATOR_GOTO && t->target_count == 1 ? t->targets[0] : NULL;
	bool tail = s + 1 == b->statement_count &&
		    (t->kind == TERMINATOR_RETURN ||
		     (next && !next->statement_count && next->terminator.kind == TERMINATOR_RETURN));
	for (uint32_t i = 0; i < call->out_count; i++)
		tail = tail && call->outs[i] == proc->variables[proc->in_count + i];
	return tail && call->callee == proc;
}

/* --- recursion --- */

/* Does the procedure call itself other than in whose place it returns? */
static bool calls_itself(const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t s = 0; s < proc->blocks[b]->statement_count; s++) {
			const struct statement *call = &proc->blocks[b]->statements[s];
			if (call->kind == STATEMENT_CALL && call->callee == proc &&
			    !inline_is_tail(proc, proc->blocks[b], s))
				return true;
		}
	return false;
}

static void enter(struct planner *p, uint32_t procedure)
{
	p->seen[procedure] = p->open[procedure] = true;
	p->next[procedure] = p->graph->callee_start[procedure];
	vec_push(&p->way, procedure);
}

/* Where a depth-first search comes back to what it is at: one procedure of each cycle of calls. */
static void break_cycles(struct planner *p)
{
	const struct program *program = p->program;
	enter(p, program->entry->index);
	while (p->way.count) {
		uint32_t caller = vec_last(&p->way);
		if (p->next[caller] == p->graph->callee_start[caller + 1]) {
			p->open[caller] = false;
			vec_push(&p->order, vec_pop(&p->way));
			continue;
		}
		uint32_t callee = p->graph->callees[p->next[caller]++];
		if (!p->seen[callee])
			enter(p, callee);
		else if (p->open[callee] && (callee != caller || calls_itself(program->procedures[callee])))
			p->stays[callee] = true;
	}
}

/* --- size --- */

static bool is_large(struct size size)
{
	return size.blocks > MOST_BLOCKS || size.statements > MOST_STATEMENTS;
}

/* The procedure itself; and how often it calls which others. */
static struct size measure(struct planner *p, const struct procedure *proc)
{
	struct size size = { proc->block_count, 0 };
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t s = 0; s < proc->blocks[b]->statement_count; s++) {
			const struct statement *call = &proc->blocks[b]->statements[s];
			size.statements++;
			if (call->kind == STATEMENT_CALL && call->callee != proc)
				p->calls[call->callee->index]++;
		}
	return size;
}

/* With the callees that do not stay. */
static struct size measure_copies(const struct planner *p, uint32_t procedure, struct size size)
{
	for (uint32_t k = p->graph->callee_start[procedure]; k < p->graph->callee_start[procedure + 1]; k++) {
		uint32_t callee = p->graph->callees[k];
		if (p->stays[callee])
			continue;
		size.blocks += p->calls[callee] * (p->sizes[callee].blocks + 1);
		size.statements += p->calls[callee] * p->sizes[callee].statements;
	}
	return size;
}

/* The callee whose copies come to most; UINT32_MAX: there is none. */
static uint32_t find_largest(const struct planner *p, uint32_t procedure)
{
	uint32_t largest = UINT32_MAX;
	uint64_t most = 0;
	for (uint32_t k = p->graph->callee_start[procedure]; k < p->graph->callee_start[procedure + 1]; k++) {
		uint32_t callee = p->graph->callees[k];
		uint64_t size = p->calls[callee] * (p->sizes[callee].blocks + p->sizes[callee].statements);
		if (p->stays[callee] || size <= most)
			continue;
		largest = callee;
		most = size;
	}
	return largest;
}

/* Callees stay until it is not too large. */
static void limit(struct planner *p, uint32_t procedure)
{
	struct size own = measure(p, p->program->procedures[procedure]), size;
	uint32_t largest;
	while (is_large(size = measure_copies(p, procedure, own)) &&
	       (largest = find_largest(p, procedure)) != UINT32_MAX)
		p->stays[largest] = true;
	p->sizes[procedure] = size;
	for (uint32_t k = p->graph->callee_start[procedure]; k < p->graph->callee_start[procedure + 1]; k++)
		p->calls[p->graph->callees[k]] = 0;
}

struct inline_plan inline_plan_new(const struct program *program)
{
	uint32_t count = program->procedure_count;
	struct callgraph *graph = callgraph_new(program);
	struct planner p = { .program = program, .graph = graph };
	p.stays = memory_alloc(count * sizeof *p.stays);
	p.open = memory_alloc(count * sizeof *p.open);
	p.seen = memory_alloc(count * sizeof *p.seen);
	p.next = memory_alloc(count * sizeof *p.next);
	p.sizes = memory_alloc(count * sizeof *p.sizes);
	p.calls = memory_alloc(count * sizeof *p.calls);
	break_cycles(&p);
	for (size_t i = 0; i < p.order.count; i++)
		limit(&p, p.order.at[i]);
	struct inline_plan plan = { .stays = p.stays };
	for (uint32_t i = 0; i < count; i++)
		plan.count += p.stays[i];
	plan.entry_called = graph->recursive[program->entry->index];
	plan.stays[program->entry->index] = true;
	memory_free(p.open);
	memory_free(p.seen);
	memory_free(p.next);
	memory_free(p.sizes);
	memory_free(p.calls);
	vec_free(&p.way);
	vec_free(&p.order);
	callgraph_free(graph);
	return plan;
}

void inline_plan_release(struct inline_plan *plan)
{
	memory_free(plan->stays);
}
