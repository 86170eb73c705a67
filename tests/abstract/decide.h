/* What abstract interpretation says of a program's assertions. */
#ifndef DECIDE_H
#define DECIDE_H

#include <stddef.h>

#include "tap.h"

enum { DECIDE_MOST = 20 };

/* Of the assertions of the program TEXT (fewer than DECIDE_MOST), in order: '+': it holds, '?': that is not decided, '-': it is
 * never reached. */
void decide(const char *name, const char *text, char marks[DECIDE_MOST]);

/* A program, and what its marks should be. */
struct decided {
	const char *what, *text, *wanted;
};

/* A test of each. Here, as tap.h counts tests by file. */
static inline void decide_all(const struct decided *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char marks[DECIDE_MOST];
		decide(cases[i].what, cases[i].text, marks);
		is_str(marks, cases[i].wanted, "%s", cases[i].what);
	}
}

#endif
