/* Which memory is uninitialised, for check/uninit.c: beside each map of contents $m one of bytes, $u, with the same
 * indices; a cell is 1 from the beginning of its object on until it is written, and 0 in all that never began
 * (static objects, what comes from outside). Copies copy it, so that uninitialised bytes may be moved about (C11
 * 6.2.6.1p6). */
#include "access.h"
#include "access_internal.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checked.h"
#include "emit.h"
#include "region.h"

static bool wanted(const struct lowering *l)
{
	return checks(l, CHECK_UNINIT);
}

static struct variable *unset_of(struct lowering *l, const struct cell_class *c)
{
	struct access_list *list = l->accesses;
	while (list->unsets.count <= c->id)
		vec_push(&list->unsets, NULL);
	if (!list->unsets.at[c->id])
		list->unsets.at[c->id] =
			access_new_map(l, arena_format(l->arena, "$u%u", c->id), "uninitialised cells", 8);
	return list->unsets.at[c->id];
}

/* At the start of the program. */
void access_begin_unset(struct lowering *l)
{
	for (size_t i = 0; l->accesses && i < l->accesses->unsets.count; i++)
		if (l->accesses->unsets.at[i])
			emit_assign(l, l->accesses->unsets.at[i],
				    term_const_map(l->bank, pointer_width(l), term_bv(l->bank, 8, 0)));
}

/* ---- recorded ---- */

void access_begin(struct lowering *l, term pointer, node pointer_node, term count)
{
	if (!wanted(l))
		return;
	struct access *a = access_record(l, ACCESS_BEGIN);
	a->pointer = pointer;
	a->count = count;
	a->record = region_fill(l->regions, pointer_node, 0, REGION_WHOLE, true);
}

static struct access *record_read(struct lowering *l, enum access_kind kind, term pointer, node pointer_node,
				  uint32_t bytes, bool is_pointer)
{
	struct access *a = access_record(l, kind);
	a->pointer = pointer;
	a->bytes = bytes;
	a->is_pointer = is_pointer;
	a->record = region_load(l->regions, NULL, pointer_node, bytes, is_pointer);
	return a;
}

void access_check(struct lowering *l, term pointer, node pointer_node, uint32_t bytes, bool is_pointer,
		  const char *message)
{
	record_read(l, ACCESS_CHECK, pointer, pointer_node, bytes, is_pointer);
	struct statement *s = &l->block->statements[l->block->statement_count - 1];
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_MESSAGE, message);
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_CHECK, check_name(CHECK_UNINIT));
}

term access_unset(struct lowering *l, term pointer, node pointer_node, uint32_t bytes)
{
	struct variable *target = emit_temporary(l, sort_bool(l->bank));
	record_read(l, ACCESS_UNSET, pointer, pointer_node, bytes, false)->target = target;
	return target->term;
}

/* ---- resolved ---- */

static term cell_value(struct lowering *l, term unset)
{
	return unset ? from_bool(l, unset, 8) : term_bv(l->bank, 8, 0);
}

void unset_store(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct lowering *l = r->l;
	if (!wanted(l))
		return;
	struct variable *map = unset_of(l, c);
	uint32_t bytes = a->is_pointer ? l->pointer_bits / 8 : (term_width(l->bank, a->value) + 7) / 8;
	term value = map->term;
	for (uint32_t i = 0; i < (c->byte_wise ? bytes : 1); i++)
		value = term_store(l->bank, value, pointer_add(l, a->pointer, word(l, i)), cell_value(l, a->unset));
	access_assign(r, map, value);
}

void unset_fill(struct rewriter *r, const struct access *a, const struct cell_class *c, bool unset)
{
	struct lowering *l = r->l;
	if (!wanted(l))
		return;
	struct variable *map = unset_of(l, c);
	access_assign(r, map, term_fill(l->bank, map->term, a->pointer, a->count, term_bv(l->bank, 8, unset)));
}

void unset_copy(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct lowering *l = r->l;
	if (!wanted(l))
		return;
	struct variable *map = unset_of(l, c);
	access_assign(r, map, term_copy(l->bank, map->term, a->pointer, map->term, a->from, a->count));
}

/* Bool: all of the bytes are initialised. */
static term is_set(struct lowering *l, const struct access *a, const struct cell_class *c)
{
	struct bank *b = l->bank;
	term all = term_true(b), map = unset_of(l, c)->term;
	for (uint32_t i = 0; i < (c->byte_wise ? a->bytes : 1); i++) {
		term cell = term_select(b, map, pointer_add(l, a->pointer, word(l, i)));
		all = term_and(b, all, term_eq(b, cell, term_bv(b, 8, 0)));
	}
	return all;
}

void unset_check(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	term ok = is_set(r->l, a, c);
	if (term_is_true(r->l->bank, ok))
		return;
	struct statement *s = block_add(r->l->program, r->l->block, STATEMENT_ASSERT);
	s->term = ok;
	s->attributes = r->attributes;
}

void unset_load(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct bank *b = r->l->bank;
	access_assign(r, a->target, c ? term_not(b, is_set(r->l, a, c)) : term_false(b));
}
