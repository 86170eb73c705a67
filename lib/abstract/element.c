/* What is known of elements: when they are read, and when a condition was about one. */
#include "element.h"

#include "relation.h"

static const struct element_read *read_of(const struct domain *d, term t)
{
	uint32_t number = table_get(&d->elements->numbers, t, 0);
	return number ? &d->elements->reads.at[number - 1] : NULL;
}

static struct known value_of(struct place *p, const struct variable *v)
{
	p->budget = PLACE_BUDGET;
	return place_value(p, v->term);
}

struct known elements_read(struct place *p, term t, const struct known *k)
{
	const struct element_read *read = read_of(p->domain, t);
	if (!read)
		return *k;
	const struct element_sequence *s = &p->domain->elements->sequences.at[read->sequence];
	term below = term_binary(p->domain->program->bank, OP_BVULT, read->index, s->count->term);
	if (relations_decide(p, below) != NUMBER_MAY_HOLD)
		return *k;
	struct known value = value_of(p, s->value), met = known_meet(p->domain, k, &value);
	return known_is_none(&met) ? *k : met;
}

/* COUNT becomes MORE, where that is more. */
static void grow(struct place *p, const struct variable *count, term more)
{
	const struct relation_list *list = relations_about(p, count);
	struct place old = *p;
	term now = term_ite(p->domain->program->bank,
			    term_binary(p->domain->program->bank, OP_BVULT, count->term, more), more, count->term);
	p->budget = PLACE_BUDGET;
	struct known known = place_value(p, now);
	p->facts = facts_put(p->domain, p->facts, place_key(count), &known);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct linear *sum = &p->domain->relations->all.at[list->at[i]].sum;
		struct span a = relation_range(&old, sum), b = span_all(), s;
		struct linear f;
		if (relation_replaced(&old, sum, count, more, &f))
			b = relation_range(&old, &f);
		/* The sum of the greater of the two is the greater sum, or the lesser one if it is taken away. */
		if (linear_by(sum, count->term) > 0)
			s = (struct span){ a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
		else
			s = (struct span){ a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high };
		relation_put(p, list->at[i], span_is_none(s) ? span_all() : s);
	}
}

/* The element that was read, now among K, is one more of those that are known. */
static void learn(struct place *p, struct uses *uses, const struct element_read *read, const struct known *k)
{
	struct domain *d = p->domain;
	struct bank *bank = d->program->bank;
	const struct element_sequence *s = &d->elements->sequences.at[read->sequence];
	term count = s->count->term, below = term_binary(bank, OP_BVULT, read->index, count);
	if (relations_decide(p, term_binary(bank, OP_BVULE, read->index, count)) != NUMBER_MAY_HOLD ||
	    relations_decide(p, below) == NUMBER_MAY_HOLD)
		return;
	struct known value = value_of(p, s->value), all = known_join(d, &value, k);
	p->facts = facts_put(d, p->facts, place_key(s->value), &all);
	grow(p, s->count, term_binary(bank, OP_BVADD, read->index, term_bv(bank, term_width(bank, count), 1)));
	place_assigned(p, uses, s->count);
	place_assigned(p, uses, s->value);
}

/* The variable of those that are equal to the definition's which the condition is about; NULL: it is about none. */
static const struct variable *concerned(const struct place *p, unsigned number, struct uses *uses, term condition)
{
	const struct variable *v = p->definitions[number].variable;
	if (uses_mention(uses, condition, v))
		return v;
	for (unsigned i = number + 1; i < p->definition_count; i++)
		if (p->definitions[i].value == v->term && uses_mention(uses, condition, p->definitions[i].variable))
			return p->definitions[i].variable;
	return NULL;
}

void elements_learned(struct place *p, struct uses *uses, term condition)
{
	if (!p->domain->elements->sequences.count || p->split || term_is_constant(p->domain->program->bank, condition))
		return;
	for (unsigned i = 0; i < p->definition_count; i++) {
		const struct element_read *read = read_of(p->domain, p->definitions[i].value);
		const struct variable *v = read ? concerned(p, i, uses, condition) : NULL;
		if (!v)
			continue;
		struct known k = value_of(p, v);
		if (!known_is_any(&k))
			learn(p, uses, read, &k);
	}
}
