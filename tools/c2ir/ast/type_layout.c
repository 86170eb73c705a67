/*
 * Layout of structs and unions as gcc's for x86 (stor-layout: PCC_BITFIELD_TYPE_MATTERS).
 *
 * Positions are counted in bits from the beginning of the record. A bit-field goes where the last member ended, but
 * may not touch more aligned units of its declared type than one object of that type does; packed ones and all
 * under #pragma pack just follow. Named bit-fields give the record the alignment of their type; unnamed ones do not. A
 * bit-field of width 0 moves on to the next boundary of its type, whatever is packed.
 */

#include "record.h"
#include "target.h"
#include "type.h"
#include "type_layout.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "types.h"

#include <string.h>

static unsigned __int128 round_up(unsigned __int128 n, uint64_t unit)
{
	return unit ? (n + unit - 1) / unit * unit : n;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static bool is_packed(const struct member *m)
{
	return m->packed || m->record->packed;
}

uint32_t type_member_alignment(const struct types *types, const struct member *m)
{
	uint32_t own = type_alignment(types, m->type), asked = m->declared_alignment, pack = m->record->pack;
	uint32_t a = is_packed(m) ? (asked ? asked : 1) : (uint32_t)larger(own, asked);
	return pack && a > pack ? pack : a;
}

uint32_t type_alignment_for_record(const struct types *types, const struct member *m)
{
	if (!m->bit_field)
		return type_member_alignment(types, m);
	if (!m->name)
		return 1;
	uint32_t a = type_alignment(types, m->type), pack = m->record->pack;
	if (pack)
		a = a > pack ? pack : a;
	else if (is_packed(m))
		a = 1;
	uint32_t asked = pack && m->declared_alignment > pack ? pack : m->declared_alignment;
	return (uint32_t)larger(a, asked);
}

/* gcc lets a bit-field whose offset is not known at compile time lie across units of its type. */
uint64_t type_place_bit_field(const struct types *types, const struct member *m, uint64_t position)
{
	uint64_t unit = 8 * (uint64_t)type_alignment(types, m->type), size = 8 * type_size(types, m->type);
	uint32_t pack = m->record->pack, asked = m->declared_alignment;
	if (!m->bit_width)
		return round_up(position, larger(unit, 8 * (uint64_t)asked));
	if (asked)
		position = round_up(position, 8 * (uint64_t)(pack && asked > pack ? pack : asked));
	if (is_packed(m) || pack || !unit || m->base)
		return position;
	if ((position % unit + m->bit_width + unit - 1) / unit > size / unit)
		position = round_up(position, unit);
	return position;
}

/* Places M at or after bit POSITION and returns where it ends. */
static unsigned __int128 lvalue_member(const struct types *types, struct member *m, unsigned __int128 position)
{
	if (m->bit_field) {
		position = type_place_bit_field(types, m, position);
		m->offset = (uint64_t)(position / 8);
		m->bit_offset = (unsigned)(position % 8);
		return position + m->bit_width;
	}
	position = round_up(position, 8 * (uint64_t)type_member_alignment(types, m));
	m->offset = (uint64_t)(position / 8);
	return position + 8 * (unsigned __int128)type_size(types, m->type);
}

void type_set_containers(struct record *r)
{
	for (uint32_t i = 0; i < r->member_count; i++) {
		struct member *m = &r->members[i];
		if (!m->bit_field)
			continue;
		m->container_offset = m->offset;
		m->container_size = (m->bit_offset + m->bit_width + 7) / 8;
	}
	if (r->is_union)
		return;
	for (uint32_t i = 0; i < r->member_count;) {
		struct member *first = &r->members[i];
		uint32_t end = i + 1;
		if (!first->bit_field) {
			i++;
			continue;
		}
		uint64_t begin = first->container_offset, limit = begin + first->container_size;
		for (; end < r->member_count && r->members[end].bit_field && r->members[end].offset < limit &&
		       r->members[end].base == first->base;
		     end++)
			limit = larger(limit, r->members[end].offset + r->members[end].container_size);
		for (uint32_t j = i; j < end; j++) {
			r->members[j].container_offset = begin;
			r->members[j].container_size = limit - begin;
		}
		i = end;
	}
}

void type_find_const(struct record *r)
{
	for (uint32_t i = 0; i < r->member_count; i++) {
		const struct type *t = r->members[i].type;
		while (t->kind == TYPE_ARRAY)
			t = t->base;
		r->has_const |= t->qualifiers & QUALIFIER_CONST || (type_is_record(t) && t->record->has_const);
	}
}

bool type_lay_out(struct types *types, struct record *r)
{
	unsigned __int128 end = 0; /* bits, of which 64 bits are not enough for the largest */
	r->alignment = r->declared_alignment ? r->declared_alignment : 1;
	for (uint32_t i = 0; i < r->member_count; i++) {
		struct member *m = &r->members[i];
		m->record = r;
		m->index = i;
		unsigned __int128 next = lvalue_member(types, m, r->is_union ? 0 : end);
		end = r->is_union && next < end ? end : next;
		r->alignment = (uint32_t)larger(r->alignment, type_alignment_for_record(types, m));
	}
	if (r->member_count) {
		const struct type *last = r->members[r->member_count - 1].type;
		r->flexible = !r->is_union && ((last->kind == TYPE_ARRAY && last->form == ARRAY_INCOMPLETE) ||
					       (type_is_record(last) && last->record->flexible));
	}
	unsigned __int128 size = round_up((end + 7) / 8, r->alignment);
	r->size = (uint64_t)size;
	type_set_containers(r);
	type_find_const(r);
	r->complete = true;
	return size <= (types->target->pointer_bits == 64 ? INT64_MAX : INT32_MAX);
}

/* ---- sizes and alignments ---- */

static uint64_t basic_size(const struct types *types, enum type_kind kind)
{
	bool wide = types->target->pointer_bits == 64;
	switch (kind) {
	case TYPE_BOOL:
	case TYPE_CHAR:
	case TYPE_SIGNED_CHAR:
	case TYPE_UNSIGNED_CHAR:
		return 1;
	case TYPE_SHORT:
	case TYPE_UNSIGNED_SHORT:
	case TYPE_FLOAT16:
		return 2;
	case TYPE_INT:
	case TYPE_UNSIGNED_INT:
	case TYPE_FLOAT:
	case TYPE_FLOAT32:
		return 4;
	case TYPE_LONG:
	case TYPE_UNSIGNED_LONG:
	case TYPE_POINTER:
		return wide ? 8 : 4;
	case TYPE_LONG_LONG:
	case TYPE_UNSIGNED_LONG_LONG:
	case TYPE_DOUBLE:
	case TYPE_FLOAT64:
	case TYPE_FLOAT32X:
		return 8;
	case TYPE_INT128:
	case TYPE_UNSIGNED_INT128:
	case TYPE_FLOAT128:
		return 16;
	case TYPE_LONG_DOUBLE:
	case TYPE_FLOAT64X:
		return wide ? 16 : 12;
	case TYPE_VOID:
	case TYPE_BIT_INTEGER:
	case TYPE_ENUM:
	case TYPE_ARRAY:
	case TYPE_FUNCTION:
	case TYPE_STRUCT:
	case TYPE_UNION:
	case TYPE_COMPLEX:
	case TYPE_VECTOR:
	case TYPE_DECIMAL:
	case TYPE_ERROR:
		return 0;
	}
	return 0;
}

static uint64_t bit_integer_size(unsigned width)
{
	uint64_t size = 1;
	while (8 * size < width)
		size *= 2;
	return size;
}

uint64_t type_size(const struct types *types, const struct type *t)
{
	uint64_t count = 1;
	for (; t->kind == TYPE_ARRAY; t = t->base) {
		if (t->form != ARRAY_FIXED)
			return 0;
		count *= t->length;
	}
	if (type_is_record(t))
		return t->record->complete ? count * t->record->size : 0;
	if (t->kind == TYPE_ENUM)
		return count * basic_size(types, t->enumeration->underlying->kind);
	if (t->kind == TYPE_BIT_INTEGER)
		return count * bit_integer_size(t->width);
	if (t->kind == TYPE_DECIMAL)
		return count * t->width;
	if (t->kind == TYPE_COMPLEX)
		return 2 * count * type_size(types, t->base);
	if (t->kind == TYPE_VECTOR)
		return t->length * count * type_size(types, t->base);
	return count * basic_size(types, t->kind);
}

/* On i386, what is longer than four bytes is aligned to 4 in records, but for _Float128 and decimal floats. */
static uint32_t scalar_alignment(const struct types *types, const struct type *t)
{
	uint64_t size = type_size(types, t);
	if (types->target->pointer_bits == 64 || size < 8)
		return size ? (uint32_t)size : 1;
	if (t->kind == TYPE_FLOAT128 || t->kind == TYPE_DECIMAL)
		return (uint32_t)size;
	return 4;
}

/* gcc: instructions for atomic accesses of so many bytes want them aligned to the size, whatever they are. */
static uint32_t atomic_alignment(const struct types *types, const struct type *t)
{
	uint64_t size = t->qualifiers & QUALIFIER_ATOMIC ? type_size(types, t) : 0;
	return size <= 16 && !(size & (size - 1)) ? (uint32_t)size : 0;
}

static uint32_t own_alignment(const struct types *types, const struct type *t)
{
	if (type_is_record(t))
		return t->record->alignment;
	if (t->kind == TYPE_COMPLEX)
		return type_alignment(types, t->base);
	if (t->kind == TYPE_VECTOR) /* the next power of two */
		return (uint32_t)type_size(types, t);
	if (t->kind == TYPE_ENUM)
		return scalar_alignment(types, t->enumeration->underlying);
	return scalar_alignment(types, t);
}

uint32_t type_alignment(const struct types *types, const struct type *t)
{
	for (; t->kind == TYPE_ARRAY && !t->alignment; t = t->base)
		;
	return t->alignment ? t->alignment : (uint32_t)larger(own_alignment(types, t), atomic_alignment(types, t));
}

uint64_t type_step(const struct types *types, const struct type *t)
{
	if (t->kind == TYPE_VOID || t->kind == TYPE_FUNCTION)
		return 1;
	return type_size(types, t);
}

/* ---- integers ---- */

const struct type *type_integer_of(const struct type *t)
{
	return t->kind == TYPE_ENUM ? t->enumeration->underlying : t->unqualified;
}

bool type_is_signed(const struct types *types, const struct type *t)
{
	t = type_integer_of(t);
	switch (t->kind) {
	case TYPE_CHAR:
		return !types->target->unsigned_char;
	case TYPE_SIGNED_CHAR:
	case TYPE_SHORT:
	case TYPE_INT:
	case TYPE_LONG:
	case TYPE_LONG_LONG:
	case TYPE_INT128:
		return true;
	case TYPE_BIT_INTEGER:
		return t->is_signed;
	default:
		return false; /* unsigned ones, and what is no integer */
	}
}

unsigned type_width(const struct types *types, const struct type *t)
{
	t = type_integer_of(t);
	if (t->kind == TYPE_BOOL)
		return 1;
	if (t->kind == TYPE_BIT_INTEGER)
		return t->width;
	return (unsigned)(8 * type_size(types, t));
}
