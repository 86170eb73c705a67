/* Which sums are looked at for assertions: what one compares, `$size[p] - offset(p) - i`, and what is left of it where a
 * condition compares the same atom with something else: with `i < n` it is `$size[p] - offset(p) - n`, which a loop
 * over i does not change. */
#include "relation_find.h"
#include "element.h"

enum {
	MOST_ASKED = 256,
	MOST_TOLD = 64,
	MOST_NESTED = 12,
	MOST_OF_SEQUENCE = 20,
	MOST_OF_PARTS = 10,
	MOST_OF_OBJECTS = 8,
	MOST_DIFFERENCES = 6,
	MOST_BEFORE = 3 /* blocks */,
	MOST_ON_WAY = 4 /* sums */
};

struct sums VEC_BODY(struct linear);

/* Sums of the terms of one block. */
struct collection {
	struct relation_finder *finder;
	struct sums sums;
	struct sums on_way; /* what they were before the blocks began */
	size_t most;
	const struct block *block;
	uint32_t count; /* of the statements that have been executed */
	bool each;      /* as they were on the way to there, too */
	bool before;    /* only as they were when the block began, where that is known */
};

static struct bank *bank_of(const struct collection *c)
{
	return c->finder->domain->program->bank;
}

static bool is_noted(const struct sums *sums, const struct linear *f)
{
	for (size_t i = 0; i < sums->count; i++)
		if (linear_equal(&sums->at[i], f))
			return true;
	return false;
}

static void note(struct collection *c, const struct linear *f)
{
	if (c->sums.count < c->most && !is_noted(&c->sums, f))
		vec_push(&c->sums, *f);
}

/* F, of the block's beginning, as it was when blocks began that lead there by a single way: a pointer that was computed before a question. */
static void note_on_way(struct collection *c, struct linear f)
{
	const struct cfg *cfg = c->finder->cfg;
	uint32_t b = c->block->index;
	for (unsigned n = 0; n < MOST_BEFORE; n++) {
		if (cfg->predecessor_start[b + 1] - cfg->predecessor_start[b] != 1)
			return;
		b = cfg->predecessors[cfg->predecessor_start[b]];
		const struct block *block = cfg->procedure->blocks[b];
		for (uint32_t i = block->statement_count; i-- > 0;)
			if (!relation_go_back(c->finder, &block->statements[i], &f))
				return;
		if (c->on_way.count < c->most && !is_noted(&c->sums, &f) && !is_noted(&c->on_way, &f))
			vec_push(&c->on_way, f);
	}
}

/* As it is, and as it was when the block began. */
static void note_both(struct collection *c, const struct linear *f)
{
	struct linear before = *f;
	uint32_t i = c->count;
	while (i > 0 && relation_go_back(c->finder, &c->block->statements[i - 1], &before))
		if (--i && c->each)
			note(c, &before);
	if (i || !c->before)
		note(c, f);
	if (!i)
		note(c, &before);
	if (!i && !c->each && !c->before)
		note_on_way(c, before);
}

static void note_comparison(struct collection *c, term t)
{
	struct bank *bank = bank_of(c);
	term a = term_arg(bank, t, 0), b = term_arg(bank, t, 1);
	struct linear f = { 0 };
	if (sort_kind(bank, term_sort(bank, a)) != SORT_BITVECTOR || term_width(bank, a) > 64)
		return;
	struct domain *d = c->finder->domain;
	a = relation_without_quotients(bank, a);
	b = relation_without_quotients(bank, b);
	if (relation_guess(d, a, 1, &f) && relation_guess(d, b, -1, &f) && f.count > 1)
		note_both(c, &f);
}

static void collect(struct collection *c, term t, unsigned depth)
{
	struct bank *bank = bank_of(c);
	if (!depth)
		return;
	switch (term_op(bank, t)) {
	case OP_NOT:
	case OP_AND:
	case OP_OR:
		for (uint32_t i = 0; i < term_count(bank, t); i++)
			collect(c, term_arg(bank, t, i), depth - 1);
		break;
	case OP_EQ:
	case OP_BVULT:
	case OP_BVULE:
	case OP_BVSLT:
	case OP_BVSLE:
		note_comparison(c, t);
		break;
	default:
		break;
	}
}

bool relation_is_about_size(const struct domain *d, const struct linear *f)
{
	const struct bank *bank = d->program->bank;
	for (uint32_t i = 0; d->relations->size && i < f->count; i++) {
		term t = f->parts[i].atom;
		if (term_op(bank, t) == OP_SELECT && term_arg(bank, t, 0) == d->relations->size->term &&
		    !term_is_constant(bank, term_arg(bank, t, 1)))
			return true;
	}
	return false;
}

/* ASKED without an atom that it shares with TOLD, which is added too. */
static bool add_rest(struct relation_finder *f, const struct linear *asked, const struct linear *told)
{
	bool added = false;
	for (uint32_t i = 0; i < told->count; i++) {
		struct linear rest = *asked;
		int64_t by = linear_by(asked, told->parts[i].atom);
		if (!by || by % told->parts[i].by || !linear_add(&rest, told, -(by / told->parts[i].by)))
			continue;
		if (rest.count > asked->count || rest.count < 2)
			continue;
		relation_add(f, told);
		relation_add(f, &rest);
		added = true;
	}
	return added;
}

static void collect_block(struct collection *asked, struct collection *told, const struct block *block)
{
	asked->block = told->block = block;
	for (asked->count = 0; asked->count < block->statement_count; asked->count++)
		if (block->statements[asked->count].kind == STATEMENT_ASSERT)
			collect(asked, block->statements[asked->count].term, MOST_NESTED);
	told->count = block->statement_count;
	if (block->terminator.term)
		collect(told, block->terminator.term, MOST_NESTED);
}

/* `k < n - 1 - i`, where i is not negative, says k < n: sums of three without one, as a difference. */
static struct sums differences_of(const struct sums *told)
{
	struct sums list = { 0 };
	for (size_t i = 0; i < told->count; i++)
		for (uint32_t k = 0; told->at[i].count == 3 && k < 3; k++) {
			struct linear f = told->at[i];
			if (linear_add_atom(&f, f.parts[k].atom, -f.parts[k].by) && f.parts[0].by == -f.parts[1].by &&
			    !is_noted(told, &f) && !is_noted(&list, &f))
				vec_push(&list, f);
		}
	return list;
}

/* `n - 1 - i`: that it does not wrap around is what an index has to be. */
static bool is_difference(const struct domain *d, const struct linear *f)
{
	bool adds = false, subtracts = false;
	for (uint32_t i = 0; i < f->count; i++) {
		if (term_op(d->program->bank, f->parts[i].atom) != OP_VARIABLE)
			return false;
		adds |= f->parts[i].by > 0;
		subtracts |= f->parts[i].by < 0;
	}
	return adds && subtracts;
}

/* FURTHER: what else is told, if nothing of that is about the same. */
static void ask_about_size(struct relation_finder *f, const struct linear *asked, const struct sums *told,
			   const struct sums *further)
{
	bool added = false;
	if (!relation_is_about_size(f->domain, asked))
		return;
	for (size_t k = 0; k < told->count; k++)
		added |= add_rest(f, asked, &told->at[k]);
	for (size_t k = 0; !added && k < further->count; k++)
		added = add_rest(f, asked, &further->at[k]);
	if (!added)
		relation_add(f, asked);
}

void relations_ask(struct relation_finder *f)
{
	const struct procedure *proc = f->cfg->procedure;
	struct collection asked = { .finder = f, .most = MOST_ASKED },
			  told = { .finder = f, .most = MOST_TOLD, .each = true };
	unsigned differences = MOST_DIFFERENCES;
	size_t most = f->most;
	for (uint32_t b = 0; b < proc->block_count; b++)
		collect_block(&asked, &told, proc->blocks[b]);
	struct sums further = differences_of(&told.sums);
	for (size_t i = 0; i < asked.sums.count; i++) {
		if (differences && is_difference(f->domain, &asked.sums.at[i])) {
			relation_add(f, &asked.sums.at[i]);
			differences--;
		}
		ask_about_size(f, &asked.sums.at[i], &told.sums, &further);
	}
	f->most = most < f->found.count + MOST_ON_WAY ? most : f->found.count + MOST_ON_WAY;
	for (size_t i = 0; i < asked.on_way.count; i++)
		if (!is_noted(&asked.sums, &asked.on_way.at[i]))
			ask_about_size(f, &asked.on_way.at[i], &told.sums, &further);
	f->most = most;
	vec_free(&asked.sums);
	vec_free(&asked.on_way);
	vec_free(&told.sums);
	vec_free(&further);
}

/* V less the term, if these are two atoms, and what is asked of V with the term in its place. */
static void add_distance(struct relation_finder *f, const struct sums *asked, const struct variable *v, term t)
{
	struct linear sum = { 0 };
	if (!relation_guess(f->domain, t, -1, &sum) || !linear_add_atom(&sum, v->term, 1) || sum.count != 2)
		return;
	relation_add(f, &sum);
	for (size_t i = 0; i < asked->count; i++) {
		struct linear other = asked->at[i];
		int64_t by = linear_by(&other, v->term);
		if (by && relation_is_about_size(f->domain, &other) && linear_add(&other, &sum, -by))
			relation_add(f, &other);
	}
}

/* What was computed with part of a difference, as `lo + (hi - lo) / 2`, and with all of it, hi, or with nothing of it, lo. */
static void add_parts(struct relation_finder *f, const struct sums *asked, const struct block *b)
{
	struct bank *bank = f->domain->program->bank;
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		if (s->kind != STATEMENT_ASSIGN || sort_kind(bank, s->target->sort) != SORT_BITVECTOR ||
		    !relation_adds_part(bank, s->term))
			continue;
		term all = relation_without_quotients(bank, s->term);
		add_distance(f, asked, s->target, all);
		for (uint32_t k = 0; k < 2; k++) {
			struct linear divided = { 0 };
			add_distance(f, asked, s->target, term_arg(bank, s->term, k));
			if (relation_guess(f->domain, all, 1, &divided) &&
			    relation_guess(f->domain, term_arg(bank, s->term, k), -1, &divided))
				relation_add(f, &divided);
		}
	}
}

void relations_ask_parts(struct relation_finder *f)
{
	const struct procedure *proc = f->cfg->procedure;
	struct collection asked = { .finder = f, .most = MOST_ASKED }, told = { .finder = f, .most = 0 };
	size_t most = f->most, count = f->found.count;
	f->most = count + MOST_OF_PARTS;
	for (uint32_t b = 0; b < proc->block_count; b++)
		collect_block(&asked, &told, proc->blocks[b]);
	for (uint32_t b = 0; b < proc->block_count; b++)
		add_parts(f, &asked.sums, proc->blocks[b]);
	f->most = most + f->found.count - count;
	vec_free(&asked.sums);
	vec_free(&asked.on_way);
	vec_free(&told.sums);
}

/* Is it the difference of two objects? */
bool relation_is_about_objects(const struct domain *d, const struct linear *f)
{
	return f->count == 2 && relation_is_object(d, f->parts[0].atom) && relation_is_object(d, f->parts[1].atom);
}

void relations_ask_objects(struct relation_finder *f)
{
	const struct procedure *proc = f->cfg->procedure;
	struct collection asked = { .finder = f, .most = MOST_ASKED, .before = true },
			  told = { .finder = f, .most = 0 };
	f->most = f->found.count + MOST_OF_OBJECTS;
	for (uint32_t b = 0; b < proc->block_count; b++)
		collect_block(&asked, &told, proc->blocks[b]);
	for (size_t i = 0; i < asked.sums.count; i++)
		if (relation_is_about_objects(f->domain, &asked.sums.at[i]))
			relation_add(f, &asked.sums.at[i]);
	vec_free(&asked.sums);
	vec_free(&told.sums);
}

/* ---- arrays of pointers ---- */

/* The parameter that the pointer is into, at a constant offset that is not 0; NULL: it is no such pointer. */
static const struct variable *pointer_parameter(struct relation_finder *f, term at)
{
	struct domain *d = f->domain;
	struct bank *bank = d->program->bank;
	struct linear sum = { 0 };
	if (!domain_is_pointer(d, term_width(bank, at)) ||
	    !relation_guess(d, term_extract(bank, d->pointer_bits - 1, 0, at), 1, &sum) || sum.count != 1 ||
	    sum.rest.low <= 0)
		return NULL;
	term atom = sum.parts[0].atom;
	const struct variable *v =
		term_op(bank, atom) == OP_EXTRACT ? program_variable_of(d->program, term_arg(bank, atom, 0)) : NULL;
	return v && relation_parameter(f, v) ? v : NULL;
}

/* `list[3]`, where list is a parameter. */
static const struct variable *find_list(struct relation_finder *f)
{
	const struct procedure *proc = f->cfg->procedure;
	const struct bank *bank = f->domain->program->bank;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *s = &proc->blocks[b]->statements[i];
			if (s->kind != STATEMENT_ASSIGN || term_op(bank, s->term) != OP_SELECT ||
			    !relation_is_pointer(f->domain, s->target))
				continue;
			const struct variable *v = pointer_parameter(f, term_arg(bank, s->term, 1));
			if (v)
				return v;
		}
	return NULL;
}

/* `count < 4`, where count is a parameter. */
static const struct variable *find_count(struct relation_finder *f)
{
	const struct procedure *proc = f->cfg->procedure;
	for (uint32_t b = 0; b < proc->block_count; b++) {
		const struct uses_list *used = uses_of(f->domain->relations->uses, proc->blocks[b]->terminator.term);
		const struct variable *v = used->count == 1 ? used->variables[0] : NULL;
		if (v && relation_is_atom(f->domain, v->term) && relation_parameter(f, v))
			return v;
	}
	return NULL;
}

void relations_ask_lists(struct relation_finder *f)
{
	const struct variable *list = find_list(f), *count = list ? find_count(f) : NULL;
	struct linear sum = { 0 };
	if (!count || !f->domain->relations->size)
		return;
	f->most = f->found.count + 1 > f->most ? f->found.count + 1 : f->most;
	f->most++; /* of the parameters, too */
	if (linear_add_atom(&sum, relation_size_of(f->domain, list->term), 1) &&
	    linear_add_atom(&sum, count->term, -(int64_t)f->domain->pointer_bits / 8))
		relation_add(f, &sum);
}

/* ---- elements ---- */

/* Does a loop around the block, or it itself, read an element of the sequence? */
static bool reads_nearby(const struct relation_finder *f, uint32_t sequence, uint32_t block)
{
	const struct elements *e = f->domain->elements;
	for (size_t i = 0; i < e->reads.count; i++)
		for (uint32_t k = f->all_loops->innermost[block]; e->reads.at[i].sequence == sequence && k != CFG_NONE;
		     k = f->all_loops->loops[k].parent)
			if (loops_contain(f->all_loops, k, e->reads.at[i].block))
				return true;
	return false;
}

static void add_atom(struct linear *atoms, term atom)
{
	if (!linear_by(atoms, atom) && atoms->count < LINEAR_MOST)
		linear_add_atom(atoms, atom, 1);
}

static uint32_t count_in(const struct linear *sum, const struct linear *atoms)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < sum->count; i++)
		count += linear_by(atoms, sum->parts[i].atom) != 0;
	return count;
}

/* The atoms of its indices, and those that are compared with them. */
static struct linear atoms_of(const struct relation_finder *f, uint32_t sequence, const struct sums *told)
{
	struct linear atoms = { 0 }, others = { 0 };
	const struct elements *e = f->domain->elements;
	for (size_t i = 0; i < e->reads.count; i++) {
		struct linear index = { 0 };
		if (e->reads.at[i].sequence != sequence || !relation_guess(f->domain, e->reads.at[i].index, 1, &index))
			continue;
		for (uint32_t k = 0; k < index.count; k++)
			add_atom(&atoms, index.parts[k].atom);
	}
	for (size_t i = 0; i < told->count; i++)
		for (uint32_t k = 0; count_in(&told->at[i], &atoms) && k < told->at[i].count; k++)
			add_atom(&others, told->at[i].parts[k].atom);
	for (uint32_t k = 0; k < others.count; k++)
		add_atom(&atoms, others.parts[k].atom);
	return atoms;
}

/* What the sum is when the block begins. */
static void add_earlier(struct relation_finder *f, const struct block *b, struct linear sum)
{
	for (uint32_t i = b->statement_count; i-- > 0;)
		if (!relation_go_back(f, &b->statements[i], &sum))
			return;
	if (sum.count == 2)
		relation_add(f, &sum);
}

static void ask_sequence(struct relation_finder *f, uint32_t sequence)
{
	const struct procedure *proc = f->cfg->procedure;
	struct collection told = { .finder = f, .most = MOST_TOLD, .before = true };
	for (uint32_t b = 0; b < proc->block_count; b++) {
		told.block = proc->blocks[b];
		told.count = told.block->statement_count;
		if (told.block->terminator.term && reads_nearby(f, sequence, b))
			collect(&told, told.block->terminator.term, MOST_NESTED);
	}
	struct linear atoms = atoms_of(f, sequence, &told.sums);
	struct sums sums = { 0 };
	for (uint32_t k = 0; k < atoms.count; k++) {
		struct linear sum = { 0 };
		linear_add_atom(&sum, f->domain->elements->sequences.at[sequence].count->term, 1);
		linear_add_atom(&sum, atoms.parts[k].atom, -1);
		vec_push(&sums, sum);
	}
	for (size_t i = 0; i < told.sums.count; i++)
		if (told.sums.at[i].count == 2 && count_in(&told.sums.at[i], &atoms) == 2)
			vec_push(&sums, told.sums.at[i]);
	for (size_t i = 0; i < sums.count; i++)
		relation_add(f, &sums.at[i]);
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (size_t i = 0; i < sums.count && reads_nearby(f, sequence, b); i++)
			add_earlier(f, proc->blocks[b], sums.at[i]);
	vec_free(&sums);
	vec_free(&told.sums);
}

void relations_ask_elements(struct relation_finder *f)
{
	for (uint32_t i = 0; i < f->domain->elements->sequences.count; i++)
		if (f->domain->elements->sequences.at[i].procedure == f->cfg->procedure) {
			f->most = f->found.count + MOST_OF_SEQUENCE;
			ask_sequence(f, i);
		}
}
