/* A witness in the text of its program (docs/witnesses.md). */
#ifndef C2IR_WEAVE_H
#define C2IR_WEAVE_H

#include "intern.h"
#include "witness.h"

struct program;
struct target;

/* Called where an invariant of the witness does not hold: an error function of the program that is woven. */
#define WEAVE_REFUTED "__plumb_refuted"
/* The variable that counts the segments that were passed. */
#define WEAVE_PASSED "__plumb_witness"

/* Where the violation is; zero: the witness is none of a violation. */
struct weave_target {
	struct location begin, end; /* both included */
	uint32_t segments;          /* that were passed before it */
};

/* Puts the witness of file `path` into preprocessed C text (memory_free) of the file `name`: state and conditions of a violation,
 * assertions of invariants. False: a place of the witness is none of the program, or an expression none that is supported;
 * diagnostics say which. A text that cannot be parsed stays as it is: who compiles it says why. */
bool weave_witness(const struct witness *witness, const char *path, const char *name, char **text, size_t *length,
		   const struct target *target, struct interner *names, struct weave_target *violation,
		   struct diagnostics *diags);

/* Of the program that was made of such a text: only the violation at the target, of an execution that has passed all segments
 * and violated nothing before, is left. */
void weave_restrict(struct program *program, const struct weave_target *violation);

#endif
