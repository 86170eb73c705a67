/* gcc's flags, as builds pass them: which there are, which are followed by an operand, and what becomes of them here. c2ir
 * and verify take them beside their own options. */
#ifndef PLUMB_COMPILER_FLAG_H
#define PLUMB_COMPILER_FLAG_H

#include <stdbool.h>
#include <stddef.h>

enum compiler_flag_use {
	COMPILER_FLAG_PASSED,  /* the preprocessor gets it; c2ir looks at those that describe the target */
	COMPILER_FLAG_IGNORED, /* says nothing about the program: dependencies, objects, profiles, the linker */
	COMPILER_FLAG_REFUSED  /* changes what the program means in a way that is not modelled */
};

enum compiler_flag_form {
	COMPILER_FLAG_WORD,    /* the whole word */
	COMPILER_FLAG_START,   /* the start of the word */
	COMPILER_FLAG_OPERAND, /* the whole word, and the next word belongs to it */
	COMPILER_FLAG_EITHER   /* the whole word and the next word; or the start of the word */
};

struct compiler_flag {
	const char *text;
	enum compiler_flag_form form;
	enum compiler_flag_use use;
	const char *label, *help; /* for --help; NULL: as for gcc */
};

size_t compiler_flag_count(void);
const struct compiler_flag *compiler_flag_at(size_t i);

/* The flag that `word` is or begins with; NULL: no flag that is known. */
const struct compiler_flag *compiler_flag_find(const char *word);
/* How many words it is, 1 or 2, when it stands as argv[0] (compiler_flag_find). The second word may be missing. */
int compiler_flag_words(const struct compiler_flag *flag, char *const *argv);

#endif
