/* Places of a witness in the syntax tree. */
#ifndef C2IR_WITNESS_PLACE_H
#define C2IR_WITNESS_PLACE_H

#include "syntax.h"
#include "witness.h"

struct places {
	const struct syntax *syntax;
	const char *source; /* the file before preprocessing; NULL: it cannot be read */
	uint32_t tokens;
};

/* Sentences for people; NULL: fine. Ranges are of tokens, `end` behind the last. */
struct place_range {
	uint32_t begin, end;
	const char *fault;
};

/* A statement or declaration that begins there, among statements or as the body of one; *declares: it is a declaration. */
struct place_range place_statement(const struct places *p, const struct witness_place *place, bool *declares);
/* The condition of an if, while, for or do that begins there; empty: a for without one. With `loop`: of a loop only, and of a do its body,
 * *body then. */
struct place_range place_condition(const struct places *p, const struct witness_place *place, bool loop, bool *body);
/* The call of a function by its name that ends there; without a column: the only call of `callee` in the line. */
struct place_range place_call(const struct places *p, const struct witness_place *place, const char *callee);
/* All that begins there; without a column, all of the line. */
struct place_range place_target(const struct places *p, const struct witness_place *place);

#endif
