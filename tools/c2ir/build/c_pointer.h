/* Pointers as terms, and words: numbers as wide as an address. See docs/heap.md. */
#ifndef C2IR_C_POINTER_H
#define C2IR_C_POINTER_H

#include "term.h"

struct lowering;
struct storage;

uint32_t pointer_width(const struct lowering *l);
uint32_t word_width(const struct lowering *l); /* W */
term word(struct lowering *l, uint64_t value); /* W bits */
term pointer_make(struct lowering *l, term object, term offset);
term pointer_object(struct lowering *l, term pointer);
term pointer_offset(struct lowering *l, term pointer);
term pointer_add(struct lowering *l, term pointer, term bytes);
term pointer_constant(struct lowering *l, uint64_t object, uint64_t offset);
/* To an object in memory: its first byte. */
term storage_pointer(struct lowering *l, const struct storage *storage);

#endif
