#include "pdr.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"

enum { QUERIES_PER_SOLVER = 600 };

struct literals VEC_BODY(literal);

/* A lemma of level k holds in all states that k steps reach, and in those that fewer do. */
struct level {
	struct lemmas lemmas;
	literal active; /* in the solver: they hold */
};

/* A cube from which a bad state is reached, to be kept from the states that `level` steps reach. */
struct obligation {
	const struct cube *cube;
	uint32_t level, depth;
};

struct pdr {
	const struct latches *latches;
	struct gates *gates;
	literal alive; /* the next state is at a cut */
	struct arena *arena;
	bool (*stop)(void *context);
	void *context;
	bool stopped, reached;
	VEC(struct level) levels;
	VEC(struct obligation) queue;
	struct sat *sat;
	VEC(literal) loaded; /* node of the gates -> literal of the solver */
	uint32_t asked;      /* of this solver */
	struct literals assumptions, clause, wanted, found;
	double *activity;
	uint32_t *latch_of; /* node -> latch + 1 */
	size_t node_count;
	VEC(int8_t) values; /* by node, of one model: 1, -1; 0: not known yet */
	VEC(bool) marked;
	VEC(uint32_t) touched;
	struct pdr_statistics *statistics;
};

/* --- the solver --- */

static uint32_t top(const struct pdr *p)
{
	return (uint32_t)p->levels.count - 1;
}

static void add_three(struct pdr *p, literal a, literal b, literal c)
{
	literal clause[] = { a, b, c };
	sat_clause(p->sat, clause, c == LITERAL_NONE ? 2 : 3);
}

/* The literal of the solver for one of the gates; loads what it depends on. */
static literal load(struct pdr *p, literal l)
{
	VEC(uint32_t) stack = { 0 };
	while (p->loaded.count < p->gates->nodes.count)
		vec_push(&p->loaded, LITERAL_NONE);
	vec_push(&stack, l >> 1);
	while (stack.count) {
		uint32_t node = vec_last(&stack);
		const struct gate *gate = &p->gates->nodes.at[node];
		bool input = gates_is_input(p->gates, node);
		if (p->loaded.at[node] != LITERAL_NONE) {
			stack.count--;
		} else if (!input && p->loaded.at[gate->a >> 1] == LITERAL_NONE) {
			vec_push(&stack, gate->a >> 1);
		} else if (!input && p->loaded.at[gate->b >> 1] == LITERAL_NONE) {
			vec_push(&stack, gate->b >> 1);
		} else {
			literal x = p->loaded.at[node] = node ? sat_variable(p->sat) : LITERAL_TRUE;
			if (input)
				continue;
			literal a = p->loaded.at[gate->a >> 1] ^ (gate->a & 1);
			literal b = p->loaded.at[gate->b >> 1] ^ (gate->b & 1);
			add_three(p, literal_not(x), a, LITERAL_NONE);
			add_three(p, literal_not(x), b, LITERAL_NONE);
			add_three(p, x, literal_not(a), literal_not(b));
		}
	}
	vec_free(&stack);
	return p->loaded.at[l >> 1] ^ (l & 1);
}

static literal current(struct pdr *p, literal of_latch)
{
	return load(p, p->latches->current[of_latch >> 1] ^ (of_latch & 1));
}

static literal next(struct pdr *p, literal of_latch)
{
	return load(p, p->latches->next[of_latch >> 1] ^ (of_latch & 1));
}

/* The negation of the cube holds where `condition` does. */
static void exclude(struct pdr *p, const struct cube *cube, literal condition)
{
	vec_clear(&p->clause);
	vec_push(&p->clause, literal_not(condition));
	for (uint32_t i = 0; i < cube->count; i++)
		vec_push(&p->clause, literal_not(current(p, cube->literals[i])));
	sat_clause(p->sat, p->clause.at, p->clause.count);
}

static void new_solver(struct pdr *p)
{
	const struct latches *latches = p->latches;
	sat_free(p->sat);
	p->sat = sat_new(SAT_SMALL);
	p->asked = 0;
	vec_clear(&p->loaded);
	for (uint32_t i = 0; i < latches->cuts; i++)
		for (uint32_t k = i + 1; k < latches->cuts; k++)
			add_three(p, literal_not(current(p, 2 * i)), literal_not(current(p, 2 * k)), LITERAL_NONE);
	vec_clear(&p->clause);
	for (uint32_t i = 0; i < latches->cuts; i++)
		vec_push(&p->clause, current(p, 2 * i));
	sat_clause(p->sat, p->clause.at, p->clause.count);
	for (size_t i = 0; i < latches->constraints.count; i++) {
		literal holds = load(p, latches->constraints.at[i]);
		sat_clause(p->sat, &holds, 1);
	}
	for (size_t i = 0; i < p->levels.count; i++) {
		struct level *level = &p->levels.at[i];
		level->active = sat_variable(p->sat);
		for (size_t k = 0; k < level->lemmas.count; k++)
			exclude(p, level->lemmas.at[k], level->active);
	}
}

/* Of the states that `level` steps reach: is there one that satisfies what was pushed to p->assumptions? */
static bool ask(struct pdr *p, uint32_t level)
{
	if (!level)
		vec_push(&p->assumptions, current(p, 0));
	for (uint32_t i = level ? level : 1; i < p->levels.count; i++)
		vec_push(&p->assumptions, p->levels.at[i].active);
	p->statistics->queries++;
	p->asked++;
	p->stopped = p->stopped || (p->statistics->queries % 16 == 0 && p->stop && p->stop(p->context));
	if (p->stopped)
		return false;
	enum sat_reply reply = sat_solve(p->sat, p->assumptions.at, p->assumptions.count, p->stop, p->context);
	p->stopped = reply == SAT_STOPPED;
	return reply == SAT_YES;
}

/* --- cubes --- */

static int compare_literals(const void *a, const void *b)
{
	literal x = *(const literal *)a, y = *(const literal *)b;
	return (x > y) - (x < y);
}

static const struct cube *make_cube(struct pdr *p, const literal *literals, uint32_t count)
{
	struct cube *cube = arena_alloc(p->arena, sizeof *cube + count * sizeof(literal));
	cube->count = count;
	memcpy(cube->literals, literals, count * sizeof(literal));
	qsort(cube->literals, count, sizeof(literal), compare_literals);
	return cube;
}

/* Does this literal say that the state is not initial? */
static bool excludes_start(const struct pdr *p, literal l)
{
	return l == literal_not(0) || (!(l & 1) && l >> 1 && l >> 1 < p->latches->cuts);
}

static bool meets_start(const struct pdr *p, const literal *literals, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (excludes_start(p, literals[i]))
			return false;
	return true;
}

static bool is_part(const struct cube *a, const struct cube *of)
{
	uint32_t i = 0;
	for (uint32_t k = 0; i < a->count && k < of->count; k++)
		i += a->literals[i] == of->literals[k];
	return i == a->count;
}

/* --- what a model says --- */

static int8_t evaluate(struct pdr *p, literal l)
{
	VEC(uint32_t) stack = { 0 };
	while (p->values.count < p->gates->nodes.count) {
		vec_push(&p->values, 0);
		vec_push(&p->marked, false);
	}
	vec_push(&stack, l >> 1);
	while (stack.count) {
		uint32_t node = vec_last(&stack);
		const struct gate *gate = &p->gates->nodes.at[node];
		int8_t value = 0;
		if (p->values.at[node]) {
			stack.count--;
			continue;
		}
		if (gates_is_input(p->gates, node)) {
			literal at = node ? p->loaded.at[node] : LITERAL_TRUE;
			value = at != LITERAL_NONE && sat_value(p->sat, at) ? 1 : -1;
		} else if (!p->values.at[gate->a >> 1]) {
			vec_push(&stack, gate->a >> 1);
			continue;
		} else if (!p->values.at[gate->b >> 1]) {
			vec_push(&stack, gate->b >> 1);
			continue;
		} else {
			bool a = (p->values.at[gate->a >> 1] > 0) != (gate->a & 1);
			bool b = (p->values.at[gate->b >> 1] > 0) != (gate->b & 1);
			value = a && b ? 1 : -1;
		}
		p->values.at[node] = value;
		vec_push(&p->touched, node);
		stack.count--;
	}
	vec_free(&stack);
	return l & 1 ? (int8_t)-p->values.at[l >> 1] : p->values.at[l >> 1];
}

static void forget_values(struct pdr *p)
{
	for (size_t i = 0; i < p->touched.count; i++) {
		p->values.at[p->touched.at[i]] = 0;
		p->marked.at[p->touched.at[i]] = false;
	}
	vec_clear(&p->touched);
}

static bool is_latch(const struct pdr *p, uint32_t node)
{
	return node < p->node_count && p->latch_of[node];
}

/* Which child explains an and-gate that is false: one that is explained already, else one that is no latch. */
static literal choose_false(const struct pdr *p, const struct gate *gate)
{
	bool a = (p->values.at[gate->a >> 1] > 0) == (gate->a & 1),
	     b = (p->values.at[gate->b >> 1] > 0) == (gate->b & 1);
	if (!a || !b)
		return a ? gate->a : gate->b;
	if (p->marked.at[gate->a >> 1] || p->marked.at[gate->b >> 1])
		return p->marked.at[gate->a >> 1] ? gate->a : gate->b;
	bool input_a = gates_is_input(p->gates, gate->a >> 1), input_b = gates_is_input(p->gates, gate->b >> 1);
	if (input_a && !is_latch(p, gate->a >> 1))
		return gate->a;
	if (input_b && !is_latch(p, gate->b >> 1))
		return gate->b;
	return gate->a < gate->b ? gate->a : gate->b;
}

/* The latches on which the values of p->wanted depend in this model, as literals in p->found: with them, and the model's
 * inputs, these values follow. */
static void justify(struct pdr *p)
{
	vec_clear(&p->found);
	for (size_t i = 0; i < p->wanted.count; i++)
		evaluate(p, p->wanted.at[i]);
	VEC(uint32_t) stack = { 0 };
	for (size_t i = 0; i < p->wanted.count; i++)
		vec_push(&stack, p->wanted.at[i] >> 1);
	while (stack.count) {
		uint32_t node = vec_pop(&stack);
		const struct gate *gate = &p->gates->nodes.at[node];
		if (p->marked.at[node])
			continue;
		p->marked.at[node] = true;
		if (is_latch(p, node)) {
			vec_push(&p->found, 2 * (p->latch_of[node] - 1) + (p->values.at[node] < 0));
		} else if (!gates_is_input(p->gates, node) && p->values.at[node] > 0) {
			vec_push(&stack, gate->a >> 1);
			vec_push(&stack, gate->b >> 1);
		} else if (!gates_is_input(p->gates, node)) {
			vec_push(&stack, choose_false(p, gate) >> 1);
		}
	}
	vec_free(&stack);
	forget_values(p);
}

/* Where the cut is known, the other cuts need not be mentioned. */
static const struct cube *cube_found(struct pdr *p)
{
	bool at = false;
	size_t kept = 0;
	for (size_t i = 0; i < p->found.count; i++)
		at = at || (!(p->found.at[i] & 1) && p->found.at[i] >> 1 < p->latches->cuts);
	for (size_t i = 0; i < p->found.count; i++)
		if (!at || !(p->found.at[i] & 1) || p->found.at[i] >> 1 >= p->latches->cuts)
			p->found.at[kept++] = p->found.at[i];
	return make_cube(p, p->found.at, (uint32_t)kept);
}

/* --- blocking --- */

/* Does a cube say at which cut its states are? */
static bool has_cut(const struct pdr *p, const literal *cube, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (!(cube[i] & 1) && cube[i] >> 1 < p->latches->cuts)
			return true;
	return false;
}

/* Does a step lead from the states of level - 1, those of the cube excepted, into the cube? If not, p->found gets
 * literals of the cube that suffice for that; else, with `predecessor`, the literals of a cube from where it does. */
static bool is_entered(struct pdr *p, const literal *cube, uint32_t count, uint32_t level, bool predecessor)
{
	if (p->asked >= QUERIES_PER_SOLVER)
		new_solver(p);
	literal except = sat_variable(p->sat);
	vec_clear(&p->clause);
	vec_push(&p->clause, literal_not(except));
	for (uint32_t i = 0; i < count; i++)
		vec_push(&p->clause, literal_not(current(p, cube[i])));
	vec_clear(&p->assumptions);
	vec_push(&p->assumptions, except);
	for (uint32_t i = 0; i < count; i++)
		vec_push(&p->assumptions, next(p, cube[i]));
	bool ends = !has_cut(p, cube, count);
	if (ends)
		vec_push(&p->assumptions, load(p, p->alive));
	sat_clause(p->sat, p->clause.at, p->clause.count);
	bool entered = ask(p, level - 1);
	vec_clear(&p->wanted);
	vec_clear(&p->found);
	if (p->stopped)
		return true;
	for (uint32_t i = 0; i < count; i++)
		if (entered)
			vec_push(&p->wanted, p->latches->next[cube[i] >> 1]);
		else if (sat_failed(p->sat, p->assumptions.at[1 + i]))
			vec_push(&p->found, cube[i]);
	if (entered && ends)
		vec_push(&p->wanted, p->alive);
	if (entered && predecessor)
		justify(p);
	literal off = literal_not(except);
	sat_clause(p->sat, &off, 1);
	return entered;
}

/* The literals that were found, with one of the cube's that keeps them apart from the start. */
static void keep_from_start(struct pdr *p, const literal *cube, uint32_t count)
{
	if (!meets_start(p, p->found.at, p->found.count))
		return;
	for (uint32_t i = 0; i < count; i++)
		if (excludes_start(p, cube[i])) {
			vec_push(&p->found, cube[i]);
			return;
		}
}

static void sort_by_activity(const struct pdr *p, struct literals *list)
{
	for (size_t i = 1; i < list->count; i++) {
		literal l = list->at[i];
		size_t k = i;
		for (; k > 0 && p->activity[list->at[k - 1] >> 1] > p->activity[l >> 1]; k--)
			list->at[k] = list->at[k - 1];
		list->at[k] = l;
	}
}

/* `list` without those that are not needed for the cube to stay closed off. */
static void generalise(struct pdr *p, struct literals *list, uint32_t level)
{
	struct literals less = { 0 };
	sort_by_activity(p, list);
	for (size_t i = 0; i < list->count && list->count > 1 && !p->stopped;) {
		literal tried = list->at[i];
		vec_clear(&less);
		for (size_t k = 0; k < list->count; k++)
			if (k != i)
				vec_push(&less, list->at[k]);
		if (meets_start(p, less.at, less.count) && tried != literal_not(0))
			vec_push(&less, literal_not(0));
		if (meets_start(p, less.at, less.count) || is_entered(p, less.at, (uint32_t)less.count, level, false)) {
			i++;
			continue;
		}
		keep_from_start(p, less.at, (uint32_t)less.count);
		/* What was tried before and has to stay comes first. */
		size_t kept = 0, before = 0;
		for (size_t k = 0; k < less.count; k++)
			for (size_t n = 0; n < p->found.count; n++)
				if (p->found.at[n] == less.at[k]) {
					list->at[kept++] = less.at[k];
					before += k < i;
				}
		list->count = kept;
		i = before;
	}
	vec_free(&less);
}

static void add_lemma(struct pdr *p, const struct cube *cube, uint32_t level)
{
	for (uint32_t k = 1; k <= level; k++) {
		struct lemmas *list = &p->levels.at[k].lemmas;
		size_t kept = 0;
		for (size_t i = 0; i < list->count; i++)
			if (!is_part(cube, list->at[i]))
				list->at[kept++] = list->at[i];
		list->count = kept;
	}
	vec_push(&p->levels.at[level].lemmas, cube);
	exclude(p, cube, p->levels.at[level].active);
}

static bool is_known(const struct pdr *p, const struct cube *cube, uint32_t level)
{
	for (size_t k = level; k < p->levels.count; k++)
		for (size_t i = 0; i < p->levels.at[k].lemmas.count; i++)
			if (is_part(p->levels.at[k].lemmas.at[i], cube))
				return true;
	return false;
}

static void bump(struct pdr *p, const struct cube *cube)
{
	for (uint32_t i = 0; i < p->latches->count; i++)
		p->activity[i] *= 0.99;
	for (uint32_t i = 0; i < cube->count; i++)
		p->activity[cube->literals[i] >> 1] += 1;
}

/* The cube is not entered from level - 1; p->found says why. Gives the level up to which that is so. */
static uint32_t learn(struct pdr *p, const struct cube *cube, uint32_t level)
{
	struct literals list = { 0 };
	keep_from_start(p, cube->literals, cube->count);
	for (size_t i = 0; i < p->found.count; i++)
		vec_push(&list, p->found.at[i]);
	generalise(p, &list, level);
	while (!p->stopped && level < top(p) && !is_entered(p, list.at, (uint32_t)list.count, level + 1, false))
		level++;
	const struct cube *lemma = make_cube(p, list.at, (uint32_t)list.count);
	vec_free(&list);
	if (!p->stopped) {
		add_lemma(p, lemma, level);
		bump(p, lemma);
	}
	return level;
}

static void oblige(struct pdr *p, const struct cube *cube, uint32_t level, uint32_t depth)
{
	vec_push(&p->queue, (struct obligation){ cube, level, depth });
}

/* Of the lowest level, the one that came last. */
static struct obligation next_obligation(struct pdr *p)
{
	size_t best = p->queue.count - 1;
	for (size_t i = p->queue.count; i-- > 0;)
		if (p->queue.at[i].level < p->queue.at[best].level)
			best = i;
	struct obligation o = p->queue.at[best];
	for (size_t i = best; i + 1 < p->queue.count; i++)
		p->queue.at[i] = p->queue.at[i + 1];
	p->queue.count--;
	return o;
}

static void fulfil(struct pdr *p, struct obligation o)
{
	if (!o.level || meets_start(p, o.cube->literals, o.cube->count)) {
		p->reached = true;
		return;
	}
	if (!is_known(p, o.cube, o.level)) {
		if (is_entered(p, o.cube->literals, o.cube->count, o.level, true)) {
			if (p->stopped)
				return;
			oblige(p, cube_found(p), o.level - 1, o.depth + 1);
			vec_push(&p->queue, o);
			return;
		}
		o.level = learn(p, o.cube, o.level);
	}
	if (o.level < top(p))
		oblige(p, o.cube, o.level + 1, o.depth);
}

/* A state of the last level from which something bad happens. */
static bool find_bad(struct pdr *p)
{
	if (p->asked >= QUERIES_PER_SOLVER)
		new_solver(p);
	vec_clear(&p->assumptions);
	vec_push(&p->assumptions, load(p, p->latches->bad));
	if (!ask(p, top(p)))
		return false;
	vec_clear(&p->wanted);
	vec_push(&p->wanted, p->latches->bad);
	justify(p);
	oblige(p, cube_found(p), top(p), 0);
	return true;
}

/* True: one level's lemmas are those of the next. */
static bool propagate(struct pdr *p)
{
	for (uint32_t k = 1; k < top(p) && !p->stopped; k++) {
		struct lemmas list = p->levels.at[k].lemmas;
		p->levels.at[k].lemmas = (struct lemmas){ 0 };
		struct lemmas stay = { 0 };
		for (size_t i = 0; i < list.count; i++) {
			const struct cube *cube = list.at[i];
			if (is_known(p, cube, k + 1))
				continue;
			if (!p->stopped && !is_entered(p, cube->literals, cube->count, k + 1, false)) {
				vec_push(&p->levels.at[k + 1].lemmas, cube);
				exclude(p, cube, p->levels.at[k + 1].active);
			} else {
				vec_push(&stay, cube);
			}
			/* A new solver must find those that are not looked at yet. */
			if (p->asked >= QUERIES_PER_SOLVER) {
				for (size_t n = 0; n < stay.count; n++)
					vec_push(&p->levels.at[k].lemmas, stay.at[n]);
				for (size_t n = i + 1; n < list.count; n++)
					vec_push(&p->levels.at[k].lemmas, list.at[n]);
				new_solver(p);
				vec_clear(&p->levels.at[k].lemmas);
			}
		}
		vec_free(&list);
		vec_free(&p->levels.at[k].lemmas);
		p->levels.at[k].lemmas = stay;
		if (!stay.count)
			return !p->stopped;
	}
	return false;
}

static void collect(const struct pdr *p, struct lemmas *lemmas)
{
	for (size_t k = 1; k < p->levels.count; k++) {
		if (k < p->levels.count - 1 && !p->levels.at[k].lemmas.count)
			vec_clear(lemmas);
		else
			for (size_t i = 0; i < p->levels.at[k].lemmas.count; i++)
				vec_push(lemmas, p->levels.at[k].lemmas.at[i]);
	}
}

/* --- which lemmas are needed --- */

struct reduction {
	const struct lemmas *all;
	literal *active; /* by lemma */
	bool *needed;
	VEC(size_t) order; /* those that are needed, in the order in which that was found */
};

/* Assumes all lemmas, those that are needed already first: so that few others are. */
static void assume_lemmas(struct pdr *p, const struct reduction *r)
{
	for (size_t i = 0; i < r->order.count; i++)
		vec_push(&p->assumptions, r->active[r->order.at[i]]);
	for (size_t i = 0; i < r->all->count; i++)
		if (!r->needed[i])
			vec_push(&p->assumptions, r->active[i]);
}

/* What p->assumptions has cannot be: notes because of which lemmas. False: it can, or the search was stopped. */
static bool note_needed(struct pdr *p, struct reduction *r)
{
	if (sat_solve(p->sat, p->assumptions.at, p->assumptions.count, p->stop, p->context) != SAT_NO)
		return false;
	for (size_t i = 0; i < r->all->count; i++)
		if (!r->needed[i] && sat_failed(p->sat, r->active[i])) {
			r->needed[i] = true;
			vec_push(&r->order, i);
		}
	return true;
}

static bool find_needed(struct pdr *p, struct reduction *r)
{
	vec_clear(&p->assumptions);
	assume_lemmas(p, r);
	vec_push(&p->assumptions, load(p, p->latches->bad));
	bool closed = note_needed(p, r);
	for (size_t n = 0; n < r->order.count && closed; n++) {
		const struct cube *cube = r->all->at[r->order.at[n]];
		vec_clear(&p->assumptions);
		assume_lemmas(p, r);
		for (uint32_t i = 0; i < cube->count; i++)
			vec_push(&p->assumptions, next(p, cube->literals[i]));
		vec_push(&p->assumptions, load(p, p->alive));
		closed = note_needed(p, r);
	}
	return closed;
}

/* Keeps those that exclude what is bad, those that are needed for these to be closed under steps, and so on. */
static void reduce_lemmas(struct pdr *p, struct lemmas *lemmas)
{
	struct reduction r = { .all = lemmas };
	r.active = memory_alloc((lemmas->count + 1) * sizeof *r.active);
	r.needed = memory_alloc((lemmas->count + 1) * sizeof *r.needed);
	for (size_t i = 0; i < p->levels.count; i++)
		vec_free(&p->levels.at[i].lemmas);
	vec_clear(&p->levels);
	new_solver(p);
	for (size_t i = 0; i < lemmas->count; i++) {
		r.active[i] = sat_variable(p->sat);
		exclude(p, lemmas->at[i], r.active[i]);
	}
	if (find_needed(p, &r)) {
		size_t kept = 0;
		for (size_t i = 0; i < lemmas->count; i++)
			if (r.needed[i])
				lemmas->at[kept++] = lemmas->at[i];
		lemmas->count = kept;
	}
	memory_free(r.active);
	memory_free(r.needed);
	vec_free(&r.order);
}

/* --- from beginning to end --- */

static void add_level(struct pdr *p)
{
	vec_push(&p->levels, (struct level){ { 0 }, sat_variable(p->sat) });
}

static enum pdr_reply search(struct pdr *p, struct lemmas *lemmas)
{
	add_level(p);
	new_solver(p);
	if (find_bad(p))
		return PDR_REACHED;
	p->queue.count = 0;
	add_level(p);
	while (!p->stopped) {
		while (!p->stopped && !p->reached && find_bad(p))
			while (p->queue.count && !p->stopped && !p->reached)
				fulfil(p, next_obligation(p));
		if (p->reached)
			return PDR_REACHED;
		if (p->stopped)
			break;
		add_level(p);
		if (propagate(p)) {
			collect(p, lemmas);
			return PDR_PROVED;
		}
	}
	return PDR_STOPPED;
}

enum pdr_reply pdr_run(const struct latches *latches, struct arena *arena, bool (*stop)(void *context), void *context,
		       struct lemmas *lemmas, struct pdr_statistics *statistics)
{
	struct pdr p = { .latches = latches,
			 .gates = latches->gates,
			 .arena = arena,
			 .stop = stop,
			 .context = context,
			 .statistics = statistics };
	p.alive = LITERAL_FALSE;
	for (uint32_t i = 0; i < latches->cuts; i++)
		p.alive = gates_or(p.gates, p.alive, latches->next[i]);
	p.activity = memory_alloc((latches->count + 1) * sizeof *p.activity);
	p.node_count = latches->gates->nodes.count;
	p.latch_of = memory_alloc(p.node_count * sizeof *p.latch_of);
	for (uint32_t i = 0; i < latches->count; i++)
		p.latch_of[latches->current[i] >> 1] = i + 1;
	p.sat = sat_new(SAT_SMALL);
	enum pdr_reply reply = search(&p, lemmas);
	statistics->frames = (uint32_t)p.levels.count;
	if (reply == PDR_PROVED)
		reduce_lemmas(&p, lemmas);
	statistics->lemmas = (uint32_t)lemmas->count;
	for (size_t i = 0; i < p.levels.count; i++)
		vec_free(&p.levels.at[i].lemmas);
	vec_free(&p.levels);
	vec_free(&p.queue);
	vec_free(&p.loaded);
	vec_free(&p.assumptions);
	vec_free(&p.clause);
	vec_free(&p.wanted);
	vec_free(&p.found);
	vec_free(&p.values);
	vec_free(&p.marked);
	vec_free(&p.touched);
	memory_free(p.activity);
	memory_free(p.latch_of);
	sat_free(p.sat);
	return reply;
}
