/* Declarations of one object or function in several units must agree (C11 6.2.7p2). Linkers do not look at types, and programs
 * that name a pointer's target or a qualifier differently work: what is reported is a difference in how values are represented
 * or passed, or in whether there is a value at all. */
#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_unit.h"
#include "lowering.h"
#include "number.h"
#include "record.h"
#include "symbol.h"
#include "type.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_scalar.h"
#include "type_text.h"

enum { RECORD_DEPTH = 32 };

static bool same(const struct types *ta, const struct type *a, const struct types *tb, const struct type *b,
		 unsigned depth);

static bool same_members(const struct types *ta, const struct record *a, const struct types *tb, const struct record *b,
			 unsigned depth)
{
	if (a->member_count != b->member_count)
		return false;
	for (uint32_t i = 0; i < a->member_count; i++) {
		const struct member *x = &a->members[i], *y = &b->members[i];
		if (x->offset != y->offset || x->bit_field != y->bit_field || x->bit_offset != y->bit_offset ||
		    x->bit_width != y->bit_width || !same(ta, x->type, tb, y->type, depth + 1))
			return false;
	}
	return true;
}

static bool same_records(const struct types *ta, const struct type *a, const struct types *tb, const struct type *b,
			 unsigned depth)
{
	if (a->kind != b->kind || depth > RECORD_DEPTH)
		return a->kind == b->kind;
	if (!a->record->complete || !b->record->complete)
		return true;
	return type_size(ta, a) == type_size(tb, b) && same_members(ta, a->record, tb, b->record, depth);
}

static bool same_scalars(const struct types *ta, const struct type *a, const struct types *tb, const struct type *b)
{
	return type_is_pointer(a) == type_is_pointer(b) && type_is_floating(a) == type_is_floating(b) &&
	       type_is_integer(a) == type_is_integer(b) && type_size(ta, a) == type_size(tb, b);
}

static bool same_parameters(const struct types *ta, const struct type *a, const struct types *tb, const struct type *b)
{
	if (!a->prototyped || !b->prototyped)
		return true;
	if (a->parameter_count != b->parameter_count || a->variadic != b->variadic)
		return false;
	for (uint32_t i = 0; i < a->parameter_count; i++)
		if (!same(ta, a->parameters[i].type, tb, b->parameters[i].type, 0))
			return false;
	return true;
}

/* A result that only one of them gives is dropped, or violates `return` where it is used: old programs declare `int f();` and define it void. */
static bool same_functions(const struct types *ta, const struct type *a, const struct types *tb, const struct type *b)
{
	bool gives_none = type_is_void(a->base) || type_is_void(b->base);
	return (gives_none || same(ta, a->base, tb, b->base, 0)) && same_parameters(ta, a, tb, b);
}

static bool same(const struct types *ta, const struct type *a, const struct types *tb, const struct type *b,
		 unsigned depth)
{
	a = type_unqualified(a);
	b = type_unqualified(b);
	if (a->kind == TYPE_ERROR || b->kind == TYPE_ERROR)
		return true;
	if (type_is_array(a) && type_is_array(b))
		return (a->form != ARRAY_FIXED || b->form != ARRAY_FIXED || a->length == b->length) &&
		       same(ta, a->base, tb, b->base, depth);
	if (type_is_function(a) && type_is_function(b))
		return same_functions(ta, a, tb, b);
	if (type_is_record(a) && type_is_record(b))
		return same_records(ta, a, tb, b, depth);
	if (type_is_scalar(a) && type_is_scalar(b) && type_has_size(a) && type_has_size(b))
		return same_scalars(ta, a, tb, b);
	return a->kind == b->kind;
}

/* ---- a prototype and a K&R definition (6.7.6.3p15) ---- */

static bool is_old_style(const struct declaration *d)
{
	return d->function && d->function->old_style && !d->type->prototyped;
}

/* Calls by the prototype pass what the definition takes: the promoted parameters. What is passed to `f() { }` is dropped. */
static bool fits_definition(const struct types *ta, const struct type *prototype, const struct types *tb,
			    const struct function *f)
{
	if (!f->parameter_count)
		return true;
	if (prototype->variadic || prototype->parameter_count != f->parameter_count)
		return false;
	for (uint32_t i = 0; i < f->parameter_count; i++)
		if (!same(ta, prototype->parameters[i].type, tb, f->parameters[i]->passed_type, 0))
			return false;
	return true;
}

static bool fits(const struct types *ta, const struct declaration *a, const struct types *tb,
		 const struct declaration *b)
{
	if (!same(ta, a->type, tb, b->type, 0))
		return false;
	if (is_old_style(b) && a->type->prototyped)
		return fits_definition(ta, a->type, tb, b->function);
	if (is_old_style(a) && b->type->prototyped)
		return fits_definition(tb, b->type, ta, a->function);
	return true;
}

/* ---- all declarations ---- */

/* A K&R definition's type does not show its parameters. */
static void say_parameters(struct lowering *l, const struct declaration *d)
{
	if (is_old_style(d))
		diagnose(l->diags, DIAG_NOTE, d->location, "the definition takes %u argument%s, promoted by default",
			 d->function->parameter_count, d->function->parameter_count == 1 ? "" : "s");
}

static void compare(struct lowering *l, const struct declaration *d, const struct declaration *known)
{
	const struct types *types = lower_unit_of(l, d)->types, *other = lower_unit_of(l, known)->types;
	if (types == other || fits(types, d, other, known))
		return;
	char *text = type_text(d->type, NULL), *before = type_text(known->type, NULL);
	diagnose(l->diags, DIAG_INPUT, d->location, "conflicting types for '%s': '%s'", d->name, text);
	diagnose(l->diags, DIAG_NOTE, known->location, "it was declared as '%s' here", before);
	memory_free(text);
	say_parameters(l, d);
	say_parameters(l, known);
	memory_free(before);
}

/* Is there more in D than in KNOWN, against which others can be compared? */
static bool tells_more(const struct declaration *d, const struct declaration *known)
{
	if (type_is_function(d->type))
		return !known->type->prototyped && !is_old_style(known) && (d->type->prototyped || is_old_style(d));
	return !type_has_size(known->type) && type_has_size(d->type);
}

void lower_check_declarations(struct lowering *l)
{
	TABLE(const char *, const struct declaration *) first = { 0 }; /* of those that tell as much */
	for (uint32_t i = 0; i < l->unit_count; i++) {
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			struct declaration *d = l->units[i]->declarations[k];
			if (d->linkage != LINKAGE_EXTERNAL || !d->symbol || d->implicit)
				continue;
			const char *symbol = intern_string(l->program->strings, d->symbol);
			const struct declaration *known = table_get(&first, symbol, NULL);
			if (known)
				compare(l, d, known);
			if (!known || tells_more(d, known))
				table_put(&first, symbol, d);
		}
	}
	table_free(&first);
}
