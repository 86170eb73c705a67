/*
 * Reads settings "KEY=VALUE" and prints those that are known.
 * Bug: bounds: parse() lets sscanf write 16 characters and a terminator into 16 bytes.
 * Input: abcdefghijklmnop=1\n
 */
#include <stdio.h>
#include <string.h>

struct setting {
	const char *key;
	int value;
};

static struct setting settings[] = {
	{ "width", 80 },
	{ "height", 24 },
	{ "depth", 8 },
};

#define SETTINGS (sizeof(settings) / sizeof(settings[0]))

static struct setting *find(const char *key)
{
	size_t i;

	for (i = 0; i < SETTINGS; i++) {
		if (strcmp(settings[i].key, key) == 0)
			return &settings[i];
	}
	return NULL;
}

static int parse(const char *line)
{
	char key[16];
	int value;
	struct setting *s;

	if (line[0] == '#' || line[0] == '\n')
		return 1;
#ifdef BUG
	if (sscanf(line, "%16[^= ] = %6d", key, &value) != 2)
#else
	if (sscanf(line, "%15[^= ] = %6d", key, &value) != 2)
#endif
		return 0;
	s = find(key);
	if (s == NULL)
		return 0;
	s->value = value;
	return 1;
}

int main(void)
{
	char line[100];
	int number = 0, wrong = 0;
	size_t i;

	while (number < 1000 && fgets(line, sizeof(line), stdin) != NULL) {
		number++;
		if (!parse(line)) {
			fprintf(stderr, "line %d is not understood\n", number);
			wrong++;
		}
	}
	for (i = 0; i < SETTINGS; i++)
		printf("%s=%d\n", settings[i].key, settings[i].value);
	return wrong > 0;
}
