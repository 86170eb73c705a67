/* Candidates for all values: what a loop's head said of them is assumed for what is read later on. */
#include "cut_parts.h"

#include "statement.h"

enum { MAX_INSTANCES = 60000 };

/* --- what is read --- */

struct instances {
	struct cut *cut;
	struct conditions seen; /* what candidates are instantiated for, in one statement */
	struct conditions list;
};

static void add_instance(struct instances *in, term value)
{
	for (size_t i = 0; i < in->seen.count; i++)
		if (in->seen.at[i] == value)
			return;
	vec_push(&in->seen, value);
}

static void add_index(void *context, term leaf)
{
	struct instances *in = context;
	const struct program *p = in->cut->program;
	uint32_t width = sort_kind(p->bank, term_sort(p->bank, leaf)) == SORT_BITVECTOR ? term_width(p->bank, leaf) : 0;
	if (width == 32 || width == 64)
		add_instance(in, leaf);
}

/* A multiple of a variable, or the variable. */
static term multiplied(const struct bank *bank, term t, uint64_t *factor)
{
	bool times = term_op(bank, t) == OP_BVMUL && term_is_constant(bank, term_arg(bank, t, 1));
	*factor = times ? term_value(bank, term_arg(bank, t, 1)) : 1;
	return times ? term_arg(bank, t, 0) : t;
}

/* Of factor * x + constant: x + constant / factor. */
static void add_neighbour(struct instances *in, term product, term constant)
{
	struct bank *bank = in->cut->program->bank;
	uint32_t width = term_width(bank, constant);
	uint64_t factor;
	term x = multiplied(bank, product, &factor);
	if ((width != 32 && width != 64) || !factor || factor >= 1 << 16)
		return;
	int64_t more = (int64_t)(term_value(bank, constant) << (64 - width)) >> (64 - width);
	if (more % (int64_t)factor == 0)
		add_instance(in,
			     term_binary(bank, OP_BVADD, x, term_bv(bank, width, (uint64_t)(more / (int64_t)factor))));
}

/* What is added to a variable: a[i + 1] is about i + 1 too. */
static void add_sum(void *context, term t)
{
	struct instances *in = context;
	const struct bank *bank = in->cut->program->bank;
	if (term_op(bank, t) == OP_BVADD && term_is_constant(bank, term_arg(bank, t, 1)))
		add_neighbour(in, term_arg(bank, t, 0), term_arg(bank, t, 1));
}

/* A read at `index`: its object, and the variables in its offset. */
static void add_read(struct instances *in, term index)
{
	struct cut *cut = in->cut;
	struct bank *bank = cut->program->bank;
	uint32_t width = term_width(bank, index);
	if (cut->given && width == cut->object_bits)
		add_instance(in, index);
	if (cut->given && width == cut->pointer_bits) {
		add_instance(in, term_extract(bank, width - 1, width - cut->object_bits, index));
		term_leaves(bank, term_extract(bank, width - cut->object_bits - 1, 0, index), add_index, in);
	} else {
		term_leaves(bank, index, add_index, in);
	}
	struct table seen = { 0 };
	term_visit(bank, index, &seen, add_sum, in);
	table_free(&seen);
}

static void find_read(void *context, term t)
{
	struct instances *in = context;
	const struct bank *bank = in->cut->program->bank;
	if (term_op(bank, t) == OP_SELECT)
		add_read(in, term_arg(bank, t, 1));
}

/* --- what was said of it --- */

/* The leaf `each` becomes the value, what the head saw its copy. */
struct instantiation {
	const struct cut_loop *loop;
	term each, value;
};

static term kept_leaf(void *context, term leaf)
{
	const struct instantiation *t = context;
	if (leaf == t->each)
		return t->value;
	const struct variable *kept = table_get(&t->loop->kept, leaf, NULL);
	return kept ? kept->term : leaf;
}

/* What loop's head said of the value. */
static void instantiate(struct instances *in, const struct cut_loop *loop, term value)
{
	struct bank *bank = in->cut->program->bank;
	struct conditions list = { 0 };
	struct table memo = { 0 };
	struct instantiation t = { .loop = loop, .value = value };
	for (size_t i = 0; i < loop->candidates.count; i++) {
		const struct candidate *c = &loop->candidates.at[i];
		if (!c->each || term_sort(bank, c->each) != term_sort(bank, value))
			continue;
		if (t.each != c->each)
			table_clear(&memo);
		t.each = c->each;
		vec_push(&list,
			 term_implies(bank, c->use, term_substitute_memo(bank, c->condition, &memo, kept_leaf, &t)));
	}
	if (list.count)
		vec_push(&in->list, term_implies(bank, loop->reached->term, cut_conjunction(bank, &list)));
	table_free(&memo);
	vec_free(&list);
}

static uint32_t candidates_for_all(const struct cut *cut)
{
	uint32_t count = 0;
	for (size_t i = 0; i < cut->loops.count; i++)
		for (size_t k = 0; k < cut->loops.at[i].candidates.count; k++)
			count += cut->loops.at[i].candidates.at[k].each != 0;
	return count;
}

/* Gives the number of statements that were put before `at`: 0 or 1. */
static uint32_t insert_found(struct cut *cut, struct block *b, uint32_t at, struct instances found)
{
	struct instances in = found;
	for (size_t i = 0; i < cut->loops.count; i++)
		for (size_t k = 0; cut->loops.at[i].reached && k < in.seen.count; k++)
			instantiate(&in, &cut->loops.at[i], in.seen.at[k]);
	vec_free(&in.seen);
	bool some = in.list.count != 0;
	term all = cut_conjunction(cut->program->bank, &in.list);
	if (!some)
		return 0;
	block_insert(cut->program, b, at, STATEMENT_ASSUME)->term = all;
	return 1;
}

static uint32_t insert_instances(struct cut *cut, struct block *b, uint32_t at, term t)
{
	struct instances in = { .cut = cut };
	struct table seen = { 0 };
	term_visit(cut->program->bank, t, &seen, find_read, &in);
	table_free(&seen);
	return insert_found(cut, b, at, in);
}

/* Where a loop begins: what is known of the objects that it is given. */
static void instances_of_arguments(struct cut *cut, struct cut_loop *loop)
{
	struct bank *bank = cut->program->bank;
	const struct procedure *proc = loop->procedure;
	struct instances in = { .cut = cut };
	for (uint32_t i = 0; cut->given && i < proc->in_count; i++) {
		term t = proc->variables[i]->term;
		uint32_t width = sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR ? term_width(bank, t) : 0;
		if (width == cut->pointer_bits)
			add_instance(&in, term_extract(bank, width - 1, width - cut->object_bits, t));
		else if (width == cut->object_bits)
			add_instance(&in, t);
	}
	insert_found(cut, proc->blocks[0], 0, in);
}

static void instances_in_block(struct cut *cut, struct block *b, uint32_t *left)
{
	uint32_t cost = candidates_for_all(cut);
	for (uint32_t s = 0; s < b->statement_count && cost <= *left; s++) {
		const struct statement *st = &b->statements[s];
		if (attribute_find(st->attributes, ATTRIBUTE_CANDIDATE))
			continue;
		uint32_t count = statement_term_count(st);
		struct conditions terms = { 0 };
		for (uint32_t i = 0; i < count; i++)
			vec_push(&terms, statement_term(st, i));
		for (size_t i = 0; i < terms.count; i++) {
			uint32_t inserted = insert_instances(cut, b, s, terms.at[i]);
			s += inserted;
			*left -= inserted ? cost : 0;
			if (cost > *left)
				break;
		}
		vec_free(&terms);
	}
	if (b->terminator.kind == TERMINATOR_BRANCH && cost <= *left)
		*left -= insert_instances(cut, b, b->statement_count, b->terminator.term) ? cost : 0;
}

void cut_add_instances(struct cut *cut)
{
	struct program *p = cut->program;
	uint32_t left = MAX_INSTANCES;
	TABLE(const struct block *, bool) heads = { 0 };
	for (size_t i = 0; i < cut->loops.count; i++)
		table_put(&heads, cut->loops.at[i].procedure->blocks[0], true);
	for (uint32_t i = 0; candidates_for_all(cut) && i < p->procedure_count; i++)
		for (uint32_t b = 0; b < p->procedures[i]->block_count; b++)
			if (!table_has(&heads, p->procedures[i]->blocks[b]))
				instances_in_block(cut, p->procedures[i]->blocks[b], &left);
	table_free(&heads);
	for (size_t i = 0; i < cut->loops.count; i++)
		instances_of_arguments(cut, &cut->loops.at[i]);
}
