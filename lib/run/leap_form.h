/* Inside the interpreter: what a word is as a function of k, the number of rounds of a loop from now on. */
#ifndef PLUMB_LEAP_FORM_H
#define PLUMB_LEAP_FORM_H

#include <stdbool.h>
#include <stdint.h>

enum { FORM_DEGREE = 3, FORM_COEFFICIENTS };

/* at[0] + at[1] k + at[2] C(k, 2) + at[3] C(k, 3), modulo 2^width; of any function of such a form the sum over the rounds
 * before k, and its value one round later, are easy to write (Newton's basis). `base`: plus what the word with that number
 * holds at the beginning of the round; 0: plus nothing. Forms of constants have width 64. */
struct form {
	bool known; /* false: it may be anything */
	uint32_t width;
	uint64_t at[FORM_COEFFICIENTS];
	uint64_t base;
};

struct form form_unknown(void);
struct form form_constant(uint64_t value);
struct form form_of_base(uint64_t base);
bool form_is_constant(const struct form *f);

/* a + sign * b with both of that width; unknown where both have a base. */
struct form form_add(const struct form *a, const struct form *b, uint64_t sign, uint32_t width);
struct form form_scale(const struct form *a, uint64_t factor, uint32_t width);
struct form form_truncate(const struct form *a, uint32_t width);
/* The sum of a(0) ... a(k - 1), and START. Unknown where the degree is too large. */
struct form form_sum(const struct form *a, uint64_t start, uint32_t width);
/* a(k + 1); a(k - 1). */
struct form form_next(const struct form *a);
struct form form_before(const struct form *a);
uint64_t form_value(const struct form *a, uint64_t k);
bool form_equal(const struct form *a, const struct form *b);

/* The same as integers, not modulo anything. */
struct line {
	__int128 at[3];
};

/* Coefficients are taken as signed numbers, at[0] as `is_signed` says. False: of a degree that is too large. */
bool form_line(const struct form *a, uint32_t width, bool is_signed, struct line *line);
/* The number of rounds k = 0, 1, ... less than MOST in which the line lies within [low, high]. */
uint64_t line_within(const struct line *line, __int128 low, __int128 high, uint64_t most);
/* The number of rounds less than MOST in which `a < b` (`a <= b` where `equal`) is that outcome. */
uint64_t line_compare(const struct line *a, const struct line *b, bool equal, bool outcome, uint64_t most);
/* The number of rounds less than MOST in which `a = b` is that outcome. */
uint64_t line_same(const struct line *a, const struct line *b, bool outcome, uint64_t most);

#endif
