#include "string_terms.h"

#include "pointee.h"
#include "statement.h"

/* A number of two bits: 1, or 1 or 2. So what holds in two states is their join. */
struct known string_known(struct domain *d, enum string_holds holds)
{
	return known_number(d, number_between(2, 1, holds == STRING_HOLDS ? 1 : 2));
}

void string_set(struct place *p, fact_key key, enum string_holds holds)
{
	struct known yes = string_known(p->domain, holds);
	if (holds)
		p->facts = facts_put(p->domain, p->facts, key, &yes);
	else if (facts_get(p->facts, key))
		p->facts = facts_remove(p->domain, p->facts, (struct key_range){ key, 0 });
}

/* ---- what holds ---- */

struct known string_value(struct place *p, term t)
{
	p->budget = PLACE_BUDGET;
	return place_value(p, t);
}

uint64_t string_least_size(struct place *p, uint32_t object)
{
	const struct variable *size = p->domain->strings->size;
	const struct known *k = facts_get(
		p->facts, key_of((uint32_t)(place_key(size) >> (KEY_OBJECT_BITS + KEY_CELL_BITS)), object, 0));
	uint64_t low = 0, high;
	if (k && k->width <= 64) {
		struct number n = known_as_number(p->domain, k);
		if (!number_is_none(n))
			number_unsigned_range(n, &low, &high);
	}
	return low;
}

/* Is a zero known in the object, at or behind each of the offsets, and before END? */
static bool zero_follows(struct place *p, const struct variable *map, const struct target *t, uint32_t cell,
			 uint64_t end)
{
	uint32_t variable = (uint32_t)(place_key(map) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	const struct known *zero = facts_get(p->facts, key_of(variable, t->object, cell));
	uint64_t first, last, least, most;
	if (!zero || number_is_none(zero->low) || number_is_none(t->offset))
		return false;
	number_unsigned_range(zero->low, &first, &last);
	number_unsigned_range(t->offset, &least, &most);
	return most <= first && last < end;
}

static enum string_holds holds_by_objects(struct place *p, const struct variable *map, term at)
{
	struct known k = string_value(p, at);
	enum string_holds holds = STRING_HOLDS;
	if (k.target_count == TARGETS_ANY || !k.target_count)
		return STRING_NOT;
	for (uint32_t i = 0; i < k.target_count; i++) {
		const struct target *t = &k.targets[i];
		if (object_is_null(p->domain, t->object))
			holds = STRING_OR_NULL;
		else if (!zero_follows(p, map, t, KEY_ZERO, string_least_size(p, t->object)) &&
			 !zero_follows(p, map, t, KEY_END, UINT64_MAX))
			return STRING_NOT;
	}
	return holds;
}

/* By its value, or by what was assumed of it, or of a local that is this parameter. */
static bool may_be_null(struct place *p, term at)
{
	struct domain *d = p->domain;
	struct bank *bank = d->program->bank;
	struct known k = string_value(p, at);
	bool may = k.target_count == TARGETS_ANY || !k.target_count;
	for (uint32_t i = 0; !may && i < k.target_count; i++)
		may = object_is_null(d, k.targets[i].object);
	if (!may)
		return false;
	d->strings->asked++;
	term object = term_extract(bank, d->object_bits + d->pointer_bits - 1, d->pointer_bits, at);
	term is_object =
		term_not(bank, term_eq(bank, string_term_canonical(d, object), term_bv(bank, d->object_bits, 0)));
	for (unsigned i = 0; i < p->condition_count; i++)
		if (string_term_canonical(d, p->conditions[i]) == is_object)
			return false;
	return true;
}

enum string_holds string_term_holds(struct place *p, term read)
{
	struct domain *d = p->domain;
	const struct bank *bank = d->program->bank;
	uint32_t number = string_term_number(d, read);
	if (p->split || !d->strings->size)
		return STRING_NOT;
	enum string_holds fact = number ? string_of_fact(facts_get(p->facts, string_key(number - 1))) : STRING_NOT;
	if (fact == STRING_HOLDS || (fact && !may_be_null(p, term_arg(bank, read, 1))))
		return STRING_HOLDS;
	enum string_holds by_objects = STRING_NOT;
	if (string_term_is(d, read))
		by_objects = holds_by_objects(p, program_variable_of(d->program, term_arg(bank, read, 0)),
					      term_arg(bank, read, 1));
	return fact > by_objects ? fact : by_objects;
}

bool strings_within(struct place *p, term condition)
{
	term canonical = p->split ? 0 : string_term_canonical(p->domain, condition);
	uint32_t number = canonical ? table_get(&p->domain->strings->within, canonical, 0) : 0;
	return number && string_term_holds(p, p->domain->strings->terms.at[number - 1].read) == STRING_HOLDS;
}

/* The greatest size that what the term points to may have; 0: that is not known. */
static uint64_t greatest_size(struct place *p, term at)
{
	struct known k = string_value(p, at);
	uint32_t variable = (uint32_t)(place_key(p->domain->strings->size) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	uint64_t greatest = 0, low, high;
	for (uint32_t i = 0; k.target_count != TARGETS_ANY && i < k.target_count; i++) {
		const struct known *size = facts_get(p->facts, key_of(variable, k.targets[i].object, 0));
		struct number n = size && size->width <= 64 ? known_as_number(p->domain, size) : number_none(1);
		if (number_is_none(n))
			return 0;
		number_unsigned_range(n, &low, &high);
		greatest = high > greatest ? high : greatest;
	}
	return greatest;
}

bool strings_limit(struct place *p, term condition)
{
	const struct strings *s = p->domain->strings;
	const struct facts *before = p->facts;
	const struct uses_list *used = uses_of(s->uses, condition);
	if (p->split || !s->size || !facts_has(p->facts, keys_of_variable(STRING_VARIABLE)))
		return false;
	for (uint32_t i = 0; i < used->count; i++) {
		const struct numbers *list = table_get(&s->about, used->variables[i], NULL);
		bool is_map = sort_kind(p->domain->program->bank, used->variables[i]->sort) == SORT_MAP;
		for (size_t k = 0; !is_map && list && k < list->count; k++) {
			const struct string_term *t = &s->terms.at[list->at[k]];
			bool holds = facts_get(p->facts, string_key(list->at[k])) &&
				     string_term_holds(p, t->read) == STRING_HOLDS;
			uint64_t size = holds ? greatest_size(p, t->at) : 0;
			struct known within =
				known_number(p->domain, number_between(p->domain->pointer_bits, 0, size - 1));
			if (size && !place_restrict(p, t->offset, &within))
				return false;
		}
	}
	return p->facts != before;
}

/* ---- what changes ---- */

static void forget_equalities(struct place *p, const struct variable *v)
{
	const struct numbers *list = table_get(&p->domain->strings->equal_to, v, NULL);
	for (size_t i = 0; list && i < list->count; i++)
		string_set(p, equality_key(list->at[i]), STRING_NOT);
}

/* V is that byte now. */
static void set_equality(struct place *p, const struct variable *v, uint32_t string)
{
	const struct strings *s = p->domain->strings;
	const struct numbers *list = table_get(&s->equal_to, v, NULL);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct equality *e = &s->equalities.at[list->at[i]];
		if (e->variable == v && e->string == string)
			string_set(p, equality_key(list->at[i]), STRING_HOLDS);
	}
}

static void note_equality(struct place *p, const struct variable *v, term value)
{
	const struct strings *s = p->domain->strings;
	const struct bank *bank = p->domain->program->bank;
	if (term_op(bank, value) == OP_ZERO_EXTEND || term_op(bank, value) == OP_SIGN_EXTEND)
		value = term_arg(bank, value, 0);
	uint32_t number = string_term_number(p->domain, value);
	if (number)
		set_equality(p, v, number - 1);
	const struct variable *from = program_variable_of(p->domain->program, value);
	const struct numbers *list = from ? table_get(&s->equal_to, from, NULL) : NULL;
	for (size_t i = 0; list && i < list->count; i++)
		if (s->equalities.at[list->at[i]].variable == from && facts_get(p->facts, equality_key(list->at[i])))
			set_equality(p, v, s->equalities.at[list->at[i]].string);
}

/* V := V + 1, where the pointer moves by 1 too: it is a sum with V, extended, and V is not the largest number. */
static bool moves_by_one(struct place *p, const struct string_term *t, const struct variable *v, term value)
{
	struct domain *d = p->domain;
	struct bank *bank = d->program->bank;
	uint32_t width = sort_kind(bank, v->sort) == SORT_BITVECTOR ? sort_width(bank, v->sort) : d->pointer_bits;
	uint64_t low, high;
	int64_t least, most;
	if (width >= d->pointer_bits || value != term_binary(bank, OP_BVADD, v->term, term_bv(bank, width, 1)) ||
	    uses_mention(d->strings->uses, t->object, v))
		return false;
	struct known k = string_value(p, v->term);
	struct number n = known_as_number(d, &k);
	if (number_is_none(n))
		return false;
	number_signed_range(n, &least, &most);
	number_unsigned_range(n, &low, &high);
	term as_signed = term_sign_extend(bank, d->pointer_bits, v->term);
	term as_unsigned = term_zero_extend(bank, d->pointer_bits, v->term);
	return (most < (int64_t)((UINT64_C(1) << (width - 1)) - 1) &&
		!uses_mention(d->strings->uses, term_binary(bank, OP_BVSUB, t->offset, as_signed), v)) ||
	       (high < (UINT64_C(1) << width) - 1 &&
		!uses_mention(d->strings->uses, term_binary(bank, OP_BVSUB, t->offset, as_unsigned), v));
}

/* Does it hold of the read as it will be? */
static enum string_holds holds_behind(struct place *old, const struct string_term *t, const struct variable *v,
				      term value, unsigned depth)
{
	const struct bank *bank = old->domain->program->bank;
	if (depth && term_op(bank, value) == OP_ITE) {
		enum string_holds first = holds_behind(old, t, v, term_arg(bank, value, 1), depth - 1);
		enum string_holds second =
			first ? holds_behind(old, t, v, term_arg(bank, value, 2), depth - 1) : STRING_NOT;
		return first < second ? first : second;
	}
	enum string_holds holds = string_term_holds(old, string_term_replaced(old->domain, t->read, v, value));
	return holds || !moves_by_one(old, t, v, value) ? holds
							: string_term_holds(old, string_term_moved(old->domain, t));
}

void strings_assigned(struct place *p, const struct facts *before, const struct variable *v, term value)
{
	struct strings *s = p->domain->strings;
	const struct numbers *list = table_get(&s->about, v, NULL);
	struct place old = *p;
	old.facts = before;
	for (size_t i = 0; list && i < list->count; i++)
		string_set(p, string_key(list->at[i]),
			   value ? holds_behind(&old, &s->terms.at[list->at[i]], v, value, STRING_CHOICES)
				 : STRING_NOT);
	forget_equalities(p, v);
	term defined = value ? place_defined(p, value) : 0;
	if (value && !uses_mention(s->uses, value, v))
		note_equality(p, v, value);
	if (defined != value && !uses_mention(s->uses, defined, v))
		note_equality(p, v, defined);
}

/* ---- conditions ---- */

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

static void find_nonzero(struct place *p, term condition, bool holds)
{
	const struct strings *s = p->domain->strings;
	const struct uses_list *used = uses_of(s->uses, condition);
	find_reads(p, condition, holds, 8);
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

/* ---- calls ---- */

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

const struct facts *strings_left(struct place *p, const struct procedure *proc, const struct variable *const *copies,
				 const struct facts *exit)
{
	struct strings *s = p->domain->strings;
	const struct numbers *list = table_get(&s->returned, proc, NULL);
	struct place at = *p;
	at.facts = exit;
	for (size_t i = 0; list && i < list->count; i++) {
		enum string_holds holds = string_term_holds(p, s->terms.at[list->at[i]].read);
		if (holds)
			string_set(&at, string_key(list->at[i]), holds);
	}
	list = table_get(&s->results, proc, NULL);
	for (size_t i = 0; list && i < list->count; i++)
		if (facts_get(p->facts, equality_key(list->at[i])) &&
		    is_of_entry(p, &s->terms.at[s->equalities.at[list->at[i]].string], copies))
			string_set(&at, equality_key(list->at[i]), STRING_HOLDS);
	list = table_get(&s->passed, proc, NULL);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct string_term *t = &s->terms.at[list->at[i]];
		enum string_holds holds = is_of_entry(p, t, copies) ? string_term_holds(p, t->read) : STRING_NOT;
		if (holds)
			string_set(&at, string_key(list->at[i]), holds);
	}
	return at.facts;
}

static term result_leaf(void *context, term leaf)
{
	const struct statement *call = context;
	for (uint32_t i = 0; i < call->out_count; i++)
		if (call->callee->variables[call->callee->in_count + i]->term == leaf)
			return call->outs[i]->term;
	return leaf;
}

/* Are the arguments that T, of the callee, is about the same behind the call? */
static bool has_kept_arguments(const struct strings *s, const struct statement *call, const struct string_term *t)
{
	const struct uses_list *used = uses_of(s->uses, t->read);
	for (uint32_t i = 0; i < used->count; i++) {
		if (used->variables[i]->kind != VARIABLE_IN)
			continue;
		const struct uses_list *mentioned = uses_of(s->uses, call->arguments[used->variables[i]->index]);
		for (uint32_t k = 0; k < mentioned->count; k++) {
			if (mentioned->variables[k]->kind == VARIABLE_GLOBAL)
				return false;
			for (uint32_t n = 0; n < call->out_count; n++)
				if (call->outs[n] == mentioned->variables[k])
					return false;
		}
	}
	return true;
}

/* Does the call assign what the term, of the callee, is about, or the sizes? It is then about what was there at the return. */
static bool is_assigned(const struct strings *s, const struct statement *call, const struct string_term *t)
{
	for (uint32_t k = 0; k < call->out_count; k++)
		if (call->outs[k] == s->size || uses_mention(s->uses, t->read, call->outs[k]))
			return true;
	return false;
}

/* What the read of T, a term of the callee, is behind the call; 0: not the same. */
static term read_behind(struct place *p, const struct statement *call, const struct string_term *t)
{
	const struct strings *s = p->domain->strings;
	if (is_assigned(s, call, t) || !has_kept_arguments(s, call, t))
		return 0;
	return term_substitute(p->domain->program->bank, t->read, string_argument, (void *)(uintptr_t)call);
}

static void equalities_returned(struct place *p, const struct statement *call, const struct facts *exit)
{
	const struct strings *s = p->domain->strings;
	const struct numbers *list = table_get(&s->results, call->callee, NULL);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct equality *e = &s->equalities.at[list->at[i]];
		term read =
			facts_get(exit, equality_key(list->at[i])) ? read_behind(p, call, &s->terms.at[e->string]) : 0;
		uint32_t number = read ? string_term_number(p->domain, read) : 0;
		if (number)
			set_equality(p, call->outs[e->variable->index - call->callee->in_count], number - 1);
	}
}

void strings_returned(struct place *p, const struct statement *call, const struct facts *exit)
{
	struct domain *d = p->domain;
	const struct strings *s = d->strings;
	const struct numbers *list = table_get(&s->returned, call->callee, NULL);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct string_term *t = &s->terms.at[list->at[i]];
		enum string_holds holds = string_of_fact(facts_get(exit, string_key(list->at[i])));
		if (!holds || is_assigned(s, call, t))
			continue;
		term read = term_substitute(d->program->bank, t->read, result_leaf, (void *)(uintptr_t)call);
		uint32_t number = string_term_number(d, read);
		if (number)
			string_set(p, string_key(number - 1), holds);
	}
	list = table_get(&s->passed, call->callee, NULL);
	for (size_t i = 0; list && i < list->count; i++) {
		const struct string_term *t = &s->terms.at[list->at[i]];
		enum string_holds holds = string_of_fact(facts_get(exit, string_key(list->at[i])));
		term read = holds ? read_behind(p, call, t) : 0;
		uint32_t number = read ? string_term_number(d, read) : 0;
		if (number)
			string_set(p, string_key(number - 1), holds);
	}
	equalities_returned(p, call, exit);
}
