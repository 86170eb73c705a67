/* Emitting IR into the current block: statements with their C location, temporaries, blocks, branches. */
#ifndef C2IR_EMIT_H
#define C2IR_EMIT_H

#include "diag.h"
#include "ir.h"
#include "term.h"

struct lowering;
struct rvalue;
struct type;

struct program *program_of(const struct lowering *l); /* what is emitted */
struct variable *emit_temporary(struct lowering *l, sort s);
const struct attribute *emit_variable_attributes(struct lowering *l, const struct type *type, const char *c_name);
struct variable *emit_variable(struct lowering *l, const char *name, const struct type *type, sort s,
			       const char *c_name);
struct statement *emit(struct lowering *l, enum statement_kind kind);
void emit_assign(struct lowering *l, struct variable *target, term value);
void emit_assume(struct lowering *l, term condition);
/* Of approximated values: the right ones satisfy it, whatever else is not known. */
void emit_assume_possible(struct lowering *l, term condition);
struct statement *emit_havoc(struct lowering *l, struct variable *target);
/* Likewise, of which a counterexample is not confirmed. */
void emit_havoc_approximate(struct lowering *l, struct variable *target, const char *what);
/* A new object in `storage` (heap, stack, argument); `name`: what makes it, or the variable. */
void emit_fresh(struct lowering *l, struct variable *target, const char *storage, const char *name);
/* Any value of the scalar type, as an input that traces call `name`. */
term emit_unknown(struct lowering *l, const struct type *type, const char *name);
void emit_input(struct lowering *l, struct variable *target, const char *name, const struct type *type);
struct block *emit_block(struct lowering *l, const char *stem);
void emit_goto(struct lowering *l, struct block *target); /* no block is current after it */
void emit_branch(struct lowering *l, term condition, struct block *yes, struct block *no, struct source_range text);
void emit_start(struct lowering *l, struct block *block);
void emit_location(struct lowering *l, struct location location); /* the C place of what follows */
/* Gives the statements made since `block` had `before` of them the C text. */
void emit_text(struct lowering *l, struct block *block, uint32_t before, struct source_range range);
void emit_text_string(struct lowering *l, struct block *block, uint32_t before, const char *text);
const char *lower_text(struct lowering *l, struct source_range range); /* in the arena */

#endif
