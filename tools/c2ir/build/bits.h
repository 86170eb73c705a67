/* Bit-vectors made of other values. */
#ifndef C2IR_BITS_H
#define C2IR_BITS_H

#include "term.h"

term bits_resize(struct bank *bank, term t, uint32_t width, bool is_signed); /* cut, or extended */
term bits_nonzero(struct bank *bank, term t);                                /* Bool */
term bits_of_bool(struct bank *bank, term condition, uint32_t width);        /* 0 or 1 */
/* The number of zeros below the lowest (or above the highest) bit that is set; `none`, of the width of the result, if none is. */
term bits_zeros(struct bank *bank, term t, bool from_low, term none);
term bits_ones(struct bank *bank, term t, uint32_t width); /* how many bits are set */
term bits_swapped(struct bank *bank, term t);              /* its bytes in the other order */

#endif
