/* Counters: of loops that go round a few times at most, as a number of few bits that they step through would come back.
 *
 *	while (n && ((size_t)p & 7)) { n--; sum += *p++; }
 *
 * takes at most 7 steps. A ghost counts them: it is 0 where the loop is entered, one more behind each step; before each step
 * fewer than there may be, at the loop's head not more. That is true of each execution; what it says of variables that the
 * loop changes with the counter is up to relations. (Counters that bound loops: S. Gulwani, K. Mehra, T. Chilimbi, "SPEED:
 * precise and efficient static estimation of program computational complexity", POPL 2009.) */
#include "ghost.h"

#include "cfg.h"
#include "statement.h"

/* Bits of what the guard looks at, and of a counter; terms deeper than that are not looked at. */
enum { MOST_BITS = 6, COUNTER_BITS = 16, MOST_NESTED = 12 };

/* A loop, with what decides whether it goes on. */
struct counted_loop {
	struct domain *domain;
	struct procedure *procedure;
	const struct cfg *cfg;
	const struct dominators *dominators;
	const struct loops *loops;
	uint32_t loop, guard; /* the guard's block */
	bool calls;
	TABLE(const struct variable *, unsigned) assigned; /* how often, in the loop */
	const struct variable *variable;                   /* that steps on */
	uint32_t block, position;                          /* of its step */
};

/* FACTOR * the variable + CONSTANT + what the loop does not change, if there is something, modulo a power of 2. */
struct progress {
	uint64_t factor, constant;
	bool others;
};

static struct bank *bank_of(const struct counted_loop *l)
{
	return l->domain->program->bank;
}

/* ---- terms of the loop ---- */

static bool is_pointer(const struct counted_loop *l)
{
	const struct bank *bank = bank_of(l);
	return domain_is_pointer(l->domain, sort_width(bank, l->variable->sort));
}

/* Of the pointer that steps on: no step changes it. */
static bool is_identity(const struct counted_loop *l, term t)
{
	const struct bank *bank = bank_of(l);
	return is_pointer(l) && term_op(bank, t) == OP_EXTRACT && term_arg(bank, t, 0) == l->variable->term &&
	       term_index(bank, t, 1) == l->domain->pointer_bits &&
	       term_index(bank, t, 0) == sort_width(bank, l->variable->sort) - 1;
}

/* Does the term stay as it is while the loop goes round? */
static bool is_kept(const struct counted_loop *l, term t, unsigned depth)
{
	const struct bank *bank = bank_of(l);
	const struct variable *v = program_variable_of(l->domain->program, t);
	if (v)
		return !table_has(&l->assigned, v) && !(v->kind == VARIABLE_GLOBAL && l->calls);
	if (is_identity(l, t))
		return true;
	if (!depth--)
		return false;
	for (uint32_t i = 0; i < term_count(bank, t); i++)
		if (!is_kept(l, term_arg(bank, t, i), depth))
			return false;
	return true;
}

/* G += SIGN * the term, modulo 2^BITS, where it has at least that many. False: it is something else. */
static bool add_low_bits(const struct counted_loop *l, term t, uint32_t bits, uint64_t sign, unsigned depth,
			 struct progress *g)
{
	struct bank *bank = bank_of(l);
	enum op op = term_op(bank, t);
	if (t == l->variable->term) {
		g->factor += sign;
		return true;
	}
	if (depth && term_is_constant(bank, t)) {
		g->constant += sign * term_words(bank, t)[0];
		return true;
	}
	if (depth && (op == OP_BVADD || op == OP_BVSUB))
		return add_low_bits(l, term_arg(bank, t, 0), bits, sign, depth - 1, g) &&
		       add_low_bits(l, term_arg(bank, t, 1), bits, op == OP_BVADD ? sign : -sign, depth - 1, g);
	if (depth && op == OP_BVNEG)
		return add_low_bits(l, term_arg(bank, t, 0), bits, -sign, depth - 1, g);
	if (depth && op == OP_EXTRACT && !term_index(bank, t, 1))
		return add_low_bits(l, term_arg(bank, t, 0), bits, sign, depth - 1, g);
	if (depth && (op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND) && term_width(bank, term_arg(bank, t, 0)) >= bits)
		return add_low_bits(l, term_arg(bank, t, 0), bits, sign, depth - 1, g);
	if (depth && op == OP_CONCAT && term_width(bank, term_arg(bank, t, 1)) >= bits)
		return add_low_bits(l, term_arg(bank, t, 1), bits, sign, depth - 1, g);
	g->others = true;
	return is_kept(l, t, MOST_NESTED);
}

/* ---- guards ---- */

/* An equality of few bits that is wrong if the condition HOLDS; 0: there is none. */
static term differing(const struct bank *bank, term t, bool holds, unsigned depth)
{
	enum op op = term_op(bank, t);
	term found = 0;
	if (!depth--)
		return 0;
	if (op == OP_NOT)
		return differing(bank, term_arg(bank, t, 0), !holds, depth);
	if ((op == OP_AND && holds) || (op == OP_OR && !holds))
		for (uint32_t i = 0; i < term_count(bank, t) && !found; i++)
			found = differing(bank, term_arg(bank, t, i), holds, depth);
	if (op == OP_EQ && !holds && sort_kind(bank, term_sort(bank, term_arg(bank, t, 0))) == SORT_BITVECTOR &&
	    term_width(bank, term_arg(bank, t, 0)) <= MOST_BITS)
		return t;
	return found;
}

/* Of the block's branch, in either direction. */
static term guard_of(const struct bank *bank, const struct block *b, bool holds)
{
	return b->terminator.kind == TERMINATOR_BRANCH ? differing(bank, b->terminator.term, holds, MOST_NESTED) : 0;
}

/* Is the block executed once each time the loop goes round? (The graph is reducible: it is in no cycle but with the header.) */
static bool is_each_time(const struct counted_loop *l, uint32_t block)
{
	const struct loop *loop = &l->loops->loops[l->loop];
	bool each = l->loops->innermost[block] == l->loop;
	for (uint32_t i = 0; i < loop->latch_count; i++)
		each &= dominates(l->dominators, block, loop->latches[i]);
	return each;
}

/* The guard is not 0 as long as the loop goes on, and each time the variable takes a step. Returns how many steps there are at
 * most; 0: that is not known. */
static uint64_t most_steps(struct counted_loop *l, term guard, const struct statement *step)
{
	struct bank *bank = bank_of(l);
	struct progress to = { 0 }, of = { 0 };
	term left = term_arg(bank, guard, 0), right = term_arg(bank, guard, 1);
	uint32_t bits = term_width(bank, left), width = sort_width(bank, l->variable->sort);
	uint64_t round = UINT64_C(1) << bits;
	if (width < bits || (is_pointer(l) && l->domain->pointer_bits < bits))
		return 0;
	if (is_pointer(l) && (term_op(bank, step->term) != OP_CONCAT || !is_identity(l, term_arg(bank, step->term, 0))))
		return 0;
	if (!add_low_bits(l, step->term, bits, 1, MOST_NESTED, &to) || to.others || to.factor % round != 1)
		return 0;
	if (!add_low_bits(l, left, bits, 1, MOST_NESTED, &of) ||
	    !add_low_bits(l, right, bits, UINT64_MAX, MOST_NESTED, &of))
		return 0;
	/* By an odd number each time it takes all values, 0 too, before one comes again. */
	bool guarded_first = l->guard != l->block && dominates(l->dominators, l->guard, l->block);
	return of.factor * to.constant % 2 ? round - guarded_first : 0;
}

/* ---- statements of a counter ---- */

static void add_counter(struct counted_loop *l, struct variable *v, uint64_t most)
{
	struct bank *bank = bank_of(l);
	uint32_t header = l->loops->loops[l->loop].header;
	term limit = term_bv(bank, COUNTER_BITS, most), one = term_bv(bank, COUNTER_BITS, 1);
	for (uint32_t i = l->cfg->predecessor_start[header]; i < l->cfg->predecessor_start[header + 1]; i++) {
		uint32_t from = l->cfg->predecessors[i];
		if (!loops_contain(l->loops, l->loop, from))
			ghost_assign(l->domain, v, from, l->procedure->blocks[from]->statement_count,
				     term_bv(bank, COUNTER_BITS, 0));
	}
	ghost_assume(l->domain, v, header, 0, term_binary(bank, OP_BVULE, v->term, limit));
	ghost_assume(l->domain, v, l->block, l->position, term_binary(bank, OP_BVULT, v->term, limit));
	ghost_assign(l->domain, v, l->block, l->position, term_binary(bank, OP_BVADD, v->term, one));
}

/* ---- loops ---- */

static void note_assigned(struct counted_loop *l)
{
	const struct loop *loop = &l->loops->loops[l->loop];
	for (uint32_t b = 0; b < loop->block_count; b++) {
		const struct block *block = l->procedure->blocks[loop->blocks[b]];
		for (uint32_t i = 0; i < block->statement_count; i++) {
			const struct statement *s = &block->statements[i];
			l->calls |= s->kind == STATEMENT_CALL;
			for (uint32_t k = 0; k < statement_target_count(s); k++)
				table_put(&l->assigned, statement_target(s, k),
					  table_get(&l->assigned, statement_target(s, k), 0) + 1);
		}
	}
}

/* The step of a variable that the loop assigns at one place alone, which the guard bounds. */
static uint64_t find_step(struct counted_loop *l, term guard)
{
	const struct bank *bank = bank_of(l);
	const struct loop *loop = &l->loops->loops[l->loop];
	uint64_t most = 0;
	for (uint32_t b = 0; b < loop->block_count; b++) {
		const struct block *block = l->procedure->blocks[loop->blocks[b]];
		for (uint32_t i = 0; i < block->statement_count && is_each_time(l, block->index); i++) {
			const struct statement *s = &block->statements[i];
			if (s->kind != STATEMENT_ASSIGN || s->target->kind == VARIABLE_GLOBAL ||
			    sort_kind(bank, s->target->sort) != SORT_BITVECTOR ||
			    table_get(&l->assigned, s->target, 0) != 1)
				continue;
			l->variable = s->target;
			l->block = block->index;
			l->position = i;
			most = most_steps(l, guard, s);
			if (most)
				return most;
		}
	}
	return 0;
}

/* Does the block's branch leave the loop unless the condition HOLDS? */
static bool is_exit(const struct counted_loop *l, const struct block *b, bool holds)
{
	return loops_contain(l->loops, l->loop, b->terminator.targets[!holds]->index) &&
	       !loops_contain(l->loops, l->loop, b->terminator.targets[holds]->index);
}

static void count_loop(struct counted_loop *l)
{
	const struct loop *loop = &l->loops->loops[l->loop];
	uint64_t most = 0;
	for (uint32_t i = 0; i < loop->block_count && !most && loop->header; i++) {
		const struct block *b = l->procedure->blocks[loop->blocks[i]];
		for (unsigned holds = 0; holds < 2 && !most; holds++) {
			term guard = guard_of(bank_of(l), b, holds);
			if (!guard || !is_exit(l, b, holds) || !is_each_time(l, b->index))
				continue;
			note_assigned(l);
			l->guard = b->index;
			most = find_step(l, guard);
			table_clear(&l->assigned);
			l->calls = false;
		}
	}
	struct variable *counter = most ? ghost_new(l->domain, l->procedure, COUNTER_BITS, "$steps") : NULL;
	if (counter)
		add_counter(l, counter, most);
}

static bool has_guard(const struct bank *bank, const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		if (guard_of(bank, proc->blocks[b], true) || guard_of(bank, proc->blocks[b], false))
			return true;
	return false;
}

static void find_in(struct domain *d, struct procedure *proc)
{
	struct cfg *cfg = cfg_new(proc);
	struct dominators *dominators = dominators_new(cfg);
	struct loops *loops = loops_new(cfg, dominators);
	struct counted_loop l = {
		.domain = d, .procedure = proc, .cfg = cfg, .dominators = dominators, .loops = loops
	};
	for (l.loop = 0; l.loop < loops->count && loops_reducible(loops); l.loop++)
		count_loop(&l);
	table_free(&l.assigned);
	loops_free(loops);
	dominators_free(dominators);
	cfg_free(cfg);
}

void counters_find(struct domain *d)
{
	const struct program *p = d->program;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (has_guard(p->bank, p->procedures[i]))
			find_in(d, p->procedures[i]);
}
