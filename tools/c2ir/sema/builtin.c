/* gcc's builtins: those that are folded, those that stay nodes (builtin.def), those that are library functions
 * (the rows with the fact GCC of lib/libc). */
#include "sema_internal.h"

#include <string.h>

#include "ast_function.h"
#include "declaration_query.h"
#include "libc.h"
#include "record.h"
#include "sema_body.h"
#include "sema_constant.h"
#include "sema_conversion.h"
#include "sema_declarator.h"
#include "sema_expression.h"
#include "sema_operator.h"
#include "sema_variable.h"
#include "syntax.h"
#include "type.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_scalar.h"
#include "types.h"

static const struct {
	const char *name, *signature;
} builtins[] = {
#define BUILTIN(enumerator, name, signature) { name, signature },
#include "builtin.def"
#undef BUILTIN
};

/* ---- signatures ---- */

static const struct {
	char letter;
	enum type_kind kind;
	bool is_complex;
} basic_letters[] = {
	{ 'v', TYPE_VOID, false },
	{ 'b', TYPE_BOOL, false },
	{ 'B', TYPE_UNSIGNED_CHAR, false },
	{ 'i', TYPE_INT, false },
	{ 'u', TYPE_UNSIGNED_INT, false },
	{ 'h', TYPE_UNSIGNED_SHORT, false },
	{ 'l', TYPE_LONG, false },
	{ 'L', TYPE_UNSIGNED_LONG, false },
	{ 'x', TYPE_LONG_LONG, false },
	{ 'X', TYPE_UNSIGNED_LONG_LONG, false },
	{ 'q', TYPE_UNSIGNED_INT128, false },
	{ 'f', TYPE_FLOAT, false },
	{ 'd', TYPE_DOUBLE, false },
	{ 'D', TYPE_LONG_DOUBLE, false },
	{ 'K', TYPE_FLOAT128, false },
	{ '1', TYPE_FLOAT32, false },
	{ '2', TYPE_FLOAT64, false },
	{ '3', TYPE_FLOAT32X, false },
	{ '4', TYPE_FLOAT64X, false },
	{ '5', TYPE_FLOAT16, false },
	{ 'F', TYPE_FLOAT, true },
	{ 'E', TYPE_DOUBLE, true },
	{ 'G', TYPE_LONG_DOUBLE, true },
	{ 'H', TYPE_FLOAT128, true },
	{ '6', TYPE_FLOAT32, true },
	{ '7', TYPE_FLOAT64, true },
	{ '8', TYPE_FLOAT32X, true },
	{ '9', TYPE_FLOAT64X, true },
	{ 'I', TYPE_FLOAT16, true },
};

static const struct type *basic_of_letter(struct sema *s, char letter)
{
	for (size_t i = 0; i < sizeof basic_letters / sizeof *basic_letters; i++) {
		if (basic_letters[i].letter != letter)
			continue;
		const struct type *type = type_basic(s->types, basic_letters[i].kind);
		return basic_letters[i].is_complex ? type_complex(s->types, type) : type;
	}
	return NULL; /* '*': any */
}

static const struct type *type_of_letter(struct sema *s, char letter)
{
	switch (letter) {
	case 'j':
		return s->types->intmax;
	case 'Q':
		return s->types->uintmax;
	case 'z':
		return s->size_type;
	case 'Z':
		return s->types->difference;
	case 'p':
	case 'o': /* to what the library's headers define */
		return s->void_pointer;
	case 'P':
	case 'O':
		return type_pointer(s->types, type_qualified(s->types, s->void_type, QUALIFIER_CONST));
	case 'c':
		return type_pointer(s->types, s->char_type);
	case 's':
		return type_pointer(s->types, type_qualified(s->types, s->char_type, QUALIFIER_CONST));
	case 'A':
		return declarator_adjust(s, s->types->va_list);
	default:
		return basic_of_letter(s, letter);
	}
}

static bool has_prefix(const char *name)
{
	return !strncmp(name, "__builtin_", 10);
}

const struct type *builtin_signature(struct sema *s, const char *signature)
{
	size_t count = strlen(signature + 1);
	bool variadic = count && signature[count] == '.';
	count -= variadic;
	struct parameter *ps = arena_alloc(s->arena, (count + 1) * sizeof *ps);
	for (size_t i = 0; i < count; i++)
		ps[i].type = type_of_letter(s, signature[i + 1]);
	return type_function(s->types, type_of_letter(s, *signature), ps, (uint32_t)count, true, variadic);
}

/* gcc knows a library function by its own name and as __builtin_NAME. */
static const struct libc_function *known_row(const char *name)
{
	const struct libc_function *f = libc_row(name);
	if (!f && has_prefix(name))
		f = libc_row(name + 10);
	return libc_has(f, LIBC_GCC) ? f : NULL;
}

bool builtin_known(struct sema *s, const char *name, const struct type **type, const char **library_name)
{
	const struct libc_function *f = known_row(name);
	*type = f ? builtin_signature(s, f->signature) : NULL;
	*library_name = f ? sema_intern(s, has_prefix(f->name) ? libc_resolved(f)->name : f->name) : NULL;
	return f != NULL;
}

static enum builtin find_builtin(const char *name)
{
	if (name[0] == '_' && name[1] == '_')
		for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
			if (!strcmp(builtins[i].name, name))
				return (enum builtin)i;
	return BUILTIN_NONE;
}

/* ---- arguments ---- */

node_id builtin_node(struct sema *s, node_id n, unsigned index)
{
	node_id a = syntax_field(s->syntax, n, FIELD_ARGUMENT);
	for (; a && index; index--)
		a = syntax_next_field(s->syntax, a);
	return a;
}

static unsigned argument_count(struct sema *s, node_id n)
{
	unsigned count = 0;
	for (node_id a = syntax_field(s->syntax, n, FIELD_ARGUMENT); a; a = syntax_next_field(s->syntax, a))
		count++;
	return count;
}

/* Reports a wrong number of arguments. MAX: ~0u for no limit. */
bool builtin_check_count(struct sema *s, node_id n, const char *name, unsigned min, unsigned max)
{
	unsigned count = argument_count(s, n);
	if (count >= min && count <= max)
		return true;
	sema_error(s, sema_location(s, n), "too %s arguments for '%s'", count < min ? "few" : "many", name);
	return false;
}

/* A va_list as a pointer to its object. */
static struct expression *va_list_pointer(struct sema *s, node_id n)
{
	struct expression *e = expression_parse(s, n);
	if (e->type->kind == TYPE_ERROR)
		return e;
	if (s->types->va_list->kind == TYPE_ARRAY) {
		e = conversion_value(s, e);
	} else {
		e = operator_address(s, n, e);
		e->range = (struct source_range){ 0, 0 };
	}
	const struct type *list = s->types->va_list->kind == TYPE_ARRAY ? s->types->va_list->base : s->types->va_list;
	if (e->type->kind == TYPE_ERROR)
		return e;
	if (type_is_pointer(e->type) && type_compatible_unqualified(e->type->base, list))
		return e;
	sema_error(s, sema_location(s, n), "the argument is no va_list");
	return expression_error(s, n);
}

/* ---- folded builtins ---- */

static struct expression *fold_constant_p(struct sema *s, node_id n)
{
	struct operand operand = variable_enter_operand(s);
	struct expression *e = expression_value(s, builtin_node(s, n, 0));
	variable_leave_operand(s, operand, NULL);
	struct constant c = constant_evaluate(s->types, e);
	bool constant = c.kind == CONSTANT_INTEGER || c.kind == CONSTANT_FLOAT || c.kind == CONSTANT_COMPLEX ||
			(c.kind == CONSTANT_ADDRESS && c.base->kind == EXPRESSION_STRING && !c.offset);
	return expression_constant(s, s->int_type, constant, n);
}

static struct expression *fold_expect(struct sema *s, node_id n)
{
	const struct type *type = type_basic(s->types, TYPE_LONG);
	struct expression *e = conversion_assign(s, expression_value(s, builtin_node(s, n, 0)), type,
						 sema_location(s, n), "argument 1 of '__builtin_expect'");
	struct expression *expected = expression_value(s, builtin_node(s, n, 1));
	if (e->type->kind == TYPE_ERROR || constant_evaluate(s->types, expected).kind != CONSTANT_NONE)
		return e;
	return operator_comma(s, n, expected, e);
}

static struct expression *fold_choose(struct sema *s, node_id n)
{
	integer_value value;
	if (!expression_integer(s, builtin_node(s, n, 0), &value, NULL, "first argument of '__builtin_choose_expr'"))
		return expression_error(s, n);
	return expression_parse(s, builtin_node(s, n, value ? 1 : 2));
}

static struct expression *fold_types_compatible(struct sema *s, node_id n)
{
	size_t mark = s->pending.count;
	const struct type *a = declarator_type_name(s, builtin_node(s, n, 0)),
			  *b = declarator_type_name(s, builtin_node(s, n, 1));
	variable_forget(s, mark);
	return expression_constant(s, s->int_type, type_compatible_unqualified(a, b), n);
}

static struct expression *fold_classify_type(struct sema *s, node_id n)
{
	struct operand operand = variable_enter_operand(s);
	struct expression *e = expression_value(s, builtin_node(s, n, 0));
	variable_leave_operand(s, operand, NULL);
	const struct type *t = e->type;
	/* gcc/typeclass.h */
	int class = t->kind == TYPE_VOID      ? 0
		    : type_is_integer(t)      ? 1
		    : type_is_pointer(t)      ? 5
		    : type_is_floating(t)     ? 8
		    : t->kind == TYPE_COMPLEX ? 9
		    : t->kind == TYPE_STRUCT  ? 12
		    : t->kind == TYPE_UNION   ? 13
					      : -1;
	return expression_constant(s, s->int_type, constant_truncate(s->types, s->int_type, (integer_value) class), n);
}

static struct expression *make_complex(struct sema *s, node_id n)
{
	struct expression *real = expression_value(s, builtin_node(s, n, 0));
	return complex_builtin(s, n, real, expression_value(s, builtin_node(s, n, 1)));
}

static struct expression *vector_builtin(struct sema *s, node_id n, enum builtin b, const struct type *type,
					 const struct expression_vec *arguments)
{
	struct expression *e = expression_new(s, EXPRESSION_BUILTIN, type, n);
	e->builtin = b;
	e->argument_count = (uint32_t)arguments->count;
	e->arguments = sema_array(s, arguments->at, arguments->count, sizeof *arguments->at);
	return e;
}

static bool parse_values(struct sema *s, node_id n, struct expression_vec *values)
{
	bool good = true;
	for (node_id a = builtin_node(s, n, 0); a; a = syntax_next_field(s->syntax, a)) {
		vec_push(values, expression_value(s, a));
		good &= vec_last(values)->type->kind != TYPE_ERROR;
	}
	return good;
}

static struct expression *make_shuffle(struct sema *s, node_id n)
{
	struct expression_vec arguments = { 0 };
	bool good =
		parse_values(s, n, &arguments) && vector_check_shuffle(s, n, arguments.at, (uint32_t)arguments.count);
	struct expression *e =
		good ? vector_builtin(s, n, BUILTIN_SHUFFLE, type_unqualified(arguments.at[0]->type), &arguments)
		     : expression_error(s, n);
	vec_free(&arguments);
	return e;
}

/* The indices become constants of type int. */
static bool constant_indices(struct sema *s, node_id n, struct expression_vec *arguments)
{
	const struct type *a = arguments->at[0]->type, *b = arguments->at[1]->type;
	uint64_t count = arguments->count - 2;
	if (!type_is_vector(a) || !type_is_vector(b) || !type_compatible_unqualified(a->base, b->base) ||
	    (count & (count - 1)) || count > VECTOR_MOST) {
		sema_error(s, sema_location(s, n),
			   "'__builtin_shufflevector' takes two vectors of one element type and a power of two of "
			   "indices");
		return false;
	}
	for (size_t i = 2; i < arguments->count; i++) {
		struct expression *index = arguments->at[i];
		struct constant c = constant_evaluate(s->types, index);
		__int128 value = c.kind == CONSTANT_INTEGER ? constant_signed(s->types, index->type, c.value) : -2;
		if (value < -1 || value >= (__int128)(a->length + b->length)) {
			sema_error(s, index->location,
				   "an index of '__builtin_shufflevector' is not a constant or not that of an element");
			return false;
		}
		arguments->at[i] = expression_constant(
			s, s->int_type, constant_truncate(s->types, s->int_type, (integer_value)value), n);
	}
	return true;
}

static struct expression *make_shufflevector(struct sema *s, node_id n)
{
	struct expression_vec arguments = { 0 };
	struct expression *e = NULL;
	if (parse_values(s, n, &arguments) && constant_indices(s, n, &arguments)) {
		const struct type *base = arguments.at[0]->type->base;
		e = vector_builtin(s, n, BUILTIN_SHUFFLEVECTOR, type_vector(s->types, base, arguments.count - 2),
				   &arguments);
	}
	vec_free(&arguments);
	return e ? e : expression_error(s, n);
}

static struct expression *make_convertvector(struct sema *s, node_id n)
{
	struct expression *e = expression_value(s, builtin_node(s, n, 0));
	return vector_convert(s, n, e, declarator_type_name(s, builtin_node(s, n, 1)));
}

static struct expression *fold_has_attribute(struct sema *s, node_id n)
{
	return has_attribute(s, n, builtin_node(s, n, 0), builtin_node(s, n, 1));
}

static struct expression *fold_line(struct sema *s, node_id n)
{
	return expression_constant(s, s->int_type, sema_location(s, n).line, n);
}

/* The file of the place as the line markers say. */
static struct expression *fold_file(struct sema *s, node_id n)
{
	return conversion_value(s, literal_of_text(s, sema_location(s, n).file, n));
}

static struct expression *fold_function(struct sema *s, node_id n)
{
	return conversion_value(s,
				literal_of_text(s, s->body ? declaration_name(s->body->function->declaration) : "", n));
}

static struct expression *fold_object_size(struct sema *s, node_id n)
{
	uint64_t kind;
	struct operand operand = variable_enter_operand(s);
	struct expression *pointer = expression_value(s, builtin_node(s, n, 0));
	variable_leave_operand(s, operand, NULL);
	if (!expression_size(s, builtin_node(s, n, 1), 4, &kind, "second argument of '__builtin_object_size'"))
		return expression_error(s, n);
	return expression_constant(s, s->size_type, object_size(s, pointer, (unsigned)kind), n);
}

/* x86 has atomic instructions for 1, 2, 4 and 8 bytes, aligned as the type is. */
static struct expression *fold_lock_free(struct sema *s, node_id n)
{
	integer_value size;
	if (!expression_integer(s, builtin_node(s, n, 0), &size, NULL, "size of an atomic object"))
		return expression_error(s, n);
	struct operand operand = variable_enter_operand(s);
	expression_value(s, builtin_node(s, n, 1));
	variable_leave_operand(s, operand, NULL);
	bool free = size == 1 || size == 2 || size == 4 || size == 8;
	return expression_constant(s, s->int_type, free, n);
}

/* ---- offsetof ---- */

struct designated {
	const struct type *type;
	uint64_t offset;
	struct expression *variable; /* NULL or bytes to add */
	bool good;
};

static void designate(struct sema *s, node_id n, struct designated *d);

/* A subscript in the designator is no expression: what is computed for it has no text. */
static struct expression *without_text(struct expression *e)
{
	e->range = (struct source_range){ 0, 0 };
	return e;
}

static void add_bytes(struct sema *s, node_id n, struct designated *d, struct expression *bytes)
{
	bytes = without_text(bytes);
	d->variable = d->variable ? without_text(operator_binary(s, n, OP_ADD, d->variable, bytes)) : bytes;
}

static void designate_member(struct sema *s, node_id n, struct designated *d)
{
	node_id name_node = syntax_field(s->syntax, n, FIELD_NAME);
	const char *name = syntax_name(s->syntax, name_node);
	const struct member *path[64];
	designate(s, syntax_field(s->syntax, n, FIELD_VALUE), d);
	if (!d->good)
		return;
	size_t count = type_is_record(d->type) ? record_find(d->type->record, name, path, 64) : 0;
	if (!count || path[count - 1]->bit_field) {
		sema_error(s, sema_location(s, name_node),
			   count ? "offsetof of the bit-field '%s.%s'" : "'%s' has no member named '%s'",
			   sema_type(s, d->type), name);
		d->good = false;
		return;
	}
	for (size_t i = 0; i < count; i++) {
		d->offset += path[i]->offset;
		if (path[i]->base)
			add_bytes(s, n, d, conversion_value(s, expression_of_declaration(s, path[i]->base, n)));
	}
	d->type = path[count - 1]->type;
}

static void designate_element(struct sema *s, node_id n, struct designated *d)
{
	node_id index_node = syntax_field(s->syntax, n, FIELD_INDEX);
	designate(s, syntax_field(s->syntax, n, FIELD_VALUE), d);
	struct expression *index = expression_value(s, index_node);
	d->good = d->good && index->type->kind != TYPE_ERROR;
	if (!d->good)
		return;
	if (d->type->kind != TYPE_ARRAY || !type_is_integer(index->type)) {
		sema_error(s, sema_location(s, n), "subscript in offsetof of something that is no array");
		d->good = false;
		return;
	}
	d->type = d->type->base;
	struct constant c = constant_evaluate(s->types, index);
	if (c.kind == CONSTANT_INTEGER && !type_is_variable(d->type)) {
		uint64_t size = type_size(s->types, d->type);
		d->offset += (uint64_t)constant_signed(s->types, index->type, c.value) * size;
		return;
	}
	struct expression *size = without_text(expression_size_of(s, d->type, n));
	add_bytes(s, n, d, operator_binary(s, n, OP_MUL, conversion_to(s, index, s->size_type), size));
}

static void designate(struct sema *s, node_id n, struct designated *d)
{
	if (!sema_enter(s, sema_location(s, n))) {
		d->good = false;
		return;
	}
	enum node_kind kind = syntax_kind(s->syntax, n);
	if (kind == NODE_FIELD_EXPRESSION)
		designate_member(s, n, d);
	else if (kind == NODE_SUBSCRIPT)
		designate_element(s, n, d);
	sema_leave(s); /* OFFSETOF_BASE: what d began with */
}

static struct expression *fold_offsetof(struct sema *s, node_id n)
{
	struct designated d = { .type = declarator_type_name(s, builtin_node(s, n, 0)), .good = true };
	if (d.type->kind == TYPE_ERROR)
		return expression_error(s, n);
	designate(s, builtin_node(s, n, 1), &d);
	if (!d.good)
		return expression_error(s, n);
	struct expression *e =
		expression_constant(s, s->size_type, constant_truncate(s->types, s->size_type, d.offset), n);
	return d.variable ? operator_binary(s, n, OP_ADD, d.variable, e) : e;
}

static struct expression *parse_va_arg(struct sema *s, node_id n)
{
	struct expression *list = va_list_pointer(s, builtin_node(s, n, 0));
	const struct type *t = declarator_type_name(s, builtin_node(s, n, 1));
	if (list->type->kind == TYPE_ERROR || t->kind == TYPE_ERROR)
		return expression_error(s, n);
	if (!type_has_size(t) && !(type_is_record(t) && type_is_variable(t))) {
		sema_error(s, sema_location(s, n), "va_arg with the incomplete type '%s'", sema_type(s, t));
		return expression_error(s, n);
	}
	struct expression *e = expression_new(s, EXPRESSION_VA_ARG, type_unqualified(t), n);
	e->operand = list;
	return e;
}

static const struct {
	const char *name;
	struct expression *(*parse)(struct sema *s, node_id n);
	unsigned min, max;
} special[] = {
	{ "__builtin_constant_p", fold_constant_p, 1, 1 },
	{ "__builtin_expect", fold_expect, 2, 2 },
	{ "__builtin_expect_with_probability", fold_expect, 3, 3 },
	{ "__builtin_choose_expr", fold_choose, 3, 3 },
	{ "__builtin_types_compatible_p", fold_types_compatible, 2, 2 },
	{ "__builtin_classify_type", fold_classify_type, 1, 1 },
	{ "__builtin_offsetof", fold_offsetof, 2, 2 },
	{ "__builtin_va_arg", parse_va_arg, 2, 2 },
	{ "__builtin_complex", make_complex, 2, 2 },
	{ "__builtin_shuffle", make_shuffle, 2, 3 },
	{ "__builtin_shufflevector", make_shufflevector, 3, VECTOR_MOST + 2 },
	{ "__builtin_convertvector", make_convertvector, 2, 2 },
	{ "__builtin_tgmath", tgmath_call, 3, ~0u },
	{ "__builtin_has_attribute", fold_has_attribute, 2, 2 },
	{ "__builtin_LINE", fold_line, 0, 0 },
	{ "__builtin_FILE", fold_file, 0, 0 },
	{ "__builtin_FUNCTION", fold_function, 0, 0 },
	{ "__builtin_object_size", fold_object_size, 2, 2 },
	{ "__builtin_dynamic_object_size", fold_object_size, 2, 2 },
	{ "__atomic_always_lock_free", fold_lock_free, 2, 2 },
};

/* ---- builtins that stay ---- */

/* Those that take and give values in memory. */
static bool is_of_any_type(enum builtin b)
{
	return b == BUILTIN_ATOMIC_LOAD || b == BUILTIN_ATOMIC_STORE || b == BUILTIN_ATOMIC_EXCHANGE ||
	       b == BUILTIN_ATOMIC_COMPARE_EXCHANGE;
}

/* What the memory operand of the atomic builtin B holds; NULL after an error. */
static const struct type *atomic_type(struct sema *s, enum builtin b, const struct expression *pointer)
{
	if (!type_is_pointer(pointer->type)) {
		sema_error(s, pointer->location, "the first argument of an atomic builtin is no pointer");
		return NULL;
	}
	const struct type *memory = type_unqualified(pointer->type->base);
	if (type_is_scalar(memory) || is_of_any_type(b))
		return memory;
	sema_unsupported(s, pointer->location, "'%s' of an object of the type '%s'", builtins[b].name,
			 sema_type(s, memory));
	return NULL;
}

/* Which arguments of B are values of the type that the first one points to: a set of bits. */
static unsigned atomic_values(enum builtin b)
{
	if (b >= BUILTIN_SYNC_FETCH_AND_ADD && b <= BUILTIN_SYNC_NAND_AND_FETCH)
		return 1u << 1;
	if (b >= BUILTIN_ATOMIC_ADD_FETCH && b <= BUILTIN_ATOMIC_FETCH_NAND)
		return 1u << 1;
	switch (b) {
	case BUILTIN_SYNC_LOCK_TEST_AND_SET:
	case BUILTIN_ATOMIC_STORE_N:
	case BUILTIN_ATOMIC_EXCHANGE_N:
		return 1u << 1;
	case BUILTIN_SYNC_BOOL_COMPARE_AND_SWAP:
	case BUILTIN_SYNC_VAL_COMPARE_AND_SWAP:
		return 1u << 1 | 1u << 2;
	case BUILTIN_ATOMIC_COMPARE_EXCHANGE_N:
	case BUILTIN_C11_COMPARE_EXCHANGE:
		return 1u << 2;
	default:
		return 0; /* no value of the memory's type */
	}
}

static bool is_atomic(enum builtin b)
{
	return b >= BUILTIN_SYNC_FETCH_AND_ADD && b <= BUILTIN_ATOMIC_FETCH_NAND;
}

/* Comparisons of floats take their common type. */
static void unify_floats(struct sema *s, enum builtin b, struct expression_vec *arguments)
{
	if (b < BUILTIN_ISGREATER || b > BUILTIN_ISUNORDERED || arguments->count != 2)
		return;
	const struct type *x = arguments->at[0]->type, *y = arguments->at[1]->type;
	if (!type_is_arithmetic(x) || !type_is_arithmetic(y))
		return;
	const struct type *common = type_common(s->types, x, y);
	arguments->at[0] = conversion_to(s, arguments->at[0], common);
	arguments->at[1] = conversion_to(s, arguments->at[1], common);
}

/* Is E the value of a bit-field, but no bit-field itself? Whether a cast stands before that, E does not say. */
static bool is_value_of_bit_field(struct sema *s, const struct expression *e)
{
	if (e->kind == EXPRESSION_MEMBER || e->kind == EXPRESSION_CONVERSION)
		return false;
	for (;;) {
		if (e->kind == EXPRESSION_COMMA)
			e = e->right;
		else if (e->kind == EXPRESSION_STATEMENT && e->result)
			e = e->result;
		else if (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_UPDATE)
			e = e->left;
		else if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_LOAD)
			e = e->operand;
		else
			break;
	}
	return e->kind == EXPRESSION_MEMBER && e->member->bit_field &&
	       e->member->bit_width != type_width(s->types, conversion_load_type(s, e));
}

/* The last argument of __builtin_add_overflow_p and the like gives the precision: that of a bit-field is its own (gcc). In gcc what assigns
 * to one, or has one behind a comma, gives it too. */
static struct expression *precision_argument(struct sema *s, enum builtin b, node_id n)
{
	struct expression *e = expression_parse(s, n);
	if (e->type->kind != TYPE_ERROR && is_value_of_bit_field(s, e)) {
		sema_unsupported(s, e->location, "the value of a bit-field as the last argument of '%s'",
				 builtins[b].name);
		return expression_error(s, n);
	}
	return conversion_exact_value(s, e);
}

static bool is_overflow_predicate(enum builtin b)
{
	return b == BUILTIN_ADD_OVERFLOW_P || b == BUILTIN_SUB_OVERFLOW_P || b == BUILTIN_MUL_OVERFLOW_P;
}

static struct expression *builtin_argument(struct sema *s, enum builtin b, node_id a, unsigned index, char letter,
					   const struct type *memory)
{
	if (letter == 'A')
		return va_list_pointer(s, a);
	struct expression *e =
		is_overflow_predicate(b) && index == 2 ? precision_argument(s, b, a) : expression_value(s, a);
	if (e->type->kind == TYPE_ERROR)
		return e;
	if (memory && atomic_values(b) >> index & 1)
		/* a pointer moves by bytes: the amount stays an integer */
		return type_is_pointer(memory) && type_is_integer(e->type) && !conversion_is_null(s, e)
			       ? conversion_to(s, e, s->types->difference)
			       : conversion_assign(s, e, memory, e->location, "an atomic builtin's argument");
	if (letter == '*' && type_has_parts(e->type)) {
		sema_error(s, e->location, "an argument of the type '%s' for '%s'", sema_type(s, e->type),
			   builtins[b].name);
		return expression_error(s, a);
	}
	const struct type *t = letter == '*' || letter == '.' ? NULL : type_of_letter(s, letter);
	return t ? conversion_assign(s, e, t, e->location, builtins[b].name) : e;
}

/* The argument of __builtin_clear_padding. */
static bool check_padded(struct sema *s, const struct expression *e)
{
	if (!type_is_pointer(e->type))
		sema_error(s, e->location,
			   "the argument of '__builtin_clear_padding' has the type '%s', which is not a pointer",
			   sema_type(s, e->type));
	else if (type_is_variable(e->type->base))
		sema_unsupported(s, e->location, "__builtin_clear_padding() of an object of variable size");
	else if (!type_has_size(e->type->base))
		sema_error(s, e->location, "'__builtin_clear_padding' of an object of the incomplete type '%s'",
			   sema_type(s, e->type->base));
	else if (e->type->base->qualifiers & QUALIFIER_CONST)
		sema_error(s, e->location, "'__builtin_clear_padding' of an object that is const");
	else
		return true;
	return false;
}

/* What the argument of this number must be, where builtin.def has only "*"; NULL: it is that. */
static const char *wanted_kind(enum builtin b, uint32_t i, const struct type *t)
{
	bool is_overflow = b >= BUILTIN_ADD_OVERFLOW && b <= BUILTIN_MUL_OVERFLOW_P;
	if (is_overflow_predicate(b) && i == 2 && (type_is_bool(t) || type_is_enum(t)))
		return "a plain integer";
	if (is_overflow && i == 2 && b <= BUILTIN_MUL_OVERFLOW)
		return type_is_pointer(t) && type_is_integer(type_unqualified(t->base)) ? NULL
											: "a pointer to an integer";
	if (is_overflow)
		return type_is_integer(t) ? NULL : "an integer";
	if (b < BUILTIN_ISNAN || b > BUILTIN_ISUNORDERED || (b == BUILTIN_FPCLASSIFY && i < 5))
		return NULL;
	return type_is_floating(t) ? NULL : "a floating-point number";
}

static bool check_kinds(struct sema *s, enum builtin b, const struct expression *e)
{
	for (uint32_t i = 0; i < e->argument_count; i++) {
		const struct expression *a = e->arguments[i];
		const char *wanted = wanted_kind(b, i, a->type);
		if (!wanted)
			continue;
		sema_error(s, a->location, "argument %u of '%s' has the type '%s', which is not %s", i + 1,
			   builtins[b].name, sema_type(s, a->type), wanted);
		return false;
	}
	return true;
}

struct expression *builtin_stay(struct sema *s, node_id n, enum builtin b)
{
	const char *signature = builtins[b].signature, *letters = signature + 1;
	size_t fixed = strlen(letters);
	bool variadic = fixed && letters[fixed - 1] == '.';
	const struct type *memory = NULL;
	struct expression_vec arguments = { 0 };
	bool good = true;
	fixed -= variadic;
	if (!builtin_check_count(s, n, builtins[b].name, (unsigned)fixed, variadic ? ~0u : (unsigned)fixed))
		return expression_error(s, n);
	for (node_id a = builtin_node(s, n, 0); a; a = syntax_next_field(s->syntax, a)) {
		unsigned index = (unsigned)arguments.count;
		struct expression *e = builtin_argument(s, b, a, index, index < fixed ? letters[index] : '.', memory);
		good &= e->type->kind != TYPE_ERROR;
		if (good && !index && is_atomic(b)) {
			memory = atomic_type(s, b, e);
			good = memory != NULL;
		}
		vec_push(&arguments, e);
	}
	if (good)
		unify_floats(s, b, &arguments);
	const struct type *result = type_of_letter(s, *signature);
	if (b == BUILTIN_SPECULATION_SAFE_VALUE)
		result = arguments.at[0]->type;
	struct expression *e = expression_new(s, EXPRESSION_BUILTIN, result ? result : memory, n);
	e->builtin = b;
	e->argument_count = (uint32_t)arguments.count;
	e->arguments = sema_array(s, arguments.at, arguments.count, sizeof *arguments.at);
	vec_free(&arguments);
	if (!good || !e->type)
		return expression_error(s, n);
	if (!check_kinds(s, b, e))
		return expression_error(s, n);
	if (b == BUILTIN_CLEAR_PADDING && !check_padded(s, e->arguments[0]))
		return expression_error(s, n);
	if (s->body &&
	    (b == BUILTIN_ALLOCA || b == BUILTIN_ALLOCA_WITH_ALIGN || b == BUILTIN_ALLOCA_WITH_ALIGN_AND_MAX))
		s->body->function->calls_alloca = true;
	if (s->body && b == BUILTIN_VA_START)
		s->body->function->uses_va_start = true;
	return e;
}

/* __builtin_uaddl_overflow and the like: the generic form with operands of a given type. */
static struct expression *typed_overflow(struct sema *s, node_id n, const char *name)
{
	static const char *const operations[] = { "add", "sub", "mul" };
	static const struct {
		const char *suffix;
		enum type_kind is_signed, is_unsigned;
	} suffixes[] = { { "_overflow", TYPE_INT, TYPE_UNSIGNED_INT },
			 { "l_overflow", TYPE_LONG, TYPE_UNSIGNED_LONG },
			 { "ll_overflow", TYPE_LONG_LONG, TYPE_UNSIGNED_LONG_LONG } };
	const char *at = name + strlen("__builtin_");
	if (strncmp(name, "__builtin_", 10) != 0 || (*at != 's' && *at != 'u'))
		return NULL;
	for (size_t i = 0; i < 9; i++) {
		if (strncmp(at + 1, operations[i / 3], 3) != 0 || strcmp(at + 4, suffixes[i % 3].suffix) != 0)
			continue;
		struct expression *e = builtin_stay(s, n, (enum builtin)(BUILTIN_ADD_OVERFLOW + i / 3));
		const struct type *t =
			type_basic(s->types, *at == 'u' ? suffixes[i % 3].is_unsigned : suffixes[i % 3].is_signed);
		if (e->type->kind == TYPE_ERROR)
			return e;
		for (unsigned a = 0; a < 3; a++)
			e->arguments[a] = conversion_assign(s, e->arguments[a], a < 2 ? t : type_pointer(s->types, t),
							    e->location, name);
		return e;
	}
	return NULL;
}

struct expression *builtin_call(struct sema *s, node_id n, const char *name)
{
	if (libc_has(libc_row(name), LIBC_ON_STACK))
		return builtin_stay(s, n, BUILTIN_ALLOCA);
	if (name[0] != '_' || name[1] != '_')
		return NULL;
	for (size_t i = 0; i < sizeof special / sizeof *special; i++)
		if (!strcmp(special[i].name, name))
			return builtin_check_count(s, n, name, special[i].min, special[i].max) ? special[i].parse(s, n)
											       : expression_error(s, n);
	enum builtin b = find_builtin(name);
	if (b != BUILTIN_NONE)
		return builtin_stay(s, n, b);
	struct expression *atomic = c11_atomic_call(s, n, name);
	return atomic ? atomic : typed_overflow(s, n, name);
}
