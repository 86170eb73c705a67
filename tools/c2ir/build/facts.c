/* What the program tells people and tools about the C program that it was made from: attributes of the program as a
 * whole (docs/architecture.md). */
#include "facts.h"

#include <string.h>

#include "ast_declaration.h"
#include "library.h"
#include "lowering.h"
#include "number.h"
#include "storage.h"
#include "string_literal.h"
#include "type_qualifier.h"
#include "type_text.h"

/* A function without a body that is called: its attribute {external}. */
struct external {
	const char *name;
	const struct attribute *attribute;
};
struct externals {
	VEC(struct external) list;
};

/* A function without a body was called: whoever links the program must supply it. */
void lower_external(struct lowering *l, const char *name, const struct type *result)
{
	char *text = type_text(type_unqualified(result), NULL);
	struct attribute_value values[2] = { { .string = name }, { .string = text } };
	for (size_t i = 0; i < l->externals->list.count; i++)
		if (!strcmp(l->externals->list.at[i].name, name)) {
			memory_free(text);
			return;
		}
	struct external external = { name, attribute_list(l->program, NULL, ATTRIBUTE_EXTERNAL, values, 2) };
	vec_push(&l->externals->list, external);
	memory_free(text);
}

static const struct attribute *static_fact(struct lowering *l, const struct attribute *list,
					   const struct storage *storage, const char *name)
{
	struct location location = storage->declaration ? storage->declaration->location
				   : storage->string    ? storage->string->location
							: (struct location){ 0 };
	struct attribute_value values[] = {
		{ .number = storage->identity }, { .string = name },
		{ .number = storage->bytes },    { .string = location.file ? location.file : "" },
		{ .number = location.line },     { .number = location.column }
	};
	return attribute_list(l->program, list, ATTRIBUTE_STATIC, values, sizeof values / sizeof *values);
}

/* What may be shown of it on a line. */
static const char *literal_text(struct lowering *l, const struct string_literal *string)
{
	enum { MOST = 20 };
	char text[MOST + 1];
	size_t n = 0;
	while (n < MOST && n + 1 < string->size && string->bytes[n] >= ' ' && string->bytes[n] < 127) {
		text[n] = (char)string->bytes[n];
		n++;
	}
	text[n] = 0;
	return string->unit == 1 ? arena_format(l->arena, "\"%s\"%s", text, n + 1 < string->size ? "..." : "")
				 : "a wide string literal";
}

/* Attributes, in the order of identities, before `list`. */
const struct attribute *lower_facts(struct lowering *l, const struct attribute *list)
{
	for (size_t i = l->statics.functions.count; i-- > 0;)
		list = static_fact(l, list, l->statics.functions.at[i], l->statics.functions.at[i]->declaration->name);
	for (size_t i = l->statics.objects.count; i-- > 0;) {
		const struct storage *storage = l->statics.objects.at[i];
		const struct declaration *d = storage->declaration;
		if (storage->kind == STORAGE_MEMORY)
			list = static_fact(l, list, storage,
					   storage->string ? literal_text(l, storage->string)
					   : d && d->name  ? d->name
							   : "an unnamed object");
	}
	for (size_t i = l->externals->list.count; i-- > 0;) {
		const struct attribute *a = l->externals->list.at[i].attribute;
		list = attribute_list(l->program, list, a->key, a->values, a->count);
	}
	return list;
}

void facts_init(struct lowering *l)
{
	l->externals = arena_alloc(l->arena, sizeof *l->externals);
}

void facts_release(struct lowering *l)
{
	vec_free(&l->externals->list);
}
