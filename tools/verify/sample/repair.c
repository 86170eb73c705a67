#include "repair.h"

#include "eval.h"
#include "pattern.h"

enum { MAX_VALUES = 8 };

/* What an assumption compares: at most that many values. */
struct compared {
	const struct run *run;
	uint64_t variables[MAX_VALUES], cells[MAX_VALUES], all[2 * MAX_VALUES];
	uint32_t variable_count, cell_count, count;
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

static struct value leaf_value(void *context, term leaf)
{
	const struct run *run = context;
	const struct variable *v = program_variable_of(run_program(run), leaf);
	const struct value *value = v ? run_value(run, v) : NULL;
	return value ? value_copy(value) : (struct value){ 0 };
}

static void note_cell(struct compared *c, term select)
{
	struct value value = term_eval(run_program(c->run)->bank, select, leaf_value, (void *)c->run);
	uint64_t answer;
	if (c->cell_count < MAX_VALUES && tape_answer_for(&value, &answer))
		c->cells[c->cell_count++] = answer;
	value_release(&value);
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
		else if (term_op(bank, x) == OP_SELECT)
			note_cell(c, x);
		else if (term_op(bank, x) == OP_CONSTANT && term_fits(bank, x))
			note(c, term_value(bank, x));
		for (uint32_t i = 0; i < term_count(bank, x); i++)
			vec_push(&stack, term_arg(bank, x, i));
	}
	vec_free(&stack);
}

static bool is_among(const uint64_t *values, uint32_t count, uint64_t value)
{
	bool found = false;
	for (uint32_t i = 0; !found && i < count; i++)
		found = values[i] == value;
	return found;
}

static bool is_compared(const struct compared *c, uint64_t value)
{
	return is_among(c->variables, c->variable_count, value);
}

/* Anything up to, or just at, one of the values compared. */
static uint64_t another(const struct compared *c, uint64_t random)
{
	uint64_t value = c->count ? c->all[(random >> 8) % c->count] : 0, more = random >> 16;
	switch (random % 8) {
	case 0:
		return value + more % 3 - 1;
	case 1:
		return value == UINT64_MAX ? more : more % (value + 1);
	case 2:
		return more % 8;
	case 3:
		return more;
	}
	return value;
}

static void replace(struct compared *c, size_t track, struct tape_answer *a, const struct tape_source *source,
		    uint64_t random)
{
	if (random % 2)
		a->value = source->draw(source->context, track, a->site, a->width);
	else
		a->value = another(c, random >> 1);
}

/* What an assumption reads of a map was mostly asked for just now: the last answer of a track, one of several that it could be. */
static bool repair_cell(struct compared *c, struct tape *tape, const struct tape_source *source, uint64_t random)
{
	size_t tracks = 0, chosen = 0;
	for (size_t i = 1; i < tape->count; i++) {
		const struct tape_track *t = &tape->at[i];
		bool may_be = t->used && is_among(c->cells, c->cell_count, t->at[t->used - 1].value);
		tracks += may_be;
		if (may_be && pattern_draw(random, tracks) % tracks == 0)
			chosen = i;
	}
	if (chosen)
		replace(c, chosen, &tape->at[chosen].at[tape->at[chosen].used - 1], source,
			pattern_draw(random, tracks));
	return chosen != 0;
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
	if (c.cell_count && pattern_draw(random, UINT64_MAX - 1) % 4 && repair_cell(&c, tape, source, random))
		return true;
	for (size_t i = 0; i < tape->count; i++)
		for (size_t n = 0; n < tape->at[i].used; n++) {
			struct tape_answer *a = &tape->at[i].at[n];
			/* Not always all of them: others may have the value by chance. */
			if (is_compared(&c, a->value) && pattern_draw(random, draws++) % 4)
				replace(&c, i, a, source, pattern_draw(random, draws++));
		}
	return draws != 0 || (c.cell_count && repair_cell(&c, tape, source, random));
}
