/* index: writes the C source of the tables in names.h. A name with two rows, or an alias of what has none, is an error. */
#include <stdio.h>
#include <string.h>

#include "names.h"

static const struct {
	const char *name, *same;
} rows[] = {
#define FUNCTION(name, signature, facts, by) { #name, #name },
#define ALIAS(name, signature, facts, same) { #name, #same },
#include "functions.def"
#undef FUNCTION
#undef ALIAS
};

enum { COUNT = sizeof rows / sizeof *rows };

static uint16_t slots[LIBC_SLOTS];

static uint32_t find(const char *name)
{
	uint32_t at = libc_slot(name);
	while (slots[at] != LIBC_NO_ROW && strcmp(rows[slots[at]].name, name) != 0)
		at = (at + 1) % LIBC_SLOTS;
	return at;
}

static int fail(const char *name, const char *what)
{
	fprintf(stderr, "index: %s %s\n", name, what);
	return 1;
}

static int fill(void)
{
	for (unsigned i = 0; i < LIBC_SLOTS; i++)
		slots[i] = LIBC_NO_ROW;
	for (unsigned i = 0; i < COUNT; i++) {
		uint32_t at = find(rows[i].name);
		if (slots[at] != LIBC_NO_ROW)
			return fail(rows[i].name, "has two rows");
		slots[at] = (uint16_t)i;
	}
	return 0;
}

static int write_targets(FILE *out)
{
	fprintf(out, "const uint16_t libc_targets[] = {\n");
	for (unsigned i = 0; i < COUNT; i++) {
		uint16_t target = slots[find(rows[i].same)];
		if (target == LIBC_NO_ROW)
			return fail(rows[i].same, "has no row, but an alias");
		fprintf(out, "\t%u, /* %s */\n", target, rows[i].name);
	}
	fprintf(out, "};\n");
	return 0;
}

int main(int argc, char **argv)
{
	_Static_assert(COUNT < LIBC_SLOTS / 2, "names.h: more slots are needed");
	FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
	if (!out || fill())
		return 1;
	fprintf(out, "/* Made by lib/libc/index.c. */\n#include \"names.h\"\n\n"
		     "const uint16_t libc_slots[LIBC_SLOTS] = {\n");
	for (unsigned i = 0; i < LIBC_SLOTS; i++)
		fprintf(out, "\t%u,\n", slots[i]);
	fprintf(out, "};\n\n");
	int failed = write_targets(out);
	return fclose(out) != 0 || failed;
}
