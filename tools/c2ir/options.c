/* c2ir's command line: its own options, gcc's flags for the preprocessor, and gcc's flags that say nothing here. */
#include "options.h"

#include <string.h>
#include <strings.h>

#include "preprocess.h"
#include "sema.h"

static const struct location nowhere = { NULL, 0, 0 };

/* ---- single options ---- */

static void undefined(struct c2ir_options *options, const char *value, struct diagnostics *diags)
{
	if (strcmp(value, "pure") == 0)
		options->undefined = UNDEFINED_PURE;
	else if (strcmp(value, "havoc") == 0)
		options->undefined = UNDEFINED_HAVOC;
	else if (strcmp(value, "error") == 0)
		options->undefined = UNDEFINED_ERROR;
	else
		diagnose(diags, DIAG_USAGE, nowhere, "--undefined= is one of pure, havoc, error");
}

/* --entry=*: each function that the compiler makes code for by itself. */
static void add_entry(struct c2ir_options *options, const char *name)
{
	options->entry_given = true;
	if (strcmp(name, "*") == 0)
		options->every_entry = true;
	else
		vec_push(&options->entries, name);
}

static const char *value_of(const char *argument, const char *name)
{
	size_t length = strlen(name);
	return strncmp(argument, name, length) == 0 ? argument + length : NULL;
}

static void call_targets(struct c2ir_options *options, const char *value, struct diagnostics *diags)
{
	const char *colon = strrchr(value, ':');
	if (!colon || colon == value || !colon[1])
		diagnose(diags, DIAG_USAGE, nowhere,
			 "--call-targets= is WHERE:f,g with a function, .member, FILE:LINE or * for WHERE");
	else
		vec_push(&options->call_targets, value);
}

static bool long_option(struct c2ir_options *options, const char *argument, struct diagnostics *diags)
{
	const char *value;
	if (strcmp(argument, "--help") == 0)
		options->help = true;
	else if (strcmp(argument, "--version") == 0)
		options->version = true;
	else if (strcmp(argument, "--stats") == 0)
		options->stats = true;
	else if (strcmp(argument, "--stats=json") == 0)
		options->stats_json = true;
	else if (strcmp(argument, "--time") == 0)
		options->time = true;
	else if (strcmp(argument, "--malloc-may-fail") == 0)
		options->malloc_may_fail = true;
	else if (strcmp(argument, "--assume-field-safe") == 0)
		options->field_safe = true;
	else if (strcmp(argument, "--no-library") == 0)
		options->no_library = true;
	else if ((value = value_of(argument, "--check=")))
		check_set_list(&options->checks, value, diags);
	else if ((value = value_of(argument, "--property=")))
		check_set_property(&options->checks, value, diags);
	else if ((value = value_of(argument, "--entry=")))
		add_entry(options, value);
	else if ((value = value_of(argument, "--call-targets=")))
		call_targets(options, value, diags);
	else if ((value = value_of(argument, "--undefined=")))
		undefined(options, value, diags);
	else
		return false;
	return true;
}

/* Flags that change what the program means in a way that is not modelled. */
static const char *const unsupported_flags[] = {
	"-mx32",         "-m16",       "-fopenmp",        "-fpack-struct",  "-fwrapv-pointer",
	"-fsplit-stack", "-fcilkplus", "-ftrapping-math", "-mms-bitfields", "-fsso-struct=big-endian"
};

/* The character set of strings, if it is another than UTF-8. */
static bool is_other_charset(const char *argument)
{
	const char *value = value_of(argument, "-fexec-charset=");
	return (value && strcasecmp(value, "UTF-8") != 0) || value_of(argument, "-fwide-exec-charset=");
}

static bool is_unsupported(const char *argument)
{
	for (size_t i = 0; i < sizeof unsupported_flags / sizeof *unsupported_flags; i++)
		if (strcmp(argument, unsupported_flags[i]) == 0)
			return true;
	return is_other_charset(argument);
}

static void standard(struct c2ir_options *options, const char *value, struct diagnostics *diags)
{
	static const struct {
		const char *name; /* after "c", "gnu" or "iso" */
		enum c_standard standard;
	} names[] = { { "89", STANDARD_C89 },        { "90", STANDARD_C89 },        { "99", STANDARD_C99 },
		      { "9x", STANDARD_C99 },        { "11", STANDARD_C11 },        { "1x", STANDARD_C11 },
		      { "17", STANDARD_C17 },        { "18", STANDARD_C17 },        { "2x", STANDARD_C23 },
		      { "23", STANDARD_C23 },        { "9899:1990", STANDARD_C89 }, { "9899:199409", STANDARD_C89 },
		      { "9899:1999", STANDARD_C99 }, { "9899:199x", STANDARD_C99 }, { "9899:2011", STANDARD_C11 },
		      { "9899:2017", STANDARD_C17 }, { "9899:2018", STANDARD_C17 } };
	static const char *const families[] = { "c", "gnu", "iso" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		bool iso = names[i].name[2] != 0;
		for (size_t k = iso ? 2 : 0; k < (iso ? 3 : 2); k++) {
			size_t n = strlen(families[k]);
			if (strncmp(value, families[k], n) != 0 || strcmp(value + n, names[i].name) != 0)
				continue;
			options->target.standard = names[i].standard;
			options->target.gnu89_inline = names[i].standard == STANDARD_C89;
			options->target.strict = k != 1;
			return;
		}
	}
	diagnose(diags, DIAG_USAGE, nowhere, "-std=%s is no standard of C that is known", value);
}

/* What a flag of the compiler says about the target. */
static void target_flag(struct c2ir_options *options, const char *argument, struct diagnostics *diags)
{
	const char *value;
	if (strcmp(argument, "-m32") == 0)
		options->target.pointer_bits = 32;
	else if (strcmp(argument, "-m64") == 0)
		options->target.pointer_bits = 64;
	else if (strcmp(argument, "-funsigned-char") == 0 || strcmp(argument, "-fno-signed-char") == 0)
		options->target.unsigned_char = true;
	else if (strcmp(argument, "-fsigned-char") == 0)
		options->target.unsigned_char = false;
	else if (strcmp(argument, "-fshort-enums") == 0)
		options->target.short_enums = true;
	else if (strcmp(argument, "-fshort-wchar") == 0)
		options->target.short_wchar = true;
	else if (strcmp(argument, "-fwrapv") == 0 || strcmp(argument, "-fno-strict-overflow") == 0)
		options->target.signed_overflow_wraps = true;
	else if (strcmp(argument, "-fno-wrapv") == 0 || strcmp(argument, "-fstrict-overflow") == 0)
		options->target.signed_overflow_wraps = false;
	else if (strcmp(argument, "-fsyntax-only") == 0)
		options->only_check = true;
	else if (strcmp(argument, "-w") == 0)
		options->no_warnings = true;
	else if (strcmp(argument, "-ansi") == 0)
		standard(options, "c90", diags);
	else if (strcmp(argument, "-fgnu89-inline") == 0)
		options->target.gnu89_inline = true;
	else if (strcmp(argument, "-fno-asm") == 0)
		options->target.no_asm = true;
	else if ((value = value_of(argument, "-std=")))
		standard(options, value, diags);
}

/* One word (with its operands) of the command line; the number of words used, 0: unknown. */
static int one(struct c2ir_options *options, char **argv, struct diagnostics *diags)
{
	const char *argument = argv[0];
	if (argument[0] != '-' || strcmp(argument, "-") == 0) {
		vec_push(&options->files, argument);
		return 1;
	}
	if (strcmp(argument, "-o") == 0 && argv[1]) {
		options->output = argv[1];
		return 2;
	}
	if (strncmp(argument, "-o", 2) == 0 && argument[2]) {
		options->output = argument + 2;
		return 1;
	}
	if (strcmp(argument, "-z") == 0)
		return options->compress = true;
	if (strcmp(argument, "-v") == 0)
		return options->verbose = true;
	if (strcmp(argument, "-h") == 0)
		return options->help = true;
	if (strcmp(argument, "-V") == 0)
		return options->version = true;
	if (strcmp(argument, "-c") == 0)
		return options->linkable = true;
	if (argument[1] == '-' && long_option(options, argument, diags))
		return 1;
	if (is_unsupported(argument)) {
		diagnose(diags, DIAG_USAGE, nowhere, "%s changes the meaning of the program and is not supported",
			 argument);
		return 1;
	}
	int words = preprocess_ignores(argv);
	if (words)
		return words;
	words = preprocess_flag(argv);
	target_flag(options, argument, diags);
	for (int i = 0; i < words; i++)
		vec_push(&options->compiler, argv[i]);
	return words;
}

bool options_read(struct c2ir_options *options, int argc, char **argv, struct diagnostics *diags)
{
	unsigned errors = diags->errors;
	*options = (struct c2ir_options){ .target = target_default(64) };
	check_set_init(&options->checks);
	for (int i = 1; i < argc;) {
		if (strcmp(argv[i], "--") == 0) {
			while (++i < argc)
				vec_push(&options->files, argv[i]);
			break;
		}
		int words = one(options, &argv[i], diags);
		if (words == 0)
			diagnose(diags, DIAG_USAGE, nowhere, "unknown option %s", argv[i]);
		i += words ? words : 1;
	}
	if (!options->entries.count && !options->every_entry)
		vec_push(&options->entries, "main");
	if (options->target.signed_overflow_wraps)
		options->checks.checks &= ~(UINT64_C(1) << CHECK_OVERFLOW);
	if (!options->help && !options->version && !options->files.count)
		diagnose(diags, DIAG_USAGE, nowhere, "no input file (see --help)");
	return diags->errors == errors;
}

void options_release(struct c2ir_options *options)
{
	vec_free(&options->files);
	vec_free(&options->compiler);
	vec_free(&options->call_targets);
	vec_free(&options->entries);
}

static bool has_argument(const struct string_list *list, const char *argument)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->at[i], argument) == 0)
			return true;
	return false;
}

struct lowering_options options_of_lowering(const struct c2ir_options *options)
{
	return (struct lowering_options){ .entries = options->entries,
					  .every_entry = options->every_entry,
					  .checks = options->checks,
					  .undefined = options->undefined,
					  .call_targets = options->call_targets,
					  .malloc_may_fail = options->malloc_may_fail,
					  .field_safe = options->field_safe,
					  .pointer_bits = options->target.pointer_bits,
					  .sse_for_float = has_argument(&options->compiler, "-mfpmath=sse") };
}
