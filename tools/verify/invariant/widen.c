/* What a loop does not need, but what holds behind it may be about: `while (a[i] != x) i++; assert(i <= k)` needs that
 * i <= k while the loop goes on, and k is no parameter of the loop's procedure. So the caller's variables that are read
 * behind the loop become parameters, which nobody reads: candidates may be about them. */
#include "cfg.h"
#include "invariant.h"
#include "iterate.h"
#include "live.h"

enum { MOST_ADDED = 6, SMALLEST_WIDTH = 8 };

struct site {
	struct procedure *procedure;
	struct block *block;
	uint32_t statement;
};

struct variables VEC_BODY(struct variable *);

/* The only call of the loop from outside. False: there is none, or there are several. */
static bool find_site(const struct program *p, const struct procedure *loop, struct site *site)
{
	uint32_t count = 0;
	program_for_each_statement(p, at)
		if (at.statement->kind == STATEMENT_CALL && at.statement->callee == loop && at.procedure != loop) {
			*site = (struct site){ at.procedure, at.block, at.statements - 1 };
			count++;
		}
	return count == 1;
}

static bool is_number(const struct program *p, const struct variable *v)
{
	uint32_t width = sort_kind(p->bank, v->sort) == SORT_BITVECTOR ? sort_width(p->bank, v->sort) : 0;
	return width >= SMALLEST_WIDTH && width <= 64;
}

static bool is_passed(const struct statement *call, const struct variable *v)
{
	for (uint32_t i = 0; i < call->argument_count; i++)
		if (call->arguments[i] == v->term)
			return true;
	for (uint32_t i = 0; i < call->out_count; i++)
		if (call->outs[i] == v)
			return true;
	return false;
}

static bool is_in(const uint64_t *set, uint32_t slot)
{
	return slot != SLOT_NONE && set[slot / 64] >> slot % 64 & 1;
}

/* Numbers that are live behind the call. */
static struct variables live_behind(const struct program *p, const struct site *site)
{
	struct variables list = { 0 };
	const struct statement *call = &site->block->statements[site->statement];
	struct uses uses;
	uses_init(&uses, p);
	struct cfg *cfg = cfg_new(site->procedure);
	struct live *live = live_new(cfg, &uses, NULL, NULL);
	uint64_t *set = live_at_end(live, site->block->index);
	for (uint32_t s = site->block->statement_count; s-- > site->statement + 1;)
		live_before(live, set, &site->block->statements[s]);
	for (uint32_t i = 0; i < site->procedure->variable_count && list.count < MOST_ADDED; i++) {
		struct variable *v = site->procedure->variables[i];
		if (is_number(p, v) && !is_passed(call, v) && is_in(set, live->slots.locals[i]))
			vec_push(&list, v);
	}
	live_free(live);
	cfg_free(cfg);
	uses_release(&uses);
	return list;
}

static void add_parameters(struct procedure *loop, const struct variables *list, struct variables *made)
{
	for (size_t i = 0; i < list->count; i++) {
		const char *name = procedure_fresh_variable_name(loop, list->at[i]->name);
		struct variable *v = procedure_add_variable(loop, name, list->at[i]->sort, VARIABLE_LOCAL);
		v->kind = VARIABLE_IN;
		for (uint32_t k = loop->variable_count - 1; k > loop->in_count; k--)
			loop->variables[k] = loop->variables[k - 1];
		loop->variables[loop->in_count++] = v;
		vec_push(made, v);
	}
	procedure_reindex(loop);
}

static void add_arguments(struct program *p, struct statement *call, const struct variables *list)
{
	term *arguments = arena_alloc(p->arena, (call->argument_count + list->count) * sizeof *arguments);
	for (uint32_t i = 0; i < call->argument_count; i++)
		arguments[i] = call->arguments[i];
	for (size_t i = 0; i < list->count; i++)
		arguments[call->argument_count + i] = list->at[i]->term;
	call->arguments = arguments;
	call->argument_count += (uint32_t)list->count;
}

static bool widen(struct program *p, struct procedure *loop)
{
	struct site site;
	struct variables list = { 0 }, made = { 0 };
	if (find_site(p, loop, &site))
		list = live_behind(p, &site);
	bool some = list.count != 0;
	if (some) {
		add_parameters(loop, &list, &made);
		add_arguments(p, &site.block->statements[site.statement], &list);
		for (uint32_t b = 0; b < loop->block_count; b++)
			for (uint32_t s = 0; s < loop->blocks[b]->statement_count; s++)
				if (loop->blocks[b]->statements[s].callee == loop)
					add_arguments(p, &loop->blocks[b]->statements[s], &made);
	}
	vec_free(&list);
	vec_free(&made);
	return some;
}

/* Callers first: what a loop is given it can pass on to those inside it. */
bool loops_widen(struct program *p)
{
	struct callgraph *graph = callgraph_new(p);
	VEC(struct procedure *) loops = { 0 };
	bool changed = false;
	for (uint32_t i = p->procedure_count; i-- > 0;) {
		uint32_t proc = graph->members[i], component = graph->component[proc];
		bool alone = graph->member_start[component + 1] - graph->member_start[component] == 1;
		if (alone && graph->recursive[proc] && graph->reachable[proc])
			vec_push(&loops, p->procedures[proc]);
	}
	callgraph_free(graph);
	for (size_t i = 0; i < loops.count; i++)
		changed |= widen(p, loops.at[i]);
	vec_free(&loops);
	return changed;
}
