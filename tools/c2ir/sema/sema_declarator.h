/* Declarators and type names (declarator.c). */
#ifndef C2IR_SEMA_DECLARATOR_H
#define C2IR_SEMA_DECLARATOR_H

#include <stdbool.h>

#include "diag.h"
#include "sema_internal.h"

struct scope;

/* The parameters as a function definition needs them. */
struct prototype {
	struct scope *scope;               /* closed; to be reopened for the body */
	struct declaration_vec parameters; /* to be freed */
	node_id list;
	bool old_style;
	struct expression_vec effects; /* what their types evaluate, at the head of the body; to be freed */
	struct declaration_vec hidden; /* the sizes in those types; to be freed */
};

struct declarator {
	const char *name;         /* NULL: abstract */
	struct location location; /* of the name, else of the declarator */
	const struct type *type;
	bool at_least;               /* TYPE is an array with `static` (6.7.6.3p7) */
	struct prototype *prototype; /* wanted by the caller (a definition), or NULL */
	bool has_prototype;          /* it was filled in */
};

/* Applies the declarator node N (0: none) to TYPE. d->prototype is set by the caller. */
void declarator_apply(struct sema *s, node_id n, const struct type *type, struct declarator *d);
/* The type that a TYPE_NAME node names. */
const struct type *declarator_type_name(struct sema *s, node_id n);
void declarator_release(struct prototype *p);
/* Adjusts a parameter's type: array and function to pointer (6.7.6.3p7-8). */
const struct type *declarator_adjust(struct sema *s, const struct type *t);

#endif
