#include "guess.h"

#include "values.h"

enum { MOST_CONDITIONS = 2500, FEWEST_CONDITIONS = 60, MOST_OF_ALL = 10000 };

/* --- conditions on rows --- */

struct leaf_words {
	const struct bank *bank;
	const struct observation *row;
	TABLE(term, uint32_t) column_of; /* leaf -> column + 1 */
	bool unknown;
};

static term leaf_of(const struct bank *bank, term t)
{
	return term_op(bank, t) == OP_ITE ? term_arg(bank, t, 0) : t;
}

static void look_for_column(void *context, term leaf)
{
	struct leaf_words *w = context;
	w->unknown = w->unknown || !table_has(&w->column_of, leaf);
}

static struct value word_of_leaf(void *context, term leaf)
{
	struct leaf_words *w = context;
	return value_word(term_width(w->bank, leaf), w->row->words[table_get(&w->column_of, leaf, 1) - 1]);
}

bool guess_evaluate(const struct guess *g, term condition, bool *holds)
{
	const struct observations *o = g->observations;
	struct leaf_words w = { .bank = g->bank };
	for (uint32_t i = 0; i < o->columns.count; i++)
		table_put(&w.column_of, leaf_of(g->bank, o->columns.at[i].value), i + 1);
	term_leaves(g->bank, condition, look_for_column, &w);
	for (size_t i = 0; i < o->list.count && !w.unknown; i++) {
		w.row = &o->list.at[i];
		struct value v = term_eval(g->bank, condition, word_of_leaf, &w);
		holds[i] = v.kind == VALUE_WORD && v.word;
		value_release(&v);
	}
	table_free(&w.column_of);
	return !w.unknown;
}

/* --- what is added --- */

bool guess_counts(const struct guess *g, const struct guess_case *c, size_t row, bool ensured, bool direct)
{
	const struct observation *o = &g->observations->list.at[row];
	return c->holds[row] && o->returned == ensured && (direct || !o->direct);
}

/* Of one contract: each is written down at every call. */
static size_t most_conditions(const struct guess *g)
{
	size_t share = MOST_OF_ALL / g->contracts->list.count;
	return share > MOST_CONDITIONS ? MOST_CONDITIONS : share < FEWEST_CONDITIONS ? FEWEST_CONDITIONS : share;
}

uint32_t guess_add(struct guess *g, const struct guess_case *c, term condition, bool ensured)
{
	if (g->contract->conditions.count >= most_conditions(g))
		return CONTRACT_NONE;
	return contract_add(g->contracts, g->contract,
			    term_implies(g->bank, ensured ? c->value : c->at_call, condition), ensured);
}

void guess_chain_add(struct guess_chain *chain, term condition)
{
	struct contracts *c = chain->guess->contracts;
	uint32_t position = guess_add(chain->guess, chain->in_case, condition, chain->ensured);
	if (position == CONTRACT_NONE)
		return;
	if (chain->last) {
		c->conditions.at[position].waiting = true;
		c->conditions.at[chain->last - 1].weaker = position;
	}
	chain->last = position + 1;
}

/* At that level the cases of values say it all. */
static bool in_parts(const struct guess *g, const struct guess_case *c)
{
	return g->level == GUESS_VALUES && g->cases.count > 1 && !c->column;
}

static void guess_contract(struct guess *g, struct values *values)
{
	if (g->level == GUESS_SUMMARIES) {
		guess_summary(g, values);
		return;
	}
	g->split = arena_alloc(g->arena, (g->observations->columns.count + 1) * sizeof *g->split);
	guess_cases(g);
	g->solved = arena_alloc(g->arena, (g->observations->columns.count + 1) * sizeof *g->solved);
	for (size_t i = 0; i < g->cases.count; i++) {
		const struct guess_case *c = &g->cases.at[i];
		for (size_t k = 0; k < g->observations->columns.count; k++)
			g->solved[k] = false;
		for (int direct = 0; direct < 2; direct++)
			guess_equations(g, c, true, direct);
		guess_equations(g, c, false, false);
		if (g->level < GUESS_OBJECTS)
			continue;
		if (!in_parts(g, c))
			guess_order(g, c, true);
		guess_order(g, c, false);
	}
	vec_free(&g->cases);
}

void contracts_guess(struct contracts *c, const struct observations *observations,
		     const struct pattern_constants *constants, enum guess_level level, struct arena *arena)
{
	struct uses uses;
	struct values values;
	uses_init(&uses, c->program);
	values_init(&values, c->program, &uses);
	struct ordered ordered = { 0 };
	ordered_find(c->program, &ordered);
	for (size_t i = 0; i < c->list.count; i++) {
		struct guess g = { .contracts = c,
				   .contract = &c->list.at[i],
				   .observations = &observations[i],
				   .all = observations,
				   .bank = c->program->bank,
				   .constants = constants,
				   .ordered = &ordered,
				   .level = level,
				   .arena = arena };
		guess_contract(&g, &values);
	}
	table_free(&ordered);
	values_release(&values);
	uses_release(&uses);
	if (level != GUESS_SUMMARIES)
		guess_below(c, observations);
	if (c->each)
		guess_objects(c);
}
