/* Names across translation units, and the library's. */
#include "symbol.h"

#include <string.h>

#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_statement.h"
#include "ast_unit.h"
#include "c_term.h"
#include "lower_ledger.h"
#include "libc.h"
#include "library.h"
#include "lowering.h"
#include "lowering_options.h"
#include "number.h"
#include "record.h"
#include "text.h"
#include "type_base.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_derived.h"
#include "type_function.h"
#include "type_object.h"
#include "type_record.h"
#include "type_scalar.h"

struct symbols {
	struct library *library;
	TABLE(const char *, struct declaration *) definitions; /* interned external name -> which defines it */
	TABLE(const struct declaration *, struct unit *) owners;
	/* function -> its model, or the rule's code before that; its model (--kernel) */
	TABLE(const struct declaration *, struct declaration *) replaced, modelled;
	TABLE(const char *, bool) reserved; /* names of static objects (interned) */
	VEC(const char *) makers;           /* of the library's objects that are used (libc_object) */
	void (*needs)(struct lowering *l, struct declaration *function);
};

static bool is_definition(const struct declaration *d)
{
	return d->alias || (d->kind == DECLARATION_FUNCTION ? d->function != NULL : d->defined);
}

static bool has_symbol(const struct declaration *d)
{
	return d->linkage == LINKAGE_EXTERNAL && d->symbol;
}

/* A body for its own unit: if some file has another one for all, that is meant (6.7.4p7 leaves it open in this unit). */
static bool is_copy(const struct declaration *d)
{
	return d->is_inline && !d->exported;
}

bool symbol_is_inline_copy(const struct declaration *d)
{
	return has_symbol(d) && is_copy(d) && d->gnu_inline;
}

static bool gives_way(const struct declaration *known, const struct declaration *d)
{
	if (is_copy(known) || is_copy(d))
		return is_copy(known) && !is_copy(d);
	if (known->weak || d->weak)
		return known->weak && !d->weak;
	return known->tentative;
}

static void add_symbol(struct lowering *l, struct declaration *d)
{
	const char *symbol = intern_string(l->program->strings, d->symbol);
	struct declaration *known = table_get(&l->symbols->definitions, symbol, NULL);
	if (known && !known->tentative && !d->tentative && !known->weak && !d->weak && !d->is_inline &&
	    !known->is_inline) {
		diagnose(l->diags, DIAG_INPUT, d->location, "redefinition of '%s'", d->name);
		diagnose(l->diags, DIAG_NOTE, known->location, "it was defined here before");
		return;
	}
	if (!known || gives_way(known, d))
		table_put(&l->symbols->definitions, symbol, d);
}

static void add_unit(struct lowering *l, struct unit *unit)
{
	for (uint32_t i = 0; i < unit->declaration_count; i++) {
		struct declaration *d = unit->declarations[i];
		table_put(&l->symbols->owners, d, unit);
		if (d->kind == DECLARATION_VARIABLE && d->name)
			table_put(&l->symbols->reserved, intern_string(l->program->strings, d->name), true);
		if (has_symbol(d) && is_definition(d))
			add_symbol(l, d);
	}
}

/* ---- models and rules (--kernel) ---- */

static void say_unfit(struct lowering *l, const struct declaration *d, const char *name)
{
	lower_ledger(l, d->location, "the model of %s does not fit its declaration and is not used", name);
}

/* A function's model stands for it, and a rule's code for both. */
static void add_replacement(struct lowering *l, struct unit *unit, struct declaration *d)
{
	const char *name = d->wraps ? d->wraps : d->models;
	struct declaration *function = name ? unit_find(unit, name) : NULL;
	if (!function || function->kind != DECLARATION_FUNCTION || !d->function)
		return;
	if (!type_compatible_unqualified(function->type, d->type)) {
		say_unfit(l, d, name);
		return;
	}
	if (!d->wraps)
		table_put(&l->symbols->modelled, function, d);
	if (d->wraps || !table_has(&l->symbols->replaced, function))
		table_put(&l->symbols->replaced, function, d);
}

void symbols_replace(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++)
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++)
			add_replacement(l, l->units[i], l->units[i]->declarations[k]);
}

/* What stands for D, a function; D itself where nothing does. An original is not replaced: *ORIGINAL. What a rule's code calls next is the
 * model, or else the original. */
static struct declaration *replacement(struct lowering *l, struct declaration *d, bool *original)
{
	const char *name = d->original ? d->original : d->next;
	struct declaration *named = name ? unit_find(lower_unit_of(l, d), name) : NULL;
	struct declaration *model = named && d->next ? table_get(&l->symbols->modelled, named, NULL) : NULL;
	*original = named && !model;
	if (!named)
		return table_get(&l->symbols->replaced, d, d);
	return model ? model : named;
}

struct declaration *symbol_find(struct lowering *l, const char *symbol)
{
	return table_get(&l->symbols->definitions, intern_string(l->program->strings, symbol), NULL);
}

/* What no file defines is nevertheless one thing in all that declare it. */
static void add_undefined(struct lowering *l, struct declaration *d)
{
	struct declaration *known = symbol_find(l, d->symbol);
	if (!known || (!is_definition(known) && !type_has_size(known->type) && type_has_size(d->type)))
		table_put(&l->symbols->definitions, intern_string(l->program->strings, d->symbol), d);
}

struct unit *lower_unit_of(struct lowering *l, const struct declaration *d)
{
	return table_get(&l->symbols->owners, d, l->unit);
}

/* A nested function belongs to the unit of those around it. */
static const struct declaration *outermost(const struct declaration *d)
{
	while (d->function && d->function->outer)
		d = d->function->outer->declaration;
	return d;
}

bool symbol_type_fits(struct lowering *l, const struct unit *unit, const struct type *type, const struct declaration *d,
		      const struct type *other)
{
	if (lower_unit_of(l, outermost(d)) == unit)
		return type_compatible_unqualified(type, other);
	return type_compatible_across(type, other);
}

/* What the library's models define by this name, or NULL. */
struct declaration *lower_library_find(struct lowering *l, const char *name)
{
	struct unit *unit = NULL;
	struct declaration *found = l->symbols->library ? library_find(l->symbols->library, name, &unit) : NULL;
	if (found)
		table_put(&l->symbols->owners, found, unit);
	return found;
}

static void need_maker(struct lowering *l, const char *name)
{
	for (size_t i = 0; i < l->symbols->makers.count; i++)
		if (!strcmp(l->symbols->makers.at[i], name))
			return;
	struct declaration *maker = lower_library_find(l, name);
	if (maker)
		l->symbols->needs(l, maker);
	vec_push(&l->symbols->makers, name);
}

/* What the library's C calls the object. $start makes it for a program that looks at it. */
static const char *library_name(struct lowering *l, const char *name)
{
	const struct libc_object *object = libc_find_object(name);
	if (!object)
		return name;
	need_maker(l, object->maker);
	return object->same;
}

/* An object of the library, such as stdin, that the program only declares. */
static struct declaration *library_object(struct lowering *l, struct declaration *d)
{
	if (d->kind != DECLARATION_VARIABLE || d->linkage != LINKAGE_EXTERNAL || d->defined || d->owner)
		return d;
	struct declaration *found = lower_library_find(l, library_name(l, d->symbol ? d->symbol : d->name));
	bool same = found && found->kind == DECLARATION_VARIABLE && found->defined &&
		    type_is_pointer(found->type) == type_is_pointer(d->type);
	return same ? found : d;
}

/* An alias is another name of something that the same unit defines (gcc 6.33.1), whatever other files call so. */
struct declaration *lower_definition(struct lowering *l, struct declaration *d)
{
	bool original;
	struct declaration *stands = replacement(l, d, &original);
	if (stands != d && !original)
		return stands;
	d = stands;
	struct declaration *found = has_symbol(d) ? symbol_find(l, d->symbol) : NULL;
	for (unsigned steps = 0; steps < 10; steps++) {
		d = found ? found : d;
		found = d->alias ? unit_find(lower_unit_of(l, d), d->alias) : NULL;
		if (!found)
			break;
	}
	return library_object(l, d);
}

struct declaration *symbol_called(struct lowering *l, struct declaration *d, const struct function *around)
{
	bool original;
	struct declaration *stands = replacement(l, d, &original);
	bool replaced = stands != d && !original;
	bool own = has_symbol(stands) && is_copy(stands) && stands->always_inline && stands->function;
	/* what is inlined into itself has no end: such a call is of the other definition, if there is one */
	return own && !replaced && stands->function != around ? stands : lower_definition(l, d);
}

/* Is it the same text, as of a header's? */
static bool same_body(struct lowering *l, const struct declaration *a, const struct declaration *b)
{
	char *x = unit_text(lower_unit_of(l, a), a->function->body->range);
	char *y = unit_text(lower_unit_of(l, b), b->function->body->range);
	bool same = !strcmp(x, y);
	memory_free(x);
	memory_free(y);
	return same;
}

void symbol_note_body(struct lowering *l, const struct declaration *d, const struct declaration *definition)
{
	bool replaced = definition->models || definition->wraps;
	if (d == definition || replaced || !is_copy(d) || !d->function || !definition->function ||
	    same_body(l, d, definition))
		return;
	lower_ledger(l, d->location, "the inline body of %s is assumed not to be the one that is called", d->name);
}

/* What one declaration says holds of the entity: another unit may call the function by a declaration that says more. */
static void join_declaration(struct lowering *l, struct declaration *d)
{
	if (!d->address_taken && !d->is_noreturn && !d->weak)
		return; /* asking for the definition makes objects of the library */
	struct declaration *definition = lower_definition(l, d);
	definition->address_taken |= d->address_taken;
	definition->weak_somewhere |= d->weak && !is_definition(definition);
	if (definition->kind == DECLARATION_FUNCTION)
		definition->is_noreturn |= d->is_noreturn;
}

void symbols_join(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++) {
		struct unit *unit = l->units[i];
		for (uint32_t k = 0; k < unit->declaration_count; k++)
			if (has_symbol(unit->declarations[k]))
				add_undefined(l, unit->declarations[k]);
	}
	for (uint32_t i = 0; i < l->unit_count; i++) {
		struct unit *unit = l->units[i];
		for (uint32_t k = 0; k < unit->declaration_count; k++)
			join_declaration(l, unit->declarations[k]);
	}
}

/* An argument of a transparent union (gcc 6.33.1) is passed as its first member. */
static const struct type *passed_type(const struct type *parameter)
{
	if (!type_is_union(parameter) || !type_record(parameter)->transparent_union)
		return parameter;
	return type_record(parameter)->members[0].type;
}

/* Is the program's function, by its declaration, the one of the library? If not, it only has the same name. `passed`: it is
 * as good as that one for those who pass arguments to it. */
static bool same_function(struct lowering *l, const struct declaration *d, const struct declaration *library,
			  bool passed)
{
	const struct type *a = d->type, *b = library->type;
	if (!type_is_prototyped(a))
		return true;
	if (type_parameter_count(a) != type_parameter_count(b) || type_is_variadic(a) != type_is_variadic(b))
		return false;
	bool same = type_is_void(type_base(a)) || type_is_void(type_base(b))
			    ? type_same_kind(type_base(a), type_base(b))
			    : term_bits(l, type_base(a)) == term_bits(l, type_base(b));
	for (uint32_t i = 0; i < type_parameter_count(a); i++) {
		const struct type *x = type_parameter(a, i), *y = type_parameter(b, i);
		x = passed ? passed_type(x) : x;
		same = same && type_is_pointer(x) == type_is_pointer(y) && type_is_integer(x) == type_is_integer(y) &&
		       term_bits(l, x) == term_bits(l, y);
	}
	return same;
}

/* Library functions written in C stand in for those that the program only declares. */
static struct declaration *stand_in(struct lowering *l, const char *name, struct declaration *d, bool passed)
{
	const struct libc_function *f = libc_find(name);
	struct declaration *found = lower_library_find(l, f ? f->name : name);
	bool same = found && found->function && type_is_function(d->type) && same_function(l, d, found, passed);
	return same ? found : d;
}

struct declaration *lower_library(struct lowering *l, const char *name, struct declaration *d)
{
	return stand_in(l, name, d, false);
}

struct declaration *lower_library_called(struct lowering *l, const char *name, struct declaration *d)
{
	return stand_in(l, name, d, true);
}

static bool is_used(const struct lowering *l, const char *name)
{
	for (uint32_t i = 0; i < l->unit_count; i++) {
		const struct declaration *d = unit_find(l->units[i], name);
		if (d && d->kind == DECLARATION_FUNCTION && d->used)
			return true;
	}
	return false;
}

bool lower_uses(const struct lowering *l, uint32_t facts)
{
	for (unsigned i = 0; i < libc_count; i++)
		if (libc_has(libc_resolved(&libc_functions[i]), facts) && is_used(l, libc_functions[i].name))
			return true;
	return false;
}

bool lower_uses_function(const struct lowering *l, const char *name)
{
	return is_used(l, name);
}

bool lower_starts_threads(const struct lowering *l)
{
	return is_used(l, "pthread_create") || is_used(l, "thrd_create");
}

bool symbol_is_reserved(struct lowering *l, const char *name)
{
	return table_has(&l->symbols->reserved, intern_string(l->program->strings, name));
}

void symbol_keep_unit(struct lowering *l, const struct declaration *d)
{
	table_put(&l->symbols->owners, d, lower_unit_of(l, d));
}

bool lower_has_library(const struct lowering *l)
{
	return l->symbols->library != NULL;
}

bool lower_in_library(const struct lowering *l)
{
	return library_owns(l->symbols->library, l->unit);
}

bool lower_speaks_to_c2ir(const struct lowering *l)
{
	return lower_in_library(l) || l->options->kernel || l->options->woven;
}

const char *symbol_maker(const struct lowering *l, size_t index)
{
	return index < l->symbols->makers.count ? l->symbols->makers.at[index] : NULL;
}

/* An object whose address is taken in any unit needs one. */
static void share_addresses(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++)
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			struct declaration *d = l->units[i]->declarations[k];
			if (d->kind == DECLARATION_VARIABLE && d->address_taken && has_symbol(d))
				lower_definition(l, d)->address_taken = true;
		}
}

void symbols_init(struct lowering *l, struct library *library,
		  void (*needs)(struct lowering *l, struct declaration *function))
{
	l->symbols = arena_alloc(l->arena, sizeof *l->symbols);
	l->symbols->library = library;
	l->symbols->needs = needs;
	for (uint32_t i = 0; i < l->unit_count; i++)
		add_unit(l, l->units[i]);
	share_addresses(l);
}

void symbols_release(struct lowering *l)
{
	table_free(&l->symbols->definitions);
	table_free(&l->symbols->owners);
	table_free(&l->symbols->replaced);
	table_free(&l->symbols->modelled);
	table_free(&l->symbols->reserved);
	vec_free(&l->symbols->makers);
}
