/* Labels of the typed syntax tree (ast_unit.h). */
#ifndef C2IR_AST_LABEL_H
#define C2IR_AST_LABEL_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"

struct ast_statement;
struct function;
struct modified;

/* A label of a function: defined exactly once when the function is free of errors. */
struct label {
	const char *name;
	struct location location;
	struct ast_statement *statement; /* the AST_LABEL */
	bool address_taken;              /* &&label: computed gotos may come here */
	bool used;
	uint32_t index;                  /* in function->labels */
	bool local;                      /* declared by __label__ */
	struct function *function;       /* that it is in */
	bool from_nested;                /* a goto of a function nested in that one goes here */
	const struct modified *modified; /* sema/variable.c: whose scope it is in */
};

#endif
