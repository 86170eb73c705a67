/* The abstract domain of numbers: sets of bit-vectors of one width w, 1 <= w <= 64, bit-precise.
 *
 * A set is what three descriptions have in common (a reduced product):
 *
 *   interval   first, first + 1 ... last modulo 2^w, read clockwise: [250, 3] of 8 bits is -6 ... 3. Ranges of signed
 *              and of unsigned numbers are both such intervals (Navas, Schachte, Sondergaard, Stuckey, "Signedness-
 *              agnostic program analysis: precise integer bounds for low-level code", APLAS 2012; with Gange,
 *              "Interval analysis and machine arithmetic: why signedness ignorance is bliss", TOPLAS 2015).
 *   stride     the members are first + k * stride, without a jump from last to first (Granger, "Static analysis of
 *              arithmetical congruences", 1989; Mine, "Tutorial on static inference of numeric invariants by abstract
 *              interpretation", 2017)
 *   bits       those that are 0 in all members, those that are 1 in all (tristate numbers: Vishwanathan et al., "Sound,
 *              precise, and fast abstract interpretation with tristate numbers", CGO 2022)
 *
 * The three sharpen one another when a number is made (number_reduce.c). Numbers are values: 48 bytes, nothing is
 * allocated, nobody owns anything. Every function takes constant time but for loops over the bits of a word, and is
 * sound: the result holds each concrete result of members of its arguments. Arguments of one call have the same width
 * where nothing else is said. Where an argument is none, so is the result. Operators mean what lib/term/op.def says. */
#ifndef PLUMB_NUMBER_DOMAIN_H
#define PLUMB_NUMBER_DOMAIN_H

#include "term.h"

/* Read freely; made by the functions below alone. What holds of a number that is not none:
 *   - first and last fit in `width` bits, and (last - first) mod 2^width is a multiple of stride
 *   - stride is 0 if first = last (a constant, with all bits known), else at least 1
 *   - zeros and ones have no bit in common and none above `width`
 * All numbers of a width: first 0, last 2^width - 1, stride 1. None: the other members are 0. */
struct number {
	uint64_t first, last, stride;
	uint64_t zeros, ones;
	uint32_t width;
	bool none;
};

/* --- making --- */
struct number number_none(uint32_t width);
struct number number_all(uint32_t width);
struct number number_constant(uint32_t width, uint64_t value); /* value modulo 2^width */
/* first, first + 1 ... last, both included, modulo 2^width: number_between(8, -1, 3) has five members. */
struct number number_between(uint32_t width, uint64_t first, uint64_t last);
/* The members of the interval that are first + k * stride. stride >= 1. */
struct number number_progression(uint32_t width, uint64_t first, uint64_t last, uint64_t stride);
/* All whose bits in `zeros` are 0 and whose bits in `ones` are 1. */
struct number number_bits(uint32_t width, uint64_t zeros, uint64_t ones);

/* --- asking --- */
bool number_is_none(struct number n);
bool number_is_all(struct number n);
bool number_is_constant(struct number n, uint64_t *value);      /* value may be NULL; set if so */
bool number_holds(struct number n, uint64_t value);             /* exact, of the set as it is represented */
bool number_includes(struct number outer, struct number inner); /* true only if outer is a superset */
bool number_equal(struct number a, struct number b);            /* the same description, so the same set */
/* The least and the greatest member as unsigned, as signed numbers. n is not none. */
void number_unsigned_range(struct number n, uint64_t *low, uint64_t *high);
void number_signed_range(struct number n, int64_t *low, int64_t *high);

/* --- lattice --- */
struct number number_join(struct number a, struct number b); /* includes both */
struct number number_meet(struct number a, struct number b); /* includes what they have in common */
/* Includes old and next. Every chain n1 = widen(n0, x0), n2 = widen(n1, x1) ... stands still after few steps. The first
 * step away from none or from a constant is the join. After that an end that moves goes on to the next of the `count`
 * thresholds (ascending, unsigned; those above 2^width - 1 are passed over, so that one array does for all widths), or to
 * the signed or unsigned limit if that is nearer; the interval that meets itself is all. Who wants i <= 9 to be found for
 * `i <= 8; i++` gives 9 as well as 8. */
struct number number_widen(struct number old, struct number next, const uint64_t *thresholds, size_t count);

/* --- operators --- */
struct number number_unary(enum op op, struct number a);                   /* BVNOT, BVNEG */
struct number number_binary(enum op op, struct number a, struct number b); /* BVAND ... BVASHR of op.def */
struct number number_concat(struct number high, struct number low);        /* widths: at most 64 together */
struct number number_extract(uint32_t high, uint32_t low, struct number a);
struct number number_zero_extend(uint32_t width, struct number a); /* to `width` bits, at least a's */
struct number number_sign_extend(uint32_t width, struct number a);

/* --- comparisons: EQ, BVULT, BVULE, BVSLT, BVSLE --- */
enum { NUMBER_MAY_FAIL = 1, NUMBER_MAY_HOLD = 2 };
/* Which truth values `a op b` may have: a sum of the two above; 0 if a or b is none. */
unsigned number_compare(enum op op, struct number a, struct number b);
/* Narrows a and b to members with which `a op b` may be `holds`. If there are none, both become none. */
void number_refine(enum op op, bool holds, struct number *a, struct number *b);

/* --- operators backwards: narrow the arguments to members with which the result may be one of `result` ---
 * If there are none, at least one argument becomes none. What cannot be used well is ignored. */
void number_refine_unary(enum op op, struct number result, struct number *a);
void number_refine_binary(enum op op, struct number result, struct number *a, struct number *b);
void number_refine_concat(struct number result, struct number *high, struct number *low);
void number_refine_extract(uint32_t high, uint32_t low, struct number result, struct number *a);
void number_refine_zero_extend(struct number result, struct number *a); /* result: of the greater width */
void number_refine_sign_extend(struct number result, struct number *a);

#endif
