/* One try to make a certificate, or a look at one that is there: what certify.c and the files beside it share. */
#ifndef PLUMB_ATTEMPT_H
#define PLUMB_ATTEMPT_H

#include "candidates.h"
#include "certificate.h"
#include "lemmas.h"
#include "solver_pair.h"

#define NOT_FOUND "no invariants were found that prove the program as it was read"

struct attempt {
	struct task *task;
	struct outcome *outcome;
	struct subject subject;
	struct conjuncts conjuncts;
	struct certificate certificate;
	struct parts parts;
	const struct lemmas *lemmas;
	uint32_t bound;       /* of the next unrolling */
	uint32_t known_bound; /* one that may do, or NO_BOUND */
	const char *trouble;
};

/* The task with a part of the time that is left. */
struct task attempt_within(const struct task *task, double part);

/* An empty certificate in place of the one that is there. */
void attempt_begin(struct attempt *a, enum certificate_method method);

/* The conjuncts that are not dropped become the certificate's. */
void attempt_take_conjuncts(struct attempt *a);

/* Have none of the certificate's parts a model? Parts that solvers take long for become several: also for those that are asked later. */
bool attempt_is_confirmed(struct attempt *a, struct task *task);

/* The same of `a->parts`: UNSAT, or *which is the first one that is not refuted. */
enum reply attempt_refute_parts(struct attempt *a, struct task *task, const char **which);

/* Is the part refuted in one of its stronger forms? That form goes to the list. `known`: what was refuted before; NULL: nothing. */
bool attempt_refute_stronger(struct solver_pair *pair, struct parts *list, const struct part *part,
			     struct table *known);

/* certify_owners.c: invariants of what owns which object, as a whole; a->parts is what was refuted. */
bool attempt_prove_by_owners(struct attempt *a);

#endif
