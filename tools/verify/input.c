#include "input.h"

#include <stdlib.h>
#include <string.h>

#include "foreign.h"
#include "iterate.h"
#include "ledger.h"
#include "obligation.h"
#include "pass.h"
#include "read.h"
#include "smt_embed.h"
#include "smt_read.h"
#include "stream.h"
#include "tool.h"
#include "unit.h"

static bool has_suffix(const char *name, const char *suffix)
{
	size_t length = strlen(name), end = strlen(suffix);
	return length > end && !strcmp(name + length - end, suffix);
}

static bool is_c(const char *name)
{
	return has_suffix(name, ".c") || has_suffix(name, ".i") || has_suffix(name, ".h");
}

/* As -x says what all files are; the last one counts. */
static bool is_said_to_be_c(const struct string_list *flags)
{
	bool said = false;
	for (size_t i = 0; i < flags->count; i++) {
		const char *language = flags->at[i];
		if (strncmp(language, "-x", 2) != 0)
			continue;
		language = language[2] || i + 1 == flags->count ? language + 2 : flags->at[i + 1];
		said = !strcmp(language, "c") || !strcmp(language, "cpp-output") || !strcmp(language, "c-header");
	}
	return said;
}

/* --- C, and linking: c2ir does it --- */

static bool load_c(const struct options *o, struct input *input, struct diagnostics *diags)
{
	VEC(char *) argv = { 0 };
	char *program = tool_find("c2ir");
	vec_push(&argv, program);
	for (size_t i = 0; i < o->front_end.count; i++)
		vec_push(&argv, (char *)o->front_end.at[i]);
	vec_push(&argv, (char *)"--");
	for (size_t i = 0; i < o->inputs.count; i++)
		vec_push(&argv, (char *)o->inputs.at[i]);
	if (!o->inputs.count)
		vec_push(&argv, (char *)"-");
	vec_push(&argv, NULL);
	char *text = NULL;
	size_t length = 0;
	if (tool_run("c2ir", argv.at, &text, &length, &input->status, diags))
		input->program = program_read_text("<c2ir>", text, length, diags);
	input->translated = true;
	memory_free(text);
	memory_free(program);
	vec_free(&argv);
	return input->program;
}

/* --- IR and SMT-LIB2 --- */

/* vcgen's output carries the program; any other script is kept as it is. */
static bool load_script(const char *name, char *text, size_t length, struct input *input, struct diagnostics *diags)
{
	char *bytes = NULL;
	size_t size = 0;
	switch (smt_extract(text, length, name, diags, &bytes, &size)) {
	case SMT_PROGRAM_NONE:
		input->script = text;
		return true;
	case SMT_PROGRAM_DAMAGED:
		break;
	case SMT_PROGRAM_FOUND:
		input->program = program_read_text(name, bytes, size, diags);
		memory_free(bytes);
		break;
	}
	memory_free(text);
	return input->program;
}

static bool load_text(const struct options *o, const char *path, struct input *input, struct diagnostics *diags)
{
	char *text = NULL;
	size_t length = 0;
	const char *name = path && strcmp(path, "-") ? path : "<stdin>";
	if (!stream_read(path, diags, &text, &length))
		return false;
	if (smt_is_script(text, length))
		return load_script(name, text, length, input, diags);
	bool linkable = unit_is_linkable(text, length) && strcmp(name, "<stdin>");
	if (!linkable)
		input->program = program_read_text(name, text, length, diags);
	memory_free(text);
	return linkable ? load_c(o, input, diags) : input->program != NULL;
}

bool input_load(const struct options *o, struct input *input, struct diagnostics *diags)
{
	*input = (struct input){ 0 };
	if (o->ir) {
		input->program = program_read_text("<c2ir>", o->ir, o->ir_length, diags);
		input->translated = true;
		return input->program;
	}
	if (foreign_files(&o->inputs, &o->compiler, diags))
		return false;
	size_t c_files = 0;
	for (size_t i = 0; i < o->inputs.count; i++)
		c_files += is_c(o->inputs.at[i]);
	if (o->inputs.count > 1 || c_files || is_said_to_be_c(&o->compiler))
		return load_c(o, input, diags);
	return load_text(o, o->inputs.count ? o->inputs.at[0] : NULL, input, diags);
}

/* Once for each check, with the first place. */
static void say_relied(struct program *p, const char *check, const char *by, struct location location)
{
	char what[300];
	snprintf(what, sizeof what, "%.100s is taken to hold, unchecked: %.100s relied on it", check, by);
	for (const struct attribute *a = p->attributes; (a = ledger_find(a)); a = a->next)
		if (!strcmp(ledger_what(a), what))
			return;
	ledger_add(p, intern_string(p->strings, what), location);
}

/* No assertion any more. Where who made the program has relied on it, only executions in which it holds are those of the program that was
 * given, so that it is assumed; else it is as if it had never been there. */
static void drop_check(struct program *p, struct statement *s, const char *check)
{
	const char *by = program_relied_by(p, check);
	s->kind = STATEMENT_ASSUME;
	if (!by)
		s->term = term_true(p->bank);
	else if (!term_is_true(p->bank, s->term))
		say_relied(p, check, by, attribute_location(s->attributes));
}

void input_drop_checks(struct input *input, const struct options *o)
{
	struct program *p = input->program;
	bool dropped = false;
	if (!o->checks.given)
		return;
	for (unsigned i = 0; i < CHECK_COUNT; i++)
		if (!check_set_has(&o->checks, check_name(i)))
			program_forget_obligations(p, check_name(i));
	program_for_each_statement(p, at) {
		const char *check = attribute_get_string(at.statement->attributes, ATTRIBUTE_CHECK);
		const char *reached = attribute_get_string(at.statement->attributes, ATTRIBUTE_REACHED);
		if (at.statement->kind == STATEMENT_ASSERT &&
		    !check_set_asks(&o->checks, check ? check : "assert", reached)) {
			drop_check(p, at.statement, check ? check : "assert");
			dropped = true;
		}
	}
	if (dropped)
		program_forget_held(p);
}
