/* Cases in which procedures do different things: what their conditions say of the arguments, and arguments of which few values
 * were seen. */
#include "guess.h"

#include "statement.h"

enum { MOST_ATOMS = 6, FEW_VALUES = 6, TABLE_VALUES = 40, DEPTH = 8, LARGE = 200 };

/* --- a condition in terms of the call --- */

struct resolving {
	const struct guess *guess;
	TABLE(const struct variable *, term) assigned; /* local -> what is assigned to it, if that is one term */
	bool at_call;
	uint32_t depth;
	bool failed;
};

static term resolve_leaf(void *context, term leaf)
{
	struct resolving *r = context;
	const struct guess *g = r->guess;
	const struct procedure *proc = g->contract->procedure;
	const struct variable *v = program_variable_of(g->contracts->program, leaf);
	term assigned = v ? table_get(&r->assigned, v, 0) : 0;
	if (v && v->kind == VARIABLE_GLOBAL)
		return !r->at_call && g->contract->before[v->index] ? g->contract->before[v->index]->term : leaf;
	if (v && v->procedure == proc && v->index < proc->in_count && !assigned)
		return g->contract->arguments[v->index]->term;
	if (!assigned || r->failed || r->depth >= DEPTH || term_dag_size(g->bank, assigned) > LARGE) {
		r->failed = true;
		return leaf;
	}
	r->depth++;
	term value = term_substitute(g->bank, assigned, resolve_leaf, r);
	r->depth--;
	return value;
}

static void find_assigned(struct resolving *r)
{
	const struct procedure *proc = r->guess->contract->procedure;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			for (uint32_t k = 0; k < statement_target_count(s); k++) {
				const struct variable *v = statement_target(s, k);
				bool once = s->kind == STATEMENT_ASSIGN && !table_has(&r->assigned, v);
				/* Its own leaf: that does not come to an end, and fails. */
				table_put(&r->assigned, v, once ? s->term : v->term);
			}
		}
}

/* --- cases --- */

static void add_case(struct guess *g, term value, term at_call, uint32_t column)
{
	struct guess_case c = { value, at_call, arena_alloc(g->arena, (g->observations->list.count + 1) * sizeof(bool)),
				column };
	for (size_t i = 0; i < g->cases.count; i++)
		if (g->cases.at[i].value == value)
			return;
	if (guess_evaluate(g, value, c.holds))
		vec_push(&g->cases, c);
}

static void add_atom(struct guess *g, struct resolving *r, term atom)
{
	term at[2];
	for (int call = 0; call < 2; call++) {
		r->at_call = call;
		r->failed = false;
		at[call] = term_substitute(g->bank, atom, resolve_leaf, r);
		if (r->failed || term_is_constant(g->bank, at[call]))
			return;
	}
	add_case(g, at[0], at[1], 0);
	add_case(g, term_not(g->bank, at[0]), term_not(g->bank, at[1]), 0);
}

static void add_atoms_of(struct guess *g, struct resolving *r, term start)
{
	size_t most = g->cases.count + 2 * (size_t)MOST_ATOMS;
	VEC(term) stack = { 0 };
	if (term_dag_size(g->bank, start) > LARGE)
		return;
	vec_push(&stack, start);
	while (stack.count && g->cases.count < most) {
		term t = vec_pop(&stack);
		enum op op = term_op(g->bank, t);
		bool bits = op == OP_EQ && term_sort(g->bank, term_arg(g->bank, t, 0)) != sort_bool(g->bank);
		if (bits || op == OP_BVULT || op == OP_BVSLT)
			add_atom(g, r, t);
		else
			for (uint32_t i = 0; i < term_count(g->bank, t); i++)
				vec_push(&stack, term_arg(g->bank, t, i));
	}
	vec_free(&stack);
}

static void add_conditions(struct guess *g)
{
	struct resolving r = { .guess = g };
	const struct procedure *proc = g->contract->procedure;
	find_assigned(&r);
	for (uint32_t b = 0; b < proc->block_count && g->cases.count <= (size_t)2 * MOST_ATOMS; b++)
		if (proc->blocks[b]->terminator.kind == TERMINATOR_BRANCH)
			add_atoms_of(g, &r, proc->blocks[b]->terminator.term);
	table_free(&r.assigned);
}

/* The values that the program calls the procedure with in this column, each once; more than `most`: there are more. */
static uint32_t values_of(const struct guess *g, uint32_t column, uint64_t *values, uint32_t most)
{
	const struct observations *o = g->observations;
	uint32_t count = 0;
	for (size_t i = 0; i < o->list.count; i++) {
		uint64_t word = o->list.at[i].words[column];
		uint32_t k = 0;
		while (k < count && values[k] != word)
			k++;
		if (o->list.at[i].direct || k < count)
			continue;
		if (count == most)
			return most + 1;
		values[count++] = word;
	}
	return count;
}

static bool same_results(const struct observations *o, const struct observation *a, const struct observation *b)
{
	for (uint32_t i = 0; i < o->columns.count; i++)
		if (o->columns.at[i].result && a->words[i] != b->words[i])
			return false;
	return true;
}

/* Is what the program's calls return a function of that column alone, all others being what they always are? */
static bool is_table(const struct guess *g, uint32_t column)
{
	const struct observations *o = g->observations;
	uint64_t value;
	for (uint32_t i = 0; i < o->columns.count; i++)
		if (i != column && !o->columns.at[i].result && values_of(g, i, &value, 1) > 1)
			return false;
	for (size_t i = 0; i < o->list.count; i++)
		for (size_t k = 0; k < i; k++) {
			const struct observation *a = &o->list.at[i], *b = &o->list.at[k];
			bool compared = a->returned && b->returned && !a->direct && !b->direct;
			if (compared && a->words[column] == b->words[column] && !same_results(o, a, b))
				return false;
		}
	return true;
}

/* The column is each of the few values that the program calls the procedure with; of more values where they make a table. */
static void add_values(struct guess *g, uint32_t column)
{
	const struct column *c = &g->observations->columns.at[column];
	uint64_t values[TABLE_VALUES];
	uint32_t count = values_of(g, column, values, TABLE_VALUES);
	if (count > TABLE_VALUES || (count > FEW_VALUES && !is_table(g, column)))
		return;
	for (uint32_t k = 0; k < count && count > 1; k++) {
		term word = term_bv(g->bank, c->width, values[k]);
		add_case(g, term_eq(g->bank, c->value, word), term_eq(g->bank, c->at_call, word), column + 1);
		g->split[column] = true;
	}
}

void guess_cases(struct guess *g)
{
	term always = term_true(g->bank);
	add_case(g, always, always, 0);
	if (g->level < GUESS_VALUES)
		return;
	for (uint32_t i = 0; i < g->observations->columns.count; i++)
		if (!g->observations->columns.at[i].result)
			add_values(g, i);
	if (g->level > GUESS_VALUES)
		add_conditions(g);
}
