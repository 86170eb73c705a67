/* Models that the program needs are parsed, others are not. */
#include "library.h"

#include <string.h>

#include "ast_unit.h"
#include "compile.h"
#include "target.h"

struct library {
	struct target target; /* in the models' own dialect */
	struct interner *names;
	struct diagnostics *diags;
	struct compiled *compiled; /* by text */
	bool *tried;
	unsigned count;
};

struct library *library_new(const struct target *target, struct interner *names, struct diagnostics *diags)
{
	struct library *library = memory_alloc(sizeof *library);
	*library = (struct library){ .target = *target, .names = names, .diags = diags };
	library->target.standard = target_default(target->pointer_bits).standard;
	library->target.loose_floats = NULL;
	library->target.strict = library->target.no_asm = library->target.gnu89_inline = false;
	while (library_texts[library->count].name)
		library->count++;
	library->compiled = memory_alloc(library->count * sizeof *library->compiled);
	library->tried = memory_alloc(library->count * sizeof *library->tried);
	return library;
}

void library_free(struct library *library)
{
	if (!library)
		return;
	for (unsigned i = 0; i < library->count; i++)
		compiled_release(&library->compiled[i]);
	memory_free(library->compiled);
	memory_free(library->tried);
	memory_free(library);
}

static char *joined(const char *const *lines)
{
	size_t length = 0;
	for (size_t i = 0; lines[i]; i++)
		length += strlen(lines[i]);
	char *text = memory_alloc(length + 1), *at = text;
	for (size_t i = 0; lines[i]; i++) {
		size_t n = strlen(lines[i]);
		memcpy(at, lines[i], n);
		at += n;
	}
	return text;
}

static struct unit *unit_of_text(struct library *library, unsigned i)
{
	if (library->tried[i])
		return library->compiled[i].unit;
	library->tried[i] = true;
	struct diagnostics own;
	diagnostics_init(&own);
	char *text = joined(library_texts[i].lines);
	bool ok = compile_text(&library->compiled[i], library_texts[i].name, text, &library->target, library->names,
			       &own);
	if (!ok || own.errors)
		diagnose(library->diags, DIAG_INTERNAL,
			 own.list.count ? own.list.at[0].location : (struct location){ 0 },
			 "the library's model is wrong: %s", own.list.count ? own.list.at[0].text : "?");
	memory_free(text);
	diagnostics_release(&own);
	return library->compiled[i].unit;
}

static const struct library_name *find_name(const char *name)
{
	unsigned low = 0, high = library_name_count;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		int order = strcmp(name, library_names[middle].name);
		if (order == 0)
			return &library_names[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

struct declaration *library_find(struct library *library, const char *name, struct unit **unit)
{
	const struct library_name *found = find_name(name);
	if (!found)
		return NULL;
	*unit = unit_of_text(library, found->text);
	return *unit ? unit_find(*unit, name) : NULL;
}

bool library_owns(const struct library *library, const struct unit *unit)
{
	for (unsigned i = 0; library && i < library->count; i++)
		if (library->compiled[i].unit == unit)
			return unit != NULL;
	return false;
}
