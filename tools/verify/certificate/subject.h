/* The program that a certificate is about: made from the program as it was read by passes that are exact, abstract interpretation not
 * among them, so that it is the same whenever it is made, and no engine's. */
#ifndef PLUMB_SUBJECT_H
#define PLUMB_SUBJECT_H

#include "engine.h"
#include "ghosts.h"

struct subject_loop {
	struct block *head;
	struct location location; /* in C; line 0: it has none */
	const char *function;     /* that it is in */
	/* What the certificate orders objects by, to prove what it says of all of them there (instances.h): a number about `$eachobject`. 0:
	 * by nothing. */
	term measure;
};

struct subject {
	struct program *acyclic; /* prepared: loops are procedures; NULL: it could not be made */
	/* The same as one procedure with loops, its objects first (stretch.h). NULL: it cannot be one. */
	struct program *flat;
	VEC(struct subject_loop) loops; /* of `flat` */
	/* Has `flat` what conditions about all values speak of? */
	bool universal;
	/* Is `flat` one that may do more than the program, in place of calls that recurse (recursion.h)? */
	bool weakened;
	struct ghosts ghosts;
	uint64_t digest;     /* of `acyclic`, without what it says of source texts */
	const char *trouble; /* why one of them is NULL */
};

/* From task->original, within the task's deadline. */
void subject_make(struct subject *subject, struct task *task);
/* The flat program of another acyclic one, which it takes, even if that looks at identities: for what is known of it, no proof. */
void subject_make_flat(struct subject *subject, struct program *acyclic, struct task *task);
/* Does the flat program read elements of something, at indices that are variables? */
bool subject_reads_elements(const struct subject *subject);
/* Makes `flat` and `loops` anew, for conditions about all values; terms of the former ones are gone. With
 * `$holder`, if it is asked for. False: it could not be made. */
bool subject_quantify(struct subject *subject, bool holders, bool exits, struct task *task);
void subject_release(struct subject *subject);

#endif
