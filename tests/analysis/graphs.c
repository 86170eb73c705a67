/* Control flow, dominators, loops and call graphs against naive algorithms on random graphs. */
#include <stdlib.h>

#include "callgraph.h"
#include "cfg.h"
#include "random_program.h"
#include "tap.h"

enum { MOST = 24 };

struct graph {
	uint32_t count;
	bool edge[MOST][MOST];
	bool reach[MOST][MOST]; /* by a path of any length, 0 included */
};

/* --- making --- */

static struct procedure *make(struct program *p, struct random_state *r, uint32_t count, uint32_t back)
{
	struct procedure *proc = program_add_procedure(p, program_fresh_name(p, "f"));
	for (uint32_t i = 0; i < count; i++)
		procedure_add_block(proc, procedure_fresh_block_name(proc, "b"));
	for (uint32_t i = 0; i < count; i++) {
		struct block *targets[3];
		uint32_t n = random_below(r, 4);
		for (uint32_t k = 0; k < n; k++) {
			bool backwards = random_below(r, 100) < back || i + 1 == count;
			targets[k] = proc->blocks[backwards ? random_below(r, count)
							    : i + 1 + random_below(r, count - i - 1)];
		}
		if (n)
			block_goto_any(p, proc->blocks[i], targets, n);
		else
			block_return(proc->blocks[i]);
	}
	return proc;
}

static void close_graph(struct graph *g)
{
	for (uint32_t i = 0; i < g->count; i++)
		for (uint32_t k = 0; k < g->count; k++)
			g->reach[i][k] = i == k || g->edge[i][k];
	for (uint32_t m = 0; m < g->count; m++)
		for (uint32_t i = 0; i < g->count; i++)
			for (uint32_t k = 0; k < g->count; k++)
				g->reach[i][k] |= g->reach[i][m] && g->reach[m][k];
}

static struct graph graph_of(const struct procedure *proc)
{
	struct graph g = { .count = proc->block_count };
	for (uint32_t i = 0; i < g.count; i++)
		for (uint32_t k = 0; k < proc->blocks[i]->terminator.target_count; k++)
			g.edge[i][proc->blocks[i]->terminator.targets[k]->index] = true;
	close_graph(&g);
	return g;
}

/* Is b reachable from a without passing through `without`? (Not if a or b is it.) */
static bool reach_without(const struct graph *g, uint32_t a, uint32_t b, uint32_t without)
{
	bool seen[MOST] = { false };
	uint32_t stack[MOST], depth = 0;
	if (a == without)
		return false;
	stack[depth++] = a;
	seen[a] = true;
	while (depth) {
		uint32_t v = stack[--depth];
		for (uint32_t k = 0; k < g->count; k++)
			if (g->edge[v][k] && k != without && !seen[k]) {
				seen[k] = true;
				stack[depth++] = k;
			}
	}
	return seen[b];
}

/* --- checks: each gives whether all is right --- */

static bool check_cfg(const struct cfg *cfg, const struct graph *g)
{
	bool fine = true, cycle = false;
	uint32_t reachable = 0;
	for (uint32_t i = 0; i < g->count; i++) {
		fine &= cfg_reachable(cfg, i) == g->reach[0][i];
		reachable += g->reach[0][i];
		uint32_t in = 0, listed = cfg->predecessor_start[i + 1] - cfg->predecessor_start[i];
		for (uint32_t k = 0; k < g->count; k++) {
			for (uint32_t e = cfg->successor_start[k]; e < cfg->successor_start[k + 1]; e++)
				in += cfg->successors[e] == i;
			cycle |= g->reach[0][i] && g->edge[i][k] && g->reach[k][i];
		}
		fine &= in == listed;
		for (uint32_t e = cfg->predecessor_start[i]; e < cfg->predecessor_start[i + 1]; e++)
			fine &= g->edge[cfg->predecessors[e]][i];
	}
	fine &= reachable == cfg->order_count && cfg_is_acyclic(cfg) == !cycle && cfg->order[0] == 0;
	for (uint32_t i = 0; i < cfg->order_count; i++)
		fine &= cfg->rank[cfg->order[i]] == i;
	/* Reverse postorder: an edge goes back only within a cycle. */
	for (uint32_t i = 0; i < g->count; i++)
		for (uint32_t k = 0; k < g->count; k++)
			if (g->reach[0][i] && g->edge[i][k] && cfg->rank[k] <= cfg->rank[i])
				fine &= g->reach[k][i];
	return fine;
}

static bool naive_dominates(const struct graph *g, uint32_t a, uint32_t b)
{
	return g->reach[0][a] && g->reach[0][b] && (a == b || !reach_without(g, 0, b, a));
}

static bool check_dominators(const struct dominators *dom, const struct graph *g)
{
	bool fine = true;
	for (uint32_t a = 0; a < g->count; a++) {
		for (uint32_t b = 0; b < g->count; b++)
			fine &= dominates(dom, a, b) == naive_dominates(g, a, b);
		uint32_t parent = dom->parent[a];
		fine &= (parent == CFG_NONE) == (a == 0 || !g->reach[0][a]);
		/* All other dominators of a dominate its parent. */
		for (uint32_t b = 0; parent != CFG_NONE && b < g->count; b++)
			fine &= b == a || !naive_dominates(g, b, a) || naive_dominates(g, b, parent);
	}
	return fine;
}

static bool is_return(const struct procedure *proc, uint32_t b)
{
	return proc->blocks[b]->terminator.kind == TERMINATOR_RETURN;
}

/* Is there a path from b to a return (around `without`)? */
static bool ends(const struct procedure *proc, const struct graph *g, uint32_t b, uint32_t without)
{
	for (uint32_t i = 0; i < g->count; i++)
		if (is_return(proc, i) && i != without && reach_without(g, b, i, without))
			return true;
	return false;
}

static bool check_post_dominators(const struct dominators *post, const struct procedure *proc, const struct graph *g)
{
	bool fine = true;
	for (uint32_t a = 0; a < g->count; a++)
		for (uint32_t b = 0; b < g->count; b++) {
			bool both =
				g->reach[0][a] && g->reach[0][b] && ends(proc, g, a, MOST) && ends(proc, g, b, MOST);
			bool wanted = both && (a == b || !ends(proc, g, b, a));
			fine &= dominates(post, a, b) == wanted;
			if (a != b && wanted)
				fine &= post->parent[b] != CFG_NONE && dominates(post, a, post->parent[b]);
		}
	return fine;
}

static bool in_natural_loop(const struct graph *g, uint32_t header, uint32_t b)
{
	if (!g->reach[0][b])
		return false;
	for (uint32_t latch = 0; latch < g->count; latch++) {
		if (!g->edge[latch][header] || !naive_dominates(g, header, latch))
			continue;
		if (b == header || reach_without(g, b, latch, header))
			return true;
	}
	return false;
}

static bool check_loops(const struct loops *loops, const struct cfg *cfg, const struct graph *g)
{
	bool fine = true, is_header[MOST] = { false };
	for (uint32_t i = 0; i < loops->count; i++) {
		const struct loop *l = &loops->loops[i];
		uint32_t size = 0;
		is_header[l->header] = true;
		fine &= l->blocks[0] == l->header && l->latch_count > 0;
		for (uint32_t b = 0; b < g->count; b++) {
			size += in_natural_loop(g, l->header, b);
			fine &= loops_contain(loops, i, b) == in_natural_loop(g, l->header, b);
		}
		fine &= size == l->block_count;
		for (uint32_t k = 1; k < l->block_count; k++)
			fine &= cfg->rank[l->blocks[k - 1]] < cfg->rank[l->blocks[k]];
		for (uint32_t k = 0; k < l->latch_count; k++)
			fine &= g->edge[l->latches[k]][l->header] && naive_dominates(g, l->header, l->latches[k]);
		fine &= l->depth == (l->parent == CFG_NONE ? 1 : loops->loops[l->parent].depth + 1);
		fine &= l->parent == CFG_NONE || (l->parent < i && loops_contain(loops, l->parent, l->header));
	}
	/* Reducible: without the edges to dominators there is no cycle. */
	struct graph forward = *g;
	bool cycle = false;
	for (uint32_t i = 0; i < g->count; i++)
		for (uint32_t k = 0; k < g->count; k++) {
			bool back = g->edge[i][k] && naive_dominates(g, k, i);
			fine &= !back || is_header[k];
			forward.edge[i][k] = g->edge[i][k] && !back && g->reach[0][i];
		}
	close_graph(&forward);
	for (uint32_t i = 0; i < g->count; i++)
		for (uint32_t k = 0; k < g->count; k++)
			cycle |= forward.edge[i][k] && forward.reach[k][i];
	fine &= loops_reducible(loops) == !cycle;
	if (cycle)
		fine &= forward.edge[loops->irreducible_from][loops->irreducible_to];
	return fine;
}

static void procedures(void)
{
	static const char *const what[] = { "control flow", "dominators", "post-dominators", "loops" };
	struct random_state r = { 11 };
	unsigned wrong[4] = { 0 }, irreducible = 0, loops_found = 0, acyclic = 0, rounds = 3000;
	struct program *p = program_new();
	for (unsigned i = 0; i < rounds; i++) {
		struct procedure *proc = make(p, &r, 1 + random_below(&r, MOST), random_below(&r, 3) * 20);
		struct graph g = graph_of(proc);
		struct cfg *cfg = cfg_new(proc);
		struct dominators *dom = dominators_new(cfg), *post = post_dominators_new(cfg);
		struct loops *loops = loops_new(cfg, dom);
		wrong[0] += !check_cfg(cfg, &g);
		wrong[1] += !check_dominators(dom, &g);
		wrong[2] += !check_post_dominators(post, proc, &g);
		wrong[3] += !check_loops(loops, cfg, &g);
		irreducible += !loops_reducible(loops);
		loops_found += loops->count;
		acyclic += cfg_is_acyclic(cfg);
		loops_free(loops);
		dominators_free(dom);
		dominators_free(post);
		cfg_free(cfg);
	}
	for (int i = 0; i < 4; i++)
		is_int(wrong[i], 0, "%s of %u random graphs", what[i], rounds);
	ok(irreducible > 100 && loops_found > 1000 && acyclic > 100,
	   "of all kinds: %u irreducible, %u acyclic, %u loops", irreducible, acyclic, loops_found);
	program_free(p);
}

/* A chain of 200,000 blocks, and as many loops inside each other as fit: neither overflows a stack. */
static void deep(void)
{
	enum { COUNT = 200000 };
	struct program *p = program_new();
	struct procedure *proc = program_add_procedure(p, "f");
	for (uint32_t i = 0; i < COUNT; i++)
		procedure_add_block(proc, procedure_fresh_block_name(proc, "b"));
	for (uint32_t i = 0; i + 1 < COUNT; i++)
		block_goto(p, proc->blocks[i], proc->blocks[i + 1]);
	block_return(proc->blocks[COUNT - 1]);
	struct cfg *cfg = cfg_new(proc);
	struct dominators *dom = dominators_new(cfg), *post = post_dominators_new(cfg);
	struct loops *loops = loops_new(cfg, dom);
	ok(cfg->order_count == COUNT && dominates(dom, 0, COUNT - 1) && dominates(post, COUNT - 1, 0) && !loops->count,
	   "a chain of %d blocks", COUNT);
	loops_free(loops);
	dominators_free(dom);
	dominators_free(post);
	cfg_free(cfg);
	program_free(p);
}

/* --- call graphs --- */

static struct program *calls(struct random_state *r, uint32_t count, struct graph *g, bool *reads, bool *writes)
{
	struct program *p = program_new();
	*g = (struct graph){ .count = count };
	for (uint32_t i = 0; i < count; i++)
		program_add_global(p, program_fresh_name(p, "g"), sort_bitvector(p->bank, 32));
	for (uint32_t i = 0; i < count; i++)
		program_add_procedure(p, program_fresh_name(p, "f"));
	p->entry = p->procedures[0];
	for (uint32_t i = 0; i < count; i++) {
		struct block *b = procedure_add_block(p->procedures[i], "b");
		reads[i] = random_below(r, 2);
		writes[i] = random_below(r, 2);
		if (reads[i])
			block_add(p, b, STATEMENT_ASSUME)->term =
				term_eq(p->bank, p->globals[i]->term, term_bv(p->bank, 32, 5));
		if (writes[i])
			block_add(p, b, STATEMENT_HAVOC)->target = p->globals[i];
		for (uint32_t k = random_below(r, 4); k; k--) {
			uint32_t callee = random_below(r, 3) || i + 1 == count ? random_below(r, count)
									       : i + 1 + random_below(r, count - i - 1);
			block_call(p, b, p->procedures[callee], NULL, 0, NULL, 0);
			g->edge[i][callee] = true;
		}
		block_return(b);
	}
	close_graph(g);
	return p;
}

static bool check_calls(const struct callgraph *c, const struct graph *g)
{
	bool fine = true;
	for (uint32_t i = 0; i < g->count; i++) {
		bool recursive = false;
		uint32_t callees = 0, callers = 0;
		for (uint32_t k = 0; k < g->count; k++) {
			recursive |= g->edge[i][k] && g->reach[k][i];
			callees += g->edge[i][k];
			callers += g->edge[k][i];
			fine &= (c->component[i] == c->component[k]) == (g->reach[i][k] && g->reach[k][i]);
			fine &= !g->edge[i][k] || c->component[k] <= c->component[i];
		}
		fine &= c->recursive[i] == recursive && c->reachable[i] == g->reach[0][i];
		fine &= callees == c->callee_start[i + 1] - c->callee_start[i];
		fine &= callers == c->caller_start[i + 1] - c->caller_start[i];
		for (uint32_t e = c->callee_start[i]; e < c->callee_start[i + 1]; e++)
			fine &= g->edge[i][c->callees[e]];
		for (uint32_t e = c->caller_start[i]; e < c->caller_start[i + 1]; e++)
			fine &= g->edge[c->callers[e]][i];
	}
	for (uint32_t k = 0; k < c->component_count; k++)
		for (uint32_t m = c->member_start[k]; m < c->member_start[k + 1]; m++)
			fine &= c->component[c->members[m]] == k;
	return fine && c->member_start[c->component_count] == g->count;
}

static bool check_effects(const struct effects *e, const struct program *p, const struct graph *g, const bool *reads,
			  const bool *writes)
{
	bool fine = true;
	for (uint32_t i = 0; i < g->count; i++)
		for (uint32_t k = 0; k < g->count; k++) {
			/* Only procedure k itself touches global k. */
			fine &= effects_reads(e, p->procedures[i], p->globals[k]) == (g->reach[i][k] && reads[k]);
			fine &= effects_writes(e, p->procedures[i], p->globals[k]) == (g->reach[i][k] && writes[k]);
		}
	return fine && !effects_asserts(e, p->procedures[0]);
}

/* By walking the tree itself. */
static uint32_t walk_tree(const struct callgraph *c, const struct procedure *proc, uint32_t limit)
{
	uint32_t size = 1;
	for (uint32_t b = 0; b < proc->block_count; b++)
		for (uint32_t i = 0; i < proc->blocks[b]->statement_count && size < limit; i++) {
			const struct statement *statement = &proc->blocks[b]->statements[i];
			if (statement->kind == STATEMENT_CALL &&
			    c->component[statement->callee->index] != c->component[proc->index])
				size += walk_tree(c, statement->callee, limit - size);
		}
	return size < limit ? size : limit;
}

static void call_graphs(void)
{
	struct random_state r = { 5 };
	unsigned wrong = 0, wrong_effects = 0, wrong_trees = 0, large = 0, rounds = 1000;
	for (unsigned i = 0; i < rounds; i++) {
		struct graph g;
		bool reads[MOST], writes[MOST];
		struct program *p = calls(&r, 1 + random_below(&r, MOST), &g, reads, writes);
		struct callgraph *c = callgraph_new(p);
		struct effects *e = effects_new(c);
		wrong += !check_calls(c, &g);
		wrong_effects += !check_effects(e, p, &g, reads, writes);
		p->entry = p->procedures[0];
		uint32_t size = callgraph_tree_size(c, 1000);
		wrong_trees += size != walk_tree(c, p->procedures[0], 1000);
		large += size > 5;
		effects_free(e);
		callgraph_free(c);
		program_free(p);
	}
	is_int(wrong, 0, "%u random call graphs", rounds);
	is_int(wrong_effects, 0, "what their procedures read and write");
	ok(!wrong_trees && large > 100, "the sizes of their trees");
}

int main(void)
{
	procedures();
	deep();
	call_graphs();
	return done_testing();
}
