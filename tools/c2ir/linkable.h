/* Separate translation: linkable IR (lib/ir/unit.h, docs/linking.md) from C, and back to C's translation units. */
#ifndef C2IR_LINKABLE_H
#define C2IR_LINKABLE_H

#include "ir.h"
#include "options.h"

/* A translation unit, preprocessed. */
struct source_unit {
	const char *file; /* interned in `names` */
	char *text;       /* memory_free, unless somebody took it over (NULL) */
	size_t length;
	struct target target;
};
struct source_list VEC_BODY(struct source_unit);

/* If FILE is linkable IR, adds its units to the list, and its options to those that the command line did not give; files
 * that disagree about them are an error. Otherwise false, and nothing happened (or an error was reported). Strings
 * that live on are interned in `names`. */
bool linkable_read(const char *file, struct source_list *list, struct c2ir_options *options, struct interner *names,
		   struct diagnostics *diags);
/* Linkable IR of all of the list. */
struct program *linkable_program(const struct source_list *list, const struct c2ir_options *options);

#endif
