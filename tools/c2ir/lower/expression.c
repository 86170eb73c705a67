/* Expressions to terms (C11 6.5). Side effects become statements in the order in which they are met: operands from left
 * to right, which is one of the orders that C allows. */
#include "access.h"
#include "address.h"
#include "ast_expression.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "builtin.h"
#include "c_float.h"
#include "c_pointer.h"
#include "c_term.h"
#include "check_operations.h"
#include "checks.h"
#include "control.h"
#include "dispatch.h"
#include "emit.h"
#include "joined.h"
#include "lower_ledger.h"
#include "lower.h"
#include "lower_scope.h"
#include "lowering.h"
#include "lowering_options.h"
#include "lvalue.h"
#include "object.h"
#include "order.h"
#include "parts.h"
#include "record.h"
#include "region.h"
#include "sequence.h"
#include "symbol.h"
#include "thread_mark.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_integer.h"
#include "type_layout.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_scalar.h"
#include "variadic.h"
#include "weak.h"

enum { MAX_DEPTH = 20000 };

/* ---- what an expression does ---- */

static bool binary_is_checked(struct lowering *l, const struct expression *e)
{
	const struct type *type = type_has_parts(e->type) ? type_base(e->type) : e->type;
	if (type_is_floating(type))
		return check_floats(l);
	switch (e->operation) {
	case BINARY_ADD:
	case BINARY_SUBTRACT:
	case BINARY_MULTIPLY:
		return checks(l, CHECK_OVERFLOW) || checks(l, CHECK_UNSIGNED_OVERFLOW);
	case BINARY_DIVIDE:
	case BINARY_REMAINDER:
		return checks(l, CHECK_DIV) || checks(l, CHECK_OVERFLOW);
	case BINARY_SHIFT_LEFT:
	case BINARY_SHIFT_RIGHT:
		return checks(l, CHECK_SHIFT) || checks(l, CHECK_OVERFLOW);
	case BINARY_LESS:
	case BINARY_GREATER:
	case BINARY_LESS_EQUAL:
	case BINARY_GREATER_EQUAL:
		return type_is_pointer(e->left->type) && checks(l, CHECK_COMPARE);
	case BINARY_POINTER_DIFFERENCE:
		return checks(l, CHECK_COMPARE);
	case BINARY_POINTER_ADD:
	case BINARY_POINTER_SUBTRACT:
		return checks(l, CHECK_SUBOBJECT) || checks(l, CHECK_POINTER_ARITHMETIC);
	default:
		return false;
	}
}

static bool conversion_is_checked(struct lowering *l, const struct expression *e)
{
	switch (e->conversion) {
	case CONVERSION_INTEGER:
		return checks(l, CHECK_CONVERSION) || (checks(l, CHECK_ENUM) && type_is_enum(e->type));
	case CONVERSION_FLOATING_TO_INTEGER:
		return checks(l, CHECK_CONVERSION);
	case CONVERSION_FLOATING:
	case CONVERSION_INTEGER_TO_FLOATING:
		return check_floats(l);
	case CONVERSION_COMPLEX:
	case CONVERSION_VECTOR:
		return check_floats(l) || checks(l, CHECK_CONVERSION);
	default:
		return false;
	}
}

/* Is a load from this lvalue checked? Not if it names a variable, unless that may be at address 0; then there is at least an
 * assumption. */
static bool lvalue_is_checked(struct lowering *l, const struct expression *e)
{
	if (checks(l, CHECK_UNINIT) || (checks(l, CHECK_RACE) && lower_has_threads(l)))
		return true;
	const struct declaration *object = extent_of(l, e).object;
	if (object && weak_is_open(object))
		return true;
	while (e->kind == EXPRESSION_MEMBER)
		e = e->operand;
	return e->kind != EXPRESSION_OBJECT && (check_pointers(l) || checks(l, CHECK_ALIGN));
}

static bool expression_is_checked(struct lowering *l, const struct expression *e)
{
	switch (e->kind) {
	case EXPRESSION_CONVERSION:
		return (e->conversion == CONVERSION_LOAD && lvalue_is_checked(l, e->operand)) ||
		       conversion_is_checked(l, e);
	case EXPRESSION_NEGATE:
		return checks(l, CHECK_OVERFLOW) || checks(l, CHECK_UNSIGNED_OVERFLOW);
	case EXPRESSION_CONSTANT:
		return checks(l, CHECK_ENUM) && type_is_enum(e->type);
	case EXPRESSION_BINARY:
		return binary_is_checked(l, e);
	default:
		return false;
	}
}

static bool is_checked_inside(struct lowering *l, const struct expression *e)
{
	for (; e; e = expression_operand_count(e) ? expression_operand(e, 0) : NULL) {
		if (expression_is_checked(l, e))
			return true;
		for (uint32_t i = 1; i < expression_operand_count(e); i++)
			if (is_checked_inside(l, expression_operand(e, i)))
				return true;
	}
	return false;
}

/* No effects and no checks: may be evaluated although C would not. */
static bool expression_is_simple(struct lowering *l, const struct expression *e)
{
	return !expression_has_effects(e) && !is_checked_inside(l, e);
}

/* ---- constants ---- */

static struct rvalue integer_constant(struct lowering *l, const struct expression *e)
{
	uint64_t words[2] = { (uint64_t)e->value, (uint64_t)(e->value >> 64) };
	if (type_is_pointer(e->type))
		return rvalue_scalar(pointer_constant(l, 0, words[0]), 0);
	uint32_t width = term_bits(l, e->type);
	if (width < 128)
		words[1] &= width <= 64 ? 0 : (UINT64_C(1) << (width - 64)) - 1;
	term value = width <= 64 ? term_bv(bank_of(l), width, words[0]) : term_bv_words(bank_of(l), width, words);
	check_become(l, e->type, e->type, value, e);
	return rvalue_scalar(value, 0);
}

static struct rvalue floating_constant(struct lowering *l, const struct expression *e)
{
	struct rvalue value = rvalue_void();
	lower_floating_constant(l, e, &value);
	return value;
}

/* ---- logic ---- */

static term pure_logical(struct lowering *l, const struct expression *e)
{
	bool both = e->kind == EXPRESSION_LOGICAL_AND;
	term left = lower_condition(l, e->left);
	term before = access_under(l, both ? left : term_not(bank_of(l), left));
	term right = lower_condition(l, e->right);
	access_under_before(l, before);
	return both ? term_and(bank_of(l), left, right) : term_or(bank_of(l), left, right);
}

/* A Bool for a condition whose right operand must not be evaluated always. */
static term logical_by_branches(struct lowering *l, const struct expression *e)
{
	struct variable *result = emit_temporary(l, sort_bool(bank_of(l)));
	struct block *yes = emit_block(l, "true"), *no = emit_block(l, "false"), *join = emit_block(l, "join");
	lower_branch(l, e, yes, no);
	emit_start(l, yes);
	emit_assign(l, result, term_true(bank_of(l)));
	emit_goto(l, join);
	emit_start(l, no);
	emit_assign(l, result, term_false(bank_of(l)));
	emit_goto(l, join);
	emit_start(l, join);
	return result->term;
}

static bool is_logical(const struct expression *e)
{
	return e->kind == EXPRESSION_LOGICAL_AND || e->kind == EXPRESSION_LOGICAL_OR;
}

/* Conversions between integers that keep zero and nonzero apart say nothing to a condition. */
static const struct expression *condition_core(struct lowering *l, const struct expression *e)
{
	while (e->kind == EXPRESSION_CONVERSION &&
	       (e->conversion == CONVERSION_BOOL ||
		(e->conversion == CONVERSION_INTEGER && type_is_integer(e->operand->type) &&
		 term_bits(l, e->type) >= term_bits(l, e->operand->type))) &&
	       !type_is_floating(e->operand->type))
		e = e->operand;
	return e;
}

/* Is the value of E another than 0? A NaN is. */
static term known_condition(struct lowering *l, const struct expression *e, struct rvalue value)
{
	if (type_has_parts(e->type))
		return complex_nonzero(l, e->type, value);
	if (type_is_floating(e->type))
		return term_not(bank_of(l), float_is_zero(bank_of(l), lower_float_format(l, e->type), value.term));
	return nonzero(l, value.term);
}

static term condition_of(struct lowering *l, const struct expression *e)
{
	e = condition_core(l, e);
	if (e->kind == EXPRESSION_NOT)
		return term_not(bank_of(l), lower_condition(l, e->operand));
	if (e->kind == EXPRESSION_COMMA) {
		lower_effect(l, e->left);
		return lower_condition(l, e->right);
	}
	if (is_logical(e))
		return expression_is_simple(l, e->right) ? pure_logical(l, e) : logical_by_branches(l, e);
	if (expression_is_comparison(e))
		return lower_comparison(l, e);
	return known_condition(l, e, lower_value(l, e));
}

term lower_condition(struct lowering *l, const struct expression *e)
{
	struct rvalue value;
	if (sequence_value(l, e, false, &value))
		return known_condition(l, e, value);
	struct sequence *s = sequence_begin(l, e);
	term condition = condition_of(l, e);
	sequence_end(l, s);
	return condition;
}

/* Goes to `yes` or `no`; no current block after it but for what nothing reaches. */
void lower_branch(struct lowering *l, const struct expression *e, struct block *yes, struct block *no)
{
	struct source_range range = e->range;
	struct rvalue known;
	while (!sequence_value(l, e, false, &known)) {
		e = condition_core(l, e);
		if (sequence_value(l, e, false, &known))
			break;
		if (e->kind == EXPRESSION_NOT) {
			struct block *other = yes;
			yes = no;
			no = other;
			e = e->operand;
		} else if (is_logical(e) && !expression_is_simple(l, e->right)) {
			struct block *next = emit_block(l, e->kind == EXPRESSION_LOGICAL_AND ? "and" : "or");
			if (e->kind == EXPRESSION_LOGICAL_AND)
				lower_branch(l, e->left, next, no);
			else
				lower_branch(l, e->left, yes, next);
			emit_start(l, next);
			e = e->right;
			range = e->range;
		} else {
			break;
		}
	}
	/* The text must say what the branch tests, so after an odd number of negations it is that of the inside. */
	emit_branch(l, lower_condition(l, e), yes, no, e->range.begin == e->range.end ? range : e->range);
}

/* ---- conditional ---- */

static node node_either(struct lowering *l, node a, node b)
{
	if (!a || !b || a == b)
		return a ? a : b;
	node both = node_new(regions_of(l));
	node_copy(regions_of(l), both, a);
	node_copy(regions_of(l), both, b);
	return both;
}

static struct rvalue conditional_by_branches(struct lowering *l, const struct expression *e)
{
	struct joined joined;
	joined_init(l, &joined, e->type);
	struct block *yes = emit_block(l, "then"), *no = emit_block(l, "else"), *join = emit_block(l, "join");
	struct rvalue same = rvalue_void();
	if (e->left) {
		lower_branch(l, e->condition, yes, no);
	} else {
		same = lower_value(l, e->condition);
		same.term = emit_hold(l, same.term);
		emit_branch(l, nonzero(l, same.term), yes, no, e->condition->range);
	}
	emit_start(l, yes);
	joined_set(l, &joined, e->left ? lower_value(l, e->left) : same);
	emit_goto(l, join);
	emit_start(l, no);
	joined_set(l, &joined, lower_value(l, e->right));
	emit_goto(l, join);
	emit_start(l, join);
	return joined.value;
}

static struct rvalue lower_conditional(struct lowering *l, const struct expression *e)
{
	bool simple = e->left && type_is_scalar(e->type) && !type_has_parts(e->type) &&
		      expression_is_simple(l, e->left) && expression_is_simple(l, e->right);
	if (!simple)
		return conditional_by_branches(l, e);
	term condition = lower_condition(l, e->condition);
	term before = access_under(l, condition);
	struct rvalue a = lower_value(l, e->left);
	access_under_before(l, before);
	access_under(l, term_not(bank_of(l), condition));
	struct rvalue b = lower_value(l, e->right);
	access_under_before(l, before);
	return rvalue_scalar(term_ite(bank_of(l), condition, a.term, b.term), node_either(l, a.node, b.node));
}

/* ---- assignment ---- */

/* The value of an assignment is what a load of its left side would give now, in the type that it would have: those of
 * bit-fields differ from the type they are declared with. */
static struct rvalue as_loaded(struct lowering *l, const struct expression *e, const struct lvalue *lvalue,
			       struct rvalue value)
{
	if (value.kind == RVALUE_SCALAR && lvalue->bit_field)
		value.term = resize(l, value.term, term_bits(l, e->type),
				    type_is_signed(types_of(l), lvalue->bit_field->type));
	return value;
}

/* A record that is read from an object which overlaps the target must be that object (6.5.16.1p3). */
static void check_copied_record(struct lowering *l, const struct expression *e, const struct lvalue *to,
				struct rvalue from)
{
	bool loaded = e->right->kind == EXPRESSION_CONVERSION && e->right->conversion == CONVERSION_LOAD;
	if (!loaded || !to->in_memory || from.kind != RVALUE_MEMORY)
		return;
	struct extent target = extent_of(l, e->left), source = extent_of(l, e->right->operand);
	if (extents_overlap(&target, &source) == OVERLAP_NO)
		return;
	term place = sequence_source(l, e->right, from);
	term same = term_eq(bank_of(l), to->pointer, place);
	term bytes = term_ite(bank_of(l), same, word(l, 0), word(l, type_size(types_of(l), e->left->type)));
	access_apart(l, to->pointer, place, e->left->type);
	check_overlap(l, to->pointer, bytes, place, bytes, e);
}

static struct rvalue lower_assign(struct lowering *l, const struct expression *e, bool wanted)
{
	struct lvalue lvalue = lower_lvalue(l, e->left);
	if (lvalue.in_memory && expression_has_effects(e->right))
		lvalue.pointer = emit_hold(l, lvalue.pointer);
	/* The value of the assignment is read, if it is wanted. */
	struct purpose purpose = { .moved = !wanted && check_is_moved(l, e->left->type, e->right) };
	struct rvalue value = lower_value_for(l, e->right, &purpose);
	check_copied_record(l, e, &lvalue, value);
	check_bit_field(l, &lvalue, value, e);
	return as_loaded(l, e, &lvalue, lvalue_store(l, &lvalue, value, e->left, wanted));
}

/* The other operand is evaluated before: it is no part of the update (6.5.16.2p3). */
static void begin_atomic_update(struct lowering *l, const struct expression *right, struct rvalue *value)
{
	if (right->kind != EXPRESSION_CONSTANT) {
		*value = lower_value(l, right);
		emit_hold_value(l, value);
		control_of(l)->given = right;
		control_of(l)->given_value = value;
	}
	emit_thread_mark(l, THREAD_BEGIN);
}

static struct rvalue lower_update(struct lowering *l, const struct expression *e, bool wanted)
{
	struct lvalue lvalue = lower_lvalue(l, e->left);
	bool effects = expression_has_effects(e->right);
	if (lvalue.in_memory && effects)
		lvalue.pointer = emit_hold(l, lvalue.pointer);
	bool atomic = lower_has_threads(l) && type_is_atomic(e->left->type);
	const struct expression *given = control_of(l)->given;
	struct rvalue *given_value = control_of(l)->given_value, right;
	if (atomic)
		begin_atomic_update(l, e->right, &right);
	struct rvalue old;
	if (!sequence_value(l, e, true, &old))
		old = lvalue_load(l, &lvalue, e->left);
	if (effects || (wanted && e->postfix))
		emit_hold_value(l, &old);
	vec_push(&control_of(l)->old_values, old);
	struct rvalue value = lower_value(l, e->updated);
	(void)vec_pop(&control_of(l)->old_values);
	check_bit_field(l, &lvalue, value, e);
	struct rvalue result = lvalue_store(l, &lvalue, value, e->left, wanted && !e->postfix);
	if (atomic) {
		emit_thread_mark(l, THREAD_END);
		control_of(l)->given = given;
		control_of(l)->given_value = given_value;
	}
	return as_loaded(l, e, &lvalue, e->postfix ? old : result);
}

static struct rvalue old_value(struct lowering *l, const struct expression *e)
{
	struct rvalue value = vec_last(&control_of(l)->old_values);
	if (value.kind == RVALUE_SCALAR && !type_is_pointer(e->type))
		value.term = resize(l, value.term, term_bits(l, e->type), type_is_signed(types_of(l), e->type));
	return value;
}

/* ---- statement expressions ---- */

static void lower_body(struct lowering *l, const struct expression *e)
{
	for (uint32_t i = 0; i < e->body->statement_count; i++)
		lower_statement(l, e->body->statements[i]);
}

static struct rvalue lower_statement_expression(struct lowering *l, const struct expression *e)
{
	bool before = sequence_suspend(l);
	struct location location = l->location;
	lower_enter_scope(l, e->body);
	lower_body(l, e);
	struct rvalue value = rvalue_void();
	if (e->result) {
		value = lower_value(l, e->result);
		if (value.kind == RVALUE_MEMORY)
			value = record_copy(l, value, e->result->type);
		emit_hold_value(l, &value);
	}
	lower_leave_scopes(l, control_of(l)->scopes.count - 1);
	(void)vec_pop(&control_of(l)->scopes);
	sequence_resume(l, before);
	/* What is around a part of a witness is where it was without it. */
	if (l->options->woven)
		emit_location(l, location);
	return value;
}

/* ---- all ---- */

/* The sign bit, also of a NaN (IEEE 754). */
static struct rvalue lower_floating_negation(struct lowering *l, const struct expression *e)
{
	struct rvalue value = lower_value(l, e->operand);
	uint32_t sign = term_width(bank_of(l), value.term) - 1;
	if (type_is_x87(e->type))
		sign = 79;
	uint64_t words[2] = { sign < 64 ? UINT64_C(1) << sign : 0, sign < 64 ? 0 : UINT64_C(1) << (sign - 64) };
	term mask = term_bv_words(bank_of(l), term_width(bank_of(l), value.term), words);
	return rvalue_scalar(term_binary(bank_of(l), OP_BVXOR, value.term, mask), 0);
}

static struct rvalue lower_unary(struct lowering *l, const struct expression *e)
{
	if (type_has_parts(e->type))
		return parts_unary(l, e);
	if (type_is_floating(e->type))
		return lower_floating_negation(l, e);
	term t = lower_value(l, e->operand).term;
	if (e->kind == EXPRESSION_COMPLEMENT)
		return rvalue_scalar(term_unary(bank_of(l), OP_BVNOT, t), 0);
	check_negate(l, e->type, t, e);
	return rvalue_scalar(term_unary(bank_of(l), OP_BVNEG, t), 0);
}

static struct rvalue lower_member(struct lowering *l, const struct expression *e)
{
	struct rvalue record = lower_value(l, e->operand);
	return record_member(l, record, e->member, e->type);
}

static struct rvalue lower_address(struct lowering *l, const struct expression *e)
{
	if (e->operand->kind == EXPRESSION_FUNCTION)
		return lower_function_address(l, e->operand->declaration);
	if (type_is_function(e->operand->type) && e->operand->kind == EXPRESSION_DEREFERENCE)
		return lower_value(l, e->operand->operand);
	return lower_pointer(l, e);
}

static struct rvalue value_of(struct lowering *l, const struct expression *e, const struct purpose *purpose)
{
	struct lvalue lvalue;
	switch (e->kind) {
	case EXPRESSION_CONSTANT:
		return integer_constant(l, e);
	case EXPRESSION_FLOAT_CONSTANT:
		return floating_constant(l, e);
	case EXPRESSION_LABEL_ADDRESS:
		return lower_label_address(l, e->label);
	case EXPRESSION_FUNCTION:
		return lower_function_address(l, e->declaration);
	case EXPRESSION_OBJECT:
	case EXPRESSION_STRING:
	case EXPRESSION_DEREFERENCE:
	case EXPRESSION_COMPOUND_LITERAL:
		if (type_is_function(e->type))
			return lower_value(l, e->operand);
		lvalue = lower_lvalue(l, e);
		if (type_is_void(e->type))
			return rvalue_void();
		return lvalue_load(l, &lvalue, e);
	case EXPRESSION_MEMBER:
		if (!e->is_lvalue)
			return lower_member(l, e);
		lvalue = lower_lvalue(l, e);
		return lvalue_load(l, &lvalue, e);
	case EXPRESSION_ADDRESS:
		return lower_address(l, e);
	case EXPRESSION_CONVERSION:
		return lower_conversion(l, e, purpose);
	case EXPRESSION_NEGATE:
	case EXPRESSION_COMPLEMENT:
		return lower_unary(l, e);
	case EXPRESSION_NOT:
	case EXPRESSION_LOGICAL_AND:
	case EXPRESSION_LOGICAL_OR:
		return rvalue_scalar(from_bool(l, lower_condition(l, e), term_bits(l, e->type)), 0);
	case EXPRESSION_BINARY:
		return lower_binary(l, e);
	case EXPRESSION_COMMA:
		lower_effect(l, e->left);
		return lower_value(l, e->right);
	case EXPRESSION_ASSIGN:
		return lower_assign(l, e, true);
	case EXPRESSION_UPDATE:
		return lower_update(l, e, true);
	case EXPRESSION_OLD_VALUE:
		return old_value(l, e);
	case EXPRESSION_CONDITIONAL:
		return lower_conditional(l, e);
	case EXPRESSION_CALL:
		return lower_call(l, e, purpose);
	case EXPRESSION_BUILTIN:
		return lower_builtin(l, e);
	case EXPRESSION_STATEMENT:
		return lower_statement_expression(l, e);
	case EXPRESSION_VA_ARG:
		return lower_va_arg(l, e);
	}
	return rvalue_void();
}

struct rvalue lower_value_for(struct lowering *l, const struct expression *e, const struct purpose *purpose)
{
	if (++control_of(l)->depth > MAX_DEPTH) {
		if (control_of(l)->depth == MAX_DEPTH + 1)
			lower_unsupported(l, e->location, "an expression nested so deeply");
		control_of(l)->depth--;
		return lower_nothing(l, e->type);
	}
	struct rvalue value;
	if (e == control_of(l)->given) {
		value = *control_of(l)->given_value;
	} else if (!sequence_value(l, e, false, &value)) {
		struct sequence *s = sequence_begin(l, e);
		value = value_of(l, e, purpose);
		number_mark(l, e->type, &value);
		sequence_end(l, s);
	}
	control_of(l)->depth--;
	return value;
}

struct rvalue lower_value(struct lowering *l, const struct expression *e)
{
	return lower_value_for(l, e, &(struct purpose){ 0 });
}

/* For its effects only. */
void lower_effect(struct lowering *l, const struct expression *e)
{
	struct rvalue done;
	while (e->kind == EXPRESSION_CONVERSION && e->conversion != CONVERSION_LOAD &&
	       e->conversion != CONVERSION_ARRAY && !sequence_value(l, e, false, &done))
		e = e->operand;
	if (sequence_value(l, e, false, &done))
		return;
	/* (void)x, to say that x is not used, reads nothing; unless x is volatile, which only shows where it may be at address 0, or another
	 * thread may write it. */
	bool races = checks(l, CHECK_RACE) && lower_has_threads(l);
	if (e->kind == EXPRESSION_CONVERSION && e->operand->kind == EXPRESSION_OBJECT && !races &&
	    !(type_is_volatile(e->operand->type) && weak_is_open(lower_definition(l, e->operand->declaration))))
		return;
	if (e->kind == EXPRESSION_COMMA) {
		lower_effect(l, e->left);
		lower_effect(l, e->right);
	} else if (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_UPDATE) {
		struct sequence *s = sequence_begin(l, e);
		if (e->kind == EXPRESSION_ASSIGN)
			lower_assign(l, e, false);
		else
			lower_update(l, e, false);
		sequence_end(l, s);
	} else if (e->kind != EXPRESSION_FUNCTION && e->kind != EXPRESSION_STRING) {
		lower_value_for(l, e, &(struct purpose){ .unused = true });
	}
}
