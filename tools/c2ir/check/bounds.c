/* Access outside an object (CWE-119, -787 when it writes, -125 when it reads; C11 6.5.6p8, J.2). An object that is
 * accessed by its name has a size that is known here; of others $size has it.
 *
 *	p[i]    assert size <= $size[object(p)] && offset(p) + i * step <= $size[object(p)] - size */
#include "c_pointer.h"
#include "check_rule.h"
#include "checks.h"
#include "declaration_query.h"
#include "lower_ledger.h"
#include "lowering.h"
#include "lvalue.h"
#include "object_maps.h"
#include "storage.h"
#include "type_object.h"

static term inside(struct lowering *l, term offset, term size, term bytes)
{
	term room = term_binary(l->bank, OP_BVSUB, bytes, size);
	return term_and(l->bank, term_binary(l->bank, OP_BVULE, size, bytes),
			term_binary(l->bank, OP_BVULE, offset, room));
}

/* What a trace says of the object, of which the assertion's condition does not tell which one it is. */
static void note_object(struct lowering *l, struct statement *s, const struct storage *storage)
{
	const struct declaration *d = storage->declaration;
	struct location location = declaration_location(d);
	struct attribute_value values[] = { { .string = declaration_name(d) },
					    { .number = storage->bytes },
					    { .string = location.file },
					    { .number = location.line },
					    { .number = location.column } };
	s->attributes =
		attribute_list(l->program, s->attributes, ATTRIBUTE_CONCERNS, values, sizeof values / sizeof *values);
}

static void check_named(struct lowering *l, const struct lvalue *lvalue, term size, const struct expression *e)
{
	const struct storage *storage = lvalue->storage;
	if (!storage->size && !type_has_size(storage->type)) {
		lower_ledger(l, l->location, "the size of %s is unknown: an access by its name stays inside",
			     declaration_name(storage->declaration));
		return;
	}
	const char *name = storage->declaration ? declaration_name(storage->declaration) : NULL;
	term bytes = storage->size ? storage->size->term : word(l, storage->bytes);
	const struct block *block = l->block;
	uint32_t before = block->statement_count;
	check_emit(l, CHECK_BOUNDS, inside(l, pointer_offset(l, lvalue->pointer), size, bytes), "access outside %s%s",
		   name ? name : "object", check_text(l, e));
	if (block->statement_count > before && name)
		note_object(l, &block->statements[before], storage);
}

static void check_bounds(struct lowering *l, const struct lvalue *lvalue, term size, bool write,
			 const struct expression *e)
{
	(void)write;
	if (!checks(l, CHECK_BOUNDS))
		return;
	if (lvalue->storage) {
		check_named(l, lvalue, size, e);
		return;
	}
	term bytes = term_select(l->bank, lower_size_map(l)->term, pointer_object(l, lvalue->pointer));
	check_emit(l, CHECK_BOUNDS, inside(l, pointer_offset(l, lvalue->pointer), size, bytes),
		   "access outside the object%s", check_text(l, e));
}

const struct check_rule check_rule_bounds = { .access = check_bounds };
