#include "contexts.h"

#include "callgraph.h"
#include "clone.h"

/* Statements: of a procedure with all that it calls, call by call (the larger the procedures, the more clones of what makes
 * objects, and the less is clear what a pointer may point to: 40 to 150 prove most); of all clones; of programs that get none: there they
 * take two to four times as long, and prove two to three of a hundred assertions more (docs/abstract.md). */
enum { SMALL_SIZE = 100, GROWTH = 2, LEAST_GROWTH = 4000, MOST_GROWTH = 200000, LARGE_SIZE = 40000 };

struct separation {
	struct contexts *contexts;
	uint64_t room;      /* statements that clones may still have */
	VEC(bool) eligible; /* per procedure */
	VEC(bool) claimed;  /* eligible: some call is its own already; others: its calls have been looked at */
	VEC(uint32_t) pending;
};

/* --- which procedures --- */

static uint64_t statement_count(const struct procedure *proc)
{
	uint64_t count = proc->block_count;
	for (uint32_t b = 0; b < proc->block_count; b++)
		count += proc->blocks[b]->statement_count;
	return count;
}

/* With all that it calls; of what is recursive: too large for anything. */
static uint64_t measure(const uint64_t *sizes, const struct callgraph *graph, const struct procedure *proc)
{
	uint64_t size = graph->recursive[proc->index] ? MOST_GROWTH : statement_count(proc);
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			size += s->kind == STATEMENT_CALL ? sizes[s->callee->index] : 0;
			size = size > MOST_GROWTH ? MOST_GROWTH : size;
		}
	return size;
}

static void choose(struct separation *s)
{
	const struct program *p = s->contexts->program;
	struct callgraph *graph = callgraph_new(p);
	uint64_t *sizes = memory_alloc((p->procedure_count + 1) * sizeof *sizes);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		sizes[graph->members[i]] = measure(sizes, graph, p->procedures[graph->members[i]]);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		vec_push(&s->eligible, sizes[i] <= SMALL_SIZE && p->procedures[i] != p->entry);
	memory_free(sizes);
	callgraph_free(graph);
}

/* --- cloning --- */

static struct procedure *make_clone(struct separation *s, struct procedure *of)
{
	struct contexts *c = s->contexts;
	struct procedure *clone = procedure_clone(of, program_fresh_name(c->program, of->name));
	vec_push(&c->original, c->original.at[of->index]);
	vec_push(&s->eligible, true);
	vec_push(&s->claimed, true);
	s->room -= statement_count(of);
	return clone;
}

static void separate_call(struct separation *s, const struct procedure *caller, struct statement *call)
{
	struct contexts *c = s->contexts;
	struct procedure *callee = call->callee;
	uint32_t at = callee->index;
	if (s->claimed.at[at] && (!s->eligible.at[at] || s->room < statement_count(callee)))
		return;
	if (s->claimed.at[at]) {
		if (caller->index < c->originals)
			vec_push(&c->redirected, ((struct redirection){ call, callee }));
		call->callee = make_clone(s, callee);
	}
	s->claimed.at[at] = true;
	vec_push(&s->pending, call->callee->index);
}

static void separate_calls(struct separation *s, struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++)
			if (proc->blocks[b]->statements[i].kind == STATEMENT_CALL)
				separate_call(s, proc, &proc->blocks[b]->statements[i]);
}

/* From the entry downwards. */
static void separate_all(struct separation *s)
{
	struct program *p = s->contexts->program;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		vec_push(&s->claimed, p->procedures[i] == p->entry);
	vec_push(&s->pending, p->entry->index);
	while (s->pending.count)
		separate_calls(s, p->procedures[vec_pop(&s->pending)]);
}

static uint64_t program_size(const struct program *p)
{
	uint64_t size = 0;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		size += statement_count(p->procedures[i]);
	return size;
}

void contexts_none(struct contexts *c, struct program *p)
{
	*c = (struct contexts){ .program = p, .originals = p->procedure_count };
	for (uint32_t i = 0; i < p->procedure_count; i++)
		vec_push(&c->original, p->procedures[i]);
}

void contexts_separate(struct contexts *c, struct program *p)
{
	uint64_t size = program_size(p);
	struct separation s = { .contexts = c, .room = size > LARGE_SIZE ? 0 : GROWTH * size };
	if (size <= LARGE_SIZE && s.room < LEAST_GROWTH)
		s.room = LEAST_GROWTH;
	contexts_none(c, p);
	if (p->entry) {
		choose(&s);
		separate_all(&s);
	}
	vec_free(&s.eligible);
	vec_free(&s.claimed);
	vec_free(&s.pending);
}

void contexts_keep(struct contexts *c)
{
	vec_free(&c->redirected);
	vec_free(&c->original);
}

void contexts_release(struct contexts *c)
{
	for (size_t i = c->redirected.count; i-- > 0;)
		c->redirected.at[i].call->callee = c->redirected.at[i].callee;
	c->program->procedure_count = c->originals;
	program_reindex(c->program);
	contexts_keep(c);
}
