/* What all cells of an object but the last one hold. */
#include "sentinel.h"

#include "relation.h"
#include "string_terms.h"

/* Where the cell at the pointer ends, and how large its object is. */
struct ending {
	term begin, end, size;
};

/* Of a cell of the map. False: that is not known. */
static bool find_ending(struct domain *d, const struct variable *map, term at, struct ending *e)
{
	struct bank *bank = d->program->bank;
	sort value = sort_value(bank, map->sort);
	uint32_t width = sort_kind(bank, value) == SORT_BITVECTOR ? sort_width(bank, value) : 0;
	uint32_t bits = domain_is_pointer(d, width) ? d->pointer_bits : width;
	if (!d->relations->size || !domain_is_pointer(d, term_width(bank, at)) || !bits || bits % 8)
		return false;
	term object = term_extract(bank, d->pointer_bits + d->object_bits - 1, d->pointer_bits, at);
	e->begin = term_extract(bank, d->pointer_bits - 1, 0, at);
	e->end = term_binary(bank, OP_BVADD, e->begin, term_bv(bank, d->pointer_bits, bits / 8));
	e->size = term_select(bank, d->relations->size->term, object);
	return true;
}

static bool holds(struct place *p, term condition)
{
	return condition == term_true(p->domain->program->bank) || relations_decide(p, condition) == NUMBER_MAY_HOLD;
}

bool sentinel_is_stored(const struct store *s, term at, const struct known *index)
{
	struct domain *d = s->place->domain;
	if (s->facts != s->place->facts || index->target_count != 1 ||
	    number_is_constant(index->targets[0].offset, NULL) || !object_is_single(d, index->targets[0].object))
		return false;
	struct ending e;
	return find_ending(d, s->map, at, &e) && holds(s->place, term_eq(d->program->bank, e.end, e.size));
}

/* What is known of all cells below the greatest size that the object may have. */
static struct known all_cells(struct place *p, const struct variable *map, uint32_t object)
{
	struct domain *d = p->domain;
	struct known of = known_object(d, object, NULL), size = place_read(p, d->relations->size, &of);
	uint64_t low, high = 0;
	if (!known_is_none(&size))
		number_unsigned_range(known_as_number(d, &size), &low, &high);
	struct number offsets = number_between(d->pointer_bits, 0, high ? high - 1 : 0);
	struct known at = known_object(d, object, &offsets);
	return place_read(p, map, &at);
}

void sentinel_begin(struct store *s, uint32_t object)
{
	struct domain *d = s->place->domain;
	fact_key key = key_of(store_variable(s), object, KEY_BUT_LAST);
	if (facts_get(s->facts, key))
		return;
	struct known all = all_cells(s->place, s->map, object);
	if (known_is_any(&all))
		return;
	s->facts = facts_put(d, s->facts, key, &all);
	strings_note_end(d, s->map);
}

/* What all cells but the last hold in each object that it may be, if that is known of all of these. */
static bool read_all(struct place *p, const struct variable *map, const struct known *index, struct known *all)
{
	uint32_t variable = (uint32_t)(place_key(map) >> (KEY_OBJECT_BITS + KEY_CELL_BITS));
	bool is_first = true;
	for (uint32_t i = 0; index->target_count != TARGETS_ANY && i < index->target_count; i++) {
		const struct known *k = facts_get(p->facts, key_of(variable, index->targets[i].object, KEY_BUT_LAST));
		if (!k)
			return false;
		*all = is_first ? *k : known_join(p->domain, all, k);
		is_first = false;
	}
	return !is_first;
}

struct known sentinel_read(struct place *p, term t, const struct known *k)
{
	struct domain *d = p->domain;
	struct bank *bank = d->program->bank;
	const struct variable *map =
		term_op(bank, t) == OP_SELECT ? program_variable_of(d->program, term_arg(bank, t, 0)) : NULL;
	if (!map || !strings_have_end(d, map))
		return *k;
	p->budget = PLACE_BUDGET;
	struct known index = place_value(p, term_arg(bank, t, 1)), all;
	if (!read_all(p, map, &index, &all))
		return *k;
	struct ending e;
	if (!find_ending(d, map, term_arg(bank, t, 1), &e) || !holds(p, term_binary(bank, OP_BVULT, e.end, e.size)) ||
	    !holds(p, term_binary(bank, OP_BVULT, e.begin, e.size)))
		return *k;
	struct known met = known_meet(d, k, &all);
	return known_is_none(&met) ? *k : met;
}
