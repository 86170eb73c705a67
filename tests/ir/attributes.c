/* The tables of attributes and roles against ir-spec/attributes.md: test-ir-attributes FILE. And what code asks of them. */
#include "attribute.h"

#include <string.h>

#include "role.h"
#include "shape.h"
#include "tap.h"

/* What an attribute stands on, one bit each. */
enum { PROGRAM = 1, PROCEDURE = 2, VARIABLE = 4, STATEMENT = 8, ASSERT = 16 };

static const struct kind {
	const char *key;
	unsigned on;
	const char *written, *meaning;
} kinds[] = {
#define ATTRIBUTE(enumerator, key, on, values, written, meaning) { key, on, written, meaning },
#include "attributes.def"
#undef ATTRIBUTE
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static const char *const roles[] = {
#define ROLE(enumerator, text, meaning) text,
#include "roles.def"
#undef ROLE
};

static unsigned on_of(const char *text, size_t length)
{
	static const struct {
		const char *text;
		unsigned on;
	} names[] = { { "program", PROGRAM },
		      { "procedure", PROCEDURE },
		      { "variable", VARIABLE },
		      { "statement, terminator", STATEMENT },
		      { "`assert`", ASSERT } };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i].text) == length && !memcmp(names[i].text, text, length))
			return names[i].on;
	return 0;
}

/* One `{key ...}` of a row: the kind is in the table, stands on this, and has as many values. */
static void check_key(const char *at, unsigned on, unsigned seen[])
{
	size_t length = strcspn(at, " }");
	for (size_t i = 0; i < KIND_COUNT; i++) {
		const struct kind *kind = &kinds[i];
		if (strlen(kind->key) != length || memcmp(kind->key, at, length))
			continue;
		ok(kind->on & on, "{%s} stands on what the specification says", kind->key);
		seen[i] |= on;
		return;
	}
	ok(false, "{%.*s} is in the table", (int)length, at);
}

/* Rows are `| on | keys | meaning |`; an empty `on` is that of the row above. */
static void check_attributes(FILE *f)
{
	char line[4096];
	unsigned on = 0, seen[64] = { 0 };
	while (fgets(line, sizeof line, f) && !strstr(line, "| role | meaning |")) {
		const char *end = strstr(line, " |");
		if (strncmp(line, "| ", 2) || !end || !strncmp(line, "|--", 3))
			continue;
		if (end > line + 1)
			on = on_of(line + 2, (size_t)(end - line - 2));
		const char *keys = end + 2, *after = strstr(keys, " | ");
		for (const char *at = strstr(keys, "`{"); on && at && at < after; at = strstr(at + 2, "`{"))
			check_key(at + 2, on, seen);
	}
	for (size_t i = 0; i < KIND_COUNT; i++)
		is_int(seen[i], kinds[i].on, "the specification has {%s} on all that it stands on", kinds[i].key);
}

static void check_roles(FILE *f)
{
	char line[4096];
	int role = GLOBAL_NONE;
	while (fgets(line, sizeof line, f) && (line[0] == '|' || role == GLOBAL_NONE)) {
		if (strncmp(line, "| `", 3))
			continue;
		line[3 + strcspn(line + 3, "`")] = 0;
		if (++role < GLOBAL_COUNT)
			is_str(line + 3, roles[role - 1], "role %d of the specification is that of the table", role);
	}
	is_int(role, GLOBAL_COUNT - 1, "the specification has all roles");
}

static void check_table(void)
{
	static const struct attribute_value seven[7];
	for (size_t i = 0; i < KIND_COUNT; i++) {
		bool once = true;
		for (size_t k = 0; k < i; k++)
			once &= strcmp(kinds[i].key, kinds[k].key) != 0;
		ok(once, "{%s} is there once", kinds[i].key);
		ok(!strncmp(kinds[i].written + 1, kinds[i].key, strlen(kinds[i].key)) && *kinds[i].meaning,
		   "{%s} says how it is written and what it means", kinds[i].key);
		struct attribute wrong = { .key = kinds[i].key, .count = 7, .values = seven };
		is_str(attribute_shape_fault(&wrong), kinds[i].written, "{%s} has the values of the table",
		       kinds[i].key);
	}
	struct attribute own = { .key = "anything", .count = 7, .values = seven };
	ok(!attribute_shape_fault(&own), "other keys are free");
	is_str(ATTRIBUTE_AT, "at", "code has names for keys");
}

static void check_use(void)
{
	struct program *p = program_new();
	sort word = sort_bitvector(p->bank, 32);
	struct variable *named = program_add_global(p, "$status", word);
	ok(program_role(p, GLOBAL_STATUS) == named && variable_role(p, named) == GLOBAL_STATUS,
	   "without {roles 1}, which is the older form, a name is a role");
	ok(!program_role(p, GLOBAL_OWNER), "a role that no global has");
	struct variable *status = program_add_role(p, GLOBAL_STATUS, word);
	ok(program_role(p, GLOBAL_STATUS) == status && variable_role(p, status) == GLOBAL_STATUS,
	   "an attribute goes before a name");
	named->attributes = attribute_string(p, NULL, ATTRIBUTE_ROLE, "someone's own");
	is_int(variable_role(p, named), GLOBAL_NONE, "roles of other tools are none, whatever the name");
	named->attributes = NULL;
	p->attributes = attribute_number(p, NULL, ATTRIBUTE_ROLES, 1);
	is_int(variable_role(p, named), GLOBAL_NONE, "with {roles 1} a name is no role");
	ok(program_role(p, GLOBAL_STATUS) == status && !program_role(p, GLOBAL_OWNER), "an attribute is one");
	struct variable *local = procedure_add_variable(program_add_procedure(p, "f"), "$layout", word, VARIABLE_LOCAL);
	p->attributes = NULL;
	is_int(variable_role(p, local), GLOBAL_NONE, "locals have none");
	program_free(p);
}

int main(int argc, char **argv)
{
	FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
	ok(f != NULL, "the specification is there");
	if (f) {
		check_attributes(f);
		check_roles(f);
		fclose(f);
	}
	check_table();
	check_use();
	return done_testing();
}
