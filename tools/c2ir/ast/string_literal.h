/* A string literal of the typed syntax tree (ast_expression.h), its parts joined. */
#ifndef C2IR_STRING_LITERAL_H
#define C2IR_STRING_LITERAL_H

#include <stdint.h>

#include "diag.h"

struct type;

struct string_literal {
	const unsigned char *bytes; /* all, in the target's byte order, with the terminating zero unit */
	uint64_t size;              /* bytes, of which the terminating zero unit is the last */
	unsigned unit;              /* bytes of a character: 1, 2 or 4 */
	const struct type *element; /* of its array */
	uint32_t index;             /* in the order of appearance, unique in the unit */
	struct location location;
};

#endif
