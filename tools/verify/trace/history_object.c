/* The objects that a violated assertion is about: found by how checks are written (tools/c2ir/check), which take the
 * object out of a pointer, or look at $state or $size of it. */
#include "history_data.h"

#include <string.h>

#include "bv.h"
#include "role.h"

enum { MOST_OBJECTS = 3 };

const char *history_name(const struct history *h, uint64_t object)
{
	uint64_t at = table_get(&h->objects, object, 0);
	const struct origin_of_object *o = at ? &h->origins.at[at - 1] : NULL;
	return o && strcmp(o->storage, "heap") ? o->name : NULL;
}

static const char *ending(uint64_t state)
{
	enum { DEAD = 5, FREED = 6 }; /* docs/heap.md: $state */
	return state == FREED ? "freed" : state == DEAD ? "out of scope" : NULL;
}

/* The last write to cell `object` of a map by object, and its value; 0: there is none. */
static uint32_t find_write(const struct history *h, enum global_role role, uint64_t object, uint64_t *value)
{
	const struct variable *map = program_role(h->program, role);
	uint64_t index[2] = { object, 0 };
	uint32_t node = map && sort_kind(h->program->bank, map->sort) == SORT_MAP
				? history_last_write(&h->maps[map->index], index, 2)
				: 0;
	const struct value *v = node ? run_value(h->run, map) : NULL;
	if (!v || v->kind != VALUE_MAP || map_value_width(v->map) > 64)
		return 0;
	map_read_words(v->map, index, value);
	return node;
}

static void describe(struct history *h, struct history_object *o)
{
	uint64_t at = table_get(&h->objects, o->object, 0), state = 0;
	if (at) {
		const struct origin_of_object *origin = &h->origins.at[at - 1];
		o->storage = origin->storage;
		o->name = origin->name;
		o->function = origin->function;
		o->made = origin->location;
	}
	o->has_size = find_write(h, GLOBAL_SIZE, o->object, &o->size) != 0;
	uint32_t node = find_write(h, GLOBAL_STATE, o->object, &state);
	o->ended = node ? ending(state) : NULL;
	if (o->ended) {
		o->end = h->places.at[node];
		o->ended_in = h->functions.at[node];
	}
}

static void add_object(struct history *h, uint64_t object, bool has_offset, uint64_t offset)
{
	struct history_object o = { .object = object, .offset = offset, .has_offset = has_offset };
	if (!object)
		return;
	for (size_t i = 0; i < h->concerned.count; i++)
		if (h->concerned.at[i].object == object) {
			if (!h->concerned.at[i].has_offset) {
				h->concerned.at[i].has_offset = has_offset;
				h->concerned.at[i].offset = offset;
			}
			return;
		}
	if (h->concerned.count == MOST_OBJECTS)
		return;
	describe(h, &o);
	if (o.storage)
		vec_push(&h->concerned, o);
}

static void add_pointer(struct history *h, term pointer, uint32_t offset_bits)
{
	struct value v = history_eval(h, pointer);
	uint64_t object[2] = { 0 }, offset[2] = { 0 };
	if (v.kind == VALUE_WORD || v.kind == VALUE_WIDE) {
		bv_extract(offset, value_bits(&v), offset_bits - 1, 0);
		bv_extract(object, value_bits(&v), v.width - 1, offset_bits);
		add_object(h, object[0], true, offset[0]);
	}
	value_release(&v);
}

static bool is_by_object(const struct history *h, term map)
{
	const struct variable *v =
		term_op(h->program->bank, map) == OP_VARIABLE ? program_variable_of(h->program, map) : NULL;
	enum global_role role = v ? variable_role(h->program, v) : GLOBAL_NONE;
	return role == GLOBAL_STATE || role == GLOBAL_SIZE;
}

static void look_at(struct history *h, term t, uint32_t offset_bits, uint32_t object_bits)
{
	const struct bank *bank = h->program->bank;
	enum op op = term_op(bank, t);
	if (op == OP_EXTRACT && term_index(bank, t, 1) == offset_bits &&
	    term_index(bank, t, 0) + 1 == offset_bits + object_bits) {
		add_pointer(h, term_arg(bank, t, 0), offset_bits);
	} else if (op == OP_SELECT && is_by_object(h, term_arg(bank, t, 0))) {
		struct value v = history_eval(h, term_arg(bank, t, 1));
		if (v.kind == VALUE_WORD)
			add_object(h, v.word, false, 0);
		value_release(&v);
	}
}

static void add_named(struct history *h, const struct attribute *attributes)
{
	const struct attribute *a = attribute_find(attributes, ATTRIBUTE_CONCERNS);
	if (!a || a->count < 5 || !a->values[0].string || !a->values[2].string)
		return;
	struct location location = { a->values[2].string, (uint32_t)a->values[3].number,
				     (uint32_t)a->values[4].number };
	vec_push(&h->concerned, (struct history_object){ .size = a->values[1].number,
							 .has_size = a->values[1].number != 0,
							 .storage = "named",
							 .name = a->values[0].string,
							 .made = location });
}

void history_find_objects(struct history *h, const struct statement *assertion)
{
	const struct bank *bank = h->program->bank;
	uint32_t offset_bits = (uint32_t)attribute_get_number(h->program->attributes, ATTRIBUTE_POINTER, 64);
	uint32_t object_bits = (uint32_t)attribute_get_number(h->program->attributes, ATTRIBUTE_OBJECT, 32);
	struct table seen = { 0 };
	VEC(term) stack = { 0 };
	add_named(h, assertion->attributes);
	vec_push(&stack, assertion->term);
	while (stack.count) {
		term t = vec_pop(&stack);
		if (table_has(&seen, t))
			continue;
		table_put(&seen, t, 1);
		look_at(h, t, offset_bits, object_bits);
		for (uint32_t i = term_count(bank, t); i-- > 0;)
			vec_push(&stack, term_arg(bank, t, i));
	}
	table_free(&seen);
	vec_free(&stack);
}

struct history_objects history_objects(const struct history *h)
{
	struct history_objects copy = { 0 };
	for (size_t i = 0; i < h->concerned.count; i++)
		vec_push(&copy, h->concerned.at[i]);
	return copy;
}
