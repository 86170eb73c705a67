/* What a program's results rest on: over-approximations that whoever made them wrote down (attribute {ledger}). */
#ifndef PLUMB_LEDGER_H
#define PLUMB_LEDGER_H

#include "ir.h"
#include "stream.h"

/* Writes down what is assumed, and where (no file: nowhere in C). The strings have to live as long as the program. */
void ledger_add(struct program *program, const char *what, struct location location);
/* The first entry in the list of a program's attributes; for the next one: that of what follows it. NULL: there is none. */
const struct attribute *ledger_find(const struct attribute *list);
/* What an entry says is assumed, and where: a file and a line, or neither. */
const char *ledger_what(const struct attribute *entry);
struct location ledger_place(const struct attribute *entry);
/* FILE:LINE: what is assumed there; on one line, as visible.h has it. */
void ledger_write(struct output *out, const struct attribute *entry);

#endif
