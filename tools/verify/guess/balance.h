/* Balances: sums of globals that every call leaves as they were, `seen - passed - dropped`. That modulo 2^32 such a sum is what it was
 * before several calls, each of which changes each number, is hard for solvers. So the sum takes the place of one of its globals: then it
 * is a variable that nobody changes.
 *
 * A change of coordinates: `s` stands for s + a g + b h + ..., from beginning to end. States and executions of the program after it are those of the
 * program before, one for one, whatever the factors are: s is what its balance is less the rest. So no relation needs to be
 * true for that, and none is proved here. */
#ifndef PLUMB_BALANCE_H
#define PLUMB_BALANCE_H

#include "observe.h"

enum { BALANCE_MOST = 12 };

struct balance {
	uint32_t width, count;
	uint32_t globals[BALANCE_MOST]; /* positions in the program; the first one is replaced, its factor is 1 */
	uint64_t factors[BALANCE_MOST];
};
struct balances VEC_BODY(struct balance);

/* Those of all returns that were observed, by contract. No global that is replaced is in another balance. */
void balances_find(const struct contracts *contracts, const struct observations *observations, struct balances *list);

/* Replaces the first global everywhere. False: nothing has changed, as one of them is given by `fresh`. */
bool balance_replace(struct program *p, const struct balance *balance);

#endif
