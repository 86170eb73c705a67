/* The tables of attributes and roles against ir-spec/attributes.md: test-ir-attributes FILE. And what code asks of them. */
#include "attribute.h"

#include <string.h>

#include "role.h"
#include "tap.h"

static unsigned on_of(const char *text, size_t length)
{
	static const struct {
		const char *text;
		unsigned on;
	} names[] = { { "program", ATTRIBUTE_ON_PROGRAM },
		      { "procedure", ATTRIBUTE_ON_PROCEDURE },
		      { "variable", ATTRIBUTE_ON_VARIABLE },
		      { "statement, terminator", ATTRIBUTE_ON_STATEMENT },
		      { "`assert`", ATTRIBUTE_ON_ASSERT } };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i].text) == length && !memcmp(names[i].text, text, length))
			return names[i].on;
	return 0;
}

/* One `{key ...}` of a row: the kind is in the table, stands on this, and has as many values. */
static void check_key(const char *at, unsigned on, unsigned seen[])
{
	size_t length = strcspn(at, " }");
	for (size_t i = 0; i < attribute_kind_count(); i++) {
		const struct attribute_kind *kind = attribute_kind_at(i);
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
	for (size_t i = 0; i < attribute_kind_count(); i++)
		is_int(seen[i], attribute_kind_at(i)->on, "the specification has {%s} on all that it stands on",
		       attribute_kind_at(i)->key);
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
			is_str(line + 3, role_text(role), "role %d of the specification is that of the table", role);
	}
	is_int(role, GLOBAL_COUNT - 1, "the specification has all roles");
}

static void check_table(void)
{
	for (size_t i = 0; i < attribute_kind_count(); i++) {
		const struct attribute_kind *kind = attribute_kind_at(i);
		ok(attribute_kind_find(kind->key) == kind, "{%s} is there once", kind->key);
		ok(!strncmp(kind->written + 1, kind->key, strlen(kind->key)) && *kind->meaning,
		   "{%s} says how it is written and what it means", kind->key);
	}
	ok(!attribute_kind_find("anything"), "other keys are free");
	is_str(ATTRIBUTE_AT, "at", "code has names for keys");
}

static void check_use(void)
{
	struct program *p = program_new();
	sort word = sort_bitvector(p->bank, 32);
	struct variable *named = program_add_global(p, "$status", word);
	ok(!program_role(p, GLOBAL_STATUS), "a name is no role");
	is_int(variable_role(named), GLOBAL_NONE, "nor has it one");
	struct variable *status = program_add_role(p, GLOBAL_STATUS, word);
	ok(program_role(p, GLOBAL_STATUS) == status && variable_role(status) == GLOBAL_STATUS, "a role is found");
	ok(!program_role(p, GLOBAL_LAYOUT), "and no other");
	named->attributes = attribute_string(p, NULL, ATTRIBUTE_ROLE, "someone's own");
	is_int(variable_role(named), GLOBAL_NONE, "roles of other tools are none");
	ok(!program_tells_roles(p), "absence means nothing yet");
	p->attributes = attribute_number(p, NULL, ATTRIBUTE_ROLES, 1);
	ok(program_tells_roles(p), "now it does");
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
