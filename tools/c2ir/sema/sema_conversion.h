/* Conversions of values (conversion.c). */
#ifndef C2IR_SEMA_CONVERSION_H
#define C2IR_SEMA_CONVERSION_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"

typedef uint32_t node_id; /* of the syntax tree: syntax.h */
struct expression;
struct sema;
struct type;

struct expression *conversion_value(struct sema *s, struct expression *e); /* load, decay */
/* The same, but a bit-field has its own width and sign, whatever its type is. */
struct expression *conversion_exact_value(struct sema *s, struct expression *e);
/* The value E as TYPE, whatever conversion that needs (both scalars, or void, or compatible records). */
struct expression *conversion_to(struct sema *s, struct expression *e, const struct type *type);
struct expression *conversion_cast(struct sema *s, struct expression *e, const struct type *type, node_id n);
/* As if by assignment (6.5.16.1): checks the constraints. WHAT: "assignment", "argument 2 of 'f'", ... */
struct expression *conversion_assign(struct sema *s, struct expression *e, const struct type *type,
				     struct location location, const char *what);
struct expression *conversion_promote(struct sema *s, struct expression *e);
/* Default argument promotions (6.5.2.2p6). */
struct expression *conversion_default_argument(struct sema *s, struct expression *e);
bool conversion_is_null(struct sema *s, const struct expression *e); /* a null pointer constant (6.3.2.3p3) */
/* Type of the value that lvalue E holds, see CONVERSION_LOAD. */
const struct type *conversion_load_type(struct sema *s, const struct expression *e);

#endif
