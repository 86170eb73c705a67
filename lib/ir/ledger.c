#include "ledger.h"

#include <inttypes.h>

#include "visible.h"

void ledger_add(struct program *p, const char *what, struct location location)
{
	struct attribute_value values[4] = { { .string = what },
					     { .string = location.file ? location.file : "" },
					     { .number = location.line },
					     { .number = location.column } };
	p->attributes = attribute_list(p, p->attributes, ATTRIBUTE_LEDGER, values, 4);
}

const struct attribute *ledger_find(const struct attribute *list)
{
	return attribute_find(list, ATTRIBUTE_LEDGER);
}

const char *ledger_what(const struct attribute *entry)
{
	return entry->count && entry->values[0].string ? entry->values[0].string : "?";
}

struct location ledger_place(const struct attribute *entry)
{
	if (entry->count < 3 || !entry->values[1].string || !*entry->values[1].string)
		return (struct location){ 0 };
	return (struct location){ entry->values[1].string, (uint32_t)entry->values[2].number, 0 };
}

void ledger_write(struct output *out, const struct attribute *entry)
{
	struct location place = ledger_place(entry);
	if (place.file) {
		visible_write(out, place.file, SIZE_MAX);
		output_format(out, ":%" PRIu32 ": ", place.line);
	}
	visible_write(out, ledger_what(entry), SIZE_MAX);
}
