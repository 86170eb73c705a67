/* The words of a rule's file. C's comments are white space. */
#ifndef C2IR_RULE_TOKEN_H
#define C2IR_RULE_TOKEN_H

#include "rule.h"

enum rule_token { RULE_END_OF_FILE, RULE_NAME, RULE_NUMBER, RULE_STRING, RULE_SIGN };

struct rule_reader {
	const char *file, *at, *line_start;
	uint32_t line;
	struct diagnostics *diags;
	enum rule_token kind;   /* the next token: */
	struct rule_text token; /* of a string with its quotes; signs are single characters, but for -> .. || */
};

void rule_reader_init(struct rule_reader *r, const char *file, const char *text, struct diagnostics *diags);
void rule_advance(struct rule_reader *r);
bool rule_is(const struct rule_reader *r, const char *word);
/* Takes the word, if it is next. */
bool rule_accept(struct rule_reader *r, const char *word);
/* An error at the next token: false. */
bool rule_refuse(struct rule_reader *r, const char *expected);
bool rule_expect(struct rule_reader *r, const char *word);
/* The next token is an opening bracket: what is inside, to the closing one, is taken; strings, characters and comments are kept whole. False:
 * an error, it is not closed. With `braces` these belong to it. */
bool rule_bracketed(struct rule_reader *r, struct rule_text *inside, bool braces);
/* What stands before the next `stop` outside of brackets in this line. */
bool rule_until(struct rule_reader *r, char stop, struct rule_text *out);

#endif
