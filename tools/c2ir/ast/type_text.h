/* Types in C syntax. */
#ifndef C2IR_TYPE_TEXT_H
#define C2IR_TYPE_TEXT_H

struct type;

/* T in C syntax around NAME (NULL or "": an abstract declarator), for diagnostics and attributes. To be freed. */
char *type_text(const struct type *t, const char *name);

#endif
