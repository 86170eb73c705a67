/* Members of structs and unions, through anonymous ones. */

#include "record.h"
#include "type.h"
#include "type_record.h"

enum { NESTING_LIMIT = 64 };

static size_t find(const struct record *r, const char *name, const struct member **path, size_t capacity,
		   unsigned depth)
{
	if (!capacity || depth > NESTING_LIMIT)
		return 0;
	for (uint32_t i = 0; i < r->member_count; i++) {
		const struct member *m = &r->members[i];
		path[0] = m;
		if (m->name == name)
			return 1;
		if (m->name || !type_is_record(m->type))
			continue;
		size_t more = find(m->type->record, name, path + 1, capacity - 1, depth + 1);
		if (more)
			return more + 1;
	}
	return 0;
}

size_t record_find(const struct record *record, const char *name, const struct member **path, size_t capacity)
{
	return name ? find(record, name, path, capacity, 0) : 0;
}
