/* The exit statuses of the tools, from status.def. */
#ifndef PLUMB_STATUS_H
#define PLUMB_STATUS_H

#include <stdbool.h>
#include <stddef.h>

enum status {
#define STATUS(enumerator, number, tools, meaning) STATUS_##enumerator = number,
#include "status.def"
#undef STATUS
};

/* One row of the table: what it means that one of the tools ends with this status. */
struct status_row {
	enum status status;
	const char *tools; /* names, apart by blanks; "": all */
	const char *meaning;
};

size_t status_count(void);
const struct status_row *status_at(size_t i);
/* Does the row hold for the tool of that name? --help and man pages print these. */
bool status_concerns(const struct status_row *row, const char *tool);

#endif
