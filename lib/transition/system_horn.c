#include "system_write.h"

#include <inttypes.h>

#include "arena.h"
#include "smt_integer.h"
#include "smt_write.h"

struct horn {
	const struct system *system;
	struct smt_writer *writer;
	bool integers;
	struct output *out;
	term *predicates;      /* by cut: leaves that have their names */
	term violated, unused; /* a clause has a variable at least: CHC-COMP's format */
	term *now, *next,
		*end;    /* leaves by place: at the beginning of a segment, where it leads, at the end of a callee */
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
	if (!h->bound.count)
		bind(h, h->unused);
	output_string(h->out, "(assert (forall (");
	for (size_t i = 0; i < h->bound.count; i++) {
		output_format(h->out, "%s(%s ", i ? " " : "", smt_write_symbol(h->writer, h->bound.at[i]));
		smt_write_sort(h->writer, h->out, h->bound.at[i]);
		output_string(h->out, ")");
	}
	output_string(h->out, ")\n");
}

static void close_clause(struct horn *h)
{
	output_string(h->out, "))\n");
	h->bound.count = 0;
	table_clear(&h->seen);
}

/* What is a bit-vector is one. */
static void write_ranges(struct horn *h)
{
	for (size_t i = 0; i < h->bound.count; i++)
		smt_write_range(h->writer, h->out, h->bound.at[i]);
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

/* What a leaf of the clause is equal to. */
struct equation {
	term leaf, value;
};
struct equations VEC_BODY(struct equation);

/* next = values */
static void add_equations(const struct horn *h, const struct transition *t, struct equations *equations)
{
	for (uint32_t p = 0; p < h->system->places.count; p++)
		if (is_argument(h->system, t->to, p))
			vec_push(equations, (struct equation){ h->next[p], t->values[p] });
}

/* The callee begins with what it is entered with. */
static void add_first_equations(const struct horn *h, const struct transition *enter, uint32_t end,
				struct equations *equations)
{
	const struct system *s = h->system;
	for (uint32_t p = 0; p < s->places.count; p++)
		if (is_argument(s, end, p) && s->places.at[p].first)
			vec_push(equations, (struct equation){ h->end[p], enter->values[s->places.at[p].first - 1] });
}

static term body_of(const struct horn *h, term condition, const struct equations *equations)
{
	struct bank *bank = h->system->bank;
	for (size_t i = 0; i < equations->count; i++)
		if (!is_map(h, equations->at[i].leaf))
			condition =
				term_and(bank, condition, term_eq(bank, equations->at[i].leaf, equations->at[i].value));
	return condition;
}

static void write_maps(struct horn *h, const struct equations *equations)
{
	for (size_t i = 0; i < equations->count; i++)
		if (is_map(h, equations->at[i].leaf)) {
			output_string(h->out, " ");
			smt_write_equation(h->writer, h->out, equations->at[i].leaf, equations->at[i].value);
		}
}

/* The end of what the transition calls; CFG_NONE: it does not return from a call. */
static uint32_t end_of(const struct system *s, const struct transition *t)
{
	return t->kind == TRANSITION_RETURN ? s->segments->flows[t->way->call->callee->index].end : CFG_NONE;
}

/* from(places) and condition and next = values => to(next); behind a call, which is entered with what the transition before
 * says: from(places) and end(first, returned) and condition and first = entered and next = values => to(next) */
static void write_transition(struct horn *h, const struct transition *t)
{
	const struct system *s = h->system;
	struct equations equations = { 0 };
	uint32_t end = end_of(s, t);
	add_equations(h, t, &equations);
	if (end != CFG_NONE)
		add_first_equations(h, t - 1, end, &equations);
	term body = body_of(h, t->condition, &equations);
	bind_places(h, t->from, h->now);
	if (end != CFG_NONE)
		bind_places(h, end, h->end);
	bind_places(h, t->to, h->next);
	term_leaves(s->bank, body, bind, h);
	for (size_t i = 0; i < equations.count; i++)
		term_leaves(s->bank, equations.at[i].value, bind, h);
	open_clause(h);
	output_string(h->out, "(=> (and ");
	write_atom(h, t->from, h->now);
	output_string(h->out, " ");
	if (end != CFG_NONE) {
		write_atom(h, end, h->end);
		output_string(h->out, " ");
	}
	smt_write_term(h->writer, h->out, body);
	write_maps(h, &equations);
	write_ranges(h);
	output_string(h->out, ") ");
	write_atom(h, t->to, h->next);
	output_string(h->out, ")");
	close_clause(h);
	vec_free(&equations);
}

static void write_violations(struct horn *h, uint32_t cut)
{
	const struct system *s = h->system;
	bind_places(h, cut, h->now);
	term_leaves(s->bank, s->bad[cut], bind, h);
	open_clause(h);
	output_string(h->out, "(=> (and ");
	write_atom(h, cut, h->now);
	output_string(h->out, " ");
	smt_write_term(h->writer, h->out, s->bad[cut]);
	write_ranges(h);
	output_format(h->out, ") %s)", smt_write_symbol(h->writer, h->violated));
	close_clause(h);
}

/* A predicate without arguments stands alone. */
static void write_beginning(struct horn *h)
{
	bind_places(h, 0, h->now);
	if (!h->bound.count) {
		output_string(h->out, "(assert ");
		write_atom(h, 0, h->now);
		output_string(h->out, ")\n");
		return;
	}
	open_clause(h);
	output_string(h->out, h->integers ? "(=> (and true" : "(=> true");
	write_ranges(h);
	output_string(h->out, h->integers ? ") " : " ");
	write_atom(h, 0, h->now);
	output_string(h->out, ")");
	close_clause(h);
}

static void write_clauses(struct horn *h)
{
	const struct system *s = h->system;
	write_beginning(h);
	for (size_t i = 0; i < s->transitions.count; i++)
		write_transition(h, &s->transitions.at[i]);
	for (uint32_t c = 0; c < s->cut_count; c++)
		if (s->reached[c] && !term_is_false(s->bank, s->bad[c]))
			write_violations(h, c);
	open_clause(h);
	output_format(h->out, "(=> %s false)", smt_write_symbol(h->writer, h->violated));
	close_clause(h);
	output_string(h->out, "(check-sat)\n");
}

/* Where a procedure that is called begins and ends has the procedure's name. */
static const char *predicate_name(const struct horn *h, struct arena *arena, uint32_t cut)
{
	const struct segments *segments = h->system->segments;
	const struct procedure *proc = segments->cuts.at[cut].procedure;
	const struct flow *flow = &segments->flows[proc->index];
	if (flow->end == CFG_NONE || (cut != flow->beginning && cut != flow->end))
		return arena_format(arena, "cut%" PRIu32, cut);
	return arena_format(arena, "%s.%s", proc->name, cut == flow->end ? "end" : "begin");
}

/* Names that no leaf of the system has. */
static void name_predicates(struct horn *h, struct arena *arena)
{
	struct bank *bank = h->system->bank;
	h->predicates = arena_alloc(arena, h->system->cut_count * sizeof *h->predicates);
	for (uint32_t c = 0; c < h->system->cut_count; c++)
		h->predicates[c] = term_variable(bank, sort_bool(bank), predicate_name(h, arena, c));
	h->violated = term_variable(bank, sort_bool(bank), "violated");
	h->unused = term_variable(bank, sort_bool(bank), "unused");
}

static void name_places(struct horn *h, struct arena *arena)
{
	const struct system *s = h->system;
	h->now = arena_alloc(arena, (s->places.count + 1) * sizeof(term));
	h->next = arena_alloc(arena, (s->places.count + 1) * sizeof(term));
	h->end = arena_alloc(arena, (s->places.count + 1) * sizeof(term));
	for (uint32_t p = 0; p < s->places.count; p++) {
		const struct place *place = &s->places.at[p];
		const char *name = term_name(s->bank, place->leaf);
		h->now[p] = place->leaf;
		h->next[p] = term_variable(s->bank, term_sort(s->bank, place->leaf), name);
		h->end[p] = place->returned;
		if (!place->returned && s->segments->calls)
			h->end[p] = term_variable(s->bank, term_sort(s->bank, place->leaf), name);
	}
}

static void write_declarations(struct horn *h)
{
	output_string(h->out, "(set-logic HORN)\n");
	for (uint32_t c = 0; c < h->system->cut_count; c++)
		if (h->system->reached[c])
			write_predicate(h, c);
	output_format(h->out, "(declare-fun %s () Bool)\n", smt_write_symbol(h->writer, h->violated));
}

void system_write_horn(const struct system *s, bool integers, struct output *out)
{
	struct horn h = { .system = s, .integers = integers, .out = out };
	h.writer = integers ? smt_writer_new_integers(s->bank) : smt_writer_new(s->bank);
	struct arena *arena = arena_new();
	name_predicates(&h, arena);
	name_places(&h, arena);
	write_declarations(&h);
	write_clauses(&h);
	vec_free(&h.bound);
	table_free(&h.seen);
	smt_writer_free(h.writer);
	arena_free(arena);
}

struct search {
	const struct bank *bank;
	struct table seen;
	VEC(term) stack;
};

static bool all_integers(struct search *search, term root)
{
	bool can = true;
	if (!root)
		return true;
	vec_push(&search->stack, root);
	while (search->stack.count && can) {
		term t = vec_pop(&search->stack);
		if (table_has(&search->seen, t))
			continue;
		table_put(&search->seen, t, 1);
		can = smt_integer_can(search->bank, t);
		for (uint32_t i = 0; i < term_count(search->bank, t); i++)
			vec_push(&search->stack, term_arg(search->bank, t, i));
	}
	return can;
}

bool system_has_integers(const struct system *s)
{
	struct search search = { .bank = s->bank };
	bool can = true;
	for (uint32_t c = 0; c < s->cut_count && can; c++)
		can = !s->reached[c] || all_integers(&search, s->bad[c]);
	for (size_t i = 0; i < s->transitions.count && can; i++) {
		const struct transition *t = &s->transitions.at[i];
		can = all_integers(&search, t->condition);
		for (uint32_t p = 0; p < s->places.count && can; p++)
			can = all_integers(&search, t->values[p]);
	}
	table_free(&search.seen);
	vec_free(&search.stack);
	return can;
}
