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
	check_set_init(&set);
	check_set_list(&set, "-div", &diags);
	ok(set.checks == (check_standard() & ~bit(CHECK_DIV)), "taken from the default");
	check_set_property(&set, "unreach-call", &diags);
	ok(set.checks == bit(CHECK_ASSERT), "which the first that adds still replaces");
	ok(diags.errors == 0 && !check_set_property(&set, "nothing", &diags) && diags.errors == 1,
	   "an unknown property");
	diagnostics_release(&diags);
}

/* What a property file of this text asks for. False: it is an error, of which there is one diagnostic, for the command line. */
static bool read_text(struct check_set *set, struct diagnostics *diags, const char *text)
{
	const char *name = "test-check.prp";
	FILE *f = fopen(name, "w");
	fputs(text, f);
	fclose(f);
	bool fine = check_set_property(set, name, diags);
	remove(name);
	return fine;
}

static void files(void)
{
	struct diagnostics diags;
	struct check_set set;
	diagnostics_init(&diags);
	check_set_init(&set);
	ok(read_text(&set, &diags,
		     "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n") &&
		   set.checks == (bit(CHECK_FREE) | bit(CHECK_LEAK)),
	   "a property file");
	ok(read_text(&set, &diags, "CHECK( init(main()), LTL(G ! data-race) )\n") && set.checks & bit(CHECK_RACE),
	   "data races");
	ok(!read_text(&set, &diags, "CHECK( init(main()), LTL(F end) )\n") && diags.errors == 1 &&
		   diags.list.at[0].kind == DIAG_UNSUPPORTED && diags.list.at[0].location.line == 1 &&
		   diags.list.at[0].location.column == 28,
	   "one with a property that is not checked, and where");
	ok(!check_set_property(&set, "test-check.prp", &diags), "one that is not there");
	check_set_release(&set);
	diagnostics_release(&diags);
}

static void error_functions(void)
{
	struct diagnostics diags;
	struct check_set set;
	diagnostics_init(&diags);
	check_set_init(&set);
	ok(read_text(&set, &diags, "CHECK(init(main()),LTL(G!call(reach_error())))") &&
		   set.checks == bit(CHECK_ASSERT) && !set.errors.count && !set.entry,
	   "call(reach_error()) is unreach-call");
	check_set_release(&set);
	check_set_init(&set);
	ok(read_text(&set, &diags, "CHECK(init(go()),LTL(G!call(bad())))") && !set.checks && set.errors.count == 1 &&
		   !strcmp(set.errors.at[0], "bad") && !strcmp(set.entry, "go"),
	   "another function is the error function, and where execution starts is kept");
	ok(check_set_has(&set, "assert") && !check_set_has(&set, "null"), "of the check assert something is asked");
	ok(check_set_asks(&set, "assert", "bad") && !check_set_asks(&set, "assert", "reach_error") &&
		   !check_set_asks(&set, "assert", NULL),
	   "its calls, and no others");
	ok(read_text(&set, &diags, "CHECK(init(go()),LTL(G!call(bad())))") && set.errors.count == 1,
	   "the same once more changes nothing");
	ok(!read_text(&set, &diags, "CHECK(init(main()),LTL(G valid-free))") && diags.errors == 1,
	   "one that starts elsewhere contradicts it");
	check_set_release(&set);
	check_set_init(&set);
	ok(check_set_error(&set, "bad", &diags) && set.checks == check_standard() && !set.given,
	   "an error function of its own adds to what is checked");
	ok(!check_set_error(&set, "", &diags), "and has a name");
	check_set_release(&set);
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
	error_functions();
	if (argc > 1)
		documented(argv[1]);
	return done_testing();
}
