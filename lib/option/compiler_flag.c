#include "compiler_flag.h"

#include <string.h>

static const struct compiler_flag table[] = {
#define FLAG(use, form, text, label, help) { text, COMPILER_FLAG_##form, COMPILER_FLAG_##use, label, help },
#include "compiler_flag.def"
#undef FLAG
};

size_t compiler_flag_count(void)
{
	return sizeof table / sizeof *table;
}

const struct compiler_flag *compiler_flag_at(size_t i)
{
	return &table[i];
}

static bool matches(const struct compiler_flag *flag, const char *word)
{
	if (flag->form == COMPILER_FLAG_START || flag->form == COMPILER_FLAG_EITHER)
		return !strncmp(word, flag->text, strlen(flag->text));
	return !strcmp(word, flag->text);
}

const struct compiler_flag *compiler_flag_find(const char *word)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (matches(&table[i], word))
			return &table[i];
	return NULL;
}

int compiler_flag_words(const struct compiler_flag *flag, char *const *argv)
{
	bool followed = flag->form == COMPILER_FLAG_OPERAND || flag->form == COMPILER_FLAG_EITHER;
	return followed && !strcmp(argv[0], flag->text) ? 2 : 1;
}
