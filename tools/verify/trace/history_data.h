/* Inside history: the graph of dependences, and where each variable and cell got its value. */
#ifndef PLUMB_HISTORY_DATA_H
#define PLUMB_HISTORY_DATA_H

#include "hash.h"
#include "history.h"
#include "vec.h"

/* A definition of a value, or a decision. Node 0: nothing that is known. */
struct history_node {
	uint64_t step;
	uint32_t control;      /* node of the decision or call that it was executed for */
	uint32_t edges, count; /* in history->edges: what its value was computed from */
	bool state;            /* a global variable or memory was set */
};

/* A write to cells of a map: `count` cells from `at` on; count 0: to all of it. */
struct map_write {
	uint64_t at[2], count;
	uint32_t node;
};

struct map_history {
	struct table cells; /* hash of an index -> position + 1 in `writes` of the last write to just this cell */
	VEC(struct map_write) writes;
	VEC(size_t) ranges; /* positions of those that are to more than a cell */
};

/* A decision that is in force until its block's immediate post-dominator is entered. */
struct decision {
	uint32_t node, until;
};

struct history_frame {
	const struct procedure *procedure;
	size_t locals;    /* in history->locals: nodes of its variables */
	size_t decisions; /* in history->decisions: where its own begin */
	uint32_t call;    /* node */
};

/* What the statement that comes next will write to a map. */
struct pending_write {
	struct map_write write;
	size_t edges, end; /* in history->pending */
};

struct origin_of_object {
	const char *storage, *name, *function;
	struct location location;
};

/* Where executions with other values of what is approximated may part from this one (history_watch.c). */
struct history_watch {
	bool on;
	bool lost; /* they may, or it is not known */
	/* Nodes that lead the execution: decisions, conditions that hold, places that are written to. */
	VEC(uint32_t) leading;
	VEC(uint32_t) approximate; /* nodes of values that are approximated */
	/* A call of a procedure that only computes is active: so many frames are below it, and what led the execution before. */
	bool computing;
	size_t frames, led;
	unsigned char *computes; /* procedure -> what history_watch.c knows of it */
};

struct history {
	struct program *program;
	const struct run *run; /* while it is executed */
	uint64_t steps;
	bool complete; /* it was remembered, and ended in a violation */
	uint64_t last_change;
	bool outside;
	bool approximate;
	VEC(struct history_node) nodes;
	VEC(uint32_t) edges, locals, results;
	VEC(struct decision) decisions;
	VEC(struct history_frame) frames;
	uint32_t *globals;        /* nodes */
	struct map_history *maps; /* of globals */
	uint32_t **until;         /* procedure -> block -> its immediate post-dominator; NULL: not asked yet */

	/* about the statement or terminator that comes next */
	VEC(uint32_t) pending;     /* nodes that it depends on */
	VEC(size_t) argument_ends; /* CALL: where each argument's end in `pending` */
	VEC(struct pending_write) writes;
	struct table seen; /* terms */
	VEC(term) stack;

	struct table relevant; /* step -> 1 */
	struct table objects;  /* identity -> position + 1 in origins */
	VEC(struct origin_of_object) origins;
	struct history_objects concerned;
	VEC(struct location) places; /* by node: of its statement */
	VEC(const char *) functions; /* by node */
	struct history_watch watch;
};

/* A node that depends on history->pending from `from` to `end`, decided by node `under`. */
uint32_t history_add_node(struct history *h, uint32_t under, size_t from, size_t end,
			  const struct attribute *attributes, const struct procedure *proc);

uint32_t history_last_write(const struct map_history *m, const uint64_t *index, uint32_t words);
/* history_term.c: appends to history->pending the nodes that the term's value depends on now. */
void history_collect(struct history *h, term t);
/* Fills history->writes with what `map := t` will write. */
void history_collect_writes(struct history *h, const struct variable *map, term t);
struct value history_eval(struct history *h, term t);
/* history_watch.c; all but the last do nothing unless history->watch.on. */
/* The execution is led by what history->pending has from `from` on. */
void history_watch_led(struct history *h, size_t from);
/* The procedure of the last frame has been called; returns, and history->results are set. */
void history_watch_call(struct history *h);
void history_watch_return(struct history *h);
/* `s` was executed. */
void history_watch_assign(struct history *h, const struct statement *s);
void history_watch_choice(struct history *h, const struct statement *s, uint32_t node);
void history_watch_condition(struct history *h, const struct statement *s);
/* The assertion is violated that history->pending is about: does the execution, or that, depend on what is approximated? */
bool history_watch_end(struct history *h);
void history_watch_release(struct history *h);
/* history_object.c: fills history->concerned from the assertion that is violated now. */
void history_find_objects(struct history *h, const struct statement *assertion);

#endif
