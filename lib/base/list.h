/* Lists on command lines: names apart by commas.
 *
 *     struct list_name name;
 *     for (const char *rest = list_begin(list); list_next(&rest, &name);)
 *             use(name.at, name.length);
 *
 * The empty list has no names; "a,,b" has an empty one in the middle, "a," one at the end. */
#ifndef PLUMB_LIST_H
#define PLUMB_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct list_name {
	const char *at; /* in the list: not NUL-terminated */
	size_t length;
};

/* What list_next begins with; `list` may be NULL, which has no names. */
const char *list_begin(const char *list);
/* The next name; false: there is none any more. */
bool list_next(const char **rest, struct list_name *name);
/* Is `name` in the list? */
bool list_has(const char *list, const char *name);

#endif
