/* The program as a whole: what the entry reaches, function by function. */
#include "program.h"

#include <string.h>

#include "access.h"
#include "ast_declaration.h"
#include "ast_statement.h"
#include "ast_unit.h"
#include "automatic.h"
#include "c_shape.h"
#include "checks.h"
#include "control.h"
#include "declaration_query.h"
#include "dispatch.h"
#include "emit.h"
#include "facts.h"
#include "function.h"
#include "initializer.h"
#include "jump.h"
#include "lower_ledger.h"
#include "libc.h"
#include "lower.h"
#include "lowering.h"
#include "lowering_options.h"
#include "lvalue.h"
#include "object.h"
#include "object_maps.h"
#include "order.h"
#include "preset.h"
#include "program_steps.h"
#include "region.h"
#include "scan.h"
#include "sequence.h"
#include "spelling.h"
#include "start.h"
#include "storage.h"
#include "string_literal.h"
#include "symbol.h"
#include "type_object.h"
#include "type_qualifier.h"

static void enter_start(struct lowering *l, struct procedure *start, struct block *block)
{
	l->procedure = start;
	l->block = block;
	l->routine = NULL;
}

/* Where execution starts with another function than main, others may have been called before, in a program that has more. */
static bool starts_elsewhere(const struct lowering *l)
{
	if (l->options->kernel)
		return false;
	for (size_t i = 0; i < l->options->entries.count; i++)
		if (strcmp(l->options->entries.at[i], "main") != 0)
			return true;
	return l->options->every_entry;
}

static void note_initial_value(struct lowering *l, const struct declaration *d)
{
	if (!d->defined)
		lower_ledger(l, d->location, "%s is not defined: its initial value is unknown", d->name);
	else if (!type_is_const(d->type) && !lower_in_library(l) && starts_elsewhere(l))
		lower_ledger(l, d->location,
			     "the entry is taken to be called first: it finds the initial values of objects");
}

static void initialise(struct lowering *l, struct storage *storage)
{
	const struct declaration *d = storage->declaration;
	if (storage->string) {
		struct lvalue lvalue = lvalue_of_storage(l, storage);
		lvalue.node = node_entered(l->regions, lvalue.node, l->types, storage->type);
		lower_string_bytes(l, lvalue, storage->string, storage->string->size);
		return;
	}
	l->unit = lower_unit_of(l, d);
	l->types = l->unit->types;
	if (ast_report_unsupported(d, l->diags))
		return;
	emit_location(l, d->location);
	if (d->initializer)
		lower_initializer(l, storage, d->initializer);
	else if (d->defined && (storage->kind == STORAGE_VARIABLES || type_has_size(storage->type)))
		lower_zero(l, storage);
	else if (!d->defined)
		lower_undefined_object(l, storage);
	note_initial_value(l, d);
}

/* Functions make static objects known, whose initialisers name further functions. */
static void lower_all(struct lowering *l, struct procedure *start)
{
	struct block *block = l->block;
	size_t done = 0, routines = 0;
	struct routine *routine;
	while ((routine = routine_at(l, routines)) || done < l->statics.objects.count || dispatch_copy_allocators(l)) {
		if (routine) {
			lower_function(l, routine);
			routines++;
			continue;
		}
		if (done == l->statics.objects.count)
			continue;
		enter_start(l, start, block);
		while (done < l->statics.objects.count)
			initialise(l, l->statics.objects.at[done++]);
		block = l->block;
	}
	enter_start(l, start, block);
}

/* Only a program that calls fesetround() computes in other modes than to nearest. */
static void find_rounding(struct lowering *l)
{
	if (lower_uses(l, LIBC_SETS_ROUNDING))
		lower_global(l, &l->machine.rounding, "$rounding", sort_bitvector(l->bank, 32));
}

static void find_numbers(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++)
		l->makes_pointers |= l->units[i]->makes_pointers;
}

/* In a driver threads are the kernel's. */
static void find_threads(struct lowering *l)
{
	l->has_threads = !l->options->kernel && lower_has_library(l) && lower_starts_threads(l);
}

static void program_facts(struct lowering *l)
{
	struct program *p = l->program;
	const struct attribute *list = lower_facts(l, p->attributes);
	for (uint32_t i = l->unit_count; i-- > 0;)
		list = attribute_string(p, list, ATTRIBUTE_SOURCE, l->units[i]->file);
	for (size_t i = l->options->checks.errors.count; i-- > 0;)
		list = attribute_string(p, list, ATTRIBUTE_ERROR, l->options->checks.errors.at[i]);
	list = start_facts(l, list);
	list = attribute_number(p, list, ATTRIBUTE_ROLES, 1);
	list = attribute_number(p, list, ATTRIBUTE_FIRST_FRESH, l->statics.next_identity);
	list = attribute_number(p, list, ATTRIBUTE_OBJECT, OBJECT_BITS);
	list = attribute_number(p, list, ATTRIBUTE_POINTER, l->pointer_bits);
	p->attributes = attribute_string(p, list, ATTRIBUTE_ENTRY, p->entry->name);
}

static void note_assembly(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++)
		for (uint32_t k = 0; k < l->units[i]->assembly_count; k++)
			lower_ledger(l, l->units[i]->assembly[k]->location,
				     "assembly outside of functions is ignored, with what it defines");
}

static void lower_units(struct lowering *l)
{
	struct program *p = l->program;
	struct procedure *start = program_add_procedure(p, "$start");
	p->entry = start;
	procedure_add_variable(start, "status", sort_bitvector(l->bank, 32), VARIABLE_OUT);
	if (!start_find_entries(l))
		return;
	find_rounding(l);
	find_numbers(l);
	find_threads(l);
	region_aliasing(l->regions, (enum aliasing)l->options->unknown_pointers);
	enter_start(l, start, procedure_add_block(start, "entry"));
	struct block *first = l->block, *second = emit_block(l, "start");
	emit_start(l, second);
	note_assembly(l);
	start_find_hooks(l);
	start_find_library(l);
	lower_all(l, start);
	start_finish(l, start);
	if (l->diags->errors)
		return;
	whole_prepare(l);
	regions_solve(l->regions);
	if (l->has_threads && checks(l, CHECK_RACE))
		region_read_all(l->regions);
	access_reuse(l);
	check_moves(l);
	lower_note_unknown(l);
	check_frames_prepare(l);
	check_exit_body(l);
	access_resolve(l);
	lower_dispatches(l);
	lower_unwind(l);
	check_frames(l);
	lower_presets(l);
	l->procedure = start;
	start_describe_statics(l, first);
	block_goto(l->program, l->block, second);
	l->block->terminator.attributes = l->at;
	lower_prune(l);
	lower_note_uncalled(l);
	lower_note_types(l);
	program_facts(l);
}

/* ---- the parts of the lowering ---- */

static void need_routine(struct lowering *l, struct declaration *function)
{
	lower_routine(l, function);
}

static void init(struct lowering *l, struct library *library)
{
	symbols_init(l, library, need_routine);
	facts_init(l);
	presets_init(l);
	automatics_init(l);
	access_init(l);
	check_init(l);
	objects_init(l);
	effects_init(l);
	order_init(l);
	control_init(l);
	jumps_init(l);
	start_init(l);
	l->spelling = spelling_new();
}

static void release(struct lowering *l)
{
	spelling_free(l->spelling);
	start_release(l);
	jumps_release(l);
	control_release(l);
	order_release(l);
	effects_release(l);
	objects_release(l);
	check_release(l);
	access_release(l);
	automatics_release(l);
	presets_release(l);
	facts_release(l);
	symbols_release(l);
	table_free(&l->said);
	table_free(&l->held);
	table_free(&l->shapes);
	vec_free(&l->number_pointers);
	vec_free(&l->pointed_types.names);
	vec_free(&l->number_types.names);
	vec_free(&l->statics.objects);
	vec_free(&l->statics.functions);
	vec_free(&l->statics.weak);
	regions_free(l->regions);
	arena_free(l->arena);
}

struct program *lower_program(struct unit **units, uint32_t count, struct library *library,
			      const struct library_models *models, const struct lowering_options *options,
			      struct diagnostics *diags)
{
	struct program *program = program_new();
	struct lowering l = { .arena = arena_new(),
			      .program = program,
			      .bank = program->bank,
			      .diags = diags,
			      .options = options,
			      .regions = regions_new(),
			      .units = units,
			      .unit_count = count,
			      .pointer_bits = options->pointer_bits,
			      .statics = { .next_identity = 1 },
			      .models = models,
			      .unit = units[0],
			      .types = units[0]->types };
	unsigned errors = diags->errors;
	init(&l, library);
	lower_check_declarations(&l);
	symbols_join(&l);
	if (options->kernel)
		symbols_replace(&l);
	if (diags->errors == errors)
		lower_units(&l);
	release(&l);
	if (diags->errors == errors)
		return program;
	program_free(program);
	return NULL;
}
