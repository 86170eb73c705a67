/* Inside follow: an execution, and what is said of its states. */
#ifndef FOLLOWER_H
#define FOLLOWER_H

#include "follow.h"
#include "interpret.h"
#include "place.h"
#include "run.h"

struct follower {
	struct program *program;
	struct interpretation *interpretation;
	struct domain *domain;
	const struct run *run;
	uint64_t random; /* what is unknown in this execution */
	struct follow_result *result;
	/* by OBJECT_LAST: the identities that its `fresh` gave */
	struct identities VEC_BODY(uint64_t) * created;
	uint32_t object_count;
	VEC(uint64_t) all;    /* in the order in which they were given */
	VEC(size_t) at_entry; /* by frame: how many of them there were */
	/* Conditions, by statement, or by block of its branch: NUMBER_MAY_FAIL, NUMBER_MAY_HOLD. */
	TABLE(const void *, unsigned) may;
	/* of the state at hand */
	const struct procedure *procedure;
	const struct block *block;
	const struct facts *facts; /* at its beginning */
};

/* The fact does not hold of the state at hand. */
void follow_blame(struct follower *f, const char *name, const uint64_t *words, uint32_t width, uint32_t object,
		  uint64_t offset);

/* follow_age.c: checks the fact, if it is one of age.h; else false. */
bool follow_age(struct follower *f, fact_key key, const struct known *k);
/* follow_owner.c: checks what f->facts say of owners. */
void follow_owners(struct follower *f);

#endif
