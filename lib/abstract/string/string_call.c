/* What calls pass of strings, and what they return. */
#include "statement.h"
#include "string_terms.h"

const struct facts *strings_passed(struct place *p, const struct statement *call, const struct facts *entry)
{
	struct domain *d = p->domain;
	const struct numbers *list = table_get(&d->strings->passed, call->callee, NULL);
	struct place at = *p;
	at.facts = entry;
	for (size_t i = 0; list && i < list->count; i++) {
		term read = d->strings->terms.at[list->at[i]].read;
		term argument = term_substitute(d->program->bank, read, string_argument, (void *)(uintptr_t)call);
		enum string_holds holds = string_term_holds(p, argument);
		if (holds)
			string_set(&at, string_key(list->at[i]), holds);
	}
	return at.facts;
}

/* Is each parameter that T is about what it was at the entry? */
static bool is_of_entry(struct place *p, const struct string_term *t, const struct variable *const *copies)
{
	const struct uses_list *used = uses_of(p->domain->strings->uses, t->read);
	for (uint32_t i = 0; i < used->count; i++)
		if (used->variables[i]->kind == VARIABLE_IN && !copies[used->variables[i]->index])
			return false;
	return true;
}

static void leave_terms(struct place *p, const struct variable *const *copies, struct place *at,
			const struct numbers *list)
{
	const struct strings *s = p->domain->strings;
	for (size_t i = 0; list && i < list->count; i++) {
		const struct string_term *t = &s->terms.at[list->at[i]];
		enum string_holds holds = is_of_entry(p, t, copies) ? string_term_holds(p, t->read) : STRING_NOT;
		if (holds)
			string_set(at, string_key(list->at[i]), holds);
	}
}

static void leave_equalities(struct place *p, const struct variable *const *copies, struct place *at,
			     const struct numbers *list)
{
	const struct strings *s = p->domain->strings;
	for (size_t i = 0; list && i < list->count; i++)
		if (facts_get(p->facts, equality_key(list->at[i])) &&
		    is_of_entry(p, &s->terms.at[s->equalities.at[list->at[i]].string], copies))
			string_set(at, equality_key(list->at[i]), STRING_HOLDS);
}

const struct facts *strings_left(struct place *p, const struct procedure *proc, const struct variable *const *copies,
				 const struct facts *exit)
{
	const struct strings *s = p->domain->strings;
	struct place at = *p;
	at.facts = exit;
	leave_terms(p, copies, &at, table_get(&s->returned, proc, NULL));
	leave_terms(p, copies, &at, table_get(&s->passed, proc, NULL));
	leave_equalities(p, copies, &at, table_get(&s->results, proc, NULL));
	return at.facts;
}

static void terms_returned(struct place *p, const struct statement *call, const struct facts *exit,
			   const struct numbers *list)
{
	const struct strings *s = p->domain->strings;
	for (size_t i = 0; list && i < list->count; i++) {
		const struct string_term *t = &s->terms.at[list->at[i]];
		enum string_holds holds = string_of_fact(facts_get(exit, string_key(list->at[i])));
		term read = holds ? string_term_behind(p->domain, call, t) : 0;
		uint32_t number = read ? string_term_number(p->domain, read) : 0;
		if (number)
			string_set(p, string_key(number - 1), holds);
	}
}

static void equalities_returned(struct place *p, const struct statement *call, const struct facts *exit)
{
	const struct strings *s = p->domain->strings;
	const struct numbers *list = table_get(&s->results, call->callee, NULL);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct equality *e = &s->equalities.at[list->at[i]];
		term read = facts_get(exit, equality_key(list->at[i]))
				    ? string_term_behind(p->domain, call, &s->terms.at[e->string])
				    : 0;
		uint32_t number = read ? string_term_number(p->domain, read) : 0;
		if (number)
			string_set_equal(p, call->outs[e->variable->index - call->callee->in_count], number - 1);
	}
}

void strings_returned(struct place *p, const struct statement *call, const struct facts *exit)
{
	const struct strings *s = p->domain->strings;
	terms_returned(p, call, exit, table_get(&s->returned, call->callee, NULL));
	terms_returned(p, call, exit, table_get(&s->passed, call->callee, NULL));
	equalities_returned(p, call, exit);
}
