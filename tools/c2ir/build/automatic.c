/* The automatic objects of each procedure. */
#include "automatic.h"

#include "checked.h"
#include "ir.h"
#include "lowering.h"

struct automatics {
	VEC(struct automatic) list;
	TABLE(const struct variable *, bool) noted; /* their identities */
};

void automatic_note(struct lowering *l, struct automatic object)
{
	struct automatics *a = l->automatics;
	if (!checks(l, CHECK_UAF) || table_has(&a->noted, object.identity))
		return;
	object.procedure = l->procedure;
	table_put(&a->noted, object.identity, true);
	vec_push(&a->list, object);
}

const struct automatic *automatics(const struct lowering *l, size_t *count)
{
	*count = l->automatics->list.count;
	return l->automatics->list.at;
}

void automatics_init(struct lowering *l)
{
	l->automatics = arena_alloc(l->arena, sizeof *l->automatics);
}

void automatics_release(struct lowering *l)
{
	vec_free(&l->automatics->list);
	table_free(&l->automatics->noted);
}
