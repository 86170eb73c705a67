#include "ids.h"

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
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		const struct procedure *proc = p->procedures[i];
		for (uint32_t k = 0; k < proc->block_count; k++) {
			const struct block *b = proc->blocks[k];
			for (uint32_t j = 0; j < b->statement_count; j++)
				if (b->statements[j].kind == STATEMENT_HAVOC ||
				    b->statements[j].kind == STATEMENT_FRESH)
					count(shared, &seen, b->statements[j].attributes);
			if (b->terminator.target_count > 1)
				count(shared, &seen, b->terminator.attributes);
		}
	}
	table_free(&seen);
}

bool ids_is_shared(const struct table *shared, const struct attribute *attributes)
{
	const struct attribute *id = shared->count ? attribute_find(attributes, ATTRIBUTE_ID) : NULL;
	return id && id->count && table_has(shared, id->values[0].number);
}
