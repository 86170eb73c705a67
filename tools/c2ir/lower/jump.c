/* setjmp and longjmp (C11 7.13). A function that calls setjmp has an identity for each of its activations, its frame.
 * setjmp(b) writes into b: the frame, the number of the setjmp, and an identity of this call of it. longjmp(b, v) reads them
 * into the globals $jump..., and then each procedure returns to its caller until the frame is reached (unwind.c),
 * which continues after its setjmp. The contents of b are all that matters, so a copy of b is as good.
 *
 *	r = setjmp(b)          *b := (frame, 1, fresh); r := 0; goto on
 *	                landing: r := $jump.value; $jump := 0; goto on
 *	longjmp(b, v)          assert the frame in *b is alive; call $longjmp(*b, v ? v : 1)
 *
 * Values: memory is as it was when longjmp was called. Automatic objects that are not volatile are indeterminate when they
 * were changed since (7.13.2.1p3): those that are variables here become unknown, those in memory keep their value. */
#include "jump.h"

#include "access.h"
#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "c_shape.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "control.h"
#include "dispatch.h"
#include "emit.h"
#include "known.h"
#include "lower_ledger.h"
#include "library_call.h"
#include "lowering.h"
#include "object.h"
#include "object_maps.h"
#include "region.h"
#include "rvalue.h"
#include "scan.h"
#include "storage.h"
#include "symbol.h"
#include "type_derived.h"
#include "type_qualifier.h"

enum { WORD = 32, WORDS = 3 };

/* ---- globals ---- */

static struct variable *global(struct lowering *l, struct variable **slot, const char *name)
{
	return lower_global(l, slot, name, sort_bitvector(l->bank, WORD));
}

struct variable *jump_target(struct lowering *l)
{
	return global(l, &l->jumps->target, "$jump");
}

struct variable *jump_number(struct lowering *l)
{
	return global(l, &l->jumps->number, "$jump.number");
}

static struct variable *jump_call(struct lowering *l)
{
	return global(l, &l->jumps->call, "$jump.call");
}

static struct variable *jump_value(struct lowering *l)
{
	return global(l, &l->jumps->value, "$jump.value");
}

/* Which activations are alive: 1. Not called $frames, which is of the check of leaks (check/frames.c). */
static struct variable *frames(struct lowering *l)
{
	return lower_global(l, &l->jumps->frames, "$activations",
			    sort_map(l->bank, sort_bitvector(l->bank, OBJECT_BITS), sort_bitvector(l->bank, 8)));
}

static void set_activation(struct lowering *l, const struct variable *activation, bool alive)
{
	struct variable *map = frames(l);
	emit_assign(l, map, term_store(l->bank, map->term, activation->term, term_bv(l->bank, 8, alive)));
}

/* ---- frames ---- */

static bool calls_setjmp(void *context, const struct expression *e)
{
	struct lowering *l = context;
	struct declaration *d = expression_called(e);
	return libc_has(known_function(d), LIBC_RETURNS_TWICE) && !lower_definition(l, d)->function;
}

void jump_begin_activation(struct lowering *l)
{
	l->control->activation =
		emit_variable(l, "&frame", types_void(l->types), sort_bitvector(l->bank, OBJECT_BITS), NULL);
	emit(l, STATEMENT_FRESH)->target = l->control->activation;
	set_activation(l, l->control->activation, true);
}

void jump_enter_function(struct lowering *l, const struct function *f)
{
	struct scan scan = { .visit = calls_setjmp, .context = l };
	l->control->activation = NULL;
	if (scan_function(f, &scan))
		jump_begin_activation(l);
}

void jump_leave_function(struct lowering *l, const struct variable *activation)
{
	if (activation)
		set_activation(l, activation, false);
}

/* ---- landings ---- */

static struct jump_landing *new_landing(struct lowering *l, struct block *block, uint32_t number)
{
	struct jump_landing *landing = arena_alloc(l->arena, sizeof *landing);
	landing->procedure = l->procedure;
	landing->block = block;
	landing->activation = l->control->activation;
	landing->number = number;
	vec_push(&l->jumps->list, landing);
	return landing;
}

/* An array of variable size begins with its declaration (6.2.4p7), all else with its block. */
static bool is_there(struct lowering *l, struct declaration *d)
{
	return !d->size || storage_of(l, d)->begun;
}

/* The objects that are in scope at the landing stay alive. */
static void keep_objects(struct lowering *l, struct jump_landing *landing)
{
	const struct function *f = l->routine->declaration->function;
	uint32_t count = f->parameter_count;
	for (size_t i = 0; i < l->control->scopes.count; i++)
		count += l->control->scopes.at[i]->declaration_count;
	landing->kept = arena_alloc(l->arena, sizeof *landing->kept * (count + 1));
	for (uint32_t i = 0; i < f->parameter_count; i++)
		landing->kept[landing->kept_count++] = f->parameters[i];
	for (size_t i = 0; i < l->control->scopes.count; i++)
		for (uint32_t k = 0; k < l->control->scopes.at[i]->declaration_count; k++)
			if (is_there(l, l->control->scopes.at[i]->declarations[k]))
				landing->kept[landing->kept_count++] = l->control->scopes.at[i]->declarations[k];
}

/* ---- variables that may have changed ---- */

struct saved {
	struct variable *variable, *copy;
	const char *name;
	const struct type *type;
};
struct saved_list VEC_BODY(struct saved);

static void save(struct lowering *l, struct declaration *d, struct saved_list *list)
{
	if (d->kind != DECLARATION_VARIABLE || d->duration != DURATION_AUTOMATIC || d->is_hidden ||
	    type_is_volatile(d->type))
		return;
	struct storage *storage = storage_of(l, d);
	if (storage->kind != STORAGE_VARIABLES || !(storage->declared || d->is_parameter) ||
	    !scan_is_assigned(l->routine->declaration->function, d))
		return;
	for (uint32_t i = 0; i < storage->shape->count; i++) {
		struct variable *v = storage->variables[i], *copy = emit_temporary(l, term_sort(l->bank, v->term));
		emit_assign(l, copy, v->term);
		vec_push(list, (struct saved){ v, copy, d->name ? d->name : "object", storage->shape->leaves[i].type });
	}
}

/* An automatic object in memory, not the buffer itself, keeps its value: the standard does not say so. */
static void note_memory(struct lowering *l, const struct jump_landing *landing, const struct library_call *e)
{
	const struct declaration *buffer = expression_variable(e->arguments[0].expression);
	for (uint32_t i = 0; i < landing->kept_count; i++) {
		struct declaration *d = landing->kept[i];
		bool candidate = d->kind == DECLARATION_VARIABLE && d->duration == DURATION_AUTOMATIC &&
				 !d->is_hidden && !type_is_volatile(d->type);
		if (!candidate || buffer == d)
			continue;
		const struct storage *storage = storage_of(l, d);
		if (storage->kind == STORAGE_MEMORY && !storage->reference)
			lower_ledger(l, e->location,
				     "%s is assumed to have the value after longjmp() that was stored last",
				     d->name ? d->name : "an object");
	}
}

static void save_variables(struct lowering *l, const struct jump_landing *landing, struct saved_list *list)
{
	for (uint32_t i = 0; i < landing->kept_count; i++)
		save(l, landing->kept[i], list);
}

/* CALL is the identity of the setjmp that the copies were made at: a jump to an earlier one knows of no value. */
static void restore_variables(struct lowering *l, const struct saved_list *list, term call)
{
	term same_call = list->count ? emit_hold(l, term_eq(l->bank, jump_call(l)->term, call)) : 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct saved *s = &list->at[i];
		struct variable *any = emit_temporary(l, term_sort(l->bank, s->variable->term));
		emit_input(l, any, s->name, s->type);
		struct statement *havoc = &l->block->statements[l->block->statement_count - 1];
		havoc->attributes = attribute_list(l->program, havoc->attributes, ATTRIBUTE_UNINITIALISED, NULL, 0);
		term same = term_and(l->bank, same_call, term_eq(l->bank, s->variable->term, s->copy->term));
		emit_assign(l, s->variable, term_ite(l->bank, same, s->copy->term, any->term));
	}
}

/* ---- setjmp ---- */

static void store_word(struct lowering *l, struct rvalue buffer, uint32_t i, term value)
{
	node at = node_new(l->regions);
	node_add(l->regions, at, buffer.node, i * WORD / 8);
	access_store(l, pointer_add(l, buffer.term, word(l, i * WORD / 8)), at, value, 0, false);
}

static term load_word(struct lowering *l, struct rvalue buffer, uint32_t i)
{
	node at = node_new(l->regions);
	node_add(l->regions, at, buffer.node, i * WORD / 8);
	return access_load(l, pointer_add(l, buffer.term, word(l, i * WORD / 8)), at, WORD, false).term;
}

struct rvalue jump_setjmp(struct lowering *l, const struct library_call *e)
{
	struct rvalue buffer = lower_held_arguments(l, e)[0];
	lower_check_area(l, buffer, word(l, WORDS * WORD / 8), true, e->expression);
	struct block *block = emit_block(l, "landing"), *on = emit_block(l, "set");
	struct jump_landing *landing = new_landing(l, block, ++l->jumps->landings);
	struct variable *result = emit_temporary(l, sort_bitvector(l->bank, WORD));
	struct variable *call =
		emit_variable(l, "&setjmp", types_void(l->types), sort_bitvector(l->bank, OBJECT_BITS), NULL);
	struct saved_list list = { 0 };
	keep_objects(l, landing);
	note_memory(l, landing, e);
	emit(l, STATEMENT_FRESH)->target = call;
	store_word(l, buffer, 0, l->control->activation->term);
	store_word(l, buffer, 1, term_bv(l->bank, WORD, landing->number));
	store_word(l, buffer, 2, call->term);
	save_variables(l, landing, &list);
	emit_assign(l, result, term_bv(l->bank, WORD, 0));
	emit_goto(l, on);
	emit_start(l, block);
	emit_assign(l, result, jump_value(l)->term);
	emit_assign(l, jump_target(l), term_bv(l->bank, WORD, 0));
	restore_variables(l, &list, call->term);
	emit_goto(l, on);
	emit_start(l, on);
	vec_free(&list);
	return rvalue_scalar(resize(l, result->term, term_bits(l, e->type), true), 0);
}

/* ---- goto out of a nested function ---- */

static uint32_t label_number(struct lowering *l, const struct label *label)
{
	uint32_t known = table_get(&l->jumps->numbers, label, 0);
	if (known)
		return known;
	table_put(&l->jumps->numbers, label, ++l->jumps->landings);
	return l->jumps->landings;
}

void jump_label_landing(struct lowering *l, const struct label *label, struct block *block)
{
	struct block *here = emit_block(l, "landing"), *now = l->block;
	keep_objects(l, new_landing(l, here, label_number(l, label)));
	emit_start(l, here);
	emit_assign(l, jump_target(l), term_bv(l->bank, WORD, 0));
	emit_goto(l, block);
	emit_start(l, now);
}

/* ---- longjmp ---- */

static void pass_on(struct lowering *l, struct procedure *p, struct block *entry, const char *name,
		    struct variable *global)
{
	struct variable *in = procedure_add_variable(p, procedure_fresh_variable_name(p, name),
						     sort_bitvector(l->bank, WORD), VARIABLE_IN);
	block_assign(l->program, entry, global, in->term);
}

/* $longjmp: what makes the callers return. */
static struct procedure *longjmp_procedure(struct lowering *l)
{
	if (l->jumps->procedure)
		return l->jumps->procedure;
	struct procedure *p = program_add_procedure(l->program, program_fresh_name(l->program, "$longjmp"));
	struct block *entry = procedure_add_block(p, "entry");
	pass_on(l, p, entry, "frame", jump_target(l));
	pass_on(l, p, entry, "number", jump_number(l));
	pass_on(l, p, entry, "call", jump_call(l));
	pass_on(l, p, entry, "value", jump_value(l));
	block_return(entry);
	return l->jumps->procedure = p;
}

/* Leaves procedures until the frame is reached; nothing comes after it. */
static void jump_to(struct lowering *l, term activation, term number, term call, term value)
{
	term arguments[] = { activation, number, call, value };
	struct statement *s = block_call(l->program, l->block, longjmp_procedure(l), arguments, 4,
					 (struct variable *const[]){ NULL }, 0);
	s->attributes = l->at;
	emit_assume(l, term_false(l->bank));
}

static void check_activation(struct lowering *l, term activation, const struct library_call *e)
{
	struct bank *b = l->bank;
	term state = term_select(b, frames(l)->term, activation);
	term alive = term_and(b, nonzero(l, activation), term_eq(b, state, term_bv(b, 8, 1)));
	if (checks(l, CHECK_JUMP))
		check_emit(l, CHECK_JUMP, alive, "longjmp() to no setjmp(), or to one whose function has returned%s",
			   check_text(l, e->expression));
	else
		lower_ledger(l, e->location,
			     "longjmp() is assumed to go to a setjmp() whose function has not returned");
	emit_assume(l, alive);
}

struct rvalue jump_longjmp(struct lowering *l, const struct library_call *e)
{
	struct rvalue *values = lower_held_arguments(l, e), buffer = values[0];
	lower_check_area(l, buffer, word(l, WORDS * WORD / 8), false, e->expression);
	term activation = load_word(l, buffer, 0), number = load_word(l, buffer, 1), call = load_word(l, buffer, 2);
	check_activation(l, activation, e);
	term value = resize(l, values[1].term, WORD, true), zero = term_eq(l->bank, value, term_bv(l->bank, WORD, 0));
	jump_to(l, activation, number, call, term_ite(l->bank, zero, term_bv(l->bank, WORD, 1), value));
	return lower_nothing(l, e->type);
}

void jump_to_label(struct lowering *l, const struct label *label, term activation)
{
	term none = term_bv(l->bank, WORD, 0);
	jump_to(l, activation, term_bv(l->bank, WORD, label_number(l, label)), none, none);
}

void jump_begin(struct lowering *l)
{
	if (l->jumps->procedure)
		emit_assign(l, jump_target(l), term_bv(l->bank, WORD, 0));
}

void jumps_init(struct lowering *l)
{
	l->jumps = arena_alloc(l->arena, sizeof *l->jumps);
}

void jumps_release(struct lowering *l)
{
	vec_free(&l->jumps->list);
	table_free(&l->jumps->numbers);
}
