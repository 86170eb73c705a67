/* The program as a whole: what the entry reaches, function by function; static objects; $start. */
#include "lower.h"
#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- messages ---- */

void lower_unsupported(struct lowering *l, struct location location, const char *format, ...)
{
	char text[500];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	diagnose(l->diags, DIAG_UNSUPPORTED, location, "%s is not supported", text);
}

/* Records an approximation in the program, once for each text. */
void lower_ledger(struct lowering *l, struct location location, const char *format, ...)
{
	char text[500];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	const char *said = intern_string(l->program->strings, text);
	if (table_has(&l->said, (uintptr_t)said))
		return;
	table_put(&l->said, (uintptr_t)said, 1);
	struct attribute_value values[4] = { { .string = said },
					     { .string = location.file ? location.file : "" },
					     { .number = location.line },
					     { .number = location.column } };
	l->program->attributes = attribute_list(l->program, l->program->attributes, "ledger", values, 4);
}

struct rvalue lower_nothing(struct lowering *l, const struct type *type)
{
	if (type->kind == TYPE_VOID)
		return rvalue_void();
	if (type_has_parts(type))
		return parts_zero(l, type);
	if (!type_is_record(type))
		return rvalue_scalar(term_bv(l->bank, term_bits(l, type), 0), 0);
	struct storage *storage = lower_new_object(l, type_unqualified(type), "nothing");
	lower_begin_object(l, storage, 0);
	struct lvalue lvalue = lvalue_of_storage(l, storage);
	if (checks(l, CHECK_UNINIT)) /* unknown, which is not uninitialised */
		access_forget(l, lvalue.pointer, lvalue.node, word(l, storage->bytes));
	return (struct rvalue){ .kind = RVALUE_MEMORY, .term = lvalue.pointer, .node = lvalue.node };
}

struct variable *lower_global(struct lowering *l, struct variable **slot, const char *name, sort s)
{
	if (!*slot)
		*slot = program_add_global(l->program, name, s);
	return *slot;
}

struct variable *lower_role(struct lowering *l, struct variable **slot, enum global_role role, sort s)
{
	if (!*slot)
		*slot = program_add_role(l->program, role, s);
	return *slot;
}

/* ---- names ---- */

static bool is_definition(const struct declaration *d)
{
	return d->alias || (d->kind == DECLARATION_FUNCTION ? d->function != NULL : d->defined);
}

static bool has_symbol(const struct declaration *d)
{
	return d->linkage == LINKAGE_EXTERNAL && d->symbol;
}

static void add_symbol(struct lowering *l, struct declaration *d)
{
	const char *symbol = intern_string(l->program->strings, d->symbol);
	struct declaration *known = (void *)(uintptr_t)table_get(&l->symbols, (uintptr_t)symbol, 0);
	if (known && !known->tentative && !d->tentative && !known->weak && !d->weak && !d->is_inline &&
	    !known->is_inline) {
		diagnose(l->diags, DIAG_INPUT, d->location, "redefinition of '%s'", d->name);
		diagnose(l->diags, DIAG_NOTE, known->location, "it was defined here before");
		return;
	}
	if (!known || known->tentative || known->weak)
		table_put(&l->symbols, (uintptr_t)symbol, (uintptr_t)d);
}

static void add_unit(struct lowering *l, struct unit *unit)
{
	for (uint32_t i = 0; i < unit->declaration_count; i++) {
		struct declaration *d = unit->declarations[i];
		table_put(&l->owners, (uintptr_t)d, (uintptr_t)unit);
		if (d->kind == DECLARATION_VARIABLE && d->name)
			table_put(&l->reserved, (uintptr_t)intern_string(l->program->strings, d->name), 1);
		if (has_symbol(d) && is_definition(d))
			add_symbol(l, d);
	}
}

static struct declaration *find_symbol(struct lowering *l, const char *symbol)
{
	return (void *)(uintptr_t)table_get(&l->symbols, (uintptr_t)intern_string(l->program->strings, symbol), 0);
}

/* What no file defines is nevertheless one thing in all that declare it. */
static void add_undefined(struct lowering *l, struct declaration *d)
{
	struct declaration *known = find_symbol(l, d->symbol);
	if (!known || (!is_definition(known) && !type_has_size(known->type) && type_has_size(d->type)))
		table_put(&l->symbols, (uintptr_t)intern_string(l->program->strings, d->symbol), (uintptr_t)d);
}

struct unit *lower_unit_of(struct lowering *l, const struct declaration *d)
{
	return (struct unit *)(uintptr_t)table_get(&l->owners, (uintptr_t)d, (uintptr_t)l->unit);
}

/* What the library's models define by this name, or NULL. */
struct declaration *lower_library_find(struct lowering *l, const char *name)
{
	struct unit *unit = NULL;
	struct declaration *found = l->library ? library_find(l->library, name, &unit) : NULL;
	if (found)
		table_put(&l->owners, (uintptr_t)found, (uintptr_t)unit);
	return found;
}

static void add_library(struct lowering *l, const char *name)
{
	struct declaration *d = lower_library_find(l, name);
	if (d)
		lower_routine(l, d);
}

/* glibc's names of the environment. $start makes it for a program that looks at it. */
static const char *environment_name(struct lowering *l, const char *name)
{
	if (strcmp(name, "environ") != 0 && strcmp(name, "__environ") != 0 && strcmp(name, "_environ") != 0)
		return name;
	if (!l->uses_environment)
		add_library(l, "__plumb_environment");
	l->uses_environment = true;
	return "environ";
}

/* An object of the library, such as stdin, that the program only declares. */
static struct declaration *library_object(struct lowering *l, struct declaration *d)
{
	if (d->kind != DECLARATION_VARIABLE || d->linkage != LINKAGE_EXTERNAL || d->defined || d->owner)
		return d;
	struct declaration *found = lower_library_find(l, environment_name(l, d->symbol ? d->symbol : d->name));
	bool same = found && found->kind == DECLARATION_VARIABLE && found->defined &&
		    type_is_pointer(found->type) == type_is_pointer(d->type);
	return same ? found : d;
}

/* An alias is another name of something that the same unit defines (gcc 6.33.1). */
struct declaration *lower_definition(struct lowering *l, struct declaration *d)
{
	for (unsigned steps = 0; steps < 10; steps++) {
		struct declaration *found = has_symbol(d) && !d->alias ? find_symbol(l, d->symbol) : NULL;
		if (d->alias)
			found = unit_find(lower_unit_of(l, d), d->alias);
		if (!found || found == d)
			break;
		d = found;
	}
	return library_object(l, d);
}

/* Declarations of several files, and aliases, that are one object: if one's address is taken, it is that of all. */
static void join_declarations(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++) {
		struct unit *unit = l->units[i];
		for (uint32_t k = 0; k < unit->declaration_count; k++)
			if (has_symbol(unit->declarations[k]))
				add_undefined(l, unit->declarations[k]);
	}
	for (uint32_t i = 0; i < l->unit_count; i++) {
		struct unit *unit = l->units[i];
		for (uint32_t k = 0; k < unit->declaration_count; k++)
			if (unit->declarations[k]->address_taken)
				lower_definition(l, unit->declarations[k])->address_taken = true;
	}
}

/* Is the program's function, by its declaration, the one of the library? If not, it only has the same name. */
static bool same_function(struct lowering *l, const struct declaration *d, const struct declaration *library)
{
	const struct type *a = d->type, *b = library->type;
	if (!a->prototyped)
		return true;
	if (a->parameter_count != b->parameter_count || a->variadic != b->variadic)
		return false;
	bool same = a->base->kind == TYPE_VOID || b->base->kind == TYPE_VOID
			    ? a->base->kind == b->base->kind
			    : term_bits(l, a->base) == term_bits(l, b->base);
	for (uint32_t i = 0; i < a->parameter_count; i++) {
		const struct type *x = a->parameters[i].type, *y = b->parameters[i].type;
		same = same && type_is_pointer(x) == type_is_pointer(y) && type_is_integer(x) == type_is_integer(y) &&
		       term_bits(l, x) == term_bits(l, y);
	}
	return same;
}

/* Library functions written in C stand in for those that the program only declares. */
struct declaration *lower_library(struct lowering *l, const char *name, struct declaration *d)
{
	struct declaration *found = lower_library_find(l, name);
	bool same = found && found->function && d->type->kind == TYPE_FUNCTION && same_function(l, d, found);
	return same ? found : d;
}

/* ---- functions ---- */

/* A procedure for D's body, to be lowered in its turn. */
struct routine *lower_new_routine(struct lowering *l, struct declaration *d)
{
	struct routine *routine = arena_alloc(l->arena, sizeof *routine);
	routine->declaration = d;
	routine->unit = lower_unit_of(l, d);
	struct types *types = l->types;
	l->types = &routine->unit->types;
	routine->procedure = program_add_procedure(l->program, program_fresh_name(l->program, d->name));
	routine->procedure->attributes =
		attribute_at(l->program, attribute_string(l->program, NULL, "c", d->name), d->location);
	routine->signature = lower_signature(l, d->type, d);
	lower_declare(l, routine);
	l->types = types;
	vec_push(&l->work, routine);
	return routine;
}

struct routine *lower_routine(struct lowering *l, struct declaration *d)
{
	if (!d->function)
		return NULL;
	uint64_t known = table_get(&l->routines, (uintptr_t)d, 0);
	if (known)
		return (struct routine *)(uintptr_t)known;
	struct routine *routine = lower_new_routine(l, d);
	table_put(&l->routines, (uintptr_t)d, (uintptr_t)routine);
	return routine;
}

/* ---- $start ---- */

static void enter_start(struct lowering *l, struct procedure *start, struct block *block)
{
	l->procedure = start;
	l->block = block;
	l->routine = NULL;
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
	l->types = &l->unit->types;
	if (ast_report_unsupported(d, l->diags))
		return;
	emit_location(l, d->location);
	if (d->initializer)
		lower_initializer(l, storage, d->initializer);
	else if (d->defined && (storage->kind == STORAGE_VARIABLES || type_has_size(storage->type)))
		lower_zero(l, storage);
	else if (storage->kind == STORAGE_VARIABLES)
		for (uint32_t i = 0; i < storage->shape->count; i++)
			emit_input(l, storage->variables[i], d->name, storage->shape->leaves[i].type);
	if (!d->defined)
		lower_ledger(l, d->location, "%s is not defined: its initial value is unknown", d->name);
}

/* Functions make static objects known, whose initialisers name further functions. */
static void lower_all(struct lowering *l, struct procedure *start)
{
	struct block *block = l->block;
	size_t done = 0, routines = 0;
	while (routines < l->work.count || done < l->statics.count) {
		if (routines < l->work.count) {
			lower_function(l, l->work.at[routines++]);
			continue;
		}
		enter_start(l, start, block);
		while (done < l->statics.count)
			initialise(l, l->statics.at[done++]);
		block = l->block;
	}
	enter_start(l, start, block);
}

static void add_entry(struct lowering *l, const char *name)
{
	struct declaration *d = find_symbol(l, name);
	if (d && !d->function)
		d = NULL;
	for (uint32_t i = 0; !d && i < l->unit_count; i++) {
		struct declaration *found = unit_find(l->units[i], name);
		if (found && found->function)
			d = found;
	}
	if (!d) {
		struct location nowhere = { l->units[0]->file, 0, 0 };
		diagnose(l->diags, DIAG_INPUT, nowhere, "there is no function %s to start from (--entry)", name);
		return;
	}
	vec_push(&l->entries, lower_routine(l, d));
}

/* Inline functions have code only where they are called. */
static void add_all_entries(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++)
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			struct declaration *d = l->units[i]->declarations[k];
			if (d->kind == DECLARATION_FUNCTION && d->function && !d->is_inline &&
			    !d->function->declaration->owner)
				vec_push(&l->entries, lower_routine(l, d));
		}
	struct location nowhere = { l->units[0]->file, 0, 0 };
	if (!l->entries.count)
		diagnose(l->diags, DIAG_INPUT, nowhere, "there is no function to start from (--entry=*)");
}

static bool find_entries(struct lowering *l)
{
	for (size_t i = 0; i < l->options->entries.count; i++)
		add_entry(l, l->options->entries.at[i]);
	if (l->options->every_entry)
		add_all_entries(l);
	dispatch_check_options(l);
	return !l->diags->errors;
}

bool lower_uses(const struct lowering *l, const char *name)
{
	for (uint32_t i = 0; i < l->unit_count; i++) {
		const struct declaration *d = unit_find(l->units[i], name);
		if (d && d->kind == DECLARATION_FUNCTION && d->used)
			return true;
	}
	return false;
}

/* Only a program that calls fesetround() computes in other modes than to nearest. */
static void find_rounding(struct lowering *l)
{
	if (lower_uses(l, "fesetround") || lower_uses(l, "fesetenv") || lower_uses(l, "feupdateenv"))
		lower_global(l, &l->rounding, "$rounding", sort_bitvector(l->bank, 32));
}

/* The sizes, states and addresses of static objects, in the block before all others. */
static void describe_statics(struct lowering *l, struct block *block)
{
	struct bank *b = l->bank;
	l->block = block;
	term size = l->size ? l->size->term : 0, state = l->state ? l->state->term : 0;
	for (size_t i = 0; i < l->statics.count; i++) {
		const struct storage *storage = l->statics.at[i];
		if (storage->kind != STORAGE_MEMORY)
			continue;
		term identity = term_bv(b, OBJECT_BITS, storage->identity);
		if (size && type_has_size(storage->type))
			size = term_store(b, size, identity, word(l, storage->bytes));
		if (state)
			state = term_store(b, state, identity,
					   term_bv(b, 8, storage->read_only ? STATE_READ_ONLY : STATE_STATIC));
	}
	for (size_t i = 0; i < l->functions.count; i++) {
		term identity = term_bv(b, OBJECT_BITS, l->functions.at[i]->identity);
		if (size)
			size = term_store(b, size, identity, word(l, 0));
		if (state)
			state = term_store(b, state, identity, term_bv(b, 8, STATE_FUNCTION));
	}
	term none = term_bv(b, OBJECT_BITS, 0);
	if (l->size)
		emit_assign(l, l->size, term_store(b, size, none, word(l, 0)));
	if (l->state)
		emit_assign(l, l->state, term_store(b, state, none, term_bv(b, 8, STATE_NONE)));
	for (size_t i = 0; i < l->unknown_globals.count; i++)
		emit_input(l, l->unknown_globals.at[i], l->unknown_globals.at[i]->name,
			   type_basic(l->types, TYPE_BOOL));
	if (l->jump.procedure)
		emit_assign(l, jump_target(l), term_bv(b, 32, 0));
	if (l->rounding)
		emit_assign(l, l->rounding, term_bv(b, 32, 0));
	if (l->no_value)
		emit_assign(l, l->no_value, term_false(b));
	access_begin_unset(l);
	access_begin_typed(l);
	if (l->frame_count)
		emit_assign(l, l->frame_count, term_bv(b, 32, 0));
	if (l->watched)
		emit_assign(l, l->watched, term_bv(b, OBJECT_BITS, 0));
}

static unsigned hook_order(const struct routine *routine, bool constructor)
{
	const struct declaration *d = routine->declaration;
	return constructor ? d->constructor_order : d->destructor_order;
}

/* Puts the hook behind those of its priority and before those of a later one. */
static void add_hook(struct routine_vec *hooks, struct routine *routine, bool constructor)
{
	size_t i = hooks->count;
	vec_push(hooks, routine);
	for (; i > 0 && hook_order(hooks->at[i - 1], constructor) < hook_order(routine, constructor); i--)
		hooks->at[i] = hooks->at[i - 1];
	hooks->at[i] = routine;
}

/* gcc: functions that run before main, by their priorities and in the order of the file, and after it, in the opposite order. */
static void find_hooks(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++) {
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			struct declaration *d = l->units[i]->declarations[k];
			if (d->kind != DECLARATION_FUNCTION || !d->function || !(d->constructor || d->destructor))
				continue;
			struct routine *routine = lower_routine(l, d);
			if (routine->signature->in_count)
				lower_unsupported(l, d->location, "a constructor or destructor with parameters ('%s')",
						  d->name);
			if (d->constructor)
				add_hook(&l->constructors, routine, true);
			if (d->destructor)
				add_hook(&l->destructors, routine, false);
		}
	}
}

static void call_hook(struct lowering *l, struct routine *routine)
{
	if (routine->signature->in_count == 0)
		lower_call_routine(l, routine, NULL, 0, NULL, type_basic(l->types, TYPE_VOID));
}

void lower_call_destructors(struct lowering *l, term status)
{
	if (lower_uses(l, "atexit") || lower_uses(l, "on_exit")) {
		struct rvalue argument = rvalue_scalar(emit_hold(l, status), 0);
		model_library(l, "__plumb_run_handlers", &argument, 1, type_basic(l->types, TYPE_VOID));
	}
	for (size_t i = l->destructors.count; i-- > 0;)
		call_hook(l, l->destructors.at[i]);
}

/* One of several entries: the choice is open. */
static void call_entries(struct lowering *l, struct variable *status)
{
	struct block *from = l->block, *after = emit_block(l, "end");
	struct block **targets = arena_alloc(l->arena, sizeof *targets * l->entries.count);
	for (size_t i = 0; i < l->entries.count; i++) {
		targets[i] = emit_block(l, "entry");
		emit_start(l, targets[i]);
		emit_location(l, l->entries.at[i]->declaration->location);
		lower_call_entry(l, l->entries.at[i], status);
		block_goto(l->program, l->block, after);
		l->block->terminator.attributes = l->at;
	}
	block_goto_any(l->program, from, targets, (uint32_t)l->entries.count);
	from->terminator.attributes = l->at;
	emit_start(l, after);
}

/* What $start calls of the library is to be lowered with everything else. */
static void find_library(struct lowering *l)
{
	if (lower_uses(l, "atexit") || lower_uses(l, "on_exit"))
		add_library(l, "__plumb_run_handlers");
	for (size_t i = 0; i < l->entries.count; i++)
		if (!strcmp(l->entries.at[i]->declaration->name, "main") &&
		    l->entries.at[i]->signature->parameter_count > 1)
			add_library(l, "__plumb_arguments");
	for (size_t i = 0; i < l->entries.count; i++)
		if (!strcmp(l->entries.at[i]->declaration->name, "main") &&
		    l->entries.at[i]->signature->parameter_count > 2)
			add_library(l, "__plumb_environment");
}

static void finish_start(struct lowering *l, struct procedure *start)
{
	struct variable *status = procedure_variable(start, "status");
	if (l->uses_environment)
		model_library(l, "__plumb_environment", NULL, 0,
			      type_pointer(l->types, type_basic(l->types, TYPE_VOID)));
	for (size_t i = 0; i < l->constructors.count; i++)
		call_hook(l, l->constructors.at[i]);
	emit_location(l, l->entries.at[0]->declaration->location);
	if (l->entries.count == 1)
		lower_call_entry(l, l->entries.at[0], status);
	else
		call_entries(l, status);
	lower_call_destructors(l, l->status->term);
	check_exit(l);
	block_return(l->block);
	l->block->terminator.attributes = l->at;
}

static void program_facts(struct lowering *l)
{
	struct program *p = l->program;
	const struct attribute *list = lower_facts(l, p->attributes);
	for (uint32_t i = l->unit_count; i-- > 0;)
		list = attribute_string(p, list, "source", l->units[i]->file);
	for (size_t i = l->entries.count; i-- > 0;)
		list = attribute_string(p, list, "main", l->entries.at[i]->declaration->name);
	list = attribute_number(p, list, ATTRIBUTE_ROLES, 1);
	list = attribute_number(p, list, "first_fresh", l->next_identity);
	list = attribute_number(p, list, "object", OBJECT_BITS);
	list = attribute_number(p, list, "pointer", l->pointer_bits);
	p->attributes = attribute_string(p, list, "entry", p->entry->name);
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
	if (!find_entries(l))
		return;
	find_rounding(l);
	enter_start(l, start, procedure_add_block(start, "entry"));
	struct block *first = l->block, *second = emit_block(l, "start");
	emit_start(l, second);
	note_assembly(l);
	find_hooks(l);
	find_library(l);
	lower_all(l, start);
	finish_start(l, start);
	if (l->diags->errors)
		return;
	regions_solve(l->regions);
	check_frames_prepare(l);
	check_exit_body(l);
	access_resolve(l);
	lower_dispatches(l);
	lower_unwind(l);
	check_frames(l);
	lower_presets(l);
	l->procedure = start;
	describe_statics(l, first);
	block_goto(l->program, l->block, second);
	l->block->terminator.attributes = l->at;
	lower_prune(l);
	program_facts(l);
}

/* An object whose address is taken in any unit needs one. */
static void share_addresses(struct lowering *l)
{
	for (uint32_t i = 0; i < l->unit_count; i++)
		for (uint32_t k = 0; k < l->units[i]->declaration_count; k++) {
			struct declaration *d = l->units[i]->declarations[k];
			if (d->kind == DECLARATION_VARIABLE && d->address_taken && has_symbol(d))
				lower_definition(l, d)->address_taken = true;
		}
}

static void release(struct lowering *l)
{
	struct table *tables[] = { &l->storages,   &l->routines, &l->symbols, &l->owners, &l->shapes,
				   &l->strings,    &l->foreign,  &l->said,    &l->labels, &l->reserved,
				   &l->allocators, &l->objects,  &l->lacking, &l->sites,  &l->evaluated,
				   &l->old_reads,  &l->watches };
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		table_free(tables[i]);
	vec_free(&l->work);
	vec_free(&l->statics);
	vec_free(&l->indirect);
	vec_free(&l->targets);
	vec_free(&l->old_values);
	vec_free(&l->scopes);
	vec_free(&l->functions);
	vec_free(&l->externals);
	vec_free(&l->locals);
	vec_free(&l->preset);
	vec_free(&l->site_list);
	vec_free(&l->unknown_globals);
	vec_free(&l->jump.list);
	vec_free(&l->closure_references);
	table_free(&l->jump.numbers);
	table_free(&l->captured);
	vec_free(&l->jump.objects);
	table_free(&l->jump.noted);
	vec_free(&l->constructors);
	vec_free(&l->destructors);
	vec_free(&l->entries);
	access_free(l);
	effects_release(l);
	regions_free(l->regions);
	arena_free(l->arena);
}

struct program *lower_program(struct unit **units, uint32_t count, struct library *library,
			      const struct c2ir_options *options, struct diagnostics *diags)
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
			      .library = library,
			      .pointer_bits = options->target.pointer_bits,
			      .next_identity = 1 };
	unsigned errors = diags->errors;
	l.unit = units[0];
	l.types = &units[0]->types;
	for (uint32_t i = 0; i < count; i++)
		add_unit(&l, units[i]);
	share_addresses(&l);
	lower_check_declarations(&l);
	join_declarations(&l);
	if (diags->errors == errors)
		lower_units(&l);
	release(&l);
	if (diags->errors == errors)
		return program;
	program_free(program);
	return NULL;
}
