/* Which of C's checks are asked for. */
#ifndef C2IR_CHECKED_H
#define C2IR_CHECKED_H

#include "lowering.h"
#include "lowering_options.h"

static inline bool checks(const struct lowering *l, enum check check)
{
	return l->options->checks.checks >> check & 1;
}

#endif
