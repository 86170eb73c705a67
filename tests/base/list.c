/* Lists of names apart by commas; and the clock. */
#include "list.h"

#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "tap.h"

/* The names, each in brackets. */
static const char *names(const char *list)
{
	static char text[100];
	struct list_name name;
	int used = 0;
	*text = 0;
	for (const char *rest = list_begin(list); list_next(&rest, &name);)
		used += snprintf(text + used, sizeof text - (size_t)used, "[%.*s]", (int)name.length, name.at);
	return text;
}

int main(void)
{
	is_str(names("a,bc,d"), "[a][bc][d]", "three names");
	is_str(names("a"), "[a]", "one");
	is_str(names(""), "", "none");
	is_str(names(NULL), "", "no list");
	is_str(names(","), "[][]", "two empty ones");
	is_str(names("a,,b,"), "[a][][b][]", "empty ones in the middle and at the end");
	ok(list_has("a,bc", "bc") && list_has("a,bc", "a"), "names of a list");
	ok(!list_has("a,bc", "b") && !list_has("a,bc", "c") && !list_has("", "a") && !list_has(NULL, "a"), "others");
	ok(list_has("a,", "") && !list_has("a", ""), "the empty name");
	double before = clock_now();
	ok(clock_now() >= before, "time does not go back");
	double soon = clock_after(1);
	ok(soon >= before + 1 && soon <= clock_now() + 10, "a second of work takes one second to ten");
	return done_testing();
}
