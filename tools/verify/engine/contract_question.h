/* What is asked of solvers about contracts: each check of theirs, and the program itself, is executed symbolically once (lib/vc); queries
 * differ in the conditions that are assumed. docs/engines.md, "Recursion". */
#ifndef PLUMB_CONTRACT_QUESTION_H
#define PLUMB_CONTRACT_QUESTION_H

#include "contract.h"
#include "engine.h"
#include "universal.h"

enum { CONTRACT_GOAL = UINT32_MAX, CONTRACT_SOLVERS = 2 };

/* Something that must not be, in one execution. */
struct threat {
	uint32_t condition; /* which is violated; CONTRACT_GOAL: it is an assertion of the program */
	term violated;
	size_t known;     /* so many of what is known of all objects are known there: what comes later is no reason */
	uint32_t settled; /* for whoever asks */
};
struct threats VEC_BODY(struct threat);

struct positions VEC_BODY(uint32_t);

/* A check, or the program. */
struct contract_part {
	struct threats threats;
	VEC(struct universal) all; /* what is known of all objects, in the order of its execution */
	term known;                /* what follows from those that come before all threats; 0: nothing is */
	term each;                 /* the leaf that stands for any object; 0: there are none */
	struct positions relevant; /* conditions that it assumes */
};

struct contract_questions {
	struct task *task;
	struct outcome *outcome; /* its checks and solver seconds are counted */
	struct contracts *contracts;
	struct bank *bank;
	struct contract_part *parts; /* by check; 0: the program */
	size_t part_count;
	TABLE(term, uint32_t) position; /* what says that a condition is assumed -> its position + 1 */
	/* Those of some parts together, as what a solver has learned of others makes it slow: the task's, and the next one of the
	 * table; made when needed. */
	struct solver *(*solvers)[CONTRACT_SOLVERS];
	struct solver *fresh; /* of the last query, if it had one of its own */
	int first;            /* the one that answered last */
	struct solver *answered;
	struct positions needed; /* conditions without which the last query might have a model, after REPLY_UNSAT */
};

/* Executes all parts of contracts that have been cut. False, with the reason, if it cannot be done; to be ended all the same. */
bool contract_questions_begin(struct contract_questions *q, struct task *task, struct outcome *outcome,
			      struct contracts *contracts, const char **trouble);
void contract_questions_end(struct contract_questions *q);

/* Which solvers: both in turn until one answers; the task's alone; one that has learned nothing yet, as one that has may take long over
 * what this one answers at once. */
enum contract_asked { ASK_ALL, ASK_FIRST, ASK_AFRESH };

/* Has `query` a model with the conditions that are used (contract_is_used) assumed in `part`? `counts`: a proof rests on REPLY_UNSAT. */
enum reply contract_ask(struct contract_questions *q, struct contract_part *part, term query, double seconds,
			enum contract_asked whom, bool counts);

/* Does the Bool term hold in the model, after REPLY_SAT? False also if the solver does not say. */
bool contract_holds(const struct contract_questions *q, term t);

bool contract_is_used(const struct contract_condition *c);

#endif
