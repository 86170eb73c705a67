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

static bool run(struct program *p, const struct pass_options *options, struct diagnostics *diags)
{
	(void)options;
	(void)diags;
	return checked_remove(p);
}

const struct pass pass_checked = {
	.name = "checked",
	.about = "remove assertions about pointers that were checked before",
	.run = run,
	.keeps = FACTS_ALL,
};
