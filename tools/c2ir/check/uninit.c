/* Reads of what was never written (CWE-457; C11 6.3.2.1p2 for variables, 6.2.6.1p5 for memory: what such a value is,
 * is indeterminate). Definite: only reads that find no value on the execution at hand.
 *
 *	int x; y = x     x.unset := true; ... assert !x.unset       each variable has a Bool beside it
 *	y = *p           assert $u[p] == 0                          each map of contents has one beside it (access_unset.c)
 *
 * Copying is no read: of structs and unions (6.2.6.1p6), by memcpy, and of a single character that is at once stored
 * in a character (*to = *from), which is how such things are copied by hand. Writing one bit-field of a container
 * makes the others initialised too. With this check on records are always in memory, so that their members' states
 * go with them. */
#include "access.h"
#include "ast_declaration.h"
#include "ast_query.h"
#include "c_term.h"
#include "checks.h"
#include "emit.h"
#include "lowering.h"
#include "lvalue.h"
#include "preset.h"
#include "rvalue.h"
#include "storage.h"
#include "type_integer.h"

struct variable *check_unset_variable(struct lowering *l, const struct declaration *d, const char *name)
{
	if (!checks(l, CHECK_UNINIT) || d->duration != DURATION_AUTOMATIC || d->is_parameter || d->is_hidden)
		return NULL;
	const char *text = arena_format(l->arena, "%s.unset", name);
	struct variable *v = procedure_add_variable(l->procedure, procedure_fresh_variable_name(l->procedure, text),
						    sort_bool(l->bank), VARIABLE_LOCAL);
	/* A jump may go past the declaration. */
	preset(l, l->procedure, v, term_true(l->bank));
	return v;
}

/* Is `value`, which is stored in an object of the type `to`, a character that is only moved? */
bool check_is_moved(const struct lowering *l, const struct type *to, const struct expression *value)
{
	const struct expression *from = expression_loaded(value);
	return checks(l, CHECK_UNINIT) && from && expression_is_lvalue(from) &&
	       type_is_character(expression_type(value)) && type_is_character(to);
}

static const char *message(struct lowering *l, const struct expression *e)
{
	return arena_format(l->arena, "read of uninitialised value%s", check_text(l, e));
}

/* A variable is read; `moved`: only to be stored elsewhere, with what is known of it. */
void check_variable_read(struct lowering *l, const struct lvalue *lvalue, bool moved, struct rvalue *value,
			 const struct expression *e)
{
	const struct variable *unset = lvalue->storage->unset;
	if (!unset)
		return;
	if (moved)
		value->unset = emit_hold(l, unset->term);
	else
		check_emit(l, CHECK_UNINIT, term_not(l->bank, unset->term), "%s", message(l, e));
}

/* Memory is read. The result: Bool, it is uninitialised, if `moved`, else 0. */
term check_memory_read(struct lowering *l, const struct lvalue *lvalue, uint32_t bytes, bool is_pointer, bool moved,
		       const struct expression *e)
{
	if (!checks(l, CHECK_UNINIT))
		return 0;
	if (moved)
		return access_unset(l, lvalue->pointer, lvalue->node, bytes);
	access_check(l, lvalue->pointer, lvalue->node, bytes, is_pointer, message(l, e));
	return 0;
}
