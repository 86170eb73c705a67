#include "inputs.h"

#include <string.h>

#include "bv.h"
#include "inputs_data.h"
#include "lex.h"

struct inputs *inputs_new(void)
{
	struct inputs *in = memory_alloc(sizeof *in);
	in->arena = arena_new();
	in->strings = interner_new();
	return in;
}

void inputs_free(struct inputs *in)
{
	if (!in)
		return;
	for (size_t i = 0; i < in->queues.count; i++)
		vec_free(&in->queues.at[i].entries);
	vec_free(&in->queues);
	vec_free(&in->entries);
	table_free(&in->numbers);
	table_free(&in->ids);
	table_free(&in->names);
	interner_free(in->strings);
	arena_free(in->arena);
	memory_free(in);
}

/* --- queues --- */

/* One string for the two names: no other two give the same. */
static const char *key_of_name(struct inputs *in, const char *procedure, const char *name)
{
	struct output *out = output_memory();
	output_format(out, "%zu:%s%s", procedure ? strlen(procedure) + 1 : 0, procedure ? procedure : "", name);
	size_t length;
	const char *text = output_text(out, &length), *key = intern(in->strings, text, length);
	output_abandon(out);
	return key;
}

static uint64_t key_of_id(uint64_t id, uint64_t calls)
{
	return calls ? hash_mix(calls, id) : id;
}

static struct queue *queue_of(struct inputs *in, struct table *table, uint64_t key)
{
	uint64_t at = table_get(table, key, UINT64_MAX);
	return at == UINT64_MAX ? NULL : &in->queues.at[at];
}

static void enqueue(struct inputs *in, struct table *table, uint64_t key, uint32_t entry)
{
	struct queue *q = queue_of(in, table, key);
	if (!q) {
		table_put(table, key, in->queues.count);
		struct queue empty = { 0 };
		vec_push(&in->queues, empty);
		q = &vec_last(&in->queues);
	}
	vec_push(&q->entries, entry);
}

void inputs_append(struct inputs *in, struct entry e)
{
	uint32_t position = (uint32_t)in->entries.count;
	vec_push(&in->entries, e);
	if (!e.is_map && e.number.count == 1 && e.number.words[0] != UINT64_MAX)
		table_put(&in->numbers, e.number.words[0], 1);
	in->locals += e.procedure != NULL;
	if (e.name)
		enqueue(in, &in->names, (uintptr_t)key_of_name(in, e.procedure, e.name), position);
	else
		enqueue(in, &in->ids, key_of_id(e.id, e.calls), position);
}

/* The next entry of a queue, which is then used; NULL when there is none. */
static const struct entry *take(struct inputs *in, struct queue *q)
{
	return q && q->used < q->entries.count ? &in->entries.at[q->entries.at[q->used++]] : NULL;
}

void inputs_rewind(struct inputs *in)
{
	for (size_t i = 0; i < in->queues.count; i++)
		in->queues.at[i].used = 0;
}

uint64_t inputs_unused(const struct inputs *in)
{
	uint64_t n = 0;
	for (size_t i = 0; i < in->queues.count; i++)
		n += in->queues.at[i].entries.count - in->queues.at[i].used;
	return n;
}

/* --- numbers --- */

struct number inputs_number(struct inputs *in, const uint64_t *words, uint32_t count)
{
	while (count && !words[count - 1])
		count--;
	struct number n = { arena_alloc(in->arena, count * sizeof *words), count, false };
	memcpy(n.words, words, count * sizeof *words);
	return n;
}

static uint32_t number_bits(const struct number *n)
{
	return n->count ? 64 * n->count - (uint32_t)__builtin_clzll(n->words[n->count - 1]) : 0;
}

static bool is_power_of_two(const struct number *n)
{
	for (uint32_t i = 0; i + 1 < n->count; i++) {
		if (n->words[i])
			return false;
	}
	return n->count && !(n->words[n->count - 1] & (n->words[n->count - 1] - 1));
}

/* The number in `width` bits: 0 to 2^w - 1, or down to -2^(w-1) in two's complement. */
static bool number_fits(const struct number *n, uint32_t width)
{
	uint32_t bits = number_bits(n);
	return n->negative ? bits < width || (bits == width && is_power_of_two(n)) : bits <= width;
}

static void number_to_words(const struct number *n, uint32_t width, uint64_t *words)
{
	memset(words, 0, bv_words(width) * sizeof *words);
	if (n->count)
		memcpy(words, n->words, n->count * sizeof *words);
	if (n->negative)
		bv_neg(words, words, width);
}

static bool number_value(const struct number *n, uint32_t width, struct value *out)
{
	if (!number_fits(n, width))
		return false;
	*out = value_word(width, 0);
	number_to_words(n, width, out->kind == VALUE_WIDE ? out->words : &out->word);
	return true;
}

/* --- values for variables --- */

static bool map_value(const struct entry *e, uint32_t index_width, uint32_t value_width, struct value *out)
{
	struct value fallback, cell, index;
	if (!number_value(&e->number, value_width, &fallback))
		return false;
	*out = map_constant(index_width, value_width, &fallback);
	value_release(&fallback);
	for (uint32_t i = 0; i < e->cell_count; i++) {
		if (!number_value(&e->cells[i].index, index_width, &index))
			return false;
		bool fits = number_value(&e->cells[i].value, value_width, &cell);
		if (fits) {
			map_write(out, value_bits(&index), &cell);
			value_release(&cell);
		}
		value_release(&index);
		if (!fits)
			return false;
	}
	return true;
}

/* False, and nothing in *out, when the entry does not fit the sort. */
static bool entry_value(const struct bank *bank, const struct entry *e, sort s, struct value *out)
{
	bool is_map = sort_kind(bank, s) == SORT_MAP;
	if (is_map != e->is_map)
		return false;
	if (!is_map)
		return number_value(&e->number, sort_width(bank, s), out);
	if (map_value(e, sort_width(bank, sort_index(bank, s)), sort_width(bank, sort_value(bank, s)), out))
		return true;
	value_release(out);
	return false;
}

static struct value zero_of(const struct bank *bank, sort s)
{
	if (sort_kind(bank, s) != SORT_MAP)
		return value_word(sort_width(bank, s), 0);
	uint32_t width = sort_width(bank, sort_value(bank, s));
	struct value zero = value_word(width, 0),
		     map = map_constant(sort_width(bank, sort_index(bank, s)), width, &zero);
	value_release(&zero);
	return map;
}

/* --- hooks --- */

static const struct entry *take_id(struct inputs *in, const struct run *run, const struct attribute *attributes)
{
	uint64_t id = attribute_get_number(attributes, ATTRIBUTE_ID, 0);
	return take(in, queue_of(in, &in->ids, key_of_id(id, run_calls(run))));
}

static bool give_havoc(void *context, const struct run *run, const struct procedure *procedure,
		       const struct statement *s, struct value *out)
{
	struct inputs *in = context;
	const struct bank *bank = procedure->program->bank;
	const struct entry *e = take_id(in, run, s->attributes);
	if (e)
		return entry_value(bank, e, s->target->sort, out);
	if (!in->strict)
		*out = zero_of(bank, s->target->sort);
	return !in->strict;
}

static bool give_fresh(void *context, const struct run *run, const struct procedure *procedure,
		       const struct statement *s, struct value *out)
{
	struct inputs *in = context;
	const struct bank *bank = procedure->program->bank;
	uint32_t width = sort_width(bank, s->target->sort);
	const struct entry *e = take_id(in, run, s->attributes);
	if (e)
		return entry_value(bank, e, s->target->sort, out);
	if (in->strict || !run_next_fresh(run, width, out))
		return false;
	/* A later input may be this very number. */
	uint64_t next = value_bits(out)[0], last = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
	while (next < last && table_has(&in->numbers, next))
		next++;
	if (next != value_bits(out)[0] && (next < UINT64_MAX && !table_has(&in->numbers, next))) {
		value_release(out);
		*out = value_word(width, next);
	}
	return true;
}

static uint32_t give_choice(void *context, const struct run *run, const struct procedure *procedure,
			    const struct block *b)
{
	(void)procedure;
	struct inputs *in = context;
	const struct entry *e = take_id(in, run, b->terminator.attributes);
	if (!e)
		return in->strict ? UINT32_MAX : 0;
	if (e->is_map || !number_fits(&e->number, 31) || e->number.negative)
		return UINT32_MAX;
	return e->number.count ? (uint32_t)e->number.words[0] : 0;
}

/* A value that does not fit is no value (VALUE_NONE), which the interpreter refuses. */
static bool give_initial(void *context, const struct run *run, const struct procedure *procedure,
			 const struct variable *v, struct value *out)
{
	(void)run;
	struct inputs *in = context;
	if (!(procedure ? in->locals : in->names.count))
		return false;
	const char *key = key_of_name(in, procedure ? procedure->name : NULL, v->name);
	const struct entry *e = take(in, queue_of(in, &in->names, (uintptr_t)key));
	const struct bank *bank = run_program(run)->bank;
	if (e && !entry_value(bank, e, v->sort, out))
		out->kind = VALUE_NONE;
	return e != NULL;
}

void inputs_hook(struct inputs *in, bool strict, struct run_hooks *hooks)
{
	in->strict = strict;
	inputs_rewind(in);
	hooks->context = in;
	hooks->havoc = give_havoc;
	hooks->fresh = give_fresh;
	hooks->choice = give_choice;
	hooks->initial = give_initial;
}

/* --- adding --- */

struct adding {
	struct inputs *in;
	struct entry *entry;
	uint32_t index_words, value_words, capacity;
};

static void add_cell(void *context, const uint64_t *index, const uint64_t *words)
{
	struct adding *a = context;
	struct entry *e = a->entry;
	if (e->cell_count == a->capacity) {
		struct cell *more = arena_alloc(a->in->arena, (a->capacity = 2 * a->capacity + 8) * sizeof *more);
		if (e->cell_count)
			memcpy(more, e->cells, e->cell_count * sizeof *more);
		e->cells = more;
	}
	e->cells[e->cell_count++] = (struct cell){ inputs_number(a->in, index, a->index_words),
						   inputs_number(a->in, words, a->value_words) };
}

static struct entry entry_of(struct inputs *in, const struct value *value)
{
	struct entry e = { .is_map = value->kind == VALUE_MAP };
	if (!e.is_map) {
		e.number = inputs_number(in, value_bits(value), bv_words(value->width));
		return e;
	}
	struct adding a = { in, &e, bv_words(map_index_width(value->map)), bv_words(map_value_width(value->map)), 0 };
	const uint64_t *fallback = map_default(value->map);
	if (fallback)
		e.number = inputs_number(in, fallback, a.value_words);
	map_visit(value->map, add_cell, &a);
	return e;
}

void inputs_add(struct inputs *in, uint64_t id, uint64_t calls, const struct value *value)
{
	struct entry e = entry_of(in, value);
	e.id = id;
	e.calls = calls;
	inputs_append(in, e);
}

void inputs_add_initial(struct inputs *in, const char *procedure, const char *name, const struct value *value)
{
	struct entry e = entry_of(in, value);
	e.procedure = procedure ? intern_string(in->strings, procedure) : NULL;
	e.name = intern_string(in->strings, name);
	inputs_append(in, e);
}

/* --- writing --- */

static bool is_plain(const char *name)
{
	if (!lex_starts_name((unsigned char)*name))
		return false;
	for (const char *c = name; *c; c++) {
		if (!lex_in_name((unsigned char)*c))
			return false;
	}
	return !lex_is_reserved(name, strlen(name));
}

/* As in IR: quoted where need be. */
static void write_name(struct output *out, const char *name)
{
	if (is_plain(name)) {
		output_string(out, name);
		return;
	}
	output_string(out, "|");
	for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
		if (*c == '|' || *c == '\\')
			output_format(out, "\\%c", *c);
		else if (*c < 32 || *c == 127)
			output_format(out, "\\x%02x", *c);
		else
			output_write(out, (const char *)c, 1);
	}
	output_string(out, "|");
}

static void write_number(struct output *out, const struct number *n)
{
	static const uint64_t zero;
	uint32_t width = 64 * (n->count ? n->count : 1);
	char *text = memory_alloc(width / 3 + 2);
	bv_print(text, n->count ? n->words : &zero, width);
	if (n->negative)
		output_string(out, "-");
	output_string(out, text);
	memory_free(text);
}

static void write_map(struct output *out, const struct entry *e)
{
	output_string(out, "{ ");
	for (uint32_t i = 0; i < e->cell_count; i++) {
		write_number(out, &e->cells[i].index);
		output_string(out, ": ");
		write_number(out, &e->cells[i].value);
		output_string(out, ", ");
	}
	output_string(out, "else: ");
	write_number(out, &e->number);
	output_string(out, " }");
}

void inputs_write(const struct inputs *in, struct output *out)
{
	for (size_t i = 0; i < in->entries.count; i++) {
		const struct entry *e = &in->entries.at[i];
		output_string(out, e->name ? "initial " : "id ");
		if (e->procedure) {
			write_name(out, e->procedure);
			output_string(out, " ");
		}
		if (e->name)
			write_name(out, e->name);
		else
			output_format(out, "%llu", (unsigned long long)e->id);
		output_string(out, " = ");
		if (e->is_map)
			write_map(out, e);
		else
			write_number(out, &e->number);
		output_string(out, "\n");
	}
}
