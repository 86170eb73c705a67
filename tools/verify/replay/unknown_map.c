#include "unknown_map.h"

#include "memory.h"

uint32_t sort_bits(const struct bank *bank, sort s)
{
	return sort_kind(bank, s) == SORT_BOOL ? 1 : sort_width(bank, s);
}

static struct value zero_map(const struct bank *bank, sort s)
{
	uint32_t width = sort_bits(bank, sort_value(bank, s));
	struct value zero = value_word(width, 0);
	struct value map = map_constant(sort_width(bank, sort_index(bank, s)), width, &zero);
	value_release(&zero);
	return map;
}

static struct value answer_cell(void *context, const uint64_t *index)
{
	struct unknown_map *m = context;
	struct value v = m->answer(m->context, m, index);
	map_write(&m->cells, index, &v);
	return v;
}

struct value unknown_map_new(struct unknown_maps *maps, const struct bank *bank, struct unknown_map map)
{
	struct unknown_map *m = memory_alloc(sizeof *m);
	*m = map;
	m->serial = maps->count;
	m->cells = zero_map(bank, map.sort);
	vec_push(maps, m);
	return map_unknown(sort_width(bank, sort_index(bank, m->sort)), sort_bits(bank, sort_value(bank, m->sort)),
			   answer_cell, m);
}

void unknown_maps_record(const struct unknown_maps *maps, struct inputs *inputs)
{
	for (size_t i = 0; i < maps->count; i++) {
		struct unknown_map *m = maps->at[i];
		if (m->global)
			inputs_add_initial(inputs, NULL, m->global->name, &m->cells);
		else if (m->statement)
			inputs_add(inputs, attribute_get_number(m->statement->attributes, ATTRIBUTE_ID, 0), m->calls,
				   &m->cells);
	}
}

void unknown_maps_release(struct unknown_maps *maps)
{
	for (size_t i = 0; i < maps->count; i++) {
		value_release(&maps->at[i]->cells);
		memory_free(maps->at[i]);
	}
	vec_free(maps);
}
