/* Terms: one expression language for the IR and for verification conditions.
 *
 * Terms live in a bank, are hash-consed (equal structure, equal handle) and simplified by their
 * constructors. Handles are 32-bit and never move; equality is `==`. All of a bank is freed at
 * once. Nothing here is process-wide: two banks may be used at the same time.
 *
 * A term's meaning is given by eval.h (term_eval), which is what the simplifier is tested against. What a constructor
 * gives depends on its arguments (and on the order in which they were made), so that a program's run is repeatable. */
#ifndef PLUMB_TERM_H
#define PLUMB_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t term; /* 0 = no term */
typedef uint32_t sort; /* 0 = no sort */

struct bank;

enum op {
#define OP(name, text, arguments, indices) OP_##name,
#include "op.def"
#undef OP
	OP_COUNT
};

enum sort_kind { SORT_BOOL, SORT_BITVECTOR, SORT_MAP };

struct bank *bank_new(void);
void bank_free(struct bank *bank);
uint32_t bank_size(const struct bank *bank); /* number of terms made so far */

/* --- sorts (unique per bank) --- */
sort sort_bool(struct bank *bank);
sort sort_bitvector(struct bank *bank, uint32_t width);   /* width >= 1 */
sort sort_map(struct bank *bank, sort index, sort value); /* index: bit-vector; value: Bool or bit-vector */
enum sort_kind sort_kind(const struct bank *bank, sort s);
uint32_t sort_width(const struct bank *bank, sort s); /* bit-vectors only */
sort sort_index(const struct bank *bank, sort s);     /* maps only */
sort sort_value(const struct bank *bank, sort s);     /* maps only */

/* --- reading terms --- */
enum op term_op(const struct bank *bank, term t);
sort term_sort(const struct bank *bank, term t);
uint32_t term_width(const struct bank *bank, term t); /* bit-vectors: width; Bool: 1 */
uint32_t term_count(const struct bank *bank, term t); /* number of term arguments */
term term_arg(const struct bank *bank, term t, uint32_t i);
uint32_t term_index(const struct bank *bank, term t, uint32_t i); /* EXTRACT high, low; extensions: width */
bool term_is_constant(const struct bank *bank, term t);           /* OP_CONSTANT */
bool term_is_true(const struct bank *bank, term t);
bool term_is_false(const struct bank *bank, term t);
/* Constants: the value as 64-bit words, least significant first, unused high bits 0. */
const uint64_t *term_words(const struct bank *bank, term t);
/* Constants of at most 64 bits (and Bool): the value. Wider ones: true in *fits only if the value fits. */
uint64_t term_value(const struct bank *bank, term t);
bool term_fits(const struct bank *bank, term t);        /* constant whose value fits in 64 bits */
const char *term_name(const struct bank *bank, term t); /* VARIABLE */
const char *op_name(enum op op);
uint32_t op_arguments(enum op op);
uint32_t op_indices(enum op op);

/* --- leaves --- */
term term_true(struct bank *bank);
term term_false(struct bank *bank);
term term_bool(struct bank *bank, bool value);
term term_bv(struct bank *bank, uint32_t width, uint64_t value); /* value modulo 2^width */
term term_bv_words(struct bank *bank, uint32_t width, const uint64_t *words);
/* A leaf that is different from every other leaf. The name is for people and need not be unique;
 * copied into the bank. */
term term_variable(struct bank *bank, sort s, const char *name);

/* --- constructors: simplify; arguments must be well-sorted (asserted) ---
 * Each call takes bounded time and stack, but for selects (below) and comparisons of ite trees with constants, whose
 * results are remembered. XOR, BVULE and BVSLE never come out: they are NOT of EQ, BVULT and BVSLT (whose constant, if there is
 * one, is the second argument); simplify.h has the rest of the normal form. */
term term_ite(struct bank *bank, term c, term a, term b);
term term_eq(struct bank *bank, term a, term b);
term term_not(struct bank *bank, term a);
term term_and(struct bank *bank, term a, term b);
term term_or(struct bank *bank, term a, term b);
term term_xor(struct bank *bank, term a, term b);
term term_implies(struct bank *bank, term a, term b);
term term_unary(struct bank *bank, enum op op, term a);          /* BVNOT, BVNEG (and NOT) */
term term_binary(struct bank *bank, enum op op, term a, term b); /* any operator of two terms, no index */
term term_extract(struct bank *bank, uint32_t high, uint32_t low, term a);
term term_zero_extend(struct bank *bank, uint32_t width, term a); /* to `width` bits */
term term_sign_extend(struct bank *bank, uint32_t width, term a);
term term_concat(struct bank *bank, term high, term low);
/* Resolved over the stores, block operations and ites that made the map, as far as comparisons of indices fold; each
 * (map, index) pair is walked once per bank. A read that would leave more than 512 comparisons open stays
 * a SELECT. */
term term_select(struct bank *bank, term map, term index);
term term_store(struct bank *bank, term map, term index, term value);
term term_const_map(struct bank *bank, uint32_t index_width, term value);
term term_fill(struct bank *bank, term map, term at, term count, term value);
term term_copy(struct bank *bank, term map, term at, term from, term from_at, term count);
/* The generic constructor: n = op_arguments(op) arguments and up to two indices. Used by the reader
 * and by rewriters; `checked` construction is term_sort_check below. */
term term_make(struct bank *bank, enum op op, const term *args, const uint32_t *indices);
/* A term of another bank once more, neither a constant nor a variable: ARGS are its arguments here, S its sort. What was simplified there is
 * not simplified again, so that its size and form stay. */
term term_again(struct bank *bank, enum op op, sort s, const term *args, const uint32_t *indices);

/* Is op(args; indices) well-sorted? 0 if not, else the sort of the result. Makes no term. */
sort term_sort_of(struct bank *bank, enum op op, const term *args, const uint32_t *indices);

/* --- walks --- */
/* Replaces leaves: `leaf(context, v)` gives the term for VARIABLE v (v itself: keep), of v's sort. The
 * result is simplified anew. Iterative (deep terms are fine); memoised within one call. */
term term_substitute(struct bank *bank, term t, term (*leaf)(void *context, term v), void *context);
/* As above, memoised across calls that share `memo` (map from term to term), for one fixed substitution. */
struct table;
term term_substitute_memo(struct bank *bank, term t, struct table *memo, term (*leaf)(void *context, term v),
			  void *context);
/* t with its arguments replaced by what `memo` says of them; simplified anew. */
term term_rebuild(struct bank *bank, const struct table *memo, term t);
/* Calls visit(context, u) once for each distinct subterm u of t that is not in `seen` (map from term to anything), which it enters,
 * before those below it. What is below a term that was in `seen` is taken to be there too. */
void term_visit(const struct bank *bank, term t, struct table *seen, void (*visit)(void *context, term u),
		void *context);
/* Calls visit(context, v) once for each VARIABLE in t. */
void term_leaves(const struct bank *bank, term t, void (*visit)(void *context, term v), void *context);
/* Is the VARIABLE `leaf` in t? */
bool term_mentions(const struct bank *bank, term t, term leaf);
/* Number of distinct subterms. */
uint32_t term_dag_size(const struct bank *bank, term t);

#endif
