/* checked: the procedures of a program, until nothing changes. */
#include "checked.h"

#include "checked_internal.h"

static void visit(void *context, uint32_t procedure)
{
	struct checked *c = context;
	if (c->procedures[procedure].is_entered)
		checked_visit(c, &c->procedures[procedure]);
}

static void prepare(struct checked *c)
{
	struct program *p = c->program;
	uses_init(&c->uses, p);
	c->graph = callgraph_new(p);
	c->effects = effects_new(c->graph);
	sweep_init(&c->sweep, c->graph);
	c->procedures = memory_alloc((p->procedure_count + 1) * sizeof *c->procedures);
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		c->procedures[i].procedure = p->procedures[i];
		checked_prepare(c, &c->procedures[i]);
	}
	checked_find_changes(c);
}

static void release(struct checked *c)
{
	for (uint32_t i = 0; i < c->program->procedure_count; i++)
		checked_release(&c->procedures[i]);
	memory_free(c->procedures);
	sweep_release(&c->sweep);
	effects_free(c->effects);
	callgraph_free(c->graph);
	uses_release(&c->uses);
}

bool checked_remove(struct program *p)
{
	struct checked c = { .program = p };
	if (!p->entry || !claim_maps_init(&c.maps, p))
		return false;
	prepare(&c);
	c.procedures[p->entry->index].is_entered = true;
	sweep_mark(&c.sweep, p->entry->index);
	sweep_run(&c.sweep, visit, &c);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (c.procedures[i].is_entered)
			checked_decide(&c, &c.procedures[i]);
	release(&c);
	return c.changed;
}
