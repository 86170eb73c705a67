/* What a procedure does to the numbers it changes, in the cases of what it returns: a result is what it was, plus a constant, plus a constant
 * for each condition that held at the call. So code that takes and releases is described: `error = 0 => users = before(users) + 2 +
 * [flags & 16]`, `error != 0 => users = before(users)`; and what releases them needs that many. */
#include "guess.h"

#include "iterate.h"
#include "null_space.h"
#include "statement.h"
#include "values.h"

enum {
	MOST_ATOMS = 16,
	MOST_MONOMIALS = 40,
	MOST_SIZE = 60,
	MOST_RETURNS = 4,
	MOST_VALUES = 8,
	MOST_CHANGES = 12,
	DEPTH = 8,
	SMALL = 16,
	FAR_WIDTH = 24
};

/* A condition on what holds at the call, as a number: 0 or 1. */
struct atom {
	term value, at_call; /* in a postcondition, in a precondition */
	bool *holds;         /* by row */
};

struct summary {
	struct guess *guess;
	VEC(struct atom) atoms;
	struct guess_cases returns; /* cases of results; the first one is all */
	struct summary_equations *found;
	struct summary_needs *needs;
};

/* --- conditions of the program, over globals and the procedure's parameters --- */

struct resolving {
	const struct guess *guess;
	const struct procedure *procedure;
	TABLE(const struct variable *, term) assigned; /* local -> what is assigned to it, if that is one term */
	const struct variable *as; /* what stands for another procedure's parameter; NULL: nothing */
	uint32_t depth;
	bool failed;
};

static void find_assigned(struct resolving *r)
{
	for (uint32_t b = 0; b < r->procedure->block_count; b++)
		for (uint32_t i = 0; i < r->procedure->blocks[b]->statement_count; i++) {
			const struct statement *s = &r->procedure->blocks[b]->statements[i];
			for (uint32_t k = 0; k < statement_target_count(s); k++) {
				const struct variable *v = statement_target(s, k);
				bool once = s->kind == STATEMENT_ASSIGN && !table_has(&r->assigned, v);
				table_put(&r->assigned, v, once ? s->term : v->term);
			}
		}
}

static term resolve_leaf(void *context, term leaf)
{
	struct resolving *r = context;
	const struct guess *g = r->guess;
	const struct variable *v = program_variable_of(g->contracts->program, leaf);
	term assigned = v ? table_get(&r->assigned, v, 0) : 0;
	if (v && v->kind == VARIABLE_GLOBAL)
		return leaf;
	if (v && r->procedure == g->contract->procedure && v->index < r->procedure->in_count && !assigned)
		return g->contract->arguments[v->index]->term;
	/* What another procedure asks of a parameter, perhaps this one hands down. */
	if (v && v->index < r->procedure->in_count && !assigned && r->as && r->as->sort == v->sort)
		return r->as->term;
	if (!assigned || r->failed || r->depth >= DEPTH || term_dag_size(g->bank, assigned) > MOST_SIZE) {
		r->failed = true;
		return leaf;
	}
	r->depth++;
	term value = term_substitute(g->bank, assigned, resolve_leaf, r);
	r->depth--;
	return value;
}

struct before {
	const struct guess *guess;
};

static term before_leaf(void *context, term leaf)
{
	const struct guess *g = ((const struct before *)context)->guess;
	const struct variable *v = program_variable_of(g->contracts->program, leaf);
	if (v && v->kind == VARIABLE_GLOBAL && g->contract->before[v->index])
		return g->contract->before[v->index]->term;
	return leaf;
}

/* --- rows --- */

static bool *rows_of(const struct guess *g)
{
	return arena_alloc(g->arena, (g->observations->list.count + 1) * sizeof(bool));
}

static void add_atom(struct summary *s, struct resolving *r, term t)
{
	struct guess *g = s->guess;
	struct before before = { g };
	struct atom a = { .holds = rows_of(g) };
	r->failed = false;
	if (term_dag_size(g->bank, t) > MOST_SIZE || s->atoms.count == MOST_ATOMS)
		return;
	a.at_call = term_substitute(g->bank, t, resolve_leaf, r);
	if (r->failed || term_is_constant(g->bank, a.at_call))
		return;
	if (term_op(g->bank, a.at_call) == OP_NOT)
		a.at_call = term_not(g->bank, a.at_call);
	a.value = term_substitute(g->bank, a.at_call, before_leaf, &before);
	for (size_t i = 0; i < s->atoms.count; i++)
		if (s->atoms.at[i].value == a.value)
			return;
	if (guess_evaluate(g, a.value, a.holds))
		vec_push(&s->atoms, a);
}

static void add_atoms_of(struct summary *s, struct resolving *r, term start)
{
	struct bank *bank = s->guess->bank;
	VEC(term) stack = { 0 };
	if (term_dag_size(bank, start) > MOST_SIZE)
		return;
	vec_push(&stack, start);
	while (stack.count) {
		term t = vec_pop(&stack);
		enum op op = term_op(bank, t);
		bool bits = op == OP_EQ && term_sort(bank, term_arg(bank, t, 0)) != sort_bool(bank);
		if (bits || op == OP_BVULT || op == OP_BVSLT ||
		    (op == OP_VARIABLE && term_sort(bank, t) == sort_bool(bank)))
			add_atom(s, r, t);
		for (uint32_t i = 0; i < term_count(bank, t) && !bits && op != OP_BVULT && op != OP_BVSLT; i++)
			vec_push(&stack, term_arg(bank, t, i));
	}
	vec_free(&stack);
}

static void add_atoms_from(struct summary *s, const struct procedure *proc, const struct variable *as)
{
	struct resolving r = { .guess = s->guess, .procedure = proc, .as = as };
	find_assigned(&r);
	for (uint32_t b = 0; b < proc->block_count && s->atoms.count < MOST_ATOMS; b++)
		if (proc->blocks[b]->terminator.kind == TERMINATOR_BRANCH)
			add_atoms_of(s, &r, proc->blocks[b]->terminator.term);
	table_free(&r.assigned);
}

/* Its own conditions first, then those that others have on globals, then on their parameters. */
static void add_atoms(struct summary *s)
{
	const struct contracts *c = s->guess->contracts;
	const struct contract *own = s->guess->contract;
	add_atoms_from(s, own->procedure, NULL);
	for (uint32_t i = 0; i < c->procedures && s->atoms.count < MOST_ATOMS; i++)
		add_atoms_from(s, c->program->procedures[i], NULL);
	for (uint32_t k = 0; k < own->procedure->in_count; k++)
		for (uint32_t i = 0; i < c->procedures && s->atoms.count < MOST_ATOMS; i++)
			add_atoms_from(s, c->program->procedures[i], own->arguments[k]);
}

/* --- cases of what is returned --- */

static void add_return(struct summary *s, term value)
{
	bool always = term_is_true(s->guess->bank, value);
	struct guess_case c = { value, always ? value : 0, rows_of(s->guess), 0 };
	if (guess_evaluate(s->guess, value, c.holds))
		vec_push(&s->returns, c);
}

/* Nothing else is returned: what a solver returns else is a case that was not seen. */
static void add_values(struct summary *s, const struct column *result, const uint64_t *values, uint32_t count)
{
	struct bank *bank = s->guess->bank;
	term any = term_false(bank);
	for (uint32_t i = 0; i < count; i++)
		any = term_or(bank, any, term_eq(bank, result->value, term_bv(bank, result->width, values[i])));
	if (s->found)
		vec_push(s->found, (struct summary_equation){ any, 0, 0, 0 });
}

static void add_returns_of(struct summary *s, uint32_t column)
{
	struct guess *g = s->guess;
	const struct observations *o = g->observations;
	const struct column *col = &o->columns.at[column];
	uint64_t values[MOST_RETURNS + 1];
	uint32_t count = 0;
	for (size_t i = 0; i < o->list.count && count <= MOST_RETURNS; i++) {
		uint32_t k = 0;
		while (k < count && values[k] != o->list.at[i].words[column])
			k++;
		if (k == count && o->list.at[i].returned && !o->list.at[i].direct)
			values[count++] = o->list.at[i].words[column];
	}
	if (count && count <= MOST_RETURNS)
		add_values(s, col, values, count);
	term zero = term_eq(g->bank, col->value, term_bv(g->bank, col->width, 0));
	add_return(s, zero);
	add_return(s, term_not(g->bank, zero));
	for (uint32_t i = 0; i < count && count <= MOST_RETURNS; i++)
		if (values[i])
			add_return(s, term_eq(g->bank, col->value, term_bv(g->bank, col->width, values[i])));
}

static void add_returns(struct summary *s)
{
	const struct observations *o = s->guess->observations;
	add_return(s, term_true(s->guess->bank));
	for (uint32_t i = 0; i < o->columns.count; i++)
		if (o->columns.at[i].result && o->columns.at[i].parameter && !o->columns.at[i].global)
			add_returns_of(s, i);
}

/* --- equations --- */

enum monomial_kind { ONE, COLUMN, ATOM };

struct monomial {
	enum monomial_kind kind;
	uint32_t at;
};

struct equation {
	struct summary *summary;
	const struct guess_case *in_case;
	uint32_t target, width;
	struct monomial list[MOST_MONOMIALS]; /* the first one is the target */
	uint32_t count;
};

static uint64_t value_of(const struct equation *e, struct monomial m, size_t row)
{
	const struct guess *g = e->summary->guess;
	if (m.kind == ONE)
		return 1;
	if (m.kind == ATOM)
		return e->summary->atoms.at[m.at].holds[row];
	return (uint64_t)word_signed(g->observations->list.at[row].words[m.at],
				     g->observations->columns.at[m.at].width) &
	       word_mask(e->width);
}

static term term_of(const struct equation *e, struct monomial m, bool at_call)
{
	const struct guess *g = e->summary->guess;
	term one = term_bv(g->bank, e->width, 1);
	if (m.kind == ONE)
		return one;
	if (m.kind == COLUMN) {
		const struct column *c = &g->observations->columns.at[m.at];
		return at_call ? c->at_call : c->value;
	}
	const struct atom *a = &e->summary->atoms.at[m.at];
	return term_ite(g->bank, at_call ? a->at_call : a->value, one, term_bv(g->bank, e->width, 0));
}

static void add_monomial(struct equation *e, enum monomial_kind kind, uint32_t at)
{
	if (e->count < MOST_MONOMIALS)
		e->list[e->count++] = (struct monomial){ kind, at };
}

/* What it was, the numbers that are parameters, conditions. */
static void choose_monomials(struct equation *e)
{
	const struct guess *g = e->summary->guess;
	const struct observations *o = g->observations;
	const struct column *target = &o->columns.at[e->target];
	e->count = 0;
	add_monomial(e, COLUMN, e->target);
	for (uint32_t i = 0; i < o->columns.count; i++) {
		const struct column *c = &o->columns.at[i];
		bool own = c->global && c->global == target->global && c->parameter == target->parameter;
		if (!c->result && c->width == e->width && (own || (c->parameter && !c->global)))
			add_monomial(e, COLUMN, i);
	}
	for (uint32_t i = 0; i < e->summary->atoms.count; i++)
		add_monomial(e, ATOM, i);
	add_monomial(e, ONE, 0);
}

/* The sum that the target is, by a vector whose first number is odd. */
static term sum_of(const struct equation *e, const uint64_t *vector, bool at_call)
{
	struct bank *bank = e->summary->guess->bank;
	uint64_t scale = null_space_inverse(vector[0]);
	term sum = term_bv(bank, e->width, 0);
	for (uint32_t i = 1; i < e->count; i++)
		if (vector[i] & word_mask(e->width))
			sum = term_binary(bank, OP_BVADD, sum,
					  term_binary(bank, OP_BVMUL, term_bv(bank, e->width, -vector[i] * scale),
						      term_of(e, e->list[i], at_call)));
	return sum;
}

/* The least that a number was at a return; what a solver has chosen is not the program's. INT64_MAX: it was not seen. */
static int64_t least_returned(const struct guess *g, uint32_t column)
{
	const struct observations *o = g->observations;
	int64_t least = INT64_MAX;
	for (size_t i = 0; i < o->list.count; i++) {
		int64_t n = word_signed(o->list.at[i].words[column], o->columns.at[column].width);
		if (o->list.at[i].returned && !o->list.at[i].direct && !o->list.at[i].probed && n < least)
			least = n;
	}
	return least;
}

/* What is left of a number that is not negative must not be negative: whoever takes away needs that there is enough. */
static void find_need(const struct equation *e, const uint64_t *vector)
{
	struct summary_need need = { sum_of(e, vector, true), e->width, least_returned(e->summary->guess, e->target) };
	if (need.least >= 0)
		vec_push(e->summary->needs, need);
}

/* Found: in the case the target is the value whenever the procedure returns. */
static void found(struct summary *s, const struct guess_case *c, term target, term value)
{
	struct bank *bank = s->guess->bank;
	term condition = term_implies(bank, c->value, term_eq(bank, target, value));
	vec_push(s->found, (struct summary_equation){ condition, c->value, target, value });
}

static void solve(struct equation *e)
{
	struct guess *g = e->summary->guess;
	const struct observations *o = g->observations;
	struct null_space space;
	uint64_t row[MOST_MONOMIALS];
	uint32_t rows = 0;
	choose_monomials(e);
	null_space_begin(&space, e->width, e->count);
	for (size_t i = 0; i < o->list.count; i++) {
		if (!e->in_case->holds[i] || !o->list.at[i].returned || o->list.at[i].direct)
			continue;
		for (uint32_t k = 0; k < e->count; k++)
			row[k] = value_of(e, e->list[k], i);
		null_space_add(&space, row);
		rows++;
	}
	for (size_t i = 0; i < space.vectors.count && rows; i++) {
		const uint64_t *vector = space.vectors.at[i];
		if (!(vector[0] & 1))
			continue;
		found(e->summary, e->in_case, term_of(e, e->list[0], false), sum_of(e, vector, false));
		if (term_is_true(g->bank, e->in_case->value))
			find_need(e, vector);
	}
	null_space_release(&space);
}

/* What was the same at all calls that returned: who reads it may have stopped all others. */
static void find_constant(struct summary *s, const struct guess_case *c, uint32_t column)
{
	const struct guess *g = s->guess;
	const struct observations *o = g->observations;
	const struct column *col = &o->columns.at[column];
	uint64_t value = 0;
	bool some = false;
	for (size_t i = 0; i < o->list.count; i++) {
		const struct observation *row = &o->list.at[i];
		if (!c->holds[i] || !row->returned || row->direct)
			continue;
		if (some && row->words[column] != value)
			return;
		value = row->words[column];
		some = true;
	}
	term constant = term_bv(g->bank, col->width, value);
	if (some)
		vec_push(s->found,
			 (struct summary_equation){
				 term_implies(g->bank, c->value, term_eq(g->bank, col->value, constant)), 0, 0, 0 });
}

static bool is_seen(const struct summary *s, const struct guess_case *c)
{
	const struct observations *o = s->guess->observations;
	for (size_t i = 0; i < o->list.count; i++)
		if (c->holds[i] && o->list.at[i].returned && !o->list.at[i].direct)
			return true;
	return false;
}

/* Is the case that the column is some constant? */
static bool says(const struct summary *s, const struct guess_case *c, const struct column *column)
{
	const struct bank *bank = s->guess->bank;
	if (term_op(bank, c->value) != OP_EQ)
		return false;
	term a = term_arg(bank, c->value, 0), b = term_arg(bank, c->value, 1);
	return (a == column->value && term_is_constant(bank, b)) || (b == column->value && term_is_constant(bank, a));
}

static void add_equations(struct summary *s)
{
	const struct observations *o = s->guess->observations;
	for (size_t k = 0; k < s->returns.count; k++) {
		const struct guess_case *c = &s->returns.at[k];
		if (!is_seen(s, c))
			vec_push(s->found, (struct summary_equation){ term_not(s->guess->bank, c->value), 0, 0, 0 });
		for (uint32_t i = 0; i < o->columns.count && is_seen(s, c); i++) {
			struct equation e = { s, c, i, o->columns.at[i].width, { { 0 } }, 0 };
			if (says(s, c, &o->columns.at[i]))
				continue;
			if (o->columns.at[i].result)
				solve(&e);
			else if (o->complete)
				find_constant(s, c, i);
		}
	}
}

/* --- relations of changes --- */

/* A number that the procedure changes: its columns. */
struct change {
	uint32_t before, after;
};
struct changes VEC_BODY(struct change);

static struct changes changes_of_width(const struct observations *o, uint32_t width)
{
	struct changes list = { 0 };
	for (uint32_t i = 0; i < o->columns.count; i++)
		for (uint32_t k = 0; k < o->columns.count; k++) {
			const struct column *after = &o->columns.at[i], *before = &o->columns.at[k];
			bool own = after->global && before->global == after->global &&
				   before->parameter == after->parameter;
			if (own && after->result && !before->result && after->width == width &&
			    list.count < MOST_CHANGES)
				vec_push(&list, ((struct change){ k, i }));
		}
	return list;
}

static term term_of_column(const struct guess *g, uint32_t column)
{
	return g->observations->columns.at[column].value;
}

/* The sum of what they are is what it was: of that the one at `of`, whose factor is odd. */
static term solved(const struct guess *g, const struct changes *list, const uint64_t *vector, uint32_t width, size_t of)
{
	uint64_t scale = null_space_inverse(vector[of]);
	term sum = term_of_column(g, list->at[of].before);
	for (size_t i = 0; i < list->count; i++) {
		const struct change *c = &list->at[i];
		term was = term_of_column(g, c->before), is = term_of_column(g, c->after);
		if (i != of && vector[i] & word_mask(width))
			sum = term_binary(g->bank, OP_BVADD, sum,
					  term_binary(g->bank, OP_BVMUL, term_bv(g->bank, width, vector[i] * scale),
						      term_binary(g->bank, OP_BVSUB, was, is)));
	}
	return sum;
}

/* What is counted in one place is counted in another: seen - passed - dropped is what it was. */
static void relate(struct summary *s, const struct changes *list, uint32_t width)
{
	struct guess *g = s->guess;
	const struct observations *o = g->observations;
	struct null_space space;
	uint64_t row[MOST_CHANGES];
	uint32_t rows = 0;
	null_space_begin(&space, width, (uint32_t)list->count);
	for (size_t i = 0; i < o->list.count; i++) {
		if (!o->list.at[i].returned || o->list.at[i].direct)
			continue;
		for (size_t k = 0; k < list->count; k++)
			row[k] = (o->list.at[i].words[list->at[k].after] - o->list.at[i].words[list->at[k].before]) &
				 word_mask(width);
		null_space_add(&space, row);
		rows++;
	}
	for (size_t i = 0; i < space.vectors.count && rows; i++) {
		const uint64_t *vector = space.vectors.at[i];
		uint32_t parts = 0;
		size_t odd = 0;
		for (size_t k = list->count; k-- > 0;) {
			parts += (vector[k] & word_mask(width)) != 0;
			odd = vector[k] & 1 ? k : odd;
		}
		if (parts > 1 && vector[odd] & 1)
			found(s, &s->returns.at[0], term_of_column(g, list->at[odd].after),
			      solved(g, list, vector, width, odd));
	}
	null_space_release(&space);
}

static void add_relations(struct summary *s)
{
	const struct observations *o = s->guess->observations;
	for (uint32_t i = 0; i < o->columns.count; i++) {
		struct changes list = changes_of_width(o, o->columns.at[i].width);
		/* Once for a width: by its first column. */
		if (list.count > 1 && list.at[0].after == i)
			relate(s, &list, o->columns.at[i].width);
		vec_free(&list);
	}
}

/* --- bounds, and values that are known --- */

static void add_bound(struct guess_chain *chain, term x, uint32_t width, int64_t n, bool low)
{
	struct bank *bank = chain->guess->bank;
	term constant = term_bv(bank, width, (uint64_t)n);
	guess_chain_add(chain, term_not(bank, low ? term_binary(bank, OP_BVSLT, x, constant)
						  : term_binary(bank, OP_BVSLT, constant, x)));
}

/* As much is left as was seen, if that is little; or one; or it is not negative. */
static void add_need(struct summary *s, const struct summary_need *need)
{
	struct guess_chain chain = { s->guess, &s->returns.at[0], false, 0 };
	if (need->least > 1 && need->least <= SMALL)
		add_bound(&chain, need->left, need->width, need->least, true);
	for (int64_t n = 1; n >= 0; n--)
		if (n <= need->least)
			add_bound(&chain, need->left, need->width, n, true);
}

/* How deep the procedure is called: the longest way from the entry. */
static uint32_t depth_of(const struct contracts *c, const struct procedure *proc)
{
	const struct callgraph *graph = c->graph;
	uint32_t *depth = memory_alloc((graph->count + 1) * sizeof *depth);
	for (uint32_t k = graph->count; k-- > 0;) {
		uint32_t i = graph->members[k];
		for (uint32_t e = graph->callee_start[i]; e < graph->callee_start[i + 1]; e++)
			if (depth[graph->callees[e]] < depth[i] + 1 &&
			    graph->component[graph->callees[e]] != graph->component[i])
				depth[graph->callees[e]] = depth[i] + 1;
	}
	uint32_t result = depth[proc->index];
	memory_free(depth);
	return result;
}

struct range {
	int64_t least, most;
};

static void add_seen(const struct observations *o, uint32_t column, struct range *range)
{
	const struct column *c = &o->columns.at[column];
	for (size_t i = 0; i < o->list.count; i++) {
		const struct observation *row = &o->list.at[i];
		if (row->direct || row->probed || (c->result && !row->returned))
			continue;
		int64_t n = word_signed(row->words[column], c->width);
		range->least = n < range->least ? n : range->least;
		range->most = n > range->most ? n : range->most;
	}
}

/* Was it never called? Then what the global was when others were that the same procedures call, as through a pointer to one of them. */
static void add_seen_beside(const struct guess *g, const struct column *column, struct range *range)
{
	const struct callgraph *graph = g->contracts->graph;
	uint32_t own = g->contract->procedure->index;
	for (uint32_t e = graph->caller_start[own]; e < graph->caller_start[own + 1] && !column->parameter; e++) {
		uint32_t caller = graph->callers[e];
		for (uint32_t k = graph->callee_start[caller]; k < graph->callee_start[caller + 1]; k++) {
			const struct procedure *other = graph->program->procedures[graph->callees[k]];
			uint32_t at = table_get(&g->contracts->of_procedure, other, 0);
			const struct observations *o = at ? &g->all[at - 1] : NULL;
			for (uint32_t i = 0; o && i < o->columns.count; i++)
				if (!o->columns.at[i].result && !o->columns.at[i].parameter &&
				    o->columns.at[i].global == column->global)
					add_seen(o, i, range);
		}
	}
}

/* Does it matter whether it is less than others? If not, all that can matter is a value. */
static bool is_ordered(const struct guess *g, const struct column *c)
{
	return !g->ordered || (c->parameter && c->global) ||
	       table_has(g->ordered, c->global ? c->global : c->parameter);
}

/* Of numbers that somebody changes: what was seen, if it is small; 1 and 0; and that they are far from the largest one, the more so the nearer the
 * entry is: on the way down each may add a little. */
static void add_bounds(struct summary *s, uint32_t column, uint32_t depth)
{
	struct guess *g = s->guess;
	const struct observations *o = g->observations;
	const struct column *c = &o->columns.at[column];
	struct range range = { INT64_MAX, INT64_MIN };
	add_seen(o, column, &range);
	if (range.least > range.most && !c->result)
		add_seen_beside(g, c, &range);
	int64_t least = range.least, most = range.most;
	bool kept =
		c->global && !c->parameter && !effects_writes(g->contracts->effects, g->contracts->entry, c->global);
	if (c->width < 2 || kept)
		return;
	if (!is_ordered(g, c)) {
		if (least == most && !c->result)
			contract_add(g->contracts, g->contract,
				     term_eq(g->bank, c->at_call, term_bv(g->bank, c->width, (uint64_t)least)), false);
		return;
	}
	term x = c->result ? c->value : c->at_call;
	struct guess_chain low = { g, &s->returns.at[0], c->result, 0 }, high = low;
	if (least <= most && least > 1 && least <= SMALL)
		add_bound(&low, x, c->width, least, true);
	for (int64_t n = 1; n >= 0; n--)
		if (n <= least)
			add_bound(&low, x, c->width, n, true);
	if (least <= most && most >= 0 && most <= SMALL)
		add_bound(&high, x, c->width, most, false);
	if (c->width >= FAR_WIDTH)
		add_bound(&high, x, c->width, (INT64_C(1) << (c->width - 4)) + ((int64_t)depth << (c->width / 2)),
			  false);
}

/* Is it said to stay what it was? Its bounds are those that it had. */
static bool stays(const struct summary *s, const struct summary_equations *ensured, uint32_t column)
{
	const struct observations *o = s->guess->observations;
	const struct column *after = &o->columns.at[column];
	for (uint32_t k = 0; k < o->columns.count && after->result && after->global; k++) {
		const struct column *before = &o->columns.at[k];
		if (before->result || before->global != after->global || before->parameter != after->parameter)
			continue;
		term same = term_eq(s->guess->bank, after->value, before->value);
		for (size_t i = 0; i < ensured->count; i++)
			if (ensured->at[i].condition == same)
				return true;
	}
	return false;
}

static bool is_few(struct values *values, term of)
{
	struct value_set set = values_of(values, of);
	return !set.any && !set.fresh && set.count && set.count <= MOST_VALUES;
}

static void add_known(struct guess *g, struct values *values, term of, term x, bool ensured)
{
	struct value_set set = values_of(values, of);
	term any = term_false(g->bank);
	if (!is_few(values, of))
		return;
	for (uint32_t i = 0; i < set.count; i++)
		any = term_or(g->bank, any, term_eq(g->bank, x, set.constants[i]));
	contract_add(g->contracts, g->contract, any, ensured);
}

/* What a parameter, a result or a global may be at all. */
static void add_all_known(struct guess *g, struct values *values)
{
	const struct procedure *proc = g->contract->procedure;
	const struct program *p = g->contracts->program;
	for (uint32_t i = 0; i < proc->in_count; i++)
		add_known(g, values, proc->variables[i]->term, g->contract->arguments[i]->term, false);
	for (uint32_t i = 0; i < proc->out_count; i++)
		add_known(g, values, proc->variables[proc->in_count + i]->term, g->contract->results[i]->term, true);
	for (uint32_t i = 0; i < p->global_count; i++) {
		bool used = g->contract->before[i] || effects_reads(g->contracts->effects, proc, p->globals[i]);
		if (!used || sort_kind(g->bank, p->globals[i]->sort) == SORT_MAP)
			continue;
		add_known(g, values, p->globals[i]->term, p->globals[i]->term, false);
		if (g->contract->before[i])
			add_known(g, values, p->globals[i]->term, p->globals[i]->term, true);
	}
}

/* Nothing but constants is assigned to it: a lock, a state of a monitor. */
static bool is_state(const struct program *p, const struct variable *global)
{
	program_for_each_statement(p, at)
		for (uint32_t i = 0; i < statement_target_count(at.statement); i++)
			if (statement_target(at.statement, i) == global &&
			    (at.statement->kind != STATEMENT_ASSIGN || !term_is_constant(p->bank, at.statement->term)))
				return false;
	return true;
}

static bool is_call(const struct observation *row)
{
	return !row->direct && !row->probed;
}

/* Is it the same whenever the program calls the procedure, and was it called? */
static bool is_always(const struct observations *o, uint32_t column, uint64_t *value)
{
	uint32_t rows = 0;
	for (size_t k = 0; k < o->list.count; k++) {
		uint64_t word = o->list.at[k].words[column];
		if (!is_call(&o->list.at[k]))
			continue;
		if (rows++ && word != *value)
			return false;
		*value = word;
	}
	return rows;
}

static bool are_always_equal(const struct observations *o, uint32_t a, uint32_t b)
{
	uint32_t rows = 0;
	for (size_t k = 0; k < o->list.count; k++) {
		const struct observation *row = &o->list.at[k];
		if (is_call(row) && row->words[a] != row->words[b])
			return false;
		rows += is_call(row);
	}
	return rows;
}

/* A parameter that says in which state the procedure is called. */
static void add_told_state(struct guess *g, uint32_t state)
{
	const struct observations *o = g->observations;
	const struct column *c = &o->columns.at[state];
	for (uint32_t i = 0; i < o->columns.count; i++) {
		const struct column *told = &o->columns.at[i];
		bool is_parameter = !told->result && told->parameter && !told->global && told->width == c->width;
		if (is_parameter && are_always_equal(o, i, state))
			contract_add(g->contracts, g->contract, term_eq(g->bank, c->at_call, told->at_call), false);
	}
}

/* A state that is the same whenever the program calls the procedure, or what a parameter is. */
static void add_states(struct guess *g)
{
	const struct observations *o = g->observations;
	for (uint32_t i = 0; i < o->columns.count; i++) {
		const struct column *c = &o->columns.at[i];
		uint64_t value = 0;
		if (c->result || !c->global || c->parameter || !is_state(g->contracts->program, c->global))
			continue;
		if (is_always(o, i, &value))
			contract_add(g->contracts, g->contract,
				     term_eq(g->bank, c->at_call, term_bv(g->bank, c->width, value)), false);
		add_told_state(g, i);
	}
}

static bool was_called(const struct observations *o)
{
	bool called = false;
	for (size_t k = 0; k < o->list.count; k++)
		called |= is_call(&o->list.at[k]);
	return called;
}

/* Of a procedure that was never called any state may be the one: calls refute all others. */
static void add_any_states(struct guess *g, struct values *values)
{
	const struct program *p = g->contracts->program;
	const struct observations *o = g->observations;
	for (uint32_t i = 0; i < o->columns.count; i++) {
		const struct column *c = &o->columns.at[i];
		if (c->result || !c->global || c->parameter || !is_state(p, c->global) ||
		    !is_few(values, c->global->term))
			continue;
		struct value_set set = values_of(values, c->global->term);
		for (uint32_t k = 0; k < set.count; k++)
			contract_add(g->contracts, g->contract, term_eq(g->bank, c->at_call, set.constants[k]), false);
	}
}

void summary_known(struct guess *g, struct values *values)
{
	add_all_known(g, values);
	add_states(g);
}

void summary_find(struct guess *g, struct summary_equations *ensured, struct summary_needs *needs)
{
	struct summary s = { .guess = g, .found = ensured, .needs = needs };
	add_atoms(&s);
	add_returns(&s);
	add_equations(&s);
	add_relations(&s);
	vec_free(&s.atoms);
	vec_free(&s.returns);
}

void guess_summary(struct guess *g, struct values *values)
{
	struct summary s = { .guess = g };
	struct summary_equations ensured = { 0 };
	struct summary_needs needs = { 0 };
	summary_known(g, values);
	if (!was_called(g->observations))
		add_any_states(g, values);
	summary_find(g, &ensured, &needs);
	summary_ensure(g, &ensured, g->observations->complete);
	add_return(&s, term_true(g->bank));
	for (size_t i = 0; i < needs.count; i++)
		add_need(&s, &needs.at[i]);
	uint32_t depth = depth_of(g->contracts, g->contract->procedure);
	for (uint32_t i = 0; i < g->observations->columns.count; i++)
		if (!stays(&s, &ensured, i))
			add_bounds(&s, i, depth);
	vec_free(&ensured);
	vec_free(&needs);
	vec_free(&s.returns);
}
