/* $start: static objects, what runs before and after the entries, and the entries themselves. */
#include "start.h"

#include <string.h>

#include "access.h"
#include "ast_declaration.h"
#include "ast_function.h"
#include "ast_unit.h"
#include "c_pointer.h"
#include "c_term.h"
#include "checks.h"
#include "declaration_query.h"
#include "dispatch.h"
#include "emit.h"
#include "jump.h"
#include "lower_ledger.h"
#include "libc.h"
#include "library_call.h"
#include "lower.h"
#include "lowering.h"
#include "lowering_options.h"
#include "object_maps.h"
#include "rvalue.h"
#include "similar.h"
#include "storage.h"
#include "symbol.h"
#include "type_base.h"
#include "type_conversion.h"
#include "type_derived.h"
#include "type_function.h"
#include "type_make.h"
#include "type_object.h"
#include "type_qualifier.h"
#include "type_record.h"
#include "types.h"
#include "weak.h"

struct routine_vec VEC_BODY(struct routine *);

struct start {
	struct routine_vec entries, constructors, destructors;
};

void start_init(struct lowering *l)
{
	l->start = arena_alloc(l->arena, sizeof *l->start);
}

void start_release(struct lowering *l)
{
	vec_free(&l->start->entries);
	vec_free(&l->start->constructors);
	vec_free(&l->start->destructors);
}

/* ---- entries ---- */

/* Has it a body of its own, in the program's text? */
static bool may_be_entry(struct lowering *l, const struct declaration *d)
{
	return d->kind == DECLARATION_FUNCTION && d->function && !check_is_error(l, d) &&
	       !d->function->declaration->owner;
}

/* A va_list, or a pointer to one: as an array, the parameter is a pointer to its element anyway. */
static bool is_list(const struct types *types, const struct type *type)
{
	const struct type *list = types->va_list, *t = type_unqualified(type);
	if (!type_is_pointer(t))
		return false;
	if (!type_is_array(list))
		return t == list || type_unqualified(type_base(t)) == list;
	t = type_unqualified(type_base(t));
	if (type_is_array(t) && type_has_size(t))
		t = type_unqualified(type_base(t));
	return type_is_record(t) && type_compatible(t, type_unqualified(type_base(list)));
}

/* Does the function read further arguments? Nothing is known of these in an entry, neither how many nor of which types. */
static bool reads_list(struct lowering *l, const struct declaration *d)
{
	const struct types *types = lower_unit_of(l, d)->types;
	if (type_is_variadic(d->type) && d->function->uses_va_start)
		return true;
	for (uint32_t i = 0; i < d->function->parameter_count; i++)
		if (is_list(types, d->function->parameters[i]->type))
			return true;
	return false;
}

static void refuse_entry(struct lowering *l, const char *name)
{
	struct location nowhere = { l->units[0]->file, 0, 0 };
	struct similar similar = similar_to(name, strlen(name));
	for (uint32_t i = 0; i < l->unit_count; i++)
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++)
			if (may_be_entry(l, l->units[i]->declarations[k]))
				similar_compare(&similar, l->units[i]->declarations[k]->name);
	if (similar.name)
		diagnose(l->diags, DIAG_INPUT, nowhere,
			 "there is no function %s to start from (did you mean --entry=%s?)", name, similar.name);
	else
		diagnose(l->diags, DIAG_INPUT, nowhere,
			 "there is no function %s to start from (--entry=FUNCTION names one, --entry=* takes each)",
			 name);
}

static void add_entry(struct lowering *l, const char *name)
{
	struct declaration *d = symbol_find(l, name);
	if (d && !d->function)
		d = NULL;
	for (uint32_t i = 0; !d && i < l->unit_count; i++) {
		struct declaration *found = unit_find(l->units[i], name);
		if (found && found->function)
			d = found;
	}
	if (!d) {
		refuse_entry(l, name);
		return;
	}
	if (reads_list(l, d)) {
		lower_unsupported(l, d->location, "a start from %s(), whose variable arguments are not known,", name);
		return;
	}
	vec_push(&l->start->entries, lower_routine(l, d));
}

/* Inline functions have code only where they are called. That an error function is an entry is no call of it. */
static void add_all_entries(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++)
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			struct declaration *d = l->units[i]->declarations[k];
			if (!may_be_entry(l, d) || d->is_inline)
				continue;
			if (reads_list(l, d))
				lower_ledger(l, d->location,
					     "%s() is no entry, because its variable arguments are not known", d->name);
			else
				vec_push(&l->start->entries, lower_routine(l, d));
		}
	struct location nowhere = { l->units[0]->file, 0, 0 };
	if (!l->start->entries.count)
		diagnose(l->diags, DIAG_INPUT, nowhere, "there is no function to start from (--entry=*)");
}

bool start_find_entries(struct lowering *l)
{
	for (size_t i = 0; i < l->options->entries.count; i++)
		add_entry(l, l->options->entries.at[i]);
	if (l->options->every_entry)
		add_all_entries(l);
	dispatch_check_options(l);
	return !l->diags->errors;
}

/* {main} of the program, before `list`. */
const struct attribute *start_facts(struct lowering *l, const struct attribute *list)
{
	for (size_t i = l->start->entries.count; i-- > 0;)
		list = attribute_string(l->program, list, ATTRIBUTE_MAIN, l->start->entries.at[i]->declaration->name);
	return list;
}

/* ---- static objects ---- */

/* The sizes, states and addresses of static objects, in the block before all others. */
void start_describe_statics(struct lowering *l, struct block *block)
{
	struct bank *b = l->bank;
	l->block = block;
	term size = l->machine.size ? l->machine.size->term : 0, state = l->machine.state ? access_begin_state(l) : 0;
	for (size_t i = 0; i < l->statics.objects.count; i++) {
		const struct storage *storage = l->statics.objects.at[i];
		if (storage->kind != STORAGE_MEMORY)
			continue;
		term identity = term_bv(b, OBJECT_BITS, storage->identity);
		if (size && type_has_size(storage->type))
			size = term_store(b, size, identity, word(l, storage->bytes));
		if (state)
			state = term_store(b, state, identity,
					   term_bv(b, 8, storage->read_only ? STATE_READ_ONLY : STATE_STATIC));
	}
	for (size_t i = 0; i < l->statics.functions.count; i++) {
		term identity = term_bv(b, OBJECT_BITS, l->statics.functions.at[i]->identity);
		if (size)
			size = term_store(b, size, identity, word(l, 0));
		if (state)
			state = term_store(b, state, identity,
					   term_bv(b, 8, access_function_state(l, l->statics.functions.at[i])));
	}
	term none = term_bv(b, OBJECT_BITS, 0);
	if (l->machine.size)
		emit_assign(l, l->machine.size, term_store(b, size, none, word(l, 0)));
	if (l->machine.state)
		emit_assign(l, l->machine.state, term_store(b, state, none, term_bv(b, 8, STATE_NONE)));
	weak_begin(l);
	jump_begin(l);
	if (l->machine.rounding)
		emit_assign(l, l->machine.rounding, term_bv(b, 32, 0));
	check_return_begin(l);
	access_begin_unset(l);
	access_begin_typed(l);
	access_begin_addresses(l);
	access_begin_valid(l);
	access_begin_out(l);
	access_begin_live(l);
	access_begin_apart(l);
	check_frames_begin(l);
	check_exit_begin(l);
}

/* ---- before and after ---- */

static unsigned hook_order(const struct routine *routine, bool constructor)
{
	const struct declaration *d = routine->declaration;
	return constructor ? d->constructor_order : d->destructor_order;
}

/* Puts the hook after those of its priority and before those of a later one. */
static void add_hook(struct routine_vec *hooks, struct routine *routine, bool constructor)
{
	size_t i = hooks->count;
	vec_push(hooks, routine);
	for (; i > 0 && hook_order(hooks->at[i - 1], constructor) < hook_order(routine, constructor); i--)
		hooks->at[i] = hooks->at[i - 1];
	hooks->at[i] = routine;
}

/* Does what starts a program, or ends it, run what the section holds (the generic ABI, and gcc's crtbegin.o)? */
static bool section_runs(const char *section)
{
	static const char *const arrays[] = { ".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors" };
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
		size_t length = strlen(arrays[i]);
		if (!strncmp(section, arrays[i], length) && (!section[length] || section[length] == '.'))
			return true;
	}
	return !strcmp(section, ".init") || !strcmp(section, ".fini");
}

/* Pointers that are placed where those of constructors are would be called, too. */
static void refuse_placed(struct lowering *l, const struct declaration *d)
{
	if (d->section && (d->defined || d->function) && section_runs(d->section))
		lower_unsupported(l, d->location, "'%s' in the section %s, which is run before main or after it,",
				  d->name, d->section);
}

/* gcc: functions that run before main, by their priorities and in the order of the file, and after it, in the opposite order. */
void start_find_hooks(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++) {
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			struct declaration *d = l->units[i]->declarations[k];
			refuse_placed(l, d);
			if (d->kind != DECLARATION_FUNCTION || !d->function || !(d->constructor || d->destructor))
				continue;
			struct routine *routine = lower_routine(l, d);
			if (routine->signature->in_count)
				lower_unsupported(l, d->location, "a constructor or destructor with parameters ('%s')",
						  d->name);
			if (d->constructor)
				add_hook(&l->start->constructors, routine, true);
			if (d->destructor)
				add_hook(&l->start->destructors, routine, false);
		}
	}
}

static void call_hook(struct lowering *l, struct routine *routine)
{
	if (routine->signature->in_count == 0)
		lower_call_routine(l, routine, NULL, 0, NULL, types_void(l->types));
}

void lower_call_destructors(struct lowering *l, term status)
{
	if (lower_uses(l, LIBC_HANDLERS)) {
		struct rvalue argument = rvalue_scalar(emit_hold(l, status), 0);
		lower_library_call(l, "__plumb_run_handlers", &argument, 1, types_void(l->types));
	}
	for (size_t i = l->start->destructors.count; i-- > 0;)
		call_hook(l, l->start->destructors.at[i]);
}

static void need_library(struct lowering *l, const char *name)
{
	struct declaration *d = lower_library_find(l, name);
	if (d)
		lower_routine(l, d);
}

/* One of several entries: the choice is open. */
static void call_entries(struct lowering *l, struct variable *status)
{
	struct block *from = l->block, *after = emit_block(l, "end");
	struct block **targets = arena_alloc(l->arena, sizeof *targets * l->start->entries.count);
	for (size_t i = 0; i < l->start->entries.count; i++) {
		targets[i] = emit_block(l, "entry");
		emit_start(l, targets[i]);
		emit_location(l, l->start->entries.at[i]->declaration->location);
		lower_call_entry(l, l->start->entries.at[i], status);
		block_goto(l->program, l->block, after);
		l->block->terminator.attributes = l->at;
	}
	block_goto_any(l->program, from, targets, (uint32_t)l->start->entries.count);
	from->terminator.attributes = l->at;
	emit_start(l, after);
}

/* What $start calls of the library is to be lowered with everything else. */
void start_find_library(struct lowering *l)
{
	if (lower_uses(l, LIBC_HANDLERS))
		need_library(l, "__plumb_run_handlers");
	for (size_t i = 0; i < l->start->entries.count; i++)
		if (declaration_is_main(l->start->entries.at[i]->declaration) &&
		    l->start->entries.at[i]->signature->parameter_count > 1)
			need_library(l, "__plumb_arguments");
	for (size_t i = 0; i < l->start->entries.count; i++)
		if (declaration_is_main(l->start->entries.at[i]->declaration) &&
		    l->start->entries.at[i]->signature->parameter_count > 2)
			need_library(l, "__plumb_environment");
}

void start_finish(struct lowering *l, struct procedure *start)
{
	struct variable *status = procedure_variable(start, "status");
	const char *maker;
	for (size_t i = 0; (maker = symbol_maker(l, i)); i++)
		lower_library_call(l, maker, NULL, 0, type_pointer(l->types, types_void(l->types)));
	for (size_t i = 0; i < l->start->constructors.count; i++)
		call_hook(l, l->start->constructors.at[i]);
	emit_location(l, l->start->entries.at[0]->declaration->location);
	if (l->start->entries.count == 1)
		lower_call_entry(l, l->start->entries.at[0], status);
	else
		call_entries(l, status);
	lower_call_destructors(l, l->machine.status->term);
	check_exit(l);
	block_return(l->block);
	l->block->terminator.attributes = l->at;
}
