/* What conditions say of strings: that a byte is not 0, and that one number is below another. */
#include "string_terms.h"

/* Is the condition impossible if the variable is 0? */
static bool excludes_zero(struct place *p, term condition, bool holds, const struct variable *v)
{
	struct place q = *p;
	struct known zero = known_number(p->domain, number_constant(term_width(p->domain->program->bank, v->term), 0));
	q.split = v->term;
	q.split_value = &zero;
	q.budget = PLACE_BUDGET;
	struct known k = place_value(&q, condition);
	return !number_holds(k.low, holds);
}

/* String term NUMBER, from 1, holds: so do terms that are the same by what their variables were computed from. */
static void also_holds(struct place *p, uint32_t number, enum string_holds holds)
{
	const struct strings *s = p->domain->strings;
	for (unsigned k = 0; k < p->definition_count; k++) {
		const struct definition *by = &p->definitions[k];
		const struct numbers *list = table_get(&s->about, by->variable, NULL);
		for (size_t i = 0; list && i < list->count; i++)
			if (string_term_number(p->domain, string_term_replaced(p->domain, s->terms.at[list->at[i]].read,
									       by->variable, by->value)) == number)
				string_set(p, string_key(list->at[i]), holds);
	}
}

/* m[t] is not 0. */
static void not_zero(struct place *p, uint32_t number)
{
	const struct string_term *t = &p->domain->strings->terms.at[number];
	enum string_holds holds = t->next ? string_term_holds(p, t->read) : STRING_NOT;
	if (holds) {
		string_set(p, string_key(t->next - 1), holds);
		also_holds(p, t->next, holds);
	}
}

static void find_reads(struct place *p, term condition, bool holds, unsigned depth)
{
	struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	if (term_op(bank, condition) == OP_NOT) {
		find_reads(p, term_arg(bank, condition, 0), !holds, depth);
		return;
	}
	if (depth && ((term_op(bank, condition) == OP_AND && holds) || (term_op(bank, condition) == OP_OR && !holds))) {
		find_reads(p, term_arg(bank, condition, 0), holds, depth - 1);
		find_reads(p, term_arg(bank, condition, 1), holds, depth - 1);
		return;
	}
	if (term_op(bank, condition) != OP_EQ || term_width(bank, term_arg(bank, condition, 0)) != 8)
		return;
	uint32_t number = string_term_number(d, term_arg(bank, condition, 0));
	term other = term_arg(bank, condition, 1);
	if (number && term_is_constant(bank, other) && (term_value(bank, other) != 0) == holds)
		if (holds || !term_value(bank, other))
			not_zero(p, number - 1);
}

void strings_learned(struct place *p, const struct variable *v)
{
	const struct strings *s = p->domain->strings;
	const struct numbers *list = table_get(&s->equal_to, v, NULL);
	if (!list || number_holds(place_number(p, v->term), 0))
		return;
	for (size_t i = 0; i < list->count; i++)
		if (s->equalities.at[list->at[i]].variable == v && facts_get(p->facts, equality_key(list->at[i])))
			not_zero(p, s->equalities.at[list->at[i]].string);
}

/* Is the number neither negative nor large? */
static bool is_small(struct place *p, term t)
{
	struct known k = string_value(p, t);
	struct number n = known_as_number(p->domain, &k);
	uint32_t width = term_width(p->domain->program->bank, t), most = p->domain->pointer_bits / 2;
	uint64_t low, high = UINT64_MAX;
	if (!number_is_none(n))
		number_unsigned_range(n, &low, &high);
	return high < UINT64_C(1) << ((width < most ? width : most) - 1);
}

/* Is it a sum with V, as the number that V is if it is small? */
static bool adds(struct place *p, term offset, const struct variable *v)
{
	struct bank *bank = p->domain->program->bank;
	uint32_t bits = p->domain->pointer_bits;
	if (term_width(bank, v->term) > bits)
		return false;
	term as_signed = term_sign_extend(bank, bits, v->term), as_unsigned = term_zero_extend(bank, bits, v->term);
	struct uses *uses = p->domain->strings->uses;
	return !uses_mention(uses, term_binary(bank, OP_BVSUB, offset, as_signed), v) ||
	       !uses_mention(uses, term_binary(bank, OP_BVSUB, offset, as_unsigned), v);
}

/* LESS is less than MORE, numbers that are small: what is at or behind MORE is behind LESS, and behind what follows that. */
static void gain_before(struct place *p, term less, const struct variable *more)
{
	struct domain *d = p->domain;
	const struct strings *s = d->strings;
	const struct numbers *list = table_get(&s->about, more, NULL);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct string_term *q = &s->terms.at[list->at[i]];
		enum string_holds holds = string_of_fact(facts_get(p->facts, string_key(list->at[i])));
		if (!holds || uses_mention(s->uses, q->object, more) || !adds(p, q->offset, more))
			continue;
		uint32_t number = string_term_number(d, string_term_replaced(d, q->read, more, less));
		const struct string_term *t = number ? &s->terms.at[number - 1] : NULL;
		if (!t || !is_small(p, t->offset) || !is_small(p, q->offset))
			continue;
		string_set(p, string_key(number - 1), holds);
		if (t->next)
			string_set(p, string_key(t->next - 1), holds);
	}
}

static void find_order(struct place *p, term condition, bool holds, unsigned depth)
{
	const struct bank *bank = p->domain->program->bank;
	enum op op = term_op(bank, condition);
	if (op == OP_NOT) {
		find_order(p, term_arg(bank, condition, 0), !holds, depth);
		return;
	}
	if (depth && (op == OP_AND || op == OP_OR) && (op == OP_AND) == holds) {
		find_order(p, term_arg(bank, condition, 0), holds, depth - 1);
		find_order(p, term_arg(bank, condition, 1), holds, depth - 1);
		return;
	}
	if (!holds || (op != OP_BVULT && op != OP_BVSLT))
		return;
	const struct variable *more = program_variable_of(p->domain->program, term_arg(bank, condition, 1));
	term less = term_arg(bank, condition, 0);
	if (more && table_get(&p->domain->strings->about, more, NULL) && is_small(p, less) && is_small(p, more->term))
		gain_before(p, less, more);
}

static void find_nonzero(struct place *p, term condition, bool holds)
{
	const struct strings *s = p->domain->strings;
	const struct uses_list *used = uses_of(s->uses, condition);
	find_reads(p, condition, holds, 8);
	term canonical = string_term_canonical(p->domain, condition);
	find_order(p, condition, holds, 8);
	if (canonical != condition)
		find_order(p, canonical, holds, 8);
	for (uint32_t k = 0; k < used->count; k++) {
		const struct variable *v = used->variables[k];
		const struct numbers *list = table_get(&s->equal_to, v, NULL);
		bool checked = false, excluded = false;
		for (size_t i = 0; list && i < list->count; i++) {
			const struct equality *e = &s->equalities.at[list->at[i]];
			if (e->variable != v || !facts_get(p->facts, equality_key(list->at[i])))
				continue;
			excluded = checked ? excluded : excludes_zero(p, condition, holds, v);
			checked = true;
			if (excluded)
				not_zero(p, e->string);
		}
	}
}

/* Also in terms of what its variables were computed from. */
void strings_assumed(struct place *p, term condition, bool holds)
{
	enum { STEPS = 3 };
	const struct strings *s = p->domain->strings;
	if (!s->size || !s->terms.count)
		return;
	find_nonzero(p, condition, holds);
	for (unsigned i = 0; i < STEPS && p->definition_count; i++) {
		term before = condition;
		condition = place_defined(p, condition);
		if (condition == before)
			break;
		find_nonzero(p, condition, holds);
	}
}
