/* What a worker has for --witness, once it has a verdict. */
#ifndef PLUMB_WITNESSED_H
#define PLUMB_WITNESSED_H

#include "certify.h"
#include "engine.h"
#include "options.h"
#include "source_texts.h"
#include "witness.h"

/* Zero at first. */
struct witnessed {
	struct witness *witness; /* NULL: there is none */
	const char *why;         /* why not; NULL: nobody asked, or there is one */
	struct source_texts *texts;
	const struct program *original;
};

/* Of the violation that `outcome` has. */
void witnessed_violation(struct witnessed *w, const struct options *options, struct program *program,
			 const struct outcome *outcome);
/* Of a proof. The taker gives it the invariants of a certificate, if one can be made. */
void witnessed_proof(struct witnessed *w, const struct options *options, const struct program *program);
struct certificate_taker witnessed_taker(struct witnessed *w);
/* Behind a report (extras.h). */
void witnessed_add(const struct witnessed *w, struct output *message);
void witnessed_release(struct witnessed *w);

#endif
