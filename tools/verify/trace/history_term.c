#include "history_data.h"

#include <string.h>

#include "bv.h"

static struct value leaf_value(void *context, term leaf)
{
	struct history *h = context;
	const struct variable *v = program_variable_of(h->program, leaf);
	const struct value *value = v ? run_value(h->run, v) : NULL;
	return value ? value_copy(value) : value_word(1, 0);
}

struct value history_eval(struct history *h, term t)
{
	return term_eval(h->program->bank, t, leaf_value, h);
}

static bool holds(struct history *h, term t)
{
	struct value v = history_eval(h, t);
	bool yes = v.kind == VALUE_WORD && v.word;
	value_release(&v);
	return yes;
}

/* --- indices: two words at most --- */

struct index {
	uint64_t words[2];
};

static struct index index_of(struct history *h, term t)
{
	struct value v = history_eval(h, t);
	struct index i = { { 0, 0 } };
	if (v.kind == VALUE_WORD || v.kind == VALUE_WIDE)
		memcpy(i.words, value_bits(&v), (v.width > 64 ? 2 : 1) * sizeof *i.words);
	value_release(&v);
	return i;
}

static uint64_t low_word(struct history *h, term t)
{
	return index_of(h, t).words[0];
}

/* i - at if that is less than count. */
static bool in_range(struct index i, struct index at, uint64_t count, uint64_t *distance)
{
	*distance = i.words[0] - at.words[0];
	return i.words[1] == at.words[1] && i.words[0] >= at.words[0] && *distance < count;
}

uint32_t history_last_write(const struct map_history *m, const uint64_t *index, uint32_t words)
{
	struct index i = { { index[0], words > 1 ? index[1] : 0 } };
	uint64_t distance, cell = table_get(&m->cells, hash_mix(i.words[0], i.words[1]) >> 1, 0);
	for (size_t k = m->ranges.count; k-- > 0 && m->ranges.at[k] + 1 > cell;) {
		const struct map_write *w = &m->writes.at[m->ranges.at[k]];
		struct index at = { { w->at[0], w->at[1] } };
		if (!w->count || in_range(i, at, w->count, &distance))
			return w->node;
	}
	return cell ? m->writes.at[cell - 1].node : 0;
}

/* --- dependences --- */

static void add(struct history *h, uint32_t node)
{
	if (node)
		vec_push(&h->pending, node);
}

static uint32_t node_of(const struct history *h, const struct variable *v)
{
	if (v->kind == VARIABLE_GLOBAL)
		return h->globals[v->index];
	return h->locals.at[vec_last(&h->frames).locals + v->index];
}

static void push(struct history *h, term t)
{
	vec_push(&h->stack, t);
}

static void collect_map_variable(struct history *h, term m, struct index i)
{
	const struct variable *v = program_variable_of(h->program, m);
	if (v && v->kind == VARIABLE_GLOBAL)
		add(h, history_last_write(&h->maps[v->index], i.words, 2));
	else if (v)
		add(h, node_of(h, v));
}

/* A run of cells that goes on at 0 behind the last one is not followed. */
static void watch_wrapping(struct history *h, term map, struct index at, uint64_t count)
{
	const struct bank *bank = h->program->bank;
	uint32_t width = sort_width(bank, sort_index(bank, term_sort(bank, map)));
	uint64_t last = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
	h->watch.lost |= count > 1 && count - 1 > last - at.words[0];
}

/* How many cells the STORE, FILL or COPY t writes. */
static uint64_t extent(struct history *h, term t)
{
	const struct bank *bank = h->program->bank;
	enum op op = term_op(bank, t);
	return op == OP_STORE ? 1 : low_word(h, term_arg(bank, t, op == OP_FILL ? 2 : 4));
}

/* Does the STORE, FILL or COPY t write cell i? Where it is watched, that depends on its place. */
static bool writes_cell(struct history *h, term t, struct index i, uint64_t *distance)
{
	const struct bank *bank = h->program->bank;
	enum op op = term_op(bank, t);
	struct index at = index_of(h, term_arg(bank, t, 1));
	uint64_t count = extent(h, t);
	watch_wrapping(h, t, at, count);
	if (h->watch.on)
		push(h, term_arg(bank, t, 1));
	if (h->watch.on && op != OP_STORE)
		push(h, term_arg(bank, t, op == OP_FILL ? 2 : 4));
	return in_range(i, at, count, distance);
}

/* Cell `i` of the map term m: what was written last to just this cell. */
static void collect_cell(struct history *h, term m, struct index i)
{
	const struct bank *bank = h->program->bank;
	uint64_t distance;
	while (term_op(bank, m) != OP_VARIABLE) {
		enum op op = term_op(bank, m);
		if (op == OP_CONST_MAP) {
			push(h, term_arg(bank, m, 0));
			return;
		}
		if (op == OP_ITE) {
			push(h, term_arg(bank, m, 0));
			m = term_arg(bank, m, holds(h, term_arg(bank, m, 0)) ? 1 : 2);
		} else if (!writes_cell(h, m, i, &distance)) {
			m = term_arg(bank, m, 0);
		} else if (op == OP_COPY) {
			i = index_of(h, term_arg(bank, m, 3));
			i.words[0] += distance;
			push(h, term_arg(bank, m, 3));
			m = term_arg(bank, m, 2);
		} else {
			push(h, term_arg(bank, m, 1));
			push(h, term_arg(bank, m, op == OP_STORE ? 2 : 3));
			return;
		}
	}
	collect_map_variable(h, m, i);
}

static void collect_node(struct history *h, term t)
{
	const struct bank *bank = h->program->bank;
	enum op op = term_op(bank, t);
	const struct variable *v = op == OP_VARIABLE ? program_variable_of(h->program, t) : NULL;
	if (v) {
		add(h, node_of(h, v));
		/* Of a whole map not every write is looked for. */
		h->watch.lost |= v->kind == VARIABLE_GLOBAL && sort_kind(bank, v->sort) == SORT_MAP;
	} else if (op == OP_SELECT) {
		push(h, term_arg(bank, t, 1));
		collect_cell(h, term_arg(bank, t, 0), index_of(h, term_arg(bank, t, 1)));
	} else if (op == OP_ITE) {
		push(h, term_arg(bank, t, 0));
		push(h, term_arg(bank, t, holds(h, term_arg(bank, t, 0)) ? 1 : 2));
	} else {
		for (uint32_t i = 0; i < term_count(bank, t); i++)
			push(h, term_arg(bank, t, i));
	}
}

static void forget_seen(struct history *h)
{
	enum { LARGE = 4096 };
	if (h->seen.capacity > LARGE)
		table_free(&h->seen);
	else if (h->seen.count)
		table_clear(&h->seen);
}

void history_collect(struct history *h, term t)
{
	forget_seen(h);
	push(h, t);
	while (h->stack.count) {
		term top = vec_pop(&h->stack);
		if (term_is_constant(h->program->bank, top) || table_has(&h->seen, top))
			continue;
		table_put(&h->seen, top, 1);
		collect_node(h, top);
	}
}

/* --- writes to maps --- */

/* Depends on history->pending from `edges` to `end`. */
static void add_write(struct history *h, struct index at, uint64_t count, size_t edges, size_t end)
{
	vec_push(&h->writes, (struct pending_write){ { { at.words[0], at.words[1] }, count, 0 }, edges, end });
}

static struct index behind(struct index i, uint64_t distance)
{
	i.words[0] += distance;
	return i;
}

static void collect_copied_cell(struct history *h, term copy, struct index from)
{
	collect_cell(h, term_arg(h->program->bank, copy, 2), from);
	/* What was found on the way: one of them starts the rest. */
	while (h->stack.count)
		history_collect(h, vec_pop(&h->stack));
}

/* A copy's cells depend on those that they were copied from: all of them on all, but where it is watched, each on its own. */
static void collect_copied(struct history *h, term copy, uint64_t count, size_t edges)
{
	enum { MOST_CELLS = 64, MOST_WATCHED = 1 << 16 };
	const struct bank *bank = h->program->bank;
	struct index to = index_of(h, term_arg(bank, copy, 1)), from = index_of(h, term_arg(bank, copy, 3));
	size_t end = h->pending.count;
	watch_wrapping(h, term_arg(bank, copy, 2), from, count);
	h->watch.lost |= count > MOST_WATCHED;
	for (uint64_t i = 0; i < count && i < (h->watch.on ? MOST_WATCHED : MOST_CELLS); i++) {
		size_t cell = h->pending.count;
		collect_copied_cell(h, copy, behind(from, i));
		if (h->watch.on && h->pending.count > cell)
			add_write(h, behind(to, i), 1, cell, h->pending.count);
	}
	if (count)
		add_write(h, to, count, edges, h->watch.on ? end : h->pending.count);
}

/* Of a STORE, FILL or COPY. Where it writes, how much, and where it copies from leads the execution; the value of a STORE or FILL, which
 * is the last argument, does not. */
static void collect_arguments(struct history *h, term t)
{
	const struct bank *bank = h->program->bank;
	bool copy = term_op(bank, t) == OP_COPY;
	uint32_t count = term_count(bank, t);
	for (uint32_t i = 1; i < count; i++) {
		size_t from = h->pending.count;
		if (!copy || i != 2)
			history_collect(h, term_arg(bank, t, i));
		if (copy || i + 1 < count)
			history_watch_led(h, from);
	}
}

void history_collect_writes(struct history *h, const struct variable *map, term t)
{
	const struct bank *bank = h->program->bank;
	size_t edges = h->pending.count;
	vec_clear(&h->writes);
	while (t != map->term) {
		enum op op = term_op(bank, t);
		if (op == OP_ITE) {
			size_t condition = h->pending.count;
			history_collect(h, term_arg(bank, t, 0));
			history_watch_led(h, condition);
			t = term_arg(bank, t, holds(h, term_arg(bank, t, 0)) ? 1 : 2);
			continue;
		}
		if (op != OP_STORE && op != OP_FILL && op != OP_COPY) {
			history_collect(h, t);
			add_write(h, (struct index){ { 0, 0 } }, 0, edges, h->pending.count);
			return;
		}
		struct index at = index_of(h, term_arg(bank, t, 1));
		uint64_t count = extent(h, t);
		watch_wrapping(h, t, at, count);
		collect_arguments(h, t);
		if (op == OP_COPY)
			collect_copied(h, t, count, edges);
		else if (count)
			add_write(h, at, count, edges, h->pending.count);
		edges = h->pending.count;
		t = term_arg(bank, t, 0);
	}
}
