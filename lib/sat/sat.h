/* Satisfiability of clauses under assumptions, incrementally, by CaDiCaL.
 *
 * Literals are 2 * variable + sign; variable 0 is the constant true: literal 0 is true, literal 1 is false. */
#ifndef PLUMB_SAT_H
#define PLUMB_SAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t literal;

enum { LITERAL_TRUE = 0, LITERAL_FALSE = 1 };
#define LITERAL_NONE UINT32_MAX

static inline literal literal_not(literal l)
{
	return l ^ 1;
}

/* SAT_SMALL: for many small queries, without the preparations that pay for hard ones only. */
enum sat_use { SAT_SMALL, SAT_HARD };

struct sat;
struct sat *sat_new(enum sat_use use);
void sat_free(struct sat *sat); /* NULL is fine */

literal sat_variable(struct sat *sat);                                   /* a new one, positive */
void sat_clause(struct sat *sat, const literal *literals, size_t count); /* holds from now on */

enum sat_reply { SAT_YES, SAT_NO, SAT_STOPPED };
/* Is there an assignment that satisfies all clauses and the assumptions? `stop` is asked now and then. */
enum sat_reply sat_solve(struct sat *sat, const literal *assumptions, size_t count, bool (*stop)(void *context),
			 void *context);
/* The next query stops after so many conflicts; what it has learned stays. */
void sat_limit(struct sat *sat, uint32_t conflicts);
/* After SAT_YES, until the next clause or query: is the literal true in the assignment? */
bool sat_value(const struct sat *sat, literal l);
/* After SAT_NO: is this assumption one of those that cannot hold together? */
bool sat_failed(const struct sat *sat, literal assumption);

#endif
