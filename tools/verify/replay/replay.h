/* Executing a program with recorded inputs while watching it. */
#ifndef PLUMB_REPLAY_H
#define PLUMB_REPLAY_H

#include "inputs.h"
#include "run.h"

/* What the watcher is notified of (run.h says when); each may be NULL. */
struct replay {
	void *context;
	bool (*step)(void *context, const struct run *run, const struct procedure *procedure, const struct block *block,
		     const struct statement *statement);
	void (*branch)(void *context, const struct run *run, const struct procedure *procedure,
		       const struct block *block, uint32_t target);
	void (*call)(void *context, const struct run *run, const struct procedure *callee,
		     const struct statement *call_site);
	void (*finish)(void *context, const struct run *run, const struct procedure *callee,
		       const struct statement *call_site);
	void (*leap)(void *context, const struct run *run, const struct procedure *procedure, const struct block *block,
		     uint64_t rounds);
	/* A variable of this procedure (NULL: a global) has this value from the inputs at its start. */
	void (*initial)(void *context, const struct procedure *procedure, const struct variable *variable,
			const struct value *value);
	uint64_t max_steps; /* 0: none */
};

/* Every input is taken from `inputs`, from its beginning; what it does not hold is 0. The result is the run's. */
const struct run_result *replay_execute(struct run *run, struct inputs *inputs, const struct replay *replay);

#endif
