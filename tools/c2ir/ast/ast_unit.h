/* The typed abstract syntax tree of one translation unit: what the semantic analysis makes and the lowering reads.
 *
 * Everything implicit in C is explicit here. Every value has been converted to the type that its user wants; each
 * conversion is a node of its own. Names are resolved to the one object per entity. sizeof, _Alignof, offsetof,
 * enumerators and builtins with a constant value are constants. Initialisers are lists of (offset, type, value).
 *
 * All nodes live in the unit's arena. Include together with lib/ir is possible: no name clashes with ir.h or term.h
 * (syntax.h's do: use unit_text() and the source locations instead). */
#ifndef C2IR_AST_UNIT_H
#define C2IR_AST_UNIT_H

#include <stdbool.h>
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
	bool makes_pointers;      /* it converts numbers that are no constants to pointers */
	const char *loose_floats; /* what in its text allows other floating-point results, as in target; or NULL */
};

/* The file-scope declaration of this name with linkage (name need not be interned), or NULL. */
struct declaration *unit_find(const struct unit *unit, const char *name);

#endif
