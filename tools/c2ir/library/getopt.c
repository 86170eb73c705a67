/* <getopt.h>: options as glibc finds them, which reorders the arguments unless POSIXLY_CORRECT is set (POSIX has getopt() only, and
 * the first argument that is no option ends them). */
#include "plumb.h"

struct option {
	const char *name;
	int argument; /* 0 none, 1 required, 2 optional */
	int *flag;
	int value;
};

extern struct _IO_FILE *stderr;
int fprintf(struct _IO_FILE *stream, const char *format, ...);
char *getenv(const char *name);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
size_t strlen(const char *s);

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

static char *rest;                   /* of an argument with several options */
static int skipped_from, skipped_to; /* arguments that are no options, before optind */
enum order { PERMUTE, REQUIRE_ORDER, IN_ORDER };
static enum order order;
static _Bool begun;

/* ---- the order of arguments ---- */

static void reverse(char **argv, int from, int to)
{
	for (; from < --to; from++) {
		char *s = argv[from];
		argv[from] = argv[to];
		argv[to] = s;
	}
}

/* Options that were found behind arguments come before them. */
static void exchange(char **argv)
{
	reverse(argv, skipped_from, skipped_to);
	reverse(argv, skipped_to, optind);
	reverse(argv, skipped_from, optind);
	skipped_from += optind - skipped_to;
	skipped_to = optind;
}

static _Bool is_posix(void)
{
	return __plumb_running() ? getenv("POSIXLY_CORRECT") != NULL : __plumb_any_bool("POSIXLY_CORRECT is set");
}

static void begin(const char *options)
{
	if (optind == 0)
		optind = 1;
	skipped_from = skipped_to = optind;
	rest = NULL;
	order = options[0] == '-' ? IN_ORDER : options[0] == '+' || is_posix() ? REQUIRE_ORDER : PERMUTE;
	begun = 1;
}

static _Bool is_option(const char *s)
{
	return s[0] == '-' && s[1] != 0;
}

static void settle(char **argv)
{
	if (skipped_from != skipped_to && skipped_to != optind)
		exchange(argv);
	else if (skipped_to != optind)
		skipped_from = optind;
}

/* Is there an option at optind? If not, *result is what getopt() returns. */
static _Bool next_argument(int argc, char **argv, int *result)
{
	if (skipped_to > optind)
		skipped_to = optind;
	if (skipped_from > optind)
		skipped_from = optind;
	if (order == PERMUTE) {
		settle(argv);
		while (optind < argc && !is_option(argv[optind]))
			optind++;
		skipped_to = optind;
	}
	if (optind < argc && !strcmp(argv[optind], "--")) {
		optind++;
		if (skipped_from != skipped_to && skipped_to != optind)
			exchange(argv);
		else if (skipped_from == skipped_to)
			skipped_from = optind;
		skipped_to = optind = argc;
	}
	*result = -1;
	if (optind >= argc) {
		if (skipped_from != skipped_to)
			optind = skipped_from;
		return 0;
	}
	if (is_option(argv[optind]))
		return 1;
	if (order == REQUIRE_ORDER)
		return 0;
	optarg = argv[optind++];
	*result = 1;
	return 0;
}

/* ---- options of one letter ---- */

static int short_option(int argc, char **argv, const char *options, _Bool quiet)
{
	const char *all = options;
	char letter = *rest++;
	while (*all && (*all != letter || letter == ':' || letter == ';'))
		all++;
	if (!*rest)
		optind++;
	if (!*all) {
		if (!quiet)
			fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], letter);
		optopt = letter;
		return '?';
	}
	if (all[1] != ':')
		return letter;
	if (*rest) {
		optarg = rest;
		optind++;
	} else if (all[2] != ':') {
		if (optind >= argc) {
			if (!quiet)
				fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], letter);
			optopt = letter;
			rest = NULL;
			return options[0] == ':' ? ':' : '?';
		}
		optarg = argv[optind++];
	}
	rest = NULL;
	return letter;
}

/* ---- options of words ---- */

static size_t name_length(void)
{
	size_t n = 0;
	while (rest[n] && rest[n] != '=')
		n++;
	return n;
}

/* The option of that name or with a name that begins so, if it is the only one: -1 none, -2 several. */
static int find_long(const struct option *list, _Bool one_dash)
{
	size_t n = name_length();
	int found = -1;
	for (int i = 0; list[i].name; i++) {
		if (strncmp(list[i].name, rest, n) != 0)
			continue;
		if (strlen(list[i].name) == n)
			return i;
		if (found == -1)
			found = i;
		else if (one_dash || list[found].argument != list[i].argument || list[found].flag != list[i].flag ||
			 list[found].value != list[i].value)
			found = -2;
	}
	return found;
}

static void list_candidates(char **argv, const struct option *list, const char *dashes)
{
	fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", argv[0], dashes, rest);
	for (int i = 0; list[i].name; i++)
		if (!strncmp(list[i].name, rest, name_length()))
			fprintf(stderr, " '%s%s'", dashes, list[i].name);
	fprintf(stderr, "\n");
}

static int bad_long(char **argv, const struct option *list, const char *dashes, int found, _Bool quiet)
{
	if (!quiet && found == -2)
		list_candidates(argv, list, dashes);
	else if (!quiet)
		fprintf(stderr, "%s: unrecognized option '%s%s'\n", argv[0], dashes, rest);
	rest = NULL;
	optind++;
	optopt = 0;
	return '?';
}

static int long_option(int argc, char **argv, const struct option *list, int *index, const char *dashes, int found,
		       _Bool quiet, _Bool colon)
{
	const struct option *o = &list[found];
	char *value = rest + name_length();
	rest = NULL;
	optind++;
	if (*value && !o->argument) {
		if (!quiet)
			fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], dashes, o->name);
		optopt = o->value;
		return '?';
	}
	if (*value) {
		optarg = value + 1;
	} else if (o->argument == 1) {
		if (optind >= argc) {
			if (!quiet)
				fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], dashes, o->name);
			optopt = o->value;
			return colon ? ':' : '?';
		}
		optarg = argv[optind++];
	}
	if (index)
		*index = found;
	if (!o->flag)
		return o->value;
	*o->flag = o->value;
	return 0;
}

/* ---- */

static _Bool is_letter(const char *options, char c)
{
	for (; *options; options++)
		if (*options == c && c != ':')
			return 1;
	return 0;
}

static int find_option(int argc, char **argv, const char *options, const struct option *list, int *index, _Bool only)
{
	int result;
	optarg = NULL;
	if (argc < 1)
		return -1;
	if (!begun || optind == 0)
		begin(options);
	if (options[0] == '-' || options[0] == '+')
		options++;
	_Bool quiet = !opterr || options[0] == ':', colon = options[0] == ':';
	if (!rest || !*rest) {
		if (!next_argument(argc, argv, &result))
			return result;
		_Bool two = argv[optind][1] == '-';
		rest = argv[optind] + 1 + (list && two);
		if (list && (two || (only && (rest[1] || !is_letter(options, *rest))))) {
			const char *dashes = two ? "--" : "-";
			int found = find_long(list, only && !two);
			if (found >= 0)
				return long_option(argc, argv, list, index, dashes, found, quiet, colon);
			if (two || found == -2 || !is_letter(options, *rest))
				return bad_long(argv, list, dashes, found, quiet);
		}
	}
	return short_option(argc, argv, options, quiet);
}

int getopt(int argc, char *const *argv, const char *options)
{
	return find_option(argc, (char **)argv, options, NULL, NULL, 0);
}

int getopt_long(int argc, char *const *argv, const char *options, const struct option *list, int *index)
{
	return find_option(argc, (char **)argv, options, list, index, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *list, int *index)
{
	return find_option(argc, (char **)argv, options, list, index, 1);
}
