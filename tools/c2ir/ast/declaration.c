/* Questions about declarations. */
#include "declaration_query.h"

#include <string.h>

#include "ast_declaration.h"

const char *declaration_name(const struct declaration *d)
{
	return d->name;
}

const char *declaration_shown_name(const struct declaration *d)
{
	return d->models ? d->models : d->wraps ? d->wraps : d->name;
}

const struct type *declaration_type(const struct declaration *d)
{
	return d->type;
}

struct location declaration_location(const struct declaration *d)
{
	return d->location;
}

const struct initializer *declaration_initializer(const struct declaration *d)
{
	return d->initializer;
}

bool declaration_is_automatic(const struct declaration *d)
{
	return d->duration == DURATION_AUTOMATIC;
}

bool declaration_is_static(const struct declaration *d)
{
	return d->duration == DURATION_STATIC;
}

bool declaration_is_register(const struct declaration *d)
{
	return d->is_register;
}

bool declaration_is_defined(const struct declaration *d)
{
	return d->defined;
}

bool declaration_is_weak(const struct declaration *d)
{
	return d->weak;
}

bool declaration_address_taken(const struct declaration *d)
{
	return d->address_taken;
}

bool declaration_is_main(const struct declaration *d)
{
	return d->kind == DECLARATION_FUNCTION && d->linkage == LINKAGE_EXTERNAL && !strcmp(d->name, "main");
}

bool ast_report_unsupported(const struct declaration *d, struct diagnostics *diags)
{
	if (!d->unsupported)
		return false;
	for (size_t i = 0; i < d->unsupported->list.count; i++) {
		const struct diagnostic *one = &d->unsupported->list.at[i];
		diagnose(diags, one->kind, one->location, "%s is not supported", one->text);
	}
	return true;
}
