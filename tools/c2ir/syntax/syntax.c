/* The syntax tree: from text to tree, and what it answers. */
#include "syntax.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "prepass.h"
#include "syntax_internal.h"
#include "syntax_operator.h"

/* ---- pragmas ---- */

struct pack_reader {
	const char *at;
	VEC(unsigned) stack;
	unsigned value;
};

/* The next word or number of `pack(push, name, 4)`; its length, 0 at the end. */
static size_t pack_word(struct pack_reader *r)
{
	size_t n = 0;

	while (*r->at && !isalnum((unsigned char)*r->at) && *r->at != '_' && *r->at != ')')
		r->at++;
	while (isalnum((unsigned char)r->at[n]) || r->at[n] == '_')
		n++;
	return n;
}

static void pack_arguments(struct pack_reader *r)
{
	size_t n = pack_word(r);

	if (n == 0)
		r->value = 0;
	for (; n > 0; r->at += n, n = pack_word(r)) {
		if (n == 4 && !memcmp(r->at, "push", 4))
			vec_push(&r->stack, r->value);
		else if (n == 3 && !memcmp(r->at, "pop", 3))
			r->value = r->stack.count ? vec_pop(&r->stack) : 0;
		else if (isdigit((unsigned char)*r->at))
			r->value = (unsigned)strtoul(r->at, NULL, 0);
	}
}

static void resolve_packs(struct syntax *s)
{
	struct pack_reader r = { 0 };

	for (size_t i = 0; i < s->pragmas.count; i++) {
		struct pack_state state;

		r.at = s->pragmas.at[i].text;
		if (strncmp(r.at, "pack", 4) || isalnum((unsigned char)r.at[4]) || r.at[4] == '_')
			continue;
		r.at += 4;
		pack_arguments(&r);
		state.token = s->pragmas.at[i].token;
		state.value = r.value;
		vec_push(&s->packs, state);
	}
	vec_free(&r.stack);
}

static void take_pragmas(struct syntax *s)
{
	for (size_t i = 0; i < s->list.pragmas.count; i++) {
		struct pragma pragma;

		pragma.text = s->list.pragmas.at[i].text;
		pragma.token = s->list.pragmas.at[i].token;
		vec_push(&s->pragmas, pragma);
	}
	resolve_packs(s);
}

unsigned syntax_pack(const struct syntax *s, node_id n)
{
	size_t low = 0, high = s->packs.count;
	uint32_t token = syntax_first_token(s, n);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->packs.at[middle].token <= token)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? s->packs.at[low - 1].value : 0;
}

size_t syntax_pragma_count(const struct syntax *s)
{
	return s->pragmas.count;
}

const struct pragma *syntax_pragma(const struct syntax *s, size_t i)
{
	return s->pragmas.at + i;
}

/* ---- life ---- */

static bool parse(struct syntax *s, struct diagnostics *diags, struct interner *names, const struct target *target,
		  const char *name, size_t length)
{
	struct skeleton skeleton = { 0 };
	bool good;

	if (!token_list_init(&s->list, diags, names, target, name, s->text, length))
		return false;
	take_pragmas(s);
	good = prepass_run(&skeleton, &s->list, diags, names) && syntax_build(s, &skeleton, diags);
	s->errors = skeleton.errors;
	for (size_t i = 0; i < skeleton.doubtful.count; i++)
		table_put(&s->doubtful, skeleton.doubtful.at[i], true);
	skeleton_release(&skeleton);
	return good;
}

struct syntax *syntax_parse(struct diagnostics *diags, struct interner *names, const struct target *target,
			    const char *name, char *text, size_t length)
{
	struct syntax *s = memory_alloc(sizeof *s);

	s->text = text;
	if (parse(s, diags, names, target, name, length))
		return s;
	syntax_free(s);
	return NULL;
}

void syntax_free(struct syntax *s)
{
	if (!s)
		return;
	token_list_release(&s->list);
	vec_free(&s->nodes);
	vec_free(&s->attributes);
	vec_free(&s->pragmas);
	vec_free(&s->packs);
	table_free(&s->doubtful);
	memory_free(s->text);
	memory_free(s);
}

unsigned syntax_errors(const struct syntax *s)
{
	return s->errors;
}

bool syntax_is_doubtful(const struct syntax *s, const char *name)
{
	return table_has(&s->doubtful, name);
}

/* ---- the tree ---- */

static const struct syntax_node *node(const struct syntax *s, node_id n)
{
	return s->nodes.at + n;
}

node_id syntax_root(const struct syntax *s)
{
	return s->root;
}

enum node_kind syntax_kind(const struct syntax *s, node_id n)
{
	return (enum node_kind)node(s, n)->kind;
}

enum node_field syntax_role(const struct syntax *s, node_id n)
{
	return (enum node_field)node(s, n)->field;
}

node_id syntax_first_child(const struct syntax *s, node_id n)
{
	return node(s, n)->first_child;
}

node_id syntax_next(const struct syntax *s, node_id n)
{
	return node(s, n)->next;
}

static node_id with_field(const struct syntax *s, node_id n, enum node_field field)
{
	while (n && node(s, n)->field != field)
		n = node(s, n)->next;
	return n;
}

node_id syntax_field(const struct syntax *s, node_id n, enum node_field field)
{
	return with_field(s, node(s, n)->first_child, field);
}

node_id syntax_next_field(const struct syntax *s, node_id n)
{
	return with_field(s, node(s, n)->next, syntax_role(s, n));
}

enum node_op syntax_op(const struct syntax *s, node_id n)
{
	return (enum node_op)node(s, n)->op;
}

enum keyword syntax_keyword(const struct syntax *s, node_id n)
{
	return (enum keyword)node(s, n)->keyword;
}

/* ---- text and places ---- */

uint32_t syntax_first_token(const struct syntax *s, node_id n)
{
	return node(s, n)->begin;
}

uint32_t syntax_end_token(const struct syntax *s, node_id n)
{
	return node(s, n)->end;
}

const char *syntax_token_text(const struct syntax *s, uint32_t token, size_t *length)
{
	*length = s->list.tokens.at[token].length;
	return s->text + s->list.tokens.at[token].offset;
}

const char *syntax_text(const struct syntax *s, node_id n, size_t *length)
{
	const struct syntax_node *it = node(s, n);
	const struct token *first = s->list.tokens.at + it->begin, *last;

	*length = 0;
	if (it->begin == it->end)
		return s->text + first->offset;
	last = s->list.tokens.at + it->end - 1;
	*length = last->offset + last->length - first->offset;
	return s->text + first->offset;
}

const char *syntax_name(const struct syntax *s, node_id n)
{
	const struct syntax_node *it = node(s, n);

	if (it->kind != NODE_IDENTIFIER && it->kind != NODE_TYPEDEF_NAME)
		return NULL;
	return s->list.tokens.at[it->begin].name;
}

struct location syntax_token_location(const struct syntax *s, uint32_t token)
{
	return token_location(&s->list, token);
}

struct location syntax_location(const struct syntax *s, node_id n)
{
	return token_location(&s->list, node(s, n)->begin);
}

struct location syntax_end_location(const struct syntax *s, node_id n)
{
	const struct syntax_node *it = node(s, n);

	return token_location(&s->list, it->end > it->begin ? it->end - 1 : it->begin);
}

uint64_t syntax_order(const struct syntax *s, struct location location)
{
	return token_order(&s->list, location);
}

bool syntax_in_system_header(const struct syntax *s, node_id n)
{
	return token_in_system_header(&s->list, node(s, n)->begin);
}

/* ---- attributes ---- */

/* The first attribute whose specifier begins at `token` or later: their count if none. */
static uint32_t attribute_from(const struct syntax *s, uint32_t token)
{
	size_t low = 0, high = s->attributes.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->attributes.at[middle].begin < token)
			low = middle + 1;
		else
			high = middle;
	}
	return (uint32_t)low;
}

struct attribute_range syntax_attributes(const struct syntax *s, uint32_t begin, uint32_t end)
{
	struct attribute_range range;

	range.first = attribute_from(s, begin);
	range.count = attribute_from(s, end > begin ? end : begin) - range.first;
	return range;
}

struct attribute_range syntax_attributes_after(const struct syntax *s, uint32_t token)
{
	struct attribute_range range = { attribute_from(s, token), 0 };
	uint32_t begin = token;

	for (size_t i = range.first; i < s->attributes.count; i++) {
		const struct attribute *attribute = s->attributes.at + i;

		if (attribute->begin != begin && attribute->begin != token)
			break;
		begin = attribute->begin;
		token = attribute->end;
		range.count++;
	}
	return range;
}

struct attribute_range syntax_attributes_before(const struct syntax *s, uint32_t token)
{
	uint32_t end = attribute_from(s, token), first = end, previous = token;

	while (first > 0) {
		const struct attribute *attribute = s->attributes.at + first - 1;

		if (attribute->end != token && attribute->end != previous)
			break;
		previous = attribute->end;
		token = attribute->begin;
		first--;
	}
	return (struct attribute_range){ first, end - first };
}

const struct attribute *syntax_attribute(const struct syntax *s, uint32_t index)
{
	return s->attributes.at + index;
}
