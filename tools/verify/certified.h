/* What a worker has for --certificate and --invariants, once it has found that the program is safe. */
#ifndef PLUMB_CERTIFIED_H
#define PLUMB_CERTIFIED_H

#include "certify.h"
#include "engine.h"
#include "lemmas.h"
#include "options.h"
#include "stream.h"

/* Zero at first. */
struct certified {
	struct lemmas lemmas;
	struct output *script, *shown; /* NULL: there is none */
	const char *why;               /* why not; NULL: there is one, or nobody asked */
};

/* `outcome` says SAFE. `taker` may be NULL. */
void certified_make(struct certified *c, const struct options *options, struct task *task,
		    const struct outcome *outcome, const struct certificate_taker *taker);
/* The same of a certificate that is to be checked: *outcome says whether it proves the program. */
void certified_check(struct certified *c, const struct options *options, struct task *task, struct outcome *outcome,
		     const char *text, size_t length);
/* The invariants, at the end of a report. */
void certified_show(const struct certified *c, struct output *report);
/* The certificate, or why there is none, behind a report (extras.h). */
void certified_add(const struct certified *c, struct output *message);
/* Nothing is there any more. */
void certified_release(struct certified *c);

#endif
