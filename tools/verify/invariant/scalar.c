/* Candidates about numbers at a loop's head: what constants they are compared with or set to, how they are related to each
 * other and to what they were before the loop, and which constants come together. */
#include <string.h>

#include "invariant.h"
#include "iterate.h"
#include "statement.h"
#include "word.h"

enum { MAX_CONSTANTS = 48, MAX_PAIRS = 1600, MAX_NUMBERS = 40, FEW_NUMBERS = 4, MAX_TOGETHER = 3000, MAX_SUMMANDS = 8 };

struct constants VEC_BODY(uint64_t);

/* The constants that go with variables of a name. */
struct domain {
	const char *name;
	uint32_t width;
	struct constants values;
};

struct survey {
	struct cut *cut;
	VEC(struct domain) domains;
};

/* Something at the head of one loop. */
struct number {
	term now, before; /* before: at the loop's beginning; 0: it does not change */
	uint32_t width;   /* 0: Bool */
	const struct constants *values;
};
struct numbers VEC_BODY(struct number);

/* --- which constants there are --- */

static struct constants *domain_of(struct survey *s, const char *name, uint32_t width)
{
	for (size_t i = 0; i < s->domains.count; i++)
		if (s->domains.at[i].width == width && same_stem(s->domains.at[i].name, name))
			return &s->domains.at[i].values;
	vec_push(&s->domains, (struct domain){ .name = name, .width = width });
	return &vec_last(&s->domains).values;
}

static void add_constant(struct constants *list, uint64_t value)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->at[i] == value)
			return;
	if (list->count < MAX_CONSTANTS)
		vec_push(list, value);
}

static uint32_t number_width(const struct bank *bank, sort s)
{
	return sort_kind(bank, s) == SORT_BITVECTOR && sort_width(bank, s) <= 64 ? sort_width(bank, s) : 0;
}

static void associate(struct survey *s, term leaf, term constant)
{
	const struct program *p = s->cut->program;
	const struct variable *v = term_op(p->bank, leaf) == OP_VARIABLE ? program_variable_of(p, leaf) : NULL;
	if (v && number_width(p->bank, v->sort) && term_is_constant(p->bank, constant))
		add_constant(domain_of(s, v->name, number_width(p->bank, v->sort)), term_value(p->bank, constant));
}

/* x, or x + c, compared with a constant. */
static void associate_comparison(struct survey *s, term a, term b)
{
	struct bank *bank = s->cut->program->bank;
	associate(s, a, b);
	associate(s, b, a);
	if (term_op(bank, a) == OP_BVADD && term_is_constant(bank, term_arg(bank, a, 1)) && term_is_constant(bank, b))
		associate(s, term_arg(bank, a, 0), term_binary(bank, OP_BVSUB, b, term_arg(bank, a, 1)));
}

static void survey_subterm(void *context, term t)
{
	struct survey *s = context;
	const struct bank *bank = s->cut->program->bank;
	enum op op = term_op(bank, t);
	s->cut->has_unsigned = s->cut->has_unsigned || op == OP_BVULT;
	if (op == OP_EQ || op == OP_BVULT || op == OP_BVSLT)
		associate_comparison(s, term_arg(bank, t, 0), term_arg(bank, t, 1));
}

static void survey_term(struct survey *s, term t, struct table *seen)
{
	term_visit(s->cut->program->bank, t, seen, survey_subterm, s);
}

static void survey_statement(struct survey *s, const struct statement *st, struct table *seen)
{
	for (uint32_t i = 0; i < statement_term_count(st); i++)
		survey_term(s, statement_term(st, i), seen);
	if (st->kind == STATEMENT_ASSIGN)
		associate(s, st->target->term, st->term);
	for (uint32_t i = 0; i < st->argument_count; i++)
		associate(s, st->callee->variables[i]->term, st->arguments[i]);
}

static void survey_program(struct survey *s)
{
	const struct program *p = s->cut->program;
	struct table seen = { 0 };
	program_for_each_block(p, at) {
		const struct block *block = at.block;
		for (uint32_t k = 0; k < block->statement_count; k++)
			survey_statement(s, &block->statements[k], &seen);
		if (block->terminator.kind == TERMINATOR_BRANCH)
			survey_term(s, block->terminator.term, &seen);
	}
	table_free(&seen);
}

/* --- what there is at the head --- */

static void add_number(struct survey *s, struct numbers *list, term now, term before, const char *name)
{
	const struct bank *bank = s->cut->program->bank;
	sort of = term_sort(bank, now);
	uint32_t width = number_width(bank, of);
	if (list->count >= MAX_NUMBERS || (!width && sort_kind(bank, of) != SORT_BOOL))
		return;
	vec_push(list, (struct number){ now, before, width, width ? domain_of(s, name, width) : NULL });
}

static struct numbers changing_numbers(struct survey *s, const struct cut_loop *loop)
{
	struct numbers list = { 0 };
	const struct procedure *proc = loop->procedure;
	/* Pointers into the domains are not kept while domains are added. */
	for (uint32_t i = 0; i < proc->in_count; i++)
		domain_of(s, proc->variables[i]->name, number_width(s->cut->program->bank, proc->variables[i]->sort));
	for (uint32_t i = 0; i < s->cut->program->global_count; i++)
		domain_of(s, s->cut->program->globals[i]->name,
			  number_width(s->cut->program->bank, s->cut->program->globals[i]->sort));
	for (size_t i = 0; i < loop->written.count; i++)
		domain_of(s, loop->written.at[i]->name, number_width(s->cut->program->bank, loop->written.at[i]->sort));
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (loop->changed[i])
			add_number(s, &list, proc->variables[i]->term, loop->entries[i]->term,
				   proc->variables[i]->name);
	for (size_t i = 0; i < loop->written.count; i++)
		add_number(s, &list, loop->written.at[i]->term, 0, loop->written.at[i]->name);
	return list;
}

static bool is_written(const struct cut_loop *loop, const struct variable *global)
{
	for (size_t i = 0; i < loop->written.count; i++)
		if (loop->written.at[i] == global)
			return true;
	return false;
}

static struct numbers constant_numbers(struct survey *s, const struct cut_loop *loop, enum level level)
{
	struct numbers list = { 0 };
	const struct procedure *proc = loop->procedure;
	for (uint32_t i = 0; i < proc->in_count; i++)
		if (!loop->changed[i])
			add_number(s, &list, proc->variables[i]->term, 0, proc->variables[i]->name);
	const struct program *p = s->cut->program;
	for (uint32_t i = 0; level >= LEVEL_SUMS && i < p->global_count && list.count < MAX_SUMMANDS; i++)
		if (!is_written(loop, p->globals[i]))
			add_number(s, &list, p->globals[i]->term, 0, p->globals[i]->name);
	return list;
}

/* --- candidates --- */

static term less(struct bank *bank, term a, term b)
{
	return term_binary(bank, OP_BVSLT, a, b);
}

static term below(struct bank *bank, term a, term b)
{
	return term_binary(bank, OP_BVULT, a, b);
}

static void propose(struct cut *cut, struct cut_loop *loop, term condition)
{
	candidate_add(cut, loop, condition, 0);
}

/* Equality is both. */
static void propose_bounds(struct cut *cut, struct cut_loop *loop, term a, term b)
{
	struct bank *bank = cut->program->bank;
	propose(cut, loop, term_not(bank, less(bank, b, a)));
	propose(cut, loop, term_not(bank, less(bank, a, b)));
	if (!cut->has_unsigned)
		return;
	propose(cut, loop, term_not(bank, below(bank, b, a)));
	propose(cut, loop, term_not(bank, below(bank, a, b)));
}

static void propose_order(struct cut *cut, struct cut_loop *loop, term a, term b)
{
	struct bank *bank = cut->program->bank;
	propose_bounds(cut, loop, a, b);
	propose(cut, loop, less(bank, a, b));
	propose(cut, loop, less(bank, b, a));
}

/* What is less than c is at most c - 1. */
static void propose_ranges(struct cut *cut, struct cut_loop *loop, const struct number *n)
{
	struct bank *bank = cut->program->bank;
	struct constants near = { 0 };
	uint64_t mask = word_mask(n->width);
	add_constant(&near, 0);
	for (size_t i = 0; i < n->values->count; i++)
		for (uint64_t k = 0; k < 3; k++)
			add_constant(&near, (n->values->at[i] + k - 1) & mask);
	for (size_t i = 0; i < near.count; i++)
		propose_bounds(cut, loop, n->now, term_bv(bank, n->width, near.at[i]));
	vec_free(&near);
}

static void propose_constants(struct cut *cut, struct cut_loop *loop, const struct number *n)
{
	struct bank *bank = cut->program->bank;
	term any = term_false(bank);
	for (size_t i = 0; i < n->values->count; i++) {
		term same = term_eq(bank, n->now, term_bv(bank, n->width, n->values->at[i]));
		any = term_or(bank, any, same);
		propose(cut, loop, same);
		propose(cut, loop, term_not(bank, same));
	}
	propose(cut, loop, any);
	if (n->before)
		propose(cut, loop, term_or(bank, any, term_eq(bank, n->now, n->before)));
}

/* Multiples: the low bits stay. */
static void propose_remainders(struct cut *cut, struct cut_loop *loop, const struct number *n)
{
	struct bank *bank = cut->program->bank;
	for (uint32_t k = 1; k <= 3 && k < n->width; k++)
		propose(cut, loop,
			term_eq(bank, term_extract(bank, k - 1, 0, n->now), term_extract(bank, k - 1, 0, n->before)));
}

static void propose_single(struct cut *cut, struct cut_loop *loop, const struct number *n, enum level level)
{
	struct bank *bank = cut->program->bank;
	if (!n->width) {
		propose(cut, loop, n->now);
		propose(cut, loop, term_not(bank, n->now));
		if (n->before)
			propose(cut, loop, term_eq(bank, n->now, n->before));
		return;
	}
	propose_constants(cut, loop, n);
	if (level == LEVEL_FLAGS)
		return;
	propose_ranges(cut, loop, n);
	if (n->before) {
		propose_bounds(cut, loop, n->now, n->before);
		propose_remainders(cut, loop, n);
	}
}

static void propose_pairs(struct cut *cut, struct cut_loop *loop, const struct numbers *changing,
			  const struct numbers *constant)
{
	uint32_t pairs = 0;
	for (size_t i = 0; i < changing->count; i++)
		for (size_t k = i + 1; k < changing->count + constant->count; k++) {
			const struct number *a = &changing->at[i];
			const struct number *b =
				k < changing->count ? &changing->at[k] : &constant->at[k - changing->count];
			if (a->width < 2 || a->width != b->width || ++pairs > MAX_PAIRS)
				continue;
			propose_order(cut, loop, a->now, b->now);
		}
}

/* --- sums --- */

/* Equal, which is exact whatever wraps around; or, at the level where more is guessed, one at most the other. */
static void propose_equal(struct cut *cut, struct cut_loop *loop, term a, term b)
{
	if (cut->level >= LEVEL_WIDE)
		propose_bounds(cut, loop, a, b);
	else
		propose(cut, loop, term_eq(cut->program->bank, a, b));
}

/* What is given to one is taken from the other, or from both. */
static void propose_kept_sums(struct cut *cut, struct cut_loop *loop, const struct number *a, const struct number *b)
{
	static const enum op operators[] = { OP_BVADD, OP_BVSUB };
	struct bank *bank = cut->program->bank;
	for (int i = 0; a->before && b->before && i < 2; i++)
		propose(cut, loop,
			term_eq(bank, term_binary(bank, operators[i], a->now, b->now),
				term_binary(bank, operators[i], a->before, b->before)));
}

/* From the second round on. */
static void propose_later(struct cut *cut, struct cut_loop *loop, const struct number *a, const struct number *b)
{
	struct bank *bank = cut->program->bank;
	if (b->before)
		propose(cut, loop, term_or(bank, term_eq(bank, b->now, b->before), less(bank, a->now, b->now)));
}

/* One is at most, or at least, a small multiple of the other. */
static void propose_multiples(struct cut *cut, struct cut_loop *loop, const struct number *a, const struct number *b)
{
	struct bank *bank = cut->program->bank;
	for (uint64_t factor = 2; factor <= 3; factor++) {
		term times = term_binary(bank, OP_BVMUL, b->now, term_bv(bank, b->width, factor));
		propose_equal(cut, loop, a->now, times);
	}
}

static void propose_sum(struct cut *cut, struct cut_loop *loop, const struct number *a, const struct number *b,
			const struct number *c)
{
	struct bank *bank = cut->program->bank;
	term sum = term_binary(bank, OP_BVADD, a->now, b->now);
	propose_equal(cut, loop, sum, c->now);
}

/* Relations of two with factors, and of three. */
static void propose_sums(struct cut *cut, struct cut_loop *loop, const struct numbers *changing,
			 const struct numbers *constant)
{
	struct numbers all = { 0 };
	for (size_t i = 0; i < changing->count && all.count < MAX_SUMMANDS; i++)
		vec_push(&all, changing->at[i]);
	size_t moving = all.count;
	for (size_t i = 0; i < constant->count && all.count < MAX_SUMMANDS; i++)
		vec_push(&all, constant->at[i]);
	for (size_t i = 0; i < moving; i++)
		for (size_t k = 0; k < all.count; k++) {
			const struct number *a = &all.at[i], *b = &all.at[k];
			if (i == k || a->width < 8 || a->width != b->width)
				continue;
			propose_multiples(cut, loop, a, b);
			if (cut->level >= LEVEL_WIDE)
				propose_later(cut, loop, a, b);
			if (k < moving && k < i)
				continue;
			propose_kept_sums(cut, loop, a, b);
			for (size_t m = 0; m < all.count; m++)
				if (m != i && m != k && all.at[m].width == a->width)
					propose_sum(cut, loop, a, b, &all.at[m]);
		}
	vec_free(&all);
}

/* That two numbers do not have these constants at once; where they have few constants, all that is true of the two. */
static void propose_together(struct cut *cut, struct cut_loop *loop, const struct numbers *changing)
{
	struct bank *bank = cut->program->bank;
	uint32_t count = 0;
	for (size_t i = 0; i < changing->count; i++)
		for (size_t k = i + 1; k < changing->count; k++) {
			const struct number *a = &changing->at[i], *b = &changing->at[k];
			if (!a->width || !b->width || a->values->count < 2 || b->values->count < 2)
				continue;
			count += (uint32_t)(a->values->count * b->values->count);
			for (size_t x = 0; count <= MAX_TOGETHER && x < a->values->count; x++)
				for (size_t y = 0; y < b->values->count; y++) {
					term ax = term_eq(bank, a->now, term_bv(bank, a->width, a->values->at[x]));
					term by = term_eq(bank, b->now, term_bv(bank, b->width, b->values->at[y]));
					propose(cut, loop, term_not(bank, term_and(bank, ax, by)));
				}
		}
}

/* --- steps --- */

struct stepping {
	const struct cut_loop *loop;
	const struct block *block;
	const struct statement *call;
	VEC(uint64_t) steps; /* per in-parameter */
	VEC(bool) steps_known;
	uint32_t argument;
};

static void visit_argument(void *context, struct block_walk *walk, const struct block *block, const struct statement *s,
			   term t)
{
	struct stepping *st = context;
	struct bank *bank = walk->program->bank;
	(void)block;
	if (s != st->call)
		return;
	const struct variable *v = st->loop->procedure->variables[st->argument];
	term value = block_walk_value(walk, t);
	bool steps = number_width(bank, v->sort) && term_op(bank, value) == OP_BVADD &&
		     term_is_constant(bank, term_arg(bank, value, 1)) &&
		     term_op(bank, term_arg(bank, value, 0)) == OP_VARIABLE &&
		     same_stem(term_name(bank, term_arg(bank, value, 0)), v->name);
	vec_push(&st->steps, steps ? term_value(bank, term_arg(bank, value, 1)) : 0);
	vec_push(&st->steps_known, steps);
	st->argument++;
}

/* Two numbers that are stepped by constants keep their distance from a line: exact in modular arithmetic. */
static void propose_lines(struct cut *cut, struct cut_loop *loop)
{
	struct bank *bank = cut->program->bank;
	const struct procedure *proc = loop->procedure;
	struct stepping st = { .loop = loop, .block = loop->agains.at[0], .call = again_call(loop->agains.at[0]) };
	struct block_walk walk = { .program = cut->program, .context = &st, .visit = visit_argument };
	block_walk(&walk, st.block);
	table_free(&walk.values);
	for (uint32_t i = 0; i < st.argument; i++)
		for (uint32_t k = i + 1; k < st.argument; k++) {
			const struct variable *a = proc->variables[i], *b = proc->variables[k];
			if (!st.steps_known.at[i] || !st.steps_known.at[k] || !loop->changed[i] || !loop->changed[k] ||
			    a->sort != b->sort)
				continue;
			uint32_t width = sort_width(bank, a->sort);
			term da = term_binary(bank, OP_BVSUB, a->term, loop->entries[i]->term);
			term db = term_binary(bank, OP_BVSUB, b->term, loop->entries[k]->term);
			propose(cut, loop,
				term_eq(bank, term_binary(bank, OP_BVMUL, da, term_bv(bank, width, st.steps.at[k])),
					term_binary(bank, OP_BVMUL, db, term_bv(bank, width, st.steps.at[i]))));
		}
	vec_free(&st.steps);
	vec_free(&st.steps_known);
}

void candidates_of_scalars(struct cut *cut, enum level level)
{
	struct survey s = { .cut = cut };
	cut->level = level;
	survey_program(&s);
	for (size_t i = 0; i < cut->loops.count; i++) {
		struct cut_loop *loop = &cut->loops.at[i];
		struct numbers changing = changing_numbers(&s, loop), constant = constant_numbers(&s, loop, level);
		for (size_t k = 0; k < changing.count; k++)
			propose_single(cut, loop, &changing.at[k], level);
		if (level != LEVEL_FLAGS)
			propose_lines(cut, loop);
		if (level != LEVEL_MEMORY)
			propose_together(cut, loop, &changing);
		if (level >= LEVEL_ALL || (level == LEVEL_MEMORY && changing.count <= FEW_NUMBERS))
			propose_pairs(cut, loop, &changing, &constant);
		if (level >= LEVEL_SUMS)
			propose_sums(cut, loop, &changing, &constant);
		vec_free(&changing);
		vec_free(&constant);
	}
	for (size_t i = 0; i < s.domains.count; i++)
		vec_free(&s.domains.at[i].values);
	vec_free(&s.domains);
}
