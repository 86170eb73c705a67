/* Random formulas of all widths, with maps and without: the backends of this build agree with one another, models
 * satisfy the formula by term_eval, solver_value agrees with term_eval, and cores have no model.
 * Arguments: [SEED [FORMULAS]]. */
#include "formulas.h"
#include "tap.h"

enum { FORMULAS = 520, BACKENDS = SOLVER_COMMAND + 1 };

static const uint32_t widths[] = { 1, 2, 3, 8, 16, 32, 33, 64, 65, 96, 128 };

struct tally {
	uint32_t sat, unsat, unknown, error;
	uint32_t bad_models, bad_values, bad_cores, disagreements;
};

struct contest {
	const char *name[BACKENDS];
	struct tally tally[BACKENDS];
	uint32_t backends;
	uint64_t seed;
};

static struct solver *open_solver(uint32_t which, const char *name, struct bank *bank, bool one_shot,
				  struct diagnostics *diags)
{
	enum solver_kind kind = SOLVER_COMMAND;
	struct solver_options options = { .command = name, .one_shot = one_shot };
	(void)which;
	solver_kind_named(name, strlen(name), &kind);
	return solver_new(kind, &options, bank, diags);
}

static bool same_value(struct solver *s, struct bank *bank, term t)
{
	struct value got = { 0 }, want = model_evaluate(s, bank, t);
	bool same = solver_value(s, t, &got) && value_equal(&got, &want);
	value_release(&got);
	value_release(&want);
	return same;
}

static void check_model(struct contest *c, uint32_t which, struct formulas *f, struct solver *s, const term *formula,
			uint32_t count)
{
	struct tally *t = &c->tally[which];
	for (uint32_t i = 0; i < count; i++) {
		if (holds_in_model(s, f->bank, formula[i]))
			continue;
		if (!t->bad_models++)
			tap_diag("%s: seed %llu: no model of formula %u", c->name[which], (unsigned long long)c->seed,
				 i);
	}
	for (uint32_t i = 0; i < f->count; i += 7) {
		if (sort_kind(f->bank, term_sort(f->bank, f->pool[i])) != SORT_MAP &&
		    !same_value(s, f->bank, f->pool[i]))
			t->bad_values++;
	}
}

/* The core with the first formula (which was asserted) must be unsatisfiable for the first backend. */
static void check_core(struct contest *c, uint32_t which, struct formulas *f, struct solver *s, term fact)
{
	size_t count;
	struct diagnostics diags;
	diagnostics_init(&diags);
	const term *core = solver_core(s, &count);
	struct solver *other = open_solver(0, c->name[0], f->bank, true, &diags);
	solver_assert(other, fact);
	for (size_t i = 0; i < count; i++)
		solver_assert(other, core[i]);
	/* No answer in time is no evidence against the core. */
	if (solver_check(other, NULL, 0, clock_now() + 60) == REPLY_SAT)
		c->tally[which].bad_cores++;
	solver_free(other);
	diagnostics_release(&diags);
}

/* Asks one backend three times, the first formula asserted, the others assumed; a formula asserted between. */
static void ask(struct contest *c, uint32_t which, struct formulas *f, const term formula[4], enum reply reply[3])
{
	struct tally *t = &c->tally[which];
	struct diagnostics diags;
	diagnostics_init(&diags);
	struct solver *s = open_solver(which, c->name[which], f->bank, c->seed % 5 == 0, &diags);
	const term checked[3][4] = { { formula[0], formula[1] },
				     { formula[0], formula[1], formula[2] },
				     { formula[0], formula[1], formula[3] } };
	const term assumed[3][2] = { { formula[1] }, { formula[1], formula[2] }, { formula[1] } };
	const uint32_t assumptions[3] = { 1, 2, 1 };
	solver_assert(s, formula[0]);
	for (uint32_t i = 0; i < 3; i++) {
		if (i == 2)
			solver_assert(s, formula[3]);
		reply[i] = solver_check(s, assumed[i], assumptions[i], clock_now() + 4);
		t->sat += reply[i] == REPLY_SAT;
		t->unsat += reply[i] == REPLY_UNSAT;
		t->unknown += reply[i] == REPLY_UNKNOWN;
		t->error += reply[i] == REPLY_ERROR;
		if (reply[i] == REPLY_SAT)
			check_model(c, which, f, s, checked[i], i == 0 ? 2 : 3);
		else if (reply[i] == REPLY_UNSAT && i < 2)
			check_core(c, which, f, s, formula[0]);
		else if (reply[i] != REPLY_UNSAT)
			tap_diag("%s: seed %llu: %s", c->name[which], (unsigned long long)c->seed, solver_reason(s));
	}
	solver_free(s);
	diagnostics_release(&diags);
}

static bool is_verdict(enum reply r)
{
	return r == REPLY_SAT || r == REPLY_UNSAT;
}

static void compete(struct contest *c, uint64_t seed)
{
	struct formulas f;
	enum reply first[3], reply[3];
	term formula[4];
	struct bank *bank = bank_new();
	c->seed = seed;
	formulas_begin(&f, bank, seed, widths[seed % (sizeof widths / sizeof *widths)], seed % 3 != 0);
	for (uint32_t i = 0; i < 4; i++)
		formula[i] = random_formula(&f);
	for (uint32_t which = 0; which < c->backends; which++) {
		ask(c, which, &f, formula, which ? reply : first);
		for (uint32_t i = 0; which && i < 3; i++) {
			if (!is_verdict(first[i]) || !is_verdict(reply[i]) || first[i] == reply[i])
				continue;
			if (!c->tally[which].disagreements++)
				tap_diag("%s: seed %llu: disagreement", c->name[which], (unsigned long long)seed);
		}
	}
	bank_free(bank);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 7,
		 count = argc > 2 ? strtoull(argv[2], NULL, 0) : FORMULAS;
	struct contest c = { 0 };
	for (int k = 0; k < SOLVER_COMMAND; k++)
		if (is_built((enum solver_kind)k))
			c.name[c.backends++] = solver_kind_name((enum solver_kind)k);
	if (argc > 3)
		c.name[c.backends++] = argv[3];
	for (uint64_t i = 0; i < count; i++)
		compete(&c, seed + i);
	for (uint32_t which = 0; which < c.backends; which++) {
		const struct tally *t = &c.tally[which];
		tap_diag("%s: %u sat, %u unsat, %u unknown", c.name[which], t->sat, t->unsat, t->unknown);
		ok(t->sat && t->unsat && t->unknown < (t->sat + t->unsat) / 4, "%s answers", c.name[which]);
		is_int(t->error, 0, "%s: no errors", c.name[which]);
		is_int(t->bad_models, 0, "%s: every model satisfies its formula", c.name[which]);
		is_int(t->bad_values, 0, "%s: values of terms are what term_eval says", c.name[which]);
		is_int(t->bad_cores, 0, "%s: every core is unsatisfiable", c.name[which]);
		is_int(t->disagreements, 0, "%s agrees with %s", c.name[which], c.name[0]);
	}
	return done_testing();
}
