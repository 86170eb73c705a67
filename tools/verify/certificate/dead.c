#include "dead.h"

#include <string.h>

#include "live.h"
#include "statement.h"

struct forgetting {
	struct program *program;
	struct procedure *procedure;
	struct live *live;
	struct uses uses;
	bool *stays;            /* by local: names an object that the first block makes */
	bool *alive, *assigned; /* by local, at the end of a block: is it read later; does the block assign it? */
};

/* At the end of the block, before its condition is read. */
static void find_alive(struct forgetting *f, const struct block *b)
{
	const struct procedure *proc = f->procedure;
	const struct uses_list *read = uses_of(&f->uses, b->terminator.term);
	for (uint32_t v = 0; v < proc->variable_count; v++) {
		f->alive[v] = false;
		for (uint32_t i = 0; i < b->terminator.target_count; i++)
			f->alive[v] |= live_at_start(f->live, b->terminator.targets[i]->index, proc->variables[v]);
	}
	for (uint32_t i = 0; i < read->count; i++)
		if (read->variables[i]->procedure == proc)
			f->alive[read->variables[i]->index] = true;
}

static void find_assigned(struct forgetting *f, const struct block *b)
{
	memset(f->assigned, 0, f->procedure->variable_count);
	for (uint32_t i = 0; i < b->statement_count; i++)
		for (uint32_t k = 0; k < statement_target_count(&b->statements[i]); k++) {
			const struct variable *v = statement_target(&b->statements[i], k);
			if (v && v->procedure)
				f->assigned[v->index] = true;
		}
}

static void forget(struct forgetting *f, struct block *b, uint32_t at, struct variable *v)
{
	if (sort_kind(f->program->bank, v->sort) != SORT_MAP && !f->stays[v->index])
		block_insert(f->program, b, at, STATEMENT_HAVOC)->target = v;
}

/* At its end; and of what only some of its successors read, at the beginnings of the others. */
static void forget_in(struct forgetting *f, struct block *b)
{
	const struct procedure *proc = f->procedure;
	find_alive(f, b);
	find_assigned(f, b);
	for (uint32_t v = 0; v < proc->variable_count; v++) {
		struct variable *local = proc->variables[v];
		if (!f->alive[v] && (f->assigned[v] || live_at_start(f->live, b->index, local)))
			forget(f, b, b->statement_count, local);
		for (uint32_t i = 0; f->alive[v] && i < b->terminator.target_count; i++)
			if (!live_at_start(f->live, b->terminator.targets[i]->index, local))
				forget(f, b->terminator.targets[i], 0, local);
	}
}

void dead_forget(struct program *p, struct procedure *proc)
{
	struct forgetting f = { .program = p, .procedure = proc };
	struct cfg *cfg = cfg_new(proc);
	uses_init(&f.uses, p);
	f.live = live_new(cfg, &f.uses, NULL, NULL);
	f.alive = memory_alloc(proc->variable_count + 1);
	f.assigned = memory_alloc(proc->variable_count + 1);
	f.stays = memory_alloc(proc->variable_count + 1);
	find_assigned(&f, proc->blocks[0]);
	memcpy(f.stays, f.assigned, proc->variable_count);
	for (uint32_t b = 1; b < proc->block_count; b++)
		if (cfg_reachable(cfg, b))
			forget_in(&f, proc->blocks[b]);
	memory_free(f.stays);
	memory_free(f.alive);
	memory_free(f.assigned);
	live_free(f.live);
	uses_release(&f.uses);
	cfg_free(cfg);
}
