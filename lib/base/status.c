#include "status.h"

#include <string.h>

static const struct status_row table[] = {
#define STATUS(enumerator, number, tools, meaning) { STATUS_##enumerator, tools, meaning },
#include "status.def"
#undef STATUS
};

size_t status_count(void)
{
	return sizeof table / sizeof *table;
}

const struct status_row *status_at(size_t i)
{
	return &table[i];
}

bool status_concerns(const struct status_row *row, const char *tool)
{
	if (!*row->tools)
		return true;
	for (const char *at = row->tools; *at;) {
		size_t length = strcspn(at, " ");
		if (strlen(tool) == length && !memcmp(at, tool, length))
			return true;
		at += length + (at[length] == ' ');
	}
	return false;
}
