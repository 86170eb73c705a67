/* Floating types (C11 6.2.5p10), and those of decimal numbers. */
#ifndef C2IR_TYPE_FLOATING_H
#define C2IR_TYPE_FLOATING_H

#include <stdbool.h>

struct type;

/* float itself: promoted to double where there is no prototype (C11 6.5.2.2p6), which _Float32 is not. */
bool type_is_float(const struct type *t);

enum floating_format {
	FLOATING_NONE, /* the type is not a real floating type */
	FLOATING_HALF, /* binary16 (IEEE 754); binary32, binary64 and binary128 likewise */
	FLOATING_SINGLE,
	FLOATING_DOUBLE,
	FLOATING_EXTENDED, /* x87: 80 bits */
	FLOATING_QUADRUPLE
};

/* How values of T are represented; float and _Float32 are different types of one format. */
enum floating_format type_floating_format(const struct type *t);

bool type_is_floating(const struct type *t); /* real floating types */
bool type_is_x87(const struct type *t);      /* long double, _Float64x: 80 bits and padding */
bool type_is_opaque(const struct type *t);   /* DECIMAL */

#endif
