/* Objects and functions as parts of the unit. */
#ifndef C2IR_SEMA_ENTITY_H
#define C2IR_SEMA_ENTITY_H

#include "ast_declaration.h"

struct sema;

/* sema.c: the function or object as part of the unit: with its number, in unit->declarations when it has static storage. */
struct declaration *sema_new_declaration(struct sema *s, enum declaration_kind kind, const char *name,
					 const struct type *type, struct location location);
void sema_add_to_unit(struct sema *s, struct declaration *d);

/* declaration.c: declares an entity with linkage (merging with what was declared before), or reports a conflict. */
struct declaration *declaration_linked(struct sema *s, enum declaration_kind kind, const char *name,
				       const struct type *type, enum linkage linkage, struct location location);

#endif
