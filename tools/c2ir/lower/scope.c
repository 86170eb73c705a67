/* Scopes (C11 6.2.4, 6.2.1): where automatic objects begin and end, also when a jump goes into or out of their blocks. */
#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_label.h"
#include "ast_statement.h"
#include "c_shape.h"
#include "control.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lower.h"
#include "lowering.h"
#include "lvalue.h"
#include "object.h"
#include "object_maps.h"
#include "rvalue.h"
#include "storage.h"
#include "symbol.h"
#include "type_base.h"

void lower_uninitialised(struct lowering *l, const struct storage *storage, const struct declaration *d)
{
	for (uint32_t i = 0; i < storage->shape->count; i++) {
		const char *name =
			arena_format(l->arena, "%s%s", d->name ? d->name : "", storage->shape->leaves[i].path);
		emit_input(l, storage->variables[i], name, storage->shape->leaves[i].type);
		struct statement *s = &l->block->statements[l->block->statement_count - 1];
		s->attributes = attribute_list(l->program, s->attributes, ATTRIBUTE_UNINITIALISED, NULL, 0);
	}
	if (storage->unset)
		emit_assign(l, storage->unset, term_true(l->bank));
}

bool lower_begins_with_scope(const struct lowering *l)
{
	return l->control->activation || (l->routine && l->routine->declaration->function->label_count > 0);
}

static bool is_automatic_memory(struct lowering *l, struct declaration *d)
{
	if (d->kind != DECLARATION_VARIABLE || d->duration != DURATION_AUTOMATIC || d->size)
		return false;
	return storage_of(l, d)->kind == STORAGE_MEMORY;
}

/* C11 6.2.4p6: lifetime begins with the block. Where no label lets a jump come back over the declaration, that is the
 * same as if it began with the declaration, and that is what lower_declaration does. A compound literal begins with the
 * block too (6.5.2.5p5), for on some paths it may not be evaluated, but ends with it. Lengths of arrays (hidden) are in memory
 * if a nested function mentions them; they have no declaration. */
void lower_enter_scope(struct lowering *l, const struct ast_statement *s)
{
	vec_push(&l->control->scopes, (struct ast_statement *)s);
	for (uint32_t i = 0; i < s->declaration_count; i++) {
		struct declaration *d = s->declarations[i];
		if ((lower_begins_with_scope(l) || d->is_compound_literal || d->is_hidden) && is_automatic_memory(l, d))
			lower_begin_object(l, storage_of(l, d), 0);
	}
}

static void clean_up(struct lowering *l, struct declaration *d)
{
	struct routine *routine = lower_routine(l, routine_called(l, d->cleanup));
	if (!routine) {
		lower_ledger(l, d->location, "cleanup function %s has no body: it is ignored", d->cleanup->name);
		return;
	}
	struct lvalue lvalue = lvalue_of_storage(l, storage_of(l, d));
	struct rvalue address = lvalue_address(l, &lvalue);
	lower_call_routine(l, routine, &address, 1, NULL, type_base(routine->signature->type));
}

static void end_scope(struct lowering *l, const struct ast_statement *s, bool cleanups)
{
	for (uint32_t i = s->declaration_count; i-- > 0;) {
		struct declaration *d = s->declarations[i];
		if (d->kind != DECLARATION_VARIABLE || d->duration != DURATION_AUTOMATIC)
			continue;
		if (d->cleanup && cleanups && storage_of(l, d)->declared)
			clean_up(l, d);
		if (storage_of(l, d)->kind == STORAGE_MEMORY)
			lower_end_object(l, storage_of(l, d));
	}
}

void lower_leave_scopes(struct lowering *l, size_t down_to)
{
	for (size_t i = l->control->scopes.count; i-- > down_to;)
		end_scope(l, l->control->scopes.at[i], true);
}

/* How many of the open scopes are still open at a jump's target, whose innermost scope is `scope`. */
size_t lower_common_scopes(const struct lowering *l, const struct ast_statement *scope)
{
	for (; scope; scope = scope->scope)
		for (size_t i = l->control->scopes.count; i-- > 0;)
			if (l->control->scopes.at[i] == scope)
				return i + 1;
	return 0;
}

/* ---- jumps ---- */

static void leave_declarations(struct lowering *l, const struct label *label, size_t kept, bool cleanups)
{
	const struct ast_statement *s = kept ? l->control->scopes.at[kept - 1] : NULL;
	for (uint32_t i = s ? s->declaration_count : 0; i-- > 0;) {
		struct declaration *d = s->declarations[i];
		if (d->kind != DECLARATION_VARIABLE || d->duration != DURATION_AUTOMATIC ||
		    d->range.begin < label->statement->range.begin)
			continue;
		if (d->cleanup && cleanups && storage_of(l, d)->declared)
			clean_up(l, d);
		if (d->size)
			lower_end_object(l, storage_of(l, d));
	}
}

/* A jump back over declarations in its own block leaves the scope of their names: cleanups run (gcc 6.33.1), arrays of
 * variable size end (6.2.4p7). */
void lower_leave_declarations(struct lowering *l, const struct label *label, size_t kept)
{
	leave_declarations(l, label, kept, true);
}

/* The objects of a scope that a jump goes into past their declarations are there, with no value yet (6.2.4p6). */
static void jump_into(struct lowering *l, const struct ast_statement *s)
{
	for (uint32_t i = 0; i < s->declaration_count; i++) {
		struct declaration *d = s->declarations[i];
		if (d->kind != DECLARATION_VARIABLE || d->duration != DURATION_AUTOMATIC || d->size)
			continue;
		struct storage *storage = storage_of(l, d);
		if (storage->kind == STORAGE_MEMORY)
			lower_begin_object(l, storage, 0);
		else if (!d->is_hidden)
			lower_uninitialised(l, storage, d);
	}
}

bool lower_jump_enters(const struct ast_statement *scope, const struct ast_statement *from)
{
	for (; scope && scope != from; scope = scope->scope)
		if (scope->declaration_count)
			return true;
	return false;
}

void lower_jump_into_scopes(struct lowering *l, const struct ast_statement *scope, size_t kept)
{
	const struct ast_statement *around = kept ? l->control->scopes.at[kept - 1] : NULL;
	for (; scope && scope != around; scope = scope->scope)
		jump_into(l, scope);
}

void lower_jump_to_label(struct lowering *l, struct label *label)
{
	const struct ast_statement *scope = label->statement->scope;
	size_t kept = lower_common_scopes(l, scope);
	for (size_t i = l->control->scopes.count; i-- > kept;)
		end_scope(l, l->control->scopes.at[i], false);
	leave_declarations(l, label, kept, false);
	lower_jump_into_scopes(l, scope, kept);
	emit_goto(l, lower_label_block(l, label, label->name));
}
