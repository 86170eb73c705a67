/* The analysis behind slice.
 *
 * Relevant are assertions and assumptions, what they and relevant branches read, and the statements that give
 * these variables their values (so a variable that only feeds itself is not relevant). A branch is relevant
 * if something relevant depends on it (Weiser; control dependence as Ferrante, Ottenstein and Warren), or if it decides
 * whether a loop ends: loops are kept unless they certainly end (terminate.h). A call is relevant if its
 * callee may block, diverge or violate an assertion, or changes something that is live after it.
 *
 * Flow-sensitive in each procedure, by live sets. Between procedures, what is needed after a call is joined
 * over all call sites, but does not flow back to other call sites through the callee: for that the sets
 * are kept twice, `live` (with what callers need at the end) decides what is relevant, and `used` (without) is
 * what a call of the procedure needs itself. What a callee may leave unchanged stays live before the call. */
#include "relevance.h"

#include <string.h>

#include "bitset.h"
#include "ids.h"
#include "slots.h"
#include "statement.h"
#include "terminate.h"

struct numbers VEC_BODY(uint32_t);

struct dependences {
	struct arena *arena;
	struct cfg *cfg;
	struct numbers *controllers; /* block -> branches that it depends on */
	struct slots slots;          /* globals: those that the procedure or its callees touch */
	uint32_t row_words;
	uint64_t *live, *used; /* row per block: at its beginning */
	bool *relevant;        /* block: holds something relevant, or it must be decided whether it is reached */
};

/* While one procedure is looked at. */
struct scan {
	struct relevance *r;
	struct procedure_relevance *proc;
	struct dependences *dependences;
	uint32_t *global_slots; /* global's index -> slot */
	uint64_t *live, *used;  /* at the current point; all slots */
	uint32_t words;
	VEC(uint32_t) work; /* blocks */
	bool *queued;
	bool needs_changed; /* what a call of this procedure needs */
	bool final;         /* only asking: keep[] is wanted */
	bool *keep;
};

static uint32_t slot_of(const struct scan *s, const struct variable *v)
{
	return v->kind == VARIABLE_GLOBAL ? s->global_slots[v->index] : s->dependences->slots.locals[v->index];
}

static const uint64_t *writes_of(const struct relevance *r, const struct procedure *proc)
{
	return r->effects->writes + (size_t)r->graph->component[proc->index] * r->effects->words;
}

static const uint64_t *reads_of(const struct relevance *r, const struct procedure *proc)
{
	return r->effects->reads + (size_t)r->graph->component[proc->index] * r->effects->words;
}

static void number_slots(struct relevance *r, struct dependences *f, const struct procedure *proc)
{
	uint64_t *touched = memory_alloc((r->global_words + 1) * sizeof *touched);
	bits_copy(touched, reads_of(r, proc), r->global_words);
	bits_join(touched, writes_of(r, proc), r->global_words);
	slots_init(&f->slots, f->arena, proc, &r->uses, touched);
	f->row_words = (uint32_t)bits_words(f->slots.row_count);
	memory_free(touched);
}

/* --- control dependence --- */

static void depend(struct dependences *f, const struct dominators *post, uint32_t branch)
{
	const struct cfg *cfg = f->cfg;
	for (uint32_t e = cfg->successor_start[branch]; e < cfg->successor_start[branch + 1]; e++) {
		uint32_t runner = cfg->successors[e];
		if (!dominates(post, runner, runner))
			continue;
		for (; runner != CFG_NONE && runner != post->parent[branch]; runner = post->parent[runner])
			if (!f->controllers[runner].count || vec_last(&f->controllers[runner]) != branch)
				vec_push(&f->controllers[runner], branch);
	}
}

static void need_block(struct scan *s, uint32_t block);

static void need_branch(struct scan *s, uint32_t block)
{
	if (s->proc->branch_needed[block] || s->proc->procedure->blocks[block]->terminator.target_count < 2)
		return;
	s->proc->branch_needed[block] = true;
	if (!s->queued[block]) {
		s->queued[block] = true;
		vec_push(&s->work, block);
	}
}

/* Something relevant is in the block: then so are the branches that it depends on, and those that they depend on. */
static void need_block(struct scan *s, uint32_t block)
{
	VEC(uint32_t) work = { 0 };
	if (s->dependences->relevant[block])
		return;
	s->dependences->relevant[block] = true;
	vec_push(&work, block);
	while (work.count) {
		const struct numbers *controllers = &s->dependences->controllers[vec_pop(&work)];
		for (size_t i = 0; i < controllers->count; i++) {
			uint32_t c = controllers->at[i];
			need_branch(s, c);
			if (!s->dependences->relevant[c])
				vec_push(&work, c);
			s->dependences->relevant[c] = true;
		}
	}
	vec_free(&work);
}

/* --- what may be passed through a call unchanged --- */

/* Removes from `set` (over f->slots.globals) what the statement certainly overwrites. */
static void remove_overwritten(const struct relevance *r, const struct dependences *f, const uint32_t *global_slots,
			       uint64_t *set, const struct statement *s)
{
	for (uint32_t i = 0; i < statement_target_count(s); i++)
		if (statement_target(s, i)->kind == VARIABLE_GLOBAL)
			bits_remove(set, global_slots[statement_target(s, i)->index] - f->slots.global_first);
	if (s->kind != STATEMENT_CALL)
		return;
	const uint64_t *writes = writes_of(r, s->callee), *passes = r->procedures[s->callee->index].passes;
	const struct dependences *callee = r->procedures[s->callee->index].dependences;
	for (uint32_t i = 0; i < callee->slots.global_count; i++) {
		uint32_t g = callee->slots.globals[i];
		if (bits_has(writes, g) && !bits_has(passes, g))
			bits_remove(set, global_slots[g] - f->slots.global_first);
	}
}

/* Forwards: which globals may still have their value of the beginning. True if proc->passes grew. */
static bool find_passes(struct relevance *r, struct procedure_relevance *proc, const uint32_t *global_slots)
{
	const struct dependences *f = proc->dependences;
	const struct cfg *cfg = f->cfg;
	size_t words = bits_words(f->slots.global_count);
	uint64_t *rows = memory_alloc(cfg->block_count * words * sizeof *rows),
		 *set = memory_alloc(words * sizeof *set);
	bool grew = false, again = true;
	memset(rows + cfg->order[0] * words, 0xff, words * sizeof *rows);
	while (again) {
		again = false;
		for (uint32_t i = 0; i < cfg->order_count; i++) {
			uint32_t b = cfg->order[i];
			const struct block *block = proc->procedure->blocks[b];
			bits_copy(set, rows + b * words, words);
			for (uint32_t k = 0; k < block->statement_count; k++)
				remove_overwritten(r, f, global_slots, set, &block->statements[k]);
			for (uint32_t e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++)
				again |= bits_join(rows + cfg->successors[e] * words, set, words);
			if (block->terminator.kind != TERMINATOR_RETURN)
				continue;
			for (uint32_t k = 0; k < f->slots.global_count; k++)
				if (bits_has(set, k) && !bits_has(proc->passes, f->slots.globals[k])) {
					bits_add(proc->passes, f->slots.globals[k]);
					grew = true;
				}
		}
	}
	memory_free(rows);
	memory_free(set);
	return grew;
}

static void find_all_passes(struct relevance *r)
{
	uint32_t *global_slots = memory_alloc(r->program->global_count * sizeof *global_slots);
	const struct callgraph *graph = r->graph;
	for (uint32_t c = 0; c < graph->component_count; c++)
		for (bool again = true; again;) {
			again = false;
			for (uint32_t i = graph->member_start[c]; i < graph->member_start[c + 1]; i++) {
				struct procedure_relevance *proc = &r->procedures[graph->members[i]];
				slots_map_globals(&proc->dependences->slots, global_slots);
				again |= find_passes(r, proc, global_slots) && graph->recursive[graph->members[i]];
			}
		}
	memory_free(global_slots);
}

/* --- one statement, backwards --- */

static void add_term(struct scan *s, term t)
{
	const struct uses_list *used = uses_of(&s->r->uses, t);
	for (uint32_t i = 0; i < used->count; i++) {
		bits_add(s->live, slot_of(s, used->variables[i]));
		bits_add(s->used, slot_of(s, used->variables[i]));
	}
}

static void remove_variable(struct scan *s, const struct variable *v)
{
	bits_remove(s->live, slot_of(s, v));
	bits_remove(s->used, slot_of(s, v));
}

static bool call_changes_live(const struct scan *s, const struct statement *call)
{
	const struct dependences *callee = s->r->procedures[call->callee->index].dependences;
	const uint64_t *writes = writes_of(s->r, call->callee);
	for (uint32_t i = 0; i < call->out_count; i++)
		if (bits_has(s->live, slot_of(s, call->outs[i])))
			return true;
	for (uint32_t i = 0; i < callee->slots.global_count; i++)
		if (bits_has(writes, callee->slots.globals[i]) &&
		    bits_has(s->live, s->global_slots[callee->slots.globals[i]]))
			return true;
	return false;
}

/* What is live after the call is needed at the end of its callee. */
static void need_results(struct scan *s, const struct statement *call)
{
	struct procedure_relevance *callee = &s->r->procedures[call->callee->index];
	const uint64_t *writes = writes_of(s->r, call->callee);
	bool changed = false;
	for (uint32_t i = 0; i < call->out_count; i++) {
		bool live = bits_has(s->live, slot_of(s, call->outs[i]));
		changed |= live && !callee->out_needed[i];
		callee->out_needed[i] |= live;
	}
	for (uint32_t i = 0; i < call->out_count; i++)
		remove_variable(s, call->outs[i]);
	for (uint32_t i = 0; i < callee->dependences->slots.global_count; i++) {
		uint32_t g = callee->dependences->slots.globals[i];
		if (!bits_has(writes, g) || !bits_has(s->live, s->global_slots[g]) || bits_has(callee->needed_after, g))
			continue;
		bits_add(callee->needed_after, g);
		changed = true;
	}
	if (changed)
		sweep_mark(&s->r->sweep, call->callee->index);
}

static void scan_call(struct scan *s, const struct statement *call)
{
	const struct procedure_relevance *callee = &s->r->procedures[call->callee->index];
	const uint64_t *writes = writes_of(s->r, call->callee);
	need_results(s, call);
	for (uint32_t i = 0; i < callee->dependences->slots.global_count; i++) {
		uint32_t g = callee->dependences->slots.globals[i], slot = s->global_slots[g];
		if (bits_has(writes, g) && !bits_has(callee->passes, g)) {
			bits_remove(s->live, slot);
			bits_remove(s->used, slot);
		}
		if (bits_has(callee->needed_before, g)) {
			bits_add(s->live, slot);
			bits_add(s->used, slot);
		}
	}
	for (uint32_t i = 0; i < call->argument_count; i++)
		if (callee->in_needed[i])
			add_term(s, call->arguments[i]);
}

/* Is it relevant, given what is live after it? */
static bool is_relevant(const struct scan *s, const struct statement *st)
{
	switch (st->kind) {
	case STATEMENT_ASSUME:
	case STATEMENT_ASSERT:
		return !term_is_true(s->r->program->bank, st->term);
	case STATEMENT_ASSIGN:
		return bits_has(s->live, slot_of(s, st->target)) || statement_is_mark(s->r->program, st);
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH:
		return bits_has(s->live, slot_of(s, st->target)) || ids_is_shared(&s->r->shared, st->attributes) ||
		       statement_may_exhaust(s->r->program, st);
	case STATEMENT_CALL:
		return s->r->procedures[st->callee->index].effect || call_changes_live(s, st);
	}
	return true;
}

static void scan_statement(struct scan *s, uint32_t block, const struct statement *st)
{
	if (!s->final)
		need_block(s, block);
	if (st->kind == STATEMENT_CALL) {
		scan_call(s, st);
		return;
	}
	if (st->target)
		remove_variable(s, st->target);
	add_term(s, st->term);
}

/* --- one block, backwards --- */

static void start_at_end(struct scan *s, uint32_t block)
{
	const struct dependences *f = s->dependences;
	const struct procedure *proc = s->proc->procedure;
	bits_zero(s->live, s->words);
	bits_zero(s->used, s->words);
	for (uint32_t e = f->cfg->successor_start[block]; e < f->cfg->successor_start[block + 1]; e++) {
		bits_join(s->live, f->live + (size_t)f->cfg->successors[e] * f->row_words, f->row_words);
		bits_join(s->used, f->used + (size_t)f->cfg->successors[e] * f->row_words, f->row_words);
	}
	const struct terminator *t = &proc->blocks[block]->terminator;
	if (t->kind == TERMINATOR_BRANCH && s->proc->branch_needed[block])
		add_term(s, t->term);
	if (t->kind != TERMINATOR_RETURN)
		return;
	for (uint32_t i = 0; i < f->slots.global_count; i++)
		if (bits_has(s->proc->needed_after, f->slots.globals[i]))
			bits_add(s->live, f->slots.global_first + i);
	for (uint32_t i = 0; i < proc->out_count; i++)
		if (s->proc->out_needed[i])
			bits_add(s->live, slot_of(s, proc->variables[proc->in_count + i]));
}

static void scan_block(struct scan *s, uint32_t block)
{
	const struct block *b = s->proc->procedure->blocks[block];
	start_at_end(s, block);
	for (uint32_t i = b->statement_count; i-- > 0;) {
		bool relevant = is_relevant(s, &b->statements[i]);
		if (relevant)
			scan_statement(s, block, &b->statements[i]);
		if (s->final)
			s->keep[i] = relevant;
	}
}

static void queue_block(struct scan *s, uint32_t block)
{
	if (s->queued[block])
		return;
	s->queued[block] = true;
	vec_push(&s->work, block);
}

static void update_row(struct scan *s, uint32_t block)
{
	const struct dependences *f = s->dependences;
	size_t row = (size_t)block * f->row_words;
	bool changed = bits_join(f->live + row, s->live, f->row_words);
	changed |= bits_join(f->used + row, s->used, f->row_words);
	if (!changed)
		return;
	for (uint32_t e = f->cfg->predecessor_start[block]; e < f->cfg->predecessor_start[block + 1]; e++)
		if (cfg_reachable(f->cfg, f->cfg->predecessors[e]))
			queue_block(s, f->cfg->predecessors[e]);
}

/* --- one procedure --- */

/* True if callers must look again. */
static bool update_needs(struct scan *s)
{
	struct procedure_relevance *proc = s->proc;
	const struct dependences *f = s->dependences;
	size_t row = (size_t)f->cfg->order[0] * f->row_words;
	bool changed = false;
	for (uint32_t i = 0; i < f->slots.global_count; i++)
		if (bits_has(f->used + row, f->slots.global_first + i) &&
		    !bits_has(proc->needed_before, f->slots.globals[i])) {
			bits_add(proc->needed_before, f->slots.globals[i]);
			changed = true;
		}
	for (uint32_t i = 0; i < proc->procedure->in_count; i++)
		if (bits_has(f->live + row, f->slots.locals[i]) && !proc->in_needed[i])
			proc->in_needed[i] = changed = true;
	return changed;
}

static void scan_init(struct scan *s, struct relevance *r, uint32_t index)
{
	*s = (struct scan){ .r = r, .proc = &r->procedures[index], .dependences = r->procedures[index].dependences };
	s->global_slots = memory_alloc(r->program->global_count * sizeof *s->global_slots);
	slots_map_globals(&s->dependences->slots, s->global_slots);
	s->words = (uint32_t)bits_words(s->dependences->slots.count);
	s->live = memory_alloc((s->words + 1) * sizeof *s->live);
	s->used = memory_alloc((s->words + 1) * sizeof *s->used);
	s->queued = memory_alloc(s->dependences->cfg->block_count * sizeof *s->queued);
}

static void scan_release(struct scan *s)
{
	memory_free(s->global_slots);
	memory_free(s->live);
	memory_free(s->used);
	memory_free(s->queued);
	vec_free(&s->work);
}

static void analyse(void *context, uint32_t index)
{
	struct relevance *r = context;
	struct scan s;
	scan_init(&s, r, index);
	/* Popped from the end: the last blocks first. */
	for (uint32_t i = 0; i < s.dependences->cfg->order_count; i++)
		queue_block(&s, s.dependences->cfg->order[i]);
	while (s.work.count) {
		uint32_t block = vec_pop(&s.work);
		s.queued[block] = false;
		scan_block(&s, block);
		update_row(&s, block);
	}
	if (update_needs(&s))
		for (uint32_t i = r->graph->caller_start[index]; i < r->graph->caller_start[index + 1]; i++)
			sweep_mark(&r->sweep, r->graph->callers[i]);
	scan_release(&s);
}

/* Branches that decide whether the procedure goes on: those on which loops depend that may not end, those from which
 * (or at which) no return can be reached, and choices whose {id} is shared. */
static bool need_roots(struct relevance *r, uint32_t index, const struct dominators *post)
{
	struct scan s;
	scan_init(&s, r, index);
	const struct cfg *cfg = s.dependences->cfg;
	bool diverges = false;
	bool *endless = endless_headers(r->program, r->effects, &r->uses, cfg);
	for (uint32_t i = 0; i < cfg->order_count; i++) {
		uint32_t b = cfg->order[i];
		bool stuck = !dominates(post, b, b);
		diverges |= stuck || endless[b];
		for (uint32_t e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++)
			stuck |= !dominates(post, cfg->successors[e], cfg->successors[e]);
		if (stuck || ids_is_shared(&r->shared, s.proc->procedure->blocks[b]->terminator.attributes)) {
			need_block(&s, b);
			need_branch(&s, b);
		}
		if (endless[b])
			need_block(&s, b);
	}
	memory_free(endless);
	scan_release(&s);
	return diverges;
}

static void start_procedure(struct relevance *r, uint32_t index)
{
	struct procedure_relevance *proc = &r->procedures[index];
	const struct procedure *procedure = r->program->procedures[index];
	proc->procedure = procedure;
	struct dependences *f = proc->dependences = memory_alloc(sizeof *f);
	f->arena = arena_new();
	f->cfg = cfg_new(procedure);
	number_slots(r, f, procedure);
	size_t row_bytes = (size_t)procedure->block_count * f->row_words * sizeof(uint64_t);
	f->live = arena_alloc(f->arena, row_bytes);
	f->used = arena_alloc(f->arena, row_bytes);
	f->relevant = arena_alloc(f->arena, procedure->block_count);
	f->controllers = memory_alloc(procedure->block_count * sizeof *f->controllers);
	proc->in_needed = arena_alloc(f->arena, procedure->in_count);
	proc->out_needed = arena_alloc(f->arena, procedure->out_count);
	proc->branch_needed = arena_alloc(f->arena, procedure->block_count);
	proc->join = arena_alloc(f->arena, procedure->block_count * sizeof *proc->join);
	proc->needed_before = arena_alloc(f->arena, r->global_words * sizeof(uint64_t));
	proc->needed_after = arena_alloc(f->arena, r->global_words * sizeof(uint64_t));
	proc->passes = arena_alloc(f->arena, r->global_words * sizeof(uint64_t));
	struct dominators *post = post_dominators_new(f->cfg);
	for (uint32_t b = 0; b < procedure->block_count; b++) {
		proc->join[b] = post->parent[b];
		if (cfg_reachable(f->cfg, b) && procedure->blocks[b]->terminator.target_count > 1)
			depend(f, post, b);
	}
	proc->effect = need_roots(r, index, post) || r->graph->recursive[index];
	dominators_free(post);
}

/* --- effects of calls --- */

static bool has_effect(const struct relevance *r, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_ASSUME:
	case STATEMENT_ASSERT:
		return !term_is_true(r->program->bank, s->term);
	case STATEMENT_HAVOC:
	case STATEMENT_FRESH:
		return ids_is_shared(&r->shared, s->attributes) || statement_may_exhaust(r->program, s);
	case STATEMENT_CALL:
		return r->procedures[s->callee->index].effect;
	case STATEMENT_ASSIGN:
		return statement_is_mark(r->program, s);
	}
	return false;
}

static bool block_has_effect(const struct relevance *r, const struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++)
		if (has_effect(r, &b->statements[i]))
			return true;
	return ids_is_shared(&r->shared, b->terminator.attributes);
}

/* Callees first: cycles of calls are effects already (they may not end). */
static void find_effects(struct relevance *r)
{
	for (uint32_t i = 0; i < r->graph->count; i++) {
		struct procedure_relevance *proc = &r->procedures[r->graph->members[i]];
		for (uint32_t b = 0; b < proc->procedure->block_count && !proc->effect; b++)
			proc->effect = block_has_effect(r, proc->procedure->blocks[b]);
	}
}

void relevance_init(struct relevance *r, struct program *p)
{
	*r = (struct relevance){ .program = p, .graph = callgraph_new(p) };
	r->effects = effects_new(r->graph);
	uses_init(&r->uses, p);
	r->global_words = (uint32_t)bits_words(p->global_count);
	r->procedures = memory_alloc(p->procedure_count * sizeof *r->procedures);
	ids_find_shared(p, &r->shared);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		start_procedure(r, i);
	find_effects(r);
	find_all_passes(r);
	sweep_init(&r->sweep, r->graph);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (r->graph->reachable[i])
			sweep_mark(&r->sweep, i);
	sweep_run(&r->sweep, analyse, r);
}

void relevance_release(struct relevance *r)
{
	for (uint32_t i = 0; i < r->program->procedure_count; i++) {
		struct dependences *f = r->procedures[i].dependences;
		for (uint32_t b = 0; b < f->cfg->block_count; b++)
			vec_free(&f->controllers[b]);
		memory_free(f->controllers);
		cfg_free(f->cfg);
		arena_free(f->arena);
		memory_free(f);
	}
	memory_free(r->procedures);
	sweep_release(&r->sweep);
	table_free(&r->shared);
	uses_release(&r->uses);
	effects_free(r->effects);
	callgraph_free(r->graph);
}

void relevance_of_procedure(struct relevance *r, const struct procedure *proc, bool *const *keep)
{
	struct scan s;
	scan_init(&s, r, proc->index);
	s.final = true;
	for (uint32_t i = 0; i < proc->block_count; i++) {
		s.keep = keep[i];
		scan_block(&s, i);
	}
	scan_release(&s);
}
