/*
 * Initialisers (C11 6.7.9) as lists of (offset, type, value).
 *
 *	struct { int a; struct { char b[4]; int c; } d[2]; } x = { 1, { [1].c = 2, "x" [not shown] } };
 *
 * becomes {0: int 1}, {16: int 2}, ... over zeros. A list is read with a path of open subobjects, the last of which is
 * where the next value without designator goes; brace elision opens further ones. What is initialised again by a later
 * designator is dropped where a whole subobject starts anew; scalars are simply stored again.
 */
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_initializer.h"
#include "declaration_query.h"
#include "record.h"
#include "sema_constant.h"
#include "sema_conversion.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "string_literal.h"
#include "syntax.h"
#include "type.h"
#include "type_class.h"
#include "type_conversion.h"
#include "type_floating.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_object.h"
#include "type_parts.h"
#include "type_qualifier.h"
#include "type_record.h"

#include <string.h>

/* An open subobject; `index` is the element or member that comes next. */
struct level {
	const struct type *type;
	uint64_t offset, index;
};

struct path VEC_BODY(struct level);

struct range {
	uint64_t count, stride;
	size_t level; /* of the path: the array's */
};

struct choice {
	uint64_t offset;
	const struct record *record;
	uint32_t member;
};

struct state {
	struct sema *s;
	bool is_static, failed, designated, excess;
	struct item_vec VEC_BODY(struct initializer_item) items;
	VEC(struct choice) choices; /* members of unions that designators chose */
	uint64_t root_length;       /* elements seen of an array without length */
	uint64_t end;               /* of what flexible array members were given */
	uint64_t high;              /* nothing was stored from here on */
};

/* One subobject that takes a value. */
struct slot {
	const struct type *type;
	uint64_t offset;
	const struct member *bit_field;
};

static void parse_braced(struct state *st, struct slot slot, node_id n);

/* ---- items ---- */

static void check_static(struct state *st, const struct expression *value)
{
	if (!st->is_static || value->kind == EXPRESSION_STRING || constant_is_static(st->s->types, value))
		return;
	const struct declaration *d = st->s->subject;
	sema_error(st->s, value->location, "the initialiser of %s is not constant",
		   d && d->is_constexpr ? "a constexpr object" : "an object with static storage");
	st->failed = true;
}

static void push_item(struct state *st, struct initializer_item item)
{
	uint64_t end = item.offset + (item.repeat - 1) * item.stride + type_size(st->s->types, item.type);
	st->high = end > st->high ? end : st->high;
	vec_push(&st->items, item);
}

static void add_item(struct state *st, struct slot slot, struct expression *value)
{
	struct initializer_item item = { .offset = slot.offset,
					 .type = type_unqualified(slot.type),
					 .bit_field = slot.bit_field,
					 .value = value,
					 .repeat = 1 };
	if (value->type->kind == TYPE_ERROR)
		st->failed = true;
	else
		push_item(st, item);
}

static bool is_constant(const struct state *st, const struct expression *e)
{
	return e->kind == EXPRESSION_STRING || constant_evaluate(st->s->types, e).kind != CONSTANT_NONE;
}

/* Of a repeated item, keeps the repetitions [from, to). */
static void keep_part(struct item_vec *kept, const struct initializer_item *item, uint64_t from, uint64_t to)
{
	struct initializer_item part = *item;
	if (from >= to)
		return;
	part.offset += from * item->stride;
	part.repeat = to - from;
	vec_push(kept, part);
}

/* Removes what was stored in the bytes [begin, end): they are initialised anew. */
static void drop(struct state *st, uint64_t begin, uint64_t end)
{
	struct item_vec kept = { 0 };
	if (begin >= st->high)
		return;
	for (size_t i = 0; i < st->items.count; i++) {
		const struct initializer_item *item = &st->items.at[i];
		if (item->repeat == 1) {
			if (item->offset < begin || item->offset >= end)
				vec_push(&kept, *item);
			continue;
		}
		uint64_t from = item->offset >= begin ? 0 : (begin - item->offset + item->stride - 1) / item->stride;
		uint64_t to = item->offset >= end ? 0 : (end - item->offset + item->stride - 1) / item->stride;
		from = from > item->repeat ? item->repeat : from;
		to = to > item->repeat ? item->repeat : to;
		if (from && to < item->repeat && from < to && !is_constant(st, item->value))
			sema_unsupported(
				st->s, item->value->location,
				"a range of initialisers that is not constant and is overwritten in the middle");
		keep_part(&kept, item, 0, from);
		keep_part(&kept, item, to > from ? to : from, item->repeat);
	}
	vec_free(&st->items);
	st->items = kept;
}

enum { COPY_LIMIT = 100000 };

/* The items from MARK on are for each of COUNT elements. */
static void repeat(struct state *st, size_t mark, struct range r, node_id n)
{
	size_t end = st->items.count;
	for (size_t i = mark; i < end && r.count > 1; i++) {
		st->high += r.count * r.stride;
		if (st->items.at[i].repeat == 1) {
			st->items.at[i].repeat = r.count;
			st->items.at[i].stride = r.stride;
			continue;
		}
		if (r.count > COPY_LIMIT) {
			sema_unsupported(st->s, sema_location(st->s, n),
					 "so large a range of ranges in an initialiser");
			return;
		}
		for (uint64_t k = 1; k < r.count; k++) {
			struct initializer_item copy = st->items.at[i];
			copy.offset += k * r.stride;
			vec_push(&st->items, copy);
		}
	}
}

/* ---- subobjects ---- */

static uint32_t next_member(const struct record *r, uint64_t index)
{
	uint32_t i = index > r->member_count ? r->member_count : (uint32_t)index;
	while (i < r->member_count && r->members[i].bit_field && !r->members[i].name)
		i++;
	return i;
}

static bool is_aggregate(const struct type *t)
{
	return t->kind == TYPE_ARRAY || type_is_record(t) || type_is_vector(t);
}

/* The subobject that is next in LEVEL; false: there is none. */
static bool next_slot(const struct state *st, const struct level *level, struct slot *slot)
{
	const struct type *t = level->type;
	if (t->kind == TYPE_ARRAY) {
		*slot = (struct slot){ t->base, level->offset + level->index * type_size(st->s->types, t->base), NULL };
		return t->form == ARRAY_INCOMPLETE || level->index < t->length;
	}
	uint32_t i = next_member(t->record, level->index);
	if (i >= t->record->member_count)
		return false;
	const struct member *m = &t->record->members[i];
	*slot = (struct slot){ m->type, level->offset + m->offset, m->bit_field ? m : NULL };
	return true;
}

/* A vector is like a struct of its elements. */
static void advance(struct level *level)
{
	const struct type *t = level->type;
	if (t->kind == TYPE_ARRAY)
		level->index++;
	else if (t->kind == TYPE_UNION)
		level->index = t->record->member_count;
	else
		level->index = (uint64_t)next_member(t->record, level->index) + 1;
}

/* Something was stored in element LEVEL->index: arrays without length grow. */
static void note_element(struct state *st, const struct path *path)
{
	for (size_t i = 0; i < path->count; i++) {
		const struct level *level = &path->at[i];
		if (level->type->kind != TYPE_ARRAY || level->type->form != ARRAY_INCOMPLETE)
			continue;
		uint64_t end = level->offset + (level->index + 1) * type_size(st->s->types, level->type->base);
		if (!level->offset && i == 0 && level->index + 1 > st->root_length)
			st->root_length = level->index + 1;
		if (end > st->end)
			st->end = end;
	}
}

static void open_level(struct path *path, struct slot slot)
{
	struct level level = { slot.type, slot.offset, 0 };
	vec_push(path, level);
}

/* ---- values ---- */

/* Where int and long have 32 bits, gcc's wchar_t is one of them, and clang's the other. */
static bool is_other_wchar(const struct types *types, const struct type *of_string, const struct type *of_array)
{
	return of_string->kind == TYPE_LONG && of_array->kind == TYPE_INT &&
	       type_size(types, of_string) == type_size(types, of_array);
}

static bool is_string_for(const struct types *types, const struct expression *e, const struct type *t)
{
	if (e->kind != EXPRESSION_STRING || t->kind != TYPE_ARRAY || !type_is_integer(t->base))
		return false;
	if (e->string->unit == 1) /* of any character type, char8_t too */
		return t->base->kind >= TYPE_CHAR && t->base->kind <= TYPE_UNSIGNED_CHAR;
	return type_compatible_unqualified(t->base, e->type->base) || is_other_wchar(types, e->type->base, t->base);
}

static void store_string(struct state *st, struct slot slot, struct expression *e)
{
	uint64_t length = e->string->size / e->string->unit;
	if (slot.type->form == ARRAY_INCOMPLETE) {
		slot.type = type_array(st->s->types, slot.type->base, length);
		if (!slot.offset)
			st->root_length = length;
		if (slot.offset + e->string->size > st->end)
			st->end = slot.offset + e->string->size;
	} else if (length > slot.type->length + 1) {
		sema_warning(st->s, e->location, "the string is longer than the array that it initialises");
	}
	add_item(st, slot, e);
}

/* The items of a compound literal as those of SLOT (gcc, for constant ones; arrays always). */
static void store_literal(struct state *st, struct slot slot, const struct expression *e)
{
	const struct initializer *init = declaration_initializer(e->declaration);
	for (uint32_t i = 0; i < init->count; i++) {
		struct initializer_item item = init->items[i];
		item.offset += slot.offset;
		check_static(st, item.value);
		push_item(st, item);
	}
	if (slot.type->kind == TYPE_ARRAY && slot.type->form == ARRAY_INCOMPLETE && !slot.offset)
		st->root_length = e->type->length;
}

static bool is_literal_for(const struct expression *e, const struct type *t)
{
	return e->kind == EXPRESSION_COMPOUND_LITERAL && declaration_initializer(e->declaration) &&
	       (t->kind == TYPE_ARRAY
			? e->type->kind == TYPE_ARRAY && type_compatible_unqualified(t->base, e->type->base)
			: (type_is_record(t) || type_is_vector(t)) && t->kind == e->type->kind &&
				  t->record == e->type->record);
}

/* Stores E in SLOT if it can be as a whole. */
static bool store(struct state *st, struct slot slot, struct expression *e)
{
	const struct type *t = slot.type;
	if (is_string_for(st->s->types, e, t)) {
		store_string(st, slot, e);
		return true;
	}
	if (is_literal_for(e, t) && (t->kind == TYPE_ARRAY || st->is_static)) {
		store_literal(st, slot, e);
		return true;
	}
	if (e->type->kind == TYPE_ERROR || t->kind == TYPE_ERROR) {
		st->failed = true;
		return true;
	}
	if (t->kind == TYPE_ARRAY)
		return false;
	if (type_is_record(t) && !(type_is_record(e->type) && e->type->record == t->record))
		return false;
	if (type_is_vector(t) && !type_is_vector(e->type))
		return false;
	e = conversion_value(st->s, e);
	struct expression *value = conversion_assign(st->s, e, t, e->location, "initialisation");
	check_static(st, value);
	add_item(st, slot, value);
	return true;
}

/* A value without braces goes where PATH ends, or into the first subobject below that can take it. */
static void place_value(struct state *st, struct path *path, node_id n)
{
	struct slot slot;
	struct expression *e = NULL;
	while (next_slot(st, &vec_last(path), &slot)) {
		note_element(st, path);
		if (syntax_kind(st->s->syntax, n) == NODE_INITIALIZER_LIST) {
			parse_braced(st, slot, n);
			return;
		}
		if (!e)
			e = expression_parse(st->s, n);
		if (store(st, slot, e))
			return;
		open_level(path, slot);
		struct slot inner;
		while (!next_slot(st, &vec_last(path), &inner) && path->count > 1) { /* nothing fits in an empty one */
			path->count--;
			advance(&vec_last(path));
		}
	}
	sema_error(st->s, sema_location(st->s, n), "the value fits nowhere in the initialised object");
	st->failed = true;
}

/* ---- designators ---- */

/* Another member of a union was initialised before: forget it. */
static void choose(struct state *st, const struct level *level, uint32_t member)
{
	for (size_t i = 0; i < st->choices.count; i++) {
		struct choice *c = &st->choices.at[i];
		if (c->offset != level->offset || c->record != level->type->record)
			continue;
		if (c->member != member)
			drop(st, level->offset, level->offset + level->type->record->size);
		c->member = member;
		return;
	}
	struct choice c = { level->offset, level->type->record, member };
	drop(st, level->offset, level->offset + level->type->record->size);
	vec_push(&st->choices, c);
}

enum { MEMBER_DEPTH = 64 };

static bool designate_member(struct state *st, struct path *path, node_id n)
{
	const struct member *members[MEMBER_DEPTH];
	node_id name_node = syntax_field(st->s->syntax, n, FIELD_NAME);
	const char *name = syntax_name(st->s->syntax, name_node);
	const struct type *t = vec_last(path).type;
	size_t count = type_is_record(t) ? record_find(t->record, name, members, MEMBER_DEPTH) : 0;
	if (!count) {
		sema_error(st->s, sema_location(st->s, name_node), "'%s' has no member named '%s'", sema_type(st->s, t),
			   name);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		struct level *last = &vec_last(path);
		last->index = members[i]->index;
		if (last->type->kind == TYPE_UNION)
			choose(st, last, members[i]->index);
		if (i + 1 == count)
			break;
		struct slot slot;
		next_slot(st, last, &slot);
		open_level(path, slot);
	}
	return true;
}

static bool designated_index(struct state *st, node_id n, const struct type *t, uint64_t *index)
{
	uint64_t limit = t->form == ARRAY_FIXED ? t->length : UINT64_C(1) << 40;
	return expression_size(st->s, n, limit, index, "array index of the designator");
}

static bool designate_element(struct state *st, struct path *path, node_id n, struct range *range)
{
	struct level *last = &vec_last(path);
	node_id end = syntax_field(st->s->syntax, n, FIELD_END);
	uint64_t first, final;
	if (last->type->kind != TYPE_ARRAY) {
		sema_error(st->s, sema_location(st->s, n), "an array designator for the type '%s'",
			   sema_type(st->s, last->type));
		return false;
	}
	if (!designated_index(st, syntax_field(st->s->syntax, n, FIELD_INDEX), last->type, &first))
		return false;
	last->index = final = first;
	if (end && !designated_index(st, end, last->type, &final))
		return false;
	if (final < first) {
		sema_error(st->s, sema_location(st->s, n), "an empty range of array elements");
		return false;
	}
	if (final > first) {
		struct path whole = { path->at, path->count, path->capacity };
		last->index = final;
		note_element(st, &whole);
		last->index = first;
	}
	range->level = path->count - 1;
	range->count = final - first + 1;
	range->stride = type_size(st->s->types, last->type->base);
	return true;
}

/* What follows the designation goes on after the last element of its ranges. */
static void skip_range(struct path *path, struct range range)
{
	path->at[range.level].index += range.count - 1;
	for (size_t i = range.level + 1; i < path->count; i++)
		path->at[i].offset += (range.count - 1) * range.stride;
}

enum { DESIGNATOR_LIMIT = 64 };

/* `[2].a[0 ... 3] = value`, from the beginning of the list's object. */
static void parse_designated(struct state *st, struct path *path, node_id n)
{
	struct range ranges[DESIGNATOR_LIMIT];
	size_t count = 0, mark;
	path->count = 1;
	st->designated = true;
	for (node_id d = syntax_field(st->s->syntax, n, FIELD_DESIGNATOR); d; d = syntax_next_field(st->s->syntax, d)) {
		struct slot slot;
		ranges[count] = (struct range){ 1, 0, 0 };
		bool good = count + 1 < DESIGNATOR_LIMIT && (syntax_kind(st->s->syntax, d) == NODE_FIELD_DESIGNATOR
								     ? designate_member(st, path, d)
								     : designate_element(st, path, d, &ranges[count]));
		if (!good) {
			st->failed = true;
			return;
		}
		count++;
		if (!syntax_next_field(st->s->syntax, d))
			break;
		next_slot(st, &vec_last(path), &slot);
		if (!is_aggregate(slot.type)) {
			sema_error(st->s, sema_location(st->s, d), "a designator inside of the type '%s'",
				   sema_type(st->s, slot.type));
			st->failed = true;
			return;
		}
		note_element(st, path);
		open_level(path, slot);
	}
	mark = st->items.count;
	size_t depth = path->count;
	struct slot target;
	/* a range starts all of its elements anew, as a braced value does */
	if (ranges[count - 1].count > 1 && next_slot(st, &vec_last(path), &target)) {
		drop(st, target.offset, target.offset + ranges[count - 1].count * ranges[count - 1].stride);
		mark = st->items.count;
	}
	place_value(st, path, syntax_field(st->s->syntax, n, FIELD_VALUE));
	mark = mark > st->items.count ? st->items.count : mark;
	for (size_t i = count; i; i--)
		repeat(st, mark, ranges[i - 1], n);
	for (size_t i = 0; i < count; i++)
		if (ranges[i].count > 1 && (i + 1 < count || path->count == depth))
			skip_range(path, ranges[i]);
}

/* ---- lists ---- */

static void skip_excess(struct state *st, node_id n)
{
	if (!st->excess)
		sema_warning(st->s, sema_location(st->s, n), "more initialisers than the object has room for");
	st->excess = true;
	if (syntax_kind(st->s->syntax, n) != NODE_INITIALIZER_LIST)
		expression_parse(st->s, n);
}

static void parse_list(struct state *st, struct slot slot, node_id n)
{
	struct path path = { 0 };
	struct slot next;
	open_level(&path, slot);
	for (node_id c = syntax_first_child(st->s->syntax, n); c && !st->s->stopped;
	     c = syntax_next(st->s->syntax, c)) {
		if (syntax_kind(st->s->syntax, c) == NODE_INITIALIZER_PAIR) {
			parse_designated(st, &path, c);
		} else {
			while (path.count > 1 && !next_slot(st, &vec_last(&path), &next)) {
				path.count--;
				advance(&vec_last(&path));
			}
			if (!next_slot(st, &vec_last(&path), &next)) {
				skip_excess(st, c);
				continue;
			}
			place_value(st, &path, c);
		}
		advance(&vec_last(&path));
	}
	vec_free(&path);
}

static void parse_scalar(struct state *st, struct slot slot, node_id n)
{
	node_id first = syntax_first_child(st->s->syntax, n);
	if (!first)
		return;
	if (syntax_kind(st->s->syntax, first) == NODE_INITIALIZER_LIST) {
		parse_braced(st, slot, first);
	} else if (syntax_kind(st->s->syntax, first) == NODE_INITIALIZER_PAIR) {
		sema_error(st->s, sema_location(st->s, first), "a designator for the scalar type '%s'",
			   sema_type(st->s, slot.type));
		st->failed = true;
	} else {
		struct expression *e = expression_parse(st->s, first);
		if (!store(st, slot, e))
			st->failed = true;
	}
	for (node_id c = syntax_next(st->s->syntax, first); c; c = syntax_next(st->s->syntax, c))
		skip_excess(st, c);
}

/* { "text" } for an array of characters. */
static bool parse_braced_string(struct state *st, struct slot slot, node_id n)
{
	node_id first = syntax_first_child(st->s->syntax, n);
	if (slot.type->kind != TYPE_ARRAY || !type_is_integer(slot.type->base) || !first ||
	    syntax_next(st->s->syntax, first) || syntax_kind(st->s->syntax, first) != NODE_STRING_LITERAL)
		return false;
	struct expression *e = expression_parse(st->s, first);
	if (!is_string_for(st->s->types, e, slot.type))
		return false;
	store_string(st, slot, e);
	return true;
}

static void parse_braced(struct state *st, struct slot slot, node_id n)
{
	if (!sema_enter(st->s, sema_location(st->s, n))) {
		st->failed = true;
		return;
	}
	if (st->designated)
		drop(st, slot.offset, slot.offset + (slot.bit_field ? 0 : type_size(st->s->types, slot.type)));
	if (slot.type->kind == TYPE_ERROR)
		st->failed = true;
	else if (!is_aggregate(slot.type))
		parse_scalar(st, slot, n);
	else if (!parse_braced_string(st, slot, n))
		parse_list(st, slot, n);
	sema_leave(st->s);
}

/* ---- all ---- */

static void parse_whole(struct state *st, const struct type *t, node_id n, struct location location)
{
	struct slot root = { t, 0, NULL };
	if (syntax_kind(st->s->syntax, n) == NODE_INITIALIZER_LIST) {
		parse_braced(st, root, n);
		return;
	}
	struct expression *e = expression_parse(st->s, n);
	if (store(st, root, e))
		return;
	if (t->kind == TYPE_ARRAY)
		sema_error(st->s, location, "an array is initialised by a value that is no list and no string");
	else
		sema_error(st->s, location, "incompatible types in initialisation: '%s' from '%s'", sema_type(st->s, t),
			   sema_type(st->s, e->type));
	st->failed = true;
}

static bool can_be_initialised(struct sema *s, const struct type *t, struct location location)
{
	bool open = t->kind == TYPE_ARRAY && t->form == ARRAY_INCOMPLETE && type_has_size(t->base);
	if (t->kind == TYPE_ERROR)
		return false;
	if (type_is_variable(t))
		sema_error(s, location, "an object of variable size is initialised");
	else if (!open && !type_has_size(t))
		sema_error(s, location, "an object of the incomplete type '%s' is initialised", sema_type(s, t));
	else if (type_is_opaque(t))
		sema_unsupported(s, location, "an initialiser of the type '%s'", sema_type(s, t));
	else
		return true;
	return false;
}

struct initializer *initializer_parse(struct sema *s, node_id node, const struct type **type, bool static_storage,
				      struct location location)
{
	struct state st = { .s = s, .is_static = static_storage };
	struct initializer *init = arena_alloc(s->arena, sizeof *init);
	const struct type *t = *type;
	if (!can_be_initialised(s, t, location))
		return NULL;
	parse_whole(&st, t, node, location);
	if (t->kind == TYPE_ARRAY && t->form == ARRAY_INCOMPLETE)
		*type = type_array(s->types, t->base, st.root_length);
	bool list = syntax_kind(s->syntax, node) == NODE_INITIALIZER_LIST;
	init->zero_fill = is_aggregate(t) ? list || t->kind == TYPE_ARRAY : list && !st.items.count;
	init->count = (uint32_t)st.items.count;
	init->items = sema_array(s, st.items.at, st.items.count, sizeof *st.items.at);
	if (st.end > type_size(s->types, *type))
		init->size = st.end;
	vec_free(&st.items);
	vec_free(&st.choices);
	return st.failed ? NULL : init;
}

struct initializer *initializer_single(struct sema *s, const struct type *type, struct expression *value)
{
	struct initializer *init = arena_alloc(s->arena, sizeof *init);
	struct initializer_item item = { .type = type_unqualified(type), .value = value, .repeat = 1 };
	init->count = 1;
	init->items = sema_array(s, &item, 1, sizeof item);
	return init;
}
