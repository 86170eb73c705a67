/* Memory accesses: recorded by the lowering as statements without a meaning, replaced by reads and writes of maps
 * when the points-to analysis knows which map each one touches (docs/heap.md).
 *
 *	t := <load p>           t := M[p]
 *	<store p, v>            M := M[p := v]
 *	<fill p, n, byte>       M := fill(M, p, n, value)           for each map M that it touches
 *	<copy p, q, n>          M := copy(M, p, M, q, n)            likewise
 *	<forget p, n>           M := copy(M, p, U, p, n)            where U is a map of unknown contents */
#include "access.h"

#include "access_internal.h"
#include "address.h"
#include "c_pointer.h"
#include "c_term.h"
#include "emit.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "thread_mark.h"

struct access *access_record(struct lowering *l, enum access_kind kind)
{
	struct statement *s = emit(l, STATEMENT_ASSIGN);
	(void)s;
	vec_push(&l->accesses->list, (struct access){ .kind = kind,
						      .procedure = l->procedure,
						      .block = l->block,
						      .location = l->location,
						      .statement = l->block->statement_count - 1 });
	return &vec_last(&l->accesses->list);
}

struct rvalue access_load(struct lowering *l, term pointer, node pointer_node, uint32_t width, bool is_pointer)
{
	struct variable *target = emit_temporary(l, sort_bitvector(l->bank, width));
	struct access *a = access_record(l, ACCESS_LOAD);
	node to;
	a->pointer = pointer;
	a->is_pointer = is_pointer;
	a->target = target;
	uint32_t bytes = is_pointer ? l->pointer_bits / 8 : (width + 7) / 8;
	a->record = region_load(l->regions, &to, pointer_node, bytes, is_pointer);
	return rvalue_scalar(target->term, to);
}

void access_store(struct lowering *l, term pointer, node pointer_node, term value, node value_node, bool is_pointer)
{
	access_store_unset(l, pointer, pointer_node, rvalue_scalar(value, value_node), is_pointer);
}

/* The same of a value that may be uninitialised. */
void access_store_unset(struct lowering *l, term pointer, node pointer_node, struct rvalue from, bool is_pointer)
{
	term value = from.term;
	node value_node = from.node;
	struct access *a = access_record(l, ACCESS_STORE);
	a->pointer = pointer;
	a->is_pointer = is_pointer;
	a->value = value;
	a->node = value_node;
	a->unset = from.unset;
	uint32_t bytes = is_pointer ? l->pointer_bits / 8 : (term_width(l->bank, value) + 7) / 8;
	a->record = region_store(l->regions, value_node, pointer_node, bytes, is_pointer);
}

/* The largest power of two (or constant factor) that a term is certainly a multiple of. */
static uint64_t factor_of(const struct bank *b, term t, int depth)
{
	if (term_is_constant(b, t))
		return term_fits(b, t) ? term_value(b, t) : 1;
	if (depth > 8)
		return 1;
	uint64_t x, y;
	switch (term_op(b, t)) {
	case OP_BVMUL:
		x = factor_of(b, term_arg(b, t, 0), depth + 1);
		y = factor_of(b, term_arg(b, t, 1), depth + 1);
		return x && y && x < 1 << 20 && y < 1 << 20 ? x * y : 1;
	case OP_BVSHL:
		if (!term_is_constant(b, term_arg(b, t, 1)) || term_value(b, term_arg(b, t, 1)) > 16)
			return 1;
		x = factor_of(b, term_arg(b, t, 0), depth + 1);
		return x < 1 << 20 ? x << term_value(b, term_arg(b, t, 1)) : 1;
	case OP_BVADD:
	case OP_BVSUB:
		x = factor_of(b, term_arg(b, t, 0), depth + 1);
		y = factor_of(b, term_arg(b, t, 1), depth + 1);
		while (y) {
			uint64_t rest = x % y;
			x = y;
			y = rest;
		}
		return x;
	case OP_ITE:
		x = factor_of(b, term_arg(b, t, 1), depth + 1);
		y = factor_of(b, term_arg(b, t, 2), depth + 1);
		while (y) {
			uint64_t rest = x % y;
			x = y;
			y = rest;
		}
		return x;
	case OP_CONCAT:
		if (term_is_constant(b, term_arg(b, t, 1)) && term_value(b, term_arg(b, t, 1)) == 0 &&
		    term_width(b, term_arg(b, t, 1)) < 32)
			return UINT64_C(1) << term_width(b, term_arg(b, t, 1));
		return 1;
	default:
		return 1;
	}
}

static void count_facts(struct lowering *l, term count, uint64_t *size, uint64_t *multiple)
{
	*size = 0;
	*multiple = 1;
	if (term_is_constant(l->bank, count))
		*size = term_value(l->bank, count);
	else
		*multiple = factor_of(l->bank, emit_held(l, count), 0);
	if (*multiple == 0)
		*multiple = 1;
}

uint64_t access_factor(struct lowering *l, term t)
{
	return factor_of(l->bank, t, 0);
}

static bool is_zero(struct lowering *l, term t)
{
	return term_is_constant(l->bank, t) && term_fits(l->bank, t) && term_value(l->bank, t) == 0;
}

void access_fill(struct lowering *l, term pointer, node pointer_node, term byte, term count)
{
	uint64_t size, multiple;
	count_facts(l, count, &size, &multiple);
	if (is_zero(l, count))
		return;
	struct access *a = access_record(l, ACCESS_FILL);
	a->pointer = pointer;
	a->value = byte;
	a->count = count;
	a->record = region_fill(l->regions, pointer_node, size, multiple, is_zero(l, byte));
}

/* All of a new object becomes zero. */
void access_clear(struct lowering *l, term pointer, node pointer_node, term count)
{
	if (is_zero(l, count))
		return;
	struct access *a = access_record(l, ACCESS_FILL);
	a->pointer = pointer;
	a->value = term_bv(l->bank, 8, 0);
	a->count = count;
	a->record = region_fill(l->regions, pointer_node, 0, REGION_WHOLE, true);
}

/* A fill with a pointer, `bytes` long: the cells are pointers or this is not supported. */
void access_fill_pointers(struct lowering *l, term pointer, node pointer_node, struct rvalue value, term bytes,
			  term room)
{
	/* One store tells the points-to analysis what the cells hold. */
	access_store(l, pointer, pointer_node, value.term, value.node, true);
	struct access *a = access_record(l, ACCESS_FILL);
	a->pointer = pointer;
	a->value = value.term;
	a->is_pointer = true;
	a->count = bytes;
	a->room = room;
	a->record = region_fill(l->regions, pointer_node, 0, l->pointer_bits / 8, true);
}

static void copy(struct lowering *l, term to, node to_node, term from, node from_node, term count, uint64_t size,
		 uint64_t multiple)
{
	if (is_zero(l, count))
		return;
	struct access *a = access_record(l, ACCESS_COPY);
	a->pointer = to;
	a->from = from;
	a->count = count;
	a->record = region_copy(l->regions, to_node, from_node, size, multiple);
}

void access_copy(struct lowering *l, term to, node to_node, term from, node from_node, term count)
{
	uint64_t size, multiple;
	count_facts(l, count, &size, &multiple);
	copy(l, to, to_node, from, from_node, count, size, multiple);
}

void access_copy_object(struct lowering *l, term to, node to_node, term from, node from_node, term count)
{
	copy(l, to, to_node, from, from_node, count, 0, REGION_REST);
}

/* `count` bytes become unknown. */
void access_forget(struct lowering *l, term pointer, node pointer_node, term count)
{
	uint64_t size, multiple;
	count_facts(l, count, &size, &multiple);
	if (is_zero(l, count))
		return;
	struct access *a = access_record(l, ACCESS_FORGET);
	a->pointer = pointer;
	a->count = count;
	a->record = region_fill(l->regions, pointer_node, size, multiple, false);
}

void access_forget_approximately(struct lowering *l, term pointer, node pointer_node, term count, const char *what)
{
	size_t before = l->accesses->list.count;
	access_forget(l, pointer, pointer_node, count);
	if (l->accesses->list.count != before)
		vec_last(&l->accesses->list).approximate = what;
}

/* All of the object becomes unknown. */
void access_forget_object(struct lowering *l, term object, node pointer_node)
{
	struct access *a = access_record(l, ACCESS_FORGET);
	a->pointer = pointer_make(l, object, word(l, 0));
	a->count = term_select(l->bank, lower_size_map(l)->term, object);
	a->record = region_fill(l->regions, pointer_node, 0, REGION_WHOLE, false);
}

/* All objects that a pointer with this flow may point into become unknown: an over-approximation. */
void access_forget_all(struct lowering *l, node pointer_node)
{
	struct access *a = access_record(l, ACCESS_FORGET_ALL);
	a->record = region_fill(l->regions, pointer_node, 0, REGION_WHOLE, false);
}

/* ---- resolving ---- */

void access_assign(struct rewriter *r, struct variable *target, term value)
{
	struct statement *s = block_add(r->l->program, r->l->block, STATEMENT_ASSIGN);
	s->target = target;
	s->term = value;
	s->attributes = r->attributes;
}

static void rewrite_load(struct rewriter *r, const struct access *a, const struct cell_class *const *classes)
{
	struct lowering *l = r->l;
	if (!classes[0]) {
		/* It points nowhere that is known: any value. */
		struct statement *s = block_add(l->program, l->block, STATEMENT_HAVOC);
		s->target = a->target;
		s->attributes = r->attributes;
		return;
	}
	const struct cell_class *c = classes[0];
	if (typed_class(l, c))
		typed_load(r, a, c);
	else if (c->byte_wise)
		bytes_load(r, a, c);
	else
		access_assign(r, a->target,
			      resize(l, term_select(l->bank, access_map(l, c)->term, a->pointer),
				     term_width(l->bank, a->target->term), false));
}

static void rewrite_store(struct rewriter *r, const struct access *a, const struct cell_class *const *classes)
{
	struct lowering *l = r->l;
	const struct cell_class *c = classes[0];
	if (!c || !c->read)
		return;
	unset_store(r, a, c);
	if (typed_class(l, c))
		typed_store(r, a, c);
	else if (c->byte_wise)
		bytes_store(r, a, c);
	else
		access_assign(r, access_map(l, c),
			      term_store(l->bank, access_map(l, c)->term, a->pointer,
					 resize(l, a->value, c->pointer ? pointer_width(l) : c->bytes * 8, false)));
}

static term fill_value(struct lowering *l, const struct access *a, const struct cell_class *c)
{
	if (a->is_pointer)
		return a->value;
	if (!c->byte_wise && c->pointer)
		return term_bv(l->bank, pointer_width(l), 0); /* the analysis lets only zeros by */
	term value = a->value;
	for (uint32_t i = 1; i < c->bytes; i++)
		value = term_concat(l->bank, a->value, value);
	return value;
}

static void forget(struct rewriter *r, const struct access *a, struct variable *map)
{
	struct lowering *l = r->l;
	struct variable *unknown = emit_temporary(l, term_sort(l->bank, map->term));
	struct statement *s = block_add(l->program, l->block, STATEMENT_HAVOC);
	s->target = unknown;
	s->attributes = a->approximate
				? attribute_string(l->program, r->attributes, ATTRIBUTE_APPROXIMATE, a->approximate)
				: r->attributes;
	access_assign(r, map, term_copy(l->bank, map->term, a->pointer, unknown->term, a->pointer, a->count));
}

/* Bytes of a pointer over and over became unknown, which is more than they can be: a counterexample with more strings than are
 * stored one by one afterwards is not confirmed. */
static void mark_unknown(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	struct statement *s = block_add(l->program, l->block, STATEMENT_ASSIGN);
	s->target = emit_temporary(l, sort_bool(l->bank));
	s->term = term_binary(l->bank, OP_BVULT, word(l, ACCESS_OWN_POINTERS * l->pointer_bits / 8), a->count);
	s->attributes = attribute_string(l->program, r->attributes, ATTRIBUTE_APPROXIMATE, "pointers as bytes");
}

static void rewrite_fill(struct rewriter *r, const struct access *a, const struct cell_class *const *classes)
{
	struct lowering *l = r->l;
	for (; *classes; classes++) {
		const struct cell_class *c = *classes;
		if (!c->read)
			continue;
		unset_fill(r, a, c, false);
		if (typed_class(l, c)) {
			typed_fill(r, a, c);
			continue;
		}
		if (a->is_pointer && c->byte_wise) {
			forget(r, a, access_map(l, c));
			forget(r, a, access_provenance(l, c));
			mark_unknown(r, a);
			continue;
		}
		if (!a->is_pointer && c->byte_wise)
			split_fill(r, a, c);
		term value = fill_value(l, a, c);
		struct variable *map = access_map(l, c);
		access_assign(r, map, term_fill(l->bank, map->term, a->pointer, a->room ? a->room : a->count, value));
		if (c->byte_wise && c->pointer)
			access_assign(r, access_provenance(l, c),
				      term_fill(l->bank, access_provenance(l, c)->term, a->pointer, a->count,
						term_bv(l->bank, OBJECT_BITS, 0)));
	}
}

static void rewrite_copy(struct rewriter *r, const struct access *a, const struct cell_class *const *classes)
{
	struct lowering *l = r->l;
	for (; *classes; classes++) {
		const struct cell_class *c = *classes;
		if (!c->read)
			continue;
		unset_copy(r, a, c);
		if (typed_class(l, c)) {
			typed_copy(r, a, c);
			continue;
		}
		if (c->byte_wise)
			split_copy(r, a, c);
		struct variable *map = access_map(l, c);
		access_assign(r, map, term_copy(l->bank, map->term, a->pointer, map->term, a->from, a->count));
		if (!c->byte_wise || !c->pointer)
			continue;
		map = access_provenance(l, c);
		access_assign(r, map, term_copy(l->bank, map->term, a->pointer, map->term, a->from, a->count));
		access_mark_part(l, &l->block->statements[l->block->statement_count - 1]);
	}
}

static void rewrite_forget(struct rewriter *r, const struct access *a, const struct cell_class *const *classes)
{
	for (; *classes; classes++) {
		const struct cell_class *c = *classes;
		if (!c->read)
			continue;
		unset_fill(r, a, c, false);
		if (typed_class(r->l, c)) {
			typed_forget(r, a, c, forget);
			continue;
		}
		forget(r, a, access_map(r->l, c));
		if (c->byte_wise && c->pointer)
			forget(r, a, access_provenance(r->l, c));
	}
}

static void forget_map(struct rewriter *r, const struct access *a, struct variable *map)
{
	(void)a;
	struct program *p = r->l->program;
	struct statement *s = block_add(p, r->l->block, STATEMENT_HAVOC);
	s->target = map;
	s->attributes =
		attribute_string(p, r->attributes, ATTRIBUTE_APPROXIMATE, "memory that an unknown function reaches");
}

static void rewrite_forget_all(struct rewriter *r, const struct access *a, const struct cell_class *const *classes)
{
	for (; *classes; classes++) {
		const struct cell_class *c = *classes;
		if (!c->read)
			continue;
		if (typed_class(r->l, c)) {
			typed_each(r, a, c, forget_map);
			continue;
		}
		forget_map(r, a, access_map(r->l, c));
		if (c->byte_wise && c->pointer)
			forget_map(r, a, access_provenance(r->l, c));
	}
}

static void rewrite(struct rewriter *r, const struct access *a)
{
	if (a->kind == ACCESS_MEET || a->kind == ACCESS_MADE) {
		out_resolve(r, a);
		met_rewrite(r, a);
		return;
	}
	if (a->kind >= ACCESS_EXPOSE && a->kind <= ACCESS_DIES) {
		address_resolve(r, a);
		valid_resolve(r, a);
		out_resolve(r, a);
		return;
	}
	if (a->kind == ACCESS_GIVEN || a->kind == ACCESS_MEET_LOADED) {
		out_resolve(r, a);
		if (a->kind == ACCESS_MEET_LOADED)
			met_rewrite(r, a);
		live_resolve(r, a);
		return;
	}
	if (a->kind == ACCESS_VALID || a->kind == ACCESS_FIXED) {
		valid_resolve(r, a);
		return;
	}
	const struct cell_class *const *classes = region_classes(r->l->regions, a->record);
	switch (a->kind) {
	case ACCESS_MEET:
	case ACCESS_MADE:
	case ACCESS_GIVEN:
	case ACCESS_MEET_LOADED:
	case ACCESS_VALID:
	case ACCESS_FIXED:
		break;
	case ACCESS_LOAD:
		rewrite_load(r, a, classes);
		break;
	case ACCESS_STORE:
		rewrite_store(r, a, classes);
		out_resolve(r, a);
		break;
	case ACCESS_FILL:
		rewrite_fill(r, a, classes);
		break;
	case ACCESS_COPY:
		rewrite_copy(r, a, classes);
		break;
	case ACCESS_FORGET:
		rewrite_forget(r, a, classes);
		break;
	case ACCESS_FORGET_ALL:
		rewrite_forget_all(r, a, classes);
		break;
	case ACCESS_BEGIN:
		for (; *classes; classes++)
			if ((*classes)->read)
				unset_fill(r, a, *classes, true);
		break;
	case ACCESS_CHECK:
		if (*classes)
			unset_check(r, a, *classes);
		break;
	case ACCESS_UNSET:
		unset_load(r, a, *classes);
		break;
	case ACCESS_EXPOSE:
	case ACCESS_FIND:
	case ACCESS_ORDER:
	case ACCESS_EQUAL:
	case ACCESS_BORN:
	case ACCESS_DIES:
		break;
	}
}

/* What became nothing was the last statement of one in C, perhaps. */
static void keep_text(struct lowering *l, struct block *block, const struct statement *gone)
{
	const struct attribute *text = attribute_find(gone->attributes, ATTRIBUTE_TEXT);
	if (!text || !block->statement_count)
		return;
	struct statement *s = &block->statements[block->statement_count - 1];
	if (!attribute_find(s->attributes, ATTRIBUTE_TEXT) &&
	    attribute_find(s->attributes, ATTRIBUTE_AT) == attribute_find(gone->attributes, ATTRIBUTE_AT))
		s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_TEXT, text->values[0].string);
}

/* What is assumed of an access stands before it, and may be the first statement of one in C. */
static void pass_text(struct lowering *l, const struct statement *gone, struct statement *next)
{
	const struct attribute *text = attribute_find(gone->attributes, ATTRIBUTE_TEXT);
	if (text && !attribute_find(next->attributes, ATTRIBUTE_TEXT))
		next->attributes =
			attribute_string(l->program, next->attributes, ATTRIBUTE_TEXT, text->values[0].string);
}

/* What a load or a store has become is done in one turn of a thread. */
static void mark_parts(struct lowering *l, const struct access *a, struct block *block, uint32_t first)
{
	bool one = a->kind == ACCESS_LOAD || a->kind == ACCESS_STORE;
	for (uint32_t i = first + 1; one && i < block->statement_count; i++)
		access_mark_part(l, &block->statements[i]);
}

/* The accesses of one block, in its order, are those from `first` to `end`, given by `order`. */
static void rewrite_block(struct lowering *l, struct block *block, const struct access *list, const uint32_t *order,
			  uint32_t count)
{
	uint32_t old_count = block->statement_count, at = 0;
	struct statement *old = arena_alloc(l->arena, sizeof *old * (old_count + 1));
	for (uint32_t i = 0; i < old_count; i++)
		old[i] = block->statements[i];
	block->statement_count = 0;
	l->block = block;
	for (uint32_t i = 0; i < old_count; i++) {
		if (at < count && list[order[at]].statement == i) {
			struct rewriter r = { l, &old[i], old[i].attributes };
			uint32_t before = block->statement_count;
			const struct access *a = &list[order[at++]];
			rewrite(&r, a);
			access_rewrite_area(&r, a, before);
			mark_parts(l, a, block, before);
			if (block->statement_count != before)
				continue;
			if (a->kind == ACCESS_VALID && i + 1 < old_count)
				pass_text(l, &old[i], &old[i + 1]);
			else
				keep_text(l, block, &old[i]);
			continue;
		}
		struct statement *s = block_add(l->program, block, old[i].kind);
		*s = old[i];
	}
}

struct block_counts TABLE_BODY(const struct block *, uint32_t);

static uint32_t *sorted_by_block(struct lowering *l, struct block_counts *counts)
{
	struct access_list *list = l->accesses;
	for (size_t i = 0; i < list->list.count; i++) {
		const struct block *key = list->list.at[i].block;
		table_put(counts, key, table_get(counts, key, 0) + 1);
	}
	/* Blocks in the order of their first access; accesses of a block were recorded in its order. */
	struct block_counts starts = { 0 };
	uint32_t *order = arena_alloc(l->arena, sizeof *order * (list->list.count + 1));
	uint32_t next = 0;
	for (uint32_t i = 0; i < list->list.count; i++) {
		const struct block *key = list->list.at[i].block;
		uint32_t start = table_get(&starts, key, UINT32_MAX);
		if (start == UINT32_MAX) {
			start = next;
			next += table_get(counts, key, 0);
		}
		order[start] = i;
		table_put(&starts, key, start + 1);
	}
	table_free(&starts);
	return order;
}

/* Maps that only a later access of another block reads must exist before: `read` is known since regions_solve. */
void access_resolve(struct lowering *l)
{
	if (!l->accesses)
		return;
	live_prepare(l);
	out_prepare(l);
	met_prepare(l);
	valid_prepare(l);
	address_find(l);
	struct block_counts counts = { 0 };
	uint32_t *order = sorted_by_block(l, &counts);
	const struct access *list = l->accesses->list.at;
	for (size_t i = 0; i < l->accesses->list.count;) {
		struct block *block = list[order[i]].block;
		uint32_t count = table_get(&counts, block, 0);
		l->procedure = list[order[i]].procedure;
		rewrite_block(l, block, list, &order[i], count);
		i += count;
	}
	table_free(&counts);
	held_describe(l);
}

void access_init(struct lowering *l)
{
	l->accesses = arena_alloc(l->arena, sizeof *l->accesses);
}

void access_release(struct lowering *l)
{
	if (!l->accesses)
		return;
	vec_free(&l->accesses->list);
	vec_free(&l->accesses->maps);
	vec_free(&l->accesses->mapped);
	table_free(&l->accesses->origins);
	vec_free(&l->accesses->provenances);
	vec_free(&l->accesses->unsets);
	typed_free(l->accesses);
	address_free(l->accesses);
	valid_free(l->accesses);
	out_free(l->accesses);
	life_release(l->accesses);
	apart_release(l->accesses);
}
