/* The parser of command lines: finds the row of each word, and the word that is its value. */
#include <string.h>

#include "option_row.h"
#include "similar.h"

struct parse {
	const struct option_table *table;
	void *options;
	char **argv;
	int at;     /* the word that is read */
	bool ended; /* by -- */
	struct diagnostics *diags;
};

static const struct location command_line = { 0 };

/* --- rows --- */

static const struct option_row *find_name(const struct option_table *table, const char *word, size_t length)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct option_row *row = &table->rows[i];
		if (option_is(row) && row->name && strlen(row->name) == length && !memcmp(row->name, word, length))
			return row;
	}
	return NULL;
}

static const struct option_row *find_letter(const struct option_table *table, char letter)
{
	for (size_t i = 0; i < table->count; i++)
		if (option_is(&table->rows[i]) && table->rows[i].letter == letter)
			return &table->rows[i];
	return NULL;
}

/* The option at p->at, called `name`, whose value follows it in the same word if it is not NULL. */
static void take(struct parse *p, const struct option_row *row, const char *name, const char *value)
{
	int words = 1;
	if (!value && option_needs_value(row)) {
		value = p->argv[p->at + 1];
		words = 2;
	}
	if (value && !option_has_value(row)) {
		diagnose(p->diags, DIAG_USAGE, command_line, "%s takes no value", name);
	} else if (!value && option_needs_value(row)) {
		diagnose(p->diags, DIAG_USAGE, command_line, "%s needs a value", name);
		words = 1;
	} else if (option_store(row, p->options, name, value, p->diags) && row->forward) {
		p->table->forward(p->options, &p->argv[p->at], words);
	}
	p->at += words;
}

/* --name, --name=VALUE; also -name. */
static bool take_named(struct parse *p)
{
	const char *word = p->argv[p->at];
	size_t length = strcspn(word, "=");
	const struct option_row *row = find_name(p->table, word, length);
	if (row)
		take(p, row, row->name, word[length] ? word + length + 1 : NULL);
	return row;
}

/* -o FILE, -oFILE, -v; also -vo FILE, where flags of the compiler leave no doubt what that is. */
static bool take_letters(struct parse *p)
{
	const char *word = p->argv[p->at] + 1;
	const struct option_row *row = find_letter(p->table, *word);
	for (; row && word[1] && !option_needs_value(row) && !p->table->flag; row = find_letter(p->table, *word)) {
		option_store(row, p->options, row->name, NULL, p->diags);
		word++;
	}
	if (!row || (word[1] && !option_needs_value(row)))
		return false;
	take(p, row, (char[]){ '-', *word, 0 }, word[1] ? word + 1 : NULL);
	return true;
}

/* The name of an option that a word stands for if something in it is mistyped; NULL: it is like none. */
static const char *find_similar(const struct option_table *table, const char *word)
{
	size_t dashes = strspn(word, "-");
	struct similar similar = similar_to(word + dashes, strcspn(word + dashes, "="));
	for (size_t i = 0; i < table->count; i++)
		if (option_is(&table->rows[i]) && table->rows[i].name)
			similar_compare(&similar, table->rows[i].name + strspn(table->rows[i].name, "-"));
	return similar.name;
}

static void unknown(struct parse *p)
{
	const char *word = p->argv[p->at], *similar = find_similar(p->table, word);
	diagnose(p->diags, DIAG_USAGE, command_line, "unknown option %s (%s%s%ssee %s --help)", word,
		 similar ? "did you mean --" : "", similar ? similar : "", similar ? "? " : "", p->table->tool);
	p->at++;
}

/* --- flags of the compiler --- */

static bool take_flag(struct parse *p)
{
	const struct compiler_flag *flag = compiler_flag_find(p->argv[p->at]);
	if (!flag)
		return false;
	int words = compiler_flag_words(flag, &p->argv[p->at]);
	if (flag->use == COMPILER_FLAG_REFUSED)
		diagnose(p->diags, DIAG_USAGE, command_line,
			 "%s changes the meaning of the program and is not supported", p->argv[p->at]);
	else if (words == 2 && !p->argv[p->at + 1])
		diagnose(p->diags, DIAG_USAGE, command_line, "%s needs a value", p->argv[p->at]);
	else
		p->table->flag(p->options, flag, &p->argv[p->at], words, p->diags);
	p->at += words == 2 && !p->argv[p->at + 1] ? 1 : words;
	return true;
}

/* --- words --- */

static bool is_operand(const struct parse *p, const char *word)
{
	return p->ended || word[0] != '-' || !word[1] ||
	       (p->table->only_operands && p->table->only_operands(p->options));
}

/* A letter alone is an option, in a longer word that begins like it (-fwrapv) flags come first. */
static bool take_option(struct parse *p, const char *word)
{
	bool letters = word[1] != '-';
	return take_named(p) || (letters && !word[2] && take_letters(p)) || (p->table->flag && take_flag(p)) ||
	       (letters && take_letters(p));
}

static void take_word(struct parse *p)
{
	const char *word = p->argv[p->at];
	if (is_operand(p, word)) {
		p->table->operand(p->options, word);
		p->at++;
	} else if (!strcmp(word, "--")) {
		p->ended = true;
		p->at++;
	} else if (!take_option(p, word)) {
		unknown(p);
	}
}

bool option_parse(const struct option_table *table, void *options, int argc, char **argv, struct diagnostics *diags)
{
	unsigned errors = diags->errors;
	struct parse p = { .table = table, .options = options, .argv = argv, .at = 1, .diags = diags };
	while (p.at < argc)
		take_word(&p);
	return diags->errors == errors;
}
