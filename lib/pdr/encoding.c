#include "encoding.h"

struct encoder {
	struct encoding *encoding;
	struct gates *gates;
	const struct predicates *predicates;
	const struct system *system;
	literal *taken; /* by transition */
};

static void add_latch(struct encoder *e)
{
	struct latches *l = &e->encoding->latches;
	l->current[l->count] = gates_input(e->gates);
	l->next[l->count] = LITERAL_FALSE;
	l->count++;
}

static void add_latches(struct encoder *e)
{
	struct latches *l = &e->encoding->latches;
	size_t most = e->system->cut_count + e->predicates->list.count;
	l->current = memory_alloc(most * sizeof *l->current);
	l->next = memory_alloc(most * sizeof *l->next);
	for (uint32_t c = 0; c < e->system->cut_count; c++)
		add_latch(e);
	l->cuts = l->count;
	for (uint32_t i = 0; i < e->predicates->list.count; i++) {
		const struct predicate *p = &e->predicates->list.at[i];
		if (p->free)
			continue;
		add_latch(e);
		gates_bind(e->gates, p->proxy, &l->current[l->count - 1]);
		vec_push(&e->encoding->predicates, i);
	}
}

static literal formula(struct encoder *e, term t)
{
	return *gates_of(e->gates, t);
}

static void add_cuts(struct encoder *e)
{
	struct latches *l = &e->encoding->latches;
	l->bad = LITERAL_FALSE;
	for (uint32_t c = 0; c < l->cuts; c++)
		l->bad = gates_or(e->gates, l->bad,
				  gates_and(e->gates, l->current[c], formula(e, e->predicates->bad[c])));
	for (size_t t = 0; t < e->system->transitions.count; t++) {
		const struct transition *tr = &e->system->transitions.at[t];
		e->taken[t] = gates_and(e->gates, l->current[tr->from], formula(e, e->predicates->steps[t].condition));
		l->next[tr->to] = gates_or(e->gates, l->next[tr->to], e->taken[t]);
	}
}

/* Behind a transition where it does not matter the predicate may be anything. */
static void add_next(struct encoder *e, uint32_t latch, uint32_t predicate)
{
	struct latches *l = &e->encoding->latches;
	literal any = gates_input(e->gates);
	for (size_t t = 0; t < e->system->transitions.count; t++) {
		term before = table_get(&e->predicates->steps[t].before, predicate, 0);
		literal value = before ? formula(e, before) : any;
		l->next[latch] = gates_or(e->gates, l->next[latch], gates_and(e->gates, e->taken[t], value));
	}
}

/* --- what holds of predicates by what they say --- */

struct substitution {
	term leaf, value;
};

static term put_value(void *context, term leaf)
{
	const struct substitution *s = context;
	return leaf == s->leaf ? s->value : leaf;
}

/* x = c: x and c. */
static bool is_value(const struct bank *bank, term t, struct substitution *s)
{
	if (term_op(bank, t) != OP_EQ || !term_is_constant(bank, term_arg(bank, t, 1)))
		return false;
	*s = (struct substitution){ term_arg(bank, t, 0), term_arg(bank, t, 1) };
	return true;
}

static term consequence(struct encoder *e, const struct substitution *s, term of)
{
	struct bank *bank = e->predicates->bank;
	struct substitution other;
	if (term_op(bank, s->leaf) == OP_VARIABLE)
		return term_substitute(bank, of, put_value, (void *)s);
	if (is_value(bank, of, &other) && other.leaf == s->leaf)
		return term_bool(bank, other.value == s->value);
	return of;
}

/* x = 3 excludes x = 4, and says that x < 5. */
static void relate(struct encoder *e, uint32_t a, uint32_t b)
{
	struct latches *l = &e->encoding->latches;
	struct bank *bank = e->predicates->bank;
	term p = e->predicates->list.at[e->encoding->predicates.at[a]].condition;
	term q = e->predicates->list.at[e->encoding->predicates.at[b]].condition;
	struct substitution s;
	if (!is_value(bank, p, &s))
		return;
	term then = consequence(e, &s, q);
	if (!term_is_true(bank, then) && !term_is_false(bank, then))
		return;
	literal holds = l->current[l->cuts + b] ^ (literal)term_is_false(bank, then);
	vec_push(&l->constraints, gates_or(e->gates, literal_not(l->current[l->cuts + a]), holds));
}

void encoding_init(struct encoding *encoding, const struct predicates *predicates, bool (*stop)(void *context),
		   void *context)
{
	*encoding = (struct encoding){ 0 };
	struct encoder e = { encoding, &encoding->gates, predicates, predicates->system, NULL };
	gates_init(e.gates, predicates->bank);
	encoding->latches.gates = e.gates;
	e.taken = memory_alloc((e.system->transitions.count + 1) * sizeof *e.taken);
	add_latches(&e);
	add_cuts(&e);
	for (uint32_t i = 0; i < encoding->predicates.count && !stop(context); i++)
		add_next(&e, encoding->latches.cuts + i, encoding->predicates.at[i]);
	for (uint32_t a = 0; a < encoding->predicates.count && !stop(context); a++)
		for (uint32_t b = 0; b < encoding->predicates.count; b++)
			if (a != b)
				relate(&e, a, b);
	memory_free(e.taken);
}

void encoding_release(struct encoding *encoding)
{
	memory_free(encoding->latches.current);
	memory_free(encoding->latches.next);
	vec_free(&encoding->latches.constraints);
	vec_free(&encoding->predicates);
	gates_release(&encoding->gates);
}
