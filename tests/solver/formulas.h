/* Random Bool terms over all operators and sorts, and models of solvers as valuations for term_eval. */
#ifndef FORMULAS_H
#define FORMULAS_H

#include <stdlib.h>

#include "eval.h"
#include "solver.h"

enum { POOL = 160 };

struct formulas {
	struct bank *bank;
	uint64_t random;
	term pool[POOL];
	uint32_t count;
	uint32_t width, narrow, index;
};

/* Does this build have the solver? */
static inline bool is_built(enum solver_kind kind)
{
	char version[64];
	solver_version(kind, version, sizeof version);
	return version[0] != 0;
}

static inline uint64_t random_word(struct formulas *f)
{
	uint64_t z = (f->random += UINT64_C(0x9E3779B97F4A7C15));
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

static inline uint32_t below(struct formulas *f, uint32_t n)
{
	return (uint32_t)(random_word(f) % n);
}

static inline term random_constant(struct formulas *f, uint32_t width)
{
	uint64_t words[5] = { random_word(f), random_word(f), random_word(f), random_word(f) }; /* width <= 256 */
	switch (below(f, 4)) {
	case 0:
		return term_bv(f->bank, width, below(f, 4));
	case 1:
		return term_unary(f->bank, OP_BVNOT, term_bv(f->bank, width, below(f, 3)));
	case 2:
		return term_bv(f->bank, width, UINT64_C(1) << below(f, width > 63 ? 63 : width));
	}
	if (width % 64)
		words[width / 64] &= (UINT64_C(1) << (width % 64)) - 1;
	return term_bv_words(f->bank, width, words);
}

static inline void add(struct formulas *f, term t)
{
	if (f->count < POOL)
		f->pool[f->count++] = t;
}

/* Any operator with arguments from the pool; 0 if it does not fit. Division is rare: it is what makes a
 * random formula hard, and so is multiplication of wide terms. */
static inline term random_application(struct formulas *f, bool maps)
{
	term args[5];
	uint32_t indices[2] = { below(f, 2 * f->width) + 1, below(f, f->width) };
	enum op op = (enum op)(OP_ITE + below(f, OP_COUNT - OP_ITE));
	bool hard = (op >= OP_BVUDIV && op <= OP_BVSREM) || op == OP_BVMUL;
	if (hard && f->width > 16 && below(f, 4))
		return 0;
	if (op >= OP_SELECT && !maps)
		return 0;
	if (op == OP_CONST_MAP)
		indices[0] = f->index;
	if (op == OP_EXTRACT && below(f, 2))
		indices[0] = indices[1] + f->narrow - 1;
	for (uint32_t i = 0; i < op_arguments(op); i++)
		args[i] = f->pool[below(f, f->count)];
	return term_sort_of(f->bank, op, args, indices) ? term_make(f->bank, op, args, indices) : 0;
}

static inline void formulas_begin(struct formulas *f, struct bank *bank, uint64_t seed, uint32_t width, bool maps)
{
	*f = (struct formulas){ .bank = bank, .random = seed, .width = width };
	f->narrow = 1 + below(f, width < 9 ? width : 9);
	f->index = below(f, 2) ? f->narrow : 2 + below(f, 4);
	sort wide = sort_bitvector(bank, width), narrow = sort_bitvector(bank, f->narrow);
	sort index = sort_bitvector(bank, f->index), boolean = sort_bool(bank);
	sort sorts[] = { wide,
			 wide,
			 wide,
			 narrow,
			 narrow,
			 index,
			 index,
			 boolean,
			 boolean,
			 sort_map(bank, index, wide),
			 sort_map(bank, index, narrow),
			 sort_map(bank, index, boolean) };
	for (uint32_t i = 0; i < (maps ? 12 : 9); i++)
		add(f, term_variable(bank, sorts[i], "leaf"));
	for (uint32_t i = 0; i < 6; i++)
		add(f, random_constant(f, i < 3 ? width : i < 5 ? f->index : f->narrow));
	for (uint32_t attempt = 0; attempt < 40000 && f->count < POOL; attempt++) {
		term t = random_application(f, maps);
		bool is_map = t && sort_kind(bank, term_sort(bank, t)) == SORT_MAP;
		if (is_map || (t && term_width(bank, t) <= 256))
			add(f, t);
	}
}

/* A Bool term: one of the pool, or an equation of two or of one with a constant. */
static inline term random_formula(struct formulas *f)
{
	for (;;) {
		term a = f->pool[f->count / 4 + below(f, f->count - f->count / 4)], b = f->pool[below(f, f->count)];
		enum sort_kind kind = sort_kind(f->bank, term_sort(f->bank, a));
		if (kind == SORT_BOOL)
			return below(f, 2) ? a : term_not(f->bank, a);
		if (kind == SORT_BITVECTOR && below(f, 2))
			return term_eq(f->bank, a, random_constant(f, term_width(f->bank, a)));
		if (kind == SORT_BITVECTOR && term_sort(f->bank, a) == term_sort(f->bank, b))
			return below(f, 2) ? term_eq(f->bank, a, b) : term_binary(f->bank, OP_BVSLT, a, b);
	}
}

/* --- a solver's model as a valuation --- */

struct cell_context {
	struct solver *solver;
	term map;
};

struct valuation {
	struct solver *solver;
	struct bank *bank;
	struct cell_context maps[64]; /* live as long as the values of the maps */
	uint32_t count;
};

static inline struct value model_map_cell(void *context, const uint64_t *index)
{
	struct cell_context *c = context;
	struct value v = { 0 };
	if (!solver_cell(c->solver, c->map, index, &v))
		abort();
	return v;
}

static inline struct value model_leaf(void *context, term leaf)
{
	struct valuation *m = context;
	struct value v = { 0 };
	sort s = term_sort(m->bank, leaf);
	if (sort_kind(m->bank, s) != SORT_MAP) {
		if (!solver_value(m->solver, leaf, &v))
			abort();
		return v;
	}
	struct cell_context *c = &m->maps[m->count++];
	*c = (struct cell_context){ m->solver, leaf };
	sort value = sort_value(m->bank, s);
	uint32_t width = sort_kind(m->bank, value) == SORT_BOOL ? 1 : sort_width(m->bank, value);
	return map_unknown(sort_width(m->bank, sort_index(m->bank, s)), width, model_map_cell, c);
}

/* The value of t by term_eval in the solver's model. */
static inline struct value model_evaluate(struct solver *solver, struct bank *bank, term t)
{
	struct valuation m = { .solver = solver, .bank = bank };
	return term_eval(bank, t, model_leaf, &m);
}

static inline bool holds_in_model(struct solver *solver, struct bank *bank, term t)
{
	struct value v = model_evaluate(solver, bank, t);
	bool holds = v.kind == VALUE_WORD && v.word == 1;
	value_release(&v);
	return holds;
}

#endif
