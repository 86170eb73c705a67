#include "shape.h"

#include <string.h>

static const struct shape {
	const char *key, *values, *written;
} shapes[] = {
#define ATTRIBUTE(enumerator, key, on, values, written, meaning) { key, values, written },
#include "attributes.def"
#undef ATTRIBUTE
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
