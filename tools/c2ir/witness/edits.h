/* Texts that go between the tokens of a preprocessed unit. */
#ifndef C2IR_WITNESS_EDITS_H
#define C2IR_WITNESS_EDITS_H

#include "stream.h"
#include "syntax.h"
#include "vec.h"

/* Before one token, in this order: what ends inner things first, then what begins outer things first. */
enum edit_rank {
	EDIT_ENDS_CALL,
	EDIT_ENDS_CONDITION,
	EDIT_ENDS_BODY,
	EDIT_STATEMENT,
	EDIT_BODY,
	EDIT_CONDITION,
	EDIT_CALL
};

struct edit {
	uint32_t token; /* before this one */
	enum edit_rank rank;
	uint32_t width; /* of what it is about, in tokens: wider ones begin before, and end after others */
	const char *text;
	const char *own;      /* what is said to be where the token is; NULL: nothing */
	struct location said; /* in the witness: where the text is said to be */
};
struct edits VEC_BODY(struct edit);

/* The unit's text (`base`) with the edits, which are sorted; after each, line and column are again those of the unit. */
void edits_apply(struct edits *edits, const struct syntax *syntax, const char *base, size_t length, struct output *out);

#endif
