/* Every operator through every backend: the leaves are fixed to random values by assertions, and then each
 * term must have, for the solver, the value that term_eval gives it: `t = value` is satisfiable, `t != value` is not.
 * What a solver (or the lowering of block operations on the way to it) understands differently is found here. */
#include "bv.h"
#include "formulas.h"
#include "tap.h"

enum { FORMULAS = 160, CELLS = 16, LEAVES = 64 };

static const uint32_t widths[] = { 1, 2, 5, 8, 16, 31, 32, 33, 64, 65, 96, 128 };

struct planted {
	struct formulas *f;
	struct bank *bank;
	uint32_t count;
	term leaf[LEAVES];
	term value[LEAVES];       /* of leaves that are no maps */
	term cell[LEAVES][CELLS]; /* of maps */
};

static term planted_constant(struct formulas *f, sort s)
{
	if (sort_kind(f->bank, s) == SORT_BOOL)
		return term_bool(f->bank, below(f, 2));
	return random_constant(f, sort_width(f->bank, s));
}

static void plant(struct planted *p, term leaf)
{
	sort s = term_sort(p->bank, leaf);
	p->leaf[p->count] = leaf;
	if (sort_kind(p->bank, s) == SORT_MAP) {
		for (uint32_t i = 0; i < CELLS; i++)
			p->cell[p->count][i] = planted_constant(p->f, sort_value(p->bank, s));
	} else {
		p->value[p->count] = planted_constant(p->f, s);
	}
	p->count++;
}

static struct value value_of(const struct bank *bank, term constant)
{
	return value_words(term_width(bank, constant), term_words(bank, constant));
}

static uint32_t index_width(const struct bank *bank, term map)
{
	return sort_width(bank, sort_index(bank, term_sort(bank, map)));
}

static struct value planted_leaf(void *context, term leaf)
{
	const struct planted *p = context;
	uint32_t k = 0;
	while (p->leaf[k] != leaf)
		k++;
	if (sort_kind(p->bank, term_sort(p->bank, leaf)) != SORT_MAP)
		return value_of(p->bank, p->value[k]);
	uint32_t width = index_width(p->bank, leaf);
	struct value zero = value_of(p->bank, p->cell[k][0]);
	struct value map = map_constant(width, zero.width, &zero);
	for (uint64_t i = 0; i < UINT64_C(1) << width; i++) {
		struct value v = value_of(p->bank, p->cell[k][i]);
		map_write(&map, &i, &v);
		value_release(&v);
	}
	value_release(&zero);
	return map;
}

static void assert_leaves(const struct planted *p, struct solver *s)
{
	for (uint32_t k = 0; k < p->count; k++) {
		if (sort_kind(p->bank, term_sort(p->bank, p->leaf[k])) != SORT_MAP) {
			solver_assert(s, term_eq(p->bank, p->leaf[k], p->value[k]));
			continue;
		}
		uint32_t width = index_width(p->bank, p->leaf[k]);
		for (uint64_t i = 0; i < UINT64_C(1) << width; i++)
			solver_assert(s, term_eq(p->bank, term_select(p->bank, p->leaf[k], term_bv(p->bank, width, i)),
						 p->cell[k][i]));
	}
}

struct score {
	uint32_t terms, wrong, undecided;
};

static void check_term(const struct planted *p, struct solver *s, term t, struct score *score)
{
	struct value v = term_eval(p->bank, t, planted_leaf, (void *)(uintptr_t)p);
	sort sort_of = term_sort(p->bank, t);
	term constant = sort_kind(p->bank, sort_of) == SORT_BOOL
				? term_bool(p->bank, v.word)
				: term_bv_words(p->bank, sort_width(p->bank, sort_of), value_bits(&v));
	value_release(&v);
	term same = term_eq(p->bank, t, constant), differs = term_not(p->bank, same);
	enum reply no = solver_check(s, &differs, 1, clock_now() + 20);
	enum reply yes = solver_check(s, &same, 1, clock_now() + 20);
	struct value got = { 0 }, want = value_of(p->bank, constant);
	bool valued = yes != REPLY_SAT || (solver_value(s, t, &got) && value_equal(&got, &want));
	value_release(&got);
	value_release(&want);
	score->terms++;
	score->undecided += yes == REPLY_UNKNOWN || no == REPLY_UNKNOWN;
	if (yes == REPLY_UNSAT || no == REPLY_SAT || yes == REPLY_ERROR || no == REPLY_ERROR || !valued) {
		if (!score->wrong++)
			tap_diag("%s is wrong: %d %d %s", op_name(term_op(p->bank, t)), (int)yes, (int)no,
				 solver_reason(s));
	}
}

/* --- maps that the bank does not resolve: more writes than it looks at --- */

struct writes {
	struct formulas *f;
	struct bank *bank;
	term map, other, leaf[8];
};

static void begin_writes(struct writes *w, struct formulas *f, struct planted *p)
{
	sort index = sort_bitvector(f->bank, f->index), cell = sort_bitvector(f->bank, f->width);
	*w = (struct writes){ .f = f, .bank = f->bank };
	w->map = term_variable(f->bank, sort_map(f->bank, index, cell), "far");
	plant(p, w->map);
	w->other = term_const_map(f->bank, f->index, random_constant(f, f->width));
	for (uint32_t i = 0; i < 8; i++) {
		w->leaf[i] = term_variable(f->bank, index, "far");
		plant(p, w->leaf[i]);
	}
}

static term random_leaf(struct writes *w)
{
	return w->leaf[below(w->f, 8)];
}

static term random_place(struct writes *w)
{
	return term_binary(w->bank, OP_BVADD, random_leaf(w), random_constant(w->f, w->f->index));
}

static term random_block(struct writes *w, term map)
{
	term count = term_extract(w->bank, w->f->index > 1 ? w->f->index - 2 : 0, 0, random_leaf(w));
	if (below(w->f, 2))
		return term_fill(w->bank, map, random_place(w), count, random_constant(w->f, w->f->width));
	return term_copy(w->bank, map, random_place(w), w->other, random_leaf(w), count);
}

static term random_choice(struct writes *w, term a, term b)
{
	return term_ite(w->bank, term_binary(w->bank, OP_BVULT, random_leaf(w), random_leaf(w)), a, b);
}

static term random_store(struct writes *w, term map)
{
	return term_store(w->bank, map, random_place(w), random_constant(w->f, w->f->width));
}

static term random_read(struct writes *w, term map)
{
	return term_select(w->bank, map, term_binary(w->bank, OP_BVXOR, random_leaf(w), random_leaf(w)));
}

/* A long chain. */
static term far_read(struct formulas *f, struct planted *p)
{
	struct writes w;
	begin_writes(&w, f, p);
	term map = w.map;
	for (uint32_t i = 0; i < 700; i++) {
		if (i % 100 == 60 || i >= 690)
			map = random_block(&w, map);
		else if (i % 350 == 1)
			map = random_choice(&w, map, w.other);
		else
			map = random_store(&w, map);
		if (i % 3 == 0)
			w.other = random_store(&w, w.other);
	}
	return random_read(&w, map);
}

/* A tree of ites over short chains. */
static term bushy_read(struct formulas *f, struct planted *p)
{
	struct writes w;
	term map[64];
	begin_writes(&w, f, p);
	for (uint32_t i = 0; i < 64; i++) {
		map[i] = i % 4 ? w.map : w.other;
		for (uint32_t k = 0; k < 12; k++)
			map[i] = k < 10 ? random_store(&w, map[i]) : random_block(&w, map[i]);
	}
	for (uint32_t n = 32; n > 0; n /= 2) {
		for (uint32_t i = 0; i < n; i++)
			map[i] = random_choice(&w, map[2 * i], map[2 * i + 1]);
	}
	return random_read(&w, map[0]);
}

static struct solver *open_solver(const char *name, struct bank *bank)
{
	struct diagnostics diags;
	enum solver_kind kind = SOLVER_COMMAND;
	struct solver_options options = { .command = name };
	diagnostics_init(&diags);
	solver_kind_named(name, strlen(name), &kind);
	struct solver *s = solver_new(kind, &options, bank, &diags);
	diagnostics_release(&diags);
	return s;
}

static void examine(const char *name, uint64_t seed, bool far, struct score *score)
{
	struct formulas f;
	struct bank *bank = bank_new();
	struct planted *p = calloc(1, sizeof *p);
	p->f = &f;
	p->bank = bank;
	do
		formulas_begin(&f, bank, seed, widths[seed % (sizeof widths / sizeof *widths)], true);
	while (f.index > 4 && (seed += 1000));
	struct solver *s = open_solver(name, bank);
	for (uint32_t i = 0; i < 12; i++)
		plant(p, f.pool[i]);
	term read = !far ? 0 : seed % 2 ? far_read(&f, p) : bushy_read(&f, p);
	assert_leaves(p, s);
	if (far)
		check_term(p, s, read, score);
	for (uint32_t i = 12 + below(&f, 3); !far && i < f.count; i += 3) {
		if (sort_kind(bank, term_sort(bank, f.pool[i])) != SORT_MAP)
			check_term(p, s, f.pool[i], score);
	}
	solver_free(s);
	bank_free(bank);
	free(p);
}

static void examine_all(const char *name, uint64_t seed, uint64_t count)
{
	struct score score = { 0 }, far = { 0 };
	for (uint64_t i = 0; i < count; i++)
		examine(name, seed + i, false, &score);
	is_int(score.wrong, 0, "%s: %u random terms mean what they should (%u undecided)", name, score.terms,
	       score.undecided);
	ok(score.undecided < score.terms / 10, "%s: nearly all decided", name);
	for (uint64_t i = 0; i < count / 10; i++)
		examine(name, seed + i, true, &far);
	is_int(far.wrong, 0, "%s: so do reads over long chains of writes (%u undecided)", name, far.undecided);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 99,
		 count = argc > 2 ? strtoull(argv[2], NULL, 0) : FORMULAS;
	for (int k = 0; k < SOLVER_COMMAND; k++)
		if (is_built((enum solver_kind)k))
			examine_all(solver_kind_name((enum solver_kind)k), seed, count);
	if (argc > 3)
		examine_all(argv[3], seed, count);
	else if (system("command -v cvc5 >/dev/null 2>&1") == 0)
		examine_all("cvc5 --incremental --lang smt2", seed, count / 8);
	else
		tap_skip("cvc5 is not installed");
	return done_testing();
}
