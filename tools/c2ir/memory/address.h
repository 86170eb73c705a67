/* Pointers as integers (docs/heap.md): where objects are in the address space, and what is at an address. */
#ifndef C2IR_ADDRESS_H
#define C2IR_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "term.h"

struct lowering;

/* An object that is larger than the unit times SHARED_UNITS has granules of its own; a smaller one may share its granule, and
 * then has units of its own. */
enum { UNIT_BITS = 2, SHARED_UNITS = 8 };

uint32_t address_bits(const struct lowering *l); /* of an object's address: the others of an integer are 0 */
uint32_t granule_bits(const struct lowering *l); /* of an address within its granule */
term address_map(struct lowering *l);            /* from objects to addresses of address_bits() */
/* The object that has the granule of an address (address_bits() wide), 0: none or several; among those, the object at the address. */
term granule_owner(struct lowering *l, term address);
term unit_owner(struct lowering *l, term address);

term pointer_base(struct lowering *l, term object);     /* the integer address of its first byte */
term pointer_address(struct lowering *l, term pointer); /* as an integer */
/* The pointer that has this integer as its address, to the object that is there. */
term pointer_at(struct lowering *l, term integer);
bool pointer_is_below(const struct lowering *l, term number); /* no object has an address from the constant NUMBER on */
bool may_be_address(const struct lowering *l, term integer);  /* as wide as one, and not a constant */
term pointer_less(struct lowering *l, term p, term q, bool or_equal);

#endif
