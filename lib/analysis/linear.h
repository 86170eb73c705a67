/* Sums of multiples of terms over the integers, with a rest that lies in a range: 3 * a - b + [0, 7]. */
#ifndef PLUMB_LINEAR_H
#define PLUMB_LINEAR_H

#include "ir.h"

typedef __int128 whole;

/* Numbers from low to high, both included; at SPAN_LIMIT and beyond there is no limit. */
struct span {
	whole low, high;
};

#define SPAN_LIMIT ((whole)1 << 94) /* times 2^LINEAR_BY_BITS it is a number of 128 bits */

enum { LINEAR_MOST = 6, LINEAR_BY_BITS = 32 };

struct linear {
	uint32_t count;
	struct multiple {
		term atom;
		int64_t by;   /* not 0, of at most LINEAR_BY_BITS */
	} parts[LINEAR_MOST]; /* ascending by atom */
	struct span rest;
};

static inline struct span span_all(void)
{
	return (struct span){ -SPAN_LIMIT, SPAN_LIMIT };
}

static inline struct span span_of(whole value)
{
	return (struct span){ value, value };
}

static inline bool span_is_none(struct span s)
{
	return s.low > s.high;
}

static inline bool span_is_within(struct span s, whole low, whole high)
{
	return s.low >= low && s.high <= high;
}

struct span span_meet(struct span a, struct span b);
struct span span_join(struct span a, struct span b);
struct span span_add(struct span a, struct span b);
struct span span_scale(struct span a, int64_t by);
/* The numbers x for which by * x is in A. */
struct span span_divide(struct span a, int64_t by);

/* F += BY * the atom, or BY * G. False: the sum is too large to be written; f is anything then. */
bool linear_add_atom(struct linear *f, term atom, int64_t by);
bool linear_add(struct linear *f, const struct linear *g, int64_t by);
/* Are they the same but for the rest? */
bool linear_equal(const struct linear *f, const struct linear *g);
/* By what the atom is multiplied; 0: it is not there. */
int64_t linear_by(const struct linear *f, term atom);

#endif
