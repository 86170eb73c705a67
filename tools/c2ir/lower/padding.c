/* Which bits of an object its members have. Of a union those are padding that are padding of each member; of an x87 number what
 * is beyond its 80 bits. __builtin_clear_padding(pointer): padding becomes 0 (gcc 6.59). */
#include "access.h"
#include "arena.h"
#include "builtin.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "lower_ledger.h"
#include "lower.h"
#include "lvalue.h"
#include "object.h"
#include "record.h"
#include "region.h"
#include "rvalue.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_record.h"

enum { PADDING_MOST = 1 << 16 };

static void cover_bits(unsigned char *mask, const struct member *m)
{
	for (unsigned i = 0; m->name && i < m->bit_width; i++)
		mask[(m->bit_offset + i) / 8] |= (unsigned char)(1u << (m->bit_offset + i) % 8);
}

void padding_cover(struct lowering *l, unsigned char *mask, const struct type *type, const struct member *bit_field)
{
	if (bit_field) {
		cover_bits(mask, bit_field);
		return;
	}
	uint64_t size = type_has_size(type) ? type_size(types_of(l), type) : 0;
	if (type_is_array(type) || type_has_parts(type)) {
		uint64_t step = type_size(types_of(l), type_base(type));
		for (uint64_t at = 0; step && at < size; at += step)
			padding_cover(l, mask + at, type_base(type), NULL);
	} else if (type_is_record(type)) {
		for (uint32_t i = 0; i < type_record(type)->member_count; i++) {
			const struct member *m = &type_record(type)->members[i];
			padding_cover(l, mask + m->offset, m->type, m->bit_field ? m : NULL);
		}
	} else {
		bool extended = type_is_x87(type);
		for (uint64_t i = 0; i < (extended ? 10 : size); i++)
			mask[i] = 0xff;
	}
}

static node moved(struct lowering *l, const struct lvalue *lvalue, uint64_t bytes)
{
	node to = node_new(regions_of(l));
	node_add(regions_of(l), to, lvalue->node, (int64_t)bytes);
	return to;
}

/* The byte at `at` keeps the bits of the mask. */
static void clear_bits(struct lowering *l, const struct lvalue *lvalue, uint64_t at, unsigned char mask)
{
	term pointer = pointer_add(l, lvalue->pointer, word(l, at));
	node to = moved(l, lvalue, at);
	term old = access_load(l, pointer, to, 8, false).term;
	access_store(l, pointer, to, term_binary(bank_of(l), OP_BVAND, old, term_bv(bank_of(l), 8, mask)), 0, false);
}

static void clear(struct lowering *l, const struct lvalue *lvalue, const unsigned char *mask, uint64_t size)
{
	for (uint64_t at = 0; at < size; at++) {
		uint64_t begin = at;
		while (at < size && !mask[at])
			at++;
		if (at > begin)
			access_fill(l, pointer_add(l, lvalue->pointer, word(l, begin)), moved(l, lvalue, begin),
				    term_bv(bank_of(l), 8, 0), word(l, at - begin));
		if (at < size && mask[at] != 0xff)
			clear_bits(l, lvalue, at, mask[at]);
	}
}

void lower_clear_padding(struct lowering *l, struct rvalue pointer, const struct type *type, struct location location,
			 const struct expression *e)
{
	uint64_t size = type_size(types_of(l), type);
	emit_hold_value(l, &pointer);
	if (size > PADDING_MOST) {
		lower_unsupported(l, location, "__builtin_clear_padding() of an object of more than %d bytes",
				  PADDING_MOST);
		return;
	}
	struct lvalue lvalue = lvalue_of_pointer(l, pointer, type);
	check_access(l, &lvalue, word(l, size), true, e);
	unsigned char *mask = arena_alloc(arena_of(l), size + 1);
	padding_cover(l, mask, type, NULL);
	clear(l, &lvalue, mask, size);
}
