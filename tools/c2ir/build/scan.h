/* Walks over the expressions of a function. */
#ifndef C2IR_SCAN_H
#define C2IR_SCAN_H

#include <stdbool.h>

struct asm_statement;
struct ast_statement;
struct declaration;
struct expression;
struct function;

/* `visit` is called for each expression of a function, outer ones first, until it returns true. */
struct scan {
	bool (*visit)(void *context, const struct expression *e);
	void *context;
	bool (*assembly)(void *context, const struct asm_statement *a);  /* likewise; NULL: not called */
	void (*statement)(void *context, const struct ast_statement *s); /* called for each; NULL: not called */
	bool (*skips)(void *context,
		      const struct ast_statement *s); /* true: not what is inside of it; NULL: not called */
};

bool scan_expression(const struct expression *e, const struct scan *scan);
bool scan_function(const struct function *f, const struct scan *scan);
bool scan_is_assigned(const struct function *f, const struct declaration *d); /* or its address is taken */
/* The same, but for `if (!d) d = ...;`: may D change where it is not null at the beginning? */
bool scan_is_replaced(const struct function *f, const struct declaration *d);

#endif
