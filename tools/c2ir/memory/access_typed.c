/* --assume-field-safe, HAVOC's shortcut: memory that is accessed in different ways does not overlap.
 *
 * A class of cells that would be taken byte by byte (docs/heap.md) has instead one map for each way in which it is read: as
 * pointers, or as numbers of so many bytes. Its indices are pointers to the first byte, as those of other classes.
 *
 *	union { int i; char c[4]; } u;      u.i = 1; assert(u.c[0] == 1);
 *
 *	exact     $m0[&u] .. $m0[&u + 3] := 1, 0, 0, 0       $m0[&u] = 1
 *	assumed   $m0.4[&u] := 1                             $m0.1[&u] = 1, which is unknown
 *
 * SAFE does not hold without the assumption, so the ledger has it; where no class is byte-wise nothing is assumed. Fills and copies
 * write all maps of a class. What the check of uninitialised memory knows stays exact, byte by byte.
 *
 * A counterexample that breaks the assumption is none: $w says of each byte as what it was written last, and each read assigns
 * to $mixed whether it reads something else. Nothing depends on these, so the passes take them away before anything is
 * solved; but counterexamples are replayed on the program as it was, and one in which $mixed becomes true is not confirmed.
 *
 * J. Condit, B. Hackett, S. Lahiri, S. Qadeer, "Unifying type checking and property checking for low-level code", POPL 2009. */
#include "access.h"
#include "access_internal.h"
#include "address.h"
#include "c_pointer.h"
#include "c_term.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lowering_options.h"
#include "object_maps.h"
#include "region.h"

bool typed_class(const struct lowering *l, const struct cell_class *c)
{
	return l->options->field_safe && c->byte_wise;
}

static struct typed_map *find(struct lowering *l, const struct cell_class *c, uint32_t bytes, bool is_pointer)
{
	struct access_list *list = l->accesses;
	for (size_t i = 0; c->id < list->typed.count && i < list->typed.at[c->id].count; i++) {
		struct typed_map *m = &list->typed.at[c->id].at[i];
		if (m->bytes == bytes && m->is_pointer == is_pointer)
			return m;
	}
	return NULL;
}

static struct variable *map_for(struct lowering *l, const struct cell_class *c, uint32_t bytes, bool is_pointer)
{
	struct access_list *list = l->accesses;
	const struct typed_map *known = find(l, c, bytes, is_pointer);
	if (known)
		return known->map;
	while (list->typed.count <= c->id)
		vec_push(&list->typed, (struct typed_maps){ 0 });
	const char *name =
		is_pointer ? arena_format(l->arena, "$m%u.p", c->id) : arena_format(l->arena, "$m%u.%u", c->id, bytes);
	const char *about = arena_format(l->arena, "%s of %u bytes, taken as apart from others",
					 is_pointer ? "pointers" : "integers", bytes);
	struct variable *map = access_new_map(l, name, about, is_pointer ? pointer_width(l) : bytes * 8);
	vec_push(&list->typed.at[c->id], (struct typed_map){ .bytes = bytes, .is_pointer = is_pointer, .map = map });
	return map;
}

static uint32_t bytes_of(const struct lowering *l, term value, bool is_pointer)
{
	return is_pointer ? l->pointer_bits / 8 : (term_width(l->bank, value) + 7) / 8;
}

/* Each way in which a class is read gets its map: of others nothing needs to be known. */
static void make_maps(struct lowering *l)
{
	struct access_list *list = l->accesses;
	if (list->typed_made)
		return;
	list->typed_made = true;
	for (size_t i = 0; i < list->list.count; i++) {
		const struct access *a = &list->list.at[i];
		if (a->kind != ACCESS_LOAD)
			continue;
		const struct cell_class *c = region_classes(l->regions, a->record)[0];
		if (!c || !typed_class(l, c))
			continue;
		map_for(l, c, bytes_of(l, a->target->term, a->is_pointer), a->is_pointer);
		lower_ledger(l, a->location,
			     "memory that is accessed as values of different sizes, or as pointers and as numbers, is "
			     "assumed not to overlap (--assume-field-safe)");
	}
}

/* ---- as what each byte was written ---- */

enum {
	WRITTEN_BITS = 16,
	WRITTEN_BYTES = 6,
	WRITTEN_POINTER = 5
}; /* a value's bytes, whether a pointer, which of its bytes; 0: any */

static struct variable *written_of(struct lowering *l, const struct cell_class *c)
{
	struct access_list *list = l->accesses;
	while (list->written.count <= c->id)
		vec_push(&list->written, NULL);
	if (!list->written.at[c->id])
		list->written.at[c->id] = access_new_map(l, arena_format(l->arena, "$w%u", c->id),
							 "as what each byte was written", WRITTEN_BITS);
	return list->written.at[c->id];
}

/* At the start of the program. */
void access_begin_typed(struct lowering *l)
{
	for (size_t i = 0; l->accesses && i < l->accesses->written.count; i++)
		if (l->accesses->written.at[i])
			emit_assign(l, l->accesses->written.at[i],
				    term_const_map(l->bank, pointer_width(l), term_bv(l->bank, WRITTEN_BITS, 0)));
}

static term written_as(struct lowering *l, uint32_t bytes, bool is_pointer, uint32_t i)
{
	return term_bv(l->bank, WRITTEN_BITS, bytes << WRITTEN_BYTES | (uint32_t)is_pointer << WRITTEN_POINTER | i);
}

static term byte_after(struct lowering *l, term pointer, uint32_t i)
{
	return pointer_add(l, pointer, word(l, i));
}

/* All of the bytes are those of such a value, or none was written but by fills. */
static void note_read(struct rewriter *r, const struct access *a, const struct cell_class *c, uint32_t bytes)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	const struct variable *map = written_of(l, c);
	term as_this = term_true(b), as_any = term_true(b);
	for (uint32_t i = 0; i < bytes; i++) {
		term cell = term_select(b, map->term, byte_after(l, a->pointer, i));
		as_this = term_and(b, as_this, term_eq(b, cell, written_as(l, bytes, a->is_pointer, i)));
		as_any = term_and(b, as_any, term_eq(b, cell, term_bv(b, WRITTEN_BITS, 0)));
	}
	struct statement *s = block_add(l->program, l->block, STATEMENT_ASSIGN);
	s->target = lower_global(l, &l->accesses->mixed, "$mixed", sort_bool(b));
	s->term = term_not(b, term_or(b, as_this, as_any));
	s->attributes = attribute_string(l->program, r->attributes, ATTRIBUTE_APPROXIMATE,
					 "a value that was written as one of another type (--assume-field-safe)");
}

static void note_write(struct rewriter *r, const struct access *a, const struct cell_class *c, uint32_t bytes)
{
	struct lowering *l = r->l;
	struct variable *map = written_of(l, c);
	term value = map->term;
	for (uint32_t i = 0; i < bytes; i++)
		value = term_store(l->bank, value, byte_after(l, a->pointer, i),
				   written_as(l, bytes, a->is_pointer, i));
	access_assign(r, map, value);
}

static void note_fill(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct bank *b = r->l->bank;
	struct variable *map = written_of(r->l, c);
	access_assign(r, map, term_fill(b, map->term, a->pointer, a->count, term_bv(b, WRITTEN_BITS, 0)));
}

/* ---- accesses ---- */

void typed_load(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct lowering *l = r->l;
	make_maps(l);
	note_read(r, a, c, bytes_of(l, a->target->term, a->is_pointer));
	const struct variable *map = map_for(l, c, bytes_of(l, a->target->term, a->is_pointer), a->is_pointer);
	term value = term_select(l->bank, map->term, a->pointer);
	access_assign(r, a->target, resize(l, value, term_width(l->bank, a->target->term), false));
}

void typed_store(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct lowering *l = r->l;
	make_maps(l);
	note_write(r, a, c, bytes_of(l, a->value, a->is_pointer));
	const struct typed_map *m = find(l, c, bytes_of(l, a->value, a->is_pointer), a->is_pointer);
	if (!m)
		return;
	term value = resize(l, a->value, m->is_pointer ? pointer_width(l) : m->bytes * 8, false);
	access_assign(r, m->map, term_store(l->bank, m->map->term, a->pointer, value));
}

void typed_each(struct rewriter *r, const struct access *a, const struct cell_class *c,
		void (*act)(struct rewriter *, const struct access *, struct variable *))
{
	make_maps(r->l);
	const struct access_list *list = r->l->accesses;
	for (size_t i = 0; c->id < list->typed.count && i < list->typed.at[c->id].count; i++)
		act(r, a, list->typed.at[c->id].at[i].map);
}

/* The value that the cells of a map get where memory is filled with a byte. */
static term filled(struct lowering *l, const struct typed_map *m, term byte)
{
	term value = byte;
	for (uint32_t i = 1; i < m->bytes; i++)
		value = term_concat(l->bank, byte, value);
	return m->is_pointer ? pointer_at(l, value) : value;
}

void typed_fill(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	struct lowering *l = r->l;
	make_maps(l);
	for (size_t i = 0; c->id < l->accesses->typed.count && i < l->accesses->typed.at[c->id].count; i++) {
		const struct typed_map *m = &l->accesses->typed.at[c->id].at[i];
		if (a->is_pointer && !m->is_pointer)
			continue;
		term value = a->is_pointer ? a->value : filled(l, m, a->value);
		access_assign(r, m->map,
			      term_fill(l->bank, m->map->term, a->pointer, a->room ? a->room : a->count, value));
	}
	note_fill(r, a, c);
}

static void copy_map(struct rewriter *r, const struct access *a, struct variable *map)
{
	access_assign(r, map, term_copy(r->l->bank, map->term, a->pointer, map->term, a->from, a->count));
}

void typed_copy(struct rewriter *r, const struct access *a, const struct cell_class *c)
{
	typed_each(r, a, c, copy_map);
	copy_map(r, a, written_of(r->l, c));
}

/* Unknown contents: forget(r, a, map) for each map. */
void typed_forget(struct rewriter *r, const struct access *a, const struct cell_class *c,
		  void (*forget)(struct rewriter *, const struct access *, struct variable *))
{
	typed_each(r, a, c, forget);
	note_fill(r, a, c);
}

/* A pointer to be found there, whether it is kept as such or as a number. */
term typed_pointer(struct lowering *l, const struct cell_class *c, term pointer)
{
	struct bank *b = l->bank;
	make_maps(l);
	const struct typed_map *m = find(l, c, l->pointer_bits / 8, false);
	term number = m ? pointer_at(l, term_select(b, m->map->term, pointer)) : 0;
	term value = term_select(b, map_for(l, c, l->pointer_bits / 8, true)->term, pointer);
	if (!number)
		return value;
	term none = term_eq(b, pointer_object(l, value), term_bv(b, OBJECT_BITS, 0));
	return term_ite(b, none, number, value);
}

void typed_free(struct access_list *list)
{
	for (size_t i = 0; i < list->typed.count; i++)
		vec_free(&list->typed.at[i]);
	vec_free(&list->typed);
	vec_free(&list->written);
}
