/* Pointer arithmetic: the result must point into the object or one past its end (CWE-823; C11 6.5.6p8). Adding 0 to
 * a null pointer is let by, as all compilers and C2y do.
 *
 *	p + i    assert 0 <= offset(p) + i * step <= size(object(p)), computed without wrapping */
#include "c_pointer.h"
#include "c_term.h"
#include "check_operations.h"
#include "check_rule.h"
#include "checks.h"
#include "lvalue.h"
#include "object_maps.h"
#include "storage.h"

static term object_bytes(struct lowering *l, const struct lvalue *lvalue)
{
	const struct storage *storage = lvalue->storage;
	if (storage && storage->size)
		return storage->size->term;
	if (storage && storage->bytes)
		return word(l, storage->bytes);
	return term_select(bank_of(l), lower_size_map(l)->term, pointer_object(l, lvalue->pointer));
}

static void assert_pointer_arithmetic(struct lowering *l, const struct lvalue *lvalue,
				      const struct pointer_operation *o, const struct expression *e)
{
	if (!checks(l, CHECK_POINTER_ARITHMETIC))
		return;
	struct bank *b = bank_of(l);
	uint32_t wide = 2 * word_width(l) + 2;
	term offset = resize(l, pointer_offset(l, lvalue->pointer), wide, false);
	term bytes = term_binary(b, OP_BVMUL, resize(l, o->index, wide, o->is_signed), resize(l, o->step, wide, false));
	enum op op = o->subtracts ? OP_BVSUB : OP_BVADD;
	term result = term_binary(b, op, offset, bytes), zero = term_bv(b, wide, 0);
	term inside = term_and(b, term_binary(b, OP_BVSLE, zero, result),
			       term_binary(b, OP_BVSLE, result, resize(l, object_bytes(l, lvalue), wide, false)));
	term nothing = term_eq(b, o->index, term_bv(b, term_width(b, o->index), 0));
	check_emit(l, CHECK_POINTER_ARITHMETIC, term_or(b, nothing, inside), "pointer arithmetic leaves the object%s",
		   check_text(l, e));
}

const struct check_rule check_rule_pointer_arithmetic = { .pointer_arithmetic = assert_pointer_arithmetic };
