/* Candidates for all values: what a loop's head said of them is assumed for what is read later on. */
#include "cut_parts.h"

#include "reads.h"
#include "statement.h"

enum { MAX_INSTANCES = 60000 };

struct instances {
	struct cut *cut;
	struct reads seen; /* what candidates are instantiated for, in one statement */
	struct conditions list;
};

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
		for (size_t k = 0; cut->loops.at[i].reached && k < in.seen.values.count; k++)
			instantiate(&in, &cut->loops.at[i], in.seen.values.at[k]);
	vec_free(&in.seen.values);
	bool some = in.list.count != 0;
	term all = cut_conjunction(cut->program->bank, &in.list);
	if (!some)
		return 0;
	block_insert(cut->program, b, at, STATEMENT_ASSUME)->term = all;
	return 1;
}

static struct instances begin_instances(struct cut *cut)
{
	struct instances in = { .cut = cut };
	in.seen = (struct reads){ .bank = cut->program->bank };
	if (cut->given) {
		in.seen.object_bits = cut->object_bits;
		in.seen.pointer_bits = cut->pointer_bits;
	}
	return in;
}

static uint32_t insert_instances(struct cut *cut, struct block *b, uint32_t at, term t)
{
	struct instances in = begin_instances(cut);
	reads_find(&in.seen, t);
	return insert_found(cut, b, at, in);
}

/* Where a loop begins: what is known of the objects that it is given. */
static void instances_of_arguments(struct cut *cut, struct cut_loop *loop)
{
	struct bank *bank = cut->program->bank;
	const struct procedure *proc = loop->procedure;
	struct instances in = begin_instances(cut);
	for (uint32_t i = 0; cut->given && i < proc->in_count; i++) {
		term t = proc->variables[i]->term;
		uint32_t width = sort_kind(bank, term_sort(bank, t)) == SORT_BITVECTOR ? term_width(bank, t) : 0;
		if (width == cut->pointer_bits)
			reads_add(&in.seen, term_extract(bank, width - 1, width - cut->object_bits, t));
		else if (width == cut->object_bits)
			reads_add(&in.seen, t);
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
