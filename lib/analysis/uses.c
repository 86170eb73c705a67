#include "uses.h"

#include <string.h>

void uses_init(struct uses *uses, const struct program *p)
{
	*uses = (struct uses){ .program = p, .arena = arena_new() };
}

void uses_release(struct uses *uses)
{
	table_free(&uses->lists);
	arena_free(uses->arena);
}

static void add(void *context, term leaf)
{
	struct uses *uses = context;
	struct uses_list *list = uses->building;
	struct variable *v = program_variable_of(uses->program, leaf);
	if (!v)
		return;
	if (list->count == list->capacity) {
		uint32_t capacity = list->capacity ? list->capacity * 2 : 2;
		struct variable **grown = arena_alloc(uses->arena, capacity * sizeof *grown);
		if (list->count)
			memcpy(grown, list->variables, list->count * sizeof *grown);
		list->variables = grown;
		list->capacity = capacity;
	}
	list->variables[list->count++] = v;
}

const struct uses_list *uses_of(struct uses *uses, term t)
{
	static const struct uses_list none;
	if (!t)
		return &none;
	const struct uses_list *known = table_get(&uses->lists, t, NULL);
	if (known)
		return known;
	uses->building = arena_alloc(uses->arena, sizeof *uses->building);
	term_leaves(uses->program->bank, t, add, uses);
	table_put(&uses->lists, t, uses->building);
	return uses->building;
}

bool uses_mention(struct uses *uses, term t, const struct variable *v)
{
	const struct uses_list *used = uses_of(uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		if (used->variables[i] == v)
			return true;
	return false;
}
