/* Inside the sampler: values that are worth trying, drawn from a seed. */
#ifndef PLUMB_PATTERN_H
#define PLUMB_PATTERN_H

#include "eval.h"
#include "hash.h"
#include "ir.h"
#include "vec.h"

/* The constants of a program. Start from { 0 }. */
struct pattern_constants {
	VEC(uint64_t) values;    /* of at most 64 bits, in conditions, which are what executions part at */
	VEC(uint8_t) characters; /* of 8 bits, anywhere: the program's texts too */
	struct table known;
};

void pattern_collect(struct pattern_constants *constants, const struct program *program);
void pattern_release(struct pattern_constants *constants);

/* What kind of inputs an execution gets. After the last single one: mixed, from a seed. */
enum pattern { PATTERN_ZERO, PATTERN_ONE, PATTERN_ONES, PATTERN_LARGEST, PATTERN_SMALLEST, PATTERN_MIXED };

/* Pseudo-random number n of a seed. */
uint64_t pattern_draw(uint64_t seed, uint64_t n);
/* What mixed values are: small, or a constant of the program, or next to one, or anything. */
uint64_t pattern_word(const struct pattern_constants *constants, uint64_t random);
/* A value of that pattern; `random` decides where it is mixed. The caller releases it. */
struct value pattern_value(enum pattern pattern, const struct pattern_constants *constants, uint32_t width,
			   uint64_t random);

#endif
