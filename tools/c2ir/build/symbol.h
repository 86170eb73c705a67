/* Names across translation units: which definition a declaration means, and what the C library's models define. */
#ifndef C2IR_SYMBOL_H
#define C2IR_SYMBOL_H

#include <stdbool.h>

#include "term.h"

struct declaration;
struct function;
struct library;
struct lowering;
struct type;
struct unit;
struct variable;

/* Enters all units of the lowering; `library`: the library functions that are written in C, or NULL. `needs` is called with a
 * function of the library that is needed though no code of the program calls it. Errors: redefinitions. */
void symbols_init(struct lowering *l, struct library *library,
		  void (*needs)(struct lowering *l, struct declaration *function));
void symbols_release(struct lowering *l);
/* Enters what stands for functions: models and rules (struct declaration's `models` and `wraps`). One whose type does not fit is not
 * used (ledger). */
void symbols_replace(struct lowering *l);

/* The definition that programs link with under this name, or NULL. */
struct declaration *symbol_find(struct lowering *l, const char *symbol);
/* Declarations of several files, and aliases, that are one object or function: if one's address is taken, it is that of all; if one
 * is noreturn, all are. */
void symbols_join(struct lowering *l);
/* Does a static object have this name? */
bool symbol_is_reserved(struct lowering *l, const char *name);

/* The definition of a function or object, in whatever unit it is; D itself if there is none. */
struct declaration *lower_definition(struct lowering *l, struct declaration *d);
/* The function whose body a call of D by its name executes; AROUND: the function that the call is in, or NULL. gcc puts the unit's own body of
 * an always_inline function there, whatever definition the program is linked with. */
struct declaration *symbol_called(struct lowering *l, struct declaration *d, const struct function *around);
/* D, which DEFINITION stands for, is called, or its address is taken: if D has an inline body, it is open which of the two is called
 * (6.7.4p7). */
void symbol_note_body(struct lowering *l, const struct declaration *d, const struct declaration *definition);
/* Is its body for inlining only (gcc 6.45, `extern inline` with gnu_inline)? What that calls by its own name is the function that the
 * program is linked with. */
bool symbol_is_inline_copy(const struct declaration *d);
struct unit *lower_unit_of(struct lowering *l, const struct declaration *d);
/* Is TYPE, of UNIT, compatible with OTHER, of the unit of D (6.2.7)? Top-level qualifiers do not count. */
bool symbol_type_fits(struct lowering *l, const struct unit *unit, const struct type *type, const struct declaration *d,
		      const struct type *other);
/* A local static object belongs to the unit that is being lowered. */
void symbol_keep_unit(struct lowering *l, const struct declaration *d);

/* Does some unit use a library function that has one of these facts (lib/libc)? */
bool lower_uses(const struct lowering *l, uint32_t facts);
bool lower_uses_function(const struct lowering *l, const char *name); /* that one */
bool lower_starts_threads(const struct lowering *l); /* does it name pthread_create() or thrd_create()? */

/* A library function that is written in C: its definition in the unit of models, or D. */
struct declaration *lower_library(struct lowering *l, const char *name, struct declaration *d);
/* The same where D is called by its name: what it takes as transparent unions, the definition takes as their first members. */
struct declaration *lower_library_called(struct lowering *l, const char *name, struct declaration *d);
/* What the library's models define by this name, or NULL. */
struct declaration *lower_library_find(struct lowering *l, const char *name);
bool lower_has_library(const struct lowering *l);
bool lower_in_library(const struct lowering *l); /* the current unit is one of the library's */
bool lower_speaks_to_c2ir(
	const struct lowering *l); /* it may call what lib/libc/plumb.def has: the library's, drivers' models */
/* The functions of the library that are to be called before main, for the objects that the program uses (libc_find_object()).
 * NULL: there are not so many. */
const char *symbol_maker(const struct lowering *l, size_t index);

#endif
