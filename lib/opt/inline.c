/* inline: calls become copies of what they call. What recurses stays: one procedure of each cycle of calls at least, and what
 * would make others too large. Calls of itself in whose place a procedure returns (loops as procedures, pass loops) are jumps.
 *
 *	start: call x := f(3); assert p(x);          start: f.n := 3; goto f.head;
 *	procedure f(n) returns (x) {                 f.head: branch q(f.n), f.again, f.end;
 *	head: branch q(n), again, end;          =>   f.again: call f.y := g(f.n); $next := f.n - 1; f.n := $next; goto f.head;
 *	again: call y := g(n);                       f.end: f.x := f.n; goto back;
 *	       call x := f(n - 1); return;           back: x := f.x; assert p(x);
 *	end: x := n; return; }                       procedure g(n) ... call y := g(n - 1); ...
 *	procedure g(n) ... call y := g(n - 1); ...
 *
 * Exact: an execution does the same steps in the same order. What a procedure may read before it assigns it is unknown anew at
 * each call; pass uninitialised, which runs first, says so by statements. */
#include "inline.h"

#include "iterate.h"
#include "pass.h"
#include "statement.h"

/* One copy of a procedure. */
struct frame {
	const struct procedure *callee;
	struct procedure *flat;      /* where the copy is */
	struct variable **variables; /* as in the callee */
	struct block **blocks;
	struct block *back;           /* where it returns to; NULL: as the callee does */
	const struct attribute *told; /* what statements tell of the function, if they are to */
	struct table memo;            /* terms of the callee -> terms here */
};

struct flattener {
	struct program *program;
	const struct inline_plan *plan;
	struct procedure **flat;    /* by procedure that stays: what it becomes */
	VEC(struct frame *) frames; /* that are to be filled */
};

/* --- copies --- */

static struct variable *copy_variable(struct procedure *flat, const struct variable *v, enum variable_kind kind)
{
	struct variable *copy =
		procedure_add_variable(flat, procedure_fresh_variable_name(flat, v->name), v->sort, kind);
	copy->attributes = v->attributes;
	return copy;
}

static struct block *add_block(struct procedure *flat, const char *name)
{
	return procedure_add_block(flat, procedure_fresh_block_name(flat, name));
}

/* `back` is NULL for the procedure that is called from elsewhere (`called`: with parameters of its own), or the entry. */
static struct frame *add_frame(struct flattener *f, struct procedure *flat, const struct procedure *callee,
			       struct block *back, bool called)
{
	struct frame *frame = arena_alloc(f->program->arena, sizeof *frame);
	frame->callee = callee;
	frame->flat = flat;
	frame->back = back;
	frame->variables = memory_alloc((callee->variable_count + 1) * sizeof(struct variable *));
	frame->blocks = memory_alloc(callee->block_count * sizeof(struct block *));
	for (uint32_t i = 0; i < callee->variable_count; i++)
		frame->variables[i] =
			copy_variable(flat, callee->variables[i], called ? callee->variables[i]->kind : VARIABLE_LOCAL);
	for (uint32_t i = 0; i < callee->block_count; i++) {
		frame->blocks[i] = add_block(flat, callee->blocks[i]->name);
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

/* ---- of which function they are ---- */

/* {function}, and {caller} of a function of the library that the program calls: CALL, in the caller's frame, or NULL. */
static const struct attribute *tell(struct program *p, const struct procedure *callee, const struct frame *caller,
				    const struct statement *call)
{
	const char *name = attribute_get_string(callee->attributes, ATTRIBUTE_C), *of;
	const struct attribute *list = NULL;
	struct location at = call ? attribute_location(call->attributes) : (struct location){ 0 };
	if (!location_in_library(attribute_location(callee->attributes)) || !call) {
		list = NULL;
	} else if (location_in_library(at) || !at.line) {
		list = attribute_find(caller->told, ATTRIBUTE_CALLER);
		list = list ? attribute_list(p, NULL, ATTRIBUTE_CALLER, list->values, list->count) : NULL;
	} else if ((of = attribute_get_string(caller->told, ATTRIBUTE_FUNCTION))) {
		const char *text = attribute_get_string(call->attributes, ATTRIBUTE_TEXT);
		struct attribute_value values[5] = {
			{ of, 0 }, { at.file, 0 }, { NULL, at.line }, { NULL, at.column }, { text ? text : name, 0 }
		};
		list = attribute_list(p, NULL, ATTRIBUTE_CALLER, values, text || name ? 5 : 4);
	}
	return name ? attribute_string(p, list, ATTRIBUTE_FUNCTION, name) : list;
}

static const struct attribute *with_told(struct flattener *f, const struct frame *frame, const struct attribute *list)
{
	if (!frame->told || attribute_find(list, ATTRIBUTE_FUNCTION))
		return list;
	return attributes_concatenate(f->program, frame->told, list);
}

static void copy_statement(struct flattener *f, struct frame *frame, struct block *to, const struct statement *s)
{
	struct statement *copy = block_add(f->program, to, s->kind);
	*copy = *s;
	copy->term = s->term ? rename_term(f, frame, s->term) : 0;
	copy->target = renamed(frame, s->target);
	copy->attributes = with_told(f, frame, s->attributes);
}

/* A call of a procedure that stays. */
static void copy_call(struct flattener *f, struct frame *frame, struct block *to, const struct statement *s)
{
	struct program *p = f->program;
	struct statement *copy = block_add(p, to, s->kind);
	*copy = *s;
	copy->callee = f->flat[s->callee->index];
	copy->attributes = with_told(f, frame, s->attributes);
	copy->arguments = program_copy_array(p, s->arguments, s->argument_count, sizeof *s->arguments);
	copy->outs = program_copy_array(p, s->outs, s->out_count, sizeof *s->outs);
	for (uint32_t i = 0; i < s->argument_count; i++)
		copy->arguments[i] = rename_term(f, frame, s->arguments[i]);
	for (uint32_t i = 0; i < s->out_count; i++)
		copy->outs[i] = renamed(frame, s->outs[i]);
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
		next[i] = procedure_add_variable(frame->flat, procedure_fresh_variable_name(frame->flat, "$next"),
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
	struct block *back = add_block(frame->flat, to->name);
	struct frame *inner = add_frame(f, frame->flat, call->callee, back, false);
	inner->told = f->plan->tells ? tell(f->program, call->callee, frame, call) : NULL;
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
	to->terminator.attributes = with_told(f, frame, t->attributes);
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
		} else if (inline_is_tail(frame->callee, from, s)) {
			again(f, frame, to, st);
			return;
		} else if (f->plan->stays[st->callee->index]) {
			copy_call(f, frame, to, st);
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

/* --- the program --- */

static void copy_procedure(struct flattener *f, const struct procedure *proc)
{
	struct procedure *flat = f->flat[proc->index];
	bool called = proc->in_count || proc != f->program->entry || f->plan->entry_called;
	struct block *start = add_block(flat, "begin");
	flat->attributes = proc->attributes;
	flat->position = proc->position;
	struct frame *frame = add_frame(f, flat, proc, NULL, called);
	frame->told = f->plan->tells ? tell(f->program, proc, NULL, NULL) : NULL;
	block_goto(f->program, start, frame->blocks[0]);
	while (f->frames.count)
		fill(f, vec_pop(&f->frames));
}

void inline_run(struct program *p, const struct inline_plan *plan)
{
	struct flattener f = { .program = p, .plan = plan };
	uint32_t count = p->procedure_count, kept = 0;
	f.flat = memory_alloc(count * sizeof(struct procedure *));
	for (uint32_t i = 0; i < count; i++)
		if (plan->stays[i])
			f.flat[i] = program_add_procedure(p, program_fresh_name(p, "$flat"));
	for (uint32_t i = 0; i < count; i++)
		if (plan->stays[i])
			copy_procedure(&f, p->procedures[i]);
	p->entry = f.flat[p->entry->index];
	for (uint32_t i = 0; i < count; i++)
		if (plan->stays[i]) {
			f.flat[i]->name = p->procedures[i]->name;
			p->procedures[kept++] = f.flat[i];
		}
	p->procedure_count = kept;
	program_reindex(p);
	memory_free(f.flat);
	vec_free(&f.frames);
}

static bool has_calls(const struct program *p)
{
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_CALL)
			return true;
	return false;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	if (!p->entry || p->entry->in_count || !has_calls(p))
		return false;
	pass_uninitialised.run(p, options, diags);
	struct inline_plan plan = inline_plan_new(p);
	inline_run(p, &plan);
	inline_plan_release(&plan);
	return true;
}

const struct pass pass_inline = {
	.name = "inline",
	.about = "calls become copies of what they call, but for recursion",
	.run = run,
};
