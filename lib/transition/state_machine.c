#include "state_machine.h"

static uint32_t width_for(uint32_t count)
{
	uint32_t width = 1;
	while (width < 32 && count >> width)
		width++;
	return width;
}

static bool is_needed(const struct system *s, uint32_t place)
{
	for (uint32_t c = 0; c < s->cut_count; c++)
		if (s->reached[c] && s->needed[c] && s->needed[c][place])
			return true;
	return false;
}

static term is_at(const struct state_machine *m, uint32_t cut)
{
	term at = m->parts.at[0].now;
	return term_eq(m->bank, at, term_bv(m->bank, term_width(m->bank, at), cut));
}

static term is_taken(const struct state_machine *m, const struct transition *t)
{
	return term_and(m->bank, is_at(m, t->from), t->condition);
}

/* The cut that follows; the number behind the last one: none does. */
static term next_cut(const struct state_machine *m, const struct system *s)
{
	uint32_t width = term_width(m->bank, m->parts.at[0].now);
	term next = term_bv(m->bank, width, s->cut_count);
	for (size_t i = 0; i < s->transitions.count; i++) {
		const struct transition *t = &s->transitions.at[i];
		next = term_ite(m->bank, is_taken(m, t), term_bv(m->bank, width, t->to), next);
	}
	return next;
}

/* Where it does not matter it stays. */
static term next_value(const struct state_machine *m, const struct system *s, uint32_t place)
{
	term next = s->places.at[place].leaf;
	for (size_t i = 0; i < s->transitions.count; i++) {
		const struct transition *t = &s->transitions.at[i];
		if (t->values[place])
			next = term_ite(m->bank, is_taken(m, t), t->values[place], next);
	}
	return next;
}

static void add_parts(struct state_machine *m, const struct system *s)
{
	term at = term_variable(m->bank, sort_bitvector(m->bank, width_for(s->cut_count)), "cut");
	vec_push(&m->parts, (struct state_part){ at, 0, "cut" });
	m->parts.at[0].next = next_cut(m, s);
	for (uint32_t p = 0; p < s->places.count; p++) {
		term leaf = s->places.at[p].leaf;
		if (is_needed(s, p))
			vec_push(&m->parts, (struct state_part){ leaf, next_value(m, s, p), term_name(m->bank, leaf) });
	}
}

struct state_machine *state_machine_new(const struct system *system)
{
	struct state_machine *m = memory_alloc(sizeof *m);
	m->bank = system->bank;
	add_parts(m, system);
	m->first = term_bv(m->bank, term_width(m->bank, m->parts.at[0].now), 0);
	m->bad = term_false(m->bank);
	for (uint32_t c = 0; c < system->cut_count; c++)
		if (system->reached[c])
			m->bad = term_or(m->bank, m->bad, term_and(m->bank, is_at(m, c), system->bad[c]));
	return m;
}

void state_machine_free(struct state_machine *m)
{
	if (!m)
		return;
	vec_free(&m->parts);
	memory_free(m);
}
