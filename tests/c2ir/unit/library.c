/* The library's models: all are C that c2ir takes, in both data models, and the list of what they define is complete. */
#include "library.h"

#include <string.h>

#include "ast_declaration.h"
#include "ast_unit.h"
#include "tap.h"
#include "target.h"

static bool is_listed(const char *name)
{
	for (unsigned i = 0; i < library_name_count; i++)
		if (!strcmp(library_names[i].name, name))
			return true;
	return false;
}

static bool is_definition(const struct declaration *d)
{
	return d->linkage == LINKAGE_EXTERNAL && (d->kind == DECLARATION_FUNCTION ? d->function != NULL : d->defined);
}

/* Models see each other's names only as externals: nothing of the program can clash but what the library defines anyway. */
static bool all_listed(const struct unit *unit)
{
	bool good = true;
	for (uint32_t i = 0; i < unit->declaration_count; i++) {
		const struct declaration *d = unit->declarations[i];
		if ((d->kind != DECLARATION_FUNCTION && d->kind != DECLARATION_VARIABLE) || !is_definition(d) ||
		    is_listed(d->name))
			continue;
		printf("# %s:%u: %s is not listed\n", d->location.file, d->location.line, d->name);
		good = false;
	}
	return good;
}

static void models(unsigned pointer_bits)
{
	struct target target = target_default(pointer_bits);
	struct interner *names = interner_new();
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct library *library = library_new(&target, names, &diags);
	bool found = true, listed = true, sorted = true, supported = true;
	for (unsigned i = 0; i < library_name_count; i++) {
		struct unit *unit = NULL;
		struct declaration *d = library_find(library, library_names[i].name, &unit);
		if (!d || !is_definition(d))
			printf("# %s is not defined\n", library_names[i].name);
		found &= d && is_definition(d);
		supported &= d && !d->unsupported;
		sorted &= i == 0 || strcmp(library_names[i - 1].name, library_names[i].name) < 0;
		if (unit && (i == 0 || library_names[i - 1].text != library_names[i].text))
			listed &= all_listed(unit);
		found &= library_owns(library, unit);
	}
	diagnostics_print(&diags, "test", stdout);
	ok(!diags.errors && found && supported, "%u bits: all models are C", pointer_bits);
	ok(listed && sorted, "what they define is listed");
	struct unit *unit = NULL;
	ok(!library_find(library, "no_such_function", &unit) && !unit, "nothing else is found");
	library_free(library);
	diagnostics_release(&diags);
	interner_free(names);
}

int main(void)
{
	models(64);
	models(32);
	return done_testing();
}
