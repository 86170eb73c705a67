/* What induction need not say, because the cut program remembers it: what heads of loops that were passed before said, which variables
 * are copies of one another, what was asked, assigned and stored on the way to a loop. Where a program is one procedure, and each
 * stretch of it begins in any state, a loop's head has to say that again. */
#include "candidates.h"

#include "cfg.h"
#include "live.h"

enum { MOST = 3000, MOST_FACTS = 400, LARGEST_FACT = 60 };

struct around {
	struct conjuncts *list;
	const struct subject *subject;
	struct bank *bank;
	const struct procedure *procedure;
	struct cfg *cfg;
	struct dominators *dominators;
	struct uses uses;
	struct live *live;
	/* Of one loop, by variable of the procedure: read behind its head, or spoken of; what it is, as far as that is known. */
	bool *relevant;
	term *values;
};

static void add(struct around *a, size_t loop, term condition)
{
	if (a->list->count < MOST)
		conjuncts_add(a->list, a->bank, loop, condition);
}

/* --- which variables matter at a head --- */

/* When something was made matters to what abstract interpretation says of ages alone. */
static bool is_relevant(const struct around *a, const struct variable *v)
{
	const struct ghosts *g = &a->subject->ghosts;
	return v->kind == VARIABLE_GLOBAL ? v != g->born && v != g->now : a->relevant[v->index];
}

static void speak_of(struct around *a, term t)
{
	const struct uses_list *list = uses_of(&a->uses, t);
	for (uint32_t i = 0; i < list->count; i++)
		if (list->variables[i]->kind != VARIABLE_GLOBAL)
			a->relevant[list->variables[i]->index] = true;
}

static bool all_relevant(struct around *a, term t)
{
	const struct uses_list *list = uses_of(&a->uses, t);
	bool all = list->count;
	for (uint32_t i = 0; i < list->count; i++)
		all = all && is_relevant(a, list->variables[i]);
	return all;
}

/* `first`: from there on, conditions were made for a purpose. */
static void find_relevant(struct around *a, size_t loop, size_t first)
{
	uint32_t head = a->subject->loops.at[loop].head->index;
	for (uint32_t i = 0; i < a->procedure->variable_count; i++)
		a->relevant[i] = live_at_start(a->live, head, a->procedure->variables[i]);
	for (size_t i = first; i < a->list->count; i++)
		if (a->list->at[i].loop == loop)
			speak_of(a, a->list->at[i].condition);
}

/* --- what other heads said --- */

/* The blocks that come behind the head of a loop. */
static bool *blocks_behind(const struct around *a, size_t loop)
{
	const struct cfg *cfg = a->cfg;
	bool *seen = memory_alloc(cfg->block_count * sizeof *seen);
	VEC(uint32_t) pending = { 0 };
	vec_push(&pending, a->subject->loops.at[loop].head->index);
	while (pending.count) {
		uint32_t block = vec_pop(&pending);
		for (uint32_t i = cfg->successor_start[block]; i < cfg->successor_start[block + 1]; i++)
			if (!seen[cfg->successors[i]]) {
				seen[cfg->successors[i]] = true;
				vec_push(&pending, cfg->successors[i]);
			}
	}
	vec_free(&pending);
	return seen;
}

static void spread(struct around *a, size_t first)
{
	size_t count = a->list->count;
	for (size_t from = 0; from < a->subject->loops.count; from++) {
		bool *behind = blocks_behind(a, from);
		for (size_t to = 0; to < a->subject->loops.count; to++)
			for (size_t i = first; i < count && to != from && behind[a->subject->loops.at[to].head->index];
			     i++)
				if (a->list->at[i].loop == from)
					add(a, to, a->list->at[i].condition);
		memory_free(behind);
	}
}

/* --- what happens on the way to a head --- */

/* A condition; or what a variable, or a cell of a map, becomes. */
struct fact {
	term condition;
	const struct variable *becomes; /* NULL: only a condition */
	bool added;
};
struct facts VEC_BODY(struct fact);

static bool is_small(const struct bank *bank, term t, int *room)
{
	bool small = --*room > 0;
	for (uint32_t i = 0; i < term_count(bank, t) && small; i++)
		small = is_small(bank, term_arg(bank, t, i), room);
	return small;
}

static void note(struct around *a, struct facts *facts, term condition, const struct variable *becomes)
{
	int room = LARGEST_FACT;
	if (facts->count < MOST_FACTS && !term_is_constant(a->bank, condition) && is_small(a->bank, condition, &room))
		vec_push(facts, ((struct fact){ condition, becomes, false }));
}

/* M := N[i := v][j := w]: M[j] = w, M[i] = v, ... */
static void note_stores(struct around *a, struct facts *facts, const struct statement *s)
{
	for (term map = s->term; term_op(a->bank, map) == OP_STORE; map = term_arg(a->bank, map, 0))
		note(a, facts,
		     term_eq(a->bank, term_select(a->bank, s->target->term, term_arg(a->bank, map, 1)),
			     term_arg(a->bank, map, 2)),
		     s->target);
}

static void note_statement(struct around *a, struct facts *facts, const struct statement *s)
{
	if (s->kind == STATEMENT_ASSUME)
		note(a, facts, s->term, NULL);
	else if (s->kind == STATEMENT_ASSIGN && sort_kind(a->bank, s->target->sort) == SORT_MAP)
		note_stores(a, facts, s);
	else if (s->kind == STATEMENT_ASSIGN && !uses_mention(&a->uses, s->term, s->target))
		note(a, facts, term_eq(a->bank, s->target->term, s->term), s->target);
}

/* Which side of the block's branch leads to the head. */
static void note_branch(struct around *a, struct facts *facts, const struct block *block, uint32_t head)
{
	const struct terminator *t = &block->terminator;
	if (t->kind != TERMINATOR_BRANCH || t->targets[0] == t->targets[1])
		return;
	for (int side = 0; side < 2; side++) {
		uint32_t to = t->targets[side]->index;
		bool alone = a->cfg->predecessor_start[to + 1] - a->cfg->predecessor_start[to] == 1;
		if (alone && dominates(a->dominators, to, head))
			note(a, facts, side ? term_not(a->bank, t->term) : t->term, NULL);
	}
}

/* Of the blocks that every way to the head passes. */
static void find_facts(struct around *a, struct facts *facts, uint32_t head)
{
	facts->count = 0;
	for (uint32_t at = a->dominators->parent[head]; at != CFG_NONE; at = a->dominators->parent[at]) {
		const struct block *block = a->procedure->blocks[at];
		note_branch(a, facts, block, head);
		for (uint32_t i = block->statement_count; i-- > 0;)
			note_statement(a, facts, &block->statements[i]);
	}
}

/* Those about what matters there, and about what these speak of. */
static void add_facts(struct around *a, size_t loop, struct facts *facts)
{
	bool more = true;
	while (more) {
		more = false;
		for (size_t i = 0; i < facts->count; i++) {
			struct fact *f = &facts->at[i];
			bool matters = f->becomes ? is_relevant(a, f->becomes) : all_relevant(a, f->condition);
			if (f->added || !matters)
				continue;
			f->added = more = true;
			speak_of(a, f->condition);
			add(a, loop, f->condition);
		}
	}
}

/* --- copies --- */

static void find_values(struct around *a, size_t loop)
{
	for (uint32_t i = 0; i < a->procedure->variable_count; i++)
		a->values[i] = 0;
	for (size_t i = 0; i < a->list->count; i++) {
		term t = a->list->at[i].condition;
		if (a->list->at[i].loop != loop || term_op(a->bank, t) != OP_EQ)
			continue;
		for (uint32_t side = 0; side < 2; side++) {
			const struct variable *v = program_variable_of(a->subject->flat, term_arg(a->bank, t, side));
			if (v && v->kind != VARIABLE_GLOBAL && !a->values[v->index])
				a->values[v->index] = term_arg(a->bank, t, !side);
		}
	}
}

/* Flattening makes copies of a variable, which may be the same; not where both are known to be something else anyway. */
static void add_copies(struct around *a, size_t loop)
{
	const struct procedure *proc = a->procedure;
	find_values(a, loop);
	for (uint32_t i = 0; i < proc->variable_count; i++)
		for (uint32_t k = 0; k < i && a->relevant[i]; k++) {
			const struct variable *x = proc->variables[i], *y = proc->variables[k];
			bool known = a->values[i] && a->values[i] == a->values[k];
			if (a->relevant[k] && !known && x->sort == y->sort && sort_kind(a->bank, x->sort) != SORT_MAP &&
			    same_stem(x->name, y->name))
				add(a, loop, term_eq(a->bank, x->term, y->term));
		}
}

void candidates_of_ways(struct conjuncts *list, struct subject *s, size_t first)
{
	struct around a = { .list = list, .subject = s, .bank = s->flat->bank, .procedure = s->flat->entry };
	struct facts facts = { 0 };
	a.cfg = cfg_new(a.procedure);
	a.dominators = dominators_new(a.cfg);
	uses_init(&a.uses, s->flat);
	a.live = live_new(a.cfg, &a.uses, NULL, NULL);
	a.relevant = memory_alloc((a.procedure->variable_count + 1) * sizeof *a.relevant);
	a.values = memory_alloc((a.procedure->variable_count + 1) * sizeof *a.values);
	spread(&a, first);
	for (size_t loop = 0; loop < s->loops.count; loop++) {
		find_relevant(&a, loop, first);
		find_facts(&a, &facts, s->loops.at[loop].head->index);
		add_facts(&a, loop, &facts);
		add_copies(&a, loop);
	}
	vec_free(&facts);
	memory_free(a.relevant);
	memory_free(a.values);
	live_free(a.live);
	uses_release(&a.uses);
	dominators_free(a.dominators);
	cfg_free(a.cfg);
}
