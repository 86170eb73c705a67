/* What a run of verify has found, as all outputs for programs tell it (JSON, SARIF, JUnit). docs/report.schema.json says what each
 * member means: the JSON document has these by the same names.
 *
 * Strings are bytes as the program and the command line have them, NULL: nothing is known, 0 for a line or column likewise. They belong to
 * the arena or the task of whoever made them; the lists are freed by report_release (report_json.h). */
#ifndef PLUMB_REPORT_H
#define PLUMB_REPORT_H

#include <stdint.h>

#include "string_list.h"
#include "verdict.h"

/* `uri` (RFC 3986) has every byte of the name, which JSON cannot have if it is no UTF-8. */
struct report_place {
	const char *file, *uri, *function;
	int64_t line, column;
};
struct report_places VEC_BODY(struct report_place);

/* Of a trace: a statement, and the values that it set, or that its condition had. */
struct report_step {
	struct report_place place;
	const char *text, *values;
	int64_t depth; /* of calls, from 1 */
};
struct report_steps VEC_BODY(struct report_step);

enum obligation_verdict { OBLIGATION_OPEN, OBLIGATION_PROVED, OBLIGATION_VIOLATED, OBLIGATION_BOUNDED };

struct report_obligation {
	enum obligation_verdict verdict;
	const char *check, *message;
	const char *cause;   /* why this one is not decided, where more is known than the run's cause */
	const char *library; /* the function of C's library at which it is violated, called at the place */
	const char *fingerprint;
	int64_t cwe;   /* 0: none */
	int64_t count; /* so many; more than one only without a place: proved before verify had the program */
	struct report_place place;
	struct report_steps trace;
	size_t order; /* where it stands in the program; not told */
};
struct report_obligations VEC_BODY(struct report_obligation);

struct report_assumption {
	const char *text;
	struct report_place place;
};
struct report_assumptions VEC_BODY(struct report_assumption);

/* A part of a run: what was done, and in it what. */
struct report_phase {
	const char *name;
	double seconds;
};
struct report_phases VEC_BODY(struct report_phase);

struct report_cost {
	double cpu_seconds, wall_seconds;
	int64_t memory_bytes; /* of the largest process */
};

/* One verification: of a program, of a driver with one rule, of a file of a compilation database. */
struct report_run {
	struct string_list files;
	const char *rule;
	enum verdict verdict;
	const char *cause;
	enum verdict
		others; /* UNSAFE with --all: of all that is not violated, with `cause`; else the same as `verdict` */
	const char *engine, *solver, *solver_version, *certificate;
	int64_t bound; /* explored completely; -1: none was */
	struct report_places beyond;
	struct report_obligations obligations;
	struct report_assumptions assumptions;
	struct report_phases phases;
	struct report_cost cost;
};
struct report_runs VEC_BODY(struct report_run);

enum { REPORT_FORMAT = 1 };

struct report {
	int64_t format; /* REPORT_FORMAT */
	const char *tool, *version;
	struct string_list command_line;
	const char *directory; /* names of files are relative to it */
	enum verdict verdict;
	int64_t exit_status;
	struct report_cost cost;
	struct report_runs runs;
};

#endif
