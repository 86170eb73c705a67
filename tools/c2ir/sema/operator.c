/* Operators (C11 6.5): constraints, common types, pointer arithmetic. Operands are values unless said otherwise. */
#include "declaration_query.h"
#include "record.h"
#include "sema_constant.h"
#include "sema_conversion.h"
#include "sema_declaration.h"
#include "sema_entity.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "sema_variable.h"
#include "syntax.h"
#include "type.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "type_scalar.h"
#include "types.h"

static bool has_error(const struct expression *a, const struct expression *b)
{
	return a->type->kind == TYPE_ERROR || b->type->kind == TYPE_ERROR;
}

static struct expression *invalid_operands(struct sema *s, node_id n, enum node_op op, const struct expression *a,
					   const struct expression *b)
{
	sema_error(s, sema_location(s, n), "invalid operands of '%s': '%s' and '%s'",
		   op ? node_op_text(op) : "?:", sema_type(s, a->type), sema_type(s, b->type));
	return expression_error(s, n);
}

static struct expression *new_binary(struct sema *s, node_id n, enum binary_operation operation,
				     const struct type *type, struct expression *left, struct expression *right)
{
	struct expression *e = expression_new(s, EXPRESSION_BINARY, type, n);
	e->operation = operation;
	e->left = left;
	e->right = right;
	return e;
}

static enum binary_operation operation_of(enum node_op op)
{
	switch (op) {
	case OP_ADD:
		return BINARY_ADD;
	case OP_SUB:
		return BINARY_SUBTRACT;
	case OP_MUL:
		return BINARY_MULTIPLY;
	case OP_DIV:
		return BINARY_DIVIDE;
	case OP_REM:
		return BINARY_REMAINDER;
	case OP_SHL:
		return BINARY_SHIFT_LEFT;
	case OP_SHR:
		return BINARY_SHIFT_RIGHT;
	case OP_AND:
		return BINARY_AND;
	case OP_OR:
		return BINARY_OR;
	case OP_XOR:
		return BINARY_XOR;
	case OP_EQ:
		return BINARY_EQUAL;
	case OP_NE:
		return BINARY_NOT_EQUAL;
	case OP_LT:
		return BINARY_LESS;
	case OP_GT:
		return BINARY_GREATER;
	case OP_LE:
		return BINARY_LESS_EQUAL;
	default:
		return BINARY_GREATER_EQUAL; /* OP_GE; the callers have no other */
	}
}

/* ---- pointers ---- */

/* Pointer arithmetic counts in elements of POINTER's type: sets step or variable_step of E. False after an error. */
static bool operator_set_step(struct sema *s, struct expression *e, const struct type *pointer, node_id n)
{
	const struct type *to = pointer->base;
	e->variable_step = NULL;
	e->step = type_step(s->types, to);
	if (to->kind == TYPE_ERROR || to->kind == TYPE_VOID || to->kind == TYPE_FUNCTION)
		return to->kind != TYPE_ERROR;
	if (type_is_variable(to)) {
		e->variable_step = expression_size_of(s, to, n);
		return e->variable_step != NULL;
	}
	if (type_has_size(to))
		return true;
	sema_error(s, sema_location(s, n), "arithmetic on a pointer to the incomplete type '%s'", sema_type(s, to));
	return false;
}

static struct expression *pointer_move(struct sema *s, node_id n, enum binary_operation operation,
				       struct expression *pointer, struct expression *index)
{
	struct expression *e = new_binary(s, n, operation, pointer->type, pointer, conversion_promote(s, index));
	return operator_set_step(s, e, pointer->type, n) ? e : expression_error(s, n);
}

static struct expression *pointer_difference(struct sema *s, node_id n, struct expression *left,
					     struct expression *right)
{
	if (!type_compatible_unqualified(left->type->base, right->type->base) && left->type->base->kind != TYPE_VOID &&
	    right->type->base->kind != TYPE_VOID)
		return invalid_operands(s, n, OP_SUB, left, right);
	struct expression *e = new_binary(s, n, BINARY_POINTER_DIFFERENCE, s->types->difference, left, right);
	return operator_set_step(s, e, left->type, n) ? e : expression_error(s, n);
}

static struct expression *additive(struct sema *s, node_id n, enum node_op op, struct expression *left,
				   struct expression *right)
{
	bool lp = type_is_pointer(left->type), rp = type_is_pointer(right->type);
	bool li = type_is_integer(left->type), ri = type_is_integer(right->type);
	if (lp && ri)
		return pointer_move(s, n, op == OP_ADD ? BINARY_POINTER_ADD : BINARY_POINTER_SUBTRACT, left, right);
	if (li && rp && op == OP_ADD)
		return pointer_move(s, n, BINARY_POINTER_ADD, right, left);
	if (lp && rp && op == OP_SUB)
		return pointer_difference(s, n, left, right);
	return invalid_operands(s, n, op, left, right);
}

/* ---- arithmetic ---- */

static struct expression *arithmetic(struct sema *s, node_id n, enum node_op op, struct expression *left,
				     struct expression *right)
{
	const struct type *common = type_common(s->types, left->type, right->type);
	if (type_is_complex(common) && operation_of(op) >= BINARY_LESS && operation_of(op) <= BINARY_GREATER_EQUAL)
		return invalid_operands(s, n, op, left, right); /* 6.5.8p2 */
	left = conversion_to(s, left, common);
	right = conversion_to(s, right, common);
	if (has_error(left, right))
		return expression_error(s, n);
	enum binary_operation operation = operation_of(op);
	bool comparison = operation >= BINARY_EQUAL && operation <= BINARY_GREATER_EQUAL;
	return new_binary(s, n, operation, comparison ? s->int_type : common, left, right);
}

static struct expression *shift(struct sema *s, node_id n, enum node_op op, struct expression *left,
				struct expression *right)
{
	left = conversion_promote(s, left);
	right = conversion_promote(s, right);
	return new_binary(s, n, operation_of(op), left->type, left, right);
}

/* ---- comparisons ---- */

static struct expression *compare_pointers(struct sema *s, node_id n, enum node_op op, struct expression *left,
					   struct expression *right)
{
	bool lp = type_is_pointer(left->type), rp = type_is_pointer(right->type);
	if (lp && rp) {
		bool doubtful = !type_compatible_unqualified(left->type->base, right->type->base) &&
				left->type->base->kind != TYPE_VOID && right->type->base->kind != TYPE_VOID &&
				!conversion_is_null(s, left) && !conversion_is_null(s, right);
		if (doubtful)
			sema_warning(s, sema_location(s, n), "comparison of distinct pointer types '%s' and '%s'",
				     sema_type(s, left->type), sema_type(s, right->type));
	} else {
		struct expression *other = lp ? right : left;
		if (!type_is_integer(other->type))
			return invalid_operands(s, n, op, left, right);
		if (!conversion_is_null(s, other))
			sema_warning(s, sema_location(s, n), "comparison between a pointer and an integer");
	}
	if (lp)
		right = conversion_to(s, right, left->type);
	else
		left = conversion_to(s, left, right->type);
	return new_binary(s, n, operation_of(op), s->int_type, left, right);
}

/* ---- all binary operators ---- */

struct expression *operator_binary(struct sema *s, node_id n, enum node_op op, struct expression *left,
				   struct expression *right)
{
	if (has_error(left, right))
		return expression_error(s, n);
	if (type_is_vector(left->type) || type_is_vector(right->type)) {
		struct expression *e = vector_binary(s, n, op, operation_of(op), left, right);
		return e ? e : invalid_operands(s, n, op, left, right);
	}
	bool arithmetics = type_is_arithmetic(left->type) && type_is_arithmetic(right->type);
	bool integers = type_is_integer(left->type) && type_is_integer(right->type);
	bool pointers = type_is_pointer(left->type) || type_is_pointer(right->type);
	switch (op) {
	case OP_ADD:
	case OP_SUB:
		return arithmetics ? arithmetic(s, n, op, left, right) : additive(s, n, op, left, right);
	case OP_MUL:
	case OP_DIV:
		return arithmetics ? arithmetic(s, n, op, left, right) : invalid_operands(s, n, op, left, right);
	case OP_REM:
	case OP_AND:
	case OP_OR:
	case OP_XOR:
		return integers ? arithmetic(s, n, op, left, right) : invalid_operands(s, n, op, left, right);
	case OP_SHL:
	case OP_SHR:
		return integers ? shift(s, n, op, left, right) : invalid_operands(s, n, op, left, right);
	case OP_EQ:
	case OP_NE:
	case OP_LT:
	case OP_GT:
	case OP_LE:
	case OP_GE:
		if (arithmetics)
			return arithmetic(s, n, op, left, right);
		return pointers ? compare_pointers(s, n, op, left, right) : invalid_operands(s, n, op, left, right);
	default:
		return expression_error(s, n); /* && and || are operator_logical()'s */
	}
}

static bool check_scalar(struct sema *s, const struct expression *e, const char *what)
{
	if (e->type->kind == TYPE_ERROR || type_is_scalar(e->type))
		return e->type->kind != TYPE_ERROR;
	sema_error(s, e->location, "the operand of %s has the type '%s', which is not scalar", what,
		   sema_type(s, e->type));
	return false;
}

struct expression *operator_logical(struct sema *s, node_id n, bool is_and, struct expression *left,
				    struct expression *right)
{
	const char *what = is_and ? "'&&'" : "'||'";
	if (!check_scalar(s, left, what) || !check_scalar(s, right, what))
		return expression_error(s, n);
	struct expression *e =
		expression_new(s, is_and ? EXPRESSION_LOGICAL_AND : EXPRESSION_LOGICAL_OR, s->int_type, n);
	e->left = left;
	e->right = right;
	return e;
}

struct expression *operator_comma(struct sema *s, node_id n, struct expression *left, struct expression *right)
{
	struct expression *e = expression_new(s, EXPRESSION_COMMA, right->type, n);
	e->left = conversion_to(s, left, s->void_type);
	e->right = right;
	return e;
}

/* ---- unary operators on values ---- */

struct expression *operator_unary(struct sema *s, node_id n, enum node_op op, struct expression *operand)
{
	const struct type *t = operand->type;
	if (t->kind == TYPE_ERROR)
		return operand;
	if (op == OP_NOT) {
		if (!check_scalar(s, operand, "'!'"))
			return expression_error(s, n);
		struct expression *e = expression_new(s, EXPRESSION_NOT, s->int_type, n);
		e->operand = operand;
		return e;
	}
	const struct type *parts = type_is_vector(t) ? t->base : t;
	bool good = op == OP_COMPLEMENT ? type_is_integer(parts) || type_is_complex(t) : type_is_arithmetic(parts);
	if (!good) {
		sema_error(s, sema_location(s, n), "invalid operand of unary '%s': '%s'", node_op_text(op),
			   sema_type(s, t));
		return expression_error(s, n);
	}
	operand = conversion_promote(s, operand);
	if (op == OP_PLUS)
		return operand;
	struct expression *e =
		expression_new(s, op == OP_MINUS ? EXPRESSION_NEGATE : EXPRESSION_COMPLEMENT, operand->type, n);
	e->operand = operand;
	return e;
}

/* ---- assignment ---- */

/* 6.3.2.1p1: a record with a const member cannot be assigned. */
static bool has_const_member(const struct type *t)
{
	while (t->kind == TYPE_ARRAY)
		t = t->base;
	return type_is_record(t) && t->record->has_const;
}

static bool is_modifiable(struct sema *s, node_id n, const struct expression *left)
{
	const struct type *t = left->type;
	struct location location = sema_location(s, n);
	if (t->kind == TYPE_ERROR)
		return false;
	if (!left->is_lvalue)
		sema_error(s, location, "the left operand is no lvalue: nothing can be assigned to it");
	else if (t->kind == TYPE_ARRAY)
		sema_error(s, location, "assignment to an array");
	else if (t->kind == TYPE_VOID || !type_is_complete(t))
		sema_error(s, location, "assignment to an object of the incomplete type '%s'", sema_type(s, t));
	else if (t->qualifiers & QUALIFIER_CONST || has_const_member(t))
		sema_error(s, location, "assignment to an object that is const");
	else if (type_is_opaque(t))
		sema_unsupported(s, location, "assignment of a value of the type '%s'", sema_type(s, t));
	else
		return true;
	return false;
}

struct expression *operator_assign(struct sema *s, node_id n, struct expression *left, struct expression *right)
{
	/* hidden variables are assigned, too, but are never const */
	if (right->type->kind == TYPE_ERROR || !is_modifiable(s, n, left))
		return expression_error(s, n);
	right = conversion_assign(s, right, left->type, sema_location(s, n), "assignment");
	if (right->type->kind == TYPE_ERROR)
		return right;
	struct expression *e = expression_new(s, EXPRESSION_ASSIGN, conversion_load_type(s, left), n);
	e->left = left;
	e->right = right;
	return e;
}

struct expression *operator_update(struct sema *s, node_id n, enum node_op op, struct expression *left,
				   struct expression *right, bool postfix)
{
	if (right->type->kind == TYPE_ERROR || !is_modifiable(s, n, left))
		return expression_error(s, n);
	const struct type *t = conversion_load_type(s, left);
	struct expression *update = expression_new(s, EXPRESSION_UPDATE, t, n);
	struct expression *old = expression_like(s, EXPRESSION_OLD_VALUE, t, left);
	old->of = update;
	struct expression *value = operator_binary(s, n, op, old, right);
	if (value->type->kind == TYPE_ERROR)
		return value;
	update->operation = value->kind == EXPRESSION_BINARY ? value->operation : BINARY_ADD;
	update->left = left;
	update->right = value->right;
	update->updated = conversion_assign(s, value, left->type, sema_location(s, n), "assignment");
	update->postfix = postfix;
	return update->updated->type->kind == TYPE_ERROR ? update->updated : update;
}

/* ---- conditional ---- */

/* The result type of two pointers, or a pointer and an integer (6.5.15p6). */
static const struct type *conditional_pointer(struct sema *s, node_id n, const struct expression *a,
					      const struct expression *b)
{
	if (!type_is_pointer(a->type) || !type_is_pointer(b->type)) {
		const struct expression *pointer = type_is_pointer(a->type) ? a : b, *other = pointer == a ? b : a;
		if (!type_is_integer(other->type))
			return NULL;
		if (!conversion_is_null(s, other))
			sema_warning(s, sema_location(s, n), "pointer and integer in a conditional expression");
		return pointer->type;
	}
	const struct type *x = a->type->base, *y = b->type->base;
	if (conversion_is_null(s, a))
		return b->type;
	if (conversion_is_null(s, b))
		return a->type;
	unsigned qualifiers = x->qualifiers | y->qualifiers;
	if (type_compatible_unqualified(x, y))
		return type_pointer(s->types,
				    type_qualified(s->types,
						   type_composite(s->types, type_unqualified(x), type_unqualified(y)),
						   qualifiers));
	if (x->kind != TYPE_VOID && y->kind != TYPE_VOID)
		sema_warning(s, sema_location(s, n), "pointers to different types in a conditional expression");
	return type_pointer(s->types, type_qualified(s->types, s->void_type, qualifiers));
}

static const struct type *conditional_type(struct sema *s, node_id n, const struct expression *a,
					   const struct expression *b)
{
	const struct type *x = a->type, *y = b->type;
	if (type_is_arithmetic(x) && type_is_arithmetic(y))
		return type_common(s->types, x, y);
	if (x->kind == TYPE_VOID || y->kind == TYPE_VOID)
		return s->void_type;
	if (type_is_record(x) && type_is_record(y) && x->record == y->record)
		return type_unqualified(x);
	if (type_is_vector(x) && type_compatible_unqualified(x, y))
		return type_unqualified(x);
	if (type_is_pointer(x) || type_is_pointer(y))
		return conditional_pointer(s, n, a, b);
	return NULL;
}

static struct expression *conditional(struct sema *s, node_id n, struct expression *condition, struct expression *left,
				      struct expression *right)
{
	if (has_error(left, right))
		return expression_error(s, n);
	const struct type *type = conditional_type(s, n, left, right);
	if (!type)
		return invalid_operands(s, n, OP_NONE, left, right);
	struct expression *e = expression_new(s, EXPRESSION_CONDITIONAL, type, n);
	e->condition = condition;
	e->left = conversion_to(s, left, type);
	e->right = conversion_to(s, right, type);
	return has_error(e->left, e->right) ? expression_error(s, n) : e;
}

/* A hidden variable of the function that is used before anything else can be seen of it. */
static struct expression *hidden_object(struct sema *s, const struct declaration *hidden, const struct expression *like)
{
	struct expression *e = expression_like(s, EXPRESSION_OBJECT, hidden->type, like);
	e->declaration = (struct declaration *)hidden;
	e->is_lvalue = true;
	e->range = (struct source_range){ 0, 0 };
	return e;
}

/* c ?: r evaluates c once: (hidden = c, hidden ? hidden : r). */
static struct expression *conditional_without_middle(struct sema *s, node_id n, struct expression *condition,
						     struct expression *right)
{
	bool constant = constant_evaluate(s->types, condition).kind != CONSTANT_NONE;
	if (constant || !s->body) /* at file scope only constants have a value */
		return conditional(s, n, condition, condition, right);
	struct declaration *hidden = declaration_automatic(s, NULL, condition->type, condition->location);
	struct expression *left = conversion_value(s, hidden_object(s, hidden, condition));
	struct expression *e = conditional(s, n, left, left, right);
	if (e->type->kind == TYPE_ERROR)
		return e;
	struct expression *assign = expression_like(s, EXPRESSION_ASSIGN, condition->type, condition);
	assign->range = (struct source_range){ 0, 0 };
	assign->left = hidden_object(s, hidden, condition);
	assign->right = condition;
	return operator_comma(s, n, assign, e);
}

struct expression *operator_conditional(struct sema *s, node_id n, struct expression *condition,
					struct expression *left, struct expression *right)
{
	if (!check_scalar(s, condition, "'?:'"))
		return expression_error(s, n);
	return left ? conditional(s, n, condition, left, right) : conditional_without_middle(s, n, condition, right);
}

/* ---- designating ---- */

struct expression *operator_address(struct sema *s, node_id n, struct expression *operand)
{
	const struct type *t = operand->type;
	struct location location = sema_location(s, n);
	if (t->kind == TYPE_ERROR)
		return operand;
	if (operand->kind == EXPRESSION_DEREFERENCE) {
		struct expression *pointer = operand->operand; /* &*p is p (6.5.3.2p3) */
		return pointer->type->base == t ? pointer : conversion_to(s, pointer, type_pointer(s->types, t));
	}
	if (operand->kind == EXPRESSION_MEMBER && operand->member->bit_field) {
		sema_error(s, location, "the address of the bit-field '%s'",
			   operand->member->name ? operand->member->name : "");
		return expression_error(s, n);
	}
	if (operand->kind == EXPRESSION_OBJECT && declaration_is_register(operand->declaration)) {
		sema_error(s, location, "the address of the register variable '%s'",
			   declaration_name(operand->declaration));
		return expression_error(s, n);
	}
	if (!operand->is_lvalue && t->kind != TYPE_FUNCTION) {
		sema_error(s, location, "the operand of '&' is no lvalue");
		return expression_error(s, n);
	}
	struct expression *e = expression_new(s, EXPRESSION_ADDRESS, type_pointer(s->types, t), n);
	e->operand = operand;
	return e;
}

struct expression *operator_dereference(struct sema *s, node_id n, struct expression *pointer)
{
	if (pointer->type->kind == TYPE_ERROR)
		return pointer;
	if (!type_is_pointer(pointer->type)) {
		sema_error(s, sema_location(s, n), "'*' or '->' on a value of the type '%s', which is not a pointer",
			   sema_type(s, pointer->type));
		return expression_error(s, n);
	}
	const struct type *t = pointer->type->base;
	if (t->kind == TYPE_FUNCTION && pointer->kind == EXPRESSION_CONVERSION &&
	    pointer->conversion == CONVERSION_FUNCTION)
		return pointer->operand; /* *f is f */
	struct expression *e = expression_new(s, EXPRESSION_DEREFERENCE, t, n);
	e->operand = pointer;
	e->is_lvalue = t->kind != TYPE_FUNCTION;
	return e;
}

struct expression *operator_subscript(struct sema *s, node_id n, struct expression *left, struct expression *right)
{
	if (has_error(left, right))
		return expression_error(s, n);
	bool either = (type_is_pointer(left->type) && type_is_integer(right->type)) ||
		      (type_is_integer(left->type) && type_is_pointer(right->type));
	if (!either) {
		sema_error(s, sema_location(s, n),
			   "a subscript needs a pointer or array and an integer, not '%s' and '%s'",
			   sema_type(s, left->type), sema_type(s, right->type));
		return expression_error(s, n);
	}
	struct expression *sum = additive(s, n, OP_ADD, left, right);
	if (sum->type->kind == TYPE_ERROR)
		return sum;
	sum->is_subscript = true;
	struct expression *e = operator_dereference(s, n, sum);
	e->is_subscript = true;
	return e;
}

enum { MEMBER_DEPTH = 64 };

struct expression *operator_member(struct sema *s, node_id n, struct expression *operand, const char *name,
				   struct location location)
{
	const struct member *path[MEMBER_DEPTH];
	const struct type *t = operand->type;
	if (t->kind == TYPE_ERROR)
		return operand;
	if (!type_is_record(t)) {
		sema_error(s, location, "member '%s' of a value of the type '%s', which is no struct or union", name,
			   sema_type(s, t));
		return expression_error(s, n);
	}
	if (!t->record->complete) {
		sema_error(s, location, "member '%s' of the incomplete type '%s'", name, sema_type(s, t));
		return expression_error(s, n);
	}
	size_t count = record_find(t->record, name, path, MEMBER_DEPTH);
	if (!count) {
		sema_error(s, location, "'%s' has no member named '%s'", sema_type(s, t), name);
		return expression_error(s, n);
	}
	for (size_t i = 0; i < count; i++) {
		if (path[i]->base)
			operand = layout_base(s, n, operand, path[i]);
		if (operand->type->kind == TYPE_ERROR)
			return operand;
		const struct type *type = type_qualified(s->types, path[i]->type, operand->type->qualifiers);
		if (!operand->is_lvalue)
			type = type_unqualified(type);
		struct expression *e = expression_new(s, EXPRESSION_MEMBER, type, n);
		e->operand = operand;
		e->member = path[i];
		e->is_lvalue = operand->is_lvalue;
		operand = e;
	}
	return operand;
}
