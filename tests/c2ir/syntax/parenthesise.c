/* Writes a preprocessed C program with parentheses around every operator, call, cast, member access and
 * declarator that the syntax tree claims. If the tree is right, the result means the same: `same-assembly`
 * has the compiler compare them.
 *
 *     x = -p++ * 2;       (x = ((-(p++)) * 2));
 *     int *f(int a[3]);   int (*(f(int (a[3])))); */
#include <stdio.h>

#include "memory.h"
#include "preprocess.h"
#include "syntax.h"
#include "target.h"

struct marks {
	uint32_t *opens, *closes; /* by token */
	unsigned long count;
};

static bool is_declarator(const struct syntax *s, node_id n)
{
	switch (syntax_kind(s, n)) {
	case NODE_POINTER_DECLARATOR:
	case NODE_ARRAY_DECLARATOR:
		return true;
	/* An abstract `(int)` in parentheses would be something else. */
	case NODE_FUNCTION_DECLARATOR:
		return syntax_field(s, n, FIELD_DECLARATOR) != 0;
	default:
		return false;
	}
}

static bool in_offsetof(const struct syntax *s, node_id n)
{
	while (syntax_kind(s, n) == NODE_FIELD_EXPRESSION || syntax_kind(s, n) == NODE_SUBSCRIPT)
		n = syntax_field(s, n, FIELD_VALUE);
	return syntax_kind(s, n) == NODE_OFFSETOF_BASE;
}

static bool is_operation(const struct syntax *s, node_id n)
{
	switch (syntax_kind(s, n)) {
	case NODE_COMMA:
	case NODE_CONDITIONAL:
	case NODE_ASSIGNMENT:
	case NODE_BINARY:
	case NODE_UNARY:
	case NODE_CAST:
	case NODE_SIZEOF:
	case NODE_ALIGNOF:
	case NODE_CALL:
		return true;
	case NODE_SUBSCRIPT:
	case NODE_FIELD_EXPRESSION:
		return !in_offsetof(s, n);
	default:
		return false;
	}
}

static void mark(struct marks *marks, const struct syntax *s, node_id n)
{
	if (!is_declarator(s, n) && !is_operation(s, n))
		return;
	marks->opens[syntax_first_token(s, n)]++;
	marks->closes[syntax_end_token(s, n) - 1]++;
	marks->count++;
}

static void mark_all(struct marks *marks, const struct syntax *s)
{
	VEC(node_id) todo = { 0 };

	vec_push(&todo, syntax_root(s));
	while (todo.count > 0) {
		node_id n = vec_pop(&todo);

		mark(marks, s, n);
		for (node_id child = syntax_first_child(s, n); child; child = syntax_next(s, child))
			vec_push(&todo, child);
	}
	for (uint32_t i = 0; syntax_attributes(s, 0, UINT32_MAX).count > i; i++)
		if (syntax_attribute(s, i)->argument)
			mark(marks, s, syntax_attribute(s, i)->argument);
	vec_free(&todo);
}

static void repeat(char c, uint32_t count)
{
	while (count-- > 0)
		putchar(c);
}

static void write_program(const struct marks *marks, const struct syntax *s)
{
	uint32_t tokens = syntax_end_token(s, syntax_root(s));
	const char *done = NULL;

	for (uint32_t i = 0; i < tokens; i++) {
		size_t length;
		const char *text = syntax_token_text(s, i, &length);

		if (done)
			fwrite(done, 1, (size_t)(text - done), stdout);
		repeat('(', marks->opens[i]);
		fwrite(text, 1, length, stdout);
		repeat(')', marks->closes[i]);
		done = text + length;
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	struct diagnostics diags;
	struct interner *names = interner_new();
	struct preprocessed text;
	struct target target = target_default(64);
	struct syntax *s = NULL;
	struct marks marks = { 0 };
	int status;

	diagnostics_init(&diags);
	if (argc == 2 && preprocess_run(&text, argv[1], NULL, 0, &diags, names))
		s = syntax_parse(&diags, names, &target, argv[1], text.text, text.length);
	if (s && !syntax_errors(s)) {
		uint32_t tokens = syntax_end_token(s, syntax_root(s)) + 1;

		marks.opens = memory_alloc(sizeof *marks.opens * tokens);
		marks.closes = memory_alloc(sizeof *marks.closes * tokens);
		mark_all(&marks, s);
		write_program(&marks, s);
		memory_free(marks.opens);
		memory_free(marks.closes);
		fprintf(stderr, "%lu\n", marks.count);
	}
	syntax_free(s);
	diagnostics_print(&diags, "parenthesise", stderr);
	status = argc == 2 ? diagnostics_status(&diags) : 2;
	diagnostics_release(&diags);
	interner_free(names);
	return status;
}
