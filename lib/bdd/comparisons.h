/* Comparisons of numbers in what diagrams say of bits. */
#ifndef PLUMB_COMPARISONS_H
#define PLUMB_COMPARISONS_H

#include "term.h"

/* An equal condition. Where it says of two numbers, bit by bit from the lowest one on, which is less, it is that comparison. */
term comparisons_found(struct bank *bank, term condition);

#endif
