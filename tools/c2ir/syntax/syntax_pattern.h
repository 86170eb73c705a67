/* Patterns: what tree-sitter makes of an item of the skeleton, as the steps of a walk over its tree.
 *
 * All that a skeleton says is its words, of which there are few, so that most items of a program look like one that was
 * there before: `f(a, b);` and `g(1, p);` are `0 ( 0 , 0 ) ;`. What looks alike has the same tree. So each pattern is parsed
 * once, with nothing between the braces that hold items of their own. */
#ifndef C2IR_SYNTAX_PATTERN_H
#define C2IR_SYNTAX_PATTERN_H

#include "diag.h"
#include "skeleton.h"

enum step_kind {
	STEP_OPEN,  /* a node begins */
	STEP_CLOSE, /* the innermost open one ends */
	STEP_TOKEN /* the next token of the skeleton. Behind a `{` before items they follow, each with its own pattern */
};

struct pattern_step {
	uint8_t kind;  /* enum step_kind */
	uint8_t rule;  /* OPEN: index into syntax_rules */
	uint8_t field; /* OPEN, TOKEN: enum node_field */
};

struct pattern {
	const struct pattern_step *steps;
	uint32_t count;
};

struct patterns;

/* NULL after a diagnostic: the grammar does not fit the library. */
struct patterns *patterns_new(struct diagnostics *diags);
void patterns_free(struct patterns *patterns);

/* The pattern of the item of `kind` that begins at `token`; belongs to PATTERNS. NULL: the grammar has none; *wrong: the
 * token of the item before which no parse goes on. */
const struct pattern *pattern_of_item(struct patterns *patterns, const struct skeleton *skeleton, uint32_t token,
				      enum item_kind kind, uint32_t *wrong);

#endif
