/* Terms for values of C types: widths, conversions between widths. */
#ifndef C2IR_C_TERM_H
#define C2IR_C_TERM_H

#include "term.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct lowering;
struct type;
struct types;

/* Of the lowering: what terms are made in, its memory, the points-to analysis, the current unit and its types. */
struct bank *bank_of(const struct lowering *l);
struct arena *arena_of(const struct lowering *l);
struct regions *regions_of(const struct lowering *l);
struct unit *unit_of(const struct lowering *l);
struct types *types_of(const struct lowering *l);

uint32_t term_bits(struct lowering *l, const struct type *type); /* width of a scalar's value */
sort sort_of(struct lowering *l, const struct type *type);
term resize(struct lowering *l, term t, uint32_t width, bool is_signed);
term nonzero(struct lowering *l, term t);
term from_bool(struct lowering *l, term condition, uint32_t width);

/* ---- held in temporaries (emit.c) ---- */

struct rvalue;
/* A term whose value does not change when variables are assigned to. */
term emit_hold(struct lowering *l, term value);
/* What emit_hold() was given for it, or the term itself. */
term emit_held(const struct lowering *l, term held);
term emit_hold_large(struct lowering *l, term value); /* a temporary that holds it, if it is no constant */
void emit_hold_value(struct lowering *l, struct rvalue *value);

#endif
