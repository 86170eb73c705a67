/* Inside the domain of numbers: what its files share. */
#ifndef PLUMB_NUMBER_INTERNAL_H
#define PLUMB_NUMBER_INTERNAL_H

#include "number_domain.h"
#include "word.h"

typedef unsigned __int128 wide;

static inline uint64_t number_mask(struct number n)
{
	return word_mask(n.width);
}

/* The least signed number, and the sign bit. */
static inline uint64_t number_sign(struct number n)
{
	return UINT64_C(1) << (n.width - 1);
}

/* The way from first to last. */
static inline uint64_t number_span(struct number n)
{
	return (n.last - n.first) & number_mask(n);
}

/* The way from first to `value`, clockwise. */
static inline uint64_t number_offset(struct number n, uint64_t value)
{
	return (value - n.first) & number_mask(n);
}

/* How far `offset` from first is behind the last step. */
static inline uint64_t number_rest(struct number n, uint64_t offset)
{
	return n.stride > 1 ? offset % n.stride : 0; /* most strides are 1 */
}

/* A congruence modulo a power of two, which has no beginning: the step from last leads to first. */
static inline bool number_is_circle(struct number n)
{
	return n.stride && ((n.last + n.stride) & number_mask(n)) == n.first;
}

static inline bool number_is_single(struct number n)
{
	return !n.none && n.first == n.last;
}

/* How many steps there are, 0 of none; UINT64_MAX where there are more than that. */
static inline uint64_t number_count(struct number n)
{
	uint64_t more = n.stride ? number_span(n) / n.stride : 0;
	return n.none ? 0 : more < UINT64_MAX ? more + 1 : more;
}

/* The bits that may be 1. */
static inline uint64_t number_possible(struct number n)
{
	return ~n.zeros & number_mask(n);
}

static inline int64_t number_signed(uint32_t width, uint64_t value)
{
	return word_signed(value, width);
}

static inline uint32_t trailing_zeros(uint64_t x)
{
	return x ? (uint32_t)__builtin_ctzll(x) : 64;
}

static inline uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		if (b == 1)
			return 1;
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static inline uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t greatest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* The inverse of an odd number modulo 2^64. */
uint64_t odd_inverse(uint64_t odd);

/* first, first + stride ... as far as `span` reaches, no bits known yet and not reduced. Stride 0: first alone. */
struct number number_steps(uint32_t width, uint64_t first, uint64_t span, uint64_t stride);
/* All that is `residue` modulo 2^bits. */
struct number number_congruent(uint32_t width, uint64_t residue, uint32_t bits);
/* Lets interval, stride and bits sharpen one another. What was made by hand must go through here. */
struct number number_reduce(struct number n);
/* The same with bits that are known besides. */
struct number number_with_bits(struct number n, uint64_t zeros, uint64_t ones);

/* Cuts n before `pole`: at most two parts, none of them empty, whose intervals do not step over it, in clockwise order
 * from there. With pole 0 the parts ascend as unsigned numbers, with the sign bit as signed ones. */
uint32_t number_split(struct number n, uint64_t pole, struct number parts[2]);

/* A pair that begins with its second member is turned round, so that it does not step over the pole. For what is read
 * from first to last; equal sets are no longer alike. */
static inline struct number number_ascending(struct number n, uint64_t pole)
{
	uint64_t first = n.first;
	if (!n.none && number_offset(n, pole) && number_offset(n, pole) <= number_span(n) &&
	    number_span(n) == n.stride) {
		n.first = n.last;
		n.last = first;
		n.stride = number_span(n);
	}
	return n;
}

/* The same by sign: at most three parts, each of them not negative or all of it. */
uint32_t number_split_signs(struct number n, struct number parts[3]);

static inline bool number_is_negative(struct number part)
{
	return part.first >= number_sign(part);
}

/* Without `value`, where it is an end; in a circle every member is one. */
struct number number_without(struct number n, uint64_t value);

/* An operator of two arguments on members. */
uint64_t number_apply(enum op op, uint32_t width, uint64_t a, uint64_t b);

/* Operators, of arguments that are not none. */
struct number number_negative(struct number a);
struct number number_sum(struct number a, struct number b);
struct number number_difference(struct number a, struct number b);
struct number number_product(struct number a, struct number b);
struct number number_quotient(enum op op, struct number a, struct number b); /* BVUDIV, BVUREM, BVSDIV, BVSREM */
struct number number_bitwise(enum op op, struct number a, struct number b);  /* BVAND, BVOR, BVXOR */
struct number number_shift(enum op op, struct number a, struct number b);    /* BVSHL, BVLSHR, BVASHR */

/* Backwards: operators of numbers that are not none. An argument may become none. */
void number_refine_product(struct number result, struct number *a, struct number *b);
void number_refine_quotient(enum op op, struct number result, struct number *a, struct number *b);

#endif
