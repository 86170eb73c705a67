/* Objects of one record type do not overlap unless they are one. So if two pointers to it came from outside the program, and are taken to
 * point to live objects of their type (access_live.c), what they point to is the same or apart; so are the records in them, but for those in
 * unions, of which not all live. Of pointers that the program computes otherwise nothing is known. `$comeN` has 1 for each pointer that came as
 * one to such a record, of N bytes, or to one with such a record there, and 0 for all others.
 *
 * There is such a map for the records that are copied by an assignment through two pointers: before that, it is assumed, as the check
 * overlap asks for it (6.5.16.1p3). Types of several units are one if size and tag (or typedef) are: those of one size cannot overlap in part either. */
#include "access.h"
#include "access_internal.h"
#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_unit.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checked.h"
#include "emit.h"
#include "lower_ledger.h"
#include "lowering_options.h"
#include "object_maps.h"
#include "record.h"
#include "scan.h"
#include "type_derived.h"
#include "type_layout.h"
#include "type_object.h"
#include "type_base.h"
#include "type_record.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_PARTS = 16 }; /* records in one, of which it is kept that they came */

struct apart_map {
	uint64_t size;    /* of the records */
	const char *name; /* their tag or typedef; NULL: none */
	struct variable *map;
};
struct parts {
	const struct apart_part *first;
	unsigned count;
};

struct apart {
	VEC(struct apart_map) maps;
	TABLE(const struct type *, struct parts *) parts; /* those that were asked for */
};

/* ---- which records are copied ---- */

struct search {
	struct lowering *l;
	const struct types *types;
};

static bool is_through_pointer(const struct expression *e)
{
	while (e->kind == EXPRESSION_MEMBER)
		e = e->operand;
	return e->kind == EXPRESSION_DEREFERENCE;
}

static const char *name_of(const struct type *record)
{
	const struct record *r = type_record(record);
	return r->tag ? r->tag : r->name;
}

static bool is_same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static struct variable *find_map(const struct apart *apart, uint64_t size, const char *name)
{
	for (size_t i = 0; i < apart->maps.count; i++)
		if (apart->maps.at[i].size == size && is_same(apart->maps.at[i].name, name))
			return apart->maps.at[i].map;
	return NULL;
}

static void add_map(struct lowering *l, uint64_t size, const char *name)
{
	if (!size || find_map(l->accesses->apart, size, name))
		return;
	const char *global = program_fresh_name(l->program, arena_format(l->arena, "$come%" PRIu64, size));
	sort s = sort_map(l->bank, sort_bitvector(l->bank, pointer_width(l)), sort_bitvector(l->bank, 1));
	vec_push(&l->accesses->apart->maps,
		 (struct apart_map){ size, name, program_add_global(l->program, global, s) });
}

static bool find_copies(void *context, const struct expression *e)
{
	struct search *search = context;
	if (e->kind != EXPRESSION_ASSIGN || !type_is_record(e->left->type) || !type_has_size(e->left->type))
		return false;
	bool loaded = e->right->kind == EXPRESSION_CONVERSION && e->right->conversion == CONVERSION_LOAD;
	if (loaded && is_through_pointer(e->left) && is_through_pointer(e->right->operand))
		add_map(search->l, type_size(search->types, e->left->type), name_of(e->left->type));
	return false;
}

static void find_in_unit(struct lowering *l, const struct unit *unit)
{
	struct search search = { l, unit->types };
	struct scan scan = { .visit = find_copies, .context = &search };
	for (uint32_t i = 0; i < unit->declaration_count; i++) {
		const struct declaration *d = unit->declarations[i];
		if (d->kind == DECLARATION_FUNCTION && d->function && !d->unsupported)
			scan_function(d->function, &scan);
	}
}

static void find_all(struct lowering *l)
{
	if (l->accesses->apart)
		return;
	l->accesses->apart = arena_alloc(l->arena, sizeof *l->accesses->apart);
	for (uint32_t i = 0; i < l->unit_count; i++)
		find_in_unit(l, l->units[i]);
}

static struct variable *apart_map(struct lowering *l, const struct type *to)
{
	if (!checks(l, CHECK_OVERLAP) || l->options->args == ARGS_ANY || !type_is_record(to) || !type_has_size(to))
		return NULL;
	find_all(l);
	return find_map(l->accesses->apart, type_size(l->types, to), name_of(to));
}

static void find_parts(struct lowering *l, const struct type *type, uint64_t offset, struct parts *parts)
{
	if (!type_has_size(type) || parts->count >= MAX_PARTS)
		return;
	if (type_is_array(type)) {
		uint64_t size = type_size(l->types, type_base(type));
		for (uint64_t i = 0; i < type_length(type) && i < MAX_PARTS; i++)
			find_parts(l, type_base(type), offset + i * size, parts);
		return;
	}
	if (!type_is_record(type))
		return;
	struct variable *map = find_map(l->accesses->apart, type_size(l->types, type), name_of(type));
	if (map) {
		struct apart_part *part = arena_alloc(l->arena, sizeof *part);
		*part = (struct apart_part){ .map = map, .offset = offset, .next = parts->first };
		parts->first = part;
		parts->count++;
	}
	const struct record *record = type_record(type);
	for (uint32_t i = 0; i < record->member_count && !record->is_union && !record->variable; i++)
		find_parts(l, record->members[i].type, offset + record->members[i].offset, parts);
}

const struct apart_part *apart_parts(struct lowering *l, const struct type *to)
{
	if (!type_is_record(to) || !checks(l, CHECK_OVERLAP) || l->options->args == ARGS_ANY)
		return NULL;
	find_all(l);
	struct apart *apart = l->accesses->apart;
	struct parts *parts = apart->maps.count ? table_get(&apart->parts, to, NULL) : NULL;
	if (!apart->maps.count || parts)
		return parts ? parts->first : NULL;
	parts = arena_alloc(l->arena, sizeof *parts);
	find_parts(l, to, 0, parts);
	table_put(&apart->parts, to, parts);
	return parts->first;
}

/* ---- pointers that come ---- */

term apart_come(struct lowering *l, const struct apart_part *part, term pointer, term condition)
{
	struct bank *b = l->bank;
	term at = part->offset ? pointer_add(l, pointer, word(l, part->offset)) : pointer;
	term map = part->map->term, now = term_select(b, map, at);
	return term_store(b, map, at, term_ite(b, condition, term_bv(b, 1, 1), now));
}

void apart_note(struct lowering *l, struct location location)
{
	lower_ledger(l, location,
		     "pointers to one record type that come from outside are taken to be equal or to point to "
		     "objects that "
		     "do not overlap (--args)");
}

void apart_release(struct access_list *list)
{
	if (!list->apart)
		return;
	vec_free(&list->apart->maps);
	table_free(&list->apart->parts);
}

/* ---- what is assumed ---- */

static term came(struct lowering *l, const struct variable *map, term pointer)
{
	return term_eq(l->bank, term_select(l->bank, map->term, pointer), term_bv(l->bank, 1, 1));
}

/* As the check overlap has it: modulo 2^W, each begins SIZE bytes or more behind the other the other way round the circle. */
static term is_apart(struct lowering *l, term p, term q, uint64_t size)
{
	struct bank *b = l->bank;
	term i = pointer_offset(l, p), k = pointer_offset(l, q), n = word(l, size);
	term other = term_not(b, term_eq(b, pointer_object(l, p), pointer_object(l, q)));
	return term_or(b, other,
		       term_and(b, term_binary(b, OP_BVULE, n, term_binary(b, OP_BVSUB, k, i)),
				term_binary(b, OP_BVULE, n, term_binary(b, OP_BVSUB, i, k))));
}

void access_apart(struct lowering *l, term p, term q, const struct type *type)
{
	struct bank *b = l->bank;
	uint64_t size = type_size(l->types, type);
	const struct variable *map = apart_map(l, type);
	if (!map)
		return;
	term both = term_and(b, came(l, map, p), came(l, map, q));
	emit_assume(l, term_implies(b, both, term_or(b, term_eq(b, p, q), is_apart(l, p, q, size))));
}

void access_begin_apart(struct lowering *l)
{
	const struct apart *apart = l->accesses->apart;
	for (size_t i = 0; apart && i < apart->maps.count; i++)
		emit_assign(l, apart->maps.at[i].map,
			    term_const_map(l->bank, pointer_width(l), term_bv(l->bank, 1, 0)));
}
