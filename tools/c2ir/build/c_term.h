/* Terms for values of C types: widths, pointers, conversions between widths. See docs/heap.md for pointers. */
#ifndef C2IR_C_TERM_H
#define C2IR_C_TERM_H

#include "term.h"

typedef uint32_t node; /* of the points-to analysis: region.h */
struct lowering;
struct storage;
struct type;
struct types;

/* Of the lowering: what terms are made in, the types of the current unit. */
struct bank *bank_of(const struct lowering *l);
struct types *types_of(const struct lowering *l);

uint32_t term_bits(struct lowering *l, const struct type *type); /* width of a scalar's value */
sort sort_of(struct lowering *l, const struct type *type);
uint32_t pointer_width(const struct lowering *l);
uint32_t word_width(const struct lowering *l); /* W */
term pointer_make(struct lowering *l, term object, term offset);
term pointer_object(struct lowering *l, term pointer);
term pointer_offset(struct lowering *l, term pointer);
term pointer_add(struct lowering *l, term pointer, term bytes);
term pointer_constant(struct lowering *l, uint64_t object, uint64_t offset);
term pointer_base(struct lowering *l, term object);     /* the integer address of its first byte */
term pointer_address(struct lowering *l, term pointer); /* as an integer */
term pointer_from_integer(struct lowering *l, term integer, node from);
bool may_be_address(const struct lowering *l, term integer); /* as wide as one, and not a constant that is none */
term pointer_less(struct lowering *l, term p, term q, bool or_equal);
term word(struct lowering *l, uint64_t value); /* W bits */
term resize(struct lowering *l, term t, uint32_t width, bool is_signed);
term nonzero(struct lowering *l, term t);
term from_bool(struct lowering *l, term condition, uint32_t width);
/* To an object in memory: its first byte. */
term storage_pointer(struct lowering *l, const struct storage *storage);

#endif
