/* Executions of a program with inputs from a few patterns: engine_concrete looks for violations among them, candidates
 * for invariants are tried on the states that they go through.
 *
 * Execution number n always gets the same inputs. Steps, inputs and memory are limited by counts, not by time, so that the
 * result is the same on every machine; the deadline only ends what takes too long altogether. */
#ifndef PLUMB_SAMPLER_H
#define PLUMB_SAMPLER_H

#include "inputs.h"
#include "ir.h"
#include "pattern.h"
#include "run.h"
#include "tape.h"

enum { SAMPLE_SHORT = 1 << 14 }; /* steps that most programs show something in */

struct sample_limits {
	double deadline;    /* of clock_now(), or SOLVER_NO_DEADLINE */
	uint32_t memory_mb; /* that this process may use; 0: no limit was set */
};

/* What is told of an execution, as by the hooks in run.h; each may be NULL. Without a watcher, or if it says so, rounds of
 * loops are skipped (run_options.leap). */
struct sample_watcher {
	void *context;
	void (*call)(void *context, const struct run *run, const struct procedure *callee,
		     const struct statement *site);
	bool (*step)(void *context, const struct run *run, const struct procedure *procedure, const struct block *block,
		     const struct statement *statement);
	void (*branch)(void *context, const struct run *run, const struct procedure *procedure,
		       const struct block *block, uint32_t target);
	bool leaps;
};

struct sampler;

/* The program must not change while the sampler lives. */
struct sampler *sampler_new(struct program *program, struct sample_limits limits);
void sampler_free(struct sampler *sampler);

/* Of executions by number those before SAMPLE_EVEN are told single values, and then mixed ones; those behind it mostly 0. There is no
 * largest number, but whoever has tried SAMPLE_ALL has tried each kind. */
enum { SAMPLE_EVEN = 64, SAMPLE_ALL = SAMPLE_EVEN + 18 };

/* Execution number `number`, of at most that many steps. A watcher may be NULL. The result is the run's, as run_execute
 * says; RUN_REPLAY and RUN_STOPPED mean that it was given up. */
const struct run_result *sampler_execute(struct sampler *sampler, uint32_t number, uint64_t max_steps,
					 const struct sample_watcher *watcher);

/* Short executions from number 0 on, as long as others would differ. */
void sampler_execute_some(struct sampler *sampler, uint32_t count, const struct sample_watcher *watcher);
/* A few long ones, for what is behind loops of many rounds; they are given up if they do not come to more. `missing` says how much was
 * not come to. True: they came to something. */
bool sampler_execute_far(struct sampler *sampler, const struct sample_watcher *watcher,
			 uint32_t (*missing)(const void *context));

/* An execution that is told what the tape has, from its beginning; behind that what the source gives, which is then on
 * the tape too. */
const struct run_result *sampler_follow(struct sampler *sampler, struct tape *tape, const struct tape_source *source,
					uint64_t max_steps, const struct sample_watcher *watcher);

/* The evaluator, in the state in which the last execution ended; and the program's constants. */
const struct run *sampler_run(const struct sampler *sampler);
const struct pattern_constants *sampler_constants(const struct sampler *sampler);

/* Has the last execution asked for anything that the program leaves open? If not, other numbers repeat it. */
bool sampler_asked(const struct sampler *sampler);

/* Are executions that go on asking for inputs not given up, unless one statement behind the same calls does? At first they are. */
void sampler_be_patient(struct sampler *sampler, bool patient);
/* Did many calls ask in the last execution, which was a patient one? */
bool sampler_asked_widely(const struct sampler *sampler);

/* Is an execution that has asked for nothing the only one of the program, but for the identities of objects? Not where
 * values are unknown that the sampler is not asked for. */
bool sampler_is_complete(const struct sampler *sampler);

/* The inputs of the last execution, with the cells that it has read of unknown maps. The caller frees them (inputs_free);
 * NULL when they were taken before. */
struct inputs *sampler_take_inputs(struct sampler *sampler);

bool sampler_out_of_time(const struct sampler *sampler);

#endif
