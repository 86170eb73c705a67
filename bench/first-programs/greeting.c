/*
 * Asks for a name and an age, and greets.
 * Bug: uninit: ask() does not look whether fgets read a line.
 * Input:
 * Options: --check=standard,uninit
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ask(const char *question, char *answer, int size)
{
	printf("%s? ", question);
#ifdef BUG
	fgets(answer, size, stdin);
#else
	if (fgets(answer, size, stdin) == NULL)
		return -1;
#endif
	answer[strcspn(answer, "\n")] = '\0';
	return answer[0] != '\0' ? 0 : -1;
}

static int ask_number(const char *question, int least, int most)
{
	char answer[16];
	char *end;
	long number;

	if (ask(question, answer, sizeof(answer)) != 0)
		return -1;
	number = strtol(answer, &end, 10);
	if (*end != '\0' || number < least || number > most)
		return -1;
	return (int)number;
}

static const char *group(int age)
{
	static const char *const groups[] = { "a child", "young", "grown up", "wise" };
	static const int from[] = { 0, 12, 20, 60 };
	int i = 3;

	while (age < from[i])
		i--;
	return groups[i];
}

int main(void)
{
	char name[24];
	int age;

	if (ask("Your name", name, sizeof(name)) != 0) {
		printf("Without a name?\n");
		return 1;
	}
	age = ask_number("Your age", 0, 150);
	if (age < 0) {
		printf("That is no age.\n");
		return 1;
	}
	printf("Hello %s, you are %s.\n", name, group(age));
	return 0;
}
