/* Symbolic execution of a whole program, with a DAG of procedure instances (vc.h, docs/vc.md).
 *
 * An instance runs as an execution: its blocks in topological order, a block as soon as all edges into it have been
 * delivered. A block that makes a call is suspended there until the callee's instance has ended; other blocks of it go on
 * meanwhile, so that calls from exclusive branches gather at one waiting instance before it starts. Three kinds of
 * work, taken in this order: blocks that can run; instances that wait to be started (callers before callees, so that
 * most arrivals are there); calls within a recursion (loops included), which are decided last of all because by then it is known
 * whether their execution goes on in any other way: if not, the loop's condition was decided by folding. */
#include "execute.h"

#include <string.h>

#include "dag.h"

/* --- expressions --- */

static term read_variable(void *context, term leaf)
{
	const struct context *c = context;
	const struct variable *v = program_variable_of(c->execution->node->procedure->program, leaf);
	if (!v)
		return leaf;
	term value = env_get(v->kind == VARIABLE_GLOBAL ? &c->state.globals : &c->state.locals, v->index);
	return path_simplify(&c->execution->vc->space, c->state.path, value);
}

static term value_of(struct vc *vc, struct context *c, term t)
{
	struct bank *bank = vc->program->bank;
	switch (term_op(bank, t)) {
	case OP_CONSTANT:
		return t;
	case OP_VARIABLE:
		return read_variable(c, t);
	default:
		return term_substitute(bank, t, read_variable, c);
	}
}

static void write_variable(struct vc *vc, struct state *state, const struct variable *v, term value)
{
	env_set(&vc->space.env, v->kind == VARIABLE_GLOBAL ? &state->globals : &state->locals, v->index, value);
}

/* --- executions --- */

static void context_start(struct vc *vc, struct execution *execution, const struct block *block, struct state state)
{
	struct context *c = memory_alloc(sizeof *c);
	*c = (struct context){ execution, block, 0, state };
	if (state.path)
		execution->live++;
	vec_push(&vc->runnable, c);
}

static void deliver(struct vc *vc, struct execution *execution, const struct block *target, struct state state)
{
	struct states *in = &execution->incoming[target->index];
	if (state.path) {
		vec_push(in, state);
		execution->delivered++;
	}
	if (--execution->pending[target->index])
		return;
	execution->delivered -= (uint32_t)in->count;
	struct state merged = state_merge(&vc->space, in->at, (uint32_t)in->count);
	vec_free(in);
	context_start(vc, execution, target, merged);
}

static void execution_free(struct execution *execution)
{
	for (uint32_t i = 0; i < execution->facts->procedure->block_count; i++)
		vec_free(&execution->incoming[i]);
	memory_free(execution->incoming);
	memory_free(execution->pending);
	vec_free(&execution->returns);
	for (size_t i = 0; i < execution->arrivals.count; i++)
		memory_free(execution->arrivals.at[i].context);
	vec_free(&execution->arrivals);
	memory_free(execution);
}

/* The instance has ended: its callers go on. */
static void execution_end(struct vc *vc, struct execution *execution)
{
	struct state end = state_merge(&vc->space, execution->returns.at, (uint32_t)execution->returns.count);
	const struct procedure *proc = execution->node->procedure;
	term condition = end.path ? path_beyond(&vc->space, end.path, execution->entry) : 0;
	if (execution->node == vc->root)
		vc->end = end;
	for (size_t i = 0; i < execution->arrivals.count; i++) {
		struct context *c = execution->arrivals.at[i].context;
		const struct statement *site = execution->arrivals.at[i].edge->site;
		/* Whatever was decided in the callee, this is the only way on from here: an assumption. */
		c->state.path = end.path ? path_extend(&vc->space, c->state.path, condition, false) : NULL;
		if (!c->state.path) {
			c->execution->live--;
		} else {
			c->state.globals = env_share(&vc->space.env, &end.globals);
			for (uint32_t k = 0; k < site->out_count; k++)
				write_variable(vc, &c->state, site->outs[k],
					       env_get(&end.locals, proc->variables[proc->in_count + k]->index));
		}
		vec_push(&vc->runnable, c);
	}
	execution->arrivals.count = 0;
	execution_free(execution);
}

static struct execution *execution_new(struct vc *vc, struct vc_node *node)
{
	struct execution *execution = memory_alloc(sizeof *execution);
	execution->vc = vc;
	execution->node = node;
	execution->facts = facts_of(vc, node->procedure);
	uint32_t count = node->procedure->block_count;
	execution->incoming = memory_alloc(count * sizeof *execution->incoming);
	execution->pending = memory_alloc(count * sizeof *execution->pending);
	memcpy(execution->pending, execution->facts->pending, count * sizeof *execution->pending);
	execution->blocks_left = execution->facts->cfg->order_count;
	node->started = 0;
	node->in = NULL;
	vec_clear(&node->out);
	return execution;
}

static void execution_run(struct vc *vc, struct execution *execution, struct state entry)
{
	for (uint32_t i = 0; i < execution->facts->unset_count; i++) {
		struct variable *v = execution->facts->unset[i];
		write_variable(vc, &entry, v, node_leaf(vc, execution->node, v, 0, v->sort, v->name));
	}
	execution->entry = entry.path;
	execution->node->started = ++vc->started;
	context_start(vc, execution, execution->node->procedure->blocks[0], entry);
}

/* All arrivals enter together. */
static void execution_start(struct vc *vc, struct execution *execution)
{
	uint32_t count = (uint32_t)execution->arrivals.count;
	struct state *entries = memory_alloc(count * sizeof *entries);
	const struct procedure *proc = execution->node->procedure;
	for (uint32_t i = 0; i < count; i++) {
		struct context *c = execution->arrivals.at[i].context;
		const struct statement *site = execution->arrivals.at[i].edge->site;
		entries[i].path = c->state.path;
		entries[i].globals = env_share(&vc->space.env, &c->state.globals);
		entries[i].locals = env_new(&vc->space.env, proc->variable_count);
		for (uint32_t k = 0; k < site->argument_count; k++)
			env_set(&vc->space.env, &entries[i].locals, k, value_of(vc, c, site->arguments[k]));
	}
	execution_run(vc, execution, state_merge(&vc->space, entries, count));
	memory_free(entries);
}

/* --- calls --- */

static bool same_component(const struct vc *vc, const struct procedure *a, const struct procedure *b)
{
	return vc->graph->component[a->index] == vc->graph->component[b->index];
}

/* On the stack up to `node`, where a call of `proc` is made. All of a component that is on a stack lies there in one piece: what is
 * called between two of its procedures can call back and be called, so it is of the component. The walk ends where that does. */
static uint32_t occurrences_in(const struct vc *vc, const struct vc_node *node, const struct procedure *proc)
{
	for (; node && same_component(vc, node->procedure, proc); node = node->parent)
		if (node->procedure == proc)
			return node->occurrences;
	return 0;
}

/* Does the execution go on in no other way than by this call, though it has other ways in its graph? Then the
 * conditions that led here folded. */
static bool decided_by_folding(const struct execution *execution)
{
	return execution->facts->may_end && execution->live == 1 && !execution->delivered && !execution->returns.count;
}

/* Is it the next round of a loop that counts by constants, and whose end at some count was excluded by folding? What else
 * leaves the loop (a `break`, a failing assertion) does not matter then: it has a last round. */
static bool counts(struct vc *vc, struct context *c, const struct vc_edge *edge)
{
	const struct execution *execution = c->execution;
	if (!execution->exit_folded || edge->site->callee != execution->node->procedure || !execution->arrivals.count)
		return false;
	const struct arrival *arrival = &execution->arrivals.at[0];
	for (uint32_t k = 0; k < edge->site->argument_count && k < arrival->edge->site->argument_count; k++) {
		term now = value_of(vc, c, edge->site->arguments[k]);
		if (!term_is_constant(vc->program->bank, now))
			continue;
		term before = value_of(vc, arrival->context, arrival->edge->site->arguments[k]);
		if (now != before && term_is_constant(vc->program->bank, before))
			return true;
	}
	return false;
}

static bool is_free(struct vc *vc, struct context *c, const struct vc_edge *edge)
{
	uint32_t folded = edge->source->folded;
	if (vc->policy->free_limit && vc->free_rounds >= vc->policy->free_limit)
		return false;
	if (decided_by_folding(c->execution) && folded < vc->policy->fold_limit)
		return true;
	return folded < vc->policy->count_limit && counts(vc, c, edge);
}

/* Counts the call in its recursion; false: the bound forbids it. Rounds are free only as long as all before them folded
 * too: where one did not, the path may be impossible from some round on, and what folds there may fold for ever. */
static bool within_bound(struct vc *vc, struct context *c, struct vc_edge *edge)
{
	struct vc_node *child = edge->child;
	child->folded = 0;
	child->occurrences = 1;
	if (!vc->graph->recursive[child->procedure->index])
		return true;
	uint32_t before = occurrences_in(vc, edge->source, child->procedure);
	child->occurrences = before + 1;
	if (before == 1 && same_component(vc, child->procedure, edge->source->procedure) && is_free(vc, c, edge)) {
		vc->free_rounds++;
		child->folded = edge->source->folded + 1;
		child->occurrences = before;
	}
	return child->occurrences <= (uint64_t)vc->policy->bound + 1;
}

/* The callee violates an assertion, or it returns: what it may change becomes unknown, and the caller goes on under the
 * condition that it did return. Without that, an over-bound call further on, which query_over may forbid, would hide
 * every violation in this callee (docs/vc.md, "Why `within` is right"). */
static void leave_open(struct vc *vc, struct context *c, struct vc_edge *edge)
{
	const struct statement *s = edge->site;
	for (uint32_t i = 0; i < vc->program->global_count; i++) {
		struct variable *g = vc->program->globals[i];
		if (effects_writes(vc->effects, s->callee, g))
			write_variable(vc, &c->state, g, node_leaf(vc, edge->child, g, 1, g->sort, g->name));
	}
	for (uint32_t k = 0; k < s->out_count; k++)
		write_variable(vc, &c->state, s->outs[k],
			       node_leaf(vc, edge->child, s->outs[k], 1, s->outs[k]->sort, s->outs[k]->name));
	if (!edge->over_bound && vc->may_violate[s->callee->index]) {
		struct bank *bank = vc->program->bank;
		edge->fails = node_leaf(vc, edge->child, s, 1, sort_bool(bank), "fails");
		c->state.path = path_extend(&vc->space, c->state.path, term_not(bank, edge->fails), false);
	}
	vec_push(&vc->open, edge);
	vec_push(&vc->runnable, c);
}

static struct execution *find_shared(struct vc *vc, const struct vc_edge *edge)
{
	for (size_t i = 0; vc->policy->share && i < vc->waiting.count; i++) {
		struct execution *f = vc->waiting.at[i];
		const struct vc_node *node = f->node;
		if (node->procedure == edge->site->callee && node->occurrences == edge->child->occurrences &&
		    node->folded == edge->child->folded && dag_compatible(edge, node, reach_of, vc))
			return f;
	}
	return NULL;
}

static void enter(struct vc *vc, struct context *c, struct vc_edge *edge)
{
	struct execution *execution = find_shared(vc, edge);
	if (execution) {
		vc->result.shared_edges++;
	} else {
		execution = execution_new(vc, edge->child);
		vec_push(&vc->waiting, execution);
		vc->result.nodes++;
	}
	vc->result.edges++;
	edge->destination = execution->node;
	edge->next_in = execution->node->in;
	execution->node->in = edge;
	vec_push(&edge->source->out, edge);
	vec_push(&execution->arrivals, (struct arrival){ c, edge });
}

static void decide_call(struct vc *vc, struct context *c)
{
	const struct statement *s = &c->block->statements[c->statement++];
	struct vc_edge *edge = arena_alloc(vc->arena, sizeof *edge);
	edge->source = c->execution->node;
	edge->block = c->block;
	edge->site = s;
	edge->path = c->state.path;
	edge->child = node_child(vc, edge->source, s);
	table_put(&vc->edges, edge->child, edge);
	edge->over_bound = !within_bound(vc, c, edge);
	bool affordable = !vc->policy->node_limit || vc->result.nodes < vc->policy->node_limit || edge->child->wanted;
	if (edge->over_bound || !affordable) {
		leave_open(vc, c, edge);
	} else {
		edge->child->wanted = true;
		enter(vc, c, edge);
	}
}

/* --- statements --- */

static void context_end(struct vc *vc, struct context *c)
{
	struct execution *execution = c->execution;
	memory_free(c);
	if (--execution->blocks_left == 0)
		execution_end(vc, execution);
}

/* The state ends here: its successors learn that nothing comes from this block. */
static void context_die(struct vc *vc, struct context *c)
{
	const struct terminator *t = &c->block->terminator;
	for (uint32_t i = 0; i < t->target_count; i++)
		deliver(vc, c->execution, t->targets[i], (struct state){ 0 });
	context_end(vc, c);
}

static void reach_cut(struct vc *vc, const struct context *c, const struct statement *s, term condition)
{
	struct path *cut = path_extend(&vc->space, c->state.path, term_not(vc->program->bank, condition), false);
	if (cut && attribute_find(s->attributes, ATTRIBUTE_BOUND))
		vec_push(&vc->cuts, (struct vc_cut){ c->execution->node, s, cut->full });
}

static void assert_holds(struct vc *vc, struct context *c, const struct statement *s, term condition)
{
	vc->result.assertions++;
	term untrue = term_not(vc->program->bank, condition);
	struct path *failing = path_extend(&vc->space, c->state.path, untrue, false);
	if (failing)
		vec_push(&vc->violations, (struct vc_violation){ c->execution->node, s, failing->full, untrue });
}

/* Executes one statement other than a call. The state's path is NULL afterwards if it ends there. */
static void step(struct vc *vc, struct context *c, const struct statement *s)
{
	struct vc_node *node = c->execution->node;
	term value;
	switch (s->kind) {
	case STATEMENT_ASSUME:
	case STATEMENT_ASSERT:
		value = value_of(vc, c, s->term);
		if (s->kind == STATEMENT_ASSERT)
			assert_holds(vc, c, s, value);
		else
			reach_cut(vc, c, s, value);
		/* Candidates are looked at by themselves: that one holds is no reason for the next to. */
		if (s->kind == STATEMENT_ASSERT && attribute_find(s->attributes, "candidate"))
			break;
		c->state.path = path_extend(&vc->space, c->state.path, value, false);
		break;
	case STATEMENT_ASSIGN:
		write_variable(vc, &c->state, s->target, value_of(vc, c, s->term));
		break;
	case STATEMENT_HAVOC:
		write_variable(vc, &c->state, s->target, node_leaf(vc, node, s, 0, s->target->sort, s->target->name));
		break;
	case STATEMENT_FRESH:
		write_variable(vc, &c->state, s->target, node_identity(vc, node, s));
		break;
	case STATEMENT_CALL:
		break;
	}
}

static struct state branch_state(struct vc *vc, struct context *c, term condition, bool last)
{
	struct state s = c->state;
	s.path = path_extend(&vc->space, c->state.path, condition, true);
	if (s.path && !last) {
		s.globals = env_share(&vc->space.env, &c->state.globals);
		s.locals = env_share(&vc->space.env, &c->state.locals);
	}
	return s;
}

static void leave_by_goto(struct vc *vc, struct context *c)
{
	const struct terminator *t = &c->block->terminator;
	struct bank *bank = vc->program->bank;
	for (uint32_t i = t->target_count; i-- > 1;) {
		term taken = node_leaf(vc, c->execution->node, t, i, sort_bool(bank), "choice");
		deliver(vc, c->execution, t->targets[i], branch_state(vc, c, taken, false));
		c->state.path = path_extend(&vc->space, c->state.path, term_not(bank, taken), true);
	}
	deliver(vc, c->execution, t->targets[0], c->state);
}

static void leave_block(struct vc *vc, struct context *c)
{
	const struct terminator *t = &c->block->terminator;
	struct execution *execution = c->execution;
	struct bank *bank = vc->program->bank;
	execution->live--;
	switch (t->kind) {
	case TERMINATOR_NONE:
		break;
	case TERMINATOR_RETURN:
		vec_push(&execution->returns, c->state);
		break;
	case TERMINATOR_GOTO:
		leave_by_goto(vc, c);
		break;
	case TERMINATOR_BRANCH: {
		term condition = value_of(vc, c, t->term);
		struct state yes = branch_state(vc, c, condition, false);
		struct state no = branch_state(vc, c, term_not(bank, condition), true);
		execution->exit_folded |= (!yes.path && !execution->facts->goes_on[t->targets[0]->index]) ||
					  (!no.path && !execution->facts->goes_on[t->targets[1]->index]);
		deliver(vc, execution, t->targets[0], yes);
		deliver(vc, execution, t->targets[1], no);
		break;
	}
	}
	context_end(vc, c);
}

/* Runs the block until its end or its next call. */
static void context_run(struct vc *vc, struct context *c)
{
	if (!c->state.path) {
		context_die(vc, c);
		return;
	}
	while (c->statement < c->block->statement_count) {
		const struct statement *s = &c->block->statements[c->statement];
		if (s->kind == STATEMENT_CALL) {
			if (same_component(vc, s->callee, c->execution->node->procedure))
				vec_push(&vc->parked, c);
			else
				decide_call(vc, c);
			return;
		}
		c->statement++;
		step(vc, c, s);
		if (!c->state.path) {
			c->execution->live--;
			context_die(vc, c);
			return;
		}
	}
	leave_block(vc, c);
}

/* --- the scheduler --- */

static bool must_stop(struct vc *vc)
{
	if (++vc->ticks % 64)
		return false;
	if (vc->policy->term_limit && bank_size(vc->program->bank) > vc->policy->term_limit)
		vc->status = VC_TERMS;
	else if (vc->policy->stop && vc->policy->stop(vc->policy->stop_context))
		vc->status = VC_STOPPED;
	return vc->status != VC_DONE;
}

static void run_all(struct vc *vc)
{
	while (!must_stop(vc)) {
		if (vc->runnable.count) {
			struct context *next = vec_pop(&vc->runnable);
			account_go(vc, next->execution->node);
			context_run(vc, next);
		} else if (vc->waiting.count) {
			execution_start(vc, schedule_next(vc));
		} else if (vc->parked.count) {
			struct contexts parked = vc->parked;
			vc->parked = (struct contexts){ 0 };
			for (size_t i = 0; i < parked.count; i++)
				decide_call(vc, parked.at[i]);
			vec_free(&parked);
		} else {
			return;
		}
	}
}

struct execution_set TABLE_BODY(struct execution *, bool);

static void free_execution_once(struct execution_set *freed, struct contexts *contexts, struct execution *execution)
{
	if (table_has(freed, execution))
		return;
	table_put(freed, execution, true);
	for (size_t i = 0; i < execution->arrivals.count; i++)
		vec_push(contexts, execution->arrivals.at[i].context);
	execution->arrivals.count = 0;
}

/* Frees what an execution that was stopped has left: every execution is held by a context or waits. */
static void abandon(struct vc *vc)
{
	struct execution_set executions = { 0 };
	struct contexts all = vc->runnable;
	vc->runnable = (struct contexts){ 0 };
	while (vc->parked.count)
		vec_push(&all, vec_pop(&vc->parked));
	while (vc->waiting.count)
		free_execution_once(&executions, &all, vec_pop(&vc->waiting));
	while (all.count) {
		struct context *c = vec_pop(&all);
		free_execution_once(&executions, &all, c->execution);
		memory_free(c);
	}
	for (size_t i = 0; i < executions.capacity; i++)
		if (executions.keys[i])
			execution_free((struct execution *)(uintptr_t)(executions.keys[i] - 1));
	table_free(&executions);
	vec_free(&all);
}

/* --- the program --- */

static struct state initial_state(struct vc *vc)
{
	struct state s = { path_start(&vc->space), env_new(&vc->space.env, vc->program->global_count),
			   env_new(&vc->space.env, vc->root->procedure->variable_count) };
	for (uint32_t i = 0; i < vc->program->global_count; i++) {
		struct variable *g = vc->program->globals[i];
		env_set(&vc->space.env, &s.globals, i, node_leaf(vc, &vc->initial, g, 0, g->sort, g->name));
	}
	return s;
}

enum vc_status vc_execute(struct vc *vc, const struct vc_policy *policy)
{
	execution_release(vc);
	vc->arena = arena_new();
	vc->space = (struct path_space){ { vc->arena, 0 }, vc->program->bank, 0 };
	vc->policy = policy;
	vc->result.nodes = 1;
	account_begin(vc);
	execution_run(vc, execution_new(vc, vc->root), initial_state(vc));
	run_all(vc);
	account_end(vc);
	if (vc->status != VC_DONE)
		abandon(vc);
	vc->result.violations = vc->violations.at;
	vc->result.violation_count = vc->violations.count;
	vc->result.open = vc->open.at;
	vc->result.open_count = vc->open.count;
	vc->result.cuts = vc->cuts.at;
	vc->result.cut_count = vc->cuts.count;
	vc->policy = NULL;
	return vc->status;
}
