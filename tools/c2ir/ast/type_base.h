/* What a type is derived from (C11 6.2.5p20). */
#ifndef C2IR_TYPE_BASE_H
#define C2IR_TYPE_BASE_H

struct type;

/* POINTER: what it points to. ARRAY, VECTOR, COMPLEX: element. FUNCTION: what it returns. Others: NULL. */
const struct type *type_base(const struct type *t);

#endif
