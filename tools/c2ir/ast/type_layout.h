/* Sizes and alignments of types, in bytes, as gcc has them on x86; layouts of records. */
#ifndef C2IR_TYPE_LAYOUT_H
#define C2IR_TYPE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

struct member;
struct record;
struct type;
struct types;

/* Lays RECORD out as gcc does from its members (type, bit-field width, attributes) and completes it. One with members of
 * variable size is for sema/layout.c, which needs the parts: */
bool type_lay_out(struct types *types, struct record *record); /* false: larger than an object can be */
/* The alignment that member M is placed at, in bytes; for bit-fields only what was asked for. */
uint32_t type_member_alignment(const struct types *types, const struct member *m);
/* What M adds to the alignment of its record. */
uint32_t type_alignment_for_record(const struct types *types, const struct member *m);
/* Where the bit-field M begins, at or after bit POSITION. */
uint64_t type_place_bit_field(const struct types *types, const struct member *m, uint64_t position);
/* All members have their offsets: bit-fields that share bytes get one container. */
void type_set_containers(struct record *record);

/* In bytes, for types with type_has_size(); else 0. void and functions: see type_step(). */
uint64_t type_size(const struct types *types, const struct type *t);
/* As gcc's _Alignof, in bytes: on ILP32 it is 4 for double and long long in structs, which is what counts here. */
uint32_t type_alignment(const struct types *types, const struct type *t);
/* What pointer arithmetic on a pointer to T counts in: the size; 1 for void and functions (GNU). 0: incomplete or variable. */
uint64_t type_step(const struct types *types, const struct type *t);

#endif
