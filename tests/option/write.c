/* Help, man page and completion of a small table: what stands in them, and what is escaped. */
#include "option.h"
#include "tap.h"

struct settings {
	bool flag;
	const char *text, *list;
	unsigned choice;
};

static const char *name(size_t i)
{
	static const char *const names[] = { "one", "two" };
	return i < 2 ? names[i] : NULL;
}

static const char *about(size_t i)
{
	return i ? "second" : "first";
}

static const struct option_values values = { .name = name, .about = about }, same = { .name = name, .listed = &values };

static const struct option_row rows[] = {
	{ .kind = OPTION_HEADING, .name = "Things" },
	{ .kind = OPTION_FLAG,
	  .letter = 'f',
	  .name = "--flag",
	  .field = OPTION_FIELD(struct settings, flag),
	  .help = "it's a [flag]: a\\b",
	  .more = "It says more. .Dots begin a sentence." },
	{ .kind = OPTION_CHOICE,
	  .name = "--choice",
	  .values = &values,
	  .field = OPTION_FIELD(struct settings, choice),
	  .help = "choose with a text that is so long that it takes two lines of the help, whatever is said there" },
	{ .kind = OPTION_LIST,
	  .name = "--list",
	  .argument = "LIST",
	  .values = &same,
	  .field = OPTION_FIELD(struct settings, list),
	  .help = "list" },
	{ .kind = OPTION_FILE,
	  .letter = 'o',
	  .name = "--output",
	  .argument = "FILE",
	  .field = OPTION_FIELD(struct settings, text),
	  .help = "write" },
	{ .kind = OPTION_VALUES, .name = "Numbers", .values = &values, .only_manual = true },
};
static const struct option_example examples[] = { { "verify .x", "do it" }, { 0 } };

static const struct option_table table = { .tool = "verify",
					   .about = "try it",
					   .usage = { "[option ...] FILE", "--flag" },
					   .intro = "First paragraph. More.\n\nSecond paragraph.",
					   .manual = ".starts with a dot.",
					   .rows = rows,
					   .count = sizeof rows / sizeof *rows,
					   .examples = examples };

static struct output *written(void (*write)(const struct option_table *, struct output *))
{
	struct output *out = output_memory();
	write(&table, out);
	return out;
}

/* In the name of a check a line break is a slash. */
static const char *in_one_line(const char *part)
{
	static char line[400];
	snprintf(line, sizeof line, "%s", part);
	for (char *at = line; (at = strchr(at, '\n'));)
		*at = '/';
	return line;
}

static void has(struct output *out, const char *part)
{
	ok(strstr(output_text(out, NULL), part), "has: %s", in_one_line(part));
}

static void lacks(struct output *out, const char *part)
{
	ok(!strstr(output_text(out, NULL), part), "lacks: %s", part);
}

static void help(void)
{
	struct output *out = written(option_write_help);
	has(out,
	    "usage: verify [option ...] FILE\n       verify --flag\n\nFirst paragraph. More.\n\nSecond paragraph.\n");
	has(out, "\nThings:\n  -f, --flag                it's a [flag]: a\\b\n");
	has(out, "  --choice=one|two          choose with a text that is so long that it takes two lines of the\n"
		 "                            help, whatever is said there\n");
	has(out, "  --list=LIST               list. Names: one, two\n");
	has(out, "  -o, --output=FILE         write\n");
	has(out, "\nExit status:\n");
	lacks(out, "Numbers");
	lacks(out, "says more");
	output_abandon(out);
}

static void manual(void)
{
	struct output *out = written(option_write_manual);
	has(out, ".Dt VERIFY 1\n");
	has(out, ".Nm verify\n.Nd try it\n");
	has(out, "First paragraph.\nMore.\n.Pp\nSecond paragraph.\n.Pp\n\\&.starts with a dot.\n");
	has(out, ".It Fl f , Fl -flag\nit's a [flag]: a\\eb.\nIt says more.\n\\&.Dots begin a sentence.\n");
	has(out, ".It Fl -choice Ns = Ns Ar \"one|two\"\n");
	has(out, ".It Fl -list Ns = Ns Ar \"LIST\"\nList.\n.It Fl o ,");
	has(out, ".Ss Numbers\n.Bl -tag -width Ds\n.It Cm \"one\"\nFirst.\n");
	has(out, ".Sh EXIT STATUS\n");
	has(out, "Do it:\n.Pp\n.Dl verify .x\n");
	has(out, ".Xr vcgen 1 ,\n.Xr plumb-ir 5 ,\n.Xr plumb-tutorial 7\n");
	lacks(out, ".Xr verify 1");
	output_abandon(out);
}

static void completion(void)
{
	struct output *out = written(option_write_bash);
	has(out, "compgen -W '-f --flag --choice= --list= -o --output='");
	has(out, "\t--choice) words='one two' ;;\n\t--list) words='one two' list=1 ;;\n");
	has(out, "complete -o default -F _plumb_verify verify\n");
	output_abandon(out);
	out = written(option_write_zsh);
	has(out, "#compdef verify\n");
	has(out, "'(-f --flag)'{-f,--flag}'[it'\\''s a \\[flag\\]\\: a\\\\b]'");
	has(out, "'--list=[list]:LIST:_values -s , name one two'");
	has(out, "'(-o --output)'{-o+,--output=}'[write]:FILE:_files'");
	output_abandon(out);
}

int main(void)
{
	help();
	manual();
	completion();
	return done_testing();
}
