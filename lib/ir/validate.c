#include "validate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lex.h"
#include "shape.h"
#include "write.h"

struct validator {
	const struct program *program;
	const struct bank *bank;
	const char *file;
	struct diagnostics *diags;
	size_t limit; /* of all diagnostics */
	bool partial; /* only what is complete */
	/* Where we are, for faults without a line. */
	const struct procedure *procedure;
	const struct block *block;
	uint32_t statement;
	/* Term handle -> index + 1 of the procedure in whose scope all its leaves were found to be. */
	uint32_t *in_scope;
	VEC(term) stack;
	TABLE(const char *, bool) names;
};

static bool enough(const struct validator *v)
{
	return v->diags->list.count >= v->limit;
}

/* Where the fault is, for programs that no text shows. */
static void describe(const struct validator *v, char *to, size_t size)
{
	int used = 0;
	*to = 0;
	if (v->procedure)
		used = snprintf(to, size, " (in procedure '%.100s'", v->procedure->name);
	if (v->block)
		used += snprintf(to + used, size - (size_t)used, ", block '%.100s', statement %u", v->block->name,
				 v->statement);
	if (v->procedure)
		snprintf(to + used, size - (size_t)used, ")");
}

__attribute__((format(printf, 3, 4))) static void fault(struct validator *v, struct position position,
							const char *format, ...)
{
	char text[512], where[300] = "";
	va_list args;
	if (enough(v))
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	lex_make_printable(text);
	if (!position.line)
		describe(v, where, sizeof where);
	diagnose(v->diags, DIAG_INPUT, (struct location){ v->file, position.line, position.column }, "%s%s", text,
		 where);
}

/* The sort as text, valid as long as the program. */
static const char *shown(struct validator *v, sort s)
{
	struct output *out = output_memory();
	sort_write(v->bank, s, out);
	const char *text = intern_string(v->program->strings, output_text(out, NULL));
	output_close(out, v->diags);
	return text;
}

static void check_attributes(struct validator *v, const struct attribute *list, struct position position)
{
	for (; list; list = list->next) {
		const char *shape = attribute_shape_fault(list);
		if (shape)
			fault(v, position, "attribute '%s' is written %s", list->key, shape);
	}
}

/* --- names --- */

static void begin_names(struct validator *v)
{
	table_clear(&v->names);
}

static void check_name(struct validator *v, const char *what, const char *name, struct position position)
{
	if (!name || !*name) {
		fault(v, position, "a %s has no name", what);
		return;
	}
	const char *same = intern_string(v->program->strings, name);
	if (table_has(&v->names, same))
		fault(v, position, "%s '%s' is declared twice", what, name);
	table_put(&v->names, same, true);
}

/* --- variables --- */

static bool sort_fits(const struct bank *bank, sort s)
{
	switch (sort_kind(bank, s)) {
	case SORT_BOOL:
		return true;
	case SORT_BITVECTOR:
		return sort_width(bank, s) <= IR_MAX_WIDTH;
	case SORT_MAP:
		return sort_fits(bank, sort_index(bank, s)) && sort_fits(bank, sort_value(bank, s));
	}
	return false;
}

static void check_variable(struct validator *v, const struct variable *x, enum variable_kind kind, uint32_t index)
{
	check_name(v, "variable", x->name, x->position);
	if (x->kind != kind || x->index != index || x->procedure != v->procedure)
		fault(v, x->position, "variable '%s' is not where it says that it is (no reindex after a change)",
		      x->name);
	else if (program_variable_of(v->program, x->term) != x || term_sort(v->bank, x->term) != x->sort)
		fault(v, x->position, "variable '%s' is not the one of its leaf", x->name);
	if (!sort_fits(v->bank, x->sort))
		fault(v, x->position, "the sort of variable '%s' is wider than %d bits", x->name, IR_MAX_WIDTH);
	check_attributes(v, x->attributes, x->position);
}

static void check_globals(struct validator *v)
{
	begin_names(v);
	for (uint32_t i = 0; i < v->program->global_count; i++)
		check_variable(v, v->program->globals[i], VARIABLE_GLOBAL, i);
}

static void check_procedure_variables(struct validator *v, const struct procedure *proc)
{
	begin_names(v);
	for (uint32_t i = 0; i < proc->variable_count; i++) {
		const struct variable *x = proc->variables[i];
		enum variable_kind kind = i < proc->in_count                     ? VARIABLE_IN
					  : i < proc->in_count + proc->out_count ? VARIABLE_OUT
										 : VARIABLE_LOCAL;
		check_variable(v, x, kind, i);
		if (program_global(v->program, x->name))
			fault(v, x->position, "variable '%s' has the name of a global", x->name);
	}
}

static bool visible(const struct validator *v, const struct variable *x)
{
	if (x->procedure)
		return x->procedure == v->procedure && x->index < x->procedure->variable_count &&
		       x->procedure->variables[x->index] == x;
	return x->index < v->program->global_count && v->program->globals[x->index] == x;
}

static bool check_target(struct validator *v, const struct variable *x, struct position position)
{
	if (x && visible(v, x))
		return true;
	fault(v, position, "variable '%s' is not declared in procedure '%s'", x ? x->name : "(none)",
	      v->procedure->name);
	return false;
}

/* --- terms --- */

static void check_leaf(struct validator *v, term t, struct position position)
{
	const struct variable *x = program_variable_of(v->program, t);
	if (!x)
		fault(v, position, "the expression holds '%s', which is no variable of the program",
		      term_name(v->bank, t));
	else
		check_target(v, x, position);
}

/* Puts t on the stack unless it was looked at in this procedure. */
static void push_unseen(struct validator *v, term t)
{
	uint32_t mark = v->procedure->index + 1;
	if (v->in_scope[t] == mark)
		return;
	v->in_scope[t] = mark;
	vec_push(&v->stack, t);
}

/* Are all leaves of t in scope? */
static void check_scope(struct validator *v, term root, struct position position)
{
	push_unseen(v, root);
	while (v->stack.count) {
		term t = vec_pop(&v->stack);
		uint32_t count = term_count(v->bank, t);
		if (!count && term_op(v->bank, t) == OP_VARIABLE)
			check_leaf(v, t, position);
		for (uint32_t i = 0; i < count; i++)
			push_unseen(v, term_arg(v->bank, t, i));
	}
}

/* What a term is there for: named only in faults. */
struct role {
	const char *text;
	const char *name;
	uint32_t number; /* of an argument, from 1; else 0 */
};

static void role_fault(struct validator *v, struct position position, struct role role, term t, sort wanted)
{
	char text[200];
	if (role.number)
		snprintf(text, sizeof text, "%s %u of the call of '%.100s'", role.text, role.number, role.name);
	else if (role.name)
		snprintf(text, sizeof text, "%s '%.100s'", role.text, role.name);
	else
		snprintf(text, sizeof text, "%s", role.text);
	if (t)
		fault(v, position, "%s has sort %s, not %s", text, shown(v, term_sort(v->bank, t)), shown(v, wanted));
	else
		fault(v, position, "%s is missing", text);
}

static void check_term(struct validator *v, term t, sort wanted, struct position position, struct role role)
{
	if (!t || term_sort(v->bank, t) != wanted)
		role_fault(v, position, role, t, wanted);
	if (t)
		check_scope(v, t, position);
}

static void check_condition(struct validator *v, term t, struct position position, const char *text)
{
	check_term(v, t, sort_bool(v->program->bank), position, (struct role){ text, NULL, 0 });
}

/* --- statements --- */

static void check_call_outs(struct validator *v, const struct statement *s)
{
	const struct procedure *callee = s->callee;
	for (uint32_t i = 0; i < s->out_count; i++) {
		const struct variable *x = s->outs[i], *parameter = callee->variables[callee->in_count + i];
		if (!check_target(v, x, s->position))
			continue;
		if (x->sort != parameter->sort)
			fault(v, s->position, "'%s' has sort %s, but what '%s' returns for it has sort %s", x->name,
			      shown(v, x->sort), callee->name, shown(v, parameter->sort));
		for (uint32_t k = 0; k < i; k++)
			if (s->outs[k] == x)
				fault(v, s->position, "'%s' gets two results of one call", x->name);
	}
}

static void check_call(struct validator *v, const struct statement *s)
{
	const struct procedure *callee = s->callee;
	if (v->partial && !callee)
		return;
	if (!callee || callee->index >= v->program->procedure_count ||
	    v->program->procedures[callee->index] != callee) {
		fault(v, s->position, "the callee is no procedure of the program");
		return;
	}
	if (s->argument_count != callee->in_count)
		fault(v, s->position, "'%s' takes %u argument%s, not %u", callee->name, callee->in_count,
		      callee->in_count == 1 ? "" : "s", s->argument_count);
	else
		for (uint32_t i = 0; i < s->argument_count; i++)
			check_term(v, s->arguments[i], callee->variables[i]->sort, s->position,
				   (struct role){ "argument", callee->name, i + 1 });
	if (s->out_count != callee->out_count)
		fault(v, s->position, "'%s' returns %u result%s, not %u", callee->name, callee->out_count,
		      callee->out_count == 1 ? "" : "s", s->out_count);
	else
		check_call_outs(v, s);
}

static void check_assignment(struct validator *v, const struct statement *s)
{
	if (check_target(v, s->target, s->position))
		check_term(v, s->term, s->target->sort, s->position,
			   (struct role){ "the value that is assigned to", s->target->name, 0 });
}

static void check_statement(struct validator *v, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_ASSUME:
		check_condition(v, s->term, s->position, "the condition of assume");
		break;
	case STATEMENT_ASSERT:
		check_condition(v, s->term, s->position, "the condition of assert");
		break;
	case STATEMENT_ASSIGN:
		check_assignment(v, s);
		break;
	case STATEMENT_HAVOC:
		check_target(v, s->target, s->position);
		break;
	case STATEMENT_FRESH:
		if (check_target(v, s->target, s->position) && sort_kind(v->bank, s->target->sort) != SORT_BITVECTOR)
			fault(v, s->position, "fresh needs a bit-vector, and '%s' has sort %s", s->target->name,
			      shown(v, s->target->sort));
		break;
	case STATEMENT_CALL:
		check_call(v, s);
		break;
	}
	check_attributes(v, s->attributes, s->position);
}

static void check_terminator(struct validator *v, const struct terminator *t, struct position block)
{
	const struct procedure *proc = v->procedure;
	if (v->partial && (t->kind == TERMINATOR_NONE || !t->target_count))
		return;
	switch (t->kind) {
	case TERMINATOR_NONE:
		fault(v, block, "block '%s' does not end in goto, branch or return", v->block->name);
		return;
	case TERMINATOR_GOTO:
		if (!t->target_count)
			fault(v, t->position, "goto without a target");
		break;
	case TERMINATOR_BRANCH:
		check_condition(v, t->term, t->position, "the condition of branch");
		if (t->target_count != 2)
			fault(v, t->position, "branch has two targets, not %u", t->target_count);
		break;
	case TERMINATOR_RETURN:
		if (t->target_count)
			fault(v, t->position, "return with a target");
		break;
	}
	for (uint32_t i = 0; i < t->target_count; i++) {
		const struct block *b = t->targets[i];
		if (v->partial && !b)
			continue;
		if (!b || b->index >= proc->block_count || proc->blocks[b->index] != b)
			fault(v, t->position, "target '%s' is no block of procedure '%s'", b ? b->name : "(none)",
			      proc->name);
	}
	check_attributes(v, t->attributes, t->position);
}

static void check_block(struct validator *v, const struct block *b)
{
	v->block = b;
	check_attributes(v, b->attributes, b->position);
	for (v->statement = 0; v->statement < b->statement_count; v->statement++)
		check_statement(v, &b->statements[v->statement]);
	check_terminator(v, &b->terminator, b->position);
	v->block = NULL;
}

/* --- procedures --- */

static void check_blocks(struct validator *v, const struct procedure *proc)
{
	begin_names(v);
	if (!proc->block_count)
		fault(v, proc->position, "procedure '%s' has no block", proc->name);
	for (uint32_t i = 0; i < proc->block_count && !enough(v); i++) {
		const struct block *b = proc->blocks[i];
		check_name(v, "block", b->name, b->position);
		if (b->index != i)
			fault(v, b->position, "block '%s' is not where it says that it is (no reindex after a change)",
			      b->name);
		check_block(v, b);
	}
}

static void check_procedure(struct validator *v, const struct procedure *proc)
{
	v->procedure = proc;
	check_attributes(v, proc->attributes, proc->position);
	if (proc->in_count + proc->out_count > proc->variable_count)
		fault(v, proc->position, "procedure '%s' has fewer variables than parameters", proc->name);
	else
		check_procedure_variables(v, proc);
	check_blocks(v, proc);
	v->procedure = NULL;
}

static void check_procedure_names(struct validator *v)
{
	begin_names(v);
	for (uint32_t i = 0; i < v->program->procedure_count; i++) {
		const struct procedure *proc = v->program->procedures[i];
		check_name(v, "procedure", proc->name, proc->position);
		if (proc->index != i || program_procedure(v->program, proc->name) != proc)
			fault(v, proc->position,
			      "procedure '%s' is not where it says that it is (no reindex after a change)", proc->name);
	}
}

static void check_program(struct validator *v)
{
	const struct procedure *entry = v->program->entry;
	struct position top = { v->program->file ? 1 : 0, v->program->file ? 1 : 0 };
	check_attributes(v, v->program->attributes, top);
	if (!entry)
		fault(v, top, "the program has no attribute {entry \"procedure\"}");
	else if (entry->index >= v->program->procedure_count || v->program->procedures[entry->index] != entry)
		fault(v, top, "the entry is no procedure of the program");
	else if (entry->in_count)
		fault(v, entry->position, "the entry, procedure '%s', must not have in-parameters", entry->name);
}

static struct validator validator(const struct program *p, const char *file, struct diagnostics *diags, size_t most)
{
	struct validator v = { .program = p, .bank = p->bank, .file = file, .diags = diags };
	v.limit = diags->list.count + most;
	v.in_scope = memory_alloc((bank_size(p->bank) + 1) * sizeof *v.in_scope);
	return v;
}

static void validator_release(struct validator *v)
{
	memory_free(v->in_scope);
	vec_free(&v->stack);
	table_free(&v->names);
}

bool program_validate(const struct program *p, const char *file, struct diagnostics *diags)
{
	size_t before = diags->list.count;
	struct validator v = validator(p, file, diags, VALIDATE_MAX_ERRORS);
	check_program(&v);
	check_globals(&v);
	check_procedure_names(&v);
	for (uint32_t i = 0; i < p->procedure_count && !enough(&v); i++)
		check_procedure(&v, p->procedures[i]);
	validator_release(&v);
	return diags->list.count == before;
}

void program_validate_statements(const struct program *p, const char *file, struct diagnostics *diags, size_t most)
{
	struct validator v = validator(p, file, diags, most);
	v.partial = true;
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		v.procedure = p->procedures[i];
		for (uint32_t k = 0; k < p->procedures[i]->block_count && !enough(&v); k++)
			check_block(&v, p->procedures[i]->blocks[k]);
	}
	validator_release(&v);
}
