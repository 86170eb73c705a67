/* Scopes: one table per name space to the innermost binding of each name, which knows what it shadows. */
#include "scope.h"

#include <stddef.h>

static struct binding_table *space(struct scopes *scopes, bool is_tag)
{
	return is_tag ? &scopes->tags : &scopes->ordinary;
}

static struct binding *get(const struct binding_table *table, const char *name)
{
	return table_get(table, name, NULL);
}

void scopes_init(struct scopes *scopes, struct arena *arena)
{
	*scopes = (struct scopes){ .arena = arena };
	scopes->top = arena_alloc(arena, sizeof *scopes->top);
}

void scopes_release(struct scopes *scopes)
{
	table_free(&scopes->ordinary);
	table_free(&scopes->tags);
}

void scope_enter(struct scopes *scopes)
{
	struct scope *scope = arena_alloc(scopes->arena, sizeof *scope);
	scope->outer = scopes->top;
	scope->depth = scopes->top->depth + 1;
	scopes->top = scope;
}

struct scope *scope_leave(struct scopes *scopes)
{
	struct scope *scope = scopes->top;
	for (struct binding *b = scope->bindings; b; b = b->next)
		table_put(space(scopes, b->is_tag), b->name, b->shadowed);
	scopes->top = scope->outer;
	return scope;
}

static void bind(struct scopes *scopes, struct scope *scope, struct binding *b)
{
	struct binding_table *table = space(scopes, b->is_tag);
	b->shadowed = get(table, b->name);
	b->scope = scope;
	b->next = scope->bindings;
	scope->bindings = b;
	table_put(table, b->name, b);
}

void scope_reopen(struct scopes *scopes, struct scope *scope)
{
	struct binding *bindings = scope->bindings, *next;
	scope->outer = scopes->top;
	scope->depth = scopes->top->depth + 1;
	scope->bindings = NULL;
	scopes->top = scope;
	for (struct binding *b = bindings; b; b = next) {
		next = b->next;
		bind(scopes, scope, b);
	}
}

struct binding *scope_find(const struct scopes *scopes, const char *name)
{
	return get(&scopes->ordinary, name);
}

struct binding *scope_find_tag(const struct scopes *scopes, const char *name)
{
	return get(&scopes->tags, name);
}

struct binding *scope_find_here(const struct scopes *scopes, const char *name)
{
	struct binding *b = scope_find(scopes, name);
	return b && b->scope == scopes->top ? b : NULL;
}

struct binding *scope_find_tag_here(const struct scopes *scopes, const char *name)
{
	struct binding *b = scope_find_tag(scopes, name);
	return b && b->scope == scopes->top ? b : NULL;
}

static struct binding *new_binding(struct scopes *scopes, const char *name)
{
	struct binding *b = arena_alloc(scopes->arena, sizeof *b);
	b->name = name;
	return b;
}

void scope_bind(struct scopes *scopes, const char *name, struct declaration *declaration)
{
	struct binding *b = new_binding(scopes, name);
	b->declaration = declaration;
	bind(scopes, scopes->top, b);
}

void scope_bind_tag(struct scopes *scopes, const char *name, const struct type *type)
{
	struct binding *b = new_binding(scopes, name);
	b->is_tag = true;
	b->type = type;
	bind(scopes, scopes->top, b);
}

void scope_bind_at_file(struct scopes *scopes, const char *name, struct declaration *declaration)
{
	struct scope *file = scopes->top;
	while (file->outer)
		file = file->outer;
	struct binding *b = new_binding(scopes, name), *inner = scope_find(scopes, name);
	b->declaration = declaration;
	if (!inner) {
		bind(scopes, file, b);
		return;
	}
	while (inner->shadowed)
		inner = inner->shadowed;
	inner->shadowed = b;
	b->scope = file;
	b->next = file->bindings;
	file->bindings = b;
}
