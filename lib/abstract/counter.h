/* Counters: of loops that go round a few times at most, as a number of few bits that they step through would come back.
 *
 *	while (n && ((size_t)p & 7)) { n--; sum += *p++; }
 *
 * takes at most 7 steps. A variable that the program does not have counts them, by statements that the interpreter alone
 * executes: 0 where the loop is entered, one more behind each step; before each step fewer than there may be, at the loop's head
 * not more. That is true of each execution; what it says of variables that the loop changes with the counter is up to relations.
 * (Counters that bound loops: S. Gulwani, K. Mehra, T. Chilimbi, "SPEED: precise and efficient static estimation of program
 * computational complexity", POPL 2009.) */
#ifndef PLUMB_COUNTER_H
#define PLUMB_COUNTER_H

#include "facts.h"

/* What is executed before a statement of a block, or (POSITION: as many as there are) before its terminator. */
struct counting {
	uint32_t block, position;
	struct statement statement;
	const struct variable *counter;
};

struct counting_list VEC_BODY(struct counting);

/* What domain.counters points to. */
struct counters {
	struct counting_list *procedures; /* by index; in the order of execution in each place */
	uint32_t count;                   /* of procedures */
	VEC(struct variable *) variables; /* locals, which are in no list of their procedures */
	TABLE(const struct variable *, bool) known;
};

/* Of a procedure; the index of its first one as a local, of which the next ones count down. */
enum { MOST_COUNTERS = 8, COUNTER_INDEX = KEY_LOCAL - 4 };

/* Finds them. The program gets leaves for the counters, until they are released. */
void counters_init(struct domain *d, struct arena *arena);
void counters_release(struct domain *d);
/* Those of the procedure. */
const struct counting_list *counters_of(const struct domain *d, const struct procedure *proc);
bool counters_have(const struct domain *d, const struct variable *v);

#endif
