/* Options of a command line. Each tool has one table of rows; from it come the parser, --help, the man page and the
 * completion of bash and zsh. An option is added by one row, and the field that it sets.
 *
 * Why none of the C library's or popt's parsers: docs/options.md. */
#ifndef PLUMB_OPTION_H
#define PLUMB_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler_flag.h"
#include "diag.h"
#include "stream.h"
#include "string_list.h"

/* Where a member lies in the tool's struct of options; size 0: nowhere, the value is only checked. */
struct option_field {
	size_t offset, size;
};
#define OPTION_FIELD(type, member)                                     \
	{                                                              \
		offsetof(type, member), sizeof(((type *)NULL)->member) \
	}

/* Names that a value can be, or be made of. They come from the tables of what they name (checks, passes, engines). */
struct option_values {
	const char *(*name)(size_t i);  /* NULL: there are no more */
	const char *(*about)(size_t i); /* in a few words; the function may be missing */
	bool (*is_default)(size_t i);   /* likewise */
	const struct option_values
		*listed; /* the values whose OPTION_VALUES row has these too; NULL: these themselves */
};

/* What a row is, and the type of its field. */
enum option_kind {
	OPTION_HEADING,        /* no option: `name` stands above the rows that follow */
	OPTION_VALUES,         /* no option: heading `name`, then `values` with what each is about */
	OPTION_COMPILER_FLAGS, /* no option: heading `name`, then the compiler's flags; for tools that take these */
	OPTION_FLAG,           /* bool, becomes true */
	OPTION_NUMBER,         /* uint32_t or uint64_t, decimal, from `low` to `high` */
	OPTION_SECONDS,        /* double, with or without decimals, likewise */
	OPTION_STRING,         /* const char * */
	OPTION_FILE,           /* const char *, a file's name */
	OPTION_STRINGS,        /* struct string_list: one more each time that the option is given */
	OPTION_CHOICE,         /* enum, unsigned or bool: which of `values`, from 0; from 1 if the value is optional */
	OPTION_LIST,           /* const char *: names of `values` with commas between them */
	OPTION_CALL            /* any: `read` reads it */
};

struct option_row {
	enum option_kind kind;
	char letter;          /* -o; 0: none */
	bool optional;        /* the value may be missing, and is given with = only */
	bool may_be_empty;    /* OPTION_LIST */
	bool many;            /* OPTION_CALL: a list with commas, for completion */
	bool forward;         /* the table's `forward` gets it too */
	bool only_manual;     /* OPTION_VALUES: not in --help, where the options that take them list the names */
	const char *name;     /* with its dashes: --output; NULL: only a letter */
	const char *argument; /* what help calls the value; NULL: a choice's values, or there is no value */
	const struct option_values *values;
	uint64_t low, high;
	struct option_field field;
	struct option_field given; /* a bool: the option was there */
	/* OPTION_CALL: `field` is NULL if the row has none. False: DIAG_USAGE was recorded. `value` is kept. */
	bool (*read)(void *field, const char *value, struct diagnostics *diags);
	const char *help; /* a few words, from a small letter and without a full stop */
	const char *more; /* for the man page: sentences; or NULL */
};

struct option_example {
	const char *command, *about;
};

struct option_table {
	const char *tool, *about;
	const char *usage[4]; /* what may follow the tool's name, in one way or another */
	const char *intro;    /* paragraphs, apart by empty lines: for --help and the man page */
	const char *manual;   /* further paragraphs, for the man page; or NULL */
	const struct option_row *rows;
	size_t count;
	const struct option_example *examples; /* the last has no command */

	void (*operand)(void *options, const char *word);
	/* Asked before each word if not NULL: true when all that follows are operands. */
	bool (*only_operands)(const void *options);
	/* A flag of the compiler, with the operand that may follow it; NULL: the tool takes none. */
	void (*flag)(void *options, const struct compiler_flag *flag, char *const *words, int count,
		     struct diagnostics *diags);
	/* A row that is to be forwarded, as it was written; NULL: there are no such rows. */
	void (*forward)(void *options, char *const *words, int count);
};

/* The four values of --help[=...], plus that it was not given. */
enum option_help { OPTION_HELP_NONE, OPTION_HELP_TEXT, OPTION_HELP_MANUAL, OPTION_HELP_BASH, OPTION_HELP_ZSH };
/* --stats[=...] */
enum option_stats { STATS_NONE, STATS_TEXT, STATS_JSON };

/* Reads argv[1] to argv[argc - 1] (argv[argc] is NULL) into `options`, the tool's struct, which has its defaults. Options
 * may stand after operands; `--` ends them. Strings are not copied. False: DIAG_USAGE was recorded, once for each
 * mistake. */
bool option_parse(const struct option_table *table, void *options, int argc, char **argv, struct diagnostics *diags);

/* Writes what --help[=...] or --version asks for to standard output. False: it could not, DIAG_SYSTEM was recorded. */
bool option_answer(const struct option_table *table, enum option_help help, struct diagnostics *diags);

/* The same, of one form each. */
void option_write_help(const struct option_table *table, struct output *out);
void option_write_manual(const struct option_table *table, struct output *out); /* mdoc(7), section 1 */
void option_write_bash(const struct option_table *table, struct output *out);
void option_write_zsh(const struct option_table *table, struct output *out);

/* --- for tables --- */

/* Values of --stats and --help; see common.def. */
extern const struct option_values option_stats_values, option_help_values;
/* --inline of vcgen and verify: dag, tree. */
extern const struct option_values option_inline_values;
/* Checks, their properties, what functions without a body do, and the reader for --call-targets; see front_end.def. */
extern const struct option_values option_check_values, option_property_values, option_undefined_values,
	option_unknown_pointers_values, option_args_values, option_rule_values;
bool option_read_checks(void *check_set, const char *value, struct diagnostics *diags);
bool option_read_property(void *check_set, const char *value, struct diagnostics *diags);
bool option_read_error_function(void *check_set, const char *value, struct diagnostics *diags);
bool option_read_call_targets(void *string_list, const char *value, struct diagnostics *diags);

/* Sets a field that is a bool, an enumeration, an unsigned or a uint64_t; one that lies nowhere stays there. */
void option_set(void *options, struct option_field field, uint64_t number);

#endif
