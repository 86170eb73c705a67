/* A round of a loop, written down while it is executed. */
#include "bv.h"
#include "leap.h"

enum { MOST_INSTRUCTIONS = 2000 };

static uint64_t place(const struct machine *m, operand o)
{
	uint64_t area = o >> AREA_SHIFT, position = o & AREA_MASK;
	return area << LEAP_SHIFT | (position + (area == AREA_FRAME ? m->frame->base : 0));
}

static const uint64_t *words_at(const struct machine *m, uint64_t place)
{
	uint64_t position = place & ((UINT64_C(1) << LEAP_SHIFT) - 1);
	enum area area = (enum area)(place >> LEAP_SHIFT);
	return (area == AREA_FRAME ? m->run->words : m->area[area]) + position;
}

static void keep_values(const struct machine *m, struct leap_round *round, struct leap_words *w)
{
	w->values = round->values.count;
	for (uint32_t i = 0; i < w->count; i++)
		vec_push(&round->values, words_at(m, w->first)[i]);
}

static struct leap_entry *add_entry(struct leap_round *round, enum leap_kind kind)
{
	vec_push(&round->entries, (struct leap_entry){ .kind = kind });
	return &vec_last(&round->entries);
}

static void add_source(const struct machine *m, struct leap_round *round, operand o, uint32_t words)
{
	struct leap_entry *e = &vec_last(&round->entries);
	struct leap_words *w = &e->sources[e->source_count++];
	*w = (struct leap_words){ .first = place(m, o), .count = words };
	keep_values(m, round, w);
}

static void set_target(const struct machine *m, struct leap_round *round, operand o, uint32_t words)
{
	vec_last(&round->entries).target = (struct leap_words){ .first = place(m, o), .count = words };
}

/* --- instructions --- */

static uint32_t operand_count(enum code_op op)
{
	switch (op) {
	case CODE_MOVE:
	case CODE_NOT:
	case CODE_NEG:
	case CODE_EXTRACT:
	case CODE_SEXT:
		return 1;
	case CODE_ITE:
		return 3;
	default:
		return 2;
	}
}

static void note_operator(const struct machine *m, struct leap_round *round)
{
	const struct instruction *i = m->i;
	const operand operands[] = { i->a, i->b, i->c };
	struct leap_entry *e = add_entry(round, LEAP_OPERATOR);
	e->op = (enum code_op)i->op;
	e->width = 64u - i->shift;
	e->imm = i->imm;
	for (uint32_t k = 0; k < operand_count(e->op); k++)
		add_source(m, round, operands[k], 1);
	set_target(m, round, i->dst, 1);
}

/* Words of the operands a, b and c, and of the result. */
struct sizes {
	uint32_t of[LEAP_SOURCES], target;
};

static struct sizes sizes_of(const struct machine *m)
{
	const struct instruction *i = m->i;
	uint32_t words = bv_words(i->width), high = (uint32_t)(i->imm >> 32), low = (uint32_t)i->imm;
	switch ((enum code_op)i->op) {
	case CODE_WIDE_MOVE:
	case CODE_WIDE_UNARY:
		return (struct sizes){ { words }, words };
	case CODE_WIDE_BINARY:
		return (struct sizes){ { words, words }, words };
	case CODE_WIDE_COMPARE:
		return (struct sizes){ { words, words }, 1 };
	case CODE_WIDE_ITE:
		return (struct sizes){ { 1, words, words }, words };
	case CODE_CONCAT_PAIR:
		return (struct sizes){ { 1, 1 }, 2 };
	case CODE_WIDE_CONCAT:
		return (struct sizes){ { bv_words(high), bv_words(low) }, bv_words(high + low) };
	case CODE_WIDE_EXTRACT:
		return (struct sizes){ { bv_words(high + 1) }, bv_words(high - low + 1) };
	case CODE_WIDE_EXTEND:
		return (struct sizes){ { bv_words((uint32_t)(i->imm >> 1)) }, words };
	default:
		return (struct sizes){ { 0 }, 0 };
	}
}

static void note_other(const struct machine *m, struct leap_round *round, struct sizes sizes)
{
	const operand operands[] = { m->i->a, m->i->b, m->i->c };
	add_entry(round, LEAP_OTHER);
	for (int k = 0; k < LEAP_SOURCES; k++)
		if (sizes.of[k])
			add_source(m, round, operands[k], sizes.of[k]);
	set_target(m, round, m->i->dst, sizes.target);
}

/* No round writes to maps: what is read depends on the index alone. */
static void note_select(const struct machine *m, struct leap_round *round)
{
	const struct map_value *map = map_in(at(m, m->i->a));
	uint32_t words = map ? bv_words(map_index_width(map)) : 0;
	note_other(m, round, (struct sizes){ { 1, words }, m->i->width });
}

static void note_guard(const struct machine *m, struct leap_round *round)
{
	add_entry(round, LEAP_GUARD);
	add_source(m, round, m->i->a, 1);
}

/* Not a call or return. False: it is nothing for us. */
static bool note_instruction(const struct machine *m, struct leap_round *round)
{
	enum code_op op = (enum code_op)m->i->op;
	if (op <= CODE_SEXT) {
		note_operator(m, round);
		return true;
	}
	if (op < CODE_SELECT) {
		note_other(m, round, sizes_of(m));
		return true;
	}
	switch (op) {
	case CODE_SELECT:
		note_select(m, round);
		return true;
	case CODE_JUMP_IF_NOT:
	case CODE_BRANCH:
	case CODE_ASSUME:
	case CODE_ASSERT:
		note_guard(m, round);
		return true;
	case CODE_JUMP:
	case CODE_GOTO:
	case CODE_END:
		return true;
	default:
		return false;
	}
}

/* --- calls --- */

/* What a call passes, or what a return gives back: one word each. */
struct passed VEC_BODY(struct leap_words);

static bool pass(const struct machine *m, struct leap_round *round, struct passed *list, operand o,
		 const struct slot *slot)
{
	for (uint32_t i = 0; i < slot->words; i++) {
		struct leap_words w = { .first = place(m, o) + i, .count = 1 };
		keep_values(m, round, &w);
		vec_push(list, w);
	}
	return !slot->is_map;
}

static void moved(struct leap_round *round, const struct leap_words *from, uint64_t to)
{
	struct leap_entry *e = add_entry(round, LEAP_OPERATOR);
	*e = (struct leap_entry){ .kind = LEAP_OPERATOR,
				  .op = CODE_MOVE,
				  .width = 64,
				  .source_count = 1,
				  .sources = { *from },
				  .target = { .first = to, .count = 1, .values = from->values } };
}

static const struct slot *slots_of(const struct machine *m, const struct statement *call)
{
	return m->run->codes[call->callee->index] ? m->run->codes[call->callee->index]->slots : NULL;
}

/* Executes the call. *noted: it was written down. False: the run has ended. */
static bool record_call(struct machine *m, struct leap_round *round, bool *noted)
{
	const struct statement *s = m->frame->code->origins.at[m->i->origin].statement;
	const operand *operands = m->frame->code->operands.at + m->i->imm;
	const struct slot *slots = slots_of(m, s);
	struct passed passed = { 0 };
	*noted = slots && !m->i->a;
	for (uint32_t i = 0; *noted && i < s->argument_count; i++)
		*noted = pass(m, round, &passed, operands[i], &slots[i]);
	bool goes_on = run_step(m);
	if (goes_on && *noted) {
		uint64_t base = (uint64_t)AREA_FRAME << LEAP_SHIFT | m->frame->base;
		add_entry(round, LEAP_FORGET)->target =
			(struct leap_words){ .first = base, .count = m->frame->code->frame_words };
		for (size_t i = 0; i < passed.count; i++)
			moved(round, &passed.at[i], base + i);
	}
	vec_free(&passed);
	return goes_on;
}

/* Where the results go: as record_call, behind it. */
static void record_results(const struct machine *m, struct leap_round *round, const struct passed *passed)
{
	const struct code *code = m->frame->code;
	const struct instruction *call = &code->at.at[m->frame->next - 1];
	const struct statement *s = code->origins.at[call->origin].statement;
	const operand *outs = code->operands.at + call->imm + s->argument_count;
	const struct slot *slots = slots_of(m, s);
	size_t next = 0;
	for (uint32_t j = 0; j < s->out_count; j++)
		for (uint32_t i = 0; i < slots[s->callee->in_count + j].words; i++)
			moved(round, &passed->at[next++], place(m, outs[j]) + i);
}

static bool record_return(struct machine *m, struct leap_round *round, bool *noted)
{
	const struct code *code = m->frame->code;
	const struct procedure *p = code->procedure;
	struct passed passed = { 0 };
	*noted = true;
	for (uint32_t j = p->in_count; *noted && j < p->in_count + p->out_count; j++)
		*noted = pass(m, round, &passed, (uint32_t)AREA_FRAME << AREA_SHIFT | code->slots[j].at,
			      &code->slots[j]);
	bool goes_on = run_step(m);
	if (goes_on && *noted)
		record_results(m, round, &passed);
	vec_free(&passed);
	return goes_on;
}

/* --- the round --- */

static bool record_step(struct machine *m, struct leap_round *round, bool *noted)
{
	if (m->i->op == CODE_CALL)
		return record_call(m, round, noted);
	if (m->i->op == CODE_RETURN)
		return record_return(m, round, noted);
	size_t before = round->entries.count;
	*noted = note_instruction(m, round);
	bool goes_on = run_step(m);
	if (goes_on && round->entries.count > before && vec_last(&round->entries).target.count)
		keep_values(m, round, &vec_last(&round->entries).target);
	return goes_on;
}

/* What no instruction shows: what else was asked of hooks and of the seed. */
struct asked {
	uint64_t random, serials, initials;
};

static struct asked asked_by(const struct run *run)
{
	return (struct asked){ run->random, run->serials, run->initials };
}

static bool asked_nothing(const struct run *run, struct asked since)
{
	return run->random == since.random && run->serials == since.serials && run->initials == since.initials;
}

static uint32_t parameter_words(const struct code *code)
{
	uint32_t words = 0;
	for (uint32_t i = 0; i < code->procedure->in_count; i++)
		words += code->slots[i].words;
	return words;
}

bool leap_record(struct machine *m, bool calls, struct leap_round *round, bool *whole)
{
	const struct instruction *head = m->i, *last = NULL;
	const struct code *code = m->frame->code;
	size_t depth = m->run->frames.count, base = m->frame->base;
	struct asked before = asked_by(m->run);
	bool noted = true, again = false;
	round->first = (uint64_t)AREA_FRAME << LEAP_SHIFT | base;
	round->end = round->first + (calls ? parameter_words(code) : code->frame_words);
	for (uint32_t n = 0; noted && !again && n < MOST_INSTRUCTIONS && m->run->frames.count >= depth; n++) {
		bool from_loop = m->run->frames.count == depth;
		last = m->i;
		if (!record_step(m, round, &noted))
			return false;
		again = m->i == head && (calls ? from_loop && last->op == CODE_CALL && m->frame->code == code &&
							 leap_is_last(code, last)
					       : m->run->frames.count == depth);
	}
	round->moved = m->frame->base - base;
	*whole = noted && again && asked_nothing(m->run, before);
	return true;
}

void leap_round_free(struct leap_round *round)
{
	vec_free(&round->entries);
	vec_free(&round->values);
}
