/* Bit-vectors of width w as integers from 0 to 2^w - 1, with exact wrap-around: operators as SMT-LIB2 text over Int. Maps are
 * arrays from Int, of Int or Bool.
 *
 * Sums wrap by `ite`, products by `mod`; parts of a bit-vector are `div` and `mod` by powers of 2; signed numbers are shifted
 * by 2^w where they are compared or divided. `and`, `or` and `xor` with a constant are the runs of ones in it; of two unknowns
 * they are written bit by bit, as are shifts by an unknown number. */
#ifndef PLUMB_SMT_INTEGER_H
#define PLUMB_SMT_INTEGER_H

#include "stream.h"
#include "term.h"

/* False: the operator of t would have to be written bit by bit, for too many bits, or is FILL or COPY. */
bool smt_integer_can(const struct bank *bank, term t);

/* Are arguments written more than once? */
bool smt_integer_repeats(enum op op);

void smt_integer_constant(struct output *out, const struct bank *bank, term t);
/* 2^width - 1 */
void smt_integer_last(struct output *out, uint32_t width);

/* How arguments are written: in few words, since one may occur often. */
struct smt_integer_writer {
	const struct bank *bank;
	struct output *out;
	void (*argument)(void *context, term t);
	void *context;
};

void smt_integer_application(const struct smt_integer_writer *w, term t);

#endif
