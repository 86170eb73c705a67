/* loops: natural loops become tail-recursive procedures, innermost first.
 *
 *	head: branch bvult(i, n), body, out;          head: call i, s := f$loop(i, s, n); goto out;
 *	body: s := bvadd(s, i);
 *	      i := bvadd(i, 1bv32); goto head;   =>   procedure f$loop(i.1, s.1, n) returns (i, s)
 *	out:  ...                                     head: i := i.1; s := s.1; branch bvult(i, n), body, exit;
 *	                                              body: s := ...; i := ...; call i, s := f$loop(i, s, n); return;
 *	                                              exit: return;
 *
 * Its in-parameters are the variables live at the header, its results those that it assigns and that are live after it;
 * globals are shared. Where a loop has several exits (targets outside, and `return`), an out-parameter says which was
 * taken. Irreducible cycles get a header first (reducible.h). The new procedure has {loop "file" line column} of
 * the header and the {c ...} of the function that it was cut from; variables keep their attributes. Afterwards no
 * procedure has a cycle, nor a block that goes to its entry. Exact. */
#include "clone.h"
#include "live.h"
#include "pass.h"
#include "reducible.h"
#include "statement.h"
#include "straighten.h"

struct blocks VEC_BODY(struct block *);

/* A procedure whose loops are being taken out. Block indices are those of its first CFG; blocks that are added get
 * higher ones. */
struct cutter {
	struct program *program;
	struct procedure *procedure;
	struct uses uses;
	struct cfg *cfg;
	struct loops *loops;
	struct live *live;
	uint32_t variable_count; /* at first: selectors, which are added, are live in no block of that graph */
	struct blocks *members;  /* by loop: the blocks of it that no inner loop has taken, header first */
	VEC(uint32_t) owners;    /* by block: its loop, or CFG_NONE; TAKEN: in another procedure now */
};

#define TAKEN (CFG_NONE - 1)

/* One loop. */
struct cut {
	struct cutter *cutter;
	uint32_t index;
	struct block *header;                 /* stays in the old procedure, as the block with the call */
	struct blocks exits;                  /* targets outside, each once */
	bool returns;                         /* some block of it returns */
	bool *mentioned, *written, *outgoing; /* by variable's index; outgoing: among `outs` */
	struct procedure *made;
	struct variable **renamed;                              /* old variable's index -> new variable */
	struct variables VEC_BODY(struct variable *) ins, outs; /* of the old procedure */
	struct variables copied;                                /* new locals and outs that begin as ... */
	struct variables copies;                                /* ... these new in-parameters; parallel */
	struct variable *selector, *old_selector;               /* which exit; NULL: there is only one */
	struct location location;
};

/* --- what the loop is --- */

static bool is_inside(const struct cut *c, const struct block *b)
{
	return c->cutter->owners.at[b->index] == c->index;
}

static void add_exit(struct cut *c, struct block *target)
{
	for (size_t i = 0; i < c->exits.count; i++)
		if (c->exits.at[i] == target)
			return;
	vec_push(&c->exits, target);
}

static void mention_term(struct cut *c, term t)
{
	const struct uses_list *used = uses_of(&c->cutter->uses, t);
	for (uint32_t i = 0; i < used->count; i++)
		if (used->variables[i]->procedure)
			c->mentioned[used->variables[i]->index] = true;
}

static void mention_statement(struct cut *c, const struct statement *s)
{
	for (uint32_t i = 0; i < statement_term_count(s); i++)
		mention_term(c, statement_term(s, i));
	for (uint32_t i = 0; i < statement_target_count(s); i++) {
		const struct variable *v = statement_target(s, i);
		if (v->procedure)
			c->mentioned[v->index] = c->written[v->index] = true;
	}
}

static void look_at_block(struct cut *c, const struct block *b)
{
	const struct terminator *t = &b->terminator;
	for (uint32_t i = 0; i < b->statement_count; i++)
		mention_statement(c, &b->statements[i]);
	if (t->kind == TERMINATOR_BRANCH)
		mention_term(c, t->term);
	c->returns |= t->kind == TERMINATOR_RETURN;
	for (uint32_t i = 0; i < t->target_count; i++)
		if (!is_inside(c, t->targets[i]))
			add_exit(c, t->targets[i]);
}

static bool is_live_at(const struct cutter *cutter, const struct block *b, const struct variable *v)
{
	return v->index < cutter->variable_count && live_at_start(cutter->live, b->index, v);
}

static bool is_live_behind(const struct cut *c, const struct variable *v)
{
	for (size_t i = 0; i < c->exits.count; i++)
		if (is_live_at(c->cutter, c->exits.at[i], v))
			return true;
	return c->returns && v->kind == VARIABLE_OUT;
}

/* The parameters; the selector comes last. */
static void find_parameters(struct cut *c)
{
	const struct procedure *old = c->cutter->procedure;
	for (uint32_t i = 0; i < old->variable_count; i++) {
		struct variable *v = old->variables[i];
		if (c->mentioned[i] && is_live_at(c->cutter, c->header, v))
			vec_push(&c->ins, v);
		c->outgoing[i] = c->written[i] && is_live_behind(c, v);
		if (c->outgoing[i])
			vec_push(&c->outs, v);
	}
}

/* --- the new procedure --- */

static const struct attribute *loop_attributes(const struct cut *c)
{
	struct program *p = c->cutter->program;
	const struct attribute *list = NULL, *named = attribute_find(c->cutter->procedure->attributes, ATTRIBUTE_C);
	if (named)
		list = attribute_list(p, list, ATTRIBUTE_C, named->values, named->count);
	struct attribute_value location[3] = { { c->location.file ? c->location.file : "", 0 },
					       { NULL, c->location.line },
					       { NULL, c->location.column } };
	return attribute_list(p, list, ATTRIBUTE_LOOP, location, 3);
}

/* A result that is also an in-parameter begins as a copy of it. */
static void declare_ins(struct cut *c)
{
	for (size_t i = 0; i < c->ins.count; i++) {
		struct variable *v = c->ins.at[i], *in = procedure_clone_variable(c->made, v, VARIABLE_IN);
		if (c->outgoing[v->index]) {
			in->attributes = NULL;
			vec_push(&c->copies, in);
			vec_push(&c->copied, v);
		} else {
			c->renamed[v->index] = in;
		}
	}
}

static void declare_outs(struct cut *c)
{
	struct program *p = c->cutter->program;
	size_t ways = c->exits.count + c->returns;
	for (size_t i = 0; i < c->outs.count; i++)
		c->renamed[c->outs.at[i]->index] = procedure_clone_variable(c->made, c->outs.at[i], VARIABLE_OUT);
	if (ways < 2)
		return;
	uint32_t bits = 1;
	while ((UINT64_C(1) << bits) < ways)
		bits++;
	sort s = sort_bitvector(p->bank, bits);
	c->selector = procedure_add_variable(c->made, procedure_fresh_variable_name(c->made, "$exit"), s, VARIABLE_OUT);
	struct procedure *old = c->cutter->procedure;
	c->old_selector = procedure_add_variable(old, procedure_fresh_variable_name(old, "$exit"), s, VARIABLE_LOCAL);
}

static void declare_locals(struct cut *c, uint32_t old_count)
{
	for (uint32_t i = 0; i < old_count; i++)
		if (c->mentioned[i] && !c->renamed[i])
			c->renamed[i] =
				procedure_clone_variable(c->made, c->cutter->procedure->variables[i], VARIABLE_LOCAL);
}

/* In-parameters that are copied give way to the variables that they are copied to: these get the plain names. */
static void swap_names(struct cut *c)
{
	for (size_t i = 0; i < c->copies.count; i++) {
		struct variable *in = c->copies.at[i], *own = c->renamed[c->copied.at[i]->index];
		const char *name = in->name;
		in->name = own->name;
		own->name = name;
		c->copied.at[i] = own;
	}
}

static void declare(struct cut *c)
{
	struct program *p = c->cutter->program;
	struct procedure *old = c->cutter->procedure;
	uint32_t old_count = old->variable_count;
	const char *stem = arena_format(p->arena, "%s$loop", old->name);
	c->made = program_add_procedure(p, program_fresh_name(p, stem));
	c->made->attributes = loop_attributes(c);
	c->made->position = old->position;
	c->renamed = memory_alloc(old_count * sizeof *c->renamed);
	declare_ins(c);
	declare_outs(c);
	declare_locals(c, old_count);
	swap_names(c);
}

/* --- moving the blocks --- */

static struct variable *renamed(const void *context, struct variable *v)
{
	const struct cut *c = context;
	return v->procedure ? c->renamed[v->index] : v;
}

/* The header's contents go to a new block, so that the old one can take the call without its predecessors noticing. */
static struct block *move_header(struct cut *c)
{
	struct block *entry = procedure_add_block(c->made, c->header->name);
	const char *name = entry->name;
	*entry = *c->header;
	entry->name = name;
	entry->index = 0;
	c->header->statements = NULL;
	c->header->statement_count = c->header->statement_capacity = 0;
	c->header->attributes = NULL;
	return entry;
}

static void move_blocks(struct cut *c)
{
	struct cutter *cutter = c->cutter;
	struct blocks *members = &cutter->members[c->index];
	struct renaming r = { .program = c->cutter->program, .other = renamed, .context = c };
	struct block **moved = arena_alloc(cutter->program->arena, members->count * sizeof *moved);
	for (size_t i = 1; i < members->count; i++)
		cutter->owners.at[members->at[i]->index] = TAKEN;
	moved[0] = move_header(c);
	for (size_t i = 1; i < members->count; i++)
		moved[i] = members->at[i];
	for (size_t i = 0; i < members->count; i++)
		block_rename(&r, moved[i]);
	c->made->blocks = moved;
	c->made->block_count = c->made->block_capacity = (uint32_t)members->count;
	table_free(&r.memo);
}

static const struct attribute *call_attributes(const struct cut *c)
{
	return c->location.line ? attribute_at(c->cutter->program, NULL, c->location) : NULL;
}

/* The recursive call, for all edges back to the header. */
static struct block *make_latch(struct cut *c)
{
	struct program *p = c->cutter->program;
	struct block *b = procedure_add_block(c->made, procedure_fresh_block_name(c->made, "again"));
	VEC(term) arguments = { 0 };
	VEC(struct variable *) outs = { 0 };
	for (size_t i = 0; i < c->ins.count; i++)
		vec_push(&arguments, c->renamed[c->ins.at[i]->index]->term);
	for (uint32_t i = 0; i < c->made->out_count; i++)
		vec_push(&outs, c->made->variables[c->made->in_count + i]);
	struct statement *s =
		block_call(p, b, c->made, arguments.at, (uint32_t)arguments.count, outs.at, (uint32_t)outs.count);
	s->attributes = call_attributes(c);
	block_return(b);
	vec_free(&arguments);
	vec_free(&outs);
	return b;
}

static struct block *make_exit(struct cut *c, uint32_t number)
{
	struct program *p = c->cutter->program;
	struct block *b = procedure_add_block(c->made, procedure_fresh_block_name(c->made, "exit"));
	if (c->selector)
		block_assign(p, b, c->selector, term_bv(p->bank, sort_width(p->bank, c->selector->sort), number));
	block_return(b);
	return b;
}

/* Edges out of the loop and back to its header. `body`: the number of blocks that were moved. */
static void redirect_edges(struct cut *c, uint32_t body)
{
	struct program *p = c->cutter->program;
	struct block *latch = NULL, **exits = memory_alloc((c->exits.count + 1) * sizeof *exits);
	TABLE(const struct block *, size_t) number = { 0 }; /* target -> number of the exit + 1 */
	for (size_t i = 0; i < c->exits.count; i++)
		table_put(&number, c->exits.at[i], i + 1);
	for (uint32_t i = 0; i < body; i++) {
		struct block *b = c->made->blocks[i];
		for (uint32_t k = 0; k < b->terminator.target_count; k++) {
			struct block **to = &b->terminator.targets[k];
			size_t exit = table_get(&number, *to, 0);
			if (exit)
				*to = exits[exit - 1] ? exits[exit - 1]
						      : (exits[exit - 1] = make_exit(c, (uint32_t)exit - 1));
			else if (*to == c->header)
				*to = latch ? latch : (latch = make_latch(c));
		}
		if (b->terminator.kind == TERMINATOR_RETURN && c->selector)
			block_assign(p, b, c->selector,
				     term_bv(p->bank, sort_width(p->bank, c->selector->sort), c->exits.count));
	}
	table_free(&number);
	memory_free(exits);
}

static void copy_ins(struct cut *c)
{
	struct program *p = c->cutter->program;
	struct block *entry = c->made->blocks[0];
	for (size_t i = 0; i < c->copies.count; i++) {
		struct statement *s = block_insert(p, entry, (uint32_t)i, STATEMENT_ASSIGN);
		s->target = c->copied.at[i];
		s->term = c->copies.at[i]->term;
	}
}

/* --- the call in the old procedure --- */

static struct block *add_outer_block(struct cut *c, const char *stem)
{
	struct cutter *cutter = c->cutter;
	uint32_t parent = cutter->loops->loops[c->index].parent;
	struct block *b = procedure_add_block(cutter->procedure, procedure_fresh_block_name(cutter->procedure, stem));
	vec_push(&cutter->owners, parent);
	if (parent != CFG_NONE)
		vec_push(&cutter->members[parent], b);
	return b;
}

/* From `b`, to where the loop was left. */
static void go_on(struct cut *c, struct block *b)
{
	struct program *p = c->cutter->program;
	size_t ways = c->exits.count + c->returns;
	struct block *returning = NULL;
	if (!ways)
		block_add(p, b, STATEMENT_ASSUME)->term = term_false(p->bank);
	if (!c->exits.count) {
		block_return(b);
		return;
	}
	if (c->returns) {
		returning = add_outer_block(c, "return");
		block_return(returning);
	}
	for (size_t i = 0; i + 1 < ways; i++) {
		uint32_t width = sort_width(p->bank, c->old_selector->sort);
		term taken = term_eq(p->bank, c->old_selector->term, term_bv(p->bank, width, i));
		bool last = i + 2 == ways;
		struct block *next = !last ? add_outer_block(c, "exit") : returning ? returning : c->exits.at[i + 1];
		block_branch(p, b, taken, c->exits.at[i], next);
		b = next;
	}
	if (ways == 1)
		block_goto(p, b, c->exits.at[0]);
}

static void call_loop(struct cut *c)
{
	struct program *p = c->cutter->program;
	VEC(term) arguments = { 0 };
	VEC(struct variable *) outs = { 0 };
	for (size_t i = 0; i < c->ins.count; i++)
		vec_push(&arguments, c->ins.at[i]->term);
	for (size_t i = 0; i < c->outs.count; i++)
		vec_push(&outs, c->outs.at[i]);
	if (c->old_selector)
		vec_push(&outs, c->old_selector);
	struct statement *s = block_call(p, c->header, c->made, arguments.at, (uint32_t)arguments.count, outs.at,
					 (uint32_t)outs.count);
	s->attributes = call_attributes(c);
	vec_free(&arguments);
	vec_free(&outs);
	go_on(c, c->header);
	uint32_t parent = c->cutter->loops->loops[c->index].parent;
	c->cutter->owners.at[c->header->index] = parent;
	if (parent != CFG_NONE)
		vec_push(&c->cutter->members[parent], c->header);
}

static void cut_loop(struct cutter *cutter, uint32_t index)
{
	const struct blocks *members = &cutter->members[index];
	uint32_t variables = cutter->procedure->variable_count;
	struct cut c = { .cutter = cutter,
			 .index = index,
			 .header = members->at[0],
			 .location = blocks_location(members->at, members->count) };
	c.mentioned = memory_alloc(variables * sizeof *c.mentioned);
	c.written = memory_alloc(variables * sizeof *c.written);
	c.outgoing = memory_alloc(variables * sizeof *c.outgoing);
	for (size_t i = 0; i < members->count; i++)
		look_at_block(&c, members->at[i]);
	find_parameters(&c);
	declare(&c);
	move_blocks(&c);
	procedure_reindex(c.made);
	redirect_edges(&c, c.made->block_count);
	copy_ins(&c);
	call_loop(&c);
	memory_free(c.mentioned);
	memory_free(c.written);
	memory_free(c.outgoing);
	memory_free(c.renamed);
	vec_free(&c.exits);
	vec_free(&c.ins);
	vec_free(&c.outs);
	vec_free(&c.copied);
	vec_free(&c.copies);
}

/* --- one procedure --- */

static void cutter_init(struct cutter *cutter, struct procedure *proc)
{
	*cutter = (struct cutter){ .program = proc->program, .procedure = proc, .cfg = cfg_new(proc) };
	struct dominators *dom = dominators_new(cutter->cfg);
	cutter->variable_count = proc->variable_count;
	uses_init(&cutter->uses, proc->program);
	cutter->loops = loops_new(cutter->cfg, dom);
	cutter->live = live_new(cutter->cfg, &cutter->uses, NULL, NULL);
	cutter->members = memory_alloc(cutter->loops->count * sizeof *cutter->members);
	for (uint32_t i = 0; i < proc->block_count; i++)
		vec_push(&cutter->owners, cutter->loops->innermost[i]);
	for (uint32_t l = 0; l < cutter->loops->count; l++)
		vec_push(&cutter->members[l], proc->blocks[cutter->loops->loops[l].header]);
	for (uint32_t i = 0; i < proc->block_count; i++) {
		uint32_t l = cutter->loops->innermost[i];
		if (l != CFG_NONE && cutter->loops->loops[l].header != i)
			vec_push(&cutter->members[l], proc->blocks[i]);
	}
	dominators_free(dom);
}

static void cutter_release(struct cutter *cutter)
{
	for (uint32_t i = 0; i < cutter->loops->count; i++)
		vec_free(&cutter->members[i]);
	memory_free(cutter->members);
	vec_free(&cutter->owners);
	loops_free(cutter->loops);
	live_free(cutter->live);
	cfg_free(cutter->cfg);
	uses_release(&cutter->uses);
}

static void drop_taken(struct cutter *cutter)
{
	struct procedure *proc = cutter->procedure;
	uint32_t n = 0;
	for (uint32_t i = 0; i < proc->block_count; i++)
		if (cutter->owners.at[i] != TAKEN)
			proc->blocks[n++] = proc->blocks[i];
	proc->block_count = n;
	procedure_reindex(proc);
}

static void cut_procedure(struct procedure *proc)
{
	struct cutter cutter;
	cutter_init(&cutter, proc);
	uint32_t first = proc->program->procedure_count;
	for (uint32_t l = cutter.loops->count; l-- > 0;)
		cut_loop(&cutter, l);
	drop_taken(&cutter);
	cutter_release(&cutter);
	procedure_remove_unused_locals(proc);
	procedure_straighten(proc);
	for (uint32_t i = first; i < proc->program->procedure_count; i++)
		procedure_straighten(proc->program->procedures[i]);
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	bool changed = false;
	uint32_t count = p->procedure_count;
	for (uint32_t i = 0; i < count; i++) {
		struct procedure *proc = p->procedures[i];
		struct cfg *cfg = cfg_new(proc);
		bool acyclic = cfg_is_acyclic(cfg);
		cfg_free(cfg);
		if (acyclic)
			continue;
		procedure_remove_unreachable_blocks(proc);
		procedure_make_reducible(proc);
		cut_procedure(proc);
		changed = true;
	}
	return changed;
}

const struct pass pass_loops = {
	.name = "loops",
	.about = "turn loops into tail-recursive procedures",
	.run = run,
	.keeps = FACTS_ALL,
};
