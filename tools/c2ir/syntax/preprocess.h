/* Running the system's preprocessor. */
#ifndef C2IR_PREPROCESS_H
#define C2IR_PREPROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"
#include "intern.h"
#include "string_list.h"

struct preprocessed {
	char *text; /* freed with memory_free; taken over by syntax_parse */
	size_t length;
	char *messages; /* what the preprocessor wrote to standard error, NULL if nothing; memory_free */
};

/* The preprocessed text of `path` ("-": standard input). A `.i` file is taken as it is, packed or not;
 * else the words of $CC (default: cc) are run with -E and `flags`, without any shell.
 * With -m32 on a system whose 32-bit headers are missing, the native ones are used if they will do.
 * False: a located error when the preprocessor refused (messages then says why), a system error when it
 * could not be run. `messages` is set either way; a tool writes it to standard error. */
bool preprocess_run(struct preprocessed *result, const char *path, const char *const *flags, size_t count,
		    struct diagnostics *diags, struct interner *names);
/* The same for files that are one unit, one after another as if by #include; not for "-". *macros: what they define and undefine, as text
 * (memory_free). */
bool preprocess_files(struct preprocessed *result, char **macros, const struct string_list *paths,
		      const char *const *flags, size_t count, struct diagnostics *diags, struct interner *names);
/* The preprocessed form of C text that comes behind such files, of which only the macros are needed. PATH is named in errors. */
bool preprocess_behind(struct preprocessed *result, const char *macros, const char *text, const char *path,
		       const char *const *flags, size_t count, struct diagnostics *diags, struct interner *names);

/* Adds the flags that $CC itself has, -m32 of `gcc -m32` (memory_free each): they are about the program, too. */
void preprocess_own_flags(struct string_list *flags);

#endif
