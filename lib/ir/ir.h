/* Plumb IR: the program as data. ir-spec/ is its specification; read.h and write.h are its text form.
 *
 * Everything belongs to the program and is freed with it. Expressions are terms of the program's bank
 * whose leaves are the program's variables (variable->term). */
#ifndef PLUMB_IR_H
#define PLUMB_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "attribute.h"
#include "diag.h"
#include "hash.h"
#include "intern.h"
#include "term.h"
#include "vec.h"

/* The widest bit-vector of the text form, in bits (ir-spec/expressions.md). */
enum { IR_MAX_WIDTH = 65536 };

/* Where something stood in the IR text that it was read from; line 0: it did not come from a text. */
struct position {
	uint32_t line, column;
};

/* An attribute: a key with values (strings and non-negative integers), for instance
 * {at "a.c" 12 5} or {check "assert"}. Lists are immutable and may be shared. */
struct attribute_value {
	const char *string; /* NULL: a number */
	uint64_t number;
};
struct attribute {
	const char *key; /* interned */
	uint32_t count;
	const struct attribute_value *values;
	const struct attribute *next;
};

enum variable_kind { VARIABLE_GLOBAL, VARIABLE_IN, VARIABLE_OUT, VARIABLE_LOCAL };

/* What has an interned name, by that name; numbers of fresh names, by their stem. Kept by ir.c. */
struct name_table TABLE_BODY(const char *, void *);
struct stem_table TABLE_BODY(const char *, uint64_t);

struct variable {
	const char *name; /* interned; unique among globals, and among one procedure's variables and the globals */
	sort sort;
	term term; /* its leaf */
	enum variable_kind kind;
	uint32_t index; /* globals: position in program->globals; others: position in procedure->variables */
	const struct attribute *attributes;
	struct procedure *procedure; /* NULL for globals */
	struct position position;
};

enum statement_kind {
	STATEMENT_ASSUME, /* term */
	STATEMENT_ASSERT, /* term */
	STATEMENT_ASSIGN, /* target := term */
	STATEMENT_HAVOC,  /* target becomes any value of its sort */
	STATEMENT_FRESH,  /* target (bit-vector) becomes a value, not 0, that no earlier `fresh` of this
			     execution gave and that is at least the program's `first fresh` attribute: object
			     identities of allocations */
	STATEMENT_CALL    /* outs := callee(args) */
};

struct statement {
	enum statement_kind kind;
	uint32_t argument_count, out_count; /* CALL */
	term term;                          /* ASSUME, ASSERT, ASSIGN */
	struct variable *target;            /* ASSIGN, HAVOC, FRESH */
	struct procedure *callee;           /* CALL */
	term *arguments;                    /* CALL: one per in-parameter */
	struct variable **outs;             /* CALL: one per out-parameter, distinct; never NULL */
	const struct attribute *attributes;
	struct position position;
};

enum terminator_kind {
	TERMINATOR_NONE,   /* not set yet; not valid in a finished program */
	TERMINATOR_GOTO,   /* to any one of `targets` (one or more) */
	TERMINATOR_BRANCH, /* term ? targets[0] : targets[1] */
	TERMINATOR_RETURN
};

struct terminator {
	enum terminator_kind kind;
	uint32_t target_count;
	term term; /* BRANCH */
	struct block **targets;
	const struct attribute *attributes;
	struct position position;
};

struct block {
	const char *name; /* interned; unique in the procedure */
	uint32_t index;   /* position in procedure->blocks */
	struct statement *statements;
	uint32_t statement_count, statement_capacity;
	struct terminator terminator;
	const struct attribute *attributes;
	struct position position;
};

struct procedure {
	const char *name; /* interned; unique in the program */
	uint32_t index;   /* position in program->procedures */
	/* all variables: first the in-parameters, then the out-parameters, then the locals */
	struct variable **variables;
	uint32_t in_count, out_count, variable_count, variable_capacity;
	struct block **blocks; /* blocks[0] is the entry; at least one: every procedure has a body */
	uint32_t block_count, block_capacity;
	const struct attribute *attributes;
	struct program *program;
	struct position position;
	struct name_table variable_names, block_names;
	struct stem_table stems;
	struct procedure *made_before; /* chain of all that were ever added, for program_free */
};

struct program {
	struct arena *arena;
	struct interner *strings;
	struct bank *bank;
	struct variable **globals;
	uint32_t global_count, global_capacity;
	struct procedure **procedures;
	uint32_t procedure_count, procedure_capacity;
	/* Where execution starts; has no in-parameters. It is not among `attributes`: the text form's
	 * {entry "name"} is made from it. */
	struct procedure *entry;
	const struct attribute *attributes;
	const char *file;                      /* interned name of the IR text that it was read from, or NULL */
	TABLE(term, struct variable *) leaves; /* by the handle of the leaf */
	struct name_table global_names, procedure_names;
	struct stem_table local_names; /* how many procedures have a variable of that name */
	struct stem_table stems;
	struct procedure *last_made;
};

struct program *program_new(void);
void program_free(struct program *program);

/* --- building --- */
/* Names are copied (interned). That a name is free is asserted. */
struct variable *program_add_global(struct program *p, const char *name, sort s);
struct procedure *program_add_procedure(struct program *p, const char *name);
/* Ins before outs before locals (asserted). */
struct variable *procedure_add_variable(struct procedure *proc, const char *name, sort s, enum variable_kind kind);
struct block *procedure_add_block(struct procedure *proc, const char *name);
/* A name that is free in the procedure or program: `stem` itself, or `stem.N` (a number that `stem`
 * already ends in is replaced). A variable's is free among the procedure's variables and the globals. It
 * stays free until something is added under it: ask anew after each addition. */
const char *procedure_fresh_variable_name(struct procedure *proc, const char *stem);
const char *procedure_fresh_block_name(struct procedure *proc, const char *stem);
const char *program_fresh_name(struct program *p, const char *stem); /* procedures and globals */

/* Appends a statement (zeroed but for its kind) and returns it; valid until the next append. */
struct statement *block_add(struct program *p, struct block *b, enum statement_kind kind);
struct statement *block_assign(struct program *p, struct block *b, struct variable *target, term value);
void block_goto(struct program *p, struct block *b, struct block *target);
/* To any one of `count` targets (copied). */
void block_goto_any(struct program *p, struct block *b, struct block *const *targets, uint32_t count);
void block_branch(struct program *p, struct block *b, term condition, struct block *yes, struct block *no);
void block_return(struct block *b);
/* outs := callee(arguments); both arrays are copied. */
struct statement *block_call(struct program *p, struct block *b, struct procedure *callee, const term *arguments,
			     uint32_t argument_count, struct variable *const *outs, uint32_t out_count);

/* A procedure has a variable of this name (an interned one) more, or one less. For those who fill in name tables. */
void program_count_local(struct program *p, const char *name, int change);

/* --- rearranging --- */
/* A pass may remove, reorder and rename entries of program->globals and ->procedures, and of
 * procedure->variables (with in_count and out_count) and ->blocks, by hand. Then it calls this: `index`
 * and the name tables become right again. Removed variables are no longer found by
 * program_variable_of. Linear. */
void program_reindex(struct program *p); /* globals and procedures, and all that is in these */
void procedure_reindex(struct procedure *proc);
/* A new block that executions begin with; it has no terminator yet, and nothing jumps to it. */
struct block *procedure_put_first(struct procedure *proc, const char *stem);
/* How many blocks and statements it has. */
uint64_t procedure_size(const struct procedure *proc);

/* --- finding: constant time --- */
struct variable *program_variable_of(const struct program *p, term leaf); /* NULL: not a leaf of p */
struct variable *program_global(const struct program *p, const char *name);
struct variable *procedure_variable(const struct procedure *proc, const char *name);
struct procedure *program_procedure(const struct program *p, const char *name);

/* --- attributes --- */
/* A list in front of `rest`. Keys and strings are copied (interned). */
const struct attribute *attribute_string(struct program *p, const struct attribute *rest, const char *key,
					 const char *s);
const struct attribute *attribute_number(struct program *p, const struct attribute *rest, const char *key, uint64_t n);
const struct attribute *attribute_list(struct program *p, const struct attribute *rest, const char *key,
				       const struct attribute_value *values, uint32_t count);
const struct attribute *attribute_find(const struct attribute *list, const char *key); /* NULL: absent */
const char *attribute_get_string(const struct attribute *list, const char *key);       /* first value, NULL: absent */
uint64_t attribute_get_number(const struct attribute *list, const char *key, uint64_t otherwise);
/* The attribute {at "file" line column}; place.line 0 when absent. */
struct location attribute_location(const struct attribute *list);
/* Is it in the text of a model of the C library, not in the user's? */
bool location_in_library(struct location location);
/* Is it in what calls a driver of the kernel, or what a driver calls (c2ir --kernel)? That counts as library, too. */
bool location_in_kernel(struct location location);
/* Is the C type of an attribute one of floating numbers: float, double, long double, with qualifiers perhaps? NULL: no. */
bool attribute_type_is_floating(const char *type);
/* `list` without the attributes of this key (shares its tail). */
const struct attribute *attribute_remove(struct program *p, const struct attribute *list, const char *key);
const struct attribute *attribute_at(struct program *p, const struct attribute *rest, struct location location);

/* A deep copy (own bank, arena and strings): passes work on one while the original is kept. Order,
 * indices, attributes and positions are those of the original. Linear in its size. */
struct program *program_copy(const struct program *p);

#endif
