/* A translation unit as a typed syntax tree (ast.h). */
#ifndef C2IR_AST_UNIT_H
#define C2IR_AST_UNIT_H

#include <stdint.h>

struct arena;
struct asm_statement;
struct declaration;
struct syntax;
struct types;

struct unit {
	struct arena *arena;
	struct types *types;         /* types->target is the target */
	const struct syntax *syntax; /* not owned; needed for texts as long as the unit is used */
	const char *file;            /* name of the main source file */
	/* Every function, and every object with static storage (block scope too), each once, in order of first declaration. */
	struct declaration **declarations;
	uint32_t declaration_count;
	/* asm at file scope */
	struct asm_statement **assembly;
	uint32_t assembly_count;
	uint32_t string_count;
};

/* The file-scope declaration of this name with linkage (name need not be interned), or NULL. */
struct declaration *unit_find(const struct unit *unit, const char *name);

#endif
