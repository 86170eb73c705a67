#include "ids.h"

#include "iterate.h"

static void count(struct table *shared, struct table *seen, const struct attribute *attributes)
{
	const struct attribute *id = attribute_find(attributes, ATTRIBUTE_ID);
	if (!id || !id->count)
		return;
	if (table_has(seen, id->values[0].number))
		table_put(shared, id->values[0].number, 1);
	table_put(seen, id->values[0].number, 1);
}

void ids_find_shared(const struct program *p, struct table *shared)
{
	struct table seen = { 0 };
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_HAVOC || at.statement->kind == STATEMENT_FRESH)
			count(shared, &seen, at.statement->attributes);
	program_for_each_block(p, at)
		if (at.block->terminator.target_count > 1)
			count(shared, &seen, at.block->terminator.attributes);
	table_free(&seen);
}

bool ids_is_shared(const struct table *shared, const struct attribute *attributes)
{
	const struct attribute *id = shared->count ? attribute_find(attributes, ATTRIBUTE_ID) : NULL;
	return id && id->count && table_has(shared, id->values[0].number);
}
