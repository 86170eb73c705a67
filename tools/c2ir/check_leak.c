/* What is left on the heap when the program ends: memory that nothing in static storage points to any more (leak), or memory
 * that is not freed at all (cleanup).
 *
 * One object stands for all: each allocation may become the watched one, by a choice that is left open, so that an assertion
 * about the watched object at the end is one about every object. The check is in a procedure of its own, called from
 * wherever the program ends. */
#include "lower.h"

static bool wanted(const struct lowering *l)
{
	return checks(l, CHECK_LEAK) || checks(l, CHECK_CLEANUP);
}

static struct variable *watched_object(struct lowering *l)
{
	return lower_global(l, &l->watched, "$watched", sort_bitvector(l->bank, OBJECT_BITS));
}

/* An allocation: it may be the one that is watched. Object 0, of an allocation that failed, is none. */
void check_allocated(struct lowering *l, term object)
{
	if (!wanted(l))
		return;
	struct variable *watched = watched_object(l), *choice = emit_temporary(l, sort_bool(l->bank));
	emit_havoc(l, choice);
	emit_assign(l, watched, term_ite(l->bank, choice->term, object, watched->term));
}

void check_exit(struct lowering *l)
{
	if (!wanted(l))
		return;
	if (!l->at_exit)
		l->at_exit = program_add_procedure(l->program, program_fresh_name(l->program, "$exit"));
	emit(l, STATEMENT_CALL)->callee = l->at_exit;
}

/* ---- is it pointed to? ---- */

enum { MAX_ROOTS = 256 };

struct roots {
	struct lowering *l;
	uint32_t count;
	term reached; /* some root points into the watched object */
};

static void add_root(struct roots *roots, term pointer)
{
	struct lowering *l = roots->l;
	term here = term_eq(l->bank, pointer_object(l, pointer), l->watched->term);
	roots->reached = term_or(l->bank, roots->reached, here);
	roots->count++;
}

static void roots_in_memory(struct roots *roots, const struct place_of *place);

static void roots_in_record(struct roots *roots, const struct place_of *place)
{
	const struct record *record = place->type->record;
	for (uint32_t i = 0; i < record->member_count; i++) {
		const struct member *m = &record->members[i];
		if (m->bit_field)
			continue;
		struct place_of part = place_member(roots->l, place, m);
		roots_in_memory(roots, &part);
	}
}

static void roots_in_array(struct roots *roots, const struct place_of *place)
{
	struct lowering *l = roots->l;
	const struct type *element = place->type->base;
	uint64_t size = type_has_size(element) ? type_size(l->types, element) : 0;
	uint64_t count = place->type->form == ARRAY_FIXED && size ? place->type->length : 0;
	flow inside = flow_new(l->regions);
	flow_enter(l->regions, inside, place->flow, l->types, place->type);
	for (uint64_t i = 0; i < count && roots->count < MAX_ROOTS; i++) {
		struct place_of part = *place;
		part.type = element;
		part.pointer = pointer_add(l, place->pointer, word(l, i * size));
		part.flow = inside;
		roots_in_memory(roots, &part);
	}
}

static bool holds_pointers(const struct type *type, int depth)
{
	if (type->kind == TYPE_POINTER || depth > 20)
		return true;
	if (type->kind == TYPE_ARRAY)
		return holds_pointers(type->base, depth + 1);
	if (!type_is_record(type))
		return false;
	for (uint32_t i = 0; i < type->record->member_count; i++)
		if (holds_pointers(type->record->members[i].type, depth + 1))
			return true;
	return false;
}

static void roots_in_memory(struct roots *roots, const struct place_of *place)
{
	struct lowering *l = roots->l;
	if (roots->count >= MAX_ROOTS || !holds_pointers(place->type, 0))
		return;
	if (type_is_pointer(place->type))
		add_root(roots, access_load(l, place->pointer, place->flow, pointer_width(l), true).term);
	else if (place->type->kind == TYPE_ARRAY)
		roots_in_array(roots, place);
	else
		roots_in_record(roots, place);
}

static void roots_of_home(struct roots *roots, const struct home *home)
{
	if (!home->declaration || home->declaration->kind != DECLARATION_VARIABLE)
		return;
	if (home->kind == HOME_MEMORY) {
		struct place_of place = place_of_home(roots->l, home);
		roots_in_memory(roots, &place);
		return;
	}
	for (uint32_t i = 0; i < home->shape->count; i++)
		if (type_is_pointer(home->shape->leaves[i].type))
			add_root(roots, home->variables[i]->term);
}

/* The body of the procedure, when all static objects are known. */
void check_exit_body(struct lowering *l)
{
	if (!l->at_exit)
		return;
	struct bank *b = l->bank;
	l->procedure = l->at_exit;
	emit_start(l, procedure_add_block(l->at_exit, "entry"));
	struct variable *watched = watched_object(l);
	struct roots roots = { .l = l, .reached = term_false(b) };
	if (!checks(l, CHECK_CLEANUP))
		for (size_t i = 0; i < l->statics.count; i++)
			roots_of_home(&roots, l->statics.at[i]);
	if (roots.count >= MAX_ROOTS)
		lower_ledger(l, l->place, "leak check: only %u static pointers are looked at", MAX_ROOTS);
	term none = term_eq(b, watched->term, term_bv(b, OBJECT_BITS, 0));
	term state = term_select(b, lower_state_map(l)->term, watched->term);
	term left = term_eq(b, state, term_bv(b, 8, STATE_HEAP));
	term ok = term_or(b, none, term_or(b, term_not(b, left), roots.reached));
	if (checks(l, CHECK_CLEANUP))
		check_emit(l, CHECK_CLEANUP, ok, "allocated memory is not freed when the program ends");
	else
		check_emit(l, CHECK_LEAK, ok,
			   "allocated memory is not freed, and nothing points to it when the program ends");
	block_return(l->block);
}
