/* Expressions whose operands are not sequenced (C11 6.5p2-3): which there are, and the checks of those where it matters.
 *
 * At the outermost operator whose operands have effects all that is evaluated inside is looked at (sequence/events.c). Two
 * accesses that nothing sequences, one of them a write, are undefined if they meet: an assertion after the evaluation, with the
 * places that both had. Calls are not interleaved with anything but come in any order (6.5.2.2p10): where one conflicts with
 * another or with an access, all orders are tried (sequence_order.c). Everything else is evaluated from left to right. */
#include "ast_query.h"
#include "c_pointer.h"
#include "checks.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lvalue.h"
#include "order.h"
#include "rvalue.h"
#include "sequence.h"

/* What is remembered of an lvalue's evaluation. */
struct watch {
	struct variable *happened; /* Bool, NULL: always */
	struct variable *pointer;  /* where it was, NULL: not wanted */
};

/* ---- which expressions ---- */

/* An operator that does not sequence its operands, of which some have effects. */
static bool is_root(const struct expression *e)
{
	return expression_is_unsequenced(e) && expression_operands_have_effects(e);
}

bool sequence_suspend(struct lowering *l)
{
	bool before = l->order->sequencing;
	l->order->sequencing = false;
	return before;
}

void sequence_resume(struct lowering *l, bool before)
{
	l->order->sequencing = before;
}

/* ---- clashes ---- */

static void watch(struct sequence *s, const struct event *event, bool location)
{
	struct lowering *l = s->l;
	struct watch *w = table_get(&l->order->watches, event->lvalue, NULL);
	if (!w) {
		w = arena_alloc(l->arena, sizeof *w);
		table_put(&l->order->watches, event->lvalue, w);
		vec_push(&s->watched, event->lvalue);
		l->order->sequenced++;
	}
	if (event->conditional && !w->happened) {
		w->happened = emit_temporary(l, sort_bool(l->bank));
		emit_assign(l, w->happened, term_false(l->bank));
	}
	if (location && !w->pointer) {
		w->pointer = emit_temporary(l, sort_bitvector(l->bank, pointer_width(l)));
		emit_assign(l, w->pointer, pointer_constant(l, 0, 0));
	}
}

void sequence_note_lvalue(struct lowering *l, const struct expression *e, const struct lvalue *lvalue)
{
	if (!l->order->sequenced)
		return;
	struct watch *w = table_get(&l->order->watches, e, NULL);
	if (w && w->happened)
		emit_assign(l, w->happened, term_true(l->bank));
	if (w && w->pointer && lvalue->in_memory)
		emit_assign(l, w->pointer, lvalue->pointer);
}

static void watch_clashes(struct sequence *s)
{
	for (size_t i = 0; i < s->clashes.count; i++) {
		const struct clash *clash = &s->clashes.at[i];
		watch(s, &s->events.at[clash->first], !clash->certain);
		watch(s, &s->events.at[clash->second], !clash->certain);
	}
}

static struct watch *watch_of(struct lowering *l, const struct event *event)
{
	return table_get(&l->order->watches, event->lvalue, NULL);
}

static term happened(struct lowering *l, const struct event *event)
{
	struct watch *w = watch_of(l, event);
	return event->conditional && w->happened ? w->happened->term : term_true(l->bank);
}

/* Some byte is one of `n` at p and one of `m` at q. */
static term meet(struct lowering *l, term p, uint64_t n, term q, uint64_t m)
{
	struct bank *b = l->bank;
	term x = pointer_offset(l, p), y = pointer_offset(l, q);
	term behind = term_binary(b, OP_BVULT, term_binary(b, OP_BVSUB, x, y), word(l, m));
	term before = term_binary(b, OP_BVULT, term_binary(b, OP_BVSUB, y, x), word(l, n));
	return term_and(b, term_eq(b, pointer_object(l, p), pointer_object(l, q)), term_or(b, behind, before));
}

static const char *words(const struct event *event)
{
	return event->kind == EVENT_WRITE ? "side effect on" : "value of";
}

static void check_clash(struct sequence *s, const struct clash *clash)
{
	struct lowering *l = s->l;
	const struct event *a = &s->events.at[clash->first], *b = &s->events.at[clash->second];
	term both = term_and(l->bank, happened(l, a), happened(l, b));
	if (!clash->certain) {
		struct watch *x = watch_of(l, a), *y = watch_of(l, b);
		both = term_and(l->bank, both,
				meet(l, x->pointer->term, a->extent.size, y->pointer->term, b->extent.size));
	}
	check_emit(l, CHECK_SEQUENCE, term_not(l->bank, both), "%s '%.80s' and %s '%.80s' are not sequenced%s",
		   words(a), lower_text(l, expression_range(a->lvalue)), words(b),
		   lower_text(l, expression_range(b->lvalue)), check_text(l, s->root));
}

static void check_clashes(struct sequence *s)
{
	struct lowering *l = s->l;
	for (size_t i = 0; i < s->clashes.count; i++) {
		if (checks(l, CHECK_SEQUENCE))
			check_clash(s, &s->clashes.at[i]);
		else if (s->clashes.at[i].certain)
			lower_ledger(l, expression_location(s->root),
				     "side effects in no defined order are evaluated from left to right (check "
				     "'sequence' is off)");
	}
}

/* ---- begin and end ---- */

struct sequence *sequence_begin(struct lowering *l, const struct expression *e)
{
	if (l->order->sequencing || !is_root(e))
		return NULL;
	struct sequence *s = arena_alloc(l->arena, sizeof *s);
	s->l = l;
	s->root = e;
	sequence_walk(s);
	l->order->sequencing = true;
	if (checks(l, CHECK_SEQUENCE))
		watch_clashes(s);
	if (s->matters)
		sequence_emit_orders(s);
	return s;
}

void sequence_end(struct lowering *l, struct sequence *s)
{
	if (!s)
		return;
	check_clashes(s);
	for (size_t i = 0; i < s->watched.count; i++)
		table_put(&l->order->watches, s->watched.at[i], NULL);
	for (size_t i = 0; i < s->keys.count; i++) {
		table_put(&l->order->evaluated, s->keys.at[i], NULL);
		table_put(&l->order->old_reads, s->keys.at[i], NULL);
		table_put(&l->order->sources, s->keys.at[i], NULL);
	}
	l->order->sequenced -= (uint32_t)(s->watched.count + s->keys.count);
	l->order->sequencing = false;
	vec_free(&s->events);
	vec_free(&s->clashes);
	vec_free(&s->hidden);
	vec_free(&s->keys);
	vec_free(&s->watched);
}

bool sequence_value(struct lowering *l, const struct expression *e, bool old, struct rvalue *value)
{
	if (!l->order->sequenced)
		return false;
	const struct rvalue *known = table_get(old ? &l->order->old_reads : &l->order->evaluated, e, NULL);
	if (known)
		*value = *known;
	return known != NULL;
}

term sequence_source(struct lowering *l, const struct expression *e, struct rvalue from)
{
	const struct rvalue *source = l->order->sequenced ? table_get(&l->order->sources, e, NULL) : NULL;
	return source ? source->term : from.term;
}

void order_init(struct lowering *l)
{
	l->order = arena_alloc(l->arena, sizeof *l->order);
}

void order_release(struct lowering *l)
{
	table_free(&l->order->evaluated);
	table_free(&l->order->old_reads);
	table_free(&l->order->sources);
	table_free(&l->order->watches);
}
