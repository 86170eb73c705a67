#include "command.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char command_help[] = "usage: ir-opt [OPTION ...] [IN ...] [-o OUT]\n"
			    "       ir-opt --run [OPTION ...] IN [ARGUMENT ...]\n"
			    "\n"
			    "Reads Plumb IR (IN, or standard input), simplifies it and writes it. Without\n"
			    "options that choose passes the default ones run, over and over until nothing\n"
			    "changes: what verify does to everything that it reads. Files of linkable IR\n"
			    "(c2ir -c) are linked to one program, by c2ir.\n"
			    "\n"
			    "Passes:\n"
			    "  --passes=A,B,...       run these, in this order, once each\n"
			    "  --disable=A,B,...      leave these out\n"
			    "  --list-passes          list all passes; the default ones are marked\n"
			    "  --full-propagation     constants and copies also into what traces show\n"
			    "  --loops                afterwards, loops become tail-recursive procedures\n"
			    "  --unroll=N             cut loops and recursion after N rounds\n"
			    "  --track=G,H,...        forget all globals but these\n"
			    "  --error-bit            one assertion at the end, over an error bit\n"
			    "\n"
			    "Looking at passes (to standard error):\n"
			    "  --print-after=A,...    write the program after these passes (all: every one)\n"
			    "  --print-before=A,...   likewise before\n"
			    "  --verify-each          check the program after each pass\n"
			    "  --stats[=json]         how large the program was and is\n"
			    "  --time                 how long each pass took\n"
			    "  -v, --verbose          what is going on\n"
			    "\n"
			    "Output:\n"
			    "  -o, --output=OUT       write to OUT (gzip if it ends in .gz)\n"
			    "  -z, --gzip             write gzip\n"
			    "\n"
			    "Running a program, unchanged; ARGUMENTs, standard input and files are its own:\n"
			    "  --run                  execute IN; its output and exit status become ours. A\n"
			    "                         violated assertion: place and check on standard error,\n"
			    "                         status 10. A false assumption ends it silently, status 0\n"
			    "  --inputs=FILE          values of unknown inputs (ir-spec/inputs.md)\n"
			    "  --strict               inputs that FILE does not give are an error, not 0\n"
			    "  --seed=N               inputs that are not given are pseudo-random\n"
			    "  --max-steps=N          stop after N statements, status 4\n"
			    "\n"
			    "  -h, --help             this text\n"
			    "  -V, --version          the version\n"
			    "\n"
			    "Exit status: 0 done; 1 bad input; 2 bad command line; 3 not supported;\n"
			    "4 file or system error, or a limit; 10 (--run) a violated assertion.\n";

enum option_code {
	OPTION_PASSES = 256,
	OPTION_DISABLE,
	OPTION_LIST,
	OPTION_FULL,
	OPTION_LOOPS,
	OPTION_UNROLL,
	OPTION_TRACK,
	OPTION_ERROR_BIT,
	OPTION_PRINT_AFTER,
	OPTION_PRINT_BEFORE,
	OPTION_VERIFY_EACH,
	OPTION_STATS,
	OPTION_TIME,
	OPTION_RUN,
	OPTION_INPUTS,
	OPTION_STRICT,
	OPTION_SEED,
	OPTION_MAX_STEPS
};

static const struct option long_options[] = {
	{ "passes", required_argument, NULL, OPTION_PASSES },
	{ "disable", required_argument, NULL, OPTION_DISABLE },
	{ "list-passes", no_argument, NULL, OPTION_LIST },
	{ "full-propagation", no_argument, NULL, OPTION_FULL },
	{ "loops", no_argument, NULL, OPTION_LOOPS },
	{ "unroll", required_argument, NULL, OPTION_UNROLL },
	{ "track", required_argument, NULL, OPTION_TRACK },
	{ "error-bit", no_argument, NULL, OPTION_ERROR_BIT },
	{ "print-after", required_argument, NULL, OPTION_PRINT_AFTER },
	{ "print-before", required_argument, NULL, OPTION_PRINT_BEFORE },
	{ "verify-each", no_argument, NULL, OPTION_VERIFY_EACH },
	{ "stats", optional_argument, NULL, OPTION_STATS },
	{ "time", no_argument, NULL, OPTION_TIME },
	{ "run", no_argument, NULL, OPTION_RUN },
	{ "inputs", required_argument, NULL, OPTION_INPUTS },
	{ "strict", no_argument, NULL, OPTION_STRICT },
	{ "seed", required_argument, NULL, OPTION_SEED },
	{ "max-steps", required_argument, NULL, OPTION_MAX_STEPS },
	{ "output", required_argument, NULL, 'o' },
	{ "gzip", no_argument, NULL, 'z' },
	{ "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 },
};

__attribute__((format(printf, 2, 3))) static void usage(struct diagnostics *diags, const char *format, ...)
{
	char text[400];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	diagnose(diags, DIAG_USAGE, (struct location){ 0 }, "%s", text);
}

static uint64_t number(const char *option, const char *text, uint64_t largest, struct diagnostics *diags)
{
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || errno || value > largest)
		usage(diags, "%s takes a number from 0 to %llu, not '%s'", option, (unsigned long long)largest, text);
	return value;
}

/* "a,b" -> { "a", "b" }; "" -> none. */
static void read_track(struct command *c, const char *names)
{
	uint32_t count = 1, n = 0;
	memory_free(c->track_names);
	memory_free((void *)c->options.track);
	c->track_names = memory_copy_string(names, strlen(names));
	for (const char *at = names; *at; at++)
		count += *at == ',';
	const char **list = memory_alloc(count * sizeof *list);
	char *rest = c->track_names;
	for (char *name = strsep(&rest, ","); name; name = strsep(&rest, ","))
		if (*name)
			list[n++] = name;
	c->options.track = list;
	c->options.track_count = n;
}

/* Names of passes, or "all" if that is allowed. */
static void check_names(const char *option, const char *names, bool all, struct diagnostics *diags)
{
	for (const char *at = names; *at;) {
		size_t length = strcspn(at, ",");
		bool is_all = all && length == 3 && !memcmp(at, "all", 3);
		if (!is_all && !pass_find(at, length))
			usage(diags, "%s: no such pass: '%.*s' (see --list-passes)", option, (int)length, at);
		at += length + (at[length] == ',');
	}
}

static void read_pass_option(struct command *c, int code, const char *value, struct diagnostics *diags)
{
	switch (code) {
	case OPTION_PASSES:
		check_names("--passes", value, false, diags);
		c->passes = value;
		break;
	case OPTION_DISABLE:
		check_names("--disable", value, false, diags);
		c->options.disable = value;
		break;
	case OPTION_FULL:
		c->options.full_propagation = true;
		break;
	case OPTION_LOOPS:
		c->loops = true;
		break;
	case OPTION_UNROLL:
		c->unroll = true;
		c->options.unroll = (uint32_t)number("--unroll", value, 1000000, diags);
		break;
	case OPTION_TRACK:
		read_track(c, value);
		break;
	case OPTION_ERROR_BIT:
		c->error_bit = true;
		break;
	case OPTION_PRINT_AFTER:
		check_names("--print-after", value, true, diags);
		c->options.print_after = value;
		break;
	case OPTION_PRINT_BEFORE:
		check_names("--print-before", value, true, diags);
		c->options.print_before = value;
		break;
	case OPTION_VERIFY_EACH:
		c->options.verify_each = true;
		break;
	}
}

static void read_run_option(struct command *c, int code, const char *value, struct diagnostics *diags)
{
	switch (code) {
	case OPTION_RUN:
		c->run = true;
		break;
	case OPTION_INPUTS:
		c->inputs = value;
		break;
	case OPTION_STRICT:
		c->strict = true;
		break;
	case OPTION_SEED:
		c->random = true;
		c->seed = number("--seed", value, UINT64_MAX, diags);
		break;
	case OPTION_MAX_STEPS:
		c->max_steps = number("--max-steps", value, UINT64_MAX, diags);
		break;
	}
}

static void read_option(struct command *c, int code, const char *value, struct diagnostics *diags)
{
	switch (code) {
	case 'o':
		c->output = value;
		break;
	case 'z':
		c->compress = true;
		break;
	case 'v':
		c->verbose = true;
		break;
	case 'h':
		c->help = true;
		break;
	case 'V':
		c->version = true;
		break;
	case OPTION_LIST:
		c->list_passes = true;
		break;
	case OPTION_TIME:
		c->time = true;
		break;
	case OPTION_STATS:
		if (value && strcmp(value, "json"))
			usage(diags, "--stats takes nothing or =json, not '%s'", value);
		c->stats = value ? STATS_JSON : STATS_TEXT;
		break;
	default:
		read_pass_option(c, code, value, diags);
		read_run_option(c, code, value, diags);
	}
}

/* getopt's own words go to standard error directly; ours are data. */
static void bad_option(char **argv, int code, struct diagnostics *diags)
{
	const char *word = argv[optind - 1];
	if (code == ':')
		usage(diags, "option '%s' needs a value", word);
	else if (optopt && optopt < 256)
		usage(diags, "no such option: -%c", optopt);
	else if (optopt)
		usage(diags, "option '%s' takes no value", word);
	else
		usage(diags, "no such option: %s", word);
}

static bool asks_to_run(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], "--run"))
			return true;
	return false;
}

static void check_together(const struct command *c, struct diagnostics *diags)
{
	if (!c->run && (c->inputs || c->strict || c->random || c->max_steps))
		usage(diags, "--inputs, --strict, --seed and --max-steps go with --run");
	if (c->run && (c->passes || c->unroll || c->loops || c->error_bit || c->options.track || c->output))
		usage(diags, "--run executes the program as it is: no passes and no output file");
	if (c->run && !c->input)
		usage(diags, "--run needs a program");
	if (c->passes && strstr(c->passes, "unroll") && !c->unroll)
		usage(diags, "pass unroll needs --unroll=N");
	if (c->passes && strstr(c->passes, "abstract") && !c->options.track)
		usage(diags, "pass abstract needs --track=G,...");
}

bool command_read(struct command *c, int argc, char **argv, struct diagnostics *diags)
{
	int code;
	*c = (struct command){ 0 };
	optind = 0; /* glibc: start anew */
	opterr = 0;
	/* What follows a program that is run is its own, options too. */
	const char *letters = asks_to_run(argc, argv) ? "+:o:zvhV" : ":o:zvhV";
	while ((code = getopt_long(argc, argv, letters, long_options, NULL)) != -1) {
		if (code == ':' || code == '?')
			bad_option(argv, code, diags);
		else
			read_option(c, code, optarg, diags);
	}
	c->inputs_given = argv + optind;
	c->input_count = optind < argc;
	if (optind < argc)
		c->input = argv[optind++];
	c->arguments = argv + optind;
	if (!c->run)
		c->input_count += (size_t)(argc - optind);
	c->printing = c->options.print_after || c->options.print_before;
	if (!c->help && !c->version && !c->list_passes && !diags->errors)
		check_together(c, diags);
	return !diags->errors;
}

void command_release(struct command *c)
{
	memory_free(c->track_names);
	memory_free((void *)c->options.track);
}
