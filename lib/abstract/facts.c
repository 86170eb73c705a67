#include "facts.h"
#include "age.h"
#include "owner.h"
#include "whole.h"

#include <string.h>

/* A leaf has the bit 64. Others branch on the bit `bit` of keys, in which those on the left have 0; above it all agree with `key`. */
struct facts {
	fact_key key;
	unsigned bit;
	uint64_t objects, targets; /* masks of the objects that are created: in keys, among the values' targets */
	const struct facts *left, *right;
	struct known known;
};

enum { LEAF = 64, MOVED = 65 };

/* ---- nodes ---- */

static void *new_node(struct domain *d, size_t size)
{
	d->bytes += size;
	return arena_alloc(d->arena, size);
}

/* Of an object that a `fresh` creates; 0: of others, which most are. */
static uint64_t created_bit(const struct domain *d, uint32_t object)
{
	return object && d->objects.at[object].kind != OBJECT_CONSTANT ? object_bit(object) : 0;
}

static const struct facts *leaf(struct domain *d, fact_key key, const struct known *k)
{
	struct facts *f = new_node(d, sizeof *f);
	*f = (struct facts){ .key = key, .bit = LEAF, .known = *k };
	f->objects = created_bit(d, key_object(key));
	for (uint32_t i = 0; k->target_count != TARGETS_ANY && i < k->target_count; i++)
		f->targets |= created_bit(d, k->targets[i].object);
	return f;
}

static fact_key above(fact_key key, unsigned bit)
{
	return bit >= 63 ? 0 : key >> (bit + 1) << (bit + 1);
}

static const struct facts *branch(struct domain *d, unsigned bit, const struct facts *left, const struct facts *right)
{
	if (!left || !right)
		return left ? left : right;
	struct facts *f = new_node(d, offsetof(struct facts, known));
	f->key = above(left->key, bit);
	f->bit = bit;
	f->left = left;
	f->right = right;
	f->objects = left->objects | right->objects;
	f->targets = left->targets | right->targets;
	return f;
}

/* The same node if its parts are the same. */
static const struct facts *rebuild(struct domain *d, const struct facts *f, const struct facts *left,
				   const struct facts *right)
{
	return left == f->left && right == f->right ? f : branch(d, f->bit, left, right);
}

/* Two trees without common keys that differ above their own bits. */
static const struct facts *link(struct domain *d, const struct facts *a, const struct facts *b)
{
	unsigned bit = 63 - (unsigned)__builtin_clzll(a->key ^ b->key);
	return a->key >> bit & 1 ? branch(d, bit, b, a) : branch(d, bit, a, b);
}

/* Does a key that agrees with F's above its bit belong below it? */
static bool agrees(const struct facts *f, fact_key key)
{
	return f->bit == LEAF ? f->key == key : above(key, f->bit) == f->key;
}

/* ---- single keys ---- */

const struct known *facts_get(const struct facts *f, fact_key key)
{
	while (f && f->bit != LEAF)
		f = agrees(f, key) ? (key >> f->bit & 1 ? f->right : f->left) : NULL;
	return f && f->key == key ? &f->known : NULL;
}

static const struct facts *insert(struct domain *d, const struct facts *f, const struct facts *new)
{
	if (!f)
		return new;
	if (!agrees(f, new->key))
		return link(d, f, new);
	if (f->bit == LEAF)
		return new;
	return new->key >> f->bit & 1 ? rebuild(d, f, f->left, insert(d, f->right, new))
				      : rebuild(d, f, insert(d, f->left, new), f->right);
}

const struct facts *facts_put(struct domain *d, const struct facts *f, fact_key key, const struct known *k)
{
	if (known_is_any(k))
		return facts_remove(d, f, (struct key_range){ key, 0 });
	const struct known *now = facts_get(f, key);
	return now && known_equal(now, k) ? f : insert(d, f, leaf(d, key, k));
}

/* ---- ranges ---- */

static bool is_in(struct key_range range, fact_key key)
{
	return range.free >= 64 || (key ^ range.key) >> range.free == 0;
}

/* Is all of F in the range; is none of it? */
static bool is_inside(struct key_range range, const struct facts *f)
{
	return is_in(range, f->key) && (f->bit == LEAF || f->bit < range.free);
}

static bool is_outside(struct key_range range, const struct facts *f)
{
	if (f->bit == LEAF || f->bit < range.free)
		return !is_in(range, f->key);
	return f->bit < 63 && (f->key ^ range.key) >> (f->bit + 1) != 0;
}

const struct facts *facts_remove(struct domain *d, const struct facts *f, struct key_range range)
{
	if (!f || is_outside(range, f))
		return f;
	if (is_inside(range, f))
		return NULL;
	return range.key >> f->bit & 1 ? rebuild(d, f, f->left, facts_remove(d, f->right, range))
				       : rebuild(d, f, facts_remove(d, f->left, range), f->right);
}

static const struct facts *only(const struct facts *f, struct key_range range)
{
	while (f && !is_inside(range, f)) {
		if (is_outside(range, f))
			return NULL;
		f = range.key >> f->bit & 1 ? f->right : f->left;
	}
	return f;
}

/* A tree without keys of the range, and one with no others. */
static const struct facts *unite(struct domain *d, const struct facts *f, const struct facts *part)
{
	if (!f || !part)
		return f ? f : part;
	if (f->bit == LEAF || !agrees(f, part->key) || (part->bit != LEAF && part->bit > f->bit))
		return link(d, f, part);
	return part->key >> f->bit & 1 ? rebuild(d, f, f->left, unite(d, f->right, part))
				       : rebuild(d, f, unite(d, f->left, part), f->right);
}

const struct facts *facts_graft(struct domain *d, const struct facts *f, struct key_range range,
				const struct facts *from)
{
	const struct facts *part = only(from, range), *now = only(f, range);
	return part == now ? f : unite(d, facts_remove(d, f, range), part);
}

const struct facts *facts_change(struct domain *d, const struct facts *f, struct key_range range,
				 struct known (*change)(void *context, fact_key key, const struct known *k),
				 void *context)
{
	if (!f || is_outside(range, f))
		return f;
	if (f->bit != LEAF)
		return rebuild(d, f, facts_change(d, f->left, range, change, context),
			       facts_change(d, f->right, range, change, context));
	struct known k = change(context, f->key, &f->known);
	return known_is_any(&k) ? NULL : known_equal(&k, &f->known) ? f : leaf(d, f->key, &k);
}

/* ---- by objects ---- */

const struct facts *facts_forget(struct domain *d, const struct facts *f, uint64_t mask,
				 bool (*which)(void *context, uint32_t object), void *context)
{
	if (!f || !(f->objects & mask))
		return f;
	if (f->bit == LEAF)
		return which(context, key_object(f->key)) ? NULL : f;
	return rebuild(d, f, facts_forget(d, f->left, mask, which, context),
		       facts_forget(d, f->right, mask, which, context));
}

const struct facts *facts_change_targets(struct domain *d, const struct facts *f, uint64_t mask,
					 struct known (*change)(void *context, fact_key key, const struct known *k),
					 void *context)
{
	if (!f || !(f->targets & mask))
		return f;
	if (f->bit != LEAF)
		return rebuild(d, f, facts_change_targets(d, f->left, mask, change, context),
			       facts_change_targets(d, f->right, mask, change, context));
	struct known k = change(context, f->key, &f->known);
	return known_is_any(&k) ? NULL : known_equal(&k, &f->known) ? f : leaf(d, f->key, &k);
}

static const struct facts *only_which(struct domain *d, const struct facts *f, uint64_t mask,
				      bool (*which)(void *context, fact_key key), void *context)
{
	if (!f || !(f->objects & mask))
		return NULL;
	if (f->bit == LEAF)
		return which(context, f->key) ? f : NULL;
	return rebuild(d, f, only_which(d, f->left, mask, which, context),
		       only_which(d, f->right, mask, which, context));
}

/* A, and what B says instead or beside it. */
static const struct facts * override(struct domain *d, const struct facts *a, const struct facts *b)
{
	if (!a || !b || a == b)
		return b ? b : a;
	if (b->bit == LEAF) {
		const struct known *now = facts_get(a, b->key);
		return now && known_equal(now, &b->known) ? a : insert(d, a, b);
	}
	if (a->bit == LEAF)
		return facts_get(b, a->key) ? b : insert(d, b, a);
	if (a->bit == b->bit && a->key == b->key)
		return rebuild(d, a, override(d, a->left, b->left), override(d, a->right, b->right));
	if (a->bit > b->bit && agrees(a, b->key))
		return b->key >> a->bit & 1 ? rebuild(d, a, a->left, override(d, a->right, b))
					    : rebuild(d, a, override(d, a->left, b), a->right);
	if (b->bit > a->bit && agrees(b, a->key))
		return a->key >> b->bit & 1 ? rebuild(d, b, b->left, override(d, a, b->right))
					    : rebuild(d, b, override(d, a, b->left), b->right);
	return link(d, a, b);
}

const struct facts *facts_take(struct domain *d, const struct facts *f, const struct facts *from, uint64_t mask,
			       bool (*which)(void *context, fact_key key), void *context)
{
	return override(d, f, only_which(d, from, mask, which, context));
}

void facts_visit(const struct facts *f, uint64_t mask,
		 void (*visit)(void *context, fact_key key, const struct known *k), void *context)
{
	for (; f && (mask == UINT64_MAX || f->objects & mask); f = f->right) {
		if (f->bit == LEAF) {
			visit(context, f->key, &f->known);
			return;
		}
		facts_visit(f->left, mask, visit, context);
	}
}

void facts_visit_range(const struct facts *f, struct key_range range,
		       void (*visit)(void *context, fact_key key, const struct known *k), void *context)
{
	facts_visit(only(f, range), UINT64_MAX, visit, context);
}

static void visit_new(const struct facts *f, const struct facts *other,
		      void (*visit)(void *context, fact_key key, const struct known *k), void *context)
{
	if (f == other || !f)
		return;
	if (f->bit == LEAF) {
		const struct known *k = facts_get(other, f->key);
		if (!k || !known_equal(k, &f->known))
			visit(context, f->key, &f->known);
		return;
	}
	bool same = other && other->bit == f->bit && other->key == f->key;
	visit_new(f->left, same ? other->left : other, visit, context);
	visit_new(f->right, same ? other->right : other, visit, context);
}

void facts_visit_new(const struct facts *f, const struct facts *other, struct key_range range,
		     void (*visit)(void *context, fact_key key, const struct known *k), void *context)
{
	visit_new(only(f, range), only(other, range), visit, context);
}

bool facts_has(const struct facts *f, struct key_range range)
{
	return only(f, range) != NULL;
}

/* ---- objects that there are none of ---- */

bool facts_is_absent(const struct domain *d, const struct facts *f, uint32_t object)
{
	enum object_kind kind = object ? d->objects.at[object].kind : OBJECT_CONSTANT;
	if (kind == OBJECT_CONSTANT)
		return false;
	const struct known *count = facts_get(f, count_key(kind == OBJECT_LAST ? object : object - 1));
	return count && !number_holds(count->low, 2) && !number_holds(count->low, 3) &&
	       (kind == OBJECT_OTHERS || !number_holds(count->low, 1));
}

static void add_absent(void *context, fact_key key, const struct known *k)
{
	bool one = number_holds(k->low, 1), more = number_holds(k->low, 2) || number_holds(k->low, 3);
	if (!more)
		*(uint64_t *)context |= object_bit(key_object(key) + 1) | (one ? 0 : object_bit(key_object(key)));
}

/* The bits of objects that are absent in F, at least of those that are not in OTHER; both: parts with counts. */
static uint64_t absent_bits(const struct facts *f, const struct facts *other)
{
	uint64_t bits = 0;
	if (f == other || !f)
		return 0;
	if (other && f->bit != LEAF && f->bit == other->bit && f->key == other->key)
		return absent_bits(f->left, other->left) | absent_bits(f->right, other->right);
	facts_visit(f, UINT64_MAX, add_absent, &bits);
	return bits;
}

/* Those of PART that are about objects which are absent in OTHER. */
static const struct facts *only_absent(struct domain *d, const struct facts *part, const struct facts *other,
				       uint64_t mask)
{
	if (!part || !(part->objects & mask))
		return NULL;
	if (part->bit == LEAF)
		return facts_is_absent(d, other, key_object(part->key)) ? part : NULL;
	return rebuild(d, part, only_absent(d, part->left, other, mask), only_absent(d, part->right, other, mask));
}

/* ---- two trees ---- */

struct pair {
	struct domain *d;
	const struct thresholds *widen;
	const struct facts *a, *b; /* as a whole */
	uint64_t absent_a, absent_b;
	/* Not a join: behind a call a holds before it and b at its return. What cells may have become in it; NULL: a join. */
	const struct known *stored;
	const struct known *from; /* see facts_return() */
	bool by_object;           /* a map with identities as indices */
};

/* Is the cell, of an object that was there before the call, none that the callee stores to? As it was in none of the states of these,
 * the first store is not to it, so it still is in none of them at the second. */
static bool is_untouched(const struct pair *p, const struct facts *before)
{
	if (!p->from || p->d->objects.at[key_object(before->key)].kind != OBJECT_CONSTANT)
		return false;
	struct known both = known_meet(p->d, &before->known, p->from);
	return known_is_none(&both);
}

/* What the cell that was BEFORE may be where something was stored, by that alone; NULL: anything. */
static const struct facts *stored_leaf(const struct pair *p, const struct facts *before)
{
	uint32_t cell = key_cell(before->key);
	bool is_single = p->by_object ? !cell : cell && !cell_is_of_object(cell);
	if (is_single && is_untouched(p, before))
		return before;
	if (!is_single || known_is_any(p->stored))
		return NULL;
	struct known k = known_join(p->d, &before->known, p->stored);
	return known_is_any(&k) ? NULL : known_equal(&k, &before->known) ? before : leaf(p->d, before->key, &k);
}

/* What was before: of objects of which the callee knows none in any call that has returned so, that is so still (the one at hand
 * does not return, or is going to be looked at); of others what may have been stored. */
static const struct facts *only_before(const struct pair *p, const struct facts *part)
{
	if (!part || part->bit == LEAF)
		return !part || facts_is_absent(p->d, p->b, key_object(part->key)) ? part : stored_leaf(p, part);
	return rebuild(p->d, part, only_before(p, part->left), only_before(p, part->right));
}

static const struct facts *returned_leaves(const struct pair *p, const struct facts *before, const struct facts *after)
{
	const struct facts *stored = stored_leaf(p, before);
	if (!stored)
		return after;
	struct known k = known_meet(p->d, &after->known, &stored->known);
	return known_is_none(&k) || known_equal(&k, &after->known) ? after : leaf(p->d, after->key, &k);
}

static const struct facts *join_leaves(const struct pair *p, const struct facts *a, const struct facts *b)
{
	if (p->stored)
		return returned_leaves(p, a, b);
	struct known k =
		p->widen ? known_widen(p->d, &a->known, &b->known, p->widen) : known_join(p->d, &a->known, &b->known);
	if (known_is_any(&k))
		return NULL;
	return known_equal(&k, &a->known) ? a : known_equal(&k, &b->known) ? b : leaf(p->d, a->key, &k);
}

static const struct facts *only_in_a(const struct pair *p, const struct facts *part)
{
	if (p->stored && (p->from || !known_is_any(p->stored)))
		return only_before(p, part);
	return only_absent(p->d, part, p->b, p->absent_b);
}

static const struct facts *only_in_b(const struct pair *p, const struct facts *part)
{
	if (p->stored)
		return part;
	return only_absent(p->d, part, p->a, p->absent_a);
}

/* Without a common key. */
static const struct facts *join_apart(const struct pair *p, const struct facts *a, const struct facts *b)
{
	const struct facts *x = only_in_a(p, a), *y = only_in_b(p, b);
	return x && y ? link(p->d, x, y) : x ? x : y;
}

static const struct facts *join(const struct pair *p, const struct facts *a, const struct facts *b);

/* Two nodes for the same keys: one of them if its parts are the same, so that what has grown is shared with where it comes from. */
static const struct facts *join_parts(const struct pair *p, const struct facts *a, const struct facts *b)
{
	const struct facts *left = join(p, a->left, b->left), *right = join(p, a->right, b->right);
	return left == b->left && right == b->right ? b : rebuild(p->d, a, left, right);
}

static const struct facts *join(const struct pair *p, const struct facts *a, const struct facts *b)
{
	if (a == b)
		return a;
	if (!a || !b)
		return a ? only_in_a(p, a) : only_in_b(p, b);
	if (a->bit == LEAF && b->bit == LEAF)
		return a->key == b->key ? join_leaves(p, a, b) : join_apart(p, a, b);
	if (a->bit != LEAF && b->bit == a->bit)
		return a->key != b->key ? join_apart(p, a, b) : join_parts(p, a, b);
	if (b->bit == LEAF || (a->bit != LEAF && a->bit > b->bit)) {
		if (!agrees(a, b->key))
			return join_apart(p, a, b);
		return b->key >> a->bit & 1 ? rebuild(p->d, a, only_in_a(p, a->left), join(p, a->right, b))
					    : rebuild(p->d, a, join(p, a->left, b), only_in_a(p, a->right));
	}
	if (!agrees(b, a->key))
		return join_apart(p, a, b);
	return a->key >> b->bit & 1 ? rebuild(p->d, b, only_in_b(p, b->left), join(p, a, b->right))
				    : rebuild(p->d, b, join(p, a, b->left), only_in_b(p, b->right));
}

const struct facts *facts_join(struct domain *d, const struct facts *a, const struct facts *b,
			       const struct thresholds *widen)
{
	if (a == b)
		return a;
	struct key_range counts = keys_of_variable(COUNT_VARIABLE);
	const struct facts *x = only(a, counts), *y = only(b, counts);
	struct pair p = { d, widen, a, b, absent_bits(x, y), absent_bits(y, x), NULL, NULL, false };
	const struct facts *joined = owners_joined(d, ages_joined(d, join(&p, a, b), a, b), a, b);
	return d->wholes && d->wholes->reads.count ? guards_joined(d, joined, a, b, widen) : joined;
}

uint64_t facts_absent(const struct facts *f, const struct facts *other)
{
	struct key_range counts = keys_of_variable(COUNT_VARIABLE);
	return absent_bits(only(f, counts), only(other, counts));
}

const struct facts *facts_return(struct domain *d, const struct facts *f, struct key_range range,
				 const struct facts *exit, uint64_t absent, const struct known *stored,
				 const struct known *from, bool by_object)
{
	const struct facts *now = only(f, range), *left = only(exit, range);
	if (now == left)
		return f;
	struct pair p = {
		.d = d, .a = f, .b = exit, .absent_b = absent, .stored = stored, .from = from, .by_object = by_object
	};
	const struct facts *part = join(&p, now, left);
	return part == now ? f : unite(d, facts_remove(d, f, range), part);
}

/* Does INNER, which has none of the keys of PART, say nothing of them because their objects are absent? */
static bool include_absent(const struct domain *d, const struct facts *part, const struct facts *inner)
{
	for (; part->bit != LEAF; part = part->right)
		if (!include_absent(d, part->left, inner))
			return false;
	return part->key == OWNER_FACT || facts_is_absent(d, inner, key_object(part->key)) ||
	       guard_is_implied(d, part->key, &part->known, inner) || age_is_implied(d, part->key, inner);
}

static bool include(const struct pair *p, const struct facts *outer, const struct facts *inner)
{
	if (outer == inner || !outer)
		return true;
	if (!inner)
		return include_absent(p->d, outer, p->b);
	if (outer->bit == LEAF && outer->key == OWNER_FACT)
		return true; /* below */
	if (outer->bit == LEAF) {
		const struct known *k = facts_get(inner, outer->key);
		if (!k)
			return include_absent(p->d, outer, p->b);
		return known_includes(p->d, &outer->known, k) ||
		       guard_is_implied(p->d, outer->key, &outer->known, p->b) ||
		       age_is_implied(p->d, outer->key, p->b);
	}
	if (inner->bit != LEAF && inner->bit == outer->bit && inner->key == outer->key)
		return include(p, outer->left, inner->left) && include(p, outer->right, inner->right);
	if (inner->bit == LEAF || inner->bit < outer->bit) {
		if (!agrees(outer, inner->key))
			return include_absent(p->d, outer, p->b);
		bool right = inner->key >> outer->bit & 1;
		return include_absent(p->d, right ? outer->left : outer->right, p->b) &&
		       include(p, right ? outer->right : outer->left, inner);
	}
	if (!agrees(inner, outer->key) || inner->bit == outer->bit)
		return include_absent(p->d, outer, p->b);
	return include(p, outer, outer->key >> inner->bit & 1 ? inner->right : inner->left);
}

bool facts_include(const struct domain *d, const struct facts *outer, const struct facts *inner)
{
	struct pair p = { .d = (struct domain *)(uintptr_t)d, .a = outer, .b = inner };
	return include(&p, outer, inner) && owners_include(p.d, outer, inner);
}

/* ---- moving ---- */

const struct facts *facts_move(struct domain *d, const struct facts *f)
{
	if (!f)
		return NULL;
	if (f->bit == MOVED)
		return f->left;
	size_t size = f->bit == LEAF ? sizeof *f : offsetof(struct facts, known);
	struct facts *new = new_node(d, size), *old = (struct facts *)(uintptr_t)f;
	memcpy(new, f, size);
	if (f->bit != LEAF) {
		new->left = facts_move(d, f->left);
		new->right = facts_move(d, f->right);
	}
	old->bit = MOVED;
	old->left = new;
	return new;
}
