/* unroll: loops and recursion cut after N rounds.
 *
 *	head: branch c, body, out;                   head: branch c, body, out;
 *	body: ...; goto head;          (N = 2)  =>   body: ...; goto head.1;
 *	                                             head.1: branch c, body.1, out;
 *	                                             body.1: ...; goto head.2;
 *	                                             head.2: branch c, beyond, out;
 *	                                             beyond: assume false {bound "file" line column}; return;
 *
 * N iterations are executed in full; where the header can leave the loop, the way out after the N-th is there too.
 * Procedures that call themselves, directly or not, are cloned for each depth 0 ... N, and a call that would go deeper
 * is cut in the same way. An under-approximation, exact for executions that reach no {bound}. Clones share
 * the {id}s of inputs: an execution numbers an id's values in order, and that order is not changed. */
#include "callgraph.h"
#include "cfg.h"
#include "clone.h"
#include "pass.h"
#include "reducible.h"
#include "statement.h"
#include "straighten.h"
#include "unused.h"

enum { MAX_SIZE = 1 << 24 }; /* statements and blocks that may be made */

struct blocks VEC_BODY(struct block *);

struct unroller {
	struct program *program;
	struct diagnostics *diags;
	uint32_t rounds;
	uint64_t size; /* made so far */
	bool failed;
};

static bool may_grow(struct unroller *u, uint64_t by, const char *what)
{
	u->size += by;
	if (u->size <= MAX_SIZE)
		return true;
	if (!u->failed)
		diagnose(u->diags, DIAG_UNSUPPORTED, (struct location){ 0 },
			 "%s: unrolling %u rounds makes a program of more than %u statements", what, u->rounds,
			 (unsigned)MAX_SIZE);
	u->failed = true;
	return false;
}

/* --- loops --- */

struct unrolling {
	struct unroller *u;
	struct procedure *procedure;
	struct block *header;
	const struct blocks *members;                 /* header first */
	struct blocks made;                           /* copies */
	TABLE(const struct block *, size_t) position; /* member -> position + 1 */
	struct block *beyond;
};

static struct block *bound_block(struct unrolling *r)
{
	if (!r->beyond) {
		r->beyond = procedure_add_block(r->procedure, procedure_fresh_block_name(r->procedure, "beyond"));
		block_bound(r->u->program, r->beyond, blocks_location(r->members->at, r->members->count));
	}
	return r->beyond;
}

static size_t member_number(const struct unrolling *r, const struct block *b)
{
	return table_get(&r->position, b, 0); /* 0: outside */
}

/* Does the header go out of the loop too? */
static bool header_leaves(const struct unrolling *r)
{
	const struct terminator *t = &r->header->terminator;
	for (uint32_t i = 0; i < t->target_count; i++)
		if (!member_number(r, t->targets[i]))
			return true;
	return false;
}

/* Edges of `b` into the loop, the header included, go beyond the bound. */
static void cut_edges(struct unrolling *r, struct block *b)
{
	for (uint32_t i = 0; i < b->terminator.target_count; i++)
		if (member_number(r, b->terminator.targets[i]))
			b->terminator.targets[i] = bound_block(r);
}

static struct block *copy_block(struct unrolling *r, const struct block *from)
{
	struct block *b = block_clone(r->procedure, from, procedure_fresh_block_name(r->procedure, from->name));
	vec_push(&r->made, b);
	return b;
}

/* What comes after the last full iteration. Made while the header is still as it was. */
static struct block *last_header(struct unrolling *r)
{
	if (!header_leaves(r))
		return bound_block(r);
	struct block *b = copy_block(r, r->header);
	cut_edges(r, b);
	return b;
}

/* Edges of the members' copies `blocks` go to these copies, those back to the header to `next`. */
static void connect(struct unrolling *r, struct block *const *blocks, struct block *next)
{
	for (size_t i = 0; i < r->members->count; i++) {
		struct terminator *t = &blocks[i]->terminator;
		for (uint32_t k = 0; k < t->target_count; k++) {
			size_t number = member_number(r, t->targets[k]);
			if (number)
				t->targets[k] = number == 1 ? next : blocks[number - 1];
		}
	}
}

static void unroll_never(struct unrolling *r)
{
	if (header_leaves(r)) {
		cut_edges(r, r->header);
		return;
	}
	struct location location = blocks_location(r->members->at, r->members->count);
	block_truncate(r->header, 0);
	block_bound(r->u->program, r->header, location);
}

static void unroll_rounds(struct unrolling *r)
{
	size_t count = r->members->count;
	struct block *next = last_header(r), **copies = memory_alloc(count * sizeof *copies);
	for (uint32_t round = r->u->rounds; round-- > 1;) {
		for (size_t i = 0; i < count; i++)
			copies[i] = copy_block(r, r->members->at[i]);
		connect(r, copies, next);
		next = copies[0];
	}
	connect(r, r->members->at, next);
	memory_free(copies);
}

/* members: all blocks of the loop; what is copied is added to `made`. */
static bool unroll_loop(struct unroller *u, struct procedure *proc, const struct blocks *members, struct blocks *made)
{
	struct unrolling r = { .u = u, .procedure = proc, .header = members->at[0], .members = members };
	uint64_t size = 0;
	for (size_t i = 0; i < members->count; i++) {
		table_put(&r.position, members->at[i], i + 1);
		size += 1 + members->at[i]->statement_count;
	}
	bool fits = may_grow(u, size * u->rounds, proc->name);
	if (fits && u->rounds)
		unroll_rounds(&r);
	else if (fits)
		unroll_never(&r);
	table_free(&r.position);
	*made = r.made;
	return fits;
}

static bool unroll_all_loops(struct unroller *u, struct procedure *proc, const struct loops *loops,
			     struct blocks *members)
{
	for (uint32_t l = loops->count; l-- > 0;) {
		struct blocks made = { 0 };
		bool fits = unroll_loop(u, proc, &members[l], &made);
		/* Outer loops hold the copies too. */
		for (uint32_t outer = loops->loops[l].parent; outer != CFG_NONE; outer = loops->loops[outer].parent)
			for (size_t i = 0; i < made.count; i++)
				vec_push(&members[outer], made.at[i]);
		vec_free(&made);
		if (!fits)
			return false;
	}
	return true;
}

static bool unroll_procedure(struct unroller *u, struct procedure *proc)
{
	procedure_remove_unreachable_blocks(proc);
	procedure_make_reducible(proc);
	struct cfg *cfg = cfg_new(proc);
	struct dominators *dom = dominators_new(cfg);
	struct loops *loops = loops_new(cfg, dom);
	struct blocks *members = memory_alloc(loops->count * sizeof *members);
	for (uint32_t l = 0; l < loops->count; l++)
		for (uint32_t i = 0; i < loops->loops[l].block_count; i++)
			vec_push(&members[l], proc->blocks[loops->loops[l].blocks[i]]);
	bool done = unroll_all_loops(u, proc, loops, members);
	for (uint32_t l = 0; l < loops->count; l++)
		vec_free(&members[l]);
	memory_free(members);
	loops_free(loops);
	dominators_free(dom);
	cfg_free(cfg);
	procedure_remove_unreachable_blocks(proc);
	return done;
}

/* --- recursion --- */

/* Calls within a component of the call graph go one level deeper if they go back (or nowhere) in a depth-first order
 * of the component: each cycle of calls has such a call. */
struct unfolding {
	struct unroller *u;
	const struct callgraph *graph;
	uint32_t *order; /* procedure -> preorder number + 1; 0: not visited */
	TABLE(uint64_t, struct procedure *)
	clones; /* source's index * (N + 1) + depth -> procedure; depth 0 is the source itself */
	struct instances VEC_BODY(struct instance) instances;
};

struct instance {
	struct procedure *made;
	uint32_t source, depth;
};

static void visit_component(struct unfolding *f, uint32_t root, uint32_t *next)
{
	const struct callgraph *g = f->graph;
	VEC(uint32_t) stack = { 0 };
	vec_push(&stack, root);
	while (stack.count) {
		uint32_t at = vec_pop(&stack);
		if (f->order[at])
			continue;
		f->order[at] = ++*next;
		for (uint32_t e = g->callee_start[at + 1]; e-- > g->callee_start[at];)
			if (g->component[g->callees[e]] == g->component[at])
				vec_push(&stack, g->callees[e]);
	}
	vec_free(&stack);
}

static bool goes_deeper(const struct unfolding *f, uint32_t from, uint32_t to)
{
	return f->order[to] <= f->order[from];
}

static uint64_t clone_key(const struct unfolding *f, uint32_t source, uint32_t depth)
{
	return (uint64_t)source * (f->u->rounds + UINT64_C(1)) + depth;
}

static bool add_instance(struct unfolding *f, uint32_t source, uint32_t depth)
{
	struct program *p = f->u->program;
	struct procedure *proc = p->procedures[source];
	if (table_has(&f->clones, clone_key(f, source, depth)))
		return true;
	if (depth && !may_grow(f->u, procedure_size(proc), proc->name))
		return false;
	struct procedure *made = depth ? procedure_clone(proc, program_fresh_name(p, proc->name)) : proc;
	table_put(&f->clones, clone_key(f, source, depth), made);
	vec_push(&f->instances, (struct instance){ made, source, depth });
	return true;
}

/* All instances that calls lead to; calls still go to the originals. */
static bool make_instances(struct unfolding *f, uint32_t count)
{
	const struct callgraph *g = f->graph;
	for (uint32_t i = 0; i < count; i++)
		if (g->recursive[i])
			add_instance(f, i, 0);
	for (size_t i = 0; i < f->instances.count; i++) {
		uint32_t from = f->instances.at[i].source, depth = f->instances.at[i].depth;
		for (uint32_t e = g->callee_start[from]; e < g->callee_start[from + 1]; e++) {
			uint32_t to = g->callees[e], next = depth + goes_deeper(f, from, to);
			if (g->component[to] != g->component[from] || next > f->u->rounds)
				continue;
			if (!add_instance(f, to, next))
				return false;
		}
	}
	return true;
}

/* Cuts the block at the call, or makes it go to the right instance. True if it was cut. */
static bool redirect_call(struct unfolding *f, const struct instance *from, struct block *b, uint32_t i)
{
	struct statement *s = &b->statements[i];
	uint32_t to = s->callee->index;
	if (f->graph->component[to] != f->graph->component[from->source])
		return false;
	uint32_t depth = from->depth + goes_deeper(f, from->source, to);
	if (depth <= f->u->rounds) {
		s->callee = table_get(&f->clones, clone_key(f, to, depth), NULL);
		return false;
	}
	struct location location = attribute_location(s->attributes);
	block_truncate(b, i);
	block_bound(f->u->program, b, location);
	return true;
}

static void redirect_calls(struct unfolding *f, const struct instance *from)
{
	for (uint32_t i = 0; i < from->made->block_count; i++) {
		struct block *b = from->made->blocks[i];
		for (uint32_t k = 0; k < b->statement_count; k++)
			if (b->statements[k].kind == STATEMENT_CALL && redirect_call(f, from, b, k))
				break;
	}
}

static bool unfold_recursion(struct unroller *u)
{
	struct callgraph *graph = callgraph_new(u->program);
	struct unfolding f = { .u = u, .graph = graph };
	uint32_t count = u->program->procedure_count, next = 0;
	f.order = memory_alloc(count * sizeof *f.order);
	for (uint32_t i = 0; i < count; i++)
		visit_component(&f, i, &next);
	bool done = make_instances(&f, count);
	for (size_t i = 0; i < f.instances.count && done; i++)
		redirect_calls(&f, &f.instances.at[i]);
	vec_free(&f.instances);
	table_free(&f.clones);
	memory_free(f.order);
	callgraph_free(graph);
	return done;
}

/* False: it would grow beyond MAX_SIZE, which `diags` says. */
static bool unroll_program(struct program *p, uint32_t n, struct diagnostics *diags)
{
	struct unroller u = { .program = p, .diags = diags, .rounds = n };
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (!unroll_procedure(&u, p->procedures[i]))
			return false;
	if (!unfold_recursion(&u))
		return false;
	program_remove_unused(p);
	return true;
}

static bool has_cycles(const struct program *p)
{
	struct callgraph *graph = callgraph_new(p);
	bool recursive = false;
	for (uint32_t i = 0; i < p->procedure_count; i++)
		recursive |= graph->recursive[i];
	callgraph_free(graph);
	return recursive || !program_holds(p, FACT_ACYCLIC);
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	if (!has_cycles(p))
		return false;
	unroll_program(p, options->unroll, diags);
	return true;
}

const struct pass pass_unroll = {
	.name = "unroll",
	.about = "cut loops and recursion after --unroll=N rounds",
	.run = run,
	.needs = FACT_NUMBERED,
	.keeps = FACTS_ALL,
};
