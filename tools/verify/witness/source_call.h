/* Where in a C text a witness wants its places: by words of the text, as the columns of preprocessed text differ from the
 * source's within a line. */
#ifndef PLUMB_SOURCE_CALL_H
#define PLUMB_SOURCE_CALL_H

#include "source_texts.h"
#include "diag.h"

/* The `)` of the only call of `name` in the statement or declarator that begins there (of if, while, switch and for: in the
 * parentheses). Line 0: there is none, or more than one. */
struct location source_call_end(struct source_texts *texts, struct location statement, const char *name);
/* Does an if, while or for with this condition begin there? Blanks do not count. */
bool source_is_branch(struct source_texts *texts, struct location statement, const char *condition);
/* Is it where a statement begins, as far as the text before it says? */
bool source_begins_statement(struct source_texts *texts, struct location place);
/* Is what is declared at the one place in scope at the other, in the same file? */
bool source_in_scope(struct source_texts *texts, struct location declared, struct location place);
/* The column where a word begins in the line, if it is there once; 0: it is not. */
uint32_t source_column_of(struct source_texts *texts, struct location place, const char *word);

/* Does the word stand in the line just once? NULL: one of if, while, for and do. */
bool source_is_alone(struct source_texts *texts, struct location place, const char *word);

#endif
