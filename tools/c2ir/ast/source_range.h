/* A stretch of a translation unit's text. */
#ifndef C2IR_SOURCE_RANGE_H
#define C2IR_SOURCE_RANGE_H

#include <stdint.h>

/* Original tokens [begin, end) of the syntax; unit_text() makes text of it. */
struct source_range {
	uint32_t begin, end;
};

#endif
