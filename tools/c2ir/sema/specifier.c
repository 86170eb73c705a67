/* Declaration specifiers (C11 6.7): storage class, qualifiers, and the one type that the keywords make together. */
#include "ast_declaration.h"
#include "ast_query.h"
#include "sema_declarator.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_specifier.h"
#include "sema_variable.h"
#include "target.h"
#include "type.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_object.h"
#include "type_qualifier.h"
#include "types.h"

#include <string.h>

/* How often each type keyword occurred. */
struct words {
	unsigned count[KEYWORD_COUNT];
	unsigned total;
};

static bool only(const struct words *w, unsigned expected)
{
	return w->total == expected;
}

/* Integer types: any order of signed/unsigned, short/long, int (6.7.2p2). */
static enum type_kind integer_kind(const struct words *w)
{
	const unsigned *c = w->count;
	bool is_unsigned = c[KEYWORD_UNSIGNED];
	unsigned sign = c[KEYWORD_SIGNED] + c[KEYWORD_UNSIGNED], ints = c[KEYWORD_INT];
	if (sign > 1 || ints > 1)
		return TYPE_ERROR;
	if (c[KEYWORD_CHAR] == 1 && only(w, 1 + sign))
		return is_unsigned ? TYPE_UNSIGNED_CHAR : sign ? TYPE_SIGNED_CHAR : TYPE_CHAR;
	if (c[KEYWORD_INT128] == 1 && only(w, 1 + sign))
		return is_unsigned ? TYPE_UNSIGNED_INT128 : TYPE_INT128;
	if (c[KEYWORD_SHORT] == 1 && only(w, 1 + sign + ints))
		return is_unsigned ? TYPE_UNSIGNED_SHORT : TYPE_SHORT;
	if (c[KEYWORD_LONG] == 1 && only(w, 1 + sign + ints))
		return is_unsigned ? TYPE_UNSIGNED_LONG : TYPE_LONG;
	if (c[KEYWORD_LONG] == 2 && only(w, 2 + sign + ints))
		return is_unsigned ? TYPE_UNSIGNED_LONG_LONG : TYPE_LONG_LONG;
	if (sign + ints && only(w, sign + ints))
		return is_unsigned ? TYPE_UNSIGNED_INT : TYPE_INT;
	return TYPE_ERROR;
}

static enum type_kind floating_kind(const struct words *w)
{
	static const struct {
		enum keyword keyword;
		enum type_kind kind;
	} kinds[] = {
		{ KEYWORD_FLOAT, TYPE_FLOAT },         { KEYWORD_DOUBLE, TYPE_DOUBLE },
		{ KEYWORD_FLOAT16, TYPE_FLOAT16 },     { KEYWORD_FLOAT32, TYPE_FLOAT32 },
		{ KEYWORD_FLOAT64, TYPE_FLOAT64 },     { KEYWORD_FLOAT128, TYPE_FLOAT128 },
		{ KEYWORD_FLOAT32X, TYPE_FLOAT32X },   { KEYWORD_FLOAT64X, TYPE_FLOAT64X },
		{ KEYWORD_FLOAT80, TYPE_LONG_DOUBLE },
	};
	if (w->count[KEYWORD_LONG] == 1 && w->count[KEYWORD_DOUBLE] == 1 && only(w, 2))
		return TYPE_LONG_DOUBLE;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (w->count[kinds[i].keyword] == 1 && only(w, 1))
			return kinds[i].kind;
	return TYPE_ERROR;
}

static const struct type *complex_of(struct sema *s, const struct words *w)
{
	struct words rest = *w;
	rest.total -= rest.count[KEYWORD_COMPLEX];
	enum type_kind kind = !rest.total ? TYPE_DOUBLE : floating_kind(&rest);
	if (kind == TYPE_ERROR)
		kind = integer_kind(&rest);
	return kind == TYPE_ERROR || kind == TYPE_BOOL ? NULL : type_complex(s->types, type_basic(s->types, kind));
}

/* NULL: the keywords do not go together. */
static const struct type *type_of_words(struct sema *s, const struct words *w)
{
	const unsigned *c = w->count;
	if (c[KEYWORD_VOID] && only(w, 1))
		return s->void_type;
	if (c[KEYWORD_BOOL] && only(w, 1))
		return s->bool_type;
	if (c[KEYWORD_VA_LIST] && only(w, 1))
		return s->types->va_list;
	if (c[KEYWORD_DECIMAL32] && only(w, 1))
		return type_decimal(s->types, 4);
	if (c[KEYWORD_DECIMAL64] && only(w, 1))
		return type_decimal(s->types, 8);
	if (c[KEYWORD_DECIMAL128] && only(w, 1))
		return type_decimal(s->types, 16);
	if (c[KEYWORD_BF16] && only(w, 1))
		return type_brain(s->types, 2);
	if (c[KEYWORD_COMPLEX] == 1)
		return complex_of(s, w);
	enum type_kind kind = integer_kind(w);
	if (kind == TYPE_ERROR)
		kind = floating_kind(w);
	return kind == TYPE_ERROR ? NULL : type_basic(s->types, kind);
}

static const struct type *typedef_type(struct sema *s, node_id n)
{
	const char *name = syntax_name(s->syntax, n);
	struct binding *b = scope_find(&s->scopes, name);
	if (b && b->declaration->kind == DECLARATION_TYPEDEF) {
		b->declaration->used = true;
		return b->declaration->type;
	}
	if (!syntax_is_doubtful(s->syntax, name))
		sema_error(s, sema_location(s, n), "unknown type name '%s'", name);
	return s->error_type;
}

static const struct type *typeof_type(struct sema *s, node_id n)
{
	node_id type = syntax_field(s->syntax, n, FIELD_TYPE), value = syntax_field(s->syntax, n, FIELD_VALUE);
	bool unqualified = syntax_keyword(s->syntax, n) == KEYWORD_TYPEOF_UNQUAL;
	if (type) {
		const struct type *t = declarator_type_name(s, type);
		return unqualified ? type_unqualified(t) : t;
	}
	struct operand operand = variable_enter_operand(s);
	struct expression *e = expression_parse(s, value);
	variable_leave_operand(s, operand, type_is_variably_modified(expression_type(e)) ? e : NULL);
	return unqualified ? type_unqualified(expression_type(e)) : expression_type(e);
}

static void add_alignas(struct sema *s, node_id n, struct specifiers *out)
{
	node_id type = syntax_field(s->syntax, n, FIELD_TYPE), value = syntax_field(s->syntax, n, FIELD_VALUE);
	uint64_t bytes = 0;
	size_t mark = s->pending.count;
	if (type)
		bytes = type_alignment(s->types, declarator_type_name(s, type));
	variable_forget(s, mark);
	if (!type && !expression_size(s, value, UINT64_C(1) << 29, &bytes, "alignment"))
		return;
	if (bytes & (bytes - 1))
		sema_error(s, sema_location(s, n), "the alignment %llu is not a power of two",
			   (unsigned long long)bytes);
	else if (bytes > out->alignas)
		out->alignas = (uint32_t)bytes;
}

static void add_storage_class(struct sema *s, node_id n, struct specifiers *out)
{
	switch (syntax_keyword(s->syntax, n)) {
	case KEYWORD_TYPEDEF:
		out->is_typedef = true;
		break;
	case KEYWORD_EXTERN:
		out->is_extern = true;
		break;
	case KEYWORD_STATIC:
		out->is_static = true;
		break;
	case KEYWORD_AUTO:
		out->is_auto = true;
		break;
	case KEYWORD_REGISTER:
		out->is_register = true;
		break;
	case KEYWORD_INLINE:
		out->is_inline = true;
		break;
	case KEYWORD_NORETURN:
		out->is_noreturn = true;
		break;
	case KEYWORD_THREAD_LOCAL:
		out->is_thread = true;
		break;
	case KEYWORD_CONSTEXPR:
		out->is_constexpr = true;
		break;
	default:
		break; /* no other keyword is a storage class */
	}
}

static unsigned qualifier_of(enum keyword keyword)
{
	switch (keyword) {
	case KEYWORD_CONST:
		return QUALIFIER_CONST;
	case KEYWORD_VOLATILE:
		return QUALIFIER_VOLATILE;
	case KEYWORD_RESTRICT:
		return QUALIFIER_RESTRICT;
	case KEYWORD_ATOMIC:
		return QUALIFIER_ATOMIC;
	default:
		return 0; /* no other keyword is a qualifier */
	}
}

/* A specifier that is a type by itself. */
static const struct type *type_specifier(struct sema *s, node_id n, bool alone, struct specifiers *out)
{
	switch (syntax_kind(s->syntax, n)) {
	case NODE_TYPEDEF_NAME:
		out->has_name = true;
		return typedef_type(s, n);
	case NODE_STRUCT_SPECIFIER:
	case NODE_UNION_SPECIFIER:
		out->has_name = syntax_field(s->syntax, n, FIELD_NAME) != 0;
		return record_specifier(s, n, alone);
	case NODE_ENUM_SPECIFIER:
		out->has_name = true;
		return record_enum_specifier(s, n, alone);
	case NODE_TYPEOF:
		out->has_name = true;
		return typeof_type(s, n);
	case NODE_ATOMIC:
		out->has_name = true;
		return type_qualified(s->types, declarator_type_name(s, syntax_field(s->syntax, n, FIELD_TYPE)),
				      QUALIFIER_ATOMIC);
	default:
		return NULL;
	}
}

/* Attributes among the specifiers and after them, those of a struct's or typeof's inside apart. A run that follows the
 * body of a struct, union or enum belongs to that. */
static void add_attributes(struct sema *s, node_id n, struct specifiers *out)
{
	uint32_t first = syntax_first_token(s->syntax, n), end = syntax_end_token(s->syntax, n);
	uint32_t skip_begin = end, skip_end = end;
	bool body_last = false;
	for (node_id c = syntax_first_child(s->syntax, n); c; c = syntax_next(s->syntax, c)) {
		enum node_kind kind = syntax_kind(s->syntax, c);
		body_last = false;
		if (kind != NODE_STRUCT_SPECIFIER && kind != NODE_UNION_SPECIFIER && kind != NODE_ENUM_SPECIFIER &&
		    kind != NODE_TYPEOF && kind != NODE_ATOMIC && kind != NODE_ALIGNAS)
			continue;
		skip_begin = syntax_first_token(s->syntax, c);
		skip_end = syntax_end_token(s->syntax, c);
		body_last = syntax_field(s->syntax, c, FIELD_BODY) != 0;
		if (!body_last)
			continue;
		struct attribute_range after = syntax_attributes_after(s->syntax, skip_end);
		if (after.count)
			skip_end = syntax_attribute(s->syntax, after.first + after.count - 1)->end;
	}
	attribute_add_outside(s, &out->attributes, syntax_attributes(s->syntax, first, end), skip_begin, skip_end);
	if (!body_last)
		attribute_add(s, &out->attributes, syntax_attributes_after(s->syntax, end));
}

static void combine(struct sema *s, const struct words *words, const struct type *named, struct specifiers *out)
{
	if (named && words->total) {
		sema_error(s, out->location, "two or more data types in one declaration");
		named = s->error_type;
	} else if (!named && words->total) {
		named = type_of_words(s, words);
		if (!named)
			sema_error(s, out->location, "these type specifiers do not go together");
	}
	if (out->is_auto && !named && !words->total && types_target(s->types)->standard >= STANDARD_C23) {
		out->is_auto = false;
		out->is_auto_type = true;
	}
	out->implicit_int = !named && !words->total && !out->is_auto_type;
	out->type = named ? named : out->implicit_int ? s->int_type : s->error_type;
}

void specifier_parse(struct sema *s, node_id n, bool alone, struct specifiers *out)
{
	struct words words = { .total = 0 };
	unsigned qualifiers = 0;
	const struct type *named = NULL;
	memset(out, 0, sizeof *out);
	out->location = sema_location(s, n);
	for (node_id c = syntax_first_child(s->syntax, n); c; c = syntax_next(s->syntax, c)) {
		enum node_kind kind = syntax_kind(s->syntax, c);
		enum keyword keyword = syntax_keyword(s->syntax, c);
		if (kind == NODE_STORAGE_CLASS) {
			add_storage_class(s, c, out);
		} else if (kind == NODE_TYPE_QUALIFIER) {
			qualifiers |= qualifier_of(keyword);
		} else if (kind == NODE_ALIGNAS) {
			add_alignas(s, c, out);
		} else if (kind == NODE_TYPE_KEYWORD && keyword == KEYWORD_AUTO_TYPE) {
			out->is_auto_type = true;
		} else if (kind == NODE_TYPE_KEYWORD) {
			words.count[keyword]++;
			words.total++;
		} else {
			const struct type *t = type_specifier(s, c, alone, out);
			if (t && named)
				sema_error(s, out->location, "two or more data types in one declaration");
			named = t ? t : named;
		}
	}
	if (out->is_constexpr)
		qualifiers |= QUALIFIER_CONST;
	add_attributes(s, n, out);
	combine(s, &words, named, out);
	out->type = attribute_type(s, &out->attributes, out->type, out->location);
	out->type = type_qualified(s->types, out->type, qualifiers);
	out->qualifiers = qualifiers;
}

void specifier_parse_type(struct sema *s, node_id n, bool alone, struct specifiers *out)
{
	specifier_parse(s, n, alone, out);
	if (out->is_auto_type)
		sema_error(s, out->location, "__auto_type is only for objects that have an initialiser");
}
