#include "balance.h"

#include "iterate.h"
#include "null_space.h"
#include "statement.h"

enum { MOST_PARTS = 24, MOST_SIZE = 60, MOST_CHOICES = 6 };

/* --- which --- */

/* Globals of one width that some procedure changes. */
struct numbers {
	const struct contracts *contracts;
	uint32_t width, count;
	uint32_t globals[BALANCE_MOST];
};

static uint32_t width_of(const struct contracts *c, uint32_t global)
{
	struct bank *bank = c->program->bank;
	sort s = c->program->globals[global]->sort;
	return sort_kind(bank, s) == SORT_BITVECTOR && sort_width(bank, s) <= 64 ? sort_width(bank, s) : 0;
}

static void add_number(struct numbers *n, uint32_t global)
{
	bool changed = false;
	for (size_t i = 0; i < n->contracts->list.count; i++)
		changed |= n->contracts->list.at[i].before[global] != NULL;
	if (changed && n->count < BALANCE_MOST)
		n->globals[n->count++] = global;
}

static const struct column *column_of(const struct observations *o, const struct variable *global, bool result,
				      uint32_t *at)
{
	for (uint32_t i = 0; i < o->columns.count; i++) {
		const struct column *c = &o->columns.at[i];
		if (c->global == global && !c->parameter && c->result == result) {
			*at = i;
			return c;
		}
	}
	return NULL;
}

/* By how much the call changes each of them. */
static void add_rows(const struct numbers *n, const struct contract *contract, const struct observations *o,
		     struct null_space *space)
{
	uint32_t before[BALANCE_MOST] = { 0 }, after[BALANCE_MOST] = { 0 };
	bool changes[BALANCE_MOST] = { 0 };
	for (uint32_t k = 0; k < n->count; k++) {
		const struct variable *g = n->contracts->program->globals[n->globals[k]];
		changes[k] = contract->before[n->globals[k]];
		if (changes[k] && (!column_of(o, g, false, &before[k]) || !column_of(o, g, true, &after[k])))
			return;
	}
	for (size_t i = 0; i < o->list.count; i++) {
		const struct observation *row = &o->list.at[i];
		uint64_t by[BALANCE_MOST];
		for (uint32_t k = 0; k < n->count; k++)
			by[k] = changes[k] ? (row->words[after[k]] - row->words[before[k]]) & word_mask(n->width) : 0;
		if (row->returned && !row->direct)
			null_space_add(space, by);
	}
}

static bool is_in(const struct balance *b, uint32_t global)
{
	bool in = false;
	for (uint32_t k = 0; k < b->count; k++)
		in |= b->globals[k] == global;
	return in;
}

/* Of two numbers at least; one of them with an odd factor, which is in no other. */
static void add_balance(const struct numbers *n, const uint64_t *vector, struct balances *list)
{
	struct balance b = { .width = n->width };
	uint32_t first = n->count;
	for (uint32_t k = n->count; k-- > 0;) {
		bool other = false;
		for (size_t i = 0; i < list->count; i++)
			other |= is_in(&list->at[i], n->globals[k]);
		if (vector[k] & word_mask(n->width) && other)
			return;
		first = vector[k] & 1 ? k : first;
	}
	if (first == n->count)
		return;
	uint64_t scale = null_space_inverse(vector[first]);
	b.globals[b.count] = n->globals[first];
	b.factors[b.count++] = 1;
	for (uint32_t k = 0; k < n->count; k++) {
		uint64_t factor = vector[k] * scale & word_mask(n->width);
		if (k == first || !factor)
			continue;
		b.globals[b.count] = n->globals[k];
		b.factors[b.count++] = factor;
	}
	if (b.count > 1)
		vec_push(list, b);
}

static void find_of_width(const struct contracts *c, const struct observations *observations, uint32_t width,
			  struct balances *list)
{
	struct numbers n = { .contracts = c, .width = width };
	struct null_space space;
	for (uint32_t g = 0; g < c->program->global_count; g++)
		if (width_of(c, g) == width)
			add_number(&n, g);
	if (n.count < 2)
		return;
	null_space_begin(&space, width, n.count);
	for (size_t i = 0; i < c->list.count; i++)
		add_rows(&n, &c->list.at[i], &observations[i], &space);
	for (size_t i = 0; i < space.vectors.count; i++)
		add_balance(&n, space.vectors.at[i], list);
	null_space_release(&space);
}

void balances_find(const struct contracts *c, const struct observations *observations, struct balances *list)
{
	for (uint32_t width = 8; width <= 64; width *= 2)
		find_of_width(c, observations, width, list);
}

/* --- sums --- */

struct sum {
	struct bank *bank;
	uint32_t width, count;
	struct part {
		term term;
		uint64_t factor;
	} parts[MOST_PARTS];
	uint64_t constant;
	bool full;
};

static void add_part(struct sum *s, term t, uint64_t factor)
{
	uint32_t k = 0;
	while (k < s->count && s->parts[k].term != t)
		k++;
	if (k == MOST_PARTS) {
		s->full = true;
		return;
	}
	if (k == s->count)
		s->parts[s->count++] = (struct part){ t, 0 };
	s->parts[k].factor += factor;
}

static bool is_number(const struct bank *bank, term t)
{
	return term_is_constant(bank, t);
}

/* factor * t, taken apart. */
static void add(struct sum *s, term whole, uint64_t by)
{
	VEC(struct part) work = { 0 };
	vec_push(&work, ((struct part){ whole, by }));
	if (term_dag_size(s->bank, whole) > MOST_SIZE) {
		add_part(s, whole, by);
		work.count = 0;
	}
	while (work.count) {
		struct part p = vec_pop(&work);
		enum op op = term_op(s->bank, p.term);
		term a = term_count(s->bank, p.term) ? term_arg(s->bank, p.term, 0) : 0;
		term b = term_count(s->bank, p.term) > 1 ? term_arg(s->bank, p.term, 1) : 0;
		if (is_number(s->bank, p.term)) {
			s->constant += term_value(s->bank, p.term) * p.factor;
		} else if (op == OP_BVADD || op == OP_BVSUB) {
			vec_push(&work, ((struct part){ a, p.factor }));
			vec_push(&work, ((struct part){ b, op == OP_BVSUB ? -p.factor : p.factor }));
		} else if (op == OP_BVNEG) {
			vec_push(&work, ((struct part){ a, -p.factor }));
		} else if (op == OP_BVMUL && is_number(s->bank, b)) {
			vec_push(&work, ((struct part){ a, p.factor * term_value(s->bank, b) }));
		} else if (op == OP_BVMUL && is_number(s->bank, a)) {
			vec_push(&work, ((struct part){ b, p.factor * term_value(s->bank, a) }));
		} else {
			add_part(s, p.term, p.factor);
		}
	}
	vec_free(&work);
}

static term term_of_sum(const struct sum *s)
{
	term t = term_bv(s->bank, s->width, s->constant & word_mask(s->width));
	for (uint32_t i = 0; i < s->count; i++) {
		uint64_t factor = s->parts[i].factor & word_mask(s->width);
		term factor_term = term_bv(s->bank, s->width, factor);
		if (factor)
			t = term_binary(s->bank, OP_BVADD, t,
					term_binary(s->bank, OP_BVMUL, factor_term, s->parts[i].term));
	}
	return t;
}

/* by * value + rest; of each choice between values by itself. */
static term add_to(const struct sum *rest, term value, uint64_t by, uint32_t choices)
{
	struct bank *bank = rest->bank;
	if (term_op(bank, value) == OP_ITE && choices < MOST_CHOICES)
		return term_ite(bank, term_arg(bank, value, 0), add_to(rest, term_arg(bank, value, 1), by, choices + 1),
				add_to(rest, term_arg(bank, value, 2), by, choices + 1));
	struct sum s = *rest;
	add(&s, value, by);
	if (!s.full)
		return term_of_sum(&s);
	return term_binary(bank, OP_BVADD, term_of_sum(rest),
			   term_binary(bank, OP_BVMUL, term_bv(bank, s.width, by & word_mask(s.width)), value));
}

/* --- in its place --- */

struct replacing {
	struct program *program;
	const struct balance *balance;
	struct variable *target;
	struct sum others;     /* what the balance has besides the target */
	term value;            /* of the global that is replaced, by its balance */
	struct table replaced; /* term -> with that value */
};

static struct variable *global_at(const struct replacing *r, uint32_t k)
{
	return r->program->globals[r->balance->globals[k]];
}

/* Which of them the variable is; count: none. */
static uint32_t which(const struct replacing *r, const struct variable *v)
{
	uint32_t k = 0;
	while (k < r->balance->count && global_at(r, k) != v)
		k++;
	return k;
}

static term new_leaf(void *context, term leaf)
{
	const struct replacing *r = context;
	return leaf == r->target->term ? r->value : leaf;
}

static term replaced(struct replacing *r, term t)
{
	return term_substitute_memo(r->program->bank, t, &r->replaced, new_leaf, r);
}

static void insert(struct replacing *r, struct block *b, uint32_t at, struct variable *target, term value)
{
	struct statement *s = block_insert(r->program, b, at, STATEMENT_ASSIGN);
	s->target = target;
	s->term = value;
}

static struct variable *add_local(const struct replacing *r, struct procedure *proc)
{
	return procedure_add_variable(proc, procedure_fresh_variable_name(proc, "$balance"), r->target->sort,
				      VARIABLE_LOCAL);
}

/* Global k becomes the value at `at`, in front of which the balance changes with it; what is read is still as it was. *at is then behind both. */
static void change(struct replacing *r, struct block *b, uint32_t *at, uint32_t k, term value)
{
	struct bank *bank = r->program->bank;
	struct sum rest = { .bank = bank, .width = r->balance->width };
	add(&rest, r->target->term, 1);
	add(&rest, global_at(r, k)->term, -r->balance->factors[k]);
	insert(r, b, (*at)++, r->target, add_to(&rest, value, r->balance->factors[k], 0));
}

struct finding {
	term term;
	bool found;
};

static void find_leaf(void *context, term leaf)
{
	struct finding *f = context;
	f->found |= leaf == f->term;
}

static bool reads(const struct replacing *r, term t, term leaf)
{
	struct finding f = { .term = leaf };
	term_leaves(r->program->bank, t, find_leaf, &f);
	return f.found;
}

/* An assignment, whose term is replaced already, at *i; *i is then the last statement that it has become. */
static void replace_assignment(struct replacing *r, struct procedure *proc, struct block *b, uint32_t *i)
{
	struct statement *s = &b->statements[*i];
	uint32_t k = which(r, s->target);
	term value = s->term;
	if (k == r->balance->count)
		return;
	if (k == 0) {
		s->term = add_to(&r->others, value, 1, 0);
		return;
	}
	if (reads(r, value, r->target->term)) { /* of which the next statement makes another one */
		struct variable *kept = add_local(r, proc);
		s->term = kept->term;
		insert(r, b, (*i)++, kept, value);
		value = kept->term;
	}
	change(r, b, i, k, value);
}

/* It may become anything: one of the others changes the balance. */
static void replace_havoc(struct replacing *r, struct procedure *proc, struct block *b, uint32_t *i)
{
	uint32_t k = which(r, b->statements[*i].target);
	if (k == r->balance->count || k == 0)
		return;
	struct variable *any = add_local(r, proc);
	struct variable *global = b->statements[*i].target;
	b->statements[*i].target = any;
	(*i)++;
	change(r, b, i, k, any->term);
	insert(r, b, *i, global, any->term);
}

/* Results come into variables of their own first. */
static void replace_results(struct replacing *r, struct procedure *proc, struct block *b, uint32_t *i)
{
	uint32_t call = *i;
	for (uint32_t n = 0; n < b->statements[call].out_count; n++) {
		struct variable *global = b->statements[call].outs[n];
		uint32_t k = which(r, global);
		if (k == r->balance->count)
			continue;
		struct variable *result = add_local(r, proc);
		b->statements[call].outs[n] = result;
		insert(r, b, ++*i, global, result->term);
		replace_assignment(r, proc, b, i);
	}
}

static void replace_statement(struct replacing *r, struct procedure *proc, struct block *b, uint32_t *i)
{
	struct statement *s = &b->statements[*i];
	for (uint32_t n = 0; n < statement_term_count(s); n++)
		statement_set_term(s, n, replaced(r, statement_term(s, n)));
	if (s->kind == STATEMENT_ASSIGN)
		replace_assignment(r, proc, b, i);
	else if (s->kind == STATEMENT_HAVOC)
		replace_havoc(r, proc, b, i);
	else if (s->kind == STATEMENT_CALL)
		replace_results(r, proc, b, i);
}

static bool is_given(const struct program *p, const struct balance *balance)
{
	bool given = false;
	program_for_each_statement(p, at)
		for (uint32_t k = 0; k < balance->count && at.statement->kind == STATEMENT_FRESH; k++)
			given |= at.statement->target == p->globals[balance->globals[k]];
	return given;
}

bool balance_replace(struct program *p, const struct balance *balance)
{
	struct replacing r = { .program = p, .balance = balance, .target = p->globals[balance->globals[0]] };
	if (is_given(p, balance))
		return false;
	r.others = (struct sum){ .bank = p->bank, .width = balance->width };
	struct sum value = r.others;
	add(&value, r.target->term, 1);
	for (uint32_t k = 1; k < balance->count; k++) {
		add(&r.others, global_at(&r, k)->term, balance->factors[k]);
		add(&value, global_at(&r, k)->term, -balance->factors[k]);
	}
	r.value = term_of_sum(&value);
	for (uint32_t n = 0; n < p->procedure_count; n++)
		for (uint32_t b = 0; b < p->procedures[n]->block_count; b++) {
			struct block *block = p->procedures[n]->blocks[b];
			for (uint32_t i = 0; i < block->statement_count; i++)
				replace_statement(&r, p->procedures[n], block, &i);
			if (block->terminator.kind == TERMINATOR_BRANCH)
				block->terminator.term = replaced(&r, block->terminator.term);
		}
	table_free(&r.replaced);
	return true;
}
