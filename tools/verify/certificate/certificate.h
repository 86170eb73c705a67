/* Certificates: what SAFE rests on, in a form that others can check. docs/certificates.md has the format, and why a certificate that
 * is confirmed proves the program. */
#ifndef PLUMB_CERTIFICATE_H
#define PLUMB_CERTIFICATE_H

#include "obligations.h"
#include "subject.h"

struct certificate {
	enum certificate_method {
		METHOD_INVARIANTS, /* one for each loop of the subject's flat program */
		METHOD_UNROLLING   /* all that an execution can do lies within a bound */
	} method;
	uint32_t bound; /* METHOD_UNROLLING */
	bool minimal;   /* each condition is known to be needed */
	/* By loop of the subject, over the variables of its flat program. */
	struct conditions VEC_BODY(term) * invariants;
	size_t loops;
};

struct certificate certificate_new(const struct subject *subject, enum certificate_method method);
void certificate_release(struct certificate *certificate);

/* --- certificate_query.c: what must have no model --- */

/* Each of the proof's parts, with what it says. */
struct part {
	term violated;
	const char *about; /* in the arena */
};
struct parts VEC_BODY(struct part);

/* From the subject alone, under the certificate's invariants, which are only assumed where they are asserted too. False: *trouble says
 * why there are none. */
bool certificate_parts(struct parts *parts, const struct certificate *certificate, struct subject *subject,
		       struct task *task, struct arena *arena, const char **trouble);

/* --- certificate_write.c --- */

/* As SMT-LIB2, the certificate in comments. False, with nothing written that counts: *trouble says why. */
bool certificate_write(struct output *out, const struct certificate *certificate, struct subject *subject,
		       const struct parts *parts, const struct task *task, const char **trouble);
/* For people: a line for each loop. */
void certificate_show(struct output *out, const struct certificate *certificate, const struct subject *subject);

/* --- certificate_read.c --- */

/* Reads the certificate's own lines, and nothing else of the text. False: DIAG_INPUT says what is damaged, or *refused why the
 * certificate is none of this subject. To be released in any case. */
bool certificate_read(struct certificate *certificate, const struct subject *subject, const char *name,
		      const char *text, size_t length, struct diagnostics *diags, const char **refused);

#endif
