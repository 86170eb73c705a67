/* Where control and values go: the state of the function being lowered. */
#include "control.h"

#include "ir.h"
#include "lowering.h"

struct control *control_of(const struct lowering *l)
{
	return l->control;
}

void control_init(struct lowering *l)
{
	l->control = arena_alloc(l->arena, sizeof *l->control);
}

void control_release(struct lowering *l)
{
	struct control *c = l->control;
	table_free(&c->labels);
	table_free(&c->allocators);
	vec_free(&c->converted);
	table_free(&c->machine_values);
	table_free(&c->foreign);
	table_free(&c->functions_by_object);
	vec_free(&c->targets);
	table_free(&c->skipped);
	vec_free(&c->old_values);
	vec_free(&c->scopes);
	vec_free(&c->closure_references);
	vec_free(&c->indirect);
}
