/* What engines prove programs with, for a certificate that is made afterwards, as texts: by induction conditions of loops that are
 * procedures, over the variables of the certificate's ghosts (ghosts.h); or conditions of contracts. A guess like any other: nobody
 * believes that they hold. */
#ifndef PLUMB_LEMMAS_H
#define PLUMB_LEMMAS_H

#include "contract.h"
#include "invariant.h"

struct lemma {
	char *procedure, *text;
	enum lemma_kind { LEMMA_LOOP, LEMMA_REQUIRED, LEMMA_ENSURED } kind;
};
/* Zero at first. */
struct lemmas VEC_BODY(struct lemma);

/* What is left of the candidates of a proof; the cut's program may get more variables. */
void lemmas_take(struct lemmas *lemmas, struct cut *cut);
/* The same of contracts that prove a program, which gets more variables. */
void lemmas_take_contracts(struct lemmas *lemmas, struct contracts *contracts);
/* Is there one of a loop (of a contract)? */
bool lemmas_have(const struct lemmas *lemmas, bool contracts);
/* Asserts them where these loops begin, with ATTRIBUTE_CANDIDATE, in a program that may have been prepared in another way: what it has no
 * variables for is left out. False: nothing was. */
bool lemmas_tell(const struct lemmas *lemmas, struct program *p);
/* Adds them to the contracts of such a program. */
void lemmas_tell_contracts(const struct lemmas *lemmas, struct contracts *contracts);
void lemmas_release(struct lemmas *lemmas);

/* Asserts the condition where the procedure begins, in the same way. */
void lemma_assert(struct program *p, struct procedure *proc, term condition);

#endif
