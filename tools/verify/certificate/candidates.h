/* What may hold at the heads of loops, for a certificate. A guess needs no justification (prover.h). */
#ifndef PLUMB_CERTIFICATE_CANDIDATES_H
#define PLUMB_CERTIFICATE_CANDIDATES_H

#include "invariant.h"
#include "lemmas.h"
#include "prover.h"
#include "subject.h"

/* What abstract interpretation knows there. */
void candidates_of_abstraction(struct conjuncts *list, struct subject *subject, struct task *task);
/* What pdr_find_invariants or bdd_find_invariants is. */
typedef bool reachability(struct task *task, struct outcome *outcome, struct program *program,
			  struct stretch_invariants *invariants);
/* What one of them finds of the program in which only the assertions of `open` count. False: nothing; the list is as it was. */
bool candidates_of_reachability(struct conjuncts *list, struct subject *subject, struct task *task,
				struct outcome *outcome, reachability *find, const struct open_assertions *open);

/* What induction guesses of numbers, for loops as procedures (invariant.h); what it says of a loop's first round, or of all elements of a
 * map, is left out. */
void candidates_of_induction(struct conjuncts *list, struct subject *subject, struct task *task, enum level level);

/* What such proofs of the program rest on, or of parts of it, with what is said of all values; the subject is universal. False: nothing
 * was added. */
bool candidates_of_lemmas(struct conjuncts *list, struct subject *subject, struct task *task,
			  const struct lemmas *lemmas);
/* What a proof by induction of the acyclic subject rests on, with what is said of all values; the subject is universal. False: no
 * such proof was found. */
bool candidates_of_proof(struct conjuncts *list, struct subject *subject, struct task *task, struct outcome *outcome);

/* What the flat program's heads have to say beside the conditions from `first` on, which speak of what they are for: those of earlier
 * heads, what happens on every way to a head, and which variables are copies. */
void candidates_of_ways(struct conjuncts *list, struct subject *subject, size_t first);

#endif
