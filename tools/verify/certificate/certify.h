/* SAFE with a certificate, and SAFE by one. */
#ifndef PLUMB_CERTIFY_H
#define PLUMB_CERTIFY_H

#include "certificate.h"
#include "engine.h"
#include "lemmas.h"
#include "stream.h"

/* Who else is shown a certificate that was confirmed. */
struct certificate_taker {
	void *context;
	void (*take)(void *context, const struct certificate *certificate, const struct subject *subject);
};

/* Makes a certificate that task->original is safe, whatever engine said so, and confirms it. `script` gets it as SMT-LIB2, `shown` the
 * invariants for people; either may be NULL. NULL, or why there is none: then nothing that was written counts. Within the task's
 * deadline, or a minute. `taker` may be NULL. `lemmas`: what engines have found on the way; `outcome`: what they said in the end. */
const char *certify(struct task *task, const struct outcome *outcome, const struct lemmas *lemmas,
		    struct output *script, struct output *shown, const struct certificate_taker *taker);

struct certificate_text {
	const char *name, *text; /* its file, and what stands there */
	size_t length;
};
/* Is the program safe by this certificate? VERDICT_SAFE, or VERDICT_UNKNOWN with the reason. Where it is SAFE, `script` and `shown` get
 * what certify() would give them, of this certificate; either may be NULL, and *why says why there is none. False: the text is damaged,
 * and diagnostics say where. */
bool certificate_check(struct task *task, struct outcome *outcome, const struct certificate_text *text,
		       struct output *script, struct output *shown, const char **why);

#endif
