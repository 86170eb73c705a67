#include "leap.h"

enum { HOT = 64, WORTH = 32, COOL = 4, NEVER = 1 << 30, SOON = 1 << 24 };

uint64_t *leap_word(const struct machine *m, const struct leap_round *round, uint64_t word)
{
	uint64_t position = word & ((UINT64_C(1) << LEAP_SHIFT) - 1);
	bool global = word >> LEAP_SHIFT == AREA_GLOBAL;
	return global ? m->run->globals + position : m->run->words + position + round->moved;
}

bool leap_is_last(const struct code *code, const struct instruction *call)
{
	const struct statement *s = code->origins.at[call->origin].statement;
	const operand *outs = code->operands.at + call->imm + s->argument_count;
	bool last = call[1].op == CODE_END && call[2].op == CODE_RETURN && !call->extra;
	for (uint32_t i = 0; last && i < s->out_count; i++)
		last = outs[i] == ((uint32_t)AREA_FRAME << AREA_SHIFT | code->slots[code->procedure->in_count + i].at);
	return last && s->out_count == code->procedure->out_count;
}

static void set_words(struct machine *m, const struct leap_round *round, const struct leap_values *values,
		      uint64_t rounds)
{
	for (size_t i = 0; i < values->count; i++)
		*leap_word(m, round, values->at[i].word) = form_value(&values->at[i].form, rounds);
}

static void tell(const struct machine *m, uint64_t rounds)
{
	const struct run_hooks *hooks = &m->run->options.hooks;
	const struct code *code = m->frame->code;
	if (hooks->leap)
		hooks->leap(hooks->context, m->run, code->procedure, code->origins.at[m->i->origin].block, rounds);
}

static const struct variable *variable_of(const struct machine *m, const struct leap_round *round, uint64_t word)
{
	bool global = word >> LEAP_SHIFT == AREA_GLOBAL;
	const struct program *p = m->run->program;
	const struct procedure *proc = m->frame->code->procedure;
	const struct slot *slots = global ? m->run->global_slots : m->frame->code->slots;
	struct variable *const *variables = global ? p->globals : proc->variables;
	uint64_t at = global ? word & ((UINT64_C(1) << LEAP_SHIFT) - 1) : word - round->first;
	for (uint32_t i = 0; i < (global ? p->global_count : proc->variable_count); i++)
		if (slots[i].at == at)
			return variables[i];
	return NULL;
}

/* For how many rounds, of so many, does the word stay in the range of its variable, if that is signed? 0: nobody knows. */
static uint64_t rounds_in_range(const struct machine *m, const struct leap_round *round, const struct leap_value *value,
				uint64_t rounds)
{
	const struct form *f = &value->form;
	const struct variable *v = form_is_constant(f) ? NULL : variable_of(m, round, value->word);
	uint32_t width = v ? sort_width(m->run->program->bank, v->sort) : 0;
	struct line line;
	if (!v || !attribute_get_number(v->attributes, ATTRIBUTE_SIGNED, 0) || width != f->width)
		return rounds;
	__int128 half = (__int128)1 << (width - 1);
	return form_line(f, width, true, &line) ? line_within(&line, -half, half - 1, rounds) : 0;
}

/* Where signed variables leave their ranges before so many rounds are over: LEAP_STAY if that is soon, or if nobody knows,
 * so that rounds are executed one by one; LEAP_END if no limit of steps would let an execution come there. */
enum leap_choice { LEAP_GO, LEAP_STAY, LEAP_END };

static enum leap_choice look_at_ranges(const struct machine *m, const struct leap_round *round,
				       const struct leap_values *values, uint64_t rounds)
{
	uint64_t least = rounds + 1;
	for (size_t i = 0; i < values->count; i++) {
		uint64_t in_range = rounds_in_range(m, round, &values->at[i], rounds + 1);
		least = in_range < least ? in_range : least;
	}
	return least > rounds ? LEAP_GO : least < SOON ? LEAP_STAY : LEAP_END;
}

/* The last round that goes the same way is executed, so that words that are only read after it get their values. False: the
 * run has ended. */
static bool leap(struct machine *m, const struct leap_round *round, struct heat *heat)
{
	struct leap_values values = { 0 };
	uint64_t rounds = leap_solve(m, round, &values);
	bool endless = rounds >= LEAP_ENDLESS, worth = rounds > WORTH && !endless;
	enum leap_choice choice = worth ? look_at_ranges(m, round, &values, rounds) : LEAP_STAY;
	heat->count = 0;
	if (choice == LEAP_GO) {
		set_words(m, round, &values, rounds - 1);
		tell(m, rounds - 1);
		m->run->leaps--;
		heat->count = heat->limit - COOL;
	} else {
		heat->limit = endless || heat->limit > NEVER / 4 ? NEVER : 4 * heat->limit;
	}
	vec_free(&values);
	return choice != LEAP_END || run_give_up(m);
}

bool leap_at_head(struct machine *m, struct heat *heat, bool calls)
{
	struct run *run = m->run;
	if (run->leaping)
		return true;
	if (heat->execution != run->number)
		*heat = (struct heat){ .execution = run->number, .limit = HOT };
	if (++heat->count < heat->limit || heat->limit == NEVER)
		return true;
	struct leap_round round = { 0 };
	bool whole = false;
	run->leaping = true;
	bool goes_on = leap_record(m, calls, &round, &whole);
	run->leaping = false;
	if (goes_on && whole) {
		goes_on = leap(m, &round, heat);
	} else {
		heat->count = 0;
		heat->limit = heat->limit > NEVER / 4 ? NEVER : 4 * heat->limit;
	}
	leap_round_free(&round);
	return goes_on;
}
