/* How types combine: promotions, common types, compatibility, composite types. */

#include "arena.h"
#include "ast_declaration.h"
#include "hash.h"
#include "record.h"
#include "type.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_make.h"
#include "type_parts.h"
#include "types.h"

#include <string.h>

static int rank(const struct type *t)
{
	switch (t->kind) {
	case TYPE_BOOL:
		return 1;
	case TYPE_CHAR:
	case TYPE_SIGNED_CHAR:
	case TYPE_UNSIGNED_CHAR:
		return 2;
	case TYPE_SHORT:
	case TYPE_UNSIGNED_SHORT:
		return 3;
	case TYPE_INT:
	case TYPE_UNSIGNED_INT:
		return 5;
	case TYPE_LONG:
	case TYPE_UNSIGNED_LONG:
		return 6;
	case TYPE_LONG_LONG:
	case TYPE_UNSIGNED_LONG_LONG:
		return 7;
	case TYPE_INT128:
	case TYPE_UNSIGNED_INT128:
		return 8;
	default:
		return 4; /* BIT_INTEGER: below every standard type of its width */
	}
}

const struct type *type_promoted(struct types *types, const struct type *t)
{
	t = type_is_integer(t) ? type_integer_of(t) : t->unqualified;
	if (!type_is_integer(t) || t->kind == TYPE_BIT_INTEGER || rank(t) >= 5)
		return t;
	/* every smaller type fits in int */
	return type_basic(types, TYPE_INT);
}

static const struct type *unsigned_version(const struct types *types, const struct type *t)
{
	switch (t->kind) {
	case TYPE_INT:
		return type_basic(types, TYPE_UNSIGNED_INT);
	case TYPE_LONG:
		return type_basic(types, TYPE_UNSIGNED_LONG);
	case TYPE_LONG_LONG:
		return type_basic(types, TYPE_UNSIGNED_LONG_LONG);
	case TYPE_INT128:
		return type_basic(types, TYPE_UNSIGNED_INT128);
	default:
		return t;
	}
}

/* 6.3.1.8, of promoted integer types; of a BIT_INTEGER and another type the wider one wins, as in gcc. */
static const struct type *common_integer(struct types *types, const struct type *a, const struct type *b)
{
	bool a_signed = type_is_signed(types, a), b_signed = type_is_signed(types, b);
	unsigned a_width = type_width(types, a), b_width = type_width(types, b);
	if (a == b)
		return a;
	if (a->kind == TYPE_BIT_INTEGER || b->kind == TYPE_BIT_INTEGER) {
		if (a_width != b_width)
			return a_width > b_width ? a : b;
		if (a_signed == b_signed)
			return rank(a) >= rank(b) ? a : b;
		return a_signed ? b : a;
	}
	if (a_signed == b_signed)
		return rank(a) >= rank(b) ? a : b;
	const struct type *s = a_signed ? a : b, *u = a_signed ? b : a;
	if (rank(u) >= rank(s))
		return u;
	if (type_width(types, s) > type_width(types, u))
		return s;
	return unsigned_version(types, s);
}

/* Precision and range grow in this order; each type's values are among the next one's. Interchange types win over
 * standard ones of the same format (ISO/IEC TS 18661-3). */
static int floating_rank(const struct type *t)
{
	switch (t->kind) {
	case TYPE_FLOAT16:
		return 1;
	case TYPE_FLOAT:
		return 2;
	case TYPE_FLOAT32:
		return 3;
	case TYPE_DOUBLE:
		return 4;
	case TYPE_FLOAT32X:
		return 5;
	case TYPE_FLOAT64:
		return 6;
	case TYPE_LONG_DOUBLE:
		return 7;
	case TYPE_FLOAT64X:
		return 8;
	case TYPE_FLOAT128:
		return 9;
	default:
		return 0;
	}
}

/* 6.3.1.8p1: the real types have a common one, without a change of type domain; parts are not promoted (gcc). */
static const struct type *common_complex(struct types *types, const struct type *a, const struct type *b)
{
	const struct type *x = type_is_complex(a) ? a->base : type_promoted(types, a);
	const struct type *y = type_is_complex(b) ? b->base : type_promoted(types, b);
	bool integers = type_is_integer(x) && type_is_integer(y);
	return type_complex(types, integers ? common_integer(types, x, y) : type_common(types, x, y));
}

const struct type *type_common(struct types *types, const struct type *a, const struct type *b)
{
	if (a->kind == TYPE_ERROR || b->kind == TYPE_ERROR)
		return type_basic(types, TYPE_ERROR);
	if (type_is_opaque(a))
		return a->unqualified;
	if (type_is_opaque(b))
		return b->unqualified;
	if (type_is_complex(a) || type_is_complex(b))
		return common_complex(types, a, b);
	if (type_is_floating(a) || type_is_floating(b))
		return floating_rank(a) >= floating_rank(b) ? a->unqualified : b->unqualified;
	return common_integer(types, type_promoted(types, a), type_promoted(types, b));
}

/* ---- compatible and composite types ---- */

/* Two records that are compared. The comparison within takes them for compatible: they may be so by way of pointers to themselves. */
struct pair {
	const struct record *other;
	struct pair *next;
};

/* Of types of two units (6.2.7p1); NULL: of one, where a record is compatible with itself alone. */
struct comparison {
	struct arena *arena;
	TABLE(const struct record *, struct pair *) taken;
};

static bool compatible(struct comparison *c, const struct type *a, const struct type *b, bool top_qualifiers);

static bool is_promoted_by_default(const struct type *t)
{
	switch (type_integer_of(t)->kind) {
	case TYPE_BOOL:
	case TYPE_CHAR:
	case TYPE_SIGNED_CHAR:
	case TYPE_UNSIGNED_CHAR:
	case TYPE_SHORT:
	case TYPE_UNSIGNED_SHORT:
	case TYPE_FLOAT:
		return true;
	default:
		return false;
	}
}

/* 6.7.6.3p15, one side without a prototype. */
static bool fits_old_style(const struct type *prototype)
{
	if (prototype->variadic)
		return false;
	for (uint32_t i = 0; i < prototype->parameter_count; i++)
		if (is_promoted_by_default(prototype->parameters[i].type))
			return false;
	return true;
}

static bool functions_compatible(struct comparison *c, const struct type *a, const struct type *b)
{
	if (!compatible(c, a->base, b->base, false))
		return false;
	if (!a->prototyped || !b->prototyped)
		return a->prototyped == b->prototyped || fits_old_style(a->prototyped ? a : b);
	if (a->variadic != b->variadic || a->parameter_count != b->parameter_count)
		return false;
	for (uint32_t i = 0; i < a->parameter_count; i++)
		if (!compatible(c, a->parameters[i].type, b->parameters[i].type, false))
			return false;
	return true;
}

/* Names of two units: each has texts of its own. */
static bool same_name(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* What stands for member I of A in B: members of a union may come in another order. */
static const struct member *counterpart(const struct record *a, uint32_t i, const struct record *b)
{
	const char *name = a->members[i].name;
	if (same_name(name, b->members[i].name))
		return &b->members[i];
	for (uint32_t k = 0; k < b->member_count && a->is_union && name; k++)
		if (same_name(name, b->members[k].name))
			return &b->members[k];
	return NULL;
}

/* The offset is not C's, but packed members and those of flags like -malign-double are at others. */
static bool members_compatible(struct comparison *c, const struct member *a, const struct member *b)
{
	return a->bit_field == b->bit_field && a->offset == b->offset && a->bit_offset == b->bit_offset &&
	       a->bit_width == b->bit_width && a->declared_alignment == b->declared_alignment &&
	       compatible(c, a->type, b->type, true);
}

/* Are they being compared already, or were so? Else they are from now on. */
static bool is_taken(struct comparison *c, const struct record *a, const struct record *b)
{
	struct pair *first = table_get(&c->taken, a, NULL);
	for (const struct pair *p = first; p; p = p->next)
		if (p->other == b)
			return true;
	struct pair *p = arena_alloc(c->arena, sizeof *p);
	*p = (struct pair){ .other = b, .next = first };
	table_put(&c->taken, a, p);
	return false;
}

static bool records_compatible(struct comparison *c, const struct record *a, const struct record *b)
{
	if (a == b)
		return true;
	if (!c || !same_name(a->tag, b->tag))
		return false;
	if (!a->complete || !b->complete || is_taken(c, a, b))
		return true;
	if (a->member_count != b->member_count || a->size != b->size || a->alignment != b->alignment || a->variable ||
	    b->variable)
		return false;
	for (uint32_t i = 0; i < a->member_count; i++) {
		const struct member *other = counterpart(a, i, b);
		if (!other || !members_compatible(c, &a->members[i], other))
			return false;
	}
	return true;
}

static bool has_enumerator(const struct enumeration *e, uint32_t first, const struct declaration *d)
{
	for (uint32_t i = 0; i < e->enumerator_count; i++) {
		const struct declaration *other = e->enumerators[(first + i) % e->enumerator_count];
		if (same_name(other->name, d->name))
			return other->value == d->value;
	}
	return false;
}

static bool enumerations_compatible(const struct comparison *c, const struct enumeration *a,
				    const struct enumeration *b)
{
	if (a == b)
		return true;
	if (!c || !same_name(a->tag, b->tag))
		return false;
	if (!a->complete || !b->complete)
		return true;
	if (a->underlying->kind != b->underlying->kind || a->enumerator_count != b->enumerator_count)
		return false;
	for (uint32_t i = 0; i < a->enumerator_count; i++)
		if (!has_enumerator(b, i, a->enumerators[i]))
			return false;
	return true;
}

static bool compatible(struct comparison *c, const struct type *a, const struct type *b, bool top_qualifiers)
{
	for (;; a = a->base, b = b->base, top_qualifiers = true) {
		if (a == b || a->kind == TYPE_ERROR || b->kind == TYPE_ERROR)
			return true;
		if (top_qualifiers && a->qualifiers != b->qualifiers)
			return false;
		if (a->kind == TYPE_ENUM && b->kind != TYPE_ENUM)
			return a->enumeration->complete && a->enumeration->underlying->kind == b->kind;
		if (b->kind == TYPE_ENUM && a->kind != TYPE_ENUM)
			return b->enumeration->complete && b->enumeration->underlying->kind == a->kind;
		if (a->kind != b->kind)
			return false;
		switch (a->kind) {
		case TYPE_POINTER:
			continue;
		case TYPE_ARRAY:
			if (a->form == ARRAY_FIXED && b->form == ARRAY_FIXED && a->length != b->length)
				return false;
			continue;
		case TYPE_FUNCTION:
			return functions_compatible(c, a, b);
		case TYPE_STRUCT:
		case TYPE_UNION:
			return records_compatible(c, a->record, b->record);
		case TYPE_ENUM:
			return enumerations_compatible(c, a->enumeration, b->enumeration);
		case TYPE_BIT_INTEGER:
			return a->width == b->width && a->is_signed == b->is_signed;
		case TYPE_DECIMAL:
			return a->width == b->width && a->length == b->length;
		case TYPE_VECTOR:
			if (a->length != b->length)
				return false;
			continue;
		case TYPE_COMPLEX:
			continue;
		default:
			return true; /* basic types: the kind is all */
		}
	}
}

bool type_compatible(const struct type *a, const struct type *b)
{
	return compatible(NULL, a, b, true);
}

bool type_compatible_unqualified(const struct type *a, const struct type *b)
{
	return compatible(NULL, a, b, false);
}

bool type_compatible_across(const struct type *a, const struct type *b)
{
	struct comparison c = { .arena = arena_new() };
	bool same = compatible(&c, a, b, false);
	table_free(&c.taken);
	arena_free(c.arena);
	return same;
}

static const struct type *composite_function(struct types *types, const struct type *a, const struct type *b)
{
	const struct type *result = type_composite(types, a->base, b->base);
	const struct type *with = a->prototyped || !b->prototyped ? a : b;
	const struct type *f;
	if (a->prototyped && b->prototyped) {
		struct parameter *ps = arena_alloc(types->arena, (a->parameter_count + 1) * sizeof *ps);
		bool same = result == a->base;
		for (uint32_t i = 0; i < a->parameter_count; i++) {
			ps[i] = a->parameters[i];
			ps[i].type = type_composite(types, a->parameters[i].type, b->parameters[i].type);
			same &= ps[i].type == a->parameters[i].type;
		}
		f = same ? a : type_function(types, result, ps, a->parameter_count, true, a->variadic);
	} else if (result == with->base) {
		f = with;
	} else {
		f = type_function(types, result, with->parameters, with->parameter_count, with->prototyped,
				  with->variadic);
	}
	return a->noreturn || b->noreturn ? type_noreturn(types, f) : f;
}

static const struct type *composite_array(struct types *types, const struct type *a, const struct type *b)
{
	const struct type *element = type_composite(types, a->base, b->base);
	const struct type *with = a->form == ARRAY_FIXED                                   ? a
				  : b->form == ARRAY_FIXED                                 ? b
				  : a->form == ARRAY_VARIABLE || b->form != ARRAY_VARIABLE ? a
											   : b;
	if (element == with->base)
		return with;
	switch (with->form) {
	case ARRAY_FIXED:
		return type_array(types, element, with->length);
	case ARRAY_INCOMPLETE:
		return type_incomplete_array(types, element);
	case ARRAY_VARIABLE:
		return type_variable_array(types, element, with->length_object);
	}
	return with;
}

const struct type *type_composite(struct types *types, const struct type *a, const struct type *b)
{
	if (a == b || a->kind != b->kind)
		return a->kind == TYPE_ERROR ? b : a;
	if (a->kind == TYPE_FUNCTION)
		return composite_function(types, a, b);
	if (a->kind == TYPE_ARRAY)
		return composite_array(types, a, b);
	if (a->kind != TYPE_POINTER)
		return a;
	const struct type *to = type_composite(types, a->base, b->base);
	return to == a->base ? a : type_qualified(types, type_pointer(types, to), a->qualifiers);
}
