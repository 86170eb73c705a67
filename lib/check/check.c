#include "check.h"

#include <string.h>

#include "list.h"
#include "memory.h"
#include "property.h"
#include "similar.h"
#include "stream.h"

static const struct location nowhere = { NULL, 0, 0 };

static const struct {
	const char *name;
	bool standard;
	const char *property;
	unsigned cwe;
	const char *clause, *about;
} table[] = {
#define CHECK(enumerator, name, standard, property, cwe, clause, about, rule) \
	{ name, standard, property, cwe, clause, about },
#include "check.def"
#undef CHECK
};

const char *check_name(enum check check)
{
	return table[check].name;
}

const char *check_property(enum check check)
{
	return table[check].property;
}

const char *check_about(enum check check)
{
	return table[check].about;
}

const char *check_clause(enum check check)
{
	return table[check].clause;
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

void check_set_release(struct check_set *set)
{
	for (size_t i = 0; i < set->errors.count; i++)
		memory_free(set->errors.at[i]);
	vec_free(&set->errors);
	memory_free(set->entry);
	set->entry = NULL;
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

const char *check_word_at(size_t i)
{
	static const char *const sets[] = { "all", "standard", NULL };
	return i < CHECK_COUNT ? table[i].name : sets[i - CHECK_COUNT];
}

/* Adding for the first time replaces what is on by default. */
static void start(struct check_set *set, bool adds)
{
	if (!set->added && adds)
		set->checks = 0;
	set->added |= adds;
	set->given = true;
}

/* There is no such WHAT; those that there are, and which of them is like it. */
static bool no_name(struct diagnostics *diags, const char *what, const char *name, size_t length,
		    const char *(*at)(size_t i))
{
	struct similar similar = similar_to(name, length);
	struct output *names = output_memory();
	for (size_t i = 0; at(i); i++) {
		similar_compare(&similar, at(i));
		output_format(names, "%s%s", i ? ", " : "", at(i));
	}
	diagnose(diags, DIAG_USAGE, nowhere, "there is no %s '%.*s'%s%s%s; there are %s", what, (int)length, name,
		 similar.name ? " (did you mean " : "", similar.name ? similar.name : "", similar.name ? "?)" : "",
		 output_text(names, NULL));
	output_abandon(names);
	return false;
}

static bool no_check(struct diagnostics *diags, const char *name, size_t length)
{
	return no_name(diags, "check", name, length, check_word_at);
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

/* ---- error functions ---- */

bool check_set_has_error(const struct check_set *set, const char *function)
{
	for (size_t i = 0; function && i < set->errors.count; i++)
		if (!strcmp(set->errors.at[i], function))
			return true;
	return false;
}

static void add_error(struct check_set *set, const char *name, size_t length)
{
	char *copy = memory_copy_string(name, length);
	if (check_set_has_error(set, copy))
		memory_free(copy);
	else
		vec_push(&set->errors, copy);
}

bool check_set_error(struct check_set *set, const char *name, struct diagnostics *diags)
{
	if (!*name) {
		diagnose(diags, DIAG_USAGE, nowhere, "--error-function needs the name of a function");
		return false;
	}
	add_error(set, name, strlen(name));
	return true;
}

/* ---- properties ---- */

static void add(struct check_set *set, uint64_t checks)
{
	start(set, true);
	set->checks |= checks;
}

static bool is_called(const struct property_name *name, const char *function)
{
	return name->length == strlen(function) && !memcmp(name->at, function, name->length);
}

/* What it says of main is the default. */
static bool set_entry(struct check_set *set, const struct property_name *entry, struct diagnostics *diags)
{
	bool is_main = is_called(entry, "main");
	bool differs = set->entry ? !is_called(entry, set->entry) : set->started && !is_main;
	if (differs) {
		diagnose(diags, DIAG_USAGE, entry->location, "another property starts in %s",
			 set->entry ? set->entry : "main");
		return false;
	}
	set->started = true;
	if (!is_main && !set->entry)
		set->entry = memory_copy_string(entry->at, entry->length);
	return true;
}

/* The functions that verification tasks report an error with: that they are not called is what unreach-call means. */
static bool is_reach_error(const struct property_name *name)
{
	return is_called(name, "reach_error") || is_called(name, "__VERIFIER_error");
}

static bool add_property(struct check_set *set, const struct property *p, struct diagnostics *diags)
{
	if (!set_entry(set, &p->entry, diags))
		return false;
	bool other = !p->name && !is_reach_error(&p->error);
	add(set, other ? 0 : of_property(p->name ? p->name : "unreach-call"));
	if (other)
		add_error(set, p->error.at, p->error.length);
	return true;
}

static bool read_file(struct check_set *set, const char *path, struct diagnostics *diags)
{
	char *text;
	size_t length;
	struct properties list;
	if (!stream_read(path, diags, &text, &length))
		return false;
	bool fine = properties_parse(&list, path, text, length, diags);
	for (size_t i = 0; fine && i < list.count; i++)
		fine = add_property(set, &list.at[i], diags);
	vec_free(&list);
	memory_free(text);
	return fine;
}

bool check_set_property(struct check_set *set, const char *value, struct diagnostics *diags)
{
	size_t length = strlen(value);
	if (length > 4 && strcmp(value + length - 4, ".prp") == 0)
		return read_file(set, value, diags);
	uint64_t checks = of_property(value);
	if (!checks)
		no_name(diags, "property", value, length, check_property_at);
	add(set, checks);
	return checks != 0;
}

/* ---- what is asked ---- */

static bool has(const struct check_set *set, const char *name)
{
	enum check check = check_find(name, strlen(name));
	return check != CHECK_COUNT && (set->checks & bit(check));
}

bool check_set_has(const struct check_set *set, const char *name)
{
	return !set->given || has(set, name) || (set->errors.count && !strcmp(name, check_name(CHECK_ASSERT)));
}

bool check_set_asks(const struct check_set *set, const char *name, const char *reached)
{
	return !set->given || has(set, name) || check_set_has_error(set, reached);
}
