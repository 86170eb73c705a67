#include "engine.h"

#include <string.h>

static const struct engine_row rows[] = {
#define ENGINE(name, about) { #name, about, &engine_##name },
#include "engines.def"
#undef ENGINE
};

const struct engine_row *engine_rows(size_t *count)
{
	*count = sizeof rows / sizeof *rows;
	return rows;
}

const char *engine_name(const struct engine *engine)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].engine == engine)
			return rows[i].name;
	return NULL;
}

const struct engine *engine_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strlen(rows[i].name) == length && !memcmp(rows[i].name, name, length))
			return rows[i].engine;
	return NULL;
}

void outcome_credit(struct outcome *o, const struct engine *engine, uint32_t open)
{
	if (!o->engine && (o->verdict == VERDICT_SAFE || o->verdict == VERDICT_UNSAFE))
		o->engine = open ? engine_name(engine) : "passes";
}
