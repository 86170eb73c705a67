/* Numbers, characters and strings (C11 6.4.4, 6.4.5): values, types, bytes. */
#define _GNU_SOURCE
#include "sema_constant.h"
#include "sema_conversion.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "string_literal.h"
#include "syntax.h"
#include "target.h"
#include "type_integer.h"
#include "type_kind.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_qualifier.h"
#include "types.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- integers ---- */

struct digits {
	integer_value value;
	unsigned base;
	bool overflow;
	const char *suffix;
};

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* TEXT is NUL-terminated, without digit separators. */
static struct digits read_digits(const char *text)
{
	struct digits d = { .base = 10 };
	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
		d.base = 16, text += 2;
	else if (text[0] == '0' && (text[1] == 'b' || text[1] == 'B'))
		d.base = 2, text += 2;
	else if (text[0] == '0')
		d.base = 8;
	const char *first = text;
	for (; digit_value(*text) < (int)d.base; text++) {
		integer_value next = d.value * d.base + (unsigned)digit_value(*text);
		d.overflow |= d.value > (~(integer_value)0) / d.base;
		d.value = next;
	}
	d.suffix = text > first || (d.base != 16 && d.base != 2) ? text : first - 1; /* 0x alone: x is no suffix */
	return d;
}

struct suffix {
	bool is_unsigned, imaginary, wrong;
	unsigned longs;
};

static struct suffix read_suffix(const char *text)
{
	struct suffix x = { .longs = 0 };
	for (; *text; text++) {
		if ((*text == 'u' || *text == 'U') && !x.is_unsigned)
			x.is_unsigned = true;
		else if ((*text == 'l' || *text == 'L') && !x.longs)
			x.longs = text[1] == *text ? (text++, 2) : 1;
		else if (strchr("iIjJ", *text) && !x.imaginary)
			x.imaginary = true;
		else
			x.wrong = true;
	}
	return x;
}

static bool fits(struct sema *s, enum type_kind kind, integer_value value)
{
	const struct type *t = type_basic(s->types, kind);
	return !(value >> (type_width(s->types, t) - type_is_signed(s->types, t)));
}

/* The first type of the table in 6.4.4.1p5 that holds the value. */
static const struct type *integer_type(struct sema *s, const struct digits *d, const struct suffix *x)
{
	static const enum type_kind kinds[][2] = { { TYPE_INT, TYPE_UNSIGNED_INT },
						   { TYPE_LONG, TYPE_UNSIGNED_LONG },
						   { TYPE_LONG_LONG, TYPE_UNSIGNED_LONG_LONG },
						   { TYPE_INT128, TYPE_UNSIGNED_INT128 } };
	bool c89 = types_target(s->types)->standard == STANDARD_C89;
	unsigned last = types_target(s->types)->pointer_bits == 64 && !(d->value >> 64) ? 4 : 3;
	for (unsigned i = x->longs; i < last; i++) {
		if (!x->is_unsigned && fits(s, kinds[i][0], d->value))
			return type_basic(s->types, kinds[i][0]);
		bool may_be_unsigned = x->is_unsigned || d->base != 10 || (c89 && i > 0);
		if (may_be_unsigned && fits(s, kinds[i][1], d->value))
			return type_basic(s->types, kinds[i][1]);
	}
	/* too large: gcc takes the low bits */
	if (x->is_unsigned)
		return s->types->uintmax;
	return s->types->intmax;
}

static struct expression *integer_literal(struct sema *s, node_id n, const char *text)
{
	struct digits d = read_digits(text);
	struct suffix x = read_suffix(d.suffix);
	if (x.wrong) {
		sema_error(s, sema_location(s, n), "'%s' is no valid number", text);
		return expression_error(s, n);
	}
	if (d.overflow || !fits(s, TYPE_UNSIGNED_LONG_LONG, d.value))
		sema_warning(s, sema_location(s, n), "the constant %s is too large for every integer type", text);
	const struct type *t = integer_type(s, &d, &x);
	struct expression *e = expression_constant(s, t, constant_truncate(s->types, t, d.value), n);
	return x.imaginary ? complex_imaginary(s, e, n) : e;
}

/* ---- floats ---- */

static enum type_kind floating_suffix(const char *suffix)
{
	static const struct {
		const char *suffix;
		enum type_kind kind;
	} kinds[] = { { "", TYPE_DOUBLE },       { "f", TYPE_FLOAT },       { "l", TYPE_LONG_DOUBLE },
		      { "q", TYPE_FLOAT128 },    { "w", TYPE_LONG_DOUBLE }, { "f16", TYPE_FLOAT16 },
		      { "f32", TYPE_FLOAT32 },   { "f64", TYPE_FLOAT64 },   { "f128", TYPE_FLOAT128 },
		      { "f32x", TYPE_FLOAT32X }, { "f64x", TYPE_FLOAT64X }, { "d", TYPE_DOUBLE } };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(kinds[i].suffix, suffix))
			return kinds[i].kind;
	return TYPE_ERROR;
}

/* Removes an i or j before or after the rest (GNU). */
static bool take_imaginary(char *suffix)
{
	size_t length = strlen(suffix);
	if (length && strchr("ij", suffix[0])) {
		memmove(suffix, suffix + 1, length);
		return true;
	}
	if (!length || !strchr("ij", suffix[length - 1]))
		return false;
	suffix[length - 1] = 0;
	return true;
}

/* glibc does not declare it for every compiler that has the type. */
extern floating_value strtof128(const char *restrict text, char **restrict end);

/* Rounded once, from the decimal text, to the type's format. */
static floating_value round_text(const char *text, enum type_kind kind)
{
	switch (kind) {
	case TYPE_FLOAT:
	case TYPE_FLOAT32:
		return strtof(text, NULL);
	case TYPE_DOUBLE:
	case TYPE_FLOAT64:
	case TYPE_FLOAT32X:
		return strtod(text, NULL);
	case TYPE_FLOAT128:
	case TYPE_FLOAT16: /* rounded further by the constant's evaluation */
		return strtof128(text, NULL);
	default:
		return strtold(text, NULL);
	}
}

static struct expression *floating_literal(struct sema *s, node_id n, char *text)
{
	char *end = NULL;
	strtold(text, &end);
	char suffix[8] = "";
	size_t length = strlen(end);
	for (size_t i = 0; i < length && i < sizeof suffix - 1; i++)
		suffix[i] = (char)tolower((unsigned char)end[i]);
	bool imaginary = length < sizeof suffix && take_imaginary(suffix);
	enum type_kind kind = length < sizeof suffix ? floating_suffix(suffix) : TYPE_ERROR;
	if (kind == TYPE_ERROR) {
		if (length && suffix[0] == 'd')
			sema_unsupported(s, sema_location(s, n), "the constant %s", text);
		else
			sema_error(s, sema_location(s, n), "'%s' is no valid number", text);
		return expression_error(s, n);
	}
	struct expression *e = expression_new(s, EXPRESSION_FLOAT_CONSTANT, type_basic(s->types, kind), n);
	*end = 0;
	e->floating = round_text(text, kind);
	return imaginary ? complex_imaginary(s, e, n) : e;
}

static bool is_floating(const char *text)
{
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	return strpbrk(text, hex ? ".pP" : ".eE") != NULL;
}

/* C23's true, false and nullptr (6.4.4.6). The type of nullptr is a pointer that no program can write, so that _Generic tells it
 * from void *. */
static struct expression *keyword_literal(struct sema *s, node_id n, enum keyword keyword)
{
	if (keyword != KEYWORD_NULLPTR)
		return expression_constant(s, s->bool_type, keyword == KEYWORD_TRUE, n);
	const struct type *t = type_pointer(s->types, type_qualified(s->types, s->void_type, QUALIFIER_ATOMIC));
	struct expression *e = conversion_to(s, expression_constant(s, s->int_type, 0, n), t);
	e->is_cast = true;
	return e;
}

struct expression *literal_number(struct sema *s, node_id n)
{
	size_t length, kept = 0;
	enum keyword keyword = syntax_keyword(s->syntax, n);
	if (keyword != KEYWORD_NONE)
		return keyword_literal(s, n, keyword);
	const char *source = syntax_text(s->syntax, n, &length);
	char *text = arena_string(s->arena, source, length);
	for (size_t i = 0; i < length; i++)
		if (text[i] != '\'')
			text[kept++] = text[i];
	text[kept] = 0;
	return is_floating(text) ? floating_literal(s, n, text) : integer_literal(s, n, text);
}

/* ---- characters ---- */

struct units {
	struct byte_vec VEC_BODY(unsigned char) bytes;
	unsigned unit; /* bytes of one character */
	uint32_t last; /* value of the last unit */
	size_t count;
};

static void add_unit(struct units *u, uint32_t value)
{
	for (unsigned i = 0; i < u->unit; i++)
		vec_push(&u->bytes, (unsigned char)(value >> 8 * i));
	u->last = value;
	u->count++;
}

/* A character of the source or universal character name, in the encoding of the units. */
static void add_code_point(struct units *u, uint32_t c)
{
	if (u->unit == 4) {
		add_unit(u, c);
	} else if (u->unit == 2 && c >= 0x10000) {
		add_unit(u, 0xD800 + ((c - 0x10000) >> 10));
		add_unit(u, 0xDC00 + ((c - 0x10000) & 0x3FF));
	} else if (u->unit == 2 || c < 0x80) {
		add_unit(u, c);
	} else if (c < 0x800) {
		add_unit(u, 0xC0 | c >> 6);
		add_unit(u, 0x80 | (c & 0x3F));
	} else if (c < 0x10000) {
		add_unit(u, 0xE0 | c >> 12);
		add_unit(u, 0x80 | (c >> 6 & 0x3F));
		add_unit(u, 0x80 | (c & 0x3F));
	} else {
		add_unit(u, 0xF0 | c >> 18);
		add_unit(u, 0x80 | (c >> 12 & 0x3F));
		add_unit(u, 0x80 | (c >> 6 & 0x3F));
		add_unit(u, 0x80 | (c & 0x3F));
	}
}

/* One character of UTF-8 at *AT, or a byte that is none. */
static uint32_t read_utf8(const char **at, const char *end)
{
	unsigned char first = (unsigned char)*(*at)++;
	unsigned more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
	uint32_t c = more == 3 ? first & 7u : more == 2 ? first & 15u : more == 1 ? first & 31u : first;
	if ((size_t)(end - *at) < more)
		return first;
	for (unsigned i = 0; i < more; i++)
		if (((*at)[i] & 0xC0) != 0x80)
			return first;
	for (; more; more--)
		c = c << 6 | (unsigned char)(*(*at)++ & 0x3F);
	return c;
}

static uint32_t read_number(const char **at, const char *end, unsigned base, unsigned limit)
{
	uint32_t value = 0;
	for (; *at < end && limit && digit_value(**at) < (int)base; (*at)++, limit--)
		value = value * base + (uint32_t)digit_value(**at);
	return value;
}

/* What follows a backslash (6.4.4.4, and \e). */
static void add_escape(struct units *u, const char **at, const char *end)
{
	static const char names[] = "abfnrtveE", values[] = "\a\b\f\n\r\t\v\033\033";
	char c = *at < end ? *(*at)++ : '\\';
	const char *name = c ? strchr(names, c) : NULL;
	if (name)
		add_unit(u, (unsigned char)values[name - names]);
	else if (c >= '0' && c <= '7')
		(*at)--, add_unit(u, read_number(at, end, 8, 3));
	else if (c == 'x')
		add_unit(u, read_number(at, end, 16, 64));
	else if (c == 'u')
		add_code_point(u, read_number(at, end, 16, 4));
	else if (c == 'U')
		add_code_point(u, read_number(at, end, 16, 8));
	else
		add_unit(u, (unsigned char)c);
}

/* The characters of one token between its quotes. */
static void add_characters(struct units *u, const char *at, const char *end)
{
	while (at < end) {
		if (*at == '\\') {
			at++;
			if (at < end && *at == '\n') /* a line that goes on, where nobody has joined it yet */
				at++;
			else
				add_escape(u, &at, end);
		} else if (u->unit == 1) {
			add_unit(u, (unsigned char)*at++);
		} else {
			add_code_point(u, read_utf8(&at, end));
		}
	}
}

/* Splits PREFIX"...": the length of the prefix; *begin and *end to what is between the quotes. */
static size_t split_literal(const char *text, size_t length, char quote, const char **begin, const char **end)
{
	const char *open = memchr(text, quote, length);
	if (!open)
		open = text;
	*begin = open + 1;
	*end = text + length > *begin ? text + length - 1 : *begin;
	return (size_t)(open - text);
}

static const struct type *element_type(struct sema *s, const char *prefix, size_t length)
{
	if (length == 1 && *prefix == 'L')
		return s->types->wide_char;
	if (length == 1 && *prefix == 'u')
		return s->types->char16;
	if (length == 1 && *prefix == 'U')
		return s->types->char32;
	if (length == 2 && types_target(s->types)->standard >= STANDARD_C23) /* u8: char8_t */
		return type_basic(s->types, TYPE_UNSIGNED_CHAR);
	return s->char_type;
}

struct expression *literal_char(struct sema *s, node_id n)
{
	size_t length;
	const char *text = syntax_text(s->syntax, n, &length), *begin, *end;
	size_t prefix = split_literal(text, length, '\'', &begin, &end);
	const struct type *type = element_type(s, text, prefix);
	struct units u = { .unit = (unsigned)type_size(s->types, type) };
	integer_value value = 0;
	add_characters(&u, begin, end);
	if (!u.count)
		sema_error(s, sema_location(s, n), "an empty character constant");
	if (prefix) {
		value = u.last;
	} else if (u.count == 1) { /* the value of a char, converted to int */
		value = constant_truncate(s->types, s->char_type, u.last);
		value = (integer_value)constant_signed(s->types, s->char_type, value);
	} else {
		for (size_t i = 0; i < u.bytes.count; i++)
			value = value << 8 | u.bytes.at[i];
	}
	vec_free(&u.bytes);
	if (!prefix)
		type = s->int_type;
	return expression_constant(s, type, constant_truncate(s->types, type, value), n);
}

/* ---- strings ---- */

static struct expression *string_of_units(struct sema *s, struct units *u, const struct type *element, node_id n)
{
	struct string_literal *string = arena_alloc(s->arena, sizeof *string);
	add_unit(u, 0);
	string->bytes = sema_array(s, u->bytes.at, u->bytes.count, 1);
	string->size = u->bytes.count;
	string->unit = u->unit;
	string->element = type_unqualified(element);
	string->index = s->strings++;
	string->location = sema_location(s, n);
	vec_free(&u->bytes);
	const struct type *type = type_array(s->types, element, string->size / string->unit);
	struct expression *e = expression_new(s, EXPRESSION_STRING, type, n);
	e->string = string;
	e->is_lvalue = true;
	return e;
}

/* The prefix that counts for the concatenation: the one that is not empty (6.4.5p5). */
static const struct type *element_of_tokens(struct sema *s, node_id n)
{
	uint32_t end = syntax_end_token(s->syntax, n);
	for (uint32_t t = syntax_first_token(s->syntax, n); t < end; t++) {
		size_t length;
		const char *text = syntax_token_text(s->syntax, t, &length), *b, *e;
		const struct type *type = element_type(s, text, split_literal(text, length, '"', &b, &e));
		if (type != s->char_type)
			return type;
	}
	return s->char_type;
}

static void add_token(struct sema *s, struct units *u, uint32_t token)
{
	size_t length;
	const char *text = syntax_token_text(s->syntax, token, &length), *begin, *end;
	if (!memchr(text, '"', length))
		return;
	split_literal(text, length, '"', &begin, &end);
	add_characters(u, begin, end);
}

static void add_tokens(struct sema *s, struct units *u, node_id n)
{
	uint32_t end = syntax_end_token(s->syntax, n);
	for (uint32_t t = syntax_first_token(s->syntax, n); t < end; t++)
		add_token(s, u, t);
}

struct expression *literal_string(struct sema *s, node_id n)
{
	const struct type *element = element_of_tokens(s, n);
	struct units u = { .unit = (unsigned)type_size(s->types, element) };
	add_tokens(s, &u, n);
	return string_of_units(s, &u, element, n);
}

struct expression *literal_of_text(struct sema *s, const char *text, node_id n)
{
	struct units u = { .unit = 1 };
	for (; *text; text++)
		add_unit(&u, (unsigned char)*text);
	return string_of_units(s, &u, type_qualified(s->types, s->char_type, QUALIFIER_CONST), n);
}

static const char *text_of_units(struct sema *s, struct units *u)
{
	const char *text = arena_string(s->arena, u->bytes.count ? (const char *)u->bytes.at : "", u->bytes.count);
	vec_free(&u->bytes);
	return text;
}

const char *literal_text(struct sema *s, node_id n)
{
	struct units u = { .unit = 1 };
	add_tokens(s, &u, n);
	return text_of_units(s, &u);
}

const char *literal_token_text(struct sema *s, uint32_t token)
{
	struct units u = { .unit = 1 };
	add_token(s, &u, token);
	return text_of_units(s, &u);
}
