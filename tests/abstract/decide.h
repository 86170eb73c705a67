/* What abstract interpretation says of a program's assertions. */
#ifndef DECIDE_H
#define DECIDE_H

#include <stddef.h>

enum { DECIDE_MOST = 20 };

/* Of the assertions of the program TEXT (fewer than DECIDE_MOST), in order: '+': it holds, '?': that is not decided, '-': it is
 * never reached. */
void decide(const char *name, const char *text, char marks[DECIDE_MOST]);

/* A program, and what its marks should be. */
struct decided {
	const char *what, *text, *wanted;
};

/* A test of each. */
void decide_all(const struct decided *cases, size_t count);

#endif
