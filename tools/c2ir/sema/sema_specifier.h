/* Attributes and declaration specifiers (attribute.c, specifier.c, record.c). */
#ifndef C2IR_SEMA_SPECIFIER_H
#define C2IR_SEMA_SPECIFIER_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "syntax.h"

struct declaration;
struct sema;
struct type;

struct attributes {
	bool packed, ms_struct, noreturn, weak, is_const, pure, malloc_like, transparent_union, constructor, destructor,
		always_inline, used, gnu_inline, naked, returns_twice, deprecated, refused;
	uint16_t constructor_order, destructor_order; /* as in struct declaration */
	uint32_t aligned;                             /* bytes; 0: none */
	const char *mode;                             /* "QI", "DI", "word", ... without underscores */
	uint64_t vector_size;                         /* bytes */
	const char *alias, *section, *asm_name;
	const char *models, *wraps, *original, *next; /* as in struct declaration */
	const char *cleanup;                          /* name of the function */
	struct location cleanup_location;
};

/* Adds those of the records in RANGE to *A. */
void attribute_add(struct sema *s, struct attributes *a, struct attribute_range range);
/* The same without those whose token lies in [begin, end). */
void attribute_add_outside(struct sema *s, struct attributes *a, struct attribute_range range, uint32_t begin,
			   uint32_t end);
/* Those of and around the declarator node D (0: none): in it, after it, and before it if it is not the FIRST. */
void attribute_add_declarator(struct sema *s, struct attributes *a, node_id d, bool first);
/* Sets what A says of a function or object. */
void attribute_apply(struct sema *s, const struct attributes *a, struct declaration *d);
/* T changed by mode, vector_size and, where asked for, aligned. */
const struct type *attribute_type(struct sema *s, const struct attributes *a, const struct type *t,
				  struct location location);
/* The type T of a declarator under the attributes ALL, of which those OF_SPECIFIERS were applied before. */
const struct type *attribute_declared_type(struct sema *s, const struct attributes *of_specifiers,
					   const struct attributes *all, const struct type *t,
					   struct location location);

/* ---- specifier.c, record.c ---- */

struct specifiers {
	const struct type *type;
	bool is_typedef, is_extern, is_static, is_auto, is_register, is_thread, is_inline, is_noreturn, is_constexpr;
	bool is_auto_type; /* __auto_type, C23's auto: type is the error type until the initialiser gives it */
	unsigned qualifiers;
	bool implicit_int; /* no type was given */
	bool has_name;     /* all but a struct or union without a tag: such a one may be an anonymous member */
	uint32_t alignas;  /* bytes; 0: none */
	struct attributes attributes;
	struct location location;
};

/* SPECIFIERS node. ALONE: nothing declared after it (`struct s;` declares a new tag). */
void specifier_parse(struct sema *s, node_id n, bool alone, struct specifiers *out);
/* The same where __auto_type may not stand. */
void specifier_parse_type(struct sema *s, node_id n, bool alone, struct specifiers *out);
const struct type *record_specifier(struct sema *s, node_id n, bool alone);
const struct type *record_enum_specifier(struct sema *s, node_id n, bool alone);

#endif
