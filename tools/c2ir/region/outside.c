/* Unknown pointers: arguments of entries, results of functions without a body, what is read from memory that the program did
 * not write, and integers that become pointers where nothing says which address they are (docs/heap.md, "What is unknown").
 *
 * Two markers travel in the sets like positions. `unknown` says that the pointer may be one that came from outside: as soon as
 * it is known to point to a type, it gets the set of the unknown pointers to that type, node `any` of its pointee. That is an
 * object of nobody knows whom, and whatever is public and has the type, or has a part of it. `raw` says that the type is
 * not known yet (void *): only when memory is accessed through such a pointer all of what was cast from raw pointers is
 * taken to overlap with the universe, the object of all that is accessed without a type.
 *
 * Public are the objects whose address became a number (by a conversion, or because bytes of a pointer are read as numbers),
 * was compared with an unknown pointer, or was given to code outside the program; and, where there is such code, what can be
 * reached from these and has external linkage. */
#include "record.h"
#include "region_internal.h"
#include "type.h"
#include "type_base.h"
#include "type_class.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"

#include <string.h>

static uint32_t new_marker(struct regions *r)
{
	uint32_t object = region_object(r, NULL, NULL, false, 0);
	r->objects.at[object].marker = true;
	return object;
}

void outside_init(struct regions *r)
{
	r->outside.unknown = new_marker(r);
	r->outside.raw = new_marker(r);
	r->outside.plain = new_marker(r);
	r->outside.reused = UINT32_MAX;
	r->outside.numbers = node_new(r);
	r->outside.plain_numbers = node_new(r);
	r->outside.exposed = node_new(r);
	r->outside.public = node_new(r);
	r->outside.external = node_new(r);
	r->outside.shown = node_new(r);
	r->outside.early = node_new(r);
	r->outside.raw_used = node_new(r);
	r->outside.found = node_new(r);
	node_address(r, r->outside.numbers, r->outside.unknown);
	node_address(r, r->outside.plain_numbers, r->outside.plain);
	node_copy(r, r->outside.public, r->outside.exposed);
}

void outside_release(struct regions *r)
{
	vec_free(&r->outside.pointees);
	table_free(&r->outside.index);
	table_free(&r->outside.placed);
}

void region_aliasing(struct regions *r, enum aliasing aliasing)
{
	r->outside.aliasing = aliasing;
}

node region_any_number(const struct regions *r)
{
	return r->outside.numbers;
}

node region_plain_number(const struct regions *r)
{
	return r->outside.plain_numbers;
}

/* ---- what is public ---- */

node region_external(const struct regions *r)
{
	return r->outside.external;
}

void region_open(struct regions *r)
{
	struct outside *o = &r->outside;
	if (o->open)
		return;
	o->open = true;
	node_copy(r, o->public, o->external);
	node_copy(r, o->early, o->external);
	node_copy(r, o->public, o->shown);
	region_expose(r, o->public, o->public, 0);
	region_expose(r, o->raw_used, o->public, 0);
}

node region_shown(const struct regions *r)
{
	return r->outside.shown;
}

node region_public(const struct regions *r)
{
	return r->outside.public;
}

node region_early(const struct regions *r)
{
	return r->outside.early;
}

bool region_aliases(const struct regions *r)
{
	return r->outside.aliasing != ALIAS_DISTINCT;
}

void node_given_there(struct regions *r, node f)
{
	node_copy(r, r->outside.public, f);
	region_observe(r, f, 0);
}

void node_exposed(struct regions *r, node f)
{
	node_copy(r, r->outside.exposed, f);
	node_copy(r, r->outside.early, f);
	region_observe(r, f, 0);
}

void node_given(struct regions *r, node f)
{
	node_given_there(r, f);
	node_copy(r, r->outside.early, f);
}

bool region_is_unknown(struct regions *r, node f)
{
	const struct number_set *set = &r->nodes.at[node_find(r, f)].set;
	for (struct set_cursor c = { 0 }; set_next(set, &c);) {
		uint32_t object = r->positions.at[c.number].object;
		bool from_inside = object == r->outside.plain || object == r->outside.reused;
		if (r->objects.at[object].marker && !from_inside)
			return true;
	}
	return false;
}

bool region_is_public(struct regions *r, node f)
{
	if (r->outside.aliasing == ALIAS_DISTINCT)
		return false;
	const struct number_set *set = &r->nodes.at[node_find(r, f)].set;
	const struct number_set *public = &r->nodes.at[node_find(r, r->outside.public)].set;
	for (struct set_cursor c = { 0 }; set_next(set, &c);)
		for (struct set_cursor d = { 0 }; set_next(public, &d);)
			if (r->positions.at[c.number].object == r->positions.at[d.number].object)
				return true;
	return false;
}

bool region_is_foreign(const struct regions *r, uint32_t object)
{
	return r->objects.at[object].unknown;
}

bool region_is_outside(const struct regions *r, uint32_t object)
{
	return r->objects.at[object].marker;
}

void outside_mixed(struct regions *r, uint32_t cell)
{
	const struct cell *c = &r->cells.at[cell];
	node content = c->content;
	bool read = c->pointer && (c->number_read || (c->bytes && c->parted));
	bool written = c->bytes && c->number_written && !whole_waits(r, c);
	if (read)
		node_exposed(r, content);
	if (written)
		node_copy(r, content, r->outside.numbers);
}

void region_undefined(struct regions *r, uint32_t object)
{
	struct object *o = &r->objects.at[object];
	o->unknown = true;
	for (size_t i = 0; i < o->cells.count; i++)
		node_copy(r, r->cells.at[o->cells.at[i]].content, r->outside.numbers);
}

/* ---- pointees ---- */

static bool is_character(const struct type *t)
{
	return t->kind == TYPE_CHAR || t->kind == TYPE_SIGNED_CHAR || t->kind == TYPE_UNSIGNED_CHAR;
}

static bool same_tag(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Units have types of their own: records are the same by tag, kind and size (C11 6.2.7p1, generously). */
static bool same_record(const struct record *a, const struct record *b)
{
	return a == b || (a->is_union == b->is_union && a->size == b->size && a->member_count == b->member_count &&
			  same_tag(a->tag, b->tag));
}

/* May an lvalue of the one type access an object of the other? Signedness and qualifiers do not matter, nor do the types that
 * pointers point to (more than C11 6.5p7 allows). */
static bool same_type(const struct types *types, const struct type *a, const struct type *b)
{
	a = type_unqualified(a);
	b = type_unqualified(b);
	if (a == b)
		return true;
	if (type_is_record(a) || type_is_record(b))
		return type_is_record(a) && type_is_record(b) && same_record(a->record, b->record);
	if (type_is_pointer(a) || type_is_pointer(b))
		return type_is_pointer(a) && type_is_pointer(b);
	bool alike = (type_is_integer(a) && type_is_integer(b)) || a->kind == b->kind;
	return alike && is_character(a) == is_character(b) && type_has_size(a) && type_has_size(b) &&
	       type_size(types, a) == type_size(types, b);
}

static uint32_t known_pointee(struct regions *r, const struct types *types, const struct type *type, bool function)
{
	for (uint32_t i = 0; i < r->outside.pointees.count; i++) {
		const struct pointee *p = &r->outside.pointees.at[i];
		if (p->function != function)
			continue;
		if (!type || !p->type ? type == p->type : same_type(types, p->type, type))
			return i;
	}
	return UINT32_MAX;
}

/* The node of the pointee's unknown pointers, made when the first is met. */
static node any_of(struct regions *r, uint32_t index)
{
	struct outside *o = &r->outside;
	struct pointee pointee = o->pointees.at[index];
	if (pointee.any)
		return pointee.any;
	node any = node_new(r);
	o->pointees.at[index].any = any;
	node_address(r, any, o->unknown);
	if (o->aliasing == ALIAS_ANY) {
		node whole = node_new(r);
		node_address(r, whole, r->universe);
		node_anywhere(r, any, whole);
		region_expose(r, whole, o->public, 0);
	} else if (!pointee.type && !pointee.function) {
		node_address(r, any, o->raw);
		return any;
	} else if (!pointee.function) {
		uint32_t object = region_unknown(r, pointee.types, pointee.type);
		node_address(r, any, object);
		node_address(r, o->public, object);
	}
	/* Functions that were only given to code outside are called by that code, which is taken to do nothing: typed. Distinct pointers
	 * are not public objects; numbers may be what became a number. */
	bool fewer = o->aliasing == ALIAS_DISTINCT || (pointee.function && o->aliasing == ALIAS_TYPED);
	node from = fewer ? o->exposed : o->public;
	region_add_edge(r, from, (struct edge){ .kind = EDGE_PLACE, .to = any, .amount = index });
	return any;
}

static uint32_t pointee_of(struct regions *r, const struct types *types, const struct type *type)
{
	uint32_t known = table_get(&r->outside.index, type, 0);
	if (known)
		return known - 1;
	const struct type *element = type_unqualified(layout_element(type));
	if (r->outside.aliasing == ALIAS_ANY || !type_has_size(element) || type_size(types, element) == 0)
		element = NULL;
	bool function = type->kind == TYPE_FUNCTION;
	uint32_t index = known_pointee(r, types, element, function);
	if (index == UINT32_MAX) {
		index = (uint32_t)r->outside.pointees.count;
		vec_push(&r->outside.pointees, (struct pointee){ types, element, function, 0, 0 });
	}
	table_put(&r->outside.index, type, index + 1);
	return index;
}

node region_any(struct regions *r, const struct types *types, const struct type *type)
{
	return any_of(r, pointee_of(r, types, type));
}

static node as(struct regions *r, node from, uint32_t pointee, bool in_place)
{
	return node_derived(r, from, (struct edge){ .kind = EDGE_AS, .amount = pointee, .is_union = in_place });
}

/* A pointer to what is larger than the array or union that it points into points to what is around: also when it is converted back
 * before it is used. */
static node wide_enough(struct regions *r, node from, const struct types *types, const struct type *type)
{
	uint64_t size = type_has_size(type) ? type_size(types, type) : 0;
	return size > 1 ? node_moved(r, from, 0, size) : from;
}

node node_converted(struct regions *r, node from, const struct types *types, const struct type *type)
{
	if (!from)
		return 0;
	uint32_t pointee = pointee_of(r, types, type);
	adopt_from(r, from, pointee);
	from = wide_enough(r, from, types, type);
	const struct pointee *p = &r->outside.pointees.at[pointee];
	return p->type || p->function ? as(r, from, pointee, false) : from;
}

node node_from_number(struct regions *r, node from, const struct types *types, const struct type *type)
{
	return from ? as(r, from, pointee_of(r, types, type), false) : 0;
}

void node_loaded(struct regions *r, node from, const struct types *types, const struct type *type)
{
	if (from)
		as(r, from, pointee_of(r, types, type), true);
}

void node_compared(struct regions *r, node a, node b, const struct types *types, const struct type *type)
{
	if (!a || !b)
		return;
	uint32_t pointee = pointee_of(r, types, type);
	region_observe(r, a, b);
	region_add_edge(r, a, (struct edge){ .kind = EDGE_COMPARED, .to = b, .amount = pointee });
	region_add_edge(r, b, (struct edge){ .kind = EDGE_COMPARED, .to = a, .amount = pointee });
}

/* ---- what is found at the address of an object that ended ---- */

node region_exposed(const struct regions *r)
{
	return r->outside.exposed;
}

void region_found(struct regions *r, uint32_t object)
{
	node_address(r, r->outside.found, object);
}

static node found_of(struct regions *r, uint32_t index)
{
	struct outside *o = &r->outside;
	if (o->pointees.at[index].found)
		return o->pointees.at[index].found;
	node found = node_new(r);
	o->pointees.at[index].found = found;
	region_add_edge(r, o->found,
			(struct edge){ .kind = EDGE_PLACE, .to = found, .amount = index, .is_found = true });
	return found;
}

void region_reuse(struct regions *r, node f, const struct types *types, const struct type *type)
{
	uint32_t index = pointee_of(r, types, type);
	if (r->outside.pointees.at[index].type) {
		node_copy(r, f, found_of(r, index));
		return;
	}
	if (r->outside.reused == UINT32_MAX)
		r->outside.reused = new_marker(r);
	node_address(r, f, r->outside.reused);
}

/* ---- markers ---- */

/* All of it: nothing says where a raw pointer points. */
static void use_raw(struct regions *r, node pointer)
{
	node_address(r, r->outside.raw_used, r->universe);
	node whole = node_new(r);
	node_address(r, whole, r->universe);
	node_anywhere(r, pointer, whole);
}

static void apply_plain(struct regions *r, struct edge e, uint32_t position)
{
	if (e.kind == EDGE_ANYWHERE)
		node_address(r, e.to, r->outside.unknown);
	else if (e.kind == EDGE_ADD || e.kind == EDGE_INDEX || e.kind == EDGE_ELEMENT || e.kind == EDGE_ENTER)
		node_add_position(r, e.to, position);
}

/* Without a type, it is anywhere in what was found. */
static void use_reused(struct regions *r, node pointer)
{
	node_anywhere(r, pointer, r->outside.found);
}

static void apply_reused(struct regions *r, struct edge e, uint32_t position)
{
	switch (e.kind) {
	case EDGE_ADD:
	case EDGE_INDEX:
	case EDGE_ELEMENT:
	case EDGE_ANYWHERE:
	case EDGE_ENTER:
		node_add_position(r, e.to, position);
		break;
	case EDGE_LOAD:
	case EDGE_STORE:
	case EDGE_FILL:
	case EDGE_TARGET:
		use_reused(r, r->accesses.at[e.access].pointer);
		break;
	case EDGE_SOURCE:
		use_reused(r, r->accesses.at[e.access].from);
		break;
	case EDGE_AS:
		if (r->outside.pointees.at[e.amount].type)
			node_copy(r, e.to, found_of(r, (uint32_t)e.amount));
		else
			node_add_position(r, e.to, position);
		break;
	case EDGE_COPY:
	case EDGE_CALL:
	case EDGE_COMPARED:
	case EDGE_EXPOSE:
	case EDGE_PLACE:
	case EDGE_ADOPT:
		break;
	}
}

void outside_apply(struct regions *r, struct edge e, uint32_t position)
{
	struct outside *o = &r->outside;
	if (r->positions.at[position].object == o->reused) {
		apply_reused(r, e, position);
		return;
	}
	if (r->positions.at[position].object == o->plain) {
		apply_plain(r, e, position);
		return;
	}
	bool raw = r->positions.at[position].object == o->raw;
	switch (e.kind) {
	case EDGE_ADD:
	case EDGE_INDEX:
	case EDGE_ELEMENT:
	case EDGE_ANYWHERE:
	case EDGE_ENTER:
		node_add_position(r, e.to, position);
		break;
	case EDGE_LOAD:
	case EDGE_STORE:
	case EDGE_FILL:
	case EDGE_TARGET:
		if (raw)
			use_raw(r, r->accesses.at[e.access].pointer);
		break;
	case EDGE_SOURCE:
		if (raw)
			use_raw(r, r->accesses.at[e.access].from);
		break;
	case EDGE_AS:
		node_copy(r, e.to, any_of(r, (uint32_t)e.amount));
		if (raw)
			node_copy(r, e.to, o->raw_used);
		break;
	case EDGE_COMPARED:
		node_exposed(r, e.to);
		if (o->aliasing == ALIAS_TYPED)
			node_copy(r, any_of(r, (uint32_t)e.amount), e.to);
		break;
	case EDGE_CALL:
		e.called(e.context, r->positions.at[position].object);
		break;
	case EDGE_COPY:
	case EDGE_EXPOSE:
	case EDGE_PLACE:
	case EDGE_ADOPT:
		break;
	}
}

/* ---- where in an object a type is ---- */

struct search {
	struct regions *r;
	const struct pointee *pointee;
	node to;
};

static void place(const struct search *s, struct position p, const struct type *type);

static struct position canonical(struct regions *r, struct position p)
{
	uint32_t id = position_id(r, p);
	return r->positions.at[id];
}

static void place_members(const struct search *s, struct position p, const struct type *type)
{
	const struct record *record = type->record;
	for (uint32_t i = 0; i < record->member_count; i++) {
		const struct member *m = &record->members[i];
		if (m->bit_field)
			continue;
		struct position second, q = position_add(s->r, p, (int64_t)m->offset, (int64_t)record->size, &second);
		place(s, canonical(s->r, q), m->type);
		if (second.object != UINT32_MAX)
			place(s, canonical(s->r, second), m->type);
	}
}

/* Vectors and complex numbers are not taken apart in layouts: their elements are places of their own. */
static void place_parts(const struct search *s, struct position p, const struct type *type)
{
	int64_t total = (int64_t)type_size(s->pointee->types, type);
	uint64_t count = type_part_count(type);
	for (uint64_t i = 0; i < count; i++) {
		struct position second,
			q = position_add(s->r, p, (int64_t)i * (total / (int64_t)count), total, &second);
		place(s, canonical(s->r, q), type_base(type));
	}
}

static struct position enter(const struct search *s, struct position p, const struct type *type)
{
	struct edge edge = region_enter_edge(s->pointee->types, type);
	return canonical(s->r, position_enter(s->r, p, edge.is_union, edge.amount, edge.total));
}

/* Any element of the array at P, which may be in a union: layouts do not know the arrays there. */
static struct position elements(const struct search *s, struct position p, const struct type *type)
{
	struct regions *r = s->r;
	struct position second, q = enter(s, p, type);
	int64_t element = region_enter_edge(s->pointee->types, type).amount;
	if (element == 0 || (r->objects.at[q.object].spaces.at[q.space].kind == SPACE_ARRAY && q.g == element))
		return q;
	return canonical(r, position_index(r, q, element, &second));
}

/* P: the beginning of a TYPE. */
static void place(const struct search *s, struct position p, const struct type *type)
{
	struct regions *r = s->r;
	type = type_unqualified(type);
	if (type->kind == TYPE_ARRAY) {
		p = elements(s, p, type);
		type = type_unqualified(layout_element(type));
	}
	bool same = same_type(s->pointee->types, s->pointee->type, type);
	if (same)
		node_add_position(r, s->to, position_id(r, p));
	if (type->kind == TYPE_UNION) {
		p = enter(s, p, type);
		if (same)
			node_add_position(r, s->to, position_id(r, p));
	}
	if (same)
		return;
	if (type_is_record(type))
		place_members(s, p, type);
	else if (type_has_parts(type))
		place_parts(s, p, type);
}

/* Memory that was allocated as characters, or as nothing known, has the types of what is stored there (C11 6.5p6). */
static bool has_type(const struct object *o)
{
	return o->type && !o->adopted && !(o->heap && is_character(type_unqualified(layout_element(o->type))));
}

bool region_is_a(const struct regions *r, uint32_t object, const struct types *types, const struct type *type)
{
	const struct object *o = &r->objects.at[object];
	const struct type *element = type_unqualified(layout_element(type));
	return !has_type(o) || is_character(element) ||
	       (type_has_size(element) && same_type(types, layout_element(o->type), element));
}

/* What is found at an address may be accessed as characters everywhere (C11 6.5p7). */
static bool is_placed_anywhere(const struct regions *r, struct edge e, const struct object *o)
{
	const struct type *type = r->outside.pointees.at[e.amount].type;
	return r->outside.aliasing == ALIAS_ANY || !has_type(o) || (e.is_found && type && is_character(type));
}

/* Nothing says what is in objects without a type: the pointer may point anywhere in them. */
void outside_place(struct regions *r, struct edge e, uint32_t object)
{
	struct outside *outside = &r->outside;
	uint64_t key = (uint64_t)object << 32 | (uint64_t)e.amount << 1 | e.is_found;
	if (table_has(&outside->placed, key))
		return;
	table_put(&outside->placed, key, true);
	struct pointee pointee = outside->pointees.at[e.amount];
	const struct object *o = &r->objects.at[object];
	if (pointee.function != o->function)
		return;
	struct position start = canonical(r, (struct position){ .object = object });
	if (is_placed_anywhere(r, e, o)) {
		node_add_position(r, e.to, position_id(r, position_anywhere(r, start)));
		return;
	}
	place(&(struct search){ r, &pointee, e.to }, start, o->type);
}
