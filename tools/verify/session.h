/* One verification in a worker (work.h): what its parts share. */
#ifndef PLUMB_SESSION_H
#define PLUMB_SESSION_H

#include "board.h"
#include "causes.h"
#include "certified.h"
#include "engine.h"
#include "input.h"
#include "message.h"
#include "options.h"
#include "verdict_report.h"
#include "witnessed.h"

struct session {
	const struct options *options;
	double deadline;
	struct input input;
	struct program *prepared, *interpreted; /* of a task */
	bool input_numbered;                    /* as ir-opt leaves a program, c2ir does not */
	struct diagnostics *diags;
	struct board *board;
	struct profile *profile; /* a lane of it */
	int report;              /* where messages go */
	const char *phase;       /* what is being done */
	uint64_t rank;           /* of the last message */
	struct outcome explored; /* the highest bound, and what goes beyond it; no BOUNDED if `unreplayed` */
	struct preparation preparation;
	struct output *replay;      /* for --replay, of the first violation; NULL: there is none yet */
	struct certified certified; /* for --certificate, --invariants */
	struct witnessed witnessed; /* for --witness */
	struct source_texts sources;
	double told, telling;   /* clock_now() after the last draft, and how long it took */
	const char *told_phase; /* its phase */
	/* the portfolio: all pairs of an engine and a solver */
	VEC(const struct engine *) engines;
	VEC(enum solver_kind) solvers;
	struct table proved;
	struct cross_check cross_check;
	struct solver_record record;
	struct diagnostics unrecorded; /* of --record: the verdict is none the worse */
	struct rivalry rivalry;
	struct causes causes;
};

/* --- session_report.c: messages to the process that watches --- */

/* Says what went wrong; gives the exit status. */
int session_end_with_diagnostics(struct session *s);
/* STATUS, unless what was asked of the solver (--record) could not be written. */
int session_end_of_records(struct session *s, int status);
/* The report as one message; of a draft, LATE is what it is if the time is up, or NULL. Gives the exit status. */
int session_send_report(struct session *s, struct message *m, const struct task *task, const struct outcome *outcome,
			const struct outcome *late);
/* Sends a report that is SAFE: that is not lost when the time is up while a certificate is made. */
void session_know_safe(struct session *s, const struct task *task, const struct outcome *outcome);
/* Is one asked for, and the verdict SAFE, also with --strict? */
bool session_wants_certificate(const struct session *s, const struct task *task, const struct outcome *outcome);

/* --- session_known.c: what is known before the end --- */

/* Sends what would be the report if the search ended here for a reason that is not known yet, if it says more than the last one. `context` is
 * a session: of struct listener. */
void session_know(void *context, const struct task *task, const struct outcome *outcome);
/* The same before the search, of what is being done: there is no outcome yet, and at first no program. */
void session_know_phase(struct session *s, const char *phase);

/* --- session_engine.c: one engine with one solver --- */

/* What an engine gets, with an arena of its own (task_release). */
struct task session_task(struct session *s, enum solver_kind solver);
/* Runs pair INDEX of an engine and a solver, and sends its report; gives the exit status. Releases the session. */
int session_run_engine(struct session *s, size_t index, int report);

#endif
