/* Pointers as terms, and words. */
#include "c_pointer.h"

#include "lowering.h"
#include "object_maps.h"
#include "storage.h"

uint32_t word_width(const struct lowering *l)
{
	return l->pointer_bits;
}

uint32_t pointer_width(const struct lowering *l)
{
	return OBJECT_BITS + l->pointer_bits;
}

term word(struct lowering *l, uint64_t value)
{
	return term_bv(l->bank, l->pointer_bits, value);
}

term pointer_make(struct lowering *l, term object, term offset)
{
	return term_concat(l->bank, object, offset);
}

term pointer_object(struct lowering *l, term pointer)
{
	return term_extract(l->bank, pointer_width(l) - 1, l->pointer_bits, pointer);
}

term pointer_offset(struct lowering *l, term pointer)
{
	return term_extract(l->bank, l->pointer_bits - 1, 0, pointer);
}

term pointer_constant(struct lowering *l, uint64_t object, uint64_t offset)
{
	return pointer_make(l, term_bv(l->bank, OBJECT_BITS, object), word(l, offset));
}

term pointer_add(struct lowering *l, term pointer, term bytes)
{
	if (term_is_constant(l->bank, bytes) && term_fits(l->bank, bytes) && term_value(l->bank, bytes) == 0)
		return pointer;
	return pointer_make(l, pointer_object(l, pointer),
			    term_binary(l->bank, OP_BVADD, pointer_offset(l, pointer), bytes));
}

term storage_pointer(struct lowering *l, const struct storage *storage)
{
	term object = storage->automatic ? storage->automatic->term : term_bv(l->bank, OBJECT_BITS, storage->identity);
	return pointer_make(l, object, word(l, 0));
}
