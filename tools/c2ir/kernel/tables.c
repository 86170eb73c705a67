/* What the kernel calls in a driver. module_init() and module_exit() make init_module and cleanup_module other names of their functions
 * (include/linux/module.h); in what is linked into the kernel they put a pointer into a section .initcall... or .exitcall.exit, or have
 * assembly at file scope do it (include/linux/init.h). */
#include "tables.h"

#include <ctype.h>
#include <string.h>

#include "ast_declaration.h"
#include "ast_expression.h"
#include "ast_function.h"
#include "ast_initializer.h"
#include "ast_query.h"
#include "ast_statement.h"
#include "ast_unit.h"
#include "given.h"
#include "hash.h"
#include "paragraph.h"
#include "record.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_record.h"

/* ---- init and exit ---- */

static const char *aliased(const struct unit *unit, const char *name)
{
	const struct declaration *d = unit_find(unit, name);
	if (!d || d->kind != DECLARATION_FUNCTION)
		return NULL;
	return d->alias ? d->alias : d->function ? d->name : NULL;
}

/* The function that an object in a section begins with, such as `static initcall_t __initcall_f = f`. */
static const char *in_section(const struct unit *unit, const char *section)
{
	for (uint32_t i = 0; i < unit->declaration_count; i++) {
		const struct declaration *d = unit->declarations[i];
		if (d->kind != DECLARATION_VARIABLE || !d->section || !d->initializer || !driver_owns(d) ||
		    strncmp(d->section, section, strlen(section)) != 0 || !d->reference_count)
			continue;
		if (d->references[0]->kind == DECLARATION_FUNCTION)
			return d->references[0]->name;
	}
	return NULL;
}

/* `.section ".initcall6.init" ... .long f - .`: the symbol f, if it is a function of the unit. */
static const char *in_assembly(const struct unit *unit, const char *section)
{
	for (uint32_t i = 0; i < unit->assembly_count; i++) {
		const char *text = strstr(unit->assembly[i]->template, section);
		const char *symbol = text ? strstr(text, ".long") : NULL;
		if (!symbol)
			continue;
		symbol += 5;
		symbol += strspn(symbol, " \t");
		size_t n = 0;
		while (isalnum((unsigned char)symbol[n]) || symbol[n] == '_')
			n++;
		for (uint32_t k = 0; k < unit->declaration_count; k++) {
			const struct declaration *d = unit->declarations[k];
			if (d->kind == DECLARATION_FUNCTION && d->name && strlen(d->name) == n &&
			    !strncmp(d->name, symbol, n))
				return d->name;
		}
	}
	return NULL;
}

static const char *first_of(const char *a, const char *b, const char *c)
{
	return a ? a : b ? b : c;
}

/* ---- tables ---- */

/* A function of the driver's: also one in a header of its own, where the kernel's are inline. */
static bool is_of_driver(const struct declaration *d)
{
	return d->kind == DECLARATION_FUNCTION && d->function && (driver_owns(d) || !d->is_inline);
}

static bool calls_back(const struct declaration *d)
{
	for (uint32_t i = 0; i < d->reference_count; i++)
		if (is_of_driver(d->references[i]))
			return true;
	return false;
}

static const char *function_for(const char *tag)
{
	for (const struct paragraph_environment *e = paragraph_environments; e->tag; e++)
		if (!strcmp(e->tag, tag))
			return e->function;
	return NULL;
}

/* Tables of a type that the driver itself defines are none of the kernel's. */
static bool is_own(struct location location)
{
	size_t n = location.file ? strlen(location.file) : 0;
	return n > 2 && !strcmp(location.file + n - 2, ".c");
}

static void add_table(struct callback_tables *tables, const struct declaration *d)
{
	const struct type *type = d->type;
	bool is_array = type_is_array(type);
	while (type_is_array(type))
		type = type_base(type);
	if (!type_is_record(type) || !type_record(type)->tag || !calls_back(d) || is_own(type_record(type)->location))
		return;
	const char *tag = type_record(type)->tag;
	vec_push(&tables->list, (struct callback_table){ d, tag, function_for(tag), is_array, NULL, NULL });
}

/* ---- what is called ---- */

struct reaching {
	const struct callback_tables *tables;
	const struct choice *choice;
	bool reads_parent;
	TABLE(const struct declaration *, bool) seen;
	VEC(const struct declaration *) queue;
	/* objects that are only given to functions of which nothing is known, or that such objects lead to; the first such function */
	VEC(const struct declaration *) given;
	TABLE(const struct declaration *, const struct declaration *) given_to;
};

static void reach(struct reaching *r, const struct declaration *d)
{
	if (!d || table_has(&r->seen, d))
		return;
	table_put(&r->seen, d, true);
	vec_push(&r->queue, d);
}

static void give(struct reaching *r, const struct declaration *d, const struct declaration *function)
{
	if (table_has(&r->given_to, d))
		return;
	table_put(&r->given_to, d, function);
	vec_push(&r->given, d);
}

/* Its functions are not called, whoever registers it; what else it leads to may be registered with it (usb_class_driver). */
static bool is_unknown_table(const struct reaching *r, const struct declaration *d)
{
	for (size_t i = 0; i < r->tables->list.count; i++)
		if (r->tables->list.at[i].object == d)
			return !r->tables->list.at[i].function;
	return false;
}

static void reach_from_function(struct reaching *r, const struct function *f)
{
	struct given given = given_find(f, r->choice, &r->reads_parent);
	for (uint32_t k = 0; k < f->reference_count; k++) {
		const struct declaration *function = table_get(&given, f->references[k], NULL);
		if (function)
			give(r, f->references[k], function);
		else
			reach(r, f->references[k]);
	}
	table_free(&given);
}

static void reach_from_object(struct reaching *r, const struct declaration *d)
{
	bool unknown = is_unknown_table(r, d);
	for (uint32_t k = 0; k < d->reference_count; k++)
		if (!unknown || d->references[k]->kind != DECLARATION_FUNCTION)
			reach(r, d->references[k]);
}

static void reach_all(struct reaching *r)
{
	for (size_t i = 0; i < r->queue.count; i++)
		if (r->queue.at[i]->function)
			reach_from_function(r, r->queue.at[i]->function);
		else
			reach_from_object(r, r->queue.at[i]);
	for (size_t i = 0; i < r->given.count; i++) {
		const struct declaration *d = r->given.at[i];
		for (uint32_t k = 0; k < d->reference_count; k++)
			if (d->references[k]->kind == DECLARATION_VARIABLE)
				give(r, d->references[k], table_get(&r->given_to, d, NULL));
	}
}

static bool reaches(const struct reaching *r, const struct unit *unit, const char *name)
{
	const struct declaration *d = unit_find(unit, name);
	return d && table_has(&r->seen, d);
}

static bool reaches_unknown(const struct reaching *r)
{
	for (size_t i = 0; i < r->queue.count; i++)
		if (given_is_unknown(r->queue.at[i], r->choice))
			return true;
	return false;
}

static void silence(struct callback_table *t, const struct reaching *r)
{
	const struct declaration *function = table_get(&r->given_to, t->object, NULL);
	if (!t->function)
		t->silent = "when the kernel calls them is not known";
	else if (table_has(&r->seen, t->object))
		return;
	else if (!function)
		t->silent = "no code that is called registers them";
	else
		t->silent = " has no body and no model";
	if (t->function && function)
		t->given_to = function->name;
	t->function = NULL;
}

/* A table that no code mentions which is called itself is registered by others, if at all: nobody knows when. */
static void find_silent(const struct unit *unit, const struct choice *choice, struct callback_tables *tables)
{
	struct reaching r = { .tables = tables, .choice = choice };
	reach(&r, tables->init ? unit_find(unit, tables->init) : NULL);
	reach(&r, tables->exit ? unit_find(unit, tables->exit) : NULL);
	reach_all(&r);
	tables->reads_parent = r.reads_parent && reaches(&r, unit, "dev_get_drvdata");
	tables->data_is_foreign =
		reaches(&r, unit, "dev_get_drvdata") && !reaches(&r, unit, "dev_set_drvdata") && reaches_unknown(&r);
	for (size_t i = 0; i < tables->list.count; i++)
		silence(&tables->list.at[i], &r);
	table_free(&r.seen);
	vec_free(&r.queue);
	vec_free(&r.given);
	table_free(&r.given_to);
}

struct callback_tables tables_find(const struct unit *unit, const struct choice *choice)
{
	struct callback_tables tables = {
		.init = first_of(aliased(unit, "init_module"), in_section(unit, ".initcall"),
				 in_assembly(unit, ".initcall")),
		.exit = first_of(aliased(unit, "cleanup_module"), in_section(unit, ".exitcall"), NULL),
	};
	for (uint32_t i = 0; i < unit->declaration_count; i++) {
		const struct declaration *d = unit->declarations[i];
		if (d->kind == DECLARATION_VARIABLE && d->name && d->depth == 0 && d->initializer)
			add_table(&tables, d);
	}
	find_silent(unit, choice, &tables);
	return tables;
}

void tables_release(struct callback_tables *tables)
{
	vec_free(&tables->list);
}
