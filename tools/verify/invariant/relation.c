/* Candidates that executions suggest (heads.h): all linear relations modulo 2^w between the numbers at a loop's head and what they
 * were before it (M. Müller-Olm, H. Seidl, "Analysis of modular arithmetic", 2007), also with products as numbers of their own;
 * how much a number, or a sum of two, changes at most where another one steps evenly; congruences. */
#include "heads.h"

#include "null_space.h"
#include "observe.h"

enum {
	MOST_COLUMNS = 64,
	FEW_COLUMNS = 14, /* that a solver is to understand */
	MOST_DEGREE = 4,
	MOST_CHANGING = 8,
	MOST_FACTORS = 3,
	MOST_REMAINDER = 64,
	MOST_MULTIPLE = 64,
	MOST_FACTOR = 1 << 16
};

/* A number of a row, or a product; `at`: positions in the row; ONE: the number 1. */
#define ONE UINT32_MAX
struct quantity {
	uint32_t at[MOST_DEGREE];
	term term;
};

struct relating {
	struct cut *cut;
	struct cut_loop *loop;
	const struct head_rows *seen;
	uint32_t width;
	struct quantity columns[MOST_COLUMNS];
	uint32_t count, most;
	/* Numbers that the loop changes. */
	struct {
		uint32_t now, before; /* positions; before: ONE if it is not known */
		term now_term, before_term;
	} changing[MOST_CHANGING];
	uint32_t changing_count;
};

static void propose(const struct relating *r, term condition)
{
	candidate_add(r->cut, r->loop, condition, 0);
}

/* Where something is multiplied or divided. */
static void propose_hard(const struct relating *r, term condition)
{
	size_t before = r->loop->candidates.count;
	propose(r, condition);
	if (r->loop->candidates.count > before)
		vec_last(&r->loop->candidates).hard = true;
}

static uint64_t at(const struct relating *r, size_t row, uint32_t position)
{
	return position == ONE ? 1 : r->seen->rows.at[row][position];
}

static uint64_t value_of(const struct relating *r, const struct quantity *q, size_t row)
{
	uint64_t product = 1;
	for (uint32_t i = 0; i < MOST_DEGREE; i++)
		product *= at(r, row, q->at[i]);
	return product & word_mask(r->width);
}

static bool has_width(const struct relating *r, const struct variable *v)
{
	const struct bank *bank = r->cut->program->bank;
	return sort_kind(bank, v->sort) == SORT_BITVECTOR && sort_width(bank, v->sort) == r->width;
}

/* A number that is the same in all rows says nothing that the 1 does not say. */
static void add_column(struct relating *r, struct quantity q)
{
	bool varies = q.at[0] == ONE;
	for (size_t i = 1; !varies && i < r->seen->rows.count; i++)
		varies = value_of(r, &q, i) != value_of(r, &q, 0);
	if (varies && r->count < r->most)
		r->columns[r->count++] = q;
}

static void add_single(struct relating *r, uint32_t position, term t)
{
	add_column(r, (struct quantity){ { position, ONE, ONE, ONE }, t });
}

static void add_changing(struct relating *r, uint32_t now, term now_term, uint32_t before, term before_term)
{
	if (r->changing_count == MOST_CHANGING)
		return;
	r->changing[r->changing_count].now = now;
	r->changing[r->changing_count].before = before;
	r->changing[r->changing_count].now_term = now_term;
	r->changing[r->changing_count++].before_term = before_term;
}

static void collect(struct relating *r)
{
	const struct procedure *proc = r->loop->procedure;
	const struct program *p = r->cut->program;
	uint32_t ins = proc->in_count;
	add_single(r, ONE, term_bv(p->bank, r->width, 1));
	for (uint32_t i = 0; i < ins; i++)
		if (has_width(r, proc->variables[i]) && r->loop->changed[i])
			add_changing(r, i, proc->variables[i]->term, ins + i, r->loop->entries[i]->term);
	for (size_t i = 0; i < r->loop->written.count; i++)
		if (has_width(r, r->loop->written.at[i]))
			add_changing(r, 2 * ins + r->loop->written.at[i]->index, r->loop->written.at[i]->term, ONE, 0);
	for (uint32_t i = 0; i < r->changing_count; i++)
		add_single(r, r->changing[i].now, r->changing[i].now_term);
	for (uint32_t i = 0; i < ins; i++)
		if (has_width(r, proc->variables[i]) && !r->loop->changed[i])
			add_single(r, i, proc->variables[i]->term);
	for (uint32_t i = 0; i < r->changing_count; i++)
		if (r->changing[i].before != ONE)
			add_single(r, r->changing[i].before, r->changing[i].before_term);
}

/* --- equations --- */

static void add_products(struct relating *r)
{
	uint32_t linear = r->count;
	for (uint32_t i = 1; i < linear && i <= MOST_FACTORS; i++)
		for (uint32_t k = i; k < linear && k <= MOST_FACTORS; k++) {
			term product =
				term_binary(r->cut->program->bank, OP_BVMUL, r->columns[i].term, r->columns[k].term);
			add_column(r, (struct quantity){ { r->columns[i].at[0], r->columns[k].at[0], ONE, ONE },
							 product });
		}
}

/* All products of so many, if there is room: of those with one number less, and a number that is not before their last one. */
static bool add_degree(struct relating *r, uint32_t linear, uint32_t degree)
{
	struct bank *bank = r->cut->program->bank;
	uint32_t end = r->count;
	for (uint32_t i = 1; i < end; i++) {
		struct quantity q = r->columns[i];
		if (q.at[degree - 2] == ONE || q.at[degree - 1] != ONE)
			continue;
		for (uint32_t k = 1; k < linear; k++) {
			struct quantity more = q;
			more.at[degree - 1] = r->columns[k].at[0];
			more.term = term_binary(bank, OP_BVMUL, q.term, r->columns[k].term);
			if (more.at[degree - 1] < q.at[degree - 2])
				continue;
			if (r->count == r->most)
				return false;
			add_column(r, more);
		}
	}
	return true;
}

/* The greatest factor, but for the constant, as a number with a sign, if all are multiplied. */
static uint64_t greatest_factor(const struct relating *r, const uint64_t *vector, uint32_t width, uint64_t multiplied)
{
	uint64_t greatest = 0;
	for (uint32_t i = 1; i < r->count; i++) {
		int64_t factor = word_signed(vector[i] * multiplied & word_mask(width), width);
		uint64_t size = factor < 0 ? -(uint64_t)factor : (uint64_t)factor;
		greatest = size > greatest ? size : greatest;
	}
	return greatest;
}

/* An odd number that makes all factors small: 3 x - 4 y says what x - (4 / 3) y does, and solvers like it better. */
static uint64_t best_multiple(const struct relating *r, const uint64_t *vector, uint32_t width)
{
	uint64_t best = 1;
	for (uint64_t odd = 3; odd < MOST_MULTIPLE; odd += 2)
		if (greatest_factor(r, vector, width, odd) < greatest_factor(r, vector, width, best))
			best = odd;
	return best;
}

static bool mentions_product(const struct relating *r, const uint64_t *vector)
{
	for (uint32_t i = 0; i < r->count; i++)
		if (vector[i] && r->columns[i].at[0] != ONE && r->columns[i].at[1] != ONE)
			return true;
	return false;
}

/* Zero is what the rows make of the sum: in the bits above the factors' common power of two nothing is said. What needs
 * large factors is chance mostly. */
static void propose_vector(const struct relating *r, uint64_t *vector)
{
	struct bank *bank = r->cut->program->bank;
	uint32_t shift = r->width;
	for (uint32_t i = 0; i < r->count; i++)
		if (vector[i] && (uint32_t)__builtin_ctzll(vector[i]) < shift)
			shift = (uint32_t)__builtin_ctzll(vector[i]);
	if (shift >= (r->most == MOST_COLUMNS ? 1 : r->width))
		return;
	uint32_t width = r->width - shift;
	for (uint32_t i = 0; i < r->count; i++)
		vector[i] >>= shift;
	uint64_t multiple = best_multiple(r, vector, width);
	if (greatest_factor(r, vector, width, multiple) > MOST_FACTOR)
		return;
	term sum = term_bv(bank, width, 0);
	for (uint32_t i = 0; i < r->count; i++) {
		term factor = term_bv(bank, width, vector[i] * multiple & word_mask(width));
		term part = term_extract(bank, width - 1, 0, r->columns[i].term);
		if (vector[i])
			sum = term_binary(bank, OP_BVADD, sum, term_binary(bank, OP_BVMUL, part, factor));
	}
	term equation = term_eq(bank, sum, term_bv(bank, width, 0));
	if (greatest_factor(r, vector, width, multiple) > 1 || mentions_product(r, vector))
		propose_hard(r, equation);
	else
		propose(r, equation);
}

static void propose_equations(const struct relating *r)
{
	struct null_space space;
	uint64_t row[MOST_COLUMNS];
	null_space_begin(&space, r->width, r->count);
	for (size_t i = 0; i < r->seen->rows.count; i++) {
		for (uint32_t k = 0; k < r->count; k++)
			row[k] = value_of(r, &r->columns[k], i);
		null_space_add(&space, row);
	}
	for (size_t i = 0; i < space.vectors.count; i++)
		propose_vector(r, space.vectors.at[i]);
	null_space_release(&space);
}

/* --- steps --- */

/* What is added in one round: between these two. */
struct steps {
	int64_t least, most;
	bool some;
};

/* Of one number, plus or minus (sign) another one; other == one: of it alone. */
static struct steps steps_of(const struct relating *r, uint32_t one, uint32_t other, int64_t sign)
{
	struct steps s = { INT64_MAX, INT64_MIN, false };
	for (size_t i = 1; i < r->seen->rows.count; i++) {
		if (!r->seen->follows.at[i])
			continue;
		uint32_t a = r->changing[one].now, b = r->changing[other].now;
		uint64_t step = at(r, i, a) - at(r, i - 1, a);
		if (other != one)
			step += (uint64_t)sign * (at(r, i, b) - at(r, i - 1, b));
		int64_t by = word_signed(step & word_mask(r->width), r->width);
		s.least = by < s.least ? by : s.least;
		s.most = by > s.most ? by : s.most;
		s.some = true;
	}
	return s;
}

static bool is_small(int64_t step)
{
	return step > -(1 << 16) && step < 1 << 16;
}

static term since(const struct relating *r, uint32_t i)
{
	return term_binary(r->cut->program->bank, OP_BVSUB, r->changing[i].now_term, r->changing[i].before_term);
}

static term times(const struct relating *r, term t, int64_t factor)
{
	struct bank *bank = r->cut->program->bank;
	return term_binary(bank, OP_BVMUL, t, term_bv(bank, r->width, (uint64_t)factor & word_mask(r->width)));
}

/* A sum that a counter bounds: step * sum lies between least * count and most * count. */
static void propose_between(const struct relating *r, term sum, struct steps s, uint32_t counter, int64_t step)
{
	struct bank *bank = r->cut->program->bank;
	term count = since(r, counter);
	int64_t sign = step < 0 ? -1 : 1;
	sum = times(r, sum, sign * step);
	if (is_small(s.most))
		propose_hard(r, term_not(bank, term_binary(bank, OP_BVSLT, times(r, count, sign * s.most), sum)));
	if (is_small(s.least))
		propose_hard(r, term_not(bank, term_binary(bank, OP_BVSLT, sum, times(r, count, sign * s.least))));
}

static bool is_followed(const struct relating *r, uint32_t i)
{
	return r->changing[i].before != ONE;
}

static void propose_steps(const struct relating *r)
{
	for (uint32_t c = 0; c < r->changing_count; c++) {
		struct steps even = steps_of(r, c, c, 0);
		if (!is_followed(r, c) || !even.some || even.least != even.most || !even.least || !is_small(even.least))
			continue;
		for (uint32_t i = 0; i < r->changing_count; i++)
			for (uint32_t k = i; k < r->changing_count; k++)
				for (int64_t sign = 1; sign >= (k == i ? 1 : -1); sign -= 2) {
					struct steps s = steps_of(r, i, k, sign);
					if (i == c || k == c || !is_followed(r, i) || !is_followed(r, k) || !s.some ||
					    s.least == s.most)
						continue;
					term sum = k == i ? since(r, i)
							  : term_binary(r->cut->program->bank,
									sign > 0 ? OP_BVADD : OP_BVSUB, since(r, i),
									since(r, k));
					propose_between(r, sum, s, c, even.least);
				}
	}
}

/* --- congruences --- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* What all steps of a number are multiples of; powers of two apart, which are the equations'. */
static uint64_t divisor_of(const struct relating *r, uint32_t i)
{
	uint64_t divisor = 0;
	for (size_t k = 1; k < r->seen->rows.count; k++)
		if (r->seen->follows.at[k]) {
			uint64_t step =
				(at(r, k, r->changing[i].now) - at(r, k - 1, r->changing[i].now)) & word_mask(r->width);
			int64_t by = word_signed(step, r->width);
			divisor = common_divisor(divisor, by < 0 ? (uint64_t)-by : (uint64_t)by);
		}
	return divisor ? divisor >> __builtin_ctzll(divisor) : 0;
}

static term remainder_of(const struct relating *r, term t, uint64_t by)
{
	struct bank *bank = r->cut->program->bank;
	return term_binary(bank, OP_BVUREM, t, term_bv(bank, r->width, by));
}

/* The distance from where it began is a multiple, upwards or downwards. */
static void propose_multiple(const struct relating *r, uint32_t i)
{
	struct bank *bank = r->cut->program->bank;
	uint64_t divisor = divisor_of(r, i);
	if (!is_followed(r, i) || divisor < 2 || divisor > word_mask(r->width) >> 1)
		return;
	bool down = steps_of(r, i, i, 0).most <= 0;
	term distance = since(r, i);
	distance = down ? term_unary(bank, OP_BVNEG, distance) : distance;
	propose_hard(r, term_eq(bank, remainder_of(r, distance, divisor), term_bv(bank, r->width, 0)));
}

/* One is the remainder of the other: where a counter begins again. */
static void propose_remainder(const struct relating *r, uint32_t rest, uint32_t counter)
{
	struct bank *bank = r->cut->program->bank;
	uint64_t most = 0;
	for (size_t i = 0; i < r->seen->rows.count; i++) {
		uint64_t value = at(r, i, r->changing[rest].now);
		most = value > most ? value : most;
	}
	bool holds = most && most < MOST_REMAINDER, wraps = false;
	for (size_t i = 0; holds && i < r->seen->rows.count; i++) {
		uint64_t count = at(r, i, r->changing[counter].now);
		holds = at(r, i, r->changing[rest].now) == count % (most + 1);
		wraps = wraps || count > most;
	}
	if (holds && wraps)
		propose_hard(r, term_eq(bank, r->changing[rest].now_term,
					remainder_of(r, r->changing[counter].now_term, most + 1)));
}

static void propose_congruences(const struct relating *r)
{
	for (uint32_t i = 0; i < r->changing_count; i++) {
		propose_multiple(r, i);
		for (uint32_t k = 0; k < r->changing_count; k++)
			if (i != k)
				propose_remainder(r, i, k);
	}
}

static void relate(struct cut *cut, struct cut_loop *loop, const struct head_rows *seen, uint32_t width)
{
	struct relating r = { .cut = cut, .loop = loop, .seen = seen, .width = width, .most = FEW_COLUMNS };
	collect(&r);
	if (!r.changing_count)
		return;
	if (cut->level >= LEVEL_PRODUCTS)
		add_products(&r);
	propose_equations(&r);
	propose_congruences(&r);
	if (cut->level >= LEVEL_ALL)
		propose_steps(&r);
}

void candidates_of_heads(struct cut *cut, const struct heads *heads)
{
	static const uint32_t widths[] = { 8, 16, 32, 64 };
	for (size_t i = 0; i < cut->loops.count && i < heads->count; i++)
		for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
			if (heads->loops[i].rows.count > 1)
				relate(cut, &cut->loops.at[i], &heads->loops[i], widths[k]);
}

/* Of two numbers each: the fewer columns, the fewer rows show what is chance. */
static void relate_pairs(const struct relating *all)
{
	for (uint32_t i = 0; i < all->changing_count; i++)
		for (uint32_t k = i + 1; k < all->changing_count; k++) {
			struct relating r = *all;
			r.count = 0;
			add_single(&r, ONE, all->columns[0].term);
			add_single(&r, all->changing[i].now, all->changing[i].now_term);
			add_single(&r, all->changing[k].now, all->changing[k].now_term);
			propose_equations(&r);
		}
}

/* Of the loop: equations of all degrees for which there is room, from the lowest one on. */
static void relate_polynomials(struct cut *cut, struct cut_loop *loop, const struct head_rows *seen, uint32_t width)
{
	struct relating r = { .cut = cut, .loop = loop, .seen = seen, .width = width, .most = MOST_COLUMNS };
	collect(&r);
	uint32_t linear = r.count;
	relate_pairs(&r);
	propose_equations(&r);
	for (uint32_t degree = 2; r.changing_count && degree <= MOST_DEGREE; degree++) {
		uint32_t before = r.count;
		if (!add_degree(&r, linear, degree))
			r.count = before;
		if (r.count == before)
			return;
		propose_equations(&r);
	}
}

struct asking {
	struct cut *cut;
	struct cut_loop *loop;
	TABLE(term, term) begun; /* locals, as the first block leaves them: over in-parameters */
	bool foreign;
};

static term begun_leaf(void *context, term leaf)
{
	const struct asking *ask = context;
	return table_get(&ask->begun, leaf, leaf);
}

static void note_begun(struct asking *ask)
{
	const struct block *first = ask->loop->procedure->blocks[0];
	for (uint32_t i = 0; i < first->statement_count; i++)
		if (first->statements[i].kind == STATEMENT_ASSIGN)
			table_put(&ask->begun, first->statements[i].target->term,
				  term_substitute(ask->cut->program->bank, first->statements[i].term, begun_leaf, ask));
}

static void note_foreign(void *context, term leaf)
{
	struct asking *ask = context;
	bool own = false;
	for (uint32_t i = 0; !own && i < ask->loop->procedure->in_count; i++)
		own = ask->loop->procedure->variables[i]->term == leaf;
	ask->foreign = ask->foreign || !own;
}

static void propose_asked(void *context, term t)
{
	struct asking *ask = context;
	struct bank *bank = ask->cut->program->bank;
	if (term_op(bank, t) != OP_EQ || sort_kind(bank, term_sort(bank, term_arg(bank, t, 0))) != SORT_BITVECTOR)
		return;
	ask->foreign = false;
	t = term_substitute(bank, t, begun_leaf, ask);
	term_leaves(bank, t, note_foreign, ask);
	if (!ask->foreign)
		candidate_add(ask->cut, ask->loop, t, 0);
}

/* Equations that the loop asks about what it was given: assertions among them. */
static void propose_all_asked(struct cut *cut, struct cut_loop *loop)
{
	struct asking ask = { .cut = cut, .loop = loop };
	const struct procedure *proc = loop->procedure;
	struct table seen = { 0 };
	note_begun(&ask);
	for (uint32_t b = 0; b < proc->block_count; b++) {
		const struct block *block = proc->blocks[b];
		for (uint32_t i = 0; i < block->statement_count; i++) {
			const struct statement *s = &block->statements[i];
			if (s->kind == STATEMENT_ASSERT || s->kind == STATEMENT_ASSIGN)
				term_visit(cut->program->bank, s->term, &seen, propose_asked, &ask);
			for (uint32_t k = 0; s->kind == STATEMENT_CALL && k < s->argument_count; k++)
				term_visit(cut->program->bank, s->arguments[k], &seen, propose_asked, &ask);
		}
		if (block->terminator.kind == TERMINATOR_BRANCH)
			term_visit(cut->program->bank, block->terminator.term, &seen, propose_asked, &ask);
	}
	table_free(&seen);
	table_free(&ask.begun);
}

void candidates_of_polynomials(struct cut *cut, const struct heads *heads)
{
	for (size_t i = 0; i < cut->loops.count && i < heads->count; i++) {
		propose_all_asked(cut, &cut->loops.at[i]);
		for (uint32_t width = 32; width <= 64 && heads->loops[i].rows.count > 1; width *= 2)
			relate_polynomials(cut, &cut->loops.at[i], &heads->loops[i], width);
	}
}
