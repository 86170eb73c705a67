/* The kernel's models and protocols as C text, in paragraphs (kernel/models, made into a table by kernel/embed). A driver gets those that it
 * needs, with the kernel's own headers before them. */
#ifndef C2IR_PARAGRAPH_H
#define C2IR_PARAGRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "intern.h"

struct declaration;
struct unit;

struct paragraph {
	const char *file; /* "<library/kernel/slab.c>" */
	unsigned line, lines;
	const char *before; /* declarations that the text needs; "" if none */
	const char *text;
};
extern const struct paragraph paragraphs[];
extern const unsigned paragraph_count;

/* What a paragraph defines; sorted by name. The model of f is called __plumb_model_f. */
struct paragraph_name {
	const char *name;
	unsigned paragraph;
};
extern const struct paragraph_name paragraph_names[];
extern const unsigned paragraph_name_count;

/* The function that calls back what a static object of type struct TAG has. */
struct paragraph_environment {
	const char *tag, *function; /* NULL: the end */
};
extern const struct paragraph_environment paragraph_environments[];

/* A function to be called if its paragraph is chosen: at any time, after each callback, at the end, while a callback waits. */
enum hook { HOOK_LATER, HOOK_RETURNED, HOOK_RELEASED, HOOK_END, HOOK_SLEEP };
struct paragraph_hook {
	enum hook kind;
	const char *function; /* NULL: the end */
	unsigned paragraph;
};
extern const struct paragraph_hook paragraph_hooks[];

/* Which paragraphs a unit needs. */
struct choice;

/* Nothing is chosen. `names` and `unit` must live as long. */
struct choice *choice_new(const struct unit *unit, struct interner *names);
void choice_free(struct choice *choice);

/* What the functions and objects of the driver's own files mention, with what that mentions in turn, in headers and paragraphs. */
void choice_add_driver(struct choice *choice);
/* What the identifiers in a text mention. */
void choice_add_text(struct choice *choice, const char *text);

/* Paragraph I is never to be chosen (it did not compile), nor what needs what it defines; the choice begins anew. */
void choice_forbid(struct choice *choice, unsigned i);
bool choice_has(const struct choice *choice, unsigned i);
/* Is the name mentioned so far? Does the function have a model, which stands for it? */
bool choice_mentions(const struct choice *choice, const char *name);
bool choice_has_model(const struct choice *choice, const struct declaration *d);

/* Is it of the driver itself, not of a header? */
bool driver_owns(const struct declaration *d);

#endif
