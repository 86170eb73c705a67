/* Random Plumb IR programs, as text; nothing of the project's libraries is used.
 *
 * Programs are well formed and have procedures with parameters and results, recursion (bounded by a parameter),
 * loops (mostly bounded), irreducible flow, maps, Booleans and bit-vectors of many widths, havoc, fresh,
 * nondeterministic goto, assumptions, assertions, output and exits. Every statement has a place of its own,
 * {at "r.c" N 1}; every choice has an {id}. */
#ifndef TESTS_GENERATE_H
#define TESTS_GENERATE_H

#include <stdint.h>

/* Sizes; 0: the default in parentheses. */
struct generate_options {
	unsigned procedures; /* at most (4) */
	unsigned blocks;     /* per procedure, at most (8) */
	unsigned statements; /* per block, at most (5) */
	unsigned depth;      /* of expressions, at most (3) */
};

/* NUL-terminated text, which the caller frees with free(). The same seed and options give the same text. */
char *generate_program(uint64_t seed, const struct generate_options *options);

#endif
