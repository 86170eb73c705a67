/* The analysis behind constprop: sparse conditional constant propagation (Wegman and Zadeck) on the SSA overlay
 * of each procedure, and between procedures by one cell for each in- and out-parameter and for each global that is
 * initialised before anything else looks at it. Optimistic: everything is unreached until something reaches it. */
#include "constants.h"

#include <string.h>

#include "initialised.h"
#include "statement.h"

static const struct cell top = { .kind = CELL_TOP }, any = { .kind = CELL_ANY };

/* *to becomes the meet of both; true if that lowered it. */
static bool lower(struct cell *to, struct cell with)
{
	struct cell old = *to;
	if (with.kind == CELL_TOP || to->kind == CELL_ANY)
		return false;
	if (to->kind == CELL_TOP || with.kind == CELL_ANY)
		*to = with;
	else if (to->constant != with.constant)
		*to = any;
	else
		to->shown |= with.shown;
	return to->kind != old.kind || to->shown != old.shown;
}

/* --- evaluation --- */

struct substitution {
	struct constants *constants;
	const struct ssa *ssa;
};

static term known_constant(void *context, term leaf)
{
	struct substitution *s = context;
	const struct variable *v = program_variable_of(s->constants->program, leaf);
	uint32_t slot = v ? ssa_slot(s->ssa, v) : SSA_NONE;
	return slot != SSA_NONE && s->constants->current[slot] ? s->constants->current[slot] : leaf;
}

static bool is_value(const struct bank *bank, term t)
{
	if (term_op(bank, t) == OP_CONST_MAP)
		t = term_arg(bank, t, 0);
	return term_is_constant(bank, t);
}

/* With constants for the variables whose cells are constant (and not shown, unless `shown`). */
static term fold(struct constants *c, const struct procedure_constants *proc, term t, const struct uses_list *used,
		 const uint32_t *reads, bool shown)
{
	struct substitution s = { c, proc->ssa };
	bool some = false;
	for (uint32_t i = 0; i < used->count; i++) {
		struct cell cell = proc->cells[reads[i]];
		bool usable = cell.kind == CELL_CONSTANT && (shown || !cell.shown);
		c->current[ssa_slot(proc->ssa, used->variables[i])] = usable ? cell.constant : 0;
		some |= usable;
	}
	return some ? term_substitute(c->program->bank, t, known_constant, &s) : t;
}

struct cell constants_evaluate(struct constants *c, const struct procedure_constants *proc, term t,
			       const uint32_t *reads)
{
	const struct bank *bank = c->program->bank;
	const struct uses_list *used = uses_of(&c->uses, t);
	bool shown = false;
	if (!used->count)
		return is_value(bank, t) ? (struct cell){ CELL_CONSTANT, false, t } : any;
	for (uint32_t i = 0; i < used->count; i++) {
		if (proc->cells[reads[i]].kind == CELL_TOP)
			return top;
		shown |= proc->cells[reads[i]].shown;
	}
	if (used->count == 1 && used->variables[0]->term == t)
		return proc->cells[reads[0]];
	term value = fold(c, proc, t, used, reads, true);
	if (!is_value(bank, value))
		return any;
	/* Maybe what is shown does not matter: and(false, x). */
	if (shown)
		shown = !is_value(bank, fold(c, proc, t, used, reads, false));
	return (struct cell){ CELL_CONSTANT, shown, value };
}

/* --- one procedure --- */

struct walk {
	struct constants *c;
	struct procedure_constants *proc;
	const struct procedure *procedure;
	VEC(uint32_t) work; /* blocks */
	bool *queued;
	bool outs_lowered;
	VEC(uint32_t) globals_lowered;
};

/* What the SSA overlay has for the statement at hand. */
struct cursor {
	const uint32_t *reads, *writes, *writes_end;
};

static void queue_block(struct walk *w, uint32_t block)
{
	if (w->queued[block] || !w->proc->executed[block])
		return;
	w->queued[block] = true;
	vec_push(&w->work, block);
}

static void lower_value(struct walk *w, uint32_t value, struct cell with)
{
	struct procedure_constants *proc = w->proc;
	if (with.kind == CELL_CONSTANT && !w->c->treat_all_alike)
		with.shown |= variable_is_named(proc->ssa->variables[proc->ssa->values.at[value].slot]);
	if (!lower(&proc->cells[value], with))
		return;
	for (uint32_t i = proc->user_start[value]; i < proc->user_start[value + 1]; i++)
		queue_block(w, proc->users[i]);
}

static void lower_global(struct walk *w, const struct variable *v, struct cell with)
{
	if (v->kind == VARIABLE_GLOBAL && lower(&w->c->globals[v->index], with))
		vec_push(&w->globals_lowered, v->index);
}

static void enter_callee(struct walk *w, const struct statement *s, const uint32_t *reads)
{
	struct constants *c = w->c;
	struct procedure_constants *callee = &c->procedures[s->callee->index];
	bool changed = !callee->analysed;
	for (uint32_t i = 0; i < s->argument_count; i++) {
		struct cell cell = constants_evaluate(c, w->proc, s->arguments[i], reads);
		changed |= lower(&callee->ins[i], cell);
		reads += uses_of(&c->uses, s->arguments[i])->count;
	}
	callee->analysed = true;
	if (changed)
		sweep_mark(&c->sweep, s->callee->index);
}

static uint32_t read_count(struct constants *c, const struct statement *s)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < statement_term_count(s); i++)
		n += uses_of(&c->uses, statement_term(s, i))->count;
	return n;
}

static struct cell written(struct walk *w, const struct statement *s, uint32_t out, const uint32_t *reads)
{
	struct cell cell = any;
	if (s->kind == STATEMENT_ASSIGN)
		cell = constants_evaluate(w->c, w->proc, s->term, reads);
	else if (s->kind == STATEMENT_CALL)
		cell = w->c->procedures[s->callee->index].outs[out];
	if (cell.kind == CELL_CONSTANT && !w->c->treat_all_alike && attribute_find(s->attributes, ATTRIBUTE_SHOWS))
		cell.shown = true;
	return cell;
}

static void visit_statement(struct walk *w, const struct statement *s, struct cursor *at)
{
	const struct ssa *ssa = w->proc->ssa;
	if (s->kind == STATEMENT_CALL)
		enter_callee(w, s, at->reads);
	while (at->writes < at->writes_end && ssa->values.at[*at->writes].kind == SSA_CLOBBER &&
	       s->kind == STATEMENT_CALL) {
		const struct variable *g = ssa->variables[ssa->values.at[*at->writes].slot];
		lower_value(w, *at->writes++, w->c->globals[g->index]);
	}
	for (uint32_t i = 0; i < statement_target_count(s); i++) {
		struct cell cell = written(w, s, i, at->reads);
		const struct variable *v = statement_target(s, i);
		lower_global(w, v, cell);
		if (ssa_slot(ssa, v) != SSA_NONE)
			lower_value(w, *at->writes++, cell);
	}
	at->reads += read_count(w->c, s);
}

static void execute_edge(struct walk *w, uint32_t edge)
{
	struct procedure_constants *proc = w->proc;
	uint32_t to = proc->ssa->cfg->successors[edge];
	if (proc->edge_executed[edge])
		return;
	proc->edge_executed[edge] = true;
	proc->executed[to] = true;
	queue_block(w, to);
}

static void visit_terminator(struct walk *w, uint32_t block, const uint32_t *reads)
{
	const struct terminator *t = &w->procedure->blocks[block]->terminator;
	uint32_t edge = w->proc->ssa->cfg->successor_start[block];
	if (t->kind == TERMINATOR_RETURN)
		for (uint32_t i = 0; i < w->procedure->out_count; i++)
			w->outs_lowered |= lower(&w->proc->outs[i], w->proc->cells[reads[i]]);
	if (t->kind == TERMINATOR_BRANCH) {
		struct cell cell = constants_evaluate(w->c, w->proc, t->term, reads);
		bool is_true = cell.kind == CELL_CONSTANT && term_is_true(w->c->program->bank, cell.constant);
		if (cell.kind == CELL_ANY || (cell.kind == CELL_CONSTANT && is_true))
			execute_edge(w, edge);
		if (cell.kind == CELL_ANY || (cell.kind == CELL_CONSTANT && !is_true))
			execute_edge(w, edge + 1);
		return;
	}
	for (uint32_t i = 0; i < t->target_count; i++)
		execute_edge(w, edge + i);
}

static void visit_phis(struct walk *w, uint32_t block)
{
	struct procedure_constants *proc = w->proc;
	const struct ssa *ssa = proc->ssa;
	const struct ssa_block *b = &ssa->blocks[block];
	for (uint32_t i = 0; i < b->phi_count; i++) {
		struct cell cell = top;
		if (proc->cells[b->phis[i].value].kind == CELL_ANY)
			continue; /* nothing lowers it any more */
		if (block == ssa->cfg->order[0])
			lower(&cell, proc->cells[ssa->values.at[b->phis[i].value].slot]);
		for (uint32_t e = ssa->cfg->predecessor_start[block];
		     e < ssa->cfg->predecessor_start[block + 1] && cell.kind != CELL_ANY; e++) {
			uint32_t from = b->phis[i].arguments[e - ssa->cfg->predecessor_start[block]];
			if (from != SSA_NONE && proc->edge_executed[ssa->edges_in[e]])
				lower(&cell, proc->cells[from]);
		}
		lower_value(w, b->phis[i].value, cell);
	}
}

static void visit_block(struct walk *w, uint32_t block)
{
	const struct block *b = w->procedure->blocks[block];
	const struct ssa_block *overlay = &w->proc->ssa->blocks[block];
	struct cursor at = { overlay->reads, overlay->writes, overlay->writes + overlay->write_count };
	visit_phis(w, block);
	for (uint32_t i = 0; i < b->statement_count; i++)
		visit_statement(w, &b->statements[i], &at);
	visit_terminator(w, block, at.reads);
}

/* --- which blocks read each value --- */

/* Counts at first; once proc->users is there, fills in. */
static void note_user(struct procedure_constants *proc, uint32_t value, uint32_t block)
{
	if (value == SSA_NONE)
		return;
	if (proc->users)
		proc->users[proc->user_start[value + 1]++] = block;
	else
		proc->user_start[value + 2]++;
}

static void note_users(struct procedure_constants *proc, uint32_t block)
{
	const struct ssa *ssa = proc->ssa;
	const struct ssa_block *b = &ssa->blocks[block];
	uint32_t edges = ssa->cfg->predecessor_start[block + 1] - ssa->cfg->predecessor_start[block];
	for (uint32_t i = 0; i < b->read_count; i++) {
		const struct ssa_value *v = &ssa->values.at[b->reads[i]];
		if (v->block != block || v->kind == SSA_ENTRY)
			note_user(proc, b->reads[i], block);
	}
	for (uint32_t i = 0; i < b->phi_count; i++)
		for (uint32_t k = 0; k < edges; k++)
			note_user(proc, b->phis[i].arguments[k], block);
}

static void find_users(struct procedure_constants *proc)
{
	const struct ssa *ssa = proc->ssa;
	size_t values = ssa->values.count;
	proc->user_start = arena_alloc(ssa->arena, (values + 2) * sizeof *proc->user_start);
	for (uint32_t b = 0; b < ssa->cfg->block_count; b++)
		note_users(proc, b);
	for (size_t i = 2; i < values + 2; i++)
		proc->user_start[i] += proc->user_start[i - 1];
	proc->users = arena_alloc(ssa->arena, (proc->user_start[values + 1] + 1) * sizeof *proc->users);
	for (uint32_t b = 0; b < ssa->cfg->block_count; b++)
		note_users(proc, b);
}

/* --- all procedures --- */

static void start_procedure(struct constants *c, struct procedure_constants *proc, const struct procedure *procedure)
{
	proc->ssa = ssa_new(procedure, &c->uses, c->effects);
	proc->cells = arena_alloc(proc->ssa->arena, proc->ssa->values.count * sizeof *proc->cells);
	proc->executed = arena_alloc(proc->ssa->arena, procedure->block_count * sizeof *proc->executed);
	proc->edge_executed = arena_alloc(proc->ssa->arena,
					  (proc->ssa->cfg->successor_start[procedure->block_count] + 1) * sizeof(bool));
	proc->executed[0] = true;
	find_users(proc);
}

/* The values on entry: what the callers give, what the globals are; the rest is anything. */
static void lower_entry(struct walk *w)
{
	const struct ssa *ssa = w->proc->ssa;
	for (uint32_t slot = 0; slot < ssa->slot_count; slot++) {
		const struct variable *v = ssa->variables[slot];
		struct cell cell = any;
		if (v->kind == VARIABLE_IN)
			cell = w->proc->ins[v->index];
		else if (v->kind == VARIABLE_GLOBAL)
			cell = w->c->globals[v->index];
		lower_value(w, slot, cell);
	}
}

static bool tracks_any(const struct ssa *ssa, const uint32_t *globals, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (table_has(&ssa->global_slots, globals[i]))
			return true;
	return false;
}

static void queue_dependents(struct walk *w)
{
	struct constants *c = w->c;
	uint32_t self = w->procedure->index;
	if (w->outs_lowered)
		for (uint32_t i = c->graph->caller_start[self]; i < c->graph->caller_start[self + 1]; i++)
			if (c->procedures[c->graph->callers[i]].analysed)
				sweep_mark(&c->sweep, c->graph->callers[i]);
	if (!w->globals_lowered.count)
		return;
	for (uint32_t i = 0; i < c->program->procedure_count; i++)
		if (c->procedures[i].ssa &&
		    tracks_any(c->procedures[i].ssa, w->globals_lowered.at, w->globals_lowered.count))
			sweep_mark(&c->sweep, i);
}

static void analyse(void *context, uint32_t index)
{
	struct constants *c = context;
	const struct procedure *procedure = c->program->procedures[index];
	struct procedure_constants *proc = &c->procedures[index];
	if (!proc->ssa)
		start_procedure(c, proc, procedure);
	struct walk w = { .c = c, .proc = proc, .procedure = procedure };
	w.queued = memory_alloc(procedure->block_count * sizeof *w.queued);
	lower_entry(&w);
	/* What calls give may have changed: all that was executed is looked at again, the first ones last pushed. */
	for (uint32_t i = proc->ssa->cfg->order_count; i-- > 0;)
		queue_block(&w, proc->ssa->cfg->order[i]);
	while (w.work.count) {
		uint32_t block = vec_pop(&w.work);
		w.queued[block] = false;
		visit_block(&w, block);
	}
	queue_dependents(&w);
	vec_free(&w.work);
	vec_free(&w.globals_lowered);
	memory_free(w.queued);
}

static void constants_allocate(struct constants *c)
{
	struct program *p = c->program;
	uint32_t most_slots = 0;
	c->procedures = memory_alloc(p->procedure_count * sizeof *c->procedures);
	c->globals = memory_alloc(p->global_count * sizeof *c->globals);
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		const struct procedure *proc = p->procedures[i];
		c->procedures[i].ins = memory_alloc(proc->in_count * sizeof(struct cell));
		c->procedures[i].outs = memory_alloc(proc->out_count * sizeof(struct cell));
		if (proc->variable_count > most_slots)
			most_slots = proc->variable_count;
	}
	c->current = memory_alloc((most_slots + p->global_count) * sizeof *c->current);
}

void constants_init(struct constants *c, struct program *p, bool treat_all_alike)
{
	*c = (struct constants){ .program = p, .treat_all_alike = treat_all_alike };
	uses_init(&c->uses, p);
	c->graph = callgraph_new(p);
	c->effects = effects_new(c->graph);
	sweep_init(&c->sweep, c->graph);
	constants_allocate(c);
	if (!p->entry)
		return;
	bool *initialised = globals_initialised_first(p, c->graph, c->effects, &c->uses);
	for (uint32_t i = 0; i < p->global_count; i++)
		c->globals[i] = initialised[i] ? top : any;
	memory_free(initialised);
	c->procedures[p->entry->index].analysed = true;
	sweep_mark(&c->sweep, p->entry->index);
	sweep_run(&c->sweep, analyse, c);
}

void constants_release(struct constants *c)
{
	for (uint32_t i = 0; i < c->program->procedure_count; i++) {
		ssa_free(c->procedures[i].ssa);
		memory_free(c->procedures[i].ins);
		memory_free(c->procedures[i].outs);
	}
	memory_free(c->procedures);
	memory_free(c->globals);
	memory_free(c->current);
	sweep_release(&c->sweep);
	effects_free(c->effects);
	callgraph_free(c->graph);
	uses_release(&c->uses);
}
