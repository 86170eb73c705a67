/* The table of checks and properties: names are unique, properties ask for what they should, lists are read. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "tap.h"

static uint64_t bit(enum check check)
{
	return UINT64_C(1) << check;
}

static const struct row {
	const char *name;
	bool standard;
	const char *property;
	unsigned cwe;
	const char *clause;
} rows[CHECK_COUNT] = {
#define CHECK(enumerator, name, standard, property, cwe, clause, about, rule) { name, standard, property, cwe, clause },
#include "check.def"
#undef CHECK
};

/* What a property asks for; 0: there is none of that name. */
static uint64_t of_property(const char *property)
{
	struct diagnostics diags;
	struct check_set set;
	diagnostics_init(&diags);
	check_set_init(&set);
	bool fine = check_set_property(&set, property, &diags);
	diagnostics_release(&diags);
	return fine ? set.checks : 0;
}

static void table(void)
{
	bool found = true, described = true;
	for (unsigned i = 0; i < CHECK_COUNT; i++) {
		found &= check_find(check_name(i), strlen(check_name(i))) == (enum check)i;
		described &= *check_about(i) && (!*rows[i].property || of_property(rows[i].property) & bit(i));
	}
	ok(found, "every check is found by its name, and only it");
	ok(described, "every check says what it is about, and belongs to its property");
	ok(check_find("nul", 3) == CHECK_COUNT && check_find("nulls", 5) == CHECK_COUNT, "parts of names are no names");
	ok(check_find("null,bounds", 4) == CHECK_NULL, "a name ends where it is said to");
	ok(CHECK_COUNT <= 63, "sets fit in 64 bits");
}

static void properties(void)
{
	uint64_t deref = of_property("valid-deref"), safety = of_property("valid-memsafety");
	ok(of_property("unreach-call") == bit(CHECK_ASSERT), "unreach-call");
	ok(of_property("no-overflow") == (bit(CHECK_OVERFLOW) | bit(CHECK_SHIFT)), "no-overflow");
	ok((deref & bit(CHECK_NULL)) && (deref & bit(CHECK_BOUNDS)) && (deref & bit(CHECK_UAF)), "valid-deref");
	ok((deref & bit(CHECK_FREE)) && !(deref & bit(CHECK_LEAK)), "valid-deref: invalid free, no leaks");
	ok(safety == (deref | bit(CHECK_LEAK)), "valid-memsafety: valid-deref, valid-free and valid-memtrack");
	ok(of_property("valid-memcleanup") == bit(CHECK_CLEANUP), "valid-memcleanup");
	ok(!of_property("") && !of_property("termination"), "others are unknown");
	ok(!(check_standard() & (bit(CHECK_LEAK) | bit(CHECK_UNINIT) | bit(CHECK_CONVERSION))) &&
		   check_standard() & bit(CHECK_DIV),
	   "defaults");
}

static uint64_t of_list(const char *list)
{
	struct diagnostics diags;
	struct check_set set;
	diagnostics_init(&diags);
	check_set_init(&set);
	bool fine = check_set_list(&set, list, &diags);
	uint64_t checks = fine && !diags.errors ? set.checks : UINT64_MAX;
	diagnostics_release(&diags);
	return checks;
}

static void lists(void)
{
	ok(of_list("null") == bit(CHECK_NULL), "one name replaces the default");
	ok(of_list("div,shift") == (bit(CHECK_DIV) | bit(CHECK_SHIFT)), "two names");
	ok(of_list("-div") == (check_standard() & ~bit(CHECK_DIV)), "one taken away from the default");
	ok(of_list("all,-nan") == (bit(CHECK_COUNT) - 1 - bit(CHECK_NAN)), "all but one");
	ok(of_list("standard,leak") == (check_standard() | bit(CHECK_LEAK)), "the default and one more");
	ok(of_list("") == UINT64_MAX && of_list("null,") == UINT64_MAX, "empty names are errors");
	ok(of_list("nonsense") == UINT64_MAX && of_list("-") == UINT64_MAX, "unknown names are errors");
}

static void sets(void)
{
	struct diagnostics diags;
	struct check_set set;
	diagnostics_init(&diags);
	check_set_init(&set);
	ok(check_set_has(&set, "leak") && check_set_has(&set, "someone's own"), "nothing said: all that a program has");
	check_set_property(&set, "valid-free", &diags);
	check_set_property(&set, "valid-memtrack", &diags);
	ok(check_set_has(&set, "leak") && check_set_has(&set, "free") && !check_set_has(&set, "null"),
	   "properties add up");
	ok(!check_set_has(&set, "someone's own"), "names of others are not asked for");
	ok(diags.errors == 0 && !check_set_property(&set, "nothing", &diags) && diags.errors == 1,
	   "an unknown property");
	diagnostics_release(&diags);
}

static void files(void)
{
	const char *name = "test-check.prp";
	struct diagnostics diags;
	struct check_set set;
	FILE *f = fopen(name, "w");
	fputs("CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n", f);
	fclose(f);
	diagnostics_init(&diags);
	check_set_init(&set);
	ok(check_set_property(&set, name, &diags) && set.checks == (bit(CHECK_FREE) | bit(CHECK_LEAK)),
	   "a property file");
	f = fopen(name, "w");
	fputs("CHECK( init(main()), LTL(F end) )\n", f);
	fclose(f);
	ok(!check_set_property(&set, name, &diags) && diags.errors == 1, "one with a property that is not known");
	remove(name);
	ok(!check_set_property(&set, name, &diags), "one that is not there");
	diagnostics_release(&diags);
}

/* docs/checks.md: | `name` | on | property | CWE | clause | about |, in the order of the table. */
static void documented(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[4096], wanted[200];
	unsigned row = 0;
	ok(f != NULL, "%s is there", path);
	while (f && fgets(line, sizeof line, f)) {
		if (strncmp(line, "| `", 3) || row == CHECK_COUNT)
			continue;
		const struct row *r = &rows[row++];
		snprintf(wanted, sizeof wanted, "| `%s` | %s | %s%s| %u | %s%s|", r->name, r->standard ? "on" : "off",
			 r->property, *r->property ? " " : "", r->cwe, r->clause, *r->clause ? " " : "");
		line[strlen(wanted)] = 0;
		is_str(line, wanted, "row %u is that of the table", row);
	}
	is_int(row, CHECK_COUNT, "each check has a row");
	if (f)
		fclose(f);
}

int main(int argc, char **argv)
{
	table();
	properties();
	lists();
	sets();
	files();
	if (argc > 1)
		documented(argv[1]);
	return done_testing();
}
