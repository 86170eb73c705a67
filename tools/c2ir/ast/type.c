/* Making C types: the fixed ones, derived ones, qualified and realigned versions. */

#include <string.h>

#include "arena.h"
#include "memory.h"
#include "record.h"
#include "target.h"
#include "type.h"
#include "type_layout.h"
#include "type_make.h"
#include "types.h"
#include "vec.h"

/* The types that there is one of: one for each kind, and those made on demand. */
struct type_table {
	struct type *basic[TYPE_ERROR + 1];   /* those without parts, by kind; others NULL. DECIMAL is not here */
	struct type *bits[2][129];            /* BIT_INTEGER by signedness and width, made on demand */
	struct type *complex[TYPE_ERROR + 1]; /* COMPLEX by the kind of the base, likewise */
	struct type *vectors;                 /* VECTOR: all, linked by next_variant */
};

static struct type *new_type(struct types *types, enum type_kind kind)
{
	struct type *t = arena_alloc(types->arena, sizeof *t);
	t->kind = kind;
	t->unqualified = t;
	return t;
}

static bool kind_is_basic(enum type_kind kind)
{
	return kind != TYPE_BIT_INTEGER && kind != TYPE_ENUM && !(kind >= TYPE_POINTER && kind < TYPE_ERROR);
}

struct target target_default(unsigned pointer_bits)
{
	struct target target = { .pointer_bits = pointer_bits, .standard = STANDARD_C17 };
	return target;
}

/* A char *, but an object of its own: that a parameter is a va_list can be told from its type. */
static const struct type *make_pointer_va_list(struct types *types)
{
	struct type *list = arena_alloc(types->arena, sizeof *list);
	*list = *type_pointer(types, types->char_type);
	list->unqualified = list;
	list->pointer = list->variants = list->next_variant = NULL;
	return list;
}

/* Psabi 3.5.7 (x86-64): va_list is an array of one such struct; i386: char *. */
static const struct type *make_va_list(struct types *types)
{
	static const char *const names[] = { "gp_offset", "fp_offset", "overflow_arg_area", "reg_save_area" };
	if (types->target->pointer_bits == 32)
		return make_pointer_va_list(types);
	const struct location nowhere = { 0 };
	struct record *r = type_new_record(types, false, "__va_list_tag", nowhere);
	r->member_count = 4;
	r->members = arena_alloc(types->arena, 4 * sizeof *r->members);
	for (uint32_t i = 0; i < 4; i++) {
		r->members[i].name = names[i];
		r->members[i].type = i < 2 ? types->unsigned_type : type_pointer(types, types->void_type);
	}
	type_lay_out(types, r);
	return type_array(types, r->type, 1);
}

/* A pointer and a value, each at a multiple of 16 bytes: lower/variadic.c. */
static const struct type *make_argument_slot(struct types *types)
{
	const struct location nowhere = { 0 };
	struct record *r = type_new_record(types, false, NULL, nowhere);
	r->member_count = 2;
	r->members = arena_alloc(types->arena, 2 * sizeof *r->members);
	r->members[0].type = type_pointer(types, types->void_type);
	r->members[1].type = type_basic(types, TYPE_LONG_LONG);
	for (uint32_t i = 0; i < 2; i++) {
		r->members[i].name = i ? "value" : "pointer";
		r->members[i].declared_alignment = 16;
	}
	type_lay_out(types, r);
	return r->type;
}

static void make_basic(struct types *types)
{
	types->table = arena_alloc(types->arena, sizeof *types->table);
	for (int kind = 0; kind <= TYPE_ERROR; kind++)
		if (kind_is_basic((enum type_kind)kind))
			types->table->basic[kind] = new_type(types, (enum type_kind)kind);
}

static void name_basic(struct types *types)
{
	types->void_type = type_basic(types, TYPE_VOID);
	types->bool_type = type_basic(types, TYPE_BOOL);
	types->char_type = type_basic(types, TYPE_CHAR);
	types->byte_type = type_basic(types, TYPE_UNSIGNED_CHAR);
	types->int_type = type_basic(types, TYPE_INT);
	types->unsigned_type = type_basic(types, TYPE_UNSIGNED_INT);
	types->unsigned_long_long_type = type_basic(types, TYPE_UNSIGNED_LONG_LONG);
	types->double_type = type_basic(types, TYPE_DOUBLE);
	types->long_double_type = type_basic(types, TYPE_LONG_DOUBLE);
}

/* Those that the target chooses. */
static void name_chosen(struct types *types)
{
	bool wide = types->target->pointer_bits == 64;
	types->size = type_basic(types, wide ? TYPE_UNSIGNED_LONG : TYPE_UNSIGNED_INT);
	types->difference = type_basic(types, wide ? TYPE_LONG : TYPE_INT);
	types->wide_char = type_basic(types, types->target->short_wchar ? TYPE_UNSIGNED_SHORT
					     : wide                     ? TYPE_INT
									: TYPE_LONG);
	types->char16 = type_basic(types, TYPE_UNSIGNED_SHORT);
	types->char32 = types->unsigned_type;
	types->intmax = type_basic(types, wide ? TYPE_LONG : TYPE_LONG_LONG);
	types->uintmax = type_basic(types, wide ? TYPE_UNSIGNED_LONG : TYPE_UNSIGNED_LONG_LONG);
	types->intptr = types->difference;
	types->uintptr = types->size;
	types->va_list = make_va_list(types);
	types->argument_slot = make_argument_slot(types);
}

void types_init(struct types *types, struct arena *arena, const struct target *target)
{
	memset(types, 0, sizeof *types);
	types->arena = arena;
	struct target *copy = arena_alloc(arena, sizeof *copy);
	*copy = *target;
	types->target = copy;
	make_basic(types);
	name_basic(types);
	name_chosen(types);
}

void types_release(struct types *types)
{
	memory_free(types->records);
	types->records = NULL;
	types->record_capacity = 0;
}

const struct type *type_basic(const struct types *types, enum type_kind kind)
{
	return types->table->basic[kind];
}

const struct type *type_bits(struct types *types, unsigned width, bool is_signed)
{
	struct type **slot = &types->table->bits[is_signed][width];
	if (!*slot) {
		*slot = new_type(types, TYPE_BIT_INTEGER);
		(*slot)->width = width;
		(*slot)->is_signed = is_signed;
	}
	return *slot;
}

const struct type *type_pointer(struct types *types, const struct type *to)
{
	struct type *base = (struct type *)to; /* the cache only */
	if (!base->pointer) {
		base->pointer = new_type(types, TYPE_POINTER);
		base->pointer->base = to;
	}
	return base->pointer;
}

static struct type *new_array(struct types *types, const struct type *element, enum array_form form)
{
	struct type *t = new_type(types, TYPE_ARRAY);
	t->base = element;
	t->form = form;
	return t;
}

const struct type *type_array(struct types *types, const struct type *element, uint64_t length)
{
	struct type *t = new_array(types, element, ARRAY_FIXED);
	t->length = length;
	return t;
}

const struct type *type_incomplete_array(struct types *types, const struct type *element)
{
	return new_array(types, element, ARRAY_INCOMPLETE);
}

const struct type *type_variable_array(struct types *types, const struct type *element, struct declaration *length)
{
	struct type *t = new_array(types, element, ARRAY_VARIABLE);
	t->length_object = length;
	return t;
}

/* No struct of the program: it is not among the unit's records. Its type is a struct's, so that the members are disjoint. */
static struct record *parts_of(struct types *types, const struct type *base, uint32_t count)
{
	struct record *r = arena_alloc(types->arena, sizeof *r);
	struct type *t = new_type(types, TYPE_STRUCT);
	r->type = t;
	t->record = r;
	r->members = arena_alloc(types->arena, (count + 1) * sizeof *r->members);
	r->member_count = count;
	for (uint32_t i = 0; i < count; i++)
		r->members[i] = (struct member){ .name = "part", .type = base };
	type_lay_out(types, r);
	return r;
}

const struct type *type_vector(struct types *types, const struct type *element, uint64_t length)
{
	for (struct type *t = types->table->vectors; t; t = t->next_variant)
		if (t->base == element && t->length == length)
			return t;
	struct type *t = new_type(types, TYPE_VECTOR);
	t->base = element;
	t->length = length;
	t->record = parts_of(types, element, length > VECTOR_MOST ? 0 : (uint32_t)length);
	t->next_variant = types->table->vectors;
	types->table->vectors = t;
	return t;
}

const struct type *type_complex(struct types *types, const struct type *base)
{
	struct type **slot = &types->table->complex[base->kind];
	if (!*slot) {
		*slot = new_type(types, TYPE_COMPLEX);
		(*slot)->base = base;
		(*slot)->record = parts_of(types, base, 2);
	}
	return *slot;
}

const struct type *type_decimal(struct types *types, unsigned size)
{
	struct type *t = new_type(types, TYPE_DECIMAL);
	t->width = size;
	return t;
}

const struct type *type_brain(struct types *types, uint64_t size)
{
	struct type *t = new_type(types, TYPE_DECIMAL);
	t->width = (unsigned)size;
	t->length = size / 2;
	return t;
}

const struct type *type_function(struct types *types, const struct type *result, const struct parameter *parameters,
				 uint32_t count, bool prototyped, bool variadic)
{
	struct type *t = new_type(types, TYPE_FUNCTION);
	t->base = result;
	t->parameters = parameters;
	t->parameter_count = count;
	t->prototyped = prototyped;
	t->variadic = variadic;
	return t;
}

static void add_record(struct types *types, struct record *r)
{
	size_t count = types->record_count;
	if (count == types->record_capacity)
		types->records = vec_grow(types->records, sizeof *types->records, &types->record_capacity);
	types->records[types->record_count++] = r;
}

struct record *type_new_record(struct types *types, bool is_union, const char *tag, struct location location)
{
	struct record *r = arena_alloc(types->arena, sizeof *r);
	struct type *t = new_type(types, is_union ? TYPE_UNION : TYPE_STRUCT);
	r->is_union = is_union;
	r->tag = tag;
	r->location = location;
	r->id = types->record_count;
	r->alignment = 1;
	r->type = t;
	t->record = r;
	add_record(types, r);
	return r;
}

struct enumeration *type_new_enumeration(struct types *types, const char *tag, struct location location,
					 const struct type **type)
{
	struct enumeration *e = arena_alloc(types->arena, sizeof *e);
	struct type *t = new_type(types, TYPE_ENUM);
	e->tag = tag;
	e->location = location;
	e->id = types->enumeration_count++;
	e->underlying = types->unsigned_type;
	t->enumeration = e;
	*type = t;
	return e;
}

/* The version of T with exactly these qualifiers and this alignment. */
static const struct type *version(struct types *types, const struct type *t, unsigned qualifiers, uint32_t alignment)
{
	if (t->qualifiers == qualifiers && t->alignment == alignment)
		return t;
	struct type *base = (struct type *)t->unqualified; /* the cache only */
	if (base->qualifiers == qualifiers && base->alignment == alignment)
		return base;
	for (struct type *v = base->variants; v; v = v->next_variant)
		if (v->qualifiers == qualifiers && v->alignment == alignment)
			return v;
	struct type *v = arena_alloc(types->arena, sizeof *v);
	*v = *base;
	v->qualifiers = qualifiers;
	v->alignment = alignment;
	v->pointer = v->variants = NULL;
	v->next_variant = base->variants;
	base->variants = v;
	return v;
}

const struct type *type_qualified(struct types *types, const struct type *t, unsigned qualifiers)
{
	if (t->kind == TYPE_ARRAY && qualifiers) {
		const struct type *element = type_qualified(types, t->base, qualifiers);
		if (element == t->base)
			return t;
		struct type *array = new_type(types, TYPE_ARRAY);
		*array = *t;
		array->unqualified = array;
		array->base = element;
		array->pointer = array->variants = array->next_variant = NULL;
		return array;
	}
	return t->kind == TYPE_ERROR ? t : version(types, t, t->qualifiers | qualifiers, t->alignment);
}

const struct type *type_aligned(struct types *types, const struct type *t, uint32_t alignment)
{
	return t->kind == TYPE_ERROR ? t : version(types, t, t->qualifiers, alignment);
}

const struct type *type_noreturn(struct types *types, const struct type *t)
{
	if (t->kind != TYPE_FUNCTION || t->noreturn)
		return t;
	struct type *f = new_type(types, TYPE_FUNCTION);
	*f = *t;
	f->unqualified = f;
	f->noreturn = true;
	f->pointer = f->variants = f->next_variant = NULL;
	return f;
}
