/* What is known of a term, or at a place, as conditions. */
#include "describe.h"

#include "relation.h"

static term bit_vector(struct place *p, uint32_t width, uint64_t value)
{
	return term_bv(p->domain->program->bank, width, value);
}

/* The interval, and the low bits if they are known (of multiples). */
static term describe_number(struct place *p, term t, struct number n)
{
	struct bank *bank = p->domain->program->bank;
	uint64_t value, known = n.zeros | n.ones, low = 0;
	if (number_is_none(n))
		return term_false(bank);
	if (number_is_all(n))
		return term_true(bank);
	if (number_is_constant(n, &value))
		return term_eq(bank, t, bit_vector(p, n.width, value));
	term from_first = term_binary(bank, OP_BVSUB, t, bit_vector(p, n.width, n.first));
	term within = term_binary(bank, OP_BVULE, from_first, bit_vector(p, n.width, n.last - n.first));
	while (known >> low & 1)
		low++;
	if (!low || low >= n.width)
		return within;
	return term_and(
		bank, within,
		term_eq(bank, term_extract(bank, (uint32_t)low - 1, 0, t), bit_vector(p, (uint32_t)low, n.ones)));
}

/* --- pointers and identities --- */

struct parts {
	term identity, offset; /* offset 0: there is none */
};

static struct parts parts_of(struct place *p, term t)
{
	struct domain *d = p->domain;
	struct bank *bank = d->program->bank;
	uint32_t width = term_width(bank, t);
	if (!domain_is_pointer(d, width))
		return (struct parts){ t, 0 };
	return (struct parts){ term_extract(bank, width - 1, d->pointer_bits, t),
			       term_extract(bank, d->pointer_bits - 1, 0, t) };
}

term describe_identity(const struct domain *d, term t)
{
	struct bank *bank = d->program->bank;
	uint32_t width = term_width(bank, t);
	return domain_is_pointer(d, width) ? term_extract(bank, width - 1, d->pointer_bits, t) : t;
}

term describe_name(const struct domain *d, uint32_t object)
{
	const struct object *o = &d->objects.at[object];
	if (o->kind == OBJECT_CONSTANT)
		return term_bv(d->program->bank, d->object_bits, o->identity);
	return o->kind == OBJECT_LAST ? table_get(&d->names, o->site, 0) : 0;
}

static bool is_constant(struct place *p, const struct target *target)
{
	return p->domain->objects.at[target->object].kind == OBJECT_CONSTANT;
}

static bool is_named(struct place *p, const struct target *target)
{
	return describe_name(p->domain, target->object) != 0;
}

static term at_named(struct place *p, struct parts of, const struct target *target)
{
	struct bank *bank = p->domain->program->bank;
	term here = term_eq(bank, of.identity, describe_name(p->domain, target->object));
	return of.offset ? term_and(bank, here, describe_number(p, of.offset, target->offset)) : here;
}

term describe_site_of(const struct place *p, term identity, const struct object *o)
{
	struct bank *bank = p->domain->program->bank;
	uint64_t number = p->sites && o->kind != OBJECT_CONSTANT ? table_get(&p->sites->numbers, o->site, 0) : 0;
	if (!number)
		return 0;
	term given = term_select(bank, p->sites->given, identity);
	return term_eq(bank, given, term_bv(bank, term_width(bank, given), number));
}

/* The sites of what is created; 0: one of them cannot be named. */
static term at_sites(struct place *p, struct parts of, const struct known *k)
{
	struct bank *bank = p->domain->program->bank;
	term any = term_false(bank);
	for (uint32_t i = 0; i < k->target_count && any; i++) {
		const struct target *target = &k->targets[i];
		if (is_constant(p, target) || is_named(p, target))
			continue;
		term here = describe_site_of(p, of.identity, &p->domain->objects.at[target->object]);
		if (here && of.offset)
			here = term_and(bank, here, describe_number(p, of.offset, target->offset));
		any = here ? term_or(bank, any, here) : 0;
	}
	return any;
}

/* Objects that are created have mostly no names: they are none of the constants, null above all. */
static term at_created(struct place *p, struct parts of, const struct known *k)
{
	struct bank *bank = p->domain->program->bank;
	struct number offset = number_none(p->domain->pointer_bits ? p->domain->pointer_bits : 1);
	term here = term_not(bank, term_eq(bank, of.identity, bit_vector(p, p->domain->object_bits, 0)));
	bool some = false;
	for (uint32_t i = 0; i < k->target_count; i++) {
		const struct target *target = &k->targets[i];
		if (is_constant(p, target)) {
			uint64_t identity = p->domain->objects.at[target->object].identity;
			here = term_and(bank, here,
					term_not(bank, term_eq(bank, of.identity,
							       bit_vector(p, p->domain->object_bits, identity))));
			continue;
		}
		if (is_named(p, target))
			continue;
		some = true;
		if (of.offset)
			offset = number_join(offset, target->offset);
	}
	if (!some)
		return term_false(bank);
	return of.offset ? term_and(bank, here, describe_number(p, of.offset, offset)) : here;
}

static term describe_targets(struct place *p, term t, const struct known *k)
{
	struct bank *bank = p->domain->program->bank;
	struct parts of = parts_of(p, t);
	term any = at_sites(p, of, k);
	if (!any)
		any = at_created(p, of, k);
	for (uint32_t i = 0; i < k->target_count; i++)
		if (is_named(p, &k->targets[i]))
			any = term_or(bank, any, at_named(p, of, &k->targets[i]));
	return any;
}

static term describe_known(struct place *p, term t, const struct known *k)
{
	struct bank *bank = p->domain->program->bank;
	uint64_t value;
	if (known_is_none(k))
		return term_false(bank);
	if (sort_kind(bank, term_sort(bank, t)) == SORT_BOOL) {
		if (!number_is_constant(k->low, &value))
			return term_true(bank);
		return value ? t : term_not(bank, t);
	}
	if (domain_has_targets(p->domain, k->width) && k->target_count != TARGETS_ANY)
		return describe_targets(p, t, k);
	if (k->width > 64)
		return term_true(bank);
	return describe_number(p, t, known_as_number(p->domain, k));
}

/* Of a term that is about a pointer which may be null: what it is if the pointer is not. */
static term describe_unless_null(struct place *p, term t, term pointer)
{
	struct domain *d = p->domain;
	struct bank *bank = d->program->bank;
	p->budget = PLACE_BUDGET;
	struct known all = place_value(p, pointer), value = { 0 };
	bool null = false, some = false;
	p->split = pointer;
	for (uint32_t i = 0; i < all.target_count; i++) {
		struct known one = known_target(d, &all, i);
		const struct object *o = &d->objects.at[all.targets[i].object];
		if (o->kind == OBJECT_CONSTANT && o->identity == 0) {
			null = true;
			continue;
		}
		p->split_value = &one;
		p->budget = PLACE_BUDGET;
		struct known here = place_value(p, t);
		value = some ? known_join(d, &value, &here) : here;
		some = true;
	}
	p->split = 0;
	if (!null || !some)
		return term_true(bank);
	term is_null = term_eq(bank, parts_of(p, pointer).identity, bit_vector(p, d->object_bits, 0));
	return term_or(bank, is_null, describe_known(p, t, &value));
}

term place_describe(struct place *p, term t)
{
	struct bank *bank = p->domain->program->bank;
	p->budget = PLACE_BUDGET;
	struct known k = place_value(p, t);
	term said = describe_known(p, t, &k);
	term pointer = term_is_true(bank, said) ? place_splittable(p, t, 0) : 0;
	return pointer ? describe_unless_null(p, t, pointer) : said;
}

/* --- all that is known at a place --- */

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

term describe_cell_of(const struct place *p, const struct variable *map, fact_key key, term identity)
{
	const struct domain *d = p->domain;
	struct bank *bank = d->program->bank;
	uint32_t width = sort_width(bank, sort_index(bank, map->sort)), cell = key_cell(key);
	if (width == d->object_bits)
		return cell ? 0 : identity;
	if (!domain_is_pointer(d, width) || !cell || cell > d->offsets.count)
		return 0;
	return term_concat(bank, identity, term_bv(bank, d->pointer_bits, d->offsets.at[cell - 1]));
}

/* The index that the key is about; 0: it has no name, or there are several. */
static term index_of(const struct place *p, const struct variable *map, fact_key key)
{
	term object = describe_name(p->domain, key_object(key));
	return object ? describe_cell_of(p, map, key, object) : 0;
}

/* What is known of the last object of a site and of the others holds of each in the one way or the other. */
static void describe_site(struct description *to, const struct variable *map, fact_key key, const struct known *k)
{
	struct place *p = to->place;
	struct bank *bank = p->domain->program->bank;
	uint32_t object = key_object(key);
	const struct object *o = &p->domain->objects.at[object];
	term here = describe_name(p->domain, object) ? 0 : describe_site_of(p, p->sites->each, o);
	term index = here ? describe_cell_of(p, map, key, p->sites->each) : 0;
	if (!index)
		return;
	uint32_t other = o->kind == OBJECT_LAST ? object + 1 : object - 1;
	const struct known *there = facts_get(p->facts, key + key_of(0, other, 0) - key_of(0, object, 0));
	bool absent = facts_is_absent(p->domain, p->facts, other);
	if ((!there && !absent) || (there && o->kind == OBJECT_LAST))
		return;
	term cell = term_select(bank, map->term, index), what = describe_known(p, cell, k);
	if (there)
		what = term_or(bank, what, describe_known(p, cell, there));
	to->add(to->context, term_or(bank, term_not(bank, here), what));
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

static void describe_fact(void *context, fact_key key, const struct known *k)
{
	struct description *to = context;
	struct place *p = to->place;
	struct bank *bank = p->domain->program->bank;
	if (key >> (KEY_OBJECT_BITS + KEY_CELL_BITS) == RELATION_VARIABLE) {
		describe_sum(to, key);
		return;
	}
	const struct variable *v = variable_of(p, key);
	if (!v) {
		if (p->sites && p->sites->born)
			ages_describe(p, key, k, to->add, to->context);
		return;
	}
	if (p->sites && (v->term == p->sites->born || v->term == p->sites->now || v->term == p->sites->holder))
		return;
	if (!is_map(bank, v)) {
		if (key_object(key) || key_cell(key))
			return;
		to->add(to->context, describe_known(p, v->term, k));
		if (p->sites && p->sites->chosen && domain_has_targets(p->domain, k->width))
			chains_describe_head(p, v->term, k, to->add, to->context);
		return;
	}
	if (key_object(key) && p->sites)
		describe_site(to, v, key, k);
	term index = key_object(key) ? index_of(p, v, key) : 0;
	if (index)
		to->add(to->context, describe_known(p, term_select(bank, v->term, index), k));
}

void place_describe_facts(struct place *p, void (*add)(void *context, term condition), void *context)
{
	struct description to = { p, add, context };
	facts_visit(p->facts, UINT64_MAX, describe_fact, &to);
}
