#include "options.h"

#include <string.h>
#include <sys/stat.h>

#include "engine.h"
#include "stream.h"
#include "witness.h"

static const struct location command_line = { 0 };

/* --- values --- */

static const char *name_of(const char *const *names, size_t count, size_t i)
{
	return i < count ? names[i] : NULL;
}

/* Row i of the table of engines; NULL: there are no more. */
static const struct engine_row *engine_at(size_t i)
{
	size_t count;
	const struct engine_row *rows = engine_rows(&count);
	return i < count ? &rows[i] : NULL;
}

static const char *engine_word(size_t i)
{
	return engine_at(i) ? engine_at(i)->name : NULL;
}

static const char *engine_about(size_t i)
{
	return engine_at(i)->about;
}

static bool engine_is_default(size_t i)
{
	return engine_at(i)->engine->turn.taken;
}

static const char *solver_name(size_t i)
{
	static const char *const names[] = {
#define SOLVER(kind, name, about) #name,
#include "solvers.def"
#undef SOLVER
	};
	return name_of(names, sizeof names / sizeof *names, i);
}

static const char *solver_about(size_t i)
{
	static const char *const abouts[] = {
#define SOLVER(kind, name, about) about,
#include "solvers.def"
#undef SOLVER
	};
	return abouts[i];
}

static bool solver_is_default(size_t i)
{
	return i == 0;
}

static const char *open_name(size_t i)
{
	static const char *const names[] = { [OPEN_FIRST] = "first", [OPEN_ALL] = "all" };
	return name_of(names, sizeof names / sizeof *names, i);
}

static const struct option_values open_values = { open_name, NULL, NULL, NULL };
static const struct option_values engine_values = { engine_word, engine_about, engine_is_default, NULL };
static const struct option_values solver_values = { solver_name, solver_about, solver_is_default, NULL };

static bool is_command(const char *value, const char *option, struct diagnostics *diags)
{
	if (value[strspn(value, " \t")])
		return true;
	diagnose(diags, DIAG_USAGE, command_line, "%s needs a command", option);
	return false;
}

static bool read_command(void *field, const char *value, struct diagnostics *diags)
{
	*(const char **)field = value;
	return is_command(value, "--solver-cmd", diags);
}

static bool read_cross_check(void *field, const char *value, struct diagnostics *diags)
{
	*(const char **)field = value ? value : "";
	return !value || is_command(value, "--cross-check=", diags);
}

/* --- the table --- */

static const struct option_row rows[] = {
#define OPTION_STRUCT struct options
#define FRONT_END(member) \
	{                 \
		0         \
	}
#define FRONT_END_CHECKS OPTION_FIELD(struct options, checks)
#define FRONT_END_KERNEL(member) OPTION_FIELD(struct options, member)
#define FRONT_END_FORWARD true
#include "front_end.def"
#include "options.def"
	{ .kind = OPTION_COMPILER_FLAGS, .name = "Compiler flags" },
	{ .kind = OPTION_FLAG, .letter = 'c', .help = "ignored, so that the command line of a build will do" },
#include "common.def"
	{ .kind = OPTION_VALUES, .name = "Engines", .values = &engine_values, .only_manual = true },
	{ .kind = OPTION_VALUES, .name = "Solvers", .values = &solver_values, .only_manual = true },
	{ .kind = OPTION_VALUES, .name = "Checks", .values = &option_check_values, .only_manual = true },
	{ .kind = OPTION_VALUES, .name = "Rules", .values = &option_rule_values, .only_manual = true },
};

static const struct option_example examples[] = {
	{ "verify -Iinclude foo.c", "Verify a file with the flags of its build" },
	{ "verify --check=overflow,div --timeout=60 foo.c",
	  "Look for overflow and division by zero for at most a minute" },
	{ "verify --property=valid-memsafety --sarif=foo.sarif *.c",
	  "Check memory safety of a program of several files, with a report for an editor" },
	{ "verify --replay=bug.c foo.c; cc -g foo.c bug.c -o bug", "Make the compiled program show the violation" },
	{ "verify --certificate=foo.smt2 foo.c; cvc5 foo.smt2", "Prove, and let another solver confirm the proof" },
	{ "c2ir foo.c | ir-opt | vcgen | verify", "Do in four steps what verify does in one" },
	{ 0 },
};

static void add_input(void *options, const char *word)
{
	vec_push(&((struct options *)options)->inputs, word);
}

static void forward(void *options, char *const *words, int count)
{
	for (int i = 0; i < count; i++)
		vec_push(&((struct options *)options)->front_end, words[i]);
}

static void add_flag(void *options, const struct compiler_flag *flag, char *const *words, int count,
		     struct diagnostics *diags)
{
	(void)flag;
	(void)diags;
	forward(options, words, count);
	for (int i = 0; i < count; i++)
		vec_push(&((struct options *)options)->compiler, words[i]);
}

const struct option_table verify_option_table = {
	.tool = "verify",
	.about = "verify C, Plumb IR or what vcgen wrote",
	.usage = { "[option ...] [compiler flag ...] [FILE ...]" },
	.intro = "Takes C files, Plumb IR (plain or gzip) or what vcgen wrote; no FILE or -: standard input. The first "
		 "line "
		 "says SAFE, UNSAFE, BOUNDED or UNKNOWN. A plain SMT-LIB2 script is answered sat, unsat or unknown.",
	.manual = "SAFE: no execution of any length violates a checked property. UNSAFE: there is a violation, "
		  "replayed on "
		  "the program; its property, its source location and a trace follow. BOUNDED: there is none up to the "
		  "bound, "
		  "and some "
		  "execution goes beyond it. UNKNOWN: neither; the reason follows.\n\n"
		  "After that come one line for each property and a list of all that was assumed. C files are "
		  "translated by "
		  "c2ir, with the compiler flags and the options about what is checked. The command line of a build "
		  "will do "
		  "as it is.",
	.rows = rows,
	.count = sizeof rows / sizeof *rows,
	.examples = examples,
	.operand = add_input,
	.flag = add_flag,
	.forward = forward,
};

/* The words on which the result depends: not where it is written, nor what is said meanwhile. */
static void keep_words(struct options *options, int argc, char **argv)
{
	static const char *const skipped[] = { "-v", "--verbose", "--time" };
	for (int i = 1; i < argc; i++) {
		bool skips = !strncmp(argv[i], "--cache=", 8) || !strncmp(argv[i], "--output=", 9);
		for (size_t k = 0; k < sizeof skipped / sizeof *skipped; k++)
			skips = skips || !strcmp(argv[i], skipped[k]);
		bool with_value = !strcmp(argv[i], "-o") || !strcmp(argv[i], "--cache") || !strcmp(argv[i], "--output");
		i += with_value;
		if (!skips && !with_value)
			vec_push(&options->words, argv[i]);
	}
}

static void check_witnesses(const struct options *o, struct diagnostics *diags)
{
	for (size_t i = 0; i < o->witnesses.count; i++)
		if (!witness_is_yaml(o->witnesses.at[i]) && !witness_is_graphml(o->witnesses.at[i]))
			diagnose(diags, DIAG_USAGE, command_line,
				 "--witness takes a name that ends in .yml, .yaml or .graphml, not %s",
				 o->witnesses.at[i]);
	bool other = o->kernel || o->project || o->merge || o->all || o->replay || o->witnesses.count ||
		     o->certificate || o->check_certificate || o->invariants || options_tell_programs(o);
	if (o->witness && other)
		diagnose(diags, DIAG_USAGE, command_line,
			 "--validate-witness is about one program and its verdict: without other outputs, --all and "
			 "--kernel");
	if (o->witnesses.count && (o->kernel || o->project || o->merge))
		diagnose(diags, DIAG_USAGE, command_line,
			 "--witness is of one program: not with --kernel, --compile-commands or --merge");
	if (o->project &&
	    (o->certificate || o->check_certificate || o->replay || o->profile || o->record || o->environment))
		diagnose(diags, DIAG_USAGE, command_line,
			 "--certificate, --check-certificate, --replay, --profile, --record and --environment are of "
			 "one program: not with --compile-commands");
}

/* Rules on several options. */
static bool check_build(const struct options *o, struct diagnostics *diags)
{
	unsigned errors = diags->errors;
	if (!o->kernel && !o->merge && (o->fail || o->baseline))
		diagnose(diags, DIAG_USAGE, command_line, "--fail and --baseline ask for --kernel");
	if (o->rules.count && !o->kernel)
		diagnose(diags, DIAG_USAGE, command_line, "--rule asks for --kernel");
	if (o->new_baseline && !o->baseline)
		diagnose(diags, DIAG_USAGE, command_line, "--new-baseline asks for --baseline=FILE");
	if (o->module && !o->kernel)
		diagnose(diags, DIAG_USAGE, command_line, "--module asks for --kernel");
	if (o->sarif_all && !o->sarif)
		diagnose(diags, DIAG_USAGE, command_line, "--sarif-all asks for --sarif=FILE");
	if (o->merge && options_tell_programs(o))
		diagnose(diags, DIAG_USAGE, command_line, "--merge writes none of --json, --sarif, --junit and --html");
	if (o->merge && (o->kernel || o->project || o->new_baseline || !o->inputs.count))
		diagnose(diags, DIAG_USAGE, command_line,
			 "--merge takes reports, and --fail, --baseline and -o beside them");
	if (o->kernel && !o->project && !o->merge && (o->module != NULL) == (o->inputs.count > 0))
		diagnose(diags, DIAG_USAGE, command_line, "--kernel takes the files of a driver, or --module=FILE.mod");
	check_witnesses(o, diags);
	if (o->project && o->inputs.count)
		diagnose(diags, DIAG_USAGE, command_line, "--compile-commands names the files (--only chooses some)");
	return diags->errors == errors;
}

/* False: two outputs would be one file. The standard output has them one after the other, devices have no contents. */
static bool is_other(const char *a, const char *b, struct diagnostics *diags)
{
	struct stat s;
	if (strcmp(a, b) != 0 || !strcmp(a, "-") || (stat(a, &s) == 0 && !S_ISREG(s.st_mode)))
		return true;
	diagnose(diags, DIAG_USAGE, command_line, "'%s' would be written twice", a);
	return false;
}

/* All files that are read: those of options, too. */
static struct string_list read_files(const struct options *o)
{
	const char *const named[] = { o->check_certificate, o->witness, o->project, o->module,
				      o->new_baseline ? NULL : o->baseline };
	struct string_list files = { 0 };
	for (size_t i = 0; i < o->inputs.count; i++)
		vec_push(&files, o->inputs.at[i]);
	if (!o->inputs.count)
		vec_push(&files, "-");
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (named[i])
			vec_push(&files, named[i]);
	for (size_t i = 0; i < o->rules.count; i++)
		vec_push(&files, o->rules.at[i]);
	for (size_t i = 0; i < o->front_end.count; i++) { /* --property=FILE, -include FILE */
		const char *word = o->front_end.at[i], *equals = strchr(word, '=');
		const char *value = equals && !strncmp(word, "--", 2) ? equals + 1 : word;
		if (value != o->environment)
			vec_push(&files, value);
	}
	return files;
}

/* Does no output destroy what is read, nor another output? */
static bool spares_inputs(const struct options *o, struct diagnostics *diags)
{
	const char *const named[] = {
		o->output, o->replay,  o->sarif,       o->json,        o->junit,
		o->html,   o->profile, o->certificate, o->environment, o->new_baseline ? o->baseline : NULL
	};
	struct string_list files = read_files(o), outputs = { 0 };
	bool fine = true;
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (named[i])
			vec_push(&outputs, named[i]);
	for (size_t i = 0; i < o->witnesses.count; i++)
		vec_push(&outputs, o->witnesses.at[i]);
	for (size_t i = 0; fine && i < outputs.count; i++) {
		fine = stream_spares(outputs.at[i], &files, diags);
		for (size_t k = 0; fine && k < i; k++)
			fine = is_other(outputs.at[k], outputs.at[i], diags);
	}
	vec_free(&outputs);
	vec_free(&files);
	return fine;
}

bool options_parse(struct options *options, int argc, char **argv, struct diagnostics *diags)
{
	*options = (struct options){ .bound = NO_BOUND };
	keep_words(options, argc, argv);
	for (int i = 0; i < argc; i++)
		vec_push(&options->command, argv[i]);
	check_set_init(&options->checks);
	bool fine = option_parse(&verify_option_table, options, argc, argv, diags);
	options->stats_json = options->stats == STATS_JSON;
	return fine &&
	       (options->help || options->version || (spares_inputs(options, diags) && check_build(options, diags)));
}

bool options_tell_programs(const struct options *options)
{
	return options->json || options->sarif || options->junit || options->html;
}

void options_release(struct options *options)
{
	check_set_release(&options->checks);
	vec_free(&options->inputs);
	vec_free(&options->front_end);
	vec_free(&options->compiler);
	vec_free(&options->command);
	vec_free(&options->words);
	vec_free(&options->only);
	for (size_t i = 0; i < options->owned.count; i++)
		memory_free((char *)(uintptr_t)options->owned.at[i]);
	vec_free(&options->owned);
	vec_free(&options->rules);
	vec_free(&options->witnesses);
}
