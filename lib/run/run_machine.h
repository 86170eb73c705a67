/* Inside the interpreter: the machine that executes instructions, and the operators that take more than a line. */
#ifndef PLUMB_RUN_MACHINE_H
#define PLUMB_RUN_MACHINE_H

#include "run_code.h"

/* The areas' beginnings; refreshed whenever one may have moved. */
struct machine {
	struct run *run;
	struct frame *frame;
	const struct instruction *i;
	uint64_t *area[AREA_COUNT];
};

static inline uint64_t *at(const struct machine *m, operand o)
{
	return m->area[o >> AREA_SHIFT] + (o & AREA_MASK);
}

static inline struct map_value *map_in(const uint64_t *word)
{
	return (struct map_value *)(uintptr_t)*word;
}

/* Each executes m->i (operators.c). */
void run_wide_unary(struct machine *m);
void run_wide_binary(struct machine *m);
bool run_wide_compare(const struct machine *m);
void run_wide_move(const struct machine *m, operand from);
void run_concat_pair(const struct machine *m);
void run_map_read(struct machine *m);
void run_map_store(struct machine *m);
bool run_map_fill(struct machine *m); /* false: more cells than the limit; run_map_copy too */
bool run_map_copy(struct machine *m);
void run_map_everywhere(struct machine *m);
void run_map_choose(struct machine *m);

#endif
