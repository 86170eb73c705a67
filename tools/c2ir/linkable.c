#include "linkable.h"

#include <inttypes.h>
#include <string.h>

#include "read.h"
#include "stream.h"
#include "unit.h"

/* ---- options as words ---- */

static const char *standard_name(enum c_standard standard)
{
	switch (standard) {
	case STANDARD_C89:
		return "89";
	case STANDARD_C99:
		return "99";
	case STANDARD_C11:
		return "11";
	case STANDARD_C17:
		return "17";
	case STANDARD_C23:
		return "2x";
	}
	return "17";
}

static void write_flags(struct output *out, const struct target *target)
{
	output_format(out, "-m%u -std=%s%s", target->pointer_bits, target->strict ? "c" : "gnu",
		      standard_name(target->standard));
	output_string(out, target->unsigned_char ? " -funsigned-char" : "");
	output_string(out, target->short_enums ? " -fshort-enums" : "");
	output_string(out, target->short_wchar ? " -fshort-wchar" : "");
	output_string(out, target->signed_overflow_wraps ? " -fwrapv" : "");
	output_string(out, target->ms_extensions ? " -fms-extensions" : "");
	output_string(out, target->no_asm ? " -fno-asm" : "");
	output_string(out, target->gnu89_inline && target->standard != STANDARD_C89 ? " -fgnu89-inline" : "");
	output_string(out, target->other_assembly ? " -masm=intel" : "");
	output_string(out, target->sse_for_float ? " -mfpmath=sse" : "");
	if (target->loose_floats)
		output_format(out, " %s", target->loose_floats);
}

static void write_checks(struct output *out, const struct c2ir_options *options)
{
	const char *before = "--check=";
	for (unsigned i = 0; i < CHECK_COUNT; i++)
		if (options->checks.checks >> i & 1) {
			output_format(out, "%s%s", before, check_name((enum check)i));
			before = ",";
		}
	if (!options->checks.checks)
		output_string(out, "--check=-all");
}

static void write_options(struct output *out, const struct c2ir_options *options)
{
	static const char *const modes[] = { "pure", "havoc", "error" };
	static const char *const pointers[] = { "typed", "any", "distinct" };
	static const char *const arguments[] = { "valid", "null-or-valid", "any" };
	write_checks(out, options);
	for (size_t i = 0; i < options->checks.errors.count; i++)
		output_format(out, " --error-function=%s", options->checks.errors.at[i]);
	for (size_t i = 0; i < options->entries.count; i++)
		output_format(out, " --entry=%s", options->entries.at[i]);
	output_string(out, options->every_entry ? " --entry=*" : "");
	output_format(out, " --undefined=%s", modes[options->undefined]);
	output_format(out, " --unknown-pointers=%s", pointers[options->unknown_pointers]);
	output_format(out, " --args=%s --args-elements=%" PRIu32, arguments[options->args], options->args_elements);
	output_string(out, options->malloc_may_fail ? " --malloc-may-fail" : "");
	output_string(out, options->field_safe ? " --assume-field-safe" : "");
	output_string(out, options->no_library ? " --no-library" : "");
}

/* Words between spaces, as a command line. */
static bool read_words(const char *text, struct c2ir_options *options, struct interner *names,
		       struct diagnostics *diags)
{
	VEC(char *) argv = { 0 };
	vec_push(&argv, (char *)"c2ir");
	while (*text) {
		size_t length = strcspn(text, " ");
		if (length)
			vec_push(&argv, (char *)(uintptr_t)intern(names, text, length));
		text += length + (text[length] == ' ');
	}
	vec_push(&argv, (char *)"unit.i");
	vec_push(&argv, NULL);
	bool good = c2ir_options_read_unit(options, (int)argv.count - 1, argv.at, diags);
	vec_free(&argv);
	return good;
}

/* ---- reading ---- */

/* What the command line says counts; what it leaves open, the first file. */
static void adopt(struct c2ir_options *options, struct c2ir_options *given)
{
	struct check_set own = options->checks;
	if (!own.given && !own.errors.count) {
		options->checks = given->checks;
		given->checks = own;
	}
	if (!options->entry_given && !own.entry) {
		vec_clear(&options->entries);
		for (size_t i = 0; i < given->entries.count; i++)
			vec_push(&options->entries, given->entries.at[i]);
		options->every_entry = given->every_entry;
	}
	if (options->undefined == UNDEFINED_PURE)
		options->undefined = given->undefined;
	if (options->unknown_pointers == UNKNOWN_POINTERS_TYPED)
		options->unknown_pointers = given->unknown_pointers;
	if (options->args == ARGS_VALID)
		options->args = given->args;
	if (options->args_elements == 1)
		options->args_elements = given->args_elements;
	options->malloc_may_fail |= given->malloc_may_fail;
	options->field_safe |= given->field_safe;
	options->no_library |= given->no_library;
}

static void take_options(const char *file, const char *text, struct c2ir_options *options, struct interner *names,
			 struct diagnostics *diags)
{
	struct c2ir_options given;
	struct location location = { file, 1, 1 };
	text = intern_string(names, text);
	if (options->linked_options && options->linked_options != text) {
		diagnose(diags, DIAG_INPUT, location,
			 "translated with other options (%s) than the files before it (%s)", text,
			 options->linked_options);
		return;
	}
	if (!options->linked_options && read_words(text, &given, names, diags)) {
		adopt(options, &given);
		c2ir_options_release(&given);
	}
	options->linked_options = text;
}

static void add_unit(const char *file, const struct attribute *a, struct source_list *list,
		     struct c2ir_options *options, struct interner *names, struct diagnostics *diags)
{
	struct c2ir_options flags;
	struct location location = { file, 1, 1 };
	struct source_unit unit = { .file = intern_string(names, a->values[0].string) };
	if (!read_words(a->values[1].string, &flags, names, diags))
		return;
	unit.target = flags.target;
	c2ir_options_release(&flags);
	if (list->count && unit.target.pointer_bits != list->at[0].target.pointer_bits) {
		diagnose(diags, DIAG_INPUT, location, "%s is for -m%u, %s for -m%u", unit.file,
			 unit.target.pointer_bits, list->at[0].file, list->at[0].target.pointer_bits);
		return;
	}
	if (!list->count)
		options->target = unit.target;
	unit.length = strlen(a->values[2].string);
	unit.text = memory_copy_string(a->values[2].string, unit.length);
	vec_push(list, unit);
}

static bool may_be(const char *file)
{
	size_t length = strlen(file);
	return strcmp(file, "-") &&
	       !(length > 2 && (!strcmp(file + length - 2, ".c") || !strcmp(file + length - 2, ".i")));
}

bool linkable_read(const char *file, struct source_list *list, struct c2ir_options *options, struct interner *names,
		   struct diagnostics *diags)
{
	char *text;
	size_t length;
	struct location location = { file, 1, 1 };
	if (!may_be(file) || !stream_read(file, diags, &text, &length))
		return false;
	bool is_ir = length > 6 && !memcmp(text, "plumb ", 6);
	struct program *p = is_ir ? program_parse(file, text, length, diags) : NULL;
	memory_free(text);
	if (!p)
		return false;
	const char *given = attribute_get_string(p->attributes, ATTRIBUTE_OPTIONS);
	if (!unit_program_is_linkable(p) || !given)
		diagnose(diags, DIAG_INPUT, location, "a complete program: only what c2ir -c wrote can be linked");
	else
		take_options(file, given, options, names, diags);
	for (const struct attribute *a = p->attributes; a && !diags->errors; a = a->next)
		if (!strcmp(a->key, ATTRIBUTE_UNIT))
			add_unit(file, a, list, options, names, diags);
	program_free(p);
	return true;
}

/* ---- writing ---- */

static const char *text_of(struct output *out)
{
	size_t length;
	return output_text(out, &length);
}

struct program *linkable_program(const struct source_list *list, const struct c2ir_options *options)
{
	struct output *words = output_memory();
	write_options(words, options);
	struct program *p = unit_program(text_of(words));
	output_abandon(words);
	for (size_t i = list->count; i-- > 0;) {
		struct output *flags = output_memory();
		write_flags(flags, &list->at[i].target);
		unit_add(p, list->at[i].file, text_of(flags), list->at[i].text);
		output_abandon(flags);
	}
	return p;
}
