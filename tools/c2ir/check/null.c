/* Dereference of a null or invalid pointer: one that points to no object (CWE-476; C11 6.5.3.2p4). The address of a weak object
 * that no file defines may be null, so an access by its name is checked too.
 *
 *	*p    assert object(p) != 0 */
#include "c_pointer.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"
#include "declaration_query.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lvalue.h"
#include "storage.h"
#include "weak.h"

/* An access by a name. */
static void check_weak(struct lowering *l, const struct lvalue *lvalue, const struct expression *e)
{
	const struct declaration *d = lvalue->storage->declaration;
	if (!d || !weak_is_open(d) || lvalue->exists)
		return;
	term exists = weak_exists(l, d);
	const char *name = declaration_name(d);
	if (checks(l, CHECK_NULL)) {
		check_emit(l, CHECK_NULL, exists,
			   "access to %s, which is weak and not defined: its address may be null%s", name,
			   check_text(l, e));
		return;
	}
	lower_ledger(l, l->location, "the weak object %s is assumed to exist where it is accessed", name);
	emit_assume(l, exists);
}

static void check_null(struct lowering *l, const struct lvalue *lvalue, term size, bool write,
		       const struct expression *e)
{
	(void)size, (void)write;
	if (lvalue->storage)
		check_weak(l, lvalue, e);
	else if (checks(l, CHECK_NULL))
		check_emit(l, CHECK_NULL, nonzero(l, pointer_object(l, lvalue->pointer)), "null or invalid pointer%s",
			   check_text(l, e));
}

const struct check_rule check_rule_null = { .access = check_null };
