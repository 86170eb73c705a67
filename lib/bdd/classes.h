/* Bit-vector terms of a system that meet: one is an alternative of the other, compared or calculated with it. What meets is one
 * class; constants are in none. */
#ifndef PLUMB_BDD_CLASSES_H
#define PLUMB_BDD_CLASSES_H

#include "system.h"

struct class
{
	uint32_t parent; /* of a forest; a root is its own */
	uint32_t width;
	bool opaque; /* its terms are only compared with constants, not calculated with, nor with one another: root only */
	bool ordered;        /* some comparison is about order: root only */
	VEC(term) constants; /* that its terms are compared with, in no order: root only */
};

struct classes {
	const struct bank *bank;
	VEC(struct class) list;
	TABLE(term, uint32_t) number; /* + 1 */
	TABLE(term, bool) seen;
	VEC(term) leaves; /* of bit-vectors, in the order in which they were met */
};

void classes_init(struct classes *classes, const struct system *system);
void classes_release(struct classes *classes);
/* The root of a term that is not constant. */
uint32_t class_of(struct classes *classes, term t);

#endif
