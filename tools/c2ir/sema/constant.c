/* Constant expressions (C11 6.6): integers, floats, and addresses with an offset. What gcc folds besides is folded too. */
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_initializer.h"
#include "sema_constant.h"
#include "declaration_query.h"
#include "record.h"
#include "sema_internal.h"
#include "string_literal.h"
#include "target.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_error.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_parts.h"
#include "type_scalar.h"

#include <math.h> /* INFINITY, NAN */

static const struct constant none;

integer_value constant_truncate(const struct types *types, const struct type *t, integer_value v)
{
	unsigned width = type_is_pointer(t) ? types_target(types)->pointer_bits : type_width(types, t);
	return width < 128 ? v & (((integer_value)1 << width) - 1) : v;
}

__int128 constant_signed(const struct types *types, const struct type *t, integer_value value)
{
	unsigned width = type_is_pointer(t) ? types_target(types)->pointer_bits : type_width(types, t);
	if (width < 128 && type_is_signed(types, t) && value >> (width - 1) & 1)
		value |= ~(integer_value)0 << width;
	return (__int128)value;
}

static struct constant integer(const struct types *types, const struct type *t, integer_value value)
{
	return (struct constant){ .kind = CONSTANT_INTEGER, .value = constant_truncate(types, t, value) };
}

/* 2^n, -16382 <= n <= 16383 */
static floating_value power_of_two(int n)
{
	floating_value power = 1, factor = n < 0 ? (floating_value)0.5 : 2;
	for (unsigned k = n < 0 ? (unsigned)-n : (unsigned)n; k; k >>= 1, factor *= factor)
		power *= k & 1 ? factor : 1;
	return power;
}

/* X as _Float16 has it: 11 bits, exponents -14 to 15. Adding and taking away a number whose last bit counts as much as that of
 * the result rounds to the nearest. */
static floating_value to_half(floating_value x)
{
	floating_value magnitude = x < 0 ? -x : x;
	int exponent = -14;
	if (!(magnitude > 0) || magnitude - magnitude != 0)
		return x;
	while (exponent < 16 && magnitude >= power_of_two(exponent + 1))
		exponent++;
	floating_value large = power_of_two(112 + exponent - 10);
	magnitude = magnitude + large - large;
	if (magnitude >= 65536)
		magnitude = INFINITY;
	return x < 0 ? -magnitude : magnitude;
}

struct constant constant_floating(const struct type *t, floating_value x)
{
	struct constant c = { .kind = CONSTANT_FLOAT, .floating = x };
	switch (type_floating_format(t)) {
	case FLOATING_HALF:
		c.floating = to_half(x);
		return c;
	case FLOATING_QUADRUPLE:
		return c;
	case FLOATING_SINGLE:
		c.floating = (float)x;
		return c;
	case FLOATING_DOUBLE:
		c.floating = (double)x;
		return c;
	case FLOATING_EXTENDED:
		c.floating = (long double)x;
		return c;
	default:
		return none;
	}
}

static struct constant address(const struct expression *base, uint64_t offset)
{
	return (struct constant){ .kind = CONSTANT_ADDRESS, .base = base, .offset = offset };
}

/* Moves a pointer by BYTES. */
static struct constant moved(const struct types *types, const struct type *pointer, struct constant c, uint64_t bytes)
{
	if (c.kind == CONSTANT_INTEGER)
		return integer(types, pointer, c.value + bytes);
	if (c.kind == CONSTANT_ADDRESS)
		c.offset += bytes;
	return c;
}

/* ---- lvalues ---- */

static struct constant lvalue(const struct types *types, const struct expression *e)
{
	uint64_t offset = 0;
	for (; e->kind == EXPRESSION_MEMBER && !e->member->bit_field; e = e->operand)
		offset += e->member->offset;
	switch (e->kind) {
	case EXPRESSION_OBJECT:
	case EXPRESSION_COMPOUND_LITERAL:
		return declaration_is_static(e->declaration) ? address(e, offset) : none;
	case EXPRESSION_FUNCTION:
	case EXPRESSION_STRING:
		return address(e, offset);
	case EXPRESSION_DEREFERENCE:
		return moved(types, e->operand->type, constant_evaluate(types, e->operand), offset);
	default:
		return none; /* no lvalue with a constant address */
	}
}

/* ---- truth ---- */

/* 0, 1, or -1: not known. Addresses of objects are not null. */
static int truth(struct constant c)
{
	switch (c.kind) {
	case CONSTANT_NONE:
		return -1;
	case CONSTANT_INTEGER:
		return c.value != 0;
	case CONSTANT_FLOAT:
		return c.floating != 0;
	case CONSTANT_COMPLEX: /* of the other kind of numbers both parts are 0 */
		return c.floating != 0 || c.imaginary != 0 || c.value != 0 || c.imaginary_value != 0;
	case CONSTANT_ADDRESS:
		if (c.base->kind == EXPRESSION_OBJECT || c.base->kind == EXPRESSION_FUNCTION)
			return declaration_is_weak(c.base->declaration) ? -1 : 1;
		return 1;
	}
	return -1;
}

static struct constant truth_constant(const struct types *types, const struct type *t, int value)
{
	return value < 0 ? none : integer(types, t, (integer_value)value);
}

/* ---- conversions ---- */

static struct constant floating_to_integer(const struct types *types, const struct type *t, floating_value x)
{
	unsigned bits = type_width(types, t) - type_is_signed(types, t);
	floating_value limit = power_of_two((int)bits), least = type_is_signed(types, t) ? -limit : 0;
	if (!(x < limit) || !(x > least - 1 || x == least)) /* x == least: where taking away 1 is not exact */
		return none;                                /* undefined (6.3.1.4p1) */
	return integer(types, t, x < 0 ? (integer_value)(__int128)x : (integer_value)x);
}

/* An integer of 128 bits may be rounded to floating_value before it is to T: then what is cut off is kept in the lowest bit. */
static struct constant from_integer(const struct types *types, const struct type *from, const struct type *to,
				    integer_value value)
{
	bool negative = type_is_signed(types, from) && constant_signed(types, from, value) < 0;
	integer_value magnitude = negative ? -(integer_value)constant_signed(types, from, value) : value;
	if (magnitude >> 120 && type_floating_format(to) != FLOATING_QUADRUPLE)
		magnitude = (magnitude & ~(integer_value)0xffff) | ((magnitude & 0xffff) != 0) << 16;
	floating_value x = (floating_value)magnitude;
	return constant_floating(to, negative ? -x : x);
}

/* The value of an object that is constexpr (C23 6.6p8): that of its initialiser. */
static struct constant named_constant(const struct types *types, const struct expression *object)
{
	const struct declaration *d = object->declaration;
	const struct initializer *i = d->initializer;
	if (!d->is_constexpr || !i || i->count != 1 || !type_is_scalar(d->type) || !i->items[0].value)
		return none;
	return constant_evaluate(types, i->items[0].value);
}

/* "abc"[1], which gcc folds. */
static struct constant character(const struct types *types, const struct expression *e)
{
	struct constant c = e->operand->kind == EXPRESSION_DEREFERENCE ? lvalue(types, e->operand) : none;
	if (c.kind != CONSTANT_ADDRESS || c.base->kind != EXPRESSION_STRING || !type_is_integer(e->type))
		return none;
	const struct string_literal *string = c.base->string;
	uint64_t bytes = type_size(types, e->type);
	integer_value value = 0;
	if (bytes != string->unit || c.offset > string->size || string->size - c.offset < bytes)
		return none;
	for (uint64_t i = bytes; i-- > 0;)
		value = value << 8 | string->bytes[c.offset + i];
	return integer(types, e->type, value);
}

struct constant constant_convert(const struct types *types, const struct type *from, const struct type *to,
				 struct constant c)
{
	if (c.kind == CONSTANT_INTEGER && type_is_integer(to))
		return integer(types, to, (integer_value)constant_signed(types, from, c.value));
	if (c.kind == CONSTANT_INTEGER)
		return from_integer(types, from, to, c.value);
	if (c.kind != CONSTANT_FLOAT)
		return none;
	return type_is_integer(to) ? floating_to_integer(types, to, c.floating) : constant_floating(to, c.floating);
}

static struct constant convert(const struct types *types, const struct expression *e)
{
	const struct type *from = e->operand->type, *to = e->type;
	if (e->conversion == CONVERSION_ARRAY || e->conversion == CONVERSION_FUNCTION)
		return lvalue(types, e->operand);
	if (e->conversion == CONVERSION_LOAD && e->operand->kind == EXPRESSION_OBJECT)
		return named_constant(types, e->operand);
	if (e->conversion == CONVERSION_LOAD)
		return character(types, e);
	if (e->conversion == CONVERSION_UNION)
		return none;
	struct constant c = constant_evaluate(types, e->operand);
	if (c.kind == CONSTANT_NONE)
		return none;
	switch (e->conversion) {
	case CONVERSION_INTEGER:
		if (c.kind == CONSTANT_ADDRESS) /* of a pointer that was converted to an integer as wide */
			return type_width(types, to) >= types_target(types)->pointer_bits ? c : none;
		return integer(types, to, (integer_value)constant_signed(types, from, c.value));
	case CONVERSION_INTEGER_TO_POINTER:
	case CONVERSION_NULL:
		if (c.kind == CONSTANT_ADDRESS)
			return c;
		return integer(types, to, (integer_value)constant_signed(types, from, c.value));
	case CONVERSION_BOOL:
		return truth_constant(types, to, truth(c));
	case CONVERSION_INTEGER_TO_FLOATING:
		if (c.kind != CONSTANT_INTEGER)
			return none;
		return from_integer(types, from, to, c.value);
	case CONVERSION_FLOATING_TO_INTEGER:
		return floating_to_integer(types, to, c.floating);
	case CONVERSION_FLOATING:
		return constant_floating(to, c.floating);
	case CONVERSION_COMPLEX:
		return constant_to_complex(types, e, c);
	case CONVERSION_VECTOR:
	case CONVERSION_BITS:
		return none;
	case CONVERSION_POINTER:
	case CONVERSION_VOID:
	case CONVERSION_NONE:
		return c;
	case CONVERSION_POINTER_TO_INTEGER:
		if (c.kind == CONSTANT_INTEGER)
			return integer(types, to, c.value);
		return type_width(types, to) >= types_target(types)->pointer_bits ? c : none;
	case CONVERSION_LOAD:
	case CONVERSION_ARRAY:
	case CONVERSION_FUNCTION:
	case CONVERSION_UNION:
		break; /* see above */
	}
	return none;
}

/* ---- operators ---- */

static bool compare(enum binary_operation operation, bool less, bool equal)
{
	switch (operation) {
	case BINARY_EQUAL:
		return equal;
	case BINARY_NOT_EQUAL:
		return !equal;
	case BINARY_LESS:
		return less;
	case BINARY_GREATER:
		return !less && !equal;
	case BINARY_LESS_EQUAL:
		return less || equal;
	default:
		return !less; /* GREATER_EQUAL */
	}
}

static bool is_comparison(enum binary_operation operation)
{
	return operation >= BINARY_EQUAL && operation <= BINARY_GREATER_EQUAL;
}

static struct constant shift(const struct types *types, const struct expression *e, struct constant a,
			     struct constant b)
{
	unsigned width = type_width(types, e->type);
	__int128 by = constant_signed(types, e->right->type, b.value);
	if (by < 0 || by >= width)
		return none;
	if (e->operation == BINARY_SHIFT_LEFT)
		return integer(types, e->type, a.value << (unsigned)by);
	if (!type_is_signed(types, e->type))
		return integer(types, e->type, a.value >> (unsigned)by);
	return integer(types, e->type, (integer_value)(constant_signed(types, e->type, a.value) >> (unsigned)by));
}

static struct constant divide(const struct types *types, const struct expression *e, struct constant a,
			      struct constant b)
{
	bool quotient = e->operation == BINARY_DIVIDE;
	if (!b.value)
		return none;
	if (!type_is_signed(types, e->type))
		return integer(types, e->type, quotient ? a.value / b.value : a.value % b.value);
	__int128 x = constant_signed(types, e->type, a.value), y = constant_signed(types, e->type, b.value);
	if (y == -1)
		return integer(types, e->type, quotient ? -(integer_value)x : 0);
	return integer(types, e->type, (integer_value)(quotient ? x / y : x % y));
}

static struct constant integer_binary(const struct types *types, const struct expression *e, struct constant a,
				      struct constant b)
{
	const struct type *t = e->type;
	integer_value x = a.value, y = b.value;
	switch (e->operation) {
	case BINARY_ADD:
		return integer(types, t, x + y);
	case BINARY_SUBTRACT:
		return integer(types, t, x - y);
	case BINARY_MULTIPLY:
		return integer(types, t, x * y);
	case BINARY_DIVIDE:
	case BINARY_REMAINDER:
		return divide(types, e, a, b);
	case BINARY_AND:
		return integer(types, t, x & y);
	case BINARY_OR:
		return integer(types, t, x | y);
	case BINARY_XOR:
		return integer(types, t, x ^ y);
	case BINARY_SHIFT_LEFT:
	case BINARY_SHIFT_RIGHT:
		return shift(types, e, a, b);
	case BINARY_EQUAL:
	case BINARY_NOT_EQUAL:
	case BINARY_LESS:
	case BINARY_GREATER:
	case BINARY_LESS_EQUAL:
	case BINARY_GREATER_EQUAL: {
		const struct type *o = e->left->type;
		bool less =
			type_is_signed(types, o) ? constant_signed(types, o, x) < constant_signed(types, o, y) : x < y;
		return integer(types, t, compare(e->operation, less, x == y));
	}
	case BINARY_POINTER_ADD:
	case BINARY_POINTER_SUBTRACT:
	case BINARY_POINTER_DIFFERENCE:
	case BINARY_COMPLEX:
		break; /* not of integers */
	}
	return none;
}

/* Computed in the type itself, so that nothing is rounded twice. */
#define ARITHMETIC(type, name)                                                      \
	static floating_value name(enum binary_operation operation, type x, type y) \
	{                                                                           \
		return operation == BINARY_ADD        ? x + y                       \
		       : operation == BINARY_SUBTRACT ? x - y                       \
		       : operation == BINARY_MULTIPLY ? x * y                       \
						      : x / y;                      \
	}
ARITHMETIC(float, single_arithmetic)
ARITHMETIC(double, double_arithmetic)
ARITHMETIC(long double, extended_arithmetic)
ARITHMETIC(floating_value, quadruple_arithmetic)

struct constant constant_arithmetic(const struct type *t, enum binary_operation operation, floating_value x,
				    floating_value y)
{
	if (operation > BINARY_DIVIDE)
		return none; /* comparisons are the caller's */
	switch (type_floating_format(t)) {
	case FLOATING_HALF: /* a float has enough bits that rounding it again does no harm */
	case FLOATING_SINGLE:
		return constant_floating(t, single_arithmetic(operation, (float)x, (float)y));
	case FLOATING_DOUBLE:
		return constant_floating(t, double_arithmetic(operation, (double)x, (double)y));
	case FLOATING_QUADRUPLE:
		return constant_floating(t, quadruple_arithmetic(operation, x, y));
	default:
		return constant_floating(t, extended_arithmetic(operation, (long double)x, (long double)y));
	}
}

/* Two pointers, or what was made of them. */
static struct constant address_binary(const struct types *types, const struct expression *e, struct constant a,
				      struct constant b)
{
	bool same = a.kind == CONSTANT_ADDRESS && b.kind == CONSTANT_ADDRESS &&
		    (a.base == b.base || (a.base->kind == b.base->kind && a.base->kind != EXPRESSION_STRING &&
					  a.base->declaration == b.base->declaration));
	if (e->operation == BINARY_POINTER_DIFFERENCE && same && e->step && !e->variable_step)
		return integer(types, e->type, (integer_value)((int64_t)(a.offset - b.offset) / (int64_t)e->step));
	if (is_comparison(e->operation) && same)
		return integer(types, e->type,
			       compare(e->operation, (int64_t)a.offset < (int64_t)b.offset, a.offset == b.offset));
	/* against the null pointer */
	struct constant pointer = a.kind == CONSTANT_ADDRESS ? a : b, other = a.kind == CONSTANT_ADDRESS ? b : a;
	if (other.kind == CONSTANT_INTEGER && !other.value && truth(pointer) == 1) {
		if (e->operation == BINARY_EQUAL)
			return integer(types, e->type, 0);
		if (e->operation == BINARY_NOT_EQUAL)
			return integer(types, e->type, 1);
	}
	/* integers that were made of addresses */
	if (e->operation == BINARY_ADD && other.kind == CONSTANT_INTEGER && type_is_integer(e->type))
		return address(pointer.base, pointer.offset + (uint64_t)other.value);
	if (e->operation == BINARY_SUBTRACT && a.kind == CONSTANT_ADDRESS && other.kind == CONSTANT_INTEGER)
		return address(a.base, a.offset - (uint64_t)other.value);
	if (e->operation == BINARY_SUBTRACT && same)
		return integer(types, e->type, (integer_value)(__int128)(int64_t)(a.offset - b.offset));
	return none;
}

static struct constant pointer_step(const struct types *types, const struct expression *e, struct constant a,
				    struct constant b)
{
	if (e->variable_step || b.kind != CONSTANT_INTEGER)
		return none;
	uint64_t bytes = (uint64_t)constant_signed(types, e->right->type, b.value) * e->step;
	return moved(types, e->type, a, e->operation == BINARY_POINTER_ADD ? bytes : -bytes);
}

static struct constant binary(const struct types *types, const struct expression *e)
{
	struct constant a = constant_evaluate(types, e->left);
	if (a.kind == CONSTANT_NONE)
		return none;
	struct constant b = constant_evaluate(types, e->right);
	if (b.kind == CONSTANT_NONE)
		return none;
	if (e->operation == BINARY_POINTER_ADD || e->operation == BINARY_POINTER_SUBTRACT)
		return pointer_step(types, e, a, b);
	if (a.kind == CONSTANT_COMPLEX || e->operation == BINARY_COMPLEX)
		return constant_complex_binary(types, e, &a, &b);
	if (a.kind == CONSTANT_ADDRESS || b.kind == CONSTANT_ADDRESS)
		return address_binary(types, e, a, b);
	if (e->operation == BINARY_POINTER_DIFFERENCE) {
		int64_t bytes = (int64_t)((uint64_t)a.value - (uint64_t)b.value);
		return e->step && !e->variable_step ? integer(types, e->type, (integer_value)(bytes / (int64_t)e->step))
						    : none;
	}
	if (a.kind == CONSTANT_INTEGER && b.kind == CONSTANT_INTEGER)
		return integer_binary(types, e, a, b);
	if (a.kind != CONSTANT_FLOAT || b.kind != CONSTANT_FLOAT)
		return none;
	if (!is_comparison(e->operation))
		return constant_arithmetic(e->left->type, e->operation, a.floating, b.floating);
	if (a.floating != a.floating || b.floating != b.floating)
		return integer(types, e->type, e->operation == BINARY_NOT_EQUAL);
	return integer(types, e->type, compare(e->operation, a.floating < b.floating, a.floating == b.floating));
}

static struct constant unary(const struct types *types, const struct expression *e)
{
	struct constant c = constant_evaluate(types, e->operand);
	if (e->kind == EXPRESSION_NOT) {
		int t = truth(c);
		return truth_constant(types, e->type, t < 0 ? t : !t);
	}
	if (c.kind == CONSTANT_COMPLEX)
		return constant_complex_unary(types, e, c);
	if (c.kind == CONSTANT_INTEGER)
		return integer(types, e->type, e->kind == EXPRESSION_NEGATE ? -c.value : ~c.value);
	if (c.kind == CONSTANT_FLOAT && e->kind == EXPRESSION_NEGATE)
		return constant_floating(e->type, -c.floating);
	return none;
}

static struct constant logical(const struct types *types, const struct expression *e)
{
	int decides = e->kind == EXPRESSION_LOGICAL_OR;
	int left = truth(constant_evaluate(types, e->left));
	if (left < 0)
		return none;
	if (left == decides)
		return integer(types, e->type, (integer_value)decides);
	return truth_constant(types, e->type, truth(constant_evaluate(types, e->right)));
}

static struct constant conditional(const struct types *types, const struct expression *e)
{
	int condition = truth(constant_evaluate(types, e->condition));
	return condition < 0 ? none : constant_evaluate(types, condition ? e->left : e->right);
}

/* A part of a complex value. */
static struct constant member(const struct types *types, const struct expression *e)
{
	struct constant c =
		e->is_lvalue || !type_is_complex(e->operand->type) ? none : constant_evaluate(types, e->operand);
	if (c.kind != CONSTANT_COMPLEX)
		return none;
	return constant_part(&c, e->type, e->member == type_part(e->operand->type, true));
}

/* ---- builtins ---- */

static unsigned leading_zeros(integer_value v, unsigned width)
{
	unsigned n = 0;
	while (n < width && !(v >> (width - 1 - n) & 1))
		n++;
	return n;
}

static unsigned trailing_zeros(integer_value v, unsigned width)
{
	unsigned n = 0;
	while (n < width && !(v >> n & 1))
		n++;
	return n;
}

static unsigned ones(integer_value v)
{
	unsigned n = 0;
	for (; v; v &= v - 1)
		n++;
	return n;
}

static integer_value swapped(integer_value v, unsigned bytes)
{
	integer_value r = 0;
	for (unsigned i = 0; i < bytes; i++)
		r = r << 8 | (v >> 8 * i & 0xFF);
	return r;
}

static struct constant integer_builtin(const struct types *types, const struct expression *e)
{
	struct constant c = constant_evaluate(types, e->arguments[0]);
	unsigned width = c.kind == CONSTANT_INTEGER ? type_width(types, e->arguments[0]->type) : 0;
	integer_value v = c.value;
	if (!width)
		return none;
	switch (e->builtin) {
	case BUILTIN_CLZ:
	case BUILTIN_CLZL:
	case BUILTIN_CLZLL:
		return v ? integer(types, e->type, leading_zeros(v, width)) : none;
	case BUILTIN_CTZ:
	case BUILTIN_CTZL:
	case BUILTIN_CTZLL:
		return v ? integer(types, e->type, trailing_zeros(v, width)) : none;
	case BUILTIN_FFS:
	case BUILTIN_FFSL:
	case BUILTIN_FFSLL:
		return integer(types, e->type, v ? trailing_zeros(v, width) + 1 : 0);
	case BUILTIN_POPCOUNT:
	case BUILTIN_POPCOUNTL:
	case BUILTIN_POPCOUNTLL:
		return integer(types, e->type, ones(v));
	case BUILTIN_PARITY:
	case BUILTIN_PARITYL:
	case BUILTIN_PARITYLL:
		return integer(types, e->type, ones(v) & 1);
	case BUILTIN_CLRSB:
	case BUILTIN_CLRSBL:
	case BUILTIN_CLRSBLL:
		if (v >> (width - 1) & 1)
			v = constant_truncate(types, e->arguments[0]->type, ~v);
		return integer(types, e->type, leading_zeros(v, width) - 1);
	case BUILTIN_BSWAP16:
	case BUILTIN_BSWAP32:
	case BUILTIN_BSWAP64:
	case BUILTIN_BSWAP128:
		return integer(types, e->type, swapped(v, width / 8));
	default:
		return none; /* not of one integer */
	}
}

static struct constant builtin(const struct types *types, const struct expression *e)
{
	switch (e->builtin) {
	case BUILTIN_HUGE_VAL ... BUILTIN_INF_F64X:
		return constant_floating(e->type, INFINITY);
	case BUILTIN_NAN ... BUILTIN_NANS_F64X:
		return constant_floating(e->type, NAN);
	default:
		return e->argument_count == 1 ? integer_builtin(types, e) : none;
	}
}

/* ---- all ---- */

struct constant constant_evaluate(const struct types *types, const struct expression *e)
{
	switch (e->kind) {
	case EXPRESSION_CONSTANT:
		return (struct constant){ .kind = CONSTANT_INTEGER, .value = e->value };
	case EXPRESSION_FLOAT_CONSTANT:
		return constant_floating(e->type, e->floating);
	case EXPRESSION_LABEL_ADDRESS:
		return address(e, 0);
	case EXPRESSION_ADDRESS:
		return lvalue(types, e->operand);
	case EXPRESSION_CONVERSION:
		return convert(types, e);
	case EXPRESSION_NEGATE:
	case EXPRESSION_COMPLEMENT:
	case EXPRESSION_NOT:
		return unary(types, e);
	case EXPRESSION_BINARY:
		return binary(types, e);
	case EXPRESSION_LOGICAL_AND:
	case EXPRESSION_LOGICAL_OR:
		return logical(types, e);
	case EXPRESSION_CONDITIONAL:
		return conditional(types, e);
	case EXPRESSION_COMMA:
		if (constant_evaluate(types, e->left).kind == CONSTANT_NONE)
			return none;
		return constant_evaluate(types, e->right);
	case EXPRESSION_BUILTIN:
		return builtin(types, e);
	case EXPRESSION_MEMBER:
		return member(types, e);
	case EXPRESSION_OBJECT:
	case EXPRESSION_FUNCTION:
	case EXPRESSION_STRING:
	case EXPRESSION_DEREFERENCE:
	case EXPRESSION_COMPOUND_LITERAL:
	case EXPRESSION_ASSIGN:
	case EXPRESSION_UPDATE:
	case EXPRESSION_OLD_VALUE:
	case EXPRESSION_CALL:
	case EXPRESSION_STATEMENT:
	case EXPRESSION_VA_ARG:
		return none;
	}
	return none;
}

/* The difference of two labels' addresses: the linker knows it (gcc). */
static bool is_label_difference(const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION)
		e = e->operand;
	if (e->kind != EXPRESSION_BINARY)
		return false;
	const struct expression *l = e->left, *r = e->right;
	while (l->kind == EXPRESSION_CONVERSION)
		l = l->operand;
	while (r->kind == EXPRESSION_CONVERSION)
		r = r->operand;
	return l->kind == EXPRESSION_LABEL_ADDRESS && r->kind == EXPRESSION_LABEL_ADDRESS;
}

bool constant_is_static(const struct types *types, const struct expression *e)
{
	if (type_is_error(e->type) || constant_evaluate(types, e).kind != CONSTANT_NONE)
		return true;
	return is_label_difference(e);
}
