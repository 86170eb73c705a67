/* Witnesses of verdicts, as SV-COMP exchanges them: how an execution violates a property, or which invariants prove it. Two
 * formats: 2.0 (YAML) and 1.0 (GraphML). docs/witnesses.md says what of them is written and read. */
#ifndef PLUMB_WITNESS_H
#define PLUMB_WITNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "diag.h"
#include "stream.h"
#include "string_list.h"
#include "vec.h"

enum waypoint_kind {
	WAYPOINT_ASSUMPTION, /* `value` is an expression that holds before the statement at the place */
	WAYPOINT_BRANCHING,  /* `value`: true or false */
	WAYPOINT_ENTER,      /* the call whose `)` is at the place */
	WAYPOINT_RETURN,     /* the same, `value` about \result, or NULL */
	WAYPOINT_TARGET,     /* the violation */
	WAYPOINT_KINDS
};
/* As format 2.0 calls them. */
extern const char *const waypoint_names[WAYPOINT_KINDS];

struct witness_place {
	const char *file; /* as the witness has it */
	uint32_t line;
	uint32_t column;      /* in characters from 1; 0: any of the line */
	const char *function; /* NULL: not said */
};

struct waypoint {
	enum waypoint_kind kind;
	bool avoid;
	uint32_t segment; /* from 0 */
	struct witness_place place;
	const char *value;    /* NULL: none */
	const char *callee;   /* of WAYPOINT_RETURN in format 1.0, where no column says which call: the function */
	bool beside;          /* others like it begin in its line: format 1.0, which has no columns, cannot say which */
	struct location said; /* where the witness says it */
};

struct witness_invariant {
	bool loop; /* at a loop: holds whenever its condition is evaluated; else before the statement */
	struct witness_place place;
	const char *value; /* an expression */
	struct location said;
};

struct witness {
	bool violation;                   /* else correctness */
	struct string_list files, hashes; /* SHA-256 in hexadecimal; no hash: "" */
	struct string_list specification; /* lines CHECK(...) */
	const char *data_model;           /* ILP32 or LP64 */
	VEC(struct waypoint) waypoints;   /* by segment; in each those to avoid, then one to follow */
	VEC(struct witness_invariant) invariants;
	struct arena *arena; /* has all strings */
};

struct witness *witness_new(bool violation);
void witness_free(struct witness *witness);

/* The SHA-256 of a file in hexadecimal, in the arena. NULL: it cannot be read, diagnostics say so. */
const char *witness_hash(const char *path, struct arena *arena, struct diagnostics *diags);

/* Is it a witness of format 1.0 by its name (.graphml), or of 2.0 (.yml, .yaml)? Neither: another name. */
bool witness_is_graphml(const char *path);
bool witness_is_yaml(const char *path);

/* With a new identifier and the time. */
void witness_write_yaml(struct output *out, const struct witness *witness);
void witness_write_graphml(struct output *out, const struct witness *witness);

/* Reads a file of either format. NULL: DIAG_INPUT with the place that is damaged, DIAG_UNSUPPORTED for another version of the
 * format, or DIAG_SYSTEM. */
struct witness *witness_read(const char *path, struct diagnostics *diags);

/* Is the witness about these files: as many, each with the hash of one of them? False: DIAG_INPUT. */
bool witness_is_about(const struct witness *witness, const char *path, const struct string_list *files,
		      struct diagnostics *diags);

#endif
