#include "system_write.h"

#include "arena.h"
#include "hash.h"
#include "smt_write.h"
#include "state_machine.h"

/* Of definitions. */
enum name { NAME_INIT, NAME_TRANS, NAME_BAD, NAME_PROPERTY, NAME_STATE, NAMES };

/* A step as SMT-LIB2: with annotations, which is VMT, or without, where names say what is what. */
struct smt_step {
	struct state_machine *machine;
	struct smt_writer *writer;
	struct output *out;
	bool annotated;
	term *next; /* by part: a leaf */
	term reserved
		[NAMES]; /* leaves that have these names; 0: a new one where it is defined, whose symbol may be longer */
};

/* Equal maps are not a term: each is written by itself. */
static bool is_map(const struct bank *bank, term t)
{
	return sort_kind(bank, term_sort(bank, t)) == SORT_MAP;
}

static term conjunction(const struct smt_step *s)
{
	const struct state_machine *m = s->machine;
	term all = term_true(m->bank);
	for (size_t i = 0; i < m->parts.count; i++)
		if (!is_map(m->bank, s->next[i]))
			all = term_and(m->bank, all, term_eq(m->bank, s->next[i], m->parts.at[i].next));
	return all;
}

/* A leaf that has a definition's name: no other one has it. */
static term new_name(const struct smt_step *s, enum name name, term of)
{
	static const char *const names[] = { "init", "trans", "bad", "property", "state" };
	return s->reserved[name] ? s->reserved[name]
				 : term_variable(s->machine->bank, term_sort(s->machine->bank, of), names[name]);
}

static void begin_definition(const struct smt_step *s, enum name name, term of)
{
	term leaf = new_name(s, name, of);
	output_format(s->out, "(define-fun %s () ", smt_write_symbol(s->writer, leaf));
	smt_write_sort(s->writer, s->out, leaf);
	output_string(s->out, s->annotated ? " (! " : " ");
}

static void end_definition(const struct smt_step *s, const char *annotation)
{
	if (s->annotated)
		output_format(s->out, " :%s)", annotation);
	output_string(s->out, ")\n");
}

static void define(const struct smt_step *s, enum name name, term t, const char *annotation)
{
	smt_write_declarations(s->writer, s->out, t);
	begin_definition(s, name, t);
	smt_write_term(s->writer, s->out, t);
	end_definition(s, annotation);
}

static void define_step(const struct smt_step *s)
{
	const struct state_machine *m = s->machine;
	term all = conjunction(s);
	smt_write_declarations(s->writer, s->out, all);
	for (size_t i = 0; i < m->parts.count; i++)
		smt_write_declarations(s->writer, s->out, m->parts.at[i].next);
	begin_definition(s, NAME_TRANS, all);
	output_string(s->out, "(and ");
	smt_write_term(s->writer, s->out, all);
	for (size_t i = 0; i < m->parts.count; i++)
		if (is_map(m->bank, s->next[i])) {
			output_string(s->out, "\n");
			smt_write_equation(s->writer, s->out, s->next[i], m->parts.at[i].next);
		}
	output_string(s->out, ")");
	end_definition(s, "trans true");
}

static void declare_parts(const struct smt_step *s)
{
	const struct state_machine *m = s->machine;
	for (size_t i = 0; i < m->parts.count; i++) {
		smt_write_declarations(s->writer, s->out, m->parts.at[i].now);
		smt_write_declarations(s->writer, s->out, s->next[i]);
	}
}

static void annotate_parts(const struct smt_step *s)
{
	const struct state_machine *m = s->machine;
	for (size_t i = 0; i < m->parts.count; i++) {
		begin_definition(s, NAME_STATE, s->next[i]);
		output_format(s->out, "%s :next ", smt_write_symbol(s->writer, m->parts.at[i].now));
		output_format(s->out, "%s))\n", smt_write_symbol(s->writer, s->next[i]));
	}
}

static void begin(struct smt_step *s, const struct system *system, struct arena *arena)
{
	struct state_machine *m = state_machine_new(system);
	s->machine = m;
	s->writer = smt_writer_new(m->bank);
	s->next = arena_alloc(arena, m->parts.count * sizeof *s->next);
	for (size_t i = 0; i < m->parts.count; i++)
		s->next[i] = term_variable(m->bank, term_sort(m->bank, m->parts.at[i].now),
					   arena_format(arena, "%s.next", m->parts.at[i].name));
}

static term is_first(const struct smt_step *s)
{
	return term_eq(s->machine->bank, s->machine->parts.at[0].now, s->machine->first);
}

void system_write_vmt(const struct system *system, struct output *out)
{
	struct arena *arena = arena_new();
	struct smt_step s = { .out = out, .annotated = true };
	begin(&s, system, arena);
	declare_parts(&s);
	annotate_parts(&s);
	term init = is_first(&s);
	define(&s, NAME_INIT, init, "init true");
	define_step(&s);
	term property = term_not(s.machine->bank, s.machine->bad);
	define(&s, NAME_PROPERTY, property, "invar-property 0");
	smt_writer_free(s.writer);
	state_machine_free(s.machine);
	arena_free(arena);
}

/* --- without annotations --- */

static bool has_maps(const struct smt_step *s)
{
	struct table seen = { 0 };
	const struct state_machine *m = s->machine;
	bool found = smt_has_maps(m->bank, m->bad, &seen);
	for (size_t i = 0; i < m->parts.count; i++)
		found = found || smt_has_maps(m->bank, m->parts.at[i].next, &seen);
	table_free(&seen);
	return found;
}

static void tell_parts(const struct smt_step *s)
{
	for (size_t i = 0; i < s->machine->parts.count; i++) {
		output_format(s->out, "; state: %s", smt_write_symbol(s->writer, s->machine->parts.at[i].now));
		output_format(s->out, ", next: %s\n", smt_write_symbol(s->writer, s->next[i]));
	}
}

void system_write_smt2(const struct system *system, struct output *out)
{
	struct arena *arena = arena_new();
	struct smt_step s = { .out = out };
	begin(&s, system, arena);
	term first = is_first(&s);
	for (enum name name = NAME_INIT; name <= NAME_BAD; name++) {
		s.reserved[name] = new_name(&s, name, first);
		smt_write_symbol(s.writer, s.reserved[name]);
	}
	output_format(out, "(set-logic %s)\n", has_maps(&s) ? "QF_ABV" : "QF_BV");
	tell_parts(&s);
	declare_parts(&s);
	define(&s, NAME_INIT, first, NULL);
	define_step(&s);
	define(&s, NAME_BAD, s.machine->bad, NULL);
	smt_writer_free(s.writer);
	state_machine_free(s.machine);
	arena_free(arena);
}
