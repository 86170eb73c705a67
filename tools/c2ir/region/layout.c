/* Layouts: the arrays and unions inside an object. */
#include "record.h"
#include "region_internal.h"
#include "type.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_record.h"

enum { MANY_POSITIONS = 256, MOST_LEAVES = 512 };

const struct type *layout_element(const struct type *type)
{
	while (type->kind == TYPE_ARRAY)
		type = type->base;
	return type;
}

static struct space *add_space(struct object *o, enum space_kind kind, uint32_t parent, int64_t offset, int64_t element,
			       int64_t total)
{
	vec_push(&o->spaces, (struct space){ kind, parent, offset, element, total, false, false });
	return &vec_last(&o->spaces);
}

/* What is the same for all parts of an object. */
struct layout {
	struct object *object;
	struct record_facts *records;
	const struct types *types;
};

static void lay_out(const struct layout *l, const struct type *type, int64_t offset, uint32_t parent, bool last);

/* The greatest common divisor of the elements' sizes of the arrays at the type's end, in all members of a union. */
static int64_t last_elements(const struct types *types, const struct type *type)
{
	if (type->kind == TYPE_ARRAY) {
		const struct type *element = layout_element(type);
		return type_has_size(element) ? (int64_t)type_size(types, element) : 0;
	}
	int64_t size = 0;
	if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION)
		for (uint32_t i = 0; i < type->record->member_count; i++)
			if (type->kind == TYPE_UNION || i + 1 == type->record->member_count)
				size = gcd_of(size, last_elements(types, type->record->members[i].type));
	return size;
}

/* What is last in an object of one element may go on to its end: flexible, or the old form of it with one element. */
static int64_t array_bytes(const struct object *o, int64_t declared, int64_t element, int64_t offset)
{
	bool one = o->spaces.at[0].kind == SPACE_ROOT;
	if (!one || declared > element || o->total == SPACE_ENDLESS)
		return declared;
	int64_t rest = (o->total - offset) / element * element;
	return rest > declared ? rest : declared;
}

static void lay_out_array(const struct layout *l, const struct type *type, int64_t offset, uint32_t parent, bool last)
{
	struct object *o = l->object;
	const struct types *types = l->types;
	const struct type *element = layout_element(type);
	int64_t size = type_has_size(element) ? (int64_t)type_size(types, element) : 0;
	int64_t declared = type_has_size(type) ? (int64_t)type_size(types, type) : 0;
	if (size == 0)
		return;
	int64_t total = last ? array_bytes(o, declared, size, offset) : declared;
	if (total == 0)
		return;
	struct space *s = add_space(o, SPACE_ARRAY, parent, offset, size, total);
	s->last = last;
	s->tail = last && (total > declared || o->spaces.at[0].kind == SPACE_ARRAY);
	lay_out(l, element, offset, (uint32_t)o->spaces.count - 1, false);
}

enum { RECORD_PLAIN = 1, RECORD_HAS_SPACES };

/* Are there arrays or unions inside? Each record is looked at once: one that has another one twice, which has a third one
 * twice, and so on, has very many parts. */
bool layout_has_spaces(struct record_facts *records, const struct type *type)
{
	if (type->kind != TYPE_STRUCT)
		return type->kind == TYPE_ARRAY || type->kind == TYPE_UNION;
	uint32_t fact = table_get(records, type->record, 0);
	for (uint32_t i = 0; !fact && i < type->record->member_count; i++)
		if (layout_has_spaces(records, type->record->members[i].type))
			fact = RECORD_HAS_SPACES;
	fact = fact ? fact : RECORD_PLAIN;
	table_put(records, type->record, fact);
	return fact == RECORD_HAS_SPACES;
}

static void lay_out_struct(const struct layout *l, const struct type *type, int64_t offset, uint32_t parent, bool last)
{
	const struct record *record = type->record;
	/* Its scalars count for the limit, and for nothing else. */
	if (l->object->limit >= MANY_POSITIONS + MOST_LEAVES && !layout_has_spaces(l->records, type))
		return;
	for (uint32_t i = 0; i < record->member_count; i++)
		if (!record->members[i].bit_field)
			lay_out(l, record->members[i].type, offset + (int64_t)record->members[i].offset, parent,
				last && i + 1 == record->member_count);
}

static void lay_out(const struct layout *l, const struct type *type, int64_t offset, uint32_t parent, bool last)
{
	struct object *o = l->object;
	if (o->spaces.count > 2000)
		return;
	if (type->kind == TYPE_ARRAY) {
		lay_out_array(l, type, offset, parent, last);
	} else if (type->kind == TYPE_UNION) {
		struct space *s = add_space(o, SPACE_UNION, parent, offset, last_elements(l->types, type),
					    (int64_t)type->record->size);
		s->tail = last && s->element && o->spaces.at[0].kind == SPACE_ARRAY;
	} else if (type->kind == TYPE_STRUCT) {
		lay_out_struct(l, type, offset, parent, last);
	} else if (o->limit < MANY_POSITIONS + MOST_LEAVES) {
		o->limit++;
	}
}

void layout_object(struct object *o, struct record_facts *records, const struct types *types, const struct type *type,
		   bool many, uint64_t size)
{
	struct layout l = { o, records, types };
	o->total = size ? (int64_t)size : SPACE_ENDLESS;
	o->limit = MANY_POSITIONS;
	int64_t known = type && type_has_size(type) ? (int64_t)type_size(types, type) : 0;
	o->typed = known > 0;
	if (!o->typed) {
		add_space(o, SPACE_ROOT, 0, 0, 0, o->total);
		return;
	}
	if (many)
		add_space(o, SPACE_ARRAY, 0, 0, known, o->total);
	else
		add_space(o, SPACE_ROOT, 0, 0, 0, o->total);
	if (many && type->kind == TYPE_ARRAY)
		o->spaces.at[0].element = (int64_t)type_size(types, layout_element(type));
	lay_out(&l, many ? layout_element(type) : type, 0, 0, true);
}

/* Is the array one of the type? One that is longer than it, or than all that it may be, is not. */
static bool fits(const struct space *s, int64_t element, int64_t total)
{
	if (s->element != element)
		return false;
	bool open = total <= element; /* flexible, or the old form of it */
	return open ? s->last || s->total <= element : total <= s->total;
}

uint32_t layout_child(const struct object *o, uint32_t space, int64_t r, bool is_union, int64_t element, int64_t total)
{
	int64_t at = o->spaces.at[space].offset + r;
	for (uint32_t i = 1; i < o->spaces.count; i++) {
		const struct space *s = &o->spaces.at[i];
		if (s->parent != space || s->offset != at || (s->kind == SPACE_UNION) != is_union)
			continue;
		if (is_union ? s->total == total : fits(s, element, total))
			return i;
	}
	return UINT32_MAX;
}

/* Does one of the members, also of those inside, or of the elements begin at `offset`? */
bool layout_begins_member(const struct types *types, const struct type *type, int64_t offset)
{
	if (offset == 0)
		return true;
	if (offset < 0 || !type_has_size(type) || offset >= (int64_t)type_size(types, type))
		return false;
	if (type->kind == TYPE_ARRAY) {
		const struct type *element = layout_element(type);
		return layout_begins_member(types, element, offset % (int64_t)type_size(types, element));
	}
	for (uint32_t i = 0; type_is_record(type) && i < type_record(type)->member_count; i++) {
		const struct member *m = &type_record(type)->members[i];
		if (!m->bit_field && layout_begins_member(types, m->type, offset - (int64_t)m->offset))
			return true;
	}
	return false;
}

/* Are the two runs folded alike? */
bool layout_same(const struct object *a, int64_t a_lo, const struct object *b, int64_t b_lo, int64_t length)
{
	uint32_t i = 1, k = 1;
	for (;;) {
		while (i < a->spaces.count && (a->spaces.at[i].kind != SPACE_ARRAY || a->spaces.at[i].offset < a_lo ||
					       a->spaces.at[i].offset >= a_lo + length))
			i++;
		while (k < b->spaces.count && (b->spaces.at[k].kind != SPACE_ARRAY || b->spaces.at[k].offset < b_lo ||
					       b->spaces.at[k].offset >= b_lo + length))
			k++;
		if (i == a->spaces.count || k == b->spaces.count)
			return i == a->spaces.count && k == b->spaces.count;
		const struct space *x = &a->spaces.at[i++], *y = &b->spaces.at[k++];
		if (x->offset - a_lo != y->offset - b_lo || x->element != y->element || x->total != y->total)
			return false;
	}
}
