/* The invariants of a certificate as those of a witness. */
#ifndef PLUMB_SUBJECT_INVARIANTS_H
#define PLUMB_SUBJECT_INVARIANTS_H

#include "certificate.h"
#include "source_texts.h"
#include "witness.h"

/* An invariant for each loop of the certificate that is one loop of the program, with those of its conditions that can be said
 * in C. `original`: the program as it was read. */
void subject_invariants_add(struct witness *witness, const struct certificate *certificate,
			    const struct subject *subject, const struct program *original, struct source_texts *texts);

#endif
