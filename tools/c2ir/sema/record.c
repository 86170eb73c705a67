/* struct, union and enum specifiers (C11 6.7.2.1 to 6.7.2.3). */
#include "record.h"
#include "sema_constant.h"
#include "sema_declaration.h"
#include "sema_declarator.h"
#include "sema_entity.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_specifier.h"
#include "sema_variable.h"
#include "target.h"
#include "type.h"
#include "type_class.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_object.h"
#include "type_record.h"

#include <string.h>

struct member_vec VEC_BODY(struct member);

static const char *tag_of(struct sema *s, node_id n)
{
	node_id name = syntax_field(s->syntax, n, FIELD_NAME);
	return name ? syntax_name(s->syntax, name) : NULL;
}

static const char *keyword_of(const struct type *t)
{
	return t->kind == TYPE_STRUCT ? "struct" : t->kind == TYPE_UNION ? "union" : "enum";
}

static struct location location_of_tag(const struct type *t)
{
	return t->kind == TYPE_ENUM ? t->enumeration->location : t->record->location;
}

static bool is_complete_tag(const struct type *t)
{
	return t->kind == TYPE_ENUM ? t->enumeration->complete : t->record->complete;
}

/* Attributes between the keyword and the tag or brace, and after the closing brace. */
static void own_attributes(struct sema *s, node_id n, struct attributes *out)
{
	memset(out, 0, sizeof *out);
	attribute_add(s, out, syntax_attributes_after(s->syntax, syntax_first_token(s->syntax, n) + 1));
	attribute_add(s, out, syntax_attributes_after(s->syntax, syntax_end_token(s->syntax, n)));
}

/*
 * The type that TAG means for a specifier that has a BODY or stands ALONE (both concern the innermost scope only,
 * 6.7.2.3p4-9). NULL: a new one is to be made. Reports a tag of another kind.
 */
static const struct type *find_tag(struct sema *s, node_id n, const char *tag, enum type_kind kind, bool here)
{
	if (!tag)
		return NULL;
	struct binding *b = here ? scope_find_tag_here(&s->scopes, tag) : scope_find_tag(&s->scopes, tag);
	if (!b)
		return NULL;
	if (b->type->kind == kind)
		return b->type;
	if (b->scope == s->scopes.top || !here) {
		sema_error(s, sema_location(s, n), "'%s' was declared as another kind of tag", tag);
		sema_note(s, location_of_tag(b->type), "it was declared as '%s %s' here", keyword_of(b->type), tag);
	}
	return NULL;
}

/* ---- members ---- */

static void check_duplicates(struct sema *s, const struct member_vec *members)
{
	TABLE(const char *, uint32_t) seen = { 0 };
	for (size_t i = 0; i < members->count; i++) {
		const struct member *m = &members->at[i];
		if (!m->name)
			continue;
		uint32_t before = table_get(&seen, m->name, 0);
		if (before) {
			sema_error(s, m->location, "duplicate member '%s'", m->name);
			sema_note(s, members->at[before - 1].location, "it was declared here before");
		}
		table_put(&seen, m->name, i + 1);
	}
	table_free(&seen);
}

static void set_bit_field(struct sema *s, node_id n, struct member *m)
{
	integer_value width = 0;
	const struct type *width_type;
	struct location location = sema_location(s, n);
	m->bit_field = true;
	if (!type_is_integer(m->type)) {
		if (m->type->kind != TYPE_ERROR)
			sema_error(s, location, "the bit-field '%s' has the type '%s', which is not an integer type",
				   m->name ? m->name : "", sema_type(s, m->type));
		m->bit_field = false;
		return;
	}
	if (!expression_integer(s, syntax_field(s->syntax, n, FIELD_SIZE), &width, &width_type, "bit-field width"))
		return;
	__int128 w = constant_signed(s->types, width_type, width);
	unsigned limit = type_width(s->types, m->type);
	if (w < 0)
		sema_error(s, location, "negative width of the bit-field '%s'", m->name ? m->name : "");
	else if (w > limit)
		sema_error(s, location, "the width of the bit-field '%s' exceeds its type, which has %u bits",
			   m->name ? m->name : "", limit);
	else if (!w && m->name)
		sema_error(s, location, "the named bit-field '%s' has width 0", m->name);
	else
		m->bit_width = (unsigned)w;
}

static void check_member_type(struct sema *s, struct member *m, bool last, bool in_union)
{
	const struct type *t = m->type;
	if (t->kind == TYPE_ERROR)
		return;
	const char *name = m->name ? m->name : "<anonymous>";
	bool flexible = t->kind == TYPE_ARRAY && t->form == ARRAY_INCOMPLETE;
	if (t->kind == TYPE_FUNCTION) {
		sema_error(s, m->location, "the member '%s' is declared as a function", name);
	} else if (type_is_variable(t) && s->in_prototype) {
		sema_unsupported(s, m->location, "a member of variable size ('%s') in the type of a parameter", name);
	} else if (flexible && !last && !in_union) {
		sema_error(s, m->location, "the flexible array member '%s' is not at the end of the struct", name);
	} else if (!flexible && !type_is_complete(t)) {
		sema_error(s, m->location, "the member '%s' has the incomplete type '%s'", name, sema_type(s, t));
	} else {
		return;
	}
	m->type = s->error_type;
}

static void add_member(struct sema *s, node_id d, const struct specifiers *spec, bool first, struct member_vec *members)
{
	node_id inner = syntax_kind(s->syntax, d) == NODE_BITFIELD ? syntax_field(s->syntax, d, FIELD_DECLARATOR) : d;
	struct attributes attributes = spec->attributes;
	struct declarator declarator = { 0 };
	attribute_add_declarator(s, &attributes, d, first);
	declarator_apply(s, inner, spec->type, &declarator);
	struct member m = { .name = declarator.name };
	m.location = inner ? declarator.location : sema_location(s, d);
	m.type = attribute_declared_type(s, &spec->attributes, &attributes, declarator.type, m.location);
	m.declared_alignment = attributes.aligned > spec->alignas ? attributes.aligned : spec->alignas;
	m.packed = attributes.packed;
	if (syntax_kind(s->syntax, d) == NODE_BITFIELD)
		set_bit_field(s, d, &m);
	vec_push(members, m);
}

/* A declaration without declarators: an anonymous struct or union (6.7.2.1p13), or nothing. With -fms-extensions it may have a
 * name (gcc 6.63). */
static void add_anonymous(struct sema *s, node_id n, const struct specifiers *spec, struct member_vec *members)
{
	bool may_have_name = types_target(s->types)->ms_extensions && type_is_complete(spec->type);
	if (!type_is_record(spec->type) || (spec->has_name && !may_have_name)) {
		if (type_is_record(spec->type))
			sema_warning(s, sema_location(s, n), "the declaration declares no member");
		return;
	}
	struct member m = { .type = spec->type, .location = sema_location(s, n) };
	m.declared_alignment = spec->attributes.aligned > spec->alignas ? spec->attributes.aligned : spec->alignas;
	vec_push(members, m);
}

static void add_members(struct sema *s, node_id n, struct member_vec *members)
{
	struct specifiers spec;
	node_id first = syntax_field(s->syntax, n, FIELD_DECLARATOR);
	bool declares = !first && !types_target(s->types)->ms_extensions;
	specifier_parse_type(s, syntax_field(s->syntax, n, FIELD_TYPE), declares, &spec);
	if (!first)
		add_anonymous(s, n, &spec, members);
	for (node_id d = first; d; d = syntax_next_field(s->syntax, d))
		add_member(s, d, &spec, d == first, members);
}

static void define_record(struct sema *s, node_id n, struct record *r)
{
	struct member_vec members = { 0 };
	struct attributes attributes;
	node_id body = syntax_field(s->syntax, n, FIELD_BODY);
	for (node_id c = syntax_first_child(s->syntax, body); c && !s->stopped; c = syntax_next(s->syntax, c)) {
		if (syntax_kind(s->syntax, c) == NODE_STATIC_ASSERT)
			declaration_static_assert(s, c);
		else
			add_members(s, c, &members);
	}
	own_attributes(s, n, &attributes);
	for (size_t i = 0; i < members.count; i++) {
		check_member_type(s, &members.at[i], i + 1 == members.count, r->is_union);
		r->variable |= type_is_variable(members.at[i].type);
		if (attributes.ms_struct && members.at[i].bit_field)
			sema_unsupported(s, members.at[i].location, "a bit-field under the attribute ms_struct");
	}
	check_duplicates(s, &members);
	r->location = sema_location(s, n);
	r->member_count = (uint32_t)members.count;
	r->members = sema_array(s, members.at, members.count, sizeof *members.at);
	r->packed = attributes.packed;
	r->transparent_union = attributes.transparent_union;
	r->declared_alignment = attributes.aligned;
	r->pack = syntax_pack(s->syntax, n);
	if (r->variable)
		layout_variable(s, n, r);
	else if (!type_lay_out(s->types, r))
		sema_error(s, r->location, "the type is too large");
	vec_free(&members);
}

const struct type *record_specifier(struct sema *s, node_id n, bool alone)
{
	const char *tag = tag_of(s, n);
	bool is_union = syntax_kind(s->syntax, n) == NODE_UNION_SPECIFIER,
	     body = syntax_field(s->syntax, n, FIELD_BODY);
	struct location location = sema_location(s, n);
	if (!sema_enter(s, location))
		return s->error_type;
	const struct type *t = find_tag(s, n, tag, is_union ? TYPE_UNION : TYPE_STRUCT, body || (alone && tag));
	if (t && body && is_complete_tag(t)) {
		sema_error(s, location, "redefinition of '%s %s'", keyword_of(t), tag);
		sema_note(s, t->record->location, "it was defined here before");
		t = NULL;
	}
	if (!t) {
		struct record *r = type_new_record(s->types, is_union, tag, location);
		t = r->type;
		r->depth = s->scopes.top->depth;
		if (tag)
			scope_bind_tag(&s->scopes, tag, t);
	}
	if (body)
		define_record(s, n, t->record);
	sema_leave(s);
	return t;
}

/* ---- enumerations ---- */

struct enumerators {
	struct declaration_vec list;
	__int128 smallest, largest; /* of those seen */
	__int128 next;
	bool next_overflows;
};

/* An integer type that represents VALUE, starting with int (gcc: enumerators may have any value). */
static const struct type *type_for_value(struct sema *s, __int128 value)
{
	static const enum type_kind kinds[] = { TYPE_INT,           TYPE_UNSIGNED_INT, TYPE_LONG,
						TYPE_UNSIGNED_LONG, TYPE_LONG_LONG,    TYPE_UNSIGNED_LONG_LONG };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const struct type *t = type_basic(s->types, kinds[i]);
		unsigned bits = type_width(s->types, t) - type_is_signed(s->types, t);
		__int128 limit = (__int128)1 << bits;
		if (value < limit && value >= (type_is_signed(s->types, t) ? -limit : 0))
			return t;
	}
	return type_basic(s->types, TYPE_INT128);
}

static void add_enumerator(struct sema *s, node_id n, struct enumerators *e)
{
	node_id name_node = syntax_field(s->syntax, n, FIELD_NAME),
		value_node = syntax_field(s->syntax, n, FIELD_VALUE);
	const char *name = syntax_name(s->syntax, name_node);
	__int128 value = e->next;
	const struct type *type = NULL;
	integer_value v;
	if (value_node && expression_integer(s, value_node, &v, &type, "enumerator"))
		value = constant_signed(s->types, type, v);
	else
		type = NULL;
	if (!type || type_for_value(s, value) == s->int_type)
		type = type_for_value(s, value);
	struct declaration *d = sema_new_declaration(s, DECLARATION_ENUMERATOR, name, type, sema_location(s, n));
	d->value = constant_truncate(s->types, type, (integer_value)value);
	struct binding *before = scope_find_here(&s->scopes, name);
	if (before) {
		sema_error(s, d->location, "redeclaration of '%s'", name);
		sema_note(s, before->declaration->location, "it was declared here before");
	} else {
		scope_bind(&s->scopes, name, d);
	}
	if (!e->list.count || value < e->smallest)
		e->smallest = value;
	if (!e->list.count || value > e->largest)
		e->largest = value;
	e->next = value + 1;
	vec_push(&e->list, d);
}

/* gcc: the first of int, long, long long (unsigned if nothing is negative) that holds all values; packed: from char on. */
static const struct type *underlying_type(struct sema *s, const struct enumerators *e, bool packed)
{
	static const enum type_kind kinds[][2] = { { TYPE_SIGNED_CHAR, TYPE_UNSIGNED_CHAR },
						   { TYPE_SHORT, TYPE_UNSIGNED_SHORT },
						   { TYPE_INT, TYPE_UNSIGNED_INT },
						   { TYPE_LONG, TYPE_UNSIGNED_LONG },
						   { TYPE_LONG_LONG, TYPE_UNSIGNED_LONG_LONG } };
	bool is_unsigned = e->smallest >= 0;
	for (size_t i = packed ? 0 : 2; i < sizeof kinds / sizeof *kinds; i++) {
		const struct type *t = type_basic(s->types, kinds[i][is_unsigned]);
		__int128 limit = (__int128)1 << (type_width(s->types, t) - !is_unsigned);
		if (e->largest < limit && (is_unsigned || e->smallest >= -limit))
			return t;
	}
	return type_basic(s->types, is_unsigned ? TYPE_UNSIGNED_INT128 : TYPE_INT128);
}

/* gcc: mode(...) says how large it is, which has to hold all values. */
static const struct type *type_of_mode(struct sema *s, node_id n, const struct enumerators *e,
				       const struct attributes *attributes, const struct type *needed)
{
	const struct type *sign = type_basic(s->types, e->smallest < 0 ? TYPE_INT : TYPE_UNSIGNED_INT);
	const struct type *t = attribute_type(s, attributes, sign, sema_location(s, n));
	if (!type_is_integer(t) || type_width(s->types, t) < type_width(s->types, needed)) {
		sema_error(s, sema_location(s, n), "attribute mode(%s) is too small for the enumerators",
			   attributes->mode);
		return needed;
	}
	return t;
}

/* Those that int has not have the type of the enumeration, and so do the others where it is given, or in C23 where one of them is such
 * (6.7.3.3p13). */
static void give_types(struct sema *s, const struct enumeration *e, const struct enumerators *enumerators)
{
	bool all = e->fixed;
	for (size_t i = 0; i < enumerators->list.count && !all; i++)
		all = enumerators->list.at[i]->type != s->int_type && types_target(s->types)->standard >= STANDARD_C23;
	for (size_t i = 0; i < enumerators->list.count; i++) {
		struct declaration *d = enumerators->list.at[i];
		if (!all && d->type == s->int_type)
			continue;
		__int128 value = constant_signed(s->types, d->type, d->value);
		d->type = e->underlying;
		d->value = constant_truncate(s->types, d->type, (integer_value)value);
	}
}

static void define_enum(struct sema *s, node_id n, const struct type *t)
{
	struct enumeration *e = t->enumeration;
	struct enumerators enumerators = { 0 };
	struct attributes attributes;
	node_id body = syntax_field(s->syntax, n, FIELD_BODY);
	own_attributes(s, n, &attributes);
	e->packed = attributes.packed || types_target(s->types)->short_enums;
	for (node_id c = syntax_first_child(s->syntax, body); c && !s->stopped; c = syntax_next(s->syntax, c))
		add_enumerator(s, c, &enumerators);
	if (!e->fixed)
		e->underlying = underlying_type(s, &enumerators, e->packed || attributes.mode);
	if (!e->fixed && attributes.mode)
		e->underlying = type_of_mode(s, n, &enumerators, &attributes, e->underlying);
	give_types(s, e, &enumerators);
	e->location = sema_location(s, n);
	e->enumerator_count = (uint32_t)enumerators.list.count;
	e->enumerators = sema_array(s, enumerators.list.at, enumerators.list.count, sizeof *enumerators.list.at);
	e->complete = true;
	vec_free(&enumerators.list);
}

const struct type *record_enum_specifier(struct sema *s, node_id n, bool alone)
{
	const char *tag = tag_of(s, n);
	bool body = syntax_field(s->syntax, n, FIELD_BODY);
	node_id base = syntax_field(s->syntax, n, FIELD_TYPE);
	struct location location = sema_location(s, n);
	const struct type *t = find_tag(s, n, tag, TYPE_ENUM, body || (alone && tag));
	if (t && body && is_complete_tag(t) && !t->enumeration->fixed) {
		sema_error(s, location, "redefinition of 'enum %s'", tag);
		sema_note(s, t->enumeration->location, "it was defined here before");
		t = NULL;
	}
	if (!t) {
		type_new_enumeration(s->types, tag, location, &t);
		if (tag)
			scope_bind_tag(&s->scopes, tag, t);
	}
	if (base) {
		const struct type *underlying = declarator_type_name(s, base);
		t->enumeration->fixed = t->enumeration->complete = true;
		if (type_is_integer(underlying))
			t->enumeration->underlying = type_integer_of(underlying);
	}
	if (body)
		define_enum(s, n, t);
	return t;
}
