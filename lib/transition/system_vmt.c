#include "system_write.h"

#include <inttypes.h>

#include "arena.h"
#include "smt_write.h"
#include "state_machine.h"

/* Equal maps are not a term: each is written by itself. */
static bool is_map(const struct state_machine *m, term t)
{
	return sort_kind(m->bank, term_sort(m->bank, t)) == SORT_MAP;
}

static term conjunction(struct state_machine *m, const term *next)
{
	term all = term_true(m->bank);
	for (size_t i = 0; i < m->parts.count; i++)
		if (!is_map(m, next[i]))
			all = term_and(m->bank, all, term_eq(m->bank, next[i], m->parts.at[i].next));
	return all;
}

/* Definitions have names that no leaf has. */
static void begin_definition(struct smt_writer *w, struct output *out, struct bank *bank, const char *name, term of)
{
	term leaf = term_variable(bank, term_sort(bank, of), name);
	output_format(out, "(define-fun %s () ", smt_write_symbol(w, leaf));
	smt_write_sort(w, out, of);
	output_string(out, " (! ");
}

static void define(struct smt_writer *w, struct output *out, struct bank *bank, const char *name, term t,
		   const char *annotation)
{
	smt_write_declarations(w, out, t);
	begin_definition(w, out, bank, name, t);
	smt_write_term(w, out, t);
	output_format(out, " :%s))\n", annotation);
}

static void define_step(struct smt_writer *w, struct output *out, struct state_machine *m, const term *next)
{
	term all = conjunction(m, next);
	smt_write_declarations(w, out, all);
	for (size_t i = 0; i < m->parts.count; i++)
		smt_write_declarations(w, out, m->parts.at[i].next);
	begin_definition(w, out, m->bank, "trans", all);
	output_string(out, "(and ");
	smt_write_term(w, out, all);
	for (size_t i = 0; i < m->parts.count; i++)
		if (is_map(m, next[i])) {
			output_format(out, "\n(= %s ", smt_write_symbol(w, next[i]));
			smt_write_term(w, out, m->parts.at[i].next);
			output_string(out, ")");
		}
	output_string(out, ") :trans true))\n");
}

static void write_parts(struct smt_writer *w, struct output *out, const struct state_machine *m, const term *next)
{
	for (size_t i = 0; i < m->parts.count; i++) {
		smt_write_declarations(w, out, m->parts.at[i].now);
		smt_write_declarations(w, out, next[i]);
	}
	for (size_t i = 0; i < m->parts.count; i++) {
		begin_definition(w, out, m->bank, "state", next[i]);
		output_format(out, "%s :next ", smt_write_symbol(w, m->parts.at[i].now));
		output_format(out, "%s))\n", smt_write_symbol(w, next[i]));
	}
}

void system_write_vmt(const struct system *system, struct output *out)
{
	struct state_machine *m = state_machine_new(system);
	struct arena *arena = arena_new();
	struct smt_writer *w = smt_writer_new(m->bank);
	term *next = memory_alloc(m->parts.count * sizeof *next);
	for (size_t i = 0; i < m->parts.count; i++)
		next[i] = term_variable(m->bank, term_sort(m->bank, m->parts.at[i].now),
					arena_format(arena, "%s.next", m->parts.at[i].name));
	write_parts(w, out, m, next);
	define(w, out, m->bank, "init", term_eq(m->bank, m->parts.at[0].now, m->first), "init true");
	define_step(w, out, m, next);
	define(w, out, m->bank, "property", term_not(m->bank, m->bad), "invar-property 0");
	memory_free(next);
	smt_writer_free(w);
	arena_free(arena);
	state_machine_free(m);
}
