#include "smt_write.h"

#include <inttypes.h>
#include <string.h>

#include "hash.h"
#include "smt_integer.h"
#include "smt_symbol.h"
#include "vec.h"

enum { NESTING = 6 }; /* applications written within one another before a let takes over */

/* What has been written of a term (1 for a leaf that is declared). */
enum { WRITTEN = 1, DEFINED = 2 };

struct node {
	term t;
	uint32_t uses, level; /* level: number of lets around the one that binds it */
	uint32_t nesting;     /* of applications, if it is written in place */
	bool bound;           /* by a let */
};

struct smt_writer {
	const struct bank *bank;
	struct smt_symbols *symbols;
	struct table state;    /* term -> WRITTEN or DEFINED; leaf -> WRITTEN once declared */
	struct table position; /* term -> its place in cone */
	VEC(struct node) cone; /* subterms of what is being written, arguments first; no leaves, no constants */
	VEC(term) stack;
	bool integers; /* instead of bit-vectors */
};

struct smt_writer *smt_writer_new(const struct bank *bank)
{
	struct smt_writer *w = memory_alloc(sizeof *w);
	w->bank = bank;
	w->symbols = smt_symbols_new(bank);
	return w;
}

struct smt_writer *smt_writer_new_integers(const struct bank *bank)
{
	struct smt_writer *w = smt_writer_new(bank);
	w->integers = true;
	return w;
}

void smt_writer_free(struct smt_writer *w)
{
	if (!w)
		return;
	smt_symbols_free(w->symbols);
	table_free(&w->state);
	table_free(&w->position);
	vec_free(&w->cone);
	vec_free(&w->stack);
	memory_free(w);
}

void smt_writer_reset(struct smt_writer *w)
{
	table_clear(&w->state);
}

bool smt_writer_has(const struct smt_writer *w, term leaf)
{
	return table_has(&w->state, leaf);
}

const char *smt_write_symbol(struct smt_writer *w, term leaf)
{
	return smt_symbol(w->symbols, leaf);
}

/* --- sorts and constants --- */

static bool is_bool(const struct bank *bank, term t)
{
	return sort_kind(bank, term_sort(bank, t)) == SORT_BOOL;
}

/* Is the value of map t, or of the maps that t reads, Bool? */
static bool has_bool_cells(const struct bank *bank, term map)
{
	return sort_kind(bank, sort_value(bank, term_sort(bank, map))) == SORT_BOOL;
}

static void write_integer_sort(const struct bank *bank, struct output *out, sort s)
{
	bool of_bool = sort_kind(bank, sort_kind(bank, s) == SORT_MAP ? sort_value(bank, s) : s) == SORT_BOOL;
	const char *value = of_bool ? "Bool" : "Int";
	output_format(out, sort_kind(bank, s) == SORT_MAP ? "(Array Int %s)" : "%s", value);
}

static void write_sort(const struct smt_writer *w, struct output *out, sort s)
{
	const struct bank *bank = w->bank;
	if (w->integers) {
		write_integer_sort(bank, out, s);
	} else if (sort_kind(bank, s) == SORT_BOOL) {
		output_string(out, "Bool");
	} else if (sort_kind(bank, s) == SORT_BITVECTOR) {
		output_format(out, "(_ BitVec %" PRIu32 ")", sort_width(bank, s));
	} else {
		sort value = sort_value(bank, s);
		uint32_t width = sort_kind(bank, value) == SORT_BOOL ? 1 : sort_width(bank, value);
		output_format(out, "(Array (_ BitVec %" PRIu32 ") (_ BitVec %" PRIu32 "))",
			      sort_width(bank, sort_index(bank, s)), width);
	}
}

void smt_write_sort(const struct smt_writer *w, struct output *out, term t)
{
	write_sort(w, out, term_sort(w->bank, t));
}

void smt_write_bits(struct output *out, const uint64_t *words, uint32_t width)
{
	uint32_t step = width % 4 ? 1 : 4;
	output_string(out, step == 1 ? "#b" : "#x");
	for (uint32_t at = width; at > 0; at -= step) {
		uint32_t low = at - step;
		uint32_t digit = (uint32_t)(words[low / 64] >> (low % 64)) & ((1u << step) - 1);
		output_write(out, &"0123456789abcdef"[digit], 1);
	}
}

static void write_constant(const struct smt_writer *w, struct output *out, term t)
{
	const struct bank *bank = w->bank;
	if (is_bool(bank, t))
		output_string(out, term_is_true(bank, t) ? "true" : "false");
	else if (w->integers)
		smt_integer_constant(out, bank, t);
	else
		smt_write_bits(out, term_words(bank, t), term_width(bank, t));
}

/* --- applications --- */

/* Written as one word: nothing below it need be looked at. */
static bool is_atom(const struct smt_writer *w, term t)
{
	enum op op = term_op(w->bank, t);
	return op == OP_CONSTANT || op == OP_VARIABLE || table_get(&w->state, t, 0) == DEFINED;
}

static struct node *node_of(struct smt_writer *w, term t)
{
	return &w->cone.at[table_get(&w->position, t, 0)];
}

static void write_number(struct output *out, char before, uint32_t number)
{
	char digits[12], *p = digits + sizeof digits;
	do
		*--p = (char)('0' + number % 10);
	while (number /= 10);
	*--p = before;
	output_write(out, p, (size_t)(digits + sizeof digits - p));
}

static void write_operator(const struct smt_writer *w, struct output *out, term t)
{
	const struct bank *bank = w->bank;
	enum op op = term_op(bank, t);
	if (op == OP_EXTRACT) {
		output_string(out, "(_ extract");
		write_number(out, ' ', term_index(bank, t, 0));
		write_number(out, ' ', term_index(bank, t, 1));
		output_string(out, ")");
	} else if (op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND) {
		output_string(out, op == OP_ZERO_EXTEND ? "(_ zero_extend" : "(_ sign_extend");
		write_number(out, ' ', term_width(bank, t) - term_width(bank, term_arg(bank, t, 0)));
		output_string(out, ")");
	} else if (op == OP_CONST_MAP) {
		output_string(out, "(as const ");
		write_sort(w, out, term_sort(bank, t));
		output_string(out, ")");
	} else {
		output_string(out, op == OP_EQ ? "=" : op_name(op));
	}
}

static void write_reference(struct smt_writer *w, struct output *out, term t);

struct integer_context {
	struct smt_writer *writer;
	struct output *out;
};

static void write_integer_argument(void *context, term t)
{
	struct integer_context *c = context;
	write_reference(c->writer, c->out, t);
}

static void write_integer_application(struct smt_writer *w, struct output *out, term t)
{
	struct integer_context context = { w, out };
	struct smt_integer_writer writer = { w->bank, out, write_integer_argument, &context };
	smt_integer_application(&writer, t);
}

/* Recursion ends at terms that are bound: at most NESTING deep. */
static void write_application(struct smt_writer *w, struct output *out, term t)
{
	if (w->integers) {
		write_integer_application(w, out, t);
		return;
	}
	const struct bank *bank = w->bank;
	enum op op = term_op(bank, t);
	bool reads_bool = op == OP_SELECT && is_bool(bank, t);
	bool stores_bool = (op == OP_STORE || op == OP_CONST_MAP) && has_bool_cells(bank, t);
	uint32_t stored = op == OP_STORE ? 2 : 0;
	output_string(out, reads_bool ? "(= (" : "(");
	write_operator(w, out, t);
	for (uint32_t i = 0; i < term_count(bank, t); i++) {
		bool convert = stores_bool && i == stored;
		output_string(out, convert ? " (ite " : " ");
		write_reference(w, out, term_arg(bank, t, i));
		output_string(out, convert ? " #b1 #b0)" : "");
	}
	output_string(out, reads_bool ? ") #b1)" : ")");
}

static void write_reference(struct smt_writer *w, struct output *out, term t)
{
	enum op op = term_op(w->bank, t);
	if (op == OP_CONSTANT)
		write_constant(w, out, t);
	else if (op == OP_VARIABLE)
		output_string(out, smt_symbol(w->symbols, t));
	else if (is_atom(w, t) || node_of(w, t)->bound)
		write_number(out, '?', t);
	else
		write_application(w, out, t);
}

/* --- the plan: which subterms are bound, and where --- */

static void collect_cone(struct smt_writer *w, const term *roots, size_t count)
{
	table_clear(&w->position);
	w->cone.count = w->stack.count = 0;
	for (size_t r = count; r-- > 0;)
		vec_push(&w->stack, roots[r]);
	while (w->stack.count) {
		term t = vec_last(&w->stack);
		size_t before = w->stack.count;
		bool known = is_atom(w, t) || table_has(&w->position, t);
		for (uint32_t i = known ? 0 : term_count(w->bank, t); i-- > 0;) {
			term arg = term_arg(w->bank, t, i);
			if (!is_atom(w, arg) && !table_has(&w->position, arg))
				vec_push(&w->stack, arg);
		}
		if (w->stack.count > before)
			continue;
		if (!known) {
			table_put(&w->position, t, w->cone.count);
			vec_push(&w->cone, (struct node){ .t = t });
		}
		(void)vec_pop(&w->stack);
	}
}

/* A cell that is a number. */
static bool is_read_number(const struct smt_writer *w, term t)
{
	return term_op(w->bank, t) == OP_SELECT && !is_bool(w->bank, t);
}

static void count_uses(struct smt_writer *w, const term *roots, size_t count)
{
	for (size_t i = 0; i < w->cone.count; i++) {
		term t = w->cone.at[i].t;
		bool repeats = w->integers && smt_integer_repeats(term_op(w->bank, t));
		w->cone.at[i].uses += w->integers && is_read_number(w, t) ? 2 : 0;
		for (uint32_t k = 0; k < term_count(w->bank, t); k++) {
			if (!is_atom(w, term_arg(w->bank, t, k)))
				node_of(w, term_arg(w->bank, t, k))->uses += repeats ? 2 : 1;
		}
	}
	for (size_t r = 0; r < count; r++) {
		if (!is_atom(w, roots[r]))
			node_of(w, roots[r])->uses++;
	}
}

/* Returns the number of levels. */
static uint32_t assign_levels(struct smt_writer *w)
{
	uint32_t levels = 0;
	for (size_t i = 0; i < w->cone.count; i++) {
		struct node *n = &w->cone.at[i];
		for (uint32_t k = 0; k < term_count(w->bank, n->t); k++) {
			term arg = term_arg(w->bank, n->t, k);
			if (is_atom(w, arg))
				continue;
			const struct node *a = node_of(w, arg);
			uint32_t level = a->level + a->bound, nesting = a->bound ? 0 : a->nesting + 1;
			n->level = level > n->level ? level : n->level;
			n->nesting = nesting > n->nesting ? nesting : n->nesting;
		}
		n->bound = n->uses > 1 || n->nesting >= NESTING;
		if (n->bound && n->level >= levels)
			levels = n->level + 1;
	}
	return levels;
}

/* Opens one let for each level. */
static void write_bindings(struct smt_writer *w, struct output *out, uint32_t levels)
{
	uint32_t *start = memory_alloc((levels + 2) * sizeof *start);
	for (size_t i = 0; i < w->cone.count; i++)
		start[w->cone.at[i].bound ? w->cone.at[i].level + 2 : 0]++;
	start[0] = 0;
	for (uint32_t k = 2; k <= levels + 1; k++)
		start[k] += start[k - 1];
	uint32_t *by_level = memory_alloc((start[levels + 1] + 1) * sizeof *by_level);
	for (size_t i = 0; i < w->cone.count; i++) {
		if (w->cone.at[i].bound)
			by_level[start[w->cone.at[i].level + 1]++] = (uint32_t)i;
	}
	for (uint32_t k = 0, at = 0; k < levels; k++) {
		output_string(out, "(let (");
		for (bool first = true; at < start[k + 1]; at++, first = false) {
			term t = w->cone.at[by_level[at]].t;
			output_string(out, first ? "(" : "\n(");
			write_number(out, '?', t);
			output_string(out, " ");
			write_application(w, out, t);
			output_string(out, ")");
		}
		output_string(out, ")\n");
	}
	memory_free(start);
	memory_free(by_level);
}

static bool reads_numbers(const struct smt_writer *w)
{
	for (size_t i = 0; i < w->cone.count; i++)
		if (is_read_number(w, w->cone.at[i].t))
			return true;
	return false;
}

/* Cells of integers hold anything: of those that are read it is said that they do not. */
static void write_ranges(struct smt_writer *w, struct output *out)
{
	for (size_t i = 0; i < w->cone.count; i++) {
		term t = w->cone.at[i].t;
		if (!is_read_number(w, t))
			continue;
		output_string(out, "\n(<= 0 ");
		write_reference(w, out, t);
		output_string(out, ") (<= ");
		write_reference(w, out, t);
		output_string(out, " ");
		smt_integer_last(out, term_width(w->bank, t));
		output_string(out, ")");
	}
}

/* The conjunction of the roots; or, if there is a leaf, that the root is equal to it. */
static void write_roots(struct smt_writer *w, struct output *out, term leaf, const term *roots, size_t count)
{
	collect_cone(w, roots, count);
	count_uses(w, roots, count);
	uint32_t levels = assign_levels(w);
	bool ranges = w->integers && (leaf || is_bool(w->bank, roots[0])) && reads_numbers(w);
	bool several = count > 1 || ranges;
	write_bindings(w, out, levels);
	if (several)
		output_string(out, "(and");
	for (size_t r = 0; r < count; r++) {
		output_string(out, several ? "\n" : "");
		if (leaf)
			output_format(out, "(= %s ", smt_symbol(w->symbols, leaf));
		write_reference(w, out, roots[r]);
		output_string(out, leaf ? ")" : "");
	}
	if (ranges)
		write_ranges(w, out);
	if (several)
		output_string(out, ")");
	for (uint32_t k = 0; k < levels; k++)
		output_string(out, ")");
	for (size_t i = 0; i < w->cone.count; i++)
		table_put(&w->state, w->cone.at[i].t, WRITTEN);
}

void smt_write_term(struct smt_writer *w, struct output *out, term t)
{
	write_roots(w, out, 0, &t, 1);
}

void smt_write_conjunction(struct smt_writer *w, struct output *out, const term *terms, size_t count)
{
	write_roots(w, out, 0, terms, count);
}

void smt_write_equation(struct smt_writer *w, struct output *out, term leaf, term t)
{
	if (w->integers) {
		write_roots(w, out, leaf, &t, 1);
		return;
	}
	output_format(out, "(= %s ", smt_symbol(w->symbols, leaf));
	smt_write_term(w, out, t);
	output_string(out, ")");
}

void smt_write_range(struct smt_writer *w, struct output *out, term leaf)
{
	const char *symbol = smt_symbol(w->symbols, leaf);
	if (!w->integers || sort_kind(w->bank, term_sort(w->bank, leaf)) != SORT_BITVECTOR)
		return;
	output_format(out, " (<= 0 %s) (<= %s ", symbol, symbol);
	smt_integer_last(out, term_width(w->bank, leaf));
	output_string(out, ")");
}

/* --- declarations --- */

/* Too small to deserve a definition. */
static bool is_small(const struct smt_writer *w, term t)
{
	for (uint32_t i = 0; i < term_count(w->bank, t); i++) {
		if (!is_atom(w, term_arg(w->bank, t, i)))
			return false;
	}
	return true;
}

static void declare(struct smt_writer *w, struct output *out, term leaf)
{
	output_format(out, "(declare-fun %s () ", smt_symbol(w->symbols, leaf));
	write_sort(w, out, term_sort(w->bank, leaf));
	output_string(out, ")\n");
	table_put(&w->state, leaf, WRITTEN);
}

void smt_write_definition(struct smt_writer *w, struct output *out, term t)
{
	output_string(out, "(define-fun ");
	write_number(out, '?', t);
	output_string(out, " () ");
	write_sort(w, out, term_sort(w->bank, t));
	output_string(out, "\n");
	write_roots(w, out, 0, &t, 1);
	output_string(out, ")\n");
	table_put(&w->state, t, DEFINED);
}

void smt_write_all_declarations(struct smt_writer *w, struct output *out, const term *roots, size_t count)
{
	struct table seen = { 0 };
	VEC(term) stack = { 0 };
	for (size_t r = count; r-- > 0;)
		vec_push(&stack, roots[r]);
	while (stack.count) {
		term t = vec_pop(&stack);
		if (table_has(&seen, t) || term_is_constant(w->bank, t))
			continue;
		table_put(&seen, t, 1);
		uint64_t state = table_get(&w->state, t, 0);
		if (term_op(w->bank, t) == OP_VARIABLE) {
			if (!state)
				declare(w, out, t);
		} else if (!state) {
			for (uint32_t i = term_count(w->bank, t); i-- > 0;)
				vec_push(&stack, term_arg(w->bank, t, i));
		} else if (state == WRITTEN && !is_small(w, t)) {
			smt_write_definition(w, out, t);
		}
	}
	table_free(&seen);
	vec_free(&stack);
}

void smt_write_declarations(struct smt_writer *w, struct output *out, term t)
{
	smt_write_all_declarations(w, out, &t, 1);
}

/* --- what there is --- */

bool smt_has_maps(const struct bank *bank, term root, struct table *seen)
{
	VEC(term) stack = { 0 };
	bool found = false;
	vec_push(&stack, root);
	while (stack.count && !found) {
		term t = vec_pop(&stack);
		if (table_has(seen, t))
			continue;
		table_put(seen, t, 1);
		found = sort_kind(bank, term_sort(bank, t)) == SORT_MAP;
		for (uint32_t i = term_count(bank, t); i-- > 0;)
			vec_push(&stack, term_arg(bank, t, i));
	}
	if (found)
		table_clear(seen);
	vec_free(&stack);
	return found;
}
