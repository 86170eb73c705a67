/* localise: a global that one procedure alone uses, and writes before it reads, becomes its local variable.
 *
 *	global i : bv32                             procedure f() {
 *	procedure f() {                      =>       var i : bv32
 *	  i := 0bv32; goto head; ... }                i := 0bv32; goto head; ... }
 *
 * Exact: the procedure is not recursive, so no other call of it is active while one is, and on every path from its beginning to
 * a read there is a write; so nobody reads what another call, or the program's beginning, left in it. Loops, which become
 * procedures, then get it as a parameter. Only numbers; a global with a role is what tools look for, and stays. */
#include "callgraph.h"
#include "cfg.h"
#include "iterate.h"
#include "pass.h"
#include "clone.h"
#include "role.h"
#include "statement.h"
#include "unused.h"
#include "uses.h"

struct localising {
	struct program *program;
	struct uses uses;
	struct procedure **users; /* by global: who uses it */
	bool *several;            /* by global: more than one does */
};

static void note(struct localising *l, const struct variable *v, struct procedure *user)
{
	if (v->kind != VARIABLE_GLOBAL)
		return;
	l->several[v->index] |= l->users[v->index] && l->users[v->index] != user;
	l->users[v->index] = user;
}

static void note_term(struct localising *l, term t, struct procedure *user)
{
	const struct uses_list *list = uses_of(&l->uses, t);
	for (uint32_t i = 0; list && i < list->count; i++)
		note(l, list->variables[i], user);
}

static void note_users(struct localising *l)
{
	program_for_each_statement(l->program, at) {
		for (uint32_t i = 0; i < statement_term_count(at.statement); i++)
			note_term(l, statement_term(at.statement, i), at.procedure);
		for (uint32_t i = 0; i < statement_target_count(at.statement); i++)
			note(l, statement_target(at.statement, i), at.procedure);
	}
	program_for_each_block(l->program, at)
		if (at.block->terminator.kind == TERMINATOR_BRANCH)
			note_term(l, at.block->terminator.term, at.procedure);
}

/* --- is it written first? --- */

enum first { FIRST_NEITHER, FIRST_READ, FIRST_WRITE };

static enum first first_in_statement(struct localising *l, const struct statement *s, const struct variable *v)
{
	for (uint32_t i = 0; i < statement_term_count(s); i++)
		if (uses_mention(&l->uses, statement_term(s, i), v))
			return FIRST_READ;
	for (uint32_t i = 0; i < statement_target_count(s); i++)
		if (statement_target(s, i) == v)
			return FIRST_WRITE;
	return FIRST_NEITHER;
}

static enum first first_in_block(struct localising *l, const struct block *b, const struct variable *v)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		enum first first = first_in_statement(l, &b->statements[i], v);
		if (first != FIRST_NEITHER)
			return first;
	}
	bool read = b->terminator.kind == TERMINATOR_BRANCH && uses_mention(&l->uses, b->terminator.term, v);
	return read ? FIRST_READ : FIRST_NEITHER;
}

/* On each path from the procedure's beginning: before it is read. */
static bool is_written_first(struct localising *l, const struct cfg *cfg, const struct variable *v)
{
	const struct procedure *proc = cfg->procedure;
	bool *passed = memory_alloc(cfg->block_count * sizeof *passed); /* the path comes there without a write */
	bool written = true;
	VEC(uint32_t) list = { 0 };
	vec_push(&list, cfg->order[0]);
	passed[cfg->order[0]] = true;
	while (written && list.count) {
		uint32_t b = vec_pop(&list);
		enum first first = first_in_block(l, proc->blocks[b], v);
		written = first != FIRST_READ;
		for (uint32_t i = cfg->successor_start[b]; first == FIRST_NEITHER && i < cfg->successor_start[b + 1];
		     i++) {
			uint32_t next = cfg->successors[i];
			if (!passed[next])
				vec_push(&list, next);
			passed[next] = true;
		}
	}
	vec_free(&list);
	memory_free(passed);
	return written;
}

/* --- the change --- */

struct locals TABLE_BODY(const struct variable *, struct variable *);

static struct variable *local_of(const void *context, struct variable *v)
{
	const struct locals *locals = context;
	return table_get(locals, v, v);
}

static bool is_number(const struct program *p, const struct variable *v)
{
	return sort_kind(p->bank, v->sort) != SORT_MAP && variable_role(p, v) == GLOBAL_NONE;
}

static bool localise_in(struct localising *l, struct procedure *proc)
{
	struct program *p = l->program;
	struct locals locals = { 0 };
	struct renaming r = { .program = p, .other = local_of, .context = &locals };
	struct cfg *cfg = cfg_new(proc);
	bool some = false;
	for (uint32_t i = 0; i < p->global_count; i++) {
		struct variable *v = p->globals[i];
		if (l->users[i] != proc || l->several[i] || !is_number(p, v) || !is_written_first(l, cfg, v))
			continue;
		table_put(&locals, v, procedure_clone_variable(proc, v, VARIABLE_LOCAL));
		some = true;
	}
	for (uint32_t b = 0; some && b < proc->block_count; b++)
		block_rename(&r, proc->blocks[b]);
	cfg_free(cfg);
	table_free(&locals);
	table_free(&r.memo);
	return some;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options, (void)diags;
	struct localising l = { .program = p,
				.users = memory_alloc(p->global_count * sizeof(struct procedure *)),
				.several = memory_alloc(p->global_count * sizeof(bool)) };
	struct callgraph *graph = callgraph_new(p);
	bool changed = false;
	uses_init(&l.uses, p);
	note_users(&l);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (!graph->recursive[i] && p->procedures[i]->block_count)
			changed |= localise_in(&l, p->procedures[i]);
	uses_release(&l.uses);
	if (changed)
		program_remove_unused(p);
	callgraph_free(graph);
	memory_free(l.users);
	memory_free(l.several);
	return changed;
}

const struct pass pass_localise = {
	.name = "localise",
	.about = "globals that one procedure alone uses become its variables",
	.run = run,
	.keeps = FACTS_ALL,
};
