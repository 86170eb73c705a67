#include "ir.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

struct program *program_new(void)
{
	struct program *p = memory_alloc(sizeof *p);
	p->arena = arena_new();
	p->strings = interner_new();
	p->bank = bank_new();
	return p;
}

void program_free(struct program *p)
{
	if (!p)
		return;
	for (struct procedure *proc = p->last_made; proc; proc = proc->made_before) {
		table_free(&proc->variable_names);
		table_free(&proc->block_names);
		table_free(&proc->stems);
	}
	table_free(&p->global_names);
	table_free(&p->procedure_names);
	table_free(&p->local_names);
	table_free(&p->stems);
	table_free(&p->leaves);
	bank_free(p->bank);
	interner_free(p->strings);
	arena_free(p->arena);
	memory_free(p);
}

/* --- names --- */

static void *names_get(const struct name_table *names, const struct program *p, const char *name)
{
	if (!names->count)
		return NULL;
	return table_get(names, intern_string(p->strings, name), NULL);
}

struct variable *program_variable_of(const struct program *p, term leaf)
{
	return table_get(&p->leaves, leaf, NULL);
}

struct variable *program_global(const struct program *p, const char *name)
{
	return names_get(&p->global_names, p, name);
}

struct variable *procedure_variable(const struct procedure *proc, const char *name)
{
	return names_get(&proc->variable_names, proc->program, name);
}

uint64_t procedure_size(const struct procedure *proc)
{
	uint64_t size = proc->block_count;
	for (uint32_t i = 0; i < proc->block_count; i++)
		size += proc->blocks[i]->statement_count;
	return size;
}

struct procedure *program_procedure(const struct program *p, const char *name)
{
	return names_get(&p->procedure_names, p, name);
}

static struct block *find_block(const struct procedure *proc, const char *name)
{
	return names_get(&proc->block_names, proc->program, name);
}

static bool variable_taken(const void *context, const char *name)
{
	const struct procedure *proc = context;
	return procedure_variable(proc, name) || program_global(proc->program, name);
}

static bool block_taken(const void *context, const char *name)
{
	return find_block(context, name);
}

static bool program_taken(const void *context, const char *name)
{
	const struct program *p = context;
	return program_global(p, name) || program_procedure(p, name) ||
	       table_get(&p->local_names, intern_string(p->strings, name), 0);
}

/* The length of `stem` without a number like ".12" at its end. */
static size_t stem_length(const char *stem)
{
	size_t length = strlen(stem), at = length;
	while (at > 1 && isdigit((unsigned char)stem[at - 1]))
		at--;
	return at < length && at > 1 && stem[at - 1] == '.' ? at - 1 : length;
}

static const char *fresh_name(struct program *p, struct stem_table *stems, const char *stem,
			      bool (*taken)(const void *context, const char *name), const void *context)
{
	if (!taken(context, stem))
		return intern_string(p->strings, stem);
	stem = intern(p->strings, stem, stem_length(stem));
	uint64_t number = table_get(stems, stem, 0);
	const char *name;
	do
		name = arena_format(p->arena, "%s.%llu", stem, (unsigned long long)++number);
	while (taken(context, name));
	table_put(stems, stem, number);
	return intern_string(p->strings, name);
}

const char *procedure_fresh_variable_name(struct procedure *proc, const char *stem)
{
	return fresh_name(proc->program, &proc->stems, stem, variable_taken, proc);
}

const char *procedure_fresh_block_name(struct procedure *proc, const char *stem)
{
	return fresh_name(proc->program, &proc->stems, stem, block_taken, proc);
}

const char *program_fresh_name(struct program *p, const char *stem)
{
	return fresh_name(p, &p->stems, stem, program_taken, p);
}

/* --- building --- */

void program_count_local(struct program *p, const char *name, int change)
{
	table_put(&p->local_names, name, table_get(&p->local_names, name, 0) + (uint64_t)change);
}

/* Arrays live in the arena; an outgrown one stays there until the program is freed. */
static void *array_grow(struct arena *arena, void *at, uint32_t count, uint32_t *capacity, size_t element)
{
	if (count < *capacity)
		return at;
	*capacity = *capacity ? *capacity * 2 : 4;
	void *larger = arena_alloc(arena, *capacity * element);
	if (count)
		memcpy(larger, at, count * element);
	return larger;
}

static struct variable *variable_new(struct program *p, const char *name, sort s, enum variable_kind kind)
{
	struct variable *v = arena_alloc(p->arena, sizeof *v);
	v->name = intern_string(p->strings, name);
	v->sort = s;
	v->term = term_variable(p->bank, s, v->name);
	v->kind = kind;
	table_put(&p->leaves, v->term, v);
	return v;
}

struct variable *program_add_global(struct program *p, const char *name, sort s)
{
	assert(!program_global(p, name));
	struct variable *v = variable_new(p, name, s, VARIABLE_GLOBAL);
	p->globals = array_grow(p->arena, p->globals, p->global_count, &p->global_capacity, sizeof(struct variable *));
	v->index = p->global_count;
	p->globals[p->global_count++] = v;
	table_put(&p->global_names, v->name, v);
	return v;
}

struct procedure *program_add_procedure(struct program *p, const char *name)
{
	assert(!program_procedure(p, name));
	struct procedure *proc = arena_alloc(p->arena, sizeof *proc);
	proc->name = intern_string(p->strings, name);
	proc->program = p;
	proc->made_before = p->last_made;
	p->last_made = proc;
	p->procedures = array_grow(p->arena, p->procedures, p->procedure_count, &p->procedure_capacity,
				   sizeof(struct procedure *));
	proc->index = p->procedure_count;
	p->procedures[p->procedure_count++] = proc;
	table_put(&p->procedure_names, proc->name, proc);
	return proc;
}

struct variable *procedure_add_variable(struct procedure *proc, const char *name, sort s, enum variable_kind kind)
{
	struct program *p = proc->program;
	assert(kind != VARIABLE_GLOBAL && !variable_taken(proc, name));
	assert(kind != VARIABLE_IN || proc->in_count == proc->variable_count);
	assert(kind != VARIABLE_OUT || proc->in_count + proc->out_count == proc->variable_count);
	struct variable *v = variable_new(p, name, s, kind);
	v->procedure = proc;
	proc->variables = array_grow(p->arena, proc->variables, proc->variable_count, &proc->variable_capacity,
				     sizeof(struct variable *));
	v->index = proc->variable_count;
	proc->variables[proc->variable_count++] = v;
	proc->in_count += kind == VARIABLE_IN;
	proc->out_count += kind == VARIABLE_OUT;
	table_put(&proc->variable_names, v->name, v);
	program_count_local(p, v->name, 1);
	return v;
}

struct block *procedure_add_block(struct procedure *proc, const char *name)
{
	struct program *p = proc->program;
	assert(!block_taken(proc, name));
	struct block *b = arena_alloc(p->arena, sizeof *b);
	b->name = intern_string(p->strings, name);
	proc->blocks =
		array_grow(p->arena, proc->blocks, proc->block_count, &proc->block_capacity, sizeof(struct block *));
	b->index = proc->block_count;
	proc->blocks[proc->block_count++] = b;
	table_put(&proc->block_names, b->name, b);
	return b;
}

struct statement *block_add(struct program *p, struct block *b, enum statement_kind kind)
{
	b->statements = array_grow(p->arena, b->statements, b->statement_count, &b->statement_capacity,
				   sizeof(struct statement));
	struct statement *s = &b->statements[b->statement_count++];
	*s = (struct statement){ .kind = kind };
	return s;
}

struct statement *block_assign(struct program *p, struct block *b, struct variable *target, term value)
{
	assert(target->sort == term_sort(p->bank, value));
	struct statement *s = block_add(p, b, STATEMENT_ASSIGN);
	s->target = target;
	s->term = value;
	return s;
}

static void *array_copy(struct program *p, const void *from, uint32_t count, size_t element)
{
	if (!count)
		return NULL;
	void *copy = arena_alloc(p->arena, count * element);
	memcpy(copy, from, count * element);
	return copy;
}

struct statement *block_call(struct program *p, struct block *b, struct procedure *callee, const term *arguments,
			     uint32_t argument_count, struct variable *const *outs, uint32_t out_count)
{
	struct statement *s = block_add(p, b, STATEMENT_CALL);
	s->callee = callee;
	s->arguments = array_copy(p, arguments, argument_count, sizeof *arguments);
	s->argument_count = argument_count;
	s->outs = array_copy(p, outs, out_count, sizeof *outs);
	s->out_count = out_count;
	return s;
}

static void block_end(struct program *p, struct block *b, enum terminator_kind kind, struct block *const *targets,
		      uint32_t count)
{
	b->terminator = (struct terminator){ .kind = kind, .target_count = count };
	b->terminator.targets = array_copy(p, targets, count, sizeof *targets);
}

void block_goto(struct program *p, struct block *b, struct block *target)
{
	block_end(p, b, TERMINATOR_GOTO, &target, 1);
}

void block_goto_any(struct program *p, struct block *b, struct block *const *targets, uint32_t count)
{
	assert(count > 0);
	block_end(p, b, TERMINATOR_GOTO, targets, count);
}

void block_branch(struct program *p, struct block *b, term condition, struct block *yes, struct block *no)
{
	block_end(p, b, TERMINATOR_BRANCH, (struct block *[]){ yes, no }, 2);
	b->terminator.term = condition;
}

void block_return(struct block *b)
{
	b->terminator = (struct terminator){ .kind = TERMINATOR_RETURN };
}

/* --- rearranging --- */

static void forget_locals(struct program *p, const struct name_table *names)
{
	for (size_t i = 0; i < names->capacity; i++) {
		if (!names->keys[i])
			continue;
		/* By the name that it had when it was counted. */
		table_put(&p->leaves, ((struct variable *)(uintptr_t)names->values[i])->term, NULL);
		program_count_local(p, (const char *)(uintptr_t)(names->keys[i] - 1), -1);
	}
}

static void index_variables(struct program *p, struct procedure *proc, struct variable **variables, uint32_t count,
			    struct name_table *names)
{
	for (uint32_t i = 0; i < count; i++) {
		variables[i]->index = i;
		variables[i]->procedure = proc;
		table_put(names, variables[i]->name, variables[i]);
		table_put(&p->leaves, variables[i]->term, variables[i]);
	}
}

void procedure_reindex(struct procedure *proc)
{
	struct program *p = proc->program;
	forget_locals(p, &proc->variable_names);
	table_clear(&proc->variable_names);
	index_variables(p, proc, proc->variables, proc->variable_count, &proc->variable_names);
	for (uint32_t i = 0; i < proc->variable_count; i++)
		program_count_local(p, proc->variables[i]->name, 1);
	table_clear(&proc->block_names);
	for (uint32_t i = 0; i < proc->block_count; i++) {
		proc->blocks[i]->index = i;
		table_put(&proc->block_names, proc->blocks[i]->name, proc->blocks[i]);
	}
}

struct block *procedure_put_first(struct procedure *proc, const char *stem)
{
	struct block *b = procedure_add_block(proc, procedure_fresh_block_name(proc, stem));
	for (uint32_t i = proc->block_count - 1; i > 0; i--)
		proc->blocks[i] = proc->blocks[i - 1];
	proc->blocks[0] = b;
	procedure_reindex(proc);
	return b;
}

void program_reindex(struct program *p)
{
	table_clear(&p->leaves);
	for (struct procedure *proc = p->last_made; proc; proc = proc->made_before)
		table_clear(&proc->variable_names);
	table_clear(&p->local_names);
	table_clear(&p->global_names);
	index_variables(p, NULL, p->globals, p->global_count, &p->global_names);
	table_clear(&p->procedure_names);
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		p->procedures[i]->index = i;
		table_put(&p->procedure_names, p->procedures[i]->name, p->procedures[i]);
		procedure_reindex(p->procedures[i]);
	}
}
