/* Layout of structs and unions with members of variable size (GNU; only inside functions).
 *
 *	struct { char c; int a[n]; short s; }    a at 4; s at 0 of base1 = 4 + 4 * n; size = round_up(base1 + 2, 4)
 *
 * As gcc's (stor-layout), in which positions are counted from a base: 0 as long as they are known at compile time, else what
 * a hidden variable of the function holds that is assigned where the definition is reached. A new base begins after each member of variable
 * size, and where a member asks for an alignment that the base is not known to have. */
#include "record.h"
#include "sema_constant.h"
#include "sema_conversion.h"
#include "sema_expression.h"
#include "sema_internal.h"
#include "sema_operator.h"
#include "sema_variable.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_make.h"
#include "type_object.h"

struct position {
	struct declaration *base; /* NULL: 0 */
	uint32_t alignment;       /* of the base */
	uint64_t bits;            /* from there */
};

static uint64_t round_up(uint64_t n, uint64_t unit)
{
	return (n + unit - 1) / unit * unit;
}

static struct expression *size_constant(struct sema *s, uint64_t value, node_id n)
{
	return expression_constant(s, s->size_type, constant_truncate(s->types, s->size_type, value), n);
}

static struct expression *base_value(struct sema *s, const struct declaration *base, node_id n)
{
	return conversion_value(s, expression_of_declaration(s, (struct declaration *)base, n));
}

/* The byte that the position is at or in the middle of, then rounded up. */
static struct expression *bytes_of(struct sema *s, node_id n, const struct position *at)
{
	struct expression *e = size_constant(s, (at->bits + 7) / 8, n);
	return at->base ? operator_binary(s, n, OP_ADD, base_value(s, at->base, n), e) : e;
}

static struct expression *rounded(struct sema *s, node_id n, struct expression *bytes, uint32_t alignment)
{
	if (alignment <= 1)
		return bytes;
	bytes = operator_binary(s, n, OP_ADD, bytes, size_constant(s, alignment - 1, n));
	return operator_binary(s, n, OP_AND, bytes, size_constant(s, ~(uint64_t)(alignment - 1), n));
}

static void begin_base(struct sema *s, node_id n, struct position *at, struct expression *bytes, uint32_t alignment)
{
	at->base = variable_size(s, n, bytes);
	at->alignment = alignment;
	at->bits = 0;
}

static uint32_t wanted_alignment(struct sema *s, const struct member *m)
{
	uint32_t asked = type_member_alignment(s->types, m);
	if (!m->bit_field)
		return asked;
	asked = m->declared_alignment;
	uint32_t own = type_alignment(s->types, m->type);
	return !m->bit_width && own > asked ? own : asked ? asked : 1;
}

/* What the end of M, which is of variable size and begins at a multiple of ALIGNMENT, is known to be a multiple of. */
static uint32_t end_alignment(struct sema *s, const struct member *m, uint32_t alignment)
{
	const struct type *t = m->type;
	while (type_is_array(t))
		t = type_base(t);
	uint64_t size = type_is_variable(t) ? type_alignment(s->types, t) : type_size(s->types, t);
	uint64_t known = size & (0 - size);
	return known && known < alignment ? (uint32_t)known : alignment;
}

static void location(struct sema *s, node_id n, struct position *at, struct member *m)
{
	uint32_t alignment = wanted_alignment(s, m);
	if (at->base && alignment > at->alignment)
		begin_base(s, n, at, rounded(s, n, bytes_of(s, n, at), alignment), alignment);
	m->base = at->base;
	m->base_alignment = at->alignment;
	if (m->bit_field) {
		at->bits = type_place_bit_field(s->types, m, at->bits);
		m->bit_offset = (unsigned)(at->bits % 8);
		m->offset = at->bits / 8;
		at->bits += m->bit_width;
		return;
	}
	at->bits = round_up(at->bits, 8 * (uint64_t)alignment);
	m->offset = at->bits / 8;
	if (type_is_variable(m->type)) {
		struct expression *end =
			operator_binary(s, n, OP_ADD, bytes_of(s, n, at), expression_size_of(s, m->type, n));
		begin_base(s, n, at, end, end_alignment(s, m, alignment));
	} else {
		at->bits += 8 * type_size(s->types, m->type);
	}
}

/* The larger of the two sizes, in a hidden variable. */
static void at_least(struct sema *s, node_id n, struct position *largest, const struct position *end)
{
	if (!end->base && !largest->base) {
		largest->bits = end->bits > largest->bits ? end->bits : largest->bits;
		return;
	}
	struct declaration *a = variable_size(s, n, bytes_of(s, n, largest)),
			   *b = variable_size(s, n, bytes_of(s, n, end));
	struct expression *less = operator_binary(s, n, OP_LT, base_value(s, a, n), base_value(s, b, n));
	begin_base(s, n, largest, operator_conditional(s, n, less, base_value(s, b, n), base_value(s, a, n)), 1);
}

void layout_variable(struct sema *s, node_id n, struct record *r)
{
	struct position end = { 0 };
	r->alignment = r->declared_alignment ? r->declared_alignment : 1;
	for (uint32_t i = 0; i < r->member_count; i++) {
		struct member *m = &r->members[i];
		struct position begin = { 0 };
		m->record = r;
		m->index = i;
		location(s, n, r->is_union ? &begin : &end, m);
		if (r->is_union)
			at_least(s, n, &end, &begin);
		uint32_t alignment = type_alignment_for_record(s->types, m);
		r->alignment = alignment > r->alignment ? alignment : r->alignment;
	}
	r->size_object = variable_size(s, n, rounded(s, n, bytes_of(s, n, &end), r->alignment));
	type_set_containers(r);
	type_find_const(r);
	r->complete = true;
}

/* *(T *)((char *)&record + base): the members of that are where they are counted from. */
struct expression *layout_base(struct sema *s, node_id n, struct expression *record, const struct member *m)
{
	if (!record->is_lvalue) {
		sema_unsupported(s, sema_location(s, n),
				 "a member after one of variable size, of a value that is not an object");
		return expression_error(s, n);
	}
	const struct type *type = type_pointer(s->types, record->type);
	struct expression *address = record->operand;
	if (record->kind != EXPRESSION_DEREFERENCE) {
		address = expression_like(s, EXPRESSION_ADDRESS, type, record);
		address->operand = record;
	}
	struct expression *bytes = conversion_to(s, address, type_pointer(s->types, s->char_type));
	struct expression *sum = operator_binary(s, n, OP_ADD, bytes, base_value(s, m->base, n));
	sum->range = (struct source_range){ 0, 0 };
	struct expression *moved = operator_dereference(s, n, conversion_to(s, sum, type));
	moved->is_arrow = true;
	return moved;
}
