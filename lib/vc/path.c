#include "path.h"

#include "vec.h"

struct path *path_start(struct path_space *space)
{
	struct path *start = arena_alloc(space->env.arena, sizeof *start);
	start->conjunct = start->full = term_true(space->bank);
	return start;
}

/* --- what a path decides --- */

enum { LOOK_BACK = 256 };

/* What a condition is about: for x == constant that is x, so that x == 1 and x == 2 meet; a negation is about what
 * is negated. */
static term subject(const struct bank *bank, term c)
{
	if (term_op(bank, c) == OP_NOT)
		c = term_arg(bank, c, 0);
	if (term_op(bank, c) == OP_EQ && term_is_constant(bank, term_arg(bank, c, 0)))
		return term_arg(bank, c, 1);
	if (term_op(bank, c) == OP_EQ && term_is_constant(bank, term_arg(bank, c, 1)))
		return term_arg(bank, c, 0);
	return c;
}

static uint64_t atom_bit(term t)
{
	return UINT64_C(1) << (t * UINT32_C(2654435761) >> 26);
}

/* Does a conjunct of the chain, looked at by itself, decide Bool term c? */
enum opinion { OPEN, TRUE, FALSE };
static enum opinion decides(const struct path_space *space, const struct path *path, term c)
{
	const struct bank *bank = space->bank;
	term about = subject(bank, c);
	bool negated = term_op(bank, c) == OP_NOT;
	term plain = negated ? term_arg(bank, c, 0) : c;
	for (int i = 0; path && i < LOOK_BACK && path->atoms & atom_bit(about); i++, path = path->parent) {
		term k = path->conjunct;
		if (k == c)
			return TRUE;
		if (subject(bank, k) != about)
			continue;
		bool k_negated = term_op(bank, k) == OP_NOT;
		if ((k_negated ? term_arg(bank, k, 0) : k) == plain)
			return FALSE;
		/* x == 1 excludes x == 2. */
		if (!k_negated && plain != about && k != about)
			return negated ? TRUE : FALSE;
	}
	return OPEN;
}

term path_simplify(const struct path_space *space, const struct path *path, term t)
{
	while (term_op(space->bank, t) == OP_ITE) {
		enum opinion opinion = decides(space, path, term_arg(space->bank, t, 0));
		if (opinion == OPEN)
			break;
		t = term_arg(space->bank, t, opinion == TRUE ? 1 : 2);
	}
	return t;
}

struct path *path_extend(struct path_space *space, struct path *path, term conjunct, bool decided)
{
	if (!path || term_is_true(space->bank, conjunct))
		return path;
	if (term_is_false(space->bank, conjunct))
		return NULL;
	term full = term_and(space->bank, path->full, conjunct);
	if (term_is_false(space->bank, full))
		return NULL;
	if (full == path->full)
		return path;
	struct path *longer = arena_alloc(space->env.arena, sizeof *longer);
	*longer = (struct path){ path,
				 path->depth + 1,
				 ++space->last_serial,
				 decided,
				 conjunct,
				 full,
				 path->atoms | atom_bit(subject(space->bank, conjunct)) };
	return longer;
}

term path_beyond(struct path_space *space, const struct path *path, const struct path *ancestor)
{
	term rest = term_true(space->bank);
	for (; path != ancestor; path = path->parent)
		rest = term_and(space->bank, path->conjunct, rest);
	return rest;
}

/* A state on its way up the tree of path conditions: `suffix` is what has been taken off its chain, `first` the
 * conjunct taken off last. `rest_decided`: a branch is decided in the suffix after `first`. */
struct climber {
	struct path *at;
	term suffix, first;
	bool first_decided, rest_decided;
	struct state state;
};

static void climb(struct path_space *space, struct climber *c)
{
	c->rest_decided = c->rest_decided || (c->first && c->first_decided);
	c->first = c->at->conjunct;
	c->first_decided = c->at->decided;
	c->suffix = term_and(space->bank, c->first, c->suffix);
	c->at = c->at->parent;
}

/* Two climbers at the same path: `a` becomes their join. */
static void join(struct path_space *space, struct climber *a, struct climber *b)
{
	struct bank *bank = space->bank;
	bool complementary = a->first && b->first && a->first == term_not(bank, b->first);
	term condition = complementary ? a->first : a->suffix;
	a->state.globals = env_merge(&space->env, bank, condition, &a->state.globals, &b->state.globals);
	a->state.locals = env_merge(&space->env, bank, condition, &a->state.locals, &b->state.locals);
	a->suffix = term_or(bank, a->suffix, b->suffix);
	a->rest_decided = a->rest_decided || b->rest_decided || !complementary;
	a->first = 0;
	a->first_decided = false;
}

/* A heap of climbers, the deepest first; among equally deep ones, those at the same path lie together. */
static bool climber_before(const struct climber *a, const struct climber *b)
{
	if (a->at->depth != b->at->depth)
		return a->at->depth > b->at->depth;
	return a->at->serial > b->at->serial;
}

struct climbers VEC_BODY(struct climber *);

static void climbers_push(struct climbers *h, struct climber *c)
{
	vec_push(h, c);
	size_t i = h->count - 1;
	for (; i > 0 && climber_before(c, h->at[(i - 1) / 2]); i = (i - 1) / 2)
		h->at[i] = h->at[(i - 1) / 2];
	h->at[i] = c;
}

static struct climber *climbers_pop(struct climbers *h)
{
	struct climber *top = h->at[0], *last = vec_pop(h);
	size_t i = 0;
	for (size_t child; (child = 2 * i + 1) < h->count; i = child) {
		if (child + 1 < h->count && climber_before(h->at[child + 1], h->at[child]))
			child++;
		if (!climber_before(h->at[child], last))
			break;
		h->at[i] = h->at[child];
	}
	if (h->count)
		h->at[i] = last;
	return top;
}

struct state state_merge(struct path_space *space, struct state *states, uint32_t count)
{
	uint32_t live = 0;
	for (uint32_t i = 0; i < count; i++)
		if (states[i].path)
			states[live++] = states[i];
	if (live == 0)
		return (struct state){ 0 };
	if (live == 1)
		return states[0];
	struct climber *all = memory_alloc(live * sizeof *all);
	struct climbers heap = { 0 };
	for (uint32_t i = 0; i < live; i++) {
		all[i].at = states[i].path;
		all[i].suffix = term_true(space->bank);
		all[i].state = states[i];
		climbers_push(&heap, &all[i]);
	}
	while (heap.count > 1) {
		struct climber *c = climbers_pop(&heap);
		if (heap.at[0]->at == c->at)
			join(space, heap.at[0], c);
		else {
			climb(space, c);
			climbers_push(&heap, c);
		}
	}
	struct climber *c = heap.at[0];
	bool decided = c->rest_decided || (c->first && c->first_decided);
	struct state merged = c->state;
	merged.path = path_extend(space, c->at, c->suffix, decided);
	vec_free(&heap);
	memory_free(all);
	return merged;
}
