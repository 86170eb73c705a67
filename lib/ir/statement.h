/* What all passes ask of a statement: the terms that it reads and the variables that it changes. And small
 * edits of blocks. */
#ifndef PLUMB_STATEMENT_H
#define PLUMB_STATEMENT_H

#include "ir.h"

static inline uint32_t statement_term_count(const struct statement *s)
{
	return s->kind == STATEMENT_CALL ? s->argument_count : s->term != 0;
}

static inline term statement_term(const struct statement *s, uint32_t i)
{
	return s->kind == STATEMENT_CALL ? s->arguments[i] : s->term;
}

static inline void statement_set_term(struct statement *s, uint32_t i, term t)
{
	*(s->kind == STATEMENT_CALL ? &s->arguments[i] : &s->term) = t;
}

static inline uint32_t statement_target_count(const struct statement *s)
{
	return s->kind == STATEMENT_CALL ? s->out_count : s->target != NULL;
}

static inline struct variable *statement_target(const struct statement *s, uint32_t i)
{
	return s->kind == STATEMENT_CALL ? s->outs[i] : s->target;
}

/* Does a trace show it: a named C variable? (docs/architecture.md, attributes) */
static inline bool variable_is_named(const struct variable *v)
{
	return attribute_find(v->attributes, ATTRIBUTE_C) != NULL;
}

/* Does it say of the execution whether a counterexample through it is confirmed? (unmark.c) */
static inline bool statement_is_mark(const struct program *p, const struct statement *s)
{
	return s->kind == STATEMENT_ASSIGN && attribute_find(s->attributes, ATTRIBUTE_APPROXIMATE) &&
	       !term_is_false(p->bank, s->term);
}

/* Is it an assume of the constant false? Nothing after it is reached. */
bool statement_blocks(const struct program *p, const struct statement *s);
/* Does every execution end at it: `assume false` or `assert false`? */
bool statement_ends(const struct program *p, const struct statement *s);

/* Is the program cut somewhere (ir-opt --unroll: {bound})? What lies beyond is not in it. */
bool program_is_cut(const struct program *p);

/* The smallest number that `fresh` gives; how many there are for a variable of this width (UINT64_MAX: or more). */
uint64_t fresh_first(const struct program *p);
uint64_t fresh_available(const struct program *p, uint32_t width);

/* A `fresh` blocks when there are no identities left. With so many no execution that an engine follows comes to that;
 * with fewer it may, and the statement has to stay. */
#define FRESH_ENOUGH (UINT64_C(1) << 31)
bool statement_may_exhaust(const struct program *p, const struct statement *s);

/* Keeps the statements i with keep[i], in order. True if one went. */
bool block_filter(struct block *b, const bool *keep);
/* The block ends before statement `count`. */
void block_truncate(struct block *b, uint32_t count);
/* Puts an empty statement of this kind at position `at` and returns it. */
struct statement *block_insert(struct program *p, struct block *b, uint32_t at, enum statement_kind kind);

/* The terminator becomes goto `target`; its attributes other than {id} stay. */
void block_redirect(struct program *p, struct block *b, struct block *target);
/* The terminator becomes `return` without attributes. True if it was not that already. */
bool block_make_return(struct block *b);

/* A block of `to` that does what `from` does: statements and terminator (targets still those of `from`) are
 * copied, arrays and all. */
struct block *block_clone(struct procedure *to, const struct block *from, const char *name);
/* A copy of `count` elements in the program's arena. */
void *program_copy_array(struct program *p, const void *elements, size_t count, size_t size);

/* `a` followed by `b`; lists are immutable, so `a` is copied unless one of them is empty. */
const struct attribute *attributes_concatenate(struct program *p, const struct attribute *a, const struct attribute *b);

/* The declaration of `model` anew in `proc`, under a name derived from its own: sort and attributes. */
struct variable *procedure_clone_variable(struct procedure *proc, const struct variable *model,
					  enum variable_kind kind);

/* Removes locals that nothing mentions. True if there were any. */
bool procedure_remove_unused_locals(struct procedure *proc);

#endif
