/* Inside lib/interpret: the state of an abstract interpretation. */
#ifndef PLUMB_INTERPRETATION_H
#define PLUMB_INTERPRETATION_H

#include "callgraph.h"
#include "cfg.h"
#include "interpret.h"
#include "sweep.h"

/* Returns are kept apart by their first result: an error and what is valid with it do not go together with success. */
enum { RETURN_ANY, RETURN_NEGATIVE, RETURN_ZERO, RETURN_OTHER, RETURNS };

struct exits {
	bool reached[RETURNS];
	const struct facts *facts[RETURNS]; /* globals and out-parameters */
};

/* What one call may change: an object of a map, or (object 0: then there is no other change of it) a variable as a whole. */
struct change {
	uint32_t variable, object;
	bool is_first;        /* of its variable */
	struct effect effect; /* what cells may become */
	unsigned growths;     /* of it */
};

/* What is known of a procedure in one context: of its calls with pointers to the same objects. */
struct summary {
	struct procedure *procedure;
	struct summary *next; /* of the same procedure, in another context */
	uint64_t context;     /* the objects (context.c) */
	struct cfg *cfg;      /* NULL: never reached */
	struct thresholds thresholds;
	bool is_reached, is_dirty; /* dirty: to be visited (again) */
	bool is_visited; /* `at` and `reached` are what the last visit left, from which the next one goes on */
	const struct summary *visitor; /* a caller that need not be visited again for what it leaves now; or NULL */
	unsigned entries, exits;
	const struct facts *entry;       /* of all calls; in-parameters and globals */
	const struct facts *called_with; /* while it is narrowed: likewise, of the calls that were seen; if is_called */
	bool is_called;
	struct exits exit;
	/* by in-parameter: a local that is a copy of it all the time, or itself if it is not assigned; NULL: neither */
	const struct variable **copies;
	VEC(struct change) changes;
	struct table
		changed; /* key -> its number in `changes`, from 1; of a variable as a whole before that of an object */
	TABLE(uint32_t, bool) changed_variables;
	size_t change_count; /* how often one was added, or grew */
	/* objects that it or what it calls creates, as OBJECT_LAST, and their bits */
	TABLE(uint32_t, bool) creates;
	uint64_t created;
	/* by block, by edge: of the last visit */
	const struct facts **at, **over,
		**seen; /* seen: what was over an edge when its target was last visited for it */
	bool *reached, *taken;
	unsigned *visits;
	TABLE(struct summary *, bool) callers;
	bool *asks; /* by block: it asks for a flag, so that what holds over each edge to it is a case of its own */
	/* by block that one edge leads to: what the statements before it say of variables (place.h: definitions), if it asks for them; or NULL */
	const struct place **starts;
	uint32_t *ends;     /* by block that edges go back to: the greatest rank of those that they come from */
	uint32_t straight;  /* the blocks, in the order of cfg, before the first one that edges go back to */
	uint32_t *edges_in; /* at the positions of a block's predecessors: the edges that come from there */
};

struct interpretation {
	struct program *program;
	struct arena *arena;
	struct domain domain;
	struct uses uses;
	struct callgraph *graph;
	struct effects *effects;
	struct sweep sweep;
	struct summary *summaries; /* by procedure: of its first context */
	const struct interpret_options *options;
	unsigned nested; /* first visits of procedures inside one another */
	size_t garbage;  /* bytes of facts, from which on they are collected */
	enum haste haste;
	bool stopped;
	bool is_separate; /* are there contexts? */
	bool narrows;     /* each summary is visited anew, callers first */
	bool is_final;    /* nothing is entered any more */
	bool is_unstable; /* while it is final: what is known is not all that may be */
};

/* What may hold at one place, in several cases: behind a call each way to return is one, up to the end of the block. */
enum { MOST_CASES = RETURNS };

struct cases {
	struct place at[MOST_CASES];
	unsigned count;
};

/* execute.c */
struct place interpretation_place(struct interpretation *i, const struct procedure *proc, const struct facts *facts);
/* Executes the block from what holds at its beginning; says what holds over each of its edges. */
void interpretation_visit_block(struct interpretation *i, struct summary *s, uint32_t b, struct exits *exit);
/* Is the block nothing but the question whether a loop goes on? */
bool interpretation_is_question(const struct interpretation *i, const struct summary *s, uint32_t b);
/* Calls visit for each of the block's statements that may be executed, and its terminator. */
void interpretation_visit_statements(struct interpretation *i, struct summary *s, uint32_t b,
				     interpretation_visitor *visit, void *context);

/* fixpoint.c: visits a procedure in a context, with what is known at its entry. */
void interpretation_visit_summary(struct interpretation *i, struct summary *s);
/* It is to be visited (again). */
void interpretation_mark(struct interpretation *i, struct summary *s);

/* context.c: that of a call of the procedure with what holds at its entry then; NULL, if it is final: there is none. */
struct summary *context_of_call(struct interpretation *i, struct procedure *callee, const struct facts *entry);

/* change.c: S, a procedure's summary, changes a map at an object (0: at any), or a variable. */
void summary_add_change(struct interpretation *i, struct summary *s, uint32_t variable, uint32_t object,
			const struct effect *effect);
void summary_add_variable(struct interpretation *i, struct summary *s, const struct variable *v);
/* All that the callee changes is what the caller changes. */
void summary_add_changes(struct interpretation *i, struct summary *caller, const struct summary *callee);
/* Does the callee, by this change, change all objects? Else *objects are those of the variable that it changes. */
struct changed_objects {
	const struct summary *callee;
	uint32_t variable;
};
bool change_is_of_all(const struct change *c, const struct changed_objects *of, struct object_set *objects);
/* FACTS of the caller where the callee has changed what it changes, and EXIT holds. */
const struct facts *summary_changed(struct interpretation *i, const struct facts *facts, const struct summary *callee,
				    const struct facts *exit);
/* FACTS, of the caller behind a call that returned with EXIT, with what the callee found out of what it does not change: `valid(&date)` asks
 * for the month. */
const struct facts *summary_learned(struct interpretation *i, const struct facts *facts, const struct summary *callee,
				    const struct facts *exit);
/* Is it about no object that is created? */
bool is_timeless(const struct domain *d, const struct known *k);
/* No case is left where the call does not come back. Where there would be too many, those from before the call are one. */
void interpret_call(struct interpretation *i, struct summary *caller, struct cases *c, const struct statement *s);

/* summary.c: before the first visit. */
void summary_prepare(struct interpretation *i, struct summary *s);
/* threshold.c: S->thresholds. */
void summary_find_thresholds(struct interpretation *i, struct summary *s);
/* start.c: S->starts. */
void summary_find_starts(struct interpretation *i, struct summary *s);
/* summary.c: which objects the procedures create, with what they call. */
void summaries_find_created(struct interpretation *i);
/* The procedure returns: EXIT says what may hold there then. */
void summary_leave(struct interpretation *i, const struct procedure *p, struct exits *exit, const struct place *at);
/* Takes over what a visit found out, which had that many changes before; the callers have to know. */
void summary_conclude(struct interpretation *i, struct summary *s, const struct exits *exit, size_t changes);
/* For what is joined the COUNT-th time; NULL: nothing is widened. In most haste what grows is given up: so each fact changes once
 * more at most. */
const struct thresholds *summary_widening(const struct interpretation *i, const struct summary *s, unsigned count,
					  unsigned patience);

#endif
