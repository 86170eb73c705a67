#include "ledger.h"

#include <inttypes.h>

#include "visible.h"

const struct attribute *ledger_find(const struct attribute *list)
{
	return attribute_find(list, ATTRIBUTE_LEDGER);
}

void ledger_write(struct output *out, const struct attribute *entry)
{
	if (entry->count >= 3 && entry->values[1].string) {
		visible_write(out, entry->values[1].string, SIZE_MAX);
		output_format(out, ":%" PRIu64 ": ", entry->values[2].number);
	}
	visible_write(out, entry->count && entry->values[0].string ? entry->values[0].string : "?", SIZE_MAX);
}
