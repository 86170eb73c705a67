/* Which of C's checks are asked for. */
#ifndef C2IR_CHECKED_H
#define C2IR_CHECKED_H

#include <stdbool.h>

#include "check.h"

struct lowering;

bool checks(const struct lowering *l, enum check check);

#endif
