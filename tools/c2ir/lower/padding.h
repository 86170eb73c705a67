/* Which bits of an object are values, and which are padding. */
#ifndef C2IR_PADDING_H
#define C2IR_PADDING_H

struct lowering;
struct member;
struct type;

/* Sets the bits in MASK, from its beginning on, that a value of the type has, or of the bit-field if that is not NULL. */
void padding_cover(struct lowering *l, unsigned char *mask, const struct type *type, const struct member *bit_field);

#endif
