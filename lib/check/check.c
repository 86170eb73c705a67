#include "check.h"

#include <string.h>

#include "list.h"
#include "memory.h"
#include "stream.h"

static const struct location nowhere = { NULL, 0, 0 };

static const struct {
	const char *name;
	bool standard;
	const char *property;
	unsigned cwe;
	const char *about;
} table[] = {
#define CHECK(enumerator, name, standard, property, cwe, clause, about, rule) { name, standard, property, cwe, about },
#include "check.def"
#undef CHECK
};

const char *check_name(enum check check)
{
	return table[check].name;
}

const char *check_about(enum check check)
{
	return table[check].about;
}

unsigned check_cwe(enum check check)
{
	return table[check].cwe;
}

enum check check_find(const char *name, size_t length)
{
	unsigned i = 0;
	while (i < CHECK_COUNT && (strlen(table[i].name) != length || strncmp(table[i].name, name, length) != 0))
		i++;
	return i;
}

/* ---- sets ---- */

static uint64_t bit(enum check check)
{
	return UINT64_C(1) << check;
}

uint64_t check_standard(void)
{
	uint64_t set = 0;
	for (unsigned i = 0; i < CHECK_COUNT; i++)
		set |= table[i].standard ? bit(i) : 0;
	return set;
}

static uint64_t belonging_to(const char *property)
{
	uint64_t set = 0;
	for (unsigned i = 0; i < CHECK_COUNT; i++)
		set |= strcmp(table[i].property, property) == 0 ? bit(i) : 0;
	return set;
}

/* free() looks at what its argument points to, so asked for alone valid-deref is violated by an invalid one too; in
 * a report the check `free` still belongs to valid-free. */
static uint64_t of_property(const char *property)
{
	if (strcmp(property, "valid-memsafety") == 0)
		return belonging_to("valid-deref") | belonging_to("valid-free") | belonging_to("valid-memtrack");
	if (strcmp(property, "valid-deref") == 0)
		return belonging_to("valid-deref") | belonging_to("valid-free");
	return *property ? belonging_to(property) : 0;
}

/* Is it the first check of its property? */
static bool is_first(unsigned check)
{
	unsigned i = 0;
	while (strcmp(table[i].property, table[check].property) != 0)
		i++;
	return i == check && *table[check].property;
}

const char *check_property_at(size_t i)
{
	for (unsigned check = 0; check < CHECK_COUNT; check++)
		if (is_first(check) && i-- == 0)
			return table[check].property;
	return i == 0 ? "valid-memsafety" : NULL;
}

void check_set_init(struct check_set *set)
{
	*set = (struct check_set){ .checks = check_standard() };
}

/* ---- command line ---- */

static uint64_t named(const char *name, size_t length)
{
	enum check check = check_find(name, length);
	if (check != CHECK_COUNT)
		return bit(check);
	if (length == 3 && strncmp(name, "all", 3) == 0)
		return bit(CHECK_COUNT) - 1;
	return length == 8 && strncmp(name, "standard", 8) == 0 ? check_standard() : 0;
}

/* Adding for the first time replaces what is on by default. */
static void start(struct check_set *set, bool adds)
{
	if (!set->given && adds)
		set->checks = 0;
	set->given = true;
}

static bool no_check(struct diagnostics *diags, const char *name, size_t length)
{
	diagnose(diags, DIAG_USAGE, nowhere, "there is no check '%.*s'", (int)length, name);
	return false;
}

bool check_set_list(struct check_set *set, const char *list, struct diagnostics *diags)
{
	start(set, *list != '-');
	if (!*list)
		return no_check(diags, list, 0);
	struct list_name name;
	for (const char *rest = list_begin(list); list_next(&rest, &name);) {
		bool away = *name.at == '-';
		uint64_t checks = named(name.at + away, name.length - away);
		if (!checks)
			return no_check(diags, name.at + away, name.length - away);
		set->checks = away ? set->checks & ~checks : set->checks | checks;
	}
	return true;
}

/* ---- property files ---- */

static const struct {
	const char *part, *name;
} formulas[] = {
	{ "call(", "unreach-call" },
	{ "valid-deref", "valid-deref" },
	{ "valid-free", "valid-free" },
	{ "valid-memtrack", "valid-memtrack" },
	{ "valid-memcleanup", "valid-memcleanup" },
	{ "overflow", "no-overflow" },
};

static bool read_file(struct check_set *set, const char *path, struct diagnostics *diags)
{
	char *text;
	size_t length;
	uint64_t checks = 0;
	if (!stream_read(path, diags, &text, &length))
		return false;
	for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
		if (strstr(text, formulas[i].part))
			checks |= of_property(formulas[i].name);
	memory_free(text);
	if (!checks)
		diagnose(diags, DIAG_USAGE, nowhere, "%s: no property is known in this file", path);
	start(set, true);
	set->checks |= checks;
	return checks != 0;
}

bool check_set_property(struct check_set *set, const char *value, struct diagnostics *diags)
{
	size_t length = strlen(value);
	if (length > 4 && strcmp(value + length - 4, ".prp") == 0)
		return read_file(set, value, diags);
	uint64_t checks = of_property(value);
	if (!checks)
		diagnose(diags, DIAG_USAGE, nowhere, "there is no property '%s'", value);
	start(set, true);
	set->checks |= checks;
	return checks != 0;
}

bool check_set_has(const struct check_set *set, const char *name)
{
	if (!set->given)
		return true;
	enum check check = check_find(name, strlen(name));
	return check != CHECK_COUNT && (set->checks & bit(check));
}
