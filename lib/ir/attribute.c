#include <string.h>

#include "ir.h"

const struct attribute *attribute_list(struct program *p, const struct attribute *rest, const char *key,
				       const struct attribute_value *values, uint32_t count)
{
	struct attribute *a = arena_alloc(p->arena, sizeof *a);
	struct attribute_value *copy = count ? arena_alloc(p->arena, count * sizeof *copy) : NULL;
	for (uint32_t i = 0; i < count; i++) {
		copy[i] = values[i];
		if (values[i].string)
			copy[i].string = intern_string(p->strings, values[i].string);
	}
	a->key = intern_string(p->strings, key);
	a->count = count;
	a->values = copy;
	a->next = rest;
	return a;
}

const struct attribute *attribute_string(struct program *p, const struct attribute *rest, const char *key,
					 const char *s)
{
	return attribute_list(p, rest, key, &(struct attribute_value){ .string = s }, 1);
}

const struct attribute *attribute_number(struct program *p, const struct attribute *rest, const char *key, uint64_t n)
{
	return attribute_list(p, rest, key, &(struct attribute_value){ .number = n }, 1);
}

const struct attribute *attribute_find(const struct attribute *list, const char *key)
{
	while (list && (*list->key != *key || strcmp(list->key, key)))
		list = list->next;
	return list;
}

const char *attribute_get_string(const struct attribute *list, const char *key)
{
	const struct attribute *a = attribute_find(list, key);
	return a && a->count ? a->values[0].string : NULL;
}

uint64_t attribute_get_number(const struct attribute *list, const char *key, uint64_t otherwise)
{
	const struct attribute *a = attribute_find(list, key);
	return a && a->count && !a->values[0].string ? a->values[0].number : otherwise;
}

struct location attribute_location(const struct attribute *list)
{
	const struct attribute *a = attribute_find(list, ATTRIBUTE_AT);
	if (!a || a->count != 3 || !a->values[0].string || a->values[1].string || a->values[2].string)
		return (struct location){ 0 };
	return (struct location){ a->values[0].string, (uint32_t)a->values[1].number, (uint32_t)a->values[2].number };
}

bool location_in_kernel(struct location location)
{
	static const char *const parts[] = { "<library/kernel/", "<library/rules", "<library/environment>" };
	for (size_t i = 0; i < sizeof parts / sizeof *parts && location_in_library(location); i++)
		if (!strncmp(location.file, parts[i], strlen(parts[i])))
			return true;
	return false;
}

bool location_in_library(struct location location)
{
	return location.line && location.file && !strncmp(location.file, "<library", 8);
}

bool attribute_type_is_floating(const char *type)
{
	static const char *const qualifiers[] = { "const ", "volatile ", "_Atomic " };
	for (size_t i = 0; type && i < sizeof qualifiers / sizeof *qualifiers; i++)
		if (!strncmp(type, qualifiers[i], strlen(qualifiers[i])))
			return attribute_type_is_floating(type + strlen(qualifiers[i]));
	return type && (!strcmp(type, "float") || !strcmp(type, "double") || !strcmp(type, "long double"));
}

const struct attribute *attribute_at(struct program *p, const struct attribute *rest, struct location location)
{
	struct attribute_value values[] = { { .string = location.file ? location.file : "" },
					    { .number = location.line },
					    { .number = location.column } };
	return attribute_list(p, rest, ATTRIBUTE_AT, values, 3);
}

const struct attribute *attribute_remove(struct program *p, const struct attribute *list, const char *key)
{
	struct attribute head = { 0 }, *last = &head;
	/* What follows the last one to go is shared. */
	for (const struct attribute *gone; (gone = attribute_find(list, key)); list = gone->next) {
		for (; list != gone; list = list->next) {
			struct attribute *copy = arena_alloc(p->arena, sizeof *copy);
			*copy = *list;
			last->next = copy;
			last = copy;
		}
	}
	last->next = list;
	return head.next;
}
