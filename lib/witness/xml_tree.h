/* XML as a tree of elements. */
#ifndef PLUMB_XML_TREE_H
#define PLUMB_XML_TREE_H

#include "arena.h"
#include "diag.h"

struct xml_element {
	const char *name, *text;       /* all text in it and in the elements below */
	const char *const *attributes; /* name, value, name, value, ..., NULL */
	uint32_t line;                 /* from 1 */
	struct xml_element *first, *last, *next, *parent;
};

/* The document's element, in the arena. NULL: DIAG_INPUT says what is damaged. Entities other than XML's own are an error, and nothing else
 * is loaded. */
const struct xml_element *xml_tree_read(struct arena *arena, const char *path, const char *text, size_t length,
					struct diagnostics *diags);
/* NULL: it has none of that name. */
const char *xml_attribute(const struct xml_element *e, const char *name);

#endif
