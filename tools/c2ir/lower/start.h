/* $start: static objects, what runs before and after the entries, and the entries themselves. */
#ifndef C2IR_START_H
#define C2IR_START_H

#include <stdbool.h>

struct attribute;
struct block;
struct lowering;
struct procedure;

void start_init(struct lowering *l);
void start_release(struct lowering *l);

/* The entries that the options name. False after an error. */
bool start_find_entries(struct lowering *l);
/* Constructors and destructors. */
void start_find_hooks(struct lowering *l);
/* What $start calls of the library is to be lowered with everything else. */
void start_find_library(struct lowering *l);
/* Constructors, an entry, destructors, the end; in the current block. */
void start_finish(struct lowering *l, struct procedure *start);
/* The sizes, states and addresses of static objects, in the block before all others. */
void start_describe_statics(struct lowering *l, struct block *block);
/* {main} of the program, before `list`. */
const struct attribute *start_facts(struct lowering *l, const struct attribute *list);

#endif
