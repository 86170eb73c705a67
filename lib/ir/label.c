#include "label.h"

#include <stdio.h>

void procedure_label(const struct procedure *procedure, char *buffer, size_t size)
{
	const struct attribute *loop = attribute_find(procedure->attributes, ATTRIBUTE_LOOP);
	const char *name = attribute_get_string(procedure->attributes, ATTRIBUTE_C);
	if (loop && loop->count >= 2 && loop->values[0].string)
		snprintf(buffer, size, "loop at %s:%llu", loop->values[0].string,
			 (unsigned long long)loop->values[1].number);
	else
		snprintf(buffer, size, "%s", name ? name : procedure->name);
}

const char *statement_function(const struct procedure *procedure, const struct attribute *attributes)
{
	const char *own = attribute_get_string(attributes, ATTRIBUTE_FUNCTION);
	return own ? own : attribute_get_string(procedure->attributes, ATTRIBUTE_C);
}
