/* The text behind a driver: what models are written with, the models that it needs, its environment. */
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ast_unit.h"
#include "harness.h"
#include "memory.h"
#include "paragraph.h"
#include "rule.h"
#include "stream.h"
#include "tables.h"

struct kernel_text {
	const struct unit *unit;
	const struct kernel_options *options;
	struct callback_tables tables;
	struct choice *choice;
	struct diagnostics *diags;
	bool own;             /* the unit has an environment itself */
	char *head, *harness; /* before and behind the models; "" then */
	struct rule_woven rule;
	char *text;
};

/* What paragraphs and environments are written with. */
static const char prelude[] =
	"\n#define PLUMB_MODEL(name) static __attribute__((unused, plumb_models(#name)))\n"
	"#define PLUMB_RULE(name) static __attribute__((unused, plumb_wraps(#name)))\n"
	"extern void __plumb_require(_Bool holds, const char *check, const char *message);\n"
	"extern void __plumb_readable(const void *p, unsigned long n);\n"
	"extern void __plumb_writable(void *p, unsigned long n);\n"
	"extern _Bool __plumb_any_bool(const char *name);\n"
	"extern int __plumb_any_int(const char *name);\n"
	"extern long __plumb_any_long(const char *name);\n"
	"extern unsigned long __plumb_any_size(const char *name);\n"
	"extern void __plumb_forget(void *p, unsigned long n);\n"
	"extern void __plumb_assume(_Bool holds);\n"
	"extern void __plumb_ledger(const char *text);\n"
	"extern void *__plumb_new(unsigned long size);\n"
	"extern void __plumb_delete(void *p);\n"
	"extern void *__plumb_array_element(const void *base, unsigned long i, unsigned long size);\n"
	"extern _Bool __plumb_is_error(const void *p);\n"
	"extern long __plumb_error_of(const void *p);\n"
	"extern void *__plumb_error_pointer(long error);\n"
	"extern void __plumb_stop(int status) __attribute__((noreturn));\n";

static char *copy_text(struct output *out)
{
	size_t length;
	const char *bytes = output_text(out, &length);
	return memory_copy_string(bytes, length);
}

static void write_paragraph(struct output *out, unsigned i, bool place)
{
	const struct paragraph *p = &paragraphs[i];
	output_string(out, p->before);
	if (place)
		output_format(out, "#line %u \"%s\"\n", p->line, p->file);
	output_format(out, "%s\n", p->text);
}

static void choose(struct kernel_text *k)
{
	choice_add_driver(k->choice);
	choice_add_text(k->choice, k->harness);
	memory_free(k->rule.text);
	k->rule = (struct rule_woven){ 0 };
	if (k->options->rule && !unit_find(k->unit, "__plumb_rule_plumb_begin"))
		k->rule = rule_weave(k->options->rule, k->unit, k->choice, k->diags);
	if (k->rule.text)
		choice_add_text(k->choice, k->rule.text);
}

static const char *const dispatchers[] = { "plumb_later", "plumb_returned", "plumb_released", "plumb_end",
					   "plumb_sleep" };

static bool is_one_of(enum hook kind)
{
	return kind == HOOK_LATER || kind == HOOK_SLEEP;
}

/* The function that calls those of a kind: one of them at any time and in sleep, all of them at a callback's end and at the end. */
static void write_dispatcher(struct output *out, const struct kernel_text *k, enum hook kind)
{
	int number = 0;
	if (unit_find(k->unit, dispatchers[kind]))
		return;
	output_format(out, "static void %s(void)\n{\n", dispatchers[kind]);
	if (is_one_of(kind))
		output_string(out, "\tint which = __plumb_any_int(\"what happens\");\n");
	for (const struct paragraph_hook *h = paragraph_hooks; h->function; h++) {
		if (h->kind != kind || !choice_has(k->choice, h->paragraph))
			continue;
		if (is_one_of(kind))
			output_format(out, "\tif (which == %d)\n\t", number++);
		output_format(out, "\t%s();\n", h->function);
	}
	if (kind == HOOK_RETURNED && k->rule.returned)
		output_string(out, "\t__plumb_rule_returned();\n");
	if (kind == HOOK_END && k->rule.end)
		output_string(out, "\t__plumb_rule_end();\n");
	output_string(out, "}\n\n");
}

static void write_all(struct output *out, const struct kernel_text *k, bool places)
{
	output_string(out, prelude);
	for (unsigned kind = HOOK_LATER; kind <= HOOK_SLEEP; kind++)
		output_format(out, "static void %s(void);\n", dispatchers[kind]);
	output_string(out, k->head);
	if (!k->own && k->tables.data_is_foreign)
		output_string(out, "#define PLUMB_DATA_IS_SET_ELSEWHERE\n");
	if (!k->own && k->tables.reads_parent)
		output_string(out, "#define PLUMB_PARENT_IS_READ\n");
	for (unsigned i = 0; i < paragraph_count; i++)
		if (choice_has(k->choice, i))
			write_paragraph(out, i, places);
	output_string(out, k->rule.text ? k->rule.text : "");
	if (!k->own)
		harness_write_silent(out, &k->tables, places);
	if (places)
		output_string(out, "#line 1 \"<library/environment>\"\n");
	for (unsigned kind = HOOK_LATER; kind <= HOOK_SLEEP; kind++)
		write_dispatcher(out, k, (enum hook)kind);
	output_string(out, k->harness);
}

static void compose(struct kernel_text *k)
{
	struct output *out = output_memory();
	choose(k);
	write_all(out, k, true);
	memory_free(k->text);
	k->text = copy_text(out);
	output_abandon(out);
}

struct kernel_text *kernel_text_new(const struct unit *unit, const struct kernel_options *options,
				    struct interner *names, struct diagnostics *diags)
{
	struct kernel_text *k = memory_alloc(sizeof *k);
	*k = (struct kernel_text){ .unit = unit, .options = options, .diags = diags };
	k->choice = choice_new(unit, names);
	k->tables = tables_find(unit, k->choice);
	k->own = unit_find(unit, KERNEL_ENTRY) != NULL;
	k->head = k->own ? memory_copy_string("", 0) : harness_head(&k->tables);
	k->harness = k->own ? memory_copy_string("", 0) : harness_text(&k->tables, options->callbacks);
	compose(k);
	return k;
}

char *kernel_rules_about(const struct unit *unit, struct interner *names, struct diagnostics *diags)
{
	struct output *out = output_memory();
	struct choice *choice = choice_new(unit, names);
	struct callback_tables tables = tables_find(unit, choice);
	char *harness = harness_text(&tables, 0);
	choice_add_driver(choice);
	choice_add_text(choice, harness);
	for (const struct rule_source *source = rule_sources; source->name; source++) {
		struct rule *rule = rule_read(source->name, names, diags);
		struct rule_woven woven = { 0 };
		if (rule)
			woven = rule_weave(rule, unit, choice, diags);
		if (woven.about)
			output_format(out, "%s\n", source->name);
		memory_free(woven.text);
		rule_free(rule);
	}
	memory_free(harness);
	choice_free(choice);
	tables_release(&tables);
	char *text = copy_text(out);
	output_abandon(out);
	return text;
}

const char *kernel_text_get(const struct kernel_text *k)
{
	return k->text;
}

bool kernel_text_without(struct kernel_text *k, struct location location)
{
	for (unsigned i = 0; location.file && i < paragraph_count; i++) {
		const struct paragraph *p = &paragraphs[i];
		if (!choice_has(k->choice, i) || strcmp(p->file, location.file) != 0 || location.line < p->line ||
		    location.line >= p->line + p->lines)
			continue;
		choice_forbid(k->choice, i);
		compose(k);
		return true;
	}
	return false;
}

static void write_include(struct output *out, const char *file)
{
	char *path = realpath(file, NULL);
	output_format(out, "#include \"%s\"\n", path ? path : file);
	free(path);
}

void kernel_text_write(const struct kernel_text *k, const struct string_list *files, const char *path,
		       struct diagnostics *diags)
{
	struct output *out = output_open(path, false, diags);
	if (!out)
		return;
	output_string(out, "/* Calls the driver as the kernel does, with models of the kernel's functions: for verify "
			   "--kernel, to\n"
			   " * be changed as needed. */\n");
	for (size_t i = 0; i < files->count; i++)
		write_include(out, files->at[i]);
	write_all(out, k, false);
	output_close(out, diags);
}

void kernel_text_free(struct kernel_text *k)
{
	if (!k)
		return;
	tables_release(&k->tables);
	choice_free(k->choice);
	memory_free(k->head);
	memory_free(k->harness);
	memory_free(k->rule.text);
	memory_free(k->text);
	memory_free(k);
}
