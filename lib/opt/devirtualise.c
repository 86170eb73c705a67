/* devirtualise: branches, assumptions and assertions that the constants flowing to them decide.
 *
 *	p := 256bv64 (the address of f) in one place, 512bv64 (of g) in another; then
 *	branch eq(p, 256bv64) f? next            branch eq(p, 256bv64) f? next
 *	next: branch eq(p, 768bv64) h? last  =>  next: branch false h? last
 *
 * Meant for the chains that c2ir makes of calls through pointers ({dispatch}), which name every function whose address
 * is taken somewhere; any other condition is decided likewise (a pointer that only ever has the addresses of globals is
 * not null). Sound because the sets (values.h) hold every value that
 * a variable or map cell ever has; initial contents of memory are any value. */
#include "iterate.h"
#include "pass.h"
#include "values.h"

/* Replaces the condition if only one value of it is possible. */
static bool decide(struct values *v, term *condition, bool only_true)
{
	const struct bank *bank = v->program->bank;
	if (term_is_constant(bank, *condition))
		return false;
	struct value_set set = values_of(v, *condition);
	if (set.any || set.fresh || set.count != 1 || (only_true && !term_is_true(bank, set.constants[0])))
		return false;
	*condition = set.constants[0];
	return true;
}

/* An assertion that never holds stays as it is: a trace is to show what makes it fail. */
static bool decide_block(struct values *v, struct block *b)
{
	bool changed = false;
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement *s = &b->statements[i];
		if (s->kind == STATEMENT_ASSERT || s->kind == STATEMENT_ASSUME)
			changed |= decide(v, &s->term, s->kind == STATEMENT_ASSERT);
	}
	if (b->terminator.kind == TERMINATOR_BRANCH)
		changed |= decide(v, &b->terminator.term, false);
	return changed;
}

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	bool changed = false;
	struct uses uses;
	struct values values;
	uses_init(&uses, p);
	values_init(&values, p, &uses);
	program_for_each_block(p, at)
		changed |= decide_block(&values, at.block);
	values_release(&values);
	uses_release(&uses);
	return changed;
}

const struct pass pass_devirtualise = {
	.name = "devirtualise",
	.about = "decide conditions by the constants that can flow to them",
	.run = run,
	.keeps = FACTS_ALL,
};
