#include "repair.h"

#include "pattern.h"

enum { MAX_VALUES = 8 };

/* What an assumption compares: at most that many values. */
struct compared {
	const struct run *run;
	uint64_t variables[MAX_VALUES], all[2 * MAX_VALUES];
	uint32_t variable_count, count;
};

static void note(struct compared *c, uint64_t value)
{
	if (c->count < 2 * MAX_VALUES)
		c->all[c->count++] = value;
}

static void note_variable(struct compared *c, term leaf)
{
	const struct variable *v = program_variable_of(run_program(c->run), leaf);
	const struct value *value = v ? run_value(c->run, v) : NULL;
	uint64_t answer;
	if (!value || !tape_answer_for(value, &answer))
		return;
	note(c, answer);
	if (c->variable_count < MAX_VALUES)
		c->variables[c->variable_count++] = answer;
}

static void note_term(struct compared *c, term start)
{
	const struct bank *bank = run_program(c->run)->bank;
	VEC(term) stack = { 0 };
	vec_push(&stack, start);
	while (stack.count && c->count < 2 * MAX_VALUES) {
		term x = vec_pop(&stack);
		if (term_op(bank, x) == OP_VARIABLE)
			note_variable(c, x);
		else if (term_op(bank, x) == OP_CONSTANT && term_fits(bank, x))
			note(c, term_value(bank, x));
		for (uint32_t i = 0; i < term_count(bank, x); i++)
			vec_push(&stack, term_arg(bank, x, i));
	}
	vec_free(&stack);
}

static bool is_compared(const struct compared *c, uint64_t value)
{
	bool found = false;
	for (uint32_t i = 0; !found && i < c->variable_count; i++)
		found = c->variables[i] == value;
	return found;
}

/* Anything up to, or just at, one of the values compared. */
static uint64_t another(const struct compared *c, uint64_t random)
{
	uint64_t value = c->all[(random >> 8) % c->count], more = random >> 16;
	switch (random % 4) {
	case 0:
		return value + more % 3 - 1;
	case 1:
		return value == UINT64_MAX ? more : more % (value + 1);
	case 2:
		return more % 8;
	case 3:
		return more;
	}
	return 0;
}

static void replace(struct compared *c, size_t track, struct tape_answer *a, const struct tape_source *source,
		    uint64_t random)
{
	if (random % 2)
		a->value = source->draw(source->context, track, a->site, a->width);
	else
		a->value = another(c, random >> 1);
}

bool repair_tape(struct tape *tape, const struct run *run, const struct statement *assumption,
		 const struct tape_source *source, uint64_t random)
{
	struct compared c = { .run = run };
	uint64_t draws = 0;
	note_term(&c, assumption->term);
	struct tape_track *first = tape->count ? &tape->at[0] : NULL;
	struct tape_answer *last = first && first->used ? &first->at[first->used - 1] : NULL;
	if (last && is_compared(&c, last->value) && pattern_draw(random, UINT64_MAX) % 2) {
		replace(&c, 0, last, source, random);
		return true;
	}
	for (size_t i = 0; i < tape->count; i++)
		for (size_t n = 0; n < tape->at[i].used; n++) {
			struct tape_answer *a = &tape->at[i].at[n];
			/* Not always all of them: others may have the value by chance. */
			if (is_compared(&c, a->value) && pattern_draw(random, draws++) % 4)
				replace(&c, i, a, source, pattern_draw(random, draws++));
		}
	return draws != 0;
}
