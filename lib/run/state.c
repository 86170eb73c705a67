/* The interpreter's state: variables, frames, and the values that hooks and the seed give. */
#include <string.h>

#include "bv.h"
#include "run_code.h"

/* --- maps in words --- */

static struct map_value *map_in(const uint64_t *word)
{
	return (struct map_value *)(uintptr_t)*word;
}

struct map_value *run_map_zero(const struct program *program, sort s)
{
	uint32_t width = sort_width(program->bank, sort_value(program->bank, s));
	struct value zero = value_word(width, 0);
	struct value map = map_constant(sort_width(program->bank, sort_index(program->bank, s)), width, &zero);
	value_release(&zero);
	return map.map;
}

void run_map_set(uint64_t *word, struct map_value *map)
{
	struct value old = { .kind = VALUE_MAP, .map = map_in(word) };
	*word = (uintptr_t)map;
	if (old.map)
		value_release(&old);
}

struct map_value *run_map_share(const uint64_t *word)
{
	struct value v = { .kind = VALUE_MAP, .map = map_in(word) };
	return v.map ? value_copy(&v).map : NULL;
}

/* --- unknown values --- */

static uint64_t splitmix(uint64_t *state)
{
	uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

uint64_t run_random(struct run *run)
{
	return splitmix(&run->random);
}

/* Uniformly random words seldom meet a program's comparisons: half of the values are small or have
 * one bit set. */
static void random_words(uint64_t *state, uint32_t width, uint64_t *to)
{
	uint32_t n = bv_words(width);
	uint64_t kind = splitmix(state);
	for (uint32_t i = 0; i < n; i++)
		to[i] = kind & 1 ? splitmix(state) : 0;
	if ((kind & 3) == 0)
		to[0] = splitmix(state) % 16;
	else if ((kind & 3) == 2)
		to[kind / 4 % width / 64] = UINT64_C(1) << (kind / 4 % width % 64);
	bv_normalize(to, width);
}

/* A cell is a function of the seed, the map and the index, whatever was read before. */
static struct value random_cell(const struct unknown_map *u, const uint64_t *index)
{
	uint64_t state = hash_mix(u->run->options.seed, u->serial + 1);
	for (uint32_t i = 0; i < u->index_words; i++)
		state = hash_mix(state, index[i]);
	struct value v = value_word(u->value_width, 0);
	random_words(&state, u->value_width, v.kind == VALUE_WIDE ? v.words : &v.word);
	return v;
}

static struct value unknown_cell(void *context, const uint64_t *index)
{
	const struct unknown_map *u = context;
	const struct run_hooks *hooks = &u->run->options.hooks;
	struct value v = { 0 };
	if (u->variable && hooks->initial_cell && hooks->initial_cell(hooks->context, u->run, u->variable, index, &v) &&
	    (v.kind == VALUE_WORD || v.kind == VALUE_WIDE) && v.width == u->value_width)
		return v;
	value_release(&v);
	uint64_t word;
	if (u->variable && layout_cell(&u->run->layout, u->variable, index[0], &word))
		return value_word(u->value_width, word);
	return u->run->options.random ? random_cell(u, index) : value_word(u->value_width, 0);
}

/* A map whose cells are asked for; `variable` NULL: its cells come from the seed only. */
static struct map_value *unknown_map(struct run *run, sort s, const struct variable *variable)
{
	const struct bank *bank = run->program->bank;
	uint32_t index_width = sort_width(bank, sort_index(bank, s));
	struct unknown_map *u = arena_alloc(run->execution, sizeof *u);
	u->run = run;
	u->variable = variable;
	u->serial = run->serials++;
	u->value_width = sort_width(bank, sort_value(bank, s));
	u->index_words = bv_words(index_width);
	return map_unknown(index_width, u->value_width, unknown_cell, u).map;
}

/* Moves a hook's value into a variable's words; false if it has another sort. */
static bool take_value(const struct run *run, struct value *v, sort s, uint64_t *to)
{
	const struct bank *bank = run->program->bank;
	bool fits;
	if (sort_kind(bank, s) == SORT_MAP) {
		fits = v->kind == VALUE_MAP && map_index_width(v->map) == sort_width(bank, sort_index(bank, s)) &&
		       map_value_width(v->map) == sort_width(bank, sort_value(bank, s));
		if (fits) {
			run_map_set(to, v->map);
			return true;
		}
	} else {
		fits = (v->kind == VALUE_WORD || v->kind == VALUE_WIDE) && v->width == sort_width(bank, s);
		if (fits)
			memcpy(to, value_bits(v), bv_words(v->width) * sizeof *to);
	}
	value_release(v);
	return fits;
}

/* A value where no hook gives one. */
static void take_default(struct run *run, sort s, const struct variable *initial, uint64_t *to)
{
	const struct bank *bank = run->program->bank;
	bool asks = run->options.random ||
		    (initial && (run->options.hooks.initial_cell || layout_has(&run->layout, initial)));
	if (sort_kind(bank, s) == SORT_MAP)
		run_map_set(to, asks ? unknown_map(run, s, initial) : NULL);
	else if (run->options.random)
		random_words(&run->random, sort_width(bank, s), to);
	else
		memset(to, 0, bv_words(sort_width(bank, s)) * sizeof *to);
}

/* What the host says to {host "function" ...}. Without one there is at least an answer to "present". */
static enum run_answer ask_host(struct run *run, const struct statement *s, uint64_t *to)
{
	const struct attribute *host = attribute_find(s->attributes, ATTRIBUTE_HOST);
	const struct run_hooks *hooks = &run->options.hooks;
	if (!host || sort_kind(run->program->bank, s->target->sort) == SORT_MAP)
		return RUN_UNANSWERED;
	uint32_t width = sort_width(run->program->bank, s->target->sort);
	memset(to, 0, bv_words(width) * sizeof *to);
	if (!hooks->host)
		return strcmp(host->values[0].string, "present") ? RUN_UNANSWERED : RUN_ANSWERED;
	enum run_answer answer = hooks->host(hooks->host_context, host, to, width);
	if (answer == RUN_ANSWERED)
		bv_normalize(to, width);
	return answer;
}

static enum run_end take_input(struct run *run, const struct procedure *procedure, const struct statement *s,
			       uint64_t *to)
{
	const struct run_hooks *hooks = &run->options.hooks;
	struct value v = { 0 };
	if (!hooks->havoc) {
		take_default(run, s->target->sort, NULL, to);
		return RUN_RETURNED;
	}
	if (hooks->havoc(hooks->context, run, procedure, s, &v))
		return take_value(run, &v, s->target->sort, to) ? RUN_RETURNED : RUN_REPLAY;
	value_release(&v);
	return RUN_REPLAY;
}

enum run_end run_havoc(struct run *run, const struct procedure *procedure, const struct statement *s, uint64_t *to)
{
	switch (ask_host(run, s, to)) {
	case RUN_ANSWERED:
		return RUN_RETURNED;
	case RUN_REFUSED:
		return RUN_STOPPED;
	case RUN_UNANSWERED:
		break;
	}
	return take_input(run, procedure, s, to);
}

bool run_initialize(struct run *run, const struct procedure *procedure, const struct variable *variable, uint64_t *to)
{
	const struct run_hooks *hooks = &run->options.hooks;
	struct value v = { 0 };
	if (hooks->initial && hooks->initial(hooks->context, run, procedure, variable, &v)) {
		run->initials++;
		return take_value(run, &v, variable->sort, to);
	}
	value_release(&v);
	take_default(run, variable->sort, variable, to);
	return true;
}

/* --- fresh identities --- */

static struct value fresh_value(uint32_t width, unsigned __int128 number)
{
	struct value v = value_word(width, (uint64_t)number);
	if (v.kind == VALUE_WIDE)
		v.words[1] = (uint64_t)(number >> 64);
	return v;
}

static bool same_number(const struct value *a, const struct value *b)
{
	uint32_t n = bv_words(a->width), m = bv_words(b->width);
	for (uint32_t i = 0; i < n || i < m; i++)
		if ((i < n ? value_bits(a)[i] : 0) != (i < m ? value_bits(b)[i] : 0))
			return false;
	return true;
}

/* Less than UINT64_MAX, which is no key of tables? */
static bool is_small(const struct value *v)
{
	const uint64_t *words = value_bits(v);
	for (uint32_t i = 1; i < bv_words(v->width); i++)
		if (words[i])
			return false;
	return words[0] != UINT64_MAX;
}

static bool is_given(const struct run *run, const struct value *v)
{
	if (is_small(v))
		return table_has(&run->given, value_bits(v)[0]);
	for (size_t i = 0; i < run->given_large.count; i++)
		if (same_number(v, &run->given_large.at[i]))
			return true;
	return false;
}

void run_forget_fresh(struct run *run)
{
	table_clear(&run->given);
	while (run->given_large.count)
		value_release(&vec_pop(&run->given_large));
}

static bool fits(unsigned __int128 number, uint32_t width)
{
	return width >= 128 || !(number >> width);
}

/* The smallest number from `from` on that was not given. */
static bool find_fresh(const struct run *run, uint32_t width, unsigned __int128 from, struct value *next)
{
	for (; fits(from, width); from++) {
		*next = fresh_value(width, from);
		if (!is_given(run, next))
			return true;
		value_release(next);
	}
	return false;
}

bool run_next_fresh(const struct run *run, uint32_t width, struct value *next)
{
	/* Only a hook leaves gaps. */
	return find_fresh(run, width, run->next_fresh, next) ||
	       (run->options.hooks.fresh && find_fresh(run, width, run->first_fresh, next));
}

/* What a hook gives must be new; the default, one more than the largest so far, always is. */
static bool take_fresh(struct run *run, const struct value *v)
{
	if ((is_small(v) && value_bits(v)[0] < run->first_fresh) || is_given(run, v))
		return false;
	if (is_small(v))
		table_put(&run->given, value_bits(v)[0], 1);
	else
		vec_push(&run->given_large, value_copy(v));
	return true;
}

/* Defaults go on after the largest that was given, as long as that is not huge. */
static void note_largest(struct run *run, const struct value *v)
{
	unsigned __int128 number = value_bits(v)[0];
	for (uint32_t i = 1; i < bv_words(v->width); i++)
		if (value_bits(v)[i])
			return;
	if (number >= run->next_fresh)
		run->next_fresh = number + 1;
}

enum run_end run_fresh(struct run *run, const struct procedure *procedure, const struct statement *s, uint64_t *to)
{
	const struct run_hooks *hooks = &run->options.hooks;
	uint32_t width = sort_width(run->program->bank, s->target->sort);
	struct value v = { 0 };
	if (!run_next_fresh(run, width, &v))
		return RUN_BLOCKED;
	if (hooks->fresh) {
		value_release(&v);
		v = (struct value){ 0 };
		if (!hooks->fresh(hooks->context, run, procedure, s, &v) || v.kind == VALUE_MAP ||
		    v.kind == VALUE_NONE || v.width != width || !take_fresh(run, &v)) {
			value_release(&v);
			return RUN_REPLAY;
		}
	}
	note_largest(run, &v);
	return take_value(run, &v, s->target->sort, to) ? RUN_RETURNED : RUN_REPLAY;
}

/* --- frames --- */

uint32_t run_assign_slots(struct run *run, struct variable *const *variables, uint32_t count, struct slot *slots)
{
	const struct bank *bank = run->program->bank;
	uint64_t words = 0;
	for (uint32_t i = 0; i < count; i++) {
		slots[i].is_map = sort_kind(bank, variables[i]->sort) == SORT_MAP;
		slots[i].at = (uint32_t)words;
		slots[i].words = slots[i].is_map ? 1 : bv_words(sort_width(bank, variables[i]->sort));
		words += slots[i].words;
		if (words > AREA_MASK) {
			run->too_large = true;
			words = 0;
		}
	}
	return (uint32_t)words;
}

/* Compilation may have grown the areas of temporaries. */
static void grow_temporaries(struct run *run)
{
	if (run->temporary_words > run->temporary_capacity) {
		run->temporaries = memory_resize(run->temporaries, run->temporary_words * sizeof *run->temporaries);
		run->temporary_capacity = run->temporary_words;
	}
	if (run->map_count > run->map_capacity) {
		run->maps = memory_resize(run->maps, run->map_count * sizeof *run->maps);
		memset(run->maps + run->map_capacity, 0, (run->map_count - run->map_capacity) * sizeof *run->maps);
		run->map_capacity = run->map_count;
	}
}

static struct code *code_of(struct run *run, const struct procedure *procedure)
{
	struct code **code = &run->codes[procedure->index];
	if (!*code) {
		*code = run_compile(run, procedure);
		grow_temporaries(run);
	}
	return *code;
}

enum run_limit run_enter(struct run *run, const struct procedure *procedure)
{
	struct code *code = code_of(run, procedure);
	if (run->frames.count >= run->options.max_depth)
		return RUN_LIMIT_DEPTH;
	size_t base = run->word_count, need = base + code->frame_words;
	if (run->too_large ||
	    need * sizeof(uint64_t) + run->frames.count * sizeof(struct frame) > run->options.max_bytes)
		return RUN_LIMIT_BYTES;
	if (need >= run->word_capacity) {
		run->word_capacity = need + need / 2 + 1024;
		run->words = memory_resize(run->words, run->word_capacity * sizeof *run->words);
	}
	memset(run->words + base, 0, code->frame_words * sizeof *run->words);
	run->word_count = need;
	struct frame f = { .code = code, .base = base };
	vec_push(&run->frames, f);
	if (run->frames.count > run->result.depth)
		run->result.depth = run->frames.count;
	return RUN_LIMIT_NONE;
}

void run_leave(struct run *run)
{
	struct frame f = vec_pop(&run->frames);
	for (uint32_t i = 0; f.code->has_maps && i < f.code->procedure->variable_count; i++) {
		if (f.code->slots[i].is_map)
			run_map_set(run->words + f.base + f.code->slots[i].at, NULL);
	}
	run->word_count = f.base;
}

bool run_initialize_frame(struct run *run)
{
	const struct frame *f = &vec_last(&run->frames);
	const struct procedure *p = f->code->procedure;
	for (uint32_t i = p->in_count; run->initializes && i < p->variable_count; i++) {
		if (run_initialize(run, p, p->variables[i], run->words + f->base + f->code->slots[i].at))
			continue;
		run->result.end = RUN_REPLAY;
		run->result.procedure = p;
		run->result.block = p->blocks[0];
		run->result.statement = NULL;
		return false;
	}
	return true;
}
