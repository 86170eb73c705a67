/* The reader's names and attributes. */
#include <string.h>

#include "reader.h"

/* --- names --- */

static int operator_named(const char *name, size_t length)
{
	for (int op = 0; op < OP_COUNT; op++) {
		const char *text = op_name((enum op)op);
		if (text[0] && strlen(text) == length && !memcmp(text, name, length) && op != OP_SELECT &&
		    op != OP_STORE)
			return op;
	}
	return -1;
}

static void symbols_grow(struct reader *r)
{
	struct symbol **old = r->symbols;
	size_t size = r->symbol_capacity;
	r->symbol_capacity = size ? size * 2 : 1024;
	r->symbols = memory_alloc(r->symbol_capacity * sizeof(struct symbol *));
	for (size_t i = 0; i < size; i++) {
		if (!old[i])
			continue;
		size_t at = old[i]->hash & (r->symbol_capacity - 1);
		while (r->symbols[at])
			at = (at + 1) & (r->symbol_capacity - 1);
		r->symbols[at] = old[i];
	}
	memory_free(old);
}

static struct symbol *symbol_new(struct reader *r, const char *text, size_t length, uint64_t hash)
{
	struct symbol *s = arena_alloc(r->scratch, sizeof *s);
	s->name = intern(r->program->strings, text, length);
	s->hash = hash;
	s->length = (uint32_t)length;
	s->op = operator_named(text, length);
	s->reserved = lex_is_reserved(text, length);
	r->symbol_count++;
	return s;
}

struct symbol *reader_symbol(struct reader *r)
{
	const char *text = r->lex.token.text;
	size_t length = r->lex.token.length;
	uint64_t hash = hash_bytes(text, length);
	if (2 * (r->symbol_count + 1) > r->symbol_capacity)
		symbols_grow(r);
	size_t at = hash & (r->symbol_capacity - 1);
	for (; r->symbols[at]; at = (at + 1) & (r->symbol_capacity - 1)) {
		struct symbol *s = r->symbols[at];
		if (s->hash == hash && s->length == length && !memcmp(s->name, text, length))
			return s;
	}
	return r->symbols[at] = symbol_new(r, text, length, hash);
}

struct symbol *reader_name(struct reader *r, const char *what)
{
	if (r->lex.token.kind != TOKEN_NAME) {
		reader_expected(r, what);
		return NULL;
	}
	struct symbol *s = reader_symbol(r);
	if (s->reserved && !r->lex.token.quoted) {
		lexer_fault(&r->lex, r->lex.token.position, "%s is expected, but '%s' is a reserved word: write |%s|",
			    what, s->name, s->name);
		return NULL;
	}
	lexer_next(&r->lex);
	return s;
}

bool reader_at_word(const struct reader *r, const char *word)
{
	const struct token *t = &r->lex.token;
	/* The first character decides mostly, and this is asked often. */
	return t->kind == TOKEN_NAME && t->text[0] == word[0] && !t->quoted && !strncmp(t->text, word, t->length) &&
	       !word[t->length];
}

void reader_symbols_release(struct reader *r)
{
	memory_free(r->symbols);
	arena_free(r->scratch);
}

/* --- attributes --- */

static bool same_attribute(const struct attribute *a, const struct attribute *b)
{
	if (a->key != b->key || a->count != b->count || a->next != b->next)
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (a->values[i].string != b->values[i].string || a->values[i].number != b->values[i].number)
			return false;
	return true;
}

/* A copy of `a` (strings are interned already), or a recent equal one. */
static const struct attribute *attribute_shared(struct reader *r, const struct attribute *a)
{
	uint64_t hash = hash_mix((uintptr_t)a->key, (uintptr_t)a->next);
	for (uint32_t i = 0; i < a->count; i++)
		hash = hash_mix(hash_mix(hash, (uintptr_t)a->values[i].string), a->values[i].number);
	/* The hash is beside the pointer: what is not equal is mostly not even looked at. */
	struct recent_attribute *recent = &r->cache[hash_mix(hash, 0) % READER_CACHE];
	if (recent->hash == hash && recent->list && same_attribute(recent->list, a))
		return recent->list;
	struct attribute *copy = arena_alloc(r->program->arena, sizeof *copy + a->count * sizeof *a->values);
	struct attribute_value *values = (struct attribute_value *)(copy + 1);
	if (a->count)
		memcpy(values, a->values, a->count * sizeof *values);
	*copy = (struct attribute){ a->key, a->count, a->count ? values : NULL, a->next };
	*recent = (struct recent_attribute){ hash, copy };
	return copy;
}

static bool read_value(struct reader *r)
{
	struct token *t = &r->lex.token;
	struct attribute_value value = { 0 };
	if (t->kind == TOKEN_NUMBER)
		value.number = t->number;
	else if (t->kind == TOKEN_STRING)
		value.string = intern(r->program->strings, t->text, t->length);
	else
		return reader_expected(r, "a string, a number or '}'");
	vec_push(&r->values, value);
	lexer_next(&r->lex);
	return true;
}

/* {key value ...}: its values are appended to r->values, so that `values` is set only later. */
static bool read_attribute(struct reader *r)
{
	lexer_next(&r->lex);
	if (r->lex.token.kind != TOKEN_NAME)
		return reader_expected(r, "the key of an attribute");
	struct attribute a = { .key = reader_symbol(r)->name };
	lexer_next(&r->lex);
	while (!reader_accept(r, '}')) {
		if (!read_value(r))
			return false;
		a.count++;
	}
	vec_push(&r->attributes, a);
	return true;
}

/* A `{` opens an attribute if a name and then a string, a number or `}` follow; otherwise it opens a
 * procedure's body. Faults in these tokens are found when they are read. */
static bool at_attribute(const struct reader *r)
{
	struct lexer ahead = r->lex;
	lexer_be_quiet(&ahead);
	lexer_next(&ahead);
	bool named = ahead.token.kind == TOKEN_NAME;
	lexer_next(&ahead);
	return named &&
	       (ahead.token.kind == TOKEN_STRING || ahead.token.kind == TOKEN_NUMBER || ahead.token.kind == '}');
}

static bool read_attributes(struct reader *r, const struct attribute **list, bool body_follows)
{
	*list = NULL;
	if (r->lex.token.kind != '{')
		return true;
	vec_clear(&r->values);
	vec_clear(&r->attributes);
	while (r->lex.token.kind == '{' && (!body_follows || at_attribute(r)))
		if (!read_attribute(r))
			return false;
	/* Back to front: each list is its first attribute before the rest. */
	size_t end = r->values.count;
	for (size_t i = r->attributes.count; i-- > 0;) {
		struct attribute *a = &r->attributes.at[i];
		a->values = r->values.at + (end -= a->count);
		a->next = *list;
		*list = attribute_shared(r, a);
	}
	return true;
}

bool reader_attributes(struct reader *r, const struct attribute **list)
{
	return read_attributes(r, list, false);
}

bool reader_attributes_before_body(struct reader *r, const struct attribute **list)
{
	return read_attributes(r, list, true);
}
