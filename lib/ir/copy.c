/* program_copy: everything again in another program, term by term, so that nothing is shared. */
#include <string.h>

#include "ir.h"

struct copier {
	const struct program *from;
	struct program *to;
	term *terms;    /* old handle -> new; before that, 1 marks a term that is needed */
	uint32_t bound; /* all old handles are below */
	VEC(term) stack;
	VEC(sort) sorts;                                                      /* old handle -> new */
	TABLE(const struct attribute *, const struct attribute *) attributes; /* old list -> new list: sharing stays */
};

/* --- terms --- */

static void mark(struct copier *c, term t)
{
	if (!t || c->terms[t])
		return;
	c->terms[t] = 1;
	vec_push(&c->stack, t);
	while (c->stack.count) {
		term top = vec_pop(&c->stack);
		uint32_t count = term_count(c->from->bank, top);
		for (uint32_t i = 0; i < count; i++) {
			term argument = term_arg(c->from->bank, top, i);
			if (c->terms[argument])
				continue;
			c->terms[argument] = 1;
			vec_push(&c->stack, argument);
		}
	}
}

static void mark_block(struct copier *c, const struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		mark(c, s->term);
		for (uint32_t k = 0; k < s->argument_count; k++)
			mark(c, s->arguments[k]);
	}
	mark(c, b->terminator.term);
}

static void mark_all(struct copier *c)
{
	for (uint32_t i = 0; i < c->from->global_count; i++)
		mark(c, c->from->globals[i]->term);
	for (uint32_t i = 0; i < c->from->procedure_count; i++) {
		const struct procedure *proc = c->from->procedures[i];
		for (uint32_t k = 0; k < proc->variable_count; k++)
			mark(c, proc->variables[k]->term);
		for (uint32_t k = 0; k < proc->block_count; k++)
			mark_block(c, proc->blocks[k]);
	}
}

static sort copy_sort(struct copier *c, sort s)
{
	const struct bank *from = c->from->bank;
	struct bank *to = c->to->bank;
	while (c->sorts.count <= s)
		vec_push(&c->sorts, 0);
	if (c->sorts.at[s])
		return c->sorts.at[s];
	sort copy = 0;
	switch (sort_kind(from, s)) {
	case SORT_BOOL:
		copy = sort_bool(to);
		break;
	case SORT_BITVECTOR:
		copy = sort_bitvector(to, sort_width(from, s));
		break;
	case SORT_MAP:
		copy = sort_map(to, copy_sort(c, sort_index(from, s)), copy_sort(c, sort_value(from, s)));
		break;
	}
	return c->sorts.at[s] = copy;
}

static term copy_constant(struct copier *c, term t)
{
	const struct bank *from = c->from->bank;
	if (sort_kind(from, term_sort(from, t)) == SORT_BOOL)
		return term_bool(c->to->bank, term_is_true(from, t));
	return term_bv_words(c->to->bank, term_width(from, t), term_words(from, t));
}

static term copy_term(struct copier *c, term t)
{
	const struct bank *from = c->from->bank;
	enum op op = term_op(from, t);
	if (op == OP_CONSTANT)
		return copy_constant(c, t);
	if (op == OP_VARIABLE)
		return term_variable(c->to->bank, copy_sort(c, term_sort(from, t)), term_name(from, t));
	term arguments[8];
	uint32_t indices[2] = { 0 }, count = term_count(from, t);
	for (uint32_t i = 0; i < count; i++)
		arguments[i] = c->terms[term_arg(from, t, i)];
	for (uint32_t i = 0; i < op_indices(op); i++)
		indices[i] = term_index(from, t, i);
	return term_again(c->to->bank, op, copy_sort(c, term_sort(from, t)), arguments, indices);
}

/* In the order of the old handles: arguments come before what is made of them, and an order of
 * arguments that depends on handles stays as it is. */
static void copy_terms(struct copier *c)
{
	for (term t = 1; t < c->bound; t++)
		if (c->terms[t])
			c->terms[t] = copy_term(c, t);
}

/* --- the rest --- */

static const struct attribute *copy_attributes(struct copier *c, const struct attribute *list)
{
	if (!list)
		return NULL;
	const struct attribute *known = table_get(&c->attributes, list, NULL);
	if (known)
		return known;
	struct attribute head = { 0 }, *last = &head;
	for (const struct attribute *a = list; a; a = a->next) {
		struct attribute *copy = (struct attribute *)attribute_list(c->to, NULL, a->key, a->values, a->count);
		last->next = copy;
		last = copy;
	}
	table_put(&c->attributes, list, head.next);
	return head.next;
}

static void copy_variable(struct copier *c, const struct variable *from, struct procedure *proc)
{
	struct program *to = c->to;
	struct variable *v = arena_alloc(to->arena, sizeof *v);
	*v = *from;
	v->name = intern_string(to->strings, from->name);
	v->sort = copy_sort(c, from->sort);
	v->term = c->terms[from->term];
	v->attributes = copy_attributes(c, from->attributes);
	v->procedure = proc;
	table_put(&to->leaves, v->term, v);
	if (proc)
		proc->variables[from->index] = v;
	else
		to->globals[from->index] = v;
	table_put(proc ? &proc->variable_names : &to->global_names, v->name, v);
	if (proc)
		program_count_local(to, v->name, 1);
}

static struct variable *counterpart(const struct copier *c, const struct procedure *proc, const struct variable *v)
{
	return v->procedure ? proc->variables[v->index] : c->to->globals[v->index];
}

static void copy_statement(struct copier *c, struct procedure *proc, const struct statement *from, struct statement *s)
{
	struct arena *arena = c->to->arena;
	*s = *from;
	s->term = from->term ? c->terms[from->term] : 0;
	s->target = from->target ? counterpart(c, proc, from->target) : NULL;
	s->callee = from->callee ? c->to->procedures[from->callee->index] : NULL;
	s->arguments = from->argument_count ? arena_alloc(arena, from->argument_count * sizeof *s->arguments) : NULL;
	for (uint32_t i = 0; i < from->argument_count; i++)
		s->arguments[i] = c->terms[from->arguments[i]];
	s->outs = from->out_count ? arena_alloc(arena, from->out_count * sizeof *s->outs) : NULL;
	for (uint32_t i = 0; i < from->out_count; i++)
		s->outs[i] = counterpart(c, proc, from->outs[i]);
	s->attributes = copy_attributes(c, from->attributes);
}

static void copy_terminator(struct copier *c, struct procedure *proc, const struct terminator *from,
			    struct terminator *t)
{
	*t = *from;
	t->term = from->term ? c->terms[from->term] : 0;
	t->attributes = copy_attributes(c, from->attributes);
	t->targets = from->target_count ? arena_alloc(c->to->arena, from->target_count * sizeof *t->targets) : NULL;
	for (uint32_t i = 0; i < from->target_count; i++)
		t->targets[i] = proc->blocks[from->targets[i]->index];
}

static void copy_block(struct copier *c, struct procedure *proc, const struct block *from, struct block *b)
{
	b->statements =
		from->statement_count ? arena_alloc(c->to->arena, from->statement_count * sizeof *b->statements) : NULL;
	b->statement_count = b->statement_capacity = from->statement_count;
	for (uint32_t i = 0; i < from->statement_count; i++)
		copy_statement(c, proc, &from->statements[i], &b->statements[i]);
	copy_terminator(c, proc, &from->terminator, &b->terminator);
	b->attributes = copy_attributes(c, from->attributes);
	b->position = from->position;
}

static void copy_signature(struct copier *c, const struct procedure *from)
{
	struct procedure *proc = program_add_procedure(c->to, from->name);
	proc->variables = arena_alloc(c->to->arena, (from->variable_count + 1) * sizeof *proc->variables);
	proc->variable_count = proc->variable_capacity = from->variable_count;
	proc->in_count = from->in_count;
	proc->out_count = from->out_count;
	for (uint32_t i = 0; i < from->variable_count; i++)
		copy_variable(c, from->variables[i], proc);
	proc->attributes = copy_attributes(c, from->attributes);
	proc->position = from->position;
}

static void copy_body(struct copier *c, const struct procedure *from)
{
	struct procedure *proc = c->to->procedures[from->index];
	for (uint32_t i = 0; i < from->block_count; i++)
		procedure_add_block(proc, from->blocks[i]->name);
	for (uint32_t i = 0; i < from->block_count; i++)
		copy_block(c, proc, from->blocks[i], proc->blocks[i]);
}

struct program *program_copy(const struct program *from)
{
	struct copier c = { .from = from, .to = program_new(), .bound = bank_size(from->bank) + 1 };
	c.terms = memory_alloc(c.bound * sizeof *c.terms);
	mark_all(&c);
	copy_terms(&c);
	struct program *to = c.to;
	to->globals = arena_alloc(to->arena, (from->global_count + 1) * sizeof *to->globals);
	to->global_count = to->global_capacity = from->global_count;
	for (uint32_t i = 0; i < from->global_count; i++)
		copy_variable(&c, from->globals[i], NULL);
	for (uint32_t i = 0; i < from->procedure_count; i++)
		copy_signature(&c, from->procedures[i]);
	for (uint32_t i = 0; i < from->procedure_count; i++)
		copy_body(&c, from->procedures[i]);
	to->entry = from->entry ? to->procedures[from->entry->index] : NULL;
	to->attributes = copy_attributes(&c, from->attributes);
	to->file = from->file ? intern_string(to->strings, from->file) : NULL;
	memory_free(c.terms);
	vec_free(&c.stack);
	vec_free(&c.sorts);
	table_free(&c.attributes);
	return to;
}
