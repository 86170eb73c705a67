#include "instances.h"

#include "invariant.h"
#include "statement.h"
#include "universal.h"

/* Of values, for one query. */
enum { MOST_VALUES = 400 };

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

/* each := any value, by a name that is known */
static void name_any(struct told *told, struct program *p, struct block *begin, enum each_kind kind)
{
	struct variable *each = told->ghosts->each[kind];
	struct statement *named = block_insert(p, begin, told->first++, STATEMENT_ASSIGN);
	named->target = each;
	named->term = term_variable(p->bank, each->sort, "each");
}

static void say_all(struct told *told, struct program *p, struct block *begin, enum each_kind kind,
		    const struct stretch_invariant *invariant)
{
	term leaf = 0;
	for (size_t i = 0; i < invariant->conditions.count; i++) {
		if (!look(told->ghosts, p->bank, invariant->conditions.at[i]).found[kind])
			continue;
		if (!leaf) {
			name_any(told, p, begin, kind);
			leaf = begin->statements[told->first - 1].term;
		}
		block_insert(p, begin, told->first + (uint32_t)told->list.count, STATEMENT_ASSERT)->term =
			invariant->conditions.at[i];
		vec_push(&told->list, ((struct told_condition){ .leaf = leaf }));
	}
}

void instances_begin(struct told *told, struct program *p, const struct ghosts *ghosts, struct block *begin,
		     const struct stretch_invariant *invariant)
{
	*told = (struct told){ .ghosts = ghosts };
	while (told->first < begin->statement_count && begin->statements[told->first].kind == STATEMENT_HAVOC)
		told->first++;
	for (int kind = 0; kind < EACH_KINDS; kind++)
		say_all(told, p, begin, (enum each_kind)kind, invariant);
	told->begin = told->list.count ? begin : NULL;
}

void told_release(struct told *told)
{
	vec_free(&told->list);
	table_free(&told->instances);
}

bool instances_note(struct told *told, const struct statement *assertion, term untrue)
{
	const struct statement *first = told->begin ? told->begin->statements + told->first : NULL;
	if (!first || assertion < first || assertion >= first + told->list.count)
		return false;
	told->list.at[assertion - first].untrue = untrue;
	return true;
}

/* --- what is read --- */

struct exchange {
	term from, to;
};

static term exchange(void *context, term leaf)
{
	const struct exchange *e = context;
	return leaf == e->from ? e->to : leaf;
}

/* What the condition says of the value. */
static term instance(struct told *told, struct bank *bank, size_t condition, term value)
{
	const struct told_condition *c = &told->list.at[condition];
	uint64_t key = (uint64_t)condition << 32 | value;
	term known = table_get(&told->instances, key, 0);
	if (known)
		return known;
	struct exchange by = { c->leaf, value };
	known = term_not(bank, term_substitute(bank, c->untrue, exchange, &by));
	table_put(&told->instances, key, known);
	return known;
}

static bool is_about(struct told *told, struct bank *bank, size_t condition, term value, struct memory_uses *uses,
		     uint64_t about)
{
	const struct told_condition *c = &told->list.at[condition];
	return c->untrue && term_sort(bank, c->leaf) == term_sort(bank, value) &&
	       !(memory_uses_of(uses, c->untrue) & ~about);
}

term instances_of(struct told *told, struct bank *bank, struct memory_uses *uses, uint64_t about, const term *terms,
		  size_t count)
{
	struct reads reads = universal_reads(bank, &told->ghosts->given);
	term all = term_true(bank);
	for (size_t i = 0; i < count; i++)
		reads_find(&reads, terms[i]);
	for (size_t i = 0; i < reads.values.count && i < MOST_VALUES; i++)
		for (size_t k = 0; k < told->list.count; k++)
			if (is_about(told, bank, k, reads.values.at[i], uses, about))
				all = term_and(bank, all, instance(told, bank, k, reads.values.at[i]));
	vec_free(&reads.values);
	return all;
}

/* --- by induction --- */

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

/* What holds of the value, if it is smaller. */
static term smaller_instance(struct smaller *smaller, struct bank *bank, term value)
{
	term known = table_get(&smaller->instances, value, 0);
	if (known)
		return known;
	struct exchange by = { smaller->leaf, value };
	known = term_not(bank, term_substitute(bank, smaller->untrue, exchange, &by));
	table_put(&smaller->instances, value, known);
	return known;
}

term smaller_of(struct smaller *smaller, const struct ghosts *ghosts, struct bank *bank, const term *terms,
		size_t count)
{
	struct reads reads = universal_reads(bank, &ghosts->given);
	term all = term_true(bank);
	for (size_t i = 0; i < count; i++)
		reads_find(&reads, terms[i]);
	for (size_t i = 0; smaller->untrue && i < reads.values.count && i < MOST_VALUES; i++)
		if (term_sort(bank, reads.values.at[i]) == term_sort(bank, smaller->leaf))
			all = term_and(bank, all, smaller_instance(smaller, bank, reads.values.at[i]));
	vec_free(&reads.values);
	return all;
}

void smaller_end(struct smaller *smaller)
{
	smaller->untrue = 0;
	table_free(&smaller->instances);
	smaller->instances = (struct table){ 0 };
}
