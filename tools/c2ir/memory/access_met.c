/* An object that begins is none that an unknown pointer pointed to before, and what nobody outside knows is none that one points to
 * later: `$met` says of each object
 *
 *	0   nothing
 *	1   an unknown pointer pointed to it
 *	2   it began in the program, and is not public
 *
 * Where an object begins that is public, or has a size or a state, 0 is assumed; where an unknown pointer comes, that it is not 2.
 * (`$met` is unknown at the start, so the assumptions alone exclude nothing.) Pointers come as values, or where they are loaded from
 * memory of others (access_out.c); what is not read is not looked at.
 *
 * Nor does such a pointer dangle when it comes: where that would matter (access_equal.c) it is assumed. */
#include "access.h"
#include "access_internal.h"
#include "c_pointer.h"
#include "emit.h"
#include "object_maps.h"
#include "region.h"

enum { MET_NOT = 0, MET_UNKNOWN = 1, MET_OWN = 2 };

static term marked(struct lowering *l, term object, uint64_t as)
{
	return term_store(l->bank, l->accesses->met->term, object, term_bv(l->bank, l->accesses->met_bits, as));
}

static term is_marked(struct lowering *l, term object, uint64_t as)
{
	return term_eq(l->bank, term_select(l->bank, l->accesses->met->term, object),
		       term_bv(l->bank, l->accesses->met_bits, as));
}

/* One bit for each object is enough where nothing is marked as the program's own. */
static term is_own(struct lowering *l, term object)
{
	return l->accesses->met_bits > 1 ? is_marked(l, object, MET_OWN) : term_false(l->bank);
}

term met_if(struct lowering *l, term object, term condition)
{
	term met = l->accesses->met->term, unknown = term_bv(l->bank, l->accesses->met_bits, MET_UNKNOWN);
	term as = term_ite(l->bank, condition, unknown, term_select(l->bank, met, object));
	return term_store(l->bank, met, object, as);
}

void access_meet(struct lowering *l, term object)
{
	if (l->accesses->resolved) {
		emit_assume(l, out_not_hidden(l, object));
		if (l->accesses->met) {
			term others = term_not(l->bank, is_own(l, object));
			if (!term_is_true(l->bank, others))
				emit_assume(l, others);
			emit_assign(l, l->accesses->met, marked(l, object, MET_UNKNOWN));
		}
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

/* Of what is loaded from memory where the program's own pointers are, too, nothing is assumed. */
static bool is_loaded(struct lowering *l, const struct access *a)
{
	return a->kind == ACCESS_MEET_LOADED && !l->accesses->outing->map && region_is_unknown(l->regions, a->node);
}

void met_prepare(struct lowering *l)
{
	bool met = false, made = false, own = false;
	const struct access *list = l->accesses->list.at;
	l->accesses->resolved = true;
	for (size_t i = 0; i < l->accesses->list.count; i++) {
		met |= list[i].kind == ACCESS_MEET || out_meets(l, &list[i]) || is_loaded(l, &list[i]);
		if (list[i].kind != ACCESS_MADE || !is_told_apart(l, list[i].record))
			continue;
		made = true;
		own |= !region_is_public(l->regions, list[i].record);
	}
	if (!met || !made)
		return;
	l->accesses->met_bits = own ? 2 : 1;
	sort s =
		sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, l->accesses->met_bits));
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
	if (a->kind == ACCESS_MEET) {
		assume(r, term_not(l->bank, is_own(l, a->pointer)));
		access_assign(r, met, marked(l, a->pointer, MET_UNKNOWN));
	} else if (a->kind == ACCESS_MEET_LOADED) {
		if (is_loaded(l, a))
			access_assign(r, met, marked(l, pointer_object(l, a->pointer), MET_UNKNOWN));
	} else if (is_told_apart(l, a->record)) {
		assume(r, is_marked(l, a->pointer, MET_NOT));
		if (!region_is_public(l->regions, a->record))
			access_assign(r, met, marked(l, a->pointer, MET_OWN));
	}
}
