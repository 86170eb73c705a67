#include "role.h"

#include <string.h>

static const struct {
	const char *text, *name;
} table[GLOBAL_COUNT] = {
#define ROLE(enumerator, text, meaning) [GLOBAL_##enumerator] = { text, "$" text },
#include "roles.def"
#undef ROLE
};

static enum global_role stated(const struct variable *v)
{
	const char *text = attribute_get_string(v->attributes, ATTRIBUTE_ROLE);
	for (enum global_role role = GLOBAL_NONE + 1; text && role < GLOBAL_COUNT; role++)
		if (!strcmp(text, table[role].text))
			return role;
	return GLOBAL_NONE;
}

/* Does the program say of every global that has one of the roles that it has it? */
static bool tells_roles(const struct program *p)
{
	return attribute_get_number(p->attributes, ATTRIBUTE_ROLES, 0) == 1;
}

/* The older form of version 1, in which names were the roles. A {role} of another tool says that the name is none. */
static enum global_role named(const struct program *p, const struct variable *v)
{
	if (v->kind != VARIABLE_GLOBAL || tells_roles(p) || attribute_find(v->attributes, ATTRIBUTE_ROLE))
		return GLOBAL_NONE;
	for (enum global_role role = GLOBAL_NONE + 1; role < GLOBAL_COUNT; role++)
		if (!strcmp(v->name, table[role].name))
			return role;
	return GLOBAL_NONE;
}

enum global_role variable_role(const struct program *p, const struct variable *v)
{
	enum global_role role = stated(v);
	return role != GLOBAL_NONE ? role : named(p, v);
}

struct variable *program_role(const struct program *p, enum global_role role)
{
	for (uint32_t i = 0; i < p->global_count; i++)
		if (stated(p->globals[i]) == role)
			return p->globals[i];
	for (uint32_t i = 0; i < p->global_count; i++)
		if (named(p, p->globals[i]) == role)
			return p->globals[i];
	return NULL;
}

struct variable *program_add_role(struct program *p, enum global_role role, sort s)
{
	struct variable *v = program_add_global(p, program_fresh_name(p, table[role].name), s);
	v->attributes = attribute_string(p, v->attributes, ATTRIBUTE_ROLE, table[role].text);
	return v;
}
