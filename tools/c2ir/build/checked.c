/* Which of C's checks are asked for. */
#include "checked.h"

#include "lowering.h"
#include "lowering_options.h"

bool checks(const struct lowering *l, enum check check)
{
	return l->options->checks.checks >> check & 1;
}
