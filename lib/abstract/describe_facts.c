/* What is known at a place, as conditions. */
#include "relation.h"

struct description {
	struct place *place;
	void (*add)(void *context, term condition);
	void *context;
};

static bool is_map(const struct bank *bank, const struct variable *v)
{
	return sort_kind(bank, v->sort) == SORT_MAP;
}

/* NULL: none of the program's. */
static const struct variable *variable_of(const struct place *p, fact_key key)
{
	const struct program *program = p->domain->program;
	uint32_t number = (uint32_t)(key >> (KEY_OBJECT_BITS + KEY_CELL_BITS)), local = number & ~(uint32_t)KEY_LOCAL;
	if (number & KEY_LOCAL)
		return local < p->procedure->variable_count ? p->procedure->variables[local] : NULL;
	return number < program->global_count ? program->globals[number] : NULL;
}

/* --- cells --- */

/* The index that the key is about; 0: it has no name, or there are several. */
static term index_of(const struct place *p, const struct variable *map, fact_key key)
{
	const struct domain *d = p->domain;
	struct bank *bank = d->program->bank;
	uint32_t width = sort_width(bank, sort_index(bank, map->sort)), cell = key_cell(key);
	term object = object_name(d, key_object(key));
	if (!object)
		return 0;
	if (width == d->object_bits)
		return cell ? 0 : object;
	if (!domain_is_pointer(d, width) || !cell || cell > d->offsets.count)
		return 0;
	return term_concat(bank, object, term_bv(bank, d->pointer_bits, d->offsets.at[cell - 1]));
}

/* --- sums --- */

static uint32_t bits_of(uint64_t n)
{
	uint32_t bits = 0;
	for (; n; n >>= 1)
		bits++;
	return bits;
}

/* Wide enough for the sum of integers, and for what facts say of it. */
static uint32_t width_of_sum(const struct bank *bank, const struct linear *sum)
{
	uint32_t width = RELATION_BITS;
	uint64_t by = 0;
	for (uint32_t i = 0; i < sum->count; i++) {
		uint32_t atom = term_width(bank, sum->parts[i].atom);
		width = atom > width ? atom : width;
		by += (uint64_t)(sum->parts[i].by < 0 ? -sum->parts[i].by : sum->parts[i].by);
	}
	return width + bits_of(by) + 2;
}

static term whole_number(struct bank *bank, uint32_t width, int64_t n)
{
	return term_sign_extend(bank, width, term_bv(bank, 64, (uint64_t)n));
}

static term sum_term(const struct domain *d, const struct linear *sum, uint32_t width)
{
	struct bank *bank = d->program->bank;
	term all = term_bv(bank, width, 0);
	for (uint32_t i = 0; i < sum->count; i++) {
		term atom = sum->parts[i].atom;
		atom = relation_is_signed(d, atom) ? term_sign_extend(bank, width, atom)
						   : term_zero_extend(bank, width, atom);
		term part = term_binary(bank, OP_BVMUL, atom, whole_number(bank, width, sum->parts[i].by));
		all = term_binary(bank, OP_BVADD, all, part);
	}
	return all;
}

static void describe_sum(struct description *to, fact_key key)
{
	const struct place *p = to->place;
	struct bank *bank = p->domain->program->bank;
	const struct linear *sum = &p->domain->relations->all.at[key_cell(key)].sum;
	struct span span = relation_fact(p->facts, key_cell(key));
	uint32_t width = width_of_sum(bank, sum);
	term all = sum_term(p->domain, sum, width);
	if (span.low > -SPAN_LIMIT)
		to->add(to->context, term_binary(bank, OP_BVSLE, whole_number(bank, width, (int64_t)span.low), all));
	if (span.high < SPAN_LIMIT)
		to->add(to->context, term_binary(bank, OP_BVSLE, all, whole_number(bank, width, (int64_t)span.high)));
}

/* --- facts --- */

static void describe(void *context, fact_key key, const struct known *k)
{
	struct description *to = context;
	struct place *p = to->place;
	struct bank *bank = p->domain->program->bank;
	if (key >> (KEY_OBJECT_BITS + KEY_CELL_BITS) == RELATION_VARIABLE) {
		describe_sum(to, key);
		return;
	}
	const struct variable *v = variable_of(p, key);
	if (!v)
		return;
	if (!is_map(bank, v)) {
		if (!key_object(key) && !key_cell(key))
			to->add(to->context, place_describe_known(p, v->term, k));
		return;
	}
	term index = key_object(key) ? index_of(p, v, key) : 0;
	if (index)
		to->add(to->context, place_describe_known(p, term_select(bank, v->term, index), k));
}

void place_describe_facts(struct place *p, void (*add)(void *context, term condition), void *context)
{
	struct description to = { p, add, context };
	facts_visit(p->facts, UINT64_MAX, describe, &to);
}
