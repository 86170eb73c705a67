/* The roles of globals that tools ask for (roles.def). A program with {roles 1} says them by attributes, and names mean nothing;
 * in one without, the older form of version 1, a global called $ROLE that has no {role} has it by its name. Nothing that a proof
 * rests on may follow from such a program's roles, or from their absence. */
#ifndef PLUMB_ROLE_H
#define PLUMB_ROLE_H

#include "ir.h"

enum global_role {
	GLOBAL_NONE,
#define ROLE(enumerator, text, meaning) GLOBAL_##enumerator,
#include "roles.def"
#undef ROLE
	GLOBAL_COUNT
};

/* GLOBAL_NONE: it has no role, or one of another tool. `v` is a variable of the program. */
enum global_role variable_role(const struct program *p, const struct variable *v);
/* The first global with the role, by its attribute before any by name; NULL: there is none. Linear in the number of globals. */
struct variable *program_role(const struct program *p, enum global_role role);
/* A new global with the role, named $ROLE or like that. */
struct variable *program_add_role(struct program *p, enum global_role role, sort s);

#endif
