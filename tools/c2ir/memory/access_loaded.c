/* Pointers that are loaded from memory outside of the program (access_live.c): which loads they are, the maps that keep what was there
 * at the start, and what is assumed. */
#include "access.h"
#include "access_internal.h"
#include "c_pointer.h"
#include "c_term.h"
#include "declaration_query.h"
#include "emit.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"

/* ---- loads: which ones, and what they need ---- */

const struct live *access_live_loaded(struct lowering *l, struct rvalue loaded, const struct type *to)
{
	if (!access_live_taken(l, ORIGIN_MEMORY))
		return NULL;
	struct live *live = arena_alloc(l->arena, sizeof *live);
	*live = live_of(l, to);
	if (live->alignment > 1)
		access_expose(l, loaded.term, loaded.node);
	if (live->text)
		live->text_record = region_load(l->regions, NULL, node_indexed(l->regions, loaded.node, 1), 1, false);
	return live;
}

static void find_own(struct lowering *l, struct life *life)
{
	for (size_t i = 0; i < l->accesses->list.count; i++)
		if (l->accesses->list.at[i].kind == ACCESS_BORN)
			table_put(&life->own, l->accesses->list.at[i].record, true);
	for (size_t i = 0; i < l->statics.objects.count; i++) {
		const struct storage *storage = l->statics.objects.at[i];
		if (storage->kind != STORAGE_MEMORY)
			continue;
		if (!storage->declaration || declaration_is_defined(storage->declaration))
			table_put(&life->own, storage->object, true);
		else
			table_put(&life->undefined, storage->object, storage->identity);
	}
}

/* What an access may touch: objects of the program's own, others. */
struct touched {
	struct lowering *l;
	term pointer, outside; /* Bool: it is in none that another unit defines; 0: nothing is asked */
	bool own, others;
};

static void touch(void *context, uint32_t object)
{
	struct touched *t = context;
	struct life *life = t->l->accesses->life;
	struct bank *b = t->l->bank;
	uint64_t identity = table_get(&life->undefined, object, 0);
	bool own = table_has(&life->own, object);
	t->own |= own;
	t->others |= !own;
	if (identity && t->outside)
		t->outside = term_and(
			b, t->outside,
			term_not(b, term_eq(b, pointer_object(t->l, t->pointer), term_bv(b, OBJECT_BITS, identity))));
}

static bool is_outside(struct lowering *l, node pointer)
{
	struct touched t = { .l = l };
	return (!region_points(l->regions, pointer, touch, &t) && region_is_unknown(l->regions, pointer)) || t.others;
}

static void find_written(struct lowering *l, const struct access *a)
{
	node to, from;
	region_access_nodes(l->regions, a->record, &to, &from);
	if (!is_outside(l, to))
		return;
	for (const struct cell_class *const *c = region_classes(l->regions, a->record); *c; c++)
		table_put(&l->accesses->life->written, (*c)->id, true);
}

/* NULL: none. */
static const struct cell_class *class_of(struct lowering *l, uint32_t record)
{
	return *region_classes(l->regions, record);
}

/* Of the characters of the text, if they are looked at. */
static const struct cell_class *text_class(struct lowering *l, const struct live *live)
{
	const struct cell_class *c = live->text ? class_of(l, live->text_record) : NULL;
	return c && c->bytes == 1 && !typed_class(l, c) ? c : NULL;
}

/* Own memory is told from other memory by `$out`, which there is only if pointers may alias. */
static bool is_taken(struct lowering *l, struct access *a)
{
	if (a->kind != ACCESS_MEET_LOADED || !a->live || !region_is_unknown(l->regions, a->node))
		return false;
	const struct cell_class *c = class_of(l, a->record);
	struct touched t = { .l = l };
	region_points(l->regions, a->other, touch, &t);
	a->own = t.own;
	return c && !typed_class(l, c) && !(t.own && !region_aliases(l->regions)) && is_outside(l, a->other);
}

static void keep_initial(struct lowering *l, const struct cell_class *c)
{
	struct life *life = l->accesses->life;
	uint32_t id = c->id;
	while (life->initial.count <= id)
		vec_push(&life->initial, (struct initial_maps){ 0 });
	struct initial_maps *maps = &life->initial.at[id];
	if (!table_has(&life->written, id) || maps->map)
		return;
	uint32_t width = c->byte_wise ? 8 : c->pointer ? pointer_width(l) : c->bytes * 8;
	const char *about = "what was there at the start";
	maps->map = access_new_map(l, arena_format(l->arena, "$i%u", id), about, width);
	if (c->byte_wise && c->pointer)
		maps->provenance = access_new_map(l, arena_format(l->arena, "$q%u", id), about, OBJECT_BITS);
}

static bool is_ended_outside(struct lowering *l)
{
	for (size_t i = 0; i < l->accesses->list.count; i++) {
		const struct access *a = &l->accesses->list.at[i];
		if (a->kind == ACCESS_DIES && is_outside(l, a->node))
			return true;
	}
	return false;
}

void live_prepare(struct lowering *l)
{
	struct access_list *list = l->accesses;
	struct life *life = list->life = arena_alloc(l->arena, sizeof *life);
	bool any = false;
	if (!access_live_taken(l, ORIGIN_MEMORY))
		return;
	find_own(l, life);
	for (size_t i = 0; i < list->list.count; i++) {
		struct access *a = &list->list.at[i];
		a->taken = is_taken(l, a);
		any |= a->taken;
		life->own_holders |= a->taken && a->own;
	}
	if (!any)
		return;
	for (size_t i = 0; i < list->list.count; i++) {
		const struct access *a = &list->list.at[i];
		if (a->kind == ACCESS_STORE || a->kind == ACCESS_FILL || a->kind == ACCESS_COPY)
			find_written(l, a);
	}
	for (size_t i = 0; i < list->list.count; i++) {
		const struct access *a = &list->list.at[i];
		if (a->taken)
			keep_initial(l, class_of(l, a->record));
		if (a->taken && text_class(l, a->live))
			keep_initial(l, text_class(l, a->live));
	}
	if (lower_needs_state(l) && is_ended_outside(l))
		life->state = program_add_global(l->program, program_fresh_name(l->program, "$state0"),
						 term_sort(l->bank, lower_state_map(l)->term));
}

void life_release(struct access_list *list)
{
	if (!list->life)
		return;
	table_free(&list->life->own);
	table_free(&list->life->undefined);
	table_free(&list->life->written);
	vec_free(&list->life->initial);
}

/* ---- resolved ---- */

static const struct initial_maps *initial_of(const struct lowering *l, const struct cell_class *c)
{
	static const struct initial_maps none;
	const struct life *life = l->accesses->life;
	return c->id < life->initial.count ? &life->initial.at[c->id] : &none;
}

/* What the load would have given at the start. */
static term initial_pointer(struct lowering *l, const struct access *a, const struct cell_class *c)
{
	struct access_list *list = l->accesses;
	const struct initial_maps *maps = initial_of(l, c);
	if (!maps->map)
		return a->pointer;
	struct variable *map = access_map(l, c), *provenance = maps->provenance ? access_provenance(l, c) : NULL;
	list->maps.at[c->id] = maps->map;
	if (provenance)
		list->provenances.at[c->id] = maps->provenance;
	term pointer = access_pointer(l, c, a->from);
	list->maps.at[c->id] = map;
	if (provenance)
		list->provenances.at[c->id] = provenance;
	return pointer;
}

/* POINTER pointed to text at the start. */
static term was_text(struct rewriter *r, const struct live *live, term pointer)
{
	struct lowering *l = r->l;
	const struct cell_class *c = text_class(l, live);
	if (!c)
		return term_true(l->bank);
	struct variable *length = emit_temporary(l, sort_bitvector(l->bank, l->pointer_bits));
	struct statement *s = block_add(l->program, l->block, STATEMENT_HAVOC);
	s->target = length;
	s->attributes = r->attributes;
	const struct initial_maps *maps = initial_of(l, c);
	const struct variable *map = maps->map ? maps->map : access_map(l, c);
	term end = pointer_add(l, pointer, length->term);
	return live_is_text(l, pointer, length->term, term_select(l->bank, map->term, end));
}

void live_resolve(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	if (!a->taken)
		return;
	struct touched t = { .l = l, .pointer = a->from, .outside = term_true(l->bank) };
	region_points(l->regions, a->other, touch, &t);
	if (a->own)
		t.outside = term_and(l->bank, t.outside, out_is_outside(l, pointer_object(l, a->from)));
	const struct life *life = l->accesses->life;
	const struct variable *states = life->state && !a->live->function ? life->state
					: lower_needs_state(l)            ? lower_state_map(l)
									  : NULL;
	term first = initial_pointer(l, a, class_of(l, a->record)), text = was_text(r, a->live, first);
	struct statement *s = block_add(l->program, l->block, STATEMENT_ASSUME);
	s->term = term_implies(l->bank, t.outside, live_holds(l, a->live, first, states, text));
	s->attributes = r->attributes;
	live_note(l, a->location, ORIGIN_MEMORY);
	if (!a->live->come)
		return;
	apart_note(l, a->location);
	for (const struct apart_part *part = a->live->come; part; part = part->next)
		access_assign(r, part->map, apart_come(l, part, first, t.outside));
}

/* ---- before the program ---- */

struct search {
	uint32_t object;
	bool found;
};

static void compare(void *context, uint32_t object)
{
	struct search *s = context;
	s->found |= object == s->object;
}

uint32_t access_function_state(struct lowering *l, const struct storage *function)
{
	struct search s = { .object = function->object };
	if (access_live_taken(l, ORIGIN_MEMORY))
		region_points(l->regions, region_any(l->regions, l->types, function->type), compare, &s);
	return s.found ? STATE_KNOWN_FUNCTION : STATE_FUNCTION;
}

term access_begin_state(struct lowering *l)
{
	const struct life *life = l->accesses->life;
	return life && life->state ? life->state->term : l->machine.state->term;
}

void access_begin_live(struct lowering *l)
{
	const struct life *life = l->accesses->life;
	for (size_t i = 0; life && i < life->initial.count; i++) {
		const struct initial_maps *maps = &life->initial.at[i];
		if (maps->map && i < l->accesses->maps.count && l->accesses->maps.at[i])
			emit_assign(l, l->accesses->maps.at[i], maps->map->term);
		if (maps->provenance && i < l->accesses->provenances.count && l->accesses->provenances.at[i])
			emit_assign(l, l->accesses->provenances.at[i], maps->provenance->term);
	}
}
