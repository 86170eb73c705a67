/* Write to a string literal (C11 6.4.5p7) or to an object that was defined const (6.7.3p6); CWE-758. Objects
 * whose address is never taken are not in memory and can't be written.
 *
 *	*p = x    assert $state[object(p)] != read-only */
#include "access.h"
#include "c_pointer.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"
#include "lvalue.h"
#include "object_maps.h"
#include "storage.h"

static void check_writable(struct lowering *l, const struct lvalue *lvalue, term size, bool write,
			   const struct expression *e)
{
	(void)size;
	if (!write || !checks(l, CHECK_READONLY))
		return;
	struct bank *b = bank_of(l);
	term ok = term_bool(b, !lvalue->storage || !lvalue->storage->read_only);
	if (!lvalue->storage) {
		term state = term_select(b, lower_state_map(l)->term, pointer_object(l, lvalue->pointer));
		ok = term_not(b, term_eq(b, state, term_bv(b, 8, STATE_READ_ONLY)));
	}
	check_emit(l, CHECK_READONLY, ok, "write to a string literal or const object%s", check_text(l, e));
}

/* An automatic object has been initialised. */
void check_initialised(struct lowering *l, const struct storage *storage)
{
	if (storage->kind != STORAGE_MEMORY || !storage->automatic || !storage->read_only)
		return;
	access_fixed(l, storage->automatic->term, storage->object);
	if (checks(l, CHECK_READONLY))
		lower_set_state(l, storage->automatic->term, STATE_READ_ONLY);
}

const struct check_rule check_rule_readonly = { .access = check_writable };
