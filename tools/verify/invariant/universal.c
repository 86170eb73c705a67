#include "universal.h"

enum { MOST_VALUES = 400 };

struct instantiation {
	term leaf, value;
};

static term put(void *context, term leaf)
{
	const struct instantiation *in = context;
	return leaf == in->leaf ? in->value : leaf;
}

static term instance(struct bank *bank, const struct universal *u, term value)
{
	struct instantiation in = { u->leaf, value };
	return term_not(bank, term_substitute(bank, u->untrue, put, &in));
}

struct reads universal_reads(struct bank *bank, const struct given *given)
{
	struct reads reads = { .bank = bank };
	if (given->map) {
		reads.object_bits = given->object_bits;
		reads.pointer_bits = given->pointer_bits;
	}
	return reads;
}

/* What is known of these values: a conjunction. Those of other sorts than a leaf's do not matter, nor do further ones once the bank has
 * so many terms. */
static term known_of_values(struct bank *bank, const struct universal *list, size_t count,
			    const struct read_values *values, uint32_t limit)
{
	term all = term_true(bank);
	for (size_t i = 0; i < values->count && i < MOST_VALUES && bank_size(bank) < limit; i++)
		for (size_t k = 0; k < count; k++)
			if (term_sort(bank, list[k].leaf) == term_sort(bank, values->at[i]))
				all = term_and(bank, all, instance(bank, &list[k], values->at[i]));
	return all;
}

/* --- cells --- */

struct cell_reads {
	struct bank *bank;
	const struct given *given;
	VEC(term) constant, other; /* reads at pointers with a constant offset, and others */
};

static term object_of(const struct cell_reads *c, term pointer)
{
	return term_extract(c->bank, c->given->pointer_bits - 1, c->given->pointer_bits - c->given->object_bits,
			    pointer);
}

static term offset_of(const struct cell_reads *c, term pointer)
{
	return term_extract(c->bank, c->given->pointer_bits - c->given->object_bits - 1, 0, pointer);
}

static void sort_read(void *context, term t)
{
	struct cell_reads *c = context;
	if (term_op(c->bank, t) != OP_SELECT || term_width(c->bank, term_arg(c->bank, t, 1)) != c->given->pointer_bits)
		return;
	if (term_is_constant(c->bank, offset_of(c, term_arg(c->bank, t, 1))))
		vec_push(&c->constant, t);
	else
		vec_push(&c->other, t);
}

static term same_cell(const struct cell_reads *c, term read, term at)
{
	struct bank *bank = c->bank;
	term a = term_arg(bank, read, 1), b = term_arg(bank, at, 1);
	if (term_arg(bank, read, 0) != term_arg(bank, at, 0) || object_of(c, a) != object_of(c, b))
		return term_true(bank);
	return term_implies(bank, term_eq(bank, offset_of(c, a), offset_of(c, b)), term_eq(bank, read, at));
}

static term same_cells(struct bank *bank, const struct given *given, term t)
{
	struct cell_reads c = { .bank = bank, .given = given };
	struct table seen = { 0 };
	term all = term_true(bank);
	if (!given->map)
		return all;
	term_visit(bank, t, &seen, sort_read, &c);
	for (size_t i = 0; i < c.other.count; i++)
		for (size_t k = 0; k < c.constant.count; k++)
			all = term_and(bank, all, same_cell(&c, c.other.at[i], c.constant.at[k]));
	table_free(&seen);
	vec_free(&c.constant);
	vec_free(&c.other);
	return all;
}

/* --- what is known --- */

static struct reads begin_reads(const struct universal_objects *of)
{
	struct reads reads = universal_reads(of->bank, of->given);
	reads.objects = true;
	reads.first_fresh = of->first_fresh;
	reads_add(&reads, of->each);
	return reads;
}

term universal_known_of_all(const struct universal_objects *of, const struct universal *list, size_t count,
			    const struct terms *violated)
{
	struct reads reads = begin_reads(of);
	for (size_t i = 0; i < violated->count; i++)
		reads_find(&reads, violated->at[i]);
	term known = known_of_values(of->bank, list, count, &reads.values, of->limit);
	vec_free(&reads.values);
	return known;
}

term universal_known(const struct universal_objects *of, const struct universal *list, size_t count, term violated,
		     term also)
{
	struct terms one = { 0 };
	vec_push(&one, violated);
	term known = universal_known_of_all(of, list, count, &one);
	term read = term_and(of->bank, also, term_and(of->bank, known, violated));
	vec_free(&one);
	return term_and(of->bank, same_cells(of->bank, of->given, read), known);
}
