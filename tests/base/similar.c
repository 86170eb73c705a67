#include "similar.h"

#include "tap.h"

static const char *nearest(const char *word)
{
	static const char *const names[] = { "bound",    "bounds", "timeout", "memory",
					     "property", "div",    "uaf",     "overflow" };
	struct similar s = similar_to(word, strlen(word));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		similar_compare(&s, names[i]);
	return s.name;
}

int main(void)
{
	is_str(nearest("bund"), "bound", "a letter is missing");
	is_str(nearest("boundd"), "bound", "of two that are equally near the first");
	is_str(nearest("tiemout"), "timeout", "two letters are swapped");
	is_str(nearest("memorey"), "memory", "a letter too many");
	is_str(nearest("prop"), "property", "the beginning of a name");
	is_str(nearest("dvi"), "div", "a short name");
	is_str(nearest("ovreflwo"), "overflow", "two swaps in a long name");
	ok(!nearest("dxy"), "of a short word little may differ");
	ok(!nearest("boxyd"), "of a longer one not much more");
	ok(!nearest("nonsense"), "another word");
	ok(!nearest("x"), "one letter says nothing");
	ok(!nearest(""), "nor does none");
	ok(!nearest("bound-bound-bound-bound-bound-bound-bound-bound"), "nor a very long word");
	struct similar s = similar_to("boundary=5", 5);
	similar_compare(&s, "bounds");
	is_str(s.name, "bounds", "only the word itself is looked at");
	return done_testing();
}
