#include "sweep.h"

void sweep_init(struct sweep *sweep, const struct callgraph *graph)
{
	*sweep = (struct sweep){ .graph = graph, .dirty = memory_alloc(graph->count * sizeof(bool)) };
}

void sweep_release(struct sweep *sweep)
{
	memory_free(sweep->dirty);
}

void sweep_mark(struct sweep *sweep, uint32_t procedure)
{
	sweep->count += !sweep->dirty[procedure];
	sweep->dirty[procedure] = true;
}

bool sweep_unmark(struct sweep *sweep, uint32_t procedure)
{
	bool was_dirty = sweep->dirty[procedure];
	sweep->dirty[procedure] = false;
	sweep->count -= was_dirty;
	return was_dirty;
}

static void look_at(struct sweep *sweep, uint32_t position, void (*visit)(void *context, uint32_t procedure),
		    void *context)
{
	uint32_t procedure = sweep->graph->members[position];
	if (sweep_unmark(sweep, procedure))
		visit(context, procedure);
}

void sweep_run(struct sweep *sweep, void (*visit)(void *context, uint32_t procedure), void *context)
{
	while (sweep->count) {
		for (uint32_t i = 0; i < sweep->graph->count; i++)
			look_at(sweep, i, visit, context);
		for (uint32_t i = sweep->graph->count; i-- > 0;)
			look_at(sweep, i, visit, context);
	}
}
