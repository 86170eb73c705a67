/* GNU and C23 attributes: those that change a type, a layout or what a call does. The rest is ignored. */
#include "ast_declaration.h"
#include "ast_unit.h"
#include "sema_declaration.h"
#include "sema_declarator.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_specifier.h"
#include "sema_variable.h"
#include "target.h"
#include "type.h"
#include "type_class.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_qualifier.h"

#include <string.h>

/* Text of the one token that the arguments of A are; "" otherwise. */
static const char *only_token(struct sema *s, const struct attribute *a, uint32_t *token)
{
	size_t length = 0;
	*token = a->args_begin;
	if (a->args_begin >= a->args_end)
		return "";
	const char *text = syntax_token_text(s->syntax, a->args_begin, &length);
	return intern(s->names, text, length);
}

static const char *without_underscores(struct sema *s, const char *name)
{
	size_t n = strlen(name);
	if (n > 4 && !strncmp(name, "__", 2) && !strcmp(name + n - 2, "__"))
		return intern(s->names, name + 2, n - 4);
	return name;
}

/* "" "a" are one: glibc writes asm ("" "name"). */
static const char *string_argument(struct sema *s, const struct attribute *a)
{
	VEC(char) b = { 0 };
	size_t length = 0;
	for (uint32_t token = a->args_begin; token < a->args_end; token++) {
		if (*syntax_token_text(s->syntax, token, &length) != '"')
			continue;
		for (const char *c = literal_token_text(s, token); *c; c++)
			vec_push(&b, *c);
	}
	const char *text = b.count ? intern(s->names, b.at, b.count) : NULL;
	vec_free(&b);
	return text;
}

/* of `aligned` without an argument, on x86 */
enum { LARGEST_ALIGNMENT = 16 };

static void add_aligned(struct sema *s, struct attributes *out, const struct attribute *a)
{
	uint64_t value = LARGEST_ALIGNMENT;
	struct location location = syntax_token_location(s->syntax, a->token);
	size_t mark = s->pending.count;
	bool type = a->argument && syntax_kind(s->syntax, a->argument) == NODE_TYPE_NAME;
	if (type)
		value = type_alignment(s->types, declarator_type_name(s, a->argument));
	variable_forget(s, mark);
	if (!type && a->argument && !expression_size(s, a->argument, UINT64_C(1) << 29, &value, "alignment"))
		return;
	if (value & (value - 1)) {
		sema_error(s, location, "the alignment %llu is not a power of two", (unsigned long long)value);
		return;
	}
	if (value > out->aligned)
		out->aligned = (uint32_t)value;
}

static void add_vector_size(struct sema *s, struct attributes *out, const struct attribute *a)
{
	uint64_t value = 0;
	if (a->argument && expression_size(s, a->argument, UINT64_C(1) << 20, &value, "vector size"))
		out->vector_size = value;
}

static bool *flag_of(struct attributes *out, const char *name)
{
	const struct {
		const char *name;
		bool *flag;
	} flags[] = {
		{ "packed", &out->packed },
		{ "ms_struct", &out->ms_struct },
		{ "noreturn", &out->noreturn },
		{ "_Noreturn", &out->noreturn },
		{ "weak", &out->weak },
		{ "const", &out->is_const },
		{ "pure", &out->pure },
		{ "malloc", &out->malloc_like },
		{ "transparent_union", &out->transparent_union },
		{ "constructor", &out->constructor },
		{ "destructor", &out->destructor },
		{ "always_inline", &out->always_inline },
		{ "used", &out->used },
		{ "gnu_inline", &out->gnu_inline },
		{ "naked", &out->naked },
		{ "returns_twice", &out->returns_twice },
		{ "deprecated", &out->deprecated },
		{ "error", &out->refused },
	};
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (!strcmp(flags[i].name, name))
			return flags[i].flag;
	return NULL;
}

enum { HOOK_PRIORITY_LAST = 65535 };

/* constructor(N), destructor(N): when it runs among the others (gcc 6.33.1). */
static void add_priority(struct sema *s, uint16_t *out, const struct attribute *a)
{
	uint64_t value = HOOK_PRIORITY_LAST;
	if (a->argument && expression_size(s, a->argument, HOOK_PRIORITY_LAST, &value, "priority"))
		*out = (uint16_t)(HOOK_PRIORITY_LAST - value);
}

/* A layout that is not followed. */
static void refuse_order(struct sema *s, const struct attribute *a)
{
	const char *text = string_argument(s, a);
	if (text && !strcmp(text, "big-endian"))
		sema_unsupported(s, syntax_token_location(s->syntax, a->token), "the attribute scalar_storage_order");
}

static void add_one(struct sema *s, struct attributes *out, const struct attribute *a)
{
	uint32_t token;
	bool *flag = flag_of(out, a->name);
	if (flag) {
		*flag = true;
		if (flag == &out->constructor)
			add_priority(s, &out->constructor_order, a);
		else if (flag == &out->destructor)
			add_priority(s, &out->destructor_order, a);
	} else if (!strcmp(a->name, "aligned")) {
		add_aligned(s, out, a);
	} else if (!strcmp(a->name, "vector_size")) {
		add_vector_size(s, out, a);
	} else if (!strcmp(a->name, "mode")) {
		out->mode = without_underscores(s, only_token(s, a, &token));
	} else if (!strcmp(a->name, "alias")) {
		out->alias = string_argument(s, a);
	} else if (!strcmp(a->name, "section")) {
		out->section = string_argument(s, a);
	} else if (!strcmp(a->name, "plumb_models")) {
		out->models = string_argument(s, a);
	} else if (!strcmp(a->name, "plumb_wraps")) {
		out->wraps = string_argument(s, a);
	} else if (!strcmp(a->name, "plumb_original")) {
		out->original = string_argument(s, a);
	} else if (!strcmp(a->name, "plumb_next")) {
		out->next = string_argument(s, a);
	} else if (!strcmp(a->name, "asm")) {
		out->asm_name = string_argument(s, a);
	} else if (!strcmp(a->name, "cleanup")) {
		out->cleanup = only_token(s, a, &token);
		out->cleanup_location = syntax_token_location(s->syntax, a->token);
	} else if (!strcmp(a->name, "optimize") || !strcmp(a->name, "target")) {
		const char *text = string_argument(s, a);
		if (text && pragma_loosens_floats(text))
			s->unit->loose_floats = "an attribute of a function";
	} else if (!strcmp(a->name, "scalar_storage_order")) {
		refuse_order(s, a);
	} else if (!strcmp(a->name, "ifunc") || !strcmp(a->name, "weakref")) {
		sema_unsupported(s, syntax_token_location(s->syntax, a->token), "the attribute %s", a->name);
	}
}

void attribute_add_outside(struct sema *s, struct attributes *out, struct attribute_range range, uint32_t begin,
			   uint32_t end)
{
	for (uint32_t i = 0; i < range.count; i++) {
		const struct attribute *a = syntax_attribute(s->syntax, range.first + i);
		if (a->token < begin || a->token >= end)
			add_one(s, out, a);
	}
}

void attribute_add(struct sema *s, struct attributes *out, struct attribute_range range)
{
	attribute_add_outside(s, out, range, 0, 0);
}

/* Attributes inside a parameter list are the parameters' own. */
static void add_inside(struct sema *s, struct attributes *out, node_id d)
{
	uint32_t begin = syntax_first_token(s->syntax, d), end = syntax_end_token(s->syntax, d);
	uint32_t list_begin = end, list_end = end;
	for (node_id n = d; n; n = syntax_field(s->syntax, n, FIELD_DECLARATOR)) {
		node_id list = syntax_field(s->syntax, n, FIELD_PARAMETERS);
		if (!list)
			continue;
		uint32_t first = syntax_first_token(s->syntax, list), last = syntax_end_token(s->syntax, list);
		if (first == last)
			continue;
		list_begin = first < list_begin ? first : list_begin;
		list_end = list_end == end || last > list_end ? last : list_end;
	}
	attribute_add_outside(s, out, syntax_attributes(s->syntax, begin, end), list_begin, list_end);
}

void attribute_add_declarator(struct sema *s, struct attributes *out, node_id d, bool first)
{
	if (!d)
		return;
	add_inside(s, out, d);
	attribute_add(s, out, syntax_attributes_after(s->syntax, syntax_end_token(s->syntax, d)));
	if (!first)
		attribute_add(s, out, syntax_attributes_before(s->syntax, syntax_first_token(s->syntax, d)));
}

void attribute_apply(struct sema *s, const struct attributes *a, struct declaration *d)
{
	d->weak |= a->weak;
	d->is_const |= a->is_const;
	d->is_pure |= a->pure;
	d->malloc_like |= a->malloc_like;
	d->constructor |= a->constructor;
	d->destructor |= a->destructor;
	d->constructor_order |= a->constructor_order;
	d->destructor_order |= a->destructor_order;
	d->always_inline |= a->always_inline;
	d->used_attribute |= a->used;
	d->gnu_inline |= a->gnu_inline;
	d->naked |= a->naked;
	d->returns_twice |= a->returns_twice;
	if (a->alias)
		d->alias = a->alias;
	if (a->section)
		d->section = a->section;
	if (a->models)
		d->models = a->models;
	if (a->wraps)
		d->wraps = a->wraps;
	if (a->original)
		d->original = a->original;
	if (a->next)
		d->next = a->next;
	if (a->asm_name) /* as glibc's headers give functions: __isoc99_sscanf, fopen64 */
		d->symbol = d->library_name = a->asm_name;
	if (a->aligned > d->alignment && d->kind != DECLARATION_TYPEDEF)
		d->alignment = a->aligned;
	d->is_refused |= a->refused;
	if (a->noreturn && d->kind == DECLARATION_FUNCTION) {
		d->is_noreturn = true;
		d->type = type_noreturn(s->types, d->type);
	}
	if (a->cleanup && d->kind == DECLARATION_VARIABLE && d->duration == DURATION_AUTOMATIC) {
		struct binding *b = scope_find(&s->scopes, a->cleanup);
		if (b && b->declaration->kind == DECLARATION_FUNCTION)
			d->cleanup = b->declaration;
		else
			sema_error(s, a->cleanup_location, "the cleanup attribute's argument is not a function");
		if (d->cleanup)
			d->cleanup->used = true;
	}
}

/* Machine modes of gcc: integers by size, floats. */
static const struct type *type_of_mode(struct sema *s, const char *mode, const struct type *t)
{
	static const struct {
		const char *mode;
		enum type_kind is_signed, is_unsigned;
	} modes[] = {
		{ "QI", TYPE_SIGNED_CHAR, TYPE_UNSIGNED_CHAR },
		{ "byte", TYPE_SIGNED_CHAR, TYPE_UNSIGNED_CHAR },
		{ "HI", TYPE_SHORT, TYPE_UNSIGNED_SHORT },
		{ "SI", TYPE_INT, TYPE_UNSIGNED_INT },
		{ "DI", TYPE_LONG, TYPE_UNSIGNED_LONG },
		{ "TI", TYPE_INT128, TYPE_UNSIGNED_INT128 },
		{ "word", TYPE_LONG, TYPE_UNSIGNED_LONG },
		{ "pointer", TYPE_LONG, TYPE_UNSIGNED_LONG },
		{ "unwind_word", TYPE_LONG, TYPE_UNSIGNED_LONG },
		{ "libgcc_cmp_return", TYPE_LONG, TYPE_UNSIGNED_LONG },
		{ "libgcc_shift_count", TYPE_LONG, TYPE_UNSIGNED_LONG },
		{ "SF", TYPE_FLOAT, TYPE_FLOAT },
		{ "DF", TYPE_DOUBLE, TYPE_DOUBLE },
		{ "XF", TYPE_LONG_DOUBLE, TYPE_LONG_DOUBLE },
		{ "TF", TYPE_FLOAT128, TYPE_FLOAT128 },
	};
	bool is_unsigned = type_is_integer(t) && !type_is_signed(s->types, t);
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		if (strcmp(modes[i].mode, mode) != 0)
			continue;
		enum type_kind kind = is_unsigned ? modes[i].is_unsigned : modes[i].is_signed;
		if (!strcmp(mode, "DI") && types_target(s->types)->pointer_bits == 32)
			kind = is_unsigned ? TYPE_UNSIGNED_LONG_LONG : TYPE_LONG_LONG;
		else if (modes[i].is_signed == TYPE_LONG && types_target(s->types)->pointer_bits == 32)
			kind = is_unsigned ? TYPE_UNSIGNED_INT : TYPE_INT; /* the first type of that size */
		return type_basic(s->types, kind);
	}
	return NULL;
}

static const struct type *with_mode(struct sema *s, const char *mode, const struct type *t, struct location location)
{
	const struct type *changed = NULL;
	if (t->kind == TYPE_COMPLEX && mode[0] && mode[1] == 'C') {
		const char base[] = { mode[0], 'F', 0 };
		const struct type *element = type_of_mode(s, base, t->base);
		changed = element ? type_complex(s->types, element) : NULL;
	} else if (type_is_integer(t) || type_is_floating(t)) {
		changed = type_of_mode(s, mode, t);
	}
	if (changed)
		return type_qualified(s->types, changed, t->qualifiers);
	sema_unsupported(s, location, "attribute mode(%s) on the type '%s'", mode, sema_type(s, t));
	return t;
}

/* A vector's elements are the innermost arithmetic type: `float *f(void)` with vector_size returns pointers to vectors. */
static const struct type *with_vector(struct sema *s, uint64_t size, const struct type *t, struct location location)
{
	const struct type *base = type_is_integer(t) ? type_integer_of(t) : type_unqualified(t);
	if ((type_is_integer(t) || type_is_floating(t)) && t->kind != TYPE_BOOL) {
		uint64_t element = type_size(s->types, t), count = element ? size / element : 0;
		bool good = count && !(size % element) && !(count & (count - 1));
		if (!good)
			sema_error(s, location, "a vector of %llu bytes with elements of the type '%s'",
				   (unsigned long long)size, sema_type(s, t));
		else if (count > VECTOR_MOST)
			sema_unsupported(s, location, "a vector of more than %d elements", VECTOR_MOST);
		else
			return type_qualified(s->types, type_vector(s->types, base, count), t->qualifiers);
		return s->error_type;
	}
	if (type_is_opaque(t) && t->length && size && size <= VECTOR_MOST && !(size & (size - 1)))
		return type_brain(s->types, size);
	switch (t->kind) {
	case TYPE_POINTER:
		return type_pointer(s->types, with_vector(s, size, t->base, location));
	case TYPE_ARRAY:
		return type_array(s->types, with_vector(s, size, t->base, location), t->length);
	case TYPE_FUNCTION:
		return type_function(s->types, with_vector(s, size, t->base, location), t->parameters,
				     t->parameter_count, t->prototyped, t->variadic);
	default:
		if (t->kind != TYPE_ERROR)
			sema_error(s, location, "vector_size on the type '%s'", sema_type(s, t));
		return s->error_type;
	}
}

const struct type *attribute_type(struct sema *s, const struct attributes *a, const struct type *t,
				  struct location location)
{
	if (a->mode)
		t = with_mode(s, a->mode, t, location);
	if (a->vector_size)
		t = with_vector(s, a->vector_size, t, location);
	return t;
}

const struct type *attribute_declared_type(struct sema *s, const struct attributes *of_specifiers,
					   const struct attributes *all, const struct type *t, struct location location)
{
	struct attributes own = *all;
	if (own.mode == of_specifiers->mode)
		own.mode = NULL;
	if (own.vector_size == of_specifiers->vector_size)
		own.vector_size = 0;
	return attribute_type(s, &own, t, location);
}
