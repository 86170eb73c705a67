#include "attribute.h"

#include <string.h>

#include "shape.h"

#define ATTRIBUTE(enumerator, key, on, values, written, meaning) const char ATTRIBUTE_##enumerator[] = key;
#include "attributes.def"
#undef ATTRIBUTE

enum {
	PROGRAM = ATTRIBUTE_ON_PROGRAM,
	PROCEDURE = ATTRIBUTE_ON_PROCEDURE,
	VARIABLE = ATTRIBUTE_ON_VARIABLE,
	STATEMENT = ATTRIBUTE_ON_STATEMENT,
	ASSERT = ATTRIBUTE_ON_ASSERT
};

static const struct attribute_kind kinds[] = {
#define ATTRIBUTE(enumerator, key, on, values, written, meaning) { key, on, values, written, meaning },
#include "attributes.def"
#undef ATTRIBUTE
};

size_t attribute_kind_count(void)
{
	return sizeof kinds / sizeof *kinds;
}

const struct attribute_kind *attribute_kind_at(size_t i)
{
	return &kinds[i];
}

const struct attribute_kind *attribute_kind_find(const char *key)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (key[0] == kinds[i].key[0] && !strcmp(key, kinds[i].key))
			return &kinds[i];
	return NULL;
}

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
	const struct attribute_kind *kind = attribute_kind_find(a->key);
	return kind && !fits(a, kind->values) ? kind->written : NULL;
}
