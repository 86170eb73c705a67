/* The tree as text, for eyes and tests. */
#include <stdio.h>
#include <string.h>

#include "syntax_internal.h"
#include "syntax_operator.h"

#define KIND_NAME(name) #name,
static const char *const kind_names[] = { NODE_KINDS(KIND_NAME) };
#define FIELD_NAME_TEXT(name, text) text,
static const char *const field_names[] = { NODE_FIELDS(FIELD_NAME_TEXT) };
#define OP_TEXT(name, text) text,
static const char *const op_texts[] = { NODE_OPS(OP_TEXT) };

const char *node_kind_name(enum node_kind kind)
{
	return kind_names[kind];
}

const char *node_op_text(enum node_op op)
{
	return op_texts[op];
}

struct text VEC_BODY(char);

static void add(struct text *out, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		vec_push(out, text[i]);
}

static void add_string(struct text *out, const char *text)
{
	add(out, text, strlen(text));
}

static void add_leaf_text(struct text *out, const struct syntax *s, node_id n)
{
	for (uint32_t i = syntax_first_token(s, n); i < syntax_end_token(s, n); i++) {
		size_t length;
		const char *text = syntax_token_text(s, i, &length);

		add_string(out, " ");
		add(out, text, length);
	}
}

static void add_line(struct text *out, const struct syntax *s, node_id n, size_t depth)
{
	for (size_t i = 0; i < depth; i++)
		add_string(out, "  ");
	if (syntax_role(s, n) != FIELD_NONE) {
		add_string(out, field_names[syntax_role(s, n)]);
		add_string(out, ": ");
	}
	add_string(out, node_kind_name(syntax_kind(s, n)));
	if (syntax_op(s, n) != OP_NONE) {
		add_string(out, syntax_op(s, n) == OP_POST_INCREMENT || syntax_op(s, n) == OP_POST_DECREMENT
					? " postfix "
					: " ");
		add_string(out, node_op_text(syntax_op(s, n)));
	}
	if (!syntax_first_child(s, n))
		add_leaf_text(out, s, n);
	add_string(out, "\n");
}

char *syntax_dump(const struct syntax *s, node_id root)
{
	struct text out = { 0 };
	VEC(node_id) open = { 0 };
	node_id n = root;

	for (;;) {
		add_line(&out, s, n, open.count);
		if (syntax_first_child(s, n)) {
			vec_push(&open, n);
			n = syntax_first_child(s, n);
			continue;
		}
		while (n != root && !syntax_next(s, n) && open.count)
			n = vec_pop(&open);
		if (n == root)
			break;
		n = syntax_next(s, n);
	}
	vec_push(&out, '\0');
	vec_free(&open);
	return out.at;
}
