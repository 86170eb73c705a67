#include "counterexample.h"

#include "iterate.h"
#include "replay.h"
#include "unknown_map.h"

struct walk {
	struct program *program;
	const struct unknowns *unknowns;
	struct solver *solver;
	struct inputs *inputs;
	struct unknown_maps maps;
	bool (*poll)(void *context);
	void *poll_context;
};

/* The model leaves a map as a leaf: its cells are asked for one by one. */
static struct value answer_cell(void *context, const struct unknown_map *map, const uint64_t *index)
{
	struct walk *w = context;
	const struct bank *bank = w->program->bank;
	struct value v = { 0 };
	if (!map->leaf || !solver_cell(w->solver, map->leaf, index, &v))
		v = value_word(sort_bits(bank, sort_value(bank, map->sort)), 0);
	return v;
}

static struct value ask_map(struct walk *w, const struct run *run, term leaf, sort s, const struct variable *global,
			    const struct statement *statement)
{
	struct unknown_map map = { .sort = s,
				   .global = global,
				   .statement = statement,
				   .answer = answer_cell,
				   .context = w,
				   .leaf = leaf,
				   .calls = statement ? run_calls(run) : 0 };
	return unknown_map_new(&w->maps, w->program->bank, map);
}

/* The model's value of a scalar leaf; an unknown that no query knows is free: 0. */
static bool leaf_value(struct walk *w, term leaf, sort s, struct value *out)
{
	struct bank *bank = w->program->bank;
	uint32_t width = sort_bits(bank, s);
	if (leaf && !term_is_constant(bank, leaf))
		return solver_value(w->solver, leaf, out);
	*out = leaf ? value_words(width, term_words(bank, leaf)) : value_word(width, 0);
	return true;
}

static bool walk_havoc(void *context, const struct run *run, const struct procedure *proc, const struct statement *s,
		       struct value *out)
{
	struct walk *w = context;
	(void)proc;
	term leaf = w->unknowns->statement(w->unknowns->context, run, s);
	if (sort_kind(w->program->bank, s->target->sort) == SORT_MAP) {
		*out = ask_map(w, run, leaf, s->target->sort, NULL, s);
		return true;
	}
	if (!leaf_value(w, leaf, s->target->sort, out))
		return false;
	inputs_add(w->inputs, attribute_get_number(s->attributes, ATTRIBUTE_ID, 0), run_calls(run), out);
	return true;
}

static bool model_is_true(void *holder, term leaf)
{
	struct walk *w = holder;
	struct value v = { 0 };
	bool yes = leaf_value(w, leaf, term_sort(w->program->bank, leaf), &v) && v.word;
	value_release(&v);
	return yes;
}

static uint32_t walk_choice(void *context, const struct run *run, const struct procedure *proc,
			    const struct block *block)
{
	struct walk *w = context;
	(void)proc;
	uint32_t taken = w->unknowns->choice(w->unknowns->context, run, block, model_is_true, w);
	struct value v = value_word(32, taken);
	inputs_add(w->inputs, attribute_get_number(block->terminator.attributes, ATTRIBUTE_ID, 0), run_calls(run), &v);
	return taken;
}

static bool walk_initial(void *context, const struct run *run, const struct procedure *proc, const struct variable *v,
			 struct value *out)
{
	struct walk *w = context;
	term leaf = w->unknowns->initial(w->unknowns->context, run, proc, v);
	if (sort_kind(w->program->bank, v->sort) == SORT_MAP) {
		*out = ask_map(w, run, leaf, v->sort, proc ? NULL : v, NULL);
		return true;
	}
	if (!leaf_value(w, leaf, v->sort, out))
		return false;
	if (!proc)
		inputs_add_initial(w->inputs, NULL, v->name, out);
	return true;
}

static void walk_branch(void *context, const struct run *run, const struct procedure *proc, const struct block *block,
			uint32_t target)
{
	struct walk *w = context;
	(void)run, (void)proc, (void)block, (void)target;
	if (w->unknowns->branch)
		w->unknowns->branch(w->unknowns->context);
}

static void walk_finish(void *context, const struct run *run, const struct procedure *callee,
			const struct statement *site)
{
	struct walk *w = context;
	(void)callee, (void)site;
	if (w->unknowns->finish)
		w->unknowns->finish(w->unknowns->context, run);
}

static bool walk_poll(void *context)
{
	struct walk *w = context;
	return !w->poll || w->poll(w->poll_context);
}

static const char *describe_end(struct arena *arena, const char *what, const struct run_result *r)
{
	struct location p = r->statement ? attribute_location(r->statement->attributes) : (struct location){ 0 };
	if (p.line)
		return arena_format(arena, "%s: %s at %s:%u", what, run_end_text(r), p.file, p.line);
	return arena_format(arena, "%s: %s", what, run_end_text(r));
}

bool counterexample_find(struct program *program, const struct unknowns *unknowns, struct solver *solver,
			 bool (*poll)(void *context), void *poll_context, struct arena *arena,
			 struct counterexample *out, const char **reason)
{
	struct walk w = { .program = program,
			  .unknowns = unknowns,
			  .solver = solver,
			  .inputs = inputs_new(),
			  .poll = poll,
			  .poll_context = poll_context };
	struct run_options options = { .hooks = { .context = &w,
						  .havoc = walk_havoc,
						  .fresh = walk_havoc,
						  .choice = walk_choice,
						  .initial = walk_initial,
						  .branch = walk_branch,
						  .finish = walk_finish,
						  .poll = walk_poll } };
	struct run *run = run_new(program);
	const struct run_result *r = run_execute(run, &options);
	bool found = r->end == RUN_VIOLATED;
	if (found)
		unknown_maps_record(&w.maps, w.inputs);
	*out = (struct counterexample){ .inputs = found ? w.inputs : NULL,
					.violated = r->statement,
					.procedure = r->procedure };
	*reason = found ? NULL : describe_end(arena, "the solver's model is not an execution", r);
	if (!found)
		inputs_free(w.inputs);
	run_free(run);
	unknown_maps_release(&w.maps);
	return found;
}

static bool holds(const struct value *v)
{
	return v && v->kind == VALUE_WORD && v->width == 1 && v->word;
}

/* A havoc {approximate "..."} stands for a computation that the program does exactly: with its value chosen freely,
 * an execution need not be one of the program. An assignment with it says so where it makes its target true. Which of them matters is
 * not looked at here (history.h). */
static bool note_approximation(void *context, const struct run *run, const struct procedure *proc,
			       const struct block *block, const struct statement *s)
{
	const char **approximate = context;
	(void)proc, (void)block;
	const char *what = attribute_get_string(s->attributes, ATTRIBUTE_APPROXIMATE);
	if (what && !*approximate && (s->kind != STATEMENT_ASSIGN || holds(run_value(run, s->target))))
		*approximate = what;
	return true;
}

static bool has_approximation(const struct program *p)
{
	program_for_each_statement(p, at)
		if (attribute_find(at.statement->attributes, ATTRIBUTE_APPROXIMATE))
			return true;
	return false;
}

bool counterexample_replay(struct program *program, struct counterexample *c, struct arena *arena, const char **reason)
{
	/* The same choices lead along the same way; more steps than this only happen if they do not. */
	const char *approximate = NULL;
	struct replay replay = { .context = &approximate,
				 .step = has_approximation(program) ? note_approximation : NULL,
				 .max_steps = UINT64_C(1) << 30 };
	struct run *run = run_new(program);
	const struct run_result *r = replay_execute(run, c->inputs, &replay);
	c->replayed = r->steps;
	bool same = r->end == RUN_VIOLATED && (c->any || violation_is_same(r->statement, c->violated));
	*reason = !same         ? describe_end(arena, "the counterexample does not replay on the program", r)
		  : approximate ? arena_format(arena, "the counterexample depends on an approximation: %s", approximate)
				: NULL;
	if (same) {
		c->violation = violation_of(run, r);
		c->original = r->statement;
	}
	c->approximate = same && approximate;
	same = same && !approximate;
	run_free(run);
	return same;
}

/* --- unknowns of an execution by instances --- */

/* Which instance each frame of the interpreter is. */
struct instances {
	const struct vc *vc;
	VEC(struct vc_node *) nodes; /* one per frame; NULL: not in the DAG (the model does not go there) */
};

/* The instance of the innermost frame. Frames are entered by calls, whose edges the DAG knows. */
static struct vc_node *current_instance(struct instances *in, const struct run *run)
{
	uint64_t depth = run_depth(run);
	while (in->nodes.count > depth)
		in->nodes.count--;
	while (in->nodes.count < depth) {
		struct vc_node *node = NULL;
		if (!in->nodes.count) {
			node = vc_root(in->vc);
		} else if (vec_last(&in->nodes)) {
			const struct statement *call = NULL;
			run_frame(run, in->nodes.count - 1, &call);
			struct vc_edge *edge = call ? vc_edge_at(in->vc, vec_last(&in->nodes), call) : NULL;
			node = edge ? edge->destination : NULL;
		}
		vec_push(&in->nodes, node);
	}
	return depth ? vec_last(&in->nodes) : NULL;
}

static void instance_finish(void *context, const struct run *run)
{
	struct instances *in = context;
	uint64_t depth = run_depth(run);
	if (depth && in->nodes.count >= depth)
		in->nodes.count = depth - 1;
}

static term instance_statement(void *context, const struct run *run, const struct statement *s)
{
	struct vc_node *node = current_instance(context, run);
	return node ? vc_leaf(node, s, 0) : 0;
}

/* As the execution numbers them (vc.h): the last target whose unknown is true, else the first. */
static uint32_t instance_choice(void *context, const struct run *run, const struct block *block,
				bool (*is_true)(void *holder, term leaf), void *holder)
{
	struct vc_node *node = current_instance(context, run);
	for (uint32_t i = block->terminator.target_count; node && i-- > 1;) {
		term leaf = vc_leaf(node, &block->terminator, i);
		if (leaf && is_true(holder, leaf))
			return i;
	}
	return 0;
}

static term instance_initial(void *context, const struct run *run, const struct procedure *proc,
			     const struct variable *v)
{
	struct instances *in = context;
	if (!proc)
		return vc_initial(in->vc, v);
	struct vc_node *node = current_instance(in, run);
	return node ? vc_leaf(node, v, 0) : 0;
}

bool counterexample_of_vc(struct program *program, const struct vc *vc, struct solver *solver,
			  bool (*poll)(void *context), void *poll_context, struct arena *arena,
			  struct counterexample *out, const char **reason)
{
	struct instances in = { .vc = vc };
	struct unknowns unknowns = {
		&in, instance_statement, instance_choice, instance_initial, NULL, instance_finish
	};
	bool found = counterexample_find(program, &unknowns, solver, poll, poll_context, arena, out, reason);
	vec_free(&in.nodes);
	return found;
}
