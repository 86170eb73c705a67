/* Certificates: what SAFE rests on, in a form that others can check. docs/certificates.md has the format, and why a certificate that
 * is confirmed proves the program. */
#ifndef PLUMB_CERTIFICATE_H
#define PLUMB_CERTIFICATE_H

#include "contract.h"
#include "disjunction.h"
#include "obligations.h"
#include "subject.h"

struct certificate {
	enum certificate_method {
		METHOD_INVARIANTS, /* one for each loop of the subject's flat program */
		METHOD_CONTRACTS,  /* one for each recursive procedure of the subject's acyclic program */
		METHOD_UNROLLING   /* all that an execution can do lies within a bound */
	} method;
	uint32_t bound;   /* METHOD_UNROLLING */
	const char *name; /* of its file; "": it is being made */
	bool minimal;     /* each condition is known to be needed */
	/* By loop of the subject, over the variables of its flat program. */
	struct conditions VEC_BODY(term) * invariants;
	size_t loops;
	/* METHOD_CONTRACTS: may they speak of all objects? Conditions as texts, and what they were read as. */
	bool universal;
	VEC(struct contract_line) lines;
	struct contracted *contracted; /* certificate_contract.c; NULL: they were not read */
};

/* A condition of a contract. */
struct contract_line {
	size_t contract; /* number, as contracts_begin makes them */
	bool ensured;
	char *text;
	uint32_t line;  /* of the certificate, 1 if it is being made */
	term condition; /* once it was read */
};

struct certificate certificate_new(const struct subject *subject, enum certificate_method method);
void certificate_release(struct certificate *certificate);

/* --- certificate_query.c: what must have no model --- */

/* Each of the proof's parts, with what it says. */
struct part {
	term violated;
	const char *about; /* in the arena */
	/* Of a part that is one obligation, with `stronger`: as those there; the loop and its condition that is asserted, STRETCH_NONE: none. */
	term stronger[2];
	size_t loop, condition;
};
struct parts VEC_BODY(struct part);

/* Adds queries which together say that none of the disjuncts has a model, and empties that list: one for each, as solvers may take
 * minutes for all together and a moment for each by itself; less where the terms are large, which stand in each of them again. */
void parts_add(struct parts *parts, struct bank *bank, struct disjuncts *list, const char *about, struct arena *arena);

/* From the subject alone, under the certificate's invariants, which are only assumed where they are asserted too. False: *trouble says
 * why there are none. */
bool certificate_parts(struct parts *parts, struct certificate *certificate, struct subject *subject, struct task *task,
		       struct arena *arena, const char **trouble);

/* --- certificate_contract.c --- */

/* The acyclic program with the checks of its contracts; those may be added to that are not cut yet. */
struct contracted {
	struct program *program;
	struct contracts contracts;
};

/* `universal`: of contracts that may speak of all objects. */
struct contracted *contracted_new(const struct subject *subject, bool universal);
void contracted_free(struct contracted *contracted);
/* certificate_parts() of METHOD_CONTRACTS, which makes c->contracted; `name` is the certificate's, for diagnostics. */
bool contract_parts(struct parts *parts, struct certificate *c, struct subject *subject, struct task *task,
		    struct arena *arena, const char **trouble);
/* Lines from a proof. */
struct horn_proof;
void certificate_take_contracts(struct certificate *c, const struct horn_proof *proof);
/* Drops lines of a certificate with which contract_parts() was a success and all parts were refuted. True: each one that is left is
 * needed. */
bool certificate_minimise_contracts(struct certificate *c, struct subject *subject, struct task *task,
				    struct outcome *outcome);

/* --- certificate_write.c --- */

/* As SMT-LIB2, the certificate in comments. False, with nothing written that counts: *trouble says why. */
bool certificate_write(struct output *out, const struct certificate *certificate, struct subject *subject,
		       const struct parts *parts, const struct task *task, const char **trouble);
/* For people: a line for each loop. */
void certificate_show(struct output *out, const struct certificate *certificate, const struct subject *subject);

/* --- certificate_read.c --- */

/* Reads the certificate's own lines, and nothing else of the text; the subject becomes universal if they are about all values. False: DIAG_INPUT says what is damaged, or *refused why the
 * certificate is none of this subject. To be released in any case. */
bool certificate_read(struct certificate *certificate, struct subject *subject, const char *name, const char *text,
		      size_t length, struct task *task, const char **refused);

#endif
