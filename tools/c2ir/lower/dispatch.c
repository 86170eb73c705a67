/* Function pointers. A function is an object without bytes; a call through a pointer becomes a chain of comparisons with the
 * functions that the points-to analysis finds for it and whose type fits the call. */
#include "access.h"
#include "c_shape.h"
#include "dispatch.h"

#include <string.h>

#include "ast_declaration.h"
#include "ast_query.h"
#include "ast_unit.h"
#include "c_pointer.h"
#include "checks.h"
#include "control.h"
#include "emit.h"
#include "facts.h"
#include "fit.h"
#include "function.h"
#include "jump.h"
#include "known.h"
#include "lower_ledger.h"
#include "list.h"
#include "lower.h"
#include "lowering.h"
#include "lowering_options.h"
#include "nested.h"
#include "object.h"
#include "object_maps.h"
#include "record.h"
#include "region.h"
#include "rvalue.h"
#include "storage.h"
#include "symbol.h"
#include "type_base.h"
#include "type_conversion.h"
#include "type_derived.h"
#include "type_floating.h"
#include "type_record.h"
#include "types.h"
#include "undefined.h"
#include "weak.h"

struct indirect_call {
	struct procedure *procedure;
	struct block *block, *next; /* the dispatch ends `block` */
	term callee;
	node node;
	struct signature *signature;
	term *arguments;
	node *nodes;     /* of the arguments, then of the results */
	bool *receivers; /* of the arguments: it points into the object that the callee was loaded from */
	uint32_t load;   /* likewise: how, in the points-to analysis */
	struct variable **outs;
	struct location location;
	const struct attribute *attributes;
	const char *text, *callee_text;
	const struct type *result;
	const char *allowed;                /* of --call-targets: "f,g"; NULL: any */
	VEC(struct declaration *) excluded; /* candidates that are not allowed */
	struct unit *unit;
	bool unused;                       /* its value is discarded */
	bool mistyped;                     /* functions of another type are not among them */
	bool outside;                      /* perhaps of a function that is not in the program */
	VEC(struct declaration *) targets; /* found by the points-to analysis */
	/* Allocators that may be called: each is a copy for this call. */
	size_t considered; /* of l->statics.functions */
	const struct type *hint;
	TABLE(const struct declaration *, struct routine *) copies;
};

static struct storage *function_object(struct lowering *l, struct declaration *d)
{
	struct storage *known = table_get(&l->control->foreign, d, NULL);
	if (known)
		return known;
	struct storage *storage = arena_alloc(l->arena, sizeof *storage);
	storage->kind = STORAGE_MEMORY;
	storage->declaration = d;
	storage->type = d->type;
	storage->identity = l->statics.next_identity++;
	storage->object = region_object(l->regions, l->types, NULL, false, 0);
	storage->node = node_new(l->regions);
	node_address(l->regions, storage->node, storage->object);
	region_function(l->regions, storage->object);
	if (d->linkage == LINKAGE_EXTERNAL)
		node_copy(l->regions, region_external(l->regions), storage->node);
	vec_push(&l->statics.functions, storage);
	table_put(&l->control->foreign, d, storage);
	return storage;
}

/* A library function that is a model, not a body, has a body __plumb_pointer_to_NAME that calls it, to be pointed to. */
static struct declaration *library_function(struct lowering *l, const char *name, struct declaration *d)
{
	const struct libc_function *f = libc_find(name);
	struct declaration *found = lower_library(l, name, d);
	if (found->function || !f)
		return found;
	return lower_library(l, arena_format(l->arena, "__plumb_pointer_to_%s", f->name), d);
}

void lower_weak_call(struct lowering *l, const struct declaration *d, const struct declaration *definition)
{
	if (!weak_is_open(definition))
		return;
	term exists = weak_exists(l, definition);
	if (!d->weak) {
		emit_assume(l, exists); /* else nothing could be linked with this unit */
		return;
	}
	if (checks(l, CHECK_CALL))
		check_weak_target(l, exists, definition->name);
	else
		lower_ledger(l, l->location, "the weak function %s is assumed to exist where it is called",
			     definition->name);
	emit_assume(l, exists);
}

struct rvalue lower_function_address(struct lowering *l, struct declaration *d)
{
	struct declaration *definition = lower_definition(l, d);
	symbol_note_body(l, d, definition);
	if (!definition->function && d->library_name)
		definition = library_function(l, d->library_name, definition);
	if (!definition->function && libc_has(known_function(definition), LIBC_RETURNS_TWICE | LIBC_JUMPS))
		lower_unsupported(l, l->location, "a pointer to %s()", definition->name);
	definition->retyped |= d->retyped;
	struct storage *storage = function_object(l, definition);
	struct routine *routine =
		definition->function ? lower_routine(l, definition) : lower_undefined_routine(l, definition);
	if (routine && !routine->identity) {
		routine->identity = storage->identity;
		routine->object = storage->object;
	}
	table_put(&l->control->functions_by_object, storage->object, definition);
	term address = pointer_constant(l, storage->identity, 0);
	if (routine && routine->signature->captured_count)
		return nested_address(l, routine, storage);
	return rvalue_scalar(d->weak ? weak_address(l, definition, address) : address, storage->node);
}

/* ---- what the user says (--call-targets) ---- */

static const char *member_of(const struct expression *call)
{
	const struct member *member = expression_called_member(call);
	return member ? member->name : NULL;
}

/* FILE:LINE, where FILE may leave out directories. */
static bool is_at(struct lowering *l, const char *where, size_t length, struct location location)
{
	const char *file = location.file ? location.file : "";
	const char *at = arena_format(l->arena, "/%s:%u", file, location.line);
	size_t total = strlen(at);
	return total > length && strncmp(at + total - length, where, length) == 0 && at[total - length - 1] == '/';
}

static bool is_word(const char *name, const char *text, size_t length)
{
	return name && strlen(name) == length && strncmp(name, text, length) == 0;
}

/* The functions that the call may reach by the first --call-targets that fits it; NULL: there is none. */
static const char *allowed_targets(struct lowering *l, const struct expression *e)
{
	const struct string_list *list = &l->options->call_targets;
	const char *function = l->routine ? l->routine->declaration->name : NULL;
	for (size_t i = 0; i < list->count; i++) {
		const char *where = list->at[i], *colon = strrchr(where, ':');
		size_t length = (size_t)(colon - where);
		if (is_word("*", where, length) || is_word(function, where, length) ||
		    (*where == '.' && is_word(member_of(e), where + 1, length - 1)) ||
		    is_at(l, where, length, expression_location(e)))
			return colon + 1;
	}
	return NULL;
}

static bool is_declared(struct lowering *l, const char *name, size_t length)
{
	for (uint32_t i = 0; i < l->unit_count; i++)
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			const struct declaration *d = l->units[i]->declarations[k];
			if (d->kind == DECLARATION_FUNCTION && is_word(d->name, name, length))
				return true;
		}
	return false;
}

void dispatch_check_options(struct lowering *l)
{
	const struct location nowhere = { l->units[0]->file, 0, 0 };
	for (size_t i = 0; i < l->options->call_targets.count; i++) {
		const char *list = strrchr(l->options->call_targets.at[i], ':') + 1;
		struct list_name name;
		for (const char *rest = list_begin(list); list_next(&rest, &name);)
			if (!is_declared(l, name.at, name.length))
				diagnose(l->diags, DIAG_INPUT, nowhere, "there is no function %.*s (--call-targets)",
					 (int)name.length, name.at);
	}
	for (size_t i = 0; i < l->options->checks.errors.count; i++) {
		const char *name = l->options->checks.errors.at[i];
		if (!is_declared(l, name, strlen(name)))
			diagnose(l->diags, DIAG_WARNING, nowhere,
				 "no function %s is declared: that it is not called holds of itself", name);
	}
}

static void assume_allowed(struct lowering *l, const struct indirect_call *call)
{
	for (size_t i = 0; i < call->excluded.count; i++) {
		struct storage *storage = table_get(&l->control->foreign, call->excluded.at[i], NULL);
		term is_it = term_eq(l->bank, call->callee, pointer_constant(l, storage->identity, 0));
		emit_assume(l, term_not(l->bank, is_it));
	}
	if (call->excluded.count)
		lower_ledger(l, call->location, "calls through %s are assumed to reach only %s (--call-targets)",
			     call->callee_text, call->allowed);
}

/* What is called where d is the target; NULL: it has no body. */
static struct routine *target_routine(struct lowering *l, struct indirect_call *call, const struct declaration *d)
{
	struct routine *copy = table_get(&call->copies, d, NULL);
	return copy ? copy : routine_known(l, d);
}

static bool copy_allocator(struct lowering *l, struct indirect_call *call, struct declaration *d)
{
	const struct routine *known = d ? routine_known(l, d) : NULL;
	if (!known || known->signature->captured_count || !signature_fits(l, call->signature, known->signature) ||
	    (call->allowed && !list_has(call->allowed, d->name)))
		return false;
	struct routine *copy = lower_allocator_copy(l, d, call->hint);
	if (!copy)
		return false;
	lower_note_constants(l, copy, call->arguments);
	table_put(&call->copies, d, copy);
	return true;
}

bool dispatch_copy_allocators(struct lowering *l)
{
	bool some = false;
	for (size_t i = 0; i < l->control->indirect.count; i++) {
		struct indirect_call *call = l->control->indirect.at[i];
		for (; call->considered < l->statics.functions.count; call->considered++) {
			uint32_t object = l->statics.functions.at[call->considered]->object;
			some |= copy_allocator(l, call, table_get(&l->control->functions_by_object, object, NULL));
		}
	}
	return some;
}

struct call_context {
	struct lowering *l;
	struct indirect_call *call;
};

static const struct type *result_type(const struct signature *s, uint32_t i)
{
	const struct type *type = type_base(s->type);
	return type_is_compound(type) ? s->result->leaves[i].type : type;
}

/* Any results. */
static void bind_results(struct lowering *l, const struct indirect_call *call)
{
	const struct signature *s = call->signature;
	for (uint32_t i = 0; i < s->out_count; i++) {
		const struct type *type = result_type(s, i);
		l->types = call->unit->types;
		l->location = call->location;
		node any = type_is_pointer(type) ? lower_unknown_object(l, type)
						 : number_node(l, type, call->outs[i]->term);
		node_copy(l->regions, call->nodes[s->in_count + i], any);
	}
}

static void bind_nodes(struct lowering *l, const struct indirect_call *call, const struct routine *routine,
		       uint32_t object)
{
	const struct signature *s = call->signature, *own = routine->signature;
	uint32_t taken = own->in_count - own->captured_count;
	for (uint32_t i = 0; i < s->in_count && i < taken; i++)
		if (call->receivers[i])
			region_receive(l->regions, call->load, routine->nodes[i], call->nodes[i], object);
		else if (call->nodes[i])
			node_copy(l->regions, routine->nodes[i], call->nodes[i]);
	for (uint32_t i = 0; i < s->out_count && own->out_count; i++)
		node_copy(l->regions, call->nodes[s->in_count + i], routine->nodes[own->in_count + i]);
	if (!own->out_count)
		bind_results(l, call);
}

/* Code outside the program gets the arguments, and gives any result. */
static void bind_outside(struct lowering *l, const struct indirect_call *call)
{
	const struct signature *s = call->signature;
	for (uint32_t i = 0; i < s->in_count; i++)
		node_given(l->regions, call->nodes[i]);
	if (s->result_in_memory) {
		region_open(l->regions);
		region_expose(l->regions, call->nodes[0], 0, region_any_number(l->regions));
	}
	bind_results(l, call);
}

/* In the kernel a call reaches functions of its own type, of which it is C's to say what they do (C11 6.5.2.2p9), and those whose
 * address is converted to another type where it is taken. */
static bool is_mistyped(struct lowering *l, const struct indirect_call *call, const struct declaration *d)
{
	return l->options->kernel && !checks(l, CHECK_CALL) && !checks(l, CHECK_CALL_TYPE) && !d->retyped &&
	       !symbol_type_fits(l, call->unit, call->signature->type, d, d->type);
}

/* The points-to analysis found that the call's pointer may point to `object`. */
static void called(void *context, uint32_t object)
{
	struct call_context *c = context;
	struct declaration *d = table_get(&c->l->control->functions_by_object, object, NULL);
	if (region_is_outside(c->l->regions, object)) {
		c->call->outside = true;
		bind_outside(c->l, c->call);
	}
	if (!d)
		return;
	struct routine *routine = target_routine(c->l, c->call, d);
	const struct signature *signature = routine ? routine->signature : lower_signature(c->l, d->type, NULL);
	if (!signature_fits(c->l, c->call->signature, signature))
		return;
	if (is_mistyped(c->l, c->call, d)) {
		c->call->mistyped = true;
		return;
	}
	for (size_t i = 0; i < c->call->targets.count; i++)
		if (c->call->targets.at[i] == d)
			return;
	if (c->call->allowed && !list_has(c->call->allowed, d->name)) {
		vec_push(&c->call->excluded, d);
		return;
	}
	vec_push(&c->call->targets, d);
	if (routine)
		bind_nodes(c->l, c->call, routine, object);
	else
		bind_outside(c->l, c->call);
}

static void find_receivers(struct lowering *l, struct indirect_call *call)
{
	const struct signature *s = call->signature;
	call->receivers = arena_alloc(l->arena, sizeof *call->receivers * (s->in_count + 1));
	for (uint32_t i = 0; i < s->in_count; i++)
		call->receivers[i] = call->nodes[i] && term_width(l->bank, call->arguments[i]) == pointer_width(l) &&
				     access_same_object(l, call->callee, call->arguments[i], &call->load);
}

void lower_indirect(struct lowering *l, struct rvalue callee, struct signature *signature, term *arguments, node *nodes,
		    struct variable **outs, const struct expression *e, const struct purpose *purpose)
{
	struct indirect_call *call = arena_alloc(l->arena, sizeof *call);
	struct call_context *context = arena_alloc(l->arena, sizeof *context);
	*call = (struct indirect_call){ .procedure = l->procedure,
					.block = l->block,
					.callee = callee.term,
					.signature = signature,
					.arguments = arguments,
					.nodes = nodes,
					.outs = outs,
					.location = expression_location(e),
					.attributes = l->at,
					.unit = l->unit,
					.unused = purpose->unused,
					.hint = routine_hint(l, purpose->hint) };
	call->text = lower_text(l, expression_range(e));
	call->callee_text = lower_text(l, expression_range(expression_operand(e, 0)));
	call->result = expression_type(e);
	call->allowed = allowed_targets(l, e);
	find_receivers(l, call);
	call->next = emit_block(l, "return");
	call->block = l->block;
	*context = (struct call_context){ l, call };
	region_call(l->regions, callee.node, called, context);
	vec_push(&l->control->indirect, call);
	l->block = call->next;
}

/* ---- after the points-to analysis ---- */

static void unknown_results(struct lowering *l, const struct indirect_call *call, const char *name)
{
	const struct signature *s = call->signature;
	for (uint32_t i = 0; i < s->out_count; i++) {
		emit_input(l, call->outs[i], name, type_base(s->type));
		if (type_is_pointer(result_type(s, i)))
			lower_unknown_pointer(l, rvalue_scalar(call->outs[i]->term, call->nodes[s->in_count + i]),
					      result_type(s, i), name, ORIGIN_UNDEFINED);
	}
}

/* A function of the library that has an effect, lowered by hand where it is called by its name, and only there. */
static bool is_by_name_only(const struct declaration *d)
{
	const struct libc_function *f = known_function(d);
	return f && (f->by == LIBC_MODEL || f->by == LIBC_SPECIAL) &&
	       (!libc_has(f, LIBC_NO_ACCESS) || libc_has(f, LIBC_FREES));
}

static void call_target(struct lowering *l, struct indirect_call *call, struct declaration *d)
{
	struct routine *routine = target_routine(l, call, d);
	if (!routine && check_is_error(l, d)) {
		check_must_not_be_reached(l, CHECK_ASSERT, d->name);
		emit_assume(l, term_false(l->bank));
		return;
	}
	if (!d->function && is_by_name_only(d))
		lower_unsupported(l, call->location, "a call of %s() through a pointer", d->name);
	if (!routine && l->options->undefined == UNDEFINED_ERROR)
		diagnose(l->diags, DIAG_INPUT, call->location, "function %s has no body (--undefined=error)", d->name);
	if (!routine) {
		lower_ledger(l, call->location, "function %s has no body: result is any value, writes nothing",
			     d->name);
		lower_external(l, d->name, type_base(d->type));
		unknown_results(l, call, d->name);
		return;
	}
	check_call_type(l, call->signature->type, call->callee_text, d);
	if (routine->signature->captured_count)
		check_alive(l, call->callee, NULL);
	struct statement *s = emit(l, STATEMENT_CALL);
	s->attributes = attribute_string(l->program, s->attributes, ATTRIBUTE_TEXT, call->text);
	s->callee = routine->procedure;
	s->argument_count = routine->signature->in_count;
	s->arguments = call->arguments;
	if (routine->signature->captured_count)
		s->arguments = nested_arguments(l, routine->signature, call->arguments, call->callee);
	s->out_count = routine->signature->out_count;
	s->outs = call->outs;
	if (call->signature->out_count == s->out_count)
		return;
	if (!s->out_count) {
		unknown_results(l, call, d->name);
		return;
	}
	/* The caller drops the result. */
	s->outs = arena_alloc(l->program->arena, sizeof *s->outs * (s->out_count + 1));
	struct variable **outs = s->outs;
	for (uint32_t i = 0; i < s->out_count; i++)
		outs[i] = emit_temporary(l, routine->signature->sorts[routine->signature->in_count + i]);
}

/* Nothing is known of where the pointer comes from: some function that does nothing but return. */
static void unknown_target(struct lowering *l, const struct indirect_call *call)
{
	if (call->mistyped)
		lower_ledger(l, call->location,
			     "calls through pointers are assumed to reach a function of the right type");
	lower_ledger(l, call->location, "a call through %s, an unknown pointer, does nothing and returns any value",
		     call->callee_text);
	unknown_results(l, call, call->callee_text);
	block_goto(l->program, l->block, call->next);
}

/* Bool: the callee is a function outside the program. */
static term is_foreign(struct lowering *l, term callee)
{
	struct bank *b = l->bank;
	term object = pointer_object(l, callee);
	term state = term_select(b, lower_state_map(l)->term, object);
	term own = term_binary(b, OP_BVULT, object, term_bv(b, OBJECT_BITS, l->statics.next_identity));
	return term_and(b, term_not(b, own), term_eq(b, state, term_bv(b, 8, STATE_KNOWN_FUNCTION)));
}

static void no_target(struct lowering *l, const struct indirect_call *call)
{
	if (checks(l, CHECK_CALL) && call->outside && access_live_taken(l, ORIGIN_MEMORY) && lower_needs_state(l)) {
		check_call_target(l, is_foreign(l, call->callee), call->callee_text);
		unknown_target(l, call);
		return;
	}
	if (checks(l, CHECK_CALL)) {
		check_call_target(l, term_false(l->bank), call->callee_text);
	} else if (call->targets.count == 0 || call->outside) {
		unknown_target(l, call);
		return;
	} else {
		lower_ledger(l, call->location,
			     "calls through pointers are assumed to reach a function of the right type");
	}
	emit_assume(l, term_false(l->bank));
	block_goto(l->program, l->block, call->next);
}

static term target_test(struct lowering *l, const struct indirect_call *call, const struct declaration *d,
			const struct storage *storage)
{
	struct routine *routine = routine_known(l, d);
	if (routine && routine->signature->captured_count)
		return nested_is_closure(l, call->callee, storage);
	return term_eq(l->bank, call->callee, pointer_constant(l, storage->identity, 0));
}

static void dispatch(struct lowering *l, struct indirect_call *call)
{
	l->procedure = call->procedure;
	l->block = call->block;
	l->unit = call->unit;
	l->types = call->unit->types;
	l->location = call->location;
	l->at = call->attributes;
	for (size_t i = 0; i < call->targets.count; i++) {
		struct declaration *d = call->targets.at[i];
		struct storage *storage = table_get(&l->control->foreign, d, NULL);
		term is_it = target_test(l, call, d, storage);
		struct block *yes = emit_block(l, "call"), *no = emit_block(l, "dispatch");
		emit_branch(l, is_it, yes, no, (struct source_range){ 0, 0 });
		emit_start(l, yes);
		call_target(l, call, d);
		if (!call->unused)
			check_returned(l, d, call->result, "");
		block_goto(l->program, l->block, call->next);
		l->block->terminator.attributes = l->at;
		emit_start(l, no);
	}
	assume_allowed(l, call);
	no_target(l, call);
}

static bool is_same_place(struct location a, struct location b)
{
	return a.file == b.file && a.line == b.line && a.column == b.column;
}

/* A function that is copied has a call more at the same place: one that reaches a function is enough, and one that does not is told once. */
static bool is_told(const struct lowering *l, size_t at)
{
	const struct indirect_call *call = l->control->indirect.at[at];
	for (size_t i = 0; i < l->control->indirect.count; i++) {
		const struct indirect_call *other = l->control->indirect.at[i];
		if (is_same_place(call->location, other->location) && (other->targets.count || i < at))
			return true;
	}
	return false;
}

static void warn_of_targets(struct lowering *l)
{
	for (size_t i = 0; i < l->control->indirect.count; i++) {
		const struct indirect_call *call = l->control->indirect.at[i];
		if (!call->targets.count && !location_in_library(call->location) && !is_told(l, i))
			diagnose(l->diags, DIAG_WARNING, call->location,
				 "no function can be the target of the call through %s", call->callee_text);
	}
}

void lower_dispatches(struct lowering *l)
{
	warn_of_targets(l);
	for (size_t i = 0; i < l->control->indirect.count; i++) {
		dispatch(l, l->control->indirect.at[i]);
		vec_free(&l->control->indirect.at[i]->targets);
		vec_free(&l->control->indirect.at[i]->excluded);
		table_free(&l->control->indirect.at[i]->copies);
	}
}
