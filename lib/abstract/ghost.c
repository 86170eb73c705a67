#include "ghost.h"

void ghosts_init(struct domain *d, struct arena *arena)
{
	uint32_t count = d->program->procedure_count;
	d->ghosts = arena_alloc(arena, sizeof *d->ghosts);
	d->ghosts->procedures = arena_alloc(arena, (count + 1) * sizeof *d->ghosts->procedures);
	d->ghosts->count = count;
	d->ghosts->arena = arena;
}

void ghosts_release(struct domain *d)
{
	struct ghosts *g = d->ghosts;
	if (!g)
		return;
	for (size_t i = 0; i < g->variables.count; i++)
		table_put(&d->program->leaves, g->variables.at[i]->term, NULL);
	for (uint32_t i = 0; i < g->count; i++)
		vec_free(&g->procedures[i].statements);
	vec_free(&g->variables);
	table_free(&g->known);
}

struct variable *ghost_new(struct domain *d, struct procedure *proc, uint32_t width, const char *name)
{
	struct program *p = d->program;
	uint32_t *count = &d->ghosts->procedures[proc->index].count;
	if (*count == MOST_GHOSTS)
		return NULL;
	struct variable *v = arena_alloc(d->ghosts->arena, sizeof *v);
	v->name = name;
	v->sort = sort_bitvector(p->bank, width);
	v->term = term_variable(p->bank, v->sort, v->name);
	v->kind = VARIABLE_LOCAL;
	v->index = GHOST_INDEX - (*count)++;
	v->procedure = proc;
	table_put(&p->leaves, v->term, v);
	table_put(&d->ghosts->known, v, true);
	vec_push(&d->ghosts->variables, v);
	return v;
}

static void add(struct domain *d, struct variable *ghost, uint32_t block, uint32_t position, struct statement s)
{
	struct ghost_statement statement = { block, position, s, ghost };
	vec_push(&d->ghosts->procedures[ghost->procedure->index].statements, statement);
}

void ghost_assign(struct domain *d, struct variable *ghost, uint32_t block, uint32_t position, term value)
{
	add(d, ghost, block, position, (struct statement){ .kind = STATEMENT_ASSIGN, .target = ghost, .term = value });
}

void ghost_assume(struct domain *d, struct variable *ghost, uint32_t block, uint32_t position, term condition)
{
	add(d, ghost, block, position, (struct statement){ .kind = STATEMENT_ASSUME, .term = condition });
}

const struct ghosts_of_procedure *ghosts_of(const struct domain *d, const struct procedure *proc)
{
	return &d->ghosts->procedures[proc->index];
}

bool ghosts_have(const struct domain *d, const struct variable *v)
{
	return table_has(&d->ghosts->known, v);
}
