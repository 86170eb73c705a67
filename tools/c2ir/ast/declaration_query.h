/* Questions about declarations, for those who pass them on and do not look inside (ast_declaration.h). */
#ifndef C2IR_DECLARATION_QUERY_H
#define C2IR_DECLARATION_QUERY_H

#include <stdbool.h>

#include "diag.h"

struct declaration;
struct initializer;
struct type;

const char *declaration_name(const struct declaration *d);       /* NULL: it has none */
const char *declaration_shown_name(const struct declaration *d); /* in traces: of a model, what it is a model of */
const struct type *declaration_type(const struct declaration *d);
struct location declaration_location(const struct declaration *d);
/* What the object begins with; NULL: nothing is said. */
const struct initializer *declaration_initializer(const struct declaration *d);

bool declaration_is_automatic(const struct declaration *d); /* an object of automatic storage duration */
bool declaration_is_static(const struct declaration *d);    /* of static storage duration (not thread) */
bool declaration_is_register(const struct declaration *d);
bool declaration_is_defined(const struct declaration *d);
bool declaration_is_weak(const struct declaration *d);
bool declaration_address_taken(const struct declaration *d);

/* Copies what is not supported in D to DIAGS; false when there is nothing. */
bool ast_report_unsupported(const struct declaration *d, struct diagnostics *diags);

/* Is it the function that a hosted program begins with (C11 5.1.2.2.1)? */
bool declaration_is_main(const struct declaration *d);

#endif
