/* The context that the parts of the semantic analysis pass on, and what all of them use: reports, locations, names. What a part
 * offers the others stands in sema_PART.h. Functions carry the name of their file.
 *
 * After an error that was reported the analysis goes on with TYPE_ERROR, of which nobody complains again. */
#ifndef C2IR_SEMA_INTERNAL_H
#define C2IR_SEMA_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "hash.h"
#include "scope.h"
#include "vec.h"

typedef uint32_t node_id; /* of the syntax tree: syntax.h */
struct arena;
struct ast_statement;
struct body;
struct declaration;
struct expression;
struct interner;
struct prototype;
struct syntax;
struct type;
struct types;
struct unit;

struct declaration_vec VEC_BODY(struct declaration *);
struct statement_vec VEC_BODY(struct ast_statement *);
struct expression_vec VEC_BODY(struct expression *);

struct sema {
	struct syntax *syntax;
	struct interner *names;
	struct diagnostics *diags;
	struct unit *unit;
	struct arena *arena;
	struct types *types; /* unit->types */
	struct scopes scopes;
	TABLE(const char *, struct declaration *) linked; /* with linkage, visible or not (6.2.2p4) */
	struct declaration_vec declarations;              /* becomes unit->declarations */
	struct statement_vec assembly;
	struct body *body;           /* NULL at file scope */
	struct declaration *subject; /* gets what is not supported; NULL: the whole unit is rejected */
	unsigned in_prototype;       /* inside parameter lists */
	struct prototype *prototype; /* directly inside that of a definition */
	unsigned unevaluated;        /* inside sizeof, typeof, ...: nothing counts as used */
	unsigned depth;              /* of nested constructs */
	unsigned errors;
	uint32_t ids, strings;
	bool stopped;                     /* too many errors: leave quickly */
	struct expression_vec pending;    /* variable.c: to be evaluated where a type is reached, in order */
	struct declaration_vec mentioned; /* in operands of which it is not yet known whether they are evaluated */
	/* typeof of an error and the like */
	const struct type *error_type;
	const struct type *int_type, *unsigned_type, *char_type, *void_type, *bool_type, *void_pointer, *size_type;
};

void sema_error(struct sema *s, struct location location, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void sema_warning(struct sema *s, struct location location, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void sema_note(struct sema *s, struct location location, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A legal construct that is not supported: goes to the subject. */
void sema_unsupported(struct sema *s, struct location location, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Around everything that nests: false, after an error, when nested too deep. sema_leave() only after true. */
bool sema_enter(struct sema *s, struct location location);
void sema_leave(struct sema *s);
struct location sema_location(const struct sema *s, node_id n);
struct source_range sema_range(const struct sema *s, node_id n);
const char *sema_intern(struct sema *s, const char *text);
/* A type's text that lives as long as the unit, in quotes are up to the caller. */
const char *sema_type(struct sema *s, const struct type *t);
/* COUNT elements of SIZE bytes copied into the arena (NULL for none). */
void *sema_array(struct sema *s, const void *from, size_t count, size_t size);

#endif
