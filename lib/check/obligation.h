/* What a program was asked to prove, kept with it: passes drop assertions that they prove, reports name them all. */
#ifndef PLUMB_OBLIGATION_H
#define PLUMB_OBLIGATION_H

#include "ir.h"

struct obligation {
	const char *check; /* the assertions' {check}; without one: "assert" */
	uint64_t places;   /* number of assertions; of a program with {threads}: of those at different places in C */
};
struct obligations VEC_BODY(struct obligation);

/* Does the assertion count? Of threads all copies of one count once: MET has those that did. */
struct table;
bool obligation_is_new(const struct program *p, const struct statement *s, struct table *met);

/* Records the assertions that there are now as program attributes {obligation "check" places}, unless some are
 * recorded already. To be called by whoever makes a program, before any pass. */
void program_record_obligations(struct program *p);

/* What is recorded; if nothing is, the assertions that there are. Strings belong to the program; the caller frees
 * the vector. */
struct obligations program_obligations(const struct program *p);

/* Nobody asks for that check: its assertions are gone, and what is recorded of it goes. */
void program_forget_obligations(struct program *p, const char *check);

/* A pass has made one assertion, of the check BY, of all that there are: what is recorded, if anything is, loses them and has that one. To be
 * called before. */
void program_merge_obligations(struct program *p, const char *by);

/* Records, as program attribute {proved 1}, that an assertion was proved and dropped: of those that are left nobody can
 * tell any more whether the program reaches any. */
void program_record_proved(struct program *p);
bool program_has_proved(const struct program *p);

/* Records, as program attribute {relied "by" "check"}, that a tool takes for granted that the assertions of a check hold (NULL: all that there
 * are): c2ir as it made the program, ir-opt as its passes changed it. Whoever leaves some of them out then has to assume them. */
void program_record_relied(struct program *p, const char *by, const char *check);
/* Who relies on a check's assertions; NULL: nobody. */
const char *program_relied_by(const struct program *p, const char *check);

#endif
