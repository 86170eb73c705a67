/* Linkable IR: translation units that are to become one program together (docs/linking.md).
 *
 * Text form: a program whose attributes {unit "file" "flags" "text"} hold the preprocessed C of the units, and {options "..."} what
 * they are to be translated with; the rest of it means nothing. program_read rejects it; c2ir makes a program of it. */
#ifndef PLUMB_UNIT_H
#define PLUMB_UNIT_H

#include "ir.h"

/* A program that is nothing but its units, which unit_add adds. */
struct program *unit_program(const char *options);
void unit_add(struct program *p, const char *file, const char *flags, const char *text);

/* Is the text that of linkable IR? A look at its beginning. */
bool unit_is_linkable(const char *text, size_t length);
bool unit_program_is_linkable(const struct program *p);

#endif
