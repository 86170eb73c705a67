/* Scopes and name spaces (C11 6.2.1, 6.2.3): which declaration an identifier means, which type a tag. */
#ifndef C2IR_SCOPE_H
#define C2IR_SCOPE_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "hash.h"

struct declaration;
struct type;

struct binding {
	const char *name;
	bool is_tag;
	struct declaration *declaration; /* ordinary identifier */
	const struct type *type;         /* tag */
	struct scope *scope;
	struct binding *shadowed; /* what the name meant outside */
	struct binding *next;     /* of the same scope */
};

struct scope {
	struct scope *outer;
	uint32_t depth; /* 0: file */
	struct binding *bindings;
};

struct binding_table TABLE_BODY(const char *, struct binding *);

struct scopes {
	struct arena *arena;
	struct scope *top;
	struct binding_table ordinary, tags; /* interned name -> innermost binding */
};

void scopes_init(struct scopes *scopes, struct arena *arena); /* with the file scope open */
void scopes_release(struct scopes *scopes);

void scope_enter(struct scopes *scopes);
/* Closes the innermost scope. The result can be opened again, with all its names. */
struct scope *scope_leave(struct scopes *scopes);
void scope_reopen(struct scopes *scopes, struct scope *scope);

/* NAME is interned in all of these. The innermost binding, or NULL. */
struct binding *scope_find(const struct scopes *scopes, const char *name);
struct binding *scope_find_tag(const struct scopes *scopes, const char *name);
/* The binding of NAME in the innermost scope itself, or NULL. */
struct binding *scope_find_here(const struct scopes *scopes, const char *name);
struct binding *scope_find_tag_here(const struct scopes *scopes, const char *name);

/* Adds to the innermost scope. */
void scope_bind(struct scopes *scopes, const char *name, struct declaration *declaration);
void scope_bind_tag(struct scopes *scopes, const char *name, const struct type *type);
/* Adds to the file scope, visible from now on where nothing shadows it. */
void scope_bind_at_file(struct scopes *scopes, const char *name, struct declaration *declaration);

#endif
