/* Which truth values a condition may have at a place. */
#include <string.h>

#include "relation.h"
#include "string_terms.h"

static term find_split(struct place *p, term t, unsigned *skip, unsigned *visits)
{
	struct bank *bank = p->domain->program->bank;
	if (!*visits || sort_kind(bank, term_sort(bank, t)) == SORT_MAP)
		return 0;
	--*visits;
	if (term_op(bank, t) == OP_VARIABLE) {
		if (!domain_has_targets(p->domain, term_width(bank, t)))
			return 0;
		struct known k = place_value(p, t);
		if (k.target_count == TARGETS_ANY || k.target_count < 2)
			return 0;
		if (!*skip)
			return t;
		--*skip;
		return 0;
	}
	for (uint32_t i = 0; i < term_count(bank, t); i++) {
		term found = find_split(p, term_arg(bank, t, i), skip, visits);
		if (found)
			return found;
	}
	return 0;
}

term place_splittable(struct place *p, term t, unsigned skip)
{
	unsigned visits = 100;
	return p->split ? 0 : find_split(p, t, &skip, &visits);
}

static unsigned bits_of(struct known k)
{
	return (number_holds(k.low, 0) ? NUMBER_MAY_FAIL : 0) | (number_holds(k.low, 1) ? NUMBER_MAY_HOLD : 0);
}

static unsigned decide(struct place *p, term condition)
{
	if (strings_within(p, condition))
		return NUMBER_MAY_HOLD;
	p->budget = PLACE_BUDGET;
	unsigned may = bits_of(place_value(p, condition));
	term variable = may == (NUMBER_MAY_FAIL | NUMBER_MAY_HOLD) ? place_splittable(p, condition, 0) : 0;
	if (!variable)
		return may;
	struct known all = place_value(p, variable);
	may = 0;
	p->split = variable;
	for (uint32_t i = 0; i < all.target_count; i++) {
		struct known one = known_target(p->domain, &all, i);
		p->split_value = &one;
		p->budget = PLACE_BUDGET;
		may |= bits_of(place_value(p, condition));
	}
	p->split = 0;
	return may;
}

static unsigned decide_anew(struct place *p, term condition)
{
	enum { OPEN = NUMBER_MAY_FAIL | NUMBER_MAY_HOLD };
	unsigned may = decide(p, condition);
	may = may == OPEN ? relations_decide(p, condition) : may;
	struct place q = *p;
	return may == OPEN && strings_limit(&q, condition) ? decide(&q, condition) : may;
}

/* ---- what was decided before ---- */

enum { DECISIONS = 1024 };

/* All that a decision is about, but for the place's conditions: a choice stands in a term many times, and relations ask for it each time. */
struct decision_before {
	const struct facts *facts; /* NULL: nothing */
	const struct procedure *procedure;
	struct definition definitions[sizeof((struct place *)0)->definitions / sizeof(struct definition)];
	size_t relations; /* those that there were */
	term condition;
	unsigned definition_count, parts, may;
};

static bool is_same_decision(const struct decision_before *b, const struct place *p, term condition)
{
	bool same = b->facts == p->facts && b->condition == condition && b->procedure == p->procedure &&
		    b->parts == (unsigned)p->parts && b->relations == p->domain->relations->all.count &&
		    b->definition_count == p->definition_count;
	for (unsigned i = 0; same && i < p->definition_count; i++)
		same = b->definitions[i].variable == p->definitions[i].variable &&
		       b->definitions[i].value == p->definitions[i].value;
	return same;
}

void decisions_forget(struct domain *d)
{
	memory_free(d->decisions);
	d->decisions = NULL;
}

unsigned place_decide(struct place *p, term condition)
{
	if (p->split || !p->facts)
		return decide_anew(p, condition);
	if (!p->domain->decisions)
		p->domain->decisions = memory_alloc(DECISIONS * sizeof *p->domain->decisions);
	struct decision_before *b = &p->domain->decisions[hash_mix((uintptr_t)p->facts, condition) % DECISIONS];
	if (is_same_decision(b, p, condition))
		return b->may;
	uint64_t asked = p->domain->strings->asked;
	unsigned may = decide_anew(p, condition);
	if (asked != p->domain->strings->asked)
		return may;
	*b = (struct decision_before){
		.facts = p->facts,
		.procedure = p->procedure,
		.relations = p->domain->relations->all.count,
		.condition = condition,
		.definition_count = p->definition_count,
		.parts = p->parts,
		.may = may,
	};
	memcpy(b->definitions, p->definitions, sizeof b->definitions);
	return may;
}
