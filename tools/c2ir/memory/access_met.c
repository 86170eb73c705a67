/* An object that begins is none that an unknown pointer pointed to before: `$met` has a bit for each object that one did, and
 * where an object begins that may be known outside the program, or has a size or a state, that bit is 0 by assumption. (`$met` is unknown at the start, so
 * the assumption alone excludes nothing.) Pointers come as values, or where they are loaded from memory of others
 * (access_out.c); what is not read is not looked at.
 *
 * Nor does such a pointer dangle when it comes: where that would matter (access_equal.c) it is assumed. */
#include "access.h"
#include "access_internal.h"
#include "emit.h"
#include "object_maps.h"
#include "region.h"

static term meet(struct lowering *l, term object)
{
	return term_store(l->bank, l->accesses->met->term, object, term_bv(l->bank, 1, 1));
}

void access_meet(struct lowering *l, term object)
{
	if (l->accesses->resolved) {
		emit_assume(l, out_not_hidden(l, object));
		if (l->accesses->met)
			emit_assign(l, l->accesses->met, meet(l, object));
		term there = exposure_not_ended(l, object);
		if (!term_is_true(l->bank, there))
			emit_assume(l, there);
		return;
	}
	access_record(l, ACCESS_MEET)->pointer = object;
}

void access_made(struct lowering *l, term object, node pointer_node)
{
	struct access *a = access_record(l, ACCESS_MADE);
	a->pointer = object;
	a->record = pointer_node;
}

/* What is not public shares no map of contents with what an unknown pointer points to, but those of sizes and states. */
static bool is_told_apart(struct lowering *l, uint32_t record)
{
	return region_is_public(l->regions, record) || lower_needs_size(l) || lower_needs_state(l);
}

void met_prepare(struct lowering *l)
{
	bool met = false, made = false;
	const struct access *list = l->accesses->list.at;
	l->accesses->resolved = true;
	for (size_t i = 0; i < l->accesses->list.count; i++) {
		met |= list[i].kind == ACCESS_MEET || out_meets(l, &list[i]);
		made |= list[i].kind == ACCESS_MADE && is_told_apart(l, list[i].record);
	}
	if (!met || !made)
		return;
	sort s = sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, 1));
	l->accesses->met = program_add_global(l->program, program_fresh_name(l->program, "$met"), s);
}

static void assume(struct rewriter *r, term condition)
{
	if (term_is_true(r->l->bank, condition))
		return;
	struct statement *s = block_add(r->l->program, r->l->block, STATEMENT_ASSUME);
	s->term = condition;
	s->attributes = r->attributes;
}

void met_rewrite(struct rewriter *r, const struct access *a)
{
	struct lowering *l = r->l;
	struct variable *met = l->accesses->met;
	if (a->kind == ACCESS_MEET)
		assume(r, exposure_not_ended(l, a->pointer));
	if (!met)
		return;
	if (a->kind == ACCESS_MEET)
		access_assign(r, met, meet(l, a->pointer));
	else if (is_told_apart(l, a->record))
		assume(r, term_eq(l->bank, term_select(l->bank, met->term, a->pointer), term_bv(l->bank, 1, 0)));
}
