/* How small the inlining DAG becomes: the comparisons of A. Lal, S. Qadeer, "DAG inlining", Fig. 4 and Fig. 17, on programs as c2ir
 * writes them.
 *
 *     build/bench/bench-inlining [-b BOUND] [-s SECONDS] FILE.pir ...      default: bound 1, 20 seconds for each strategy
 *
 * Everything that the bound allows is inlined, and nothing is excluded by conditions. A line for each file, fields separated by tabs:
 *
 *     tree       instances of the fully inlined tree
 *     least      no DAG has fewer (below)
 *     ours       lib/vc: instances wait for all callers that may still come, and take the first that fits
 *     first, random, pick, most
 *                the paper's FIRST, RANDOM, RANDOMPICK (means of five runs) and MAXC: calls are entered in the order in which they
 *                are met, and may join any instance that is there; "-": not within the time
 *
 * The paper finds the optimum by colouring: for each procedure, the graph of instances that may be passed in one execution. "May be passed
 * before" is a partial order (its Lemma 1: no configuration reaches itself), so that graph is a comparability graph, and needs as many
 * colours as its longest chain has members (L. Mirsky, "A dual of Dilworth's decomposition theorem", 1971). That is the largest
 * number of calls of the procedure on one path, a sum over the call graph that needs no tree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callgraph.h"
#include "cfg.h"
#include "clock.h"
#include "dag.h"
#include "each_program.h"
#include "inlining.h"
#include "iterate.h"
#include "pass.h"

enum { RUNS = 5, SELDOM = 10 };

static uint32_t bound;
static double seconds, deadline;

/* --- kinds: a procedure, and how often each procedure of its recursion is on the stack --- */

struct call {
	uint32_t block, kind;
};

struct kind {
	const struct procedure *procedure;
	uint32_t *depths; /* by position in the component */
	VEC(struct call) calls;
	double tree;  /* instances below it, itself included */
	double *most; /* by kind: calls of it on one path; NULL: not computed yet */
};

struct universe {
	struct program *program;
	struct callgraph *graph;
	uint32_t *position; /* of a procedure in its component */
	VEC(struct kind) kinds;
	TABLE(uintptr_t, uint32_t) first; /* procedure -> the newest kind of it, + 1 */
	VEC(uint32_t) before;             /* kind -> the next older one of the same procedure, + 1 */
	struct dag_reach **reach;         /* by procedure */
};

static uint32_t members(const struct universe *u, const struct procedure *p)
{
	uint32_t component = u->graph->component[p->index];
	return u->graph->member_start[component + 1] - u->graph->member_start[component];
}

/* Takes the depths. */
static uint32_t kind_of(struct universe *u, const struct procedure *p, uint32_t *depths)
{
	size_t size = members(u, p) * sizeof *depths;
	uint32_t newest = table_get(&u->first, (uintptr_t)p, 0);
	for (uint32_t k = newest; k; k = u->before.at[k - 1])
		if (!memcmp(u->kinds.at[k - 1].depths, depths, size)) {
			memory_free(depths);
			return k - 1;
		}
	vec_push(&u->kinds, (struct kind){ .procedure = p, .depths = depths });
	vec_push(&u->before, newest);
	table_put(&u->first, (uintptr_t)p, (uint32_t)u->kinds.count);
	return (uint32_t)u->kinds.count - 1;
}

/* False: beyond the bound. */
static bool enter(struct universe *u, uint32_t from, const struct procedure *callee, uint32_t *kind)
{
	const struct kind *caller = &u->kinds.at[from];
	uint32_t count = members(u, callee), *depths = memory_alloc(count * sizeof *depths);
	if (u->graph->component[caller->procedure->index] == u->graph->component[callee->index])
		memcpy(depths, caller->depths, count * sizeof *depths);
	uint32_t depth = ++depths[u->position[callee->index]];
	if (u->graph->recursive[callee->index] && depth > bound + 1) {
		memory_free(depths);
		return false;
	}
	*kind = kind_of(u, callee, depths);
	return true;
}

/* All kinds that can come up, with what they call. */
static void find_kinds(struct universe *u)
{
	const struct procedure *entry = u->program->entry;
	uint32_t *depths = memory_alloc(members(u, entry) * sizeof *depths);
	depths[u->position[entry->index]] = 1;
	kind_of(u, entry, depths);
	for (uint32_t k = 0; k < u->kinds.count; k++) {
		const struct procedure *p = u->kinds.at[k].procedure;
		for (uint32_t b = 0; b < p->block_count; b++)
			for (uint32_t s = 0; s < p->blocks[b]->statement_count; s++) {
				const struct statement *st = &p->blocks[b]->statements[s];
				uint32_t callee;
				if (st->kind == STATEMENT_CALL && enter(u, k, st->callee, &callee))
					vec_push(&u->kinds.at[k].calls, (struct call){ b, callee });
			}
	}
}

/* Callees first: a kind that has not been measured puts those below it on the stack before itself. */
static void measure(struct universe *u)
{
	size_t count = u->kinds.count;
	VEC(uint32_t) work = { 0 };
	vec_push(&work, 0);
	while (work.count) {
		struct kind *k = &u->kinds.at[vec_last(&work)];
		size_t waits = work.count;
		for (size_t c = 0; c < k->calls.count; c++)
			if (!u->kinds.at[k->calls.at[c].kind].most)
				vec_push(&work, k->calls.at[c].kind);
		if (work.count > waits)
			continue;
		work.count--;
		if (k->most)
			continue;
		k->tree = 1;
		struct cfg *cfg = cfg_new(k->procedure);
		double *rows = memory_alloc(k->procedure->block_count * count * sizeof *rows);
		for (uint32_t i = cfg->order_count; i-- > 0;) {
			uint32_t b = cfg->order[i];
			double *row = rows + b * count;
			for (uint32_t s = cfg->successor_start[b]; s < cfg->successor_start[b + 1]; s++)
				for (size_t q = 0; q < count; q++)
					if (rows[cfg->successors[s] * count + q] > row[q])
						row[q] = rows[cfg->successors[s] * count + q];
			for (size_t c = 0; c < k->calls.count; c++) {
				const struct kind *callee = &u->kinds.at[k->calls.at[c].kind];
				if (k->calls.at[c].block != b)
					continue;
				k->tree += callee->tree;
				row[k->calls.at[c].kind]++;
				for (size_t q = 0; q < count; q++)
					row[q] += callee->most[q];
			}
		}
		k->most = memory_alloc(count * sizeof *k->most);
		memcpy(k->most, rows, count * sizeof *k->most); /* of the entry block */
		memory_free(rows);
		cfg_free(cfg);
	}
	vec_free(&work);
}

static double least(const struct universe *u)
{
	double all = 1;
	for (size_t q = 0; q < u->kinds.count; q++)
		all += u->kinds.at[0].most[q];
	return all;
}

/* --- the paper's DAG --- */

struct link {
	uint32_t from, to, block;
};

struct node {
	uint32_t kind;
	VEC(uint32_t) in, out; /* links */
};

struct graph {
	struct universe *u;
	VEC(struct node) nodes;
	VEC(struct link) links;
	VEC(uint32_t) work;          /* nodes, whose calls are entered in this order */
	VEC(bool) below, above, old; /* by node: marks of fits() */
	VEC(uint32_t) walk;
	uint32_t descendants; /* of the last fits() */
};

enum strategy { FIRST, RANDOM, PICK, MOST, STRATEGIES };

static void mark_up(struct graph *g, bool *marks)
{
	while (g->walk.count) {
		const struct node *n = &g->nodes.at[vec_pop(&g->walk)];
		for (size_t i = 0; i < n->in.count; i++) {
			uint32_t from = g->links.at[n->in.at[i]].from;
			if (!marks[from]) {
				marks[from] = true;
				vec_push(&g->walk, from);
			}
		}
	}
}

static void mark_down(struct graph *g, uint32_t from, bool *marks)
{
	marks[from] = true;
	g->descendants = 0;
	vec_push(&g->walk, from);
	while (g->walk.count) {
		const struct node *n = &g->nodes.at[vec_pop(&g->walk)];
		g->descendants++;
		for (size_t i = 0; i < n->out.count; i++) {
			uint32_t to = g->links.at[n->out.at[i]].to;
			if (!marks[to]) {
				marks[to] = true;
				vec_push(&g->walk, to);
			}
		}
	}
}

static bool exclude(const struct graph *g, uint32_t node, uint32_t a, uint32_t b)
{
	const struct dag_reach *r = g->u->reach[g->u->kinds.at[g->nodes.at[node].kind].procedure->index];
	return !dag_block_reaches(r, a, b) && !dag_block_reaches(r, b, a);
}

/* Do all links out of NODE that lead to what is below by links that are there exclude the call in BLOCK? */
static bool excludes_old(const struct graph *g, uint32_t node, uint32_t block, uint32_t but)
{
	const struct node *n = &g->nodes.at[node];
	for (size_t i = 0; i < n->out.count; i++) {
		const struct link *l = &g->links.at[n->out.at[i]];
		if (n->out.at[i] != but && g->old.at[l->to] && !exclude(g, node, block, l->block))
			return false;
	}
	return true;
}

/* Is the DAG consistent with a call in BLOCK of FROM that enters TO? Algorithm 1, for the pairs that the new link makes: one that leads to
 * it, and one that leads to TO or what is below TO without it. */
static bool fits(struct graph *g, uint32_t from, uint32_t block, uint32_t to)
{
	size_t count = g->nodes.count;
	g->below.count = g->above.count = g->old.count = 0;
	for (size_t i = 0; i < count; i++) {
		vec_push(&g->below, false);
		vec_push(&g->above, false);
		vec_push(&g->old, false);
	}
	mark_down(g, to, g->below.at);
	if (g->below.at[from])
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (g->below.at[i]) {
			g->old.at[i] = true;
			vec_push(&g->walk, i);
		}
	mark_up(g, g->old.at);
	g->above.at[from] = true;
	vec_push(&g->walk, from);
	mark_up(g, g->above.at);
	if (!excludes_old(g, from, block, UINT32_MAX))
		return false;
	for (uint32_t n = 0; n < count; n++) {
		const struct node *node = &g->nodes.at[n];
		for (size_t i = 0; g->above.at[n] && i < node->out.count; i++) {
			const struct link *l = &g->links.at[node->out.at[i]];
			if (g->above.at[l->to] && !excludes_old(g, n, l->block, node->out.at[i]))
				return false;
		}
	}
	return true;
}

static uint32_t add_node(struct graph *g, uint32_t kind)
{
	vec_push(&g->nodes, (struct node){ .kind = kind });
	vec_push(&g->work, (uint32_t)g->nodes.count - 1);
	return (uint32_t)g->nodes.count - 1;
}

/* The node that the call joins; UINT32_MAX: none. */
static uint32_t choose(struct graph *g, uint32_t from, struct call call, enum strategy strategy)
{
	uint32_t chosen = UINT32_MAX, fitting = 0, most = 0;
	if (strategy == RANDOM && rand() % SELDOM == 0)
		return chosen;
	for (uint32_t n = 0; n < g->nodes.count && clock_now() < deadline; n++) {
		if (g->nodes.at[n].kind != call.kind || !fits(g, from, call.block, n))
			continue;
		fitting++;
		bool better = strategy == FIRST  ? fitting == 1
			      : strategy == MOST ? g->descendants > most
						 : (uint32_t)rand() % fitting == 0;
		if (better) {
			chosen = n;
			most = g->descendants;
		}
		if (strategy == FIRST)
			break;
	}
	return chosen;
}

static void graph_release(struct graph *g)
{
	for (size_t i = 0; i < g->nodes.count; i++) {
		vec_free(&g->nodes.at[i].in);
		vec_free(&g->nodes.at[i].out);
	}
	vec_free(&g->nodes);
	vec_free(&g->links);
	vec_free(&g->work);
	vec_free(&g->below);
	vec_free(&g->above);
	vec_free(&g->old);
	vec_free(&g->walk);
}

/* Instances; 0: the time is up. */
static size_t inline_all(struct universe *u, enum strategy strategy)
{
	struct graph g = { .u = u };
	add_node(&g, 0);
	for (size_t i = 0; i < g.work.count && clock_now() < deadline; i++) {
		uint32_t from = g.work.at[i];
		const struct kind *kind = &u->kinds.at[g.nodes.at[from].kind];
		for (size_t c = 0; c < kind->calls.count; c++) {
			struct call call = kind->calls.at[c];
			uint32_t to = choose(&g, from, call, strategy);
			if (to == UINT32_MAX)
				to = add_node(&g, call.kind);
			uint32_t link = (uint32_t)g.links.count;
			vec_push(&g.links, (struct link){ from, to, call.block });
			vec_push(&g.nodes.at[from].out, link);
			vec_push(&g.nodes.at[to].in, link);
		}
	}
	size_t count = clock_now() < deadline ? g.nodes.count : 0;
	graph_release(&g);
	return count;
}

static void print_strategy(struct universe *u, enum strategy strategy)
{
	bool random = strategy == RANDOM || strategy == PICK;
	size_t sum = 0, runs = random ? RUNS : 1;
	deadline = clock_now() + seconds;
	for (size_t run = 0; run < runs; run++) {
		srand((unsigned)run + 1);
		size_t count = inline_all(u, strategy);
		if (!count) {
			printf("\t-");
			return;
		}
		sum += count;
	}
	printf("\t%.0f", (double)sum / (double)runs);
}

/* --- lib/vc --- */

/* Only calls are left, and any way is possible. */
static void forget_conditions(struct program *p)
{
	program_for_each_block(p, at) {
		struct block *b = at.block;
		uint32_t kept = 0;
		for (uint32_t s = 0; s < b->statement_count; s++)
			if (b->statements[s].kind == STATEMENT_CALL)
				b->statements[kept++] = b->statements[s];
		b->statement_count = kept;
		if (b->terminator.kind == TERMINATOR_BRANCH)
			b->terminator.kind = TERMINATOR_GOTO;
	}
}

static bool late(void *context)
{
	(void)context;
	return clock_now() >= deadline;
}

static void print_ours(struct program *p, struct diagnostics *diags)
{
	struct vc *vc = vc_new(p, diags);
	struct vc_policy policy = { .bound = bound, .share = true, .term_limit = 1 << 27, .stop = late };
	deadline = clock_now() + seconds;
	if (vc && vc_execute(vc, &policy) == VC_DONE)
		printf("\t%u", vc_result(vc)->nodes);
	else
		printf("\t-");
	vc_free(vc);
}

/* --- programs --- */

static void universe_init(struct universe *u, struct program *p)
{
	*u = (struct universe){ .program = p, .graph = callgraph_new(p) };
	u->position = memory_alloc(p->procedure_count * sizeof *u->position);
	u->reach = memory_alloc(p->procedure_count * sizeof *u->reach);
	for (uint32_t c = 0; c < u->graph->component_count; c++)
		for (uint32_t m = u->graph->member_start[c]; m < u->graph->member_start[c + 1]; m++)
			u->position[u->graph->members[m]] = m - u->graph->member_start[c];
	for (uint32_t i = 0; i < p->procedure_count; i++)
		u->reach[i] = dag_reach_new(p->procedures[i]);
	find_kinds(u);
	measure(u);
}

static void universe_release(struct universe *u)
{
	for (size_t k = 0; k < u->kinds.count; k++) {
		memory_free(u->kinds.at[k].depths);
		memory_free(u->kinds.at[k].most);
		vec_free(&u->kinds.at[k].calls);
	}
	for (uint32_t i = 0; i < u->program->procedure_count; i++)
		dag_reach_free(u->reach[i]);
	vec_free(&u->kinds);
	vec_free(&u->before);
	table_free(&u->first);
	memory_free(u->reach);
	memory_free(u->position);
	callgraph_free(u->graph);
}

static void look(const char *file, struct program *p, const struct bench_options *o, struct diagnostics *diags)
{
	bound = o->bound;
	seconds = o->seconds;
	struct pass_options options = { 0 };
	struct pass_list loops;
	if (!passes_parse("loops,unreachable", &loops, diags) || !passes_run(p, &loops, &options, diags, NULL))
		return;
	struct universe u;
	universe_init(&u, p);
	printf("%s\t%u\t%.15g\t%.15g", file, p->procedure_count, u.kinds.at[0].tree, least(&u));
	for (int strategy = FIRST; strategy < STRATEGIES; strategy++) {
		print_strategy(&u, strategy);
		fflush(stdout);
	}
	forget_conditions(p);
	print_ours(p, diags);
	printf("\n");
	universe_release(&u);
}

int main(int argc, char **argv)
{
	return each_program(argc, argv, (struct bench_options){ .bound = 1, .seconds = 20 },
			    "file\tprocedures\ttree\tleast\tfirst\trandom\tpick\tmost\tours", look);
}
