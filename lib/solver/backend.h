/* Inside lib/solver: what a backend is, and what all of them share.
 *
 * solver.c lowers the terms (no FILL, COPY and CONST_MAP: smt_lower.h), drops what is constant, keeps the statistics and evaluates
 * terms in models; a backend translates, checks, and gives the values of leaves and of cells of map leaves. */
#ifndef PLUMB_BACKEND_H
#define PLUMB_BACKEND_H

#include <stdatomic.h>

#include "hash.h"
#include "smt_lower.h"
#include "solver.h"
#include "vec.h"

struct solver_backend {
	/* Sets solver->state; false and DIAG_SYSTEM when that is impossible. NULL: this build does not have it. */
	bool (*start)(struct solver *solver, struct diagnostics *diags);
	/* Checks solver->facts (those from solver->sent on are new; the backend moves `sent`) with
	 * solver->assumed. A reply that is no verdict comes with solver_explain. */
	enum reply (*check)(struct solver *solver, double deadline);
	/* After UNSAT: sets failed[i] for the i-th of solver->assumed. */
	void (*core)(struct solver *solver, bool *failed);
	/* After SAT: the value of a Bool or bit-vector leaf, or of a cell of a map leaf, that occurs in the facts or assumed.
	 * False and solver_explain when the backend fails. */
	bool (*leaf)(struct solver *solver, term leaf, struct value *out);
	bool (*cell)(struct solver *solver, term map, const uint64_t *index, struct value *out);
	/* Async-signal-safe; what must be done beside setting solver->interrupted. May be NULL. */
	void (*interrupt)(struct solver *solver);
	void (*stop)(struct solver *solver);
	/* The version of the library; NULL: it has none. */
	void (*version)(char *buffer, size_t size);
};

struct model;
struct direct;
struct second;
struct rival;
struct recorder;

struct solver {
	const struct solver_backend *backend;
	enum solver_kind kind;
	void *state; /* the backend's own */
	struct bank *bank;
	struct solver_options options; /* with a copy of the command */
	struct smt_lower *lower;
	size_t conditions;     /* of `lower` that are in facts already */
	VEC(term) facts;       /* asserted, lowered */
	size_t sent;           /* the backend has so many of them */
	bool contradiction;    /* false was asserted */
	VEC(term) assumptions; /* of the last check, as given */
	VEC(term) assumed;     /* lowered, without constants */
	VEC(uint32_t) origin;  /* assumed[i] comes from assumptions[origin[i]] */
	VEC(term) core;
	struct table leaves; /* VARIABLE -> 1 if facts or assumed have had it: the backend knows it */
	struct table walked; /* terms whose leaves are in `leaves` */
	enum reply reply;    /* of the last check; REPLY_ERROR before */
	bool many_values;    /* a question was not for direct.c */
	bool has_maps;       /* one of `leaves` is a map */
	bool broken;         /* every later check is an error */
	bool core_known, timed_out, out_of_memory;
	bool confirmed; /* the last UNSAT, by the second: each has a core, and neither alone is believed */
	atomic_bool interrupted;
	struct model *model;       /* after SAT */
	struct direct *direct;     /* has looked at the check, too, or answered it; NULL: it has not */
	struct second *second;     /* confirms UNSAT; NULL: nobody does */
	struct rival *rival;       /* works on the check too, or has answered it; NULL: there is none */
	struct recorder *recorder; /* of what is asked; NULL: there is none */
	struct solver_statistics statistics;
	char reason[512];
};

#define SOLVER(kind, name, about) extern const struct solver_backend solver_##name;
#include "solvers.def"
#undef SOLVER
extern const struct solver_backend solver_process; /* SOLVER_COMMAND */

/* Records why there is no verdict. Replaces what was there. */
void solver_explain(struct solver *solver, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Is it time to give up? Explains why (deadline, interrupt) and sets timed_out. */
bool solver_expired(struct solver *solver, double deadline);

/* Widths of the indices and of the cells of a map (Bool: 1). */
uint32_t solver_index_width(const struct bank *bank, term map);
uint32_t solver_cell_width(const struct bank *bank, term map);
/* The value of binary digits, most significant first; leading zeros may be missing. */
struct value solver_binary_value(uint32_t width, const char *digits);

/* --- confirm.c: the second solver of options.cross_check --- */

/* Sets solver->second; false and DIAG_SYSTEM when there is none. */
bool second_start(struct solver *solver, struct diagnostics *diags);
void second_stop(struct second *second); /* NULL is fine */
void second_assert(struct second *second, term t);
void second_interrupt(struct second *second); /* async-signal-safe */
/* After the first's UNSAT: REPLY_UNSAT, or REPLY_UNKNOWN with solver_explain. */
enum reply second_confirm(struct solver *solver, double deadline);
/* After it has confirmed: is the assumption in its core? */
bool second_needs(const struct second *second, term assumption);

/* --- rival.c: the second solver of options.rivalry --- */

/* Is there one to be asked? A backend then limits its first effort, and begins the rival behind it. */
bool rival_is_wanted(const struct solver *solver);
/* It starts on the question of the current check. Nothing happens if there is none, it works already, or the system
 * has no process for it. */
void rival_begin(struct solver *solver, double deadline);
void rival_end(struct solver *solver); /* nothing happens if there is none */
/* A descriptor that becomes readable when it has something to say; -1: there is no rival at work. */
int rival_line(const struct solver *solver);
/* What it says: SAT, UNSAT, or else UNKNOWN, and it has ended. */
enum reply rival_hear(struct solver *solver);
/* After the backend's check came to `reply`: the reply of both. One that has a verdict ends the other; if the backend
 * has none, the rival is waited for. */
enum reply rival_settle(struct solver *solver, enum reply reply, double deadline);
/* Is the last verdict the rival's? Then core and values are asked of it: */
bool rival_won(const struct solver *solver);
bool rival_needs(const struct solver *solver, size_t i); /* after UNSAT: is the i-th of solver->assumed in the core? */
/* After SAT: as backend->leaf, and as backend->cell with an index. */
bool rival_value(struct solver *solver, term leaf, const uint64_t *index, struct value *out);

/* --- direct.c: questions whose numbers have few values each --- */

/* Is the question of the current check one for it, by its leaves? Looks no more at a solver that has had one that is not. */
bool direct_suits(struct solver *solver);
/* SAT, UNSAT (the core is everything), or UNKNOWN: it is not, or takes more conflicts. What one call has learned helps the next. */
enum reply direct_try(struct solver *solver, uint32_t conflicts, double deadline);
void direct_end(struct solver *solver);       /* nothing happens if it has not been tried */
bool direct_won(const struct solver *solver); /* is the last verdict its own? */
/* After SAT, of a leaf that is no map: the term that it equals, or else (0) its value. */
term direct_definition(struct solver *solver, term leaf);
struct value direct_value(struct solver *solver, term leaf);

/* --- record.c: the dialogue as a script, with options.record --- */

void recorder_start(struct solver *solver);    /* sets solver->recorder */
void recorder_stop(struct recorder *recorder); /* NULL is fine */
/* A check that a backend was asked has come to solver->reply. */
void recorder_note(struct solver *solver);

/* --- model.c: values of terms in the backend's model, memoised; iterative --- */
struct model *solver_model_new(struct solver *solver);
void solver_model_free(struct model *model); /* NULL is fine */
bool model_value(struct model *model, term t, struct value *out);
/* A cell of a map leaf. */
bool model_cell(struct model *model, term map, const uint64_t *index, struct value *out);

#endif
