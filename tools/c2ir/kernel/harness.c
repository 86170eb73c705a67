/* The environment: init; then callbacks in any order and number, each as its table's protocol allows (kernel/models); exit; the end.
 * Which tables are registered is known from the models of the functions that register them. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

#include "ast_declaration.h"
#include "memory.h"
#include "record.h"
#include "stream.h"
#include "type_base.h"
#include "type_derived.h"
#include "type_record.h"

/* The object, or any of the array's. */
static void write_object(struct output *out, const struct callback_table *t)
{
	const char *name = t->object->name;
	if (t->is_array)
		output_format(out, "&%s[plumb_index(sizeof %s / sizeof *%s)]", name, name, name);
	else
		output_format(out, "&%s", name);
}

/* Is it the first of its type that is called? */
static bool is_first(const struct callback_tables *tables, size_t i)
{
	const struct callback_table *list = tables->list.at;
	if (!list[i].function)
		return false;
	for (size_t k = 0; k < i; k++)
		if (list[k].function && !strcmp(list[k].tag, list[i].tag))
			return false;
	return true;
}

static void write_state(struct output *out, const struct callback_table *t)
{
	const char *name = t->object->name;
	if (t->is_array)
		output_format(out,
			      "\tif ((unsigned long)table - (unsigned long)%s < sizeof %s)\n"
			      "\t\treturn &plumb_state_of_%s;\n",
			      name, name, name);
	else
		output_format(out, "\tif (table == &%s)\n\t\treturn &plumb_state_of_%s;\n", name, name);
}

/* Is it of the struct of that name, or does it begin with one? */
static bool begins_with(const struct callback_table *t, const char *tag)
{
	const struct type *type = t->object->type;
	while (type_is_array(type))
		type = type_base(type);
	while (type_is_record(type)) {
		const struct record *record = type_record(type);
		if (record->tag && !strcmp(record->tag, tag))
			return true;
		if (!record->member_count)
			return false;
		type = record->members[0].type;
	}
	return false;
}

/* The function for the tables of a type, or that begin with one; TAG NULL: for all. */
static void write_states(struct output *out, const struct callback_tables *tables, const char *tag)
{
	if (tag)
		output_format(out, "static struct plumb_table *plumb_table_of_%s(const struct %s *table)\n{\n", tag,
			      tag);
	else
		output_string(out, "/* The state of a table that the driver registers; NULL: it is none of these. */\n"
				   "static struct plumb_table *plumb_table_of_any(const void *table)\n{\n");
	for (size_t i = 0; i < tables->list.count; i++) {
		const struct callback_table *t = &tables->list.at[i];
		if (t->function && (!tag || begins_with(t, tag)))
			write_state(out, t);
	}
	output_string(out, "\treturn 0;\n}\n\n");
}

static void write_all_states(struct output *out, const struct callback_tables *tables)
{
	for (size_t i = 0; i < tables->list.count; i++)
		if (tables->list.at[i].function)
			output_format(out, "static struct plumb_table plumb_state_of_%s;\n",
				      tables->list.at[i].object->name);
	output_string(out, "\n");
	write_states(out, tables, NULL);
	for (size_t i = 0; i < tables->list.count; i++)
		if (is_first(tables, i))
			write_states(out, tables, tables->list.at[i].tag);
}

static void write_loop(struct output *out, unsigned callbacks)
{
	if (callbacks)
		output_format(out,
			      "\t__plumb_ledger(\"at most %u callbacks (--callbacks)\");\n"
			      "\tfor (int calls = 0; calls < %u && plumb_more(); calls++)\n",
			      callbacks, callbacks);
	else
		output_string(out, "\twhile (plumb_more())\n");
}

static void write_calls(struct output *out, const struct callback_tables *tables)
{
	int number = 0;
	output_string(out, "\t\tswitch (plumb_choice()) {\n");
	for (size_t i = 0; i < tables->list.count; i++) {
		const struct callback_table *t = &tables->list.at[i];
		if (!t->function)
			continue;
		output_format(out, "\t\tcase %d:\n\t\t\t%s(", number++, t->function);
		write_object(out, t);
		output_format(out, ", &plumb_state_of_%s);\n\t\t\tbreak;\n", t->object->name);
	}
	output_string(out, "\t\tdefault:\n\t\t\tplumb_later();\n\t\t}\n");
}

static void write_silent_table(struct output *out, const struct callback_table *t, bool places)
{
	const char *given_to = t->given_to ? t->given_to : "";
	if (places)
		output_format(out, "#line %u \"%s\"\n", t->object->location.line, t->object->location.file);
	output_format(out, "\t__plumb_ledger(\"the functions in %s (struct %s) are not called: %s%s\");\n",
		      t->object->name, t->tag, given_to, t->silent);
	if (places)
		output_string(out, "#line 1 \"<library/environment>\"\n");
}

void harness_write_silent(struct output *out, const struct callback_tables *tables, bool places)
{
	bool called = tables->init;
	if (places)
		output_string(out, "#line 1 \"<library/environment>\"\n");
	output_string(out, "static void plumb_silent(void)\n{\n");
	for (size_t i = 0; i < tables->list.count; i++) {
		called |= !tables->list.at[i].silent;
		if (tables->list.at[i].silent)
			write_silent_table(out, &tables->list.at[i], places);
	}
	if (!called)
		output_string(out,
			      "\t__plumb_ledger(\"nothing calls the functions of this file: it has no init, and no "
			      "table of callbacks that is registered\");\n");
	output_string(out, "}\n\n");
}

/* A module stays while it has references to itself (__module_get(THIS_MODULE)), and while a file is open: the file holds a reference to
 * the owner of its file_operations. */
static void write_closed(struct output *out, const struct callback_tables *tables)
{
	for (size_t i = 0; i < tables->list.count; i++) {
		const struct callback_table *t = &tables->list.at[i];
		if (t->function && !strcmp(t->tag, "file_operations"))
			output_format(out, "\t__plumb_assume(!plumb_state_of_%s.state);\n", t->object->name);
	}
	output_string(out, "\t__plumb_assume(!plumb_self_references);\n");
}

static char *text_of(struct output *out)
{
	size_t length;
	const char *bytes = output_text(out, &length);
	char *text = memory_copy_string(bytes, length);
	output_abandon(out);
	return text;
}

/* A function for each table of files. */
static void write_each_file(struct output *out, const struct callback_tables *tables)
{
	output_string(out, "#define plumb_each_file_operations(function, argument) (");
	for (size_t i = 0; i < tables->list.count; i++) {
		const struct callback_table *t = &tables->list.at[i];
		if (t->function && !strcmp(t->tag, "file_operations"))
			output_format(out, "function(plumb_table_of(%s%s), argument), ", t->is_array ? "" : "&",
				      t->object->name);
	}
	output_string(out, "(void)0)\n");
}

char *harness_head(const struct callback_tables *tables)
{
	struct output *out = output_memory();
	output_string(out, "struct plumb_table;\nstatic struct plumb_table *plumb_table_of_any(const void *table);\n");
	for (size_t i = 0; i < tables->list.count; i++)
		if (is_first(tables, i))
			output_format(out, "static struct plumb_table *plumb_table_of_%s(const struct %s *table);\n",
				      tables->list.at[i].tag, tables->list.at[i].tag);
	output_string(out, "#define plumb_table_of(table) _Generic((table), \\\n");
	for (size_t i = 0; i < tables->list.count; i++) {
		const char *tag = tables->list.at[i].tag;
		if (is_first(tables, i))
			output_format(out,
				      "\tstruct %s *: plumb_table_of_%s, const struct %s *: plumb_table_of_%s, \\\n",
				      tag, tag, tag, tag);
	}
	output_string(out, "\tdefault: plumb_table_of_any)(table)\n");
	write_each_file(out, tables);
	return text_of(out);
}

char *harness_text(const struct callback_tables *tables, unsigned callbacks)
{
	struct output *out = output_memory();
	write_all_states(out, tables);
	output_string(out, "int plumb_environment(void)\n{\n\tplumb_silent();\n\tplumb_begin();\n");
	if (tables->init)
		output_format(out, "\tif (%s()) {\n\t\tplumb_end();\n\t\treturn 0;\n\t}\n\tplumb_after_init();\n",
			      tables->init);
	write_loop(out, callbacks);
	write_calls(out, tables);
	if (tables->exit)
		write_closed(out, tables);
	if (tables->exit)
		output_format(out, "\t%s();\n\tplumb_end();\n", tables->exit);
	output_string(out, "\treturn 0;\n}\n");
	return text_of(out);
}
