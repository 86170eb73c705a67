/* Property files of SV-COMP:
 *
 *	file     check, one or more
 *	check    CHECK ( init ( NAME ( ) ) , LTL ( formula ) )
 *	formula  G ! call ( NAME ( ) )  |  G ! overflow  |  G valid-deref  |  G valid-free  |  G valid-memtrack  |
 *	         G valid-memcleanup
 *
 * with white space anywhere between words. G ! data-race and F end are properties of SV-COMP that are not checked. */
#ifndef PLUMB_PROPERTY_H
#define PLUMB_PROPERTY_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

/* A name in the text that was parsed. */
struct property_name {
	const char *at;
	size_t length;
	struct location location;
};

/* One check of a file. */
struct property {
	struct property_name entry; /* of init */
	struct property_name error; /* of call; at NULL: another formula */
	const char *name;           /* of that one: no-overflow, valid-deref, ...; NULL: call */
};
struct properties VEC_BODY(struct property);

/* `text` (`length` bytes) is what is in `file`. False and DIAG_INPUT with the location of what is no such file, also if
 * there is no check in it, or DIAG_UNSUPPORTED with that of a property that is not checked. The caller frees the vector in either case. */
bool properties_parse(struct properties *out, const char *file, const char *text, size_t length,
		      struct diagnostics *diags);

#endif
