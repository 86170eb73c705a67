/* GNU vector types (gcc 6.52): operators on elements. Comparisons give vectors of integers, 0 or -1; scalars are made vectors of equal elements. */
#include "record.h"
#include "sema_constant.h"
#include "sema_conversion.h"
#include "sema_declaration.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "type.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_floating.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_parts.h"
#include "type_qualifier.h"

static struct expression *convert(struct sema *s, struct expression *e, enum conversion conversion,
				  const struct type *type)
{
	struct expression *c = expression_like(s, EXPRESSION_CONVERSION, type, e);
	c->conversion = conversion;
	c->operand = e;
	return c;
}

/* Vectors of integers may differ in the signs of their elements. */
static bool elements_fit(struct sema *s, const struct type *a, const struct type *b)
{
	if (a->length != b->length || type_size(s->types, a->base) != type_size(s->types, b->base))
		return false;
	return type_compatible_unqualified(a->base, b->base) || (type_is_integer(a->base) && type_is_integer(b->base));
}

bool vector_fits(struct sema *s, const struct type *from, const struct type *to)
{
	return type_is_vector(from) && type_is_vector(to) && elements_fit(s, from, to);
}

/* A cast keeps the bits: vectors and integers of the same size (6.52). */
bool vector_cast_fits(struct sema *s, const struct type *from, const struct type *to)
{
	bool good = (type_is_vector(from) || type_is_integer(from)) && (type_is_vector(to) || type_is_integer(to));
	return good && to->kind != TYPE_BOOL && type_size(s->types, from) == type_size(s->types, to);
}

struct expression *vector_conversion(struct sema *s, struct expression *e, const struct type *to)
{
	return convert(s, e, CONVERSION_BITS, to);
}

/* The scalar E as a vector of the type LIKE; NULL: it cannot be. */
static struct expression *broadcast(struct sema *s, struct expression *e, const struct type *like)
{
	if (!type_is_integer(e->type) && !(type_is_floating(e->type) && type_is_floating(like->base)))
		return NULL;
	return convert(s, conversion_to(s, e, like->base), CONVERSION_VECTOR, like);
}

static bool for_integers_only(enum node_op op)
{
	return op == OP_REM || op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_SHL || op == OP_SHR;
}

/* Comparisons give signed integers as wide as the elements. */
static const struct type *truth_vector(struct sema *s, const struct type *t)
{
	static const enum type_kind kinds[] = { TYPE_SIGNED_CHAR, TYPE_SHORT,     TYPE_INT,
						TYPE_LONG,        TYPE_LONG_LONG, TYPE_INT128 };
	uint64_t size = type_size(s->types, t->base);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (type_size(s->types, type_basic(s->types, kinds[i])) == size)
			return type_vector(s->types, type_basic(s->types, kinds[i]), t->length);
	return NULL; /* of long double */
}

/* The operands as vectors of one type; false: they do not go together. */
static bool unify(struct sema *s, struct expression **left, struct expression **right)
{
	const struct type *l = type_unqualified((*left)->type), *r = type_unqualified((*right)->type);
	if (!type_is_vector(l)) {
		*left = broadcast(s, *left, r);
		return *left != NULL;
	}
	if (!type_is_vector(r)) {
		*right = broadcast(s, *right, l);
		return *right != NULL;
	}
	if (!elements_fit(s, l, r))
		return false;
	if (l != r)
		*right = vector_conversion(s, *right, l);
	return true;
}

struct expression *vector_binary(struct sema *s, node_id n, enum node_op op, enum binary_operation operation,
				 struct expression *left, struct expression *right)
{
	if (!unify(s, &left, &right))
		return NULL;
	if (left->type->kind == TYPE_ERROR || right->type->kind == TYPE_ERROR)
		return expression_error(s, n);
	const struct type *t = type_unqualified(left->type), *result = t;
	if (operation >= BINARY_EQUAL && operation <= BINARY_GREATER_EQUAL)
		result = truth_vector(s, t);
	if (!result || (for_integers_only(op) && !type_is_integer(t->base)))
		return NULL;
	struct expression *e = expression_new(s, EXPRESSION_BINARY, result, n);
	e->operation = operation;
	e->left = left;
	e->right = right;
	return e;
}

/* ---- elements ---- */

static struct expression *element(struct sema *s, node_id n, struct expression *vector, uint64_t index)
{
	const struct member *m = type_part(vector->type, (uint32_t)index);
	const struct type *type =
		vector->is_lvalue ? type_qualified(s->types, m->type, vector->type->qualifiers) : m->type;
	struct expression *e = expression_new(s, EXPRESSION_MEMBER, type, n);
	e->operand = vector;
	e->member = m;
	e->is_lvalue = vector->is_lvalue;
	return e;
}

/* A value has no address: (hidden = value, hidden). */
static struct expression *in_object(struct sema *s, node_id n, struct expression *value, struct expression **assign)
{
	struct declaration *hidden = declaration_automatic(s, NULL, value->type, value->location);
	struct expression *object = expression_of_declaration(s, hidden, n);
	object->range = (struct source_range){ 0, 0 };
	*assign = expression_like(s, EXPRESSION_ASSIGN, value->type, value);
	(*assign)->range = object->range;
	(*assign)->left = object;
	(*assign)->right = value;
	return object;
}

/* vector[index]; VECTOR as parsed. Constant indices are parts, others go through memory: *((T *)&vector + index). */
struct expression *vector_subscript(struct sema *s, node_id n, struct expression *vector, struct expression *index)
{
	if (index->type->kind == TYPE_ERROR)
		return index;
	if (!type_is_integer(index->type)) {
		sema_error(s, sema_location(s, n),
			   "the index of an element has the type '%s', which is not an integer type",
			   sema_type(s, index->type));
		return expression_error(s, n);
	}
	struct constant c = constant_evaluate(s->types, index);
	if (c.kind == CONSTANT_INTEGER && c.value < vector->type->length)
		return element(s, n, vector, (uint64_t)c.value);
	struct expression *assign = NULL;
	if (!vector->is_lvalue) {
		if (!s->body) {
			sema_error(s, sema_location(s, n), "an element of a vector outside of a function");
			return expression_error(s, n);
		}
		vector = in_object(s, n, vector, &assign);
	}
	const struct type *type = type_qualified(s->types, vector->type->base, vector->type->qualifiers);
	struct expression *address =
		expression_like(s, EXPRESSION_ADDRESS, type_pointer(s->types, vector->type), vector);
	address->operand = vector;
	struct expression *first = conversion_to(s, address, type_pointer(s->types, type));
	struct expression *e = operator_subscript(s, n, first, index);
	return assign ? operator_comma(s, n, assign, conversion_value(s, e)) : e;
}

/* ---- builtins ---- */

static bool is_integer_vector(const struct type *t)
{
	return type_is_vector(t) && type_is_integer(t->base);
}

/* __builtin_shuffle(a, mask), __builtin_shuffle(a, b, mask): the types are right. */
bool vector_check_shuffle(struct sema *s, node_id n, struct expression **arguments, uint32_t count)
{
	const struct type *a = arguments[0]->type, *b = arguments[count == 3]->type;
	const struct type *mask = count > 1 ? arguments[count - 1]->type : a;
	bool good = (count == 2 || count == 3) && type_is_vector(a) && type_is_vector(b) && is_integer_vector(mask);
	good = good && type_compatible_unqualified(a, b) && a->length == mask->length &&
	       type_size(s->types, a->base) == type_size(s->types, mask->base);
	if (!good)
		sema_error(s, sema_location(s, n),
			   "the arguments of '__builtin_shuffle' must be vectors of one type and a vector of "
			   "as many integers as wide");
	return good;
}

/* __builtin_convertvector(vector, type) */
struct expression *vector_convert(struct sema *s, node_id n, struct expression *e, const struct type *to)
{
	if (e->type->kind == TYPE_ERROR || to->kind == TYPE_ERROR)
		return expression_error(s, n);
	if (!type_is_vector(e->type) || !type_is_vector(to) || e->type->length != to->length) {
		sema_error(s, sema_location(s, n), "'__builtin_convertvector' from '%s' to '%s'", sema_type(s, e->type),
			   sema_type(s, to));
		return expression_error(s, n);
	}
	struct expression *c = convert(s, e, CONVERSION_VECTOR, type_unqualified(to));
	c->location = sema_location(s, n);
	c->range = sema_range(s, n);
	return c;
}
