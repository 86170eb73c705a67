/* Conditions about all values, where an execution is known to keep them: they say something of each value that it reads. For a loop
 * docs/certificates.md, "For all", has the argument, for a contract docs/engines.md, "For all objects". */
#ifndef PLUMB_UNIVERSAL_H
#define PLUMB_UNIVERSAL_H

#include "given.h"
#include "reads.h"

/* At one place: the path to it and the negation of what is known there of the value that `leaf` stands for. */
struct universal {
	term leaf, untrue;
};

/* What there is to read in a program of such objects; no values yet, which are to be freed. */
struct reads universal_reads(struct bank *bank, const struct given *given);
/* What is known of these values: a conjunction. Those of other sorts than a leaf's do not matter, nor do further ones once the bank has
 * so many terms. */
term universal_instances(struct bank *bank, const struct universal *list, size_t count,
			 const struct read_values *values, uint32_t limit);

/* What is true anyway, but helps solvers: of a map that the term reads at a pointer and elsewhere in its object at a constant offset,
 * that these are the same cell if the pointer has that offset. */
term universal_same_cells(struct bank *bank, const struct given *given, term t);

#endif
