/* A sample of random terms of small widths, the constructors' result against the term as it was built, by Z3:
 * for all values of the variables they must be equal. Arguments: [SEED [FORESTS]]. */
#include <z3.h>

#include "reference.h"
#include "tap.h"

enum { FORESTS = 1000, NODES = 44, CHECKED = 9 };

struct translation {
	Z3_context z3;
	struct forest *forest;
	Z3_ast tree[MAX_NODES]; /* by position */
	Z3_ast *terms;          /* by handle */
};

static Z3_sort z3_sort(struct translation *t, struct shape s)
{
	Z3_sort value = s.is_bool ? Z3_mk_bool_sort(t->z3) : Z3_mk_bv_sort(t->z3, s.width);
	return s.index ? Z3_mk_array_sort(t->z3, Z3_mk_bv_sort(t->z3, s.index), value) : value;
}

static Z3_ast z3_constant(struct translation *t, bool is_bool, const struct bits *b)
{
	bool bits[MAX_BITS];
	if (is_bool)
		return b->bit[0] ? Z3_mk_true(t->z3) : Z3_mk_false(t->z3);
	for (uint32_t i = 0; i < b->width; i++)
		bits[i] = b->bit[i];
	return Z3_mk_bv_numeral(t->z3, b->width, bits);
}

static Z3_ast z3_number(struct translation *t, uint32_t width, uint32_t n)
{
	return Z3_mk_unsigned_int64(t->z3, n, Z3_mk_bv_sort(t->z3, width));
}

/* The low k bits of a, and those above (NULL if there are none). */
static Z3_ast low_bits(struct translation *t, Z3_ast a, uint32_t k)
{
	return Z3_mk_extract(t->z3, k - 1, 0, a);
}

static Z3_ast same_above(struct translation *t, Z3_ast a, Z3_ast b, uint32_t width, uint32_t k)
{
	if (k == width)
		return Z3_mk_true(t->z3);
	return Z3_mk_eq(t->z3, Z3_mk_extract(t->z3, width - 1, k, a), Z3_mk_extract(t->z3, width - 1, k, b));
}

/* Block operations cell by cell: all cells of the map are written. */
static Z3_ast z3_block(struct translation *t, bool copies, Z3_ast *a, uint32_t width, uint32_t k)
{
	Z3_context z3 = t->z3;
	Z3_ast count = copies ? a[4] : a[2], result = a[0];
	for (uint32_t c = 0; c < 1u << width; c++) {
		Z3_ast i = z3_number(t, width, c), distance = Z3_mk_bvsub(z3, low_bits(t, i, k), low_bits(t, a[1], k));
		Z3_ast in[] = { same_above(t, i, a[1], width, k), Z3_mk_bvult(z3, distance, count) };
		Z3_ast what = copies ? NULL : a[3];
		if (copies) {
			Z3_ast low = Z3_mk_bvadd(z3, low_bits(t, a[3], k), distance);
			Z3_ast j = k == width ? low : Z3_mk_concat(z3, Z3_mk_extract(z3, width - 1, k, a[3]), low);
			what = Z3_mk_select(z3, a[2], j);
		}
		result = Z3_mk_store(z3, result, i,
				     Z3_mk_ite(z3, Z3_mk_and(z3, 2, in), what, Z3_mk_select(z3, a[0], i)));
	}
	return result;
}

static Z3_ast z3_binary(Z3_context z3, enum op op, Z3_ast *a)
{
	switch ((int)op) {
	case OP_EQ:
		return Z3_mk_eq(z3, a[0], a[1]);
	case OP_AND:
		return Z3_mk_and(z3, 2, a);
	case OP_OR:
		return Z3_mk_or(z3, 2, a);
	case OP_XOR:
		return Z3_mk_xor(z3, a[0], a[1]);
	case OP_BVAND:
		return Z3_mk_bvand(z3, a[0], a[1]);
	case OP_BVOR:
		return Z3_mk_bvor(z3, a[0], a[1]);
	case OP_BVXOR:
		return Z3_mk_bvxor(z3, a[0], a[1]);
	case OP_BVADD:
		return Z3_mk_bvadd(z3, a[0], a[1]);
	case OP_BVSUB:
		return Z3_mk_bvsub(z3, a[0], a[1]);
	case OP_BVMUL:
		return Z3_mk_bvmul(z3, a[0], a[1]);
	case OP_BVUDIV:
		return Z3_mk_bvudiv(z3, a[0], a[1]);
	case OP_BVUREM:
		return Z3_mk_bvurem(z3, a[0], a[1]);
	case OP_BVSDIV:
		return Z3_mk_bvsdiv(z3, a[0], a[1]);
	case OP_BVSREM:
		return Z3_mk_bvsrem(z3, a[0], a[1]);
	case OP_BVSHL:
		return Z3_mk_bvshl(z3, a[0], a[1]);
	case OP_BVLSHR:
		return Z3_mk_bvlshr(z3, a[0], a[1]);
	case OP_BVASHR:
		return Z3_mk_bvashr(z3, a[0], a[1]);
	case OP_CONCAT:
		return Z3_mk_concat(z3, a[0], a[1]);
	case OP_BVULT:
		return Z3_mk_bvult(z3, a[0], a[1]);
	case OP_BVULE:
		return Z3_mk_bvule(z3, a[0], a[1]);
	case OP_BVSLT:
		return Z3_mk_bvslt(z3, a[0], a[1]);
	case OP_BVSLE:
		return Z3_mk_bvsle(z3, a[0], a[1]);
	case OP_SELECT:
		return Z3_mk_select(z3, a[0], a[1]);
	}
	abort();
}

/* `width`: of the first argument (maps: of the index); `k`: of a block operation's count. */
static Z3_ast z3_apply(struct translation *t, enum op op, Z3_ast *a, const uint32_t *indices, uint32_t width,
		       uint32_t k)
{
	Z3_context z3 = t->z3;
	switch ((int)op) {
	case OP_ITE:
		return Z3_mk_ite(z3, a[0], a[1], a[2]);
	case OP_NOT:
		return Z3_mk_not(z3, a[0]);
	case OP_BVNOT:
		return Z3_mk_bvnot(z3, a[0]);
	case OP_BVNEG:
		return Z3_mk_bvneg(z3, a[0]);
	case OP_EXTRACT:
		return Z3_mk_extract(z3, indices[0], indices[1], a[0]);
	case OP_ZERO_EXTEND:
		return Z3_mk_zero_ext(z3, indices[0] - width, a[0]);
	case OP_SIGN_EXTEND:
		return Z3_mk_sign_ext(z3, indices[0] - width, a[0]);
	case OP_STORE:
		return Z3_mk_store(z3, a[0], a[1], a[2]);
	case OP_CONST_MAP:
		return Z3_mk_const_array(z3, Z3_mk_bv_sort(z3, indices[0]), a[0]);
	case OP_FILL:
	case OP_COPY:
		return z3_block(t, op == OP_COPY, a, width, k);
	}
	return z3_binary(z3, op, a);
}

static void translate_tree(struct translation *t, uint32_t i)
{
	const struct tree *n = &t->forest->node[i];
	Z3_ast a[5];
	if (n->op == OP_CONSTANT) {
		t->tree[i] = z3_constant(t, n->shape.is_bool, &n->value[0]->cell[0]);
	} else if (n->op == OP_VARIABLE) {
		t->tree[i] = Z3_mk_fresh_const(t->z3, "v", z3_sort(t, n->shape));
		t->terms[n->simplified] = t->tree[i];
	} else {
		for (uint32_t j = 0; j < op_arguments(n->op); j++)
			a[j] = t->tree[n->args[j]];
		struct shape first = t->forest->node[n->args[0]].shape;
		uint32_t k = n->op == OP_FILL || n->op == OP_COPY
				     ? t->forest->node[n->args[n->op == OP_FILL ? 2 : 4]].shape.width
				     : 0;
		t->tree[i] = z3_apply(t, n->op, a, n->indices, first.index ? first.index : first.width, k);
	}
}

/* Handles are in the order of creation: arguments come before their users. */
static void translate_terms(struct translation *t)
{
	struct bank *bank = t->forest->bank;
	for (term v = 1; v <= bank_size(bank); v++) {
		enum op op = term_op(bank, v);
		sort s = term_sort(bank, v);
		Z3_ast a[5];
		if (op == OP_VARIABLE)
			continue;
		if (op == OP_CONSTANT) {
			struct bits b = bits_from_words(term_words(bank, v), term_width(bank, v));
			t->terms[v] = z3_constant(t, sort_kind(bank, s) == SORT_BOOL, &b);
			continue;
		}
		for (uint32_t j = 0; j < term_count(bank, v); j++)
			a[j] = t->terms[term_arg(bank, v, j)];
		uint32_t indices[] = { op_indices(op) ? term_index(bank, v, 0) : 0,
				       op_indices(op) > 1 ? term_index(bank, v, 1) : 0 };
		sort first = term_sort(bank, term_arg(bank, v, 0));
		bool is_map = sort_kind(bank, first) == SORT_MAP;
		uint32_t k =
			op == OP_FILL || op == OP_COPY ? term_width(bank, term_arg(bank, v, op == OP_FILL ? 2 : 4)) : 0;
		t->terms[v] =
			z3_apply(t, op, a, indices, sort_width(bank, is_map ? sort_index(bank, first) : first), k);
	}
}

struct tally {
	uint32_t proved, wrong, unknown;
};

static Z3_lbool differ(struct translation *t, Z3_ast a, Z3_ast b)
{
	Z3_solver solver = Z3_mk_simple_solver(t->z3); /* as good here, and 50 times faster */
	Z3_solver_inc_ref(t->z3, solver);
	Z3_params params = Z3_mk_params(t->z3);
	Z3_params_inc_ref(t->z3, params);
	Z3_params_set_uint(t->z3, params, Z3_mk_string_symbol(t->z3, "timeout"), 3000);
	Z3_solver_set_params(t->z3, solver, params);
	Z3_solver_assert(t->z3, solver, Z3_mk_not(t->z3, Z3_mk_eq(t->z3, a, b)));
	Z3_lbool answer = Z3_solver_check(t->z3, solver);
	Z3_params_dec_ref(t->z3, params);
	Z3_solver_dec_ref(t->z3, solver);
	return answer;
}

static void check_forest(struct forest *f, uint64_t seed, bool falsify, struct tally *tally)
{
	struct bank *bank = bank_new();
	forest_begin(f, bank, seed, true);
	while (f->count < NODES)
		random_node(f);
	Z3_config config = Z3_mk_config();
	struct translation *t = calloc(1, sizeof *t);
	t->z3 = Z3_mk_context(config);
	t->forest = f;
	t->terms = calloc(bank_size(bank) + 1, sizeof *t->terms);
	for (uint32_t i = 0; i < f->count; i++)
		translate_tree(t, i);
	translate_terms(t);
	for (uint32_t i = f->count - CHECKED; i < f->count; i++) {
		Z3_ast simplified = t->terms[f->node[i].simplified];
		if (falsify && f->node[i].shape.is_bool && !f->node[i].shape.index)
			simplified = Z3_mk_not(t->z3, simplified);
		Z3_lbool answer = differ(t, t->tree[i], simplified);
		tally->proved += answer == Z3_L_FALSE;
		tally->unknown += answer == Z3_L_UNDEF;
		tally->wrong += answer == Z3_L_TRUE;
		if (answer == Z3_L_TRUE && !falsify)
			tap_diag("seed %llu: node %u (%s) is simplified wrongly", (unsigned long long)seed, i,
				 op_name(f->node[i].op));
	}
	Z3_del_context(t->z3);
	Z3_del_config(config);
	free(t->terms);
	free(t);
	forest_end(f);
	bank_free(bank);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 4711,
		 forests = argc > 2 ? strtoull(argv[2], NULL, 0) : FORESTS;
	struct forest *f = calloc(1, sizeof *f);
	struct tally tally = { 0 }, falsified = { 0 };
	for (uint64_t i = 0; i < forests; i++)
		check_forest(f, seed + i * 104729, false, &tally);
	is_int(tally.wrong, 0, "%u terms are proved equal to what was built", tally.proved);
	ok(tally.unknown * 50 <= tally.proved, "Z3 decides nearly all (not: %u)", tally.unknown);
	if (argc <= 1) {
		ok(tally.proved >= 2000, "at least 2,000 terms were proved");
		for (uint64_t i = 0; i < 10; i++)
			check_forest(f, i, true, &falsified);
		ok(falsified.wrong > 0, "negated terms are noticed (%u times)", falsified.wrong);
	}
	free(f);
	return done_testing();
}
