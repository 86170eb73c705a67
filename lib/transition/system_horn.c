#include "system_write.h"

#include <inttypes.h>

#include "arena.h"
#include "smt_write.h"

struct horn {
	const struct system *system;
	struct smt_writer *writer;
	struct output *out;
	term *predicates; /* by cut: leaves that have their names */
	term violated;
	VEC(term) bound; /* leaves of the clause, in the order in which they are met */
	struct table seen;
};

static bool is_argument(const struct system *s, uint32_t cut, uint32_t place)
{
	return s->needed[cut] && s->needed[cut][place];
}

static void bind(void *context, term leaf)
{
	struct horn *h = context;
	if (table_has(&h->seen, leaf))
		return;
	table_put(&h->seen, leaf, 1);
	vec_push(&h->bound, leaf);
}

static void write_predicate(struct horn *h, uint32_t cut)
{
	const struct system *s = h->system;
	output_format(h->out, "(declare-fun %s (", smt_write_symbol(h->writer, h->predicates[cut]));
	const char *before = "";
	for (uint32_t p = 0; p < s->places.count; p++)
		if (is_argument(s, cut, p)) {
			output_string(h->out, before);
			smt_write_sort(h->writer, h->out, s->places.at[p].leaf);
			before = " ";
		}
	output_string(h->out, ") Bool)\n");
}

/* The predicate of a cut, of these leaves by place. */
static void write_atom(struct horn *h, uint32_t cut, const term *leaves)
{
	const struct system *s = h->system;
	uint32_t count = 0;
	for (uint32_t p = 0; p < s->places.count; p++)
		count += is_argument(s, cut, p);
	output_format(h->out, "%s%s", count ? "(" : "", smt_write_symbol(h->writer, h->predicates[cut]));
	for (uint32_t p = 0; p < s->places.count; p++)
		if (is_argument(s, cut, p))
			output_format(h->out, " %s", smt_write_symbol(h->writer, leaves[p]));
	output_string(h->out, count ? ")" : "");
}

/* What the clause is about is known: its variables. */
static void open_clause(struct horn *h)
{
	output_string(h->out, "(assert ");
	if (!h->bound.count)
		return;
	output_string(h->out, "(forall (");
	for (size_t i = 0; i < h->bound.count; i++) {
		output_format(h->out, "%s(%s ", i ? " " : "", smt_write_symbol(h->writer, h->bound.at[i]));
		smt_write_sort(h->writer, h->out, h->bound.at[i]);
		output_string(h->out, ")");
	}
	output_string(h->out, ")\n");
}

static void close_clause(struct horn *h)
{
	output_string(h->out, h->bound.count ? "))\n" : ")\n");
	h->bound.count = 0;
	table_clear(&h->seen);
}

static void bind_places(struct horn *h, uint32_t cut, const term *leaves)
{
	for (uint32_t p = 0; p < h->system->places.count; p++)
		if (is_argument(h->system, cut, p))
			bind(h, leaves[p]);
}

/* Equal maps are not a term: each is written by itself. Others are one term, whose parts are shared. */
static bool is_map(const struct horn *h, term t)
{
	return sort_kind(h->system->bank, term_sort(h->system->bank, t)) == SORT_MAP;
}

static term body_of(const struct horn *h, const struct transition *t, const term *next)
{
	const struct system *s = h->system;
	term body = t->condition;
	for (uint32_t p = 0; p < s->places.count; p++)
		if (is_argument(s, t->to, p) && !is_map(h, next[p]))
			body = term_and(s->bank, body, term_eq(s->bank, next[p], t->values[p]));
	return body;
}

static void write_maps(struct horn *h, const struct transition *t, const term *next)
{
	for (uint32_t p = 0; p < h->system->places.count; p++)
		if (is_argument(h->system, t->to, p) && is_map(h, next[p])) {
			output_format(h->out, " (= %s ", smt_write_symbol(h->writer, next[p]));
			smt_write_term(h->writer, h->out, t->values[p]);
			output_string(h->out, ")");
		}
}

/* from(places) and condition and next = values => to(next) */
static void write_transition(struct horn *h, const struct transition *t, const term *now, const term *next)
{
	const struct system *s = h->system;
	term body = body_of(h, t, next);
	bind_places(h, t->from, now);
	bind_places(h, t->to, next);
	term_leaves(s->bank, body, bind, h);
	for (uint32_t p = 0; p < s->places.count; p++)
		if (is_argument(s, t->to, p))
			term_leaves(s->bank, t->values[p], bind, h);
	open_clause(h);
	output_string(h->out, "(=> (and ");
	write_atom(h, t->from, now);
	output_string(h->out, " ");
	smt_write_term(h->writer, h->out, body);
	write_maps(h, t, next);
	output_string(h->out, ") ");
	write_atom(h, t->to, next);
	output_string(h->out, ")");
	close_clause(h);
}

static void write_violations(struct horn *h, uint32_t cut, const term *now)
{
	const struct system *s = h->system;
	bind_places(h, cut, now);
	term_leaves(s->bank, s->bad[cut], bind, h);
	open_clause(h);
	output_string(h->out, "(=> (and ");
	write_atom(h, cut, now);
	output_string(h->out, " ");
	smt_write_term(h->writer, h->out, s->bad[cut]);
	output_format(h->out, ") %s)", smt_write_symbol(h->writer, h->violated));
	close_clause(h);
}

static void write_beginning(struct horn *h, const term *now)
{
	bind_places(h, 0, now);
	open_clause(h);
	output_string(h->out, "(=> true ");
	write_atom(h, 0, now);
	output_string(h->out, ")");
	close_clause(h);
}

static void write_clauses(struct horn *h, const term *now, const term *next)
{
	const struct system *s = h->system;
	write_beginning(h, now);
	for (size_t i = 0; i < s->transitions.count; i++)
		write_transition(h, &s->transitions.at[i], now, next);
	for (uint32_t c = 0; c < s->cut_count; c++)
		if (s->reached[c] && !term_is_false(s->bank, s->bad[c]))
			write_violations(h, c, now);
	output_format(h->out, "(assert (=> %s false))\n(check-sat)\n", smt_write_symbol(h->writer, h->violated));
}

/* Names that no leaf of the system has. */
static void name_predicates(struct horn *h, struct arena *arena)
{
	struct bank *bank = h->system->bank;
	h->predicates = arena_alloc(arena, h->system->cut_count * sizeof *h->predicates);
	for (uint32_t c = 0; c < h->system->cut_count; c++)
		h->predicates[c] = term_variable(bank, sort_bool(bank), arena_format(arena, "cut%" PRIu32, c));
	h->violated = term_variable(bank, sort_bool(bank), "violated");
}

static void write_declarations(struct horn *h)
{
	output_string(h->out, "(set-logic HORN)\n");
	for (uint32_t c = 0; c < h->system->cut_count; c++)
		if (h->system->reached[c])
			write_predicate(h, c);
	output_format(h->out, "(declare-fun %s () Bool)\n", smt_write_symbol(h->writer, h->violated));
}

void system_write_horn(const struct system *s, struct output *out)
{
	struct horn h = { .system = s, .writer = smt_writer_new(s->bank), .out = out };
	struct arena *arena = arena_new();
	term *now = arena_alloc(arena, (s->places.count + 1) * sizeof *now);
	term *next = arena_alloc(arena, (s->places.count + 1) * sizeof *next);
	name_predicates(&h, arena);
	for (uint32_t p = 0; p < s->places.count; p++) {
		now[p] = s->places.at[p].leaf;
		next[p] = term_variable(s->bank, term_sort(s->bank, now[p]), term_name(s->bank, now[p]));
	}
	write_declarations(&h);
	write_clauses(&h, now, next);
	vec_free(&h.bound);
	table_free(&h.seen);
	smt_writer_free(h.writer);
	arena_free(arena);
}
