/* Questions whose numbers have few values: random ones are answered as by Z3, with models that term_eval confirms; and what does not
 * suit is left alone. Arguments: [SEED [FORMULAS]]. */
#include "backend.h"
#include "formulas.h"
#include "tap.h"

enum { FORMULAS = 400, SECONDS = 60, CONFLICTS = 1 << 20 };

struct tally {
	uint32_t sat, unsat, unknown, contradictions, bad_models;
};

/* What Z3 and the direct encoding say of the conjunction: half of it asserted, half assumed. */
static void compare(struct tally *tally, struct bank *bank, const term *parts, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (term_is_false(bank, parts[i]))
			return; /* no solver is asked */
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct solver *s = solver_new(SOLVER_Z3, NULL, bank, &diags);
	for (uint32_t i = 0; i < count / 2; i++)
		solver_assert(s, parts[i]);
	enum reply z3 = solver_check(s, parts + count / 2, count - count / 2, clock_now() + SECONDS);
	enum reply own = direct_try(s, CONFLICTS, clock_now() + SECONDS);
	tally->sat += own == REPLY_SAT;
	tally->unsat += own == REPLY_UNSAT;
	tally->unknown += own == REPLY_UNKNOWN;
	if (z3 != own && (own == REPLY_SAT || own == REPLY_UNSAT))
		tally->contradictions++;
	else if (own == REPLY_SAT)
		for (uint32_t i = 0; i < count; i++)
			tally->bad_models += !holds_in_model(s, bank, parts[i]);
	solver_free(s);
	diagnostics_release(&diags);
}

static void report(const struct tally *t, uint32_t formulas, const char *what)
{
	tap_diag("%s: %u sat, %u unsat, %u left alone", what, t->sat, t->unsat, t->unknown);
	is_int((int)t->contradictions, 0, "%s: as Z3 says", what);
	is_int((int)t->bad_models, 0, "%s: models are models", what);
	ok(t->sat > formulas / 8 && t->unsat > formulas / 8, "%s: there are both", what);
}

/* All operators, on numbers of at most five bits, which have few values anyway. */
static void test_narrow(uint64_t seed, uint32_t formulas)
{
	struct tally tally = { 0 };
	for (uint32_t i = 0; i < formulas; i++) {
		struct formulas f;
		struct bank *bank = bank_new();
		term parts[12];
		formulas_begin(&f, bank, seed + i, 1 + i % 5, false);
		uint32_t count = 2 + below(&f, 3);
		for (uint32_t k = 0; k < count; k++)
			parts[k] = random_formula(&f);
		compare(&tally, bank, parts, count);
		bank_free(bank);
	}
	report(&tally, formulas, "narrow numbers");
}

/* A number of 32 bits between bounds that are written in one of several ways. */
static term bounded(struct formulas *f, term x)
{
	struct bank *b = f->bank;
	enum op less = below(f, 2) ? OP_BVSLT : OP_BVULT;
	uint32_t low = less == OP_BVSLT && below(f, 2) ? UINT32_MAX - below(f, 4) : below(f, 5);
	term from = term_bv(b, 32, low), to = term_bv(b, 32, low + 3 + below(f, 8));
	if (less == OP_BVULT && low > 100)
		return term_eq(b, x, from);
	term above = below(f, 2) ? term_not(b, term_binary(b, less, x, from))
				 : term_binary(b, less, term_bv(b, 32, low - 1), x);
	if (less == OP_BVULT && !low)
		above = term_true(b);
	return term_and(b, above, term_binary(b, less, x, to));
}

static term operation(struct formulas *f, const term *numbers, uint32_t count)
{
	static const enum op ops[] = { OP_BVADD, OP_BVSUB, OP_BVMUL, OP_BVXOR, OP_BVSREM, OP_BVUDIV, OP_BVSHL };
	term a = numbers[below(f, count)], b = numbers[below(f, count)];
	if (!below(f, 6))
		return term_ite(f->bank, term_binary(f->bank, OP_BVSLT, a, b), a, numbers[below(f, count)]);
	return term_binary(f->bank, ops[below(f, sizeof ops / sizeof *ops)], a, b);
}

/* Numbers of 32 bits with bounds, others that are defined by them, and relations between all. */
static void test_bounded(uint64_t seed, uint32_t formulas)
{
	enum { BOUNDED = 5, DEFINED = 3, RELATIONS = 6, PARTS = BOUNDED + DEFINED + RELATIONS };
	struct tally tally = { 0 };
	for (uint32_t i = 0; i < formulas; i++) {
		struct formulas f = { .bank = bank_new(), .random = seed + i };
		term numbers[BOUNDED + DEFINED], parts[PARTS];
		uint32_t count = 0;
		for (uint32_t k = 0; k < BOUNDED + DEFINED; k++) {
			term x = term_variable(f.bank, sort_bitvector(f.bank, 32), "x");
			parts[count++] = k < BOUNDED ? bounded(&f, x) : term_eq(f.bank, x, operation(&f, numbers, k));
			numbers[k] = x;
		}
		while (count < PARTS) {
			term a = operation(&f, numbers, BOUNDED + DEFINED);
			term b = numbers[below(&f, BOUNDED + DEFINED)];
			term same = term_eq(f.bank, a, b), less = term_binary(f.bank, OP_BVSLT, a, b);
			parts[count++] = below(&f, 3) ? term_not(f.bank, same) : below(&f, 4) ? less : same;
		}
		compare(&tally, f.bank, parts, PARTS);
		bank_free(f.bank);
	}
	report(&tally, formulas, "bounded numbers");
}

/* --- single questions --- */

struct trial {
	struct bank *bank;
	struct diagnostics diags;
	struct solver *solver;
	term x, y;
};

static void open_trial(struct trial *t)
{
	*t = (struct trial){ .bank = bank_new() };
	diagnostics_init(&t->diags);
	sort word = sort_bitvector(t->bank, 32);
	t->x = term_variable(t->bank, word, "x");
	t->y = term_variable(t->bank, word, "y");
	t->solver = solver_new(SOLVER_Z3, NULL, t->bank, &t->diags);
}

static void close_trial(struct trial *t)
{
	solver_free(t->solver);
	bank_free(t->bank);
	diagnostics_release(&t->diags);
}

static term below_number(struct trial *t, term x, uint64_t number)
{
	return term_binary(t->bank, OP_BVULT, x, term_bv(t->bank, 32, number));
}

/* What is said of the assumption, whatever Z3 says. */
static enum reply try(struct trial *t, term assumption, double seconds)
{
	solver_check(t->solver, &assumption, 1, clock_now() + SECONDS);
	return direct_try(t->solver, CONFLICTS, clock_now() + seconds);
}

static void leaves_alone(term (*question)(struct trial *t), const char *what)
{
	struct trial t;
	open_trial(&t);
	is_int(try(&t, question(&t), SECONDS), REPLY_UNKNOWN, "left alone: %s", what);
	ok(!direct_won(t.solver), "left alone: %s: who answers is another", what);
	close_trial(&t);
}

static term many_values(struct trial *t)
{
	return term_and(t->bank, below_number(t, t->x, 129), below_number(t, t->y, 5));
}

static term no_bounds(struct trial *t)
{
	return term_and(t->bank, below_number(t, t->x, 5), term_not(t->bank, term_eq(t->bank, t->x, t->y)));
}

/* Each is what the other says: neither is defined. */
static term in_a_circle(struct trial *t)
{
	term one = term_bv(t->bank, 32, 1), next = term_binary(t->bank, OP_BVADD, t->y, one);
	term back = term_binary(t->bank, OP_BVMUL, t->x, t->x);
	return term_and(t->bank, term_eq(t->bank, t->x, next), term_eq(t->bank, t->y, back));
}

static term with_map(struct trial *t)
{
	sort word = sort_bitvector(t->bank, 32);
	term map = term_variable(t->bank, sort_map(t->bank, word, word), "map");
	term cell = term_select(t->bank, map, t->x);
	return term_and(t->bank, below_number(t, t->x, 5), below_number(t, cell, 5));
}

static term wide_number(struct trial *t)
{
	term wide = term_variable(t->bank, sort_bitvector(t->bank, 100), "wide");
	term small = term_binary(t->bank, OP_BVULT, wide, term_bv(t->bank, 100, 3));
	return term_and(t->bank, small, below_number(t, t->x, 5));
}

/* 128 values each: 16,384 pairs are looked at, and a number more is one too many. */
static term many_pairs(struct trial *t)
{
	term sum = term_binary(t->bank, OP_BVADD, t->x, t->y);
	term more = term_binary(t->bank, OP_BVMUL, sum, t->x), bounds = below_number(t, t->x, 128);
	bounds = term_and(t->bank, bounds, below_number(t, t->y, 128));
	return term_and(t->bank, bounds, below_number(t, more, 1000));
}

static void test_core(void)
{
	struct trial t;
	open_trial(&t);
	term small = below_number(&t, t.x, 4), large = term_not(t.bank, below_number(&t, t.x, 3));
	term other = term_not(t.bank, term_eq(t.bank, t.x, term_bv(t.bank, 32, 3))), all[] = { small, large, other };
	size_t count;
	solver_check(t.solver, all, 3, clock_now() + SECONDS);
	is_int(direct_try(t.solver, CONFLICTS, clock_now() + SECONDS), REPLY_UNSAT, "no value is left");
	ok(direct_won(t.solver), "that is its own answer");
	solver_core(t.solver, &count);
	is_int((int)count, 3, "the core is all that was assumed");
	is_int(solver_check(t.solver, all, 2, clock_now() + SECONDS), REPLY_SAT, "the next question is Z3's");
	ok(!direct_won(t.solver), "and nothing is left of the one before");
	close_trial(&t);
}

/* `pigeons` in holes, one less: a question that takes long. */
static term pigeons(struct trial *t, uint32_t pigeons)
{
	term hole[20], all = term_true(t->bank);
	for (uint32_t i = 0; i < pigeons; i++) {
		hole[i] = term_variable(t->bank, sort_bitvector(t->bank, 32), "hole");
		all = term_and(t->bank, all, below_number(t, hole[i], pigeons - 1));
		for (uint32_t k = 0; k < i; k++)
			all = term_and(t->bank, all, term_not(t->bank, term_eq(t->bank, hole[i], hole[k])));
	}
	return all;
}

static void test_limits(void)
{
	struct trial t;
	open_trial(&t);
	term question = pigeons(&t, 13);
	solver_check(t.solver, &question, 1, clock_now() + .1);
	is_int(direct_try(t.solver, CONFLICTS, clock_now() + .2), REPLY_UNKNOWN, "its time is up");
	solver_interrupt(t.solver);
	is_int(direct_try(t.solver, CONFLICTS, SOLVER_NO_DEADLINE), REPLY_UNKNOWN, "it is interrupted");
	close_trial(&t);
}

static term differ(struct trial *t, term all, term a, term b)
{
	return term_and(t->bank, all, term_not(t->bank, term_eq(t->bank, a, b)));
}

/* A Costas array: a permutation in which no two pairs of numbers at the same distance have the same difference. */
static term costas(struct trial *t, uint32_t size)
{
	term at[20], all = term_true(t->bank);
	for (uint32_t i = 0; i < size; i++) {
		at[i] = term_variable(t->bank, sort_bitvector(t->bank, 32), "at");
		all = term_and(t->bank, all, below_number(t, at[i], size));
	}
	for (uint32_t distance = 1; distance < size; distance++)
		for (uint32_t i = distance; i < size; i++) {
			term difference = term_binary(t->bank, OP_BVSUB, at[i], at[i - distance]);
			all = differ(t, all, at[i], at[i - distance]);
			for (uint32_t k = distance; k < i; k++)
				all = differ(t, all, difference,
					     term_binary(t->bank, OP_BVSUB, at[k], at[k - distance]));
		}
	return all;
}

/* Z3's first effort is not enough for this. */
static void test_within(void)
{
	struct trial t;
	open_trial(&t);
	struct rivalry rivalry = { .command = "exit 1" };
	struct solver_options options = { .rivalry = &rivalry };
	solver_free(t.solver);
	t.solver = solver_new(SOLVER_Z3, &options, t.bank, &t.diags);
	term question = costas(&t, 14);
	is_int(solver_check(t.solver, &question, 1, clock_now() + 600), REPLY_SAT, "there is a Costas array of 14");
	ok(direct_won(t.solver), "a check has used it");
	ok(holds_in_model(t.solver, t.bank, question), "and has its model");
	close_trial(&t);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	uint32_t formulas = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : FORMULAS;
	test_narrow(seed, formulas);
	test_bounded(seed, formulas);
	leaves_alone(many_values, "129 values");
	leaves_alone(no_bounds, "a number without bounds");
	leaves_alone(in_a_circle, "definitions in a circle");
	leaves_alone(with_map, "a map");
	leaves_alone(wide_number, "100 bits");
	leaves_alone(many_pairs, "too many combinations");
	test_core();
	test_limits();
	test_within();
	return done_testing();
}
