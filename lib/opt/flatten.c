/* flatten: the program becomes one procedure. Calls are replaced by copies of what they call, and calls of itself in whose
 * place a procedure returns (loops as procedures, pass loops) by jumps:
 *
 *	start: call x := f(3); assert p(x);          start: f.n := 3; goto f.head;
 *	procedure f(n) returns (x) {                 f.head: branch q(f.n), f.again, f.end;
 *	head: branch q(n), again, end;          =>   f.again: $next := f.n - 1; f.n := $next; goto f.head;
 *	again: call x := f(n - 1); return;           f.end: f.x := f.n; goto back;
 *	end: x := n; return; }                       back: x := f.x; assert p(x);
 *
 * Exact: an execution does the same steps in the same order. What a procedure may read before it assigns it is unknown anew at
 * each call; pass uninitialised, which runs first, says so by statements. A program with other recursion, or one that would
 * become too large, stays as it is. */
#include "callgraph.h"
#include "pass.h"
#include "statement.h"

enum { MOST_BLOCKS = 3000, MOST_STATEMENTS = 60000 };

/* One copy of a procedure. */
struct frame {
	const struct procedure *callee;
	struct variable **variables; /* as in the callee */
	struct block **blocks;
	struct block *back; /* where it returns to; NULL: the program ends */
	struct table memo;  /* terms of the callee -> terms here */
};

struct flattener {
	struct program *program;
	struct procedure *flat;
	VEC(struct frame *) frames; /* that are to be filled */
};

/* --- can it be done? --- */

/* Does the call at statement s return where its procedure does, with the same results? */
static bool is_tail(const struct procedure *proc, const struct block *b, uint32_t s)
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

/* Adds up what one copy of the procedure comes to, callees (which are known already) included. False: recursion. */
static bool measure(const struct callgraph *graph, const struct procedure *proc, uint64_t *blocks, uint64_t *statements)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t s = 0; s < proc->blocks[b]->statement_count; s++) {
			const struct statement *call = &proc->blocks[b]->statements[s];
			statements[proc->index]++;
			if (call->kind != STATEMENT_CALL || is_tail(proc, proc->blocks[b], s))
				continue;
			if (graph->component[call->callee->index] == graph->component[proc->index])
				return false;
			blocks[proc->index] += blocks[call->callee->index] + 1;
			statements[proc->index] += statements[call->callee->index];
		}
	blocks[proc->index] += proc->block_count;
	return blocks[proc->index] <= MOST_BLOCKS && statements[proc->index] <= MOST_STATEMENTS;
}

static bool can_be_flat(const struct program *p)
{
	struct callgraph *graph = callgraph_new(p);
	uint64_t *blocks = memory_alloc(p->procedure_count * sizeof *blocks);
	uint64_t *statements = memory_alloc(p->procedure_count * sizeof *statements);
	bool can = true;
	for (uint32_t i = 0; i < p->procedure_count && can; i++) {
		const struct procedure *proc = p->procedures[graph->members[i]];
		can = !graph->reachable[proc->index] || measure(graph, proc, blocks, statements);
	}
	can = can && !graph->recursive[p->entry->index];
	memory_free(blocks);
	memory_free(statements);
	callgraph_free(graph);
	return can;
}

/* --- copies --- */

static struct variable *copy_variable(struct flattener *f, const struct variable *v)
{
	struct procedure *flat = f->flat;
	struct variable *copy =
		procedure_add_variable(flat, procedure_fresh_variable_name(flat, v->name), v->sort, VARIABLE_LOCAL);
	copy->attributes = v->attributes;
	return copy;
}

static struct block *add_block(struct flattener *f, const char *name)
{
	return procedure_add_block(f->flat, procedure_fresh_block_name(f->flat, name));
}

static struct frame *add_frame(struct flattener *f, const struct procedure *callee, struct block *back)
{
	struct frame *frame = arena_alloc(f->program->arena, sizeof *frame);
	frame->callee = callee;
	frame->back = back;
	frame->variables = memory_alloc((callee->variable_count + 1) * sizeof(struct variable *));
	frame->blocks = memory_alloc(callee->block_count * sizeof(struct block *));
	for (uint32_t i = 0; i < callee->variable_count; i++)
		frame->variables[i] = copy_variable(f, callee->variables[i]);
	for (uint32_t i = 0; i < callee->block_count; i++) {
		frame->blocks[i] = add_block(f, callee->blocks[i]->name);
		frame->blocks[i]->attributes = callee->blocks[i]->attributes;
	}
	vec_push(&f->frames, frame);
	return frame;
}

static struct variable *renamed(const struct frame *frame, struct variable *v)
{
	return v && v->procedure == frame->callee ? frame->variables[v->index] : v;
}

static term rename_leaf(void *context, term leaf)
{
	const struct frame *frame = context;
	struct variable *v = program_variable_of(frame->callee->program, leaf);
	return v ? renamed(frame, v)->term : leaf;
}

static term rename_term(struct flattener *f, struct frame *frame, term t)
{
	return term_substitute_memo(f->program->bank, t, &frame->memo, rename_leaf, frame);
}

static void copy_statement(struct flattener *f, struct frame *frame, struct block *to, const struct statement *s)
{
	struct statement *copy = block_add(f->program, to, s->kind);
	*copy = *s;
	copy->term = s->term ? rename_term(f, frame, s->term) : 0;
	copy->target = renamed(frame, s->target);
}

/* All new values are computed before the first one is assigned. */
static void again(struct flattener *f, struct frame *frame, struct block *to, const struct statement *call)
{
	uint32_t count = call->argument_count;
	struct variable **next = memory_alloc((count + 1) * sizeof(struct variable *));
	for (uint32_t i = 0; i < count; i++) {
		term value = rename_term(f, frame, call->arguments[i]);
		if (value == frame->variables[i]->term)
			continue;
		next[i] = procedure_add_variable(f->flat, procedure_fresh_variable_name(f->flat, "$next"),
						 frame->variables[i]->sort, VARIABLE_LOCAL);
		block_assign(f->program, to, next[i], value);
	}
	for (uint32_t i = 0; i < count; i++)
		if (next[i])
			block_assign(f->program, to, frame->variables[i], next[i]->term);
	memory_free(next);
	block_goto(f->program, to, frame->blocks[0]);
}

/* Gives the block where the caller goes on. */
static struct block *enter(struct flattener *f, struct frame *frame, struct block *to, const struct statement *call)
{
	struct block *back = add_block(f, to->name);
	struct frame *inner = add_frame(f, call->callee, back);
	for (uint32_t i = 0; i < call->argument_count; i++)
		block_assign(f->program, to, inner->variables[i], rename_term(f, frame, call->arguments[i]));
	block_goto(f->program, to, inner->blocks[0]);
	for (uint32_t i = 0; i < call->out_count; i++)
		block_assign(f->program, back, renamed(frame, call->outs[i]),
			     inner->variables[call->callee->in_count + i]->term);
	return back;
}

static void copy_terminator(struct flattener *f, struct frame *frame, struct block *to, const struct terminator *t)
{
	struct program *p = f->program;
	if (t->kind == TERMINATOR_RETURN && frame->back) {
		block_goto(p, to, frame->back);
		return;
	}
	to->terminator = *t;
	if (t->kind == TERMINATOR_BRANCH)
		to->terminator.term = rename_term(f, frame, t->term);
	to->terminator.targets = program_copy_array(p, t->targets, t->target_count, sizeof(struct block *));
	for (uint32_t i = 0; i < t->target_count; i++)
		to->terminator.targets[i] = frame->blocks[t->targets[i]->index];
}

static void fill_block(struct flattener *f, struct frame *frame, const struct block *from)
{
	struct block *to = frame->blocks[from->index];
	for (uint32_t s = 0; s < from->statement_count; s++) {
		const struct statement *st = &from->statements[s];
		if (st->kind != STATEMENT_CALL) {
			copy_statement(f, frame, to, st);
		} else if (is_tail(frame->callee, from, s)) {
			again(f, frame, to, st);
			return;
		} else {
			to = enter(f, frame, to, st);
		}
	}
	copy_terminator(f, frame, to, &from->terminator);
}

static void fill(struct flattener *f, struct frame *frame)
{
	for (uint32_t b = 0; b < frame->callee->block_count; b++)
		fill_block(f, frame, frame->callee->blocks[b]);
	memory_free(frame->variables);
	memory_free(frame->blocks);
	table_free(&frame->memo);
}

/* --- the pass --- */

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	if (!p->entry || p->procedure_count == 1 || p->entry->in_count || !can_be_flat(p))
		return false;
	pass_uninitialised.run(p, options, diags);
	const char *name = p->entry->name;
	struct flattener f = { .program = p };
	f.flat = program_add_procedure(p, program_fresh_name(p, "$flat"));
	f.flat->attributes = p->entry->attributes;
	struct block *start = add_block(&f, "begin");
	block_goto(p, start, add_frame(&f, p->entry, NULL)->blocks[0]);
	while (f.frames.count)
		fill(&f, vec_pop(&f.frames));
	vec_free(&f.frames);
	p->procedures[0] = f.flat;
	p->procedure_count = 1;
	p->entry = f.flat;
	f.flat->name = name;
	program_reindex(p);
	return true;
}

const struct pass pass_flatten = {
	.name = "flatten",
	.about = "one procedure: calls become copies of what they call",
	.run = run,
};
