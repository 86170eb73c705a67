/* devirtualise: branches that the constants flowing to them decide.
 *
 *	p := 256bv64 (the address of f) in one place, 512bv64 (of g) in another; then
 *	branch eq(p, 256bv64) f? next            branch eq(p, 256bv64) f? next
 *	next: branch eq(p, 768bv64) h? last  =>  next: branch false h? last
 *
 * Meant for the chains that c2ir makes of calls through pointers ({dispatch}), which name every function whose address
 * is taken somewhere; any other branch is decided likewise. Sound because the sets (values.h) hold every value that
 * a variable or map cell ever has; initial contents of memory are any value. */
#include "pass.h"
#include "values.h"

static bool decide(struct values *v, struct block *b)
{
	const struct bank *bank = v->program->bank;
	struct terminator *t = &b->terminator;
	if (t->kind != TERMINATOR_BRANCH || term_is_constant(bank, t->term))
		return false;
	struct value_set set = values_of(v, t->term);
	if (set.any || set.fresh || set.count != 1)
		return false;
	t->term = set.constants[0];
	return true;
}

bool pass_devirtualise(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	bool changed = false;
	struct uses uses;
	struct values values;
	uses_init(&uses, p);
	values_init(&values, p, &uses);
	for (uint32_t i = 0; i < p->procedure_count; i++)
		for (uint32_t k = 0; k < p->procedures[i]->block_count; k++)
			changed |= decide(&values, p->procedures[i]->blocks[k]);
	values_release(&values);
	uses_release(&uses);
	return changed;
}
