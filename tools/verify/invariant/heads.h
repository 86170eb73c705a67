/* What executions show at the heads of loops: numbers, which candidates are made from. */
#ifndef PLUMB_HEADS_H
#define PLUMB_HEADS_H

#include "invariant.h"

/* Of one loop. A row has the in-parameters as they are, the in-parameters as they were before the first round, and the globals;
 * 0 stands for what is no bit-vector of at most 64 bits. */
struct head_rows {
	VEC(const uint64_t *) rows;
	VEC(bool) follows; /* the row before is of the round before */
};

struct heads {
	struct arena *arena;
	struct head_rows *loops; /* in the order of cut->loops */
	size_t count;
	bool far; /* some loops are come to only by long executions */
};

/* Executes the prepared program, of which the cut one is a copy. The rows serve every cut of that program. */
struct heads *heads_observe(const struct cut *cut, struct program *prepared, struct sample_limits limits);
void heads_free(struct heads *heads); /* NULL is fine */

/* relation.c: candidates that the rows suggest. */
void candidates_of_heads(struct cut *cut, const struct heads *heads);
/* Equations with products of up to four numbers, for algebra.h. */
void candidates_of_polynomials(struct cut *cut, const struct heads *heads);

/* Is a number 0 or 1 wherever it was seen, and both somewhere? */
bool heads_show_flag(const struct heads *heads, size_t loop, uint32_t parameter);
/* Does a number of the loop go down, in some round that was seen? */
bool heads_go_down(const struct heads *heads, size_t loop, uint32_t parameter, uint32_t width);

#endif
