/* Types as C text: the declarator is built from the inside out, around the name. */
#include <stdio.h>
#include <string.h>

#include "record.h"
#include "stream.h"
#include "type.h"
#include "type_qualifier.h"
#include "type_text.h"

static const char *const basic_names[] = {
	[TYPE_VOID] = "void",
	[TYPE_BOOL] = "_Bool",
	[TYPE_CHAR] = "char",
	[TYPE_SIGNED_CHAR] = "signed char",
	[TYPE_UNSIGNED_CHAR] = "unsigned char",
	[TYPE_SHORT] = "short",
	[TYPE_UNSIGNED_SHORT] = "unsigned short",
	[TYPE_INT] = "int",
	[TYPE_UNSIGNED_INT] = "unsigned int",
	[TYPE_LONG] = "long",
	[TYPE_UNSIGNED_LONG] = "unsigned long",
	[TYPE_LONG_LONG] = "long long",
	[TYPE_UNSIGNED_LONG_LONG] = "unsigned long long",
	[TYPE_INT128] = "__int128",
	[TYPE_UNSIGNED_INT128] = "unsigned __int128",
	[TYPE_FLOAT] = "float",
	[TYPE_DOUBLE] = "double",
	[TYPE_LONG_DOUBLE] = "long double",
	[TYPE_FLOAT128] = "_Float128",
	[TYPE_FLOAT16] = "_Float16",
	[TYPE_FLOAT32] = "_Float32",
	[TYPE_FLOAT64] = "_Float64",
	[TYPE_FLOAT32X] = "_Float32x",
	[TYPE_FLOAT64X] = "_Float64x",
	[TYPE_ERROR] = "<error>",
};

/* A string that grows at both ends: `text` is replaced. */
static void wrap(char **text, const char *before, const char *after)
{
	size_t b = strlen(before), n = strlen(*text), a = strlen(after);
	char *grown = memory_alloc(b + n + a + 1);
	memcpy(grown, before, b);
	memcpy(grown + b, *text, n);
	memcpy(grown + b + n, after, a);
	memory_free(*text);
	*text = grown;
}

static void add_qualifiers(char **text, unsigned qualifiers)
{
	if (qualifiers & QUALIFIER_ATOMIC)
		wrap(text, "_Atomic ", "");
	if (qualifiers & QUALIFIER_RESTRICT)
		wrap(text, "restrict ", "");
	if (qualifiers & QUALIFIER_VOLATILE)
		wrap(text, "volatile ", "");
	if (qualifiers & QUALIFIER_CONST)
		wrap(text, "const ", "");
}

static void add_parameters(char **text, const struct type *t)
{
	wrap(text, "", "(");
	if (t->prototyped && !t->parameter_count && !t->variadic)
		wrap(text, "", "void");
	for (uint32_t i = 0; t->prototyped && i < t->parameter_count; i++) {
		char *p = type_text(t->parameters[i].type, NULL);
		wrap(text, "", p);
		memory_free(p);
		if (i + 1 < t->parameter_count || t->variadic)
			wrap(text, "", ", ");
	}
	wrap(text, "", t->variadic && t->prototyped ? "...)" : ")");
}

static void add_array(char **text, const struct type *t)
{
	char length[32] = "[]";
	if (t->form == ARRAY_FIXED)
		snprintf(length, sizeof length, "[%llu]", (unsigned long long)t->length);
	else if (t->form == ARRAY_VARIABLE)
		strcpy(length, "[*]");
	wrap(text, "", length);
}

static void add_tagged(char **text, const char *keyword, const char *tag, const char *name)
{
	if (!tag && name) {
		wrap(text, name, "");
		return;
	}
	wrap(text, tag ? tag : "<anonymous>", "");
	wrap(text, " ", "");
	wrap(text, keyword, "");
}

/* The specifiers that T, which is not a pointer, array or function, begins with. */
static void add_base(char **text, const struct type *t)
{
	char name[64];
	if (**text)
		wrap(text, " ", "");
	switch (t->kind) {
	case TYPE_STRUCT:
		add_tagged(text, "struct", t->record->tag, t->record->name);
		break;
	case TYPE_UNION:
		add_tagged(text, "union", t->record->tag, t->record->name);
		break;
	case TYPE_ENUM:
		add_tagged(text, "enum", t->enumeration->tag, t->enumeration->name);
		break;
	case TYPE_COMPLEX:
		wrap(text, "_Complex", "");
		add_base(text, t->base);
		break;
	case TYPE_VECTOR:
		snprintf(name, sizeof name, "__vector(%llu)", (unsigned long long)t->length);
		wrap(text, name, "");
		add_base(text, t->base);
		break;
	case TYPE_DECIMAL:
		if (t->length > 1)
			snprintf(name, sizeof name, "vector of %u __bf16", t->width / 2);
		else
			snprintf(name, sizeof name, t->length ? "__bf16" : "_Decimal%u", 8 * t->width);
		wrap(text, name, "");
		break;
	case TYPE_BIT_INTEGER:
		snprintf(name, sizeof name, "%s:%u", t->is_signed ? "signed" : "unsigned", t->width);
		wrap(text, name, "");
		break;
	default:
		wrap(text, basic_names[t->kind], "");
		break; /* the rest has a fixed name */
	}
	add_qualifiers(text, t->qualifiers);
}

char *type_text(const struct type *t, const char *name)
{
	char *text = memory_copy_string(name ? name : "", name ? strlen(name) : 0);
	bool after_pointer = false;
	for (;; t = t->base) {
		if (t->kind == TYPE_POINTER) {
			if (t->qualifiers) {
				if (*text)
					wrap(&text, " ", "");
				const char *sep = "";
				char quals[64] = "*";
				for (unsigned q = 1; q <= QUALIFIER_ATOMIC; q *= 2) {
					if (!(t->qualifiers & q))
						continue;
					strcat(quals, sep);
					strcat(quals, q == QUALIFIER_CONST      ? "const"
						      : q == QUALIFIER_VOLATILE ? "volatile"
						      : q == QUALIFIER_RESTRICT ? "restrict"
										: "_Atomic");
					sep = " ";
				}
				wrap(&text, quals, "");
			} else {
				wrap(&text, "*", "");
			}
			after_pointer = true;
			continue;
		}
		if (t->kind != TYPE_ARRAY && t->kind != TYPE_FUNCTION)
			break;
		if (after_pointer)
			wrap(&text, "(", ")");
		after_pointer = false;
		if (t->kind == TYPE_ARRAY)
			add_array(&text, t);
		else
			add_parameters(&text, t);
	}
	add_base(&text, t);
	return text;
}
