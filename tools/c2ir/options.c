/* c2ir's command line: its own options, and what gcc's flags say about the target. */
#include "options.h"

#include <string.h>

#include "kernel.h"
#include "memory.h"
#include "preprocess.h"
#include "rule.h"
#include "stream.h"

static const struct location nowhere = { NULL, 0, 0 };

/* ---- the table ---- */

static const struct option_row rows[] = {
#define OPTION_STRUCT struct c2ir_options
#define OPTION_WRITES "the IR"
#define FRONT_END(member) OPTION_FIELD(struct c2ir_options, member)
#define FRONT_END_CHECKS FRONT_END(checks)
#define FRONT_END_KERNEL(member) FRONT_END(member)
#define FRONT_END_FORWARD false
#include "front_end.def"
#include "options.def"
	{ .kind = OPTION_COMPILER_FLAGS, .name = "Compiler flags" },
#include "common.def"
	{ .kind = OPTION_VALUES, .name = "Checks", .values = &option_check_values },
	{ .kind = OPTION_VALUES, .name = "Rules", .values = &option_rule_values },
};

static const struct option_example examples[] = {
	{ "c2ir -O2 -Iinclude foo.c -o foo.pir", "Translate a file with the flags of its build" },
	{ "c2ir -c a.c -o a.pir; c2ir -c b.c -o b.pir; ir-opt a.pir b.pir | verify",
	  "Translate two files apart, link and verify them" },
	{ "c2ir --check=all,-conversion foo.c | ir-opt", "Look at the program with all checks but one" },
	{ 0 },
};

static void add_file(void *options, const char *word)
{
	vec_push(&((struct c2ir_options *)options)->files, word);
}

/* ---- flags of the compiler ---- */

static bool take_standard(struct target *target, const char *value)
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
			target->standard = names[i].standard;
			target->gnu89_inline = names[i].standard == STANDARD_C89;
			target->strict = k != 1;
			return true;
		}
	}
	return false;
}

/* Flags that describe the target or what c2ir does, and the value that their field gets. */
static const struct {
	const char *flag;
	struct option_field field;
	unsigned value;
} target_flags[] = {
	{ "-m32", OPTION_FIELD(struct c2ir_options, target.pointer_bits), 32 },
	{ "-m64", OPTION_FIELD(struct c2ir_options, target.pointer_bits), 64 },
	{ "-funsigned-char", OPTION_FIELD(struct c2ir_options, target.unsigned_char), true },
	{ "-fno-signed-char", OPTION_FIELD(struct c2ir_options, target.unsigned_char), true },
	{ "-fsigned-char", OPTION_FIELD(struct c2ir_options, target.unsigned_char), false },
	{ "-fshort-enums", OPTION_FIELD(struct c2ir_options, target.short_enums), true },
	{ "-fshort-wchar", OPTION_FIELD(struct c2ir_options, target.short_wchar), true },
	{ "-fms-extensions", OPTION_FIELD(struct c2ir_options, target.ms_extensions), true },
	{ "-fno-ms-extensions", OPTION_FIELD(struct c2ir_options, target.ms_extensions), false },
	{ "-fwrapv", OPTION_FIELD(struct c2ir_options, target.signed_overflow_wraps), true },
	{ "-fno-strict-overflow", OPTION_FIELD(struct c2ir_options, target.signed_overflow_wraps), true },
	{ "-fno-wrapv", OPTION_FIELD(struct c2ir_options, target.signed_overflow_wraps), false },
	{ "-fstrict-overflow", OPTION_FIELD(struct c2ir_options, target.signed_overflow_wraps), false },
	{ "-fgnu89-inline", OPTION_FIELD(struct c2ir_options, target.gnu89_inline), true },
	{ "-fno-asm", OPTION_FIELD(struct c2ir_options, target.no_asm), true },
	{ "-w", OPTION_FIELD(struct c2ir_options, no_warnings), true },
};

static void take_target(struct c2ir_options *options, const char *flag, struct diagnostics *diags)
{
	for (size_t i = 0; i < sizeof target_flags / sizeof *target_flags; i++)
		if (!strcmp(flag, target_flags[i].flag))
			option_set(options, target_flags[i].field, target_flags[i].value);
	if (!strcmp(flag, "-ansi"))
		flag = "-std=c90";
	else if (!strncmp(flag, "--std=", 6))
		flag++;
	if (!strncmp(flag, "-std=", 5) && !take_standard(&options->target, flag + 5))
		diagnose(diags, DIAG_USAGE, nowhere, "%s is no standard of C that is known", flag);
}

/* What stands in $CC goes to the preprocessor whatever it is. */
static void take_own(struct c2ir_options *options, const char *flag, struct diagnostics *diags)
{
	const struct compiler_flag *known = compiler_flag_find(flag);
	if (known && known->use == COMPILER_FLAG_REFUSED)
		diagnose(diags, DIAG_USAGE, nowhere,
			 "%s, in $CC, changes the meaning of the program and is not supported", flag);
	take_target(options, flag, diags);
}

static void add_flag(void *options, const struct compiler_flag *flag, char *const *words, int count,
		     struct diagnostics *diags)
{
	if (flag->use != COMPILER_FLAG_PASSED)
		return;
	take_target(options, words[0], diags);
	for (int i = 0; i < count; i++)
		vec_push(&((struct c2ir_options *)options)->compiler, words[i]);
}

/* ---- the whole ---- */

const struct option_table c2ir_option_table = {
	.tool = "c2ir",
	.about = "C to Plumb IR",
	.usage = { "[option ...] [compiler flag ...] FILE ... [-o OUT.pir]" },
	.intro = "Translates C files to one program in Plumb IR. FILE.i is taken as preprocessed, - is standard input, "
		 "and "
		 "what c2ir -c wrote is linked with the rest.",
	.manual =
		"The command line of a build will do as it is: flags for other files than the source are ignored, and "
		"flags that change the meaning of the program in a way that is not modelled are errors.\n\n"
		"What C leaves undefined becomes an assertion before the operation, by the checks that are on. The "
		"preprocessor is that of the compiler in the environment variable CC, by default cc; flags "
		"that stand there, as in CC='gcc -m32', are about the program too.",
	.rows = rows,
	.count = sizeof rows / sizeof *rows,
	.examples = examples,
	.operand = add_file,
	.flag = add_flag,
};

/* ---- how the compiler computes ---- */

static bool has_argument(const struct string_list *list, const char *argument)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->at[i], argument) == 0)
			return true;
	return false;
}

/* With instructions that multiply and add at once gcc contracts such expressions (-ffp-contract=fast is its default in GNU C). Which
 * processors lack them is known of some. */
static bool may_contract(const char *flag)
{
	static const char *const without[] = { "x86-64", "x86-64-v2", "i386", "i486", "i586", "i686", "k8", "core2" };
	if (!strcmp(flag, "-mfma") || !strcmp(flag, "-mfma4"))
		return true;
	if (strncmp(flag, "-march=", 7) != 0)
		return false;
	for (size_t i = 0; i < sizeof without / sizeof *without; i++)
		if (!strcmp(flag + 7, without[i]))
			return false;
	return true;
}

static bool is_fast(const char *flag)
{
	return !strcmp(flag, "-Ofast") || !strcmp(flag, "-ffast-math");
}

static bool loosens_floats(const char *flag)
{
	static const char *const loose[] = { "-funsafe-math-optimizations",
					     "-fassociative-math",
					     "-freciprocal-math",
					     "-ffinite-math-only",
					     "-fno-signed-zeros",
					     "-fcx-limited-range",
					     "-fcx-fortran-rules",
					     "-fopenmp-simd", /* reductions */
					     "-fapprox-func",
					     "-ffp-model=fast",
					     "-ffp-model=aggressive",
					     "-mfpmath=387",
					     "-mfpmath=both",
					     "-mrecip",
					     "-mdaz-ftz",
					     "-mpc32",
					     "-mpc64" };
	for (size_t i = 0; i < sizeof loose / sizeof *loose; i++)
		if (!strcmp(flag, loose[i]))
			return true;
	return false;
}

/* The flag that lets the compiler compute floating-point numbers in other ways than docs/floats.md; NULL: there is none. */
static const char *loose_floats(const struct string_list *flags)
{
	const char *fast = NULL, *loose = NULL, *contracts = NULL;
	bool contraction = true;
	for (size_t i = 0; i < flags->count; i++) {
		const char *flag = flags->at[i];
		bool ends =
			!strcmp(flag, "-fno-fast-math") || (fast && !strcmp(fast, "-Ofast") && !strncmp(flag, "-O", 2));
		if (is_fast(flag) || ends)
			fast = is_fast(flag) ? flag : NULL;
		else if (loosens_floats(flag))
			loose = flag;
		else if (!strncmp(flag, "-ffp-contract=", 14))
			contraction = !strcmp(flag + 14, "fast");
		else if (may_contract(flag))
			contracts = flag;
	}
	return fast ? fast : loose ? loose : contraction ? contracts : NULL;
}

static void settle_target(struct c2ir_options *options)
{
	struct target *target = &options->target;
	struct string_list flags = { 0 };
	for (size_t i = 0; i < options->own.count; i++)
		vec_push(&flags, options->own.at[i]);
	for (size_t i = 0; i < options->compiler.count; i++)
		vec_push(&flags, options->compiler.at[i]);
	target->other_assembly = has_argument(&flags, "-masm=intel");
	target->sse_for_float = has_argument(&flags, "-mfpmath=sse");
	target->loose_floats = loose_floats(&flags);
	vec_free(&flags);
}

/* ---- the rest ---- */

/* --entry=*: each function that the compiler makes code for by itself. */
static void settle_entries(struct c2ir_options *options)
{
	size_t kept = 0;
	options->entry_given = options->entries.count > 0;
	for (size_t i = 0; i < options->entries.count; i++) {
		const char *name = options->entries.at[i];
		if (!strcmp(name, "*"))
			options->every_entry = true;
		else
			options->entries.at[kept++] = name;
	}
	options->entries.count = kept;
	if (!options->entry_given)
		vec_push(&options->entries, options->checks.entry ? options->checks.entry
					    : options->kernel     ? KERNEL_ENTRY
								  : "main");
}

/* The environment is made for one driver, of which it needs the text before the preprocessor. */
static bool check_kernel(const struct c2ir_options *options, struct diagnostics *diags)
{
	unsigned errors = diags->errors;
	if (!options->kernel && (options->environment || options->callbacks || options->rules.count))
		diagnose(diags, DIAG_USAGE, nowhere, "--environment, --callbacks and --rule ask for --kernel");
	if (options->witness && (options->kernel || options->linkable || options->files.count != 1))
		diagnose(diags, DIAG_USAGE, nowhere, "--validate-witness takes one C file, without --kernel and -c");
	if (options->rules.count > 1)
		diagnose(diags, DIAG_USAGE, nowhere, "one rule at a time (verify runs c2ir for each)");
	if (options->kernel && options->linkable)
		diagnose(diags, DIAG_USAGE, nowhere, "--kernel makes whole programs, not linkable IR (-c)");
	return diags->errors == errors;
}

static bool read_options(struct c2ir_options *options, bool command, int argc, char **argv, struct diagnostics *diags)
{
	*options = (struct c2ir_options){ .target = target_default(64), .args_elements = 1 };
	check_set_init(&options->checks);
	if (command)
		preprocess_own_flags(&options->own);
	for (size_t i = 0; i < options->own.count; i++)
		take_own(options, options->own.at[i], diags);
	bool fine = option_parse(&c2ir_option_table, options, argc, argv, diags) && !diags->errors;
	settle_entries(options);
	settle_target(options);
	if (options->target.signed_overflow_wraps)
		options->checks.checks &= ~(UINT64_C(1) << CHECK_OVERFLOW);
	if (options->help || options->version)
		return fine;
	if (options->files.count)
		return stream_spares(options->output, &options->files, diags) &&
		       stream_spares(options->environment, &options->files, diags) && check_kernel(options, diags) &&
		       fine;
	diagnose(diags, DIAG_USAGE, nowhere, "no input file (see c2ir --help)");
	return false;
}

bool c2ir_options_read(struct c2ir_options *options, int argc, char **argv, struct diagnostics *diags)
{
	return read_options(options, true, argc, argv, diags);
}

bool c2ir_options_read_unit(struct c2ir_options *options, int argc, char **argv, struct diagnostics *diags)
{
	return read_options(options, false, argc, argv, diags);
}

bool c2ir_options_read_rule(struct c2ir_options *options, struct interner *names, struct diagnostics *diags)
{
	options->which_rules = options->rules.count && !strcmp(options->rules.at[0], "all");
	if (!options->rules.count || options->which_rules)
		return true;
	return c2ir_options_take_rule(options, options->rules.at[0], names, diags);
}

bool c2ir_options_take_rule(struct c2ir_options *options, const char *which, struct interner *names,
			    struct diagnostics *diags)
{
	options->rule = rule_read(which, names, diags);
	if (options->rule && !options->checks.given)
		options->checks.checks = UINT64_C(1) << CHECK_RULE | options->rule->checks;
	return options->rule != NULL;
}

void c2ir_options_release(struct c2ir_options *options)
{
	rule_free(options->rule);
	vec_free(&options->rules);
	check_set_release(&options->checks);
	vec_free(&options->files);
	vec_free(&options->compiler);
	for (size_t i = 0; i < options->own.count; i++)
		memory_free((char *)(uintptr_t)options->own.at[i]);
	vec_free(&options->own);
	vec_free(&options->call_targets);
	vec_free(&options->entries);
}

struct lowering_options options_of_lowering(const struct c2ir_options *options)
{
	return (struct lowering_options){ .entries = options->entries,
					  .every_entry = options->every_entry,
					  .checks = options->checks,
					  .undefined = options->undefined,
					  .unknown_pointers = options->unknown_pointers,
					  .args = options->args,
					  .args_elements = options->args_elements,
					  .call_targets = options->call_targets,
					  .malloc_may_fail = options->malloc_may_fail,
					  .kernel = options->kernel,
					  .woven = options->witness,
					  .field_safe = options->field_safe,
					  .pointer_bits = options->target.pointer_bits };
}
