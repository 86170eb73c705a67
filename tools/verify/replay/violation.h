/* Where an execution violated an assertion, in terms of the C program. */
#ifndef PLUMB_VIOLATION_H
#define PLUMB_VIOLATION_H

#include "run.h"

struct violation {
	struct location
		location;     /* in the user's C: of the call, if it is in a library function that comes with c2ir */
	const char *function; /* the C function that the place is in */
	const char *library;  /* that library function, or NULL */
	const char *check, *message;
	const char *reached; /* the C function whose call is the violation, or NULL */
};

/* `run` has ended with RUN_VIOLATED. Strings belong to the program. */
struct violation violation_of(const struct run *run, const struct run_result *result);

/* Are these assertions of the same check at the same source location (file, line and column)? Two without any location
 * (IR that was written by hand) count as the same. */
bool violation_is_same(const struct statement *a, const struct statement *b);

/* The function that a statement with these attributes (NULL: the procedure itself) is of, as C names it, else the procedure's name. */
const char *violation_function(const struct procedure *procedure, const struct attribute *attributes);

/* Is this a place in the library functions that c2ir brings with it? */
bool violation_in_library(struct location location);

#endif
