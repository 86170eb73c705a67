/* The C library as models in C: tools/c2ir/library/NAME.c, one for each header, which are embedded in c2ir. A model is parsed when
 * the program first needs something that it defines, as a unit of its own: in the target's data model, and without anything of the
 * program's headers and macros.
 *
 * Models read and write what the standard says and not more, so that the checks inside them are checks of the arguments; what
 * else a function asks of its arguments they assert. Results that are unspecified are unknown. plumb.h has what they are written
 * with. */
#ifndef C2IR_LIBRARY_H
#define C2IR_LIBRARY_H

#include "diag.h"
#include "intern.h"

struct library;
struct target;
struct unit;

/* Nothing is parsed yet. `names` and `diags` must live as long as the library. */
struct library *library_new(const struct target *target, struct interner *names, struct diagnostics *diags);
void library_free(struct library *library);

/* The definition of an external function or object in the models, or NULL; *unit: where it is. A model that cannot be parsed is a
 * diagnostic of kind DIAG_INTERNAL and gives NULL. */
struct declaration *library_find(struct library *library, const char *name, struct unit **unit);
/* Is it one of the library's units? */
bool library_owns(const struct library *library, const struct unit *unit);

/* ---- made by library/embed ---- */

struct library_text {
	const char *name;         /* "<library/string.c>" */
	const char *const *lines; /* a NULL at the end */
};
struct library_name {
	const char *name;
	unsigned text; /* index */
};
extern const struct library_text library_texts[]; /* a NULL name at the end */
extern const struct library_name library_names[]; /* sorted */
extern const unsigned library_name_count;

#endif
