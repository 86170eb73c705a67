#include "instances.h"

#include "invariant.h"
#include "statement.h"
#include "universal.h"

/* --- what is said --- */

struct looking {
	const struct ghosts *ghosts;
	bool found[EACH_KINDS];
};

static void look_at(void *context, term leaf)
{
	struct looking *l = context;
	for (int k = 0; k < EACH_KINDS; k++)
		l->found[k] |= l->ghosts->each[k] && l->ghosts->each[k]->term == leaf;
}

static struct looking look(const struct ghosts *ghosts, const struct bank *bank, term condition)
{
	struct looking l = { .ghosts = ghosts };
	term_leaves(bank, condition, look_at, &l);
	return l;
}

static term all_about(const struct ghosts *ghosts, struct bank *bank, enum each_kind kind,
		      const struct stretch_invariant *invariant)
{
	term all = term_true(bank);
	for (size_t i = 0; i < invariant->conditions.count; i++)
		if (look(ghosts, bank, invariant->conditions.at[i]).found[kind])
			all = term_and(bank, all, invariant->conditions.at[i]);
	return all;
}

/* --- in the stretch --- */

/* each := any value, by a name that is known; assert what is said of it */
static void say(struct told *told, struct program *p, struct block *begin, enum each_kind kind, term condition)
{
	uint32_t at = told->first;
	struct variable *each = told->ghosts->each[kind];
	struct statement *named = block_insert(p, begin, at, STATEMENT_ASSIGN);
	named->target = each;
	named->term = told->leaves[told->count] = term_variable(p->bank, each->sort, "each");
	told->first++;
	block_insert(p, begin, told->first + told->count, STATEMENT_ASSERT)->term = condition;
	told->kinds[told->count++] = kind;
}

void instances_begin(struct told *told, struct program *p, const struct ghosts *ghosts, struct block *begin,
		     const struct stretch_invariant *invariant)
{
	*told = (struct told){ .ghosts = ghosts };
	while (told->first < begin->statement_count && begin->statements[told->first].kind == STATEMENT_HAVOC)
		told->first++;
	for (int kind = 0; kind < EACH_KINDS; kind++) {
		term all = all_about(ghosts, p->bank, (enum each_kind)kind, invariant);
		if (!term_is_true(p->bank, all))
			say(told, p, begin, (enum each_kind)kind, all);
	}
	told->begin = told->count ? begin : NULL;
}

bool instances_note(struct told *told, const struct statement *assertion, term violated)
{
	const struct statement *first = told->begin ? told->begin->statements + told->first : NULL;
	if (!first || assertion < first || assertion >= first + told->count)
		return false;
	told->untrue[assertion - first] = violated;
	return true;
}

/* --- what is read --- */

term instances_of(const struct told *told, struct bank *bank, const term *terms, size_t count)
{
	struct reads reads = universal_reads(bank, &told->ghosts->given);
	struct universal list[EACH_KINDS];
	size_t known = 0;
	for (size_t i = 0; i < count; i++)
		reads_find(&reads, terms[i]);
	for (uint32_t k = 0; k < told->count; k++)
		if (told->untrue[k])
			list[known++] = (struct universal){ told->leaves[k], told->untrue[k] };
	term all = universal_instances(bank, list, known, &reads.values, UINT32_MAX);
	vec_free(&reads.values);
	return all;
}

/* --- by induction --- */

struct exchange {
	term from, to;
};

static term exchange(void *context, term leaf)
{
	const struct exchange *e = context;
	return leaf == e->from ? e->to : leaf;
}

/* assert measure(x) < measure(each) implies what is said of x */
void smaller_begin(struct smaller *smaller, struct program *p, const struct ghosts *ghosts, struct block *end,
		   const struct stretch_invariant *invariant, term measure)
{
	struct bank *bank = p->bank;
	const struct variable *each = ghosts->each[EACH_OBJECT];
	*smaller = (struct smaller){ .leaf = term_variable(bank, each->sort, "smaller") };
	struct exchange by = { each->term, smaller->leaf };
	term all = all_about(ghosts, bank, EACH_OBJECT, invariant);
	term before = term_binary(bank, OP_BVULT, term_substitute(bank, measure, exchange, &by), measure);
	struct statement *s = block_insert(p, end, 0, STATEMENT_ASSERT);
	s->term = term_implies(bank, before, term_substitute(bank, all, exchange, &by));
	s->attributes = attribute_number(p, NULL, ATTRIBUTE_CANDIDATE, 0);
	smaller->end = end;
}

bool smaller_note(struct smaller *smaller, const struct statement *assertion, term violated)
{
	if (!smaller->end || assertion != smaller->end->statements)
		return false;
	smaller->untrue = violated;
	return true;
}

bool smaller_is_about(const struct ghosts *ghosts, const struct bank *bank, term condition)
{
	return look(ghosts, bank, condition).found[EACH_OBJECT];
}

term smaller_of(const struct smaller *smaller, const struct ghosts *ghosts, struct bank *bank, const term *terms,
		size_t count)
{
	struct reads reads = universal_reads(bank, &ghosts->given);
	struct universal one = { smaller->leaf, smaller->untrue };
	for (size_t i = 0; i < count; i++)
		reads_find(&reads, terms[i]);
	term all = universal_instances(bank, &one, smaller->untrue ? 1 : 0, &reads.values, UINT32_MAX);
	vec_free(&reads.values);
	return all;
}
