/* What lowering takes out and what it leaves. That it keeps the meaning is tested in tests/solver/meaning.c. */
#include "hash.h"
#include "smt_lower.h"
#include "tap.h"

struct fixture {
	struct bank *bank;
	struct smt_lower *lower;
	term map, p, n, i, v;
};

static void begin(struct fixture *f)
{
	f->bank = bank_new();
	f->lower = smt_lower_new(f->bank);
	sort index = sort_bitvector(f->bank, 32), value = sort_bitvector(f->bank, 8);
	f->map = term_variable(f->bank, sort_map(f->bank, index, value), "m");
	f->p = term_variable(f->bank, index, "p");
	f->n = term_variable(f->bank, sort_bitvector(f->bank, 16), "n");
	f->i = term_variable(f->bank, index, "i");
	f->v = term_variable(f->bank, value, "v");
}

static void end(struct fixture *f)
{
	smt_lower_free(f->lower);
	bank_free(f->bank);
}

static size_t conditions(const struct fixture *f)
{
	size_t count;
	smt_lower_conditions(f->lower, &count);
	return count;
}

/* Operations that must not be left. */
static uint32_t blocks(const struct bank *bank, term t, struct table *seen)
{
	enum op op = term_op(bank, t);
	if (table_has(seen, t))
		return 0;
	table_put(seen, t, 1);
	uint32_t found = op == OP_FILL || op == OP_COPY || op == OP_CONST_MAP;
	for (uint32_t i = 0; i < term_count(bank, t); i++)
		found += blocks(bank, term_arg(bank, t, i), seen);
	return found;
}

static uint32_t blocks_left(const struct fixture *f, term t)
{
	struct table seen = { 0 };
	size_t count;
	const term *condition = smt_lower_conditions(f->lower, &count);
	uint32_t found = blocks(f->bank, t, &seen);
	for (size_t i = 0; i < count; i++)
		found += blocks(f->bank, condition[i], &seen);
	table_free(&seen);
	return found;
}

static term stores(struct fixture *f, term map, uint32_t count)
{
	sort index = sort_bitvector(f->bank, 32);
	for (uint32_t k = 0; k < count; k++)
		map = term_store(f->bank, map, term_variable(f->bank, index, "at"), f->v);
	return map;
}

static void test_untouched(void)
{
	struct fixture f;
	begin(&f);
	term map = stores(&f, f.map, 100), read = term_select(f.bank, map, f.i);
	ok(smt_lower_term(f.lower, read) == read, "a read without block operations stays as it is");
	ok(smt_lower_term(f.lower, f.v) == f.v, "so does a leaf");
	is_int(conditions(&f), 0, "no conditions");
	end(&f);
}

static void test_near(void)
{
	struct fixture f;
	begin(&f);
	term filled = term_fill(f.bank, f.map, f.p, f.n, f.v);
	term copied = term_copy(f.bank, stores(&f, filled, 3), f.p, filled, f.i, f.n);
	term t = term_eq(f.bank, term_select(f.bank, copied, f.i), f.v), lowered = smt_lower_term(f.lower, t);
	is_int(blocks_left(&f, lowered), 0, "near the read: all taken out");
	is_int(conditions(&f), 0, "without conditions");
	ok(smt_lower_term(f.lower, t) == lowered, "the same again");
	end(&f);
}

static void test_far(void)
{
	struct fixture f;
	begin(&f);
	term zero = term_const_map(f.bank, 32, term_bv(f.bank, 8, 0));
	term branches = term_ite(f.bank, term_eq(f.bank, f.i, f.p), stores(&f, zero, 5000),
				 stores(&f, term_fill(f.bank, f.map, f.p, f.n, f.v), 5000));
	term map = stores(&f, branches, 5000);
	term t = term_eq(f.bank, term_select(f.bank, map, f.i), f.v), lowered = smt_lower_term(f.lower, t);
	is_int(blocks_left(&f, lowered), 0, "far from the read: all taken out");
	is_int(conditions(&f), 2, "one condition for each of the two");
	smt_lower_term(f.lower, term_not(f.bank, t));
	is_int(conditions(&f), 2, "none more for the same cell");
	smt_lower_term(f.lower, term_eq(f.bank, term_select(f.bank, map, f.p), f.v));
	is_int(conditions(&f), 4, "two more for another");
	uint32_t before = bank_size(f.bank);
	for (uint32_t k = 0; k < 20; k++) {
		term i = term_variable(f.bank, sort_bitvector(f.bank, 32), "i");
		smt_lower_term(f.lower, term_eq(f.bank, term_select(f.bank, map, i), f.v));
	}
	ok(bank_size(f.bank) - before < 20 * 50000, "20 reads make %u terms", bank_size(f.bank) - before);
	end(&f);
}

static void test_deep(void)
{
	struct fixture f;
	begin(&f);
	term map = term_fill(f.bank, f.map, f.p, f.n, f.v);
	for (uint32_t k = 0; k < 30000; k++)
		map = term_store(f.bank, k % 7 ? map : term_fill(f.bank, map, f.i, f.n, f.v),
				 term_variable(f.bank, sort_bitvector(f.bank, 32), "at"), f.v);
	term t = term_eq(f.bank, term_select(f.bank, map, f.i), f.v), lowered = smt_lower_term(f.lower, t);
	ok(lowered != 0 && conditions(&f) > 3000, "30,000 stores and 4,000 fills");
	end(&f);
}

static void test_limit(void)
{
	struct fixture f;
	begin(&f);
	term map = f.map;
	sort index = sort_bitvector(f.bank, 32);
	for (uint32_t k = 0; k < 60; k++)
		map = term_copy(f.bank, map, term_variable(f.bank, index, "to"), map,
				term_variable(f.bank, index, "from"), f.n);
	term t = term_eq(f.bank, term_select(f.bank, map, f.i), f.v);
	is_int(smt_lower_term(f.lower, t), 0, "sixty copies of a map over itself are too much");
	is_int(smt_lower_term(f.lower, f.v), 0, "and that is remembered");
	end(&f);
}

int main(void)
{
	test_untouched();
	test_near();
	test_far();
	test_deep();
	test_limit();
	return done_testing();
}
