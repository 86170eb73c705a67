#include "list.h"

#include <string.h>

const char *list_begin(const char *list)
{
	return list && *list ? list : NULL;
}

bool list_next(const char **rest, struct list_name *name)
{
	if (!*rest)
		return false;
	name->at = *rest;
	name->length = strcspn(name->at, ",");
	*rest = name->at[name->length] ? name->at + name->length + 1 : NULL;
	return true;
}

static bool name_is(struct list_name name, const char *text)
{
	return strlen(text) == name.length && !memcmp(name.at, text, name.length);
}

bool list_has(const char *list, const char *name)
{
	struct list_name part;
	for (const char *rest = list_begin(list); list_next(&rest, &part);)
		if (name_is(part, name))
			return true;
	return false;
}
