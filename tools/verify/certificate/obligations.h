/* What has to be shown of a program that is cut at the heads of its loops: what no stretch may violate, as queries over one bank. */
#ifndef PLUMB_OBLIGATIONS_H
#define PLUMB_OBLIGATIONS_H

#include "engine.h"
#include "stretch.h"
#include "subject.h"

struct obligation {
	size_t stretch;                    /* 0: from the beginning; i: from the cut of invariant i - 1 */
	size_t loop;                       /* the number of the invariant that is asserted; STRETCH_NONE: none is: */
	const struct statement *assertion; /* the program's, else NULL */
	size_t condition;                  /* of the invariant, values first */
	term violated;                     /* must have no model */
	bool smaller;                      /* is it about an object of which the same is known of those before it? */
	term stronger[2]; /* if one of these has none, it has none: parts of it, and what they read; 0: none */
	term goal;        /* the negation of what is asserted, without the path there */
};

struct obligations VEC_BODY(struct obligation);

/* Executes all stretches of the flat program, with an invariant for each of its loops, about all values if the subject is universal; the program stays what it was, and its bank gets the terms. What cannot be violated
 * whatever the leaves are is left out. `stronger`: with these queries, if the subject keeps
 * holders. False: it could not be done; *trouble says why. */
bool obligations_find(struct obligations *list, struct task *task, const struct subject *subject,
		      const struct stretch_invariant *invariants, bool stronger, const char **trouble);

#endif
