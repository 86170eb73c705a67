#include "z3_terms.h"

#include "backend.h"

enum { DEEP = 32 };

Z3_ast z3_term(const struct z3_terms *z, term t)
{
	return table_get(&z->asts, t, NULL);
}

Z3_ast z3_definition(const struct z3_terms *z, term t)
{
	return table_get(&z->definitions, t, NULL);
}

static Z3_sort sort_of(struct z3_terms *z, term t)
{
	sort s = term_sort(z->bank, t);
	if (sort_kind(z->bank, s) == SORT_BOOL)
		return Z3_mk_bool_sort(z->context);
	if (sort_kind(z->bank, s) == SORT_BITVECTOR)
		return Z3_mk_bv_sort(z->context, sort_width(z->bank, s));
	Z3_sort index = Z3_mk_bv_sort(z->context, solver_index_width(z->bank, t));
	return Z3_mk_array_sort(z->context, index, Z3_mk_bv_sort(z->context, solver_cell_width(z->bank, t)));
}

Z3_ast z3_number(const struct z3_terms *z, uint32_t width, const uint64_t *words)
{
	if (width <= 64)
		return Z3_mk_unsigned_int64(z->context, words[0], Z3_mk_bv_sort(z->context, width));
	bool *bit = memory_alloc(width * sizeof *bit);
	for (uint32_t i = 0; i < width; i++)
		bit[i] = words[i / 64] >> (i % 64) & 1;
	Z3_ast ast = Z3_mk_bv_numeral(z->context, width, bit);
	memory_free(bit);
	return ast;
}

static Z3_ast one_bit(struct z3_terms *z, uint64_t bit)
{
	return z3_number(z, 1, &bit);
}

static bool is_bool(const struct z3_terms *z, term t)
{
	return sort_kind(z->bank, term_sort(z->bank, t)) == SORT_BOOL;
}

static Z3_ast leaf(struct z3_terms *z, term t)
{
	return Z3_mk_fresh_const(z->context, "v", sort_of(z, t));
}

static Z3_ast constant(struct z3_terms *z, term t)
{
	if (!is_bool(z, t))
		return z3_number(z, term_width(z->bank, t), term_words(z->bank, t));
	return term_is_true(z->bank, t) ? Z3_mk_true(z->context) : Z3_mk_false(z->context);
}

static Z3_ast read_map(struct z3_terms *z, term t, Z3_ast map, Z3_ast index)
{
	Z3_ast cell = Z3_mk_select(z->context, map, index);
	return cell && is_bool(z, t) ? Z3_mk_eq(z->context, cell, one_bit(z, 1)) : cell;
}

static Z3_ast write_map(struct z3_terms *z, term t, const Z3_ast a[3])
{
	Z3_ast cell = a[2];
	if (is_bool(z, term_arg(z->bank, t, 2)))
		cell = Z3_mk_ite(z->context, cell, one_bit(z, 1), one_bit(z, 0));
	return cell ? Z3_mk_store(z->context, a[0], a[1], cell) : NULL;
}

static Z3_ast application(struct z3_terms *z, term t, const Z3_ast a[3])
{
	Z3_context c = z->context;
	switch (term_op(z->bank, t)) {
	case OP_CONSTANT:
		return constant(z, t);
	case OP_VARIABLE:
		return leaf(z, t);
	case OP_ITE:
		return Z3_mk_ite(c, a[0], a[1], a[2]);
	case OP_EQ:
		return Z3_mk_eq(c, a[0], a[1]);
	case OP_NOT:
		return Z3_mk_not(c, a[0]);
	case OP_AND:
		return Z3_mk_and(c, 2, a);
	case OP_OR:
		return Z3_mk_or(c, 2, a);
	case OP_XOR:
		return Z3_mk_xor(c, a[0], a[1]);
	case OP_BVNOT:
		return Z3_mk_bvnot(c, a[0]);
	case OP_BVNEG:
		return Z3_mk_bvneg(c, a[0]);
	case OP_BVAND:
		return Z3_mk_bvand(c, a[0], a[1]);
	case OP_BVOR:
		return Z3_mk_bvor(c, a[0], a[1]);
	case OP_BVXOR:
		return Z3_mk_bvxor(c, a[0], a[1]);
	case OP_BVADD:
		return Z3_mk_bvadd(c, a[0], a[1]);
	case OP_BVSUB:
		return Z3_mk_bvsub(c, a[0], a[1]);
	case OP_BVMUL:
		return Z3_mk_bvmul(c, a[0], a[1]);
	case OP_BVUDIV:
		return Z3_mk_bvudiv(c, a[0], a[1]);
	case OP_BVUREM:
		return Z3_mk_bvurem(c, a[0], a[1]);
	case OP_BVSDIV:
		return Z3_mk_bvsdiv(c, a[0], a[1]);
	case OP_BVSREM:
		return Z3_mk_bvsrem(c, a[0], a[1]);
	case OP_BVSHL:
		return Z3_mk_bvshl(c, a[0], a[1]);
	case OP_BVLSHR:
		return Z3_mk_bvlshr(c, a[0], a[1]);
	case OP_BVASHR:
		return Z3_mk_bvashr(c, a[0], a[1]);
	case OP_CONCAT:
		return Z3_mk_concat(c, a[0], a[1]);
	case OP_EXTRACT:
		return Z3_mk_extract(c, term_index(z->bank, t, 0), term_index(z->bank, t, 1), a[0]);
	case OP_ZERO_EXTEND:
		return Z3_mk_zero_ext(c, term_width(z->bank, t) - term_width(z->bank, term_arg(z->bank, t, 0)), a[0]);
	case OP_SIGN_EXTEND:
		return Z3_mk_sign_ext(c, term_width(z->bank, t) - term_width(z->bank, term_arg(z->bank, t, 0)), a[0]);
	case OP_BVULT:
		return Z3_mk_bvult(c, a[0], a[1]);
	case OP_BVULE:
		return Z3_mk_bvule(c, a[0], a[1]);
	case OP_BVSLT:
		return Z3_mk_bvslt(c, a[0], a[1]);
	case OP_BVSLE:
		return Z3_mk_bvsle(c, a[0], a[1]);
	case OP_SELECT:
		return read_map(z, t, a[0], a[1]);
	case OP_STORE:
		return write_map(z, t, a);
	case OP_CONST_MAP:
	case OP_FILL:
	case OP_COPY:
	case OP_COUNT:
		break; /* lowered */
	}
	return NULL;
}

/* NULL after pushing arguments that are not translated yet, or (nothing pushed) on an error of Z3's. */
static Z3_ast try_translate(struct z3_terms *z, term t)
{
	Z3_ast args[3] = { 0 };
	size_t before = z->stack.count;
	for (uint32_t i = term_count(z->bank, t); i-- > 0;) {
		term arg = term_arg(z->bank, t, i);
		args[i] = z3_term(z, arg);
		if (!args[i])
			vec_push(&z->stack, arg);
	}
	return z->stack.count > before ? NULL : application(z, t, args);
}

/* A name for what goes deep. Z3 simplifies the comparison of alternatives with a constant by going down all of them, each time
 * anew: where pointers are one of hundreds of objects, that takes minutes and gigabytes, before any check. */
static Z3_ast name_deep(struct z3_terms *z, term t, Z3_ast ast)
{
	if (!ast || term_op(z->bank, t) != OP_ITE || sort_kind(z->bank, term_sort(z->bank, t)) != SORT_BITVECTOR)
		return ast;
	uint32_t yes = table_get(&z->depth, term_arg(z->bank, t, 1), 0);
	uint32_t no = table_get(&z->depth, term_arg(z->bank, t, 2), 0);
	uint32_t depth = (yes > no ? yes : no) + 1;
	if (depth < DEEP) {
		table_put(&z->depth, t, depth);
		return ast;
	}
	Z3_ast name = leaf(z, t), definition = name ? Z3_mk_eq(z->context, name, ast) : NULL;
	if (!definition)
		return NULL;
	table_put(&z->definitions, t, definition);
	return name;
}

enum reply z3_terms_add(struct z3_terms *z, term root, double deadline)
{
	uint32_t done = 0;
	z->stack.count = 0;
	vec_push(&z->stack, root);
	while (z->stack.count) {
		term t = vec_last(&z->stack);
		size_t before = z->stack.count;
		Z3_ast ast = z3_term(z, t);
		if (!ast && (ast = name_deep(z, t, try_translate(z, t)))) {
			table_put(&z->asts, t, ast);
			z->has_maps |= sort_kind(z->bank, term_sort(z->bank, t)) == SORT_MAP;
			if (++done % 4096 == 0 && solver_expired(z->solver, deadline))
				return REPLY_UNKNOWN;
		}
		if (ast)
			(void)vec_pop(&z->stack);
		else if (z->stack.count == before)
			return REPLY_ERROR;
	}
	return REPLY_SAT;
}

void z3_terms_release(struct z3_terms *z)
{
	table_free(&z->asts);
	table_free(&z->depth);
	table_free(&z->definitions);
	vec_free(&z->stack);
}
