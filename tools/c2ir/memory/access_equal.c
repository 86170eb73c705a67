/* p == q (C11 6.5.9p6). Pointers into different objects that are both there are equal only if one points to the end of its object and
 * the other one to the beginning of its own, or if these are literals that share their bytes. Where one is no more, its address
 * may be that of the other. So
 *
 *	object(p) = object(q) ? offset(p) = offset(q) : may and address(p) = address(q)
 *
 * where `may` says that one of this is so. The points-to analysis says which of it can be; mostly nothing can: then p = q.
 *
 * An unknown pointer that equals one to an object is taken to be that one (ledger): it is not at the end of another object that
 * happens to be there, nor to one that was no more when it came (6.2.4p2), nor somewhere outside of its own object. It may be one
 * to an object that has ended since, and another one begins at the same place. $state does not tell these: what it says
 * of objects outside is unknown. So where a side may be unknown, `$ended` has a bit for each object that ended in the
 * program, all 0 at the start (access_address.c). */
#include "access.h"

#include "access_internal.h"
#include "address.h"
#include "c_pointer.h"
#include "emit.h"
#include "lower_ledger.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "string_literal.h"

static bool is_null(struct lowering *l, term pointer)
{
	return pointer_object(l, pointer) == term_bv(l->bank, OBJECT_BITS, 0);
}

term access_equal(struct lowering *l, struct rvalue p, struct rvalue q)
{
	struct bank *b = l->bank;
	term same = term_eq(b, p.term, q.term);
	if (!p.node || !q.node || term_is_true(b, same) || is_null(l, p.term) || is_null(l, q.term))
		return same;
	struct variable *target = emit_temporary(l, sort_bool(b));
	struct access *a = access_record(l, ACCESS_EQUAL);
	a->target = target;
	a->pointer = p.term;
	a->from = q.term;
	a->node = p.node;
	a->other = q.node;
	return target->term;
}

/* ---- why they may be equal ---- */

struct side {
	const struct exposure *exposure;
	uint32_t first;
	bool any, several;     /* objects */
	bool dying, temporary; /* some may be no more; some are not there all the time */
	bool outside;          /* it may be unknown */
	VEC(const struct storage *) literals;
};

static void note_object(void *context, uint32_t object)
{
	struct side *side = context;
	const struct storage *known = table_get(&side->exposure->statics, object, NULL);
	side->several |= side->any && object != side->first;
	side->first = object;
	side->any = true;
	side->temporary |= !known;
	side->outside |= !known && region_is_foreign(side->exposure->l->regions, object);
	side->dying |= table_has(&side->exposure->dying, object);
	if (known && known->string)
		vec_push(&side->literals, known);
}

static bool may_share(const struct storage *x, const struct storage *y)
{
	return x != y && (exposure_is_end(x->string, y->string) || exposure_is_end(y->string, x->string));
}

static bool share_bytes(const struct side *a, const struct side *b)
{
	for (size_t i = 0; i < a->literals.count; i++)
		for (size_t k = 0; k < b->literals.count; k++)
			if (may_share(a->literals.at[i], b->literals.at[k]))
				return true;
	return false;
}

static void note_unknown(struct lowering *l, const struct access *a)
{
	lower_ledger(l, a->location, "unknown pointers are taken to be unequal to pointers into other objects");
}

static bool may_touch(struct lowering *l, const struct access *a, const struct side *p, const struct side *q)
{
	bool begins[2], ends[2];
	bool two = p->several || q->several || p->first != q->first;
	if (!two && !region_holds_heap(l->regions, a->node))
		return false;
	region_edges(l->regions, a->node, &begins[0], &ends[0]);
	region_edges(l->regions, a->other, &begins[1], &ends[1]);
	if (!(begins[0] && ends[1]) && !(begins[1] && ends[0]))
		return false;
	if (l->machine.finds_objects) {
		exposure_note_apart(l);
		return false;
	}
	if (!p->outside && !q->outside)
		return true;
	note_unknown(l, a);
	return false;
}

static unsigned why_ended(struct lowering *l, const struct access *a)
{
	sort s = sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, 1));
	lower_global(l, &l->accesses->exposure->ended, "$ended", s);
	note_unknown(l, a);
	return EQUAL_ENDED;
}

/* Without $state nothing says which of the two are no more. Then the addresses of automatic objects are compared in any case; for those on
 * the heap, which may be many, that would cost too much. */
static unsigned why_dead(struct lowering *l, const struct access *a, bool outside)
{
	if (l->machine.state)
		return outside ? why_ended(l, a) : EQUAL_DEAD;
	if (!region_holds_heap(l->regions, a->node) && !region_holds_heap(l->regions, a->other))
		return outside ? why_ended(l, a) : EQUAL_ALWAYS;
	lower_ledger(l, a->location, "pointers to freed memory are taken to be unequal to those to other objects");
	return 0;
}

void equal_find(struct lowering *l, struct access *a)
{
	struct exposure *e = l->accesses->exposure;
	struct side p = { .exposure = e }, q = p;
	p.outside = region_is_unknown(l->regions, a->node);
	q.outside = region_is_unknown(l->regions, a->other);
	region_points(l->regions, a->node, note_object, &p);
	region_points(l->regions, a->other, note_object, &q);
	if (p.any && q.any) {
		bool dead = p.temporary && q.temporary && (p.dying || q.dying);
		bool outside = p.outside || q.outside;
		if (share_bytes(&p, &q))
			a->why |= outside ? EQUAL_LITERALS : EQUAL_ALWAYS;
		a->why |= dead ? why_dead(l, a, outside) : 0;
		a->why |= may_touch(l, a, &p, &q) ? EQUAL_TOUCH : 0;
	}
	vec_free(&p.literals);
	vec_free(&q.literals);
	if (a->why) {
		exposure_add(e, a->node);
		exposure_add(e, a->other);
		region_observe(l->regions, a->node, 0);
		region_observe(l->regions, a->other, 0);
	}
}

/* ---- resolved ---- */

static term is_dead(struct lowering *l, term pointer)
{
	struct bank *b = l->bank;
	term state = term_select(b, lower_state_map(l)->term, pointer_object(l, pointer));
	term above = term_binary(b, OP_BVSUB, state, term_bv(b, 8, STATE_DEAD));
	return term_binary(b, OP_BVULE, above, term_bv(b, 8, STATE_FREED - STATE_DEAD));
}

static term has_ended(struct lowering *l, term pointer)
{
	return term_not(l->bank, exposure_not_ended(l, pointer_object(l, pointer)));
}

static term one_has_ended(struct lowering *l, term p, term q)
{
	struct bank *b = l->bank;
	term same = term_eq(b, pointer_offset(l, p), pointer_offset(l, q));
	return term_and(b, same, term_or(b, has_ended(l, p), has_ended(l, q)));
}

static term is_in(struct lowering *l, term pointer, const struct storage *literal)
{
	return term_eq(l->bank, pointer_object(l, pointer), term_bv(l->bank, OBJECT_BITS, literal->identity));
}

/* To the same byte of the end that the two have in common. */
static term is_shared_byte(struct lowering *l, term p, const struct storage *x, term q, const struct storage *y)
{
	struct bank *b = l->bank;
	term before = term_binary(b, OP_BVSUB, word(l, y->bytes), pointer_offset(l, q));
	term same = term_eq(b, term_binary(b, OP_BVSUB, word(l, x->bytes), pointer_offset(l, p)), before);
	return term_and(b, same, term_and(b, is_in(l, p, x), is_in(l, q, y)));
}

/* More pairs than that are not told one by one: with hundreds of literals that is most of the program. */
enum { MANY_PAIRS = 64 };

static unsigned count_pairs(const struct side *p, const struct side *q)
{
	unsigned pairs = 0;
	for (size_t i = 0; i < p->literals.count; i++)
		for (size_t k = 0; k < q->literals.count && pairs <= MANY_PAIRS; k++)
			pairs += may_share(p->literals.at[i], q->literals.at[k]);
	return pairs;
}

/* Into one of the side's literals, or into a static object between them. */
static term is_in_some(struct lowering *l, term pointer, const struct side *side)
{
	struct bank *b = l->bank;
	uint32_t first = side->literals.at[0]->identity, last = first;
	for (size_t i = 1; i < side->literals.count; i++) {
		uint32_t identity = side->literals.at[i]->identity;
		first = identity < first ? identity : first;
		last = identity > last ? identity : last;
	}
	term object = pointer_object(l, pointer);
	return term_and(b, term_binary(b, OP_BVULE, term_bv(b, OBJECT_BITS, first), object),
			term_binary(b, OP_BVULE, object, term_bv(b, OBJECT_BITS, last)));
}

static term in_pairs(struct lowering *l, const struct access *a, const struct side *p, const struct side *q)
{
	term in = term_false(l->bank);
	for (size_t i = 0; i < p->literals.count; i++)
		for (size_t k = 0; k < q->literals.count; k++) {
			const struct storage *x = p->literals.at[i], *y = q->literals.at[k];
			if (may_share(x, y))
				in = term_or(l->bank, in, is_shared_byte(l, a->pointer, x, a->from, y));
		}
	return in;
}

/* They point into two literals that may share their bytes. Where these are many, into any static objects among them: all of these
 * have their places from the start, so the addresses tell which bytes are shared. */
static term in_literals(struct lowering *l, const struct access *a)
{
	struct side p = { .exposure = l->accesses->exposure }, q = p;
	region_points(l->regions, a->node, note_object, &p);
	region_points(l->regions, a->other, note_object, &q);
	term in = count_pairs(&p, &q) <= MANY_PAIRS
			  ? in_pairs(l, a, &p, &q)
			  : term_and(l->bank, is_in_some(l, a->pointer, &p), is_in_some(l, a->from, &q));
	vec_free(&p.literals);
	vec_free(&q.literals);
	return in;
}

/* One points to a beginning, and the other one behind one. */
static term is_edge(struct lowering *l, term p, term q)
{
	struct bank *b = l->bank;
	term first = term_eq(b, pointer_offset(l, p), word(l, 0)),
	     second = term_eq(b, pointer_offset(l, q), word(l, 0));
	return term_xor(b, first, second);
}

static term may_be_equal(struct lowering *l, const struct access *a)
{
	struct bank *b = l->bank;
	if (a->why & EQUAL_ALWAYS)
		return term_true(b);
	term may = term_false(b);
	if (a->why & EQUAL_DEAD)
		may = term_or(b, is_dead(l, a->pointer), is_dead(l, a->from));
	if (a->why & EQUAL_ENDED)
		may = one_has_ended(l, a->pointer, a->from);
	if (a->why & EQUAL_LITERALS)
		may = term_or(b, may, in_literals(l, a));
	if (a->why & EQUAL_TOUCH)
		may = term_or(b, may, is_edge(l, a->pointer, a->from));
	return may;
}

void equal_resolve(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	term equal = term_eq(b, a->pointer, a->from);
	if (a->why) {
		term none = term_bv(b, OBJECT_BITS, 0);
		term p = pointer_object(l, a->pointer), q = pointer_object(l, a->from);
		term some = term_and(b, term_not(b, term_eq(b, p, none)), term_not(b, term_eq(b, q, none)));
		term there = term_eq(b, pointer_address(l, a->pointer), pointer_address(l, a->from));
		term other = term_and(b, term_not(b, term_eq(b, p, q)), term_and(b, some, may_be_equal(l, a)));
		equal = term_or(b, equal, term_and(b, other, there));
	}
	access_assign(r, a->target, equal);
}
