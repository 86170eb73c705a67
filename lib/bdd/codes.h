/* Words of which only matters in which part of their range they are: a code, the number of the part, stands for the value. Parts
 * are bounded by the constants that the words of a class are compared with, so nothing is lost. */
#ifndef PLUMB_BDD_CODES_H
#define PLUMB_BDD_CODES_H

#include "classes.h"

/* Of a class. Where all comparisons are for equality, value i is part i, and all others are the last part. Else value i is the
 * first one of part i + 1 in unsigned order. */
struct code {
	uint32_t width; /* 0: there is none, the bits count */
	bool ordered;
	VEC(term) values; /* constants, each once; ascending, if there is an order */
	uint64_t parts;
};

struct codes {
	struct bank *bank;
	struct classes classes;
	struct code *of;          /* by class; roots only */
	TABLE(term, term) memo;   /* of codes_rewrite */
	TABLE(term, term) leaves; /* leaf -> what stands for its code */
};

/* `plain`: all words are bits. */
void codes_init(struct codes *codes, const struct system *system, bool plain);
void codes_release(struct codes *codes);

/* The code of a leaf; NULL: it has none. */
const struct code *code_of(struct codes *codes, term leaf);
/* What stands for a leaf's code; the leaf itself if it has none. */
term codes_leaf(struct codes *codes, term leaf);
/* The code is one. */
term codes_is_part(struct codes *codes, term leaf);
/* The term with codes for words. */
term codes_rewrite(struct codes *codes, term t);
/* Likewise, of what `leaf` becomes: it may be a constant. */
term codes_rewrite_value(struct codes *codes, term leaf, term value);

/* When a bit of the leaf's code is 1, said of the leaf. */
term code_bit(struct bank *bank, const struct code *code, uint32_t bit, term leaf);

#endif
