/* Access to an object whose lifetime has ended: freed memory (CWE-416), an automatic object whose block was left,
 * memory of alloca() whose function has returned (CWE-562); C11 6.2.4p2. $state has what became of each object.
 *
 *	*p    assert $state[object(p)] is one of static, stack, heap, read-only */
#include "access.h"
#include "ast_query.h"
#include "automatic.h"
#include "c_pointer.h"
#include "check_rule.h"
#include "check_state.h"
#include "checks.h"
#include "emit.h"
#include "known.h"
#include "lowering.h"
#include "lvalue.h"
#include "object_maps.h"
#include "region.h"
#include "scan.h"
#include "type_derived.h"

void check_alive(struct lowering *l, term pointer, const struct expression *e)
{
	if (!checks(l, CHECK_UAF))
		return;
	term state = term_select(l->bank, lower_state_map(l)->term, pointer_object(l, pointer));
	term above = term_binary(l->bank, OP_BVSUB, state, term_bv(l->bank, 8, STATE_STATIC));
	term alive = term_binary(l->bank, OP_BVULE, above, term_bv(l->bank, 8, STATE_READ_ONLY - STATE_STATIC));
	check_emit(l, CHECK_UAF, alive, "access to an object that is freed, out of scope, or none%s", check_text(l, e));
}

/* Objects of alloca() end with the function, which may have made any number of them. One variable has one of them,
 * which one is left open: so some execution has the one that is used later, or whose address another object gets. */
void check_alloca(struct lowering *l, term object, uint32_t region)
{
	check_block(l, object, region);
	if (!l->check->stack_block)
		return;
	node_address(l->regions, l->check->stack_node, region);
	struct bank *b = l->bank;
	struct variable *last = l->check->stack_block, *choice = emit_temporary(l, sort_bool(b));
	emit_havoc(l, choice);
	term first = term_eq(b, last->term, term_bv(b, OBJECT_BITS, 0));
	emit_assign(l, last, term_ite(b, term_or(b, first, choice->term), object, last->term));
}

static bool calls_alloca(void *context, const struct expression *e)
{
	(void)context;
	if (expression_is_alloca(e))
		return true;
	struct declaration *d = expression_called(e);
	return libc_has(known_function(d), LIBC_ON_STACK);
}

/* The function begins. */
void check_alloca_begin(struct lowering *l, const struct function *f)
{
	l->check->stack_block = l->check->last_block = NULL;
	struct scan scan = { .visit = calls_alloca };
	if (!scan_function(f, &scan))
		return;
	check_blocks_begin(l);
	l->check->stack_node = node_new(l->regions);
	l->check->stack_block =
		emit_variable(l, "&alloca.ends", types_void(l->types), sort_bitvector(l->bank, OBJECT_BITS), NULL);
	automatic_note(l, (struct automatic){ .identity = l->check->stack_block });
	emit_assign(l, l->check->stack_block, term_bv(l->bank, OBJECT_BITS, 0));
}

/* The function returns. Object 0 stays none. */
void check_alloca_end(struct lowering *l)
{
	if (!l->check->stack_block)
		return;
	struct bank *b = l->bank;
	term object = l->check->stack_block->term, none = term_eq(b, object, term_bv(b, OBJECT_BITS, 0));
	access_dies(l, pointer_make(l, object, word(l, 0)), l->check->stack_node);
	if (!checks(l, CHECK_UAF))
		return;
	term state = term_ite(b, none, term_bv(b, 8, STATE_NONE), term_bv(b, 8, STATE_DEAD));
	struct variable *map = lower_state_map(l);
	emit_assign(l, map, term_store(b, map->term, object, state));
}

static void check_access_alive(struct lowering *l, const struct lvalue *lvalue, term size, bool write,
			       const struct expression *e)
{
	(void)size, (void)write;
	if (!lvalue->storage)
		check_alive(l, lvalue->pointer, e);
}

const struct check_rule check_rule_uaf = { .access = check_access_alive };
