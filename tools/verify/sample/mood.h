/* What the unknowns of an execution are like. One that is told anything at all seldom gets far: inputs are read as text,
 * in which few characters mean something, and those again and again. */
#ifndef PLUMB_MOOD_H
#define PLUMB_MOOD_H

#include "pattern.h"

struct mood {
	const struct pattern_constants *constants;
	uint8_t alphabet[8];
	uint32_t letters; /* of the alphabet; 0: any characters */
	bool steady;      /* a statement is mostly told the same again */
	uint64_t even;    /* statements are told 0, but for one of so many answers; 0: they are not */
	uint64_t seed;
};

/* Draws one. */
struct mood mood_draw(const struct pattern_constants *constants, uint64_t random);
/* A value of so many bits that an execution in this mood may be told; a cell of memory may be a character. */
uint64_t mood_value(const struct mood *mood, uint32_t width, bool is_cell, uint64_t random);
/* A number that the program compares with, as text; it has at most MOOD_DIGITS characters. */
enum { MOOD_DIGITS = 24 };
uint32_t mood_number(const struct mood *mood, uint64_t random, char *text);
/* A number of so many bits as text, signed or not. */
uint32_t mood_decimal(uint64_t value, uint32_t width, bool is_signed, char *text);

#endif
