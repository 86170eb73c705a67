/* __builtin_object_size (gcc 6.58): how many bytes there are from a pointer to the end of what it points into, as far as
 * the expression says: a named object and constant offsets. The rest is "not known", as in gcc without optimisation. */
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_initializer.h"
#include "record.h"
#include "sema_constant.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "type_layout.h"
#include "type_object.h"

struct extent {
	bool known;
	int64_t offset;      /* in the object */
	uint64_t size;       /* of the object */
	int64_t part_offset; /* the innermost member that the expression names */
	uint64_t part_size;
};

static struct extent of_pointer(struct sema *s, const struct expression *e);

static struct extent whole(struct sema *s, const struct type *type, uint64_t more)
{
	struct extent x = { .known = type_has_size(type) };
	if (!x.known)
		return x;
	x.size = type_size(s->types, type);
	if (more > x.size)
		x.size = more;
	x.part_size = x.size;
	return x;
}

static struct extent of_member(struct extent x, const struct member *m, uint64_t size)
{
	x.offset += (int64_t)m->offset;
	x.part_offset = x.offset;
	x.part_size = size;
	return x;
}

static struct extent of_lvalue(struct sema *s, const struct expression *e)
{
	struct extent unknown = { 0 };
	const struct initializer *init;
	switch (e->kind) {
	case EXPRESSION_OBJECT:
	case EXPRESSION_COMPOUND_LITERAL:
		init = e->declaration->initializer;
		return e->declaration->size ? unknown : whole(s, e->type, init ? init->size : 0);
	case EXPRESSION_STRING:
		return whole(s, e->type, 0);
	case EXPRESSION_MEMBER:
		if (!type_has_size(e->type))
			return unknown;
		return of_member(of_lvalue(s, e->operand), e->member, type_size(s->types, e->type));
	case EXPRESSION_DEREFERENCE:
		return of_pointer(s, e->operand);
	default:
		return unknown;
	}
}

static struct extent moved(struct sema *s, const struct expression *e)
{
	struct extent x = of_pointer(s, e->left);
	struct constant c = constant_evaluate(s->types, e->right);
	if (c.kind != CONSTANT_INTEGER || e->variable_step)
		return (struct extent){ 0 };
	int64_t bytes = (int64_t)constant_signed(s->types, e->right->type, c.value) * (int64_t)e->step;
	x.offset += e->operation == BINARY_POINTER_ADD ? bytes : -bytes;
	return x;
}

static struct extent of_pointer(struct sema *s, const struct expression *e)
{
	if (e->kind == EXPRESSION_ADDRESS && e->operand->is_lvalue)
		return of_lvalue(s, e->operand);
	if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_ARRAY)
		return of_lvalue(s, e->operand);
	if (e->kind == EXPRESSION_CONVERSION && e->conversion == CONVERSION_POINTER)
		return of_pointer(s, e->operand);
	if (e->kind == EXPRESSION_BINARY &&
	    (e->operation == BINARY_POINTER_ADD || e->operation == BINARY_POINTER_SUBTRACT))
		return moved(s, e);
	return (struct extent){ 0 };
}

uint64_t object_size(struct sema *s, const struct expression *pointer, unsigned kind)
{
	uint64_t unknown = kind & 2 ? 0 : (uint64_t)constant_truncate(s->types, s->size_type, UINT64_MAX);
	struct extent x = of_pointer(s, pointer);
	if (!x.known)
		return unknown;
	int64_t at = kind & 1 ? x.offset - x.part_offset : x.offset;
	uint64_t size = kind & 1 ? x.part_size : x.size;
	return at < 0 || (uint64_t)at > size ? 0 : size - (uint64_t)at;
}
