/* Where strings hold, and what assignments leave of them. */
#include "pointee.h"
#include "string_terms.h"

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

static void forget_equalities(struct place *p, const struct variable *v)
{
	const struct numbers *list = table_get(&p->domain->strings->equal_to, v, NULL);
	for (size_t i = 0; list && i < list->count; i++)
		string_set(p, equality_key(list->at[i]), STRING_NOT);
}

void string_set_equal(struct place *p, const struct variable *v, uint32_t string)
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
		string_set_equal(p, v, number - 1);
	const struct variable *from = program_variable_of(p->domain->program, value);
	const struct numbers *list = from ? table_get(&s->equal_to, from, NULL) : NULL;
	for (size_t i = 0; list && i < list->count; i++)
		if (s->equalities.at[list->at[i]].variable == from && facts_get(p->facts, equality_key(list->at[i])))
			string_set_equal(p, v, s->equalities.at[list->at[i]].string);
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
