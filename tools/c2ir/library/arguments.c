/* main's arguments (C11 5.1.2.2.1) where the program runs, and the environment. */
#include "plumb.h"

static char *next_string(size_t n)
{
	char *s = __plumb_new(n + 1);
	for (size_t i = 0; i < n; i++)
		s[i] = __plumb_host_int("byte");
	s[n] = 0;
	return s;
}

char **__plumb_arguments(void)
{
	int count = __plumb_host_int("argc");
	char **list = __plumb_new((count + 1) * sizeof *list);
	for (int i = 0; i < count; i++) {
		__plumb_argument(i);
		list[i] = next_string(__plumb_host_int("argument"));
	}
	list[count] = NULL;
	return list;
}

char **environ;

static char **given_environment(void)
{
	int count = __plumb_host_int("environment");
	char **list = __plumb_new((count + 1) * sizeof *list);
	for (int i = 0; i < count; i++) {
		__plumb_argument(i);
		list[i] = next_string(__plumb_host_int("variable"));
	}
	list[count] = NULL;
	return list;
}

char **__plumb_environment(void)
{
	if (!environ)
		environ = __plumb_running() ? given_environment() : __plumb_any_strings("environment");
	return environ;
}
