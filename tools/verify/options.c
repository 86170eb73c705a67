#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

const char *options_help(void)
{
	return "usage: verify [options] [compiler flags] [FILE ...]\n"
	       "\n"
	       "Takes C files, Plumb IR (plain or gzip) or what vcgen wrote; no FILE or `-`: standard input.\n"
	       "A plain SMT-LIB2 script is answered sat, unsat or unknown.\n"
	       "\n"
	       "what is checked\n"
	       "  --property=NAME|FILE.prp  unreach-call, valid-deref, valid-free, valid-memtrack, valid-memsafety,\n"
	       "                            valid-memcleanup, no-overflow; repeatable\n"
	       "  --check=LIST              single checks: assert,null,bounds,uaf,free,leak,overflow,div,shift,...;\n"
	       "                            all; -name takes one away\n"
	       "  --entry=FUNC              start there instead of main\n"
	       "  --malloc-may-fail         malloc and friends may return NULL\n"
	       "  --undefined=havoc|pure|error  what a function without a body does: see c2ir --help\n"
	       "  --call-targets=WHERE:f,g  what the indirect calls in function WHERE, through a member .WHERE, at\n"
	       "                            FILE:LINE or anywhere (*) may call; an assumption\n"
	       "  --assume-field-safe       memory accessed as different types does not overlap; an assumption\n"
	       "  --strict                  an assumption (a function without a body, ...) turns SAFE into UNKNOWN\n"
	       "\n"
	       "how far and how\n"
	       "  --bound=N                 loop iterations and recursive calls explored (default: deepening until\n"
	       "                            the time is up)\n"
	       "  --timeout=S               seconds for the whole run\n"
	       "  --memory=MB               address space for the whole run\n"
	       "  --solver=LIST             one of these, or several as a portfolio (default: the first):\n"
#define SOLVER(kind, name, about) "                              " #name ": " about "\n"
#include "solvers.def"
#undef SOLVER
	       "  --solver-cmd=CMD          any SMT-LIB2 solver that reads standard input\n"
	       "  --engine=LIST             one of these, or several side by side (default: concrete, stratified and\n"
	       "                            induction in turn):\n"
#define ENGINE(name, about) "                              " #name ": " about "\n"
#include "engines.def"
#undef ENGINE
	       "  --inline=dag|tree         share instances of calls that exclude one another, or not (default: dag)\n"
	       "\n"
	       "what is told\n"
	       "  --accept-bounded          exit status 0 for BOUNDED\n"
	       "  --full-trace              every statement of the trace\n"
	       "  --all                     goes on after a violation: each violated place with its trace\n"
	       "  --sarif=FILE              the violations as SARIF 2.1.0, for editors and CI\n"
	       "  --replay=FILE.c           a C file that leads the compiled program to the violation\n"
	       "  -o FILE                   the report goes there\n"
	       "  -v, --stats[=json], --time, -h/--help, -V/--version\n"
	       "\n"
	       "The first line says SAFE (exit status 0), UNSAFE (10), BOUNDED (20) or UNKNOWN (20).\n"
	       "Other statuses: 1 the input is wrong, 2 usage, 3 a construct is not supported, 4 system.\n";
}

static const struct location command_line = { 0 };

/* The names, each after a comma. */
static const char solvers[] =
#define SOLVER(kind, name, about) "," #name
#include "solvers.def"
#undef SOLVER
	;
static const char engines[] =
#define ENGINE(name, about) "," #name
#include "engines.def"
#undef ENGINE
	;

/* A decimal number in [low, high]; what follows must be the end (or, for `fraction`, decimals). */
static bool parse_number(const char *name, const char *text, double low, double high, bool fraction, double *out,
			 struct diagnostics *diags)
{
	char *end = NULL;
	errno = 0;
	double value = text[0] >= '0' && text[0] <= '9' ? strtod(text, &end) : -1;
	bool plain = end && !*end && strspn(text, fraction ? "0123456789." : "0123456789") == strlen(text);
	if (!plain || errno || !(value >= low && value <= high)) {
		diagnose(diags, DIAG_USAGE, command_line, "%s=%s: must be a number from %.0f to %.0f", name, text, low,
			 high);
		return false;
	}
	*out = value;
	return true;
}

enum option {
	OPTION_PROPERTY,
	OPTION_CHECK,
	OPTION_ENTRY,
	OPTION_MALLOC,
	OPTION_UNDEFINED,
	OPTION_CALL_TARGETS,
	OPTION_FIELD_SAFE,
	OPTION_STRICT,
	OPTION_BOUND,
	OPTION_TIMEOUT,
	OPTION_MEMORY,
	OPTION_SOLVER,
	OPTION_SOLVER_CMD,
	OPTION_ENGINE,
	OPTION_INLINE,
	OPTION_ACCEPT,
	OPTION_FULL_TRACE,
	OPTION_ALL,
	OPTION_SARIF,
	OPTION_REPLAY,
	OPTION_OUTPUT,
	OPTION_VERBOSE,
	OPTION_STATS,
	OPTION_TIME,
	OPTION_HELP,
	OPTION_VERSION
};

/* `value`: 'n' none, 'r' required, 'o' optional after '='. */
static const struct {
	const char *name;
	char value;
	enum option option;
} table[] = {
	{ "--property", 'r', OPTION_PROPERTY },
	{ "--check", 'r', OPTION_CHECK },
	{ "--entry", 'r', OPTION_ENTRY },
	{ "--malloc-may-fail", 'n', OPTION_MALLOC },
	{ "--undefined", 'r', OPTION_UNDEFINED },
	{ "--call-targets", 'r', OPTION_CALL_TARGETS },
	{ "--assume-field-safe", 'n', OPTION_FIELD_SAFE },
	{ "--strict", 'n', OPTION_STRICT },
	{ "--bound", 'r', OPTION_BOUND },
	{ "--timeout", 'r', OPTION_TIMEOUT },
	{ "--memory", 'r', OPTION_MEMORY },
	{ "--solver", 'r', OPTION_SOLVER },
	{ "--solver-cmd", 'r', OPTION_SOLVER_CMD },
	{ "--engine", 'r', OPTION_ENGINE },
	{ "--inline", 'r', OPTION_INLINE },
	{ "--accept-bounded", 'n', OPTION_ACCEPT },
	{ "--full-trace", 'n', OPTION_FULL_TRACE },
	{ "--all", 'n', OPTION_ALL },
	{ "--sarif", 'r', OPTION_SARIF },
	{ "--replay", 'r', OPTION_REPLAY },
	{ "-o", 'r', OPTION_OUTPUT },
	{ "-v", 'n', OPTION_VERBOSE },
	{ "--stats", 'o', OPTION_STATS },
	{ "--time", 'n', OPTION_TIME },
	{ "-h", 'n', OPTION_HELP },
	{ "--help", 'n', OPTION_HELP },
	{ "-V", 'n', OPTION_VERSION },
	{ "--version", 'n', OPTION_VERSION },
};

static bool is_one_of(const char *value, const char *list)
{
	size_t length = strlen(value);
	for (const char *at = list; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
		if (strcspn(at, ",") == length && !strncmp(at, value, length))
			return true;
	return false;
}

static bool check_list(const char *name, const char *value, const char *known, struct diagnostics *diags)
{
	char *copy = memory_copy_string(value, strlen(value));
	bool fine = *value != 0;
	for (char *item = strtok(copy, ","); fine && item; item = strtok(NULL, ","))
		fine = is_one_of(item, known);
	memory_free(copy);
	if (!fine)
		diagnose(diags, DIAG_USAGE, command_line, "%s=%s: must be of: %s", name, value, known);
	return fine;
}

static bool set_number(struct options *o, enum option option, const char *name, const char *value,
		       struct diagnostics *diags)
{
	double number = 0;
	bool fine = parse_number(name, value, option == OPTION_MEMORY ? 16 : 0, option == OPTION_BOUND ? 4e9 : 1e9,
				 option == OPTION_TIMEOUT, &number, diags);
	if (option == OPTION_BOUND)
		o->bound = (uint32_t)number;
	else if (option == OPTION_TIMEOUT)
		o->timeout = number;
	else
		o->memory = (uint32_t)number;
	return fine;
}

/* `word` is the argument as it stands on the command line. */
static bool set_option(struct options *o, enum option option, const char *name, const char *word, const char *value,
		       struct diagnostics *diags)
{
	switch (option) {
	case OPTION_PROPERTY:
		vec_push(&o->front_end, word);
		return check_set_property(&o->checks, value, diags);
	case OPTION_CHECK:
		vec_push(&o->front_end, word);
		return check_set_list(&o->checks, value, diags);
	case OPTION_ENTRY:
	case OPTION_MALLOC:
	case OPTION_UNDEFINED:
	case OPTION_CALL_TARGETS:
	case OPTION_FIELD_SAFE:
		vec_push(&o->front_end, word);
		return true;
	case OPTION_STRICT:
		o->strict = true;
		return true;
	case OPTION_BOUND:
	case OPTION_TIMEOUT:
	case OPTION_MEMORY:
		return set_number(o, option, name, value, diags);
	case OPTION_SOLVER:
		o->solvers = value;
		return check_list(name, value, solvers + 1, diags);
	case OPTION_SOLVER_CMD:
		o->solver_command = value;
		if (!value[strspn(value, " \t")])
			diagnose(diags, DIAG_USAGE, command_line, "%s needs a command", name);
		return value[strspn(value, " \t")] != 0;
	case OPTION_ENGINE:
		o->engines = value;
		return check_list(name, value, engines + 1, diags);
	case OPTION_INLINE:
		o->tree = !strcmp(value, "tree");
		return check_list(name, value, "dag,tree", diags);
	case OPTION_ACCEPT:
		o->accept_bounded = true;
		return true;
	case OPTION_FULL_TRACE:
		o->full_trace = true;
		return true;
	case OPTION_ALL:
		o->all = true;
		return true;
	case OPTION_SARIF:
		o->sarif = value;
		return true;
	case OPTION_REPLAY:
		o->replay = value;
		return true;
	case OPTION_OUTPUT:
		o->output = value;
		return true;
	case OPTION_VERBOSE:
		o->verbose = true;
		return true;
	case OPTION_STATS:
		o->stats = true;
		o->stats_json = value && !strcmp(value, "json");
		return !value || check_list(name, value, "json", diags);
	case OPTION_TIME:
		o->time = true;
		return true;
	case OPTION_HELP:
		o->help = true;
		return true;
	case OPTION_VERSION:
		o->version = true;
		return true;
	}
	return false;
}

/* Compiler flags whose value may be the next argument. */
static bool takes_next_argument(const char *flag)
{
	static const char *const flags[] = { "-I",         "-D",        "-U",    "-include", "-isystem", "-iquote",
					     "-idirafter", "-imacros",  "-x",    "-MF",      "-MT",      "-MQ",
					     "--param",    "-isysroot", "-arch", NULL };
	for (size_t i = 0; flags[i]; i++)
		if (!strcmp(flag, flags[i]))
			return true;
	return false;
}

static bool parse_known(struct options *o, int argc, char **argv, int *at, size_t entry, struct diagnostics *diags)
{
	const char *word = argv[*at], *name = table[entry].name;
	const char *value = strlen(word) > strlen(name) ? word + strlen(name) + 1 : NULL;
	if (value && table[entry].value == 'n') {
		diagnose(diags, DIAG_USAGE, command_line, "%s takes no value", name);
		return false;
	}
	if (!value && table[entry].value == 'r') {
		if (*at + 1 >= argc) {
			diagnose(diags, DIAG_USAGE, command_line, "%s needs a value", name);
			return false;
		}
		value = argv[++*at];
		/* c2ir gets the same two words. */
		if (table[entry].option <= OPTION_FIELD_SAFE) {
			vec_push(&o->front_end, word);
			word = value;
		}
	}
	return set_option(o, table[entry].option, name, word, value, diags);
}

static size_t find_option(const char *word)
{
	size_t length = strcspn(word, "=");
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strlen(table[i].name) == length && !strncmp(table[i].name, word, length))
			return i;
	return sizeof table / sizeof *table;
}

/* 1 if the next word belongs to the flag. */
static int push_flag(struct options *o, const char *flag, const char *next)
{
	bool both = next && takes_next_argument(flag);
	for (int k = 0; k <= both; k++) {
		vec_push(&o->front_end, k ? next : flag);
		vec_push(&o->compiler, k ? next : flag);
	}
	return both;
}

bool options_parse(struct options *o, int argc, char **argv, struct diagnostics *diags)
{
	*o = (struct options){ .bound = NO_BOUND, .solvers = solver_kind_name((enum solver_kind)0) };
	check_set_init(&o->checks);
	for (int i = 1; i < argc; i++) {
		size_t entry = find_option(argv[i]);
		if (!strcmp(argv[i], "--")) {
			while (++i < argc)
				vec_push(&o->inputs, argv[i]);
		} else if (argv[i][0] != '-' || !argv[i][1]) {
			vec_push(&o->inputs, argv[i]);
		} else if (entry < sizeof table / sizeof *table) {
			if (!parse_known(o, argc, argv, &i, entry, diags))
				return false;
		} else if (argv[i][1] == '-' && !takes_next_argument(argv[i])) {
			diagnose(diags, DIAG_USAGE, command_line, "unknown option %s (see verify --help)", argv[i]);
			return false;
		} else {
			i += push_flag(o, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
		}
	}
	return true;
}

void options_release(struct options *o)
{
	vec_free(&o->inputs);
	vec_free(&o->front_end);
	vec_free(&o->compiler);
}
