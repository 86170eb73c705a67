#include "segment.h"

#include "statement.h"

enum { MANY_WAYS = 4 };

/* --- cuts --- */

static uint32_t add_cut(struct segments *s, const struct procedure *proc, const struct block *block, uint32_t statement)
{
	vec_push(&s->cuts, ((struct cut){ .procedure = proc, .block = block, .statement = statement }));
	return (uint32_t)s->cuts.count - 1;
}

/* Does an edge go back to it in reverse postorder? Each cycle has such a block. */
static bool is_head(const struct cfg *cfg, uint32_t block)
{
	for (uint32_t k = cfg->predecessor_start[block]; k < cfg->predecessor_start[block + 1]; k++) {
		uint32_t rank = cfg->rank[cfg->predecessors[k]];
		if (rank != CFG_NONE && rank >= cfg->rank[block])
			return true;
	}
	return false;
}

static uint32_t way_count(const struct cfg *cfg, uint32_t block)
{
	return cfg->predecessor_start[block + 1] - cfg->predecessor_start[block];
}

static void find_heads(struct segments *s, const struct procedure *proc, enum segments_grain grain)
{
	struct flow *flow = &s->flows[proc->index];
	const struct cfg *cfg = flow->cfg;
	flow->cut_of = memory_alloc(cfg->block_count * sizeof *flow->cut_of);
	for (uint32_t b = 0; b < cfg->block_count; b++)
		flow->cut_of[b] = CFG_NONE;
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		uint32_t b = cfg->order[i];
		bool joins = grain == SEGMENTS_OF_JOINS;
		bool head = is_head(cfg, b) || (joins && way_count(cfg, b) >= MANY_WAYS);
		if (!head && (!joins || way_count(cfg, b) < 2))
			continue;
		flow->cut_of[b] = add_cut(s, proc, proc->blocks[b], 0);
		vec_last(&s->cuts).head = head;
	}
}

static void find_calls(struct segments *s, const struct procedure *proc)
{
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count; i++) {
			const struct statement *call = &proc->blocks[b]->statements[i];
			if (call->kind != STATEMENT_CALL)
				continue;
			table_put(&s->behind, call, add_cut(s, proc, proc->blocks[b], i + 1));
			s->flows[call->callee->index].end = 0;
			s->calls = true;
		}
}

static void find_cuts_of(struct segments *s, const struct procedure *proc, enum segments_grain grain)
{
	struct flow *flow = &s->flows[proc->index];
	flow->cfg = cfg_new(proc);
	flow->beginning = add_cut(s, proc, proc->blocks[0], 0);
	find_heads(s, proc, grain);
	find_calls(s, proc);
}

static void find_cuts(struct segments *s, enum segments_grain grain)
{
	const struct program *p = s->program;
	s->flows = memory_alloc(p->procedure_count * sizeof *s->flows);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		s->flows[i].end = CFG_NONE;
	find_cuts_of(s, p->entry, grain);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (p->procedures[i] != p->entry)
			find_cuts_of(s, p->procedures[i], grain);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (s->flows[i].end != CFG_NONE)
			s->flows[i].end = add_cut(s, p->procedures[i], NULL, 0);
}

/* --- one block --- */

struct walk {
	struct segments *segments;
	struct segment *segment;
	const struct flow *flow;
	struct states VEC_BODY(struct state) * incoming; /* by block */
	struct states returned;
	struct state state;
};

static struct env *env_of(struct state *state, const struct variable *v)
{
	return v->kind == VARIABLE_GLOBAL ? &state->globals : &state->locals;
}

static term read_variable(void *context, term leaf)
{
	struct walk *w = context;
	const struct variable *v = program_variable_of(w->segments->program, leaf);
	if (!v)
		return leaf;
	return path_simplify(&w->segments->space, w->state.path, env_get(env_of(&w->state, v), v->index));
}

static term value_of(struct walk *w, term t)
{
	struct bank *bank = w->segments->program->bank;
	return term_is_constant(bank, t) ? t : term_substitute(bank, t, read_variable, w);
}

static void write_variable(struct walk *w, const struct variable *v, term value)
{
	env_set(&w->segments->space.env, env_of(&w->state, v), v->index, value);
}

static void extend(struct walk *w, term condition, bool decided)
{
	w->state.path = path_extend(&w->segments->space, w->state.path, condition, decided);
}

/* The unknown of a statement or terminator; a segment meets it once. */
static term input(struct walk *w, const void *key, uint32_t index, sort s, const char *name)
{
	struct segments *segments = w->segments;
	uint64_t at = (uint64_t)(uintptr_t)key << 16 | index;
	term leaf = table_get(&segments->inputs, at, 0);
	if (!leaf) {
		leaf = term_variable(segments->program->bank, s, name);
		table_put(&segments->inputs, at, leaf);
	}
	return leaf;
}

static void make_identity(struct walk *w, const struct block *b, const struct statement *s)
{
	struct segments *segments = w->segments;
	struct bank *bank = segments->program->bank;
	uint32_t width = sort_width(bank, s->target->sort);
	if (b == segments->cuts.at[0].block && segments->identity != UINT64_MAX && width == segments->identity_width) {
		write_variable(w, s->target, term_bv(bank, width, segments->identity + segments->identities++));
		return;
	}
	term fresh = input(w, s, 0, s->target->sort, s->target->name);
	write_variable(w, s->target, fresh);
	extend(w,
	       term_not(bank, term_binary(bank, OP_BVULT, fresh, term_bv(bank, width, fresh_first(segments->program)))),
	       false);
	for (uint32_t i = 0; i < segments->identities && width == segments->identity_width; i++)
		extend(w, term_not(bank, term_eq(bank, fresh, term_bv(bank, width, segments->identity + i))), false);
}

/* The way ends before the call. */
static void leave_by_call(struct walk *w, const struct statement *s)
{
	struct segments *segments = w->segments;
	struct way way = { .to = table_get(&segments->behind, s, 0), .state = w->state, .call = s };
	way.arguments = arena_alloc(segments->arena, (s->argument_count + 1) * sizeof *way.arguments);
	for (uint32_t i = 0; i < s->argument_count; i++)
		way.arguments[i] = value_of(w, s->arguments[i]);
	vec_push(&w->segment->ways, way);
	w->state.path = NULL;
}

static void step(struct walk *w, const struct block *b, const struct statement *s)
{
	struct bank *bank = w->segments->program->bank;
	struct path *violated;
	term value;
	switch (s->kind) {
	case STATEMENT_ASSERT:
		value = value_of(w, s->term);
		violated = path_extend(&w->segments->space, w->state.path, term_not(bank, value), false);
		if (violated)
			vec_push(&w->segment->violations, violated->full);
		extend(w, value, false);
		break;
	case STATEMENT_ASSUME:
		extend(w, value_of(w, s->term), false);
		break;
	case STATEMENT_ASSIGN:
		write_variable(w, s->target, value_of(w, s->term));
		break;
	case STATEMENT_HAVOC:
		write_variable(w, s->target, input(w, s, 0, s->target->sort, s->target->name));
		break;
	case STATEMENT_FRESH:
		make_identity(w, b, s);
		break;
	case STATEMENT_CALL:
		leave_by_call(w, s);
		break;
	}
}

/* --- ways --- */

static void deliver(struct walk *w, const struct block *target, struct path *path, bool last)
{
	struct state state = w->state;
	struct env_space *space = &w->segments->space.env;
	state.path = path;
	if (!path)
		return;
	if (!last) {
		state.globals = env_share(space, &w->state.globals);
		state.locals = env_share(space, &w->state.locals);
	}
	vec_push(&w->incoming[target->index], state);
}

static struct path *outcome(struct walk *w, term condition)
{
	return path_extend(&w->segments->space, w->state.path, condition, true);
}

static void leave_by_goto(struct walk *w, const struct terminator *t)
{
	struct bank *bank = w->segments->program->bank;
	for (uint32_t i = t->target_count; i-- > 1;) {
		term taken = input(w, t, i, sort_bool(bank), "choice");
		deliver(w, t->targets[i], outcome(w, taken), false);
		w->state.path = outcome(w, term_not(bank, taken));
	}
	deliver(w, t->targets[0], w->state.path, true);
}

static void leave_block(struct walk *w, const struct terminator *t)
{
	if (t->kind == TERMINATOR_GOTO) {
		leave_by_goto(w, t);
	} else if (t->kind == TERMINATOR_BRANCH) {
		term condition = value_of(w, t->term);
		deliver(w, t->targets[0], outcome(w, condition), false);
		deliver(w, t->targets[1], outcome(w, term_not(w->segments->program->bank, condition)), true);
	} else if (w->flow->end != CFG_NONE) {
		vec_push(&w->returned, w->state);
	}
}

static void run_block(struct walk *w, const struct block *b, uint32_t first, struct state state)
{
	w->state = state;
	for (uint32_t i = first; i < b->statement_count && w->state.path; i++)
		step(w, b, &b->statements[i]);
	if (w->state.path)
		leave_block(w, &b->terminator);
}

/* --- one segment --- */

static struct state at_cut(struct segments *s, const struct procedure *proc)
{
	const struct program *p = s->program;
	struct state state = { path_start(&s->space), env_new(&s->space.env, p->global_count),
			       env_new(&s->space.env, proc->variable_count) };
	for (uint32_t i = 0; i < p->global_count; i++)
		env_set(&s->space.env, &state.globals, i, p->globals[i]->term);
	for (uint32_t i = 0; i < proc->variable_count; i++)
		env_set(&s->space.env, &state.locals, i, proc->variables[i]->term);
	return state;
}

static struct state arrive(struct walk *w, struct states *in)
{
	struct state merged = state_merge(&w->segments->space, in->at, (uint32_t)in->count);
	vec_free(in);
	return merged;
}

static void end_at(struct walk *w, uint32_t cut, struct state state)
{
	vec_push(&w->segment->ways, (struct way){ .to = cut, .state = state });
}

/* What has come to a block: into it, or to the end of the segment if it is a cut. */
static void visit(struct walk *w, uint32_t block)
{
	struct state state = arrive(w, &w->incoming[block]);
	if (!state.path || w->segments->failed)
		return;
	if (w->flow->cut_of[block] != CFG_NONE)
		end_at(w, w->flow->cut_of[block], state);
	else
		run_block(w, w->flow->cfg->procedure->blocks[block], 0, state);
}

/* The cut's own block first, then what follows it in reverse postorder, which is topological between cuts; ends last. */
static void run_segment(struct segments *s, uint32_t cut, bool (*stop)(void *context), void *context)
{
	const struct cut *from = &s->cuts.at[cut];
	if (!from->block)
		return;
	const struct flow *flow = &s->flows[from->procedure->index];
	struct walk w = { .segments = s, .segment = &s->segments[cut], .flow = flow };
	const struct cfg *cfg = flow->cfg;
	w.incoming = memory_alloc(cfg->block_count * sizeof *w.incoming);
	run_block(&w, from->block, from->statement, at_cut(s, from->procedure));
	for (int ends = 0; ends < 2; ends++)
		for (uint32_t i = 0; i < cfg->order_count; i++) {
			uint32_t b = cfg->order[i];
			if (!w.incoming[b].count || (flow->cut_of[b] != CFG_NONE) != ends)
				continue;
			s->failed = s->failed || (stop && stop(context));
			visit(&w, b);
		}
	if (w.returned.count)
		end_at(&w, flow->end, arrive(&w, &w.returned));
	memory_free(w.incoming);
}

/* --- all --- */

/* Numbers for objects that hardly occur otherwise: they are told from others when an invariant is written down. */
static void choose_identities(struct segments *s)
{
	const struct block *first = s->program->entry->blocks[0];
	s->identity = UINT64_MAX;
	for (uint32_t i = 0; i < first->statement_count; i++)
		if (first->statements[i].kind == STATEMENT_FRESH) {
			s->identity_width = sort_width(s->program->bank, first->statements[i].target->sort);
			if (s->identity_width >= 32 && s->identity_width <= 64)
				s->identity = UINT64_C(0x5AC3) << (s->identity_width - 16);
			return;
		}
}

struct segments *segments_new(const struct program *program, enum segments_grain grain, bool (*stop)(void *context),
			      void *context)
{
	struct segments *s = memory_alloc(sizeof *s);
	s->program = program;
	s->arena = arena_new();
	s->space = (struct path_space){ { s->arena, 0 }, program->bank, 0 };
	choose_identities(s);
	find_cuts(s, grain);
	s->segments = memory_alloc(s->cuts.count * sizeof *s->segments);
	for (uint32_t i = 0; i < s->cuts.count && !s->failed; i++)
		run_segment(s, i, stop, context);
	return s;
}

void segments_free(struct segments *s)
{
	if (!s)
		return;
	for (uint32_t i = 0; i < s->cuts.count; i++) {
		vec_free(&s->segments[i].ways);
		vec_free(&s->segments[i].violations);
	}
	for (uint32_t i = 0; i < s->program->procedure_count; i++) {
		cfg_free(s->flows[i].cfg);
		memory_free(s->flows[i].cut_of);
	}
	memory_free(s->segments);
	memory_free(s->flows);
	vec_free(&s->cuts);
	table_free(&s->behind);
	table_free(&s->inputs);
	arena_free(s->arena);
	memory_free(s);
}

term segments_value(const struct way *way, const struct variable *v)
{
	return env_get(v->kind == VARIABLE_GLOBAL ? &way->state.globals : &way->state.locals, v->index);
}
