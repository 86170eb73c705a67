#include "search.h"

#include "image.h"

struct search {
	const struct machine *machine;
	uint32_t most_function;
	struct variables variables;
	struct functions functions;
	struct image *images; /* by edge */
	diagram *states;      /* by cut */
	diagram *fresh;       /* by cut: those whose images are not known */
	diagram *bad;         /* by cut */
	diagram *always;      /* by cut: what is true there of all states */
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
		s->reached->roots[c] =
			s->machine->wanted && !s->machine->wanted[c] ? 1 : write_diagram(&w, s->states[c]);
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
	diagram possible = diagram_and(states, s->always[cut]);
	diagram more = diagram_minus(possible, s->states[cut]), bad = diagram_and(more, s->bad[cut]);
	bool good = diagram_is_constant(bad, false);
	replace(&s->states[cut], diagram_or(s->states[cut], more));
	replace(&s->fresh[cut], diagram_or(s->fresh[cut], more));
	diagram_drop(possible);
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
	bool good = add_states(s, 0, diagram_constant(true));
	while (good && next_cut(s, &cut))
		good = leave(s, cut);
	return good;
}

/* --- from beginning to end --- */

/* Does something at the cut depend on all bits of the function? */
static bool belongs(const struct search *s, uint32_t cut, const bool *support)
{
	for (uint32_t x = 0; x < s->variables.count; x++)
		if (support[x] && !s->machine->live[cut][s->variables.bit.at[x]])
			return false;
	return true;
}

static void find_constraints(struct search *s)
{
	const struct machine *m = s->machine;
	for (size_t i = 0; i < m->constraints.count; i++) {
		bool *support = memory_alloc((s->variables.count + 1) * sizeof *support);
		diagram constraint = function_of(&s->functions, m->constraints.at[i]);
		diagram_support(constraint, support);
		for (uint32_t c = 0; c < m->cuts; c++)
			if (belongs(s, c, support))
				replace(&s->always[c], diagram_and(s->always[c], constraint));
		diagram_drop(constraint);
		memory_free(support);
	}
}

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
	functions_init(&s->functions, m, &s->variables, s->most_function);
	s->images = memory_alloc((m->edges.count + 1) * sizeof *s->images);
	s->states = memory_alloc(m->cuts * sizeof *s->states);
	s->fresh = memory_alloc(m->cuts * sizeof *s->fresh);
	s->bad = memory_alloc(m->cuts * sizeof *s->bad);
	s->always = memory_alloc(m->cuts * sizeof *s->always);
	for (uint32_t c = 0; c < m->cuts; c++) {
		s->states[c] = s->fresh[c] = diagram_constant(false);
		s->bad[c] = function_of(&s->functions, m->bad[c]);
		s->always[c] = diagram_constant(true);
	}
	find_constraints(s);
	for (size_t e = 0; e < m->edges.count; e++)
		image_init(&s->images[e], &s->functions, &m->edges.at[e]);
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
		diagram_drop(s->always[c]);
	}
	memory_free(s->images);
	memory_free(s->states);
	memory_free(s->fresh);
	memory_free(s->bad);
	memory_free(s->always);
	package_end();
	variables_release(&s->variables);
}

enum reach_reply search(const struct machine *machine, const struct reach_options *options,
			void (*exceeded)(void *context, enum package_limit limit), void *context,
			struct reached *reached)
{
	struct search s = { .machine = machine, .reached = reached, .most_function = options->function };
	begin(&s, &(struct package_options){ .nodes = options->nodes,
					     .work = options->work,
					     .reorder = options->reorder,
					     .exceeded = exceeded,
					     .context = context });
	bool good = run(&s);
	write_result(&s);
	end(&s);
	return good ? REACH_CLOSED : REACH_BAD;
}
