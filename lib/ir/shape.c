#include "shape.h"

#include <string.h>

/* s: string, n: number; what follows `?` may be left out. */
static const struct shape {
	const char *key, *values, *written;
} shapes[] = {
	{ "abstract", "n", "{abstract number}" },
	{ "argument", "n", "{argument number}" },
	{ "at", "snn", "{at \"file\" line column}" },
	{ "bound", "snn", "{bound \"file\" line column}" },
	{ "c", "s?s", "{c \"name\"} or {c \"name\" \"type\"}" },
	{ "check", "s", "{check \"name\"}" },
	{ "concerns", "snsnn", "{concerns \"name\" bytes \"file\" line column}" },
	{ "creates", "ss", "{creates \"storage\" \"name\"}" },
	{ "dispatch", "s", "{dispatch \"text\"}" },
	{ "entry", "s", "{entry \"procedure\"}" },
	{ "exit", "", "{exit}" },
	{ "external", "ss", "{external \"function\" \"type\"}" },
	{ "first_fresh", "n", "{first_fresh number}" },
	{ "host", "s?s", "{host \"function\"} or {host \"function\" \"text\"}" },
	{ "id", "n", "{id number}" },
	{ "input", "ss", "{input \"name\" \"type\"}" },
	{ "ledger", "ssnn", "{ledger \"what\" \"file\" line column}" },
	{ "loop", "snn", "{loop \"file\" line column}" },
	{ "main", "s", "{main \"function\"}" },
	{ "memory", "s", "{memory \"text\"}" },
	{ "message", "s", "{message \"text\"}" },
	{ "object", "n", "{object number}" },
	{ "options", "s", "{options \"text\"}" },
	{ "output", "s", "{output \"byte\"}" },
	{ "pointer", "n", "{pointer number}" },
	{ "shows", "ss", "{shows \"lvalue\" \"type\"}" },
	{ "signed", "n", "{signed number}" },
	{ "site", "n", "{site number}" },
	{ "source", "s", "{source \"file\"}" },
	{ "static", "nsnsnn", "{static identity \"name\" bytes \"file\" line column}" },
	{ "text", "s", "{text \"text\"}" },
	{ "uninitialised", "", "{uninitialised}" },
	{ "unit", "sss", "{unit \"file\" \"flags\" \"text\"}" },
};

static bool fits(const struct attribute *a, const char *values)
{
	bool optional = false;
	uint32_t i = 0;
	for (; *values; values++) {
		if (*values == '?') {
			optional = true;
			continue;
		}
		if (i == a->count)
			return optional;
		if ((a->values[i++].string != NULL) != (*values == 's'))
			return false;
	}
	return i == a->count;
}

const char *attribute_shape_fault(const struct attribute *a)
{
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (a->key[0] == shapes[i].key[0] && !strcmp(a->key, shapes[i].key))
			return fits(a, shapes[i].values) ? NULL : shapes[i].written;
	return NULL;
}
