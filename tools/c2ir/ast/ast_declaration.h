/* Declarations of the typed syntax tree (ast_unit.h): one object for each entity. What a function definition has:
 * ast_function.h. */
#ifndef C2IR_AST_DECLARATION_H
#define C2IR_AST_DECLARATION_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"

/* Value of an integer or pointer constant: the low bits of its type's width, those above are zero. */
typedef unsigned __int128 integer_value;
struct diagnostics;
struct expression;
struct function;
struct initializer;
struct type;

enum declaration_kind { DECLARATION_VARIABLE, DECLARATION_FUNCTION, DECLARATION_TYPEDEF, DECLARATION_ENUMERATOR };
enum linkage { LINKAGE_NONE, LINKAGE_INTERNAL, LINKAGE_EXTERNAL };
enum storage_duration { DURATION_AUTOMATIC, DURATION_STATIC, DURATION_THREAD };

struct declaration {
	enum declaration_kind kind;
	const char *name;          /* interned; NULL: unnamed parameter, compound literal, hidden variable */
	const char *symbol;        /* name for the linker: asm label, else the name */
	const struct type *type;   /* of a function or an array with linkage: the composite of all declarations */
	struct location location;  /* of the definition, if there is one, else of the first declaration */
	struct source_range range; /* the declarator with its initialiser */
	enum linkage linkage;
	enum storage_duration duration;
	uint32_t depth;         /* of its scope: 0 file, 1 parameters and outermost block, ... */
	uint32_t id;            /* unique in the unit, in order of first declaration */
	struct function *owner; /* the function that it is local to, static locals too; NULL at file scope */

	bool defined;   /* function with body; object with initialiser or tentative definition or without `extern` */
	bool tentative; /* object that has only tentative definitions (6.9.2): all zero */
	bool used;      /* mentioned in an evaluated expression anywhere */
	bool in_blocks; /* has linkage, but every declaration is in a block: the name means nothing outside of these */
	bool implicit;  /* function called without a declaration, or a builtin */
	bool is_register, is_inline, is_noreturn;
	bool is_constexpr; /* the value of an arithmetic one is in constant expressions that of its initialiser */
	bool is_refused;   /* attribute error: compilers accept no call of it that they cannot prove to be dead */
	bool exported; /* function declared at file scope without inline, or as extern too: other units may call its body */
	bool in_system_header;

	/* Variables: the address may be known elsewhere: & was applied, or an array decayed to a pointer that is not
	   subscripted or dereferenced on the spot, or it is mentioned in asm. Otherwise every access names the object. */
	bool address_taken;
	bool retyped; /* FUNCTION: a pointer to it is converted to another type where its address is taken */
	bool is_parameter;
	bool is_hidden; /* length of a variable array, ... */
	bool is_compound_literal;

	/* attributes */
	bool weak, is_const, is_pure, malloc_like, constructor, destructor, always_inline, used_attribute, gnu_inline,
		naked, returns_twice;
	bool weak_somewhere; /* what no unit defines: it is weak, or a declaration of it in another unit is */
	uint16_t constructor_order, destructor_order; /* 65535 less the priority: 0 without one */
	uint32_t alignment;                           /* asked for by _Alignas or aligned, bytes; 0: the type's */
	const char *alias;                            /* of this symbol; NULL */
	const char *section;                          /* NULL */
	struct declaration *cleanup; /* function called with the object's address when its scope is left; NULL */

	/* DECLARATION_VARIABLE */
	struct initializer *initializer; /* NULL: none. Static storage without one: zero, if defined */
	struct declaration *
		*references; /* static storage: functions and objects that the initialiser mentions, each once */
	uint32_t reference_count;
	struct expression *size; /* variable array: size in bytes (size_t), evaluated at the declaration; else NULL */
	const struct type
		*passed_type; /* parameters: the type in which the argument arrives (K&R: the promoted type) */
	const struct type
		*at_least; /* parameters: T[static n], n constant: T[n], which the argument points to; else NULL */

	/* DECLARATION_FUNCTION */
	struct function *function; /* NULL: no body */
	/* GNU nested function: the object of the function around it whose address stands for it and what it captures, where a
	   pointer to it is made (then it is address_taken); that object: the function. Else NULL */
	struct declaration *closure;

	/* DECLARATION_ENUMERATOR */
	integer_value value; /* of type `type` */

	/* What is not supported in the body or initialiser: only to be reported if the entity is reachable from the entry
	   (ast_report_unsupported()). What there is of its AST must not be lowered then: it may hold nodes of TYPE_ERROR.
	   NULL: none. */
	struct diagnostics *unsupported;

	/* Functions under --kernel (docs/drivers.md): the name of the function that is replaced by this one, a model of it; that
	   is wrapped by this one, the code of a rule; that this one is another name for, which nothing replaces, or only
	   its model (what the code of a rule calls). NULL: none */
	const char *models, *wraps, *original, *next;

	/* library function known by this name (memcpy for __builtin_memcpy): its name; else the declaration's own */
	const char *library_name;
};

#endif
