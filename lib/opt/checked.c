/* checked: what a pointer was checked for before, in the procedure or by all its callers, is not checked again.
 *
 *	assert not(eq(extract(95, 64, p), 0bv32));           assert not(eq(extract(95, 64, p), 0bv32));
 *	q := p + 8;                                    =>    q := p + 8;
 *	call f(q); ... procedure f(r) {                      call f(q); ... procedure f(r) {
 *	assert not(eq(extract(95, 64, r), 0bv32));           assert true;
 *
 * Facts are about values (ssa.h): that an object is not null, the states that it is in, the bytes of a pointer that are inside
 * it. They come from assertions, assumptions and branches, and from stores to what `fresh` gave; parameters have what all calls
 * say, arguments and results what a procedure's returns do. They last until a store may be to their object (docs/passes.md): one
 * that was given before a call began is none that the call makes, as `fresh` gives an identity once. But a pointer
 * that was read from memory, or is unknown, may by chance have the identity that a later `fresh` gives: what is said of it
 * lasts until objects are made.
 *
 * Only assertions are decided. Exact: an execution that violates one ends there. From above: what is not known to be otherwise
 * is taken to hold, until nothing changes; so what is left holds of every execution, by induction over its length. */
#include "checked.h"
#include "pass.h"

static void visit(void *context, uint32_t procedure)
{
	struct checked *c = context;
	if (c->procedures[procedure].is_entered)
		checked_visit(c, &c->procedures[procedure]);
}

static void prepare(struct checked *c)
{
	struct program *p = c->program;
	uses_init(&c->uses, p);
	c->graph = callgraph_new(p);
	c->effects = effects_new(c->graph);
	sweep_init(&c->sweep, c->graph);
	c->procedures = memory_alloc((p->procedure_count + 1) * sizeof *c->procedures);
	for (uint32_t i = 0; i < p->procedure_count; i++) {
		c->procedures[i].procedure = p->procedures[i];
		checked_prepare(c, &c->procedures[i]);
	}
	checked_find_changes(c);
}

static void release(struct checked *c)
{
	for (uint32_t i = 0; i < c->program->procedure_count; i++)
		checked_release(&c->procedures[i]);
	memory_free(c->procedures);
	sweep_release(&c->sweep);
	effects_free(c->effects);
	callgraph_free(c->graph);
	uses_release(&c->uses);
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	struct checked c = { .program = p };
	if (!p->entry || !claim_maps_init(&c.maps, p))
		return false;
	prepare(&c);
	c.procedures[p->entry->index].is_entered = true;
	sweep_mark(&c.sweep, p->entry->index);
	sweep_run(&c.sweep, visit, &c);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		if (c.procedures[i].is_entered)
			checked_decide(&c, &c.procedures[i]);
	release(&c);
	return c.changed;
}

const struct pass pass_checked = {
	.name = "checked",
	.about = "remove assertions about pointers that were checked before",
	.run = run,
	.keeps = FACTS_ALL,
};
