/* Map operations that SMT-LIB does not have, taken out of a query: FILL, COPY, and CONST_MAP too, which is outside
 * of the standard's QF_ABV (Z3 4.8.12 refuses it there, cvc5 takes constant values only).
 *
 * Before, where a fill, a copy or a constant map occurs under a read:
 *
 *     (= (select (store (fill M p n #x00) j v) i) #x07)
 *
 * After, when the operation is near the read: the read pushed through it,
 *
 *     (= (ite (= i j) v (ite <i in the run> #x00 (select M i))) #x07)
 *
 * and when many stores lie between: a new map leaf F in its place, and a condition for the cell that is read,
 *
 *     (= (select (store F j v) i) #x07)      with (= (select F i) (ite <i in the run> #x00 (select M i)))
 *
 * Terms see maps through reads alone (op.def has no equality of maps), so conditions for the cells that are
 * read are enough: for every model of the original terms there is one of the lowered terms and their conditions
 * that agrees with it on the original's leaves, and conversely. The conditions hold whatever else is
 * asserted: they only say what F is. */
#ifndef PLUMB_SMT_LOWER_H
#define PLUMB_SMT_LOWER_H

#include "term.h"

struct smt_lower;

/* The bank must outlive the result. */
struct smt_lower *smt_lower_new(struct bank *bank);
void smt_lower_free(struct smt_lower *lower); /* NULL is fine */

/* t without these operations (t itself if it had none); memoised across calls. 0 when the
 * expansion exceeds its limit, which only copies that read one another many times over can do: there is
 * no result then, now or later. */
term smt_lower_term(struct smt_lower *lower, term t);

/* All conditions that the calls so far brought up, oldest first; each of them is lowered. Until the next call. */
const term *smt_lower_conditions(const struct smt_lower *lower, size_t *count);

#endif
