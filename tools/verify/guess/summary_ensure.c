/* Equations of a summary become conditions of a contract. One that says what another has said is left out: it is a circuit of adders and
 * multipliers more that solvers would have to see through. */
#include "guess.h"

struct ensuring {
	struct guess *guess;
	struct summary_equations assigned; /* whose values are of the state at the call alone */
	/* of the equation that is looked at */
	term guard;
	bool before; /* its value is of the state at the call alone */
	bool told;   /* what it is of at the return is known from `assigned` */
};

/* Do those before say what it becomes wherever the guard holds? */
static bool is_determined(const struct ensuring *e, term target)
{
	struct bank *bank = e->guess->bank;
	term any = term_false(bank);
	for (size_t i = 0; i < e->assigned.count; i++)
		if (e->assigned.at[i].target == target)
			any = term_or(bank, any, e->assigned.at[i].guard);
	return term_is_true(bank, term_implies(bank, e->guard, any));
}

static bool is_result(const struct contract *c, const struct variable *v)
{
	bool result = v->kind == VARIABLE_GLOBAL && c->before[v->index];
	for (uint32_t i = 0; i < c->procedure->out_count && !result; i++)
		result = c->results[i] == v;
	return result;
}

static void look_at_leaf(void *context, term leaf)
{
	struct ensuring *e = context;
	const struct variable *v = program_variable_of(e->guess->contracts->program, leaf);
	if (!v || !is_result(e->guess->contract, v))
		return;
	e->before = false;
	e->told = e->told && is_determined(e, leaf);
}

static void look(struct ensuring *e, const struct summary_equation *equation)
{
	e->guard = equation->guard;
	e->before = e->told = true;
	term_leaves(e->guess->bank, equation->value, look_at_leaf, e);
}

static bool is_repeated(const struct ensuring *e, const struct summary_equation *equation)
{
	struct bank *bank = e->guess->bank;
	term any = term_false(bank);
	for (size_t i = 0; i < e->assigned.count; i++)
		if (e->assigned.at[i].target == equation->target && e->assigned.at[i].value == equation->value)
			any = term_or(bank, any, e->assigned.at[i].guard);
	return term_is_true(bank, term_implies(bank, equation->guard, any));
}

static void assign(struct ensuring *e, const struct summary_equation *equation)
{
	struct contracts *c = e->guess->contracts;
	look(e, equation);
	bool known = is_determined(e, equation->target);
	if (known && (is_repeated(e, equation) || (!e->before && e->told)))
		return;
	uint32_t position = contract_add(c, e->guess->contract, equation->condition, true);
	if (position == CONTRACT_NONE || (known && e->before))
		return;
	contract_fix(c, position, equation->guard, equation->target, equation->value);
	if (e->before)
		vec_push(&e->assigned, *equation);
}

void summary_ensure(struct guess *g, const struct summary_equations *ensured, bool fix)
{
	struct ensuring e = { .guess = g };
	for (size_t i = 0; i < ensured->count; i++)
		if (fix && ensured->at[i].target)
			assign(&e, &ensured->at[i]);
		else
			contract_add(g->contracts, g->contract, ensured->at[i].condition, true);
	vec_free(&e.assigned);
}
