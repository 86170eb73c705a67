/* What is evaluated in an expression, and which two of these are unsequenced and conflict. Operands are walked from left to
 * right; at each operator that does not sequence its operands the events of one are compared with those of the others. */
#include "ast_expression.h"
#include "ast_query.h"
#include "c_term.h"
#include "checks.h"
#include "declaration_query.h"
#include "sequence.h"
#include "type_class.h"
#include "type_integer.h"

struct range {
	uint32_t first, end; /* events */
};

static struct range walk(struct sequence *s, const struct expression *e);

static struct range here(const struct sequence *s)
{
	return (struct range){ (uint32_t)s->events.count, (uint32_t)s->events.count };
}

static struct range since(const struct sequence *s, uint32_t first)
{
	return (struct range){ first, (uint32_t)s->events.count };
}

static uint32_t add(struct sequence *s, struct event event)
{
	event.conditional = s->conditional > 0;
	vec_push(&s->events, event);
	return (uint32_t)s->events.count - 1;
}

static uint32_t add_access(struct sequence *s, enum event_kind kind, const struct expression *expression,
			   const struct expression *lvalue)
{
	return add(s, (struct event){ .kind = kind,
				      .node = expression,
				      .lvalue = lvalue,
				      .extent = extent_of(s->l, lvalue),
				      .old = kind == EVENT_READ && expression->kind == EXPRESSION_UPDATE,
				      .pending = kind == EVENT_WRITE });
}

static void add_whole(struct sequence *s, const struct expression *e)
{
	add(s, (struct event){ .kind = EVENT_WHOLE, .node = e });
}

/* They take a look at all that the call reaches, and few calls stand beside something that they could conflict with. */
static const struct effects *effects_of(struct sequence *s, struct event *whole)
{
	bool is_call = whole->node->kind == EXPRESSION_CALL || whole->node->kind == EXPRESSION_BUILTIN;
	if (!whole->effects)
		whole->effects =
			is_call ? effects_of_call(s->l, whole->node) : effects_of_expression(s->l, whole->node);
	return whole->effects;
}

/* ---- conflicts ---- */

static bool may_fail(struct sequence *s, struct event *e)
{
	switch (e->kind) {
	case EVENT_READ:
	case EVENT_WRITE:
		return access_may_fail(s->l, &e->extent, e->kind == EVENT_WRITE) || operation_may_fail(s->l, e->node);
	case EVENT_WHOLE:
		return effects_of(s, e)->fails;
	case EVENT_CHECK:
		return true;
	}
	return true;
}

static bool touches(struct sequence *s, struct event *whole, struct event *other)
{
	const struct effects *effects = effects_of(s, whole);
	switch (other->kind) {
	case EVENT_READ:
	case EVENT_WRITE:
		if (effects->leaves && other->kind == EVENT_WRITE)
			return true;
		return effects_touch(effects, &other->extent, other->kind == EVENT_WRITE);
	case EVENT_WHOLE:
		return effects_conflict(effects, effects_of(s, other));
	case EVENT_CHECK:
		return false;
	}
	return true;
}

static void set_ordered(struct sequence *s, uint32_t i, uint32_t k)
{
	s->events.at[i].ordered = s->events.at[k].ordered = true;
	s->matters = true;
}

static bool stops(struct sequence *s, struct event *e)
{
	return e->kind == EVENT_WHOLE && effects_of(s, e)->stops;
}

/* I is left of K, and one of them is a whole. */
static void order(struct sequence *s, uint32_t i, uint32_t k)
{
	struct event *a = &s->events.at[i], *b = &s->events.at[k];
	struct event *whole = a->kind == EVENT_WHOLE ? a : b;
	if (touches(s, whole, whole == a ? b : a) || (stops(s, a) && may_fail(s, b))) {
		set_ordered(s, i, k);
	} else if (stops(s, b) && may_fail(s, a)) {
		struct hidden hidden = { i, k };
		vec_push(&s->hidden, hidden);
	}
}

/* Events whose order is open come before all others: then those that would be hidden must be among them. */
static void order_hidden(struct sequence *s)
{
	if (!s->matters)
		return;
	for (size_t i = 0; i < s->hidden.count; i++)
		set_ordered(s, s->hidden.at[i].failing, s->hidden.at[i].ending);
}

static void compare(struct sequence *s, uint32_t i, uint32_t k)
{
	struct event *a = &s->events.at[i], *b = &s->events.at[k];
	if (a->kind == EVENT_WHOLE || b->kind == EVENT_WHOLE) {
		order(s, i, k);
		return;
	}
	if (a->kind == EVENT_CHECK || b->kind == EVENT_CHECK || (a->kind == EVENT_READ && b->kind == EVENT_READ))
		return;
	enum overlap overlap = extents_overlap(&a->extent, &b->extent);
	if (overlap == OVERLAP_NO)
		return;
	struct clash clash = { i, k, overlap == OVERLAP_YES };
	vec_push(&s->clashes, clash);
}

static bool only_reads(const struct sequence *s, struct range r)
{
	for (uint32_t i = r.first; i < r.end; i++)
		if (s->events.at[i].kind == EVENT_WRITE || s->events.at[i].kind == EVENT_WHOLE)
			return false;
	return true;
}

/* Nothing sequences what is in A and what is in B. */
static void unsequenced(struct sequence *s, struct range a, struct range b)
{
	if (a.first == a.end || b.first == b.end || (only_reads(s, a) && only_reads(s, b)))
		return;
	for (uint32_t i = a.first; i < a.end; i++)
		for (uint32_t k = b.first; k < b.end; k++)
			compare(s, i, k);
}

/* A side effect that comes after the values of the operands R, but not after their own side effects. */
static void after_values(struct sequence *s, struct range r, uint32_t write)
{
	for (uint32_t i = r.first; i < r.end; i++)
		if (s->events.at[i].kind == EVENT_WRITE && s->events.at[i].pending)
			compare(s, i, write);
}

static void settle(struct sequence *s, struct range r)
{
	for (uint32_t i = r.first; i < r.end; i++)
		s->events.at[i].pending = false;
}

/* ---- lvalues ---- */

/* The operand of *: where it adds an index, that is checked with the access. */
static struct range walk_pointer(struct sequence *s, const struct expression *e)
{
	if (e->kind != EXPRESSION_BINARY || e->operation != BINARY_POINTER_ADD)
		return walk(s, e);
	struct range left = walk(s, e->left), right = walk(s, e->right);
	unsequenced(s, left, right);
	return since(s, left.first);
}

/* What is evaluated to find the place. */
static struct range walk_lvalue(struct sequence *s, const struct expression *e)
{
	switch (e->kind) {
	case EXPRESSION_MEMBER:
		return walk_lvalue(s, e->operand);
	case EXPRESSION_OBJECT:
	case EXPRESSION_STRING:
		return here(s);
	case EXPRESSION_DEREFERENCE:
		return walk_pointer(s, e->operand);
	case EXPRESSION_CONVERSION:
		if (e->conversion == CONVERSION_NONE)
			return walk_lvalue(s, e->operand);
		return walk(s, e);
	default:
		return walk(s, e);
	}
}

/* ---- expressions ---- */

static struct range walk_conditionally(struct sequence *s, const struct expression *e)
{
	s->conditional++;
	struct range r = walk(s, e);
	s->conditional--;
	return r;
}

static void add_check(struct sequence *s, const struct expression *e)
{
	if (operation_may_fail(s->l, e))
		add(s, (struct event){ .kind = EVENT_CHECK, .node = e });
}

static void walk_binary(struct sequence *s, const struct expression *e)
{
	struct range left = walk(s, e->left), right = walk(s, e->right);
	unsequenced(s, left, right);
	add_check(s, e);
}

static void walk_assign(struct sequence *s, const struct expression *e)
{
	struct range left = walk_lvalue(s, e->left), right = walk(s, e->right);
	unsequenced(s, left, right);
	uint32_t write = add_access(s, EVENT_WRITE, e, e->left);
	after_values(s, left, write);
	after_values(s, right, write);
}

static void walk_update(struct sequence *s, const struct expression *e)
{
	struct range left = walk_lvalue(s, e->left);
	uint32_t old = add_access(s, EVENT_READ, e, e->left);
	struct range right = walk(s, e->right), reads = { old, old + 1 };
	after_values(s, left, old);
	unsequenced(s, left, right);
	unsequenced(s, reads, right);
	uint32_t write = add_access(s, EVENT_WRITE, e, e->left);
	after_values(s, left, write);
	after_values(s, right, write);
}

/* The value comes after all that is evaluated for the arguments (6.5.2.2p10). */
static void walk_call(struct sequence *s, const struct expression *e, bool is_call)
{
	uint32_t first = (uint32_t)s->events.count;
	if (is_call && !expression_called(e))
		walk(s, e->callee);
	for (uint32_t i = 0; i < e->argument_count; i++) {
		struct range before = since(s, first), argument = walk(s, e->arguments[i]);
		unsequenced(s, before, argument);
	}
	settle(s, since(s, first));
	add_whole(s, e);
}

static void walk_arguments(struct sequence *s, const struct expression *e)
{
	uint32_t first = (uint32_t)s->events.count;
	for (uint32_t i = 0; i < e->argument_count; i++) {
		struct range before = since(s, first), argument = walk(s, e->arguments[i]);
		unsequenced(s, before, argument);
	}
}

static void walk_conversion(struct sequence *s, const struct expression *e)
{
	if (e->conversion == CONVERSION_LOAD) {
		walk_lvalue(s, e->operand);
		add_access(s, EVENT_READ, e, e->operand);
	} else if (e->conversion == CONVERSION_ARRAY && e->operand->is_lvalue) {
		walk_lvalue(s, e->operand);
	} else if (e->conversion != CONVERSION_FUNCTION) {
		walk(s, e->operand);
		add_check(s, e);
	}
}

static struct range walk(struct sequence *s, const struct expression *e)
{
	uint32_t first = (uint32_t)s->events.count;
	switch (e->kind) {
	case EXPRESSION_CONSTANT:
	case EXPRESSION_FLOAT_CONSTANT:
	case EXPRESSION_LABEL_ADDRESS:
	case EXPRESSION_FUNCTION:
	case EXPRESSION_STRING:
	case EXPRESSION_OLD_VALUE:
	case EXPRESSION_OBJECT:
		break;
	case EXPRESSION_MEMBER:
		walk(s, e->operand);
		break;
	case EXPRESSION_DEREFERENCE:
	case EXPRESSION_NEGATE:
	case EXPRESSION_COMPLEMENT:
	case EXPRESSION_NOT:
		walk(s, e->operand);
		add_check(s, e);
		break;
	case EXPRESSION_ADDRESS:
		walk_lvalue(s, e->operand);
		break;
	case EXPRESSION_CONVERSION:
		walk_conversion(s, e);
		break;
	case EXPRESSION_BINARY:
		walk_binary(s, e);
		break;
	case EXPRESSION_COMMA:
		settle(s, walk(s, e->left));
		walk(s, e->right);
		break;
	case EXPRESSION_LOGICAL_AND:
	case EXPRESSION_LOGICAL_OR:
		settle(s, walk(s, e->left));
		walk_conditionally(s, e->right);
		break;
	case EXPRESSION_CONDITIONAL:
		settle(s, walk(s, e->condition));
		if (e->left)
			walk_conditionally(s, e->left);
		walk_conditionally(s, e->right);
		break;
	case EXPRESSION_ASSIGN:
		walk_assign(s, e);
		break;
	case EXPRESSION_UPDATE:
		walk_update(s, e);
		break;
	case EXPRESSION_CALL:
		walk_call(s, e, true);
		break;
	case EXPRESSION_BUILTIN:
		if (expression_builtin_has_effects(e))
			walk_call(s, e, false);
		else
			walk_arguments(s, e);
		break;
	case EXPRESSION_COMPOUND_LITERAL:
		if (!declaration_is_automatic(e->declaration))
			break;
		/* fall through */
	case EXPRESSION_STATEMENT:
	case EXPRESSION_VA_ARG:
		add_whole(s, e);
		break;
	}
	return since(s, first);
}

void sequence_walk(struct sequence *s)
{
	walk(s, s->root);
	order_hidden(s);
}
