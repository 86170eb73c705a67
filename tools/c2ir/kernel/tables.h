/* What a driver gives the kernel to call: init and exit, and static objects with pointers to functions. */
#ifndef C2IR_TABLES_H
#define C2IR_TABLES_H

#include <stdbool.h>

#include "vec.h"

struct choice;
struct declaration;
struct unit;

struct callback_table {
	const struct declaration *object;
	const char *tag;      /* of its struct */
	const char *function; /* that calls it back; NULL: none is known */
	bool is_array;
	const char *silent;   /* why its functions are not called; NULL: they are */
	const char *given_to; /* the function of which `silent` speaks, or NULL */
};

struct callback_tables {
	const char *init, *exit; /* names of functions; NULL: none */
	VEC(struct callback_table) list;
	bool reads_parent; /* a function that is called mentions a device's parent */
	bool data_is_foreign; /* what dev_get_drvdata() gives is only read in these files, and there are functions that may set it */
};

/* In the order of the text; strings belong to the unit. To be released. Models are those of CHOICE. */
struct callback_tables tables_find(const struct unit *unit, const struct choice *choice);
void tables_release(struct callback_tables *tables);

#endif
