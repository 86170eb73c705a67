#include "search.h"

#include "image.h"
#include <stdio.h>
#include <stdlib.h>

struct search {
	const struct machine *machine;
	struct variables variables;
	struct functions functions;
	struct image *images; /* by edge */
	diagram *states;      /* by cut */
	diagram *fresh;       /* by cut: those whose images are not known */
	diagram *bad;         /* by cut */
	diagram start;
	struct reached *reached;
};

/* --- the result --- */

struct writer {
	struct reached *reached;
	const struct variables *variables;
	TABLE(uint32_t, uint32_t) number; /* diagram -> its number + 1 */
};

static uint32_t number_of(const struct writer *w, diagram d)
{
	if (diagram_is_constant(d, false) || diagram_is_constant(d, true))
		return diagram_is_constant(d, true);
	return table_get(&w->number, (uint32_t)d, 0) - 1;
}

static bool is_written(const struct writer *w, diagram d)
{
	return number_of(w, d) != UINT32_MAX;
}

static uint32_t write_diagram(struct writer *w, diagram d)
{
	VEC(diagram) stack = { 0 };
	vec_push(&stack, d);
	while (stack.count) {
		diagram top = vec_last(&stack);
		size_t before = stack.count;
		for (int value = 0; value < 2 && !is_written(w, top); value++)
			if (!is_written(w, diagram_branch(top, value)))
				vec_push(&stack, diagram_branch(top, value));
		if (stack.count > before)
			continue;
		stack.count--;
		if (is_written(w, top))
			continue;
		vec_push(&w->reached->decisions, ((struct decision){ w->variables->bit.at[diagram_top(top)],
								     number_of(w, diagram_branch(top, false)),
								     number_of(w, diagram_branch(top, true)) }));
		table_put(&w->number, (uint32_t)top, (uint32_t)w->reached->decisions.count + 2);
	}
	vec_free(&stack);
	return number_of(w, d);
}

static void write_result(struct search *s)
{
	struct writer w = { .reached = s->reached, .variables = &s->variables };
	struct package_statistics statistics = package_statistics();
	s->reached->roots = memory_alloc(s->machine->cuts * sizeof *s->reached->roots);
	for (uint32_t c = 0; c < s->machine->cuts; c++)
		s->reached->roots[c] = write_diagram(&w, s->states[c]);
	s->reached->work = statistics.made;
	s->reached->peak = statistics.nodes;
	table_free(&w.number);
}

/* --- the search --- */

static void replace(diagram *d, diagram by)
{
	diagram_drop(*d);
	*d = by;
}

/* False: some of them are bad. */
static bool add_states(struct search *s, uint32_t cut, diagram states)
{
	diagram more = diagram_minus(states, s->states[cut]), bad = diagram_and(more, s->bad[cut]);
	bool good = diagram_is_constant(bad, false);
	replace(&s->states[cut], diagram_or(s->states[cut], more));
	replace(&s->fresh[cut], diagram_or(s->fresh[cut], more));
	diagram_drop(more);
	diagram_drop(bad);
	return good;
}

/* False: something bad. */
static bool leave(struct search *s, uint32_t cut)
{
	diagram from = s->fresh[cut];
	bool good = true;
	s->fresh[cut] = diagram_constant(false);
	for (size_t e = 0; e < s->machine->edges.count && good; e++) {
		if (s->images[e].from != cut)
			continue;
		diagram to = image_of(&s->images[e], from);
		if (getenv("BDBG")) fprintf(stderr, "image %u->%u from %u to %u made %llu live %u\n", cut, s->images[e].to, diagram_size(from), diagram_size(to), (unsigned long long)package_statistics().made, diagram_size(s->states[s->images[e].to]));
		s->reached->images++;
		good = add_states(s, s->images[e].to, to);
		diagram_drop(to);
	}
	diagram_drop(from);
	return good;
}

/* The first cut that has some: what comes before it is complete by then. */
static bool next_cut(const struct search *s, uint32_t *cut)
{
	for (*cut = 0; *cut < s->machine->cuts; ++*cut)
		if (!diagram_is_constant(s->fresh[*cut], false))
			return true;
	return false;
}

static bool run(struct search *s)
{
	uint32_t cut;
	bool good = add_states(s, 0, s->start);
	while (good && next_cut(s, &cut))
		good = leave(s, cut);
	return good;
}

/* --- from beginning to end --- */

static void begin(struct search *s, const struct package_options *how)
{
	const struct machine *m = s->machine;
	struct package_options options = *how;
	variables_init(&s->variables, m);
	options.variables = s->variables.count;
	package_begin(&options);
	for (uint32_t x = 0; x < s->variables.count; x++) {
		bool pair = s->variables.bit.at[x] != UINT32_MAX;
		package_block(x, pair ? 2 : 1);
		x += pair;
	}
	functions_init(&s->functions, m, &s->variables);
	s->images = memory_alloc((m->edges.count + 1) * sizeof *s->images);
	s->states = memory_alloc(m->cuts * sizeof *s->states);
	s->fresh = memory_alloc(m->cuts * sizeof *s->fresh);
	s->bad = memory_alloc(m->cuts * sizeof *s->bad);
	for (uint32_t c = 0; c < m->cuts; c++) {
		s->states[c] = s->fresh[c] = diagram_constant(false);
		s->bad[c] = function_of(&s->functions, m->bad[c]);
	}
	s->start = function_of(&s->functions, m->start);
	for (size_t e = 0; e < m->edges.count; e++)
		{ image_init(&s->images[e], &s->functions, &m->edges.at[e]);
		if (getenv("BDBG")) { fprintf(stderr, "edge %u->%u parts %zu made %llu:", m->edges.at[e].from, m->edges.at[e].to, s->images[e].parts.count, (unsigned long long)package_statistics().made); for (size_t i = 0; i < s->images[e].parts.count; i++) fprintf(stderr, " %u", diagram_size(s->images[e].parts.at[i].relation)); fprintf(stderr, "\n"); } }
	functions_release(&s->functions);
}

static void end(struct search *s)
{
	for (size_t e = 0; e < s->machine->edges.count; e++)
		image_release(&s->images[e]);
	for (uint32_t c = 0; c < s->machine->cuts; c++) {
		diagram_drop(s->states[c]);
		diagram_drop(s->fresh[c]);
		diagram_drop(s->bad[c]);
	}
	diagram_drop(s->start);
	memory_free(s->images);
	memory_free(s->states);
	memory_free(s->fresh);
	memory_free(s->bad);
	package_end();
	variables_release(&s->variables);
}

enum reach_reply search(const struct machine *machine, const struct reach_options *options,
			void (*exceeded)(void *context, enum package_limit limit), void *context,
			struct reached *reached)
{
	struct search s = { .machine = machine, .reached = reached };
	begin(&s, &(struct package_options){ .nodes = options->nodes,
					     .work = options->work,
					     .reorder = !options->fixed_order && getenv("REORD"),
					     .exceeded = exceeded,
					     .context = context });
	bool good = run(&s);
	write_result(&s);
	end(&s);
	return good ? REACH_CLOSED : REACH_BAD;
}
