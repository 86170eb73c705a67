/* The maps of classes, and what loads and stores do to those that are byte-wise: a cell is a byte, and where pointers may be among
 * them a second map has the provenance of each byte, the object of the pointer that it is a part of (docs/heap.md). */
#include "access.h"
#include "access_internal.h"
#include "address.h"
#include "c_pointer.h"
#include "c_term.h"
#include "object_maps.h"
#include "region.h"

/* ---- maps ---- */

struct variable *access_new_map(struct lowering *l, const char *name, const char *about, uint32_t width)
{
	sort s = sort_map(l->bank, sort_bitvector(l->bank, pointer_width(l)), sort_bitvector(l->bank, width));
	struct variable *v = program_add_global(l->program, program_fresh_name(l->program, name), s);
	v->attributes = attribute_string(l->program, NULL, ATTRIBUTE_MEMORY, about);
	return v;
}

struct variable *access_map(struct lowering *l, const struct cell_class *c)
{
	struct access_list *list = l->accesses;
	while (list->maps.count <= c->id)
		vec_push(&list->maps, NULL);
	if (list->maps.at[c->id])
		return list->maps.at[c->id];
	const char *kind = c->byte_wise ? "bytes" : c->pointer ? "pointers" : "integers";
	const char *about = arena_format(l->arena, "%s of %u bytes", kind,
					 c->byte_wise ? 1
					 : c->pointer ? l->pointer_bits / 8
						      : c->bytes);
	uint32_t width = c->byte_wise ? 8 : c->pointer ? pointer_width(l) : c->bytes * 8;
	vec_push(&list->mapped, c);
	return list->maps.at[c->id] = access_new_map(l, arena_format(l->arena, "$m%u", c->id), about, width);
}

struct variable *access_provenance(struct lowering *l, const struct cell_class *c)
{
	struct access_list *list = l->accesses;
	while (list->provenances.count <= c->id)
		vec_push(&list->provenances, NULL);
	if (!list->provenances.at[c->id])
		list->provenances.at[c->id] =
			access_new_map(l, arena_format(l->arena, "$p%u", c->id), "provenance of bytes", OBJECT_BITS);
	return list->provenances.at[c->id];
}

/* ---- bytes ---- */

static term at_byte(struct lowering *l, term pointer, uint64_t i)
{
	return pointer_add(l, pointer, word(l, i));
}

static term bytes_at(struct lowering *l, const struct variable *map, term pointer, uint32_t bytes)
{
	term value = term_select(l->bank, map->term, pointer);
	for (uint32_t i = 1; i < bytes; i++)
		value = term_concat(l->bank, term_select(l->bank, map->term, at_byte(l, pointer, i)), value);
	return value;
}

/* Bool: the bytes are no whole pointer, as some were copied one by one or come from another one. The address must say where it points. */
static term is_pieced(struct lowering *l, const struct cell_class *c, term pointer, term object)
{
	term pieced = term_eq(l->bank, object, term_bv(l->bank, OBJECT_BITS, 0));
	for (uint32_t i = 1; c->spliced && i < l->pointer_bits / 8; i++) {
		term other = term_select(l->bank, access_provenance(l, c)->term, at_byte(l, pointer, i));
		pieced = term_or(l->bank, pieced, term_not(l->bank, term_eq(l->bank, object, other)));
	}
	return pieced;
}

static term pointer_of_bytes(struct lowering *l, const struct cell_class *c, term pointer)
{
	struct variable *map = access_map(l, c);
	term address = bytes_at(l, map, pointer, l->pointer_bits / 8);
	term object = term_select(l->bank, access_provenance(l, c)->term, pointer);
	term known = pointer_make(l, object, term_binary(l->bank, OP_BVSUB, address, pointer_base(l, object)));
	return term_ite(l->bank, is_pieced(l, c, pointer, object), pointer_at(l, address), known);
}

void bytes_load(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct lowering *l = r->l;
	uint32_t width = term_width(l->bank, a->target->term);
	if (!a->is_pointer) {
		term value = bytes_at(l, access_map(l, c), a->pointer, (width + 7) / 8);
		access_assign(r, a->target, resize(l, value, width, false));
		return;
	}
	term first = term_select(l->bank, access_provenance(l, c)->term, a->pointer);
	whole_load(r, a, bytes_at(l, access_map(l, c), a->pointer, l->pointer_bits / 8),
		   is_pieced(l, c, a->pointer, first));
	access_assign(r, a->target, pointer_of_bytes(l, c, a->pointer));
}

term access_pointer(struct lowering *l, const struct cell_class *c, term pointer)
{
	if (typed_class(l, c))
		return typed_pointer(l, c, pointer);
	if (c->byte_wise && c->pointer)
		return pointer_of_bytes(l, c, pointer);
	if (c->byte_wise)
		return pointer_at(l, bytes_at(l, access_map(l, c), pointer, l->pointer_bits / 8));
	term value = term_select(l->bank, access_map(l, c)->term, pointer);
	return c->pointer ? value : pointer_at(l, resize(l, value, l->pointer_bits, false));
}

/* The last multiple of a pointer's size that is not behind POINTER. */
static term word_before(struct lowering *l, term pointer)
{
	term mask = term_unary(l->bank, OP_BVNOT, word(l, l->pointer_bits / 8 - 1));
	term offset = term_binary(l->bank, OP_BVAND, pointer_offset(l, pointer), mask);
	return pointer_make(l, pointer_object(l, pointer), offset);
}

static void store_provenance(struct rewriter *r, const struct access *a, const struct cell_class *c, uint32_t bytes,
			     term object)
{
	struct lowering *l = r->l;
	struct variable *map = access_provenance(l, c);
	term value = map->term;
	for (uint32_t i = 0; i < bytes; i++)
		value = term_store(l->bank, value, at_byte(l, a->pointer, i), object);
	/* A pointer of which a part is a number now has no provenance in its first byte either. */
	uint32_t word_bytes = l->pointer_bits / 8;
	if (!a->is_pointer && bytes % word_bytes && !c->spliced)
		value = term_store(l->bank, value, word_before(l, a->pointer), object);
	access_assign(r, map, value);
}

void bytes_store(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct lowering *l = r->l;
	struct variable *map = access_map(l, c);
	term bits = a->value, object = term_bv(l->bank, OBJECT_BITS, 0);
	if (a->is_pointer) {
		object = pointer_object(l, a->value);
		bits = term_binary(l->bank, OP_BVADD, pointer_base(l, object), pointer_offset(l, a->value));
	}
	uint32_t bytes = (term_width(l->bank, bits) + 7) / 8;
	bits = resize(l, bits, bytes * 8, false);
	if (c->pointer)
		store_provenance(r, a, c, bytes, object);
	term value = map->term;
	for (uint32_t i = 0; i < bytes; i++)
		value = term_store(l->bank, value, at_byte(l, a->pointer, i),
				   term_extract(l->bank, i * 8 + 7, i * 8, bits));
	access_assign(r, map, value);
}
