/* What a terminal would obey is escaped. */
#include <stdlib.h>

#include "tap.h"
#include "visible.h"

static void shown(const char *text, const char *wanted, const char *what)
{
	struct output *out = output_memory();
	visible_write(out, text, SIZE_MAX);
	is_str(output_text(out, NULL), wanted, "%s", what);
	output_abandon(out);
}

static void parts(void)
{
	struct output *out = output_memory();
	visible_write(out, "abc", 2);
	visible_write(out, "\303\251x", 1);
	visible_write(out, "", 5);
	is_str(output_text(out, NULL), "ab\303\251", "so many bytes, but whole characters");
	output_abandon(out);
}

static void lines(void)
{
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	visible_print_lines(file, "a\n\tb\033\r");
	visible_print(file, "a\n\tb\033\r");
	fclose(file);
	is_str(text, "a\n\tb\\x1b\\x0da\\n\\tb\\x1b\\x0d", "lines stay lines where they are wanted");
	free(text);
}

int main(void)
{
	shown("", "", "nothing");
	shown("a \\ ~", "a \\ ~", "printable ASCII");
	shown("\001\t\n\r\033[31m\177", "\\x01\\t\\n\\x0d\\x1b[31m\\x7f", "control characters");
	shown("\303\251\342\202\254\360\237\230\200", "\303\251\342\202\254\360\237\230\200", "UTF-8");
	shown("\302\233", "\\xc2\\x9b", "C1 controls");
	shown("\342\200\256\342\201\246\357\273\277", "\\xe2\\x80\\xae\\xe2\\x81\\xa6\\xef\\xbb\\xbf", "direction");
	shown("\233\377\300\200", "\\x9b\\xff\\xc0\\x80", "what is no UTF-8");
	shown("\355\240\200\340\200\200\364\220\200\200", "\\xed\\xa0\\x80\\xe0\\x80\\x80\\xf4\\x90\\x80\\x80",
	      "surrogates, overlong forms, what is above U+10FFFF");
	shown("\303", "\\xc3", "a sequence that is cut off");
	parts();
	lines();
	return done_testing();
}
