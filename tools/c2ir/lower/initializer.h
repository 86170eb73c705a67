/* Initialisers (C11 6.7.9). */
#ifndef C2IR_INITIALIZER_H
#define C2IR_INITIALIZER_H

#include <stdint.h>

struct initializer;
struct lowering;
struct lvalue;
struct storage;
struct string_literal;

void lower_initializer(struct lowering *l, const struct storage *storage, const struct initializer *initializer);
void lower_string_bytes(struct lowering *l, struct lvalue lvalue, const struct string_literal *s, uint64_t size);
void lower_zero(struct lowering *l, const struct storage *storage);

#endif
