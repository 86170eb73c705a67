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
/* What is known where an execution would violate something that is asked for: instances for all objects that it reads, and for `each`.
 * And, of a map that is read at a pointer and elsewhere in its object at a constant offset, there or in `also`, that these are the same cell if
 * the pointer has that offset: that is true anyway, but helps solvers. */
struct universal_objects {
	struct bank *bank;
	const struct given *given;
	uint64_t first_fresh;
	term each;      /* a leaf: the object that conditions are asked for */
	uint32_t limit; /* of terms, as above */
};
term universal_known(const struct universal_objects *of, const struct universal *list, size_t count, term violated,
		     term also);
/* The same for the objects that several violations read, without the cells. */
struct terms VEC_BODY(term);
term universal_known_of_all(const struct universal_objects *of, const struct universal *list, size_t count,
			    const struct terms *violated);

#endif
