/* Write to a string literal (C11 6.4.5p7) or to an object that was defined const (6.7.3p6); CWE-758. Objects
 * whose address is never taken are not in memory, and can only be written by a declaration of another unit that lacks
 * the qualifier: such declarations do not conflict (program/link.c), for nothing comes of them unless it is written.
 *
 *	*p = x    assert $state[object(p)] != read-only */
#include "access.h"
#include "c_pointer.h"
#include "c_term.h"
#include "check_rule.h"
#include "checks.h"
#include "declaration_query.h"
#include "lvalue.h"
#include "object_maps.h"
#include "storage.h"
#include "type_qualifier.h"

/* Is it an object with a name that is defined const, as all units know? */
static bool is_static_const(const struct storage *storage)
{
	const struct declaration *d = storage ? storage->declaration : NULL;
	return d && declaration_name(d) && !declaration_is_automatic(d) && declaration_is_defined(d) &&
	       type_is_const(storage->type);
}

/* A store by the object's name: the declaration that is seen there says nothing of const. */
static void emit_const(struct lowering *l, const struct declaration *d, const struct expression *e)
{
	struct location at = declaration_location(d);
	check_emit(l, CHECK_READONLY, term_false(bank_of(l)), "write to %s, which is defined const at %s:%u%s",
		   declaration_name(d), at.file, at.line, check_text(l, e));
}

static void check_writable(struct lowering *l, const struct lvalue *lvalue, term size, bool write,
			   const struct expression *e)
{
	(void)size;
	if (!write || !checks(l, CHECK_READONLY))
		return;
	struct bank *b = bank_of(l);
	term ok = term_bool(b, !lvalue->storage || !lvalue->storage->read_only);
	if (is_static_const(lvalue->storage)) {
		emit_const(l, lvalue->storage->declaration, e);
		return;
	}
	if (!lvalue->storage) {
		term state = term_select(b, lower_state_map(l)->term, pointer_object(l, lvalue->pointer));
		ok = term_not(b, term_eq(b, state, term_bv(b, 8, STATE_READ_ONLY)));
	}
	check_emit(l, CHECK_READONLY, ok, "write to a string literal or const object%s", check_text(l, e));
}

void check_variable_write(struct lowering *l, const struct lvalue *lvalue, const struct expression *e)
{
	if (checks(l, CHECK_READONLY) && is_static_const(lvalue->storage))
		emit_const(l, lvalue->storage->declaration, e);
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
