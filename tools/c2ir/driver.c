/* A driver with its models and its environment is compiled again, as one unit. A model that does not fit this kernel's headers is left
 * out: its function is one without a body then, which the ledger says where it is called. */
#include "driver.h"

#include <stdio.h>
#include <string.h>

#include "kernel.h"
#include "memory.h"
#include "stream.h"
#include "tool.h"

static bool compile_with(struct compiled *compiled, const struct driver_text *driver, const char *behind,
			 const struct c2ir_options *options, struct interner *names, struct diagnostics *diags)
{
	char *all = NULL;
	size_t length;
	const char *path = options->files.at[0];
	*compiled = (struct compiled){ NULL, NULL };
	return compile_preprocess_behind(path, driver->text, driver->macros, behind, options->compiler.at,
					 options->compiler.count, names, diags, &all, &length) &&
	       compile_preprocessed(compiled, path, all, length, &options->target, names, diags);
}

/* The first error's place, as the preprocessor or the compiler says it. */
static struct location first_error(const struct diagnostics *diags)
{
	for (size_t i = 0; i < diags->list.count; i++)
		if (diags->list.at[i].kind != DIAG_WARNING && diags->list.at[i].kind != DIAG_NOTE)
			return diags->list.at[i].location;
	return (struct location){ NULL, 0, 0 };
}

/* In a rule's file that the user named, by that name. */
static struct location in_file(struct location location, struct interner *names)
{
	size_t prefix = strlen(RULE_PLACE), length = location.file ? strlen(location.file) : 0;
	if (length > prefix + 1 && !strncmp(location.file, RULE_PLACE, prefix))
		location.file = intern(names, location.file + prefix, length - prefix - 1);
	return location;
}

static void pass_errors(struct diagnostics *from, struct diagnostics *to, struct interner *names)
{
	for (size_t i = 0; i < from->list.count; i++) {
		const struct diagnostic *d = &from->list.at[i];
		if (d->kind != DIAG_WARNING)
			diagnose(to, d->kind, in_file(d->location, names), "%s", d->text);
	}
}

static bool compile_again(struct compiled *result, const struct driver_text *driver, struct kernel_text *text,
			  const struct c2ir_options *options, struct interner *names, struct diagnostics *diags)
{
	for (;;) {
		struct diagnostics own;
		diagnostics_init(&own);
		bool ok = compile_with(result, driver, kernel_text_get(text), options, names, &own) && !own.errors;
		struct location place = first_error(&own);
		bool again = !ok && kernel_text_without(text, place);
		if (!ok && !again)
			pass_errors(&own, diags, names);
		diagnostics_release(&own);
		if (!again)
			return ok;
		compiled_release(result);
	}
}

bool driver_preprocess(struct driver_text *driver, const struct c2ir_options *options, struct interner *names,
		       struct diagnostics *diags, char **text, size_t *length, char **messages)
{
	bool ok = compile_preprocess_files(&options->files, options->compiler.at, options->compiler.count, names, diags,
					   text, length, &driver->macros, messages);
	driver->text = ok ? memory_copy_string(*text, *length) : NULL;
	return ok;
}

struct translation {
	driver_translate *translate;
	void *context;
	const char *rule;
};

static int translate(void *context)
{
	struct translation *t = context;
	return t->translate(t->context, t->rule);
}

void driver_write_rules(const struct compiled *compiled, const struct c2ir_options *options, struct interner *names,
			driver_translate *write, void *context, struct diagnostics *diags)
{
	char *rules = kernel_rules_about(compiled->unit, names, diags);
	struct output *out = diags->errors ? NULL : output_open(options->output, false, diags);
	for (char *rule = rules, *end; out && *rule; rule = end + 1) {
		struct translation one = { write, context, rule };
		struct diagnostics own;
		size_t length = 0;
		int status;
		char *text;
		end = strchr(rule, '\n');
		*end = 0;
		diagnostics_init(&own);
		if (!tool_fork("c2ir", translate, &one, &text, &length, &status, &own))
			length = 0; /* the child has said why */
		diagnostics_print(&own, "c2ir", stderr);
		diagnostics_release(&own);
		output_format(out, "%s %zu\n", rule, length);
		if (length)
			output_write(out, text, length);
		memory_free(text);
	}
	if (out)
		output_close(out, diags);
	memory_free(rules);
}

bool driver_compile(struct compiled *compiled, const struct driver_text *driver, const struct c2ir_options *options,
		    struct interner *names, struct diagnostics *diags)
{
	struct kernel_options kernel = { options->environment, options->callbacks, options->rule };
	struct kernel_text *text = kernel_text_new(compiled->unit, &kernel, names, diags);
	struct compiled whole = { NULL, NULL };
	bool ok = !diags->errors && compile_again(&whole, driver, text, options, names, diags);
	if (ok && options->environment)
		kernel_text_write(text, &options->files, options->environment, diags);
	kernel_text_free(text);
	compiled_release(compiled);
	*compiled = whole;
	return ok && !diags->errors;
}
