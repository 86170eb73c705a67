/* The rules of the simplifying constructors, family by family: what each must come to. */
#include "tap.h"
#include "term.h"

static struct bank *k;   /* of the test that runs */
static term x, y, z;     /* 32 bits */
static term b8, c8, q16; /* 8, 8, 16 bits */
static term p, q, r;     /* Bool */

#define same(got, want) same_terms((got), (want), #got, #want)

static void show(term t, int depth)
{
	if (depth == 0) {
		printf("...");
		return;
	}
	if (term_is_constant(k, t)) {
		printf("%llu:%u", (unsigned long long)term_value(k, t), term_width(k, t));
	} else if (term_op(k, t) == OP_VARIABLE) {
		printf("%s", term_name(k, t));
	} else {
		printf("%s(", op_name(term_op(k, t)));
		for (uint32_t i = 0; i < op_indices(term_op(k, t)); i++)
			printf("%u, ", term_index(k, t, i));
		for (uint32_t i = 0; i < term_count(k, t); i++) {
			printf("%s", i ? ", " : "");
			show(term_arg(k, t, i), depth - 1);
		}
		printf(")");
	}
}

static void same_terms(term got, term want, const char *got_text, const char *want_text)
{
	if (ok(got == want, "%s = %s", got_text, want_text))
		return;
	printf("# got  ");
	show(got, 6);
	printf("\n# want ");
	show(want, 6);
	printf("\n");
}

static term c(uint64_t value)
{
	return term_bv(k, 32, value);
}

static term c8_(uint64_t value)
{
	return term_bv(k, 8, value);
}

static term op2(enum op op, term a, term b)
{
	return term_binary(k, op, a, b);
}

#define ADD(a, b) op2(OP_BVADD, a, b)
#define SUB(a, b) op2(OP_BVSUB, a, b)
#define MUL(a, b) op2(OP_BVMUL, a, b)
#define NEG(a) term_unary(k, OP_BVNEG, a)
#define INV(a) term_unary(k, OP_BVNOT, a)
#define BAND(a, b) op2(OP_BVAND, a, b)
#define BOR(a, b) op2(OP_BVOR, a, b)
#define BXOR(a, b) op2(OP_BVXOR, a, b)
#define EQ(a, b) term_eq(k, a, b)
#define ULT(a, b) op2(OP_BVULT, a, b)
#define ULE(a, b) op2(OP_BVULE, a, b)
#define SLT(a, b) op2(OP_BVSLT, a, b)
#define SLE(a, b) op2(OP_BVSLE, a, b)
#define AND(a, b) term_and(k, a, b)
#define OR(a, b) term_or(k, a, b)
#define NOT(a) term_not(k, a)
#define ITE(c, a, b) term_ite(k, c, a, b)
#define ZEXT(w, a) term_zero_extend(k, w, a)
#define SEXT(w, a) term_sign_extend(k, w, a)
#define EXT(h, l, a) term_extract(k, h, l, a)
#define CAT(a, b) term_concat(k, a, b)
#define T term_true(k)
#define F term_false(k)

static void begin(void)
{
	k = bank_new();
	x = term_variable(k, sort_bitvector(k, 32), "x");
	y = term_variable(k, sort_bitvector(k, 32), "y");
	z = term_variable(k, sort_bitvector(k, 32), "z");
	b8 = term_variable(k, sort_bitvector(k, 8), "b8");
	c8 = term_variable(k, sort_bitvector(k, 8), "c8");
	q16 = term_variable(k, sort_bitvector(k, 16), "q16");
	p = term_variable(k, sort_bool(k), "p");
	q = term_variable(k, sort_bool(k), "q");
	r = term_variable(k, sort_bool(k), "r");
}

static void booleans(void)
{
	same(NOT(NOT(p)), p);
	same(AND(p, T), p);
	same(AND(p, F), F);
	same(AND(p, p), p);
	same(AND(p, NOT(p)), F);
	same(OR(p, NOT(p)), T);
	same(OR(p, T), T);
	same(OR(F, p), p);
	same(AND(p, q), AND(q, p));
	same(AND(p, AND(p, q)), AND(p, q));
	same(AND(NOT(p), AND(p, q)), F);
	same(AND(p, OR(p, q)), p);
	same(OR(p, AND(p, q)), p);
	same(AND(p, OR(NOT(p), q)), AND(p, q));
	same(OR(p, AND(NOT(p), q)), OR(p, q));
	same(OR(AND(p, q), AND(p, NOT(q))), p);
	same(AND(OR(p, q), OR(p, NOT(q))), p);
	same(OR(AND(p, q), AND(p, r)), AND(p, OR(q, r)));
	same(OR(AND(AND(p, q), r), AND(p, NOT(q))), AND(p, OR(r, NOT(q))));
	same(AND(AND(p, q), AND(r, NOT(p))), F);
	same(term_xor(k, p, q), NOT(EQ(p, q)));
	same(term_xor(k, p, NOT(q)), EQ(p, q));
	same(EQ(NOT(p), NOT(q)), EQ(p, q));
	same(EQ(p, T), p);
	same(EQ(F, p), NOT(p));
	same(EQ(p, NOT(p)), F);
	same(term_implies(k, p, p), T);
	same(term_implies(k, AND(p, q), p), T);
	same(AND(p, NOT(AND(p, q))), AND(p, NOT(q)));
	same(OR(NOT(OR(p, q)), AND(NOT(p), r)), AND(NOT(p), OR(NOT(q), r)));
}

static void path_conditions(void)
{
	same(AND(EQ(x, c(1)), EQ(x, c(2))), F);
	same(AND(NOT(EQ(x, c(1))), EQ(x, c(2))), EQ(x, c(2)));
	same(OR(NOT(EQ(x, c(1))), NOT(EQ(x, c(2)))), T);
	same(AND(ULT(x, c(5)), ULT(x, c(7))), ULT(x, c(5)));
	same(AND(ULT(x, c(5)), NOT(ULT(x, c(9)))), F);
	same(OR(ULT(x, c(7)), NOT(ULT(x, c(5)))), T);
	same(AND(SLT(x, c(0)), EQ(x, c(3))), F);
	same(AND(SLT(x, c(10)), EQ(x, c(3))), EQ(x, c(3)));
	same(OR(SLT(x, c(10)), EQ(x, c(3))), SLT(x, c(10)));
	same(AND(AND(p, ULT(x, c(5))), EQ(x, c(5))), F);
	term wide = term_variable(k, sort_bitvector(k, 96), "wide");
	same(AND(EQ(wide, term_bv(k, 96, 1)), EQ(wide, term_bv(k, 96, 2))), F);
	same(AND(EQ(wide, term_bv(k, 96, 1)), NOT(EQ(wide, term_bv(k, 96, 2)))), EQ(wide, term_bv(k, 96, 1)));
}

static void ites(void)
{
	same(ITE(p, x, x), x);
	same(ITE(T, x, y), x);
	same(ITE(NOT(p), x, y), ITE(p, y, x));
	same(ITE(p, T, q), OR(p, q));
	same(ITE(p, q, F), AND(p, q));
	same(ITE(p, F, q), AND(NOT(p), q));
	same(ITE(p, q, T), OR(NOT(p), q));
	same(ITE(p, p, q), OR(p, q));
	same(ITE(p, q, NOT(q)), EQ(p, q));
	same(ITE(p, ITE(p, x, y), z), ITE(p, x, z));
	same(ITE(p, x, ITE(p, y, z)), ITE(p, x, z));
	same(ITE(p, x, ITE(NOT(p), y, z)), ITE(p, x, y));
	same(ITE(p, ITE(q, x, y), y), ITE(AND(p, q), x, y));
	same(ITE(p, x, ITE(q, x, y)), ITE(OR(p, q), x, y));
	same(ITE(p, ITE(q, x, y), x), ITE(AND(p, NOT(q)), y, x));
	same(ITE(EQ(x, y), x, y), y);
	same(EQ(ITE(p, c(1), c(2)), c(1)), p);
	same(EQ(ITE(p, c(1), c(2)), c(2)), NOT(p));
	same(EQ(ITE(p, c(1), c(2)), c(3)), F);
	same(EQ(ITE(p, c(1), ITE(q, c(2), c(3))), c(2)), AND(NOT(p), q));
	same(EQ(ITE(p, c(1), x), c(2)), AND(NOT(p), EQ(x, c(2))));
	same(EQ(ITE(p, x, y), x), OR(p, EQ(x, y)));
	same(EQ(ITE(p, x, y), ITE(p, x, z)), OR(p, EQ(y, z)));
	same(ADD(ITE(p, c(1), c(2)), c(5)), ITE(p, c(6), c(7)));
	same(ADD(ITE(p, c(1), c(2)), ITE(p, c(10), c(20))), ITE(p, c(11), c(22)));
	same(ULT(ITE(p, c(1), c(9)), c(5)), p);
	same(ZEXT(64, ITE(p, c(1), c(0))), ITE(p, term_bv(k, 64, 1), term_bv(k, 64, 0)));
	same(NOT(EQ(ZEXT(64, ITE(p, c(1), c(0))), term_bv(k, 64, 0))), p);
}

static void sums(void)
{
	same(ADD(c(2), x), ADD(x, c(2)));
	same(ADD(ADD(x, c(3)), c(4)), ADD(x, c(7)));
	same(SUB(ADD(x, c(3)), c(3)), x);
	same(SUB(x, c(1)), ADD(x, c(0xffffffff)));
	same(SUB(x, x), c(0));
	same(SUB(ADD(x, y), x), y);
	same(SUB(ADD(x, y), y), x);
	same(ADD(SUB(x, y), y), x);
	same(ADD(y, SUB(x, y)), x);
	same(SUB(x, SUB(x, y)), y);
	same(SUB(c(5), SUB(c(3), x)), ADD(x, c(2)));
	same(ADD(NEG(x), y), SUB(y, x));
	same(NEG(NEG(x)), x);
	same(NEG(SUB(x, y)), SUB(y, x));
	same(ADD(INV(x), c(1)), NEG(x));
	same(NEG(INV(x)), ADD(x, c(1)));
	same(ADD(ADD(x, c(1)), ADD(y, c(2))), ADD(ADD(x, y), c(3)));
	same(SUB(ADD(x, c(1)), ADD(y, c(2))), ADD(SUB(x, y), c(0xffffffff)));
	same(SUB(ADD(x, y), ADD(x, z)), SUB(y, z));
	same(ADD(SUB(x, y), SUB(y, z)), SUB(x, z));
	same(ADD(x, x), MUL(x, c(2)));
	same(ADD(MUL(x, c(3)), x), MUL(x, c(4)));
	same(SUB(MUL(x, c(3)), MUL(x, c(2))), x);
	same(MUL(x, c(0)), c(0));
	same(MUL(x, c(1)), x);
	same(MUL(x, c(0xffffffff)), NEG(x));
	same(MUL(MUL(x, c(3)), c(5)), MUL(x, c(15)));
	same(MUL(ADD(x, c(3)), c(4)), ADD(MUL(x, c(4)), c(12)));
	same(op2(OP_BVSHL, x, c(3)), MUL(x, c(8)));
	same(SUB(SUB(x, y), x), NEG(y));
}

static void equations(void)
{
	same(EQ(ADD(x, c(3)), c(10)), EQ(x, c(7)));
	same(EQ(SUB(c(10), x), c(3)), EQ(x, c(7)));
	same(EQ(ADD(x, c(1)), ADD(x, c(2))), F);
	same(EQ(ADD(x, c(4)), x), F);
	same(EQ(ADD(ADD(x, y), c(4)), ADD(x, y)), F);
	same(EQ(ADD(x, y), x), EQ(y, c(0)));
	same(EQ(ADD(x, y), ADD(x, z)), EQ(y, z));
	same(EQ(ADD(ADD(x, y), c(4)), x), EQ(y, c(0xfffffffc)));
	same(EQ(SUB(x, y), c(0)), EQ(x, y));
	same(EQ(SUB(x, y), x), EQ(y, c(0)));
	same(EQ(BXOR(x, y), c(0)), EQ(x, y));
	same(EQ(INV(x), c(0)), EQ(x, c(0xffffffff)));
	same(EQ(NEG(x), NEG(y)), EQ(x, y));
	same(EQ(MUL(x, c(3)), c(9)), EQ(x, c(3)));
	same(EQ(MUL(x, c(4)), c(6)), F);
	same(EQ(MUL(x, c(3)), MUL(y, c(3))), EQ(x, y));
	same(EQ(MUL(x, c(4)), MUL(y, c(4))), EQ(EXT(29, 0, x), EXT(29, 0, y)));
	same(EQ(MUL(x, c(8)), ADD(MUL(y, c(8)), c(4))), F);
	same(EQ(MUL(ZEXT(32, b8), c(4)), MUL(ZEXT(32, ADD(b8, c8_(1))), c(4))), F);
	same(EQ(ZEXT(32, b8), c(256)), F);
	same(EQ(ZEXT(32, b8), c(200)), EQ(b8, c8_(200)));
	same(EQ(SEXT(32, b8), c(0xfffffff0)), EQ(b8, c8_(0xf0)));
	same(EQ(SEXT(32, b8), c(0xf0)), F);
	same(EQ(ZEXT(32, b8), ZEXT(32, c8)), EQ(b8, c8));
	same(EQ(SEXT(32, b8), SEXT(32, q16)), EQ(SEXT(16, b8), q16));
	same(EQ(CAT(b8, c8), term_bv(k, 16, 0x1234)), AND(EQ(b8, c8_(0x12)), EQ(c8, c8_(0x34))));
	same(EQ(CAT(b8, c8), CAT(b8, ADD(c8, c8_(1)))), F);
	same(EQ(CAT(b8, c8), CAT(c8_(3), c8)), EQ(b8, c8_(3)));
	term pointer = term_variable(k, sort_bitvector(k, 96), "pointer");
	term next = CAT(EXT(95, 64, pointer), ADD(EXT(63, 0, pointer), term_bv(k, 64, 4)));
	same(EQ(next, pointer), F);
	same(EQ(CAT(EXT(95, 64, pointer), EXT(63, 0, pointer)), pointer), T);
}

static void orders(void)
{
	same(ULT(x, x), F);
	same(ULE(x, x), T);
	same(ULT(x, c(0)), F);
	same(ULE(c(0), x), T);
	same(ULE(x, c(0xffffffff)), T);
	same(ULT(x, c(1)), EQ(x, c(0)));
	same(ULT(c(0), x), NOT(EQ(x, c(0))));
	same(ULE(x, c(4)), ULT(x, c(5)));
	same(ULT(c(4), x), NOT(ULT(x, c(5))));
	same(NOT(ULE(x, y)), ULT(y, x));
	same(SLT(x, c(0x80000000)), F);
	same(SLE(c(0x80000000), x), T);
	same(SLT(c(0x7fffffff), x), F);
	same(SLT(x, c(0x7fffffff)), NOT(EQ(x, c(0x7fffffff))));
	same(SLT(x, c(0x80000001)), EQ(x, c(0x80000000)));
	same(SLE(x, c(4)), SLT(x, c(5)));
	same(NOT(SLE(x, y)), SLT(y, x));
	same(ULT(ZEXT(32, b8), c(256)), T);
	same(ULT(ZEXT(32, b8), c(7)), ULT(b8, c8_(7)));
	same(ULT(c(300), ZEXT(32, b8)), F);
	same(ULT(ZEXT(32, b8), ZEXT(32, c8)), ULT(b8, c8));
	same(ULT(ZEXT(32, b8), ZEXT(32, q16)), ULT(ZEXT(16, b8), q16));
	same(SLT(ZEXT(32, b8), ZEXT(32, c8)), ULT(b8, c8));
	same(SLT(SEXT(32, b8), SEXT(32, c8)), SLT(b8, c8));
	same(SLT(SEXT(32, b8), c(5)), SLT(b8, c8_(5)));
	same(SLT(SEXT(32, b8), c(500)), T);
	same(SLT(ZEXT(32, b8), c(0)), F);
	same(SLT(ZEXT(32, b8), c(0xffffff00)), F);
	same(ULT(SEXT(32, b8), SEXT(32, c8)), ULT(b8, c8));
	same(ULT(BAND(x, c(15)), c(16)), T);
	same(ULT(op2(OP_BVUREM, x, c(10)), c(10)), T);
	same(ULT(op2(OP_BVUDIV, x, c(16)), c(0x10000000)), T);
	same(ULT(ADD(ZEXT(32, b8), ZEXT(32, c8)), c(511)), T);
}

static void slices(void)
{
	same(EXT(31, 0, x), x);
	same(EXT(7, 0, EXT(15, 8, x)), EXT(15, 8, x));
	same(EXT(7, 0, CAT(b8, c8)), c8);
	same(EXT(15, 8, CAT(b8, c8)), b8);
	same(EXT(11, 4, CAT(b8, c8)), CAT(EXT(3, 0, b8), EXT(7, 4, c8)));
	same(EXT(7, 0, ZEXT(32, b8)), b8);
	same(EXT(31, 8, ZEXT(32, b8)), term_bv(k, 24, 0));
	same(EXT(15, 0, ZEXT(32, b8)), ZEXT(16, b8));
	same(EXT(15, 4, SEXT(32, b8)), SEXT(12, EXT(7, 4, b8)));
	same(EXT(7, 0, ITE(p, c(0x1234), c(0x5678))), ITE(p, c8_(0x34), c8_(0x78)));
	same(EXT(7, 0, BAND(x, c(0xf0f))), ZEXT(8, EXT(3, 0, x)));
	same(EXT(7, 0, ADD(ZEXT(32, b8), ZEXT(32, c8))), ADD(b8, c8));
	same(EXT(7, 0, ADD(ADD(SEXT(32, b8), SEXT(32, c8)), c(1))), ADD(ADD(b8, c8), c8_(1)));
	same(EXT(1, 0, MUL(x, c(4))), term_bv(k, 2, 0));
	same(EXT(31, 2, MUL(x, c(4))), EXT(29, 0, x));
	same(CAT(EXT(31, 16, x), EXT(15, 0, x)), x);
	same(CAT(EXT(31, 24, x), CAT(EXT(23, 16, x), CAT(EXT(15, 8, x), EXT(7, 0, x)))), x);
	same(CAT(CAT(CAT(EXT(31, 24, x), EXT(23, 16, x)), EXT(15, 8, x)), EXT(7, 0, x)), x);
	same(CAT(CAT(EXT(31, 24, x), EXT(23, 16, x)), CAT(EXT(15, 8, x), EXT(7, 0, x))), x);
	same(CAT(c8_(0), b8), ZEXT(16, b8));
	same(CAT(CAT(b8, c8_(1)), c8_(2)), CAT(b8, term_bv(k, 16, 0x102)));
	same(CAT(ITE(p, b8, c8), ITE(p, c8, b8)), ITE(p, CAT(b8, c8), CAT(c8, b8)));
	same(ZEXT(32, ZEXT(16, b8)), ZEXT(32, b8));
	same(SEXT(32, ZEXT(16, b8)), ZEXT(32, b8));
	same(SEXT(32, SEXT(16, b8)), SEXT(32, b8));
	same(op2(OP_BVLSHR, x, c(8)), ZEXT(32, EXT(31, 8, x)));
	same(op2(OP_BVASHR, x, c(8)), SEXT(32, EXT(31, 8, x)));
	same(op2(OP_BVSHL, x, c(32)), c(0));
	same(op2(OP_BVUREM, x, c(16)), ZEXT(32, EXT(3, 0, x)));
	same(op2(OP_BVUDIV, x, c(16)), op2(OP_BVLSHR, x, c(4)));
	term s = ADD(x, y);
	same(CAT(EXT(31, 8, s), EXT(7, 0, s)), s);
	term t = ADD(ZEXT(32, b8), ZEXT(32, c8));
	same(CAT(EXT(31, 8, t), EXT(7, 0, t)), t);
}

static void bits(void)
{
	same(BAND(x, c(0)), c(0));
	same(BAND(x, c(0xffffffff)), x);
	same(BAND(x, INV(x)), c(0));
	same(BOR(x, INV(x)), c(0xffffffff));
	same(BXOR(x, x), c(0));
	same(BXOR(x, c(0xffffffff)), INV(x));
	same(BXOR(BXOR(x, y), y), x);
	same(BAND(x, BOR(x, y)), x);
	same(BOR(x, BAND(x, y)), x);
	same(BAND(x, c(255)), ZEXT(32, EXT(7, 0, x)));
	same(BAND(BAND(x, c(0xf0f)), c(0xff0)), BAND(x, c(0xf00)));
	same(BOR(op2(OP_BVSHL, ZEXT(32, b8), c(8)), ZEXT(32, c8)), ZEXT(32, CAT(b8, c8)));
	same(BOR(op2(OP_BVSHL, x, c(8)), ZEXT(32, c8)), CAT(EXT(23, 0, x), c8));
	same(INV(INV(x)), x);
	same(BAND(ZEXT(32, b8), c(0xff00)), c(0));
	same(BOR(ZEXT(32, b8), c(0x100)), CAT(term_bv(k, 24, 1), b8));
}

static void divisions(void)
{
	same(op2(OP_BVUDIV, x, c(1)), x);
	same(op2(OP_BVUDIV, x, c(0)), c(0xffffffff));
	same(op2(OP_BVUREM, x, c(0)), x);
	same(op2(OP_BVUREM, x, c(1)), c(0));
	same(op2(OP_BVUREM, x, x), c(0));
	same(op2(OP_BVSDIV, x, c(0xffffffff)), NEG(x));
	same(op2(OP_BVSREM, x, c(0xffffffff)), c(0));
	same(op2(OP_BVSDIV, x, c(0)), ITE(SLT(x, c(0)), c(1), c(0xffffffff)));
	same(op2(OP_BVSDIV, ZEXT(32, b8), c(10)), ZEXT(32, op2(OP_BVUDIV, b8, c8_(10))));
	same(op2(OP_BVUREM, ZEXT(32, b8), c(1000)), ZEXT(32, b8));
	same(op2(OP_BVUDIV, ZEXT(32, b8), c(1000)), c(0));
	same(op2(OP_BVUREM, ZEXT(32, b8), ZEXT(32, c8)), ZEXT(32, op2(OP_BVUREM, b8, c8)));
}

static term no_leaf(void *context, term v)
{
	(void)context;
	return v == x ? c(3) : v;
}

static void substitution(void)
{
	same(term_substitute(k, ADD(x, y), no_leaf, NULL), ADD(y, c(3)));
	same(term_substitute(k, ULT(x, c(5)), no_leaf, NULL), T);
	same(term_substitute(k, ULT(y, c(5)), no_leaf, NULL), ULT(y, c(5)));
	same(term_substitute(k, x, no_leaf, NULL), c(3));
	is_int(term_dag_size(k, ADD(BXOR(x, y), BAND(x, y))), 5, "distinct subterms");
}

static void sorts(void)
{
	term a[] = { x, b8, p };
	sort map = sort_map(k, sort_bitvector(k, 32), sort_bitvector(k, 8));
	term m = term_variable(k, map, "m");
	ok(term_sort_of(k, OP_BVADD, (term[]){ x, y }, NULL) == sort_bitvector(k, 32), "bvadd");
	ok(!term_sort_of(k, OP_BVADD, a, NULL), "bvadd of two widths");
	ok(!term_sort_of(k, OP_BVADD, (term[]){ p, p }, NULL), "bvadd of Bool");
	ok(!term_sort_of(k, OP_AND, a, NULL), "and of bit-vectors");
	ok(term_sort_of(k, OP_EQ, (term[]){ p, q }, NULL) == sort_bool(k), "eq of Bool");
	ok(!term_sort_of(k, OP_EQ, (term[]){ m, m }, NULL), "eq of maps");
	ok(term_sort_of(k, OP_ITE, (term[]){ p, m, m }, NULL) == map, "ite of maps");
	ok(!term_sort_of(k, OP_ITE, (term[]){ x, x, x }, NULL), "ite on a bit-vector");
	ok(!term_sort_of(k, OP_EXTRACT, a, (uint32_t[]){ 32, 0 }), "extract beyond the width");
	ok(!term_sort_of(k, OP_EXTRACT, a, (uint32_t[]){ 3, 4 }), "extract upside down");
	ok(!term_sort_of(k, OP_ZERO_EXTEND, a, (uint32_t[]){ 31 }), "zext to less");
	ok(term_sort_of(k, OP_SELECT, (term[]){ m, x }, NULL) == sort_bitvector(k, 8), "select");
	ok(!term_sort_of(k, OP_SELECT, (term[]){ m, b8 }, NULL), "select by another width");
	ok(!term_sort_of(k, OP_SELECT, (term[]){ x, x }, NULL), "select of no map");
	ok(!term_sort_of(k, OP_STORE, (term[]){ m, x, x }, NULL), "store of another width");
	ok(term_sort_of(k, OP_FILL, (term[]){ m, x, b8, c8 }, NULL) == map, "fill with a short count");
	ok(!term_sort_of(k, OP_FILL, (term[]){ m, x, ZEXT(64, x), c8 }, NULL), "fill with a count that is too wide");
	ok(term_sort_of(k, OP_COPY, (term[]){ m, x, m, y, x }, NULL) == map, "copy");
	ok(!term_sort_of(k, OP_COPY, (term[]){ m, x, x, y, x }, NULL), "copy from no map");
	ok(term_sort_of(k, OP_CONST_MAP, &b8, (uint32_t[]){ 32 }) == map, "constmap");
	ok(!term_sort_of(k, OP_CONST_MAP, &m, (uint32_t[]){ 32 }), "constmap of maps");
}

static void leaves(void)
{
	ok(term_bv(k, 8, 256) == term_bv(k, 8, 0), "constants are cut to their width");
	ok(term_bv(k, 8, 1) != term_bv(k, 9, 1), "constants of two widths are two");
	ok(term_bv(k, 100, 5) == term_bv_words(k, 100, (uint64_t[]){ 5, 0 }), "wide constants");
	ok(term_fits(k, term_bv(k, 100, 5)) && term_value(k, term_bv(k, 100, 5)) == 5, "fit in a word");
	ok(!term_fits(k, term_bv_words(k, 100, (uint64_t[]){ 5, 1 })), "or not");
	ok(term_variable(k, sort_bool(k), "p") != p, "variables are all different");
	ok(sort_bitvector(k, 300) == sort_bitvector(k, 300) && sort_width(k, sort_bitvector(k, 300)) == 300,
	   "sorts are unique");
	is_str(term_name(k, x), "x", "a variable's name");
}

int main(void)
{
	static void (*const families[])(void) = { booleans,  path_conditions, ites,   sums,
						  equations, orders,          slices, bits,
						  divisions, substitution,    sorts,  leaves };
	for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
		begin();
		families[i]();
		bank_free(k);
	}
	return done_testing();
}
