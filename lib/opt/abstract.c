/* abstract: abstracts from all globals that are not tracked.
 *
 *	g := x;  x := bvadd(g, y);  assume g == 0bv32;           (g is not tracked)
 *	assert g == x;  branch g == 1bv32, a, b;
 * =>
 *	havoc x {abstract 1};  assert false;  goto a, b {abstract 1};
 *
 * Variable abstraction, Fig. 3 of the Corral paper: an assignment to an untracked global is removed, one from it becomes a
 * havoc; an assumption about one is removed, an assertion about one fails. Likewise a branch becomes a choice, an argument
 * an unknown value, and a result for an untracked global is dropped. An over-approximation. */
#include "abstract.h"

#include "iterate.h"
#include "pass.h"
#include "statement.h"
#include "uses.h"

struct abstractor {
	struct program *program;
	struct procedure *procedure;
	const bool *tracked;
	struct uses uses;
	struct statements VEC_BODY(struct statement) made; /* of the block at hand */
	bool changed;
};

static bool is_tracked(const struct abstractor *a, const struct variable *v)
{
	return v->kind != VARIABLE_GLOBAL || a->tracked[v->index];
}

static bool mentions_untracked(struct abstractor *a, term t)
{
	const struct uses_list *used = uses_of(&a->uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		if (!is_tracked(a, used->variables[i]))
			return true;
	return false;
}

static void mark(struct abstractor *a, const struct attribute **attributes)
{
	*attributes = attribute_number(a->program, *attributes, ATTRIBUTE_ABSTRACT, 1);
}

/* A local that holds some value. */
static struct variable *unknown(struct abstractor *a, sort s)
{
	struct procedure *proc = a->procedure;
	return procedure_add_variable(proc, procedure_fresh_variable_name(proc, "$unknown"), s, VARIABLE_LOCAL);
}

static void abstract_call(struct abstractor *a, struct statement *s)
{
	for (uint32_t i = 0; i < s->argument_count; i++) {
		if (!mentions_untracked(a, s->arguments[i]))
			continue;
		struct statement havoc = { .kind = STATEMENT_HAVOC,
					   .target = unknown(a, s->callee->variables[i]->sort) };
		havoc.attributes = attribute_number(a->program, s->attributes, ATTRIBUTE_ARGUMENT, i);
		mark(a, &havoc.attributes);
		s->arguments[i] = havoc.target->term;
		vec_push(&a->made, havoc);
		a->changed = true;
	}
	for (uint32_t i = 0; i < s->out_count; i++) {
		if (is_tracked(a, s->outs[i]))
			continue;
		s->outs[i] = unknown(a, s->outs[i]->sort);
		a->changed = true;
	}
}

/* False: the statement is to be removed. */
static bool abstract_statement(struct abstractor *a, struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_ASSIGN:
		if (!is_tracked(a, s->target))
			return false;
		if (!mentions_untracked(a, s->term))
			return true;
		s->kind = STATEMENT_HAVOC;
		s->term = 0;
		mark(a, &s->attributes);
		a->changed = true;
		return true;
	case STATEMENT_ASSUME:
		return !mentions_untracked(a, s->term);
	case STATEMENT_ASSERT:
		if (mentions_untracked(a, s->term)) {
			s->term = term_false(a->program->bank);
			a->changed = true;
		}
		return true;
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH:
		return is_tracked(a, s->target);
	case STATEMENT_CALL:
		abstract_call(a, s);
		return true;
	}
	return true;
}

static void abstract_terminator(struct abstractor *a, struct block *b)
{
	struct terminator *t = &b->terminator;
	if (t->kind != TERMINATOR_BRANCH || !mentions_untracked(a, t->term))
		return;
	t->kind = TERMINATOR_GOTO;
	t->term = 0;
	mark(a, &t->attributes);
	a->changed = true;
}

static void abstract_block(struct abstractor *a, struct block *b)
{
	vec_clear(&a->made);
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement s = b->statements[i];
		s.arguments = program_copy_array(a->program, s.arguments, s.argument_count, sizeof *s.arguments);
		s.outs = program_copy_array(a->program, s.outs, s.out_count, sizeof *s.outs);
		if (abstract_statement(a, &s))
			vec_push(&a->made, s);
		else
			a->changed = true;
	}
	b->statements = program_copy_array(a->program, a->made.at, a->made.count, sizeof *b->statements);
	b->statement_count = b->statement_capacity = (uint32_t)a->made.count;
	abstract_terminator(a, b);
}

bool abstract_program(struct program *p, const bool *tracked)
{
	struct abstractor a = { .program = p, .tracked = tracked };
	uses_init(&a.uses, p);
	program_for_each_block(p, at) {
		a.procedure = at.procedure;
		abstract_block(&a, at.block);
	}
	vec_free(&a.made);
	uses_release(&a.uses);
	return a.changed;
}

/* Names that are no globals are errors, not just ignored: a misspelt one would lose the proof silently. */
static bool find_tracked(const struct program *p, const struct pass_options *options, struct diagnostics *diags,
			 bool *tracked)
{
	unsigned errors = diags->errors;
	for (uint32_t i = 0; i < options->track_count; i++) {
		const struct variable *v = program_global(p, options->track[i]);
		if (v)
			tracked[v->index] = true;
		else
			diagnose(diags, DIAG_USAGE, (struct location){ 0 }, "no global '%s' to be tracked",
				 options->track[i]);
	}
	return diags->errors == errors;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	if (!options->track)
		return false;
	bool *tracked = memory_alloc(p->global_count * sizeof *tracked);
	bool changed = find_tracked(p, options, diags, tracked) && abstract_program(p, tracked);
	memory_free(tracked);
	if (changed) {
		program_forget_held(p);
		p->attributes = attribute_string(p, p->attributes, ATTRIBUTE_ABSTRACTION,
						 "globals that are not tracked are forgotten");
	}
	return changed;
}

const struct pass pass_abstract = {
	.name = "abstract",
	.about = "forget all globals but those of --track",
	.run = run,
	.keeps = FACT_ACYCLIC,
};
