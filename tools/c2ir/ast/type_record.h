/* Structs and unions (C11 6.2.5p20), and all types whose values are more than a scalar. */
#ifndef C2IR_TYPE_RECORD_H
#define C2IR_TYPE_RECORD_H

#include <stdbool.h>

struct record;
struct type;

bool type_is_record(const struct type *t); /* struct or union */
bool type_is_union(const struct type *t);
struct record *type_record(const struct type *t); /* STRUCT, UNION: shared by all qualified versions */
bool type_is_compound(const struct type *t);      /* records, and the types that have parts (type_parts.h) */

#endif
