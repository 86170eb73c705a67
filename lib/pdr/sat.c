#include "sat.h"

#include <string.h>

#include "vec.h"

typedef uint32_t clause_at; /* position in the pool; 0: none */
enum { NO_LEVEL = -1 };

struct literals VEC_BODY(literal);
struct watch {
	clause_at clause;
	literal other; /* if it is true, the clause need not be looked at */
};
struct watches VEC_BODY(struct watch);

/* In the pool: a clause is its size (with the bit of those that were learnt), its activity, then its literals. */
enum { CLAUSE_SIZE, CLAUSE_ACTIVITY, CLAUSE_LITERALS };
#define LEARNT (UINT32_C(1) << 31)

struct variable_state {
	int8_t value; /* 1: true; -1: false; 0: open */
	int8_t phase;
	bool seen, failed;
	int32_t level;
	clause_at reason;
	double activity;
	uint32_t heap; /* position + 1; 0: not in it */
};

struct sat {
	VEC(uint32_t) pool;
	VEC(clause_at) learnt;
	VEC(struct variable_state) variables;
	VEC(struct watches) watches; /* by literal: of clauses that watch its negation */
	struct literals trail;
	VEC(uint32_t) limits; /* of decision levels in the trail */
	VEC(uint32_t) heap;
	VEC(uint32_t) failing; /* variables of assumptions that cannot hold together */
	size_t head;
	double step;
	float clause_step;
	bool contradiction;
	struct literals learning, marked;
	uint64_t conflicts;
	size_t most_learnt;
};

static int8_t value_of(const struct sat *s, literal l)
{
	int8_t v = s->variables.at[l >> 1].value;
	return l & 1 ? (int8_t)-v : v;
}

static uint32_t *clause(const struct sat *s, clause_at c)
{
	return &s->pool.at[c];
}

static uint32_t size_of(const struct sat *s, clause_at c)
{
	return s->pool.at[c] & ~LEARNT;
}

/* --- the order of decisions: a heap by activity --- */

static bool before(const struct sat *s, uint32_t a, uint32_t b)
{
	return s->variables.at[a].activity > s->variables.at[b].activity;
}

static void put_in_heap(struct sat *s, size_t i, uint32_t v)
{
	s->heap.at[i] = v;
	s->variables.at[v].heap = (uint32_t)i + 1;
}

static void sift_up(struct sat *s, size_t i)
{
	uint32_t v = s->heap.at[i];
	for (; i > 0 && before(s, v, s->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
		put_in_heap(s, i, s->heap.at[(i - 1) / 2]);
	put_in_heap(s, i, v);
}

static void sift_down(struct sat *s, size_t i)
{
	uint32_t v = s->heap.at[i];
	for (size_t child; (child = 2 * i + 1) < s->heap.count; i = child) {
		if (child + 1 < s->heap.count && before(s, s->heap.at[child + 1], s->heap.at[child]))
			child++;
		if (!before(s, s->heap.at[child], v))
			break;
		put_in_heap(s, i, s->heap.at[child]);
	}
	put_in_heap(s, i, v);
}

static void heap_insert(struct sat *s, uint32_t v)
{
	if (s->variables.at[v].heap)
		return;
	vec_push(&s->heap, v);
	sift_up(s, s->heap.count - 1);
}

static uint32_t heap_pop(struct sat *s)
{
	uint32_t top = s->heap.at[0], last = vec_pop(&s->heap);
	s->variables.at[top].heap = 0;
	if (s->heap.count) {
		s->heap.at[0] = last;
		sift_down(s, 0);
	}
	return top;
}

static void bump(struct sat *s, uint32_t v)
{
	if ((s->variables.at[v].activity += s->step) > 1e100) {
		for (size_t i = 0; i < s->variables.count; i++)
			s->variables.at[i].activity *= 1e-100;
		s->step *= 1e-100;
	}
	if (s->variables.at[v].heap)
		sift_up(s, s->variables.at[v].heap - 1);
}

static float activity(const struct sat *s, clause_at c)
{
	float f;
	memcpy(&f, &clause(s, c)[CLAUSE_ACTIVITY], sizeof f);
	return f;
}

static void set_activity(struct sat *s, clause_at c, float f)
{
	memcpy(&clause(s, c)[CLAUSE_ACTIVITY], &f, sizeof f);
}

static void bump_clause(struct sat *s, clause_at c)
{
	if (!(clause(s, c)[CLAUSE_SIZE] & LEARNT))
		return;
	set_activity(s, c, activity(s, c) + s->clause_step);
	if (activity(s, c) < 1e20f)
		return;
	for (size_t i = 0; i < s->learnt.count; i++)
		set_activity(s, s->learnt.at[i], activity(s, s->learnt.at[i]) * 1e-20f);
	s->clause_step *= 1e-20f;
}

/* --- assignments --- */

static int level(const struct sat *s)
{
	return (int)s->limits.count;
}

static void assign(struct sat *s, literal l, clause_at reason)
{
	struct variable_state *v = &s->variables.at[l >> 1];
	v->value = l & 1 ? -1 : 1;
	v->level = level(s);
	v->reason = reason;
	vec_push(&s->trail, l);
}

static void undo_to(struct sat *s, int to)
{
	if (level(s) <= to)
		return;
	uint32_t keep = s->limits.at[to];
	while (s->trail.count > keep) {
		uint32_t v = vec_pop(&s->trail) >> 1;
		s->variables.at[v].phase = s->variables.at[v].value;
		s->variables.at[v].value = 0;
		heap_insert(s, v);
	}
	s->limits.count = (size_t)to;
	s->head = s->trail.count;
}

/* The clauses that watch a literal which has become false. Gives a clause whose literals are all false, or 0. */
static clause_at visit_watches(struct sat *s, literal falsified)
{
	struct watches *list = &s->watches.at[falsified ^ 1];
	clause_at conflict = 0;
	size_t kept = 0, i = 0;
	while (i < list->count) {
		struct watch w = list->at[i++];
		if (value_of(s, w.other) > 0) {
			list->at[kept++] = w;
			continue;
		}
		uint32_t *c = clause(s, w.clause), *l = c + CLAUSE_LITERALS, size = c[CLAUSE_SIZE] & ~LEARNT;
		if (l[0] == falsified) {
			l[0] = l[1];
			l[1] = falsified;
		}
		struct watch next = { w.clause, l[0] };
		uint32_t k = 2;
		if (value_of(s, l[0]) <= 0)
			while (k < size && value_of(s, l[k]) < 0)
				k++;
		else
			k = size;
		if (k < size) {
			l[1] = l[k];
			l[k] = falsified;
			vec_push(&s->watches.at[l[1] ^ 1], next);
			list = &s->watches.at[falsified ^ 1];
			continue;
		}
		list->at[kept++] = next;
		if (value_of(s, l[0]) < 0) {
			conflict = w.clause;
			break;
		}
		if (value_of(s, l[0]) == 0)
			assign(s, l[0], w.clause);
	}
	while (i < list->count)
		list->at[kept++] = list->at[i++];
	list->count = kept;
	return conflict;
}

static clause_at propagate(struct sat *s)
{
	clause_at conflict = 0;
	while (!conflict && s->head < s->trail.count)
		conflict = visit_watches(s, s->trail.at[s->head++] ^ 1);
	return conflict;
}

/* --- clauses --- */

static clause_at add_clause(struct sat *s, const literal *l, uint32_t count, uint32_t learnt)
{
	clause_at c = (clause_at)s->pool.count;
	vec_push(&s->pool, count | learnt);
	vec_push(&s->pool, 0);
	for (uint32_t i = 0; i < count; i++)
		vec_push(&s->pool, l[i]);
	vec_push(&s->watches.at[l[0] ^ 1], (struct watch){ c, l[1] });
	vec_push(&s->watches.at[l[1] ^ 1], (struct watch){ c, l[0] });
	if (learnt) {
		vec_push(&s->learnt, c);
		set_activity(s, c, s->clause_step);
	}
	return c;
}

void sat_clause(struct sat *s, const literal *literals, size_t count)
{
	struct literals *l = &s->learning;
	undo_to(s, 0);
	vec_clear(l);
	for (size_t i = 0; i < count; i++) {
		bool twice = false;
		if (value_of(s, literals[i]) > 0)
			return;
		for (size_t k = 0; k < l->count; k++) {
			if (l->at[k] == (literals[i] ^ 1))
				return;
			twice = twice || l->at[k] == literals[i];
		}
		if (!twice && value_of(s, literals[i]) == 0)
			vec_push(l, literals[i]);
	}
	if (l->count == 0)
		s->contradiction = true;
	else if (l->count == 1)
		assign(s, l->at[0], 0);
	else
		add_clause(s, l->at, (uint32_t)l->count, 0);
}

static bool is_locked(const struct sat *s, clause_at c)
{
	literal first = clause(s, c)[CLAUSE_LITERALS];
	return value_of(s, first) > 0 && s->variables.at[first >> 1].reason == c;
}

static float median_activity(const struct sat *s)
{
	float sum = 0;
	for (size_t i = 0; i < s->learnt.count; i++)
		sum += activity(s, s->learnt.at[i]);
	return s->learnt.count ? sum / (float)s->learnt.count : 0;
}

static void forget_watches(struct sat *s)
{
	for (size_t l = 0; l < s->watches.count; l++) {
		struct watches *list = &s->watches.at[l];
		size_t kept = 0;
		for (size_t i = 0; i < list->count; i++)
			if (clause(s, list->at[i].clause)[CLAUSE_SIZE])
				list->at[kept++] = list->at[i];
		list->count = kept;
	}
}

/* Forgets the less active half of what was learnt. */
static void reduce(struct sat *s)
{
	float limit = median_activity(s);
	size_t kept = 0;
	for (size_t i = 0; i < s->learnt.count; i++) {
		clause_at c = s->learnt.at[i];
		if (size_of(s, c) > 2 && activity(s, c) < limit && !is_locked(s, c))
			clause(s, c)[CLAUSE_SIZE] = 0;
		else
			s->learnt.at[kept++] = c;
	}
	s->learnt.count = kept;
	forget_watches(s);
}

/* --- conflicts --- */

static void mark(struct sat *s, literal l, size_t *open)
{
	struct variable_state *v = &s->variables.at[l >> 1];
	if (v->seen || v->level <= 0)
		return;
	v->seen = true;
	vec_push(&s->marked, l);
	bump(s, l >> 1);
	if (v->level == level(s))
		++*open;
	else
		vec_push(&s->learning, l);
}

/* Do the other literals of its reason, all of them marked, imply it? */
static bool is_redundant(const struct sat *s, literal l)
{
	clause_at reason = s->variables.at[l >> 1].reason;
	if (!reason)
		return false;
	const uint32_t *c = clause(s, reason);
	for (uint32_t i = 0, size = size_of(s, reason); i < size; i++) {
		const struct variable_state *v = &s->variables.at[c[CLAUSE_LITERALS + i] >> 1];
		if (c[CLAUSE_LITERALS + i] >> 1 != l >> 1 && !v->seen && v->level > 0)
			return false;
	}
	return true;
}

static void minimise(struct sat *s)
{
	size_t kept = 1;
	for (size_t i = 1; i < s->learning.count; i++)
		if (!is_redundant(s, s->learning.at[i]))
			s->learning.at[kept++] = s->learning.at[i];
	s->learning.count = kept;
}

/* Learns the clause at the first unique implication point; gives the level to go back to. */
static int analyse(struct sat *s, clause_at conflict)
{
	size_t open = 0, at = s->trail.count;
	literal implied = LITERAL_NONE;
	vec_clear(&s->learning);
	vec_clear(&s->marked);
	vec_push(&s->learning, 0);
	do {
		bump_clause(s, conflict);
		const uint32_t size = size_of(s, conflict);
		for (uint32_t i = 0; i < size; i++) {
			literal l = clause(s, conflict)[CLAUSE_LITERALS + i];
			if (l != implied)
				mark(s, l, &open);
		}
		do
			implied = s->trail.at[--at];
		while (!s->variables.at[implied >> 1].seen);
		conflict = s->variables.at[implied >> 1].reason;
	} while (--open);
	s->learning.at[0] = implied ^ 1;
	minimise(s);
	int back = 0;
	for (size_t i = 1; i < s->learning.count; i++) {
		int l = s->variables.at[s->learning.at[i] >> 1].level;
		if (l > back) {
			back = l;
			literal swap = s->learning.at[1];
			s->learning.at[1] = s->learning.at[i];
			s->learning.at[i] = swap;
		}
	}
	for (size_t i = 0; i < s->marked.count; i++)
		s->variables.at[s->marked.at[i] >> 1].seen = false;
	return back;
}

static void note_failed(struct sat *s, uint32_t variable)
{
	s->variables.at[variable].failed = true;
	vec_push(&s->failing, variable);
}

/* Which assumptions make this one false. */
static void explain(struct sat *s, literal assumption)
{
	note_failed(s, assumption >> 1);
	if (!level(s) || s->variables.at[assumption >> 1].level <= 0)
		return;
	s->variables.at[assumption >> 1].seen = true;
	for (size_t i = s->trail.count; i-- > s->limits.at[0];) {
		uint32_t v = s->trail.at[i] >> 1;
		if (!s->variables.at[v].seen)
			continue;
		s->variables.at[v].seen = false;
		clause_at reason = s->variables.at[v].reason;
		if (!reason) {
			note_failed(s, v);
			continue;
		}
		for (uint32_t k = 0; k < size_of(s, reason); k++) {
			uint32_t u = clause(s, reason)[CLAUSE_LITERALS + k] >> 1;
			if (u != v && s->variables.at[u].level > 0)
				s->variables.at[u].seen = true;
		}
	}
}

/* --- search --- */

static void learn(struct sat *s, int back)
{
	undo_to(s, back);
	struct literals *l = &s->learning;
	clause_at reason = l->count > 1 ? add_clause(s, l->at, (uint32_t)l->count, LEARNT) : 0;
	assign(s, l->at[0], reason);
	s->step *= 1 / 0.95;
	s->clause_step *= 1 / 0.999f;
}

/* The next assumption, or the most active open variable; LITERAL_NONE: all have values. *failed: an assumption is false. */
static literal next_decision(struct sat *s, const literal *assumptions, size_t count, literal *failed)
{
	while ((size_t)level(s) < count) {
		literal l = assumptions[level(s)];
		if (value_of(s, l) < 0) {
			*failed = l;
			return LITERAL_NONE;
		}
		if (value_of(s, l) == 0)
			return l;
		vec_push(&s->limits, (uint32_t)s->trail.count);
	}
	while (s->heap.count) {
		uint32_t v = heap_pop(s);
		if (!s->variables.at[v].value)
			return 2 * v + (s->variables.at[v].phase <= 0);
	}
	return LITERAL_NONE;
}

static uint64_t luby(uint64_t i)
{
	uint64_t size = 1, power = 0;
	while (size < i + 1) {
		power++;
		size = 2 * size + 1;
	}
	while (size - 1 != i) {
		size = (size - 1) / 2;
		power--;
		i %= size;
	}
	return UINT64_C(1) << power;
}

static void forget_failed(struct sat *s)
{
	while (s->failing.count)
		s->variables.at[vec_pop(&s->failing)].failed = false;
}

enum sat_reply sat_solve(struct sat *s, const literal *assumptions, size_t count, bool (*stop)(void *context),
			 void *context)
{
	uint64_t restarts = 0, left = 100;
	undo_to(s, 0);
	forget_failed(s);
	for (;;) {
		clause_at conflict = s->contradiction ? 0 : propagate(s);
		if (conflict && level(s)) {
			learn(s, analyse(s, conflict));
			s->conflicts++;
			left -= left > 0;
			if (s->conflicts % 256 == 0 && stop && stop(context))
				return SAT_STOPPED;
			continue;
		}
		s->contradiction = s->contradiction || conflict;
		if (s->contradiction)
			return SAT_NO;
		if (!left) {
			left = 100 * luby(++restarts);
			undo_to(s, 0);
			continue;
		}
		if (s->learnt.count > s->most_learnt) {
			reduce(s);
			s->most_learnt += s->most_learnt / 20;
		}
		literal failed = LITERAL_NONE, next = next_decision(s, assumptions, count, &failed);
		if (failed != LITERAL_NONE) {
			explain(s, failed);
			return SAT_NO;
		}
		if (next == LITERAL_NONE)
			return SAT_YES;
		vec_push(&s->limits, (uint32_t)s->trail.count);
		assign(s, next, 0);
	}
}

bool sat_value(const struct sat *s, literal l)
{
	return value_of(s, l) > 0;
}

bool sat_failed(const struct sat *s, literal assumption)
{
	return s->variables.at[assumption >> 1].failed;
}

/* --- life cycle --- */

literal sat_variable(struct sat *s)
{
	uint32_t v = (uint32_t)s->variables.count;
	vec_push(&s->variables, (struct variable_state){ .level = NO_LEVEL });
	vec_push(&s->watches, (struct watches){ 0 });
	vec_push(&s->watches, (struct watches){ 0 });
	heap_insert(s, v);
	return 2 * v;
}

struct sat *sat_new(void)
{
	struct sat *s = memory_alloc(sizeof *s);
	s->step = 1;
	s->clause_step = 1;
	s->most_learnt = 4000;
	vec_push(&s->pool, 0); /* position 0 is none */
	assign(s, sat_variable(s), 0);
	return s;
}

void sat_free(struct sat *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->watches.count; i++)
		vec_free(&s->watches.at[i]);
	vec_free(&s->watches);
	vec_free(&s->pool);
	vec_free(&s->learnt);
	vec_free(&s->variables);
	vec_free(&s->trail);
	vec_free(&s->limits);
	vec_free(&s->heap);
	vec_free(&s->failing);
	vec_free(&s->learning);
	vec_free(&s->marked);
	memory_free(s);
}
