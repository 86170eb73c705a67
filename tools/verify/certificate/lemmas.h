/* What engines prove programs with by induction, for a certificate that is made afterwards: conditions of loops that are procedures, as
 * texts over the variables of the certificate's ghosts (ghosts.h). A guess like any other: nobody believes that they hold. */
#ifndef PLUMB_LEMMAS_H
#define PLUMB_LEMMAS_H

#include "invariant.h"

struct lemma {
	char *procedure, *text;
};
/* Zero at first. */
struct lemmas VEC_BODY(struct lemma);

/* What is left of the candidates of a proof; the cut's program may get more variables. */
void lemmas_take(struct lemmas *lemmas, struct cut *cut);
/* Asserts them where these loops begin, with ATTRIBUTE_CANDIDATE, in a program that may have been prepared in another way: what it has no
 * variables for is left out. False: nothing was. */
bool lemmas_tell(const struct lemmas *lemmas, struct program *p);
void lemmas_release(struct lemmas *lemmas);

/* Asserts the condition where the procedure begins, in the same way. */
void lemma_assert(struct program *p, struct procedure *proc, term condition);

#endif
