/* All orders of the events whose order matters. For f() + g() in conflict:
 *
 *	goto f_first, g_first;             {id}: a choice like any other; the first one is from left to right
 *	f_first: a := f(); b := g(); goto done;
 *	g_first: b := g(); a := f(); goto done;
 *	done:    ... a + b
 *
 * In general: one block for each set of events that may have happened, from which each event that may come next leads to the
 * set with it. An event is an expression that is evaluated as a whole, those inside that are events themselves before it; so
 * is what a sequence point puts before one of them. Each is lowered once for each set that it may follow.
 *
 * Where that would be too many, a loop has as many rounds as there are events, and each round takes one of those that may come
 * next; each event is lowered once:
 *
 *	head:  if (round == n) goto done;
 *	       if (f may come next) goto f_next, rest;    (only f_next if it is the last that may)
 *	       ...
 *	f_next: a := f(); happened := happened | 1; round := round + 1; goto head; */
#include "ast_expression.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "c_pointer.h"
#include "emit.h"
#include "joined.h"
#include "lower_ledger.h"
#include "lower.h"
#include "lowering.h"
#include "lvalue.h"
#include "object.h"
#include "order.h"
#include "scan.h"
#include "sequence.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_qualifier.h"

enum { MAX_TASKS = 63, MAX_SET_TASKS = 12, MAX_STEPS = 80 };

/* An expression to be evaluated at some time of its own. */
struct task {
	const struct expression *node;
	bool old;                /* only the value that the UPDATE's lvalue has before */
	bool ordered;            /* else it is only there because others come after it */
	uint64_t after;          /* tasks that come before it, as bits */
	uint64_t guards;         /* tasks that are conditions of its evaluation ... */
	uint64_t negated;        /* ... and of these, those that must be 0 */
	const struct type *hint; /* what the result of an allocation is made to point to, or NULL */
	struct joined joined;
	struct variable *source; /* of a record: where it is read */
};

struct expression_set TABLE_BODY(const struct expression *, bool);

struct ordering {
	struct sequence *s;
	struct expression_set ordered, ordered_old; /* events whose order matters */
	struct task tasks[MAX_TASKS];
	uint32_t count;
	uint64_t guards, negated;           /* of what is being gathered */
	const struct expression *converted; /* the call whose result is converted to ... */
	const struct type *hint;            /* ... a pointer to this */
	bool too_many;
	struct block *blocks[1 << MAX_SET_TASKS]; /* by set of tasks that are done */
};

static uint64_t gather(struct ordering *o, const struct expression *e, uint64_t after);

/* ---- the tasks ---- */

static uint64_t add(struct ordering *o, const struct expression *e, bool old, bool ordered, uint64_t after)
{
	if (o->count == MAX_TASKS) {
		o->too_many = true;
		return 0;
	}
	o->tasks[o->count] = (struct task){ .node = e,
					    .old = old,
					    .ordered = ordered,
					    .after = after | o->guards,
					    .guards = o->guards,
					    .negated = o->negated,
					    .hint = e == o->converted ? o->hint : NULL };
	return 1ull << o->count++;
}

static bool is_ordered(const struct ordering *o, const struct expression *e)
{
	return table_has(&o->ordered, e);
}

static bool find_ordered(void *context, const struct expression *e)
{
	struct ordering *o = context;
	return is_ordered(o, e) || table_has(&o->ordered_old, e);
}

/* Is there an event in E whose order matters? */
static bool matters(struct ordering *o, const struct expression *e)
{
	struct scan scan = { .visit = find_ordered, .context = o };
	return e && scan_expression(e, &scan);
}

static uint64_t gather_lvalue(struct ordering *o, const struct expression *e, uint64_t after)
{
	while (e->kind == EXPRESSION_MEMBER)
		e = e->operand;
	if (e->kind == EXPRESSION_DEREFERENCE)
		return gather(o, e->operand, after);
	return gather(o, e, after);
}

static uint64_t gather_arguments(struct ordering *o, const struct expression *e, uint64_t after)
{
	uint64_t inside = 0;
	if (e->kind == EXPRESSION_CALL && !expression_called(e))
		inside |= gather(o, e->callee, after);
	for (uint32_t i = 0; i < e->argument_count; i++)
		inside |= gather(o, e->arguments[i], after);
	return inside;
}

/* FIRST, which comes before what is in later operands: if the order of something in those matters, it is a task. */
static uint64_t gather_first(struct ordering *o, const struct expression *first, bool later, bool always,
			     uint64_t after)
{
	uint64_t inside = gather(o, first, after);
	if (!later || is_ordered(o, first) || !(always || expression_has_effects(first)))
		return inside;
	return inside | add(o, first, false, false, after | inside);
}

static uint64_t task_of(const struct ordering *o, const struct expression *e)
{
	for (uint32_t i = 0; i < o->count; i++)
		if (o->tasks[i].node == e && !o->tasks[i].old)
			return 1ull << i;
	return 0;
}

/* E, which is evaluated only if CONDITION, a task, is not 0 (or 0). */
static uint64_t gather_guarded(struct ordering *o, const struct expression *e, const struct expression *condition,
			       bool if_true, uint64_t after)
{
	uint64_t guards = o->guards, negated = o->negated, guard = task_of(o, condition);
	o->guards |= guard;
	o->negated |= if_true ? 0 : guard;
	uint64_t inside = gather(o, e, after | guard);
	o->guards = guards;
	o->negated = negated;
	return inside;
}

static uint64_t gather_logical(struct ordering *o, const struct expression *e, uint64_t after)
{
	bool later = matters(o, e->right);
	uint64_t inside = gather_first(o, e->left, later, true, after);
	if (!later)
		return inside;
	return inside | gather_guarded(o, e->right, e->left, e->kind == EXPRESSION_LOGICAL_AND, after | inside);
}

static uint64_t gather_conditional(struct ordering *o, const struct expression *e, uint64_t after)
{
	bool later = matters(o, e->left) || matters(o, e->right);
	uint64_t inside = gather_first(o, e->condition, later, true, after);
	if (!later)
		return inside;
	after |= inside;
	if (e->left)
		inside |= gather_guarded(o, e->left, e->condition, true, after);
	return inside | gather_guarded(o, e->right, e->condition, false, after);
}

static uint64_t gather_comma(struct ordering *o, const struct expression *e, uint64_t after)
{
	uint64_t inside = gather_first(o, e->left, matters(o, e->right), false, after);
	return inside | gather(o, e->right, after | inside);
}

static uint64_t gather_update(struct ordering *o, const struct expression *e, uint64_t after)
{
	uint64_t location = gather_lvalue(o, e->left, after), inside = location;
	if (table_has(&o->ordered_old, e))
		inside |= add(o, e, true, true, after | location);
	return inside | gather(o, e->right, after);
}

/* The tasks inside. */
static uint64_t gather_inside(struct ordering *o, const struct expression *e, uint64_t after)
{
	switch (e->kind) {
	case EXPRESSION_CONSTANT:
	case EXPRESSION_FLOAT_CONSTANT:
	case EXPRESSION_LABEL_ADDRESS:
	case EXPRESSION_OBJECT:
	case EXPRESSION_FUNCTION:
	case EXPRESSION_STRING:
	case EXPRESSION_OLD_VALUE:
	case EXPRESSION_COMPOUND_LITERAL:
	case EXPRESSION_STATEMENT:
	case EXPRESSION_VA_ARG:
		return 0;
	case EXPRESSION_MEMBER:
	case EXPRESSION_DEREFERENCE:
	case EXPRESSION_ADDRESS:
	case EXPRESSION_NEGATE:
	case EXPRESSION_COMPLEMENT:
	case EXPRESSION_NOT:
		return gather(o, e->operand, after);
	case EXPRESSION_CONVERSION:
		if (e->conversion == CONVERSION_POINTER && e->operand->kind == EXPRESSION_CALL) {
			o->converted = e->operand;
			o->hint = type_base(e->type);
		}
		return gather(o, e->operand, after);
	case EXPRESSION_BINARY:
	case EXPRESSION_ASSIGN: {
		uint64_t left = gather(o, e->left, after);
		return left | gather(o, e->right, after);
	}
	case EXPRESSION_UPDATE:
		return gather_update(o, e, after);
	case EXPRESSION_LOGICAL_AND:
	case EXPRESSION_LOGICAL_OR:
		return gather_logical(o, e, after);
	case EXPRESSION_CONDITIONAL:
		return gather_conditional(o, e, after);
	case EXPRESSION_COMMA:
		return gather_comma(o, e, after);
	case EXPRESSION_CALL:
	case EXPRESSION_BUILTIN:
		return gather_arguments(o, e, after);
	}
	return 0;
}

/* The tasks in E, as bits; all of them come after those of AFTER. */
static uint64_t gather(struct ordering *o, const struct expression *e, uint64_t after)
{
	uint64_t inside = gather_inside(o, e, after);
	if (e == o->s->root || !is_ordered(o, e))
		return inside;
	return inside | add(o, e, false, true, after | inside);
}

static void note_ordered(struct ordering *o)
{
	for (size_t i = 0; i < o->s->events.count; i++) {
		const struct event *event = &o->s->events.at[i];
		if (event->ordered)
			table_put(event->old ? &o->ordered_old : &o->ordered, event->node, true);
	}
}

/* ---- evaluating ---- */

/* What is read is a copy from then on, but the record's own place is asked about (6.5.16.1p3). */
static void prepare_source(struct lowering *l, struct task *task)
{
	task->source = emit_temporary(l, sort_bitvector(l->bank, pointer_width(l)));
	struct rvalue *source = arena_alloc(l->arena, sizeof *source);
	*source = rvalue_scalar(task->source->term, 0);
	table_put(&l->order->sources, task->node, source);
}

static void prepare(struct ordering *o)
{
	struct lowering *l = o->s->l;
	for (uint32_t i = 0; i < o->count; i++) {
		struct task *task = &o->tasks[i];
		const struct type *type = type_unqualified(task->old ? task->node->left->type : task->node->type);
		joined_init(l, &task->joined, type);
		struct rvalue *value = arena_alloc(l->arena, sizeof *value);
		*value = task->joined.value;
		table_put(task->old ? &l->order->old_reads : &l->order->evaluated, task->node, value);
		if (value->kind == RVALUE_MEMORY)
			prepare_source(l, task);
		vec_push(&o->s->keys, task->node);
		l->order->sequenced++;
	}
}

static struct rvalue evaluate(struct lowering *l, const struct task *task)
{
	if (task->old) {
		struct lvalue lvalue = lower_lvalue(l, task->node->left);
		return lvalue_load(l, &lvalue, task->node->left);
	}
	const struct rvalue *known = table_get(&l->order->evaluated, task->node, NULL);
	table_put(&l->order->evaluated, task->node, NULL);
	struct rvalue value = rvalue_void();
	if (type_is_void(task->node->type))
		lower_effect(l, task->node);
	else
		value = lower_value_for(l, task->node, &(struct purpose){ .hint = task->hint });
	table_put(&l->order->evaluated, task->node, known);
	return value;
}

static void run(struct lowering *l, const struct task *task)
{
	struct rvalue value = evaluate(l, task);
	if (value.kind == RVALUE_MEMORY && task->source)
		emit_assign(l, task->source, value.term);
	if (value.kind == RVALUE_MEMORY)
		value = record_copy(l, value, type_unqualified(task->node->type));
	if (value.kind != RVALUE_VOID)
		joined_set(l, (struct joined *)&task->joined, value);
}

static term guard_of(struct ordering *o, const struct task *task)
{
	struct lowering *l = o->s->l;
	term guard = term_true(l->bank);
	for (uint32_t i = 0; i < o->count; i++) {
		if (!(task->guards >> i & 1))
			continue;
		term holds = lower_condition(l, o->tasks[i].node);
		guard = term_and(l->bank, guard, task->negated >> i & 1 ? term_not(l->bank, holds) : holds);
	}
	return guard;
}

static void step(struct ordering *o, const struct task *task, struct block *next)
{
	struct lowering *l = o->s->l;
	if (task->guards) {
		struct block *yes = emit_block(l, "then");
		emit_branch(l, guard_of(o, task), yes, next, (struct source_range){ 0, 0 });
		emit_start(l, yes);
	}
	run(l, task);
	emit_goto(l, next);
}

/* The tasks that may come next; only one that commutes with all others if there is such. */
static uint64_t ready(const struct ordering *o, uint64_t done)
{
	uint64_t set = 0;
	for (uint32_t i = 0; i < o->count; i++) {
		const struct task *task = &o->tasks[i];
		if (done >> i & 1 || task->after & ~done)
			continue;
		if (!task->ordered)
			return 1ull << i;
		set |= 1ull << i;
	}
	return set;
}

static struct block *block_for(struct ordering *o, uint32_t done)
{
	if (!o->blocks[done])
		o->blocks[done] = emit_block(o->s->l, "order");
	return o->blocks[done];
}

static void choose(struct ordering *o, struct block *from, struct block *const *targets, uint32_t count)
{
	struct lowering *l = o->s->l;
	block_goto_any(l->program, from, targets, count);
	from->terminator.attributes = attribute_string(
		l->program, l->at, ATTRIBUTE_TEXT,
		arena_format(l->arena, "order of evaluation in '%.300s'", lower_text(l, o->s->root->range)));
}

static void steps_from(struct ordering *o, uint32_t done)
{
	struct lowering *l = o->s->l;
	uint32_t next = (uint32_t)ready(o, done), count = 0;
	struct block *targets[MAX_SET_TASKS];
	emit_start(l, o->blocks[done]);
	if (!(next & (next - 1))) {
		for (uint32_t i = 0; i < o->count; i++)
			if (next >> i & 1)
				step(o, &o->tasks[i], block_for(o, done | next));
		return;
	}
	struct block *from = l->block;
	for (uint32_t i = 0; i < o->count; i++) {
		if (!(next >> i & 1))
			continue;
		targets[count] = emit_block(l, "next");
		emit_start(l, targets[count++]);
		step(o, &o->tasks[i], block_for(o, done | 1u << i));
	}
	choose(o, from, targets, count);
}

/* Sets with fewer tasks come first, since their numbers are smaller than those of sets that contain them. */
static void emit_sets(struct ordering *o)
{
	struct lowering *l = o->s->l;
	uint32_t all = (1u << o->count) - 1;
	o->blocks[0] = l->block;
	for (uint32_t done = 0; done < all; done++)
		if (o->blocks[done])
			steps_from(o, done);
	emit_start(l, block_for(o, all));
}

/* Would the sets that can be reached take few steps? */
static bool few_sets(const struct ordering *o)
{
	if (o->count > MAX_SET_TASKS)
		return false;
	bool reached[1 << MAX_SET_TASKS] = { true };
	uint32_t steps = 0;
	for (uint32_t done = 0; done < 1u << o->count; done++) {
		uint64_t next = reached[done] ? ready(o, done) : 0;
		for (uint32_t i = 0; i < o->count; i++) {
			if (!(next >> i & 1))
				continue;
			reached[done | 1u << i] = true;
			steps++;
		}
	}
	return steps <= MAX_STEPS;
}

/* ---- as a loop ---- */

struct rounds {
	struct ordering *o;
	struct variable *done, *round; /* tasks that are done, as bits, and their number */
	struct block *head;
};

/* TASK is not done, and all that come before it are. */
static term may_come(const struct rounds *r, uint32_t i)
{
	struct bank *b = r->o->s->l->bank;
	term mask = term_bv(b, 64, r->o->tasks[i].after | 1ull << i);
	return term_eq(b, term_binary(b, OP_BVAND, r->done->term, mask), term_bv(b, 64, r->o->tasks[i].after));
}

static void take(struct rounds *r, uint32_t i)
{
	struct lowering *l = r->o->s->l;
	struct bank *b = l->bank;
	struct block *after = emit_block(l, "taken");
	step(r->o, &r->o->tasks[i], after);
	emit_start(l, after);
	emit_assign(l, r->done, term_binary(b, OP_BVOR, r->done->term, term_bv(b, 64, 1ull << i)));
	emit_assign(l, r->round, term_binary(b, OP_BVADD, r->round->term, term_bv(b, 32, 1)));
	emit_goto(l, r->head);
}

/* Task I is taken, or one of the later ones (LATER: one of those may come next), which begin at REST. */
static void offer(struct rounds *r, uint32_t i, term later, struct block *rest)
{
	struct lowering *l = r->o->s->l;
	struct source_range nowhere = { 0, 0 };
	struct block *here = emit_block(l, "may"), *now = emit_block(l, "next");
	emit_branch(l, may_come(r, i), here, rest, nowhere);
	emit_start(l, here);
	if (r->o->tasks[i].ordered) {
		struct block *open = emit_block(l, "choice"), *targets[] = { now, rest };
		emit_branch(l, later, open, now, nowhere);
		emit_start(l, open);
		choose(r->o, open, targets, 2);
	} else {
		emit_goto(l, now);
	}
	emit_start(l, now);
	take(r, i);
	emit_start(l, rest);
}

static void emit_loop(struct ordering *o)
{
	struct lowering *l = o->s->l;
	struct bank *b = l->bank;
	struct rounds r = { .o = o, .head = emit_block(l, "order") };
	struct block *first = emit_block(l, "round"), *end = emit_block(l, "ordered");
	term later[MAX_TASKS + 1];
	r.done = emit_temporary(l, sort_bitvector(b, 64));
	r.round = emit_temporary(l, sort_bitvector(b, 32));
	emit_assign(l, r.done, term_bv(b, 64, 0));
	emit_assign(l, r.round, term_bv(b, 32, 0));
	emit_goto(l, r.head);
	emit_start(l, r.head);
	emit_branch(l, term_eq(b, r.round->term, term_bv(b, 32, o->count)), end, first, (struct source_range){ 0, 0 });
	emit_start(l, first);
	later[o->count] = term_false(b);
	for (uint32_t i = o->count; i-- > 0;)
		later[i] = term_or(b, may_come(&r, i), later[i + 1]);
	for (uint32_t i = 0; i < o->count; i++)
		offer(&r, i, later[i + 1], emit_block(l, "rest"));
	/* Some task may always come next. */
	emit_assume(l, term_false(b));
	emit_goto(l, end);
	emit_start(l, end);
}

static bool has_label(const struct ast_statement *s)
{
	for (; s; s = s->alternative) {
		if (s->kind == AST_LABEL || s->kind == AST_CASE)
			return true;
		for (uint32_t i = 0; (s->kind == AST_COMPOUND || s->kind == AST_FOR) && i < s->statement_count; i++)
			if (has_label(s->statements[i]))
				return true;
		if (s->kind != AST_EXPRESSION && has_label(s->body))
			return true;
	}
	return false;
}

/* Labels cannot be there twice. */
static bool find_label(void *context, const struct expression *e)
{
	(void)context;
	return e->kind == EXPRESSION_STATEMENT && has_label(e->body);
}

static bool can_repeat(const struct ordering *o)
{
	struct scan scan = { .visit = find_label };
	for (uint32_t i = 0; i < o->count; i++)
		if (scan_expression(o->tasks[i].node, &scan))
			return false;
	return true;
}

void sequence_emit_orders(struct sequence *s)
{
	struct lowering *l = s->l;
	struct ordering *o = arena_alloc(l->arena, sizeof *o);
	o->s = s;
	note_ordered(o);
	gather(o, s->root, 0);
	if (o->too_many) {
		lower_unsupported(l, s->root->location, "an expression in which the order of so many calls matters");
	} else if (o->count > 1) {
		prepare(o);
		if (few_sets(o) && can_repeat(o))
			emit_sets(o);
		else
			emit_loop(o);
	}
	table_free(&o->ordered);
	table_free(&o->ordered_old);
}
