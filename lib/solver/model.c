/* Values of terms in a model.
 *
 * term_eval (lib/term) evaluates a term afresh at each call; an engine asks for the values of thousands of terms
 * that share nearly everything. Here each subterm is evaluated at most once for a model, and only if it matters: of an
 * ite the branch that is taken, of a map the cell that is read, walking down the operations that made the map.
 *
 * Values are constants of the bank, and operators are applied by its constructors, which fold constants. */
#include "backend.h"

#include <assert.h>

/* A term under evaluation. For a read whose index is known: the map and the cell that it has come down to. */
struct visit {
	term t, map, index;
};

struct model {
	struct solver *solver;
	struct bank *bank;
	struct table values; /* term -> constant */
	VEC(struct visit) visits;
};

struct model *solver_model_new(struct solver *solver)
{
	struct model *m = memory_alloc(sizeof *m);
	m->solver = solver;
	m->bank = solver->bank;
	return m;
}

void solver_model_free(struct model *m)
{
	if (!m)
		return;
	table_free(&m->values);
	vec_free(&m->visits);
	memory_free(m);
}

/* --- what the backend says --- */

static term constant_of(struct model *m, sort s, struct value *v)
{
	const uint64_t *bits = value_bits(v);
	term t = sort_kind(m->bank, s) == SORT_BOOL ? term_bool(m->bank, bits[0] & 1)
						    : term_bv_words(m->bank, sort_width(m->bank, s), bits);
	value_release(v);
	return t;
}

static term default_of(struct model *m, sort s)
{
	return sort_kind(m->bank, s) == SORT_BOOL ? term_false(m->bank) : term_bv(m->bank, sort_width(m->bank, s), 0);
}

static bool is_known(const struct model *m, term leaf)
{
	return table_has(&m->solver->leaves, leaf);
}

static bool ask_leaf(struct solver *s, term leaf, struct value *out)
{
	if (direct_won(s)) {
		*out = direct_value(s, leaf);
		return true;
	}
	return rival_won(s) ? rival_value(s, leaf, NULL, out) : s->backend->leaf(s, leaf, out);
}

static bool ask_cell(struct solver *s, term map, const uint64_t *index, struct value *out)
{
	if (direct_won(s)) { /* its questions have no maps */
		*out = value_word(solver_cell_width(s->bank, map), 0);
		return true;
	}
	return rival_won(s) ? rival_value(s, map, index, out) : s->backend->cell(s, map, index, out);
}

static term leaf_value(struct model *m, term leaf)
{
	struct value v;
	sort s = term_sort(m->bank, leaf);
	if (!is_known(m, leaf))
		return default_of(m, s);
	return ask_leaf(m->solver, leaf, &v) ? constant_of(m, s, &v) : 0;
}

static term cell_value(struct model *m, term map, term index)
{
	struct value v;
	sort s = sort_value(m->bank, term_sort(m->bank, map));
	if (!is_known(m, map))
		return default_of(m, s);
	return ask_cell(m->solver, map, term_words(m->bank, index), &v) ? constant_of(m, s, &v) : 0;
}

/* --- evaluation: each function gives the value, or 0 after pushing a frame for what it needs first, or 0 without
 * pushing when the backend fails --- */

static term need(struct model *m, term t)
{
	term value = term_is_constant(m->bank, t) ? t : (term)table_get(&m->values, t, 0);
	if (!value)
		vec_push(&m->visits, (struct visit){ .t = t });
	return value;
}

static term need_argument(struct model *m, term t, uint32_t i)
{
	return need(m, term_arg(m->bank, t, i));
}

/* cell - at in the low bits, if `cell` is in the run of n cells from `at`; else 0. */
static term distance_in_run(struct bank *b, term cell, term at, term n)
{
	uint32_t k = term_width(b, n), w = term_width(b, cell);
	if (k < w && term_extract(b, w - 1, k, cell) != term_extract(b, w - 1, k, at))
		return 0;
	term distance = term_binary(b, OP_BVSUB, term_extract(b, k - 1, 0, cell), term_extract(b, k - 1, 0, at));
	return term_is_true(b, term_binary(b, OP_BVULT, distance, n)) ? distance : 0;
}

static term cell_behind(struct bank *b, term at, term distance)
{
	uint32_t k = term_width(b, distance), w = term_width(b, at);
	term low = term_binary(b, OP_BVADD, term_extract(b, k - 1, 0, at), distance);
	return k == w ? low : term_concat(b, term_extract(b, w - 1, k, at), low);
}

/* Moves the frame from a block operation to the map below that has the cell. False: something is needed first. */
static bool pass_copy(struct model *m, struct visit *f)
{
	term at = need_argument(m, f->map, 1), n = at ? need_argument(m, f->map, 4) : 0;
	if (!n)
		return false;
	term distance = distance_in_run(m->bank, f->index, at, n);
	term from = distance ? need_argument(m, f->map, 3) : at;
	if (!from)
		return false;
	f->map = term_arg(m->bank, f->map, distance ? 2 : 0);
	if (distance)
		f->index = cell_behind(m->bank, from, distance);
	return true;
}

/* One step down. *value is set when the cell's value is there; else f->map may have moved. */
static bool read_step(struct model *m, struct visit *f, term *value)
{
	enum op op = term_op(m->bank, f->map);
	if (op == OP_VARIABLE) {
		*value = cell_value(m, f->map, f->index);
		return *value != 0;
	}
	if (op == OP_CONST_MAP) {
		*value = need_argument(m, f->map, 0);
		return *value != 0;
	}
	if (op == OP_COPY)
		return pass_copy(m, f);
	term first = need_argument(m, f->map, op == OP_ITE ? 0 : 1);
	if (!first)
		return false;
	if (op == OP_ITE) {
		f->map = term_arg(m->bank, f->map, term_is_true(m->bank, first) ? 1 : 2);
		return true;
	}
	term n = op == OP_FILL ? need_argument(m, f->map, 2) : first;
	if (!n)
		return false;
	bool hit = op == OP_FILL ? distance_in_run(m->bank, f->index, first, n) != 0 : first == f->index;
	if (hit)
		*value = need_argument(m, f->map, op == OP_FILL ? 3 : 2);
	else
		f->map = term_arg(m->bank, f->map, 0);
	return !hit || *value;
}

static term evaluate_read(struct model *m, size_t at)
{
	struct visit f = m->visits.at[at];
	term value = 0;
	if (!f.map) {
		f.index = need_argument(m, f.t, 1);
		if (!f.index)
			return 0;
		f.map = term_arg(m->bank, f.t, 0);
	}
	while (!value && read_step(m, &f, &value))
		;
	m->visits.at[at] = f;
	return value;
}

static term evaluate_operator(struct model *m, term t)
{
	term args[5];
	uint32_t indices[2];
	enum op op = term_op(m->bank, t);
	size_t before = m->visits.count;
	for (uint32_t i = 0; i < term_count(m->bank, t); i++)
		args[i] = need_argument(m, t, i);
	if (m->visits.count > before)
		return 0;
	for (uint32_t i = 0; i < op_indices(op); i++)
		indices[i] = term_index(m->bank, t, i);
	return term_make(m->bank, op, args, indices);
}

static term evaluate(struct model *m, size_t at)
{
	term t = m->visits.at[at].t;
	if (term_op(m->bank, t) == OP_VARIABLE) {
		term definition = direct_won(m->solver) ? direct_definition(m->solver, t) : 0;
		return definition ? need(m, definition) : leaf_value(m, t);
	}
	if (term_op(m->bank, t) == OP_SELECT)
		return evaluate_read(m, at);
	if (term_op(m->bank, t) != OP_ITE)
		return evaluate_operator(m, t);
	term condition = need_argument(m, t, 0);
	return condition ? need_argument(m, t, term_is_true(m->bank, condition) ? 1 : 2) : 0;
}

bool model_value(struct model *m, term t, struct value *out)
{
	m->visits.count = 0;
	term value = need(m, t);
	while (m->visits.count) {
		size_t top = m->visits.count - 1;
		value = (term)table_get(&m->values, m->visits.at[top].t, 0);
		if (!value)
			value = evaluate(m, top);
		if (!value && m->visits.count == top + 1)
			return false; /* nothing is missing: the backend has failed */
		if (!value)
			continue;
		assert(term_is_constant(m->bank, value));
		table_put(&m->values, m->visits.at[top].t, value);
		m->visits.count = top;
	}
	*out = value_words(term_width(m->bank, t), term_words(m->bank, value));
	return true;
}

bool model_cell(struct model *m, term map, const uint64_t *index, struct value *out)
{
	term cell = term_bv_words(m->bank, sort_width(m->bank, sort_index(m->bank, term_sort(m->bank, map))), index);
	term value = cell_value(m, map, cell);
	if (value)
		*out = value_words(term_width(m->bank, value), term_words(m->bank, value));
	return value != 0;
}
