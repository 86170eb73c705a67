/* Which alignment an address is known to have. */
#ifndef C2IR_ALIGNMENT_H
#define C2IR_ALIGNMENT_H

#include <stdint.h>

struct lowering;
struct lvalue;
struct storage;
struct member;

uint32_t lvalue_alignment(const struct lowering *l, const struct lvalue *lvalue);   /* bytes */
uint32_t object_alignment(const struct lowering *l, const struct storage *storage); /* that it is declared with */
/* Of a member of the record that `lvalue` is; 0: not asked for. */
uint32_t lvalue_member_alignment(const struct lowering *l, const struct lvalue *lvalue, const struct member *member);

#endif
