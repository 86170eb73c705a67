/* Accesses whose checks are off are assumed valid. Where the program itself makes the pointer nothing is done about it, but for rules, of
 * which it is assumed not to be null: an invalid access reaches bytes that are nobody's. But an unknown pointer has any value, and would often be one that nobody means: null, the
 * end of an object, freed memory. So of an access through one is assumed, before it, what the checks that are off would assert:
 *
 *	null        object(p) != 0
 *	bounds, uaf    size <= ~$absent[object(p)] && offset(p) <= ~$absent[object(p)] - size
 *	readonly    $fixed[object(p)] = 0, if it writes
 *
 * ~$absent is the size of an object that is there, and 0 of one that is no more. If bounds are checked and uaf is not, it says only that,
 * and if uaf is checked and bounds are not, it stays the size. (The complement, as 0 is what is tried first
 * of objects outside of the program, which have any size.) Only objects that an unknown pointer may point to are in these maps. */
#include "access.h"
#include "access_internal.h"
#include "address.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checked.h"
#include "emit.h"
#include "object_maps.h"
#include "region.h"
#include "storage.h"
#include "type_object.h"

enum { NULL_BYTES = 4096 }; /* where nothing lies */

/* ---- recorded ---- */

void access_valid(struct lowering *l, term pointer, node pointer_node, term size, bool write)
{
	bool checked = checks(l, CHECK_NULL) && checks(l, CHECK_BOUNDS) && checks(l, CHECK_UAF);
	if (!pointer_node || (checked && (!write || checks(l, CHECK_READONLY))))
		return;
	struct access *a = access_record(l, ACCESS_VALID);
	a->pointer = pointer;
	a->node = pointer_node;
	a->count = size;
	a->write = write;
	a->under = l->accesses->under;
}

term access_under(struct lowering *l, term condition)
{
	term before = l->accesses->under;
	l->accesses->under = before ? term_and(l->bank, before, condition) : condition;
	return before;
}

void access_under_before(struct lowering *l, term before)
{
	l->accesses->under = before;
}

void access_fixed(struct lowering *l, term object, uint32_t known)
{
	struct access *a = access_record(l, ACCESS_FIXED);
	a->pointer = object;
	a->record = known;
}

/* ---- which objects matter ---- */

static void reach(void *context, uint32_t object)
{
	struct validity *v = context;
	table_put(&v->reached, object, true);
}

static void reach_written(void *context, uint32_t object)
{
	struct validity *v = context;
	table_put(&v->written, object, true);
}

static struct variable *new_map(struct lowering *l, const char *name, uint32_t width)
{
	sort s = sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, width));
	return program_add_global(l->program, program_fresh_name(l->program, name), s);
}

static bool is_read_only(const struct validity *v, const struct storage *storage)
{
	return storage->kind == STORAGE_MEMORY && storage->read_only && table_has(&v->written, storage->object);
}

static bool some_are_read_only(struct lowering *l)
{
	const struct validity *v = l->accesses->validity;
	for (size_t i = 0; i < l->statics.objects.count; i++)
		if (is_read_only(v, l->statics.objects.at[i]))
			return true;
	for (size_t i = 0; i < l->accesses->list.count; i++) {
		const struct access *a = &l->accesses->list.at[i];
		if (a->kind == ACCESS_FIXED && table_has(&v->written, a->record))
			return true;
	}
	return false;
}

static void note_any(void *context, uint32_t object)
{
	(void)object;
	*(bool *)context = true;
}

/* Distinct pointers have objects of their own, outside of the program. */
static bool may_be_unknown(struct lowering *l, node pointer)
{
	bool any = false;
	if (region_aliases(l->regions))
		return region_is_unknown(l->regions, pointer);
	return !region_points(l->regions, pointer, note_any, &any) && any;
}

void valid_prepare(struct lowering *l)
{
	struct access_list *list = l->accesses;
	struct validity *v = list->validity = arena_alloc(l->arena, sizeof *v);
	bool any = false;
	for (size_t i = 0; i < list->list.count; i++) {
		struct access *a = &list->list.at[i];
		if (a->kind != ACCESS_VALID)
			continue;
		a->unknown = may_be_unknown(l, a->node);
		if (!a->unknown)
			continue;
		any = true;
		region_points(l->regions, a->node, reach, v);
		if (a->write)
			region_points(l->regions, a->node, reach_written, v);
	}
	if (any && !(checks(l, CHECK_BOUNDS) && checks(l, CHECK_UAF)))
		v->absent = new_map(l, "$absent", l->pointer_bits);
	if (any && !checks(l, CHECK_READONLY) && some_are_read_only(l))
		v->fixed = new_map(l, "$fixed", 1);
}

void valid_free(struct access_list *list)
{
	if (!list->validity)
		return;
	table_free(&list->validity->reached);
	table_free(&list->validity->written);
}

/* ---- resolved ---- */

/* What a check looks at is not assumed: the other half is. */
static term fits(struct lowering *l, const struct access *a, term object)
{
	struct bank *b = l->bank;
	if (checks(l, CHECK_BOUNDS))
		return term_not(b, term_eq(b, term_select(b, l->accesses->validity->absent->term, object),
					   word(l, UINT64_MAX)));
	term size = term_unary(b, OP_BVNOT, term_select(b, l->accesses->validity->absent->term, object));
	term room = term_binary(b, OP_BVSUB, size, a->count);
	return term_and(b, term_binary(b, OP_BVULE, a->count, size),
			term_binary(b, OP_BVULE, pointer_offset(l, a->pointer), room));
}

static void assume(struct rewriter *r, const struct access *a, term valid)
{
	struct lowering *l = r->l;
	/* Nothing is asked of no bytes at all. */
	valid = term_or(l->bank, valid, term_eq(l->bank, a->count, word(l, 0)));
	if (a->under)
		valid = term_implies(l->bank, a->under, valid);
	if (term_is_true(l->bank, valid))
		return;
	struct statement *s = block_add(l->program, l->block, STATEMENT_ASSUME);
	s->term = valid;
	s->attributes = r->attributes;
}

/* Drivers are called with null where that is possible, and what lies there is no state of a rule's. Numbers that are larger than the
 * members of a structure may be addresses of devices: they go on. */
static void assume_not_null(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	if (checks(l, CHECK_NULL))
		return;
	term small = term_binary(l->bank, OP_BVULT, pointer_offset(l, a->pointer), word(l, NULL_BYTES));
	assume(r, a, term_or(l->bank, nonzero(l, pointer_object(l, a->pointer)), term_not(l->bank, small)));
}

static void assume_valid(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	struct bank *b = l->bank;
	const struct validity *v = l->accesses->validity;
	term object = pointer_object(l, a->pointer), valid = term_true(b);
	if (!checks(l, CHECK_NULL))
		valid = nonzero(l, object);
	if (v->absent)
		valid = term_and(b, valid, fits(l, a, object));
	if (a->write && v->fixed)
		valid = term_and(b, valid, term_eq(b, term_select(b, v->fixed->term, object), term_bv(b, 1, 0)));
	assume(r, a, valid);
}

static void set(struct rewriter *r, struct variable *map, term object, term value)
{
	access_assign(r, map, term_store(r->l->bank, map->term, object, value));
}

/* Of an object that begins, with SIZE bytes; what $size is asked about is not said here. */
static term absent(struct lowering *l, term size)
{
	return checks(l, CHECK_BOUNDS) ? word(l, 0) : term_unary(l->bank, OP_BVNOT, size);
}

struct ending {
	const struct validity *validity;
	bool any;
};

static void ends(void *context, uint32_t object)
{
	struct ending *e = context;
	e->any |= table_has(&e->validity->reached, object);
}

static void resolve_end(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	const struct validity *v = l->accesses->validity;
	struct ending e = { .validity = v };
	if (checks(l, CHECK_UAF))
		return;
	region_points(l->regions, a->node, ends, &e);
	if (e.any)
		set(r, v->absent, pointer_object(l, a->pointer), word(l, UINT64_MAX));
}

void valid_resolve(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	const struct validity *v = l->accesses->validity;
	if (a->kind == ACCESS_VALID && a->unknown)
		assume_valid(r, a);
	else if (a->kind == ACCESS_VALID && checks(l, CHECK_RULE))
		assume_not_null(r, a);
	else if (a->kind == ACCESS_BORN && v->absent && table_has(&v->reached, a->record))
		set(r, v->absent, a->pointer, absent(l, a->count));
	else if (a->kind == ACCESS_DIES && v->absent)
		resolve_end(r, a);
	else if (a->kind == ACCESS_FIXED && v->fixed && table_has(&v->written, a->record))
		set(r, v->fixed, a->pointer, term_bv(l->bank, 1, 1));
}

/* ---- static objects ---- */

static void begin_static(struct lowering *l, const struct storage *storage, bool is_function)
{
	const struct validity *v = l->accesses->validity;
	struct rewriter r = { .l = l, .attributes = l->at };
	term identity = term_bv(l->bank, OBJECT_BITS, storage->identity);
	if (storage->kind != STORAGE_MEMORY || !table_has(&v->reached, storage->object))
		return;
	if (v->absent && (is_function || type_has_size(storage->type)))
		set(&r, v->absent, identity, absent(l, word(l, is_function ? 0 : storage->bytes)));
	if (v->fixed && is_read_only(v, storage))
		set(&r, v->fixed, identity, term_bv(l->bank, 1, 1));
}

void access_begin_valid(struct lowering *l)
{
	for (size_t i = 0; i < l->statics.objects.count; i++)
		begin_static(l, l->statics.objects.at[i], false);
	for (size_t i = 0; i < l->statics.functions.count; i++)
		begin_static(l, l->statics.functions.at[i], true);
}
