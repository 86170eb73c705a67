/* The parser of command lines, over a table with a row of each kind. */
#include <stddef.h>

#include "option.h"
#include "tap.h"

enum colour { RED, GREEN };

struct settings {
	bool flag, quiet, bit, run, numbered;
	uint32_t number;
	uint64_t large;
	double seconds;
	const char *text, *list, *called;
	struct string_list strings, operands, forwarded, flags;
	enum colour colour;
	enum option_stats stats;
};

static const char *colour_name(size_t i)
{
	static const char *const names[] = { "red", "green" };
	return i < 2 ? names[i] : NULL;
}

static const char *stats_name(size_t i)
{
	static const char *const names[] = { "text", "json" };
	return i < 2 ? names[i] : NULL;
}

static const struct option_values colours = { .name = colour_name }, stats = { .name = stats_name };

static bool read_called(void *field, const char *value, struct diagnostics *diags)
{
	*(const char **)field = value;
	if (!strcmp(value, "bad"))
		diagnose(diags, DIAG_USAGE, (struct location){ 0 }, "called badly");
	return strcmp(value, "bad");
}

#define MEMBER(name) OPTION_FIELD(struct settings, name)

static const struct option_row rows[] = {
	{ .kind = OPTION_HEADING, .name = "--heading" },
	{ .kind = OPTION_FLAG, .letter = 'f', .name = "--flag", .field = MEMBER(flag), .forward = true },
	{ .kind = OPTION_FLAG, .letter = 'q', .field = MEMBER(quiet) },
	{ .kind = OPTION_FLAG, .name = "--run", .field = MEMBER(run) },
	{ .kind = OPTION_NUMBER,
	  .letter = 'n',
	  .name = "--number",
	  .argument = "N",
	  .low = 2,
	  .high = 4000000000,
	  .field = MEMBER(number),
	  .given = MEMBER(numbered) },
	{ .kind = OPTION_NUMBER, .name = "--large", .argument = "N", .high = UINT64_MAX, .field = MEMBER(large) },
	{ .kind = OPTION_SECONDS, .name = "--seconds", .argument = "S", .high = 100, .field = MEMBER(seconds) },
	{ .kind = OPTION_STRING,
	  .letter = 't',
	  .name = "--text",
	  .argument = "T",
	  .field = MEMBER(text),
	  .forward = true },
	{ .kind = OPTION_STRINGS, .name = "--string", .argument = "T", .field = MEMBER(strings) },
	{ .kind = OPTION_CHOICE, .name = "--colour", .values = &colours, .field = MEMBER(colour) },
	{ .kind = OPTION_CHOICE, .name = "--bit", .values = &colours, .field = MEMBER(bit) },
	{ .kind = OPTION_CHOICE, .name = "--checked", .values = &colours },
	{ .kind = OPTION_CHOICE, .name = "--stats", .values = &stats, .optional = true, .field = MEMBER(stats) },
	{ .kind = OPTION_LIST, .name = "--list", .argument = "L", .values = &colours, .field = MEMBER(list) },
	{ .kind = OPTION_LIST, .name = "--any", .argument = "L", .may_be_empty = true, .field = MEMBER(list) },
	{ .kind = OPTION_CALL, .name = "--call", .argument = "C", .read = read_called, .field = MEMBER(called) },
};

static void add_operand(void *options, const char *word)
{
	vec_push(&((struct settings *)options)->operands, word);
}

static bool is_running(const void *options)
{
	const struct settings *s = options;
	return s->run && s->operands.count;
}

static void forward(void *options, char *const *words, int count)
{
	for (int i = 0; i < count; i++)
		vec_push(&((struct settings *)options)->forwarded, words[i]);
}

static void take_flag(void *options, const struct compiler_flag *flag, char *const *words, int count,
		      struct diagnostics *diags)
{
	(void)flag;
	(void)diags;
	for (int i = 0; i < count; i++)
		vec_push(&((struct settings *)options)->flags, words[i]);
}

static struct option_table table = { .tool = "tool",
				     .rows = rows,
				     .count = sizeof rows / sizeof *rows,
				     .operand = add_operand,
				     .only_operands = is_running,
				     .forward = forward };

static struct settings s;
static struct diagnostics diags;

/* Reads the words, which a space ends each. */
static bool reads(const char *line)
{
	static char words[400], *argv[40];
	int argc = 1;
	vec_free(&s.strings);
	vec_free(&s.operands);
	vec_free(&s.forwarded);
	vec_free(&s.flags);
	diagnostics_release(&diags);
	s = (struct settings){ 0 };
	snprintf(words, sizeof words, "%s", line);
	argv[0] = (char *)"tool";
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	return option_parse(&table, &s, argc, argv, &diags);
}

/* The line is wrong, and the only message is `text`. */
static void refuses(const char *line, const char *text)
{
	bool good = reads(line);
	ok(!good && diags.errors == 1 && diagnostics_status(&diags) == 2, "%s: one usage error", line);
	is_str(diags.list.count ? diags.list.at[0].text : "", text, "%s: what it says", line);
}

static void kinds(void)
{
	ok(reads("") && !s.flag && !s.operands.count, "nothing");
	ok(reads("--flag -q") && s.flag && s.quiet, "flags");
	ok(reads("--number=7") && s.number == 7 && s.numbered, "a number after =, and that it was given");
	ok(reads("--number 4000000000") && s.number == 4000000000u, "a number as the next word");
	ok(reads("--large=18446744073709551615") && s.large == UINT64_MAX, "the largest number");
	ok(reads("--seconds=1.5") && s.seconds == 1.5, "seconds");
	ok(reads("--text=a=b") && !strcmp(s.text, "a=b"), "a string with = in it");
	ok(reads("--text=") && !strcmp(s.text, ""), "an empty string");
	ok(reads("--text --flag") && !strcmp(s.text, "--flag") && !s.flag, "a value that looks like an option");
	ok(reads("--string=a --string b") && s.strings.count == 2 && !strcmp(s.strings.at[1], "b"), "strings add up");
	ok(reads("--colour=green") && s.colour == GREEN, "a choice");
	ok(reads("--bit=green --bit=red") && !s.bit, "a choice in a bool; the last one counts");
	ok(reads("--checked=red"), "a choice that is kept nowhere");
	ok(reads("--stats") && s.stats == STATS_TEXT, "an optional value that is missing");
	ok(reads("--stats=json x") && s.stats == STATS_JSON && s.operands.count == 1, "and one that is not");
	ok(reads("--list=red,green,red") && !strcmp(s.list, "red,green,red"), "a list");
	ok(reads("--any=") && !strcmp(s.list, ""), "an empty list");
	ok(reads("--any=x,y") && !strcmp(s.list, "x,y"), "a list of anything");
	ok(reads("--call=x") && !strcmp(s.called, "x"), "a function that reads");
}

static void words(void)
{
	ok(reads("a -f b - -q") && s.operands.count == 3 && s.flag && s.quiet, "options after operands; - is one");
	ok(reads("-f -- -q --flag") && s.operands.count == 2 && !s.quiet, "-- ends the options");
	ok(reads("-t- -n3") && !strcmp(s.text, "-") && s.number == 3, "values joined to letters");
	ok(reads("-t x -n 3") && !strcmp(s.text, "x") && s.number == 3, "and as next words");
	ok(reads("-t=x") && !strcmp(s.text, "=x"), "= is a part of a joined value");
	ok(reads("-qfn5") && s.quiet && s.flag && s.number == 5, "letters in one word");
	ok(reads("--run -f a -q --nonsense") && s.flag && !s.quiet && s.operands.count == 3, "the rest are operands");
	ok(reads("-f --text=x -t y") && s.forwarded.count == 4 && !strcmp(s.forwarded.at[1], "--text=x") &&
		   !strcmp(s.forwarded.at[3], "y"),
	   "forwarded as they were written");
}

static void mistakes(void)
{
	refuses("--nonsense", "unknown option --nonsense (see tool --help)");
	refuses("--nonsense=5", "unknown option --nonsense=5 (see tool --help)");
	refuses("--numb=5", "unknown option --numb=5 (did you mean --number? see tool --help)");
	refuses("--heading", "unknown option --heading (see tool --help)");
	refuses("-x", "unknown option -x (see tool --help)");
	refuses("-qx", "unknown option -qx (see tool --help)");
	refuses("-I.", "unknown option -I. (see tool --help)");
	refuses("--flag=1", "--flag takes no value");
	refuses("--number", "--number needs a value");
	refuses("a -t", "-t needs a value");
	refuses("--number=1", "--number=1: must be a number from 2 to 4000000000");
	refuses("--number=4000000001", "--number=4000000001: must be a number from 2 to 4000000000");
	refuses("--number=", "--number=: must be a number from 2 to 4000000000");
	refuses("--number=-5", "--number=-5: must be a number from 2 to 4000000000");
	refuses("--number=+5", "--number=+5: must be a number from 2 to 4000000000");
	refuses("--number=0x10", "--number=0x10: must be a number from 2 to 4000000000");
	refuses("--number=5k", "--number=5k: must be a number from 2 to 4000000000");
	refuses("--large=18446744073709551616",
		"--large=18446744073709551616: must be a number from 0 to 18446744073709551615");
	refuses("--seconds=1.5.2", "--seconds=1.5.2: must be a number from 0 to 100");
	refuses("--seconds=1e1", "--seconds=1e1: must be a number from 0 to 100");
	refuses("--seconds=100.5", "--seconds=100.5: must be a number from 0 to 100");
	refuses("--colour=blue", "--colour=blue: must be one of red, green");
	refuses("--checked=blue", "--checked=blue: must be one of red, green");
	refuses("--stats=xml", "--stats=xml: must be one of text, json");
	refuses("--list=", "--list=: must be one or more of red, green");
	refuses("--list=red,blue", "--list=red,blue: must be one or more of red, green");
	refuses("--list=red,,green", "--list=red,,green: must be one or more of red, green");
	refuses("--call=bad", "called badly");
	ok(!reads("--flag=1 --number x --nonsense y") && diags.errors == 3, "every mistake is said");
	ok(!reads("--number=1") && !s.number, "a wrong value is not kept");
}

/* Where flags of the compiler are taken, letters are not joined: -qf might be one of them. */
static void flags(void)
{
	table.flag = take_flag;
	ok(reads("-I a -DX=1 -O2 b -MF c.d") && s.flags.count == 6 && s.operands.count == 1, "with their operands");
	ok(reads("-fsigned-char -f") && s.flag && s.flags.count == 1, "beside options of one letter");
	ok(reads("-tx") && !strcmp(s.text, "x"), "a joined value");
	refuses("-qf", "unknown option -qf (see tool --help)");
	refuses("-quota", "unknown option -quota (see tool --help)");
	refuses("-I", "-I needs a value");
	refuses("-fopenmp", "-fopenmp changes the meaning of the program and is not supported");
	table.flag = NULL;
}

int main(void)
{
	kinds();
	words();
	mistakes();
	flags();
	reads("");
	return done_testing();
}
