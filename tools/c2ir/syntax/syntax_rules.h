/* tree-sitter-c's node types (0.21.3, 0.23.6) and what each becomes. Types that are not here (preprocessor
 * directives, Microsoft's extensions, attributes, ...) never come out of a skeleton. */
#ifndef C2IR_SYNTAX_RULES_H
#define C2IR_SYNTAX_RULES_H

#include <stddef.h>

#include "syntax_kinds.h"

enum shape {
	SHAPE_NONE,    /* not expected */
	SHAPE_LEAF,    /* one token, whatever is below it */
	SHAPE_NODE,    /* a node with its children */
	SHAPE_THROUGH, /* the children stand for it, in its field */
	SHAPE_FUNCTION,
	SHAPE_DECLARATION,
	SHAPE_FIELD_DECLARATION,
	SHAPE_TAG,
	SHAPE_PARAMETERS,
	SHAPE_PARAMETER,
	SHAPE_TYPE_NAME,
	SHAPE_BLOCK,
	SHAPE_EXPRESSION_STATEMENT,
	SHAPE_LABELED,
	SHAPE_WHILE,
	SHAPE_RETURN,
	SHAPE_PARENTHESES,
	SHAPE_SIZEOF,
	SHAPE_CAST,
	SHAPE_COMPOUND_LITERAL,
	SHAPE_FIELD,
	SHAPE_GENERIC
};

struct syntax_rule {
	const char *type; /* tree-sitter's name */
	enum shape shape;
	enum node_kind kind;
	enum node_field field; /* of children to which the grammar gives none */
};

extern const struct syntax_rule syntax_rules[];
extern const size_t syntax_rule_count; /* below 256 */

/* The grammar's fields and ours. */
struct syntax_field_rule {
	const char *name;
	enum node_field field;
};

extern const struct syntax_field_rule syntax_field_rules[];
extern const size_t syntax_field_rule_count;

#endif
